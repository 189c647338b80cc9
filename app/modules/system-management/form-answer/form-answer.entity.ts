import {
  choice,
  computed,
  date,
  dateTime,
  defineEntity,
  lineSection,
  lines,
  longText,
  number,
  ownSupplier,
  person,
  reference,
  reminder,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { STAFF } from "~/shared/staff-roles";
import { QUESTION_TYPES } from "../form/form.rules";
import { allAnswered, askedBy, chosenFromList, isAddressee, scoreOf, scoreOfSubmitted } from "./form-answer.rules";

const read = ["query", "get", "export"] as const;
const fill = ["edit", ...read] as const;
const askers = ["system_admin", "purchase_manager", "buyer", "qa_manager", "qa", "supplier_auditor"] as const;

const ASKED = ["name", "due_date", "task_id.created_by"] as const;

/** Whoever fills in an answer: the people of a supplier, or one of ours. */
const asked = {
  to: { suppliers: ["supplier_id"], people: ["user_id"] },
  reads: ASKED,
  values: ({ text: shown }: { text(column: (typeof ASKED)[number]): string }) => ({
    form: shown("name"),
    due: shown("due_date"),
    asker: shown("task_id.created_by") || "采购方",
  }),
} as const;

/** What one was asked and what one answered. Made by sending a form-request; the questions are those of that moment. */
export const questionnaireAnswer = defineEntity({
  key: "system-management/form-answer",
  label: "填报",
  kind: "document",
  purpose: "每家供应商、每名人员各一份：题目是发出时的题目，填写人提交后可以查看、导出和打印。",
  number: "BA{YYYYMMDD}-{0001}",
  search: ["number", "name"],
  fields: {
    task_id: reference("system-management/form-request", { label: "填报任务", required: true, writeIn: [] }),
    form_id: reference("system-management/form", { label: "表单", required: true, writeIn: [] }),
    name: text({ label: "标题", required: true, maxLength: 80, writeIn: [] }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", writeIn: [] }),
    user_id: person({ label: "填写人", writeIn: [] }),
    due_date: date({ label: "截止日期", required: true, writeIn: [] }),
    intro: longText({ label: "填写说明", maxLength: 1600, writeIn: [] }),
    submitted_at: dateTime({ label: "提交时间", system: true }),
    submitted_by: text({ label: "提交人", system: true, maxLength: 100 }),
    score: computed(number({ label: "得分", precision: 8, scale: 2 })),
  },
  lines: {
    items: lines({
      label: "题目",
      max: 100,
      counter: "题",
      asked: { answer: "value", ask: askedBy },
      fields: {
        label: text({ label: "题目", required: true, maxLength: 200, writeIn: [] }),
        value: longText({ label: "答案", maxLength: 4000 }),
        score: number({ label: "分值", precision: 6, scale: 2, writeIn: [] }),
        type: choice({ label: "类型", required: true, choices: QUESTION_TYPES, writeIn: [] }),
        required: yesNo({ label: "必填", writeIn: [] }),
        options: longText({ label: "选项", maxLength: 8000, writeIn: [] }),
        help: text({ label: "填写提示", maxLength: 200, writeIn: [] }),
        key: text({ label: "字段键", maxLength: 30, writeIn: [] }),
      },
    }),
  },
  compute: { score: scoreOfSubmitted },
  rules: [chosenFromList],
  list: {
    columns: ["number", "name", "form_id", "supplier_id", "user_id", "due_date", "submitted_at", "score", "state"],
    filters: ["number", "name", "form_id", "task_id", "supplier_id", "user_id", "due_date", "state"],
    sort: "-number",
    toggles: {
      overdue_only: { label: "逾期未填", where: where.all(where.eq("state", "open"), where.past("due_date")) },
    },
    card: ["name", "due_date"],
  },
  form: [
    section("填报", ["name", "form_id", "task_id", "supplier_id", "user_id", "due_date", "intro"]),
    lineSection("题目", "items", ["label", "value", "score"]),
    section("提交", ["submitted_at", "submitted_by", "score"]),
  ],
  states: { open: "待填写", submitted: "已提交", closed: "已结束" },
  tones: { open: "waiting", submitted: "done", closed: "closed" },
  unsent: { open: ["items.value"] },
  editLabel: "填写",
  saveThen: "submit",
  copy: false,
  removable: false,
  deadlines: {
    due: {
      label: "截止日期",
      at: "due_date",
      in: ["open"],
      reminders: {
        soon: reminder({ ...asked, label: "截止前提醒", days: [-2], until: 0, scenario: "form.due-soon" }),
        late: reminder({ ...asked, label: "逾期催办", days: [1], scenario: "form.overdue" }),
      },
    },
  },
  tellsNobody: {
    submit: "Whoever asked sees in the request how many have answered; when it is late they hear how many are missing",
    send_back: "The addressee finds the form open again among 我的表单, and is reminded of its day",
  },
  transitions: {
    submit: {
      label: "提交",
      submits: true,
      from: ["open"],
      to: "submitted",
      by: ["supplier", ...STAFF],
      tone: "primary",
      confirm: "提交后不能再修改，除非对方退回。",
      todo: "填写表单",
      guard: allAnswered,
      offered: { when: isAddressee, otherwise: "只有填写人本人可以提交" },
      effect: (work) =>
        work.set({ submitted_at: work.now, submitted_by: work.actor.name, score: scoreOf(work.record) }),
    },
    send_back: {
      label: "退回重填",
      decides: { as: "refuses", authorsMay: "Whoever asked the questions reads the answers" },
      from: ["submitted"],
      to: "open",
      by: askers,
      reason: "required",
      reasonLabel: "退回原因",
      confirm: "退回后填写人可以修改并再次提交，已填的内容保留。",
      effect: (work) => work.set({ submitted_at: null, submitted_by: null }),
    },
    close: { label: "结束", from: ["open"], to: "closed", by: "system" },
  },
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayWrite: ["items.value", "score", "submitted_at", "submitted_by"],
    grants: {},
  },
  views: [
    {
      screen: "system-management/form-answer",
      label: "填报记录",
      grants: { ...Object.fromEntries(askers.map((role) => [role, read])), log_auditor: read },
    },
    {
      screen: "system-management/my-form",
      label: "我的表单",
      where: where.any(where.mine("user_id"), where.own("supplier_id")),
      grants: { ...Object.fromEntries(STAFF.map((role) => [role, fill])), supplier: fill },
    },
  ],
});
