import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { loginAction, loginPage } from "~/edge/login.server";
import { openEdge, requireEdge } from "~/edge/request.server";
import { newDeviceSecret } from "~/engine/session/device.server";
import { openSession, signOut } from "~/engine/session/session.server";
import { type AccountName, PASSWORD } from "../../support/company";
import { runHourlyPurge } from "../../support/every-job";
import { call } from "../../support/rest";
import { enter, outcome, rowsOf, setParameter } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FACTS = { requestId: "r", ip: "", channel: "page" as const, takesNewToken: true };
const open = (token: string) => openSession(world.engine, token, FACTS);
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
const idOf = (account: AccountName) => world.accounts[account];

/** What a page's loader meets: the answer that stops it, or nothing. */
async function visit(address: string, token: string) {
  const request = new Request(`http://portal.test/web${address}`, { headers: { Cookie: `Access-Token=${token}` } });
  const memory = new Map<string, unknown>();
  const args = { request, context: { request: memory } };
  const given = await requireEdge(args).catch((thrown: unknown) => thrown);
  const headers = memory.get("answerHeaders");
  return {
    to: given instanceof Response ? given.headers.get("Location") : null,
    status: given instanceof Response ? given.status : 200,
    cookies: given instanceof Response ? given.headers.getSetCookie() : [],
    left: headers instanceof Headers ? headers : null,
  };
}

describe("口令超过24小时换新", () => {
  test("24小时以内不换；之后换一次，旧口令还能用60秒，会话续到7天", async () => {
    const { token } = await enter(world, { account: "buyerA" });
    world.clock.advance(DAY);
    expect((await open(token))?.newToken).toBeNull();
    world.clock.advance(1);
    const answers = await Promise.all([open(token), open(token), open(token)]);
    const fresh = answers.flatMap((one) => one?.newToken ?? []);
    expect(fresh).toHaveLength(1);
    expect(answers.every((one) => one !== null)).toBe(true);
    const next = fresh[0] ?? "";
    expect(await open(next)).toMatchObject({ newToken: null, context: { actor: { account: "buyerA" } } });
    world.clock.advance(59_999);
    expect(await open(token)).toMatchObject({ newToken: null });
    world.clock.advance(2);
    expect(await open(token)).toBeNull();
    world.clock.advance(DAY - 60_002);
    expect(await open(next)).toMatchObject({ newToken: null });
    world.clock.advance(6 * DAY - 1);
    expect(await openSession(world.engine, next, { ...FACTS, takesNewToken: false })).not.toBeNull();
    world.clock.advance(2);
    expect(await open(next)).toBeNull();
  });

  test("页面：新口令交给主机发出；退出登录的页面不换", async () => {
    const { token } = await enter(world, { account: "buyerA" });
    world.clock.advance(DAY + 1);
    expect((await visit("/account/logout", token)).left).toBeNull();
    const { left } = await visit("/qiaqia/home", token);
    const next = left?.get("authorization") ?? "";
    expect(left?.get("Set-Cookie")).toContain(`Access-Token=${next}; Path=/;`);
    expect((await open(next))?.context.actor.account).toBe("buyerA");
    // The forms of pages drawn before carry the same secret.
    expect((await open(next))?.context.session?.csrf).toBe((await open(token))?.context.session?.csrf);
  });

  test("REST：标头和 Cookie 都给，出错的答复也给；退出登录不给", async () => {
    const { token } = await enter(world, { account: "buyerB" });
    world.clock.advance(DAY + 1);
    const answer = await call(world, { token, method: "GET", path: "/v2/no/such/call" });
    const next = answer.headers.get("authorization") ?? "";
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Set-Cookie")).toContain(`Access-Token=${next};`);
    expect((await call(world, { token, method: "GET", path: "/v2/user/info" })).headers.has("authorization")).toBe(
      false,
    );
    world.clock.advance(DAY + 1);
    const left = await call(world, { token: next, method: "POST", path: "/v2/user/logout" });
    expect([left.headers.get("authorization"), left.headers.get("Set-Cookie")]).toEqual([
      null,
      expect.stringContaining("Access-Token=; Path=/; Max-Age=0"),
    ]);
    expect(await open(next)).toBeNull();
  });

  test("退出登录：过期的会话和编造的口令也答复成功", async () => {
    const { token } = await enter(world, { account: "buyerB" });
    world.clock.advance(8 * DAY);
    for (const one of [token, "A".repeat(43), ""]) {
      const answer = await call(world, { token: one, method: "POST", path: "/v2/user/logout" });
      expect([one, answer.status, answer.body.result]).toEqual([one, 200, "success"]);
    }
  });
});

