import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createRest } from "~/api/rest.server";
import { loginPage } from "~/edge/login.server";
import { arriveByTicket } from "~/edge/single-sign-on.server";
import { openSession } from "~/engine/session/session.server";
import { issueTicket, signatureOf } from "~/engine/session/single-sign-on.server";
import { readEnv } from "~/env.server";
import { enter, rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const SECRET = "a-secret-of-at-least-thirty-two-letters";
const env = readEnv({ NODE_ENV: "test", SSO_SECRETS: `oa=${SECRET}, mdm=${SECRET}-mdm` });
const rest = createRest({ env, log: world.services.log, engine: world.engine });
const FACTS = { requestId: "r", ip: "", channel: "page" as const };

interface Asking {
  client?: string;
  secret?: string;
  timestamp?: number;
  nonce?: string;
  body?: object | string;
  signature?: string;
}

async function ask(asking: Asking = {}, calls = rest) {
  const { client = "oa", secret = SECRET, nonce = randomUUID() } = asking;
  const timestamp = String(asking.timestamp ?? world.clock.now().getTime());
  const given = asking.body ?? { account: "buyerA" };
  const body = typeof given === "string" ? given : JSON.stringify(given);
  const signature = asking.signature ?? signatureOf(secret, { timestamp, nonce, body });
  const headers = {
    "Content-Type": "application/json",
    "X-Portal-Client": client,
    "X-Portal-Timestamp": timestamp,
    "X-Portal-Nonce": nonce,
    "X-Portal-Signature": signature,
  };
  const request = new Request("http://portal.test/v2/sso/ticket", { method: "POST", headers, body });
  const response = await calls.fetch(request, { requestId: "r", ip: "" });
  return { status: response.status, body: await response.json() };
}

async function ticket(account = "buyerA", lifeMs = 300_000): Promise<string> {
  return (await issueTicket(world.engine, { account, redirect: "", lifeMs, issuedBy: "oa" })).ticket;
}

async function exchange(token: string) {
  const request = new Request(`http://portal.test/v1/singleLogin?token=${token}`);
  const response = await rest.fetch(request, { requestId: "r", ip: "" });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Where a page with a token in its address leads, and what the browser keeps. */
async function arrive(address: string, cookie = ""): Promise<{ to: string | null; cookies: string[] } | null> {
  const request = new Request(`http://portal.test/web${address}`, { headers: { Cookie: cookie } });
  const given = await arriveByTicket({ request, context: {} }).catch((thrown: unknown) => thrown);
  if (given === undefined) return null;
  if (!(given instanceof Response)) throw given;
  return { to: given.headers.get("Location"), cookies: given.headers.getSetCookie() };
}

describe("其他系统申请登录凭证", () => {
  test("签名正确：得到一次性凭证，最长5分钟", async () => {
    const { status, body } = await ask({ body: { account: " buyerA ", redirect: "/qiaqia/home", expiresIn: 60 } });
    expect(status).toBe(200);
    expect(Date.parse(body.result.expireAt) - world.clock.now().getTime()).toBe(60_000);
    expect(await exchange(body.result.ticket)).toMatchObject({
      status: 200,
      body: { result: { redirect: "/qiaqia/home" } },
    });
    const [row] = await rowsOf(world, "sign_in_ticket", "issued_at");
    expect(JSON.stringify(row)).not.toContain(body.result.ticket);
  });

  test("同一请求再发一次被拒绝", async () => {
    const asking = { nonce: randomUUID() };
    expect((await ask(asking)).status).toBe(200);
    expect((await ask(asking)).status).toBe(401);
  });

  test.each<[string, Asking]>([
    ["别的密钥", { secret: `${SECRET}x` }],
    ["别的系统的密钥", { client: "mdm" }],
    ["没有登记的系统", { client: "crm" }],
    ["没有签名", { signature: "" }],
    ["签名之后改过正文", { signature: signatureOf(SECRET, { timestamp: "1", nonce: "n".repeat(16), body: "{}" }) }],
    ["时间早了5分钟", { timestamp: world.clock.now().getTime() - 300_001 }],
    ["时间晚了5分钟", { timestamp: world.clock.now().getTime() + 300_001 }],
    ["随机串太短", { nonce: "abc" }],
  ])("%s：401", async (_label, asking) => {
    expect(await ask(asking)).toMatchObject({ status: 401, body: { code: 40101 } });
  });

  test.each<[string, object | string, number]>([
    ["账号不存在", { account: "nobody" }, 40401],
    ["超过5分钟", { account: "buyerA", expiresIn: 301 }, 40002],
    ["不是 JSON", "account=buyerA", 40002],
    ["去向在别的网站", { account: "buyerA", redirect: "//evil.example" }, 40002],
  ])("%s：%s → %s", async (_label, body, code) => {
    expect((await ask({ body })).body.code).toBe(code);
  });

  test("没有配置密钥：接口不存在", async () => {
    expect((await ask({}, world.services.rest)).status).toBe(404);
  });
});

describe("GET /v1/singleLogin", () => {
  test("换到会话：方式为单点，写入登录日志；第二次无效", async () => {
    const token = await ticket("buyerB");
    const { status, headers, body } = await exchange(token);
    expect(status).toBe(200);
    expect(headers.get("Set-Cookie")).toContain(`Access-Token=${body.result.token}`);
    const session = await openSession(world.engine, body.result.token, FACTS);
    expect(session?.context.actor.account).toBe("buyerB");
    const log = await rowsOf(world, "login_log", "created_at");
    expect(log.at(-1)).toMatchObject({ account: "buyerB", event: "login", result: "ok", channel: "single" });
    expect(await exchange(token)).toMatchObject({ status: 401, body: { code: 40105, message: "单点登录已失效" } });
  });

  test("两个请求同时用一张凭证，只有一个成功", async () => {
    const token = await ticket();
    const statuses = (await Promise.all([exchange(token), exchange(token), exchange(token)])).map((one) => one.status);
    expect(statuses.sort()).toEqual([200, 401, 401]);
  });

  test("过期的、编造的、会话的口令都无效", async () => {
    const late = await ticket("buyerA", 60_000);
    const { token: raw } = await enter(world, { account: "buyerA" });
    world.clock.advance(60_000);
    for (const token of [late, "A".repeat(43), "", raw, "x' or 1=1"])
      expect([token, (await exchange(encodeURIComponent(token))).status]).toEqual([token, 401]);
  });

  test("账号已冻结：凭证用掉，答复40104", async () => {
    const token = await ticket("qa");
    const connection = world.engine.database.connection();
    await sql`update app_user set state = 'blocked', block_reason = '离职' where id = ${world.accounts.qa}`.execute(
      connection,
    );
    expect(await exchange(token)).toMatchObject({ body: { code: 40104, message: "账号已冻结：离职，请联系管理员" } });
    await sql`update app_user set state = 'active' where id = ${world.accounts.qa}`.execute(connection);
    expect((await exchange(token)).status).toBe(401);
  });
});

describe("页面地址里的 token", () => {
  const page = "/purchase-orders/purchase-order?state=draft";

  test("没有登录：换成会话，回到去掉 token 的同一地址", async () => {
    const arrived = await arrive(`${page}&token=${await ticket()}`);
    expect(arrived?.to).toBe(page);
    const token = /^Access-Token=([\w-]{43});/.exec(arrived?.cookies[0] ?? "")?.[1] ?? null;
    expect((await openSession(world.engine, token, FACTS))?.context.actor.account).toBe("buyerA");
  });

  test("已经登录：去掉参数，保留原来的会话，凭证没有用掉", async () => {
    const { token } = await enter(world, { account: "manager" });
    const unused = await ticket();
    expect(await arrive(`${page}&token=${unused}`, `Access-Token=${token}`)).toEqual({ to: page, cookies: [] });
    expect((await exchange(unused)).status).toBe(200);
  });

  test("无效的值：去掉参数，登录页说单点登录已失效，只说一次", async () => {
    const { token: raw } = await enter(world, { account: "manager" });
    for (const bad of [raw, "x", "", "A".repeat(43)]) {
      const arrived = await arrive(`${page}&token=${bad}`);
      expect(arrived?.to).toBe(page);
      expect(arrived?.cookies).toHaveLength(1);
      const cookie = arrived?.cookies[0]?.split(";")[0] ?? "";
      const request = new Request("http://portal.test/web/user/login", { headers: { Cookie: cookie } });
      const { model, headers } = await loginPage({ request, context: {} });
      expect(model.notices).toMatchObject([{ text: "单点登录已失效" }]);
      expect(headers[0]?.[1]).toContain("Sign-In-Word=; Path=/web/user; Max-Age=0");
    }
  });

  test("提交表单时不看 token；没有 token 时什么都不做", async () => {
    expect(await arrive(page)).toBeNull();
    const request = new Request(`http://portal.test/web${page}&token=x`, { method: "POST", body: "a=b" });
    expect(await arriveByTicket({ request, context: {} })).toBeUndefined();
  });
});
