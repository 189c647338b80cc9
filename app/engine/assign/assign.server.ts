import { lockAccess, raisePermissionVersion } from "~/data/access.server";
import { countOtherHolders } from "~/data/accounts.server";
import type { Change } from "~/data/audit.server";
import {
  type AssigneeRow,
  type EndingGrant,
  type GrantRow,
  type RoleRow,
  raiseAccountVersion,
  type ScopeNode,
  selectAssignee,
  selectEndingGrants,
  selectExclusive,
  selectGrants,
  selectProposals,
  selectRoles,
  selectScopeIds,
  selectScopeNodes,
  takeGrant,
  upsertGrant,
  upsertMainGroup,
  upsertProposal,
  upsertScope,
} from "~/data/grants.server";
import { dayOf, isDay } from "~/shared/calendar";
import { NO_DAY } from "~/shared/typed-day";
import { may } from "../access/permissions";
import type { Context, PersonalScope } from "../context.server";
import { UUID } from "../entity/kinds/reference";
import type { Complaint } from "../entity/record";
import { AppError } from "../errors";
import { actorName, notify } from "../notify/notify.server";
import { audit } from "../operations/audit.server";
import { findRecord } from "../operations/records.server";
import { inTransaction } from "../operations/transaction.server";
import { hasSecondPerson, takesTwo, tellProposed } from "./second-person.server";

export type { AssigneeRow, ScopeNode };

export const ADMINISTRATOR = "system_admin";
export const LAST_ADMINISTRATOR = "系统至少需要保留一名可用的系统管理员";
const USER = "system-management/user";

/** What a person's rights are made of, by the name it has in addresses. */
export const TABS = {
  role: { label: "角色", right: "user-role" },
  factory: { label: "工厂", right: "user-factory" },
  "material-type": { label: "物料类型", right: "user-material-type" },
  "purchase-group": { label: "采购组", right: "user-purchase-group" },
} as const;
export type Tab = keyof typeof TABS;
export type ScopeTab = Exclude<Tab, "role">;

export const SCOPES = {
  factory: { kind: "factory", mode: "factoryScope", field: "factory_scope" },
  "material-type": { kind: "material_type", mode: "materialScope", field: "material_scope" },
  "purchase-group": { kind: "purchase_group", mode: "groupScope", field: "purchase_group_scope" },
} as const;

/** A role a person is to have, with the days it counts on. */
export interface RequestedRole {
  code: string;
  from: string | null;
  until: string | null;
}

/** What a change of rights does, or did. */
export interface AssignResult {
  added: string[];
  removed: string[];
  /** Roles whose days change. */
  changed: string[];
  total: number;
  version: number;
  /** Those of both that somebody else has to confirm first. */
  waiting: string[];
  /** What the person who grants should know. */
  warnings: string[];
}

/**
 * The account, for somebody who may look at or change its rights.
 * @throws AppError("forbidden" | "not_found")
 */
export async function openAssignee(context: Context, id: string, tab: Tab, action: "query" | "edit") {
  const { right } = TABS[tab];
  const isOwn = action === "query" && context.actor.id === id;
  if (context.actor.kind === "anonymous") throw new AppError("signed_out");
  if (!isOwn && context.actor.kind !== "system" && !may(context.actor.permissions, `${right}.${action}`))
    throw new AppError("forbidden", { values: { permission: `${right}.${action}` } });
  return findAssignee(context, id);
}

/** The account whoever asks; the caller has asked for the right. @throws AppError("not_found") */
export async function findAssignee(context: Context, id: string, lock = false): Promise<AssigneeRow> {
  const connection = context.services.database.connection();
  const row = UUID.test(id.toLowerCase()) ? await selectAssignee(connection, { id }, lock) : null;
  if (!row) throw new AppError("not_found");
  return row;
}

/** The account another one is to be made like. @throws AppError("invalid") when there is none of that name */
export async function findByAccount(context: Context, account: string): Promise<AssigneeRow> {
  const row = await selectAssignee(context.services.database.connection(), { account });
  if (!row || row.state === "deleted")
    throw new AppError("invalid", { complaints: [{ field: "copy", message: `没有账号「${account.slice(0, 40)}」` }] });
  return row;
}

