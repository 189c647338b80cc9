import { useAddress } from "~/ui/address";
import type { InboxBlock, InboxEntry } from "~/ui/model/inbox";

interface InboxListProps {
  block: InboxBlock;
  /** Where one comes back to after marking something as read. */
  from: string;
}

/** What happened to records one watches or was named on. Opening a record marks what is said about it as read. */
export function InboxList({ block, from }: InboxListProps) {
  const { href } = useAddress();
  const { entries, action, csrf } = block;
  const row = ({ id, at, who, kind, title, href: to, text, read }: InboxEntry) => (
    <li key={id} data-unread={read ? undefined : ""}>
      <div>
        {title && to ? <a href={href(to)}>{title}</a> : null}
        {kind === "mention" ? (
          <span className="bd" data-tone="waiting">
            提到我
          </span>
        ) : null}
        {kind === "security" ? (
          <span className="bd" data-tone="warning">
            账号安全
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
