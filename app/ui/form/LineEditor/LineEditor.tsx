import { useEffect, useRef, useState } from "react";
import type { FormSection, LineTable } from "~/ui/model/form";
import { linesStack } from "~/ui/table/needed-width";
import { fieldId } from "../fields/input-props";
import { actionsOf, type Focus } from "./actions";
import { Gone } from "./Gone";
import { gridKey, gridPaste } from "./grid";
import { LineCells } from "./LineCells";
import { NestedLines } from "./NestedLines";
import { PasteBox } from "./PasteBox";
import { RowButton } from "./RowButton";
import { type Change, countOf, type Line, numbered } from "./rows";

type Section = Extract<FormSection, { kind: "lines" }>;

/**
 * The rows of a document, with those beneath them. Copying, removing and adding are submit buttons of the surrounding form: where
 * no script runs the server answers with the changed rows, otherwise they change at once. `_lines.items` is posted with the table,
 * so that removing its last row is no silence.
 */
export function LineEditor({ section, busy }: { section: Section; busy: boolean }) {
  const root = useRef<HTMLElement>(null);
  const [rows, change] = useRows(section);
  const focus = useRowFocus(root);
  const [note, setNote] = useNote(section);
  const seen = useRef(rows);
  useEffect(() => {
    if (seen.current === rows) return;
    seen.current = rows;
    askForFigures(root.current);
  }, [rows]);
  const { title, name, columns, error, counter, max, fixedRows } = section;
  const actions = actionsOf(section, rows, change, focus);
  const count = countOf(rows);
  const width = columns.length + (fixedRows ? 1 : 2);
  return (
    <section ref={root} className="le" data-lines="" aria-label={title}>
      <h2>
        {title}
        <small>
          {count} {counter}
        </small>
      </h2>
      <input type="hidden" name={`_lines.${name}`} value="1" />
      {error ? (
        <p className="er" id={fieldId(name)} tabIndex={-1}>
          {error}
        </p>
      ) : null}
      <div
        className="dt"
        data-scroll="inner"
        data-edit=""
        data-stack={linesStack(columns.map(headOf), section.blank.controls, !fixedRows)}
      >
        <table>
          <caption className="vh">{title}</caption>
          <Head columns={columns} fixedRows={fixedRows} />
          <tbody
            onKeyDown={(event) => gridKey(event, name, actions)}
            onPaste={(event) => setNote(gridPaste({ event, table: section, name, rows, change }) ?? note)}
          >
            {numbered(rows).flatMap(({ row, index }) => {
              const at = `${name}.${index}`;
              const called = `第 ${index + 1} ${counter}`;
              if (row.gone !== undefined)
                return [
                  <tr key={row.key} data-key={row.key}>
                    <td className="le-gone" colSpan={width}>
                      <Gone what={`第 ${row.gone} ${counter}`} restore={() => actions.restore(row)} />
                    </td>
                  </tr>,
                ];
              return [
                <tr key={row.key} data-key={row.key} data-line={name}>
                  <th scope="row">
                    {index + 1}
                    {row.id ? <input type="hidden" name={`${at}.id`} value={row.id} /> : null}
                  </th>
                  <LineCells table={section} row={row} at={at} called={called} />
                  {fixedRows ? null : (
                    <td className="le-do">
                      <RowButton
                        intent={`${name}.copy.${index}`}
                        label="复制"
                        name={`复制${called}`}
                        quiet
                        disabled={busy || count >= max}
                        act={(form) => actions.copy(row, at, form)}
                      />
                      <RowButton
                        intent={`${name}.remove.${index}`}
                        label="删除"
                        name={`删除${called}`}
                        danger
                        quiet
                        disabled={busy}
                        act={(form) => actions.remove(row, index, at, form)}
                      />
                    </td>
                  )}
                </tr>,
                ...section.nested.map((below) => (
                  <tr key={`${row.key} ${below.name}`} className="le-below">
                    <td colSpan={width}>
                      <NestedLines
                        table={below}
                        lines={row.nested[below.name] ?? { rows: [] }}
                        name={`${at}.${below.name}`}
                        above={called}
                        change={(nested) =>
                          change(rows.map((one) => (one.key === row.key ? withRows(one, below, nested) : one)))
                        }
                        focus={focus}
                        say={setNote}
                        busy={busy}
                      />
                    </td>
                  </tr>
                )),
              ];
            })}
          </tbody>
          {section.totals ? <Totals section={section} totals={section.totals} /> : null}
        </table>
        {count === 0 ? <p className="le-none">还没有{title}。</p> : null}
      </div>
      <p className="le-note" role="status">
        {note}
      </p>
      <div className="le-more">
        {fixedRows ? null : (
          <RowButton
            intent={`${name}.add`}
            label={`添加一${counter}`}
            name={`添加一${counter}`}
            disabled={busy || count >= max}
            act={() => actions.add()}
          />
        )}
        {count >= max && !fixedRows ? (
          <span>
            最多 {max} {counter}
          </span>
        ) : null}
        {section.totals || section.blank.readOnly.length > 0 ? (
          <RowButton
            intent="compute"
            label="重新计算"
            name="重新计算"
            disabled={busy}
            act={() => askForFigures(root.current)}
          />
        ) : null}
        {fixedRows ? null : (
          <PasteBox
            table={section}
            name={name}
            paste={section.paste}
            rows={rows}
            change={change}
            say={setNote}
            busy={busy}
          />
        )}
        <Keys counter={counter} />
      </div>
    </section>
  );
}

