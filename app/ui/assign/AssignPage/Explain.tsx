import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { AssignExplain } from "../model";

const VERDICTS = {
  allows: { label: "允许", tone: "done" },
  stops: { label: "拒绝", tone: "refused" },
  nothing: { label: "不起作用", tone: "closed" },
} as const;

/** Asks why a person may or may not do something, and answers it grant by grant. */
export function Explain({ explain }: { explain: AssignExplain }) {
  const { path } = useAddress();
  const { action, screens, actions, asked, problem, answer } = explain;
  return (
    <>
      <Form method="get" action={path(action)} className="fm as-ask">
        <label>
          菜单
          <select className="in" name="screen" defaultValue={asked.screen} required>
            <option value="">请选择</option>
            {screens.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          操作
          <select className="in" name="action" defaultValue={asked.action}>
            {actions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          单号或编码（可不填）
          <input className="in" name="record" defaultValue={asked.record} maxLength={60} />
        </label>
        <button type="submit" className="bt" data-tone="primary">
          查询
        </button>
      </Form>
      {problem ? (
        <div className="no" data-level="error" role="alert">
          <p>{problem}</p>
        </div>
      ) : null}
      {answer ? (
        <section aria-label="结论">
          <h2>{answer.text}</h2>
          {answer.rows.length === 0 ? <p className="rc-none">没有分配任何角色。</p> : <Reasons rows={answer.rows} />}
        </section>
      ) : null}
    </>
  );
}

function Reasons({ rows }: { rows: NonNullable<AssignExplain["answer"]>["rows"] }) {
  return (
    <div className="dt" data-scroll="page">
      <table>
        <caption className="vh">依据</caption>
        <thead>
          <tr>
            <th scope="col">来源</th>
            <th scope="col">内容</th>
            <th scope="col">范围或期限</th>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ role, grant, scope, verdict }) => (
            <tr key={`${role} ${grant}`}>
              <td data-label="来源">{role}</td>
              <td data-label="内容">{grant}</td>
              <td data-label="范围或期限">{scope}</td>
              <td data-label="结果">
                <span className="bd" data-tone={VERDICTS[verdict].tone}>
                  {VERDICTS[verdict].label}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
