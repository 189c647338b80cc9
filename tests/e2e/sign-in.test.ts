import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { ORDERS } from "./support/orders";
import type { Page } from "./support/page";
import {
  arrive,
  buttonOf,
  eventually,
  fillSignIn,
  focused,
  follow,
  open,
  signIn,
  solvedSum,
  textOf,
} from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey.likeOthers("没有登录时先登录，再回到原来的地址和条件", async (browser) => {
  const page = await browser.newPage();
  const wanted = `/${ORDERS}?state=released&page=2`;
  await open(page, wanted);
  expect(new URL(page.url()).pathname).toBe("/web/user/login");
  expect(new URL(page.url()).searchParams.get("redirect")).toBe(wanted);
  await signIn(page, "buyer1", wanted);
  expect(await textOf(page.locator("h1"))).toBe("采购订单");
  await eventually(() => page.locator("nav[aria-label=快速筛选] [aria-current=page]").first().textContent()).toMatch(
    /^待供应商确认/,
  );
  // Whoever is signed in does not see the sign-in page again.
  await open(page, `/user/login?redirect=${encodeURIComponent(wanted)}`);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/web${wanted}`);
});

journey.likeOthers("密码错误时保留账号，只说账户或密码错误", async (browser) => {
  const page = await browser.newPage();
  await open(page, "/user/login");
  notify(page, 400, 401);
  await fillSignIn(page, "", "");
  await eventually(() => textOf(page.locator("#username-error"))).toBe("请输入账号");
  expect(await textOf(page.locator("#password-error"))).toBe("请输入密码");
  for (const account of ["buyer1", "没有这个人"]) {
    await page.locator("[role=alert]").waitFor({ state: "detached" });
    await fillSignIn(page, account, "Wrong@2026");
    await eventually(() => textOf(page.locator("[role=alert]"))).toBe("账户或密码错误");
    await eventually(() => page.locator("[name=username]").inputValue()).toBe(account);
    await eventually(() => page.locator("[name=password]").inputValue()).toBe("");
    await eventually(() => focused(page)).toBe("password");
    await open(page, "/user/login");
  }
  // Full-width mails and blanks around the account do no harm.
  await fillSignIn(page, " ｂｕｙｅｒ１ ", PASSWORD);
  await arrive(page, "**/web/qiaqia/home");
});

journey.likeOthers("三次密码错误之后要验证码，五次之后要等待，不存在的账号也一样", async (browser, { script }) => {
  const page = await browser.newPage();
  notify(page, 401);
  for (const account of [script ? "planner1" : "warehouse1", script ? "nobody1" : "nobody2"]) {
    const notified: string[] = [];
    await open(page, `/user/login?redirect=${encodeURIComponent(`/${ORDERS}?page=2`)}`);
    for (const password of ["Wrong@1", "Wrong@2", "Wrong@3", "Wrong@4", "Wrong@5", PASSWORD]) {
      const sum = page.locator("[name=captcha]");
      expect([password, await sum.count()]).toEqual([password, /[123]$/.test(password) ? 0 : 1]);
      if ((await sum.count()) > 0) await sum.fill(await solvedSum(page));
      await sendSignIn(page, account, password);
      notified.push(await textOf(page.locator("[role=alert]")));
      await eventually(() => page.locator("[name=username]").inputValue()).toBe(account);
    }
    expect(notified).toEqual([
      ...Array.from({ length: 4 }, () => "账户或密码错误"),
      "密码错误次数过多，请在5分钟后再试",
      "密码错误次数过多，请在5分钟后再试",
    ]);
    // What was wanted is not forgotten on the way.
    await eventually(() => page.locator("[name=redirect]").inputValue()).toBe(`/${ORDERS}?page=2`);
  }
  const answer = await fetch(`${portal.url}/v1/login`, {
    method: "POST",
    body: new URLSearchParams({ username: script ? "planner1" : "warehouse1", password: PASSWORD }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 40103, result: { isLogin: true } }]);
});

journey.likeOthers("验证码看不清就换一张，账号和去向都在；答对之后登录", async (browser, { script }) => {
  const page = await browser.newPage();
  notify(page, 400, 401);
  const account = script ? "qa1" : "finance1";
  const wanted = `/${ORDERS}?state=released`;
  await open(page, `/user/login?redirect=${encodeURIComponent(wanted)}`);
  for (let attempt = 0; attempt < 3; attempt += 1) await sendSignIn(page, account, "Wrong@1");
  const first = await page.locator("[name=captchaId]").inputValue();
  await page.getByRole("link", { name: "换一张" }).click();
  await eventually(() => page.locator("[name=captchaId]").inputValue()).not.toBe(first);
  await eventually(() => page.locator("[name=username]").inputValue()).toBe(account);
  await page.locator("[name=captcha]").fill("999");
  await sendSignIn(page, account, PASSWORD);
  expect(await textOf(page.locator("#captcha-error"))).toBe("验证码错误或已过期");
  await eventually(() => page.locator("script").count()).toBe(0);
  await page.locator("[name=captcha]").fill(await solvedSum(page));
  await fillSignIn(page, account, PASSWORD);
  await arrive(page, (url) => url.pathname + url.search === `/web${wanted}`);
  expect(await page.locator(".sh-notices").count()).toBe(0);
});

/** Sends the form and waits for the form of the answer. */
async function sendSignIn(page: Page, account: string, password: string): Promise<void> {
  const once = await page.locator("[name=_once]").inputValue();
  await fillSignIn(page, account, password);
  await page.locator(`form:not(:has([name=_once][value="${once}"])) [name=password]`).waitFor();
}

journey.likeOthers("忘记密码：信息匹配与否都只说一句话；失效的链接可以重新申请", async (browser, { script }) => {
  const page = await browser.newPage();
  notify(page, 400);
  await open(page, "/user/login");
  await follow(page, page.getByRole("link", { name: "忘记密码" }));
  await buttonOf(page, "发送重置链接").click();
  await eventually(() => textOf(page.locator("#account-error"))).toBe("请输入账号");
  for (const email of ["buyer1@example.com", `${script}@example.com`]) {
    await open(page, "/user/recover");
    await page.locator("[name=account]").fill("buyer1");
    await page.locator("[name=email]").fill(email);
    await buttonOf(page, "发送重置链接").click();
    await arrive(page, "**/user/recover?asked=1");
    expect(await textOf(page.locator("[role=status]"))).toBe("如果信息匹配，重置链接已发送");
  }
  await open(page, `/user/recover?ticket=${"A".repeat(43)}`);
  expect(await textOf(page.locator("[role=alert]"))).toBe("重置链接已失效，请重新申请");
  await follow(page, page.getByRole("link", { name: "重新申请" }));
  await follow(page, page.getByRole("link", { name: "返回登录" }));
  await follow(page, page.getByRole("link", { name: "注册账号" }));
  await page.locator("[name=uscc]").waitFor();
  await eventually(() => page.locator("script").count()).toBe(0);
});

journey.likeOthers("地址里的单点登录凭证无效：去掉它，登录页说明，登录后到原来的地址", async (browser) => {
  const page = await browser.newPage();
  const wanted = `/${ORDERS}?state=released`;
  await open(page, `${wanted}&token=${"A".repeat(43)}`);
  expect(page.url()).not.toContain("token");
  expect(await textOf(page.locator("[role=status]"))).toBe("单点登录已失效");
  await fillSignIn(page, "buyer1", PASSWORD);
  await arrive(page, (url) => url.pathname + url.search === `/web${wanted}`);
  // With a session the parameter goes and the session stays.
  await open(page, `${wanted}&token=x`);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/web${wanted}`);
  expect(await textOf(page.locator("h1"))).toBe("采购订单");
});

