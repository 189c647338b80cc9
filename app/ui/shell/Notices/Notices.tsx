import { type FormEvent, useState } from "react";
import { useAddress } from "~/ui/address";
import type { Notice } from "~/ui/model";
import { postQuietly } from "../quiet-post";

interface NoticesProps {
  notices: Notice[];
  csrf: string;
  /** The page one is on; without script one comes back to it. */
  from: string;
}

const shownAtOnce = 3;

/** Messages as rows above the content, newest first; each is closed by a form. */
export function Notices({ notices, csrf, from }: NoticesProps) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const open = notices.filter(({ id }) => !closed.includes(id));
  if (open.length === 0) return null;
  const row = (notice: Notice) => (
    <NoticeRow
      key={notice.id}
      notice={notice}
      csrf={csrf}
      from={from}
      onClose={() => setClosed([...closed, notice.id])}
    />
  );
  const more = open.slice(shownAtOnce);
  return (
    <div className="sh-notices" aria-live="polite">
      <ul>{open.slice(0, shownAtOnce).map(row)}</ul>
      {more.length > 0 ? (
        <details>
          <summary>另有{more.length}条</summary>
          <ul>{more.map(row)}</ul>
        </details>
      ) : null}
    </div>
  );
}

interface NoticeRowProps extends Omit<NoticesProps, "notices"> {
  notice: Notice;
  onClose: () => void;
}

function NoticeRow({ notice, csrf, from, onClose }: NoticeRowProps) {
  const { href } = useAddress();
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
