import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { FragmentsContext } from "~/ui/fragments";
import { NonceContext } from "~/ui/nonce";
import { ModelsContext, modelElementId, PAGE_MODELS, type PageModels } from "~/ui/packed";

/** How long data that a loader answers late is waited for, in milliseconds. */
export const streamTimeout = 5_000;

/**
 * Draws the whole page in one go, which takes half the time of React's streaming renderer: nothing may suspend on the
 * server. Remix would have its data written by a component that suspends, so they are written here, behind the page,
 * where that component would have put them.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: Partial<AppLoadContext>,
): Promise<Response> {
  const nonce = loadContext.cspNonce ?? "";
  const { serverHandoffStream, ...context } = remixContext;
  const models = modelsOf(loadContext);
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <FragmentsContext.Provider value={fragmentsOf(loadContext)}>
        <ModelsContext.Provider value={(name) => models.get(name)?.model}>
          <RemixServer context={context} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
        </ModelsContext.Provider>
      </FragmentsContext.Provider>
    </NonceContext.Provider>,
  );
  // A page without script has no use for them.
  const data = serverHandoffStream && context.renderMeta?.didRenderScripts ? await textOf(serverHandoffStream) : null;
  const scripts = data === null ? "" : modelElements(models, nonce) + dataScripts(data, nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(encoded(`<!DOCTYPE html>${page}${scripts}`), { headers, status });
}

/** Grows to the largest page there was. */
let scratch = Buffer.allocUnsafeSlow(0);
/** Bytes a UTF-16 unit takes in UTF-8 at most. */
const MOST_BYTES = 3;

/** UTF-8 in one pass over the text; an answer of text is read twice, for its length and to be sent, and a page is long. */
function encoded(text: string): Buffer<ArrayBuffer> {
  if (scratch.length < text.length * MOST_BYTES) scratch = Buffer.allocUnsafeSlow(text.length * MOST_BYTES);
  return Buffer.copyBytesFrom(scratch, 0, scratch.write(text));
}

/** Logs what loaders, actions and rendering throw by accident. Answers thrown on purpose and people who left are not errors. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  // Under remix-serve there is no log; one line of JSON there as well.
  if (context.fault) context.fault(error);
  else
    console.error(
      JSON.stringify({ msg: "unexpected error", stack: error instanceof Error ? error.stack : String(error) }),
    );
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    text += decoder.decode(piece.value, { stream: true });
  return text;
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Ahead of the router's data, which are what the browser waits for. */
function modelElements(models: PageModels, nonce: string): string {
  let text = "";
  for (const [name, { sent }] of models)
    text += `<script nonce="${nonce}" type="application/json" id="${modelElementId(name)}">${JSON.stringify(sent()).replaceAll("<", "\\u003c")}</script>`;
  return text;
}

function dataScripts(data: string, nonce: string): string {
  const text = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (sign) => ESCAPED[sign] ?? sign);
  const script = (code: string) => `<script nonce="${nonce}">window.__remixContext.streamController.${code};</script>`;
  return script(`enqueue(${text})`) + script("close()");
}

function modelsOf(context: Partial<AppLoadContext>): PageModels {
  const models = context.request?.get(PAGE_MODELS);
  return models instanceof Map ? models : new Map();
}

function fragmentsOf(context: Partial<AppLoadContext>): Record<string, string> {
  const fragments = context.request?.get("fragments");
  return isFragments(fragments) ? fragments : {};
}

function isFragments(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((html) => typeof html === "string");
}
