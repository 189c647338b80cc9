import { useAddress } from "~/ui/address";
import type { MenuPreviewModel, PreviewNode } from "./model";

/** The menus as a chosen person sees them: all top tabs side by side. */
export function MenuPreview({ model }: { model: MenuPreviewModel }) {
  const { href } = useAddress();
  const { shown } = model;
  return (
    <article className="mp">
      <header>
        <p className="rc-kind">
          <a href={href(model.backHref)}>‹ 返回资源管理</a>
        </p>
        <h1>{model.title}</h1>
      </header>
      <div className="mp-ask">
        {model.mayAsk ? (
          <form method="get" action={href(model.action)}>
            <label>
              <span>用户</span>
              <input
                className="in"
                type="search"
                name="person"
                defaultValue={model.typed}
                placeholder="账号、姓名或拼音"
              />
            </label>
            <button type="submit" className="bt" data-tone="primary">
              查看
            </button>
          </form>
        ) : null}
        <form method="get" action={href(model.action)}>
          <label>
            <span>角色</span>
            <select className="in" name="role" defaultValue={model.role}>
              <option value="">请选择</option>
              {model.roles.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="bt">
            按角色查看
          </button>
        </form>
      </div>
      {model.problem ? (
        <div className="no" data-level="error" role="alert">
          {model.problem}
        </div>
      ) : null}
      {model.found.length > 0 ? (
        <section aria-label="找到的用户">
          <p>找到多个用户，请选择：</p>
          <ul className="mp-found">
            {model.found.map((one) => (
              <li key={one.href}>
                <a href={href(one.href)}>{one.label}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {shown ? <Shown shown={shown} /> : null}
    </article>
  );
}

function Shown({ shown }: { shown: NonNullable<MenuPreviewModel["shown"]> }) {
  return (
    <section aria-label="菜单" className="mp-shown">
      <h2>{shown.name}</h2>
      <p className="mp-notes">{shown.notes.join(" · ")}</p>
      {shown.groups.length === 0 ? <p>没有任何菜单，登录后只能打开首页和个人中心。</p> : null}
      <div className="mp-tops">
        {shown.groups.map((group) => (
          <section key={group.id} aria-label={group.title}>
            <h3>{group.title}</h3>
            <Nodes nodes={group.nodes} />
          </section>
        ))}
      </div>
      {shown.hidden.length > 0 ? (
        <section aria-label="不显示但可打开">
          <h3>不显示，但可按地址打开</h3>
          <ul className="rt-names">
            {shown.hidden.map((one) => (
              <li key={one.key}>
                {one.title}（{one.address}）
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </section>
  );
}

function Nodes({ nodes }: { nodes: PreviewNode[] }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.key}>
          <span data-leaf={node.below.length === 0 ? "" : undefined} title={node.address || undefined}>
            {node.icon ? <b aria-hidden="true">{node.icon}</b> : null}
            {node.title}
            {node.isAway ? <small>新窗口</small> : null}
          </span>
          {node.below.length > 0 ? <Nodes nodes={node.below} /> : null}
        </li>
      ))}
    </ul>
  );
}
