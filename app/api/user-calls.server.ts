import type { Hono } from "hono";
import { z } from "zod";
import { may } from "~/engine/access/permissions";
import {
  addUser,
  type Binding,
  bindings,
  clearBinding,
  editUser,
  groupList,
  orgNodes,
  ownBinding,
  rolesOfPeople,
  usersScreen,
} from "~/engine/assign/accounts.server";
import type { Context } from "~/engine/context.server";
import type { Reveal } from "~/engine/entity";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { type ListQuery, listRecords, requireKnown } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { once, onceAs, reading } from "~/engine/operations/transaction.server";
import { applyToMany, applyTransition } from "~/engine/operations/transition.server";
import { exportRecords } from "~/engine/output/export.server";
import { fileAnswer } from "~/engine/output/output-file.server";
import { chinaTime } from "~/shared/calendar";
import { formBody, MOST_VERSION, readJson } from "./body.server";
import { repeatId } from "./entity-calls.server";
import { success } from "./envelope.server";
import { wireValue } from "./record-wire.server";
import type { RestEnv } from "./rest-env";

const MOST_ROWS = 200;
const MOST_IDS = 200;
const MOST_EXPORTED = 20_000;
const PREFIX = "userFormMap.";

/** Names of the older calls and the columns they mean. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: "id",
  accountname: "accountname",
  username: "username",
  work_no: "work_no",
  user_type: "user_type",
  supplier_id: "supplier_id",
  supplier_name: "supplier_id",
  role: "role_names",
  purchase_group_id: "purchase_group_id",
  purchase_group_name: "purchase_group_id",
  phone: "phone",
  email: "email",
  is_binding: "is_binding",
  status: "state",
  block_reason: "block_reason",
  valid_until: "valid_until",
  last_login_at: "last_login_at",
  created_at: "created_at",
};
const FILTERS = ["username", "accountname", "purchase_group_id", "is_binding", "status", "user_type", "supplier_id"];
/** Nobody sets these through a form. */
const PROTECTED = ["password", "status", "state", "perm_version", "rank", "role_names", "version_no", "last_login_at"];
/** What an account may come with. */
const TAKEN = [
  "accountname",
  "username",
  "user_type",
  "supplier_id",
  "phone",
  "email",
  "sex",
  "work_no",
  "purchase_org_id",
  "valid_until",
  "description",
];
const MARKS: Readonly<Record<string, TransitionOf<"system-management/user">>> = {
  "0": "unblock",
  "1": "block",
  "2": "retire",
};

const allDone = z.object({ done: z.number(), failed: z.array(z.never()) });

type Fields = { get(name: string): string | undefined };

function malformed(what: string): AppError {
  return new AppError("malformed", { message: `参数格式不正确：${what}` });
}

/** The filters of the older list call, with or without their prefix (ruling 39), and the screen they are asked of. */
function queryOf(context: Context, fields: Fields): { screen: Screen; query: ListQuery } {
  const asked = (name: string) => (fields.get(PREFIX + name) ?? fields.get(name) ?? "").trim();
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (asked(name) === "" ? [] : [[COLUMNS[name] ?? name, [asked(name)]]])),
  );
  const sortBy = (fields.get("sort") ?? "").trim();
  const column = sortBy === "" ? "" : COLUMNS[sortBy];
  if (column === undefined || column === "id") throw malformed(`不能按「${sortBy.slice(0, 40)}」排序`);
  const whole = (name: string, otherwise: number, most: number) => {
    const text = fields.get(name) ?? "";
    const value = text === "" ? otherwise : Number(text);
    if (!Number.isInteger(value) || value < 1 || value > most) throw malformed(name);
    return value;
  };
  const query: ListQuery = {
    filters,
    toggles: [],
    sort: column === "" ? [] : [`${(fields.get("order") ?? "asc").toLowerCase() === "desc" ? "-" : ""}${column}`],
    page: whole("page", 1, 1_000_000),
    size: whole("rows", 10, MOST_ROWS),
    columns: Object.values(COLUMNS),
  };
  const screen = usersScreen(context);
  requireKnown(context, screen, query);
  const role = asked("role");
  if (role === "") return { screen, query };
  // Suppliers do not reach the grants; they have two roles.
  if (context.actor.supplierId) throw malformed("role");
  const held = { op: "eq" as const, column: "role_code", value: role };
  const having = { op: "exists" as const, table: "user_role", column: "user_id", equals: "id", where: held };
  return { screen: { ...screen, where: screen.where ? { op: "all", of: [screen.where, having] } : having }, query };
}

