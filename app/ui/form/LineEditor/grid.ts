import type { ClipboardEvent, KeyboardEvent } from "react";
import { pasteColumns, pasteNote, readPasted } from "~/shared/pasted";
import type { LineTable } from "~/ui/model/form";
import type { RowActions } from "./actions";
import { type Change, columnOf, countOf, type Line, newLine, numbered, typedLine } from "./rows";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Cell {
  control: Control;
  form: HTMLFormElement;
  row: number;
  column: string;
}

/** The cell of a table that an event comes from; null for what stands elsewhere, e.g. in a table beneath. */
function cellOf(target: EventTarget, table: string): Cell | null {
  // Files are chosen, looked through and let go with the keys of the browser.
  if (!isControl(target) || !target.form || target.closest(".fu")) return null;
  const [, name, row, column] = /^(.+)\.(\d+)\.(\w+)$/.exec(target.name) ?? [];
  if (name !== table || column === undefined) return null;
  return { control: target, form: target.form, row: Number(row), column };
}

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function controlAt(form: HTMLFormElement, table: string, row: number, column: string): Control | null {
  const found = form.elements.namedItem(`${table}.${row}.${column}`);
  return isControl(found) ? found : null;
}

/**
 * Transitions through a table as in a spreadsheet. Where the browser itself needs a key, in lists, dates, suggestions and texts of
 * several lines, it keeps it; while Chinese is being composed all keys are the composer's.
 */
export function gridKey(event: KeyboardEvent<HTMLElement>, table: string, actions: RowActions): void {
  const { key, target, nativeEvent } = event;
  const cell = cellOf(target, table);
  if (!cell || event.defaultPrevented || nativeEvent.isComposing || event.altKey || event.shiftKey) return;
  const { control, form, row, column } = cell;
  const command = event.ctrlKey || event.metaKey;
  if (command && key === "Enter") {
    event.preventDefault();
    // The unseen button that Enter presses elsewhere: it saves rather than submits.
    form.requestSubmit(form.querySelector<HTMLButtonElement>("button[name=_intent]"));
  } else if (command && key.toLowerCase() === "d") {
    event.preventDefault();
    const above = controlAt(form, table, row - 1, column);
    if (above) fillControl(control, heldBy(above));
  } else if (!command && key === "Enter" && control instanceof HTMLInputElement) {
    event.preventDefault();
    if (!goTo(form, table, { row, column, step: 1 })) actions.add(column);
  } else if (!command && (key === "ArrowUp" || key === "ArrowDown") && movesByArrow(control)) {
    if (goTo(form, table, { row, column, step: key === "ArrowUp" ? -1 : 1 })) event.preventDefault();
  }
}

function movesByArrow(control: Control): boolean {
  return (
    control instanceof HTMLInputElement &&
    (control.type === "text" || control.type === "checkbox") &&
    !control.hasAttribute("list") &&
    control.getAttribute("role") !== "combobox"
  );
}

/** To the next row in which the column is typed: one that is worked out there is passed over. */
function goTo(
  form: HTMLFormElement,
  table: string,
  { row, column, step }: { row: number; column: string; step: 1 | -1 },
): boolean {
  const rows = form.querySelectorAll(`[data-line="${table}"]`).length;
  let control: Control | null = null;
  for (let at = row + step; control === null && at >= 0 && at < rows; at += step)
    control = controlAt(form, table, at, column);
  control?.focus();
  if (control instanceof HTMLInputElement && control.type === "text") control.select();
  return control !== null;
}

function heldBy(control: Control): string {
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked ? "1" : "0";
  return control.value;
}

/** Writes as if it had been typed. What the control would not hold must not get lost, so it becomes one that does. */
function fillControl(control: Control, value: string): void {
  if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === "1";
  else {
    control.value = value;
    if (control.value !== value && control instanceof HTMLSelectElement) control.add(new Option(value, value));
    if (control.value !== value && control instanceof HTMLInputElement) control.type = "text";
    if (control.value !== value) control.value = value;
  }
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

export interface GridPasteInput {
  event: ClipboardEvent<HTMLElement>;
  table: LineTable;
  name: string;
  rows: Line[];
  change: Change;
}

/** Cells of a spreadsheet fill to the right and downwards; one value is left to the browser. @returns what is said about it */
export function gridPaste({ event, table, name, rows, change }: GridPasteInput): string | null {
  const cell = cellOf(event.target, name);
  const text = event.clipboardData.getData("text/plain");
  const several = text.includes("\t") || (/\n./.test(text) && !(cell?.control instanceof HTMLTextAreaElement));
  if (!cell || !several) return null;
  event.preventDefault();
  const pasted = readPasted(text, pasteColumns(table), table.max - cell.row, cell.column);
  const there = countOf(rows);
  for (const [index, { values }] of pasted.rows.entries()) {
    for (const [column, value] of Object.entries(values)) {
      const control = controlAt(cell.form, name, cell.row + index, column);
      if (control) fillControl(control, value);
    }
  }
  const more = table.fixedRows ? [] : pasted.rows.slice(there - cell.row).map(({ values }) => newLine(table, values));
  if (more.length > 0) change([...rows, ...more]);
  return noteOf(pasted, table);
}

export interface PasteBoxInput {
  form: HTMLFormElement;
  table: LineTable;
  name: string;
  rows: Line[];
  box: string;
}

/** The lines of the box, behind the rows in which something stands. */
export function pasteBox({ form, table, name, rows, box }: PasteBoxInput): {
  rows: Line[];
  left: string;
  note: string;
} {
  const kept = numbered(rows).flatMap(({ row, index }) =>
    row.gone !== undefined || isTyped(table, typedLine(form, row, `${name}.${index}`)) ? [row] : [],
  );
  const pasted = readPasted(box, pasteColumns(table), table.max - countOf(kept));
  return {
    rows: [...kept, ...pasted.rows.map(({ values }) => newLine(table, values))],
    left: pasted.left.map(({ text }) => text).join("\n"),
    note: pasteNote(pasted, table.label, table.max, table.counter),
  };
}

/** Something stands in the row that it was not offered with. The server judges alike when the form is posted. */
export function isTyped(table: LineTable, row: Line): boolean {
  const start = new Map(table.blank.controls.map((control) => [columnOf(control), control.value]));
  return (
    row.id !== "" ||
    row.controls.some(
      (control) =>
        control.value.trim() !== "" && control.value !== "0" && control.value !== start.get(columnOf(control)),
    ) ||
    table.nested.some((below) =>
      (row.nested[below.name]?.rows ?? []).some((one) => one.gone === undefined && isTyped(below, one)),
    )
  );
}

function noteOf(pasted: ReturnType<typeof readPasted>, table: LineTable): string {
  return pasted.left.length + pasted.unread.length > 0 ? pasteNote(pasted, table.label, table.max, table.counter) : "";
}
