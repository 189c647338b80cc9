import type { Change } from "~/data/audit.server";
import {
  claimImportRow,
  countImportRows,
  endImportRows,
  firstRowsBy,
  forgetImport,
  type ImportCounts,
  type ImportFile,
  type ImportRow,
  insertImport,
  lockImport,
  selectImportFile,
  selectImportRows,
  unfinishedImports,
} from "~/data/imports.server";
import { selectRows } from "~/data/store.server";
import { dayOf } from "~/shared/calendar";
import type { Context, EngineServices } from "../context.server";
import type { AnyEntity, AnyRecord, Field } from "../entity";
import { masked } from "../entity/mask";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { announce } from "../notify/announce.server";
import { numberBy } from "../numbering/numbers.server";
import { audit, fieldAt } from "../operations/audit.server";
import { changesBetween } from "../operations/changes.server";
import { blankRecord } from "../operations/initial-values.server";
import type { RawInput } from "../operations/input.server";
import { openRecord } from "../operations/records.server";
import { createRecord, stateLabel, updateRecordBy } from "../operations/save.server";
import { factsOf, requireAction, rowFilter } from "../operations/scope.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { tryCreate, tryUpdate } from "../operations/trial.server";
import { insertRecord, updateRecord } from "../operations/write.server";
import { actingAs, loadActor } from "../session/actor.server";
import { type ImportColumn, importColumns, importedLines, keyField } from "./columns.server";
import { type FileRecord, inputOf } from "./rows.server";

export const IMPORT_BATCH = "system-management/import-batch";

/** What happens to the rest where a record cannot be imported: nothing is, or the others are. */
export type ImportMode = "all" | "good";

/** Records looked at, or carried out, before somebody else gets a turn: on the embedded engine everybody waits for them. */
const CHUNK = 25;
/** More than that is not held open in one transaction. */
export const MOST_AT_ONCE = 1000;
/** Batches one run of the job sees to. */
const MOST_BATCHES = 20;

/** The screen of the batches. @throws AppError("not_found") in an installation without it */
export function batchScreen(context: Context): Screen {
  const screen = context.services.registry.screen(IMPORT_BATCH);
  if (!screen) throw new AppError("not_found");
  return screen;
}

/** Whether files may be imported on a screen at all. */
export function takesFiles(screen: Screen): boolean {
  return screen.entity.imports !== undefined;
}

/**
 * The right to import on a screen, as far as it takes files.
 * @throws AppError("not_found" | "forbidden")
 */
export function requireImport(context: Context, screen: Screen): void {
  if (!takesFiles(screen)) throw new AppError("not_found");
  requireAction(context, screen.entity, "import", screen);
  // What a file may do is what the person may do by hand.
  requireAction(context, screen.entity, "add", screen);
}

/** What one batch needs to know about where it goes. */
interface Aim {
  screen: Screen;
  file: ImportFile;
  columns: ImportColumn[];
  key: string | null;
  table: string | null;
}

async function aimOf(context: Context, record: AnyRecord): Promise<Aim> {
  const screen = context.services.registry.screen(String(record.target));
  if (!screen) throw new AppError("wrong_state", { message: "这批记录要导入的页面已经没有了" });
  requireImport(context, screen);
  const file = await selectImportFile(context.services.database.connection(), record.id);
  if (!file) throw new AppError("wrong_state", { message: "文件内容已超过30天被清除，请重新上传" });
  return {
    screen,
    file,
    columns: importColumns(context, screen),
    key: keyField(screen.entity),
    table: importedLines(context, screen),
  };
}

/**
 * Keeps what a file says as a batch that is looked at next. Nothing is imported yet.
 * @returns the id of the batch
 * @throws AppError("not_found" | "forbidden")
 */
