import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import { type Preview, previewPerson, previewRole, rolesToPreview } from "~/engine/menus/preview.server";
import { resourceScreen } from "~/engine/menus/resource-tree.server";
import { listRecords } from "~/engine/operations/list.server";
import { fieldValue, openRecord } from "~/engine/operations/records.server";
import { requireAction, screenFor } from "~/engine/operations/scope.server";
import { listPath, query } from "~/engine/screen/address";
import { drawnTops, type MenuNode } from "~/engine/session/menu-tree";

const USER = "system-management/user";
const MOST_FOUND = 20;
const LONGEST = 60;

/** A drawn entry of somebody else's menu. */
export interface PreviewNode {
  key: string;
  title: string;
  icon: string;
  /** Where it leads; a directory leads nowhere by itself. */
  address: string;
  isAway: boolean;
  below: PreviewNode[];
}

/** The menus as a chosen person, or somebody with a chosen role alone, sees them. @throws AppError("forbidden" | "not_found") */
export async function previewModel(context: Context, params: URLSearchParams) {
  const screen = resourceScreen(context);
  requireAction(context, screen.entity, "get", screen);
  const users = screenFor(context, USER, "get");
  const typed = (params.get("person") ?? "").trim().slice(0, LONGEST);
  const id = params.get("user");
  const role = params.get("role") ?? "";
  const roles = await rolesToPreview(context);
  const path = `${listPath(screen)}/preview`;
  const found = typed !== "" && !id && users ? await people(context, typed) : [];
  const only = found.length === 1 ? found[0]?.id : undefined;
  const body = {
    title: "菜单预览",
    action: path,
    backHref: listPath(screen),
    mayAsk: users !== undefined,
    typed,
    role: typed || id ? "" : role,
    roles: roles.map(({ code, name, audience, enabled }) => ({
      value: code,
      label: `${name}${audience === "supplier" ? "（供应商）" : ""}${enabled ? "" : "（已停用）"}`,
    })),
    found:
      found.length > 1 ? found.map((one) => ({ label: one.label, href: `${path}${query([["user", one.id]])}` })) : [],
    problem: typed !== "" && !id && found.length === 0 ? `没有找到“${typed}”，或您无权查看该账号` : null,
  };
  const wanted = id || only;
  if (wanted) {
    const { name, menus, actor } = await previewPerson(context, wanted);
    const state = await stateOf(context, wanted);
    const names = new Map(roles.map((one) => [one.code, one.name]));
    const held = actor.roles.map((code) => names.get(code) ?? code).join("、") || "没有角色";
    const who = `${name}（${actor.account}）${actor.supplierName ? ` · ${actor.supplierName}` : ""}`;
    return { ...body, shown: shown({ name: who, menus }, [`角色：${held}`, ...state]) };
  }
  if (role && !typed) {
    const preview = await previewRole(context, role);
    return { ...body, shown: shown(preview, ["只持有这一个角色的用户看到的菜单"]) };
  }
  return { ...body, shown: null };
}

async function people(context: Context, typed: string): Promise<{ id: string; label: string }[]> {
  const [screen] = context.services.registry.screensOf(USER);
  if (!screen || !may(context.actor.permissions, `${screen.key}.query`)) return [];
  const result = await listRecords(context, screen, {
    q: typed,
    filters: {},
    toggles: [],
    sort: ["accountname"],
    page: 1,
    size: MOST_FOUND,
  });
  const all = result.rows.map((row) => ({
    id: row.id,
    account: String(row.values.accountname),
    label: `${String(row.values.username)}（${String(row.values.accountname)}）`,
  }));
  // A whole account name is meant as one.
  const exact = all.filter(({ account }) => account.toLowerCase() === typed.toLowerCase());
  return exact.length === 1 ? exact : all;
}

async function stateOf(context: Context, id: string): Promise<string[]> {
  const entity = context.services.registry.entity(USER);
  const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
  const { state } = record;
  const ends = fieldValue(record, "valid_until");
  return [
    ...(state === "active" ? [] : [`账号${entity.states?.[state] ?? state}，目前不能登录`]),
    ...(typeof ends === "string" ? [`账号有效期至 ${ends}`] : []),
  ];
}

function shown({ name, menus }: Preview, notes: readonly string[]) {
  const tops = drawnTops(menus);
  const drawn = new Set<string>();
  const nodeOf = ({ entry, opens, children }: MenuNode): PreviewNode => {
    drawn.add(entry.name);
    return {
      key: entry.name,
      title: entry.meta.title,
      icon: entry.meta.icon ?? "",
      address: opens ? entry.path : "",
      isAway: entry.meta.target === "_blank",
      below: children.map(nodeOf),
    };
  };
  const groups = tops.map(({ top, roots }) => ({ id: top.id, title: top.meta.title, nodes: roots.map(nodeOf) }));
  const hidden = [...menus.byName.values()].filter(({ opens, entry }) => opens && !drawn.has(entry.name));
  return {
    name,
    notes: [...notes],
    groups,
    hidden: hidden.map(({ entry }) => ({ key: entry.name, title: entry.meta.title, address: entry.path })),
  };
}