export function grantsOf(context: Context, userId: string): Promise<GrantRow[]> {
  return selectGrants(context.services.database.connection(), userId);
}

/** Grants with a last day from today on, of everybody who may sign in. */
export function endingGrants(context: Context): Promise<EndingGrant[]> {
  return selectEndingGrants(context.services.database.connection(), dayOf(context.now));
}

export function allRoles(context: Context): Promise<RoleRow[]> {
  return selectRoles(context.services.database.connection());
}

/** Tree and present choice of one kind of scope. */
export async function scopeOf(
  context: Context,
  assignee: AssigneeRow,
  tab: ScopeTab,
): Promise<{ mode: "all" | "listed"; nodes: ScopeNode[]; ids: string[] }> {
  const { kind, mode } = SCOPES[tab];
  const connection = context.services.database.connection();
  return {
    mode: assignee[mode],
    nodes: await selectScopeNodes(connection, kind),
    ids: await selectScopeIds(connection, assignee.id, kind),
  };
}

/** Rows of a kind that this person may give to others: its own, and what stands below them. */
export function grantable(context: Context, tab: ScopeTab): PersonalScope {
  return context.actor.kind === "system" ? "all" : context.actor.scopes[SCOPES[tab].kind];
}

async function openForChange(context: Context, id: string, version: number | undefined): Promise<AssigneeRow> {
  const assignee = await findAssignee(context, id, true);
  if (assignee.state === "deleted") throw new AppError("wrong_state", { message: "该用户已删除，不能授权" });
  if (context.actor.kind !== "system" && assignee.rank > context.actor.rank)
    throw new AppError("own_rule", { message: "无权操作该用户" });
  if (version !== undefined && version !== assignee.version)
    throw new AppError("stale_record", { facts: { version: assignee.version, differences: [] } });
  return assignee;
}

/** Counts a change of somebody's rights and writes it into the history of the account. @returns the new version */
export async function done(
  context: Context,
  userId: string,
  entry: { action: string; label: string; changes: Change[] },
): Promise<number> {
  const connection = context.services.database.connection();
  await raiseAccountVersion(connection, { userId, by: context.actor.id, at: context.now.toISOString() });
  await raisePermissionVersion(connection);
  const entity = context.services.registry.entity(USER);
  const { record } = await findRecord(context, { entity, id: userId, filters: [], wanted: { labels: false } });
  await audit(context, entity, record, { ...entry, reason: null });
  return record.version;
}

const roleText = ({ name, from, until }: Pick<GrantRow, "name" | "from" | "until">): string =>
  from || until ? `${name}（${from ?? ""}至${until ?? "长期"}）` : name;

/**
 * Gives a person exactly these roles. With `preview` everything is checked and nothing written.
 * @throws AppError("forbidden" | "not_found" | "own_rule" | "wrong_state" | "stale_record" | "invalid")
 */
