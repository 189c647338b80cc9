import { createHash } from "node:crypto";
import { z } from "zod";
import { exportProgress, insertExportWork, openExportsOf, renewExport, selectExportWork } from "~/data/exports.server";
import { may } from "../access/permissions";
import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { StoredRef } from "../entity/kinds/file";
import type { Screen } from "../entity/registry";
import type { RecordProgress } from "../entity/server-hooks";
import { AppError } from "../errors";
import { refsOf } from "../files/file-fields";
import { wakeJob } from "../jobs/runs.server";
import { numberBy } from "../numbering/numbers.server";
import { audit } from "../operations/audit.server";
import { changesBetween } from "../operations/changes.server";
import { blankRecord } from "../operations/initial-values.server";
import { fieldValue, openRecord } from "../operations/records.server";
import { mayOnScreen, requireAction } from "../operations/scope.server";
import { onceAs, reading } from "../operations/transaction.server";
import { insertRecord } from "../operations/write.server";
import { MOST_EXPORTED, type Plan, planExport, rowCount } from "../output/export.server";
import { intParameter, limitFor } from "../parameters.server";
import { conditionWords } from "../screen/list-filters.server";
import {
  type ExportTaskRequest,
  exportRequestOf,
  exportTaskRequestSchema,
  rightsMark,
  screenOfRequest,
} from "./request.server";

export const EXPORT_TASK = "system-management/export-task";
/** Handler of the job that makes the files. */
export const EXPORT_JOB = "exports";
const CENTER = "system-management/export-center";
/** The right to have files made beside the page. */
export const USE = "export-later.edit";
/** Papers in one archive. */
export const MOST_PAPERS = 200;

/** The screen of the tasks. @throws AppError("not_found") in an installation without it */
export function exportCenter(context: Context): Screen {
  const screen = context.services.registry.screen(CENTER);
  if (!screen) throw new AppError("not_found");
  return screen;
}

/** Whether the person may have files of this list made beside the page. */
export function mayExportLater(context: Context, screen: Screen): boolean {
  const center = context.services.registry.screen(CENTER);
  return (
    center !== undefined &&
    !context.actor.supplierId &&
    context.actor.id !== null &&
    mayOnScreen(context, screen, "export") &&
    may(context.actor.permissions, USE) &&
    mayOnScreen(context, center, "get")
  );
}

/** How many rows a list may have to be exported while one waits for it. */
export function backgroundRows(context: Context): Promise<number> {
  return limitFor(context, "export.backgroundRows");
}

/**
 * What a request amounts to now, under the rights of whoever asks.
 * @param versions see `planExport`
 * @throws AppError("forbidden" | "invalid" | "malformed"), "wrong_state" for too many rows
 */
export async function planTask(context: Context, request: ExportTaskRequest, versions = false): Promise<Plan> {
  const screen = screenOfRequest(context, request);
  const rights = requireAction(context, screen.entity, "export", screen);
  if (request.format === "pdf") requireAction(context, screen.entity, "get", screen);
  const allowed = await limitFor(context, "export.maxRows");
  const most = request.format === "pdf" ? MOST_PAPERS : Math.min(allowed, MOST_EXPORTED);
  return reading(context, () =>
    planExport(context, { screen, request: exportRequestOf(request), rights, most, versions }),
  );
}

/**
 * Takes a request as a task of the person; its file is made beside the page, under the rights the person has then.
 * @param requestId the second request of the same id gets the answer of the first
 * @returns the id and number of the task
 * @throws AppError("forbidden" | "invalid" | "malformed"), "wrong_state" for too many rows or tasks, or the same once more
 */
export async function beginExport(
  context: Context,
  request: ExportTaskRequest,
  requestId?: string,
): Promise<{ id: string; number: string }> {
  const screen = screenOfRequest(context, request);
  if (!mayExportLater(context, screen)) {
    requireAction(context, screen.entity, "export", screen);
    throw new AppError("forbidden", { values: { permission: USE } });
  }
  const plan = await planTask(context, request);
  return beginTask(context, request, requestId, {
    label: screen.label + (plan.lines ? `（${plan.lines.definition.label}）` : ""),
    conditions: (await conditionWords(context, screen, exportRequestOf(request).list)).slice(0, 2000) || null,
    expected: rowCount(plan),
    limited: true,
  });
}

/** What a new task says of itself; `limited` counts the tasks the person has already. */
export interface BegunTask {
  label: string;
  conditions: string | null;
  expected: number | null;
  limited: boolean;
}

/** Puts a task in the queue for the person, once per request. The rights were asked for. */
export async function beginTask(
  context: Context,
  request: ExportTaskRequest,
  requestId: string | undefined,
  task: BegunTask,
): Promise<{ id: string; number: string }> {
  const center = exportCenter(context);
  const { entity } = center;
  const mark = markOf(request);
  return onceAs(context, {
    requestId,
    asked: ["export", mark],
    kept: begunSchema,
    work: async () => {
      if (task.limited) await refuseTooMany(context, context.actor.id, mark);
      const record: AnyRecord = {
        ...blankRecord(context, center),
        list_key: request.screen,
        list_label: task.label.slice(0, 200),
        format: request.format,
        conditions: task.conditions,
      };
      record.number = await numberBy(context, { rule: center.number ?? "", entity, record });
      await insertRecord(context, entity, record);
      const work = { taskId: record.id, wish: request, mark, expected: task.expected };
      await insertExportWork(context.services.database.connection(), work);
      const changes = await changesBetween(context, entity, null, record);
      await audit(context, entity, record, { action: "create", label: "后台导出", changes, reason: null });
      await wakeJob(context, EXPORT_JOB);
      return { id: record.id, number: record.number ?? "" };
    },
  });
}

