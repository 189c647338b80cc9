import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { ListModel, ListViews } from "~/ui/model/list";

/** The lists a person saved, as links. */
export function ViewLinks({ views }: { views: ListViews }) {
  const { href } = useAddress();
  if (views.links.length === 0) return null;
  return (
    <nav className="lv" aria-label="我的视图">
      <ul>
        {views.links.map((link) => (
          <li key={link.label}>
            <a href={href(link.href)} aria-current={link.current ? "page" : undefined}>
              {link.label}
            </a>
          </li>
        ))}
        <li>
          <a href={href(views.manageHref)} data-quiet="">
            管理
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** How a person arranges a list for itself: which columns, and keeping it under a name. */
export function ListTools({ views, columnsHref }: Pick<ListModel, "views" | "columnsHref">) {
  const { href } = useAddress();
  return (
    <div className="lt">
      {views.save ? <SaveView save={views.save} /> : null}
      <a className="bt" data-quiet="" href={href(columnsHref)}>
        选择列
      </a>
    </div>
  );
}

function SaveView({ save }: { save: NonNullable<ListViews["save"]> }) {
  const { path } = useAddress();
  return (
    <details data-floating="">
      <summary className="bt" data-quiet="">
        保存为视图
      </summary>
      <Form key={save.query} className="lt-pop" method="post" action={path(save.action)}>
        <input type="hidden" name="_csrf" value={save.csrf} />
        <input type="hidden" name="query" value={save.query} />
        <label htmlFor="view-name">名称</label>
        <input className="in" id="view-name" name="name" maxLength={20} required autoComplete="off" />
        <button type="submit" className="bt" data-tone="primary" name="_intent" value="save">
          保存
        </button>
      </Form>
    </details>
  );
}
