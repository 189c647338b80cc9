import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { ORDERS } from "./support/orders";
import { buttonOf, eventually, fillSignIn, focused, follow, open, ready, signIn, textOf } from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { announce } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey("没有登录时先登录，再回到原来的地址和条件", async (browser) => {
  const page = await browser.newPage();
  const wanted = `/${ORDERS}?state=released&page=2`;
  await open(page, wanted);
  expect(new URL(page.url()).pathname).toBe("/web/user/login");
  expect(new URL(page.url()).searchParams.get("redirect")).toBe(wanted);
  await signIn(page, "buyer1", wanted);
  expect(await textOf(page.locator("h1"))).toBe("采购订单");
  expect(await page.locator("nav[aria-label=快速筛选] [aria-current=page]").first().textContent()).toMatch(
    /^待供应商确认/,
  );
  // Whoever is signed in does not see the sign-in page again.
  await open(page, `/user/login?redirect=${encodeURIComponent(wanted)}`);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/web${wanted}`);
});

journey("密码错误时保留账号，只说账户或密码错误", async (browser) => {
  const page = await browser.newPage();
  await open(page, "/user/login");
  announce(page, 400, 401);
  await fillSignIn(page, "", "");
  await eventually(() => textOf(page.locator("#username-error"))).toBe("请输入账号");
  expect(await textOf(page.locator("#password-error"))).toBe("请输入密码");
  for (const account of ["buyer1", "没有这个人"]) {
    await page.locator("[role=alert]").waitFor({ state: "detached" });
    await fillSignIn(page, account, "Wrong@2026");
    await eventually(() => textOf(page.locator("[role=alert]"))).toBe("账户或密码错误");
    expect(await page.locator("[name=username]").inputValue()).toBe(account);
    expect(await page.locator("[name=password]").inputValue()).toBe("");
    await eventually(() => focused(page)).toBe("password");
    await open(page, "/user/login");
  }
  // Full-width letters and blanks around the account do no harm.
  await fillSignIn(page, " ｂｕｙｅｒ１ ", PASSWORD);
  await page.waitForURL("**/web/qiaqia/home");
});

journey("五次密码错误之后账号锁定，不存在的账号也一样", async (browser, { script }) => {
  const page = await browser.newPage();
  announce(page, 401);
  for (const account of [script ? "planner1" : "warehouse1", script ? "nobody1" : "nobody2"]) {
    const told: string[] = [];
    for (const password of ["Wrong@1", "Wrong@2", "Wrong@3", "Wrong@4", "Wrong@5", PASSWORD]) {
      await open(page, "/user/login");
      await fillSignIn(page, account, password);
      await page.locator("[role=alert]").waitFor();
      told.push(await textOf(page.locator("[role=alert]")));
    }
    expect(told).toEqual([
      ...Array.from({ length: 4 }, () => "账户或密码错误"),
      "账号已锁定，请15分钟后再试",
      "账号已锁定，请15分钟后再试",
    ]);
  }
  const answer = await fetch(`${portal.url}/v1/login`, {
    method: "POST",
    body: new URLSearchParams({ username: script ? "planner1" : "warehouse1", password: PASSWORD }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 40103, result: { isLogin: true } }]);
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
  await page.waitForURL("**/web/user/login");
  await ready(page);
  expect(await page.locator("script").count()).toBe(0);
  expect(await browser.cookies()).toEqual([]);
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
    expect([target, led.pathname.startsWith("/web/")]).toEqual([target, true]);
  }
});

test("会话只放在脚本读不到的 Cookie 里", async () => {
  const context = await portal.visit({ script: true });
  const page = await context.newPage();
  await signIn(page, "buyer1");
  expect(await context.cookies()).toMatchObject([{ name: "Access-Token", httpOnly: true, sameSite: "Lax", path: "/" }]);
  const [cookie] = await context.cookies();
  expect(await page.content()).not.toContain(cookie?.value);
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(["", 0]);
});
