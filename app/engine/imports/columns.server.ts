import { dayOfWorkbookNumber } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields, Lines, LinesMap } from "../entity";
import { choicesOf } from "../entity/dictionary";
import type { Imports } from "../entity/imports";
import { isFileKind } from "../entity/kinds/file";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { writableOn } from "../screen/controls.server";

/** A column a file may have: where its cells go, and what its heading is. */
export type ImportColumn = {
  /** A field of the head, `items.qty` for one of the lines, or `items.scales` for the rows beneath one. */
  path: string;
  heading: string;
  required: boolean;
  /** What a cell may hold, in a few words. */
  help: string;
} & ({ field: Field; below?: undefined } | { field?: undefined; below: RowsInCell });

/** Rows beneath a line stand in one cell: `500:9.8;2000:9.5`. */
export interface RowsInCell {
  /** What one row is called. */
  counter: string;
  /** How one is written, in the headings of its columns. */
  form: string;
  columns: readonly { name: string; label: string; field: Field }[];
}

/** Between the values of a row beneath a line, and between two such rows; neither stands in what such a table may hold. */
export const IN_ROW = ":";
export const ROW_END = ";";
/** What rows that stand in one cell may be made of, with what the help shows of the first and of a second one. */
const IN_CELL: Partial<Record<Field["kind"], readonly [string, string]>> = {
  integer: ["1", "2"],
  quantity: ["500", "2000"],
  price: ["9.8", "9.5"],
  money: ["100", "200"],
  number: ["10", "20"],
  percent: ["13", "9"],
  date: ["2026-01-31", "2026-02-28"],
};

/** Rows of a file with the same text here are one record with several lines. */
export const GROUP = { path: "#", heading: "单据序号" } as const;
/** Cells of a column nobody imports. */
const IGNORED = "";
const MOST_NAMED = 5;
/** Choices that are worth listing in the help of a column. */
const MOST_LISTED = 12;

/** What a definition says about files, however short. */
export function importsOf({ imports }: AnyEntity): Imports<Fields, LinesMap> {
  return typeof imports === "object" ? imports : {};
}

/** The tables of lines that files may carry, as far as this person may write them: those that are named, else the first one of the form. */
export function importedLines(context: Context, screen: Screen): string[] {
  const { lines } = writableOn(context, screen, firstState(screen.entity));
  const own = Object.keys(lines).filter((path) => !path.includes("."));
  const { tables } = importsOf(screen.entity);
  return tables ? own.filter((path) => tables.includes(path)) : own.slice(0, 1);
}

/**
 * The field whose value names a record in a file: rows that carry it change the record, rows without it make one. Null where
 * records are only made.
 */
export function keyField(entity: AnyEntity): string | null {
  return importsOf(entity).key ?? null;
}

/** What this person may fill in by a file, in the order of the form; the key first, also where it is numbered by itself. */
export function importColumns(context: Context, screen: Screen): ImportColumn[] {
  const { entity } = screen;
  const { fields, lines } = writableOn(context, screen, firstState(entity));
  const key = keyField(entity);
  const { makes = {} } = importsOf(entity);
  const filled = filledIn(entity.fillFrom);
  const typed = fields.filter((name) => !Object.hasOwn(makes, name));
  const head = [...new Set([...(key ? [key] : []), ...typed])].map((name) =>
    columnOf(name, entity.fields[name], entity.fields[name].options.label, {
      numbered: name === key && !fields.includes(name),
      filled: filled.has(name),
    }),
  );
  const below = importedLines(context, screen).flatMap((table) => [
    ...(lines[table] ?? []).flatMap((name) => {
      const definition = entity.lines[table];
      const field: Field = definition.fields[name];
      if (isFileKind(field.kind)) return [];
      const isFilled = filledIn(definition.options.fillFrom).has(name);
      const heading = `${definition.label}：${field.options.label}`;
      return [columnOf(`${table}.${name}`, field, heading, { numbered: false, filled: isFilled })];
    }),
    ...rowColumns(entity, table, lines),
  ]);
  return [...head, ...below];
}

/** Tables beneath the lines, such as scales of a price: those that hold figures and days alone, which no cell can take apart wrongly. */
function rowColumns(
  entity: AnyEntity,
  table: string,
  writable: Readonly<Record<string, readonly string[]>>,
): ImportColumn[] {
  const above: Lines = entity.lines[table];
  return Object.entries<Lines>(above.lines).flatMap(([name, definition]) => {
    const path = `${table}.${name}`;
    const columns = (writable[path] ?? []).flatMap((column) => {
      const field = definition.fields[column];
      return field ? [{ name: column, label: field.options.label, field }] : [];
    });
    const samples = columns.flatMap(({ field }) => {
      const sample = IN_CELL[field.kind];
      return sample ? [sample] : [];
    });
    if (columns.length === 0 || samples.length < columns.length) return [];
    const counter = definition.options.counter ?? "行";
    const form = columns.map(({ label }) => label).join(IN_ROW);
    const example = [0, 1].map((at) => samples.map((one) => one[at]).join(IN_ROW)).join(ROW_END);
    return [
      {
        ...{ path, heading: `${above.label}：${definition.label}`, required: false, below: { counter, form, columns } },
        help: `每${counter}写成「${form}」，多${counter}用分号隔开，例如 ${example}`,
      },
    ];
  });
}

