import { type Context, systemContext } from "~/engine/context.server";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { mayNotifyOf, refreshDueList } from "~/engine/operations/inspection-due.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { EXPIRY_WINDOW_DAYS, endsOn, listedWarnings } from "~/engine/warnings/listed.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import { NOTIFIED_BEFORE, notificationsOf, whenDue } from "../when-due.rules";
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

/**
 * Brings the list up to date and tells suppliers and their quality engineers of what is due, buyers shortly before and when orders stop;
 * nobody is told twice a day.
 * @returns how many were told of
 */
export async function notifyOfInspections(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "型检到期提醒");
  await inTransaction(context, () => refreshDueList(context, null));
  const today = dayOf(context.now);
  const rows = await unscopedRows(
    context,
    key,
    ["id", "supplier_id", "material_id", "due_date"],
    [where.atMost("due_date", addDays(today, Math.max(...NOTIFIED_BEFORE)))],
  );
  let count = 0;
  for (const row of rows) {
    const notified = notificationsOf(row.due_date, today);
    if (!notified.supplier && !notified.buyer) continue;
    await inTransaction(context, async () => {
      if (!(await mayNotifyOf(context, row.id))) return;
      await notifyNow(context, row, notified);
      count += 1;
    });
  }
  return count;
}

async function notifyNow(
  context: Context,
  row: Readonly<Record<string, unknown>>,
  notified: ReturnType<typeof notificationsOf>,
): Promise<void> {
  const own = [where.eq("id", String(row.supplier_id))];
  const [supplier] = await unscopedRows(context, "supplier-management/supplier", ["name", "buyer_id", "sqe_id"], own);
  // Where nobody of quality looks after the supplier, its buyer does.
  const quality = notified.supplier ? (supplier?.sqe_id ?? supplier?.buyer_id) : null;
  const keepers = [...new Set([quality, notified.buyer ? supplier?.buyer_id : null])];
  const [material] = await unscopedRows(
    context,
    "master-data/material",
    ["code"],
    [where.eq("id", String(row.material_id))],
  );
  await notify(context, {
    scenario: "type-inspection.due",
    ...(notified.supplier ? { toSuppliers: [String(row.supplier_id)] } : {}),
    to: keepers.filter((id): id is string => typeof id === "string"),
    readers: [String(row.supplier_id)],
    record: { entity: key, id: String(row.id) },
    values: {
      supplier: supplier?.name ?? "",
      material: material?.code ?? "",
      when: whenDue(String(row.due_date), dayOf(context.now)),
    },
  });
}

/**
 * Type inspections that are overdue, and those due within thirty days: for staff who see the list, and for the supplier itself
 * (specification section 5, wording of the shell and of ruling 37).
 */
export const typeInspectionWarnings = listedWarnings({
  kind: "type_inspection",
  entity: key,
  day: "due_date",
  columns: ["supplier_id", "material_id", "report_id"],
  shown: (today) => ({ filters: { due_date: ["", addDays(today, EXPIRY_WINDOW_DAYS)] } }),
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
