import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pageError, readForm } from "~/edge/request.server";
import { AppError } from "~/engine/errors";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { sessionCookie, tokenOf } from "~/engine/session/cookie.server";
import { navOf, topTabs } from "~/engine/session/menu.server";
import { hashPassword, passwordFits } from "~/engine/session/password.server";
import { openSession, signOut } from "~/engine/session/session.server";
import { loader as classes } from "~/routes/_shell.$module.$screen._index";
import { action as change } from "~/routes/_shell.$module.$screen.$id.$transition";
import { accountOf } from "../../support/company";
import { ORDER, order, released, stored, submitted } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";
import { answer, args, browser } from "../session/guard-support";

const world = await openWorld();
afterAll(() => world.close());

const FACTS = { requestId: "r", ip: "", channel: "page" as const };
const ORDERS = "/purchase-orders/purchase-order";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

function rest(path: string, init: RequestInit = {}): Promise<Response> {
  return world.services.rest.fetch(new Request(`http://portal.test${path}`, init), { requestId: "trace-9", ip: "" });
}

describe("令牌", () => {
  test("Cookie：HttpOnly、SameSite=Lax、整站、随会话有期限；https 时 Secure", () => {
    const token = "t".repeat(43);
    expect(sessionCookie(token, true)).toMatch(
      /^Access-Token=t{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(sessionCookie(token, false)).not.toContain("Secure");
    expect(sessionCookie("", true)).toContain("Max-Age=0");
  });

  test("标头优先于 Cookie，可带 Bearer；地址里的 token 从不算数", () => {
    const request = (headers: Record<string, string>, path = "/web/x") =>
      new Request(`http://portal.test${path}`, { headers });
    const Cookie = "a=1; Access-Token=cookie; b=2";
    expect(tokenOf(request({ Cookie }))).toBe("cookie");
    expect(tokenOf(request({ Cookie, Authorization: "Bearer header" }))).toBe("header");
    expect(tokenOf(request({ Cookie, Authorization: "header" }))).toBe("header");
    expect(tokenOf(request({}, "/web/x?token=address&Access-Token=address"))).toBeNull();
    expect(tokenOf(request({ Cookie: "X-Access-Token=other" }))).toBeNull();
  });

  test("退出之后，同一个 Cookie 在页面和接口都不再有效", async () => {
    const { token } = await browser(world, "buyerA");
    const session = await openSession(world.engine, token, FACTS);
    expect((await answer(classes(args(ORDERS, token)))).status).toBe(200);
    if (session) await signOut(session.context);
    expect((await answer(classes(args(ORDERS, token)))).to).toContain("/user/login");
    expect((await rest("/v2/user/info", { headers: { Cookie: `Access-Token=${token}` } })).status).toBe(401);
  });

  test("编造的令牌不能结束任何会话", async () => {
    const { token } = await browser(world, "buyerA");
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect((await rest("/v2/user/logout", { method: "POST", headers: { Authorization: forged } })).status).toBe(200);
    expect((await rest("/v2/user/info", { headers: { Authorization: token } })).status).toBe(200);
  });

  test("数据库里只有令牌的摘要", async () => {
    const { token } = await browser(world, "buyerA");
    const { rows } = await sql<{ text: string }>`select to_jsonb(session)::text as text from session`.execute(
      world.engine.database.connection(),
    );
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  });
});

describe("表单的凭证", () => {
  const posted = (token: string, csrf: string | null, id: string, version: string) => {
    const body = new URLSearchParams({ _version: version, ...(csrf === null ? {} : { _csrf: csrf }) });
    return args(`${ORDERS}/${id}/withdraw`, token, {
      method: "POST",
      body,
      headers: FORM,
      params: { module: "purchase-orders", screen: "purchase-order", id, transition: "withdraw" },
    });
  };

  test("没有凭证、别人的凭证、改过的凭证：403，什么都没有改变", async () => {
    const { id, version } = await submitted(world);
    const [own, other] = [await browser(world, "buyerA"), await browser(world, "manager")];
    for (const csrf of [null, "", other.csrf, `${own.csrf}x`, own.csrf.slice(0, -1)]) {
      const refused = await answer(change(posted(own.token, csrf, id, String(version))));
      expect([csrf, refused.status]).toEqual([csrf, 403]);
    }
    expect((await stored(world, id)).state).toBe("approved");
    expect((await answer(change(posted(own.token, own.csrf, id, String(version))))).status).toBe(303);
    expect((await stored(world, id)).state).toBe("draft");
  });

  test("凭证只属于一个会话：另一次登录的凭证不通用", async () => {
    const [first, second] = [await browser(world, "buyerA"), await browser(world, "buyerA")];
    const session = await openSession(world.engine, second.token, FACTS);
    if (!session) throw new Error("not signed in");
    const request = args("/x", second.token, {
      method: "POST",
      body: new URLSearchParams({ _csrf: first.csrf }),
      headers: FORM,
    });
    const refused = await answer(readForm(request, session.context));
    expect(refused.status).toBe(403);
  });
});

describe("密码和账号", () => {
  test("哈希是 argon2id，每行盐不同", async () => {
    const [one, other] = await Promise.all([hashPassword("Test@2025"), hashPassword("Test@2025")]);
    for (const hash of [one, other]) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect([await passwordFits("Test@2025", one), await passwordFits("Test@2026", one)]).toEqual([true, false]);
  });

  test("不存在的账号与错误的密码答复一模一样", async () => {
    const ask = async (username: string) => {
      const body = new URLSearchParams({ username, password: "Wrong@2025" });
      const response = await rest("/v1/login", { method: "POST", body });
      return [response.status, { ...(await response.json()), timestamp: 0 }, response.headers.get("Set-Cookie")];
    };
    expect(await ask("nobody-here")).toEqual(await ask("planner"));
  });
});

describe("供应商的墙", () => {
  const INTERNAL = ["company", "purchase-group"];

  beforeAll(async () => {
    const connection = world.engine.database.connection();
    for (const id of INTERNAL)
      for (const action of ["query", "get", "add", "edit", "delete", "export"])
        await sql`insert into role_permission values ('supplier_admin', ${id}, ${action}) on conflict do nothing`.execute(
          connection,
        );
    await sql`insert into user_role values (${world.accounts.supplierA}, 'system_admin')`.execute(connection);
    await sql`update permission_version set version = version + 1`.execute(connection);
  });

  const internal = () => world.engine.registry.screens.filter(({ entity }) => entity.access.suppliers.kind === "none");

  test("误授了内部角色和内部权限的供应商：每个内部资源的页面和接口都是 403", async () => {
    const { token } = await browser(world, "supplierA");
    expect(internal().length).toBeGreaterThan(2);
    for (const { area, key, entity } of internal()) {
      const page = await answer(classes(args(`/${area}/${key}`, token)));
      expect([key, page.status]).toEqual([key, 403]);
      const list = await call(world, { token, method: "POST", path: `${callsPath(entity)}/page`, body: {} });
      expect([key, list.status, list.body.code]).toEqual([key, 403, 40301]);
      const made = await call(world, { token, method: "POST", path: callsPath(entity), body: { name: "伪造" } });
      expect([key, made.status]).toEqual([key, 403]);
    }
  });

  test("菜单和用户信息里也没有它们", async () => {
    const session = await openSession(world.engine, (await browser(world, "supplierA")).token, FACTS);
    if (!session) throw new Error("not signed in");
    const keys = internal().map(({ key }) => key);
    for (const tab of await topTabs(session.context))
      for (const { name } of await navOf(session.context, tab.id)) expect(keys).not.toContain(name);
    expect(keys.filter((key) => session.context.actor.permissions.has(key))).toEqual([]);
    expect(session.context.actor.roles).toEqual([accountOf("supplierA").role]);
  });

  test("范围之外的单据是 404，不是 403", async () => {
    const token = await signIn(world, "supplierB");
    const { id } = await released(world);
    const found = await call(world, { token, method: "GET", path: `/v2/${ORDER}/${id}` });
    expect([found.status, found.body.code]).toEqual([404, 40401]);
  });
});

describe("路径按原样匹配", () => {
  test.each([
    "/v2/user/info.js",
    "/v2/user/info.css",
    "/v2/user/info/",
    "/v2/user/info;.js",
    "/v2/user/info%00.js",
    "/v2//user/info",
    "/v1/login/../../v2/user/info",
    "/v1/login/x",
    "/v1/login.js",
    "/V2/user/info",
  ])("接口 %s 不因前后缀而免登录", async (path) => {
    const response = await rest(path);
    expect([400, 401, 404]).toContain(response.status);
    expect(await response.text()).not.toContain("accountName");
  });

  test.each(["/purchase-orders/purchase-order.js", "/purchase-orders/purchase-order.css", "/purchase-orders/.png"])(
    "页面 %s 不因后缀而免登录",
    async (path) => {
      const [, module = "", screen = ""] = path.split("/");
      expect((await answer(classes(args(path, "", { params: { module, screen } })))).to).toMatch(/^\/user\/login\?/);
    },
  );
});

describe("错误不带内情", () => {
  test("接口出错：50001、一句话和追踪号，没有语句也没有堆栈", async () => {
    const token = await signIn(world, "buyerA");
    const broken = vi.spyOn(world.engine.registry, "screen").mockImplementation(() => {
      throw new Error("select * from secret at /srv/app/file.ts:1");
    });
    const failing = vi.spyOn(world.engine.registry, "screensOf").mockImplementation(() => {
      throw new Error("select * from secret at /srv/app/file.ts:1");
    });
    try {
      const response = await rest(`/v2/${ORDER}/page`, {
        method: "POST",
        body: "{}",
        headers: { Authorization: token, "Content-Type": "application/json" },
      });
      expect([response.status, await response.json()]).toEqual([
        500,
        {
          success: false,
          code: 50001,
          message: "系统繁忙，请稍后再试（追踪号trace-9）",
          result: null,
          timestamp: expect.any(Number),
          traceId: "trace-9",
        },
      ]);
    } finally {
      broken.mockRestore();
      failing.mockRestore();
    }
  });

  test("每个已知错误的答复只有代码里的中文句子", async () => {
    const said = await answer(Promise.reject(pageError(new AppError("unavailable"))));
    expect(said).toMatchObject({ status: 503, body: { message: "系统暂时不可用，请稍后重试" } });
    const token = await signIn(world, "buyerA");
    const { id } = await order(world, await world.as("buyerA"));
    const refused = await call(world, {
      token,
      method: "PUT",
      path: `/v2/${ORDER}/${id}`,
      body: { version: 1, supplier_id: "'; drop table" },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toMatch(/select |syntax error|\.ts:\d/);
  });
});
