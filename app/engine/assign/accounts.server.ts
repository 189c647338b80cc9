import { type PickedPerson, selectPeople, selectRolesOf, selectScopeIds, selectScopeNodes } from "~/data/grants.server";
import { findLogin } from "~/data/sessions.server";
import { where } from "~/shared/condition";
import { may } from "../access/permissions";
import { type Context, systemContext } from "../context.server";
import { UUID } from "../entity/kinds/reference";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import type { RawInput } from "../operations/input.server";
import { createRecord, updateRecordBy } from "../operations/save.server";
import { inTransaction, reading, type Saved } from "../operations/transaction.server";
import { applyTransition } from "../operations/transition.server";
import { unscopedLines, unscopedRows } from "../operations/unscoped.server";
import { passwordFits } from "../session/password.server";
import { assignRoles, assignScope } from "./assign.server";

const USER = "system-management/user";

/** The screen on which accounts are administered. */
export function usersScreen(context: Context): Screen {
  const screen = context.services.registry.screen("system-management/users");
  if (!screen) throw new AppError("not_found");
  return screen;
}

/** What comes with an account besides its own fields. */
export interface AccountRights {
  roles?: readonly string[];
  /** Becomes one of the person's groups, and the main one. */
  groupId?: string | null;
}

/** Makes an account with its first roles and group, or none of it. */
export async function addUser(
  context: Context,
  request: { values: RawInput; requestId?: string } & AccountRights,
): Promise<Saved> {
  const { values, requestId, ...rights } = request;
  return inTransaction(context, async () => {
    const saved = await createRecord(context, {
      screen: usersScreen(context),
      values,
      ...(requestId ? { requestId } : {}),
    });
    // A repeated call reveals nothing, and its rights are there already.
    if (!saved.reveals) return saved;
    return { ...saved, version: await giveRights(context, saved, rights) };
  });
}

/** Changes an account, and what comes with it where that is named. */
export async function editUser(
  context: Context,
  request: { id: string; version: number; values: RawInput } & AccountRights,
): Promise<Saved> {
  const { id, version, values, ...rights } = request;
  return inTransaction(context, async () => {
    const saved = await updateRecordBy(context, { screen: usersScreen(context), id, version, values });
    return { ...saved, version: await giveRights(context, saved, rights) };
  });
}

async function giveRights(context: Context, saved: Saved, { roles, groupId }: AccountRights): Promise<number> {
  let { version } = saved;
  if (roles) {
    const requested = roles.map((code) => ({ code, from: null, until: null }));
    version = (await assignRoles(context, { userId: saved.id, roles: requested, version })).version;
  }
  if (!groupId) return version;
  const [row] = await unscopedRows(
    context,
    USER,
    ["purchase_group_id", "purchase_group_scope"],
    [where.eq("id", saved.id)],
  );
  if (row?.purchase_group_id === groupId) return version;
  const own = await ownGroups(context, saved.id);
  const mode = row?.purchase_group_scope === "all" ? "all" : "listed";
  const ids = [...new Set([...own, groupId])];
  return (await assignScope(context, { userId: saved.id, tab: "purchase-group", mode, ids, mainId: groupId, version }))
    .version;
}

async function ownGroups(context: Context, userId: string): Promise<string[]> {
  return selectScopeIds(context.services.database.connection(), userId, "purchase_group");
}

/** Roles of the people on a page. */
export function rolesOfPeople(context: Context, ids: readonly string[]) {
  return selectRolesOf(context.services.database.connection(), ids);
}

/** A chat account that belongs to a person. */
export interface Binding {
  id: string;
  userId: string;
  app: string;
  openId: string;
  nickname: string | null;
  boundAt: string;
}

/** Chat accounts by person, or the one of an open id. */
export async function bindings(context: Context, by: { users: readonly string[] } | { openId: string }) {
  const which = "users" in by ? where.oneOf("root_id", by.users) : where.eq("open_id", by.openId);
  const columns = ["id", "root_id", "app", "open_id", "nickname", "bound_at"] as const;
  const rows = await unscopedLines(context, { entityKey: USER, lines: "chat_bindings", columns, where: [which] });
  return rows.map(
    (row): Binding => ({
      id: String(row.id),
      userId: String(row.root_id),
      app: String(row.app),
      openId: String(row.open_id),
      nickname: typeof row.nickname === "string" ? row.nickname : null,
      boundAt: String(row.bound_at),
    }),
  );
}

