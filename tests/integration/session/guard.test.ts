import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { loginModel } from "~/edge/login.server";
import { shellModel } from "~/edge/shell.server";
import { loader as list } from "~/routes/_shell.$module.$screen._index";
import { loader as home } from "~/routes/_shell.qiaqia.home";
import { loader as splat } from "~/routes/$";
import { call } from "../../support/rest";
import { openWorld } from "../../support/world";
import { answer, args, browser } from "./guard-support";

const world = await openWorld();
afterAll(() => world.close());

const ORDERS = "/purchase-orders/purchase-order";
const CLASSES = "/master-data/supplier-class";

/** A change an administrator would make, seen by the next request of everybody. */
async function administered(...statements: ReturnType<typeof sql>[]): Promise<void> {
  const connection = world.engine.database.connection();
  for (const statement of statements) await statement.execute(connection);
  await sql`update permission_version set version = version + 1`.execute(connection);
}

afterEach(() =>
  administered(sql`update resource set enabled = true`, sql`delete from resource where name like 'test-%'`),
);

const noticesOf = async (token: string) =>
  (await shellModel(args("/qiaqia/home", token))).notices.map(({ text }) => text);

describe("打开地址时的顶部菜单", () => {
  test("取拥有该地址的那一个，不是第一个；首页取第一个", async () => {
    const { token } = await browser(world, "admin");
    const current = async (path: string) =>
      (await shellModel(args(path, token))).topTabs.filter((tab) => tab.current).map(({ label }) => label);
    const tabs = (await shellModel(args("/qiaqia/home", token))).topTabs.map(({ label }) => label);
    expect(await current(CLASSES)).toEqual(["基础资料"]);
    expect(tabs[0]).not.toBe("基础资料");
    expect(await current(`${CLASSES}/new`)).toEqual(["基础资料"]);
    expect(await current("/qiaqia/home")).toEqual([tabs[0]]);
  });
});

describe("资源的权限", () => {
  test("没有查询权限：403，说出缺的权限和追踪号", async () => {
    const { token } = await browser(world, "supplierA");
    expect(await answer(list(args(CLASSES, token)))).toMatchObject({
      status: 403,
      body: { message: "无操作权限：supplier-class.query" },
    });
  });

  test.each([
    ["资源本身停用", "supplier-class"],
    ["所在目录停用", "dir-master-data"],
  ])("%s：页面和接口都是 404，对管理员也一样；其他页面照常", async (_label, name) => {
    const { token } = await browser(world, "admin");
    expect((await answer(list(args(CLASSES, token)))).status).toBe(200);
    await administered(sql`update resource set enabled = false where name = ${name}`);
    expect(await answer(list(args(CLASSES, token)))).toMatchObject({ status: 404, body: { message: "该功能已停用" } });
    const rest = await call(world, { token, method: "POST", path: "/v2/master-data/supplier-class/page", body: {} });
    expect([rest.status, rest.body.code, rest.body.message]).toEqual([404, 40401, "该功能已停用"]);
    expect((await answer(list(args(ORDERS, token)))).status).toBe(200);
  });
});

describe("权限变更", () => {
  test("下一次请求就生效，并提示一次「您的权限已更新」", async () => {
    const { token } = await browser(world, "buyerA");
    expect((await answer(list(args(ORDERS, token)))).status).toBe(200);
    expect(await noticesOf(token)).toEqual([]);
    const revoke = sql`delete from role_permission where role_code = 'buyer' and permission_id = 'purchase-order' and action = 'query'`;
    await administered(revoke);
    expect((await answer(list(args(ORDERS, token)))).status).toBe(403);
    expect(await noticesOf(token)).toEqual(["您的权限已更新"]);
    expect(await noticesOf(token)).toEqual([]);
    await administered(sql`insert into role_permission values ('buyer', 'purchase-order', 'query')`);
    expect((await answer(list(args(ORDERS, token)))).status).toBe(200);
    expect(await noticesOf(token)).toEqual(["您的权限已更新"]);
  });

  test("别人的权限变更不打扰自己，重新登录也不提示", async () => {
    const { token } = await browser(world, "buyerA");
    await noticesOf(token);
    await administered(
      sql`insert into role_permission values ('finance', 'supplier-class', 'import') on conflict do nothing`,
    );
    expect(await noticesOf(token)).toEqual([]);
    expect(await noticesOf((await browser(world, "buyerA")).token)).toEqual([]);
  });

  test("同时到达的许多请求里也只留一条提示", async () => {
    const { token } = await browser(world, "manager");
    await noticesOf(token);
    await administered(sql`insert into role_permission values ('purchase_manager', 'company', 'import')`);
    await Promise.all(Array.from({ length: 8 }, () => answer(list(args(ORDERS, token)))));
    expect(await noticesOf(token)).toEqual(["您的权限已更新"]);
  });
});

