import { complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedCount } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

export const factoryServer: EntityServer = {
  async beforeSave({ context, record, before }) {
    if (!(before?.enabled === true && record.enabled === false)) return [];
    const open = await unscopedCount(context, "purchase-orders/purchase-order", [
      where.eq("factory_id", record.id),
      where.not(where.oneOf("state", ["closed", "cancelled"])),
    ]);
    return open > 0 ? [complain("enabled", `工厂存在未完成订单${open}张，不能停用`)] : [];
  },
};
