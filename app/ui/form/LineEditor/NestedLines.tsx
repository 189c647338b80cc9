import type { ClipboardEvent } from "react";
import type { LineTable, Paste } from "~/ui/model/form";
import { fieldId } from "../fields/input-props";
import { LineControl } from "../LineControl/LineControl";
import { actionsOf, type Focus } from "./actions";
import { Gone } from "./Gone";
import { gridKey, gridPaste } from "./grid";
import { PasteBox } from "./PasteBox";
import { ReadCell } from "./ReadCell";
import { RowButton } from "./RowButton";
import { type Change, columnOf, countOf, type Line, type Lines, numbered } from "./rows";

interface NestedLinesProps {
  table: LineTable;
  lines: Lines;
  /** The table in the form: `items.0.schedules`. */
  name: string;
  /** The row it stands under: `第 1 行`. */
  above: string;
  change: Change;
  focus: Focus;
  /** Tells what became of a paste. */
  say: (note: string) => void;
  busy: boolean;
}

/** Rows beneath a row, folded away while there is nothing to see that the line itself does not say. */
export function NestedLines({ table, lines, name, above, change, focus, say, busy }: NestedLinesProps) {
  const { rows, error } = lines;
  const { label, counter, max } = table;
  const count = countOf(rows);
  const actions = actionsOf(table, rows, change, focus);
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const note = gridPaste({ event, table, name, rows, change });
    if (note !== null) say(note);
  };
  return (
    <details
      className="ln"
      open={
        lines.open ||
        count > 1 ||
        error !== undefined ||
        lines.paste !== undefined ||
        rows.some(isBeingTyped) ||
        undefined
      }
    >
      <summary>
        {label}（{count}
        {counter}）
      </summary>
      <input type="hidden" name={`_lines.${name}`} value="1" />
      {error ? (
        <p className="er" id={fieldId(name)} tabIndex={-1}>
          {error}
        </p>
      ) : null}
      <ul onKeyDown={(event) => gridKey(event, name, actions)} onPaste={paste}>
        {numbered(rows).map(({ row, index }) => {
          const at = `${name}.${index}`;
          const called = `${above}第 ${index + 1} ${counter}`;
          if (row.gone !== undefined)
            return (
              <li key={row.key} data-key={row.key} className="le-gone">
                <Gone what={`第 ${row.gone} ${counter}`} restore={() => actions.restore(row)} />
              </li>
            );
          return (
            <li key={row.key} data-key={row.key} data-line={name}>
              <b>
                第 {index + 1} {counter}
              </b>
              {row.id ? <input type="hidden" name={`${at}.id`} value={row.id} /> : null}
              {row.controls.map((control) => {
                const name = `${at}.${columnOf(control)}`;
                const parts = (
                  <>
                    <span data-required={control.required || undefined}>{control.label}</span>
                    <LineControl control={control} name={name} row={called} />
                  </>
                );
                // Files have labels of their own, one beside each.
                return control.kind === "files" ? (
                  <div key={columnOf(control)}>{parts}</div>
                ) : (
                  <label key={columnOf(control)} htmlFor={fieldId(name)}>
                    {parts}
                  </label>
                );
              })}
              {row.readOnly.map((cell) => (
                <span key={cell.name}>
                  {table.columns.find(({ name: column }) => column === cell.name)?.label}{" "}
                  <ReadCell cell={cell} name={`${at}.${cell.name}`} />
                </span>
              ))}
              <span className="le-do">
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
              </span>
            </li>
          );
        })}
      </ul>
      <RowButton
        intent={`${name}.add`}
        label={`添加一${counter}`}
        name={`${above}添加一${counter}`}
        quiet
        disabled={busy || count >= max}
        act={() => actions.add()}
      />
      <PasteBox
        table={table}
        name={name}
        above={above}
        paste={lines.paste ?? NOTHING_PASTED}
        rows={rows}
        change={change}
        say={say}
        busy={busy}
      />
    </details>
  );
}

const NOTHING_PASTED: Paste = { text: "" };

/** A row that is not stored yet, is refused or was just taken away must be in sight. */
function isBeingTyped(row: Line): boolean {
  return row.id === "" || row.gone !== undefined || row.controls.some(({ error }) => error !== undefined);
}
