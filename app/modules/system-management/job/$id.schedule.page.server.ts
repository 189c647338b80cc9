import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { type FieldMode, readField, writeField } from "~/engine/jobs/expression";
import {
  CRON_FIELDS,
  cronFields,
  nextRuns,
  type Schedule,
  scheduleComplaint,
  scheduleText,
  zonedText,
} from "~/engine/jobs/schedule.server";
import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordPath } from "~/engine/screen/address";
import { postedOnce, postedVersion } from "~/engine/screen/form-data";
import { ZONES } from "~/shared/job-words";

const JOB = "system-management/job";
const SHOWN = 10;
const LONGEST = 120;

const MODES: Readonly<Record<FieldMode, string>> = {
  every: "每一个",
  range: "区间：从…到…",
  step: "步长：从…起每隔…",
  list: "指定：逗号分开",
};

/** Schedules people ask for again and again. */
const USUAL = {
  "*/5 * * * *": "每5分钟",
  "0 * * * *": "每小时整点",
  "0 2 * * *": "每天02:00",
  "0 9 * * 1-5": "工作日09:00",
  "0 8 * * 1": "每周一08:00",
  "0 6 1 * *": "每月1日06:00",
  "0 22 L * *": "每月最后一天22:00",
} as const;

function isMode(text: string | null): text is FieldMode {
  return text !== null && Object.hasOwn(MODES, text);
}

/** The expression a visitor asks about: typed, chosen, or put together from fields; else that of the job. */
function wanted(query: URLSearchParams, schedule: Schedule): Schedule {
  const asked = query.get("zone") ?? schedule.zone;
  const zone = Object.hasOwn(ZONES, asked) ? asked : "Asia/Shanghai";
  const use = query.get("use");
  const typed = (query.get("expression") ?? "").trim().replaceAll(/\s+/g, " ").slice(0, LONGEST);
  if (use === "usual") return { type: "cron", conf: (query.get("usual") ?? "").slice(0, LONGEST), zone };
  if (use === "fields") {
    const fields = CRON_FIELDS.map(({ key }) => {
      const mode = query.get(`${key}_mode`);
      const part = (name: string) => (query.get(`${key}_${name}`) ?? "").slice(0, 40);
      return writeField({ mode: isMode(mode) ? mode : "every", a: part("a"), b: part("b") });
    });
    return { type: "cron", conf: (fields[0] === "0" ? fields.slice(1) : fields).join(" "), zone };
  }
  if (query.has("expression")) return { type: "cron", conf: typed, zone };
  return { type: "cron", conf: schedule.type === "cron" ? schedule.conf : "0 2 * * *", zone };
}

/**
 * The editor of a job's schedule: what an expression says, field by field and in words, and when the job would run by it. Asking
 * changes nothing; `saveSchedule` keeps what was looked at.
 * @param query what was asked: `use` is `expression`, `usual` or `fields`
 * @throws AppError("forbidden" | "not_found")
 */
export async function jobScheduleModel(
  context: Context,
  id: string,
  query: URLSearchParams,
  refused?: { problem: string; version: string },
) {
  const screen = screenOfJob(context);
  if (!mayOnScreen(context, screen, "edit")) throw new AppError("forbidden");
  return reading(context, async () => {
    const { record } = await openRecord(context, { entity: screen.entity, id, screen });
    const stored: Schedule = {
      type: String(record.schedule_type),
      conf: typeof record.schedule_conf === "string" ? record.schedule_conf : null,
      zone: String(record.time_zone),
    };
    const schedule = wanted(query, stored);
    const complaint = scheduleComplaint(schedule, context.now);
    const fields = cronFields(schedule.conf ?? "") ?? CRON_FIELDS.map(() => "*");
    const path = recordPath(screen, id);
    return {
      name: String(record.name),
      title: `编辑调度 ${String(record.name)}`,
      action: `${path}/schedule`,
      cancelHref: path,
      now: stored.type === "cron" ? `${scheduleText(stored)}（${stored.conf ?? ""}）` : scheduleText(stored),
      expression: schedule.conf ?? "",
      zone: schedule.zone,
      zones: Object.entries(ZONES).map(([value, label]) => ({ value, label })),
      usual: Object.entries(USUAL).map(([value, label]) => ({ value, label: `${label}（${value}）` })),
      modes: Object.entries(MODES).map(([value, label]) => ({ value, label })),
      fields: CRON_FIELDS.map(({ key, label, range }, index) => ({
        key,
        label,
        range,
        ...readField(fields[index] ?? "*"),
      })),
      ...(complaint
        ? { problem: complaint }
        : {
            reading: scheduleText(schedule),
            times: nextRuns(schedule, context.now, SHOWN).map((time) => zonedText(time, schedule.zone)),
          }),
      ...(refused ? { refused: refused.problem } : {}),
      version: refused?.version ?? String(record.version),
      csrf: context.session?.csrf ?? "",
      once: context.services.newId(),
    };
  });
}

function screenOfJob(context: Context) {
  return context.services.registry.mainScreen(JOB);
}

/**
 * Keeps the expression and the zone that were looked at.
 * @returns the address of the job, or the editor again with what is wrong
 * @throws AppError("forbidden" | "not_found" | "malformed")
 */
export async function saveSchedule(context: Context, id: string, form: FormData) {
  const screen = screenOfJob(context);
  const text = (name: string) => String(form.get(name) ?? "");
  const values = { schedule_type: "cron", schedule_conf: text("expression"), time_zone: text("zone") };
  const requestId = postedOnce(form);
  try {
    await updateRecordBy(context, {
      screen,
      id,
      version: postedVersion(form),
      values,
      ...(requestId ? { requestId } : {}),
    });
    return { href: recordPath(screen, id) };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "stale_record", "duplicate"].includes(error.error)) throw error;
    const query = new URLSearchParams({ use: "expression", expression: text("expression"), zone: text("zone") });
    const stale = error.error === "stale_record";
    const problem = stale
      ? "任务已被他人修改，请核对后再次保存"
      : [error.message, ...error.complaints.map((one) => one.message)].at(-1);
    const model = await jobScheduleModel(context, id, query, { problem: problem ?? "", version: text("_version") });
    if (!stale) return { model };
    // Saving once more is then meant for the job as it is now.
    const { record } = await openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } });
    return { model: { ...model, version: String(record.version) } };
  }
}
