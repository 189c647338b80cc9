import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import {
  type Branch,
  moveEntry,
  resourceScreen,
  resourceTree,
  switchEntries,
  type TreeFault,
} from "~/engine/menus/resource-tree.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { editPath, listPath, newPath, query, recordPath } from "~/engine/screen/address";
import { doNamed } from "~/engine/screen/named-form.server";

/** Up to so many rows everything is unfolded. */
const MANY_ROWS = 80;

const TYPES = { top: "顶部菜单", dir: "目录", menu: "菜单", link: "外链", perm: "子权限" } as const;

const FAULTS: Readonly<Record<TreeFault, string>> = {
  orphan: "上级不存在",
  cycle: "上级成了圈",
  place: "不在任何顶部菜单下",
  deep: "层级太深",
  address: "地址不正确",
  page: "页面不存在（MODULE_NOT_FOUND）",
};

/** The tree as a page: one table per top tab. @throws AppError("forbidden") */
export async function treeModel(context: Context, params: URLSearchParams, problem?: string) {
  const screen = resourceScreen(context);
  const { roots, faults } = await resourceTree(context);
  const may = {
    add: mayOnScreen(context, screen, "add"),
    edit: mayOnScreen(context, screen, "edit"),
    delete: mayOnScreen(context, screen, "delete"),
    enable: mayOnScreen(context, screen, "enable"),
    disable: mayOnScreen(context, screen, "disable"),
  };
  const at = params.get("at");
  const tops = roots.filter(({ entry }) => entry.type !== "perm");
  const groups = tops.map((root, place) => {
    const rows = rowsOf(root, 0, { up: place > 0, down: place < tops.length - 1 });
    return { id: root.entry.id, title: root.entry.title, rows };
  });
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const path = listPath(screen);
  return {
    kind: "tree" as const,
    title: screen.label,
    total: `${count} 项`,
    purpose: screen.entity.purpose,
    action: `${path}?index`,
    listHref: path,
    problem: problem ?? null,
    actions: [
      ...(may.add ? [{ label: "新建资源", href: newPath(screen), tone: "primary" as const }] : []),
      ...(mayOnScreen(context, screen, "get")
        ? [{ label: "菜单预览", href: `${path}/preview`, tone: "plain" as const }]
        : []),
      { label: "列表", href: `${path}?view=list`, tone: "plain" as const },
    ],
    exports: mayOnScreen(context, screen, "export")
      ? [
          { label: "Excel 表格", href: `${path}/export${query([["format", "xlsx"]])}` },
          { label: "CSV 文件", href: `${path}/export${query([["format", "csv"]])}` },
        ]
      : [],
    faults: faults.map(({ entry, fault }) => ({
      id: entry.id,
      title: entry.title,
      text: FAULTS[fault],
      href: recordPath(screen, entry.id),
    })),
    groups: groups.map((group, place) => ({
      ...group,
      open: count <= MANY_ROWS || (at ? group.rows.some(({ id }) => id === at) : place === 0),
      rows: group.rows.map(({ branch, level, moves }) => rowModel(branch, level, moves)),
    })),
    batch: [
      ...(may.enable ? [{ intent: "enable", label: "启用所选" }] : []),
      ...(may.disable ? [{ intent: "disable", label: "停用所选" }] : []),
    ],
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
  };

  function rowModel({ entry, stoppedAbove, below }: Branch, level: number, moves: Moves) {
    const { id, title, type, name, path: address, icon, built_in } = entry;
    const perms = below.filter((one) => one.entry.type === "perm").length;
    const matches = type === "top" || type === "dir" || type === "menu";
    return {
      id,
      title,
      level,
      icon: icon ?? "",
      type: TYPES[type],
      name,
      address: address ?? "",
      marks: marksOf(entry),
      parent: entry.parent_id ?? "",
      state: !entry.enabled ? ("off" as const) : stoppedAbove ? ("above" as const) : ("on" as const),
      href: recordPath(screen, id),
      isAt: id === at,
      ...(perms > 0
        ? {
            perms: {
              count: perms,
              href: `${path}${query([
                ["type", "perm"],
                ["parent_id", id],
              ])}`,
            },
          }
        : {}),
      ...(may.edit ? { editHref: editPath(screen, id), ...moves } : {}),
      ...(may.add && matches
        ? {
            childHref: `${newPath(screen)}${query([
              ["set", "parent_id"],
              ["value", id],
            ])}`,
          }
        : {}),
      ...(entry.enabled && may.disable ? { toggle: "disable" as const } : {}),
      ...(!entry.enabled && may.enable ? { toggle: "enable" as const } : {}),
      ...(may.delete && !built_in && below.length === 0 ? { removeHref: `${recordPath(screen, id)}/delete` } : {}),
    };
  }
}