journey("退出之前先问，退出之后地址不再打开", async (browser, { script }) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}`);
  await page.locator(".sh-user summary").click();
  await page.getByRole("link", { name: "退出登录" }).click();
  expect(await textOf(page.locator(".tr-question"))).toBe("真的要注销登录吗 ?");
  // With script the question stands over the page, without it on one of its own; both lead back to where one was.
  if (script) await page.locator("dialog").getByRole("button", { name: "取消" }).click();
  else await follow(page, page.locator("main").getByRole("link", { name: "取消" }));
  await page.locator(".tr-question").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(`/web/${ORDERS}`);

  await open(page, "/account/logout");
  const [cookie] = await browser.cookies();
  await buttonOf(page, "退出登录").click();
  await arrive(page, "**/web/user/login");
  await eventually(() => page.locator("script").count()).toBe(0);
  expect((await browser.cookies()).filter(({ name }) => name === "Access-Token")).toEqual([]);
  await open(page, `/${ORDERS}`);
  expect(new URL(page.url()).pathname).toBe("/web/user/login");
  const old = await fetch(`${portal.url}/v2/user/info`, { headers: { Authorization: cookie?.value ?? "" } });
  expect(old.status).toBe(401);
});

test("登录之后只去本系统的地址", async () => {
  const elsewhere = [
    "//evil.example/x",
    "https://evil.example/x",
    "/\\evil.example",
    "/web//evil.example",
    "javascript:alert(1)",
    "/user/login",
    "/%0d%0aLocation:x",
    "/%2f/evil.example",
    "/%5cevil.example",
    "/no-such/page",
    "/account/no-such",
  ];
  for (const target of elsewhere) {
    const answer = await fetch(`${portal.url}/web/user/login?redirect=${encodeURIComponent(target)}`, {
      method: "POST",
      body: new URLSearchParams({ username: "buyer1", password: PASSWORD }),
      redirect: "manual",
    });
    expect([target, answer.status]).toEqual([target, 303]);
    const led = new URL(answer.headers.get("location") ?? "", portal.url);
    expect([target, led.origin]).toEqual([target, portal.url]);
    expect([target, led.pathname]).toEqual([target, "/web/qiaqia/home"]);
  }
});

test("会话只放在脚本读不到的 Cookie 里", async () => {
  const context = await portal.visit({ script: true });
  const page = await context.newPage();
  await signIn(page, "buyer1");
  const cookies = (await context.cookies()).sort((a, b) => a.name.localeCompare(b.name));
  expect(cookies).toMatchObject([
    { name: "Access-Token", httpOnly: true, sameSite: "Lax", path: "/" },
    { name: "Device", httpOnly: true, sameSite: "Lax", path: "/web/user" },
    { name: "Late-Form", httpOnly: true, sameSite: "Lax" },
  ]);
  for (const cookie of cookies) expect(await page.content()).not.toContain(cookie.value);
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(["", 0]);
});
