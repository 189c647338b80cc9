import { date, defineEntity, ownSupplier, pointsAt, reference, reminder, section } from "~/engine/entity";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import { whenDue } from "../when-due.rules";

const read = ["query", "get", "export"] as const;

const READ = ["supplier_id.name", "material_id.code"] as const;

/** How a reminder speaks of what is due. */
const due = {
  scenario: "type-inspection.due",
  reads: READ,
  values: ({ text, day, late }: { text(column: (typeof READ)[number]): string; day: string; late: number }) => ({
    supplier: text("supplier_id.name"),
    material: text("material_id.code"),
    when: whenDue(day, addDays(day, late)),
  }),
} as const;

/** What follows from sources, reports and rules; the gate itself asks those, not this list. Nobody types it. */
export const typeInspectionDue = defineEntity({
  key: "master-data/type-inspection-due",
  label: "型检到期",
  kind: "register",
  purpose: "每家供应商每种需型式检验的物料何时到期：按最近一份有效报告计算，没有报告的从货源生效日起算。",
  title: ["supplier_id", "material_id"],
  search: ["supplier_id", "material_id"],
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    material_id: reference("master-data/material", { label: "物料", required: true }),
    due_date: date({ label: "到期日", required: true }),
    last_day: date({ label: "最后可下单日", required: true }),
    report_id: reference("master-data/type-inspection-report", {
      label: "最近报告",
      within: { supplier_id: "supplier_id" },
    }),
  },
  list: {
    columns: ["supplier_id", "material_id", "due_date", "last_day", "report_id"],
    filters: ["supplier_id", "material_id", "due_date", "last_day"],
    sort: "due_date",
    toggles: {
      overdue_only: { label: "已超期", where: where.past("due_date") },
      blocked_only: { label: "超期限制下单", where: where.past("last_day") },
      missing_only: { label: "未提交", where: where.empty("report_id") },
    },
    card: ["supplier_id", "material_id", "due_date", "last_day"],
  },
  form: [section("型检到期", ["supplier_id", "material_id", "due_date", "last_day", "report_id"])],
  related: [pointsAt("report_id", { fact: "next_due_date" })],
  deadlines: {
    due: {
      label: "型检到期日",
      at: "due_date",
      reminders: {
        supplier: reminder({
          ...due,
          label: "提醒供应商和质量",
          days: [-30, -15, -7, 0],
          every: 3,
          // Where nobody of quality looks after the supplier, its buyer does.
          to: {
            suppliers: ["supplier_id"],
            people: ["supplier_id.sqe_id"],
            elsePeople: ["supplier_id.buyer_id"],
            readers: "supplier_id",
          },
        }),
        buyer: reminder({
          ...due,
          label: "提醒采购员",
          // Before orders stop, and on the first day on which they do.
          days: [10, TYPE_INSPECTION_GRACE_DAYS + 1],
          to: { people: ["supplier_id.buyer_id"] },
        }),
      },
    },
  },
  removable: false,
  copy: false,
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayWrite: [],
    grants: {},
  },
  views: [
    {
      screen: "master-data/type-inspection-due",
      label: "型检到期",
      grants: {
        buyer: read,
        purchase_manager: read,
        qa: read,
        qa_manager: read,
        planner: read,
        supplier_auditor: read,
        supervisor: read,
        system_admin: read,
      },
    },
    { screen: "supplier-management/inspection-due", label: "型检到期", grants: { supplier: read } },
  ],
});
