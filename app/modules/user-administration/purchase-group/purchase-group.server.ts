import { countScopeUsers, selectScopeUsers } from "~/data/accounts.server";
import { may } from "~/engine/access/permissions";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { columnsOf } from "~/engine/screen/table-columns";

const STATES: Readonly<Record<string, string>> = { active: "正常", locked: "已锁定", blocked: "已冻结" };

export const purchaseGroupServer: EntityServer<"user-administration/purchase-group"> = {
  async beforeRemove(context, record) {
    const used = await countScopeUsers(context.services.database.connection(), "purchase_group", record.id);
    return used > 0 ? `采购组已被${used}名用户使用，请停用` : null;
  },
  /** Whoever is given the group by name; those who see all groups belong to none. */
  async sections(context, record) {
    if (context.actor.supplierId) return [];
    const members = await selectScopeUsers(context.services.database.connection(), "purchase_group", record.id);
    const opens = may(context.actor.permissions, "users.query");
    return [
      {
        kind: "table",
        title: "成员",
        table: {
          caption: "按采购组授权的用户，在用户授权中修改",
          columns: columnsOf(["姓名", "账号", "主采购组", "状态"]),
          rows: members.map(({ id, name, account, isMain, state }) => ({
            id,
            cells: [
              { text: name, ...(opens ? { href: `/system-management/users/${id}` } : {}) },
              { text: account },
              { text: isMain ? "是" : "" },
              { text: STATES[state] ?? "" },
            ],
          })),
        },
      },
    ];
  },
};
