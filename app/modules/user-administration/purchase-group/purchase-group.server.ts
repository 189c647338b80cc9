import { countGroupMembers, countScopeUsers, selectGroupMembers } from "~/data/accounts.server";
import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { EntityServer, RecordTable } from "~/engine/entity/server-hooks";
import { showState } from "~/engine/screen/show";

const COLUMNS = [
  ["name", "姓名"],
  ["account", "用户账号"],
  ["position", "职位"],
  ["main", "主采购组"],
  ["state", "状态"],
] as const;

/** Who buys for the group; each leads to where the groups of a person are assigned. */
async function membersTable(context: Context, groupId: string): Promise<RecordTable> {
  const { actor, services } = context;
  const members = await selectGroupMembers(services.database.connection(), groupId);
  const user = services.registry.entity("system-management/user");
  const assigns = may(actor.permissions, "user-purchase-group.query");
  const rows = members.map(({ id, name, account, position, state, isMain }) => ({
    id,
    cells: [
      { text: name, ...(assigns ? { href: `/user-administration/user-assign/${id}/purchase-group` } : {}) },
      { text: account },
      { text: position ?? "" },
      { text: isMain ? "是" : "否" },
      showState(user, state),
    ],
  }));
  const columns = COLUMNS.map(([key, label]) => ({ key, label, align: "start" as const }));
  return { kind: "table", title: "成员", table: { caption: `成员（${rows.length}人）`, columns, rows } };
}

export const purchaseGroupServer: EntityServer<"user-administration/purchase-group"> = {
  async beforeRemove(context, record) {
    const used = await countScopeUsers(context.services.database.connection(), "purchase_group", record.id);
    return used > 0 ? `采购组已被${used}名用户使用，请停用` : null;
  },
  async sections(context, record) {
    return [await membersTable(context, record.id)];
  },
  async extra(context, _screen, ids) {
    const counts = await countGroupMembers(context.services.database.connection(), ids);
    return new Map(ids.map((id) => [id, { member_count: counts.get(id) ?? 0 }]));
  },
};
