import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { ancestorsOf } from "~/engine/operations/tree.server";
import { unscopedCount } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { circleComplaint } from "../tree.rules";
import { OWN_BRANCH } from "./purchase-org.rules";

type PurchaseOrgRecord = RecordFor<"master-data/purchase-org">;

export const purchaseOrgServer: EntityServer<"master-data/purchase-org"> = {
  async beforeSave({ context, record, before }) {
    const ancestors = await ancestorsOf(context, "master-data/purchase-org", record.parent_id ?? null);
    const circle = circleComplaint(record.id, ancestors, OWN_BRANCH);
    const isSwitchedOff = before?.enabled === true && record.enabled === false;
    return [...(circle ? [circle] : []), ...(isSwitchedOff ? await stillNeeded(context, record) : [])];
  },
};

async function stillNeeded(context: Context, record: PurchaseOrgRecord): Promise<Complaint[]> {
  const belongs = where.eq("purchase_org_id", record.id);
  const enabled = where.eq("enabled", true);
  const counts = [
    await unscopedCount(context, "master-data/purchase-org", [where.eq("parent_id", record.id), enabled]),
    await unscopedCount(context, "user-administration/purchase-group", [belongs, enabled]),
    await unscopedCount(context, "purchase-orders/purchase-order", [
      belongs,
      where.not(where.oneOf("state", ["closed", "cancelled"])),
    ]),
    await unscopedCount(context, "contract-management/contract", [
      belongs,
      where.not(where.oneOf("state", ["expired", "terminated", "voided"])),
    ]),
  ];
  return counts.some((count) => count > 0) ? [complain("enabled", "存在下级或未完成单据，不能停用")] : [];
}
