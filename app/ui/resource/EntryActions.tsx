import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import type { FormSecrets } from "~/ui/model/form";

interface EntryActionsModel {
  title: string;
  action: string;
  backHref: string;
  version: string;
  problem: string | null;
  readOnly: boolean;
  rows: { name: string; label: string; on: boolean; roles: string }[];
  secrets: FormSecrets;
}

/** Which actions a menu entry has for anybody, and which roles hold the right to each. */
export function EntryActions({ model }: { model: EntryActionsModel }) {
  const { path, href } = useAddress();
  const { title, action, backHref, version, problem, readOnly, rows, secrets } = model;
  return (
    <Form key={secrets.once} className="rt-stop" method="post" action={path(action)}>
      <Secrets secrets={secrets} version={version} />
      <h1>{title}</h1>
      {problem ? (
        <div className="no" data-level="error" role="alert">
          {problem}
        </div>
      ) : null}
      <p>去掉勾选的操作，对所有角色从下一次请求起失效；角色的授权保留，重新勾选后恢复。</p>
      {rows.length === 0 ? <p>目录和顶部菜单没有自己的操作。</p> : null}
      {rows.length > 0 ? (
        <div className="dt" data-scroll="page">
          <table>
            <caption className="vh">操作和角色</caption>
            <thead>
              <tr>
                <th scope="col">操作</th>
                <th scope="col">持有权限的角色</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">
                    <label className="rt-tick">
                      <input
                        type="checkbox"
                        name="action"
                        value={row.name}
                        defaultChecked={row.on}
                        disabled={readOnly}
                      />
                      {row.label}
                    </label>
                  </th>
                  <td data-label="角色">{row.roles || "没有"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <div className="fm-bar">
        {readOnly || rows.length === 0 ? null : (
          <button type="submit" className="bt" data-tone="primary">
            保存
          </button>
        )}
        <a className="bt" href={href(backHref)}>
          返回
        </a>
      </div>
    </Form>
  );
}
