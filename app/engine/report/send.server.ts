import { dayOf, weekdayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { type Context, type EngineServices, systemContext } from "../context.server";
import type { AnyRecord } from "../entity";
import { AppError } from "../errors";
import type { TaskFormat } from "../exports/request.server";
import { backgroundRows, beginTask, mayExportLater, USE } from "../exports/task.server";
import { fieldValue, linesOf, openRecord } from "../operations/records.server";
import { inTransaction } from "../operations/transaction.server";
import { unscopedRows } from "../operations/unscoped.server";
import type { ExportFormat } from "../output/export.server";
import type { OutputFile } from "../output/output-file.server";
import { conditionWords } from "../screen/list-filters.server";
import { actingAs, loadActor } from "../session/actor.server";
import { datasetOf } from "./definition.server";
import { noteRefused, noteTask } from "./report-runs.server";
import { reportFile, reportScreen, reportWork } from "./run.server";

/** What a round of sending came to: files that were put in the queue, and people who may not have theirs. */
export interface SendRound {
  begun: number;
  refused: number;
}

/**
 * Puts the reports whose day it is in the queue of the export center, one task per receiver and under the receiver's own rights: what
 * each gets is what the receiver would see. A second round of the same day adds nothing.
 * @param only.day a day whose reports were not made, in place of today
 * @param only.report one report, by id
 */
export async function sendReports(
  services: EngineServices,
  goesOn: () => boolean = () => true,
  only: { day?: string; report?: string } = {},
): Promise<SendRound> {
  const system = systemContext(services, "报表定时发送");
  const { entity } = reportScreen(system);
  const today = only.day ?? dayOf(services.clock());
  const schedules = dueSchedules(today);
  const rows = await unscopedRows(
    system,
    entity,
    ["id"],
    [
      where.eq("enabled", true),
      where.oneOf("schedule", schedules),
      ...(only.report === undefined ? [] : [where.eq("id", only.report)]),
    ],
  );
  const round = { begun: 0, refused: 0 };
  for (const { id } of rows) {
    const { record } = await openRecord(system, { entity, id: String(id), wanted: { labels: false } });
    for (const line of linesOf(record, "receivers")) {
      if (!goesOn()) return round;
      const begun = await begin(services, record, String(fieldValue(line, "person_id")), today);
      round[begun ? "begun" : "refused"] += 1;
    }
  }
  return round;
}

/** Schedules of which this is the day: every day, on Mondays, on the first of the month. */
export function dueSchedules(today: string): string[] {
  return ["day", ...(weekdayOf(today) === "周一" ? ["week"] : []), ...(today.endsWith("-01") ? ["month"] : [])];
}

function formatOf(value: unknown): TaskFormat {
  return value === "csv" || value === "pdf" ? value : "xlsx";
}

/** @returns false where the person may not have the report */
async function begin(services: EngineServices, record: AnyRecord, userId: string, today: string): Promise<boolean> {
  const context: Context = actingAs(services, await loadActor(services, userId), services.clock());
  const run = { by: "schedule", format: formatOf(fieldValue(record, "send_as")) } as const;
  try {
    // Whether the person sees the report, and may export its list, is asked now and again when the file is made.
    await queueReport(context, record, { ...run, requestId: `report:${record.id}:${today}`, limited: false });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.error === "unavailable") throw error;
    services.log.warn({ report: record.id, user: userId, reason: error.error }, "a report was not sent");
    await noteRefused(context, record, run, error);
    return false;
  }
}

/**
 * Has a file of the report made in the export center for the person, and notes the run.
 * @param wanted.limited counts the tasks the person has already, and refuses the same once more
 * @throws AppError("forbidden" | "not_found" | "wrong_state")
 */
async function queueReport(
  context: Context,
  record: AnyRecord,
  wanted: { by: "manual" | "schedule"; format: TaskFormat; requestId?: string; limited: boolean },
): Promise<{ id: string; number: string }> {
  const { plan } = await reportWork(context, record.id);
  const { screen } = plan;
  if (!mayExportLater(context, screen)) throw new AppError("forbidden", { values: { permission: USE } });
  const { by, format, requestId, limited } = wanted;
  const request = {
    screen: `${screen.area}/${screen.key}`,
    format,
    columns: [],
    lines: null,
    list: { filters: {}, toggles: [], sort: [] },
    report: record.id,
    origin: "",
  };
  const label = `报表：${String(fieldValue(record, "name"))}`;
  const conditions = (await conditionWords(context, screen, plan.list)).slice(0, 2000) || null;
  return inTransaction(context, async () => {
    const task = await beginTask(context, request, requestId, { label, conditions, expected: null, limited });
    await noteTask(context, record, { by, format, conditions, taskId: task.id });
    return task;
  });
}

/**
 * A report as a file, or, where it has more rows than people wait for, as a task of the person's export center.
 * @throws AppError as `reportFile` does
 */
export async function takeReport(
  context: Context,
  record: AnyRecord,
  format: ExportFormat,
): Promise<{ file: OutputFile } | { task: { id: string; number: string } }> {
  const screen = datasetOf(context, record);
  if (!mayExportLater(context, screen)) return { file: await reportFile(context, record, format) };
  try {
    return { file: await reportFile(context, record, format, await backgroundRows(context)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.facts.tooMany === undefined) throw error;
    return { task: await queueReport(context, record, { by: "manual", format, limited: true }) };
  }
}
