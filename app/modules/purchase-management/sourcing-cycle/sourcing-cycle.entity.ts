import {
  choice,
  date,
  dateTime,
  defineEntity,
  integer,
  noSupplier,
  number,
  person,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { RFQ_MODES } from "../rfq/collective.rules";
import { RFQ_KINDS } from "../rfq/rfq.rules";
import { STAGES, WHOLE } from "./sourcing-cycle.rules";

const READ = ["query", "get", "export"] as const;
const system = { system: true } as const;
const always = { system: true, required: true } as const;
const days = (label: string, help: string, more: { required?: true } = {}) =>
  number({ label, unit: "天", precision: 12, scale: 1, help, ...system, ...more });

/** Inquiries whose price is approved, with the days each stage took: a view over inquiries, plans, price approvals and orders (decision 0181). */
export const sourcingCycle = defineEntity({
  key: "purchase-management/sourcing-cycle",
  label: "寻源周期",
  kind: "log",
  purpose: "每一张价格已批准的询价：从计划批准或发布到价格批准用了多少天，申请、报价、评比、审批各占多少，哪一步最慢。",
  table: "sourcing_cycle",
  title: ["rfq_no"],
  search: [],
  removable: false,
  copy: false,
  comments: false,
  fields: {
    rfq_no: text({ label: "询价单号", ...always }),
    rfq_id: reference("purchase-management/rfq", { label: "询价单", ...always }),
    price_no: text({ label: "核价单号", ...always }),
    rfq_kind: choice({ label: "询价类型", choices: RFQ_KINDS, ...always }),
    mode: choice({ label: "组织方式", choices: RFQ_MODES, ...always }),
    company_id: reference("master-data/company", { label: "公司", ...always }),
    purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", ...always }),
    buyer_id: person({ label: "采购员", ...always }),
    material_type_id: reference("master-data/material-type", { label: "主要品类", help: "行数最多的品类", ...system }),
    round_no: integer({ label: "轮次", ...always }),
    planned_at: dateTime({ label: "计划批准时间", help: "各行计划中最后批准的", ...system }),
    published_at: dateTime({ label: "发布时间", ...always }),
    opened_at: dateTime({ label: "开启时间", help: "最后一轮", ...always }),
    submitted_at: dateTime({ label: "核价提交时间", ...always }),
    approved_at: dateTime({ label: "价格批准时间", ...always }),
    priced_on: date({ label: "批准日期", ...always }),
    apply_days: days(STAGES.apply.label, STAGES.apply.definition, { required: true }),
    quote_days: days(STAGES.quote.label, STAGES.quote.definition, { required: true }),
    compare_days: days(STAGES.compare.label, STAGES.compare.definition, { required: true }),
    approve_days: days(STAGES.approve.label, STAGES.approve.definition, { required: true }),
    total_days: days("寻源周期", WHOLE, { required: true }),
    order_days: days("下单", "从价格批准到按它定价的第一张订单下达，不计入寻源周期"),
  },
  list: {
    columns: [
      "rfq_no",
      "rfq_kind",
      "material_type_id",
      "buyer_id",
      "round_no",
      "published_at",
      "priced_on",
      "apply_days",
      "quote_days",
      "compare_days",
      "approve_days",
      "total_days",
      "order_days",
    ],
    filters: [
      "rfq_no",
      "price_no",
      "rfq_kind",
      "mode",
      "material_type_id",
      "company_id",
      "purchase_group_id",
      "buyer_id",
      "priced_on",
      "total_days",
    ],
    sort: "-priced_on",
    toggles: {
      planned_only: { label: "有采购计划", where: where.set("planned_at") },
      rounds_only: { label: "多轮报价", where: where.atLeast("round_no", 2) },
    },
    card: ["material_type_id", "buyer_id", "priced_on", "total_days"],
  },
  form: [
    section("询价", [
      "rfq_id",
      "price_no",
      "rfq_kind",
      "mode",
      "company_id",
      "purchase_group_id",
      "buyer_id",
      "material_type_id",
      "round_no",
    ]),
    section("时间", ["planned_at", "published_at", "opened_at", "submitted_at", "approved_at", "priced_on"]),
    section("各阶段天数", ["apply_days", "quote_days", "compare_days", "approve_days", "total_days", "order_days"]),
  ],
  related: [pointsAt("rfq_id", { fact: "round_no" })],
  access: {
    suppliers: noSupplier,
    // Whose inquiries somebody sees, theirs are the days.
    staff: { purchase_group: "purchase_group_id" },
    grants: {
      buyer: READ,
      purchase_manager: READ,
      leader: READ,
      finance: READ,
      finance_lead: READ,
      supervisor: READ,
      system_admin: READ,
    },
  },
});