test("闲置时限默认不限；设了之后，闲置更久的会话结束，未超过的继续", async () => {
  const [idle, busy] = [await enter(world, { account: "planner" }), await enter(world, { account: "planner" })];
  await setParameter(world, "security.session.idleHours", "2");
  world.clock.advance(2 * HOUR);
  expect(await open(busy.token)).not.toBeNull();
  world.clock.advance(HOUR);
  expect(await open(busy.token)).not.toBeNull();
  expect(await open(idle.token)).toBeNull();
  await setParameter(world, "security.session.idleHours", "0");
  expect(await open(idle.token)).toBeNull();
});

describe("必须先改密码", () => {
  async function pressed(token: string, text: string) {
    expect((await open(token))?.context.session?.passwordPressure).toBe(text);
    for (const page of ["/qiaqia/home", "/purchase-orders/purchase-order?state=draft", "/account/inbox"])
      expect([page, (await visit(page, token)).to]).toEqual([page, "/account/password?forced=1"]);
    // Each loader of a page gets an answer of its own: Remix writes the base path into each.
    const request = new Request("http://portal.test/web/qiaqia/home", { headers: { Cookie: `Access-Token=${token}` } });
    const args = { request, context: { request: new Map<string, unknown>() } };
    const answers = await Promise.all([openEdge(args), openEdge(args)].map((one) => one.catch((thrown) => thrown)));
    expect(answers.every((answer) => answer instanceof Response)).toBe(true);
    expect(new Set(answers).size).toBe(2);
    for (const page of ["/account/password", "/account/password?forced=1", "/account/logout"])
      expect([page, (await visit(page, token)).to]).toEqual([page, null]);
    const answer = await call(world, { token, method: "GET", path: "/v2/user/topTab" });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([403, 40303, text]);
    const info = await call(world, { token, method: "GET", path: "/v2/user/info" });
    expect([info.status, info.body.result]).toMatchObject([200, { mustChangePassword: true }]);
    const post = new Request("http://portal.test/web/purchase-orders/purchase-order/new", {
      method: "POST",
      body: new URLSearchParams({ a: "b" }),
      headers: { Cookie: `Access-Token=${token}` },
    });
    await expect(openEdge({ request: post, context: {} })).rejects.toMatchObject({ status: 302 });
  }

  test("一次性密码", async () => {
    await change(sql`update user_secret set must_change = true where user_id = ${idOf("qa")}`);
    const { token, mustChangePassword } = await enter(world, { account: "qa" });
    expect(mustChangePassword).toBe(true);
    await pressed(token, "您正在使用一次性密码，请先修改密码");
    await change(sql`update user_secret set must_change = false where user_id = ${idOf("qa")}`);
    expect((await visit("/qiaqia/home", token)).to).toBeNull();
  });

  test("太弱的密码，按登录时输入的判断", async () => {
    const { hashPassword } = await import("~/engine/session/password.server");
    const hash = await hashPassword("onlyletters");
    await change(sql`update user_secret set password_hash = ${hash} where user_id = ${idOf("warehouse")}`);
    const { token, passwordWeak } = await enter(world, { account: "warehouse", password: "onlyletters" });
    expect(passwordWeak).toBe(true);
    await pressed(token, "您的密码复杂度太低（密码中必须包含大小写字母、数字,最少8位),请及时改密码！");
  });

  test("密码太久没有修改：天数是参数，0为不限", async () => {
    const { token } = await enter(world, { account: "finance" });
    const at = new Date(world.clock.now().getTime() - 180 * DAY - 1).toISOString();
    await change(sql`update user_secret set changed_at = ${at} where user_id = ${idOf("finance")}`);
    await pressed(token, "密码已超过180天未修改，请先修改密码");
    await setParameter(world, "security.password.maxAgeDays", "0");
    expect((await open(token))?.context.session?.passwordPressure).toBeNull();
    await setParameter(world, "security.password.maxAgeDays", "180");
  });
});

