import type { Context } from "~/engine/context.server";
import { type AnyRecord, type Complaint, complain, type Work } from "~/engine/entity";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { repointReferences } from "~/engine/operations/repoint.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { supplier } from "./supplier.entity";

const { key, fields } = supplier;

export const supplierServer: EntityServer = {
  async beforeSave({ context, record, before }) {
    return before?.uscc === record.uscc ? [] : alreadyFiled(context, record);
  },
  async beforeRemove(context, record) {
    const own = [where.eq("supplier_id", record.id)];
    const counts = [
      await unscopedCount(context, "purchase-orders/purchase-order", own),
      await unscopedCount(context, "contract-management/contract", own),
      await unscopedCount(context, "system-management/user", own),
    ];
    return counts.some((count) => count > 0) ? "供应商已发生业务，不能删除" : null;
  },
  transitions: {
    confirm_merge: { check: sitesApart, effect: carryOver },
  },
};

/** Sites of one supplier have different names; two of the same name cannot come together. */
async function sitesApart(context: Context, record: AnyRecord): Promise<Finding[]> {
  const named = async (supplierId: string) => {
    const own = [where.eq("supplier_id", supplierId)];
    const rows = await unscopedRows(context, "supplier-management/supplier-site", ["name"], own);
    return rows.map(({ name }) => String(name));
  };
  const there = new Set(await named(String(record.merged_into_id)));
  const same = (await named(record.id)).filter((name) => there.has(name));
  if (same.length === 0) return [];
  return [{ check: "sites", level: "block", text: `两家供应商有同名的生产基地（${same.join("、")}），请先改名` }];
}

/** What belonged to the duplicate belongs to the supplier that stays, and the file says what that was. */
async function carryOver(context: Context, work: Work): Promise<void> {
  const moved = await repointReferences(context, key, work.record.id, String(work.record.merged_into_id));
  const log = [...moved].map(([label, count]) => `${label}${count}`).join("，");
  work.set({ merge_log: log === "" ? "没有单据" : log });
}

/** Says which supplier holds the credit code already; the unique key of the table only catches what happens meanwhile. */
async function alreadyFiled(context: Context, record: AnyRecord): Promise<Complaint[]> {
  const same = [where.eq("uscc", String(record.uscc)), where.not(where.eq("id", record.id))];
  const [other] = await unscopedRows(context, key, ["name", "stage"], same);
  if (!other) return [];
  const stage = typeof other.stage === "string" ? kindOf(fields.stage).show(other.stage, fields.stage.options) : "";
  return [complain("uscc", `该统一社会信用代码已存在（${String(other.name)}，${stage}），请勿重复建档`)];
}
