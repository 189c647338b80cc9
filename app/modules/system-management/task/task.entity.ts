import {
  choice,
  dateTime,
  defineEntity,
  longText,
  ownSupplier,
  person,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { EMPLOYEES } from "~/shared/staff-roles";
import { TASK_PRIORITIES, TASK_SOURCES } from "~/shared/tasks";
import {
  hasAddressee,
  isManual,
  isNoQuestion,
  isPutOffBy,
  isQuestionTo,
  liesWithPerson,
  mayWaitUntil,
} from "./task.rules";

const system = true;
const work = ["add", "edit", "query", "get"] as const;
const read = ["query", "get"] as const;

const UNFINISHED = where.oneOf("state", ["open", "claimed"]);
/** Nobody has taken it yet, and the person holds the role that may, for documents of its factory and purchase group. */
const MAY_CLAIM = where.someRow({
  table: "task_claimant",
  column: "task_id",
  equals: "id",
  inner: where.all(
    where.mine("user_id"),
    where.any(where.empty("valid_from"), where.past("valid_from", "now")),
    where.any(where.empty("valid_until"), where.coming("valid_until")),
  ),
});
/** Whom a case of approval asks has somebody who stands in these days. */
const STANDS_IN = where.someRow({
  table: "task_deputy",
  column: "task_id",
  equals: "id",
  inner: where.all(where.mine("user_id"), where.past("from_day", "now"), where.coming("to_day")),
});
const IN_MY_TEAM = where.someRow({
  table: "task_team",
  column: "task_id",
  equals: "id",
  inner: where.mine("superior_id"),
});
const NOT_PUT_OFF = where.any(where.empty("snoozed_until"), where.past("snoozed_until", "now"));
/** It waits for this person: its own and its supplier's unless put off, or one it may take over or decide for somebody away. */
const WAITS = where.all(
  UNFINISHED,
  where.any(
    where.all(where.any(where.mine("assignee_id"), where.own("supplier_id")), NOT_PUT_OFF),
    MAY_CLAIM,
    STANDS_IN,
  ),
);
const APPROVAL = where.eq("source", "approval");
const NO_APPROVAL = where.oneOf("source", ["system", "manual"]);

/**
 * What waits for somebody by name: a question of approval, what a document opened through `openTask`, what a colleague handed over.
 * It carries no number: nobody quotes one, and a running number would make everything that opens a task wait for each other.
 */
export const task = defineEntity({
  key: "system-management/task",
  label: "任务",
  kind: "document",
  purpose: "需要有人处理的事项：等待审批的单据、单据自动产生的任务和同事分派的任务；单据办完后任务自动完成。",
  title: ["title"],
  search: [],
  copy: false,
  comments: true,
  fields: {
    title: text({ label: "任务", required: true, maxLength: 120 }),
    description: longText({ label: "说明", maxLength: 1000 }),
    business_type: text({ label: "业务类型", system, maxLength: 60 }),
    business_key: text({ label: "业务单号", system, maxLength: 60, found: "start" }),
    /** The record it is about; the states of that record in which there is something to do, separated by commas. */
    document_entity: text({ label: "单据", system, maxLength: 80, hiddenFromSuppliers: true }),
    document_id: text({ label: "单据标识", system, maxLength: 36, hiddenFromSuppliers: true }),
    valid_states: text({ label: "需处理的单据状态", system, hiddenFromSuppliers: true }),
    path: text({ label: "处理页面", system, maxLength: 300 }),
    assignee_id: person({ label: "处理人" }),
    candidate_role_id: reference("system-management/role", {
      label: "候选角色",
      only: where.all(where.eq("audience", "internal"), where.eq("enabled", true)),
      help: "由持有该角色的人认领",
      hiddenFromSuppliers: true,
    }),
    supplier_id: reference("supplier-management/supplier", {
      label: "供应商",
      help: "由该供应商处理；供应商可以看到这条任务的全部内容",
    }),
    factory_id: reference("master-data/factory", { label: "工厂", system, hiddenFromSuppliers: true }),
    purchase_group_id: reference("user-administration/purchase-group", {
      label: "采购组",
      system,
      hiddenFromSuppliers: true,
    }),
    due_at: dateTime({ label: "截止时间" }),
    priority: choice({
      label: "优先级",
      required: true,
      initial: "normal",
      choices: TASK_PRIORITIES,
      tones: { high: "warning", normal: "waiting", low: "draft" },
    }),
    source: choice({ label: "来源", required: true, system, initial: "manual", choices: TASK_SOURCES }),
    claimed_at: dateTime({ label: "认领时间", system }),
    snoozed_until: dateTime({ label: "推迟到", system }),
    done_by: reference("system-management/user", { label: "完成人", system }),
    done_at: dateTime({ label: "完成时间", system }),
    reminded_at: dateTime({ label: "上次提醒", system, hiddenFromSuppliers: true }),
    escalated_at: dateTime({ label: "抄送上级", system, hiddenFromSuppliers: true }),
  },
  rules: [hasAddressee],
  list: {
    columns: ["title", "business_key", "priority", "assignee_id", "created_by", "created_at", "due_at", "state"],
    filters: ["title", "business_type", "business_key", "assignee_id", "due_at", "priority", "source", "state"],
    sort: "due_at",
    toggles: {
      mine_only: { label: "我的待办", where: WAITS },
      snoozed_only: {
        label: "已推迟",
        where: where.all(UNFINISHED, where.mine("assignee_id"), where.coming("snoozed_until", "now")),
      },
      started_only: { label: "我发起的", where: where.mine("created_by") },
      team_only: { label: "团队", where: IN_MY_TEAM },
      finished_only: {
        label: "已完成",
        where: where.any(
          where.all(where.eq("state", "done"), where.mine("done_by")),
          where.all(where.oneOf("state", ["done", "cancelled"]), where.mine("assignee_id")),
        ),
      },
      overdue_only: { label: "已逾期", where: where.all(UNFINISHED, where.past("due_at", "now")) },
    },
    tabs: ["mine_only", "snoozed_only", "started_only", "team_only", "finished_only"],
    batch: ["approve", "done", "transfer"],
    rowActions: ["approve", "claim", "done", "snooze", "wake", "transfer"],
    card: ["title", "business_key", "due_at", "assignee_id"],
  },
  form: [
    section("任务", ["title", "description", "assignee_id", "candidate_role_id", "supplier_id", "due_at", "priority"]),
    section("来源", ["source", "business_type", "business_key"]),
    section("处理", ["claimed_at", "snoozed_until", "done_by", "done_at"]),
  ],
  states: { open: "待处理", claimed: "处理中", done: "已完成", cancelled: "已取消" },
  tones: { open: "waiting", claimed: "running", done: "done", cancelled: "closed" },
  removable: false,
  awaits: [
    {
      label: "待我审批",
      where: where.all(WAITS, APPROVAL),
      todo: "审批",
      by: "business_type",
      pick: [
        ["source", "approval"],
        ["mine_only", "1"],
      ],
    },
    {
      label: "我的任务",
      where: where.all(WAITS, NO_APPROVAL),
      todo: "处理",
      pick: [
        ["source", "system"],
        ["source", "manual"],
        ["mine_only", "1"],
      ],
    },
  ],
  transitions: {
    claim: {
      label: "认领",
      decides: { not: "Takes work on; nothing is decided by it" },
      from: ["open"],
      to: "claimed",
      by: [...EMPLOYEES, "supplier"],
      tone: "plain",
      offered: {
        when: isNoQuestion,
        rows: NO_APPROVAL,
        otherwise: "等待审批的单据已经指定审批人，不需要认领",
      },
      confirm: "认领后由您处理，其他人不再看到它在待办中。",
      done: "已认领",
      effect: (work) => {
        work.set({
          assignee_id: work.actor.id ?? work.record.assignee_id,
          claimed_at: work.now,
          snoozed_until: null,
        });
      },
    },
    done: {
      label: "完成",
      decides: { not: "Whoever has a task says that it is done" },
      from: ["open", "claimed"],
      to: "done",
      by: [...EMPLOYEES, "supplier"],
      tone: "plain",
      reason: "optional",
      reasonLabel: "说明",
      offered: {
        when: isManual,
        rows: where.eq("source", "manual"),
        otherwise: "系统任务不可手工完成：请在单据中完成处理",
      },
      done: "已完成",
      effect: (work) => {
        work.set({ done_by: work.actor.id, done_at: work.now });
      },
    },
    approve: {
      label: "通过",
      decides: { not: "Is made as the decision about its document, which asks who wrote that" },
      from: ["open"],
      to: "done",
      by: EMPLOYEES,
      tone: "primary",
      reason: "optional",
      reasonLabel: "审批意见",
      offered: {
        when: isQuestionTo,
        rows: where.all(APPROVAL, where.mine("assignee_id")),
        otherwise: "只有等待您审批的单据可以在这里通过",
      },
      confirm: "单据随即通过您的审批；驳回、退回和转交请打开单据。",
      done: "已通过",
      effect: (work) => {
        work.set({ done_by: work.actor.id, done_at: work.now });
      },
    },
    snooze: {
      label: "稍后提醒",
      from: ["open", "claimed"],
      to: "same",
      by: [...EMPLOYEES, "supplier"],
      tone: "plain",
      input: {
        until: dateTime({ label: "推迟到", required: true, help: "不能晚于截止时间" }),
      },
      guard: mayWaitUntil,
      offered: {
        when: liesWithPerson,
        rows: where.mine("assignee_id"),
        otherwise: "只有处理人可以推迟任务，请先认领",
      },
      confirm: "最多推迟{{task.waitDays}}天。到这个时间之前，任务不在首页和我的待办中出现，可以在“已推迟”中找到。",
      done: "已推迟",
      effect: (work) => {
        work.set({ snoozed_until: work.input.until ?? null });
      },
    },
    wake: {
      label: "取消推迟",
      from: ["open", "claimed"],
      to: "same",
      by: [...EMPLOYEES, "supplier"],
      tone: "plain",
      offered: {
        when: isPutOffBy,
        rows: where.all(where.mine("assignee_id"), where.set("snoozed_until")),
        otherwise: "任务没有推迟，或者不由您处理",
      },
      done: "已回到我的待办",
      effect: (work) => {
        work.set({ snoozed_until: null });
      },
    },
    transfer: {
      label: "转交",
      from: ["open", "claimed"],
      to: "open",
      by: EMPLOYEES,
      reason: "optional",
      reasonLabel: "说明",
      input: { receiver_id: person({ label: "转交给", required: true }) },
      offered: { when: isNoQuestion, rows: NO_APPROVAL, otherwise: "等待审批的单据请在单据中转交" },
      confirm: "转交后由对方处理，对方会收到消息。",
      done: "已转交",
      effect: (work) => {
        work.set({
          assignee_id: work.input.receiver_id ?? null,
          claimed_at: null,
          reminded_at: null,
          snoozed_until: null,
        });
      },
    },
    cancel: {
      label: "取消",
      decides: { not: "Ends it; nothing comes into force" },
      from: ["open", "claimed"],
      to: "cancelled",
      by: EMPLOYEES,
      tone: "danger",
      reason: "optional",
      offered: { when: isManual, otherwise: "系统任务随单据结束，不能取消" },
      confirm: "取消后处理人不再需要处理。",
    },
  },
  access: {
    suppliers: ownSupplier("supplier_id"),
    personal: {
      where: where.any(
        where.mine("assignee_id"),
        where.mine("created_by"),
        where.mine("done_by"),
        MAY_CLAIM,
        STANDS_IN,
        IN_MY_TEAM,
      ),
      unless: "task-team.get",
    },
    rights: {
      "task-team": {
        label: "查看和转交所有人的任务",
        grants: { system_admin: ["get", "edit"], log_auditor: ["get"] },
      },
    },
    suppliersMayWrite: ["assignee_id", "claimed_at", "snoozed_until", "done_by", "done_at"],
    grants: {
      ...Object.fromEntries(EMPLOYEES.map((role) => [role, work])),
      system_admin: [...work, "export"],
      log_auditor: [...read, "export"],
      supplier: read,
    },
  },
  views: [{ screen: "system-management/task", label: "任务管理" }],
});
