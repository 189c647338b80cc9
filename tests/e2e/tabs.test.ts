import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { draftOrder, ORDERS, openOrder } from "./support/orders";
import { eventually, field, follow, open, ready, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify, runsScript } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

const LIST = `/${ORDERS}`;

function strip(page: Page): Locator {
  return page.getByRole("navigation", { name: "打开的页面" });
}

function titles(page: Page): Promise<string[]> {
  return strip(page).getByRole("link").allInnerTexts();
}

function tab(page: Page, title: string): Locator {
  return strip(page)
    .locator("li")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });
}

function current(page: Page): Promise<string> {
  return textOf(strip(page).locator("[aria-current=page]"));
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname.replace("/web", "") + search;
}

/** Presses a button of the strip; without script the page that comes is awaited. */
async function press(page: Page, button: Locator): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith("/shell/tabs"));
  await button.click();
  expect((await answer).status()).toBe(runsScript(page) ? 200 : 303);
  await ready(page);
}

/** Opens the menu of a tab by its arrow and presses a button in it. */
async function choose(page: Page, title: string, label: string): Promise<void> {
  const own = tab(page, title);
  await own.hover();
  await own.locator("summary").click();
  await press(page, own.getByRole("button", { name: label, exact: true }));
}

function said(page: Page, text: string): Locator {
  return page.locator("[data-level=info]").filter({ hasText: text });
}

journey.drawn("每个打开的页面一个标签：筛选不另开，记住最后的地址，刷新后还在", async (browser) => {
  const order = await draftOrder(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, "/qiaqia/home");
  expect(await titles(page)).toEqual(["首页"]);
  await open(page, LIST);
  await open(page, `${LIST}?state=draft&size=50`);
  await openOrder(page, order.id);
  await openOrder(page, order.id, "/history");
  await openOrder(page, order.id, "/submit");
  expect(await titles(page)).toEqual(["首页", "采购订单", `变更记录：采购订单 ${order.number}`]);
  expect(await current(page)).toBe(`变更记录：采购订单 ${order.number}`);
  await follow(page, strip(page).getByRole("link", { name: "采购订单", exact: true }));
  expect(pathOf(page)).toBe(`${LIST}?state=draft&size=50`);
  await eventually(() => current(page)).toBe("采购订单");
  await page.reload();
  await ready(page);
  expect(await titles(page)).toHaveLength(3);

  // Nothing that could not be drawn, and nothing that leads on, is a page one has open.
  notify(page, 403, 404);
  await open(page, "/master-data/company/new");
  await open(page, `${LIST}/0195a1b2-0000-7000-8000-000000000001`);
  await open(page, "/account/logout");
  expect(await titles(page)).toHaveLength(3);
  const cookies = await browser.cookies();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const ahead = await fetch(`${portal.url}/web/account/inbox`, { headers: { Cookie, "Sec-Purpose": "prefetch" } });
  expect(ahead.status).toBe(200);
  await open(page, "/qiaqia/home");
  expect(await titles(page)).toHaveLength(3);
});

journey.drawn("关闭一个、左侧、右侧、其他、全部；关闭正在看的回到最近用过的", async (browser) => {
  await portal.enter(browser, "manager1");
  const page = await browser.newPage();
  const addresses = ["company", "factory", "material", "purchase-org"].map((name) => `/master-data/${name}`);
  const openAll = async () => {
    for (const address of addresses) await open(page, address);
  };
  await openAll();
  const all = await titles(page);
  const [home = "", a = "", b = "", c = "", d = ""] = all;
  expect(all).toHaveLength(5);

  await follow(page, strip(page).getByRole("link", { name: b, exact: true }));
  await follow(page, strip(page).getByRole("link", { name: d, exact: true }));
  await eventually(() => current(page)).toBe(d);
  // Another tab closes under the pointer, and the page stays.
  await tab(page, a).hover();
  await press(page, tab(page, a).getByRole("button", { name: `关闭标签：${a}` }));
  await eventually(() => titles(page)).toEqual([home, b, c, d]);
  expect(pathOf(page)).toBe(addresses[3]);
  await press(page, tab(page, d).getByRole("button", { name: `关闭标签：${d}` }));
  await eventually(() => current(page)).toBe(b);
  await eventually(() => titles(page)).toEqual([home, b, c]);

  await choose(page, b, "关闭左侧");
  await eventually(() => said(page, "左侧没有标签").count()).toBe(1);
  await eventually(() => said(page, "左侧没有标签").getAttribute("data-msg")).toBe("no tabs on the left");
  await choose(page, b, "关闭右侧");
  await eventually(() => titles(page)).toEqual([home, b]);
  await choose(page, b, "关闭右侧");
  await eventually(() => said(page, "右侧没有标签").count()).toBe(1);
  await openAll();
  await choose(page, b, "固定");
  await eventually(() => titles(page)).toEqual([home, b, a, c, d]);
  await choose(page, c, "关闭其他");
  await eventually(() => titles(page)).toEqual([home, b, c]);
  await eventually(() => current(page)).toBe(c);
  await choose(page, home, "关闭当前");
  await eventually(() => said(page, "首页不能关闭").getAttribute("data-msg")).toBe("home cannot be closed");
  await choose(page, c, "关闭全部");
  await eventually(() => current(page)).toBe("首页");
  expect(pathOf(page)).toBe("/qiaqia/home");
  expect(await titles(page)).toEqual(["首页"]);
  await choose(page, home, "关闭当前");
  await eventually(() => said(page, "这是最后一个标签了，无法被关闭").count()).toBe(1);
});