const tail = (text: string) => `${"*".repeat(Math.max(0, text.length - 6))}${text.slice(-6)}`;
const markOf: Readonly<Record<string, string>> = { blocked: "1", deleted: "2" };

async function page(context: Context, fields: Fields) {
  const { screen, query } = queryOf(context, fields);
  const found = await listRecords(context, screen, query);
  if (found.complaints.length > 0) throw new AppError("invalid", { complaints: found.complaints });
  const ids = found.rows.map(({ id }) => id);
  const isStaff = !context.actor.supplierId;
  const roles = isStaff ? await rolesOfPeople(context, ids) : [];
  const bound = isStaff ? await bindings(context, { users: ids }) : [];
  const rows = found.rows.map(({ id, version, values }) => {
    const own = roles.filter(({ userId }) => userId === id);
    const binding = bound.find(({ userId }) => userId === id);
    const text = (name: string) => (typeof values[name] === "string" ? String(values[name]) : null);
    const time = (name: string) => (text(name) === null ? null : chinaTime(String(text(name))));
    const phone = screen.entity.fields.phone;
    return {
      id,
      userId: id,
      version,
      accountname: text("accountname"),
      username: text("username"),
      user_type: text("user_type"),
      role: text("role_names"),
      role_ids: own.map(({ code }) => code),
      purchase_group_id: text("purchase_group_id"),
      purchase_group_name: text("purchase_group_id__label"),
      supplier_id: text("supplier_id"),
      supplier_name: text("supplier_id__label"),
      phone: wireValue(phone, text("phone"), "list"),
      email: text("email"),
      is_binding: values.is_binding === true ? "1" : "0",
      openId: binding ? tail(binding.openId) : null,
      wxUserId: binding?.id ?? null,
      status: text("state"),
      mark: markOf[String(values.state)] ?? "0",
      block_reason: text("block_reason"),
      last_login_at: time("last_login_at"),
      created_at: time("created_at"),
    };
  });
  return {
    rows,
    pageNow: found.page,
    pageSize: found.size,
    rowCount: found.count,
    pageCount: found.pages,
  };
}

