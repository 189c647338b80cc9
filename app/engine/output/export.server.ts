import { setImmediate as others } from "node:timers/promises";
import { insertAudit } from "~/data/audit.server";
import { packedIds, type Row, type Sort, selectRows } from "~/data/store.server";
import { dayOf } from "~/shared/calendar";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Complaint, Lines } from "../entity";
import type { Screen } from "../entity/registry";
import { linesFilter } from "../entity/supplier-lock";
import { lineTable, tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { labelJoins } from "../operations/labels.server";
import {
  extraValues,
  filterConditions,
  type ListWish,
  listColumns,
  sortsOf,
  sortTarget,
} from "../operations/list.server";
import { chosenColumns } from "../operations/list-columns.server";
import { factsOf, requireAction, rowFilter } from "../operations/scope.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { intParameter } from "../parameters.server";
import { columnLabel } from "../screen/show";
import type { Cell } from "./cell";
import { type ExportColumn, exportableLines, headColumns, lineColumns } from "./columns.server";
import { BOM, csvLine } from "./csv";
import { type OutputFile, pulled } from "./output-file.server";
import { sheetFile } from "./sheet.server";

/** More rows than people read and spreadsheet programs open with pleasure. */
export const MOST_EXPORTED = 200_000;
/** Rows read at a time: few enough that reading them holds up nobody, embedded there is one connection for all. */
const BATCH = 100;
const ID_DIGITS = 32;

export interface ExportWish {
  format: ExportFormat;
  /** Filters, toggles and order of the list; page and size mean nothing here. */
  list: ListWish;
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
}

export const EXPORT_FORMATS = ["xlsx", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

/**
 * All rows of a list as a file that is made while it is sent. The rows are those that match at the beginning, in their
 * order; each is read when its turn comes, under the same conditions, so that one that vanished or fits no more is left
 * out and none comes twice.
 * @param most more rows than that are refused
 * @throws AppError("forbidden"), AppError("invalid") for a filter that cannot be understood, AppError("malformed"), and
 * AppError("wrong_state") for too many rows; all before the first byte
 */
export async function exportRecords(
  context: Context,
  screen: Screen,
  wish: ExportWish,
  most = MOST_EXPORTED,
): Promise<OutputFile> {
  const rights = requireAction(context, screen.entity, "export", screen);
  await context.services.registry.server(screen.entity.key).freshen?.(context);
  const allowed = await intParameter(context.services, "export.maxRows", context.session?.permissionVersion);
  const plan = await reading(context, () => planExport(context, screen, wish, rights, Math.min(most, allowed)));
  await noteExport(context, screen, wish, plan);
  const { format } = wish;
  const labels = plan.columns.map(({ label }, position) => wish.titles?.[position] || label);
  const name = screen.label + (plan.lines ? `（${plan.lines.definition.label}）` : "");
  const rows = logged(context, screen, wish, rowBatches(context, screen, plan));
  return {
    name: `${wish.name ?? `${name}_${dayOf(context.now)}`}.${format}`,
    type: TYPES[format],
    body: pulled(format === "csv" ? csvFile(labels, rows) : sheetFile(name, labels, rows, context.now)),
  };
}

/** Who took what out of the product, and how much of it: before the first byte, so that breaking off hides nothing. */
async function noteExport(context: Context, screen: Screen, wish: ExportWish, plan: Plan): Promise<void> {
  const { actor, services } = context;
  const fact = (path: string, label: string, toText: string) => ({
    path,
    label,
    from: null,
    to: toText,
    fromText: "",
    toText,
  });
  const { q, filters, toggles } = wish.list;
  const asked = [
    ...(q ? [`搜索：${q}`] : []),
    ...Object.entries(filters).map(
      ([name, values]) => `${columnLabel(screen, name)}：${values.filter(Boolean).join("、")}`,
    ),
    ...toggles.map((name) => screen.list.toggles?.[name as `${string}_only`]?.label ?? name),
  ];
  const changes = [
    fact("rows", "行数", String(plan.ids.length / ID_DIGITS)),
    fact("format", "格式", wish.format),
    ...(asked.length > 0 ? [fact("filters", "条件", asked.join("；").slice(0, 500))] : []),
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
      label: `导出${screen.label}${plan.lines ? `（${plan.lines.definition.label}）` : ""}`,
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

interface Plan {
  columns: ExportColumn[];
  head: ExportColumn[];
  where: Condition[];
  lines: { name: string; definition: Lines; columns: ExportColumn[]; where: Condition[] } | null;
  ids: string;
}

async function planExport(
  context: Context,
  screen: Screen,
  wish: ExportWish,
  rights: Condition[],
  most: number,
): Promise<Plan> {
  const { entity } = screen;
  const complaints: Complaint[] = [];
  const typed = await filterConditions(context, screen, wish.list, complaints);
  // A list may leave out a filter it does not understand and say so; a file would carry the wrong rows away.
  if (complaints.length > 0)
    throw new AppError("invalid", { complaints, message: complaints.map(({ message }) => message).join("；") });
  const where = [...rowFilter(context, entity), ...rights, ...typed.map(({ condition }) => condition)];
  const own = wish.columns.filter((key) => wish.lines === null || !key.startsWith(`${wish.lines}.`));
  const head = headColumns(context, screen, own.length > 0 ? own : await chosenColumns(context, screen), wish.strict);
  const lines = wish.lines === null ? null : linesPlan(context, screen, wish.lines, wish.columns, head);
  const ids = await packedIds(context.services.database.connection(), {
    table: tableOf(entity),
    ...order(context, screen, wish.list.sort),
    where,
    facts: factsOf(context),
    limit: most + 1,
    ...(lines ? { lines: { table: lineTable(tableOf(entity), lines.name), where: lines.where } } : {}),
  });
  if (ids.length > most * ID_DIGITS)
    throw new AppError("wrong_state", {
      message: `符合条件的数据超过${most}行，请增加筛选条件（例如缩短日期范围）后再导出`,
    });
  return { columns: [...head, ...(lines?.columns ?? [])], head, where, lines, ids };
}

function linesPlan(
  context: Context,
  screen: Screen,
  name: string,
  wanted: readonly string[],
  head: readonly ExportColumn[],
): Plan["lines"] {
  const found = exportableLines(context, screen).find((one) => one.name === name);
  if (!found)
    throw new AppError("malformed", { message: `参数格式不正确：没有「${name.slice(0, 40)}」这一种明细可以导出` });
  const shown = context.actor.supplierId ? linesFilter(found.lines) : null;
  return {
    name,
    definition: found.lines,
    columns: lineColumns(context, screen, name, wanted, head),
    where: shown ? [shown] : [],
  };
}

function order(context: Context, screen: Screen, wanted: readonly string[]) {
  const sorts = sortsOf(context, screen, wanted);
  const sort: Sort[] = [
    ...sorts.map(({ by, descending }) => ({ by: sortTarget(screen.entity, by), descending })),
    { by: "id", descending: sorts[0]?.descending ?? false },
  ];
  const { labels } = listColumns(context, screen, { columns: [] }, sorts);
  return { sort, labels: labels.filter(({ as }) => sort.some(({ by }) => by === as)) };
}

async function* rowBatches(context: Context, screen: Screen, plan: Plan): AsyncGenerator<Cell[][], void, void> {
  const read = plan.lines ? lineBatch : headBatch;
  for (let at = 0; at < plan.ids.length; at += BATCH * ID_DIGITS) {
    const ids = idsOf(plan.ids.slice(at, at + BATCH * ID_DIGITS));
    // A transaction of its own for each batch: a long one would keep everybody else from the embedded database.
    const rows = await reading(context, () => read(context, screen, plan, ids));
    // Reading rows and writing them each take their turn.
    await others();
    yield rows;
  }
}

function idsOf(packed: string): string[] {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
  return Array.from({ length: packed.length / ID_DIGITS }, (_none, index) =>
    packed.slice(index * ID_DIGITS, (index + 1) * ID_DIGITS).replace(parts, "$1-$2-$3-$4-$5"),
  );
}

async function headBatch(context: Context, screen: Screen, plan: Plan, ids: readonly string[]): Promise<Cell[][]> {
  const rows = await headRows(context, screen, plan, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [plan.head.map((column) => column.cell(row))] : [];
  });
}

async function lineBatch(context: Context, screen: Screen, plan: Plan, ids: readonly string[]): Promise<Cell[][]> {
  const { lines } = plan;
  if (!lines) return [];
  const keys = lines.columns.map(({ key }) => key).filter((key) => key !== "line_no");
  const found = await selectRows(context.services.database.connection(), {
    table: lineTable(tableOf(screen.entity), lines.name),
    columns: ["id", "root_id", "line_no", ...keys],
    labels: labelJoins(context, lines.definition.fields, keys),
    where: [{ op: "in", column: "id", values: ids }, ...lines.where],
    facts: factsOf(context),
  });
  const byId = new Map(found.map((row) => [String(row.id), row]));
  const heads = await headRows(context, screen, plan, [...new Set(found.map((row) => String(row.root_id)))]);
  const cells = new Map([...heads].map(([id, row]) => [id, plan.head.map((column) => column.cell(row))]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const head = row && cells.get(String(row.root_id));
    return head ? [[...head, ...lines.columns.map((column) => column.cell(row))]] : [];
  });
}

/** Rows of the heads that still match, by id. */
async function headRows(
  context: Context,
  screen: Screen,
  plan: Plan,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const columns = plan.head.map(({ key }) => key);
  const rows = await selectRows(context.services.database.connection(), {
    table: tableOf(screen.entity),
    ...listColumns(context, screen, { columns }, []),
    where: [{ op: "in", column: "id", values: ids }, ...plan.where],
    facts: factsOf(context),
  });
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
  wish: ExportWish,
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<Cell[][], void, void> {
  const { log } = context.services;
  const facts = {
    requestId: context.requestId,
    account: context.actor.account,
    screen: `${screen.area}/${screen.key}`,
    format: wish.format,
    ...(wish.lines ? { lines: wish.lines } : {}),
    ...(wish.list.q === undefined ? {} : { q: wish.list.q }),
    filters: wish.list.filters,
    toggles: wish.list.toggles,
  };
  let rows = 0;
  let complete = false;
  try {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
    complete = true;
  } catch (err) {
    log.error({ ...facts, rows, err }, "export broke off");
    throw err;
  } finally {
    log.info({ ...facts, rows, complete }, "export");
  }
}