journey.drawn("再次登录从首页开始，可以恢复上次打开的页面", async (browser) => {
  const page = await browser.newPage();
  await portal.enter(browser, "qa1");
  await open(page, LIST);
  await open(page, "/account/inbox");
  await portal.enter(browser, "qa1");
  await open(page, "/qiaqia/home");
  expect(await titles(page)).toEqual(["首页"]);
  const offer = page.getByRole("button", { name: "恢复上次打开的2个页面" });
  await offer.click();
  await eventually(() => titles(page)).toEqual(["首页", "采购订单", "与我有关的动态"]);
  await ready(page);
  await eventually(() => offer.count()).toBe(0);
});

test("右键、Shift+F10、方向键和 Esc 操作菜单，不发请求；中键关闭；拖动的次序保存下来", async () => {
  const browser = await portal.browse({ script: true });
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, LIST);
  await open(page, "/account/inbox");
  await open(page, `${LIST}/new`);
  const requests: string[] = [];
  // What comes by itself, whatever is pressed, is none of the menu's requests.
  const byItself = /\/shell\/(stream|bell)|\/build\//;
  page.on("request", (request) => byItself.test(request.url()) || requests.push(request.url()));
  const [home, list, inbox, fresh] = (await titles(page)) as [string, string, string, string];

  await tab(page, list).click({ button: "right" });
  const menu = tab(page, list).locator("details > div");
  await eventually(() => menu.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await eventually(() => menu.isVisible()).toBe(false);
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focusedText()).toBe(list);
  await page.keyboard.press("Shift+F10");
  expect(await focusedText()).toBe("刷新");
  await page.keyboard.press("ArrowDown");
  expect(await focusedText()).toBe("固定");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await focusedText()).toBe("关闭全部");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  expect(await focusedText()).toBe(inbox);
  expect(requests).toEqual([]);

  await tab(page, inbox)
    .getByRole("link")
    .dragTo(tab(page, list).getByRole("link"), { targetPosition: { x: 2, y: 5 } });
  await eventually(() => titles(page)).toEqual([home, inbox, list, fresh]);
  await page.reload();
  await ready(page);
  expect(await titles(page)).toEqual([home, inbox, list, fresh]);
  await tab(page, inbox).getByRole("link").click({ button: "middle" });
  await eventually(() => titles(page)).toEqual([home, list, fresh]);
  expect(browser.pages()).toHaveLength(1);
  await strip(page).locator("[aria-current]").focus();
  await page.keyboard.press("Delete");
  await eventually(() => current(page)).toBe(list);
  expect(await titles(page)).toEqual([home, list]);
});

test("有未保存的内容时先问再关", async () => {
  const browser = await portal.browse({ script: true });
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `${LIST}/new`);
  await field(page, "remark").fill("还没有保存");
  const questions: string[] = [];
  let answer = false;
  page.on("dialog", async (dialog) => {
    questions.push(dialog.message());
    await (answer ? dialog.accept() : dialog.dismiss());
  });
  const close = strip(page).getByRole("button", { name: "关闭标签：" });
  await close.click();
  await eventually(() => questions).toEqual(["该页面有未保存的内容，确定关闭？"]);
  expect(pathOf(page)).toBe(`${LIST}/new`);
  answer = true;
  await close.click();
  await eventually(() => pathOf(page)).toBe("/qiaqia/home");
  await ready(page);
  // What nobody typed into is not asked about.
  await open(page, "/account/inbox");
  await close.click();
  await eventually(() => pathOf(page)).toBe("/qiaqia/home");
  expect(questions).toHaveLength(2);
});

test("手机宽度下标签横向滚动，页面不变宽，菜单在屏幕下方", async () => {
  for (const script of [false, true]) {
    const browser = await portal.browse({ script, viewport: { width: 390, height: 800 } });
    await portal.enter(browser, "buyer1");
    const page = await browser.newPage();
    await open(page, LIST);
    await open(page, `${LIST}/new`);
    await open(page, "/account/inbox");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const own = strip(page).locator("li:has([aria-current])");
    await own.scrollIntoViewIfNeeded();
    await own.locator("summary").click();
    const box = await own.locator("details > div").boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 800).toBe(true);
  }
});

test("打印时不出现", async () => {
  const browser = await portal.browse({ script: false });
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, LIST);
  await page.emulateMedia({ media: "print" });
  await eventually(() => strip(page).isVisible()).toBe(false);
});