export async function assignRoles(
  context: Context,
  request: { userId: string; roles: readonly RequestedRole[]; version?: number; preview?: boolean },
): Promise<AssignResult> {
  await openAssignee(context, request.userId, "role", "edit");
  return inTransaction(context, async () => {
    const connection = context.services.database.connection();
    // Two administrators who take each other's place away at once wait for one another.
    await lockAccess(connection);
    const assignee = await openForChange(context, request.userId, request.version);
    if (context.actor.id === request.userId)
      throw new AppError("own_rule", { message: "不能修改自己的角色，请联系其他管理员" });
    const old = await selectGrants(connection, request.userId);
    const known = new Map((await selectRoles(connection)).map((role) => [role.code, role]));
    const requested = [...new Map(request.roles.map((role) => [role.code, role])).values()].map((role) => {
      const found = known.get(role.code);
      if (!found) throw new AppError("malformed", { message: "参数格式不正确：没有这个角色" });
      return { ...found, from: role.from, until: role.until };
    });
    refuseDays(requested);
    const isOld = new Map(old.map((grant) => [grant.code, grant]));
    const isProposed = new Map((await selectProposals(connection, request.userId)).map((one) => [one.code, one]));
    const isNew = (role: RequestedRole) => {
      const before = isOld.get(role.code);
      const proposed = isProposed.get(role.code);
      const isSame = (one: RequestedRole | undefined) => one?.from === role.from && one.until === role.until;
      return !isSame(before) && !isSame(proposed);
    };
    const added = requested.filter((role) => !isOld.has(role.code) && isNew(role));
    const changed = requested.filter((role) => isOld.has(role.code) && isNew(role));
    const important = [...added, ...changed].filter(({ code }) => takesTwo(context, code));
    const waits = important.length > 0 && (await hasSecondPerson(context, request.userId));
    const waiting = waits ? important : [];
    const removed = old.filter(({ code }) => !requested.some((role) => role.code === code));
    refuseRoles(context, {
      assignee,
      given: [...added, ...changed],
      all: requested,
      exclusive: await selectExclusive(connection),
    });
    const stays = requested.some(({ code, until }) => code === ADMINISTRATOR && until === null);
    if (isOld.has(ADMINISTRATOR) && !stays) await requireAdministrator(context, request.userId);
    const result = {
      added: added.map(roleText),
      removed: removed.map(({ name }) => name),
      changed: changed.map(roleText),
      total: requested.length,
      waiting: waiting.map(({ name }) => name),
      warnings: requested.length === 0 ? ["当前未分配任何角色，该用户登录后没有可用的功能"] : [],
    };
    if (request.preview || added.length + changed.length + removed.length === 0)
      return { ...result, version: assignee.version };
    const [by, at] = [context.actor.id, context.now.toISOString()];
    for (const role of [...added, ...changed]) {
      const { code, from, until } = role;
      if (!waiting.includes(role))
        await upsertGrant(connection, { userId: request.userId, role: code, from, until, by, at });
      else if (by)
        await upsertProposal(connection, {
          ...{ id: context.services.newId(), userId: request.userId, code, from, until, by, at },
        });
    }
    for (const { code } of removed) await takeGrant(connection, request.userId, code);
    const version = await done(context, request.userId, {
      action: "assign_role",
      // Until there is a second administrator the first one grants alone, and the history says so.
      label:
        important.length > 0 && !waits && context.actor.kind === "user" ? "分配角色（没有第二名管理员）" : "分配角色",
      changes: [
        changeOf(
          "role_names",
          "角色",
          old.map(roleText),
          requested.map((role) =>
            waiting.includes(role) ? `${roleText(role)}（待另一名管理员确认）` : roleText(role),
          ),
        ),
      ],
    });
    if (waiting.length > 0) await tellProposed(context, assignee, waiting.map(({ name }) => name).join("、"));
    const now = (roles: typeof added) => roles.filter((role) => !waiting.includes(role)).map(roleText);
    await tellOfRights(context, request.userId, "role", {
      added: now(added),
      changed: now(changed),
      removed: result.removed,
    });
    return { ...result, version };
  });
}

/** Tells somebody what another person gave and took; what the program does itself it tells in its own words. */
async function tellOfRights(
  context: Context,
  userId: string,
  tab: Tab,
  { added, changed, removed }: Pick<AssignResult, "added" | "changed" | "removed">,
): Promise<void> {
  const parts = [
    { label: "新增", items: added },
    { label: "调整", items: changed },
    { label: "移除", items: removed },
  ].filter(({ items }) => items.length > 0);
  if (context.actor.kind !== "user" || parts.length === 0) return;
  const change = parts.map(({ label, items }) => `${label}：${items.join("、")}`).join("；");
  const kind = tab === "role" ? "角色" : `${TABS[tab].label}范围`;
  await notify(context, {
    scenario: "account.rights-changed",
    values: { kind, change, by: actorName(context) },
    to: [userId],
    path: "/account/account-center",
  });
}

function changeOf(path: string, label: string, from: readonly string[], to: readonly string[]): Change {
  const [fromText, toText] = [from.join("、"), to.join("、")];
  return { path, label, from: fromText, to: toText, fromText, toText };
}

