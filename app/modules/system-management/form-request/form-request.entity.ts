import {
  date,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  person,
  pointedAtBy,
  reference,
  reminder,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { addresseesOnce, dueAhead, someoneAsked } from "./form-request.rules";

const read = ["query", "get", "export"] as const;
const ask = ["add", "edit", "delete", ...read] as const;
const askers = ["system_admin", "purchase_manager", "buyer", "qa_manager", "qa", "supplier_auditor"] as const;

/** Sends a form to suppliers and colleagues; each gets a form-answer of its own, which nobody else fills in. */
export const questionnaireRequest = defineEntity({
  key: "system-management/form-request",
  label: "填报任务",
  kind: "document",
  purpose: "把已发布的表单发给供应商或同事填写：谁来填、何时截止、填了多少。",
  number: "BR{YYYYMMDD}-{0001}",
  search: ["number", "name"],
  fields: {
    form_id: reference("system-management/form", {
      label: "表单",
      required: true,
      only: where.eq("state", "published"),
    }),
    name: text({ label: "任务名称", required: true, maxLength: 80, help: "填写人看到的标题" }),
    due_date: date({ label: "截止日期", required: true }),
    note: longText({ label: "说明", maxLength: 500, help: "填写人可以看到" }),
    sent_on: date({ label: "发出日期", system: true }),
  },
  lines: {
    suppliers: lines({
      label: "供应商",
      max: 200,
      counter: "家",
      fields: { supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }) },
    }),
    people: lines({
      label: "内部人员",
      max: 200,
      counter: "人",
      fields: { user_id: person({ label: "人员", required: true }) },
    }),
  },
  rules: [addresseesOnce],
  list: {
    columns: ["number", "name", "form_id", "due_date", "+asked", "+answered", "sent_on", "state"],
    filters: ["number", "name", "form_id", "due_date", "state"],
    sort: "-number",
    rowActions: ["send"],
    card: ["name", "due_date"],
  },
  form: [
    section("任务", ["form_id", "name", "due_date", "note", "sent_on"]),
    lineSection("供应商", "suppliers"),
    lineSection("内部人员", "people"),
  ],
  states: { draft: "草稿", sent: "填报中", closed: "已结束" },
  tones: { draft: "draft", sent: "running", closed: "done" },
  copy: { leaveOut: ["due_date"] },
  deadlines: {
    due: {
      label: "截止日期",
      at: "due_date",
      in: ["sent"],
      where: where.someRow({
        table: "form_answer",
        column: "task_id",
        equals: "id",
        inner: where.eq("state", "open"),
      }),
      reminders: {
        asker: reminder({
          label: "告知发出人",
          days: [1],
          scenario: "form.unanswered",
          to: { people: ["created_by"] },
          reads: ["number", "name"],
          counts: {
            open: { of: "system-management/form-answer", column: "task_id", where: where.eq("state", "open") },
          },
          values: ({ text: shown, day, counted }) => ({
            number: shown("number"),
            form: shown("name"),
            due: day,
            open: String(counted("open")),
          }),
        }),
      },
    },
  },
  transitions: {
    send: {
      label: "发出",
      decides: { not: "Whoever asks sends the own questions" },
      from: ["draft"],
      to: "sent",
      by: askers,
      tone: "primary",
      confirm: "名单上的每家供应商、每名人员都会收到一份待填写的表单。",
      done: "已发出，填写人可以在“我的表单”中看到",
      guard: [someoneAsked, dueAhead],
      effect: (work) => work.set({ sent_on: work.today }),
    },
    finish: {
      label: "结束填报",
      from: ["sent"],
      to: "closed",
      by: askers,
      reason: "optional",
      confirm: "结束后还没有提交的表单不能再填写。",
    },
  },
  related: [pointedAtBy("system-management/form-answer", "task_id", { label: "填报", fact: "due_date" })],
  access: {
    suppliers: noSupplier,
    suppliersMayReadTitle: true,
    grants: { ...Object.fromEntries(askers.map((role) => [role, ask])), log_auditor: read },
  },
  views: [
    {
      screen: "system-management/form-request",
      label: "填报任务",
      extra: {
        asked: integer({ label: "应填", system: true }),
        answered: integer({ label: "已填", system: true }),
      },
    },
  ],
});
