import type { Context } from "~/engine/context.server";
import { type AnyRecord, type Complaint, complain } from "~/engine/entity";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer } from "~/engine/entity/server-hooks";
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
};

/** Says which supplier holds the credit code already; the unique key of the table only catches what happens meanwhile. */
async function alreadyFiled(context: Context, record: AnyRecord): Promise<Complaint[]> {
  const same = [where.eq("uscc", String(record.uscc)), where.not(where.eq("id", record.id))];
  const [other] = await unscopedRows(context, key, ["name", "stage"], same);
  if (!other) return [];
  const stage = typeof other.stage === "string" ? kindOf(fields.stage).show(other.stage, fields.stage.options) : "";
  return [complain("uscc", `该统一社会信用代码已存在（${String(other.name)}，${stage}），请勿重复建档`)];
}