test("没有角色的账号：能登录，打开页面时退出并回到登录页说明原因", async () => {
  await change(sql`delete from user_role where user_id = ${idOf("supplierB")}`);
  await change(sql`update permission_version set version = version + 1`);
  const { token } = await enter(world, { account: "supplierB" });
  const { to, cookies } = await visit("/purchase-orders/purchase-order?page=2", token);
  expect(to).toBe(`/user/login?redirect=${encodeURIComponent("/purchase-orders/purchase-order?page=2")}&why=no-roles`);
  expect(cookies[0]).toContain("Access-Token=; Path=/; Max-Age=0");
  expect(await open(token)).toBeNull();
  const { model } = await loginPage({ request: new Request(`http://portal.test/web${to}`), context: {} });
  expect(model.notices).toMatchObject([
    { title: "错误", text: "请求用户信息失败，请重试", msg: "failed to request user info, please retry" },
    { text: "该账号未分配角色，请联系管理员" },
  ]);
  expect(model.redirect).toBe("/purchase-orders/purchase-order?page=2");
});

test("工作中账号被冻结、会话被结束：页面去登录，调用答复401", async () => {
  for (const end of [
    () => change(sql`update app_user set state = 'blocked', block_reason = '调岗' where id = ${idOf("manager")}`),
    () =>
      change(
        sql`update session set ended_at = ${world.clock.now().toISOString()}, end_reason = 'forced' where ended_at is null`,
      ),
  ]) {
    await change(sql`update app_user set state = 'active' where id = ${idOf("manager")}`);
    const { token } = await enter(world, { account: "manager" });
    await end();
    expect((await visit("/qiaqia/home", token)).to).toMatch(/^\/user\/login\?redirect=%2Fqiaqia%2Fhome/);
    expect(await call(world, { token, method: "GET", path: "/v2/user/info" })).toMatchObject({
      status: 401,
      body: { code: 40105 },
    });
  }
});

test("冻结的账号：密码错误时与别人一样，密码正确才说原因", async () => {
  await change(sql`update app_user set state = 'blocked', block_reason = '合同到期' where id = ${idOf("planner")}`);
  expect(await outcome(enter(world, { account: "planner", password: "x" }))).toBe("wrong_password");
  await expect(enter(world, { account: "planner" })).rejects.toMatchObject({
    code: 40104,
    message: "账号已冻结：合同到期，请联系管理员",
  });
});

describe("登录日志", () => {
  test("成功、失败、锁定、退出、强制下线和过期都有记录；不存在的账号不照写", async () => {
    await change(sql`delete from login_log`);
    const one = await enter(world, { account: "supplierA", ip: "192.0.2.1", device: "Mozilla Chrome" });
    await outcome(enter(world, { account: "supplierA", password: "x" }));
    await outcome(enter(world, { account: "MySecret@2025", password: "x" }));
    const session = await open(one.token);
    if (!session) throw new Error("not signed in");
    await signOut(session.context);
    await signOut(session.context);
    const two = await enter(world, { account: "supplierA" });
    await change(
      sql`update session set ended_at = ${world.clock.now().toISOString()}, end_reason = 'password' where ended_at is null`,
    );
    await enter(world, { account: "supplierA" });
    world.clock.advance(9 * DAY);
    await runHourlyPurge(world.engine);
    const log = await rowsOf(world, "login_log", "created_at");
    const notified = log.map((row) => [row.event, row.result, row.reason, row.account]);
    expect(notified.sort()).toEqual(
      [
        ["login", "ok", null, "supplierA"],
        ["login", "fail", "wrong_password", "supplierA"],
        ["login", "fail", "unknown_account", "M***"],
        ["logout", "ok", "sign-out", "supplierA"],
        ["login", "ok", null, "supplierA"],
        ["kick", "ok", "password", "supplierA"],
        ["login", "ok", null, "supplierA"],
        ["expire", "ok", "expired", "supplierA"],
      ].sort(),
    );
    expect(log.find((row) => row.event === "login" && row.ip === "192.0.2.1")).toMatchObject({
      user_id: idOf("supplierA"),
      channel: "password",
      device: "Mozilla Chrome",
    });
    expect(JSON.stringify(log)).not.toContain("MySecret");
    expect(JSON.stringify(log)).not.toContain(two.token);
    await expect(change(sql`update login_log set account = 'x'`)).rejects.toThrow("login_log only grows");
  });
});

