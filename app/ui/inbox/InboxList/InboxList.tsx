import { useAddress } from "~/ui/address";
import type { InboxBlock, InboxEntry } from "~/ui/model/inbox";

/** What stands beside entries that matter more than others. */
const LEVELS: Readonly<Record<string, { label: string; tone: string }>> = {
  security: { label: "账号安全", tone: "warning" },
  warning: { label: "预警", tone: "warning" },
  todo: { label: "待办", tone: "waiting" },
};

interface InboxListProps {
  block: InboxBlock;
  /** Where one comes back to after marking something as read. */
  from: string;
  /** Entries can be starred and thrown away. */
  keeps?: boolean;
}

/** What happened to records one watches or was named on. Opening a record marks what is said about it as read. */
export function InboxList({ block, from, keeps }: InboxListProps) {
  const { href } = useAddress();
  const { entries, action, csrf } = block;
  const row = ({ id, at, who, kind, level, title, href: to, text, read, starred }: InboxEntry) => (
    <li key={id} data-unread={read ? undefined : ""}>
      <div>
        {title && to ? <a href={href(to)}>{title}</a> : title ? <strong>{title}</strong> : null}
        {kind === "mention" ? (
          <span className="bd" data-tone="waiting">
            提到我
          </span>
        ) : null}
        {LEVELS[level] ? (
          <span className="bd" data-tone={LEVELS[level].tone}>
            {LEVELS[level].label}
          </span>
        ) : null}
        <p>{who ? `${who} ${text}` : text}</p>
      </div>
      <time>{at}</time>
      {read ? (
        <span>已读</span>
      ) : (
        <form method="post" action={href(action)}>
          <input type="hidden" name="_csrf" value={csrf} />
          <input type="hidden" name="from" value={from} />
          <button type="submit" className="bt" data-quiet="" name="read" value={id}>
            标为已读
          </button>
        </form>
      )}
      {keeps ? (
        <form method="post" action={href(action)}>
          <input type="hidden" name="_csrf" value={csrf} />
          <input type="hidden" name="from" value={from} />
          <button type="submit" className="bt" data-quiet="" name={starred ? "unstar" : "star"} value={id}>
            {starred ? "取消星标" : "星标"}
          </button>
          <button type="submit" className="bt" data-quiet="" name="remove" value={id}>
            删除
          </button>
        </form>
      ) : null}
    </li>
  );
  return <ul className="ib">{entries.map(row)}</ul>;
}

/** Marks everything as read at once. */
export function MarkAllRead({ block, from }: InboxListProps) {
  const { href } = useAddress();
  return (
    <form method="post" action={href(block.action)}>
      <input type="hidden" name="_csrf" value={block.csrf} />
      <input type="hidden" name="from" value={from} />
      <button type="submit" className="bt" name="read" value="all">
        全部标为已读
      </button>
    </form>
  );
}
