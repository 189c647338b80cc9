import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { WITH_SCRIPTS } from "../support/length";
import { ORDERS, openOrder, releasedOrder } from "./support/orders";
import { arrive, eventually, open, ready, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();

const PAGES: [name: string, go: (page: Page) => Promise<unknown>][] = [
  ["首页", (page) => open(page, "/qiaqia/home")],
  ["列表", (page) => open(page, `/${ORDERS}`)],
  ["单据", async (page) => openOrder(page, (await releasedOrder(portal)).id)],
  ["表单", (page) => open(page, `/${ORDERS}/new`)],
  ["动态", (page) => open(page, "/account/inbox")],
  ["个人资料", (page) => open(page, "/account/profile")],
  ["修改密码", (page) => open(page, "/account/password")],
  ["个性化设置", (page) => open(page, "/account/custom")],
  ["账号设置", (page) => open(page, "/account/settings-security")],
  ["退出登录", (page) => open(page, "/account/logout")],
  ["搜索菜单", (page) => open(page, "/shell/menus?q=订单")],
  [
    "没有权限",
    async (page) => {
      notify(page, 403);
      await open(page, "/system-management/role");
    },
  ],
];

async function buyer(options: { script: boolean; width: number; height: number; scale?: number }): Promise<Page> {
  const { script, width, height, scale = 1 } = options;
  const context = await portal.browse({ script, viewport: { width, height }, deviceScaleFactor: scale });
  await portal.enter(context, "buyer1");
  return context.newPage();
}

/** Things people use that lie outside what one can scroll to: cut off at a side, or wider than the window. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const found = scrollWidth > window.innerWidth ? [`the page is ${scrollWidth} wide`] : [];
    for (const element of document.querySelectorAll<HTMLElement>(
      "main a, main button, main input, main select, header a, header button",
    )) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (!element.checkVisibility() || width === 0 || height === 0 || element.closest(".vh")) continue;
      // What lies in a box that scrolls by itself can be reached in it.
      let box = element.parentElement;
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
      if (box || getComputedStyle(element).position === "absolute") continue;
      if (left < -1 || right > window.innerWidth + 1)
        found.push(`${element.tagName} ${element.textContent || element.getAttribute("name")}`);
    }
    return found;
  });
}

describe("放大到200%：没有左右滚动，没有够不着的东西", () => {
  // Twice as large in a window of 1280 by 800 is a page of 640 by 400.
  test.each(PAGES)("%s", async (_name, go) => {
    const page = await buyer({ script: false, width: 640, height: 400, scale: 2 });
    await go(page);
    expect(await outOfReach(page)).toEqual([]);
    // The narrowest a page must bear: 1280 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await outOfReach(page)).toEqual([]);
  });
});

test("减少动态效果：没有东西在动", async () => {
  const page = await buyer({ script: true, width: 390, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, `/${ORDERS}`);
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        const longest = (text: string) => Math.max(...text.split(",").map((part) => Number.parseFloat(part)));
        const transitions =
          longest(transitionDuration) > 0.01 || (animationName !== "none" && longest(animationDuration) > 0.01);
        return transitions ? [`${element.tagName}.${element.className}`] : [];
      }),
    );
  expect(await moving()).toEqual([]);
  await page.locator(".sh-bell summary").click();
  expect(await moving()).toEqual([]);
});

test("打印框架内的页面：只有内容，没有菜单、头部、标签和按钮", async () => {
  const page = await buyer({ script: false, width: 1280, height: 800 });
  for (const address of ["/qiaqia/home", `/${ORDERS}`, "/account/inbox"]) {
    await open(page, address);
    await page.emulateMedia({ media: "print" });
    const seen = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
    expect([address, await seen(".sh-side"), await seen(".sh > header"), await seen(".sh-skip")]).toEqual([
      address,
      0,
      0,
      0,
    ]);
    expect(await seen('nav[aria-label="打开的页面"]')).toBe(0);
    expect(await seen("main h1")).toBe(1);
    await page.emulateMedia({ media: "screen" });
  }
});

describe("只用键盘", () => {
  /** Presses Tab until what has the focus answers to the name; says what was passed if it never does. */
  async function tabTo(page: Page, name: string | RegExp, most = 80): Promise<void> {
    const passed: string[] = [];
    for (let press = 0; press < most; press += 1) {
      await page.keyboard.press("Tab");
      const now = await page.evaluate(() => {
        const one = document.activeElement as HTMLElement | null;
        return (one?.getAttribute("aria-label") ?? one?.textContent ?? "").trim();
      });
      if (typeof name === "string" ? now === name : name.test(now)) return;
      passed.push(now);
    }
    throw new Error(`never came to ${name}: ${passed.join(" | ")}`);
  }

  /** The focus is on something one can see, and shows. */
  const hasVisibleFocus = (page: Page) =>
    page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (
        one.getClientRects().length > 0 && ((outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none")
      );
    });

  test.each(WITH_SCRIPTS)("跳到内容、打开铃铛、去处理预警、确认退出（脚本 %s）", async (script) => {
    const page = await buyer({ script, width: 1280, height: 800 });
    await open(page, "/qiaqia/home");
    await tabTo(page, "跳到主要内容", 1);
    expect(await hasVisibleFocus(page)).toBe(true);
    await page.keyboard.press("Enter");
    await eventually(() => page.evaluate(() => document.activeElement?.id || location.hash)).toMatch(/main/);
    await open(page, "/qiaqia/home");
    await tabTo(page, /^通知|未读/);
    expect(await hasVisibleFocus(page)).toBe(true);
    await page.keyboard.press("Enter");
    await eventually(() => page.locator(".sh-bell details[open], .sh-bell[open]").count()).toBe(1);
    await open(page, "/qiaqia/home");
    await tabTo(page, /^去处理/);
    expect(await hasVisibleFocus(page)).toBe(true);
    await page.keyboard.press("Enter");
    await arrive(page, (url) => !url.pathname.includes("home"));
    await open(page, "/account/logout");
    await tabTo(page, "退出登录");
    await page.keyboard.press("Enter");
    await arrive(page, (url) => url.pathname === "/web/user/login");
  });

  test.each([false, true])("手机宽度下打开抽屉、走到菜单、打开页面（脚本 %s）", async (script) => {
    const page = await buyer({ script, width: 390, height: 800 });
    await open(page, "/qiaqia/home");
    await tabTo(page, "菜单", 20);
    await page.keyboard.press("Enter");
    await eventually(() => page.getByRole("navigation", { name: "主菜单" }).isVisible()).toBe(true);
    await tabTo(page, /^采\s*采购订单|^采购订单$/);
    await page.keyboard.press("Enter");
    await tabTo(page, "采购订单", 5);
    await page.keyboard.press("Enter");
    await arrive(page, (url) => url.pathname === `/web/${ORDERS}`);
    await page.locator("h1", { hasText: "采购订单" }).waitFor();
  });

  test.each(WITH_SCRIPTS)("顶部菜单、侧栏、标签和它的菜单、个人菜单和对话框（脚本 %s）", async (script) => {
    const page = await buyer({ script, width: 1280, height: 800 });
    const heading = () => textOf(page.locator("h1").first());
    const strip = page.getByRole("navigation", { name: "打开的页面" });
    await open(page, "/qiaqia/home");
    await tabTo(page, "合同");
    expect(await hasVisibleFocus(page)).toBe(true);
    await page.keyboard.press("Enter");
    await eventually(heading).toBe("合同");
    await ready(page);

    // Through the side menu: the branch folds and unfolds, its page is a step further.
    await open(page, `/${ORDERS}`);
    await tabTo(page, /^采\s*采购订单$/);
    const isOpen = () => page.evaluate(() => document.activeElement?.parentElement?.hasAttribute("open"));
    const before = await isOpen();
    await page.keyboard.press("Enter");
    await eventually(isOpen).toBe(!before);
    await page.keyboard.press("Enter");
    await eventually(isOpen).toBe(before);

    // The menu of a tab closes the tab.
    await open(page, "/account/inbox");
    await eventually(() => strip.getByRole("link", { name: "采购订单", exact: true }).count()).toBe(1);
    await tabTo(page, "采购订单：标签操作");
    expect(await hasVisibleFocus(page)).toBe(true);
    await page.keyboard.press("Enter");
    await tabTo(page, "关闭当前", 12);
    // Without script the whole page comes anew; going on before it is there would cut it off.
    await Promise.all([script ? null : page.waitForEvent("load"), page.keyboard.press("Enter")]);
    await eventually(() => strip.getByRole("link", { name: "采购订单", exact: true }).count()).toBe(0);
    await ready(page);

    // The own menu: a dialog holds the focus and gives it back, without script it is a page.
    await open(page, "/account/inbox");
    const own = /^王敏/;
    await tabTo(page, own);
    await page.keyboard.press("Enter");
    await tabTo(page, "修改密码", 6);
    await page.keyboard.press("Enter");
    if (!script) {
      await arrive(page, (url) => url.pathname === "/web/account/password");
      return;
    }
    const dialog = page.locator("dialog[aria-modal=true]");
    await dialog.locator("form").waitFor();
    expect(
      await dialog.getAttribute("aria-label").then((label) => label ?? dialog.getAttribute("aria-labelledby")),
    ).toBeTruthy();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => document.activeElement?.closest("main, header, nav, aside") !== null);
      expect(outside).toBe(false);
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const focusNow = () => page.evaluate(() => (document.activeElement?.textContent ?? "").trim());
    await eventually(focusNow).toMatch(own);
    expect(await hasVisibleFocus(page)).toBe(true);
  });

  test.each([false, true])("新建订单：逐格填写、加一行、删一行、提交，错误处得到焦点（脚本 %s）", async (script) => {
    const page = await buyer({ script, width: 1280, height: 800 });
    notify(page, 400);
    await open(page, `/${ORDERS}/new`);
    const rows = () => page.locator('main [data-line="items"]').count();
    const before = await rows();
    await tabTo(page, "第 1 行 数量", 60);
    await page.keyboard.type("一打");
    await tabTo(page, "添加一行", 120);
    await page.keyboard.press("Enter");
    await eventually(rows).toBe(before + 1);
    await ready(page);
    await eventually(() => page.locator('[name="items.0.qty"]').inputValue()).toBe("一打");
    await page.locator('[name="items.0.qty"]').focus();
    await tabTo(page, "删除第 2 行", 60);
    await page.keyboard.press("Enter");
    await eventually(rows).toBe(before);
    await ready(page);
    await page.locator('[name="items.0.qty"]').focus();
    await tabTo(page, "保存", 120);
    await page.keyboard.press("Enter");
    await page.locator("[aria-invalid=true]").first().waitFor();
    await ready(page);
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe("true");
    expect(await hasVisibleFocus(page)).toBe(true);
  });
});
