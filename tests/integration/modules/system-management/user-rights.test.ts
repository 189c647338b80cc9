import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { assignRoles, assignScope } from "~/engine/assign/assign.server";
import { explainAccess } from "~/engine/assign/explain.server";
import type { Context } from "~/engine/context.server";
import { readHistory } from "~/engine/operations/audit.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { loadActor } from "~/engine/session/actor.server";
import { assignModel, submitAssign } from "~/modules/user-administration/user-assign/user-assign.page.server";
import { personWith } from "../../../support/conformance";
import { order, refusal } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const { ids } = world;
const KEY = "system-management/user";
const entity = world.entity(KEY);
const GROUP = "user-administration/purchase-group";
const DAY_MS = 24 * 60 * 60_000;

let serial = 0;
async function addUser(more: Record<string, unknown> = {}) {
  serial += 1;
  const values = { accountname: `right.${serial}`, username: `权限${serial}`, phone: "13800138000", ...more };
  const { id, reveals } = await createRecord(await world.as("admin"), { screen: world.screen(KEY), values });
  // The one-time password has been changed; nothing else is about that here.
  await sql`update user_secret set must_change = false where user_id = ${id}`.execute(database.connection());
  return { id, account: String(values.accountname), password: reveals?.[0]?.value ?? "" };
}

const role = (code: string, from: string | null = null, until: string | null = null) => ({ code, from, until });
const give = (context: Context, userId: string, ...codes: string[]) =>
  assignRoles(context, { userId, roles: codes.map((code) => role(code)) });
const rolesOf = async (id: string) => (await loadActor(world.engine, id)).roles;

test("整体替换：先预览差异，版本不对被拒绝，历史里有从什么到什么", async () => {
  const admin = await world.as("admin");
  const { id } = await addUser();
  await give(admin, id, "buyer", "planner");
  const { version } = (await openRecord(admin, { entity, id })).record;
  const roles = [role("buyer"), role("qa"), role("finance")];
  const preview = await assignRoles(admin, { userId: id, roles, version, preview: true });
  expect([preview.added, preview.removed, preview.version]).toEqual([["质量工程师", "应付会计"], ["计划员"], version]);
  expect(await rolesOf(id)).toEqual(["buyer", "planner"]);
  await refusal(assignRoles(admin, { userId: id, roles, version: version - 1 }), "stale_record");
  expect((await assignRoles(admin, { userId: id, roles, version })).version).toBe(version + 1);
  expect(await rolesOf(id)).toEqual(["buyer", "finance", "qa"]);
  const [entry] = await readHistory(admin, { entity, recordId: id });
  expect(entry).toMatchObject({
    action: "assign_role",
    changes: [{ path: "role_names", fromText: "采购员、计划员", toText: "采购员、质量工程师、应付会计" }],
  });
  expect((await openRecord(admin, { entity, id })).record).toMatchObject({
    role_names: "采购员、应付会计、质量工程师",
    rank: 40,
  });
});

test("级别、本人、适用对象、互斥、停用和日期", async () => {
  const admin = await world.as("admin");
  const userAdmin = await personWith(world, "user_admin");
  const { id } = await addUser();
  const message = async (context: Context, userId: string, error: string, ...codes: string[]) =>
    (await refusal(give(context, userId, ...codes), error)).message;
  expect(await message(userAdmin, id, "own_rule", "system_admin")).toBe("不能授予高于自己级别的角色");
  await give(userAdmin, id, "user_admin");
  expect(await message(admin, world.accounts.admin, "own_rule", "buyer")).toBe("不能修改自己的角色，请联系其他管理员");
  expect(await message(userAdmin, world.accounts.admin, "own_rule", "buyer")).toBe("无权操作该用户");
  expect(await message(admin, id, "wrong_state", "supplier_admin")).toBe("内部员工账号不能分配供应商角色");
  expect(await message(admin, world.accounts.supplierB, "wrong_state", "buyer")).toBe("供应商账号只能分配供应商角色");
  await sql`insert into role_exclusive values ('cashier', 'finance')`.execute(database.connection());
  expect(await message(admin, id, "wrong_state", "finance", "cashier")).toBe(
    "角色“出纳”与“应付会计”不能同时授予同一用户",
  );
  const request = { userId: id, roles: [role("buyer", "2025-05-01", "2025-04-01")] };
  expect((await refusal(assignRoles(admin, request), "invalid")).complaints).toEqual([
    { field: "until.buyer", message: "失效日期不能早于生效日期" },
  ]);
  await refusal(give(admin, id, "no_such_role"), "malformed");
  await refusal(give(await personWith(world, "log_auditor"), id, "buyer"), "forbidden");
});

