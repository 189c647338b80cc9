import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { AccountTable, RowAction } from "../model";

interface AccountRowsProps {
  table: AccountTable;
  /** What buttons in rows post to, and their proof of origin. */
  action?: string;
  csrf?: string;
}

/** A small table of the own account; on a phone its rows are cards. */
export function AccountRows({ table, action = "", csrf = "" }: AccountRowsProps) {
  if (table.rows.length === 0) return <p className="st-note">{table.empty}</p>;
  const acts = table.rows.some((row) => row.action);
  return (
    <div className="dt">
      <table>
        <caption className="vh">{table.caption}</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {acts ? <th scope="col">处理</th> : null}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map(({ text, tone, badge }, index) => (
                <td key={table.columns[index]} data-label={table.columns[index]}>
                  {badge ? `${text} ` : null}
                  {tone ? (
                    <span className="bd" data-tone={tone}>
                      {badge ?? text}
                    </span>
                  ) : (
                    text
                  )}
                </td>
              ))}
              {acts ? (
                <td data-label="处理">
                  {row.action ? (
                    <Act act={row.action} name={row.cells[0]?.text ?? ""} action={action} csrf={csrf} />
                  ) : null}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Act({ act, name, action, csrf }: { act: RowAction; name: string; action: string; csrf: string }) {
  const { href, path } = useAddress();
  if (act.kind === "link")
    return (
      <a
        className="bt"
        data-quiet=""
        data-tone={act.danger ? "danger" : undefined}
        href={href(act.href)}
        data-dialog={act.dialog}
        aria-label={`${act.label}${name}`}
      >
        {act.label}
      </a>
    );
  return (
    <Form method="post" action={path(action)}>
      <input type="hidden" name="_csrf" value={csrf} />
      <button
        type="submit"
        className="bt"
        data-quiet=""
        name={act.name}
        value={act.value}
        aria-label={`${act.label}${name}`}
      >
        {act.label}
      </button>
    </Form>
  );
}
