import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { draftOrder, ORDERS, openOrder } from "./support/orders";
import { eventually, follow, linesIn, open, ready, send, switchTo, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify, runsScript } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey.drawn("菜单按业务范围切换，标出所在位置", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}`);
  const tabs = page.getByRole("navigation", { name: "业务范围" });
  const menu = page.getByRole("navigation", { name: "主菜单" });
  await eventually(() => tabs.getByRole("button").allInnerTexts()).toEqual([
    "采购执行",
    "供应商",
    "合同",
    "基础资料",
    "系统",
  ]);
  expect(await textOf(tabs.locator("[aria-current=true]"))).toBe("采购执行");
  expect(await textOf(menu.locator("[aria-current=page]"))).toBe("采购订单");

  await switchTo(page, "基础资料");
  const first = await textOf(menu.locator("[aria-current=page]"));
  expect(await textOf(page.locator("h1"))).toBe(first);
  await menu.locator("details").filter({ hasText: "主数据" }).locator("summary").click();
  await follow(page, menu.getByRole("link", { name: "供应商分类" }));
  await eventually(() => textOf(page.locator("h1"))).toBe("供应商分类");
  await eventually(() => menu.locator("[aria-current=page]").allInnerTexts()).toEqual(["供应商分类"]);
  expect(await textOf(page.locator("nav[aria-label=当前位置] [aria-current=page]"))).toBe("供应商分类");
  expect(await page.title()).toBe("供应商分类 - 供应商平台");

  // A group of the menu folds and unfolds; the one of the page is open.
  const group = menu.locator("details").filter({ hasText: "主数据" });
  expect(await group.getAttribute("open")).not.toBeNull();
  await group.locator("summary").click();
  await eventually(() => menu.getByRole("link", { name: "供应商分类" }).isVisible()).toBe(false);
});

journey.drawn("点标志回到首页", async (browser) => {
  await portal.enter(browser, "planner1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}`);
  await follow(page, page.getByRole("banner").getByRole("link", { name: "供应商平台" }));
  expect(new URL(page.url()).pathname).toBe("/web/qiaqia/home");
  await eventually(() => textOf(page.locator("h1"))).toMatch(/好，/);
});

journey.drawn("侧栏：1200 起展开 256，577 起收起 80，576 及以下是抽屉", async (browser) => {
  await portal.enter(browser, "planner1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}`);
  const side = () => page.locator(".sh-side").boundingBox();
  const widths: unknown[] = [];
  for (const width of [1440, 1200, 1199, 577]) {
    await page.setViewportSize({ width, height: 800 });
    widths.push([width, (await side())?.width]);
  }
  expect(widths).toEqual([
    [1440, 256],
    [1200, 256],
    [1199, 80],
    [577, 80],
  ]);
  await page.setViewportSize({ width: 576, height: 800 });
  expect(await inSight(page, page.getByRole("navigation", { name: "主菜单" }))).toBe(false);
  await eventually(() => page.locator(".sh-burger summary").isVisible()).toBe(true);
});

journey.drawn("两条预警都在，列表第一行在300像素以内，1280×720看得到八行；首页上预警全部列出", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  const warnings = page.locator(".sh-warnings li");
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/${ORDERS}`);
  expect(await warnings.count()).toBeGreaterThan(1);
  expect(await warnings.first().isVisible()).toBe(false);
  const rows = page.locator("main tbody tr");
  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(300);
  await page.setViewportSize({ width: 1280, height: 720 });
  const eighth = await rows.nth(7).boundingBox();
  expect((eighth?.y ?? 0) + (eighth?.height ?? 720)).toBeLessThanOrEqual(720);
  await open(page, "/qiaqia/home");
  expect(await warnings.first().isVisible()).toBe(true);
});

journey.drawn("收起的菜单在下一页和另一台设备上仍然收起", async (browser, { another }) => {
  await portal.enter(browser, "finance1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}`);
  await fold(page, "收起菜单");
  await eventually(() => page.locator(".sh").getAttribute("data-sidebar")).toBe("closed");
  expect(new URL(page.url()).pathname).toBe(`/web/${ORDERS}`);
  await follow(page, page.locator("nav[aria-label=当前位置]").getByRole("link", { name: "首页" }));
  await eventually(() => page.locator(".sh").getAttribute("data-sidebar")).toBe("closed");

  const elsewhere = await another();
  await portal.enter(elsewhere, "finance1");
  const second = await elsewhere.newPage();
  await open(second, "/qiaqia/home");
  await eventually(() => second.locator(".sh").getAttribute("data-sidebar")).toBe("closed");
  await fold(second, "展开菜单");
  await eventually(() => second.locator(".sh").getAttribute("data-sidebar")).toBe("open");
  await open(second, "/qiaqia/home");
  await eventually(() => second.locator(".sh").getAttribute("data-sidebar")).toBe("open");
});

async function fold(page: Page, label: string): Promise<void> {
  const kept = page.waitForResponse((response) => response.url().endsWith("/shell/preferences"));
  await page.getByRole("button", { name: label }).click();
  expect((await kept).status()).toBe(303);
  await ready(page);
}

journey.drawn("手机宽度下菜单从抽屉里打开", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "/master-data/company");
  const entry = page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "供应商分类" });
  expect(await inSight(page, entry)).toBe(false);
  await page.locator(".sh-burger summary").click();
  await eventually(() => inSight(page, entry)).toBe(true);
  await follow(page, entry);
  await eventually(() => textOf(page.locator("h1"))).toBe("供应商分类");
  await eventually(() => inSight(page, entry)).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

