import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { refreshCompleteness } from "../supplier/refresh-completeness.server";

const AUDIT = "supplier-management/supplier-audit";

export const supplierSiteServer: EntityServer<"supplier-management/supplier-site"> = {
  /** When it was audited, and when it is to be audited again, follows from the newest approved audit. */
  async beforeSave({ context, record, before, set }) {
    if (!before) return [];
    const approved = [where.eq("site_id", record.id), where.oneOf("state", ["correcting", "closed"])];
    const rows = await unscopedRows(context, AUDIT, ["actual_end", "plan_date", "next_audit_date"], approved);
    const days = rows.map(({ actual_end: end, plan_date: plan, next_audit_date: next }) => ({
      day: end ? dayOf(new Date(end)) : plan,
      next: next ? next : null,
    }));
    const last = days.sort((a, b) => (a.day < b.day ? 1 : -1))[0];
    if (last) set({ last_audit_at: last.day, next_audit_at: last.next });
    return [];
  },
  /** A maker of food without a site has an incomplete file. Suppliers propose sites, they do not write them. */
  async stored({ context, record }) {
    await refreshCompleteness(context, String(record.supplier_id));
  },
};
