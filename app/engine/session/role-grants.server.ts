import type { Change } from "~/data/audit.server";
import {
  changeGrants,
  countMembers,
  countMembersById,
  type Grant,
  highestRank,
  type MemberRow,
  type RightRow,
  selectGrants,
  selectMemberIds,
  selectMembers,
  selectRights,
} from "~/data/roles.server";
import { ACTION_LABELS, actionsText } from "~/shared/actions";
import type { ScenarioValues } from "~/shared/scenarios";
import { internalPermissions } from "../access/internal";
import { ACTIONS, fieldPermission, may, needPermission, transitionPermission } from "../access/permissions";
import type { Context } from "../context.server";
import type { Action, AnyEntity, AnyRecord, AnyTransition, LinesMap } from "../entity";
import type { Registry } from "../entity/registry";
import { AppError } from "../errors";
import { notify } from "../notify/notify.server";
import { audit } from "../operations/audit.server";
import { openRecord } from "../operations/records.server";
import { saved } from "../operations/save.server";
import { requireAction, rowFilter } from "../operations/scope.server";
import { once, reading, type Saved } from "../operations/transaction.server";
import { updateRecord } from "../operations/write.server";

export const ROLE = "system-management/role";
/** The role that keeps the others: it can never lose the right to. */
export const TOP_ROLE = "system_admin";
export const TOP_RIGHTS = ["role.query", "role.get", "role.edit"];

/** One line of the matrix: a menu entry, a link or a sub-permission, and what can be granted on it. */
export interface Right {
  name: string;
  title: string;
  type: "menu" | "link" | "perm";
  actions: readonly Action[];
  /** Menu entries that come with any right on this one: those above it, and itself unless it is a sub-permission. */
  brings: string[];
  /** Suppliers may not have it: what it opens is kept from them. */
  internal: boolean;
  /** Titles of the top tab and the directories it stands in. */
  trail: string[];
}

/** True where the person may do this to roles at all. */
export function mayGrant(context: Context, action: Action): boolean {
  return context.actor.kind === "system" || may(context.actor.permissions, `role.${action}`);
}

/** Rank up to which the person keeps roles; the system keeps all. */
export async function ownRank(context: Context): Promise<number> {
  if (context.actor.kind === "system") return Number.POSITIVE_INFINITY;
  return (await highestRank(context.services.database.connection(), context.actor.roles)) ?? 0;
}

/** How many accounts hold the role. */
export async function membersOf(context: Context, role: AnyRecord): Promise<number> {
  const code = String(role.code);
  return (await countMembers(context.services.database.connection(), [code])).get(code) ?? 0;
}

/** Notifies everybody who holds the role, but not who changed it. */
export async function notifyMembers<K extends "role.rights-changed" | "role.stopped">(
  context: Context,
  role: AnyRecord,
  scenario: K,
  values: Omit<ScenarioValues<K>, "role">,
): Promise<void> {
  const members = await selectMemberIds(context.services.database.connection(), String(role.code));
  const to = members.filter((id) => id !== context.actor.id);
  if (to.length === 0) return;
  const all = { role: String(role.name), ...values } as ScenarioValues<K>;
  await notify(context, { scenario, values: all, to, path: "/account/account-center" });
}

/** What a role holds, `permission.action`, whoever asks. */
export async function grantsOfRole(context: Context, code: string): Promise<ReadonlySet<string>> {
  return new Set(await selectGrants(context.services.database.connection(), code));
}

/** The same for several roles, by id. */
export async function memberCounts(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return countMembersById(context.services.database.connection(), ids);
}

/**
 * Everything that can be granted, in menu order; sub-permissions behind the entry they belong to.
 * @param wanted.whole with the actions that were taken from entries, too
 */
export async function allRights(context: Context, wanted = { whole: false }): Promise<Right[]> {
  const rows = await reading(context, () => selectRights(context.services.database.connection()));
  const { registry } = context.services;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const below = new Map<string, RightRow[]>();
  for (const row of rows) below.set(row.parent_id, [...(below.get(row.parent_id) ?? []), row]);
  const words = wordsOf(registry);
  const screens = new Set(registry.screens.map(({ key }) => key));
  const refused = internalPermissions(registry);
  // An entry people added leads to a page that has rights of its own: here one only decides who sees it.
  const wordsFor = ({ type, name }: RightRow): readonly Action[] =>
    type === "perm" ? (words.get(name) ?? ACTIONS) : screens.has(name) ? ACTIONS : ["query"];
  const found = new Map<string, Right>();
  const visit = (row: RightRow): void => {
    if (found.has(row.id)) return;
    if (row.type === "menu" || row.type === "link" || row.type === "perm") found.set(row.id, rightOf(row));
    // Marked before going down, so that a circle ends.
    else found.set(row.id, rightOf({ ...row, type: "menu", name: "" }));
    for (const child of below.get(row.id) ?? []) visit(child);
  };
  const rightOf = (row: RightRow): Right => {
    const above = aboveOf(row, byId);
    const entries = above.filter((one) => one.type === "menu" || one.type === "link");
    return {
      name: row.name,
      title: row.title,
      type: row.type === "link" || row.type === "perm" ? row.type : "menu",
      actions: wordsFor(row).filter((action) => wanted.whole || (row.actions?.includes(action) ?? true)),
      brings: [...(row.type === "perm" ? [] : [row.name]), ...entries.map((one) => one.name)],
      internal: isInternal(row, refused, above),
      trail: above
        .filter((one) => one.type === "top" || one.type === "dir")
        .map((one) => one.title)
        .reverse(),
    };
  };
  for (const row of [...(below.get("0") ?? []), ...rows]) visit(row);
  return [...found.values()].filter((right) => right.name !== "");
}

