import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { assignRoles, assignScope } from "~/engine/assign/assign.server";
import { explainAccess } from "~/engine/assign/explain.server";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { nameablePeople } from "~/engine/operations/people.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { landingPage } from "~/engine/session/landing.server";
import { ROLE, saveGrants } from "~/engine/session/role-grants.server";
import { HOME } from "~/shared/safe-target";
import { ORDER, order, refusal, seen, stored } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const { ids } = world;

const roleScreen = world.screen(ROLE);
const WORK = [
  "purchase-order.query",
  "purchase-order.get",
  "purchase-order.add",
  "purchase-order.edit",
  "purchase-order-submit.edit",
];

let made = 0;
async function newRole(values: Record<string, unknown>, grants: readonly string[] = WORK) {
  made += 1;
  const admin = await world.as("admin");
  const all = { code: `reach_${made}`, name: `范围${made}`, audience: "internal", rank: "30", enabled: "1", ...values };
  const { id } = await createRecord(admin, { screen: roleScreen, values: all });
  await saveGrants(admin, { id, version: 1, ticked: grants });
  return { id, code: all.code };
}

async function newPerson(roles: readonly string[], listed: { factory?: string[]; groups?: string[] } = {}) {
  made += 1;
  const admin = await world.as("admin");
  const values = { accountname: `reach.${made}`, username: `范围人${made}`, phone: "13800138000" };
  const { id } = await createRecord(admin, { screen: world.screen("system-management/user"), values });
  await sql`update user_secret set must_change = false where user_id = ${id}`.execute(database.connection());
  await assignRoles(admin, { userId: id, roles: roles.map((code) => ({ code, from: null, until: null })) });
  const { factory = [ids.factory1, ids.factory2], groups = [ids.group1, ids.group2] } = listed;
  await assignScope(admin, { userId: id, tab: "factory", mode: "listed", ids: factory });
  await assignScope(admin, { userId: id, tab: "purchase-group", mode: "listed", ids: groups });
  await assignScope(admin, { userId: id, tab: "material-type", mode: "all", ids: [] });
  return id;
}

const as = async (id: string): Promise<Context> =>
  actingAs(world.engine, await loadActor(world.engine, id), world.clock.now(), "page");
const ordersOf = async (id: string) => {
  const screen = world.screen(ORDER);
  const { rows } = await listRecords(await as(id), screen, { filters: {}, toggles: [], sort: [], page: 1, size: 200 });
  return rows.map((row) => row.id);
};

test("仅本人：只看到自己建的和自己是采购员的订单，溯源说明原因", async () => {
  const { code } = await newRole({ data_scope: "self" });
  const id = await newPerson([code]);
  const foreign = await order(world, await world.as("buyerA"));
  const given = await order(world, await world.as("buyerA"), { buyer_id: id });
  const own = await order(world, await as(id), { buyer_id: world.accounts.buyerA });
  expect((await ordersOf(id)).sort()).toEqual([given.id, own.id].sort());
  await refusal(seen(world, await as(id), foreign.id), "not_found");
  const asked = { userId: id, permission: "purchase-order", action: "get" };
  const why = async (record: string) =>
    explainAccess(await world.as("admin"), { ...asked, record: { entity: world.entity(ORDER), named: record } });
  expect(await why(foreign.id)).toMatchObject({
    allowed: false,
    because: expect.arrayContaining([
      { role: "角色的数据范围", grant: "不是本人的单据", scope: "仅本人", verdict: "stops" },
    ]),
  });
  expect((await why(own.id)).allowed).toBe(true);
});

test("本采购组：账号范围是全部，也只看到本组的订单；别组的不能建", async () => {
  const { code } = await newRole({ data_scope: "group" });
  const id = await newPerson([code], { groups: [ids.group1] });
  const admin = await world.as("admin");
  await assignScope(admin, {
    userId: id,
    tab: "purchase-group",
    mode: "all",
    ids: [ids.group1],
    mainId: ids.group1,
  });
  const [mine, other] = [
    await order(world, await world.as("buyerA")),
    await order(world, await world.as("buyerB"), { factory_id: ids.factory2, purchase_group_id: ids.group2 }),
  ];
  const found = await ordersOf(id);
  expect(found).toContain(mine.id);
  expect(found).not.toContain(other.id);
  const outside = order(world, await as(id), { purchase_group_id: ids.group2 });
  expect((await refusal(outside, "invalid")).complaints).toEqual([
    { field: "purchase_group_id", message: "采购组不在您的数据范围内，请重新选择" },
  ]);
});

