import { type GroupColumn, groupedRows, type Measure } from "~/data/grouped-rows.server";
import type { Row } from "~/data/store.server";
import { dayOf } from "~/shared/calendar";
import { formatDecimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyRecord, Complaint, Field } from "../entity";
import type { Screen } from "../entity/registry";
import type { RecordChart, RecordTable } from "../entity/server-hooks";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { audit } from "../operations/audit.server";
import { labelJoin } from "../operations/labels.server";
import { filterConditions, listRecords } from "../operations/list.server";
import { fieldValue } from "../operations/records.server";
import { readRecord, stateLabel } from "../operations/save.server";
import { factsOf, mayOnScreen, requireAction, rowFilter } from "../operations/scope.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { type Cell, fieldCell, textCell } from "../output/cell";
import { headColumns } from "../output/columns.server";
import { csvText } from "../output/csv";
import { type ExportFormat, exportRecords } from "../output/export.server";
import { FILE_TYPES, type OutputFile, pulled } from "../output/output-file.server";
import { sheetFile } from "../output/sheet.server";
import { conditionWords } from "../screen/list-filters.server";
import { FIGURES, type ReportPlan, reportColumns, reportFilters, reportPlan } from "./definition.server";
import type { NamedColumn } from "./names";
import { beginSending, noteMade, noteRefused } from "./report-runs.server";

const REPORTS = "system-management/report-definition";
/** Rows that a page shows; a file has all of them. */
const SHOWN = 50;
/** More groups than that are no report any more. */
const MOST_GROUPS = 2000;
/** Bars and points that a picture can still be read with. */
const MOST_DRAWN = 20;
const EMPTY = "（空）";

/** A report as it stands for one reader. */
interface Result {
  labels: string[];
  /** How many of the columns name a group; the others are figures. */
  groupCount: number;
  rows: Cell[][];
  more: boolean;
}

/**
 * Carries a report out under the rights of the reader: rows of the reach, columns that may be read.
 * @throws AppError("forbidden" | "invalid" | "wrong_state")
 */
async function runReport(context: Context, record: AnyRecord, plan: ReportPlan): Promise<Result> {
  return plan.figures.length > 0 ? figuresOf(context, record, plan) : rowsOf(context, plan);
}

async function rowsOf(context: Context, { screen, columns, list }: ReportPlan): Promise<Result> {
  const keys = columns.map(({ key }) => key);
  const found = await listRecords(context, screen, { ...list, columns: keys, size: SHOWN });
  refuse(found.complaints);
  const head = headColumns(context, screen, keys, false);
  return {
    labels: head.map(({ label }) => label),
    groupCount: head.length,
    rows: found.rows.map(({ values }) => head.map((column) => column.cell(values))),
    more: found.pages > 1 || found.more,
  };
}

async function figuresOf(context: Context, record: AnyRecord, plan: ReportPlan): Promise<Result> {
  const { screen, list, figures } = plan;
  const { entity } = screen;
  const rights = requireAction(context, entity, "query", screen);
  const groups = withCurrency(context, plan);
  const measures = figures.map(
    ({ how, column }, at): Measure => ({ as: `m${at}`, fn: how, column: column?.key ?? null }),
  );
  const joins = groups.flatMap(({ key, field }, at) =>
    field ? labelJoin(context, key, field).map((join) => ({ ...join, column: `g${at}`, as: `g${at}__label` })) : [],
  );
  const creators = groups.flatMap(({ key }, at) =>
    key === "created_by" ? [{ column: `g${at}`, table: "app_user", columns: ["username"], as: `g${at}__label` }] : [],
  );
  const rows = await reading(context, async () => {
    const complaints: Complaint[] = [];
    const typed = await filterConditions(context, screen, list, complaints);
    refuse(complaints);
    return groupedRows(context.services.database.connection(), {
      table: tableOf(entity),
      where: [...rowFilter(context, entity), ...rights, ...typed.map(({ condition }) => condition)],
      facts: factsOf(context),
      groups: groups.map((column, at) => groupColumn(record, column, at)),
      measures,
      labels: [...joins, ...creators],
      largestBy: fieldValue(record, "descending") === true ? "m0" : null,
      limit: MOST_GROUPS + 1,
    });
  });
  return {
    labels: [...groups.map(({ label }) => label), ...figures.map(figureLabel)],
    groupCount: groups.length,
    rows: rows.slice(0, MOST_GROUPS).map((row) => [
      ...groups.map((column, at) => groupCell(plan, column, row, at)),
      ...figures.map(({ how, column }, at): Cell => {
        const value = row[`m${at}`];
        const minScale = how !== "count" && isAmount(column?.field) ? 2 : 0;
        return typeof value === "string" ? { as: "number", decimal: value, minScale } : null;
      }),
    ]),
    more: rows.length > MOST_GROUPS,
  };
}