interface Moves {
  up: boolean;
  down: boolean;
}

/** A branch and all below it but the sub-permissions, from top to bottom. */
function rowsOf(
  branch: Branch,
  level: number,
  moves: Moves,
): { id: string; branch: Branch; level: number; moves: Moves }[] {
  const below = branch.below.filter(({ entry }) => entry.type !== "perm");
  return [
    { id: branch.entry.id, branch, level, moves },
    ...below.flatMap((one, place) => rowsOf(one, level + 1, { up: place > 0, down: place < below.length - 1 })),
  ];
}

function marksOf(entry: Branch["entry"]): string[] {
  return [
    ...(entry.show ? [] : ["不显示"]),
    ...(entry.hide_children ? ["隐藏子菜单"] : []),
    ...(entry.type === "link" || entry.target === "_blank" ? ["新窗口"] : []),
    ...(entry.redirect ? [`跳转 ${entry.redirect}`] : []),
    ...(entry.built_in ? [] : ["自建"]),
  ];
}

/** What stopping entries means, asked before it is done. @throws AppError("forbidden" | "not_found") */
async function stopModel(context: Context, ids: readonly string[]) {
  const screen = resourceScreen(context);
  const { roots } = await resourceTree(context);
  const all = roots.flatMap((root) => withBelow(root));
  const chosen = all.filter(({ entry }) => ids.includes(entry.id));
  if (chosen.length === 0) throw new AppError("not_found");
  const stopped = new Set(chosen.flatMap((branch) => withBelow(branch)).map(({ entry }) => entry));
  const below = [...stopped].filter((entry) => entry.type !== "perm" && !ids.includes(entry.id));
  const path = listPath(screen);
  return {
    kind: "stop" as const,
    title: chosen.length === 1 ? `停用“${chosen[0]?.entry.title}”` : `停用${chosen.length}项`,
    question: `停用后，所有人从下一次请求起都不能打开${below.length > 0 ? `，其下${below.length}个菜单一并停用` : ""}；角色的权限保留，启用后恢复。`,
    entries: chosen.map(({ entry }) => `${entry.title}（${TYPES[entry.type]}）`),
    below: below.map(({ title }) => title),
    ids: chosen.map(({ entry }) => entry.id),
    action: `${path}?index`,
    cancelHref: `${path}${query([["at", chosen[0]?.entry.id ?? ""]])}`,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
  };
}

function withBelow(branch: Branch): Branch[] {
  return [branch, ...branch.below.flatMap(withBelow)];
}

type Outcome =
  | { model: Awaited<ReturnType<typeof treeModel>> | Awaited<ReturnType<typeof stopModel>>; status: number }
  | { to: string; notice: string; warnings: readonly string[] };

/**
 * What a button of the tree does: one of a row (`up <id>`, `place <id> <id of the row in whose place>`), or one for the rows that are
 * ticked (`pick`).
 * @throws AppError("forbidden" | "not_found" | "malformed")
 */
export async function submitTree(context: Context, form: FormData, requestId?: string): Promise<Outcome> {
  const [intent = "", own, target = ""] = String(form.get("_intent") ?? "").split(" ");
  const picked = form.getAll("pick").filter((one): one is string => typeof one === "string");
  const ids = own ? [own] : picked;
  const [first = ""] = ids;
  const again = async (problem: string): Promise<Outcome> => ({
    model: await treeModel(context, new URLSearchParams(query([["at", first]]).slice(1)), problem),
    status: 400,
  });
  if (first === "") return again("请先勾选要处理的菜单");
  const to = `${listPath(resourceScreen(context))}${query([["at", first]])}#r-${first}`;
  try {
    const move = (by: Parameters<typeof moveEntry>[1]["by"], notice: string) => async () => {
      await moveEntry(context, { id: first, by, ...(requestId ? { requestId } : {}) });
      return { to, notice, warnings: [] };
    };
    const turn = (on: boolean) => async () => {
      const { done, warnings } = await switchEntries(context, { ids, on });
      return { to, notice: `已${on ? "启用" : "停用"}${done > 1 ? `${done}项` : ""}，从下一次请求起生效`, warnings };
    };
    return await doNamed<Outcome>(intent, {
      up: move("up", "已上移"),
      down: move("down", "已下移"),
      place: move({ to: target }, "已移动"),
      disable: async () => ({ model: await stopModel(context, ids), status: 200 }),
      stop: turn(false),
      enable: turn(true),
    });
  } catch (error) {
    if (!(error instanceof AppError) || !["wrong_state", "invalid", "stale_record", "own_rule"].includes(error.error))
      throw error;
    return again(error.complaints.map(({ message }) => message).join("；") || error.message);
  }
}
