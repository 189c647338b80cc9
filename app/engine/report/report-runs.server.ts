import { endReportRun, insertReportRun, lastReportRuns } from "~/data/report-runs.server";
import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { AppError } from "../errors";
import { fieldValue } from "../operations/records.server";
import { inTransaction } from "../operations/transaction.server";

/** What is noted of a run of a report. */
interface Run {
  by: "manual" | "schedule";
  format: string;
  conditions?: string | null;
  taskId?: string | null;
}

function rowOf({ services, actor, now }: Context, report: AnyRecord, run: Run) {
  return {
    id: services.newId(),
    reportId: report.id,
    reportName: String(fieldValue(report, "name")),
    userId: actor.id,
    runBy: run.by,
    format: run.format,
    conditions: run.conditions?.slice(0, 2000) || null,
    taskId: run.taskId ?? null,
    rowCount: null,
    message: null,
    at: now.toISOString(),
  };
}

/** A file of the report is made in the export center; how far that is, its task says. Runs in the caller's transaction. */
export async function noteTask(context: Context, report: AnyRecord, run: Run & { taskId: string }): Promise<void> {
  const { database } = context.services;
  await insertReportRun(database.connection(), { ...rowOf(context, report, run), status: "queued" });
}

/** There is no file of the report, and why; in words people read. */
export async function noteRefused(context: Context, report: AnyRecord, run: Run, error: AppError): Promise<void> {
  const row = { ...rowOf(context, report, run), status: "failed" as const, message: error.message.slice(0, 500) };
  await inTransaction(context, () => insertReportRun(context.services.database.connection(), row));
}

/**
 * Notes that a file of the report begins to be sent.
 * @returns told how that ended: how many rows left, and whether that is all of them
 */
export async function beginSending(
  context: Context,
  report: AnyRecord,
  run: Run,
): Promise<(ended: { rows: number; complete: boolean }) => Promise<void>> {
  const { services } = context;
  const row = { ...rowOf(context, report, run), status: "running" as const };
  await inTransaction(context, () => insertReportRun(services.database.connection(), row));
  return ({ rows, complete }) =>
    inTransaction(context, () =>
      endReportRun(services.database.connection(), {
        id: row.id,
        status: complete ? "done" : "failed",
        rowCount: rows,
        message: complete ? null : "下载中断，没有取完",
        at: services.clock().toISOString(),
      }),
    );
}

/** Notes a file of the report that was made at once. */
export async function noteMade(context: Context, report: AnyRecord, run: Run, rowCount: number): Promise<void> {
  const row = { ...rowOf(context, report, run), status: "done" as const, rowCount };
  await inTransaction(context, () => insertReportRun(context.services.database.connection(), row));
}

/** When reports were last run, by anybody, by report. */
export function lastRuns(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return lastReportRuns(context.services.database.connection(), ids);
}
