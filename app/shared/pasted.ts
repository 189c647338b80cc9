import { halfWidth } from "./text";

/** A column that pasted cells may go into, with what is needed to read them. */
export interface PasteColumn {
  name: string;
  label: string;
  kind: string;
  /** A column of per cents takes 13% as well. */
  percent?: boolean;
  /** Choices: a cell may hold the value, the label, or its first word. */
  options?: readonly { value: string; label: string }[];
}

/** Columns of a table that take typing, from its empty row. */
export function pasteColumns(table: {
  columns: readonly { name: string; percent?: boolean }[];
  blank: { controls: readonly (Omit<PasteColumn, "percent"> & { readOnly?: string })[] };
}): PasteColumn[] {
  return table.blank.controls.flatMap(({ name, label, kind, options }) => {
    // No text becomes a file.
    if (kind === "files") return [];
    const own = name.slice(name.lastIndexOf(".") + 1);
    const percent = table.columns.find((column) => column.name === own)?.percent === true;
    return [{ name: own, label, kind, percent, ...(options ? { options } : {}) }];
  });
}

export interface PastedRow {
  /** Number of its line in what was pasted, counted from 1. */
  line: number;
  values: Record<string, string>;
}

export interface Pasted {
  rows: PastedRow[];
  /** Lines that did not fit into the table, as they were pasted. */
  left: { line: number; text: string }[];
  /** Cells no control can hold. */
  unread: { line: number; label: string; text: string }[];
}

interface Line {
  line: number;
  cells: string[];
  text: string;
}

/**
 * Reads what was copied from a spreadsheet. A first line of column labels says which cell is what, in any order; without it the
 * cells follow the columns. What cannot be read stays as it is, so that it is complained about where it stands.
 * @param columns in the order of the table
 * @param most rows that are taken; the rest comes back as `left`
 * @param from the column that was pasted into, for cells without labels; tells a copy of cells, which are set apart by tabs only
 */
export function readPasted(text: string, columns: readonly PasteColumn[], most: number, from?: string): Pasted {
  const delimiter = from !== undefined || text.includes("\t") ? "\t" : ",";
  const lines = linesOf(text, delimiter).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const head = headOf(lines[0]?.cells ?? [], columns);
  const order =
    head ??
    columns.slice(
      Math.max(
        0,
        columns.findIndex(({ name }) => name === from),
      ),
    );
  const body = head ? lines.slice(1) : lines;
  const room = Math.max(0, most);
  const unread: Pasted["unread"] = [];
  const rows = body.slice(0, room).map(({ line, cells }) => {
    const values: Record<string, string> = {};
    for (const [index, cell] of cells.entries()) {
      const column = order[index];
      if (!column) continue;
      const value = readCell(column, cell);
      if (value === null) unread.push({ line, label: column.label, text: cell.trim() });
      else values[column.name] = value;
    }
    return { line, values };
  });
  return { rows, left: body.slice(room).map(({ line, text: kept }) => ({ line, text: kept })), unread };
}

/** What was taken and what was not, line by line. */
export function pasteNote({ rows, left, unread }: Pasted, label: string, most: number, counter: string): string {
  const first = left[0]?.line;
  const last = left.at(-1)?.line;
  const which = first === last ? `第 ${first} 行` : `第 ${first} 至 ${last} 行`;
  return [
    `已填入 ${rows.length} ${counter}。`,
    ...(left.length > 0 ? [`粘贴内容的${which}没有填入：${label}最多 ${most} ${counter}。`] : []),
    ...unread
      .slice(0, SHOWN)
      .map(({ line, label: column, text }) => `第 ${line} 行的${column}「${text}」没有填入：请填是或否。`),
    ...(unread.length > SHOWN ? [`另有 ${unread.length - SHOWN} 格没有填入。`] : []),
  ].join("");
}

const SHOWN = 5;

