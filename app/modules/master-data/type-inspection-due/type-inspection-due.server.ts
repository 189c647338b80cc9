import { type Context, systemContext } from "~/engine/context.server";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { refreshDueList } from "~/engine/operations/inspection-due.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { endsOn, listedWarnings } from "~/engine/warnings/listed.server";
import { daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import { exemptionLinks } from "./exemption-links.server";
import { typeInspectionDue } from "./type-inspection-due.entity";

const { key } = typeInspectionDue;

export const typeInspectionDueServer: EntityServer<"master-data/type-inspection-due"> = {
  async rowLinks(context, ids) {
    const columns = ["id", "supplier_id", "material_id", "due_date"] as const;
    const rows = await unscopedRows(context, key, columns, [where.oneOf("id", ids)]);
    const overdue = rows.map(({ id, supplier_id, material_id, due_date }) => ({
      ...{ id, supplierId: supplier_id, materialId: material_id, due: due_date },
    }));
    return exemptionLinks(context, overdue);
  },
};

/** Brings the whole list up to date with sources, reports and rules. */
export async function refreshInspections(services: Context["services"]): Promise<void> {
  const context = systemContext(services, "型检到期清单");
  await inTransaction(context, () => refreshDueList(context, null));
}

/**
 * Type inspections that are overdue, and those due within the days warnings look ahead: for staff who see the list, and for the supplier itself
 * (specification section 5, wording of the shell and of ruling 37).
 */
export const typeInspectionWarnings = listedWarnings({
  kind: "type_inspection",
  entity: key,
  day: "due_date",
  columns: ["supplier_id", "material_id", "report_id"],
  shown: ({ until }) => ({ filters: { due_date: ["", until] } }),
  say(row, { today, isSupplier }) {
    const due = String(row.due_date);
    const days = daysBetween(due, today);
    const isBlocked = days > TYPE_INSPECTION_GRACE_DAYS;
    const material = String(row.material_id__label ?? "");
    const report = isSupplier
      ? `您的物料${material}型式检验报告`
      : `供应商${String(row.supplier_id__label ?? "")}物料${material}的型式检验报告`;
    if (days <= 0) {
      // Where no report was ever brought none can end: the first one is due.
      const when = row.report_id ? endsOn(due, today) : `须于${due}前提交（${days === 0 ? "今天" : `剩${-days}天`}）`;
      return { stage: "due_soon", text: `${report}${when}${isSupplier ? "，请及时上传" : ""}` };
    }
    const late = `${report}已逾期${days}天`;
    const end = isSupplier ? "，请尽快上传" : isBlocked ? "，已禁止下达采购订单" : "";
    return { stage: isBlocked ? "blocked" : "overdue", text: late + end };
  },
  summary: (count) => `有${count}种物料的型式检验报告即将到期或已逾期`,
});