function aboveOf(row: RightRow, byId: ReadonlyMap<string, RightRow>): RightRow[] {
  const above: RightRow[] = [];
  for (let at = byId.get(row.parent_id); at && at !== row && !above.includes(at); at = byId.get(at.parent_id))
    above.push(at);
  return above;
}

const INTERNAL_AREAS = ["dir-system-management", "dir-user-administration"];

/** Whether a supplier's role may not have it: what the wall refuses, and whatever stands in the areas of administration. */
function isInternal(row: RightRow, refused: ReadonlySet<string>, above: readonly RightRow[]): boolean {
  return refused.has(row.name) || [row, ...above].some(({ id }) => INTERNAL_AREAS.includes(id) || refused.has(id));
}

/** The words that mean something on a sub-permission: transitions ask for `edit`, guarded fields for `get` and `edit`. */
function wordsOf(registry: Registry): ReadonlyMap<string, readonly Action[]> {
  const words = new Map<string, readonly Action[]>();
  const fields = (entity: AnyEntity, lines: LinesMap, prefix: string, names: readonly string[]) => {
    for (const name of names) words.set(fieldPermission(entity.key, prefix + name), ["get", "edit"]);
    for (const [name, one] of Object.entries(lines)) {
      words.set(fieldPermission(entity.key, prefix + name), ["get", "edit"]);
      fields(entity, one.lines, `${prefix}${name}.`, Object.keys(one.fields));
    }
  };
  for (const { entity } of registry.registrations) {
    fields(entity, entity.lines, "", Object.keys(entity.fields));
    for (const [name, transition] of Object.entries<AnyTransition>(entity.transitions ?? {})) {
      words.set(transitionPermission(entity.key, name), ["edit"]);
      for (const need of Object.keys(transition.needs ?? {}))
        words.set(needPermission(entity.key, name, need), ["edit"]);
    }
  }
  return words;
}

/** A change of what a role may do, before it is made. */
export interface GrantPlan {
  role: AnyRecord;
  rights: Right[];
  /** As they would be, `permission.action`. */
  wanted: ReadonlySet<string>;
  added: string[];
  removed: string[];
  /** Those of the added that nobody ticked: they come with others. */
  implied: string[];
  /** Accounts that hold the role. */
  members: number;
  /** Why it cannot be saved. */
  complaints: string[];
}

/** The role and what it holds now. @throws AppError("forbidden" | "not_found") */
export async function openGrants(
  context: Context,
  id: string,
): Promise<{ role: AnyRecord; rights: Right[]; held: ReadonlySet<string>; members: number }> {
  const entity = context.services.registry.entity(ROLE);
  return reading(context, async () => {
    const { record: role } = await openRecord(context, { entity, id, wanted: { labels: false } });
    const connection = context.services.database.connection();
    return {
      role,
      rights: await allRights(context),
      held: new Set(await selectGrants(connection, String(role.code))),
      members: await membersOf(context, role),
    };
  });
}

/**
 * What ticking these rights would change.
 * @param ticked `permission.action` each
 * @throws AppError("forbidden" | "not_found"), AppError("malformed") for a right that does not exist
 */
export async function planGrants(context: Context, id: string, ticked: readonly string[]): Promise<GrantPlan> {
  requireAction(context, context.services.registry.entity(ROLE), "edit");
  const { role, rights, held, members } = await openGrants(context, id);
  const known = new Map(rights.flatMap((right) => right.actions.map((action) => [`${right.name}.${action}`, right])));
  // A right that a later version of the program does not know any more stays until the role is saved anew.
  const chosen = new Set(ticked);
  for (const name of chosen)
    if (!known.has(name)) throw new AppError("malformed", { message: "参数格式不正确：没有这项权限" });
  const wanted = new Set(chosen);
  for (const name of chosen) for (const entry of known.get(name)?.brings ?? []) wanted.add(`${entry}.query`);
  const added = [...wanted].filter((name) => !held.has(name));
  const removed = [...held].filter((name) => !wanted.has(name));
  const plan = {
    role,
    rights,
    wanted,
    added,
    removed,
    implied: added.filter((name) => !chosen.has(name)),
    members,
  };
  return { ...plan, complaints: await complaintsOf(context, plan, known) };
}