/** What stands over the column in the file that people fill in: how rows in one cell are written is said there, too. */
export function headingInTemplate({ heading, required, below }: ImportColumn): string {
  if (below) return `${heading}（${below.form}，多${below.counter}用分号隔开）`;
  return required ? `${heading}*` : heading;
}

/** Fields that take their value from what a reference points at where they are left empty. */
function filledIn(fillFrom: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined): Set<string> {
  return new Set(Object.values(fillFrom ?? {}).flatMap((targets) => Object.keys(targets)));
}

function columnOf(
  path: string,
  field: Field,
  heading: string,
  { numbered, filled }: { numbered: boolean; filled: boolean },
): ImportColumn {
  // A dictionary has a value that is chosen where nobody chooses.
  const { initial, dictionary } = field.options;
  const isGiven = initial !== undefined || dictionary !== undefined || filled || numbered || field.kind === "yesNo";
  const required = field.options.required === true && !isGiven;
  const hint = numbered ? "空着则新建并自动编号；填写则修改该记录" : helpOf(field);
  return { path, heading, field, required, help: [required ? "必填" : "", hint].filter(Boolean).join("，") };
}

function helpOf({ kind, options }: Field): string {
  const { maxLength, unit, help } = options;
  if (kind === "reference") return "编码或名称";
  if (kind === "lineReference") return "单号/行号，例如 CG20261125-0001/10";
  if (kind === "yesNo") return "是或否";
  if (kind === "percent") return "13 表示 13%";
  if (kind === "date") return "例如 2026-01-31";
  if (kind === "choice") {
    const labels = Object.values(choicesOf(options));
    return labels.length <= MOST_LISTED ? labels.join("、") : "与页面上的选项一致";
  }
  return [maxLength ? `不超过${maxLength}字` : "", unit ? `单位：${unit}` : "", help ?? ""].filter(Boolean).join("，");
}

/**
 * What the columns of a file are, by its first row.
 * @returns paths in the order of the file; empty text where nothing is to be imported
 * @throws AppError("invalid") for headings that are unknown, doubled or missing
 */
export function readHeadings(
  columns: readonly ImportColumn[],
  head: readonly string[],
  { key, groups }: { key: string | null; groups: boolean },
): string[] {
  const byName = new Map<string, string>(groups ? [[bare(GROUP.heading), GROUP.path]] : []);
  for (const column of columns)
    for (const title of [column.heading, headingInTemplate(column)]) byName.set(bare(title), column.path);
  const paths = head.map((title) => (bare(title) === "" ? IGNORED : byName.get(bare(title))));
  const unknown = head.filter((_title, at) => paths[at] === undefined);
  if (unknown.length > 0)
    throw refused(`第一行有不能导入的列：${unknown.slice(0, MOST_NAMED).join("、")}。请按模板整理`);
  const known = paths.flatMap((path) => (path ? [path] : []));
  const twice = columns.find(({ path }) => known.filter((one) => one === path).length > 1);
  if (twice) throw refused(`第一行的「${twice.heading}」出现了两次，请按模板整理`);
  // A file that changes records needs no more than their key; what a new one lacks is said of its row.
  const wanted = ({ required, path }: ImportColumn) => (key === null ? required && !path.includes(".") : path === key);
  const missing = columns.filter((column) => wanted(column) && !known.includes(column.path));
  if (missing.length > 0)
    throw refused(`第一行缺少必填的列：${missing.map(({ heading }) => heading).join("、")}。请按模板整理`);
  if (groups && known.some((path) => path.includes(".")) && !known.includes(GROUP.path))
    throw refused(`有明细时第一行要有「${GROUP.heading}」列：序号相同的行是同一张单据`);
  return paths.map((path) => path ?? IGNORED);
}

/** A heading without the marks people put beside it. */
function bare(title: string): string {
  return title
    .normalize("NFKC")
    .replace(/[\s*:：]/g, "")
    .toLowerCase();
}

/** A day as a number of days since the end of 1899, as workbooks store it. */
const SERIAL_DAY = /^\d{5}(\.\d+)?$/;

/** What a cell says in the words of a form: labels of choices become their values, days of a workbook become days. */
export function cellValue(field: Field, text: string): string {
  const typed = text.trim();
  if (field.kind === "choice") {
    const found = Object.entries(choicesOf(field.options)).find(([, label]) => label === typed);
    return found?.[0] ?? typed;
  }
  if (field.kind === "date" && SERIAL_DAY.test(typed)) return dayOfWorkbookNumber(Number(typed));
  if (field.kind === "date") return typed.replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/, padded);
  // A percent stands as 13% in the files of this product.
  return field.kind === "percent" ? typed.replace(/[%％]$/, "") : typed;
}

function padded(_whole: string, year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function firstState(entity: AnyEntity): string | null {
  return entity.states ? (Object.keys(entity.states)[0] ?? null) : null;
}

function refused(message: string): AppError {
  return new AppError("invalid", { message });
}
