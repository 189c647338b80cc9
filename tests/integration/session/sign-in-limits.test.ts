import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { clearLock } from "~/data/accounts.server";
import type { AppError } from "~/engine/errors";
import { onceOnly } from "~/engine/session/attempts-once.server";
import { newCaptcha, provesCaptcha } from "~/engine/session/captcha.server";
import { newDeviceSecret } from "~/engine/session/device.server";
import { PASSWORD } from "../../support/company";
import { call } from "../../support/rest";
import { enter, outcome, rowsOf, setParameter, solved, sumOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const MINUTE = 60_000;
// Each test begins when everything that was counted before is over.
beforeEach(() => world.clock.advance(60 * MINUTE));

describe.each([
  ["存在的账号", "planner"],
  ["不存在的账号", "nobody-here"],
])("%s", (_label, account) => {
  test("第三次失败之后要图形验证码：没有、答错、用过、过期都不核对密码", async () => {
    const wrong = () => outcome(enter(world, { account, password: "Wrong@1" }));
    expect([await wrong(), await wrong(), await wrong()]).toEqual(Array(3).fill("wrong_password"));
    expect(await wrong()).toBe("captcha");
    const one = await solved(world);
    expect(await outcome(enter(world, { account, password: "x", ...one, captcha: "999" }))).toBe("captcha");
    expect(await outcome(enter(world, { account, password: "x", ...one }))).toBe("captcha");
    const late = await solved(world);
    world.clock.advance(3 * MINUTE);
    expect(await outcome(enter(world, { account, password: "x", ...late }))).toBe("captcha");
    expect(await outcome(enter(world, { account, password: "x", ...(await solved(world)) }))).toBe("wrong_password");
  });

  test("第五次失败起每次等待加倍，最长60秒；等待期间不核对密码也不计数，不会越锁越久", async () => {
    const attempt = async () => {
      const sum = await solved(world);
      return enter(world, { account, password: "Wrong@1", ...sum }).catch((refused: AppError) => refused);
    };
    for (let at = 0; at < 4; at += 1) expect(await attempt()).toMatchObject({ error: "wrong_password" });
    for (const seconds of [5, 10, 20, 40, 60, 60, 60]) {
      const began = {
        error: "locked",
        message: `密码错误次数过多，请在${seconds < 60 ? `${seconds}秒` : "1分钟"}后再试`,
      };
      expect(await attempt()).toMatchObject({ ...began, facts: { retryAfter: seconds } });
      world.clock.advance((seconds - 1) * 1_000);
      expect([await attempt(), await attempt()]).toMatchObject(Array(2).fill({ facts: { retryAfter: 1 } }));
      world.clock.advance(1_000);
    }
    world.clock.advance(31 * MINUTE);
    expect(await attempt()).toMatchObject({ error: "wrong_password" });
  });
});

test("等待过了之后，本人在新的浏览器上用正确的密码登录，从头计数", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1)
    await outcome(enter(world, { account: "qa", password: "x", ...(await solved(world)) }));
  expect(await outcome(enter(world, { account: "qa", ...(await solved(world)) }))).toBe("locked");
  world.clock.advance(5_000);
  expect(await outcome(enter(world, { account: "qa", ...(await solved(world)) }))).toBe("ok");
  expect(await outcome(enter(world, { account: "qa", password: "x" }))).toBe("wrong_password");
});

test("别人猜密码锁不住本人用过的浏览器：它自己计数，也会被锁；管理员解锁一并解开", async () => {
  const device = await newDeviceSecret(world.engine);
  const own = (password?: string, more = {}) =>
    outcome(enter(world, { account: "qa", deviceSecret: device, ...(password ? { password } : {}), ...more }));
  expect(await outcome(enter(world, { account: "qa", newDeviceSecret: device }))).toBe("ok");
  for (let attempt = 0; attempt < 5; attempt += 1)
    await outcome(enter(world, { account: "qa", password: "x", ...(await solved(world)) }));
  expect(await outcome(enter(world, { account: "qa", ...(await solved(world)) }))).toBe("locked");
  expect(await own()).toBe("ok");
  expect(await outcome(enter(world, { account: "qa", ...(await solved(world)) }))).toBe("locked");
  for (let attempt = 0; attempt < 5; attempt += 1) await own("x", await solved(world));
  expect(await own(undefined, await solved(world))).toBe("locked");
  expect(await outcome(enter(world, { account: "manager", deviceSecret: device }))).toBe("ok");
  await clearLock(world.engine.database.connection(), "qa");
  expect(await own()).toBe("ok");
});

