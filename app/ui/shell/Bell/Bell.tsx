import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useAddress } from "~/ui/address";
import { useLater } from "~/ui/later";
import { updatesCome, useStreamUpdate } from "~/ui/stream/browser-updates";
import type { BellCounts } from "../shell-model";
import { answerOf } from "./answer";

interface BellProps {
  counts: BellCounts;
  csrf: string;
  from: string;
}

const INBOX = "/account/inbox";
const MOST_SHOWN = 99;
const AGAIN_MS = 60_000;
const loadNewest = () => import("./Newest");

/** What is new for the person. Without script a box of counts and links; with it the newest of each kind. */
export function Bell({ counts, csrf, from }: BellProps) {
  const { href } = useAddress();
  const [unread, setUnread] = useUnread(counts, `${href("/shell/bell")}?counts=1`);
  const [isOpen, setOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const later = useLater(isOpen, loadNewest);
  async function readAll(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    setTurn(turn + 1);
  }
  return (
    <details className="sh-bell" data-floating="" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="sh-tool">
        <svg viewBox="0 0 16 16" width="17" height="17" aria-hidden="true">
          <path d="M8 1.8a4.4 4.4 0 0 0-4.4 4.4c0 3.4-1.4 4.8-1.4 5.6h11.6c0-.8-1.4-2.2-1.4-5.6A4.4 4.4 0 0 0 8 1.8ZM6.4 14h3.2" />
        </svg>
        <span className="vh">{unread > 0 ? `消息中心，${unread} 条未读` : "消息中心"}</span>
        {unread > 0 ? <b aria-hidden="true">{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</b> : null}
      </summary>
      <div className="sh-pop">
        {later && isOpen ? <later.Newest turn={turn} inbox={INBOX} onUnread={setUnread} /> : <Counts counts={counts} />}
        <div className="bl-foot">
          <a href={href(INBOX)}>打开消息中心</a>
          {unread > 0 ? (
            <form method="post" action={href(INBOX)} onSubmit={readAll}>
              <input type="hidden" name="_csrf" value={csrf} />
              <input type="hidden" name="from" value={from} />
              <input type="hidden" name="read" value="all" />
              <button type="submit" className="bt" data-quiet="">
                全部已读
              </button>
            </form>
          ) : null}
        </div>
      </div>
    </details>
  );
}

/**
 * How much is unread: what the page says, what comes on the stream, and without one anew every minute while somebody looks at it.
 * @param counts of the page, as the server drew it; those of a newer page win over what was asked since
 */
function useUnread(counts: BellCounts, address: string): [unread: number, set: (unread: number) => void] {
  const drawn = counts.watch + counts.mention;
  const told = useStreamUpdate()?.bell;
  const [asked, setAsked] = useState({ counts, told, unread: drawn });
  if (asked.counts !== counts) setAsked({ counts, told, unread: drawn });
  else if (told && asked.told !== told) setAsked({ counts, told, unread: told.watch + told.mention });
  const set = useCallback((unread: number) => setAsked((before) => ({ ...before, unread })), []);
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible" || updatesCome()) return;
      const fresh = await answerOf<BellCounts>(address);
      if (fresh) set(fresh.watch + fresh.mention);
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [address, set]);
  return [asked.unread, set];
}

/** How much there is of each kind; documents that wait for the person are counted on the home page. */
function Counts({ counts }: { counts: BellCounts }) {
  const { href } = useAddress();
  const unread = (count: number) => (count > 0 ? `${count} 条未读` : "没有未读");
  const rows = [
    { label: "通知", to: `${INBOX}?unread=1`, text: unread(counts.watch) },
    { label: "消息", to: `${INBOX}?unread=1`, text: unread(counts.mention) },
    { label: "待办", to: "/qiaqia/home", text: counts.drafts > 0 ? `${counts.drafts} 份未完成的填写` : "在首页查看" },
  ];
  return (
    <ul className="bl-counts">
      {rows.map(({ label, to, text }) => (
        <li key={label}>
          <a href={href(to)}>
            <span>{label}</span>
            <b>{text}</b>
          </a>
        </li>
      ))}
    </ul>
  );
}