function figureLabel({ how, column }: ReportPlan["figures"][number]): string {
  if (!column) return FIGURES.count;
  const unit = column.field?.options.unit;
  return `${column.label}${FIGURES[how]}${unit ? `（${unit}）` : ""}`;
}

function isAmount(field: Field | null | undefined): boolean {
  return field?.kind === "money" || field?.kind === "price";
}

/** Amounts of different currencies are never added up. */
function withCurrency(context: Context, { screen, groups, figures }: ReportPlan): NamedColumn[] {
  if (!figures.some(({ column }) => isAmount(column?.field)) || groups.some(({ key }) => key === "currency"))
    return groups;
  const currency = reportColumns(context, screen).find(({ key }) => key === "currency");
  return currency ? [...groups, currency] : groups;
}

function groupColumn(record: AnyRecord, { key, field }: NamedColumn, at: number): GroupColumn {
  const isInstant = field ? field.kind === "dateTime" : key.endsWith("_at");
  const step = fieldValue(record, "group_step");
  const by = step === "day" || step === "year" ? step : "month";
  return { as: `g${at}`, column: key, ...(isInstant || field?.kind === "date" ? { step: { by, isInstant } } : {}) };
}

function groupCell({ screen }: ReportPlan, { key, field }: NamedColumn, row: Row, at: number): Cell {
  const value = row[`g${at}`];
  const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  if (plain === null) return textCell(EMPTY);
  if (key === "state") return textCell(stateLabel(screen.entity, String(plain)));
  if (!field || field.kind === "reference") return textCell(row[`g${at}__label`] ?? (field ? EMPTY : plain));
  if (field.kind === "date" || field.kind === "dateTime") return textCell(plain);
  return fieldCell(field, plain, undefined, "list");
}

function refuse(complaints: readonly Complaint[]): void {
  if (complaints.length > 0)
    throw new AppError("invalid", {
      message: `报表的条件有误：${complaints.map(({ message }) => message).join("；")}`,
    });
}

/** What the page of a report shows: picture and table for the reader, or why there are none; for who keeps it, the names it may use. */
export async function reportSections(context: Context, record: AnyRecord): Promise<(RecordTable | RecordChart)[]> {
  const sections = await resultSections(context, record);
  const own = context.services.registry.screen(REPORTS);
  const keeps = own !== undefined && mayOnScreen(context, own, "edit");
  const screen = context.services.registry.screen(String(fieldValue(record, "dataset")));
  if (!keeps || !screen) return sections;
  const names = [
    { id: "columns", text: "列、分组、统计", names: reportColumns(context, screen).map(({ label }) => label) },
    { id: "filters", text: "条件", names: reportFilters(context, screen).map(({ label }) => label) },
  ];
  return [
    ...sections,
    table({
      title: "可用的列名",
      labels: ["用于", "列名"],
      rows: names.map(({ id, text, names: all }) => ({ id, cells: [{ text }, { text: all.join("、") }] })),
      numbers: new Set(),
    }),
  ];
}