export async function beginImport(
  context: Context,
  screen: Screen,
  wish: { fileName: string; mode: ImportMode; file: ImportFile; records: readonly FileRecord[] },
): Promise<string> {
  requireImport(context, screen);
  const own = batchScreen(context);
  return inTransaction(context, async () => {
    const { entity } = own;
    const record: AnyRecord = {
      ...blankRecord(context, own),
      target: `${screen.area}/${screen.key}`,
      target_label: screen.label,
      file_name: wish.fileName,
      mode: wish.mode,
      total_count: wish.records.length,
    };
    record.number = await numberBy(context, own.number ?? "", entity, record);
    await insertRecord(context, entity, record);
    const rows = wish.records.map(({ rowNo, cells }) => ({ id: context.services.newId(), rowNo, cells }));
    const connection = context.services.database.connection();
    await insertImport(connection, record.id, wish.file, rows, context.now.toISOString());
    const changes = await changesBetween(context, entity, null, record);
    await audit(context, entity, record, { action: "create", label: "上传文件", changes, reason: null });
    return record.id;
  });
}

/** A batch the person may see, with how its rows stand. @throws AppError("forbidden" | "not_found") */
export async function openImport(context: Context, id: string): Promise<{ record: AnyRecord; counts: ImportCounts }> {
  const screen = batchScreen(context);
  requireAction(context, screen.entity, "get", screen);
  return reading(context, async () => {
    const { record } = await openRecord(context, screen.entity, id, screen, { labels: false });
    return { record, counts: await countImportRows(context.services.database.connection(), record.id) };
  });
}

/**
 * Goes on with a batch for as long as there is time: looks at rows that nobody has looked at, or carries out those that were
 * released. What is left goes on with the next call, of this page or of the job.
 * @param goOn asked between chunks
 * @returns whether there is nothing left to do for now
 */
export async function workOn(context: Context, id: string, goOn: () => boolean): Promise<boolean> {
  for (;;) {
    const { record } = await openImport(context, id);
    if (record.created_by !== context.actor.id) throw new AppError("not_found");
    if (record.state !== "checking" && record.state !== "running") return true;
    if (!goOn()) return false;
    const aim = await aimOf(context, record);
    const moved =
      record.state === "checking" ? await checkSome(context, record, aim) : await runSome(context, record, aim);
    if (!moved) return false;
  }
}

/** Looks at the next rows, and ends the looking when none is left. @returns false while another process is at it */
async function checkSome(context: Context, record: AnyRecord, aim: Aim): Promise<boolean> {
  return inTransaction(context, async () => {
    const connection = context.services.database.connection();
    if (!(await lockImport(connection, record.id))) return false;
    const rows = await selectImportRows(connection, record.id, { states: ["new"], limit: CHUNK });
    if (rows.length === 0) {
      await settle(context, record.id, "checked", "检查完毕", false);
      return true;
    }
    const twins = await twinsOf(context, record.id, aim);
    const judged = [];
    for (const row of rows) judged.push(await judge(context, aim, row, twins));
    await endImportRows(connection, judged);
    return true;
  });
}

type Twins = (row: ImportRow) => string | null;

/** Says of a record of the file when its key, or a value nobody may share, stands in an earlier one already. */
async function twinsOf(context: Context, batchId: string, { screen, file, columns, key }: Aim): Promise<Twins> {
  const unique = columns.filter(
    ({ path, field }) => !path.includes(".") && (path === key || field.options.unique !== undefined),
  );
  const connection = context.services.database.connection();
  const known: { heading: string; at: number; first: Map<string, number> }[] = [];
  for (const { path, heading } of unique) {
    const at = file.paths.indexOf(path);
    if (at >= 0) known.push({ heading, at, first: await firstRowsBy(connection, batchId, at) });
  }
  const name = screen.entity.label;
  return ({ rowNo, cells: [cells = []] }) => {
    for (const { heading, at, first } of known) {
      const text = (cells[at] ?? "").trim();
      const place = first.get(text.toLowerCase());
      if (place !== undefined && place < rowNo) return `${heading}「${text}」与文件第${place}行的${name}重复`;
    }
    return null;
  };
}

type Judged = Pick<ImportRow, "id" | "state" | "op" | "label" | "changes" | "error" | "recordId">;

