import { useLocation, useMatches, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useAddress } from "~/ui/address";
import type { Progress } from "~/ui/model/record";
import { isLite } from "~/ui/shell/lite";

const lookEveryMs = 2_000;

/** Seconds after which a page without script comes again. */
const againAfterS = 5;

/** How far something has come: a bar and a sentence. While it goes on the page looks again by itself, with script and without. */
export function ProgressPart({ progress }: { progress: Progress }) {
  const { href } = useAddress();
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const { title, done, total, text, live } = progress;
  const isSentWithoutScript = useMatches().some(({ data }) => isLite(data));
  useEffect(() => {
    if (!live || state !== "idle") return;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") revalidate();
    }, lookEveryMs);
    const seen = () => document.visibilityState === "visible" && revalidate();
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
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
