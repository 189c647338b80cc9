import { date, lineSection, pointedAtBy, pointsAt, quantity, section } from "~/engine/entity";
import { where } from "~/shared/condition";

/** Lines that still take goods. */
export const takingGoods = where.oneOf("line_status", ["open", "partial"]);

/** The day that was promised first has passed, or the wanted one where none was promised. */
const pastPromise = where.any(
  where.past("first_confirm_date"),
  where.all(where.empty("first_confirm_date"), where.past("required_date")),
);

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
    "sap_no",
    "amount",
    "urgent",
    "receipt_status",
    "gate_light",
    "max_price_deviation",
    "credit_deviates",
    "items.price_source",
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
        where.someLine("purchase_order_items", where.all(takingGoods, pastPromise)),
      ),
    },
    exempted_only: { label: "临时放行", where: where.eq("exempted", true) },
    deviating_only: { label: "价格偏差", where: where.set("max_price_deviation") },
    urgent_only: { label: "加急", where: where.eq("urgent", true) },
  },
  totals: ["amount"],
  batch: ["submit", "release", "confirm", "remind", "close"],
  rowActions: ["submit", "release", "confirm", "accept_change"],
  card: ["supplier_id", "amount", "factory_id", "order_date", "confirm_deadline"],
} as const;

/** Columns of its lines; which agreed stock a line is called off of is told by the panel of related documents. */
const ORDERED = [
  "material_id",
  "spec",
  "qty",
  "uom",
  "price",
  "tax_rate",
  "amount",
  "untaxed_amount",
  "required_date",
  "price_source",
  "book_price",
  "price_basis",
  "price_deviation",
  "deviation_reason",
  "book_credit_days",
  "confirm_qty",
  "confirm_date",
  "first_confirm_date",
  "over_rate",
  "under_rate",
  "line_status",
  "noticed_qty",
  "accepted_qty",
  "rejected_qty",
  "refunded_qty",
  "exchanged_qty",
  "delivery_done",
  "open_qty",
] as const;

/**
 * Orders of agreed stock, of chosen lines of agreements, of planned demand, of what each supplier was asked for, and of divided demand, of
 * the shares that were locked.
 */
export const orderConversions = {
  from_stock: {
    label: "生成要货订单",
    into: "items",
    by: "stock_line",
    quantity: "qty",
    per: [
      "supplier_id",
      "factory_id",
      "order_type",
      "purchase_org_id",
      "purchase_group_id",
      "currency",
      "payment_term",
    ],
    head: {
      supplier_id: "supplier_id",
      factory_id: "factory_id",
      company_id: "company_id",
      order_type: "order_type",
      purchase_org_id: "purchase_org_id",
      purchase_group_id: "purchase_group_id",
      currency: "currency",
      payment_term: "payment_term",
    },
    line: { material_id: "material_id", uom: "uom", price: "price", tax_rate: "tax_rate" },
    show: ["min_qty", "max_qty", "called_qty"],
  },
  from_demand: {
    label: "转采购订单",
    into: "items",
    by: "demand_line",
    quantity: "qty",
    per: ["supplier_id", "factory_id"],
    head: { supplier_id: "supplier_id", factory_id: "factory_id", company_id: "company_id" },
    line: { material_id: "material_id", uom: "uom", required_date: "week_start" },
    show: ["share_qty", "commit_qty", "commit_note", "ordered_qty"],
    day: "week_start",
    background: true,
  },
  from_shares: {
    label: "生成采购订单",
    into: "items",
    by: "share_line",
    quantity: "qty",
    per: ["supplier_id", "factory_id"],
    head: { supplier_id: "supplier_id", factory_id: "factory_id", company_id: "company_id" },
    line: { material_id: "material_id", uom: "uom", required_date: "wanted_on" },
    show: ["alloc_qty", "ordered_qty", "quota_rate"],
    background: true,
  },
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
    "credit_days",
    "credit_reason",
    "address",
    "urgent",
    "remark",
  ]),
  lineSection("订单明细", "items", ORDERED),
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
    "sap_no",
    "confirm_deadline",
    "confirmed_at",
    "confirmed_on_behalf",
    "confirm_proof",
    "reminded_on",
    "receipt_rate",
    "receipt_status",
    "max_price_deviation",
    "credit_agreed",
    "credit_deviates",
    "change_waits",
    "completed_at",
    "closed_at",
    "gate_light",
    "exempted",
  ]),
  lineSection("订单变更", "changes"),
] as const;

/** What an order belongs with. */
export const orderRelated = [
  pointsAt("contract_id", { fact: "end_date" }),
  pointsAt("items.stock_line", { fact: "valid_to" }),
  pointsAt("items.demand_line", { fact: "base_week" }),
  pointsAt("items.share_line", { fact: "period" }),
  pointedAtBy("supplier-management/gate-exemption", "orders.order_id", { fact: "valid_to", side: "before" }),
  pointedAtBy("purchase-orders/rush-order", "order_id", { fact: "rush_kind" }),
  pointedAtBy("purchase-orders/rush-order", "made_order_id", { fact: "rush_kind", side: "before" }),
  pointedAtBy("receiving/delivery-note", "items.order_line", { fact: "ship_date" }),
  pointedAtBy("receiving/goods-receipt", "items.order_id", { fact: "post_date" }),
  pointedAtBy("receiving/purchase-return", "items.order_id", { fact: "return_mode" }),
] as const;

/** How its states look. */
export const orderTones = {
  draft: "draft",
  in_approval: "waiting",
  approved: "waiting",
  released: "waiting",
  negotiating: "warning",
  confirmed: "running",
  on_hold: "warning",
  completed: "done",
  closed: "closed",
  cancelled: "closed",
} as const;

/** The states of an order. */
export const orderStates = {
  draft: "草稿",
  in_approval: "审批中",
  approved: "待下达",
  released: "待供应商确认",
  negotiating: "变更协商中",
  confirmed: "执行中",
  on_hold: "已暂停",
  completed: "已完成",
  closed: "已关闭",
  cancelled: "已取消",
} as const;

/** How an order is approved. */
export const orderApproval = {
  on: "submit",
  state: "in_approval",
  by: ["purchase_manager", "leader"],
  conditions: [
    "amount",
    "order_type",
    "company_id",
    "factory_id",
    "purchase_org_id",
    "purchase_group_id",
    "urgent",
    "source_type",
    "max_price_deviation",
    "credit_deviates",
    "supplier_id.supplier_class_id",
    "supplier_id.stage",
  ],
  amount: "amount",
} as const;
