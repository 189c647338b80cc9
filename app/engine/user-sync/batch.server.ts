import {
  claimSyncRow,
  countSyncRows,
  endSyncRow,
  insertSyncRows,
  lockSync,
  markKeptByMdm,
  type NewSyncRow,
  type SyncCounts,
  type SyncOutcome,
  type SyncRow,
  selectSyncRows,
} from "~/data/user-sync.server";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
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
import { createRecord, stateLabel, updateRecordBy } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { applyTransition } from "../operations/transition.server";
import { unscopedCount } from "../operations/unscoped.server";
import { insertRecord } from "../operations/write.server";
import type { SyncInput } from "./columns";
import { accountsFor, LEFT_REASON, type Planned, planPerson, sentence, syncScreen } from "./plan.server";

const LOG = "user-administration/user-log";
const USER = "system-management/user";
export type Trigger = "manual" | "call" | "cron" | "retry";
/** Roles that keep accounts: they hear of what went wrong. */
export const KEEPERS = ["user_admin", "system_admin"];

/** The screen of the log. @throws AppError("not_found") in an installation without it */
export function logScreen(context: Context): Screen {
  const screen = context.services.registry.screen(LOG);
  if (!screen) throw new AppError("not_found");
  return screen;
}

/** @throws AppError("forbidden") for whoever may not synchronise accounts */
export function requireImport(context: Context): Screen {
  const screen = logScreen(context);
  requireAction(context, screen.entity, "import", screen);
  return screen;
}

/**
 * Looks at people without changing any account: a batch that says row by row what carrying it out would do, or why it cannot.
 * @returns the id of the batch
 * @throws AppError("forbidden")
 */
export async function checkPeople(
  context: Context,
  request: { people: readonly SyncInput[]; trigger: Trigger; fileName?: string; retryOf?: string },
): Promise<string> {
  const screen = requireImport(context);
  const { people } = request;
  const rows = await reading(context, async () => {
    const known = await accountsFor(context, people);
    const seen = new Map<string, number>();
    const found: NewSyncRow[] = [];
    for (const { rowNo, body } of people) {
      const twin = twinOf(seen, rowNo, body.work_no, body.accountname ?? body.work_no);
      const planned = twin ?? (await planPerson(context, body, known));
      found.push(newRow(context, { rowNo, body }, planned));
    }
    return found;
  });
  return inTransaction(context, async () => {
    const { entity } = screen;
    const connection = context.services.database.connection();
    const record: AnyRecord = {
      ...blankRecord(context, screen),
      trigger_type: request.trigger,
      file_name: request.fileName?.slice(0, 200) ?? null,
      retry_of: request.retryOf ?? null,
    };
    Object.assign(record, countsOf(rowCounts(rows)), { total_count: rows.length });
    record.number = await numberBy(context, { rule: screen.number ?? "", entity, record });
    await insertRecord(context, entity, record);
    await insertSyncRows(connection, { id: record.id, at: context.now.toISOString(), by: context.actor.id }, rows);
    const changes = await changesBetween(context, entity, null, record);
    await audit(context, entity, record, { action: "create", label: "检查", changes, reason: null });
    return record.id;
  });
}

/** The same person twice in one batch: the second has no say. */
function twinOf(seen: Map<string, number>, rowNo: number, workNo?: string, name?: string): Planned | null {
  const keys = [workNo && `工号「${workNo}」`, name && `用户账号「${name.toLowerCase()}」`].filter(Boolean).map(String);
  const twin = keys.find((key) => seen.has(key));
  if (twin) return { error: `${twin}与第${seen.get(twin)}行重复`, userId: null };
  for (const key of keys) seen.set(key, rowNo);
  return null;
}

function newRow(context: Context, { rowNo, body }: SyncInput, planned: Planned): NewSyncRow {
  const failed = "error" in planned;
  return {
    id: context.services.newId(),
    row_no: rowNo,
    work_no: body.work_no ?? null,
    accountname: body.accountname ?? null,
    username: body.username ?? null,
    op: failed ? null : planned.op,
    state: failed ? "failed" : planned.op === "skip" ? "skipped" : "planned",
    changes: failed ? null : planned.changes || null,
    error: failed ? planned.error : null,
    user_id: planned.userId,
    // What failed can be tried again once its reason is gone.
    body: !failed && planned.op === "skip" ? null : body,
  };
}

function rowCounts(rows: readonly NewSyncRow[]): SyncCounts {
  const of = (fits: (row: NewSyncRow) => boolean) => rows.filter(fits).length;
  return {
    planned: of(({ state }) => state === "planned"),
    insert: of(({ op }) => op === "insert"),
    update: of(({ op }) => op === "update"),
    block: of(({ op }) => op === "block"),
    skip: of(({ op }) => op === "skip"),
    fail: of(({ state }) => state === "failed"),
  };
}

const countsOf = ({ insert, update, block, skip, fail }: SyncCounts) => ({
  insert_count: insert,
  update_count: update,
  block_count: block,
  skip_count: skip,
  fail_count: fail,
});

/** A batch with the number of rows that wait. @throws AppError("forbidden" | "not_found") */
export async function openBatch(context: Context, id: string): Promise<{ record: AnyRecord; counts: SyncCounts }> {
  const screen = logScreen(context);
  return reading(context, async () => {
    const { record } = await openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } });
    return { record, counts: await countSyncRows(context.services.database.connection(), record.id) };
  });
}

