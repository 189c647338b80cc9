import {
  claimImportRow,
  countImportRows,
  endImportRows,
  type ImportCounts,
  type ImportFile,
  type ImportRow,
  insertImport,
  lockImport,
  purgeImport,
  purgeImported,
  selectImportRows,
  unfinishedImports,
} from "~/data/imports.server";
import { dayOf } from "~/shared/calendar";
import type { Context, EngineServices } from "../context.server";
import type { AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { notify } from "../notify/notify.server";
import { numberBy } from "../numbering/numbers.server";
import { audit } from "../operations/audit.server";
import { changesBetween } from "../operations/changes.server";
import { blankRecord } from "../operations/initial-values.server";
import { transitionBatch } from "../operations/log-batch.server";
import { openRecord } from "../operations/records.server";
import { stateLabel } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { insertRecord } from "../operations/write.server";
import { actingAs, loadActor } from "../session/actor.server";
import {
  type Aim,
  aimOf,
  batchScreen,
  carryOut,
  failedRow,
  judge,
  requireImport,
  sentence,
  twinsOf,
} from "./plan.server";
import type { FileRecord } from "./rows.server";

/** What happens to the rest where a record cannot be imported: nothing is, or the others are. */
export type ImportMode = "all" | "good";

/** Records looked at, or carried out, before somebody else gets a turn: on the embedded engine everybody waits for them. */
const CHUNK = 25;
/** More than that is not held open in one transaction. */
export const MOST_AT_ONCE = 1000;
/** Batches one run of the job sees to. */
const MOST_BATCHES = 20;

/**
 * Keeps what a file says as a batch that is looked at next. Nothing is imported yet.
 * @returns the id of the batch
 * @throws AppError("not_found" | "forbidden")
 */
export async function beginImport(
  context: Context,
  screen: Screen,
  request: { fileName: string; mode: ImportMode; file: ImportFile; records: readonly FileRecord[] },
): Promise<string> {
  requireImport(context, screen);
  const own = batchScreen(context);
  return inTransaction(context, async () => {
    const { entity } = own;
    const record: AnyRecord = {
      ...blankRecord(context, own),
      target: `${screen.area}/${screen.key}`,
      target_label: screen.label,
      file_name: request.fileName,
      mode: request.mode,
      total_count: request.records.length,
    };
    record.number = await numberBy(context, { rule: own.number ?? "", entity, record });
    await insertRecord(context, entity, record);
    const rows = request.records.map(({ rowNo, cells }) => ({ id: context.services.newId(), rowNo, cells }));
    const connection = context.services.database.connection();
    await insertImport(connection, { batchId: record.id, file: request.file, rows, at: context.now.toISOString() });
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
    const { record } = await openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } });
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
    const transitioned =
      record.state === "checking" ? await checkSome(context, record, aim) : await runSome(context, record, aim);
    if (!transitioned) return false;
  }
}

/** Looks at the next rows, and ends the looking when none is left. @returns false while another process is at it */
async function checkSome(context: Context, record: AnyRecord, aim: Aim): Promise<boolean> {
  return inTransaction(context, async () => {
    const connection = context.services.database.connection();
    if (!(await lockImport(connection, record.id))) return false;
    const rows = await selectImportRows(connection, record.id, { states: ["new"], limit: CHUNK });
    if (rows.length === 0) {
      await settle(context, { id: record.id, state: "checked", label: "检查完毕", ends: false });
      return true;
    }
    const twins = await twinsOf(context, record.id, aim);
    const judged = [];
    for (const row of rows) judged.push(await judge(context, aim, row, twins));
    await endImportRows(connection, judged);
    return true;
  });
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
    await settle(context, { id, state: "running", label: "执行", ends: false });
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
      await settle(context, { id: record.id, state: "failed", label: "全部撤回", ends: true });
    });
    return true;
  }
}

async function finish(context: Context, id: string): Promise<void> {
  await inTransaction(context, async () => {
    const { record, counts } = await openImport(context, id);
    if (record.state !== "running" || counts.planned > 0) return;
    const state = counts.fail === 0 ? "success" : counts.done === 0 ? "failed" : "partial";
    await settle(context, { id, state, label: "执行完毕", ends: true });
    const purge = counts.fail === 0 ? purgeImport : purgeImported;
    await purge(context.services.database.connection(), id);
  });
}

/** Moves the batch and writes down how its rows stand. */
async function settle(
  context: Context,
  { id, state, label, ends }: { id: string; state: string; label: string; ends: boolean },
): Promise<void> {
  const { entity } = batchScreen(context);
  const { record, counts } = await openImport(context, id);
  const { insert, update, same, fail, done } = counts;
  const at = context.services.clock().toISOString();
  const values = {
    insert_count: insert,
    update_count: update,
    same_count: same,
    fail_count: fail,
    done_count: done,
    ...(state === "running" ? { started_at: at } : {}),
    ...(ends ? { ended_at: at } : {}),
  };
  await transitionBatch(context, entity, record, { state, action: state, label, values });
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
    const context = actingAs(services, await loadActor(services, by), services.clock());
    try {
      if (await workOn(context, id, goOn)) {
        ended += 1;
        await notifyOwner(context, id);
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
    const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
    if (record.state !== "checking" && record.state !== "running") return;
    const values = { message: why.slice(0, 500) };
    await transitionBatch(context, entity, record, { state: "failed", action: "fail", label: "不能继续", values });
  });
}

async function notifyOwner(context: Context, id: string): Promise<void> {
  const { record } = await openImport(context, id);
  const { entity } = batchScreen(context);
  await inTransaction(context, async () => {
    await notify(context, {
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
export async function purgeBatch(context: Context, id: string): Promise<void> {
  await purgeImport(context.services.database.connection(), id);
}

/** Name of a file of records, with the day. */
export function importFileName(label: string, what: string, now: Date): string {
  return `${label}${what}_${dayOf(now)}`;
}