async function judge(context: Context, aim: Aim, row: ImportRow, twins: Twins): Promise<Judged> {
  const failed = (error: string): Judged => ({
    id: row.id,
    state: "failed",
    op: null,
    label: labelOf(aim, row),
    changes: null,
    error,
    recordId: null,
  });
  const twin = twins(row);
  if (twin) return failed(twin);
  try {
    const plan = await planRow(context, aim, row);
    const changes = textsOf(aim.screen.entity, plan.changes);
    const op = plan.id === null ? "insert" : plan.changes.length > 0 ? "update" : "skip";
    return {
      id: row.id,
      state: op === "skip" ? "same" : "planned",
      op,
      label: labelOf(aim, row),
      changes: changes || null,
      error: null,
      recordId: plan.id,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed(sentence(aim, error));
  }
}

interface Plan {
  /** The record that is changed; null for a new one. */
  id: string | null;
  version: number;
  values: RawInput;
  changes: Change[];
}

/** What a row of the file would do now, under the rights of the person. @throws AppError for whatever stands against it */
async function planRow(context: Context, aim: Aim, row: ImportRow): Promise<Plan> {
  const { screen, columns, file, key, table } = aim;
  const input = inputOf(row.cells, file.paths, columns, { key, table });
  const id = input.key === null ? null : await findByKey(context, screen.entity, key ?? "", input.key);
  if (id !== null) {
    const { changes, version } = await tryUpdate(context, screen, id, input.values);
    return { id, version, values: input.values, changes };
  }
  const field: Field | undefined = key ? screen.entity.fields[key] : undefined;
  const isNumbered = field?.options.numbering !== undefined;
  if (input.key !== null && isNumbered)
    throw new AppError("invalid", {
      message: `找不到${field?.options.label}为「${input.key}」的${screen.entity.label}`,
    });
  const values = input.key !== null && key ? { ...input.values, [key]: input.key } : input.values;
  await refuseTaken(context, screen.entity, values);
  return { id: null, version: 0, values, changes: await tryCreate(context, screen, values) };
}

/** A record this person may see that carries the value of the key. */
async function findByKey(context: Context, entity: AnyEntity, key: string, value: string): Promise<string | null> {
  const [found] = await selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns: ["id"],
    where: [...rowFilter(context, entity), { op: "eq", column: key, value }],
    facts: factsOf(context),
  });
  return found ? String(found.id) : null;
}

/** Says before anything is stored what storing it would say: a value that somebody else has. */
async function refuseTaken(context: Context, entity: AnyEntity, values: RawInput): Promise<void> {
  const connection = context.services.database.connection();
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    const value = values[name];
    if (field.options.unique === undefined || typeof value !== "string" || value === "") continue;
    const where = [{ op: "eq" as const, column: name, value }];
    const [taken] = await selectRows(connection, {
      table: tableOf(entity),
      columns: ["id"],
      where,
      facts: factsOf(context),
    });
    if (taken) throw new AppError("invalid", { complaints: [{ field: name, message: field.options.unique }] });
  }
}

/** What people know a row of the file by. */
function labelOf({ file, columns }: Aim, { cells: [cells = []] }: ImportRow): string | null {
  const head = columns.filter(({ path }) => !path.includes("."));
  const texts = head.flatMap(({ path }) => cells[file.paths.indexOf(path)] || []);
  return texts.slice(0, 2).join(" ").slice(0, 200) || null;
}

const LONGEST = 1000;

function textsOf(entity: AnyEntity, changes: readonly Change[]): string {
  const texts = changes.map(({ path, label, fromText, toText }) => {
    const field = fieldAt(entity, path.split("."))?.field;
    const [from, to] = [fromText, toText].map((text) => (field ? masked(field, text, "list") : text));
    return from ? `${label}：${from} → ${to || "空"}` : `${label}：${to}`;
  });
  return texts.join("；").slice(0, LONGEST);
}

