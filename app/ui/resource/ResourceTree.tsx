import { Form, useSubmit } from "@remix-run/react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Actions } from "~/ui/Actions/Actions";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import { ExportMenu } from "~/ui/list/ExportMenu/ExportMenu";
import { Favourite } from "~/ui/shell/Favourite/Favourite";
import type { ResourceStopModel, ResourceTreeModel, TreeRow } from "./model";

/** The menu tree: one table per top tab, and the page that asks before entries are stopped. */
export function ResourceTree({ model }: { model: ResourceTreeModel | ResourceStopModel }) {
  return model.kind === "tree" ? <Tree model={model} /> : <Stop model={model} />;
}

function Tree({ model }: { model: ResourceTreeModel }) {
  const { path, href } = useAddress();
  const drag = useDragging(model);
  return (
    <div className="ls rt">
      <header className="ls-head">
        <h1>{model.title}</h1>
        <Favourite />
        <span>{model.total}</span>
        <form className="rt-find" method="get" action={href(model.listHref)}>
          <input className="in" type="search" name="q" aria-label="搜索菜单名称" placeholder="名称、拼音" />
          <button type="submit" className="bt">
            搜索
          </button>
        </form>
        <ExportMenu exports={model.exports} />
        <Actions actions={model.actions} />
      </header>
      {model.problem ? (
        <div className="no" data-level="error" role="alert">
          {model.problem}
        </div>
      ) : null}
      <Faults faults={model.faults} />
      <Form key={model.secrets.once} method="post" action={path(model.action)} preventScrollReset>
        <Secrets secrets={model.secrets} />
        {model.groups.map((group) => (
          <details key={group.id} className="rm-group rt-group" open={group.open}>
            <summary>
              <h2>{group.title}</h2>
              <span>{group.rows.length} 项</span>
            </summary>
            <div className="dt" data-scroll="page">
              <table>
                <caption className="vh">{group.title}的菜单</caption>
                <thead>
                  <tr>
                    <th scope="col">菜单名称</th>
                    <th scope="col">类型</th>
                    <th scope="col">权限标识</th>
                    <th scope="col">路由地址</th>
                    <th scope="col">说明</th>
                    <th scope="col">状态</th>
                    <th scope="col">排序</th>
                    <th scope="col" className="rt-do">
                      操作
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {group.rows.map((row) => (
                    <Row key={row.id} row={row} mayPick={model.batch.length > 0} drag={drag} />
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        ))}
        {model.batch.length > 0 ? (
          <fieldset className="bb-bar">
            <legend className="vh">批量处理</legend>
            {model.batch.map(({ intent, label }) => (
              <button key={intent} type="submit" className="bt" name="_intent" value={intent}>
                {label}
              </button>
            ))}
          </fieldset>
        ) : null}
      </Form>
    </div>
  );
}

function Faults({ faults }: { faults: ResourceTreeModel["faults"] }) {
  const { href } = useAddress();
  if (faults.length === 0) return null;
  return (
    <section className="no rt-faults" data-level="warning" aria-label="菜单检查">
      <b>有{faults.length}项不会出现在菜单中</b>
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.id} ${fault.text}`}>
            <a href={href(fault.href)}>{fault.title}</a>：{fault.text}
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATES = {
  on: { text: "启用", tone: "done" },
  off: { text: "已停用", tone: "closed" },
  above: { text: "随上级停用", tone: "warning" },
};

function Row({ row, mayPick, drag }: { row: TreeRow; mayPick: boolean; drag: Dragging | null }) {
  const { href } = useAddress();
  const { id, title, level, icon, perms, state } = row;
  return (
    <tr
      id={`r-${id}`}
      data-level={Math.min(level, 6)}
      data-at={row.isAt ? "" : undefined}
      data-state={state}
      onDragOver={drag?.over(row)}
      onDrop={drag?.drop(row)}
    >
      <th scope="row">
        {mayPick ? <input type="checkbox" name="pick" value={id} aria-label={`选择${title}`} /> : null}
        {icon ? <b aria-hidden="true">{icon}</b> : null}
        <a href={href(row.href)}>{title}</a>
        {perms ? (
          <a className="rt-perms" href={href(perms.href)}>
            子权限 {perms.count}
          </a>
        ) : null}
      </th>
      <td data-label="类型">{row.type}</td>
      <td data-label="权限标识">{row.name}</td>
      <td data-label="路由地址" data-none={row.address ? undefined : ""}>
        {row.address || "—"}
      </td>
      <td data-label="说明" data-none={row.marks.length > 0 ? undefined : ""}>
        {row.marks.join("、") || "—"}
      </td>
      <td data-label="状态">
        <span className="bd" data-tone={STATES[state].tone}>
          {STATES[state].text}
        </span>
      </td>
      <td data-label="排序" className="rt-sort">
        {row.up === undefined ? (
          "—"
        ) : (
          <>
            {drag ? (
              // For the mouse alone: the buttons beside it do the same for everybody.
              <span className="rt-drag" draggable aria-hidden="true" title="拖动排序" onDragStart={drag.start(row)}>
                ⠿
              </span>
            ) : null}
            <Intent name={`up ${id}`} label={`上移${title}`} text="↑" off={!row.up} />
            <Intent name={`down ${id}`} label={`下移${title}`} text="↓" off={!row.down} />
          </>
        )}
      </td>
      <td className="rt-do">
        {row.editHref ? <ListNeighbours to={row.editHref} label={`编辑${title}`} text="编辑" /> : null}
        {row.childHref ? <ListNeighbours to={row.childHref} label={`在${title}下新增下级`} text="新增下级" /> : null}
        {row.toggle ? (
          <Intent
            name={`${row.toggle} ${id}`}
            label={`${row.toggle === "enable" ? "启用" : "停用"}${title}`}
            text={row.toggle === "enable" ? "启用" : "停用"}
          />
        ) : null}
        {row.removeHref ? (
          <ListNeighbours to={row.removeHref} label={`删除${title}`} text="删除" tone="danger" />
        ) : null}
      </td>
    </tr>
  );
}

interface Dragging {
  start(row: TreeRow): (event: DragEvent) => void;
  over(row: TreeRow): (event: DragEvent) => void;
  drop(row: TreeRow): (event: DragEvent) => void;
}

/** Dragging a row to the place of another one below the same parent sends what the buttons send; null until the script is there. */
function useDragging({ action, secrets }: ResourceTreeModel): Dragging | null {
  const { path } = useAddress();
  const submit = useSubmit();
  const dragged = useRef<TreeRow | null>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  const fits = (row: TreeRow) =>
    dragged.current !== null && dragged.current.id !== row.id && dragged.current.parent === row.parent;
  return {
    start: (row) => (event) => {
      dragged.current = row;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", row.title);
    },
    over: (row) => (event) => {
      if (fits(row)) event.preventDefault();
    },
    drop: (row) => (event) => {
      if (!fits(row) || !dragged.current) return;
      event.preventDefault();
      const fields = { _csrf: secrets.csrf, _once: secrets.once, _intent: `place ${dragged.current.id} ${row.id}` };
      dragged.current = null;
      submit(fields, { method: "post", action: path(action), preventScrollReset: true });
    },
  };
}

function Intent({ name, label, text, off }: { name: string; label: string; text: string; off?: boolean }) {
  return (
    <button type="submit" className="bt" data-quiet="" name="_intent" value={name} aria-label={label} disabled={off}>
      {text}
    </button>
  );
}

function ListNeighbours({ to, label, text, tone }: { to: string; label: string; text: string; tone?: string }) {
  const { href } = useAddress();
  return (
    <a className="bt" data-quiet="" data-tone={tone} href={href(to)} aria-label={label}>
      {text}
    </a>
  );
}

function Stop({ model }: { model: ResourceStopModel }) {
  const { path, href } = useAddress();
  return (
    <Form key={model.secrets.once} className="rt-stop" method="post" action={path(model.action)}>
      <Secrets secrets={model.secrets} />
      {model.ids.map((id) => (
        <input key={id} type="hidden" name="pick" value={id} />
      ))}
      <h1>{model.title}</h1>
      <p>{model.question}</p>
      {model.entries.length > 1 ? <Names title="停用" names={model.entries} /> : null}
      {model.below.length > 0 ? <Names title="一并停用" names={model.below} /> : null}
      <div className="fm-bar">
        <button type="submit" className="bt" data-tone="danger" name="_intent" value="stop">
          停用
        </button>
        <a className="bt" href={href(model.cancelHref)}>
          取消
        </a>
      </div>
    </Form>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="rt-names">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
