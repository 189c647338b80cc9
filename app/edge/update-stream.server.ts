import { redirect } from "@remix-run/node";
import { eventStream } from "remix-utils/sse/server";
import type { UpdateWatch } from "~/engine/stream/update-watch.server";
import { answeringJson, type EdgeArgs, requireSession } from "./request.server";

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * The stream on which a browser hears what is new: events `updates` with a `StreamUpdate`, `beat` now and then, and `over` when the session
 * is. A browser that asks for a page instead goes home; one whose session is over is refused, and does not ask again.
 */
export async function updateStream(args: EdgeArgs): Promise<Response> {
  if (!args.request.headers.get("Accept")?.includes("text/event-stream")) return redirect("/qiaqia/home");
  let open: { session: string; watch: UpdateWatch } | undefined;
  const refused = await answeringJson(async () => {
    const { parts, context } = await requireSession(args);
    open = { session: context.session?.idHash ?? "", watch: parts.updates };
    return null;
  });
  if (!open) return refused;
  if (!open.watch.takes(open.session)) return new Response(null, { status: 503, headers: NO_STORE });
  return streamOf(open.watch, open.session, args.request.signal);
}

/**
 * @param gone says that the browser has left. The stream is then torn already, and closing it once more would be an error of the
 *   process; so `eventStream` gets a signal that never comes.
 */
function streamOf(watch: UpdateWatch, session: string, gone: AbortSignal): Response {
  return eventStream(
    new AbortController().signal,
    (send, close) => {
      const say = (event: string, data: string) => {
        try {
          send({ event, data });
        } catch {
          leave();
        }
      };
      const leave = watch.follow({
        session,
        tell: (updates) => say("updates", JSON.stringify(updates)),
        beat: () => say("beat", ""),
        end(signedOut) {
          if (signedOut) say("over", "signed out");
          try {
            close();
          } catch {
            // The browser left at the same moment.
          }
        },
      });
      gone.addEventListener("abort", leave, { once: true });
      return leave;
    },
    { headers: { "X-Accel-Buffering": "no" } },
  );
}