function refuseDays(requested: readonly (RoleRow & RequestedRole)[]): void {
  const complaints: Complaint[] = requested.flatMap(({ code, from, until }) => {
    const bad = [from, until].some((day) => day !== null && !isDay(day));
    if (bad) return [{ field: `until.${code}`, message: NO_DAY }];
    return from !== null && until !== null && until < from
      ? [{ field: `until.${code}`, message: "失效日期不能早于生效日期" }]
      : [];
  });
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
}

/** Rank, audience, stopped roles and roles that exclude each other. */
export function refuseRoles(
  context: Context,
  {
    assignee: { userType },
    given,
    all,
    exclusive,
    onlyAsked = false,
  }: {
    assignee: AssigneeRow;
    given: readonly RoleRow[];
    all: readonly RoleRow[];
    exclusive: readonly { one: string; other: string }[];
    /** Nothing is given yet: who asks may stand lower than what is asked for. */
    onlyAsked?: boolean;
  },
): void {
  if (!onlyAsked && context.actor.kind !== "system" && given.some(({ rank }) => rank > context.actor.rank))
    throw new AppError("own_rule", { message: "不能授予高于自己级别的角色" });
  if (given.some(({ audience }) => audience !== userType)) {
    const message = userType === "supplier" ? "供应商账号只能分配供应商角色" : "内部员工账号不能分配供应商角色";
    throw new AppError("wrong_state", { message });
  }
  const stopped = given.find(({ enabled }) => !enabled);
  if (stopped) throw new AppError("wrong_state", { message: `角色“${stopped.name}”已停用，不能授予` });
  const names = new Map(all.map(({ code, name }) => [code, name]));
  const clash = exclusive.find(({ one, other }) => names.has(one) && names.has(other));
  if (clash)
    throw new AppError("wrong_state", {
      message: `角色“${names.get(clash.one)}”与“${names.get(clash.other)}”不能同时授予同一用户`,
    });
}

async function requireAdministrator(context: Context, userId: string): Promise<void> {
  const connection = context.services.database.connection();
  const others = await countOtherHolders(connection, ADMINISTRATOR, userId, dayOf(context.now));
  if (others === 0) throw new AppError("own_rule", { message: LAST_ADMINISTRATOR });
}

/**
 * Gives one more role, named by its name or code; part of a transition, which counts and audits the change.
 * @param agreed two administrators have said so already
 */
export async function grantRole(
  context: Context,
  userId: string,
  named: string,
  until: string | null,
  agreed = false,
): Promise<void> {
  const connection = context.services.database.connection();
  const assignee = await openForChange(context, userId, undefined);
  const role = (await selectRoles(connection)).find(({ code, name }) => code === named || name === named);
  const wrong = (field: string, message: string) =>
    new AppError("invalid", { message, complaints: [{ field, message }] });
  if (!role) throw wrong("role", `没有角色「${named.slice(0, 40)}」`);
  if (until !== null && until < dayOf(context.now)) throw wrong("valid_until", "失效日期不能早于今天");
  const old = await selectGrants(connection, userId);
  const before = old.find(({ code }) => code === role.code);
  // What somebody has for good is not shortened by giving it once more.
  if (before && before.until === null && before.from === null) return;
  refuseRoles(context, {
    assignee,
    given: [role],
    all: [...old.filter(({ code }) => code !== role.code), role],
    exclusive: await selectExclusive(connection),
  });
  if (!agreed && takesTwo(context, role.code) && (await hasSecondPerson(context, userId)))
    throw wrong("role", `角色「${role.name}」须由两名管理员授予：请在用户授权中提出，由另一名管理员确认`);
  const [by, at] = [context.actor.id, context.now.toISOString()];
  await upsertGrant(connection, { userId, role: role.code, from: null, until, by, at });
  await raisePermissionVersion(connection);
  await tellOfRights(context, userId, "role", {
    added: before ? [] : [roleText({ ...role, from: null, until })],
    changed: before ? [roleText({ ...role, from: null, until })] : [],
    removed: [],
  });
}

