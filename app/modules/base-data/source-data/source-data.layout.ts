import { choice, date, integer, section, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { ours } from "./source-data.fields";

const read = ["query", "get", "export"] as const;

const keep = ["add", "edit", "delete", "import", ...read] as const;

const toggles = {
  valid_only: {
    label: "仅有效",
    where: where.all(
      where.oneOf("state", ["trial", "active"]),
      where.any(where.empty("effective_to"), where.coming("effective_to")),
    ),
  },
  expiring_only: {
    label: "即将到期",
    where: where.all(
      where.oneOf("state", ["trial", "active", "suspended"]),
      where.soon("effective_to", "warning.expiryDays"),
    ),
  },
  changing_only: { label: "待批准变更", where: where.set("proposed_on"), ...ours },
  fixed_only: { label: "固定货源", where: where.eq("fixed", true) },
  lapsed_only: {
    label: "已过失效日期",
    where: where.all(where.oneOf("state", ["trial", "active"]), where.past("effective_to")),
  },
};

/** Of the delivery list alone: the list of due days follows from sources, so those that have ended say nothing. */
const inspectionToggles = {
  ti_overdue_only: {
    label: "型检超期",
    where: where.all(
      where.oneOf("state", ["trial", "active", "suspended"]),
      where.someRow({
        table: "type_inspection_due",
        column: "material_id",
        equals: "material_id",
        inner: where.past("due_date"),
        also: {
          supplier_id: "supplier_id",
        },
      }),
    ),
  },
  ti_blocked_only: {
    label: "型检超期限制下单",
    where: where.all(
      where.oneOf("state", ["trial", "active", "suspended"]),
      where.someRow({
        table: "type_inspection_due",
        column: "material_id",
        equals: "material_id",
        inner: where.past("last_day"),
        also: {
          supplier_id: "supplier_id",
        },
      }),
    ),
  },
  orderable_only: { label: "可下单", where: where.oneOf("state", ["trial", "active"]), worked: true, ...ours },
  refused_only: {
    label: "下单受限",
    where: where.oneOf("state", ["trial", "active", "suspended"]),
    worked: true,
    ...ours,
  },
  sole_only: {
    label: "独家",
    where: where.all(
      where.oneOf("state", ["trial", "active", "suspended"]),
      where.not(
        where.otherRow("source_data", ["material_id", "factory_id"], where.oneOf("state", ["trial", "active"])),
      ),
    ),
    ...ours,
  },
} as const;

/** How 「货源」 is listed. */
export const sourceDataList = {
  columns: [
    "number",
    "material_id",
    "factory_id",
    "supplier_id",
    "state",
    "fixed",
    "effective_from",
    "effective_to",
    "moq",
    "origin_place",
  ],
  filters: [
    "number",
    "supplier_id",
    "material_id",
    "material_id.material_type_id",
    "factory_id",
    "tier",
    "inspection_mode",
    "effective_from",
    "effective_to",
    "state",
  ],
  sort: "-number",
  toggles,
  batch: ["approve", "accept_terms", "extend", "suspend", "end"],
  rowActions: ["approve", "accept_terms", "suspend", "resume"],
  card: ["supplier_id", "material_id", "factory_id", "effective_to"],
} as const;

/** How 「货源」 is typed. */
export const sourceDataForm = [
  section("供货关系", [
    "supplier_id",
    "material_id",
    "factory_id",
    "site_id",
    "purchase_org_id",
    "tier",
    "fixed",
    "effective_from",
    "effective_to",
    "sample_id",
    "trial_qty",
    "trial_month_qty",
    "inspection_mode",
    "source_no",
    "ended_on",
  ]),
  section(
    "待批准的变更",
    ["proposed_on", "proposed_tier", "proposed_fixed", "proposed_mode", "proposed_to", "proposed_why"],
    where.set("proposed_on"),
  ),
  section("暂停", ["block_cause", "suspended_on", "block_reason"], where.eq("state", "suspended")),
  section("供货条件", ["supplier_material_code", "origin_place", "moq", "pack_qty", "remark"]),
] as const;

/** Menu entries of 「货源」. */
export const sourceDataViews = [
  {
    screen: "base-data/source-data",
    label: "货源数据",
    grants: {
      buyer: keep,
      purchase_manager: keep,
      master_data: keep,
      system_admin: read,
      planner: read,
      qa: read,
      qa_manager: read,
      warehouse: read,
      supervisor: read,
      leader: read,
    },
  },
  {
    screen: "supplier-management/delivery-list",
    label: "供货清单",
    where: where.oneOf("state", ["trial", "active", "suspended", "ended"]),
    list: {
      columns: [
        "number",
        "supplier_id",
        "material_id",
        "factory_id",
        "+gate",
        "state",
        "+ti_required",
        "+ti_due",
        "+ti_overdue",
        "tier",
        "+is_sole",
        "inspection_mode",
        "effective_to",
        "site_id",
      ],
      filters: [
        "number",
        "supplier_id",
        "material_id",
        "material_id.material_type_id",
        "factory_id",
        "site_id",
        "tier",
        "inspection_mode",
        "effective_to",
        "state",
      ],
      sort: "supplier_id",
      toggles: { ...toggles, ...inspectionToggles },
      batch: ["extend", "suspend", "end"],
      rowActions: ["suspend", "resume", "end"],
      card: ["supplier_id", "material_id", "factory_id", "+ti_due", "+gate"],
    },
    extra: {
      is_sole: yesNo({ label: "独家", system: true, hiddenFromSuppliers: true }),
      ti_required: yesNo({ label: "需型式检验", system: true }),
      ti_due: date({ label: "型检到期日", system: true }),
      ti_overdue: integer({ label: "型检超期天数", unit: "天", system: true }),
      gate: choice({
        label: "可下单",
        system: true,
        hiddenFromSuppliers: true,
        choices: { open: "可以", warned: "有提醒", refused: "受限" },
        tones: { open: "done", warned: "warning", refused: "refused" },
      }),
    },
    grants: {
      buyer: read,
      purchase_manager: read,
      qa: read,
      qa_manager: read,
      supervisor: read,
      system_admin: read,
      supplier: read,
    },
  },
] as const;
