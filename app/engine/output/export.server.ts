import { setImmediate as others } from "node:timers/promises";
import { insertAudit } from "~/data/audit.server";
import { packedIds, type Row, type Sort, selectRows } from "~/data/store.server";
import { dayOf } from "~/shared/calendar";
import type { Condition } from "~/shared/condition";
import type { Context, EngineServices } from "../context.server";
import type { Complaint, Lines } from "../entity";
import type { Screen } from "../entity/registry";
import { lineTable, tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { filterField } from "../operations/filters";
import { labelJoins } from "../operations/labels.server";
import {
  extraValues,
  filterConditions,
  type ListQuery,
  listColumns,
  sortsOf,
  sortTarget,
} from "../operations/list.server";
import { chosenColumns } from "../operations/list-columns.server";
import { factsOf, lineFilter, requireAction, rowFilter } from "../operations/scope.server";
import { stampColumn, withStamps } from "../operations/shown-stamps.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { sentRows } from "../operations/unsent.server";
import { limitFor } from "../parameters.server";
import { columnLabel } from "../screen/show";
import type { Cell } from "./cell";
import { type ExportColumn, exportableLines, headColumns, lineColumns } from "./columns.server";
import { BOM, csvLine } from "./csv";
import { FILE_TYPES, type OutputFile, pulled } from "./output-file.server";
import { sheetFile } from "./sheet.server";

/** More rows than people read and spreadsheet programs open with pleasure. */
export const MOST_EXPORTED = 200_000;
/** Rows read at a time: few enough that reading them holds up nobody, embedded there is one connection for all. */
export const BATCH = 100;
/** Streamed exports at once, of a person and of a process; more wait in the export center instead. */
const MOST_OF_ONE = 3;
const MOST_OF_ALL = 12;
const ID_DIGITS = 32;
const VERSION_DIGITS = 8;

export interface ExportRequest {
  format: ExportFormat;
  /** Filters, toggles and order of the list; page and size mean nothing here. */
  list: ListQuery;
  /** Keys of columns in order, those of lines as `items.qty`; empty: the columns of the list. */
  columns: readonly string[];
  /** One row per line of this table, the columns of the head repeated; null: one row per record. */
  lines: string | null;
  /** Unknown columns are refused instead of left out. */
  strict: boolean;
  /** Headings instead of the usual ones, one per column. */
  titles?: readonly string[];
  /** Name of the file without its ending, instead of the list's. */
  name?: string;
  /** Told when the file begins to be sent; what it gives back, once the rows were read or reading broke off. */
  begins?(): Promise<(ended: { rows: number; complete: boolean }) => Promise<void>>;
}

export const EXPORT_FORMATS = ["xlsx", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * All rows of a list as a file that is made while it is sent. The rows are those that match at the beginning, in their
 * order; each is read when its turn comes, under the same conditions, so that one that vanished or fits no more is left
 * out and none comes twice.
 * @param most more rows than that are refused
 * @throws AppError("forbidden"), AppError("invalid") for a filter that cannot be understood, AppError("malformed"),
 * AppError("wrong_state") for too many rows, and "too_often" while others are on their way; all before the first byte
 */
export async function exportRecords(
  context: Context,
  screen: Screen,
  request: ExportRequest,
  most = MOST_EXPORTED,
): Promise<OutputFile> {
  const rights = requireAction(context, screen.entity, "export", screen);
  refuseTooMany(context);
  await context.services.registry.server(screen.entity.key).freshen?.(context);
  const allowed = await limitFor(context, "export.maxRows");
  const plan = await reading(context, () =>
    planExport(context, { screen, request, rights, most: Math.min(most, allowed) }),
  );
  await noteExport(context, screen, request, plan);
  const rows = logged(context, screen, request, rowBatches(context, screen, plan));
  const { name, type, pieces } = writtenFile(context, { screen, request, plan, rows });
  return { name, type, body: pulled(pieces) };
}

/** Exports on their way at this moment, by account. */
const onTheWay = new WeakMap<EngineServices, Map<string, number>>();

function waysOf(context: Context): Map<string, number> {
  const ways = onTheWay.get(context.services) ?? new Map<string, number>();
  onTheWay.set(context.services, ways);
  return ways;
}

/** A slow line holds an export open for long: one person has a few, a process not too many. */
function refuseTooMany(context: Context): void {
  const ways = waysOf(context);
  const all = [...ways.values()].reduce((sum, count) => sum + count, 0);
  if ((ways.get(context.actor.account) ?? 0) >= MOST_OF_ONE)
    throw new AppError("too_often", { message: `您有${MOST_OF_ONE}个导出正在下载，请等其完成后再试` });
  if (all >= MOST_OF_ALL) throw new AppError("too_often", { message: "正在导出的人较多，请稍后再试" });
}

function countWay(context: Context, change: 1 | -1): void {
  const ways = waysOf(context);
  const count = (ways.get(context.actor.account) ?? 0) + change;
  if (count > 0) ways.set(context.actor.account, count);
  else ways.delete(context.actor.account);
}

export interface WrittenFileInput {
  screen: Screen;
  request: ExportRequest;
  plan: Plan;
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Headings, title and file of an export, for rows that come from wherever they were read. */
export function writtenFile(
  context: Context,
  { screen, request, plan, rows }: WrittenFileInput,
): { name: string; type: string; pieces: AsyncGenerator<Uint8Array, void, void> } {
  const { format } = request;
  const labels = plan.columns.map(({ label }, position) => request.titles?.[position] || label);
  const title = screen.label + (plan.lines ? `（${plan.lines.definition.label}）` : "");
  return {
    name: `${request.name ?? `${title}_${dayOf(context.now)}`}.${format}`,
    type: FILE_TYPES[format],
    pieces: format === "csv" ? csvFile(labels, rows) : sheetFile(title, labels, rows, context.now),
  };
}

/** What the rows of an export are chosen by, in words: search, filters with their labels, toggles. */
export function conditionText(screen: Screen, { q, filters, toggles }: ListQuery): string {
  return [
    ...(q ? [`搜索：${q}`] : []),
    ...Object.entries(filters).map(
      ([name, values]) =>
        `${filterField(screen, name)?.label ?? columnLabel(screen, name)}：${values.filter(Boolean).join("、")}`,
    ),
    ...toggles.map((name) => screen.list.toggles?.[name as `${string}_only`]?.label ?? name),
  ].join("；");
}

/** Who took what out of the product, and how much of it: before the first byte, so that breaking off hides nothing. */
export async function noteExport(context: Context, screen: Screen, request: ExportRequest, plan: Plan): Promise<void> {
  const label = `导出${screen.label}${plan.lines ? `（${plan.lines.definition.label}）` : ""}`;
  await noteTaken(context, screen, { label, format: request.format, list: request.list, rows: rowCount(plan) });
}

/** Writes into the trail what of a list was taken out of the product. @param rows null where nobody counted them */
export async function noteTaken(
  context: Context,
  screen: Screen,
  { label, format, list, rows }: { label: string; format: string; list: ListQuery; rows: number | null },
): Promise<void> {
  const { actor, services } = context;
  const fact = (path: string, label: string, toText: string) => ({
    path,
    label,
    from: null,
    to: toText,
    fromText: "",
    toText,
  });
  const asked = conditionText(screen, list);
  const changes = [
    ...(rows === null ? [] : [fact("rows", "行数", String(rows))]),
    fact("format", "格式", format),
    ...(asked === "" ? [] : [fact("filters", "条件", asked.slice(0, 500))]),
  ];
  await inTransaction(context, () =>
    insertAudit(services.database.connection(), {
      id: services.newId(),
      at: context.now.toISOString(),
      userId: actor.id,
      userName: actor.name,
      userSupplierId: actor.supplierId,
      entity: screen.entity.key,
      recordId: services.newId(),
      recordNumber: null,
      action: "export",
      label,
      changes: [],
      reason: null,
      staffChanges: changes,
      staffReason: null,
      requestId: context.requestId,
      ip: context.ip,
      channel: context.channel,
      suppliers: [],
    }),
  );
}

/** What an export consists of: its columns, the conditions of its rows, and which rows these are, in order. */
export interface Plan {
  columns: ExportColumn[];
  head: ExportColumn[];
  where: Condition[];
  lines: { name: string; definition: Lines; columns: ExportColumn[]; where: Condition[] } | null;
  /** Ids one behind the other, `digits` each. */
  ids: string;
  /** How many digits of `ids` belong to one row: its id, and where asked for the version of its record. */
  digits: number;
}

/** How many rows an export has. */
export function rowCount({ ids, digits }: Plan): number {
  return ids.length / digits;
}

export interface PlanExportInput {
  screen: Screen;
  request: ExportRequest;
  rights: Condition[];
  most: number;
  versions?: boolean;
}

/**
 * Decides what an export consists of now, within the person's rights.
 * @param versions notes the version of each record, to see later whether anything has changed
 * @throws AppError("forbidden" | "invalid" | "malformed"), and AppError("wrong_state") for too many rows
 */
export async function planExport(
  context: Context,
  { screen, request, rights, most, versions = false }: PlanExportInput,
): Promise<Plan> {
  const { entity } = screen;
  const complaints: Complaint[] = [];
  const typed = await filterConditions(context, screen, request.list, complaints);
  // A list may leave out a filter it does not understand and say so; a file would carry the wrong rows away.
  if (complaints.length > 0)
    throw new AppError("invalid", { complaints, message: complaints.map(({ message }) => message).join("；") });
  const where = [...rowFilter(context, entity), ...rights, ...typed.map(({ condition }) => condition)];
  const own = request.columns.filter((key) => request.lines === null || !key.startsWith(`${request.lines}.`));
  // Only what was asked for by name can be refused.
  const head =
    own.length > 0
      ? headColumns(context, screen, own, request.strict)
      : headColumns(context, screen, await chosenColumns(context, screen), false);
  const lines =
    request.lines === null ? null : linesPlan(context, { screen, name: request.lines, wanted: request.columns, head });
  const ids = await packedIds(context.services.database.connection(), {
    table: tableOf(entity),
    ...order(context, screen, request.list.sort),
    where,
    facts: factsOf(context),
    limit: most + 1,
    ...(versions ? { versions: stampColumn(context, entity, "version") } : {}),
    ...(lines ? { lines: { table: lineTable(tableOf(entity), lines.name), where: lines.where } } : {}),
  });
  const digits = ID_DIGITS + (versions ? VERSION_DIGITS : 0);
  if (ids.length > most * digits)
    throw new AppError("wrong_state", {
      message: `符合条件的数据超过${most}行，请增加筛选条件（例如缩短日期范围）后再导出`,
      facts: { tooMany: most },
    });
  return { columns: [...head, ...(lines?.columns ?? [])], head, where, lines, ids, digits };
}

function linesPlan(
  context: Context,
  {
    screen,
    name,
    wanted,
    head,
  }: { screen: Screen; name: string; wanted: readonly string[]; head: readonly ExportColumn[] },
): Plan["lines"] {
  const found = exportableLines(context, screen).find((one) => one.name === name);
  if (!found)
    throw new AppError("malformed", { message: `参数格式不正确：没有「${name.slice(0, 40)}」这一种明细可以导出` });
  const sent = sentRows(context, screen.entity, name);
  return {
    name,
    definition: found.lines,
    columns: lineColumns(context, { screen, name, wanted, head }),
    where: [...lineFilter(context, screen.entity, name), ...(sent ? [sent] : [])],
  };
}

function order(context: Context, screen: Screen, wanted: readonly string[]) {
  const sorts = sortsOf(context, screen, wanted);
  const sort: Sort[] = [
    ...sorts.map(({ by, descending }) => ({ by: sortTarget(context, screen.entity, by), descending })),
    { by: "id", descending: sorts[0]?.descending ?? false },
  ];
  const { labels } = listColumns(context, screen, { columns: [] }, sorts);
  return { sort, labels: labels.filter(({ as }) => sort.some(({ by }) => by === as)) };
}

async function* rowBatches(context: Context, screen: Screen, plan: Plan): AsyncGenerator<Cell[][], void, void> {
  for (let at = 0; at < rowCount(plan); at += BATCH) {
    const places = Array.from({ length: Math.min(BATCH, rowCount(plan) - at) }, (_none, index) => at + index);
    const rows = await readPlanned(context, screen, plan, places);
    yield rows.filter((row) => row !== null);
  }
}

/**
 * The rows at these places of a plan as they are now, in the order of the places; null for one that vanished or fits no more.
 * Reads in one short transaction: a long one would keep everybody else from the embedded database.
 */
export async function readPlanned(
  context: Context,
  screen: Screen,
  plan: Plan,
  places: readonly number[],
): Promise<(Cell[] | null)[]> {
  const read = plan.lines ? lineBatch : headBatch;
  const ids = places.map((place) => idAt(plan, place));
  const rows = await reading(context, () => read(context, screen, plan, ids));
  // Reading rows and writing them each take their turn.
  await others();
  return ids.map((id) => rows.get(id) ?? null);
}

/** The id of the row at a place of a plan. */
export function idAt({ ids, digits }: Plan, place: number): string {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
  return ids.slice(place * digits, place * digits + ID_DIGITS).replace(parts, "$1-$2-$3-$4-$5");
}

type CellsById = Map<string, Cell[]>;

async function headBatch(context: Context, screen: Screen, plan: Plan, ids: readonly string[]): Promise<CellsById> {
  const rows = await headRows(context, screen, plan, ids);
  return new Map([...rows].map(([id, row]) => [id, plan.head.map((column) => column.cell(row))]));
}

async function lineBatch(context: Context, screen: Screen, plan: Plan, ids: readonly string[]): Promise<CellsById> {
  const { lines } = plan;
  if (!lines) return new Map();
  const keys = lines.columns.map(({ key }) => key).filter((key) => key !== "line_no");
  const found = await selectRows(context.services.database.connection(), {
    table: lineTable(tableOf(screen.entity), lines.name),
    columns: ["id", "root_id", "line_no", ...keys],
    labels: labelJoins(context, lines.definition.fields, keys),
    where: [{ op: "in", column: "id", values: ids }, ...lines.where],
    facts: factsOf(context),
  });
  const heads = await headRows(context, screen, plan, [...new Set(found.map((row) => String(row.root_id)))]);
  const cells = new Map([...heads].map(([id, row]) => [id, plan.head.map((column) => column.cell(row))]));
  return new Map(
    found.flatMap((row) => {
      const head = cells.get(String(row.root_id));
      return head ? [[String(row.id), [...head, ...lines.columns.map((column) => column.cell(row))]] as const] : [];
    }),
  );
}

/** Rows of the heads that still match, by id. */
async function headRows(
  context: Context,
  screen: Screen,
  plan: Plan,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const columns = plan.head.map(({ key }) => key);
  const found = await selectRows(context.services.database.connection(), {
    table: tableOf(screen.entity),
    ...listColumns(context, screen, { columns }, []),
    where: [{ op: "in", column: "id", values: ids }, ...plan.where],
    facts: factsOf(context),
  });
  const rows = found.map((row) => withStamps(context, screen.entity, row));
  const extra = plan.head.some(({ key }) => key.startsWith("+"))
    ? await extraValues(context, screen, rows, "file")
    : new Map();
  return new Map(rows.map((row) => [String(row.id), { ...row, ...extra.get(String(row.id)) }]));
}

async function* csvFile(
  labels: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(BOM + csvLine(labels.map((label) => ({ as: "text", text: label }))));
  for await (const rows of batches) yield Buffer.from(rows.map((cells) => csvLine(cells)).join(""));
}

/** Who took what away stands in the log, also when it broke off. */
async function* logged(
  context: Context,
  screen: Screen,
  request: ExportRequest,
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<Cell[][], void, void> {
  const { log } = context.services;
  const facts = {
    requestId: context.requestId,
    account: context.actor.account,
    screen: `${screen.area}/${screen.key}`,
    format: request.format,
    ...(request.lines ? { lines: request.lines } : {}),
    ...(request.list.q === undefined ? {} : { q: request.list.q }),
    filters: request.list.filters,
    toggles: request.list.toggles,
  };
  let rows = 0;
  let complete = false;
  countWay(context, 1);
  let ended: ((how: { rows: number; complete: boolean }) => Promise<void>) | undefined;
  try {
    ended = await request.begins?.();
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
    complete = true;
  } catch (err) {
    log.error({ ...facts, rows, err }, "export broke off");
    throw err;
  } finally {
    countWay(context, -1);
    log.info({ ...facts, rows, complete }, "export");
    await ended?.({ rows, complete }).catch((err: unknown) => log.error({ ...facts, err }, "the end was not noted"));
  }
}
