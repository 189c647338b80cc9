import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecord } from "~/engine/operations/save.server";
import type { AccountName } from "../../support/company";
import { released } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { accounts } = world;
const connection = () => world.engine.database.connection();

type Attempt = [what: string, method: string, path: string, body?: Record<string, unknown>];

/** What nobody of these may change: accounts, their roles and scopes, roles, rights, pairs, parameters. */
async function state(): Promise<string> {
  const { rows } = await sql`select
    (select md5(string_agg(concat_ws('|', id, accountname, username, user_type, supplier_id, state, rank, role_names, email, version, factory_scope), ',' order by id)) from app_user) as users,
    (select md5(string_agg(concat_ws('|', user_id, role_code, valid_from, valid_until), ',' order by user_id, role_code)) from user_role) as grants,
    (select md5(string_agg(concat_ws('|', user_id, password_hash), ',' order by user_id)) from user_secret) as secrets,
    (select md5(string_agg(concat_ws('|', code, rank, data_scope, enabled, version), ',' order by code)) from role) as roles,
    (select md5(string_agg(concat_ws('|', role_code, permission_id, action), ',' order by role_code, permission_id, action)) from role_permission) as rights,
    (select count(*) from role_exclusive) as pairs, (select count(*) from user_scope) as scopes,
    (select md5(string_agg(concat_ws('|', key, value), ',' order by key)) from parameter) as parameters,
    (select count(*) from resource where not enabled) as stopped`.execute(connection());
  return JSON.stringify(rows);
}

const idOf = async (table: "role" | "parameter" | "resource", column: string, value: string) => {
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(connection());
  return String(rows[0]?.id);
};

async function refusedAll(account: AccountName | { token: string }, attempts: readonly Attempt[]): Promise<void> {
  const token = typeof account === "string" ? await signIn(world, account) : account.token;
  const before = await state();
  for (const [what, method, path, body] of attempts) {
    const answer = await call(world, { token, method, path, body });
    // A batch answers row by row.
    const failed: { message: string }[] = Object(answer.body.result).failed ?? [];
    const said = [answer.body.message, ...failed.map(({ message }) => message)].join("；");
    if (failed.length === 0) expect([400, 403, 404], `${what}: ${said}`).toContain(answer.status);
    expect(said, what).toMatch(/无操作权限|无权|不能|不存在|不可(手工)?修改/);
  }
  expect(await state()).toBe(before);
}

let useradmin = { id: "", token: "" };
let auditor = { id: "", token: "" };

beforeAll(async () => {
  const admin = await world.as("admin");
  const person = async (accountname: string, role: string) => {
    const values = { accountname, username: `攻击${role}`, phone: "13800138000" };
    const { id, reveals } = await createRecord(admin, { screen: world.screen("system-management/user"), values });
    await sql`insert into user_role (user_id, role_code) values (${id}, ${role})`.execute(connection());
    await sql`update user_secret set must_change = false where user_id = ${id}`.execute(connection());
    const body = new URLSearchParams({ username: accountname, password: reveals?.[0]?.value ?? "" });
    const request = new Request("http://portal.test/v1/login", { method: "POST", body });
    const answer = await world.services.rest.fetch(request, { requestId: "login", ip: "127.0.0.1" });
    const { result } = Object(await answer.json());
    return { id, token: String(result.token) };
  };
  useradmin = await person("attack.user", "user_admin");
  auditor = await person("attack.audit", "log_auditor");
});

const user = (id: string, more = "") => `/v2/sys/user/${id}${more}`;
const roleGrant = async (userId: string, ...codes: string[]) => {
  const roles = [];
  for (const code of codes) roles.push({ roleId: await idOf("role", "code", code) });
  return { userId, roles, version: 1 };
};

