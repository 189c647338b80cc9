import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addGrants, raisePermissionVersion } from "~/data/access.server";
import type { Context } from "~/engine/context.server";
import { saveDraft } from "~/engine/operations/drafts.server";
import { menusOf, navOf, topTabs } from "~/engine/session/menu.server";
import { MOST_FAVOURITES, quickEntries, recordVisit, saveFavourite } from "~/engine/session/menu-marks.server";
import { allMenus, searchMenus } from "~/engine/session/menu-search.server";
import { openSession } from "~/engine/session/session.server";
import { type PageTabs, plannedSwitch, switchTop } from "~/engine/session/top-switch.server";
import type { AccountName } from "../../../support/company";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const ORDERS = "/purchase-orders/purchase-order";
const connection = () => world.engine.database.connection();

/** The person with a session of its own. */
async function entered(account: AccountName): Promise<{ token: string; context: Context }> {
  const token = await signIn(world, account);
  return { token, context: await again(token) };
}

async function again(token: string): Promise<Context> {
  const session = await openSession(world.engine, token, { requestId: "x", ip: "", channel: "page" });
  if (!session) throw new Error("the session is gone");
  return session.context;
}

async function found(account: AccountName, typed: string): Promise<string[]> {
  return (await searchMenus(await world.as(account), typed, 50)).map(({ label }) => label);
}

/** Counts what a switch does to the page tabs. */
function watchedTabs(open: number): PageTabs & { closed: number } {
  const tabs = {
    closed: 0,
    count: async () => open,
    async closeAll() {
      tabs.closed += 1;
    },
  };
  return tabs;
}

describe("搜索菜单", () => {
  test.each([
    ["采购订单", "采购订单"],
    ["订单", "订单规则"],
    ["cgdd", "采购订单"],
    ["caigoudingdan", "采购订单"],
    ["dingdan", "订单规则"],
    ["CGDD", "采购订单"],
    ["purchase-order", "采购订单"],
    ["wllx", "物料类型"],
    ["物料 lx", "物料类型"],
  ])("输入「%s」，第一个是「%s」", async (typed, label) => {
    expect((await found("admin", typed))[0]).toBe(label);
  });

  test("目录和顶部菜单的名称也能找到其中的菜单，排在名称相符的之后", async () => {
    const all = await found("admin", "供应商");
    expect(all.indexOf("供应商分类")).toBeGreaterThanOrEqual(0);
    const [first] = await searchMenus(await world.as("admin"), "zhushuju", 5);
    expect(first?.trail).toEqual(["基础资料", "主数据"]);
  });

  test("没有输入时列出能打开的全部菜单，按菜单的次序", async () => {
    const [own, all] = [await allMenus(await world.as("supplierA")), await allMenus(await world.as("admin"))];
    expect(own.map(({ label }) => label)).toEqual(expect.arrayContaining(["采购订单", "成品订单"]));
    expect(own.map(({ label }) => label)).not.toContain("角色管理");
    expect(all.map(({ label }) => label)).toContain("角色管理");
    const entries = (await menusOf(await world.as("admin"))).tops.flatMap(({ entries: of }) =>
      of.map(({ name }) => name),
    );
    expect(all.map(({ name }) => name)).toEqual(entries.filter((name) => all.some((one) => one.name === name)));
  });

  test("没有输入或没有相符的，什么也找不到；特殊字符只是文字", async () => {
    for (const typed of ["", "  ", "\0", "%", "_", "'", "\\", "不存在的菜单"])
      expect(await found("admin", typed)).toEqual([]);
    expect(await found("admin", `${"长".repeat(5000)}`)).toEqual([]);
  });

  test("供应商只找到能打开的菜单", async () => {
    const own = (await menusOf(await world.as("supplierA"))).tops.flatMap(({ entries }) => entries);
    expect(await found("supplierA", "主数据")).toEqual([]);
    for (const typed of ["采购订单", "cgdd"])
      expect(await found("supplierA", typed), typed).toEqual([
        "采购订单",
        "成品订单",
        "需求承诺",
        "加急订单",
        "供应商库存",
        "备货管理",
        "交货考核结果",
        "未交货提醒",
      ]);
    const names = new Set(own.map(({ name }) => name));
    for (const typed of ["g", "s", "采购", "供应"]) {
      for (const { name } of await searchMenus(await world.as("supplierA"), typed, 50))
        expect(names.has(name)).toBe(true);
    }
  });
});

