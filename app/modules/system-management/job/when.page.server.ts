import { z } from "zod";
import { ROLES, roleCodes } from "~/engine/access/roles";
import type { Context } from "~/engine/context.server";
import { TERM_UNITS } from "~/engine/deadlines/parameters";
import { deadlineParameter, deadlinesIn, lapseOf, type NamedDeadline } from "~/engine/entity/deadlines";
import type { AnyEntity, AnyTransition } from "~/engine/entity/define";
import { digestParameter, digestsIn, type NamedDigest } from "~/engine/entity/digests";
import type { Field } from "~/engine/entity/field";
import { type Recipients, workedName } from "~/engine/entity/messages";
import { scheduleText } from "~/engine/jobs/schedule.server";
import { mayOnScreen, requireAction } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { definedParameter, intParameter } from "~/engine/parameters.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime } from "~/shared/calendar";
import { RUN_STATES, RUN_TONES } from "~/shared/job-words";
import type { Tone } from "~/shared/tone";

const JOB = "system-management/job";
const PARAMETER = "system-management/parameter";
const STAMPS: Readonly<Record<string, string>> = { created_at: "创建时间", updated_at: "修改时间" };

const JOB_COLUMNS = [
  "id",
  "name",
  "state",
  "schedule_type",
  "schedule_conf",
  "time_zone",
  "next_run_at",
  "last_run_at",
  "last_result",
] as const;
const jobRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  schedule_type: z.string(),
  schedule_conf: z.string().nullable(),
  time_zone: z.string(),
  next_run_at: z.unknown(),
  last_run_at: z.unknown(),
  last_result: z.string().nullable(),
});

/**
 * What happens by itself, and when: every deadline of every document with its reminders as the parameters say now, every digest, and every job with its
 * next and its last run. Made from the definitions: what does not stand here does not happen.
 * @throws AppError("forbidden") for whoever may not list jobs
 */
export async function timeTableModel(context: Context) {
  const { registry } = context.services;
  const screen = registry.mainScreen(JOB);
  requireAction(context, screen.entity, "query", screen);
  const entities = registry.registrations.map(({ entity }) => entity);
  const deadlines = deadlinesIn(entities);
  const hour = await intParameter(context.services, "deadline.remindHour");
  return {
    title: "什么时候会发生什么",
    about: `单据到期自动处理每5分钟一次；提醒每天${hour}点起一轮，同一件事同一个提醒日只说一次`,
    back: { label: "返回任务调度", href: listPath(screen) },
    tables: [
      {
        title: "单据的期限",
        empty: "没有单据有期限。",
        table: {
          caption: "单据的期限、提醒和到期处理",
          columns: columnsOf(["单据", "期限", "从哪里算", "适用状态", "提醒谁、哪些天", "到期后"]),
          rows: await Promise.all(deadlines.map((one) => deadlineRow(context, one))),
        },
      },
      {
        title: "定期汇总",
        empty: "没有定期汇总。",
        table: {
          caption: "定期汇总给谁、哪一天",
          columns: columnsOf(["单据", "汇总", "什么时候", "发给谁"]),
          rows: await Promise.all(digestsIn(entities).map((one) => digestRow(context, one))),
        },
      },
      {
        title: "定时任务",
        empty: "没有定时任务。",
        table: {
          caption: "定时任务的下次和上次执行",
          columns: columnsOf(["任务", "什么时候", "下次执行", "上次执行", "上次结果"]),
          rows: await jobRows(context),
        },
      },
    ],
  };
}

/** The list of an entity, for whoever may open it. */
function entityCell(context: Context, entity: AnyEntity): { text: string; href?: string } {
  const [screen] = context.services.registry.screensOf(entity.key);
  const mayOpen = screen !== undefined && mayOnScreen(context, screen, "query");
  return { text: entity.label, ...(mayOpen ? { href: listPath(screen) } : {}) };
}

/** A name that leads to the parameters behind it, for whoever may look at them. */
function tunedCell(context: Context, text: string, key: string): { text: string; href?: string } {
  const parameters = context.services.registry.mainScreen(PARAMETER);
  const maySet = mayOnScreen(context, parameters, "query");
  return { text, ...(maySet ? { href: `${listPath(parameters)}${query([["key", key]])}` } : {}) };
}

const WEEKDAYS = ["一", "二", "三", "四", "五", "六", "日"];

async function digestRow(context: Context, one: NamedDigest) {
  const { entity, name, digest } = one;
  const key = digestParameter(one);
  const day = Number(await definedParameter(context.services, key, String(digest.day)));
  const when = digest.every === "week" ? `每周${WEEKDAYS[day - 1] ?? ""}` : `每月${day}日`;
  return {
    id: `${entity.key}:${name}`,
    cells: [
      entityCell(context, entity),
      tunedCell(context, digest.label, key),
      { text: day > 0 ? when : "不发" },
      { text: recipientsText(entity, digest.to) },
    ],
  };
}

