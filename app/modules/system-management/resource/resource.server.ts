import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { isKnownPage } from "~/engine/menus/known-pages";
import { holdersOf, lockedTree, nextSortNo } from "~/engine/menus/resource-tree.server";
import { fixedComplaints, placeComplaints, stoppedVital, type TreeRow } from "./resource.rules";

type ResourceRecord = RecordFor<"system-management/resource">;

/** What the record is to the checks of the tree. */
function rowOf(record: ResourceRecord): TreeRow {
  return {
    id: record.id,
    parent_id: typeof record.parent_id === "string" ? record.parent_id : null,
    type: String(record.type),
    name: String(record.name),
    title: String(record.title),
    enabled: record.enabled === true,
  };
}

/** The page a menu opens, as the registry names it; none for an address with a page of its own. */
function componentOf(context: Context, { type, path }: ResourceRecord): string | null {
  if (type !== "menu" || typeof path !== "string") return null;
  const [, area, key] = path.split(/[/?#]+/);
  return context.services.registry.screen(`${area}/${key}`) ? `${area}/${key}` : null;
}

function unknownPage(context: Context, record: ResourceRecord): Complaint[] {
  const { type, path, redirect, built_in } = record;
  const isOpen = (address: unknown) => typeof address !== "string" || isKnownPage(context.services.registry, address);
  const absent = (address: unknown) => `页面“${String(address)}”不存在（MODULE_NOT_FOUND）`;
  return [
    ...(type === "menu" && built_in !== true && !isOpen(path) ? [complain("path", absent(path))] : []),
    ...(isOpen(redirect) ? [] : [complain("redirect", absent(redirect))]),
  ].filter((complaint) => complaint !== null);
}

export const resourceServer: EntityServer<"system-management/resource"> = {
  async prepare({ context, record, before, set }) {
    const { built_in, type, parent_id, sort_no } = record;
    if (built_in !== true) set({ component: componentOf(context, record) });
    if (type === "link" && record.target === null && !before) set({ target: "_blank" });
    if (typeof sort_no === "number") return;
    set({ sort_no: await nextSortNo(context, typeof parent_id === "string" ? parent_id : null) });
  },
  async beforeSave({ context, record, before }) {
    const entry = rowOf(record);
    const rows = (await lockedTree(context)).filter(({ id }) => id !== entry.id);
    const fixed = before ? fixedComplaints(before, record) : null;
    const placed = placeComplaints(entry, [...rows, entry]);
    const stopped = stoppedVital([...rows, entry]);
    return [
      ...(fixed ? [fixed] : []),
      ...(placed ? [placed] : []),
      ...unknownPage(context, record),
      ...(stopped.length > 0
        ? [
            {
              field: before && before.enabled === record.enabled ? "parent_id" : "enabled",
              message: `“${stopped.join("”“")}”不能停用：停用后没有人能再恢复`,
            },
          ]
        : []),
    ];
  },
  async afterSave(context, record) {
    if (record.type !== "menu" && record.type !== "link" && record.type !== "perm") return [];
    const holders = await holdersOf(context, String(record.name));
    const text = "还没有角色持有它的权限：请到角色管理中授予查询，它才会出现在菜单中";
    return holders.length > 0 ? [] : [{ check: "holders", level: "warn", text }];
  },
  async pages() {
    return [{ label: "操作和角色", path: "actions", tone: "plain" }];
  },
  async beforeRemove(context, record) {
    const below = (await lockedTree(context)).filter(({ parent_id }) => parent_id === record.id);
    if (below.length > 0) return `请先删除下级菜单（${below.length}个）`;
    const holders = await holdersOf(context, String(record.name));
    return holders.length > 0
      ? `已有${holders.length}个角色使用（${holders.slice(0, 5).join("、")}${holders.length > 5 ? "等" : ""}），请先收回权限，或改为停用`
      : null;
  },
};