describe("收藏和最近访问", () => {
  const favourites = async (account: AccountName) =>
    (await quickEntries(await world.as(account))).favourites.map(({ name }) => name);

  test("收藏按先后排列，重复收藏不变，可以取消", async () => {
    const buyer = await world.as("buyerA");
    await saveFavourite(buyer, "purchase-order", true);
    world.clock.advance(1000);
    await saveFavourite(await world.as("buyerA"), "contract", true);
    await saveFavourite(await world.as("buyerA"), "purchase-order", true);
    expect(await favourites("buyerA")).toEqual(["purchase-order", "contract"]);
    expect(await favourites("buyerB")).toEqual([]);
    await saveFavourite(await world.as("buyerA"), "contract", false);
    await saveFavourite(await world.as("buyerA"), "never-was", false);
    expect(await favourites("buyerA")).toEqual(["purchase-order"]);
  });

  test("只能收藏自己能打开的菜单", async () => {
    for (const name of ["purchase-group", "dir-master-data", "nothing", "purchase-order-release", ""])
      await expect(saveFavourite(await world.as("supplierA"), name, true)).rejects.toMatchObject({
        error: "not_found",
      });
    await saveFavourite(await world.as("supplierA"), "purchase-order", true);
    expect(await favourites("supplierA")).toEqual(["purchase-order"]);
  });

  test("最多收藏20个，已收藏的不受影响", async () => {
    const { id } = (await world.as("planner")).actor;
    for (let at = 0; at < MOST_FAVOURITES; at += 1)
      await sql`insert into menu_favourite values (${id}, ${`old-${at}`}, now())`.execute(connection());
    const more = saveFavourite(await world.as("planner"), "purchase-order", true);
    await expect(more).rejects.toMatchObject({ error: "invalid", message: "最多收藏20个页面，请先取消不常用的" });
    await sql`delete from menu_favourite where name = 'old-0'`.execute(connection());
    await saveFavourite(await world.as("planner"), "purchase-order", true);
    await saveFavourite(await world.as("planner"), "purchase-order", true);
    // What is gone, or not permitted, is not shown.
    expect(await favourites("planner")).toEqual(["purchase-order"]);
  });

  test("最近访问的在前，收藏的不重复列出，没有权限的消失", async () => {
    const visit = async (account: AccountName, name: string) => {
      const context = await world.as(account);
      const place = (await menusOf(context)).byName.get(name);
      if (!place) throw new Error(`no entry ${name}`);
      await recordVisit(context, place);
      world.clock.advance(1000);
    };
    await visit("manager", "purchase-order");
    await visit("manager", "contract");
    await visit("manager", "purchase-order");
    const recent = async () => (await quickEntries(await world.as("manager"))).recent.map(({ name }) => name);
    expect(await recent()).toEqual(["purchase-order", "contract"]);
    await saveFavourite(await world.as("manager"), "purchase-order", true);
    expect(await recent()).toEqual(["contract"]);

    await sql`delete from role_permission where role_code = 'purchase_manager' and permission_id = 'contract'`.execute(
      connection(),
    );
    await raisePermissionVersion(connection());
    expect(await recent()).toEqual([]);
    await addGrants(connection(), [{ role: "purchase_manager", permission: "contract", action: "query" }]);
    await raisePermissionVersion(connection());
    expect(await recent()).toEqual(["contract"]);
  });
});

describe("顶部菜单的切换", () => {
  const DRAFT = { address: `${ORDERS}/new`, title: "新建采购订单", body: { values: {}, lines: {} } };

  test("切换记在会话里，关闭标签，转到第一个页面", async () => {
    const { token, context } = await entered("admin");
    const tabs = watchedTabs(3);
    expect(await plannedSwitch(context, "top-master", tabs)).toMatchObject({ tabs: 3, asks: false });
    expect([tabs.closed, (await again(token)).session?.currentTop]).toEqual([0, null]);
    const { to } = await switchTop(context, "top-master", tabs);
    const [first] = (await navOf(context, "top-master")).filter((entry) => entry.component !== null);
    expect([tabs.closed, to]).toEqual([1, first?.path]);
    expect((await again(token)).session?.currentTop).toBe("top-master");
  });

  test("有暂存的内容时先询问", async () => {
    const { context } = await entered("buyerB");
    await saveDraft(context, { ...DRAFT, id: world.engine.newId() });
    expect((await plannedSwitch(context, "top-purchase", watchedTabs(1))).asks).toBe(true);
  });

  test("他人的菜单和不存在的菜单都不能切换", async () => {
    const { token, context } = await entered("expert");
    const tabs = watchedTabs(1);
    await expect(switchTop(context, "top-contract", tabs)).rejects.toMatchObject({
      error: "foreign_menu",
      code: 40302,
    });
    for (const id of ["", "0", "top-nothing", "purchase-order", "dir-master-data", "'"])
      await expect(switchTop(context, id, tabs)).rejects.toMatchObject({ error: "not_found" });
    expect([tabs.closed, (await again(token)).session?.currentTop]).toEqual([0, null]);
  });

  test("REST：切换、菜单和错误代码", async () => {
    const token = await signIn(world, "supplierClerkA");
    const post = (body: unknown) => call(world, { token, method: "POST", path: "/v2/user/topTab", body });
    expect((await post({ id: "top-purchase" })).body).toMatchObject({
      success: true,
      result: { id: "top-purchase", redirect: ORDERS },
    });
    expect((await again(token)).session?.currentTop).toBe("top-purchase");
    const stranger = await signIn(world, "expert");
    const foreign = { token: stranger, method: "POST", path: "/v2/user/topTab", body: { id: "top-contract" } } as const;
    expect(await call(world, foreign)).toMatchObject({ status: 403, body: { code: 40302 } });
    expect(await post({ id: "gone" })).toMatchObject({ status: 404, body: { code: 40401 } });
    expect(await post({})).toMatchObject({ status: 400, body: { code: 40002 } });
    expect(await post({ id: 7 })).toMatchObject({ status: 400, body: { code: 40002 } });
    const nav = (id: string) => call(world, { token, method: "GET", path: `/v2/user/nav?parentId=${id}` });
    expect(
      await call(world, { token: stranger, method: "GET", path: "/v2/user/nav?parentId=top-contract" }),
    ).toMatchObject({ status: 403, body: { code: 40302 } });
    expect(await nav("gone")).toMatchObject({ status: 404, body: { code: 40401 } });
    expect((await nav("")).body).toMatchObject({ success: true });
    expect(
      await call(world, { token: "", method: "POST", path: "/v2/user/topTab", body: { id: "top-purchase" } }),
    ).toMatchObject({ status: 401 });
  });
});

