import { type Address, useAddress } from "~/ui/address";
import type { Cell, Control, FormSection } from "~/ui/model";
import { cellText } from "~/ui/table/CellText";
import { fieldId } from "../fields/input-props";
import { LineControl } from "../LineControl/LineControl";

type Lines = Extract<FormSection, { kind: "lines" }>;
type Line = Lines["rows"][number];

/**
 * The rows of a document. Copying, removing and adding are submit buttons of the surrounding form: the server answers with the
 * changed rows, with and without script. `_lines.items` is posted with the table, so that removing its last row is no silence.
 */
export function LineEditor({ section, busy }: { section: Lines; busy: boolean }) {
  const address = useAddress();
  const { title, name, columns, rows, error, canChange } = section;
  return (
    <section className="le" aria-label={title}>
      <h2>
        {title}
        <small>{rows.length} 行</small>
      </h2>
      {canChange ? <input type="hidden" name={`_lines.${name}`} value="1" /> : null}
      {error ? (
        <p className="er" id={fieldId(name)} tabIndex={-1}>
          {error}
        </p>
      ) : null}
      <div className="dt" data-scroll="inner" data-edit="">
        <table>
          <caption className="vh">{title}</caption>
          <thead>
            <tr>
              <th scope="col">行</th>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={side(column)} data-required={column.required || undefined}>
                  {column.label}
                  {column.unit ? `（${column.unit}）` : ""}
                </th>
              ))}
              {canChange ? <th scope="col">增删</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.key} data-row={`${name}.${index}`}>
                <th scope="row">
                  {row.lineNo}
                  {row.id ? <input type="hidden" name={`${name}.${index}.id`} value={row.id} /> : null}
                </th>
                {values(section, row).map(({ column, value }) => (
                  <td key={column.name} className={side(column)} data-label={column.label}>
                    {content(value, `第 ${row.lineNo} 行`, address)}
                  </td>
                ))}
                {canChange ? (
                  <td className="le-do">
                    <LineButton name={name} does="copy" index={index} row={row} busy={busy} />
                    <LineButton name={name} does="remove" index={index} row={row} busy={busy} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <p className="le-none">还没有{title}。</p> : null}
      </div>
      {canChange ? (
        <button type="submit" className="bt" name="_intent" value={`${name}.add`} formNoValidate disabled={busy}>
          添加一行
        </button>
      ) : null}
    </section>
  );
}

interface LineButtonProps {
  name: string;
  does: "copy" | "remove";
  index: number;
  row: Line;
  busy: boolean;
}

const verbs = { copy: "复制", remove: "删除" };

function LineButton({ name, does, index, row, busy }: LineButtonProps) {
  return (
    <button
      type="submit"
      className="bt"
      data-quiet=""
      data-tone={does === "remove" ? "danger" : undefined}
      name="_intent"
      value={`${name}.${does}.${index}`}
      formNoValidate
      disabled={busy}
      aria-label={`${verbs[does]}第 ${row.lineNo} 行`}
    >
      {verbs[does]}
    </button>
  );
}

type Value = { control: Control } | { cell: Cell | undefined };

/** Each column shows the control of its name; the columns that have none take the read-only cells in order. */
function values({ columns }: Lines, row: Line): { column: Lines["columns"][number]; value: Value }[] {
  const cells = row.readOnly.values();
  return columns.map((column) => {
    const control = row.controls.find(({ name }) => name.endsWith(`.${column.name}`));
    return { column, value: control ? { control } : { cell: cells.next().value } };
  });
}

function content(value: Value, row: string, address: Address) {
  if ("control" in value) return <LineControl control={value.control} row={row} />;
  return value.cell ? cellText(value.cell, address) : null;
}

function side({ align }: { align: "start" | "end" }): string | undefined {
  return align === "end" ? "n" : undefined;
}
