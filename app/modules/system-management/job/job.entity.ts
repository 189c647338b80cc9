import {
  choice,
  dateTime,
  defineEntity,
  type Fields,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { type Condition, where } from "~/shared/condition";
import { MISFIRES, OVERLAPS, paramInput, RUN_STATES, RUN_TONES, SCHEDULE_TYPES, ZONES } from "~/shared/job-words";
import { ALARM_ADDRESSES, alarmAddresses } from "../job-group/job-group.rules";
import { childrenOnce, intervalFits } from "./job.rules";

const read = ["query", "get", "export"] as const;
const system = true;

/** Work that the program knows, as far as the form of a job asks about it. */
interface Handler {
  key: string;
  label: string;
  params?: Fields;
}

/** What a run by hand may be told, of all handlers, and of which job each is asked. */
function paramsOf(handlers: readonly Handler[]): { input: Fields; inputWhen: Record<string, Condition> } {
  const all = handlers.flatMap(({ key, params }) =>
    Object.entries(params ?? {}).map(([name, field]) => ({ key, name: paramInput(key, name), field })),
  );
  return {
    input: Object.fromEntries(all.map(({ name, field }) => [name, field])),
    inputWhen: Object.fromEntries(all.map(({ key, name }) => [name, where.eq("handler", key)])),
  };
}

/**
 * When work that the program knows is done.
 * @param handlers what can be done: code, and nothing an administrator could type
 */
export function jobOf(handlers: readonly Handler[]) {
  return defineEntity({
    key: "system-management/job",
    label: "任务",
    kind: "register",
    purpose: "系统自动执行的工作：什么时候执行、错过了怎么办、最近执行得怎样，也可以立即执行一次或终止。",
    search: ["name"],
    title: ["name"],
    fields: {
      name: text({ label: "任务名称", required: true, maxLength: 60, unique: "任务名称已存在" }),
      group_id: reference("system-management/job-group", { label: "分组", required: true }),
      handler: choice({
        label: "处理程序",
        required: true,
        choices: Object.fromEntries(handlers.map(({ key, label }) => [key, label])),
        help: "由系统提供，不能填写脚本或地址",
      }),
      schedule_type: choice({ label: "调度类型", required: true, initial: "cron", choices: SCHEDULE_TYPES }),
      schedule_conf: text({
        label: "调度配置",
        maxLength: 120,
        pattern: { expression: /^[\w*,/?# -]+$/, complaint: "调度配置只能包含数字、字母、空格和 * , - / ? #" },
        help: "Cron表达式为5段（分 时 日 月 周）或6段（秒在最前）；固定间隔填秒数",
      }),
      time_zone: choice({ label: "时区", required: true, initial: "Asia/Shanghai", choices: ZONES }),
      misfire: choice({
        label: "过期策略",
        required: true,
        initial: "skip",
        choices: MISFIRES,
        help: "系统停机等原因错过执行时间后怎么办",
      }),
      overlap: choice({
        label: "阻塞策略",
        required: true,
        initial: "discard",
        choices: OVERLAPS,
        help: "到点时上一次还没有结束怎么办",
      }),
      timeout_s: integer({
        label: "超时",
        required: true,
        initial: 600,
        min: "0",
        max: "82800",
        unit: "秒",
        help: "0为不限",
      }),
      retry: integer({ label: "失败重试", required: true, initial: 0, min: "0", max: "5", unit: "次" }),
      alarm_emails: longText({
        label: "报警邮箱",
        pattern: ALARM_ADDRESSES,
        maxLength: 1000,
        help: "失败、错过执行时间、被系统停止时发信，分组的报警邮箱也会收到；多个地址用逗号、分号或换行隔开",
      }),
      built_in: yesNo({ label: "系统内置", system }),
      remark: longText({ label: "说明", maxLength: 500 }),
      last_run_at: dateTime({ label: "上次执行", system }),
      last_result: choice({ label: "上次结果", system, choices: RUN_STATES, tones: RUN_TONES }),
      next_run_at: dateTime({ label: "下次执行", system }),
      fail_streak: integer({ label: "连续失败", required: true, system, initial: 0, unit: "次" }),
    },
    lines: {
      children: lines({
        label: "子任务",
        max: 10,
        counter: "个子任务",
        fields: { job_id: reference("system-management/job", { label: "任务", required: true }) },
      }),
    },
    rules: [intervalFits, childrenOnce, alarmAddresses],
    list: {
      columns: [
        "name",
        "group_id",
        "handler",
        "+schedule_text",
        "state",
        "last_run_at",
        "last_result",
        "next_run_at",
        "fail_streak",
      ],
      filters: ["name", "group_id", "handler", "state", "last_result"],
      sort: "name",
      rowActions: ["trigger", "start", "stop"],
      batch: ["start", "stop"],
      card: ["+schedule_text", "next_run_at"],
    },
    form: [
      section("任务", ["name", "group_id", "handler", "alarm_emails", "remark", "built_in"]),
      section("调度", ["schedule_type", "schedule_conf", "time_zone", "misfire", "overlap", "timeout_s", "retry"]),
      lineSection("子任务", "children"),
      section("执行情况", ["last_run_at", "last_result", "next_run_at", "fail_streak"]),
    ],
    states: { stopped: "已停止", running: "运行中" },
    tones: { stopped: "draft", running: "running" },
    editIn: ["stopped", "running"],
    copy: { leaveOut: [] },
    transitions: {
      start: {
        label: "启动",
        from: ["stopped"],
        to: "running",
        by: ["system_admin"],
        tone: "primary",
        confirm: "启动后按调度配置自动执行。",
        effect(work) {
          work.set({ fail_streak: 0 });
        },
      },
      stop: {
        label: "停止",
        from: ["running"],
        to: "stopped",
        by: ["system_admin"],
        reason: "optional",
        confirm: "停止后不再自动执行；正在执行的这一次会继续做完。",
      },
      trigger: {
        label: "执行一次",
        from: ["stopped", "running"],
        to: "same",
        by: ["system_admin"],
        confirm: "任务将立即排队执行一次，不影响原来的调度。",
        ...paramsOf(handlers),
        done: "已排队，几秒后开始执行",
      },
      kill: {
        label: "终止",
        from: ["stopped", "running"],
        to: "same",
        by: ["system_admin"],
        tone: "danger",
        reason: "required",
        confirm: "正在执行的这一次将在下一个安全点停下，已完成的部分保留；排队中的不再执行。",
        done: "已要求终止",
      },
    },
    related: [
      pointedAtBy("system-management/job-run", "job_id", { label: "执行记录", fact: "summary" }),
      pointedAtBy("system-management/job-operation-log", "job_id", { label: "操作日志", fact: "operation" }),
    ],
    access: {
      suppliers: noSupplier,
      // Of groups the person is in charge of: see `engine/access/positions`.
      personal: {
        where: where.someRow({ table: "job_group", column: "id", equals: "group_id", inner: where.mine("owner_id") }),
        unless: "job-all.get",
      },
      rights: {
        "job-all": {
          label: "查看所有任务，不论分组由谁负责",
          grants: { system_admin: ["get"], log_auditor: ["get"] },
        },
      },
      grants: { system_admin: "all", log_auditor: read },
    },
    views: [
      {
        screen: "system-management/job",
        label: "任务调度",
        extra: { schedule_text: text({ label: "调度", system }) },
      },
    ],
  });
}
