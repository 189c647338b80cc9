import { date, lineSection, quantity, section } from "~/engine/entity";
import { where } from "~/shared/condition";

/** Lines that still take goods. */
export const takingGoods = where.oneOf("line_status", ["open", "partial"]);

/** What a change may touch: quantity and day of each delivery, and one more delivery per line. Never the price. */
export const deliveries = {
  lines: "items.schedules",
  show: [],
  showParent: ["material_id", "spec", "uom"],
  where: takingGoods,
  spare: "拆分",
  fields: {
    plan_qty: quantity({ label: "数量", required: true }),
    plan_date: date({ label: "交期", required: true }),
  },
} as const;

/** Lines the supplier has not confirmed yet. */
export const waitingLine = where.all(takingGoods, where.empty("confirm_date"));

/** The list of orders. */
export const orderList = {
  columns: [
    "number",
    "order_type",
    "supplier_id",
    "factory_id",
    "order_date",
    "amount",
    "receipt_rate",
    "gate_light",
    "buyer_id",
    "state",
  ],
  filters: [
    "number",
    "supplier_id",
    "order_date",
    "factory_id",
    "items.material_id",
    "order_type",
    "purchase_group_id",
    "buyer_id",
    "contract_id",
    "amount",
    "urgent",
    "receipt_status",
    "gate_light",
    "state",
  ],
  sort: "-order_date",
  sortedBy: ["amount"],
  toggles: {
    unconfirmed_only: {
      label: "超时未确认",
      where: where.all(where.eq("state", "released"), where.past("confirm_deadline", "now")),
    },
    overdue_only: {
      label: "逾期未交",
      where: where.all(
        where.oneOf("state", ["released", "negotiating", "confirmed", "on_hold"]),
        where.someLine("purchase_order_items", where.all(takingGoods, where.past("required_date"))),
      ),
    },
    held_only: { label: "已暂停", where: where.eq("state", "on_hold") },
    exempted_only: { label: "临时放行", where: where.eq("exempted", true) },
    urgent_only: { label: "加急", where: where.eq("urgent", true) },
  },
  totals: ["amount"],
  batch: ["submit", "release", "confirm", "remind", "close"],
  rowActions: ["submit", "release", "confirm", "accept_change"],
  card: ["supplier_id", "amount", "factory_id", "order_date", "confirm_deadline"],
} as const;

/** The form and the page of an order. */
export const orderForm = [
  section("基本信息", [
    "order_type",
    "supplier_id",
    "company_id",
    "factory_id",
    "purchase_org_id",
    "purchase_group_id",
    "buyer_id",
    "order_date",
    "contract_id",
    "currency",
    "payment_term",
    "address",
    "urgent",
    "remark",
  ]),
  lineSection("订单明细", "items"),
  lineSection("交货计划", "items.schedules"),
  section("附件", ["attachments", "internal_files"]),
  section("下达与确认", [
    "amount",
    "untaxed_amount",
    "tax_amount",
    "source_type",
    "source_no",
    "order_version",
    "released_at",
    "confirm_deadline",
    "confirmed_at",
    "confirmed_on_behalf",
    "confirm_proof",
    "reminded_on",
    "receipt_rate",
    "receipt_status",
    "change_waits",
    "completed_at",
    "closed_at",
    "gate_light",
    "exempted",
    "gate_result",
  ]),
  lineSection("订单变更", "changes"),
] as const;