test("新设备登录：第一台不提醒，新的一台站内信和邮件提醒一次，认得的不再提醒", async () => {
  await change(sql`update app_user set email = 'b@example.com' where id = ${idOf("buyerB")}`);
  await change(sql`delete from known_device`);
  await change(sql`delete from inbox`);
  const notification = async () => (await rowsOf(world, "inbox", "at")).length;
  const [home, office] = [
    { ip: "192.0.2.9", device: "Mozilla Firefox Windows" },
    { ip: "198.51.100.4", device: "Mozilla Android Chrome" },
  ];
  const browser = await newDeviceSecret(world.engine);
  await enter(world, { account: "buyerB", ...home });
  expect(await notification()).toBe(0);
  await enter(world, { account: "buyerB", ...office, newDeviceSecret: browser });
  expect(await rowsOf(world, "inbox", "at")).toMatchObject([
    {
      user_id: idOf("buyerB"),
      kind: "security",
      title: "新设备登录提醒",
      body: expect.stringContaining("Chrome / Android，IP 198.51.100.4"),
    },
  ]);
  expect(await rowsOf(world, "mail_outbox", "created_at")).toMatchObject([
    { recipient: "b@example.com", state: "queued", subject: "【供应商平台】新设备登录提醒" },
  ]);
  await enter(world, { account: "buyerB", ...home });
  await enter(world, { account: "buyerB", ...office });
  await enter(world, { account: "buyerB", ip: "203.0.113.1", device: "else", deviceSecret: browser });
  expect(await notification()).toBe(1);
});

describe("登录页", () => {
  async function post(fields: Record<string, string>, address = "/user/login", cookie = "") {
    const request = new Request(`http://portal.test/web${address}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Cookie: cookie },
    });
    const given = await loginAction({ request, context: {} }).catch((thrown: unknown) => thrown);
    if (given instanceof Response) return { to: given.headers.get("Location"), cookies: given.headers.getSetCookie() };
    return given as Awaited<ReturnType<typeof loginAction>>;
  }

  test("第三次失败起带验证码，换一张保留账号和去向；答错说在旁边", async () => {
    const address = "/user/login?redirect=%2Fpurchase-orders%2Fpurchase-order%3Fstate%3Ddraft&kept=1";
    const wrong = { username: "someone", password: "x" };
    for (const captcha of [undefined, undefined, { error: undefined }])
      expect((await post(wrong, address)) as object).toMatchObject({
        status: 401,
        model: {
          problem: "账户或密码错误",
          account: "someone",
          ...(captcha ? { captcha: { id: expect.any(String) } } : {}),
        },
      });
    const refused = await post(wrong, address);
    expect(refused).toMatchObject({ status: 400, model: { captcha: { error: "请输入图中算式的结果" } } });
    const { model } = refused as Awaited<ReturnType<typeof loginAction>>;
    const again = new URL(model.captcha?.again ?? "", "http://x");
    expect(Object.fromEntries(again.searchParams)).toEqual({
      redirect: "/purchase-orders/purchase-order?state=draft",
      kept: "1",
      account: "someone",
      sum: "1",
    });
    const page = await loginPage({
      request: new Request(`http://portal.test/web${model.captcha?.again}`),
      context: {},
    });
    expect(page.model).toMatchObject({
      account: "someone",
      captcha: { picture: expect.stringMatching(/^data:image\/png;base64,/) },
      redirect: model.redirect,
    });
    expect(page.model.captcha?.id).not.toBe(model.captcha?.id);
    const typed = await post({ ...wrong, captchaId: page.model.captcha?.id ?? "", captcha: "0" }, address);
    expect(typed).toMatchObject({ status: 400, model: { captcha: { error: "验证码错误或已过期" } } });
  });

  test("成功：303 到原来的地址，会话和浏览器的 Cookie，问候在首页，不另发消息；连点两次只有一个会话", async () => {
    const fields = { username: "buyerA", password: PASSWORD, _once: "0123456789abcdef" };
    const before = (await rowsOf(world, "session", "issued_at")).length;
    const told = await rowsOf(world, "notice", "created_at");
    const answers = await Promise.all([post(fields), post(fields)]);
    expect((await rowsOf(world, "session", "issued_at")).length).toBe(before + 1);
    const [first, second] = answers as { to: string; cookies: string[] }[];
    expect(first).toEqual(second);
    expect(first?.to).toBe("/qiaqia/home");
    expect(first?.cookies.map((cookie) => cookie.replace(/=[^;]+/, ""))).toEqual([
      "Access-Token; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax",
      "Late-Form; Path=/web; Max-Age=691200; HttpOnly; SameSite=Lax",
      "Device; Path=/web/user; Max-Age=31536000; HttpOnly; SameSite=Lax",
    ]);
    expect(await rowsOf(world, "notice", "created_at")).toEqual(told);
  });

  test("编造的 why 不显示任何话", async () => {
    for (const why of ["x", "__proto__", "constructor", "<b>"]) {
      const request = new Request(`http://portal.test/web/user/login?why=${encodeURIComponent(why)}`);
      expect((await loginPage({ request, context: {} })).model.notices).toEqual([]);
    }
  });
});