/**
 * Carries a batch out, each person in a transaction of its own and under the rights of whoever asks, for as long as there is time;
 * what is left goes on with the next call.
 * @returns whether everything is done
 * @throws AppError("forbidden" | "not_found"), AppError("wrong_state") when another batch is under way
 */
export async function runBatch(context: Context, id: string, until: number): Promise<boolean> {
  const screen = requireImport(context);
  const record = await begin(context, screen, id);
  const connection = () => context.services.database.connection();
  const rows = await reading(context, () => selectSyncRows(connection(), record.id, "planned"));
  for (const row of rows) {
    // The wall clock, not that of the business: how long somebody has been waiting.
    if (Date.now() > until) return false;
    await carryOut(context, row);
  }
  await finish(context, screen, id);
  return true;
}

async function begin(context: Context, { entity, ...screen }: Screen, id: string): Promise<AnyRecord> {
  return inTransaction(context, async () => {
    await lockSync(context.services.database.connection());
    const { record } = await openRecord(context, {
      entity,
      id,
      screen: { entity, ...screen },
      wanted: { labels: false },
    });
    if (record.state === "running") return record;
    if (record.state !== "checked")
      throw new AppError("wrong_state", { message: `该批次当前为「${stateLabel(entity, record.state)}」，不能执行` });
    if ((await unscopedCount(context, LOG, [where.eq("state", "running")])) > 0)
      throw new AppError("wrong_state", { message: "已有同步任务正在执行" });
    const values = { started_at: context.now.toISOString() };
    return transitionBatch(context, entity, record, { state: "running", action: "start", label: "执行", values });
  });
}

async function finish(context: Context, { entity, ...screen }: Screen, id: string): Promise<void> {
  await inTransaction(context, async () => {
    await lockSync(context.services.database.connection());
    const { record } = await openRecord(context, {
      entity,
      id,
      screen: { entity, ...screen },
      wanted: { labels: false },
    });
    if (record.state !== "running") return;
    const counts = await countSyncRows(context.services.database.connection(), record.id);
    if (counts.planned > 0) return;
    const done = counts.insert + counts.update + counts.block + counts.skip;
    const state = counts.fail === 0 ? "success" : done === 0 ? "failed" : "partial";
    const values = { ...countsOf(counts), ended_at: context.services.clock().toISOString() };
    await transitionBatch(context, entity, record, { state, action: "finish", label: "执行完毕", values });
    if (counts.fail > 0)
      await notify(context, {
        scenario: "user-sync.failures",
        values: { number: record.number ?? "", failed: String(counts.fail), total: String(record.total_count) },
        toRoles: KEEPERS,
        record: { entity: entity.key, id: record.id, number: record.number },
      });
  });
}

/** One person: everything or nothing, and how it ended stays in either case. */
async function carryOut(context: Context, row: SyncRow): Promise<void> {
  const connection = () => context.services.database.connection();
  const at = context.services.clock().toISOString();
  const failed = (error: string, userId: string | null): SyncOutcome => ({
    state: "failed",
    op: null,
    changes: null,
    error,
    userId,
    at,
  });
  try {
    await inTransaction(context, async () => {
      if (!(await claimSyncRow(connection(), row.id))) return;
      const known = await accountsFor(context, [{ rowNo: row.rowNo, body: row.body }]);
      const planned = await planPerson(context, row.body, known);
      if ("error" in planned) return endSyncRow(connection(), row.id, failed(planned.error, planned.userId));
      const userId = await doStep(context, planned);
      await endSyncRow(connection(), row.id, {
        state: planned.op === "skip" ? "skipped" : "done",
        op: planned.op,
        changes: planned.changes || null,
        error: null,
        userId,
        at,
      });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await inTransaction(context, () => endSyncRow(connection(), row.id, failed(sentence(error), null)));
  }
}

/** The operations that people use, with everything they ask. @returns the account */
async function doStep(context: Context, step: Exclude<Planned, { error: string }>): Promise<string | null> {
  const screen = syncScreen(context);
  const { userId, values, version } = step;
  if (step.op === "insert") return (await createRecord(context, { screen, values })).id;
  if (step.op === "update" && userId && version !== null) {
    await updateRecordBy(context, { screen, id: userId, version, values });
    await markKeptByMdm(context.services.database.connection(), userId);
  }
  if (step.op === "block" && userId) {
    const entity = context.services.registry.entity(USER);
    await applyTransition(context, { entity, id: userId, name: "block", reason: LEFT_REASON });
  }
  return userId;
}

/**
 * A new batch of those people of another that could not be done, checked anew.
 * @throws AppError("wrong_state") when there is nobody left to try
 */
export async function retryFailed(context: Context, id: string): Promise<string> {
  requireImport(context);
  const { record } = await openBatch(context, id);
  if (!["partial", "failed"].includes(record.state))
    throw new AppError("wrong_state", { message: "该批次没有可以重跑的失败项" });
  const rows = await reading(context, () =>
    selectSyncRows(context.services.database.connection(), record.id, "failed"),
  );
  if (rows.length === 0) throw new AppError("wrong_state", { message: "失败项的人员资料已超过30天被清除，请重新导入" });
  return checkPeople(context, { people: rows, trigger: "retry", retryOf: record.id });
}