/** The chat account of the open id, if it is the person's own; asked by the system, for people of suppliers do not reach the rows. */
export async function ownBinding(context: Context, openId: string): Promise<Binding[]> {
  const asking = systemContext(context.services, "本人的绑定");
  const found = await reading(asking, () => bindings(asking, { openId }));
  return found.filter(({ userId }) => userId === context.actor.id);
}

/**
 * Ends signing in through the chat: of others with the right to it, of oneself with the password.
 * @throws AppError("wrong_state") without a binding, AppError("stale_record") when it is another one by now
 */
export async function clearBinding(
  context: Context,
  request: { userId: string; bindingId: string; password: string },
): Promise<void> {
  const isOwn = request.userId === context.actor.id;
  const mayOthers = may(context.actor.permissions, "user-chat-binding.delete");
  if (isOwn && !mayOthers) {
    const { database } = context.services;
    const login = await findLogin(database.connection(), context.actor.account, context.now.toISOString());
    if (!(await passwordFits(request.password, login?.passwordHash ?? null)))
      throw new AppError("invalid", {
        message: "密码不正确",
        complaints: [{ field: "password", message: "密码不正确" }],
      });
  } else if (!mayOthers) throw new AppError("forbidden", { values: { permission: "user-chat-binding.delete" } });
  const entity = context.services.registry.entity(USER);
  const acting = isOwn && !mayOthers ? { ...systemContext(context.services, "本人解绑"), ip: context.ip } : context;
  await inTransaction(acting, async () => {
    const own = UUID.test(request.userId) ? await bindings(acting, { users: [request.userId] }) : [];
    if (own.length === 0) throw new AppError("wrong_state", { message: "该用户没有账号绑定" });
    if (!own.some(({ id }) => id === request.bindingId))
      throw new AppError("stale_record", { message: "绑定信息已变化，请刷新后重试" });
    await applyTransition(acting, { entity, id: request.userId, name: "clear_binding" });
  });
}

/** The tree of organisations with their groups as leaves, one level or whole. */
export async function orgNodes(context: Context) {
  if (context.actor.supplierId) throw new AppError("forbidden", { message: "供应商账号不能查看采购组织" });
  return selectScopeNodes(context.services.database.connection(), "purchase_group");
}

/** Groups as everybody of the staff may choose them, by code. */
export async function groupList(context: Context, all: boolean) {
  if (context.actor.supplierId) throw new AppError("forbidden", { message: "供应商账号不能查看采购组" });
  const columns = ["id", "code", "name", "purchase_org_id", "enabled"] as const;
  const key = "user-administration/purchase-group";
  const rows = await unscopedRows(context, key, columns, all ? [] : [where.eq("enabled", true)]);
  return rows.sort((a, b) => (String(a.code) < String(b.code) ? -1 : 1));
}

/** What a picker of people asks for. */
export interface PeopleQuery {
  keyword: string;
  userType: string;
  role: string;
  factoryId: string;
  groupId: string;
  status: string;
  page: number;
  size: number;
}

/** People to choose from: staff chooses among staff (and suppliers' people with the right to accounts), suppliers among their own. */
export async function pickPeople(
  context: Context,
  query: PeopleQuery,
): Promise<{ rows: PickedPerson[]; total: number }> {
  const { actor, services } = context;
  const own = actor.supplierId;
  const reach = own ? ["supplier"] : may(actor.permissions, "users.query") ? ["internal", "supplier"] : ["internal"];
  const id = (value: string) => {
    if (value !== "" && !UUID.test(value.toLowerCase())) throw new AppError("malformed");
    return value === "" ? null : value.toLowerCase();
  };
  const filter = {
    types: reach.filter((type) => query.userType === "" || type === query.userType),
    supplierId: own,
    keyword: query.keyword.trim().slice(0, 50),
    role: query.role || null,
    factoryId: id(query.factoryId),
    groupId: id(query.groupId),
    states: query.status === "" ? ["active", "locked"] : [query.status],
  };
  // Accounts are closed to suppliers' transactions beyond their own company; the filter says as much.
  return services.database.transaction({ role: "owner" }, () =>
    selectPeople(services.database.connection(), filter, { limit: query.size, offset: (query.page - 1) * query.size }),
  );
}
