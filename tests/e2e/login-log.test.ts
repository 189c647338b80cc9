import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { arrive, eventually, fill, follow, open, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey.likeOthers("查看登录日志，强制下线，被下线的人须重新登录", async (browser, { another }) => {
  const person = await another();
  await portal.enter(person, "warehouse1");
  const own = await person.newPage();
  await open(own, "/qiaqia/home");

  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/system-management/online-session?state=live&account=warehouse1");
  await follow(page, page.locator("main table").getByRole("link", { name: "warehouse1" }).first());
  await follow(page, page.locator("main").getByRole("link", { name: "强制下线" }));
  notify(page, 400);
  await page.locator(".fm-bar").getByRole("button", { name: "强制下线" }).click();
  await eventually(() => textOf(page.locator("main"))).toContain("请填写原因（2-200字）");
  await fill(page, { reason: "设备遗失" });
  await page.locator(".fm-bar").getByRole("button", { name: "强制下线" }).click();
  await eventually(() => textOf(page.locator("h1"))).toContain("已结束");

  await own.goto(`${portal.url}/web/qiaqia/home`);
  await arrive(own, /\/user\/login/);

  await open(page, "/system-management/login-log?account=warehouse1&event=kick");
  await eventually(() => textOf(page.locator("main table"))).toContain("管理员强制下线");
  expect(await textOf(page.locator("main table"))).toContain("warehouse1");
});
