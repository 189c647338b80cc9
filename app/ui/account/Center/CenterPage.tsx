import { useAddress } from "~/ui/address";
import { Avatar } from "../Avatar/Avatar";
import type { AccountTable } from "../model";
import { AccountRows } from "../Settings/AccountRows";

export interface CenterModel {
  title: string;
  card: { name: string; picture?: string; facts: { label: string; text: string }[] };
  waiting: { label: string; count: number; href: string; hint: string }[];
  unread: number;
  scopes: { label: string; text: string }[];
  rights: { label: string; text: string; href: string }[];
  /** How one comes to further rights. */
  more: { text: string; href: string | null };
  activity: { at: string; text: string; href: string | null }[];
  colleagues: AccountTable | null;
}

/** Who one is here, what waits, what one may do, what one last did. */
export function CenterPage({ model }: { model: CenterModel }) {
  const { href } = useAddress();
  const { card, waiting, unread } = model;
  return (
    <div className="cc">
      <h1 data-wide="">{model.title}</h1>
      <section data-wide="" aria-label="名片" className="cc-card">
        <Avatar name={card.name} href={card.picture} size="large" />
        <div>
          <h2>{card.name}</h2>
          {card.facts.map(({ label, text }) => (
            <p key={label}>{`${label}：${text}`}</p>
          ))}
        </div>
        <p className="st-line">
          <a className="bt" href={href("/account/profile?from=%2Faccount%2Faccount-center")} data-dialog="form">
            修改资料
          </a>
          <a className="bt" href={href("/account/settings-security")}>
            安全设置
          </a>
        </p>
      </section>
      <section aria-labelledby="cc-waiting">
        <h2 id="cc-waiting">我的待办</h2>
        {waiting.length > 0 ? (
          <ul className="cc-list">
            {waiting.map(({ label, count, href: to, hint }) => (
              <li key={label}>
                <a href={href(to)}>{label}</a>
                <span>{`${count} 条，${hint}`}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="st-note">没有等您处理的事项。</p>
        )}
        <p>
          <a href={href("/account/inbox")}>{unread > 0 ? `未读动态 ${unread} 条` : "查看与我有关的动态"}</a>
        </p>
      </section>
      <section aria-labelledby="cc-activity">
        <h2 id="cc-activity">最近操作</h2>
        {model.activity.length > 0 ? (
          <ul className="cc-list">
            {model.activity.map(({ at, text, href: to }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may be done twice in a minute; the list never changes on the page
              <li key={index}>
                {to ? <a href={href(to)}>{text}</a> : <b>{text}</b>}
                <time>{at}</time>
              </li>
            ))}
          </ul>
        ) : (
          <p className="st-note">还没有操作记录。</p>
        )}
      </section>
      {model.colleagues ? (
        <section data-wide="" aria-labelledby="cc-colleagues">
          <h2 id="cc-colleagues">本企业账号</h2>
          <AccountRows table={model.colleagues} />
        </section>
      ) : null}
      <section data-wide="" aria-labelledby="cc-rights">
        <h2 id="cc-rights">我的权限</h2>
        <p className="st-note">
          {model.more.text}
          {model.more.href ? <a href={href(model.more.href)}>申请权限</a> : null}
        </p>
        <dl className="cc-rights">
          {model.scopes.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <ul className="cc-list">
          {model.rights.map(({ label, text, href: to }) => (
            <li key={to}>
              <a href={href(to)}>{label}</a>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