async function inSight(page: Page, entry: ReturnType<Page["locator"]>): Promise<boolean> {
  const box = (await entry.isVisible()) ? await entry.boundingBox() : null;
  return box !== null && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0);
}

journey.drawn("消息在下一页出现一次，可以关闭", async (browser) => {
  const order = await draftOrder(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await openOrder(page, order.id, "/edit");
  await send(page, "保存");
  const notices = page.locator(".sh-notices li");
  await eventually(() => notices.count()).toBe(1);
  expect(await textOf(notices)).toContain(`采购订单 ${order.number} 已保存`);
  // That messages were told is noted on the same address, and answered with nothing.
  const closed = page.waitForResponse(
    (response) => response.url().endsWith("/shell/notices") && response.status() !== 204,
  );
  await notices.getByRole("button", { name: "关闭" }).click();
  expect((await closed).status()).toBe(303);
  await eventually(() => notices.count()).toBe(0);
  await ready(page);
  expect(new URL(page.url()).pathname).toBe(`/web/${ORDERS}/${order.id}`);
  await openOrder(page, order.id);
  await eventually(() => notices.count()).toBe(0);
});

journey.drawn("不存在的地址显示 404，不带脚本", async (browser) => {
  const page = await browser.newPage();
  notify(page, 404);
  const answer = await open(page, "/no/such/place/at/all?x=1");
  expect([answer.status(), new URL(page.url()).pathname]).toEqual([404, "/web/404"]);
  expect(new URL(page.url()).searchParams.get("from")).toBe("/no/such/place/at/all?x=1");
  expect(await textOf(page.locator("h1"))).toBe("页面不存在");
  await eventually(() => page.locator("script").count()).toBe(0);

  await portal.enter(browser, "buyer1");
  for (const address of ["/purchase-orders/nothing", "/nothing/purchase-order", "/purchase-orders/nothing/new"]) {
    const found = await open(page, address);
    expect([address, found.status(), new URL(page.url()).pathname]).toEqual([address, 404, "/web/404"]);
  }
  await follow(page, page.getByRole("link", { name: "回首页" }));
  await eventually(() => textOf(page.locator("h1"))).toMatch(/好，王敏$/);
});

journey.drawn("没有权限的页面在框架内说明", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  notify(page, 403, 404);
  const answer = await open(page, "/master-data/company/new");
  expect(answer.status()).toBe(403);
  expect(await textOf(page.locator("h1"))).toBe("没有权限");
  await eventually(() => page.getByRole("navigation", { name: "主菜单" }).count()).toBe(1);
  expect((await open(page, `/${ORDERS}/not-an-id`)).status()).toBe(404);
  expect(await textOf(page.locator("h1"))).toBe("页面不存在");
  await follow(page, page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "采购订单" }));
  await eventually(() => textOf(page.locator("h1"))).toBe("采购订单");
});

journey.drawn("列表里的单据刚被删除，点开时如实说明", async (browser) => {
  const order = await draftOrder(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}?number=${order.number}`);
  await (await portal.rest("buyer1")).call("DELETE", `/v2/${ORDERS}/${order.id}`, { version: 1 });
  notify(page, 404);
  await follow(page, page.locator("main tbody").getByRole("link", { name: String(order.number) }));
  await eventually(() => textOf(page.locator("h1"))).toBe("页面不存在");
  await eventually(() => page.getByRole("navigation", { name: "主菜单" }).count()).toBe(1);
  await follow(page, page.locator("main").getByRole("link", { name: "回首页" }));
  await eventually(() => textOf(page.locator("h1"))).toMatch(/好，王敏$/);
});

journey.drawn("首页先列出等我处理的事项", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, "/qiaqia/home");
  const buyer = await portal.rest("buyer1");
  const waiting = page.getByRole("region", { name: "等我处理" }).getByRole("link").filter({ hasText: "待下达" });
  const count = await buyer.count(ORDERS, { state: "approved" });
  expect(await textOf(waiting.locator("b"))).toBe(String(count));
  await follow(page, waiting);
  await eventually(() => textOf(page.locator(".pr > span"))).toBe(`共 ${count} 条`);
});

test("省流量时整页不带脚本，照样可用", async () => {
  const context = await portal.browse({ script: true, extraHTTPHeaders: { "Save-Data": "on" } });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.push(request.url());
  });
  for (const address of ["/qiaqia/home", `/${ORDERS}`, `/${ORDERS}/new`]) {
    await open(page, address);
    expect([address, await page.locator("script, link[rel=modulepreload]").count()]).toEqual([address, 0]);
  }
  await page.locator("main").getByRole("button", { name: "添加一行" }).click();
  await eventually(() => linesIn(page, "items").count()).toBe(4);
  expect(scripts).toEqual([]);
});

test("有脚本时在页面之间走动不重新载入", async () => {
  const context = await portal.browse({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await open(page, "/qiaqia/home");
  expect(runsScript(page)).toBe(true);
  await page.evaluate(() => Object.assign(window, { here: true }));
  const menu = page.getByRole("navigation", { name: "主菜单" });
  await menu.locator("summary").first().click();
  await follow(page, menu.getByRole("link", { name: "采购订单" }));
  await eventually(() => textOf(page.locator("h1"))).toBe("采购订单");
  await follow(page, page.locator("main tbody").getByRole("link").first());
  await page.locator("h1 .bd").waitFor();
  expect(await page.title()).toMatch(/^采购订单 CG\d{8}-\d{4} - 供应商平台$/);
  await page.goBack();
  await eventually(() => textOf(page.locator("h1"))).toBe("采购订单");
  expect(await page.evaluate(() => "here" in window)).toBe(true);
});