/** An expected error in one sentence; complaints name their column, those of lines the line as well. */
function sentence({ columns }: Aim, error: AppError): string {
  const said = error.complaints.map(({ field, message }) => {
    const [table, position, ...rest] = field.split(".");
    const heading = columns.find(
      ({ path }) => path === (rest.length > 0 ? [table, ...rest].join(".") : field),
    )?.heading;
    const place = rest.length > 0 ? `明细第${Number(position) + 1}行` : "";
    return heading ? `${place}${heading}：${message}` : `${place}${message}`;
  });
  return ([...new Set(said)].join("；") || error.message).slice(0, LONGEST);
}

/**
 * Releases a checked batch: from now on its rows are carried out.
 * @throws AppError("wrong_state") where it is not checked, has nothing to do, or is to be all or nothing and has failures
 */
export async function releaseImport(context: Context, id: string): Promise<void> {
  await inTransaction(context, async () => {
    const { record, counts } = await openImport(context, id);
    if (record.created_by !== context.actor.id) throw new AppError("not_found");
    if (record.state !== "checked")
      throw new AppError("wrong_state", {
        message: `该批次当前为「${stateLabel(batchScreen(context).entity, record.state)}」，不能执行`,
      });
    if (counts.planned === 0) throw new AppError("wrong_state", { message: "没有可以导入的记录" });
    if (record.mode === "all" && counts.fail > 0)
      throw new AppError("wrong_state", {
        message: `有${counts.fail}条记录有错误，按「有错误就全部不导入」没有执行：请改好文件后重新上传`,
      });
    await settle(context, id, "running", "执行", false);
  });
}

/** Carries out the next rows, or all of them at once. @returns false while another process is at it */
async function runSome(context: Context, record: AnyRecord, aim: Aim): Promise<boolean> {
  return record.mode === "all" ? runAll(context, record, aim) : runGood(context, record, aim);
}

