import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { eventually, fill, fillSignIn, follow, open, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();
const journey = journeysOf(portal);

journey("新建账号、授权、本人登录、冻结", async (browser, { mark, another }) => {
  const account = `e2e.${mark}`;
  await portal.enter(browser, "useradmin1");
  const page = await browser.newPage();
  await open(page, "/system-management/users");
  await follow(page, page.getByRole("link", { name: "新建用户" }));
  await fill(page, { accountname: account, username: "新来的人", phone: "13800138000" });
  await page.locator(".fm-bar").getByRole("button", { name: "保存", exact: true }).click();
  const secret = page.locator(".rv-secret output");
  await secret.waitFor();
  const password = await textOf(secret);
  expect(password).toMatch(/^\w{12}$/);
  await follow(page, page.getByRole("link", { name: "已记下，查看记录" }));
  expect(await textOf(page.locator("main"))).not.toContain(password);
  const record = page.url();

  await page.locator("main").getByRole("link", { name: "授权", exact: true }).click();
  await page.waitForURL(/user-assign\/[^/]+\/role$/);
  await page.locator("input[name=role][value=master_data]").check();
  await send(page, "下一步：核对变化");
  expect(await textOf(page.locator(".as-confirm h2"))).toBe("新增1项，移除0项");
  await send(page, "保存");
  await eventually(() => page.locator("input[name=role][value=master_data]").isChecked()).toBe(true);

  const person = await another();
  const own = await person.newPage();
  await open(own, "/user/login");
  await fillSignIn(own, account, password);
  await own.waitForURL((url) => !url.pathname.endsWith("/user/login"));

  await page.goto(record);
  await follow(page, page.locator("main").getByRole("link", { name: "冻结" }));
  await fill(page, { reason: "离职" });
  await page.locator(".fm-bar").getByRole("button", { name: "冻结" }).click();
  await eventually(() => textOf(page.locator("h1"))).toContain("已冻结");
  await own.goto(`${portal.url}/web/qiaqia/home`);
  await own.waitForURL(/\/user\/login/);
});