/** The JSON text of a form field; anything else is a fault of the caller. */
function userJson(form: Fields): Record<string, unknown> {
  try {
    const parsed = readJson(form.get("userFormJson") ?? "");
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch (error) {
    // What stands at a place is said there, the rest below.
    if (error instanceof AppError && error.error === "invalid") throw error;
  }
  throw malformed("userFormJson");
}

/** Own fields, roles and group out of a form; what is not known is left out, what nobody may set is refused. */
function accountOf(context: Context, json: Readonly<Record<string, unknown>>, refused: readonly string[]) {
  const wrong = [...PROTECTED, ...refused].find((name) => name in json);
  if (wrong) throw malformed(`不能设置「${wrong}」`);
  const known = context.services.registry.entity("system-management/user").fields;
  const values = Object.fromEntries(
    TAKEN.flatMap((name) => (name in json && name in known ? [[name, json[name]]] : [])),
  );
  const { role_ids: roles, purchase_group_id: group } = json;
  if (roles !== undefined && !(Array.isArray(roles) && roles.every((one) => typeof one === "string")))
    throw malformed("role_ids");
  if (group !== undefined && group !== null && typeof group !== "string") throw malformed("purchase_group_id");
  return { values, ...(roles ? { roles: roles.map(String) } : {}), ...(group ? { groupId: group } : {}) };
}

/** A password for whoever asked, or the address it went to instead. */
function passwordOf(secret: Reveal | undefined) {
  const sentTo = secret?.sentTo ?? null;
  return { tempPassword: sentTo === null ? (secret?.value ?? null) : null, sentTo };
}

/** The calls of user administration of the specification, section 7, as `shell-and-api.md` 13.2 writes them out. */
export function userCalls(app: Hono<RestEnv>): void {
  app.post("/v1/user/findByPage.do", async (c) => success(await page(c.get("context"), await formBody(c.req.raw))));

  app.get("/v1/supplier/purchaseGroupList", async (c) =>
    success(await groupList(c.get("context"), c.req.query("all") === "1")),
  );

  app.post("/v1/user/addEntity.do", async (c) => {
    const context = c.get("context");
    const json = userJson(await formBody(c.req.raw));
    const saved = await addUser(context, { ...accountOf(context, json, []), ...repeatId(c.req.raw, json) });
    const [secret] = saved.reveals ?? [];
    return success({
      id: saved.id,
      accountname: json.accountname ?? null,
      ...passwordOf(secret),
      tempPasswordExpiresAt: secret ? chinaTime(secret.expiresAt) : null,
    });
  });

  app.post("/v1/user/editEntity.do", async (c) => {
    const context = c.get("context");
    const json = userJson(await formBody(c.req.raw));
    const version = Number(json.version);
    if (typeof json.id !== "string" || !Number.isInteger(version) || Math.abs(version) > MOST_VERSION)
      throw malformed("id、version");
    const request = accountOf(context, json, ["supplier_id"]);
    const asked = { id: json.id, version, ...request };
    const { requestId } = repeatId(c.req.raw, json);
    const { id, version: now } = await once(context, requestId, ["edit-user", asked], () => editUser(context, asked));
    return success({ id, version: now });
  });

  app.post("/v1/user/deleteEntity.do", async (c) => {
    const context = c.get("context");
    const form = await formBody(c.req.raw);
    const name = MARKS[form.get("mark") ?? ""];
    const ids = (form.get("ids") ?? "")
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean);
    if (!name || ids.length === 0 || ids.length > MOST_IDS) throw malformed("mark、ids");
    const reason = (form.get("block_reason") ?? "").trim();
    const length = [...reason].length;
    if (name !== "unblock" && (length < 2 || length > 200))
      throw new AppError("invalid", {
        message: "请填写原因（2-200字）",
        complaints: [{ field: "block_reason", message: "请填写原因（2-200字）" }],
      });
    const entity = context.services.registry.entity("system-management/user");
    const transition = { entity, name, ...(reason === "" ? {} : { reason }) };
    const { requestId } = repeatId(c.req.raw, Object.fromEntries(form));
    if (form.get("partial") === "1") {
      const items = ids.map((id) => ({ id }));
      const { done, failed } = await applyToMany(context, {
        ...transition,
        items,
        ...(requestId ? { requestId } : {}),
      });
      return success({ done: done.length, failed: await named(context, failed) });
    }
    // All or nothing: the first that cannot be done takes the others back.
    const all = await onceAs(context, {
      requestId,
      asked: ["users", name, ids, reason],
      kept: allDone,
      work: async () => {
        for (const id of new Set(ids)) await applyTransition(context, { ...transition, id });
        return { done: new Set(ids).size, failed: [] };
      },
    });
    return success(all);
  });

  app.post("/v1/user/reUpdatePassword.do", async (c) => {
    const context = c.get("context");
    const form = await formBody(c.req.raw);
    const entity = context.services.registry.entity("system-management/user");
    const saved = await applyTransition(context, {
      entity,
      id: form.get("userId") ?? "",
      name: "reset_password",
      ...repeatId(c.req.raw, Object.fromEntries(form)),
    });
    const [secret] = saved.reveals ?? [];
    return success({ ...passwordOf(secret), expiresAt: secret ? chinaTime(secret.expiresAt) : null });
  });

  app.get("/v1/user/exportUserExcel", async (c) => {
    const context = c.get("context");
    const { searchParams } = new URL(c.req.url);
    const list = (name: string) => (searchParams.get(name) ?? "").split(",").map((text) => text.trim());
    const [titles, asked] = [list("excel_titles"), list("excel_fileds")];
    const columns = asked.map((name) => (name === "id" ? undefined : COLUMNS[name]));
    if (titles.length !== asked.length || titles.includes("") || columns.includes(undefined))
      throw malformed("excel_titles 与 excel_fileds 须等长，且只能是用户列表的字段");
    const known = columns.filter((column) => column !== undefined);
    if (new Set(known).size !== known.length) throw malformed("excel_fileds 有重复的字段");
    const { screen, query } = queryOf(context, { get: (name) => searchParams.get(name) ?? undefined });
    const name = `用户列表_${chinaTime(context.now).slice(0, 16).replace(/[- :]/g, "")}`;
    const file = { format: "xlsx" as const, list: query, columns: known, lines: null, strict: true, titles, name };
    try {
      return fileAnswer(await exportRecords(context, screen, file, MOST_EXPORTED));
    } catch (error) {
      if (error instanceof AppError && error.error === "wrong_state")
        throw new AppError("wrong_state", { message: "数据超过20000行，请使用后台导出" });
      throw error;
    }
  });

  app.get("/v1/purchase_org/getOrgTreeListByAjax.do", async (c) => {
    const nodes = await orgNodes(c.get("context"));
    const wanted = c.req.query("node") ?? "";
    const top = wanted === "" || wanted === "root";
    if (!top && !nodes.some(({ id }) => id === wanted.toLowerCase())) throw new AppError("not_found");
    const deep = c.req.query("deep") === "1";
    const ids = new Set(nodes.map(({ id }) => id));
    const below = (parent: string | null): unknown[] =>
      nodes
        .filter(({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null) === parent)
        .map(({ id, name, code, parentId, choosable }) => ({
          id,
          text: name,
          code,
          parentId,
          leaf: choosable || !nodes.some((one) => one.parentId === id),
          ...(deep ? { children: below(id) } : {}),
        }));
    if (deep && nodes.length > 2000) throw malformed("deep：超过2000个节点，请逐级查询");
    return success(below(top ? null : wanted.toLowerCase()));
  });

  app.get("/v1/user/getWxUserInfo.do", async (c) => {
    const context = c.get("context");
    const openId = c.req.query("openId") ?? "";
    const mayOthers = !context.actor.supplierId && may(context.actor.permissions, "user-chat-binding.get");
    const [binding] = mayOthers
      ? await reading(context, () => bindings(context, { openId }))
      : await ownBinding(context, openId);
    if (binding) return success(await bindingInfo(context, binding));
    // Whoever may not look at others does not learn whether there is one.
    throw mayOthers
      ? new AppError("not_found")
      : new AppError("forbidden", { values: { permission: "user-chat-binding.get" } });
  });

  app.post("/v1/user/clearOpenId.do", async (c) => {
    const form = await formBody(c.req.raw);
    await clearBinding(c.get("context"), {
      userId: form.get("id") ?? "",
      bindingId: form.get("wxUserId") ?? "",
      password: form.get("password") ?? "",
    });
    return success("success", "解绑成功");
  });
}

async function bindingInfo(context: Context, binding: Binding) {
  const isOwn = binding.userId === context.actor.id;
  const entity = context.services.registry.entity("system-management/user");
  const account = isOwn
    ? context.actor.account
    : String((await reading(context, () => openRecord(context, { entity, id: binding.userId }))).record.accountname);
  return {
    app: binding.app,
    nickname: binding.nickname,
    avatar: null,
    openIdMasked: tail(binding.openId),
    wxUserId: binding.id,
    boundAt: chinaTime(binding.boundAt),
    userId: binding.userId,
    accountname: account,
  };
}

/** What could not be done, by account as far as this person may see it. */
async function named(context: Context, failed: readonly { id: string; message: string }[]) {
  const entity = context.services.registry.entity("system-management/user");
  const rows: { id: string; accountname: string | null; message: string }[] = [];
  for (const { id, message } of failed) {
    const loaded = await reading(context, () => openRecord(context, { entity, id })).catch(() => null);
    rows.push({ id, accountname: loaded ? String(loaded.record.accountname) : null, message });
  }
  return rows;
}