async function complaintsOf(
  context: Context,
  { role, wanted, added }: Pick<GrantPlan, "role" | "wanted" | "added">,
  known: ReadonlyMap<string, Right>,
): Promise<string[]> {
  const complaints: string[] = [];
  const { actor } = context;
  const rank = await ownRank(context);
  if (Number(role.rank) > rank) complaints.push("不能修改高于自己级别的角色");
  if (wanted.size === 0) complaints.push("请至少勾选一项权限");
  if (role.audience === "supplier") {
    const closed = new Set(
      [...wanted].flatMap((name) => (known.get(name)?.internal ? [known.get(name)?.title ?? ""] : [])),
    );
    for (const title of closed) complaints.push(`供应商角色不能包含“${title}”`);
  }
  if (role.code === TOP_ROLE && TOP_RIGHTS.some((name) => !wanted.has(name)))
    complaints.push("系统管理员必须保留角色管理的查询、查看和编辑");
  // Whoever keeps roles without being the highest must not hand out, to himself either, what he does not have.
  if (actor.kind === "user" && !actor.roles.includes(TOP_ROLE)) {
    const foreign = added.filter((name) => {
      const { permission, action } = grantOf(name);
      const known = ACTIONS.find((one) => one === action);
      return !known || !may(actor.permissions, `${permission}.${known}`);
    });
    for (const name of foreign.slice(0, 5))
      complaints.push(`不能授出自己没有的权限：${rightLabel(known.get(name), name)}`);
    if (foreign.length > 5) complaints.push(`不能授出自己没有的权限：另有${foreign.length - 5}项`);
  }
  return complaints;
}

/** A right as people read it, e.g. 采购订单 · 编辑. */
export function rightLabel(right: Right | undefined, name: string): string {
  const action = ACTIONS.find((one) => name.endsWith(`.${one}`));
  return `${right?.title ?? name} · ${action ? ACTION_LABELS[action] : name}`;
}

/**
 * Gives a role exactly these rights, and what comes with them. The next request of everybody who holds it obeys.
 * @param input.version the version of the role the person was looking at
 * @throws AppError("invalid") with the reasons, AppError("stale_record" | "forbidden" | "not_found" | "malformed")
 */
export async function saveGrants(
  context: Context,
  input: { id: string; version: number; ticked: readonly string[]; requestId?: string },
): Promise<Saved> {
  const entity = context.services.registry.entity(ROLE);
  return once(context, input.requestId, ["grants", input.id, [...input.ticked].sort()], async () => {
    const plan = await planGrants(context, input.id, input.ticked);
    const { role, added, removed, rights, complaints } = plan;
    if (Number(role.version) !== input.version) throw new AppError("stale_record");
    if (complaints.length > 0)
      throw new AppError("invalid", { complaints: complaints.map((message) => ({ field: "grant", message })) });
    const changes = changesOf(rights, plan);
    if (changes.length === 0) return saved(role, []);
    await updateRecord(context, { entity, before: role, after: role, filters: rowFilter(context, entity) });
    await changeGrants(context.services.database.connection(), String(role.code), {
      added: added.map(grantOf),
      removed: removed.map(grantOf),
    });
    await audit(context, entity, role, { action: "update", label: "权限配置", changes, reason: null });
    const change = [
      ...(added.length > 0 ? [`新增${added.length}项`] : []),
      ...(removed.length > 0 ? [`移除${removed.length}项`] : []),
    ];
    if (role.enabled === true) await notifyMembers(context, role, "role.rights-changed", { change: change.join("，") });
    const warnings = plan.members > 0 ? [`本次修改影响${plan.members}名用户，已立即生效`] : [];
    return saved({ ...role, version: Number(role.version) + 1 }, warnings);
  });
}

function grantOf(name: string): Grant {
  const dot = name.lastIndexOf(".");
  return { permission: name.slice(0, dot), action: name.slice(dot + 1) };
}

/** One change per entry: the actions before and after, as people read them. */
function changesOf(rights: readonly Right[], { added, removed, wanted }: GrantPlan): Change[] {
  const titles = new Map(rights.map((right) => [right.name, right.title]));
  const touched = [...new Set([...added, ...removed].map((name) => grantOf(name).permission))];
  return touched.map((permission) => {
    const actions = (names: readonly string[]) =>
      actionsText(ACTIONS.filter((action) => names.includes(`${permission}.${action}`)));
    const after = [...wanted];
    const before = [...after.filter((name) => !added.includes(name)), ...removed];
    const [fromText, toText] = [actions(before), actions(after)];
    return {
      path: `grants.${permission}`,
      label: titles.get(permission) ?? permission,
      from: fromText || null,
      to: toText || null,
      fromText,
      toText,
    };
  });
}

/** Accounts that hold a role, by account name. */
export function membersListed(
  context: Context,
  code: string,
  page: { limit: number; offset: number },
): Promise<MemberRow[]> {
  return reading(context, () => selectMembers(context.services.database.connection(), code, page));
}