test("30分钟以前的失败不再计数", async () => {
  const wrong = () => outcome(enter(world, { account: "manager", password: "x" }));
  for (let attempt = 0; attempt < 3; attempt += 1) await wrong();
  world.clock.advance(31 * MINUTE);
  expect([await wrong(), await wrong()]).toEqual(["wrong_password", "wrong_password"]);
});

test("账号名里带冒号的登录，碰不到别的计数器", async () => {
  await outcome(enter(world, { account: "session:x", password: "x" }));
  const names = (await rowsOf(world, "login_attempt", "account")).map((row) => row.account);
  expect(names.filter((name) => String(name).includes(":"))).toEqual([]);
});

describe("同一地址", () => {
  const ip = "203.0.113.7";

  test("10分钟内20次失败之后不再核对密码，别的地址不受影响；过了10分钟恢复", async () => {
    await setParameter(world, "security.login.perMinute", "10000");
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(await outcome(enter(world, { account: `guess-${attempt}`, password: "x", ip }))).toBe("wrong_password");
    expect(await outcome(enter(world, { account: "buyerA", ip }))).toBe("too_often");
    expect(await outcome(enter(world, { account: "buyerA", ip: "203.0.113.8" }))).toBe("ok");
    world.clock.advance(10 * MINUTE + 1);
    expect(await outcome(enter(world, { account: "buyerA", ip }))).toBe("ok");
  });

  test("第二十次失败起每次等待加倍，最长10分钟；失败不加长别的地址的等待", async () => {
    await setParameter(world, "security.login.perMinute", "10000");
    const attempt = (at: number, from = ip) =>
      enter(world, { account: `slow-${at}`, password: "x", ip: from }).catch((refused: AppError) => refused);
    for (let at = 0; at < 20; at += 1) expect(await attempt(at)).toMatchObject({ error: "wrong_password" });
    for (const [at, seconds] of [5, 10, 20, 40, 80, 160, 320, 600, 600].entries()) {
      expect(await attempt(20 + at)).toMatchObject({
        error: "too_often",
        message: `尝试过于频繁，请在${seconds}秒后再试`,
        facts: { retryAfter: seconds },
      });
      expect(await attempt(60 + at, "203.0.113.9")).toMatchObject({ error: "wrong_password" });
      world.clock.advance(seconds * 1_000);
      expect(await attempt(40 + at)).toMatchObject({ error: "wrong_password" });
    }
  });

  test("成功的登录不算失败：一个出口后面的许多人可以先后登录", async () => {
    for (let attempt = 0; attempt < 25; attempt += 1)
      expect(await outcome(enter(world, { account: "buyerB", ip }))).toBe("ok");
  });

  test("本人用过的浏览器不受地址限制，只对这个账号有效；编造的和别人的不行", async () => {
    const device = await newDeviceSecret(world.engine);
    await enter(world, { account: "buyerA", newDeviceSecret: device });
    for (let attempt = 0; attempt < 20; attempt += 1)
      await outcome(enter(world, { account: `more-${attempt}`, password: "x", ip }));
    const from = (account: string, deviceSecret: string | null) => outcome(enter(world, { account, ip, deviceSecret }));
    expect(await from("buyerA", null)).toBe("too_often");
    expect(await from("buyerA", `${"A".repeat(24)}.${"A".repeat(22)}`)).toBe("too_often");
    expect(await from("buyerB", device)).toBe("too_often");
    expect(await from("buyerA", device)).toBe("ok");
    expect(await outcome(enter(world, { account: "buyerA", password: "x", ip, deviceSecret: device }))).toBe(
      "wrong_password",
    );
  });

  test("IPv6 按 /64 计数", async () => {
    for (let attempt = 0; attempt < 20; attempt += 1)
      await outcome(enter(world, { account: `six-${attempt}`, password: "x", ip: `2001:db8:1:2::${attempt}` }));
    expect(await outcome(enter(world, { account: "buyerA", ip: "2001:0db8:0001:0002:ffff::1" }))).toBe("too_often");
    expect(await outcome(enter(world, { account: "buyerA", ip: "2001:db8:1:3::1" }))).toBe("ok");
  });

  test("每分钟20次登录，之后答复429和等待的秒数", async () => {
    await setParameter(world, "security.login.perMinute", "20");
    await enter(world, { account: "buyerA" });
    const from = () => enter(world, { account: "buyerA", ip: "203.0.113.99" });
    for (let attempt = 0; attempt < 20; attempt += 1) expect(await outcome(from())).toBe("ok");
    world.clock.advance(20_000);
    await expect(from()).rejects.toMatchObject({ error: "too_often", status: 429, facts: { retryAfter: 40 } });
    world.clock.advance(40_000);
    expect(await outcome(from())).toBe("ok");
    await setParameter(world, "security.login.perMinute", "10000");
    await enter(world, { account: "buyerA" });
  });
});

