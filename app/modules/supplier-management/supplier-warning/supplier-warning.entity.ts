import {
  choice,
  date,
  dateTime,
  defineEntity,
  digest,
  message,
  ownSupplier,
  person,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { leftText } from "../supplier-certificate/supplier-certificate.rules";
import { remindedOnceADay } from "./supplier-warning.rules";

const read = ["query", "get", "export"] as const;

const KINDS = {
  qualification: "资质到期",
  type_inspection: "型式检验",
  brand: "品牌授权",
  agreement: "质量协议",
  risk: "企业风险",
  audit: "审核超期",
} as const;
/** Our judgement of a supplier, or our own work: never shown to it, and it is not reminded of it. */
const OURS = where.oneOf("kind", ["risk", "audit"]);

/** What will go wrong with suppliers, gathered from the documents that say so; a job keeps it, nobody types it. */
export const supplierWarning = defineEntity({
  key: "supplier-management/supplier-warning",
  label: "供应商预警",
  kind: "register",
  purpose:
    "资质、型式检验、品牌授权、质量协议、企业风险、超期的审核等需要留意的事项，汇总在一处；每小时更新，推迟的到期重新提醒，情况变重时会重新打开。",
  title: ["kind", "subject"],
  search: ["subject", "supplier_id"],
  fields: {
    kind: choice({
      label: "预警类型",
      required: true,
      choices: KINDS,
    }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    subject: text({ label: "预警对象", required: true, maxLength: 200 }),
    due_date: date({ label: "到期日" }),
    level: choice({
      label: "级别",
      required: true,
      choices: { info: "提醒", warn: "预警", block: "限制" },
      tones: { info: "waiting", warn: "warning", block: "refused" },
    }),
    owner_id: person({ label: "归口人员", system: true, hiddenFromSuppliers: true }),
    reminded_on: date({ label: "最近提醒", system: true, hiddenFromSuppliers: true }),
    snoozed_until: date({ label: "推迟到", system: true, hiddenFromSuppliers: true }),
    source_id: text({ label: "来源记录", maxLength: 40, hiddenFromSuppliers: true }),
    computed_at: dateTime({ label: "更新时间", system: true }),
  },
  list: {
    columns: ["kind", "supplier_id", "subject", "due_date", "+days_left", "level", "owner_id", "reminded_on", "state"],
    filters: ["kind", "supplier_id", "subject", "due_date", "level", "owner_id", "state"],
    sort: "due_date",
    toggles: {
      overdue_only: { label: "已过期", where: where.past("due_date") },
      blocked_only: { label: "影响业务", where: where.eq("level", "block") },
      mine_only: { label: "我归口的", where: where.mine("owner_id") },
    },
    batch: ["remind", "snooze", "handle"],
    rowActions: ["remind", "snooze", "handle"],
    card: ["kind", "supplier_id", "due_date", "+days_left", "level"],
  },
  form: [
    section("预警", [
      "kind",
      "supplier_id",
      "subject",
      "due_date",
      "level",
      "owner_id",
      "reminded_on",
      "snoozed_until",
      "computed_at",
    ]),
  ],
  states: { open: "待处理", snoozed: "稍后提醒", handled: "已处理" },
  tones: { open: "waiting", snoozed: "draft", handled: "closed" },
  removable: false,
  copy: false,
  digests: {
    weekly: digest({
      label: "供应商预警周报",
      every: "week",
      day: 1,
      where: where.all(where.eq("state", "open"), where.set("owner_id")),
      scenario: "supplier-warning.weekly",
      to: { people: ["owner_id"] },
      reads: ["kind", "level"],
      values: (rows) => ({
        count: String(rows.length),
        blocked: String(rows.filter(({ value }) => value("level") === "block").length),
        kinds: Object.entries(KINDS)
          .map(([kind, label]) => ({ label, count: rows.filter(({ value }) => value("kind") === kind).length }))
          .flatMap(({ label, count }) => (count > 0 ? [`${label}${count}条`] : []))
          .join("、"),
      }),
      path: "/supplier-management/supplier-warning?mine_only=1",
    }),
  },
  messages: [
    message({
      on: ["remind"],
      scenario: "supplier-warning.reminded",
      to: { suppliers: ["supplier_id"] },
      reads: ["kind", "subject", "due_date"],
      values: ({ text: shown, today }) => {
        const due = shown("due_date");
        return {
          kind: shown("kind"),
          subject: shown("subject"),
          due: due === "" ? "请尽快处理" : `${due}到期（${leftText(due, today)}）`,
        };
      },
    }),
  ],
  transitions: {
    remind: {
      label: "提醒供应商",
      from: ["open", "snoozed"],
      to: "same",
      by: ["buyer", "purchase_manager", "qa", "qa_manager"],
      offered: {
        when: ({ kind }) => kind !== "risk" && kind !== "audit",
        rows: where.not(OURS),
        otherwise: "企业风险和审核安排是我方的事，不提醒供应商",
      },
      guard: remindedOnceADay,
      confirm: "供应商的全部账号会收到提醒。",
      done: "已提醒供应商",
      internal: true,
      effect: (work) => work.set({ reminded_on: work.today }),
    },
    snooze: {
      label: "稍后提醒",
      from: ["open"],
      to: "snoozed",
      by: ["buyer", "purchase_manager", "qa", "qa_manager"],
      offered: {
        when: ({ level }) => level !== "block",
        rows: where.not(where.eq("level", "block")),
        otherwise: "已影响业务的预警不能推迟，请处理后标记",
      },
      input: { until: date({ label: "提醒日期", required: true }) },
      confirm: "提醒日期在明天起{{warning.snoozeDays}}天以内；到提醒日期前不再列为待处理；情况变重时会提前打开。",
      done: "已推迟",
      internal: true,
      effect: (work) => work.set({ snoozed_until: String(work.input.until) }),
    },
    handle: {
      label: "标记已处理",
      from: ["open", "snoozed"],
      to: "handled",
      by: ["buyer", "purchase_manager", "qa", "qa_manager"],
      reason: "optional",
      reasonLabel: "处理情况",
      confirm: "标记后不再显示为待处理；情况变重时会重新打开。",
      done: "已标记",
    },
    reopen: {
      label: "重新打开",
      from: ["handled", "snoozed"],
      to: "open",
      by: ["buyer", "purchase_manager", "qa", "qa_manager"],
      effect: (work) => work.set({ snoozed_until: null }),
    },
  },
  views: [
    {
      screen: "supplier-management/supplier-warning",
      label: "供应商预警",
      extra: { days_left: text({ label: "剩余天数", system: true }) },
    },
  ],
  access: {
    suppliers: ownSupplier("supplier_id", where.not(OURS)),
    suppliersMayWrite: [],
    grants: {
      buyer: read,
      purchase_manager: read,
      qa: read,
      qa_manager: read,
      supplier_auditor: read,
      leader: read,
      supervisor: read,
      system_admin: read,
      supplier: read,
    },
  },
});
