import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { ORDERS } from "./support/orders";
import type { Page } from "./support/page";
import { arrive, eventually, fill, follow, open, ready, send, switchTo, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify, runsScript } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

const current = (page: Page) => page.getByRole("navigation", { name: "业务范围" }).locator("[aria-current=true]");
const menu = (page: Page) => page.getByRole("navigation", { name: "主菜单" });

journey("顶部菜单记在会话里，别处的页面带出自己的菜单", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/qiaqia/home");
  await switchTo(page, "合同");
  await eventually(() => textOf(page.locator("h1"))).toContain("合同");
  await open(page, "/qiaqia/home");
  expect(await textOf(current(page))).toBe("合同");
  await eventually(() => menu(page).getByRole("link", { name: "采购订单" }).count()).toBe(0);

  await open(page, "/master-data/warehouse");
  expect(await textOf(current(page))).toBe("基础资料");
  expect(await textOf(menu(page).locator("[aria-current=page]"))).toBe("仓库");
  await follow(page, page.locator("nav[aria-label=当前位置]").getByRole("link", { name: "首页" }));
  await eventually(() => textOf(current(page))).toBe("合同");
  // The menu follows, also where the page came without a full load.
  await eventually(() => menu(page).getByRole("link", { name: "仓库" }).count()).toBe(0);
  await eventually(() => menu(page).locator("summary").count()).toBeGreaterThan(0);
});

journey("有暂存内容时，切换顶部菜单先询问", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/master-data/company/new");
  await fill(page, { name: "还没写完" });
  await send(page, "暂存");
  await page.getByRole("navigation", { name: "业务范围" }).getByRole("button", { name: "合同" }).click();
  await eventually(() => textOf(page.locator("h1"))).toBe("切换到合同");
  await ready(page);
  expect(await textOf(page.locator("main"))).toMatch(/切换后将关闭已打开的\d+个标签，未保存内容已暂存，是否继续？/);
  await page.locator("main").getByRole("button", { name: "切换" }).click();
  await eventually(() => current(page).allInnerTexts()).toEqual(["合同"]);
  await ready(page);
  await open(page, "/qiaqia/home");
  await page.getByRole("region", { name: "未完成的填写" }).getByRole("button", { name: "放弃" }).click();
  await eventually(() => page.getByRole("region", { name: "未完成的填写" }).count()).toBe(0);
  await ready(page);
});

journey.likeOthers("目录的地址转到其中的第一个页面", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/master-data");
  expect(new URL(page.url()).pathname).toBe("/web/master-data/company");
  notify(page, 404);
  await open(page, "/no-such-directory");
  expect(new URL(page.url()).pathname).toBe("/web/404");
});

journey("用拼音首字母找到菜单", async (browser, { script }) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/qiaqia/home");
  const field = page.getByRole("combobox", { name: "搜索菜单" });
  if (script) {
    await page.keyboard.press("Control+k");
    await eventually(() => page.locator("[role=combobox]:focus").count()).toBe(1);
    await field.pressSequentially("cg");
    const found = page.getByRole("listbox", { name: "找到的菜单" }).getByRole("option");
    await eventually(() => found.count()).toBeGreaterThan(1);
    const [first, second] = await found.allInnerTexts();
    await page.keyboard.press("ArrowDown");
    expect(await textOf(page.locator("[role=option][aria-selected=true]"))).toBe(second);
    await page.keyboard.press("ArrowUp");
    expect(first).toContain("采购订单");
    await page.keyboard.press("Escape");
    await eventually(() => found.count()).toBe(0);
    await field.fill("wllx");
    await eventually(() => found.count()).toBe(1);
    await page.keyboard.press("Enter");
  } else {
    await field.fill("wllx");
    await page.keyboard.press("Enter");
    await arrive(page, /\/shell\/menus\?q=wllx$/);
    await follow(page, page.locator("main").getByRole("link", { name: "物料类型" }));
  }
  await eventually(() => textOf(page.locator("h1"))).toBe("物料类型");
});

journey.likeOthers("供应商只找到自己能打开的菜单", async (browser) => {
  await portal.enter(browser, "supplier1");
  const page = await browser.newPage();
  await open(page, "/shell/menus?q=wllx");
  expect(await textOf(page.locator("main"))).toContain("没有找到与「wllx」相符的菜单");
  await open(page, "/shell/menus?q=cgdd");
  await eventually(() => page.locator("main").getByRole("link").allInnerTexts()).toEqual([
    "采购订单",
    "成品订单",
    "需求承诺",
    "加急订单",
    "供应商库存",
    "备货管理",
    "交货考核结果",
    "未交货提醒",
  ]);
});

journey("收藏的页面和最近访问的页面在首页", async (browser) => {
  await portal.enter(browser, "qa1");
  const page = await browser.newPage();
  await open(page, "/master-data/material");
  const star = page.getByRole("button", { name: "收藏物料" });
  await eventually(() => star.getAttribute("aria-pressed")).toBe("false");
  await pressStar(page, "收藏物料");
  await eventually(() => star.getAttribute("aria-pressed")).toBe("true");
  await open(page, `/${ORDERS}`);
  await open(page, "/qiaqia/home");
  const quick = page.getByRole("region", { name: "快捷入口" });
  const under = (label: string) => quick.locator(`div:has(> dt:text-is("${label}")) a`);
  await eventually(() => under("收藏").allInnerTexts()).toEqual(["物料"]);
  expect((await under("最近访问").allInnerTexts())[0]).toBe("采购订单");
  await follow(page, under("收藏").first());
  await eventually(() => textOf(page.locator("h1"))).toBe("物料");
  await pressStar(page, "收藏物料");
  await eventually(() => star.getAttribute("aria-pressed")).toBe("false");
  await open(page, "/qiaqia/home");
  await eventually(() => under("收藏").count()).toBe(0);
});

async function pressStar(page: Page, label: string): Promise<void> {
  const kept = page.waitForResponse((response) => response.url().endsWith("/shell/favourites"));
  await page.getByRole("button", { name: label }).click();
  expect((await kept).status()).toBe(303);
  await ready(page);
}

test("预先取来的页面不算访问", async () => {
  const context = await portal.visit({ script: false, extraHTTPHeaders: { "Sec-Purpose": "prefetch" } });
  await portal.enter(context, "warehouse1");
  const page = await context.newPage();
  await open(page, `/${ORDERS}`);
  await open(page, "/qiaqia/home");
  await eventually(() => page.locator("dt", { hasText: "最近访问" }).count()).toBe(0);
  expect(runsScript(page)).toBe(false);
});
