import { type FormEvent, useEffect, useRef } from "react";
import { useAddress } from "~/ui/address";
import type { Notice } from "~/ui/model";
import { postQuietly } from "../quiet-post";
import { type Clock, useClock, useNotices } from "./use-notices";

interface NoticesProps {
  notices: Notice[];
  csrf: string;
  /** The page one is on; without script one comes back to it. */
  from: string;
}

const shownAtOnce = 3;

/**
 * Messages, newest first: rows above the content, each closed by a form. Where scripts run they float over the page, go by themselves
 * after a while, and the next ones move up; the style sheet puts them there from the first byte on.
 */
export function Notices({ notices, csrf, from }: NoticesProps) {
  const { href } = useAddress();
  const { open, close, clock } = useNotices(notices, { address: href("/shell/notices"), csrf });
  if (open.length === 0) return null;
  const row = (notice: Notice, isShown: boolean) => (
    <NoticeRow
      key={notice.id}
      notice={notice}
      csrf={csrf}
      from={from}
      clock={isShown && !notice.sticky ? clock : null}
      onClose={() => close(notice.id)}
    />
  );
  const more = open.slice(shownAtOnce);
  return (
    <div className="sh-notices" aria-live="polite" {...clock.holding}>
      <ul>{open.slice(0, shownAtOnce).map((notice) => row(notice, true))}</ul>
      {more.length > 0 ? (
        <details>
          <summary>另有{more.length}条</summary>
          <ul>{more.map((notice) => row(notice, false))}</ul>
        </details>
      ) : null}
    </div>
  );
}

interface NoticeRowProps extends Omit<NoticesProps, "notices"> {
  notice: Notice;
  /** Null: it stays. */
  clock: Clock | null;
  onClose: () => void;
}

function NoticeRow({ notice, csrf, from, clock, onClose }: NoticeRowProps) {
  const { href } = useAddress();
  const gone = useRef(onClose);
  useEffect(() => {
    gone.current = onClose;
  });
  useClock(notice.id, clock, gone);
  function close(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    postQuietly(event.currentTarget, null);
    onClose();
  }
  return (
    <li
      className="no"
      data-level={notice.level}
      data-msg={notice.msg}
      role={notice.level === "error" ? "alert" : undefined}
    >
      <p>
        {notice.title ? <strong>{notice.title} </strong> : null}
        {notice.text}
      </p>
      <form method="post" action={href("/shell/notices")} onSubmit={close}>
        <input type="hidden" name="_csrf" value={csrf} />
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="id" value={notice.id} />
        <button type="submit" className="bt" data-quiet="">
          关闭
        </button>
      </form>
    </li>
  );
}
