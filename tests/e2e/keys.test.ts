import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { draftOrder, ORDERS, openOrder } from "./support/orders";
import { answered, eventually, field, follow, open as opened, ready, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

const LIST = `/${ORDERS}`;

async function pageWithScript(): Promise<Page> {
  const browser = await portal.browse({ script: true });
  await portal.enter(browser, "buyer1");
  return browser.newPage();
}

/** Opens a page and waits until it listens to keys: what it does once it is drawn comes a task after that. */
async function open(page: Page, address: string): Promise<void> {
  await opened(page, address);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // Without scripts nothing listens, and no idle moment is ever told.
        if ("__remixRouter" in window) requestIdleCallback(() => resolve());
        else resolve();
      }),
  );
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname.replace("/web", "") + search;
}

function dialog(page: Page) {
  return page.getByRole("dialog", { name: "键盘快捷键" });
}

journey.drawn("快捷键有自己的页面，单键可以停用", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, "/qiaqia/home");
  await follow(page, page.getByRole("link", { name: "键盘快捷键" }));
  await eventually(() => textOf(page.locator("h1"))).toBe("键盘快捷键");
  await eventually(() => page.locator("main dt").allInnerTexts()).toEqual(
    expect.arrayContaining(["/", "n", "Ctrl + Enter", "?"]),
  );
  await page.getByRole("button", { name: "停用单键快捷键" }).click();
  await page.getByText("单键快捷键已停用").waitFor();
  await ready(page);
  await page.keyboard.press("?");
  await open(page, LIST);
  await page.keyboard.press("n");
  expect([await dialog(page).count(), pathOf(page)]).toEqual([0, LIST]);
  await open(page, "/account/keys");
  await page.getByRole("button", { name: "启用单键快捷键" }).click();
  await page.getByText("单键快捷键已启用").waitFor();
});

test("? 列出全部快捷键，Esc 关闭后焦点回到原处", async () => {
  const page = await pageWithScript();
  await open(page, LIST);
  const row = page.locator("main tbody tr a").first();
  await row.focus();
  await page.keyboard.press("?");
  await eventually(() => dialog(page).isVisible()).toBe(true);
  // Behind the dialog nothing moves.
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await eventually(() => dialog(page).count()).toBe(0);
  expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(pathOf(page)).toBe(LIST);
});

test("/ 到搜索框，j 和 k 走过各行，Enter 打开，n 新建", async () => {
  const page = await pageWithScript();
  await open(page, LIST);
  const rows = page.locator("main tbody tr");
  const at = () => page.evaluate(() => document.activeElement?.closest("tbody tr")?.getAttribute("data-x") ?? null);
  await rows.evaluateAll((all) => {
    for (const [index, row] of all.entries()) row.setAttribute("data-x", String(index));
  });
  for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
  expect(await at()).toBe("1");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  expect(await at()).toBe("0");
  const href = await rows.first().locator("a").first().getAttribute("href");
  await page.keyboard.press("Enter");
  await eventually(() => pathOf(page)).toBe(href?.replace("/web", ""));
  await ready(page);

  await open(page, LIST);
  await page.keyboard.press("/");
  const typed = () => page.evaluate(() => document.activeElement?.closest(".fb") !== null);
  expect(await typed()).toBe(true);
  // What is typed is typed.
  await page.keyboard.type("n/jk?");
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("n/jk?");
  expect([pathOf(page), await dialog(page).count()]).toEqual([LIST, 0]);
  await page.locator("h1").click();
  await page.keyboard.press("n");
  await eventually(() => pathOf(page)).toBe(`${LIST}/new`);
});

test("Ctrl+Enter 提交所在的表单", async () => {
  const order = await draftOrder(portal);
  const page = await pageWithScript();
  await openOrder(page, order.id, "/edit");
  await field(page, "remark").fill("用键盘保存");
  await page.keyboard.press("Control+Enter");
  await eventually(() => pathOf(page)).toBe(`${LIST}/${order.id}`);
  await eventually(() => textOf(page.locator("main"))).toContain("用键盘保存");

  await open(page, LIST);
  await page.keyboard.press("/");
  await page.keyboard.type(String(order.number));
  await page.keyboard.press("Control+Enter");
  await eventually(() => pathOf(page)).toContain(String(order.number));

  await open(page, `${LIST}/new`);
  notify(page, 400);
  await answered(page, () => page.keyboard.press("Control+Enter"));
  await eventually(() => page.locator("main [aria-invalid=true]").count()).toBeGreaterThan(0);
});

test("回到打开着的标签，页面停在离开时的位置；关闭后重新打开从头看", async () => {
  const page = await pageWithScript();
  await page.setViewportSize({ width: 1200, height: 500 });
  await open(page, "/account/inbox");
  await open(page, LIST);
  const strip = page.getByRole("navigation", { name: "打开的页面" });
  const tab = (name: string) => strip.getByRole("link", { name, exact: true });
  const y = () => page.evaluate(() => window.scrollY);
  const scroll = async (to: number) => {
    await page.evaluate((top) => window.scrollTo(0, top), to);
    await eventually(y).toBe(to);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  await scroll(300);
  // A click from script: the strip itself is out of sight.
  await tab("与我有关的动态").evaluate((link: HTMLElement) => link.click());
  await eventually(() => textOf(page.locator("h1"))).toBe("与我有关的动态");
  await eventually(y).toBe(0);
  await tab("采购订单").click();
  await eventually(() => textOf(page.locator("h1"))).toBe("采购订单");
  await eventually(y).toBe(300);

  await page.evaluate(() => window.scrollTo(0, 0));
  await follow(page, page.locator("main a[href*='sort=']").first());
  await eventually(y).toBe(0);
  await scroll(200);
  await strip.getByRole("button", { name: "关闭标签：采购订单" }).evaluate((button: HTMLElement) => button.click());
  await eventually(() => textOf(page.locator("h1"))).toBe("与我有关的动态");
  await open(page, LIST);
  expect(await y()).toBe(0);
});
