import {
  choice,
  date,
  defineEntity,
  integer,
  longText,
  money,
  ownSupplier,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { MONTH_PATTERN, PRICED } from "../io-data/movements.fields";
import { monthConfirmationDeadlines, monthConfirmationMessages } from "./month-confirmation.messages";
import { monthIsOver } from "./month-confirmation.rules";

const READ = ["query", "get", "export"] as const;
const system = { system: true } as const;
const TOTALS = ["row_count", "in_amount", "out_amount", "total_amount", "diff_count", "disputed_count"] as const;

/** A supplier confirms what was moved in a month; invoices go by it (decision 0189). */
export const monthConfirmation = defineEntity({
  key: "receiving/month-confirmation",
  label: "月度对账确认",
  kind: "document",
  purpose: "每月把出入库发给供应商核对：逐笔提出异议或一次确认全月，确认以后登记的出入库归入下一个月。",
  number: "DZQR{YYYYMM}-{0001}",
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    month: text({
      label: "对账月份",
      required: true,
      maxLength: 7,
      found: "start",
      ...MONTH_PATTERN,
    }),
    currency: choice({ label: "币种", required: true, dictionary: "currency", initial: "CNY" }),
    remark: longText({ label: "备注", maxLength: 200, help: "供应商可以看到" }),
    row_count: integer({ label: "笔数", ...system }),
    in_amount: money({ label: "入库金额", ...system, readBy: PRICED }),
    out_amount: money({ label: "退货和冲销金额", ...system, readBy: PRICED }),
    total_amount: money({ label: "净额", ...system, readBy: PRICED }),
    diff_count: integer({ label: "未处理差异", ...system }),
    disputed_count: integer({ label: "未答复异议", ...system }),
    ready_on: date({ label: "发出日期", ...system }),
    confirmed_on: date({ label: "确认日期", ...system }),
    confirmed_by: text({ label: "确认人", ...system, maxLength: 60 }),
  },
  unique: [{ columns: ["supplier_id", "month", "currency"], complaint: "该供应商这个月份已有月度对账确认" }],
  list: {
    columns: [
      "number",
      "supplier_id",
      "month",
      "currency",
      "row_count",
      "in_amount",
      "out_amount",
      "total_amount",
      "diff_count",
      "disputed_count",
      "ready_on",
      "confirmed_on",
      "state",
    ],
    filters: ["number", "supplier_id", "month", "currency", "ready_on", "confirmed_on", "state"],
    sort: "-month",
    totals: ["total_amount"],
    toggles: { differing_only: { label: "有未处理差异", where: where.atLeast("diff_count", 1) } },
    batch: ["issue", "confirm"],
    rowActions: ["issue", "confirm"],
    card: ["supplier_id", "month", "row_count", "total_amount"],
  },
  form: [
    section("基本信息", ["supplier_id", "month", "currency", "remark"]),
    section("合计", [...TOTALS]),
    section("确认", ["ready_on", "confirmed_on", "confirmed_by"]),
  ],
  copy: false,
  print: { sections: true, signatures: ["采购方（盖章）", "供应商（盖章）"] },
  states: { draft: "待发出", to_confirm: "待确认", disputed: "有异议", confirmed: "已确认" },
  tones: { draft: "draft", to_confirm: "waiting", disputed: "warning", confirmed: "done" },
  messages: monthConfirmationMessages,
  deadlines: monthConfirmationDeadlines,
  transitions: {
    issue: {
      label: "发给供应商确认",
      decides: { not: "Asks the supplier to answer; the figures are those of the journal" },
      from: ["draft"],
      to: "to_confirm",
      by: ["finance", "finance_lead"],
      tone: "primary",
      confirm: "发出后供应商可以看到这个月的笔数和金额，并逐笔核对。",
      done: "已发给供应商",
      guard: monthIsOver,
      effect: (work) => work.set({ ready_on: work.today }),
    },
    /** Totals after something was posted into the month, objected to or compared. */
    refresh: { label: "更新合计", from: ["to_confirm", "disputed"], to: "same", by: "system" },
    dispute: { label: "有异议", from: ["to_confirm"], to: "disputed", by: "system" },
    resolve: { label: "异议已答复", from: ["disputed"], to: "to_confirm", by: "system" },
    confirm: {
      label: "确认本月",
      decides: { not: "The answer of the supplier, which is the other side" },
      from: ["to_confirm", "disputed"],
      to: "confirmed",
      by: ["supplier"],
      tone: "primary",
      confirm: "确认后不能撤回，开票以确认的数量和金额为准。有异议的记录不在其内，答复以后归入下一个月确认。",
      done: "已确认",
      effect: (work) => work.set({ confirmed_on: work.today, confirmed_by: work.actor.name }),
    },
  },
  access: {
    suppliers: ownSupplier("supplier_id", where.set("ready_on")),
    supplierStates: ["to_confirm", "disputed", "confirmed"],
    suppliersMayWrite: [...TOTALS, "confirmed_on", "confirmed_by"],
    grants: {
      finance: ["add", "edit", "delete", ...READ],
      finance_lead: ["add", "edit", "delete", ...READ],
      buyer: READ,
      purchase_manager: READ,
      supervisor: READ,
      system_admin: READ,
      supplier: READ,
    },
  },
});
