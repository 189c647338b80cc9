import { countScopeUsers } from "~/data/accounts.server";
import type { EntityServer } from "~/engine/entity/server-hooks";

export const purchaseGroupServer: EntityServer<"user-administration/purchase-group"> = {
  async beforeRemove(context, record) {
    const used = await countScopeUsers(context.services.database.connection(), "purchase_group", record.id);
    return used > 0 ? `采购组已被${used}名用户使用，请停用` : null;
  },
};
