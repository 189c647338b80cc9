import type { Context } from "~/engine/context.server";
import type { Complaint } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import {
  grantsOfRole,
  mayGrant,
  memberCounts,
  membersOf,
  notifyMembers,
  ownRank,
  TOP_ROLE,
} from "~/engine/session/role-grants.server";
import { where } from "~/shared/condition";
import { DATA_SCOPES, type DataScope, dataScope, isWider, widest } from "~/shared/data-scope";

type RoleRecord = RecordFor<"system-management/role">;

/** Who keeps roles without being the highest gives nobody, himself included, rows he does not reach. */
function widerThanOwn({ actor }: Context, record: RoleRecord, before: RoleRecord | null): Complaint[] {
  if (actor.kind !== "user" || actor.roles.includes(TOP_ROLE) || record.audience === "supplier") return [];
  if (before?.data_scope === record.data_scope) return [];
  const own = widest([...(actor.reach ?? new Map<string, DataScope>()).values()]) ?? "self";
  return isWider(dataScope(String(record.data_scope)), own)
    ? [{ field: "data_scope", message: `不能设置比自己更宽的数据范围，您的是“${DATA_SCOPES[own]}”` }]
    : [];
}

/** Nobody is sent to a page that the role does not open. */
async function homeComplaints(context: Context, record: RoleRecord, before: RoleRecord | null): Promise<Complaint[]> {
  if (typeof record.home_id !== "string" || (before?.home_id === record.home_id && before.code === record.code))
    return [];
  if (!before) return [{ field: "home_id", message: "请先保存角色并配置权限，再设置登录后首页" }];
  const own = [where.eq("id", record.home_id)];
  const [menu] = await unscopedRows(context, "system-management/resource", ["name", "title"], own);
  const held = await grantsOfRole(context, String(before.code));
  return menu && held.has(`${menu.name}.query`)
    ? []
    : [{ field: "home_id", message: `该角色没有“${menu?.title ?? ""}”的查询权限，请先配置权限` }];
}

/** Where roles are named, their names stand alone: no two share one. */
async function nameTaken(context: Context, record: RoleRecord, before: RoleRecord | null): Promise<Complaint[]> {
  if (before?.name === record.name) return [];
  const [other] = await unscopedRows(
    context,
    "system-management/role",
    ["id"],
    [where.eq("name", String(record.name))],
  );
  return other ? [{ field: "name", message: "角色名称已存在" }] : [];
}

export const roleServer: EntityServer<"system-management/role"> = {
  async prepare({ record, set }) {
    if (record.audience === "supplier") set({ data_scope: "supplier" });
  },
  async beforeSave({ context, record, before }) {
    const complaints: Complaint[] = [];
    const rank = await ownRank(context);
    if (Number(record.rank) > rank) complaints.push({ field: "rank", message: "不能设置高于自己级别的角色" });
    complaints.push(...widerThanOwn(context, record, before), ...(await homeComplaints(context, record, before)));
    complaints.push(...(await nameTaken(context, record, before)));
    if (!before) return complaints;
    if (Number(before.rank) > rank) complaints.push({ field: "name", message: "不能修改高于自己级别的角色" });
    if (record.code !== before.code)
      complaints.push({
        field: "code",
        message: before.built_in === true ? "内置角色不允许修改编码" : "角色编码保存后不能修改",
      });
    if (record.code === TOP_ROLE && (record.enabled !== true || record.rank !== before.rank))
      complaints.push({
        field: record.enabled === true ? "rank" : "enabled",
        message: "系统管理员角色不能停用，也不能改变级别",
      });
    if (record.audience !== before.audience) {
      const members = await membersOf(context, before);
      if (members > 0 || before.built_in === true)
        complaints.push({
          field: "audience",
          message: members > 0 ? `该角色已分配给${members}名用户，不能改变适用对象` : "内置角色不能改变适用对象",
        });
    }
    return complaints;
  },
  async stored({ context, record, before }) {
    if (before?.enabled === true && record.enabled !== true) await notifyMembers(context, record, "role.stopped", {});
  },
  async afterSave(context, record) {
    const members = await membersOf(context, record);
    return members > 0 ? [{ check: "members", level: "warn", text: `本次修改将影响${members}名用户，立即生效` }] : [];
  },
  async beforeRemove(context, record) {
    if (Number(record.rank) > (await ownRank(context))) return "不能删除高于自己级别的角色";
    const members = await membersOf(context, record);
    return members > 0 ? `该角色已分配给${members}名用户，不能删除` : null;
  },
  async extra(context, _screen, ids) {
    return new Map([...(await memberCounts(context, ids))].map(([id, count]) => [id, { user_count: count }]));
  },
  listPages(context) {
    return mayGrant(context, "export")
      ? [{ label: "导出权限矩阵", path: "matrix", tone: "plain" as const, download: true as const }]
      : [];
  },
  async pages(context) {
    return [
      { label: "权限配置", path: "permissions", tone: "primary" },
      { label: "成员", path: "members", tone: "plain" },
      { label: "互斥角色", path: "exclusive", tone: "plain" },
      { label: "比较", path: "compare", tone: "plain" },
      ...(mayGrant(context, "add") ? [{ label: "复制", path: "copy", tone: "plain" as const }] : []),
    ];
  },
};
