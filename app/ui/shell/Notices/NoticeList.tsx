import type { FormEvent, HTMLAttributes, ReactNode } from "react";
import { useAddress } from "~/ui/address";
import { ConnectionRows } from "~/ui/connection/ConnectionRows/ConnectionRows";
import type { ConnectionNotice } from "~/ui/connection/notices";
import type { Notice } from "~/ui/model";

export interface NoticesProps {
  notices: Notice[];
  csrf: string;
  /** The page one is on; without script one comes back to it. */
  from: string;
}

/** Messages that a document had not shown for long enough when it was left; read by the next one and gone. */
export const LEFT_OVER = "pro__notices";

const SHOWN_AT_ONCE = 3;
/** Characters of a message that fit beside the open tabs, in two lines. */
const MOST_IN_LANE = 44;

interface NoticeListProps {
  /** What is between the page and the server: said first, in the same list. */
  connectionNotices: readonly ConnectionNotice[];
  notices: readonly Notice[];
  row: (notice: Notice, isShown: boolean) => ReactNode;
  holding?: HTMLAttributes<HTMLDivElement>;
}

/** The first few, the rest behind a fold: one list, so that nothing lies over anything else. */
export function NoticeList({ connectionNotices, notices, row, holding }: NoticeListProps) {
  if (notices.length + connectionNotices.length === 0) return null;
  const shown = Math.max(0, SHOWN_AT_ONCE - connectionNotices.length);
  const more = notices.slice(shown);
  const isShort =
    connectionNotices.length === 0 &&
    notices.every(({ title, text }, at) => at === 0 && (title ?? "").length + text.length <= MOST_IN_LANE);
  return (
    <div className="sh-notices" aria-live="polite" data-lane={isShort ? "" : undefined} {...holding}>
      {connectionNotices.length > 0 ? <ConnectionRows connectionNotices={connectionNotices} /> : null}
      {shown > 0 && notices.length > 0 ? <ul>{notices.slice(0, shown).map((notice) => row(notice, true))}</ul> : null}
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
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

/** A message and the form that closes it. */
export function NoticeRow({ notice, csrf, from, onSubmit }: NoticeRowProps) {
  const { href } = useAddress();
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
      <form method="post" action={href("/shell/notices")} onSubmit={onSubmit}>
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
