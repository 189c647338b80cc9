import type { EntityServer } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { ancestorsOf } from "~/engine/operations/tree.server";
import { unscopedCount, unscopedLines } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { circleComplaint } from "../tree.rules";
import { inheritedComplaints, OWN_BRANCH } from "./supplier-class.rules";

const KEY = "master-data/supplier-class";

export const supplierClassServer: EntityServer = {
  async beforeSave({ context, record }) {
    const ancestors = await ancestorsOf(context, KEY, record.parent_id ?? null);
    const circle = circleComplaint(record.id, ancestors, OWN_BRANCH);
    if (circle) return [circle];
    const rows = await unscopedLines(context, KEY, "certificates", ["cert_name"], [where.oneOf("root_id", ancestors)]);
    const inherited = rows.map((row) => String(row.cert_name));
    return inheritedComplaints(
      linesOf(record, "certificates").map((row) => String(row.cert_name)),
      inherited,
    );
  },
  async beforeRemove(context, record) {
    const used = await unscopedCount(context, "supplier-management/supplier", [
      where.eq("supplier_class_id", record.id),
    ]);
    return used > 0 ? `分类下有供应商${used}家，不能删除` : null;
  },
};
