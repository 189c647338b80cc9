import { useAddress } from "~/ui/address";
import { InboxList, MarkAllRead } from "~/ui/inbox/InboxList/InboxList";
import type { HomeModel } from "~/ui/model";

const INBOX = "与我有关的动态";
const HOME = "/qiaqia/home";

/** First what waits for me, then the numbers, then where one often goes. */
export function HomePage({ model }: { model: HomeModel }) {
  const { href } = useAddress();
  return (
    <div className="hm">
      <h1>{model.greeting}</h1>
      <Earlier titles={model.earlier} csrf={model.csrf} />
      <section aria-label="等我处理">
        <h2>等我处理</h2>
        {model.waiting.length > 0 ? (
          <ul className="hm-waiting">
            {model.waiting.map(({ label, count, href: to, hint }) => (
              <li key={label}>
                <a href={href(to)}>
                  <b data-zero={count === 0 || undefined}>{count}</b>
                  <span>{label}</span>
                  <small>{hint}</small>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>没有等您处理的事项。</p>
        )}
      </section>
      <Drafts drafts={model.drafts} csrf={model.csrf} />
      {model.inbox && model.inbox.entries.length > 0 ? (
        <section aria-label={INBOX}>
          <div className="hm-head">
            <h2>{INBOX}</h2>
            <a href={href(model.inbox.allHref)}>{`查看全部（未读 ${model.inbox.unread}）`}</a>
            <MarkAllRead block={model.inbox} from={HOME} />
          </div>
          <InboxList block={model.inbox} from={HOME} />
        </section>
      ) : null}
      {model.numbers.length > 0 ? (
        <section aria-label="概况">
          <h2>概况</h2>
          <ul className="hm-numbers">
            {model.numbers.map(({ label, value, href: to }) => (
              <li key={label}>
                <a href={href(to)}>
                  <span>{label}</span>
                  <b>{value}</b>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <QuickEntries model={model} />
    </div>
  );
}

/** The pages of the session before, to be opened again. */
function Earlier({ titles, csrf }: { titles: string[]; csrf: string }) {
  const { href } = useAddress();
  if (titles.length === 0) return null;
  return (
    <form className="hm-earlier" method="post" action={href("/shell/tabs")}>
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="from" value={HOME} />
      <p
        title={titles.join("、")}
      >{`上次登录时打开的：${titles.slice(0, 3).join("、")}${titles.length > 3 ? " 等" : ""}`}</p>
      <button type="submit" className="bt" name="intent" value="restore">
        {`恢复上次打开的${titles.length}个页面`}
      </button>
      <button type="submit" className="bt" data-quiet="" name="intent" value="decline">
        不用了
      </button>
    </form>
  );
}

/** Where one often goes: favourites, what was visited last, and what one may begin. */
function QuickEntries({ model }: { model: HomeModel }) {
  const { href } = useAddress();
  const { favourites, recent, quick } = model;
  const rows = [
    { label: "收藏", links: favourites },
    { label: "最近访问", links: recent },
    { label: "新建", links: quick.map((one) => ({ ...one, name: one.href, target: null })) },
  ].filter(({ links }) => links.length > 0);
  if (rows.length === 0) return null;
  return (
    <section aria-label="快捷入口">
      <h2>快捷入口</h2>
      <dl className="hm-quick">
        {rows.map(({ label, links }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="ac">
              {links.map(({ name, label: text, href: to, target }) => (
                <a
                  key={name}
                  className="bt"
                  href={href(to)}
                  {...(target ? { target, rel: "noopener noreferrer" } : {})}
                >
                  {text}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Forms that were begun and not saved. */
function Drafts({ drafts, csrf }: Pick<HomeModel, "drafts" | "csrf">) {
  const { href } = useAddress();
  if (drafts.length === 0) return null;
  return (
    <section aria-label="未完成的填写">
      <h2>未完成的填写</h2>
      <ul className="hm-drafts">
        {drafts.map(({ title, at, href: to, address }) => (
          <li key={address}>
            <a href={href(to)}>{title}</a>
            <small>{at} 暂存</small>
            <form method="post" action={href("/shell/drafts")}>
              <input type="hidden" name="_csrf" value={csrf} />
              <input type="hidden" name="address" value={address} />
              <button type="submit" className="bt" data-quiet="" aria-label={`放弃${title}`}>
                放弃
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