async function resultSections(context: Context, record: AnyRecord): Promise<(RecordTable | RecordChart)[]> {
  try {
    const plan = reportPlan(context, record);
    const result = await runReport(context, record, plan);
    const rows = result.rows.slice(0, SHOWN).map((cells, at) => ({
      id: String(at),
      cells: cells.map((cell) => ({ text: cellText(cell) })),
    }));
    const cut = result.more || result.rows.length > SHOWN;
    const title = cut ? `结果（前${SHOWN}行，导出可得全部）` : "结果";
    const drawn = chartOf(record, plan, result);
    return [
      ...(drawn ? [drawn] : []),
      table({ title, labels: result.labels, rows, numbers: numberColumns(result), first: true }),
    ];
  } catch (error) {
    if (!(error instanceof AppError) || error.error === "unavailable") throw error;
    return [
      table({
        title: "结果",
        labels: ["说明"],
        rows: [{ id: "0", cells: [{ text: error.message }] }],
        numbers: new Set(),
        first: true,
      }),
    ];
  }
}

/** Places of the columns that hold numbers, whose digits stand below each other. */
function numberColumns({ labels, rows }: Result): Set<number> {
  const isNumber = (at: number) => rows.some((cells) => cells[at]?.as === "number" || cells[at]?.as === "percent");
  return new Set(labels.flatMap((_label, at) => (isNumber(at) ? [at] : [])));
}

function table({
  title,
  labels,
  rows,
  numbers,
  first,
}: {
  title: string;
  labels: readonly string[];
  rows: RecordTable["table"]["rows"];
  numbers: ReadonlySet<number>;
  first?: true;
}): RecordTable {
  return {
    kind: "table",
    ...(first ? { first } : {}),
    title,
    table: {
      caption: title,
      columns: labels.map((label, at) => ({ key: `c${at}`, label, align: numbers.has(at) ? "end" : "start" })),
      rows,
    },
  };
}

/** A picture of the first figures that are measured alike: an amount beside a count would make one of them invisible. */
function chartOf(record: AnyRecord, { figures }: ReportPlan, { rows, labels, groupCount }: Result): RecordChart | null {
  const wanted = fieldValue(record, "chart");
  if ((wanted !== "bar" && wanted !== "line" && wanted !== "pie") || groupCount === 0 || rows.length === 0) return null;
  // What is less than nothing is no part of a whole, and parts that are not all there make none.
  const isWhole = rows.length <= MOST_DRAWN && rows.every((cells) => !isBelowNothing(cells[groupCount]));
  const kind = wanted === "pie" && !isWhole ? "bar" : wanted;
  const drawn = rows.slice(0, MOST_DRAWN);
  const distinct = tellingGroups(drawn, groupCount);
  const measured = (at: number) => isAmount(figures[at]?.column?.field);
  const shown = figures.flatMap(({ how }, at) => {
    const isAlike = (how === "count") === (figures[0]?.how === "count") && measured(at) === measured(0);
    return isAlike && (kind !== "pie" || at === 0)
      ? [{ label: labels[groupCount + at] ?? "", at: groupCount + at }]
      : [];
  });
  return {
    kind: "chart",
    first: true,
    title: "图表",
    chart: {
      kind,
      caption: shown.map(({ label }) => label).join("、") + (rows.length > MOST_DRAWN ? `，前${MOST_DRAWN}项` : ""),
      axis: distinct.map((at) => labels[at]).join(" / "),
      labels: drawn.map((cells) => distinct.map((at) => cellText(cells[at])).join(" / ")),
      series: shown.map(({ label, at }) => ({
        label,
        values: drawn.map((cells) => {
          const cell = cells[at];
          return cell?.as === "number" ? cell.decimal : "0";
        }),
      })),
      withoutTable: true,
    },
  };
}

function isBelowNothing(cell: Cell | undefined): boolean {
  return cell?.as === "number" && cell.decimal.startsWith("-");
}

/** Places of the groups that tell rows apart; one that is the same everywhere, such as the only currency, says nothing. */
function tellingGroups(rows: readonly Cell[][], groupCount: number): number[] {
  const places = Array.from({ length: groupCount }, (_none, at) => at);
  const telling = places.filter((at) => new Set(rows.map((cells) => cellText(cells[at]))).size > 1);
  return telling.length > 0 ? telling : places.slice(0, 1);
}

function cellText(cell: Cell | undefined): string {
  switch (cell?.as) {
    case "text":
      return cell.text;
    case "number":
      return formatDecimal(cell.decimal, cell.minScale);
    case "percent":
      return `${formatDecimal(cell.decimal, cell.minScale)}%`;
    case "day":
      return cell.day;
    case "instant":
      return cell.time;
    default:
      return "";
  }
}