test("有期限的角色：到日子才有，过了就没有，不用等任何任务", async () => {
  const { id, account, password } = await addUser();
  const admin = await world.as("admin");
  await assignRoles(admin, { userId: id, roles: [role("planner", "2025-03-11", "2025-03-12")] });
  let token = await signIn(world, account as never, password);
  const allowed = async () => {
    const answer = await call(world, {
      token,
      method: "POST",
      path: "/v2/purchase-orders/purchase-order/page",
      body: {},
    });
    // A token is renewed once a day.
    token = answer.headers.get("authorization") ?? token;
    return answer.status;
  };
  expect(await allowed()).toBe(403);
  world.clock.advance(DAY_MS);
  expect(await allowed()).toBe(200);
  world.clock.advance(DAY_MS);
  expect(await allowed()).toBe(200);
  world.clock.advance(DAY_MS);
  expect(await allowed()).toBe(403);
  world.clock.advance(-3 * DAY_MS);
});

test("授权在下一次请求就生效，收回也一样", async () => {
  const { id, account, password } = await addUser();
  const token = await signIn(world, account as never, password);
  const list = () => call(world, { token, method: "POST", path: "/v2/master-data/company/page", body: {} });
  expect((await list()).status).toBe(403);
  await give(await world.as("admin"), id, "master_data");
  expect((await list()).status).toBe(200);
  await give(await world.as("admin"), id);
  expect((await list()).status).toBe(403);
});

test("最后一名长期有效的系统管理员，角色收不回也不能加期限", async () => {
  const other = await addUser();
  // Administrators make one another by two; the program does it alone.
  await give(world.system(), other.id, "system_admin");
  const second = { ...(await world.as("admin")), actor: await loadActor(world.engine, other.id) };
  await give(second, world.accounts.admin, "planner");
  const request = { userId: other.id, roles: [role("system_admin", null, "2025-12-31")] };
  const system = world.system();
  expect((await refusal(assignRoles(system, request), "own_rule")).message).toBe(
    "系统至少需要保留一名可用的系统管理员",
  );
  await give(system, world.accounts.admin, "system_admin");
  expect(await rolesOf(world.accounts.admin)).toEqual(["system_admin"]);
});

test("工厂只能给自己有的；清单为空有提醒；供应商账号不分配", async () => {
  const { id } = await addUser();
  const narrow = await personWith(world, "user_admin");
  const limited = {
    ...narrow,
    actor: { ...narrow.actor, scopes: { ...narrow.actor.scopes, factory: [ids.factory1] } },
  };
  const request = (context: Context, mode: "all" | "listed", list: string[], userId = id) =>
    assignScope(context, { userId, tab: "factory", mode, ids: list });
  expect((await refusal(request(limited, "listed", [ids.factory2]), "own_rule")).message).toBe(
    "不能授予自己没有的工厂：二厂",
  );
  expect((await refusal(request(limited, "all", []), "own_rule")).message).toBe("不能授予自己没有的工厂：全部");
  expect(await request(limited, "listed", [ids.factory1])).toMatchObject({ added: ["一厂"], removed: [], total: 1 });
  expect((await loadActor(world.engine, id)).scopes.factory).toEqual([ids.factory1]);
  const emptied = await request(limited, "listed", []);
  expect(emptied.warnings).toEqual(["当前未分配任何工厂，该用户将看不到相关单据"]);
  expect(
    (await refusal(request(narrow, "listed", [ids.factory1], world.accounts.supplierB), "wrong_state")).message,
  ).toBe("供应商账号的数据范围由所属供应商决定");
  await refusal(request(narrow, "listed", [ids.company]), "malformed");
});

test("勾选一级物料类型，下面的二级类型也看得到；主采购组须在所选之中，采购组上列出成员", async () => {
  const admin = await world.as("admin");
  const { id, account } = await addUser();
  await assignScope(admin, { userId: id, tab: "material-type", mode: "listed", ids: [ids.rawType] });
  const { material_type } = (await loadActor(world.engine, id)).scopes;
  expect([...material_type].sort()).toEqual([ids.rawType, ids.grainType].sort());
  const groups = (mainId: string) =>
    assignScope(admin, { userId: id, tab: "purchase-group", mode: "listed", ids: [ids.group1], mainId });
  expect((await refusal(groups(ids.group2), "invalid")).complaints[0]?.message).toBe("主采购组须在所选的采购组中");
  await groups(ids.group1);
  const group = world.screen("user-administration/purchase-group");
  const members = JSON.stringify((await recordModel(admin, group, ids.group1)).sections);
  expect([members.includes("成员"), members.includes(account)]).toEqual([true, true]);
  expect((await openRecord(admin, { entity, id })).record.purchase_group_id).toBe(ids.group1);
});