describe("图形验证码", () => {
  test("三十张的答案各不相同，每张是不超过3 KB 的 PNG", async () => {
    const answers = new Set<string>();
    for (let made = 0; made < 30; made += 1) {
      const { id, picture } = await newCaptcha(world.engine);
      expect(picture).toMatch(/^data:image\/png;base64,/);
      expect(Buffer.from(picture.split(",")[1] ?? "", "base64").length).toBeLessThan(3 * 1024);
      const answer = await sumOf(world, id);
      answers.add(answer);
      expect([id, await provesCaptcha(world.engine, id, ` ${answer} `)]).toEqual([id, true]);
      expect(await provesCaptcha(world.engine, id, answer)).toBe(false);
    }
    expect(answers.size).toBeGreaterThan(10);
  });

  test("改过的编号、别的答案的编号：不通过，也不占用存储", async () => {
    const { id } = await newCaptcha(world.engine);
    const answer = await sumOf(world, id);
    const before = (await rowsOf(world, "used_proof", "proof")).length;
    const longer = id.replace(/^[^-]+/, (until) => (Number.parseInt(until, 36) + 9_000_000).toString(36));
    for (const forged of [longer, `x${id}`, "", "a.b.c", id.split(".").slice(0, 2).join(".")])
      expect([forged, await provesCaptcha(world.engine, forged, answer)]).toEqual([forged, false]);
    expect((await rowsOf(world, "used_proof", "proof")).length).toBe(before);
  });

  test("GET /v1/captcha：不用登录，每个地址每分钟30张", async () => {
    const ask = () => call(world, { token: "", method: "GET", path: "/v1/captcha" });
    const { status, body } = await ask();
    expect([status, body.result]).toMatchObject([
      200,
      { expiresIn: 180, picture: expect.stringMatching(/^data:image\/png;base64,/) },
    ]);
    for (let asked = 1; asked < 30; asked += 1) expect((await ask()).status).toBe(200);
    const over = await ask();
    expect([over.status, over.body.code, over.headers.get("Retry-After")]).toEqual([429, 42901, "60"]);
  });
});

describe("POST /v1/login", () => {
  async function login(fields: Record<string, string>) {
    const request = new Request("http://portal.test/v1/login", { method: "POST", body: new URLSearchParams(fields) });
    const response = await world.services.rest.fetch(request, { requestId: "r", ip: "198.51.100.1" });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  test("为空40001，密码错误40102，第三次之后40010，锁定40103和等待时间；都带 isLogin", async () => {
    expect(await login({ username: "", password: "" })).toMatchObject({
      status: 400,
      body: { code: 40001, result: { errors: { username: "请输入账号", password: "请输入密码" } } },
    });
    const wrong = async (more = {}) => login({ username: "supplierB", password: "x", language: "", ...more });
    expect(await wrong()).toMatchObject({ status: 401, body: { code: 40102, result: { isLogin: true } } });
    await wrong();
    await wrong();
    expect(await wrong()).toMatchObject({ status: 400, body: { code: 40010, message: "验证码错误或已过期" } });
    await wrong(await solved(world));
    const locked = await wrong(await solved(world));
    expect(locked).toMatchObject({ status: 401, body: { code: 40103, result: { isLogin: true, retryAfter: 5 } } });
    expect(locked.headers.get("Retry-After")).toBe("5");
  });

  test("成功：口令在结果、标头和 Cookie 里；password1 与 password 不同则拒绝", async () => {
    const right = { username: "supplierA", password: PASSWORD };
    expect(await login({ ...right, password1: "other" })).toMatchObject({ status: 401, body: { code: 40102 } });
    const { status, headers, body } = await login({ ...right, password1: PASSWORD, language: "zh" });
    expect([status, body.result]).toMatchObject([
      200,
      { expiresIn: 604_800_000, mustChangePassword: false, passwordWeak: false, homePath: "/qiaqia/home" },
    ]);
    expect(headers.get("authorization")).toBe(body.result.token);
    expect(headers.get("Set-Cookie")).toContain(`Access-Token=${body.result.token}; Path=/;`);
  });
});

test("同一张表单连发两次算一次；内容不同、编号不成样子的各算各的", async () => {
  let worked = 0;
  const send = (form: string, content: string[]) =>
    onceOnly(world.engine, form, content, async () => {
      worked += 1;
      return worked;
    });
  expect(await Promise.all([send("form-0001", ["a"]), send("form-0001", ["a"])])).toEqual([1, 1]);
  expect(await send("form-0001", ["b"])).toBe(2);
  expect([await send("", ["a"]), await send("", ["a"])]).toEqual([3, 4]);
  world.clock.advance(31_000);
  expect(await send("form-0001", ["a"])).toBe(5);
});