/**
 * Gives a person exactly these rows of one kind, or all of them. With `preview` everything is checked and nothing written.
 * @throws AppError("forbidden" | "not_found" | "own_rule" | "wrong_state" | "stale_record" | "invalid")
 */
export async function assignScope(
  context: Context,
  request: {
    userId: string;
    tab: ScopeTab;
    mode: "all" | "listed";
    ids: readonly string[];
    /** The group that stands for the person; groups only. */
    mainId?: string | null;
    version?: number;
    preview?: boolean;
  },
): Promise<AssignResult> {
  const { userId, tab, mode } = request;
  const { kind, mode: modeOf, field } = SCOPES[tab];
  const { label } = TABS[tab];
  await openAssignee(context, userId, tab, "edit");
  return inTransaction(context, async () => {
    const connection = context.services.database.connection();
    const assignee = await openForChange(context, userId, request.version);
    if (assignee.userType === "supplier")
      throw new AppError("wrong_state", { message: "供应商账号的数据范围由所属供应商决定" });
    const nodes = new Map((await selectScopeNodes(connection, kind)).map((node) => [node.id, node]));
    const ids = [...new Set(request.ids.map((id) => id.toLowerCase()))];
    if (ids.some((id) => !nodes.get(id)?.choosable))
      throw new AppError("malformed", { message: `参数格式不正确：没有这个${label}` });
    const old = await selectScopeIds(connection, userId, kind);
    const add = ids.filter((id) => !old.includes(id));
    const remove = old.filter((id) => !ids.includes(id));
    const own = grantable(context, tab);
    const foreign = own === "all" ? [] : add.filter((id) => !own.includes(id));
    const nameOf = (id: string) => nodes.get(id)?.name ?? "";
    if (foreign.length > 0)
      throw new AppError("own_rule", { message: `不能授予自己没有的${label}：${foreign.map(nameOf).join("、")}` });
    if (mode === "all" && assignee[modeOf] !== "all" && own !== "all")
      throw new AppError("own_rule", { message: `不能授予自己没有的${label}：全部` });
    const main = mainOf(request, ids);
    const result = {
      added: [...(mode === "all" && assignee[modeOf] !== "all" ? [`全部${label}`] : []), ...add.map(nameOf)],
      removed: [...(mode === "listed" && assignee[modeOf] === "all" ? [`全部${label}`] : []), ...remove.map(nameOf)],
      changed:
        tab === "purchase-group" && main !== assignee.mainGroupId ? [`主采购组：${main ? nameOf(main) : "无"}`] : [],
      waiting: [],
      total: ids.length,
      warnings: mode === "listed" && ids.length === 0 ? [`当前未分配任何${label}，该用户将看不到相关单据`] : [],
    };
    const isSame = mode === assignee[modeOf] && add.length + remove.length + result.changed.length === 0;
    if (request.preview || isSame) return { ...result, version: assignee.version };
    await upsertScope(connection, { userId, kind, mode, add, remove });
    if (tab === "purchase-group") await upsertMainGroup(connection, userId, main);
    const texts = (all: boolean, list: readonly string[]) => (all ? ["全部"] : list.map(nameOf));
    const version = await done(context, userId, {
      action: `assign_${kind}`,
      label: `分配${label}`,
      changes: [changeOf(field, label, texts(assignee[modeOf] === "all", old), texts(mode === "all", ids))],
    });
    await tellOfRights(context, userId, tab, result);
    return { ...result, version };
  });
}

/** The main group is one of those given; a single one is the main one by itself. */
function mainOf(
  request: { tab: ScopeTab; mode: "all" | "listed"; mainId?: string | null },
  ids: readonly string[],
): string | null {
  if (request.tab !== "purchase-group") return null;
  const main = request.mainId?.toLowerCase() || null;
  if (main && !ids.includes(main))
    throw new AppError("invalid", { complaints: [{ field: "main", message: "主采购组须在所选的采购组中" }] });
  return main ?? (ids.length === 1 ? (ids[0] ?? null) : null);
}