test("全部数据：不受账号所列工厂和采购组限制；几个角色按最宽的，只对给了权限的单据", async () => {
  const wide = await newRole({ data_scope: "all" });
  const narrow = await newRole({ data_scope: "self" });
  const elsewhere = await newRole({ data_scope: "all" }, ["contract.query", "contract.get"]);
  const listed = { factory: [], groups: [] };
  const other = await order(world, await world.as("buyerB"), {
    factory_id: ids.factory2,
    purchase_group_id: ids.group2,
  });
  expect(await ordersOf(await newPerson([wide.code, narrow.code], listed))).toContain(other.id);
  // The wide role says nothing of orders, so the narrow one counts there.
  const id = await newPerson([narrow.code, elsewhere.code]);
  expect(await ordersOf(id)).toEqual([]);
  expect((await as(id)).actor.reach?.get("contract")).toBe("all");
});

test("可以被@到的人与看得到单据的人一致", async () => {
  const { code } = await newRole({ data_scope: "self" });
  const [id, wide] = [
    await newPerson([code]),
    await newPerson([(await newRole({ data_scope: "all" })).code], {
      factory: [],
      groups: [],
    }),
  ];
  const own = await order(world, await as(id));
  const foreign = await order(world, await world.as("buyerA"));
  const named = async (orderId: string) => {
    const record = await stored(world, orderId);
    const people = await nameablePeople(await world.as("admin"), {
      entity: world.entity(ORDER),
      record,
      by: { like: "范围人" },
    });
    return people.map((person) => person.id);
  };
  expect(await named(own.id)).toEqual(expect.arrayContaining([id, wide]));
  const others = await named(foreign.id);
  expect(others).toContain(wide);
  expect(others).not.toContain(id);
});

test("供应商角色总是本供应商；内部角色不能选它；不能给出比自己更宽的范围", async () => {
  const admin = await world.as("admin");
  const supplier = await newRole({ audience: "supplier", data_scope: "all", rank: "10" }, ["purchase-order.query"]);
  const { rows } = await sql<{ data_scope: string }>`select data_scope from role where code = ${supplier.code}`.execute(
    database.connection(),
  );
  expect(rows).toEqual([{ data_scope: "supplier" }]);
  const wrong = newRole({ data_scope: "supplier" });
  expect((await refusal(wrong, "invalid")).complaints[0]).toEqual({
    field: "data_scope",
    message: "“本供应商”只用于供应商角色，请选择其他数据范围",
  });
  const keeper = await newRole({ rank: "60", data_scope: "group" }, [
    "role.query",
    "role.get",
    "role.add",
    "role.edit",
  ]);
  const context = await as(await newPerson([keeper.code]));
  const values = { code: "too_wide", name: "太宽", audience: "internal", rank: "20", enabled: "1", data_scope: "all" };
  const refused = await refusal(createRecord(context, { screen: roleScreen, values }), "invalid");
  expect(refused.complaints).toEqual([
    { field: "data_scope", message: "不能设置比自己更宽的数据范围，您的是“本采购组”" },
  ]);
  await createRecord(context, { screen: roleScreen, values: { ...values, code: "fits", data_scope: "self" } });
  expect(admin.actor.roles).toContain("system_admin");
});

test("登录后首页：须是该角色能打开的菜单；多个角色取级别最高的；停用菜单后回到首页", async () => {
  const admin = await world.as("admin");
  const menu = async (name: string) => {
    const { rows } = await sql<{ id: string }>`select id from resource where name = ${name}`.execute(
      database.connection(),
    );
    return String(rows[0]?.id);
  };
  const high = await newRole({ rank: "45" });
  const low = await newRole({ rank: "35" });
  const set = async (id: string, name: string) => {
    const { rows } = await sql<{ version: number }>`select version from role where id = ${id}`.execute(
      database.connection(),
    );
    const version = Number(rows[0]?.version);
    return updateRecordBy(admin, { screen: roleScreen, id, version, values: { home_id: await menu(name) } });
  };
  expect((await refusal(set(high.id, "contract"), "invalid")).complaints).toEqual([
    { field: "home_id", message: "该角色没有“合同”的查询权限，请先配置权限" },
  ]);
  await set(low.id, "purchase-order");
  const person = await newPerson([high.code, low.code]);
  expect(await landingPage(world.engine, person)).toBe("/purchase-orders/purchase-order");
  await saveGrants(admin, { id: high.id, version: 2, ticked: [...WORK, "contract.query", "contract.get"] });
  await set(high.id, "contract");
  expect(await landingPage(world.engine, person)).toBe("/contract-management/contract");
  await sql`update resource set enabled = false where name in ('contract', 'purchase-order')`.execute(
    database.connection(),
  );
  expect(await landingPage(world.engine, person)).toBe(HOME);
  await sql`update resource set enabled = true where name in ('contract', 'purchase-order')`.execute(
    database.connection(),
  );
});
