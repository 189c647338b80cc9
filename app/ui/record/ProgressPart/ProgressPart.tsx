import { useLocation, useMatches, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useAddress } from "~/ui/address";
import type { Progress } from "~/ui/model/record";
import { isLite } from "~/ui/shell/lite";
import { updatesCome, useStreamUpdate } from "~/ui/stream/browser-updates";

const lookEveryMs = 2_000;
/** While news come by themselves: work of somebody else is no news of ours. */
const seldomMs = 30_000;

/** Seconds after which a page without script comes again. */
const againAfterS = 5;

/**
 * How far something has come: a bar and a sentence. While it goes on the page looks again by itself: with script when the stream says
 * that work has gone on, or every two seconds where no news come; without script as a whole.
 */
export function ProgressPart({ progress }: { progress: Progress }) {
  const { href } = useAddress();
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const { title, done, total, text, live } = progress;
  const isSentWithoutScript = useMatches().some(({ data }) => isLite(data));
  const work = useStreamUpdate()?.work;
  const shown = useRef<string>();
  useEffect(() => {
    if (!live || state !== "idle") return;
    if (work !== undefined && work !== shown.current && document.visibilityState === "visible") {
      shown.current = work;
      revalidate();
      return;
    }
    const look = () => {
      if (document.visibilityState === "visible") revalidate();
    };
    const timer = window.setTimeout(look, updatesCome() ? seldomMs : lookEveryMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  });
  const comesAgain = <meta httpEquiv="refresh" content={String(againAfterS)} />;
  return (
    <div className="pg">
      {live ? isSentWithoutScript ? comesAgain : <noscript>{comesAgain}</noscript> : null}
      {total === null || total === 0 ? (
        <progress aria-label={title} />
      ) : (
        <progress aria-label={title} value={Math.min(done, total)} max={total} />
      )}
      <p>
        <span role="status">{text}</span> {live ? <a href={href(pathname + search)}>刷新</a> : null}
      </p>
    </div>
  );
}
