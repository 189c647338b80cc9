import { lineSection, section, text } from "~/engine/entity";
import { where } from "~/shared/condition";
import { isProduct } from "./product-order.fields";
import { orderForm, orderList } from "./purchase-order.layout";

const look = ["query", "get"] as const;
const read = [...look, "export"] as const;

/** What an order of goods made for us shows besides. */
export const productSections = [
  {
    ...section("成品要求", ["market", "label_version", "label_confirmed", "min_shelf_rate", "standard_no"]),
    when: isProduct,
  },
  { ...lineSection("客供包材", "supplied"), when: isProduct },
  {
    ...section("生产情况", [
      "prod_stage",
      "finished_rate",
      "planned_finish",
      "finish_late",
      "stage_slips",
      "progress_on",
      "progress_reminded_on",
      "over_use",
    ]),
    when: isProduct,
  },
  { ...lineSection("生产进度", "progress"), when: isProduct },
] as const;

/** The form of an order of any kind: whoever begins one of goods made for us begins it in their own menu, and is not asked of others. */
export const wholeForm = [
  ...orderForm.slice(0, 3),
  ...productSections.map((one) => ({ ...one, when: where.all(isProduct, where.set("number")) })),
  ...orderForm.slice(3),
];

const [head, ...others] = orderForm;

/** A menu entry of its own, with numbers of its own: the type of order is given there, and chosen among all orders otherwise. */
export const productView = {
  screen: "purchase-orders/product-order",
  label: "成品订单",
  noun: "成品订单",
  where: isProduct,
  number: "CP{YYYYMMDD}-{0001}",
  initial: { order_type: "outsource" },
  extra: {
    goods: text({ label: "成品", system: true }),
    ordered: text({ label: "数量", system: true }),
  },
  list: {
    columns: [
      "number",
      "supplier_id",
      "+goods",
      "label_version",
      "label_confirmed",
      "+ordered",
      "product_due",
      "prod_stage",
      "finished_rate",
      "planned_finish",
      "receipt_rate",
      "state",
    ],
    filters: [
      "number",
      "supplier_id",
      "items.material_id",
      "prod_stage",
      "product_due",
      "items.required_date",
      "planned_finish",
      "label_confirmed",
      "factory_id",
      "buyer_id",
      "state",
    ],
    sort: "product_due",
    toggles: {
      late_only: { label: "预计逾期", where: where.eq("finish_late", true) },
      over_use_only: { label: "包材超耗", where: where.set("over_use") },
      unlabelled_only: {
        label: "版面待确认",
        where: where.all(
          where.oneOf("state", ["draft", "in_approval", "approved"]),
          where.eq("label_confirmed", false),
        ),
      },
      overdue_only: orderList.toggles.overdue_only,
    },
    batch: ["submit", "release", "confirm_label", "remind_progress"],
    rowActions: ["release", "confirm_label", "report_progress"],
    card: ["supplier_id", "product_due", "prod_stage", "finished_rate", "planned_finish"],
  },
  form: [
    section(
      "基本信息",
      head.fields.filter((name) => name !== "order_type"),
    ),
    ...others.slice(0, 2),
    ...productSections,
    ...others.slice(2),
  ],
  grants: {
    buyer: ["add", "delete", "edit", ...read],
    purchase_manager: read,
    leader: read,
    planner: read,
    qa: look,
    qa_manager: look,
    warehouse: look,
    finance: read,
    supervisor: read,
    system_admin: read,
    supplier: read,
  },
} as const;
