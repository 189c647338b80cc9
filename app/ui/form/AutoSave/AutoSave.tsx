import { type RefObject, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { UNSENT } from "~/ui/connection/save-form";
import type { FormModel } from "~/ui/model/form";

const PAUSE_MS = 3000;
/** A line that has just come back often fails once more: what was not kept is tried again after this, then after twice as long. */
const AGAIN_MS = 2000;
const MOST_AGAIN = 6;
/** What a browser still sends while a page is being left. */
const MOST_WHEN_LEAVING = 60_000;

/**
 * Keeps what is being typed: a while after the last key, and when the page is left. Nothing on the page changes but this line.
 */
export function AutoSave({
  form,
  model,
}: {
  form: RefObject<HTMLFormElement>;
  model: Pick<FormModel, "keepHref" | "typed">;
}) {
  const { href } = useAddress();
  const [said, say] = useState("");
  const url = href(model.keepHref);
  /** The text that needs no keeping: as the server sent it, or kept already. Null while a post is under way. */
  const known = useRef<string | null>(null);
  /** What was posted needed no keeping, and nothing was typed since: an answer that shows it again needs none either. */
  const isNothingNew = useRef(false);

  useEffect(() => {
    if (form.current) known.current = model.typed && !isNothingNew.current ? "" : textOf(form.current);
    isNothingNew.current = false;
  }, [form, model]);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: number | undefined;
    let running: AbortController | undefined;
    let failures = 0;
    let isLeft = false;
    const again = () => {
      if (isLeft || failures === MOST_AGAIN) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => keep(false), AGAIN_MS * 2 ** failures);
      failures += 1;
    };
    const keep = (leaving: boolean) => {
      window.clearTimeout(timer);
      const text = textOf(element);
      const before = known.current;
      if (before === null || text === before) return;
      known.current = text;
      const body = bodyOf(element);
      const request = new AbortController();
      running = request;
      void send(url, body, leaving && String(body).length < MOST_WHEN_LEAVING, request.signal).then((message) => {
        if (running === request) running = undefined;
        // A post that is under way meanwhile takes care of everything.
        if (request.signal.aborted) return;
        if (message === null && known.current === text) {
          known.current = before;
          if (!leaving) again();
        }
        if (message !== null) failures = 0;
        if (!leaving) say(message ?? (navigator.onLine ? "未能自动暂存，请及时保存" : "恢复网络后自动暂存"));
      });
    };
    const typed = ({ target }: Event) => {
      // The line editor itself says that rows have come and gone, also with an answer.
      if (target instanceof HTMLElement && target.hasAttribute("name")) isNothingNew.current = false;
      failures = 0;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => keep(false), PAUSE_MS);
    };
    const posted = () => {
      window.clearTimeout(timer);
      const text = textOf(element);
      isNothingNew.current = running === undefined && known.current === text;
      // What would arrive behind the post might bring back what that gives up.
      running?.abort();
      known.current = null;
    };
    // What was sent did not get through: it is kept like anything typed, at once or when the network is back.
    const unsent = () => {
      known.current = isNothingNew.current ? textOf(element) : "";
      isNothingNew.current = false;
      keep(false);
    };
    const online = () => keep(false);
    const left = () => {
      if (document.visibilityState === "hidden") keep(true);
    };
    const gone = () => keep(true);
    element.addEventListener("input", typed);
    element.addEventListener("submit", posted);
    document.addEventListener("visibilitychange", left);
    window.addEventListener("pagehide", gone);
    window.addEventListener(UNSENT, unsent);
    window.addEventListener("online", online);
    return () => {
      element.removeEventListener("input", typed);
      element.removeEventListener("submit", posted);
      document.removeEventListener("visibilitychange", left);
      window.removeEventListener("pagehide", gone);
      window.removeEventListener(UNSENT, unsent);
      window.removeEventListener("online", online);
      gone();
      isLeft = true;
    };
  }, [form, url]);

  return (
    <span className="fm-kept" role="status">
      {said}
    </span>
  );
}

function bodyOf(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  return body;
}

/** What was typed, without what the form carries for itself. */
function textOf(form: HTMLFormElement): string {
  return JSON.stringify([...bodyOf(form)].filter(([name]) => !name.startsWith("_")));
}

/** @returns what to tell the person, null when nothing was kept */
async function send(
  url: string,
  body: URLSearchParams,
  keepalive: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const response = await fetch(url, { method: "POST", body, keepalive, signal });
    if (!response.ok) return null;
    const { at, signedOut }: { at: string; signedOut?: boolean } = await response.json();
    return signedOut ? `登录已过期，已自动暂存 ${at}` : `已自动暂存 ${at}`;
  } catch {
    return null;
  }
}