/** The columns that a line of labels names, in its order; null for a line of values. */
function headOf(cells: readonly string[], columns: readonly PasteColumn[]): (PasteColumn | undefined)[] | null {
  const byLabel = new Map(columns.map((column) => [labelKey(column.label), column]));
  const found = cells.map((cell) => byLabel.get(labelKey(cell)));
  const named = found.filter((column) => column !== undefined).length;
  const filled = cells.filter((cell) => cell.trim() !== "").length;
  return named > 0 && named * 2 >= filled ? found : null;
}

/** `数量（kg） *` and `数量` are the same label. */
function labelKey(text: string): string {
  return halfWidth(text)
    .replace(/\(.*\)/, "")
    .replace(/[\s*]/g, "");
}

function linesOf(text: string, delimiter: string): Line[] {
  const source = text.replace(/\r\n?/g, "\n");
  const lines: Line[] = [];
  let at = 0;
  let line = 1;
  let quotes = true;
  while (at < source.length) {
    const start = at;
    const cells: string[] = [];
    for (;;) {
      const end = quotes && source[at] === '"' ? closingQuote(source, at, delimiter) : null;
      if (end === source.length + 1) quotes = false;
      if (end !== null && end <= source.length) {
        cells.push(source.slice(at + 1, end - 1).replaceAll('""', '"'));
        at = end;
      } else {
        const stop = endOfCell(source, at, delimiter);
        cells.push(source.slice(at, stop));
        at = stop;
      }
      if (source[at] !== delimiter) break;
      at += 1;
    }
    const whole = source.slice(start, at);
    lines.push({ line, cells, text: whole });
    line += whole.split("\n").length;
    at += 1;
  }
  return lines;
}

/** Just behind the quote that closes a cell; null when it is no quoted cell, behind the end when nothing closes it. */
function closingQuote(source: string, start: number, delimiter: string): number | null {
  for (let at = start + 1; ; at += 2) {
    at = source.indexOf('"', at);
    if (at < 0) return source.length + 1;
    const next = source[at + 1];
    if (next === undefined || next === delimiter || next === "\n") return at + 1;
    if (next !== '"') return null;
  }
}

function endOfCell(source: string, start: number, delimiter: string): number {
  let at = start;
  while (at < source.length && source[at] !== delimiter && source[at] !== "\n") at += 1;
  return at;
}

const YES = new Set(["1", "是", "有", "y", "yes", "true", "√", "✓", "✔"]);
const NO = new Set(["", "0", "否", "无", "n", "no", "false", "×", "x"]);
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** A cell as the control of its column holds it; null when it can hold nothing like it. */
function readCell(column: PasteColumn, cell: string): string | null {
  const typed = cell.trim();
  if (column.kind === "decimal" || column.kind === "integer") return readNumber(typed, column.percent === true);
  if (column.kind === "date") return readDay(typed);
  if (column.kind === "checkbox") {
    const word = halfWidth(typed).toLowerCase();
    return YES.has(word) ? "1" : NO.has(word) ? "0" : null;
  }
  return column.options ? choiceOf(column.options, typed) : typed;
}

function readNumber(typed: string, percent: boolean): string {
  const plain = halfWidth(typed).replace(/\s/g, "").replace(/^¥/, "");
  const digits = percent ? plain.replace(/%$/, "") : plain;
  if (GROUPED.test(digits)) return digits.replace(/,/g, "");
  return /^[+-]?\d+(\.\d+)?$/.test(digits) ? digits : typed;
}

function readDay(typed: string): string {
  const [, year, month, day] = DAY.exec(halfWidth(typed).replace(/\s.*$/, "")) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : typed;
}

function choiceOf(options: NonNullable<PasteColumn["options"]>, typed: string): string {
  const wanted = halfWidth(typed);
  const is = (fits: (option: { value: string; label: string }) => boolean) => options.find(fits)?.value;
  return (
    is(({ value }) => value === typed) ??
    is(({ label }) => halfWidth(label) === wanted) ??
    is(({ label }) => wanted !== "" && halfWidth(label).split(" ").includes(wanted)) ??
    typed
  );
}