const begunSchema = z.object({ id: z.string(), number: z.string() });

/** The same for the same request, whatever order its parts came in from storage. */
function markOf(request: ExportTaskRequest): string {
  const { screen, format, columns, lines, list, origin, report } = request;
  const filters = Object.entries(list.filters).sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [
    screen,
    format,
    columns,
    lines,
    list.q ?? null,
    filters,
    list.toggles,
    list.sort,
    origin,
    ...(report ? [report] : []),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function refuseTooMany(context: Context, ownerId: string | null, mark: string): Promise<void> {
  const { services, session } = context;
  const { open, same } = await openExportsOf(services.database.connection(), ownerId, mark);
  if (same) throw new AppError("wrong_state", { message: "相同的导出任务正在执行，请到导出中心查看" });
  const most = await intParameter(services, "export.perPerson", session?.permissionVersion);
  if (open >= most)
    throw new AppError("wrong_state", {
      message: `导出任务过多，请稍后再试：您有${open}个还没有完成，也可以在导出中心取消`,
    });
}

/** What a task asks for. @throws AppError("wrong_state") when that is forgotten */
export async function queryOf(
  context: Context,
  taskId: string,
): Promise<{ request: ExportTaskRequest; rights: string | null }> {
  const work = await selectExportWork(context.services.database.connection(), taskId);
  if (!work) throw new AppError("wrong_state", { message: "导出条件已清除，请在列表中重新导出" });
  return { request: exportTaskRequestSchema.parse(work.wish), rights: work.rights };
}

/**
 * Begins a task anew, for its owner and under the owner's rights, whoever asks. Runs inside the transaction of its transition.
 * @throws AppError("wrong_state") as at the beginning
 */
export async function repeatExport(context: Context, record: AnyRecord): Promise<void> {
  const { request } = await queryOf(context, record.id);
  await refuseTooMany(context, record.created_by, markOf(request));
  await renewExport(context.services.database.connection(), record.id);
  await wakeJob(context, EXPORT_JOB);
}

/**
 * The file of a task goes to whoever asked for it, as long as that person may export the same list with the same reach.
 * @throws AppError("own_rule" | "forbidden" | "wrong_state")
 */
export async function requireTaskFile(context: Context, record: AnyRecord): Promise<void> {
  if (record.created_by !== context.actor.id)
    throw new AppError("own_rule", { message: "导出的文件只有导出的人可以下载" });
  if (typeof record.expires_at === "string" && new Date(record.expires_at) < context.now)
    throw new AppError("wrong_state", { message: "文件已过期，请重新生成" });
  const { request, rights } = await queryOf(context, record.id);
  if (rightsMark(context, screenOfRequest(context, request)) !== rights)
    throw new AppError("wrong_state", { message: "导出之后您的权限或数据范围有变化，请重新生成后下载" });
}

/** An own task as a program asks after it. */
export interface TaskFacts {
  record: AnyRecord;
  /** Rows that were read, and how many there will be; what is not known yet is null. */
  done: number;
  expected: number | null;
  /** There once the task is done, until it expires. */
  file: StoredRef | null;
}

/** A task of the person and how far it has come. @throws AppError("not_found" | "forbidden"), also for the task of somebody else */
export async function ownTask(context: Context, id: string): Promise<TaskFacts> {
  const center = exportCenter(context);
  return reading(context, async () => {
    const { record } = await openRecord(context, { entity: center.entity, id, screen: center });
    if (record.created_by !== context.actor.id) throw new AppError("not_found");
    const all = await exportProgress(context.services.database.connection(), [record.id]);
    const { done, expected } = all.get(record.id) ?? { done: 0, expected: null };
    const [file = null] = refsOf(fieldValue(record, "file"));
    return { record, done, expected, file };
  });
}

/** How far tasks have come, in words for a list, by id: those that are done have come all the way. */
export async function progressWords(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = await exportProgress(context.services.database.connection(), ids);
  return new Map(
    [...all].flatMap(([id, { done, expected }]) =>
      expected === null || expected === 0 ? [] : [[id, `${Math.min(100, Math.floor((done * 100) / expected))}%`]],
    ),
  );
}

/** How far a task has come, for its page. */
export async function progressOf(context: Context, record: AnyRecord): Promise<RecordProgress[]> {
  if (record.state !== "queued" && record.state !== "running") return [];
  const all = await exportProgress(context.services.database.connection(), [record.id]);
  const { done = 0, expected = null } = all.get(record.id) ?? {};
  const waits = record.state === "queued";
  return [
    {
      kind: "progress",
      title: "进度",
      done: waits ? 0 : done,
      total: expected,
      text: waits
        ? `排队中，共${expected ?? 0}行。可以离开，完成后会通知您。`
        : `已读取 ${done} 行，共 ${expected ?? 0} 行。可以离开，完成后会通知您。`,
      live: true,
    },
  ];
}