describe("菜单指向没有的页面", () => {
  const menu = (id: string, path: string) =>
    sql`insert into resource (parent_id, type, name, title, path, component, sort_no)
      select id, 'menu', ${id}, '旧页面', ${path}, 'gone/gone', 1 from resource where name = 'dir-master-data'`;
  const entries = async () =>
    (
      await sql<{ label: string; user_name: string; reason: string }>`
        select label, user_name, reason from audit_log where action = 'module-not-found' order by at, id`.execute(
        world.engine.database.connection(),
      )
    ).rows;

  test("有权限的人得到 404 与 MODULE_NOT_FOUND，并记入审计；没有权限的人得到 403", async () => {
    await administered(
      menu("test-gone", "/master-data/gone"),
      sql`insert into role_permission values ('system_admin', 'test-gone', 'query')`,
    );
    const { token } = await browser(world, "admin");
    for (const path of ["/master-data/gone", "/master-data/gone/0190/edit"])
      expect(await answer(list(args(path, token)))).toMatchObject({
        status: 404,
        body: { message: "页面不存在（MODULE_NOT_FOUND）", code: "MODULE_NOT_FOUND" },
      });
    expect(await entries()).toEqual(
      Array.from({ length: 2 }, () => ({
        label: "菜单「旧页面」没有对应的页面",
        user_name: "管理员",
        reason: "/master-data/gone",
      })),
    );
    const other = await browser(world, "buyerA");
    expect((await answer(list(args("/master-data/gone", other.token)))).status).toBe(403);
    expect(await entries()).toHaveLength(2);
  });

  test("路径不是两段的菜单也一样", async () => {
    await administered(
      menu("test-deep", "/reports"),
      sql`insert into role_permission values ('system_admin', 'test-deep', 'query')`,
    );
    const { token } = await browser(world, "admin");
    expect((await answer(splat(args("/reports", token)))).body).toMatchObject({ code: "MODULE_NOT_FOUND" });
  });

  test("没有菜单的未知路径：302 到 /404，带上原地址", async () => {
    const { token } = await browser(world, "admin");
    expect(await answer(list(args("/master-data/nothing?a=1", token)))).toMatchObject({
      status: 302,
      to: "/404?from=%2Fmaster-data%2Fnothing%3Fa%3D1",
    });
    expect((await answer(splat(args("/x/y/z/u/v")))).to).toBe("/404?from=%2Fx%2Fy%2Fz%2Fu%2Fv");
  });
});

describe("没有可用的登录", () => {
  const WANTED = `${ORDERS}?state=draft`;
  const LOGIN = `/user/login?redirect=${encodeURIComponent(WANTED)}`;

  test("从未登录：去登录，带上路径和条件", async () => {
    expect(await answer(list(args(WANTED)))).toMatchObject({ status: 302, to: LOGIN, cookie: null });
  });

  test("登录已失效（401）：去登录，说 Unauthorized 和 Authorization verification failed", async () => {
    const { token } = await browser(world, "buyerB");
    await sql`update session set ended_at = now() where user_id = ${world.accounts.buyerB}`.execute(
      world.engine.database.connection(),
    );
    const { to } = await answer(list(args(WANTED, token)));
    expect(to).toBe(`${LOGIN}&why=over`);
    const { notices } = await loginModel(args(to ?? ""));
    expect(notices).toMatchObject([
      { text: expect.stringContaining("Unauthorized"), msg: "Authorization verification failed" },
    ]);
    expect(notices[0]?.text).toContain("Authorization verification failed");
  });

  test("编造的令牌（TOKEN认证失败）：清除 Cookie，302 到同一路径且不带查询条件", async () => {
    const forged = await answer(list(args(WANTED, "F".repeat(43))));
    expect(forged).toMatchObject({ status: 302, to: ORDERS, cookie: expect.stringContaining("Access-Token=; ") });
    expect(forged.cookie).toContain("Max-Age=0");
    expect((await answer(list(args(ORDERS)))).to).toBe(`/user/login?redirect=${encodeURIComponent(ORDERS)}`);
  });

  test("接口 /v1 收到编造的令牌：500 与文本 TOKEN认证失败；没有令牌：401；/v2 一律 401", async () => {
    const ask = (path: string, headers: Record<string, string>) =>
      world.services.rest.fetch(new Request(`http://portal.test${path}`, { headers }), { requestId: "r", ip: "" });
    const bad = await ask("/v1/user/getWxUserInfo.do", { Authorization: "F".repeat(43) });
    expect([bad.status, bad.headers.get("Content-Type"), await bad.text()]).toEqual([
      500,
      "text/plain; charset=utf-8",
      "TOKEN认证失败",
    ]);
    const none = await ask("/v2/user/info", {});
    expect([none.status, (await none.json()).message]).toEqual([401, "Authorization verification failed"]);
    const second = await ask("/v2/user/info", { Authorization: "F".repeat(43) });
    expect([second.status, (await second.json()).code]).toEqual([401, 40105]);
  });

  test("没有任何权限（roles must be a non-null array）：退出登录，登录页说明原因", async () => {
    const { token } = await browser(world, "finance");
    await administered(sql`delete from user_role where user_id = ${world.accounts.finance}`);
    const { to, cookie } = await answer(home(args("/qiaqia/home", token)));
    expect(to).toBe("/user/login?redirect=%2Fqiaqia%2Fhome&why=no-roles");
    expect(cookie).toContain("Max-Age=0");
    const { notices } = await loginModel(args(to ?? ""));
    expect(notices).toMatchObject([
      { title: "错误", text: "请求用户信息失败，请重试", msg: "failed to request user info, please retry" },
      { text: "该账号未分配角色，请联系管理员", msg: "roles must be a non-null array" },
    ]);
    // The session is over, not only its cookie.
    expect((await answer(home(args("/qiaqia/home", token)))).to).toContain("why=over");
  });
});
