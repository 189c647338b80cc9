import { Form } from "@remix-run/react";
import type { ChangeEvent } from "react";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import type { RightGroup, RightRow, RoleConfirmModel, RoleMatrixModel } from "./model";

/** The rights of a role: the matrix to tick, then the page that shows what saving would change. */
export function RoleRights({ model }: { model: RoleMatrixModel | RoleConfirmModel }) {
  return model.kind === "matrix" ? <Matrix model={model} /> : <Confirm model={model} />;
}

function Matrix({ model }: { model: RoleMatrixModel }) {
  const { path, href } = useAddress();
  const { title, facts, action, version, columns, groups, problems, readOnly, secrets, cancelHref } = model;
  return (
    <Form key={secrets.once} className="rm" method="post" action={path(action)} onChange={tickAlong}>
      <Secrets secrets={secrets} version={version} />
      <header className="rm-head">
        <h1>{title}</h1>
        {facts.map(({ label, text }) => (
          <span key={label}>
            {label}：{text}
          </span>
        ))}
      </header>
      {problems.length > 0 ? (
        <div className="no" data-level="error" role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="rm-help">勾选任何操作时，会自动带上该菜单及上级菜单的查询。缩进的行是菜单下的子权限。</p>
      {groups.map((group) => (
        <Group key={group.title} group={group} columns={columns} readOnly={readOnly} />
      ))}
      <div className="fm-bar">
        {readOnly ? null : (
          <button type="submit" className="bt" data-tone="primary" name="_intent" value="check">
            核对变更
          </button>
        )}
        <a className="bt" href={href(cancelHref)}>
          {readOnly ? "返回" : "取消"}
        </a>
      </div>
    </Form>
  );
}

function Group({ group, columns, readOnly }: { group: RightGroup; columns: string[]; readOnly: boolean }) {
  return (
    <details className="rm-group" open={group.open}>
      <summary>
        <h2>{group.title}</h2>
        <span>{group.held > 0 ? `已勾选 ${group.held} 项` : "未勾选"}</span>
      </summary>
      <div className="dt" data-scroll="page">
        <table>
          <caption className="vh">{group.title}的权限</caption>
          <thead>
            <tr>
              <th scope="col">菜单</th>
              {columns.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              {readOnly ? null : <th scope="col">整行</th>}
            </tr>
          </thead>
          <tbody>
            {group.rows.map((row) => (
              <Row key={row.name} row={row} columns={columns} readOnly={readOnly} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ row, columns, readOnly }: { row: RightRow; columns: string[]; readOnly: boolean }) {
  return (
    <tr data-sub={row.sub ? "" : undefined} data-brings={row.brings.join(" ")}>
      <th scope="row">{row.title}</th>
      {row.cells.map((cell, index) => (
        <td key={columns[index]} data-label={columns[index]}>
          {cell ? (
            <input
              type="checkbox"
              name="grant"
              value={cell.name}
              aria-label={cell.label}
              defaultChecked={cell.on}
              disabled={readOnly}
            />
          ) : null}
        </td>
      ))}
      {readOnly ? null : (
        <td>
          <button
            type="submit"
            className="bt"
            data-quiet=""
            name="_intent"
            value={`row ${row.name}`}
            aria-label={`${row.title}全选或全不选`}
          >
            全选
          </button>
        </td>
      )}
    </tr>
  );
}

/** What comes with a right is ticked at once; the server does the same. */
function tickAlong(event: ChangeEvent<HTMLFormElement>): void {
  const box: unknown = event.target;
  if (!(box instanceof HTMLInputElement) || !box.checked || !box.form) return;
  const brings = box.closest("tr")?.dataset.brings?.split(" ") ?? [];
  for (const one of box.form.querySelectorAll<HTMLInputElement>("input[name=grant]"))
    if (brings.includes(one.value)) one.checked = true;
}

function Confirm({ model }: { model: RoleConfirmModel }) {
  const { path, href } = useAddress();
  const { title, action, version, question, added, removed, ticked, secrets, cancelHref } = model;
  return (
    <Form key={secrets.once} className="rm" method="post" action={path(action)}>
      <Secrets secrets={secrets} version={version} />
      {ticked.map((name) => (
        <input key={name} type="hidden" name="grant" value={name} />
      ))}
      <h1>{title}</h1>
      <p className="rm-question">{question}</p>
      <Difference title="新增" rows={added} />
      <Difference title="移除" rows={removed} />
      <div className="fm-bar">
        {added.length + removed.length > 0 ? (
          <button type="submit" className="bt" data-tone="primary" name="_intent" value="save">
            保存
          </button>
        ) : null}
        <button type="submit" className="bt" name="_intent" value="back">
          返回修改
        </button>
        <a className="bt" href={href(cancelHref)}>
          取消
        </a>
      </div>
    </Form>
  );
}

function Difference({ title, rows }: { title: string; rows: RoleConfirmModel["added"] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="rm-diff" data-kind={title === "新增" ? "added" : "removed"}>
      <h2>{title}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.title}>
            <b>{row.title}</b>
            <span>{row.actions}</span>
            {row.note ? <small>{row.note}</small> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
