import { AppError } from "../errors";
import type { RawInput } from "../operations/input.server";
import { cellValue, GROUP, type ImportColumn, IN_ROW, ROW_END, type RowsInCell } from "./columns.server";

/** The rows of a file that are one record: one, or several where it has lines. */
export interface FileRecord {
  /** Place of its first row in the file, counted from 1 with the heading. */
  rowNo: number;
  cells: string[][];
}

/**
 * The records of a file, blank rows left out. Rows with the same group are one record, wherever they stand.
 * @param rows the file without its heading
 * @param most records more than that are refused
 * @throws AppError("invalid")
 */
export function recordsOf(rows: readonly (readonly string[])[], paths: readonly string[], most: number): FileRecord[] {
  const group = paths.indexOf(GROUP.path);
  const found: FileRecord[] = [];
  const byGroup = new Map<string, FileRecord>();
  for (const [index, row] of rows.entries()) {
    const cells = paths.map((_path, at) => (row[at] ?? "").trim());
    if (cells.every((cell, at) => cell === "" || at === group)) continue;
    const name = group < 0 ? "" : (cells[group] ?? "");
    const known = name === "" ? undefined : byGroup.get(name);
    if (known) known.cells.push(cells);
    else {
      const made = { rowNo: index + 2, cells: [cells] };
      found.push(made);
      if (name !== "") byGroup.set(name, made);
    }
  }
  if (found.length === 0) throw new AppError("invalid", { message: "文件里没有要导入的内容" });
  if (found.length > most)
    throw new AppError("invalid", { message: `文件里有${found.length}条记录，一次最多导入${most}条，请分成几个文件` });
  return found;
}

/** A record of a file in the words of a form. Empty cells are left out: they change nothing and get no default taken away. */
export interface FileInput {
  values: RawInput;
  /** What was filled in for the key, if anything. */
  key: string | null;
}

/**
 * Reads the cells of a record.
 * @param tables of lines that the file may carry
 * @throws AppError("invalid") where rows of one record contradict each other
 */
export function inputOf(
  cells: readonly (readonly string[])[],
  paths: readonly string[],
  columns: readonly ImportColumn[],
  request: { key: string | null; tables: readonly string[] },
): FileInput {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const values: Record<string, unknown> = {};
  const lines = new Map(request.tables.map((table): [string, Record<string, unknown>[]] => [table, []]));
  let key: string | null = null;
  for (const row of cells) {
    const found = new Map<string, Record<string, unknown>>();
    for (const [at, path] of paths.entries()) {
      const column = byPath.get(path);
      const text = row[at] ?? "";
      if (!column || text === "") continue;
      const [own = "", name = ""] = path.split(".");
      const line = found.get(own) ?? {};
      if (name !== "") found.set(own, line);
      if (column.below) {
        line[name] = rowsIn(text, column.below, `${own}.${lines.get(own)?.length ?? 0}.${name}`);
        continue;
      }
      const value = cellValue(column.field, text);
      if (name !== "") line[name] = value;
      else if (own === request.key) key = agreed(key, value, column);
      else values[own] = agreed(known(values[own]), value, column);
    }
    for (const [table, line] of found) lines.get(table)?.push(line);
  }
  for (const [table, rows] of lines) if (rows.length > 0) values[table] = rows;
  return { values, key };
}

/** The rows of a cell that holds several. @throws AppError("invalid") beside the column where one is not written as it should be */
function rowsIn(text: string, { counter, form, columns }: RowsInCell, place: string): Record<string, string>[] {
  // Both signs as they are typed in Chinese are meant as well, and so is a row on a line of its own.
  const rows = text.normalize("NFKC").replace(/\n/g, ROW_END).split(ROW_END);
  return rows
    .map((row) => row.trim())
    .filter((row) => row !== "")
    .map((row, at) => {
      const parts = row.split(IN_ROW);
      if (parts.length !== columns.length)
        throw new AppError("invalid", {
          complaints: [{ field: place, message: `第${at + 1}${counter}「${row}」请写成「${form}」` }],
        });
      return Object.fromEntries(columns.map(({ name, field }, part) => [name, cellValue(field, parts[part] ?? "")]));
    });
}

const known = (value: unknown) => (typeof value === "string" ? value : null);

function agreed(before: string | null, now: string, { heading }: ImportColumn): string {
  if (before !== null && before !== now)
    throw new AppError("invalid", { message: `同一张单据的各行「${heading}」不一致：${before}、${now}` });
  return now;
}
