import { may } from "~/engine/access/permissions";
import type { EntityServer } from "~/engine/entity/server-hooks";

export const approvalDeputyServer: EntityServer<"system-management/approval-deputy"> = {
  /** Nobody hands over what is not his own. */
  async beforeSave({ context, record }) {
    const { actor } = context;
    if (actor.kind === "system" || may(actor.permissions, "approval-deputy-all.edit")) return [];
    return record.owner_id === actor.id ? [] : [{ field: "owner_id", message: "只能为自己设置代理人" }];
  },
};