function Head({ columns, fixedRows }: Pick<LineTable, "columns" | "fixedRows">) {
  return (
    <thead>
      <tr>
        <th scope="col">行</th>
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            className={column.align === "end" ? "n" : undefined}
            data-required={column.required || undefined}
          >
            {headOf(column)}
          </th>
        ))}
        {fixedRows ? null : <th scope="col">增删</th>}
      </tr>
    </thead>
  );
}

/** What a column is called, with its unit. */
function headOf({ label, unit }: LineTable["columns"][number]): string {
  return unit ? `${label}（${unit}）` : label;
}

function withRows(row: Line, { name }: LineTable, rows: Line[]): Line {
  return { ...row, nested: { ...row.nested, [name]: { ...row.nested[name], rows } } };
}

function Totals({ section, totals }: { section: Section; totals: string[] }) {
  return (
    <tfoot>
      <tr>
        <td>合计</td>
        {section.columns.map(({ name, label, align }, index) => (
          <td
            key={name}
            className={align === "end" ? "n" : undefined}
            data-label={label}
            data-none={totals[index] ? undefined : ""}
          >
            {totals[index] ? <span data-figure={`${section.name}.${name}`}>{totals[index]}</span> : null}
          </td>
        ))}
        {section.fixedRows ? null : <td data-none="" />}
      </tr>
    </tfoot>
  );
}

/** Tells the form that something has changed which nobody typed. */
function askForFigures(lines: HTMLElement | null): void {
  lines?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What the keyboard does in the table. */
function Keys({ counter }: Pick<LineTable, "counter">) {
  return (
    <details className="le-keys">
      <summary>快捷键</summary>
      <dl>
        <dt>↑ ↓</dt>
        <dd>
          同一列的上一{counter}、下一{counter}
        </dd>
        <dt>Enter</dt>
        <dd>
          下一{counter}；在最后一{counter}时添加一{counter}
        </dd>
        <dt>Tab</dt>
        <dd>下一格</dd>
        <dt>Ctrl+D</dt>
        <dd>照抄上一{counter}的同一格</dd>
        <dt>Ctrl+V</dt>
        <dd>从表格软件复制的多格向右向下填入</dd>
        <dt>Ctrl+Enter</dt>
        <dd>保存</dd>
      </dl>
    </details>
  );
}

/** What is said about the last paste; each answer of the server says it anew. */
function useNote(section: Section): [string, (note: string) => void] {
  const [shown, setShown] = useState(section);
  const [note, setNote] = useState(section.paste.note ?? "");
  if (shown === section) return [note, setNote];
  setShown(section);
  setNote(section.paste.note ?? "");
  return [section.paste.note ?? "", setNote];
}

/** The rows between two answers of the server; a new answer says anew which there are. */
function useRows(section: Section): [Line[], Change] {
  const [shown, setShown] = useState(section);
  const [rows, change] = useState<Line[]>(section.rows);
  if (shown === section) return [rows, change];
  setShown(section);
  change(section.rows);
  return [section.rows, change];
}

function useRowFocus(root: { readonly current: HTMLElement | null }): Focus {
  const wanted = useRef<{ key: string; column?: string } | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { key, column } = wanted.current;
    wanted.current = null;
    const row = root.current?.querySelector(`[data-key="${key}"]`);
    const controls = "input:not([type=hidden]), select, textarea, button";
    row?.querySelector<HTMLElement>(column ? `[name$=".${column}"]` : controls)?.focus();
  });
  return (key, column) => {
    wanted.current = { key, column };
  };
}