describe("越权的调用都被拒绝，数据库里什么也没有变", () => {
  test("用户管理员：动不了级别更高的账号，给不出更高的角色，改不了自己的角色、角色的权限和参数", async () => {
    const role = await idOf("role", "code", "user_admin");
    const parameter = await idOf("parameter", "key", "security.login.maxFail");
    const menu = await idOf("resource", "name", "parameter");
    await refusedAll(useradmin, [
      ["改管理员的邮箱", "PUT", user(accounts.admin), { version: 1, email: "evil@example.com" }],
      ["重置管理员的密码", "POST", user(accounts.admin, "/reset_password"), { version: 1 }],
      ["冻结管理员", "POST", user(accounts.admin, "/block"), { version: 1, reason: "试试看" }],
      [
        "批量授予系统管理员",
        "POST",
        "/v2/sys/user/batch/grant_role",
        { items: [{ id: accounts.buyerA, version: 1 }], input: { role: "system_admin" } },
      ],
      [
        "给采购员系统管理员",
        "POST",
        user(accounts.buyerA, "/grant_role"),
        { version: 1, input: { role: "system_admin" } },
      ],
      ["给自己角色", "POST", user(useradmin.id, "/grant_role"), { version: 1, input: { role: "buyer" } }],
      [
        "整体替换自己的角色",
        "POST",
        "/v2/userRole/addUserRoles",
        await roleGrant(useradmin.id, "user_admin", "system_admin"),
      ],
      ["写内部字段", "PUT", user(accounts.buyerA), { version: 1, rank: 100 }],
      ["写状态", "PUT", user(accounts.buyerA), { version: 1, state: "deleted" }],
      ["写角色名称", "POST", "/v2/sys/user", { accountname: "new.evil", username: "新人", role_names: "系统管理员" }],
      ["改角色", "PUT", `/v2/sys/role/${role}`, { version: 1, rank: 100 }],
      ["改角色的权限", "PUT", `/v2/sys/role/${role}/permissions`, { version: 1, grants: ["role.edit"] }],
      ["改互斥角色", "PUT", `/v2/sys/role/${role}/exclusive`, { version: 1, roles: [] }],
      ["改参数", "PUT", `/v2/sys/parameter/${parameter}`, { version: 1, value: "20" }],
      ["停用菜单", "POST", `/v2/sys/resource/${menu}/disable`, {}],
      ["看登录日志", "GET", "/v2/sys/login-log/page"],
      [
        "强制下线",
        "POST",
        "/v2/sys/online-session/batch/kick",
        { items: [{ id: useradmin.id, version: 1 }], reason: "试试看" },
      ],
    ]);
  });

  test("审计员：只能看，什么也改不了", async () => {
    const role = await idOf("role", "code", "buyer");
    const parameter = await idOf("parameter", "key", "security.login.maxFail");
    await refusedAll(auditor, [
      ["新建用户", "POST", "/v2/sys/user", { accountname: "by.audit", username: "新人", phone: "13800138000" }],
      ["改用户", "PUT", user(accounts.buyerA), { version: 1, email: "a@example.com" }],
      ["解锁", "POST", user(accounts.buyerA, "/unlock"), { version: 1 }],
      ["改角色的权限", "PUT", `/v2/sys/role/${role}/permissions`, { version: 1, grants: [] }],
      ["新建角色", "POST", "/v2/sys/role", { code: "evil", name: "新", audience: "internal", rank: 1 }],
      ["改参数", "PUT", `/v2/sys/parameter/${parameter}`, { version: 1, value: "20" }],
      ["同步人员", "POST", "/v2/sys/user-log", {}],
      ["改日志", "PUT", `/v2/sys/login-log/${accounts.buyerA}`, { version: 1 }],
      ["删日志", "DELETE", `/v2/sys/audit-log/${accounts.buyerA}`, { version: 1 }],
    ]);
  });

  test("供应商管理员：只碰得到本企业的账号，内部管理的一切都打不开，别人的单据当不存在", async () => {
    const foreign = await released(world, { supplier_id: world.ids.supplierB });
    const order = `/v2/purchase-orders/purchase-order/${foreign.id}`;
    const role = await idOf("role", "code", "supplier_admin");
    await refusedAll("supplierA", [
      ["冻结别家的账号", "POST", user(accounts.supplierB, "/block"), { version: 1, reason: "试试看" }],
      ["冻结内部员工", "POST", user(accounts.buyerA, "/block"), { version: 1, reason: "试试看" }],
      ["冻结自己", "POST", user(accounts.supplierA, "/block"), { version: 1, reason: "试试看" }],
      ["改同事", "PUT", user(accounts.supplierClerkA), { version: 1, email: "a@example.com" }],
      ["重置同事的密码", "POST", user(accounts.supplierClerkA, "/reset_password"), { version: 1 }],
      ["给同事角色", "POST", "/v2/userRole/addUserRoles", await roleGrant(accounts.supplierClerkA, "supplier_admin")],
      ["新建账号", "POST", "/v2/sys/user", { accountname: "by.supplier", username: "新人" }],
      ["看角色", "GET", `/v2/sys/role/${role}/permissions`],
      ["看角色列表", "GET", "/v2/sys/role/page"],
      ["看登录日志", "GET", "/v2/sys/login-log/page"],
      ["看参数", "GET", "/v2/sys/parameter/page"],
      ["看操作日志", "GET", "/v2/sys/audit-log/page"],
      ["导出用户", "GET", "/v2/sys/user/export?format=csv"],
      ["溯源", "GET", `/v2/user/access-explain?userId=${accounts.buyerA}&permission=users.edit`],
      ["打开别家的订单", "GET", order],
      ["读别家订单的评论", "GET", `${order}/comments`],
      ["评论别家的订单", "POST", `${order}/comments`, { text: "看得到吗" }],
      ["关注别家的订单", "POST", `${order}/watch`, { on: true }],
      ["打印别家的订单", "GET", `${order}/export?format=pdf`],
      ["确认别家的订单", "POST", `${order}/confirm`, { version: 3 }],
      ["删除别家的订单", "DELETE", order, { version: 3 }],
    ]);
  });
});
