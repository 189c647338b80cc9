import { useAddress } from "~/ui/address";
import { InboxList, MarkAllRead } from "~/ui/inbox/InboxList/InboxList";
import type { HomeModel } from "~/ui/model";
import { Block } from "./Block";
import { Part } from "./Part";

const INBOX = "与我有关的动态";
const HOME = "/qiaqia/home";

/** A place to work from: what waits for me and what happened, beside it how much there is and where one often goes. */
export function HomePage({ model }: { model: HomeModel }) {
  const { work, blocks, inbox, marks, quick, begun, earlier, csrf } = model;
  const at = (place: "top" | "main" | "side") =>
    blocks.filter((block) => block.place === place).map((block) => <Block key={block.key} block={block} />);
  return (
    <div className="hm">
      <header className="hm-top">
        <h1>{model.greeting}</h1>
        {model.company ? <strong>{model.company}</strong> : null}
        <span>{model.today}</span>
      </header>
      <Earlier titles={earlier} csrf={csrf} />
      {at("top")}
      <div className="hm-cols">
        <div>
          <Part title="等我处理" failed={work.failed}>
            {work.failed ? null : <Waiting waiting={work.waiting} />}
          </Part>
          {at("main")}
          {inbox.failed || inbox.entries.length > 0 ? (
            <Part
              title={INBOX}
              failed={inbox.failed}
              all={inbox.failed ? undefined : { label: `查看全部（未读 ${inbox.unread}）`, href: inbox.allHref }}
              more={inbox.failed ? null : <MarkAllRead block={inbox} from={HOME} />}
            >
              {inbox.failed ? null : <InboxList block={inbox} from={HOME} />}
            </Part>
          ) : null}
        </div>
        <div>
          {begun.failed || begun.drafts.length > 0 ? (
            <Part title="未完成的填写" failed={begun.failed}>
              {begun.failed ? null : <Drafts drafts={begun.drafts} csrf={csrf} />}
            </Part>
          ) : null}
          {at("side")}
          {work.failed || work.numbers.length === 0 ? null : (
            <Part title="概况">
              <Numbers numbers={work.numbers} />
            </Part>
          )}
          <QuickEntries marks={marks} quick={quick} />
        </div>
      </div>
    </div>
  );
}

type Work = Exclude<HomeModel["work"], { failed: true }>;

function Waiting({ waiting }: Pick<Work, "waiting">) {
  const { href } = useAddress();
  if (waiting.length === 0) return <p>没有等您处理的事项。</p>;
  return (
    <ul className="hm-waiting">
      {waiting.map(({ label, count, href: to, hint }) => (
        <li key={label}>
          <a href={href(to)}>
            <b data-zero={count === 0 || undefined}>{count}</b>
            <span>{label}</span>
            <small>{hint}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Numbers({ numbers }: Pick<Work, "numbers">) {
  const { href } = useAddress();
  return (
    <ul className="hm-numbers">
      {numbers.map(({ label, value, href: to }) => (
        <li key={label}>
          <a href={href(to)}>
            <span>{label}</span>
            <b>{value}</b>
          </a>
        </li>
      ))}
    </ul>
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
function QuickEntries({ marks, quick }: Pick<HomeModel, "marks" | "quick">) {
  const { href } = useAddress();
  const rows = [
    { label: "收藏", links: marks.failed ? [] : marks.favourites },
    { label: "最近访问", links: marks.failed ? [] : marks.recent },
    { label: "新建", links: quick.map((one) => ({ ...one, name: one.href, target: null })) },
  ].filter(({ links }) => links.length > 0);
  if (rows.length === 0) return null;
  return (
    <Part title="快捷入口" failed={marks.failed}>
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
    </Part>
  );
}

/** Forms that were begun and not saved. */
function Drafts({ drafts, csrf }: { drafts: Exclude<HomeModel["begun"], { failed: true }>["drafts"]; csrf: string }) {
  const { href } = useAddress();
  return (
    <ul className="hm-drafts">
      {drafts.map(({ id, title, at, href: to }) => (
        <li key={id}>
          <a href={href(to)}>{title}</a>
          <small>{at} 暂存</small>
          <form method="post" action={href("/shell/drafts")}>
            <input type="hidden" name="_csrf" value={csrf} />
            <input type="hidden" name="draft" value={id} />
            <button type="submit" className="bt" data-quiet="" aria-label={`放弃 ${at} 暂存的${title}`}>
              放弃
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
