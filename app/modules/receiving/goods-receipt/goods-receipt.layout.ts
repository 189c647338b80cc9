import { lineSection, section } from "~/engine/entity";
import { where } from "~/shared/condition";

/** The list of receipts. */
export const receiptList = {
  columns: [
    "number",
    "delivery_note_id",
    "supplier_id",
    "factory_id",
    "receive_at",
    "count(items)",
    "accept_qty",
    "reject_qty",
    "post_date",
    "diff_status",
    "state",
  ],
  filters: [
    "number",
    "supplier_id",
    "factory_id",
    "items.order_id",
    "items.material_id",
    "items.batch_no",
    "receive_at",
    "post_date",
    "diff_status",
    "state",
  ],
  sort: "-number",
  toggles: {
    diff_only: {
      label: "有差异",
      where: where.all(where.set("diff_status"), where.not(where.eq("diff_status", "none"))),
    },
    rejected_only: { label: "有拒收", where: where.not(where.atMost("reject_qty", 0)) },
  },
  batch: ["post"],
  rowActions: ["judge", "post", "confirm_difference"],
  card: ["supplier_id", "factory_id", "receive_at", "accept_qty", "reject_qty"],
} as const;

/** The form and the page of a receipt. */
export const receiptForm = [
  section("基本信息", [
    "delivery_note_id",
    "supplier_id",
    "factory_id",
    "warehouse_id",
    "receive_at",
    "photos",
    "remark",
  ]),
  lineSection("收货明细", "items", [
    "note_line",
    "order_line",
    "material_id",
    "batch_no",
    "produce_date",
    "expire_date",
    "notice_qty",
    "gross_weight",
    "tare_weight",
    "moisture_qty",
    "count_qty",
    "uom",
    "diff_qty",
    "diff_reason",
    "photos",
    "inspection_mode",
    "qa_result",
    "accept_qty",
    "concession_qty",
    "reject_qty",
    "concession_no",
    "returned_qty",
    "returnable_qty",
    "taken_back_qty",
  ]),
  section("过账与差异", ["count_qty", "accept_qty", "reject_qty", "diff_qty", "post_date", "posted_at", "diff_status"]),
];

/** The paper that warehouse, laboratory and driver sign. */
export const receiptPrint = {
  parties: [
    { title: "送货方", of: "supplier_id", show: ["code"] },
    { title: "收货方", of: "factory_id", show: ["address"], own: ["warehouse_id"] },
  ],
  facts: ["delivery_note_id", "receive_at", "post_date", "diff_status", "remark"],
  lines: [
    {
      lines: "items",
      columns: [
        "order_id",
        "material_id.code",
        "material_id.name",
        "batch_no",
        "uom",
        "notice_qty",
        "count_qty",
        "accept_qty",
        "concession_qty",
        "reject_qty",
      ],
    },
  ],
  // Which certificate came with each batch, and what of it needs a look.
  sections: true,
  sums: ["count_qty", "accept_qty", "reject_qty"],
  signatures: ["仓库", "质量", "送货人"],
} as const;