/** Whether the person may have files of this report: who sees it and may export the list it is about. */
export function mayTakeReport(context: Context, record: AnyRecord): boolean {
  const screen = context.services.registry.screen(String(fieldValue(record, "dataset")));
  return screen !== undefined && mayOnScreen(context, screen, "export");
}

/**
 * A report as a file: of a list all its rows, streamed, of figures all groups. Asks for the export of the list as well.
 * @param most a list of more rows is not made here, and no run is noted: it is put off
 * @throws AppError("forbidden" | "invalid" | "wrong_state" | "too_often")
 */
export async function reportFile(
  context: Context,
  record: AnyRecord,
  format: ExportFormat,
  most?: number,
): Promise<OutputFile> {
  try {
    const { name, plan, figures } = workOf(context, record);
    const run = { by: "manual", format, conditions: await conditionWords(context, plan.screen, plan.list) } as const;
    if (!figures) {
      const columns = plan.columns.map(({ key }) => key);
      const whole = { format, list: plan.list, columns, lines: null, strict: false, name };
      const begins = () => beginSending(context, record, run);
      return await exportRecords(context, plan.screen, { ...whole, begins }, most);
    }
    const { labels, rows } = await figures();
    await noteMade(context, record, run, rows.length);
    const { pieces, ...file } = writtenRows(context, format, { name, title: "报表", labels, rows });
    return { ...file, body: pulled(pieces) };
  } catch (error) {
    const isPutOff = error instanceof AppError && most !== undefined && error.facts.tooMany !== undefined;
    if (error instanceof AppError && error.error !== "unavailable" && !isPutOff)
      await noteRefused(context, record, { by: "manual", format }, error);
    throw error;
  }
}

/** A report that is about to be taken away, under the rights of whoever asks. */
export interface ReportWork {
  /** Name of the file without its ending. */
  name: string;
  plan: ReportPlan;
  /** Works the figures out and notes who takes them away; null for a report that is a list. */
  figures: (() => Promise<{ labels: string[]; rows: Cell[][] }>) | null;
}

/** A report by its id, as far as the person sees it. @throws AppError("not_found" | "forbidden" | "wrong_state") */
export async function reportWork(context: Context, id: string): Promise<ReportWork> {
  const own = reportScreen(context);
  return workOf(context, (await readRecord(context, own, id)).record);
}

function workOf(context: Context, record: AnyRecord): ReportWork {
  const plan = reportPlan(context, record);
  const { entity } = reportScreen(context);
  requireAction(context, plan.screen.entity, "export", plan.screen);
  const name = `${String(fieldValue(record, "name"))}_${dayOf(context.now)}`;
  if (plan.figures.length === 0) return { name, plan, figures: null };
  const figures = async () => {
    const { labels, rows } = await runReport(context, record, plan);
    await inTransaction(context, () =>
      audit(context, entity, record, { action: "export", label: "导出报表", changes: [], reason: null }),
    );
    return { labels, rows };
  };
  return { name, plan, figures };
}

/** The screen of the reports. @throws AppError("not_found") in an installation without it */
export function reportScreen(context: Context): Screen {
  const own = context.services.registry.screen(REPORTS);
  if (!own) throw new AppError("not_found");
  return own;
}

/** Rows that were worked out already, as a file. */
export function writtenRows(
  context: Context,
  format: ExportFormat,
  { name, title, labels, rows }: { name: string; title: string; labels: string[]; rows: Cell[][] },
): { name: string; type: string; pieces: AsyncGenerator<Uint8Array, void, void> } {
  async function* batches(): AsyncGenerator<Cell[][]> {
    yield rows;
  }
  async function* text(): AsyncGenerator<Uint8Array, void, void> {
    yield csvText(labels, rows);
  }
  return format === "csv"
    ? { name: `${name}.csv`, type: FILE_TYPES.csv, pieces: text() }
    : { name: `${name}.xlsx`, type: FILE_TYPES.xlsx, pieces: sheetFile(title, labels, batches(), context.now) };
}