async function runGood(context: Context, record: AnyRecord, aim: Aim): Promise<boolean> {
  const connection = () => context.services.database.connection();
  const rows = await reading(context, () =>
    selectImportRows(connection(), record.id, { states: ["planned"], limit: CHUNK }),
  );
  if (rows.length === 0) {
    await finish(context, record.id);
    return true;
  }
  for (const row of rows) {
    try {
      await inTransaction(context, async () => {
        if (!(await claimImportRow(connection(), row.id, "planned"))) return;
        await endImportRows(connection(), [await carryOut(context, aim, row)]);
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.error === "unavailable") throw error;
      await inTransaction(context, () => endImportRows(connection(), [failedRow(row, sentence(aim, error))]));
    }
  }
  return true;
}

/** The refusal of one record takes back all others. */
class Refused extends Error {
  constructor(
    readonly row: ImportRow,
    readonly why: string,
  ) {
    super(why);
  }
}

async function runAll(context: Context, record: AnyRecord, aim: Aim): Promise<boolean> {
  const connection = () => context.services.database.connection();
  try {
    return await inTransaction(context, async () => {
      if (!(await lockImport(connection(), record.id))) return false;
      const rows = await selectImportRows(connection(), record.id, { states: ["planned"], limit: MOST_AT_ONCE });
      const done = [];
      for (const row of rows) {
        try {
          done.push(await carryOut(context, aim, row));
        } catch (error) {
          if (!(error instanceof AppError) || error.error === "unavailable") throw error;
          throw new Refused(row, sentence(aim, error));
        }
      }
      await endImportRows(connection(), done);
      await finish(context, record.id);
      return true;
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await inTransaction(context, async () => {
      await endImportRows(connection(), [failedRow(error.row, error.why)]);
      await settle(context, record.id, "failed", "全部撤回", true);
    });
    return true;
  }
}

const failedRow = (row: ImportRow, error: string): Judged => ({ ...row, state: "failed", op: null, error });

/** The operation that people use, with everything it asks; what changed since the row was looked at counts. */
async function carryOut(context: Context, aim: Aim, row: ImportRow): Promise<Judged> {
  const plan = await planRow(context, aim, row);
  const { screen } = aim;
  const { values, version } = plan;
  const saved =
    plan.id === null
      ? await createRecord(context, { screen, values })
      : await updateRecordBy(context, { screen, id: plan.id, version, values });
  const op = plan.id === null ? "insert" : "update";
  const label = saved.number ?? row.label;
  return {
    ...row,
    state: "done",
    op,
    label,
    changes: textsOf(screen.entity, plan.changes) || null,
    recordId: saved.id,
  };
}

async function finish(context: Context, id: string): Promise<void> {
  await inTransaction(context, async () => {
    const { record, counts } = await openImport(context, id);
    if (record.state !== "running" || counts.planned > 0) return;
    const state = counts.fail === 0 ? "success" : counts.done === 0 ? "failed" : "partial";
    await settle(context, id, state, "执行完毕", true);
    await forgetImport(context.services.database.connection(), id);
  });
}

/** Moves the batch and writes down how its rows stand. */
async function settle(context: Context, id: string, state: string, label: string, ends: boolean): Promise<void> {
  const { entity } = batchScreen(context);
  const { record: before, counts } = await openImport(context, id);
  const { insert, update, same, fail, done } = counts;
  const at = context.services.clock().toISOString();
  const after: AnyRecord = {
    ...structuredClone(before),
    state,
    insert_count: insert,
    update_count: update,
    same_count: same,
    fail_count: fail,
    done_count: done,
    ...(state === "running" ? { started_at: at } : {}),
    ...(ends ? { ended_at: at } : {}),
  };
  await updateRecord(context, entity, before, after, []);
  const moved = {
    path: "state",
    label: "状态",
    from: before.state,
    to: state,
    fromText: stateLabel(entity, before.state),
    toText: stateLabel(entity, state),
  };
  const changes = [moved, ...(await changesBetween(context, entity, before, after))];
  await audit(context, entity, after, { action: state, label, changes, reason: null });
}

/**
 * Goes on with batches that were left half-way: a page that was closed, a process that ended. Each works under the rights its owner
 * has now; whoever lost them, or the file, finds the batch failed.
 * @returns how many came to their end
 */
export async function finishImports(services: EngineServices, goOn: () => boolean): Promise<number> {
  const waiting = await unfinishedImports(services.database.connection(), MOST_BATCHES);
  let ended = 0;
  for (const { id, by } of waiting) {
    if (!goOn()) break;
    const owner = await loadActor(services, by).catch(() => null);
    if (!owner) continue;
    const context = actingAs(services, owner, services.clock());
    try {
      if (await workOn(context, id, goOn)) {
        ended += 1;
        await tellOwner(context, id);
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.error === "unavailable") throw error;
      await giveUp(context, id, error.message);
    }
  }
  return ended;
}

async function giveUp(context: Context, id: string, why: string): Promise<void> {
  await inTransaction(context, async () => {
    const { entity } = batchScreen(context);
    const { record } = await openRecord(context, entity, id, undefined, { labels: false });
    if (record.state !== "checking" && record.state !== "running") return;
    const after: AnyRecord = { ...structuredClone(record), state: "failed", message: why.slice(0, 500) };
    await updateRecord(context, entity, record, after, []);
    await audit(context, entity, after, { action: "fail", label: "不能继续", changes: [], reason: why.slice(0, 200) });
  });
}

async function tellOwner(context: Context, id: string): Promise<void> {
  const { record } = await openImport(context, id);
  const { entity } = batchScreen(context);
  await inTransaction(context, async () => {
    await announce(context, {
      scenario: "import.ended",
      values: {
        number: record.number ?? "",
        target: String(record.target_label),
        state: stateLabel(entity, record.state),
      },
      to: [String(record.created_by)],
      record: { entity: entity.key, id: record.id, number: record.number },
    });
  });
}

/** What a file said goes when its batch is given up. */
export async function forgetBatch(context: Context, id: string): Promise<void> {
  await forgetImport(context.services.database.connection(), id);
}

/** Name of a file of records, with the day. */
export function importFileName(label: string, what: string, now: Date): string {
  return `${label}${what}_${dayOf(now)}`;
}
