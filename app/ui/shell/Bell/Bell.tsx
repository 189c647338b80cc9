import { type FormEvent, useState } from "react";
import { useAddress } from "~/ui/address";
import type { BellCounts, BellModel } from "../shell-model";
import { useBell } from "./use-bell";

interface BellProps {
  counts: BellCounts;
  csrf: string;
  from: string;
}

const INBOX = "/account/inbox";
const MOST_SHOWN = 99;

/** What is new for the person. Without script a box of counts and links; with it the newest of each kind. */
export function Bell({ counts, csrf, from }: BellProps) {
  const { href } = useAddress();
  const bell = useBell(counts, href("/shell/bell"));
  const { unread } = bell;
  function readAll(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void bell.readAll(event.currentTarget);
  }
  return (
    <details className="sh-bell" data-floating="" onToggle={(event) => bell.toggle(event.currentTarget.open)}>
      <summary className="sh-tool">
        <svg viewBox="0 0 16 16" width="17" height="17" aria-hidden="true">
          <path d="M8 1.8a4.4 4.4 0 0 0-4.4 4.4c0 3.4-1.4 4.8-1.4 5.6h11.6c0-.8-1.4-2.2-1.4-5.6A4.4 4.4 0 0 0 8 1.8ZM6.4 14h3.2" />
        </svg>
        <span className="vh">{unread > 0 ? `消息中心，${unread} 条未读` : "消息中心"}</span>
        {unread > 0 ? <b aria-hidden="true">{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</b> : null}
      </summary>
      <div className="sh-pop">
        {bell.model ? (
          <Newest model={bell.model} />
        ) : bell.state === "loading" ? (
          <p className="bl-none" role="status">
            加载中…
          </p>
        ) : bell.state === "slow" ? (
          <p className="bl-none" role="status">
            <a href={href(INBOX)}>加载较慢，打开消息中心</a>
          </p>
        ) : (
          <Counts counts={counts} />
        )}
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

function Newest({ model }: { model: BellModel }) {
  const { href } = useAddress();
  const first = model.tabs.find(({ count }) => count > 0) ?? model.tabs[0];
  const [chosen, choose] = useState(first?.key);
  const shown = model.tabs.find(({ key }) => key === chosen) ?? first;
  if (!shown) return null;
  return (
    <>
      <div className="bl-tabs">
        {model.tabs.map(({ key, label, count }) => (
          <button key={key} type="button" aria-pressed={key === shown.key} onClick={() => choose(key)}>
            {count > 0 ? `${label} ${count}` : label}
          </button>
        ))}
      </div>
      {shown.entries.length === 0 ? (
        <p className="bl-none">{shown.none}</p>
      ) : (
        <ul aria-label={shown.label}>
          {shown.entries.map(({ title, text, at, href: to }) => {
            const inside = (
              <>
                <b>{title}</b>
                <span>{text}</span>
                {at ? <small>{at}</small> : null}
              </>
            );
            return (
              <li key={`${to} ${at} ${title} ${text}`}>
                {to ? (
                  <a className="bl-entry" href={href(to)}>
                    {inside}
                  </a>
                ) : (
                  <div className="bl-entry">{inside}</div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
