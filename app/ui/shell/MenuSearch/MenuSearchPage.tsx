import { useAddress } from "~/ui/address";
import type { MenuSearchModel } from "./model";

/** What was found among the menus, as links. */
export function MenuSearchPage({ model }: { model: MenuSearchModel }) {
  const { href } = useAddress();
  const { text, found } = model;
  return (
    <div className="ms-page">
      <h1>搜索菜单</h1>
      <search aria-label="搜索全部菜单">
        <form className="ms-again" method="get" action={href("/shell/menus")}>
          <input
            className="in"
            type="search"
            name="q"
            defaultValue={text}
            key={text}
            aria-label="菜单名称"
            placeholder="菜单名称或拼音首字母"
            autoComplete="off"
          />
          <button type="submit" className="bt" data-tone="primary">
            搜索
          </button>
        </form>
      </search>
      {found.length > 0 ? (
        <ul className="ms-list">
          {found.map((entry) => (
            <li key={entry.name}>
              <a
                href={href(entry.href)}
                {...(entry.target ? { target: entry.target, rel: "noopener noreferrer" } : {})}
              >
                {entry.label}
              </a>
              <small>{entry.trail}</small>
            </li>
          ))}
        </ul>
      ) : (
        <p>{`没有找到与「${text}」相符的菜单。可以换一个词，或用拼音首字母。`}</p>
      )}
    </div>
  );
}
