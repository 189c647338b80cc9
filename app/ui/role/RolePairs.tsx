import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import { DataTable } from "~/ui/table/DataTable/DataTable";
import type { RoleCompareModel, RoleExclusiveModel } from "./model";

/** Roles that nobody may hold together with this one. */
export function RoleExclusive({ model }: { model: RoleExclusiveModel }) {
  const { path, href } = useAddress();
  const { title, help, action, version, readOnly, problems, roles, secrets, cancelHref } = model;
  return (
    <Form key={secrets.once} className="rm" method="post" action={path(action)}>
      <Secrets secrets={secrets} version={version} />
      <h1>{title}</h1>
      {problems.length > 0 ? (
        <div className="no" data-level="error" role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="rm-help">{help}</p>
      {roles.length > 0 ? (
        <fieldset className="rm-pairs" disabled={readOnly}>
          <legend className="vh">互斥角色</legend>
          {roles.map(({ code, label, on }) => (
            <label key={code}>
              <input type="checkbox" name="other" value={code} defaultChecked={on} />
              {label}
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="rc-none">没有其他适用于同类用户的角色。</p>
      )}
      <div className="fm-bar">
        {readOnly ? null : (
          <button type="submit" className="bt" data-tone="primary">
            保存
          </button>
        )}
        <a className="bt" href={href(cancelHref)}>
          {readOnly ? "返回" : "取消"}
        </a>
      </div>
    </Form>
  );
}

/** Where two roles differ. */
export function RoleCompare({ model }: { model: RoleCompareModel }) {
  const { href } = useAddress();
  const { title, action, choices, chosen, result, backHref } = model;
  return (
    <article className="rc rm">
      <header>
        <p className="rc-kind">
          <a href={href(backHref)}>‹ 返回角色</a>
        </p>
        <h1>{title}</h1>
      </header>
      <form className="rm-compare" method="get" action={href(action)}>
        <label>
          另一个角色
          <select key={chosen} className="in" name="with" defaultValue={chosen} required>
            <option value="">请选择</option>
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="bt" data-tone="primary">
          比较
        </button>
      </form>
      {result ? (
        <>
          <p className="rm-question">{result.summary}</p>
          {result.table.rows.length > 0 ? <DataTable table={result.table} scroll="page" /> : null}
        </>
      ) : null}
    </article>
  );
}