async function deadlineRow(context: Context, one: NamedDeadline) {
  const { entity, name, deadline } = one;
  const at = deadline.at ?? "";
  const field: Field | undefined = entity.fields[at];
  const key = deadlineParameter(one, "term").replace(/term$/, "");
  const isTunable = deadline.after !== undefined || deadline.reminders !== undefined;
  return {
    id: `${entity.key}:${name}`,
    cells: [
      entityCell(context, entity),
      isTunable ? tunedCell(context, deadline.label, key) : { text: deadline.label },
      { text: await fromText(context, one, deadline.rows?.from ?? field?.options.label ?? STAMPS[at] ?? "") },
      { text: (deadline.in ?? []).map((state) => entity.states?.[state] ?? state).join("、") },
      { text: await remindersText(context, one) },
      { text: lapseText(entity, lapseOf(deadline)) },
    ],
  };
}

async function fromText(context: Context, one: NamedDeadline, label: string): Promise<string> {
  const { after } = one.deadline;
  if (!after) return label;
  const term = await definedParameter(context.services, deadlineParameter(one, "term"), String(after.initial));
  return `${label}后${term}${TERM_UNITS[after.unit]}`;
}

async function remindersText(context: Context, one: NamedDeadline): Promise<string> {
  const said = Object.entries(one.deadline.reminders ?? {}).map(async ([name, reminder]) => {
    const read = (of: "days" | "every") =>
      definedParameter(context.services, deadlineParameter(one, { reminder: name, of }), "");
    const [days, every] = [await read("days"), await read("every")];
    if (days.trim() === "") return `${reminder.label}：不提醒`;
    const again = every === "" || every === "0" ? "" : `，之后每${every}天`;
    const whom = reminder.task ? "待办任务" : recipientsText(one.entity, reminder.to, one.deadline.rows?.columns);
    return `${reminder.label}（${whom}）：${days}${again}`;
  });
  return (await Promise.all(said)).join("；");
}

function recipientsText(entity: AnyEntity, to: Recipients, worked: Readonly<Record<string, string>> = {}): string {
  const labelOf = (column: string) => {
    const name = workedName(column);
    if (name !== null) return worked[name] ?? "";
    const field: Field | undefined = entity.fields[column.split(".")[0] ?? column];
    return column.includes(".") ? `${field?.options.label ?? ""}的负责人` : (field?.options.label ?? "经办人");
  };
  const rolesOf = (roles: readonly string[]) =>
    roles.flatMap((role) =>
      roleCodes(role as Parameters<typeof roleCodes>[0]).map(
        (code) => ROLES.find((one) => one.code === code)?.name ?? code,
      ),
    );
  const all = [
    ...[...(to.people ?? []), ...(to.elsePeople ?? [])].map(labelOf),
    ...(to.suppliers ?? []).map(() => "供应商"),
    ...rolesOf(to.roles ?? []),
    ...rolesOf(to.elseRoles ?? []).map((role) => `没有负责人时${role}`),
  ];
  return [...new Set(all)].join("、");
}

function lapseText(entity: AnyEntity, lapse: ReturnType<typeof lapseOf>): string {
  if (!lapse) return "";
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const transition = transitions[lapse.transition];
  const to = transition ? entity.states?.[transition.to] : undefined;
  return `${lapse.begins ? "当天" : "过后"}自动${transition?.label ?? ""}${to ? `，转为${to}` : ""}`;
}

async function jobRows(context: Context) {
  const screen = context.services.registry.mainScreen(JOB);
  const rows = (await unscopedRows(context, JOB, JOB_COLUMNS, [])).map((row) => jobRow.parse(row));
  const moment = (at: unknown) => (at === null || at === undefined ? "" : chinaTime(at as string).slice(0, 16));
  return rows
    .sort(
      (a, b) =>
        (moment(a.next_run_at) || "9").localeCompare(moment(b.next_run_at) || "9") || a.name.localeCompare(b.name),
    )
    .map((row) => ({
      id: row.id,
      cells: [
        { text: row.name, href: recordPath(screen, row.id) },
        { text: scheduleText({ type: row.schedule_type, conf: row.schedule_conf, zone: row.time_zone }) },
        row.state === "running" ? { text: moment(row.next_run_at) } : { text: "已停止", tone: "closed" as Tone },
        { text: moment(row.last_run_at) },
        resultCell(row.last_result),
      ],
    }));
}

function resultCell(result: string | null): { text: string; tone?: Tone } {
  if (result === null) return { text: "" };
  const words: Readonly<Record<string, string>> = RUN_STATES;
  const tones: Readonly<Record<string, Tone>> = RUN_TONES;
  const tone = tones[result];
  return { text: words[result] ?? result, ...(tone ? { tone } : {}) };
}