describe("菜单条目", () => {
  const FIELDS = ["component", "id", "key", "meta", "name", "parentId", "path", "redirect"];
  const META = ["hiddenHeaderContent", "hideChildren", "icon", "show", "target", "title"];
  type Wire = { id: string; name: string; key: string; parentId: string; path: string; meta: Record<string, unknown> };
  const listed = async (path: string) => {
    const { body } = await call(world, { token: await signIn(world, "admin"), method: "GET", path });
    return body.result as Wire[];
  };

  test("字段齐全，最上一层的上级为 0，其余的上级在同一份清单里", async () => {
    const tops = await listed("/v2/user/topTab");
    expect(tops.length).toBeGreaterThan(1);
    expect(new Set(tops.map(({ parentId }) => parentId))).toEqual(new Set(["0"]));
    for (const { id } of tops) {
      const entries = await listed(`/v2/user/nav?parentId=${id}`);
      expect(entries.length).toBeGreaterThan(0);
      const ids = new Set(entries.map((entry) => entry.id));
      for (const entry of entries) {
        expect([entry.name, Object.keys(entry).sort()]).toEqual([entry.name, FIELDS]);
        expect([entry.name, Object.keys(entry.meta).sort()]).toEqual([entry.name, META]);
        expect(entry.parentId === "0" || ids.has(entry.parentId), entry.name).toBe(true);
      }
    }
    // Without saying which, the first one.
    expect(await listed("/v2/user/nav")).toEqual(await listed(`/v2/user/nav?parentId=${tops[0]?.id}`));
  });
});

describe("停用", () => {
  beforeAll(async () => {
    await sql`update resource set enabled = false where name in ('dir-master-data', 'dir-base-data')`.execute(
      connection(),
    );
    await raisePermissionVersion(connection());
  });

  test("停用目录即停用其下全部菜单和权限，恢复后照旧", async () => {
    const admin = await world.as("admin");
    expect((await topTabs(admin)).map(({ id }) => id)).not.toContain("top-master");
    expect(admin.actor.permissions.has("company")).toBe(false);
    expect(admin.actor.permissions.has("purchase-order")).toBe(true);
    await sql`update resource set enabled = true where name in ('dir-master-data', 'dir-base-data')`.execute(
      connection(),
    );
    await raisePermissionVersion(connection());
    expect((await world.as("admin")).actor.permissions.has("company")).toBe(true);
  });

  test("成圈的停用也有结果", async () => {
    await sql`insert into resource (type, name, title, sort_no, enabled) values
      ('dir', 'ring-1', '甲', 1, false), ('menu', 'ring-2', '乙', 2, true)`.execute(connection());
    await sql`update resource r set parent_id = p.id from resource p
      where (r.name, p.name) in (('ring-1', 'ring-2'), ('ring-2', 'ring-1'))`.execute(connection());
    await addGrants(connection(), [{ role: "buyer", permission: "ring-2", action: "query" }]);
    await raisePermissionVersion(connection());
    expect((await world.as("buyerA")).actor.permissions.has("ring-2")).toBe(false);
  });
});
