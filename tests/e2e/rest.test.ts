import { expect, test } from "vitest";
import { arrive, eventually, fill, fillSignIn, follow, open, send, textOf } from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { runProgram } from "./support/server";
import { notify } from "./support/watch";

const portal = startPortal();

test("只用接口：建角色、建账号、首次登录改密、只能做授权的、冻结后立即出局", async () => {
  const ended = await runProgram("tests/e2e/support/rest-only.mjs", [portal.url, "admin", PASSWORD]);
  expect(ended.complained).toBe("");
  expect(ended.code).toBe(0);
  expect(ended.said.trim().split("\n")).toHaveLength(7);
});

test("同样的事在浏览器里手工做，不用脚本", async () => {
  const browser = await portal.browse({ script: false });
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/system-management/role/new");
  await fill(page, { code: "by_hand", name: "手工角色", rank: "10" });
  await page.locator(".fm-bar").getByRole("button", { name: "保存", exact: true }).click();
  await arrive(page, /\/role\/[0-9a-f-]{36}/);
  const roleId = /role\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await open(page, `/system-management/role/${roleId}/permissions`);
  for (const right of ["material.query", "material.get"]) {
    // Groups are folded; the box is there all the same.
    const box = page.locator(`input[name=grant][value="${right}"]`);
    await page
      .locator(`input[name=grant][value="${right}"]`)
      .evaluate((element) => element.closest("details")?.setAttribute("open", ""));
    await box.check();
  }
  await page.locator("main button[name=_intent][value=check]").first().click();
  await page.locator("main button[name=_intent][value=save]").first().click();
  await eventually(() => page.locator("main button[name=_intent][value=save]").count()).toBe(0);

  const account = "e2e.byhand";
  await open(page, "/system-management/users");
  await follow(page, page.getByRole("link", { name: "新建用户" }));
  await fill(page, { accountname: account, username: "手工用户", phone: "13800138000" });
  await page.locator(".fm-bar").getByRole("button", { name: "保存", exact: true }).click();
  const secret = page.locator(".rv-secret output");
  await secret.waitFor();
  const password = await textOf(secret);
  await follow(page, page.getByRole("link", { name: "已记下，查看记录" }));
  const record = page.url();
  await page.locator("main").getByRole("link", { name: "授权", exact: true }).click();
  await arrive(page, /user-assign\/[^/]+\/role$/);
  const assign = page.url().replace(/\/role$/, "");
  await page.locator("input[name=role][value=by_hand]").check();
  await send(page, "下一步：核对变化");
  await send(page, "保存");
  for (const tab of ["factory", "purchase-group"]) {
    await page.goto(`${assign}/${tab}`);
    await page.locator("input[name=mode][value=listed]").check();
    await page.locator("input[name=id]:not([disabled])").first().check();
    await send(page, "下一步：核对变化");
    expect(await textOf(page.locator(".as-confirm h2"))).toContain("新增1项，移除0项");
    await send(page, "保存");
  }

  const person = await portal.visit({ script: false });
  const own = await person.newPage();
  notify(own, 401, 403);
  await open(own, "/user/login");
  await fillSignIn(own, account, password);
  await arrive(own, (url) => !url.pathname.endsWith("/user/login"));
  // Whatever is opened, the password comes first.
  await own.goto(`${portal.url}/web/master-data/material`);
  await eventually(() => own.locator("main [name=newpassword]").count()).toBe(1);
  const newPassword = "Hand@2026k7Qp";
  const old = own.locator("main [name=oldpassword]");
  if ((await old.count()) > 0) await old.fill(password);
  await own.locator("main [name=newpassword]").fill(newPassword);
  await own.locator("main [name=confirmpassword]").fill(newPassword);
  await own.locator("main form:has([name=newpassword]) button[type=submit]").first().click();
  await eventually(() => own.locator("main [name=newpassword]").count()).toBe(0);

  const material = await open(own, "/master-data/material");
  expect(material.status()).toBe(200);
  await eventually(() => own.locator("main").getByRole("link", { name: /新建/ }).count()).toBe(0);
  for (const address of ["/purchase-orders/purchase-order", "/system-management/users", "/master-data/material/new"])
    expect((await own.goto(`${portal.url}/web${address}`))?.status(), address).toBe(403);

  await page.goto(record);
  await follow(page, page.locator("main").getByRole("link", { name: "冻结" }));
  await fill(page, { reason: "手工演练结束" });
  await page.locator(".fm-bar").getByRole("button", { name: "冻结" }).click();
  await eventually(() => textOf(page.locator("h1"))).toContain("已冻结");
  await own.goto(`${portal.url}/web/master-data/material`);
  await arrive(own, /\/user\/login/);
  await fillSignIn(own, account, newPassword);
  await eventually(() => textOf(own.locator("main"))).toContain("账号已冻结");
});

test("接口文档：无脚本，宽屏和手机都不横向溢出，分组可以打开", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const browser = await portal.visit({ script: true, viewport });
    await portal.enter(browser, "buyer1");
    const page = await browser.newPage();
    await page.goto(`${portal.url}/web/api-docs`);
    await eventually(() => page.locator("script").count()).toBe(0);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(widest).toBeLessThanOrEqual(0);
    await eventually(() => page.locator("main section").count()).toBeGreaterThan(5);
    await page.locator("main nav a").nth(1).click();
    await arrive(page, /group=1$/);
    await eventually(() => page.locator("main nav a[aria-current=page]").count()).toBe(1);
  }
});