test("页面：不能改的勾选保持原样，核对后保存，重复提交不报错", async () => {
  const { id, account } = await addUser();
  const narrow = await personWith(world, "user_admin");
  const limited = {
    ...narrow,
    actor: { ...narrow.actor, scopes: { ...narrow.actor.scopes, factory: [ids.factory1] } },
  };
  await assignScope(narrow, { userId: id, tab: "factory", mode: "listed", ids: [ids.factory2] });
  const { body } = await assignModel(limited, id, "factory", new URLSearchParams());
  if (body.kind !== "form" || !("scope" in body)) throw new Error("no form");
  expect(body.scope.nodes.filter(({ choosable }) => choosable)).toMatchObject([
    { id: ids.factory1, checked: false },
    { id: ids.factory2, checked: true, fixed: "不在您的范围内" },
  ]);
  const form = new FormData();
  for (const [name, value] of [
    ["mode", "listed"],
    ["id", ids.factory1],
    ["id", ids.factory2],
    ["_version", body.version],
  ] as const)
    form.append(name, value);
  const review = await submitAssign(limited, id, "factory", form);
  expect(Object(Object(review).model).body).toMatchObject({ kind: "confirm", summary: "新增1项，移除0项" });
  form.set("_intent", "save");
  expect(await submitAssign(limited, id, "factory", form)).toMatchObject({
    to: `/user-administration/user-assign/${id}/factory`,
  });
  expect(await submitAssign(limited, id, "factory", form)).toMatchObject({ notice: "工厂已保存" });
  const other = await addUser();
  const copied = await assignModel(narrow, other.id, "factory", new URLSearchParams({ copy: account }));
  if (copied.body.kind !== "form" || !("scope" in copied.body)) throw new Error("no form");
  expect(
    copied.body.scope.nodes
      .filter(({ checked }) => checked)
      .map((node) => node.id)
      .sort(),
  ).toEqual([ids.factory1, ids.factory2].sort());
});

test("权限溯源：哪个角色给的、哪条单据被什么挡住", async () => {
  const admin = await world.as("admin");
  const saved = await order(world, world.system(), {
    factory_id: ids.factory2,
    purchase_group_id: ids.group2,
    buyer_id: world.accounts.buyerB,
  });
  const asked = (userId: string, action: string, named?: string) =>
    explainAccess(admin, {
      userId,
      permission: "purchase-order",
      action,
      ...(named ? { record: { entity: world.entity("purchase-orders/purchase-order"), named } } : {}),
    });
  expect(await asked(world.accounts.buyerA, "query")).toEqual({
    allowed: true,
    because: [{ role: "采购员", grant: "有这项权限", scope: "长期", verdict: "allows" }],
  });
  const stopped = await asked(world.accounts.buyerA, "get", saved.number ?? "");
  expect(stopped.allowed).toBe(false);
  expect(stopped.because).toContainEqual({
    role: "工厂范围",
    grant: "不在已分配的清单内",
    scope: "指定1项",
    verdict: "stops",
  });
  expect((await asked(world.accounts.buyerB, "get", saved.id)).allowed).toBe(true);
  expect((await asked(world.accounts.finance, "edit")).allowed).toBe(false);
  await refusal(
    explainAccess(await world.as("buyerA"), { userId: world.accounts.buyerB, permission: "users", action: "get" }),
    "forbidden",
  );
});

test("批量授予一个角色：在已有的之外再加，规则一样", async () => {
  const admin = await world.as("admin");
  const { id } = await addUser();
  await give(admin, id, "planner");
  await applyTransition(admin, {
    entity,
    id,
    name: "grant_role",
    input: { role: "仓管员", valid_until: "2025-12-31" },
  });
  expect(await rolesOf(id)).toEqual(["planner", "warehouse"]);
  const refused = (input: object) =>
    refusal(applyTransition(admin, { entity, id, name: "grant_role", input: { ...input } }), "invalid");
  expect((await refused({ role: "没有的角色" })).message).toBe("没有角色「没有的角色」");
  const userAdmin = await personWith(world, "user_admin");
  await refusal(
    applyTransition(userAdmin, { entity, id, name: "grant_role", input: { role: "system_admin" } }),
    "own_rule",
  );
});

test("采购组的页面写出为它采购的人，主采购组在前，能授权的人点得进去；列表写出人数", async () => {
  const admin = await world.as("admin");
  const { id } = await addUser();
  await assignScope(admin, { userId: id, tab: "purchase-group", mode: "listed", ids: [ids.group2] });
  const { sections, extra } = world.engine.registry.server(GROUP);
  const { record } = await openRecord(admin, { entity: world.entity(GROUP), id: ids.group2 });
  const shown = async (context: Context) => {
    const [table] = (await sections?.(context, record as never, world.screen(GROUP))) ?? [];
    if (table?.kind !== "table") throw new Error("no table");
    return table.table.rows;
  };
  const rows = await shown(admin);
  const link = `/user-administration/user-assign/${id}/purchase-group`;
  expect(rows.find((row) => row.id === id)?.cells).toMatchObject([
    { href: link },
    {},
    {},
    { text: "是" },
    { text: "正常" },
  ]);
  const manager = await shown(await world.as("manager"));
  expect(manager.every(({ cells }) => cells.every(({ href }) => href === undefined))).toBe(true);
  const counted = await extra?.(admin, GROUP, [ids.group2], "list");
  expect(counted?.get(ids.group2)).toEqual({ member_count: rows.length });
});
