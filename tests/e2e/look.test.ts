import type { Page as BrowserPage } from "playwright-core";
import { describe, expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { ORDERS } from "./support/orders";
import type { Page } from "./support/page";
import { arrive, buttonOf, eventually, fillSignIn, follow, open, ready, textOf } from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);
const CUSTOM = "/account/custom";

/** What the document says before any script has run. */
async function firstByte(page: Page, address: string): Promise<string> {
  const answer = await page.request.get(`/web${address}`);
  return answer.text();
}

async function save(page: Page, button = "保存"): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith(CUSTOM) && response.request().method() === "POST",
  );
  await buttonOf(page, button).click();
  await answer;
  await ready(page);
}

function colour(page: BrowserPage, variable: string): Promise<string> {
  return page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), variable);
}

journey.drawn(
  "个性化设置：保存后每台设备从第一个字节起就是这个样子，退出后登录页也是",
  async (browser, { another }) => {
    await portal.enter(browser, "qa1");
    const page = await browser.newPage();
    await open(page, CUSTOM);
    await page.getByRole("radio", { name: "暗色" }).check();
    await page.getByRole("radio", { name: "酱紫" }).check();
    await page.getByRole("radio", { name: "定宽" }).check();
    await page.getByRole("radio", { name: "50", exact: true }).check();
    await page.getByRole("checkbox", { name: "固定头部" }).check();
    notify(page, 400);
    await save(page);
    expect(await textOf(page.locator("main [role=alert]"))).toBe("内容宽度“定宽”仅在顶部菜单时有效");
    await eventually(() => page.getByRole("radio", { name: "酱紫" }).isChecked()).toBe(true);
    await eventually(() => page.locator("html").getAttribute("data-theme")).toBe("light");
    await page.getByRole("radio", { name: "顶部菜单" }).check();
    await save(page);
    expect(await textOf(page.locator(".sh-notices li"))).toContain("个性化设置已保存");
    expect(await colour(page, "--bg")).toBe("#15181d");

    const elsewhere = await another();
    await portal.enter(elsewhere, "qa1");
    const second = await elsewhere.newPage();
    const html = await firstByte(second, "/qiaqia/home");
    expect(html).toMatch(/<html[^>]* data-theme="dark"/);
    expect(html).toContain("color-scheme:dark");
    expect(html).toMatch(
      /<div class="sh"[^>]* data-layout="topmenu"[^>]* data-fixed-header="true"[^>]* data-width="fixed"/,
    );

    // On paper it is light.
    await open(page, "/qiaqia/home");
    await page.emulateMedia({ media: "print" });
    expect(await colour(page, "--bg")).toMatch(/^#fff/);
    await page.emulateMedia({ media: "screen" });

    // A menu on top opens below its name and closes when one goes somewhere.
    const menu = page.getByRole("navigation", { name: "主菜单" });
    await menu.locator("summary").first().click();
    await follow(page, menu.locator("details[open] a").first());
    await eventually(() => menu.locator("details[open]").count()).toBe(0);
    expect(await textOf(page.locator(".pr-sizes [aria-current]"))).toBe("50");

    await open(page, "/account/logout");
    await buttonOf(page, "退出登录").click();
    await arrive(page, (url) => url.pathname === "/web/user/login");
    expect(await firstByte(page, "/user/login")).toMatch(/<html[^>]* data-theme="dark"/);
    expect(await colour(page, "--bg")).toBe("#15181d");
    await fillSignIn(page, "qa1", PASSWORD);
    await arrive(page, (url) => url.pathname === "/web/qiaqia/home");
    await open(page, CUSTOM);
    await save(page, "恢复默认");
    await eventually(() => page.locator("html").getAttribute("data-theme")).toBe("light");
    expect(await firstByte(page, "/user/login")).not.toContain("html:root{");
  },
);

journey("极速模式：保存后页面不带脚本，取消后恢复", async (browser) => {
  await portal.enter(browser, "warehouse1");
  const page = await browser.newPage();
  const scripts = async () => (await firstByte(page, "/qiaqia/home")).includes("<script");
  await open(page, CUSTOM);
  await page.getByRole("checkbox", { name: "极速模式" }).check();
  await save(page);
  expect(await scripts()).toBe(false);
  await page.getByRole("checkbox", { name: "极速模式" }).uncheck();
  await save(page);
  expect(await scripts()).toBe(true);
});

journey("预警一直在，关闭后别处也不再出现；去处理打开的正是这些", async (browser, { another, script }) => {
  const account = script ? "finance1" : "planner1";
  await portal.enter(browser, account);
  const page = await browser.newPage();
  await open(page, "/qiaqia/home");
  // Others of the person's warnings stand beside it.
  const cardsOn = (one: typeof page) =>
    one.getByRole("region", { name: "预警" }).getByRole("listitem").filter({ hasText: "合同" });
  const cards = cardsOn(page);
  expect(await textOf(cards.locator("p"))).toMatch(/^有\d+份合同将在30天内到期$/);
  const count = /\d+/.exec(await textOf(cards.locator("p")))?.[0];
  await follow(page, cards.getByRole("link", { name: "去处理" }));
  await eventually(() => textOf(page.locator(".pr > span"))).toBe(`共 ${count} 条`);
  // There they are one line, which opens.
  expect(await cards.isVisible()).toBe(false);
  await page.getByRole("region", { name: "预警" }).locator("summary").click();
  const closed = page.waitForResponse((response) => response.url().endsWith("/shell/warnings"));
  await cards.getByRole("button", { name: "关闭" }).click();
  expect((await closed).status()).toBe(303);
  await eventually(() => cards.count()).toBe(0);
  const elsewhere = await another();
  await portal.enter(elsewhere, account);
  const second = await elsewhere.newPage();
  await open(second, "/qiaqia/home");
  await eventually(() => cardsOn(second).count()).toBe(0);
});

journey("铃铛：没有脚本是数目和链接，有脚本是最新的几条；全部已读后归零", async (browser, { script }) => {
  await portal.enter(browser, script ? "buyer2" : "buyer1");
  const page = await browser.newPage();
  await open(page, "/account/inbox");
  const bell = page.locator(".sh-bell");
  expect(await textOf(bell.locator("summary > .vh"))).toMatch(/^消息中心，\d+ 条未读$/);
  await bell.locator("summary").click();
  if (script) {
    await eventually(() => bell.locator(".bl-tabs button").count()).toBe(3);
    await eventually(() => bell.getByRole("list").getByRole("listitem").count()).toBe(5);
    await bell.getByRole("button", { name: "消息", exact: true }).click();
    expect(await textOf(bell.locator(".bl-none"))).toContain("没有未读的消息");
  } else {
    await eventually(() => bell.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^通知\s+\d+ 条未读$/),
      expect.stringMatching(/^消息\s+没有未读$/),
      expect.stringMatching(/^待办\s+/),
    ]);
  }
  await bell.getByRole("button", { name: "全部已读" }).click();
  await eventually(() => textOf(page.locator(".sh-bell summary > .vh"))).toBe("消息中心");
  await open(page, "/account/inbox");
  await eventually(() => page.locator("main [data-unread]").count()).toBe(0);
});

describe("有脚本时", () => {
  async function pageOf(account: string): Promise<BrowserPage> {
    const context = await portal.visit({ script: true });
    await portal.enter(context, account);
    return context.newPage();
  }

  /** Leaves a message by keeping the columns of a list. */
  async function leaveMessage(page: Page): Promise<void> {
    await open(page, `/${ORDERS}/columns`);
    await page.locator("main").getByRole("button", { name: "保存" }).click();
    await page.locator(".sh-notices li").waitFor();
  }

  test("抽屉里的改动立即生效，在后台保存，Esc 关闭", async () => {
    const page = await pageOf("manager1");
    await open(page, `/${ORDERS}`);
    await page.getByRole("link", { name: "个性化设置" }).click();
    const drawer = page.getByRole("dialog", { name: "个性化设置" });
    const kept = page.waitForResponse((response) => response.url().endsWith("/shell/preferences"));
    await drawer.getByRole("radio", { name: "暗色" }).check();
    await eventually(() => colour(page, "--bg")).toBe("#15181d");
    expect((await kept).status()).toBe(303);
    const density = page.waitForResponse((response) => response.url().endsWith("/shell/preferences"));
    await drawer.getByRole("radio", { name: "紧凑" }).check();
    await eventually(() => page.locator(".sh").getAttribute("data-density")).toBe("small");
    await density;
    await eventually(() => drawer.getByRole("radio", { name: "定宽" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await eventually(() => drawer.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/web/${ORDERS}`);
    expect(await firstByte(page, `/${ORDERS}`)).toMatch(/<html[^>]* data-theme="dark".*data-density="small"/s);
    expect(await firstByte(page, `/${ORDERS}`)).toMatch(/<details class="fb-more"(?! open)/);
    const unfolded = page.waitForResponse((response) => response.url().endsWith("/shell/preferences"));
    await page.locator(".fb-more > summary").click();
    await unfolded;
    expect(await firstByte(page, `/${ORDERS}`), "展开过的筛选，下次仍展开").toMatch(/<details class="fb-more" open/);
  });

  test("消息15秒后自己消失，指着它时不走，换页和整页载入都不丢", async () => {
    const page = await pageOf("buyer1");
    await page.clock.install();
    await leaveMessage(page);
    const messages = page.locator(".sh-notices li");
    const box = page.locator(".sh-notices");
    await eventually(() => box.evaluate((element) => getComputedStyle(element).top)).toBe("50px");
    // The server has heard that it was shown.
    await follow(page, page.locator("main tbody").getByRole("link").first());
    await eventually(() => messages.count()).toBe(1);
    await open(page, "/qiaqia/home");
    await eventually(() => messages.count()).toBe(1);
    // Clicks go through a message except on what it offers, so that is what one points at.
    await messages.getByRole("button", { name: "关闭" }).hover();
    await page.clock.fastForward(60_000);
    await eventually(() => messages.count()).toBe(1);
    await page.mouse.move(700, 700);
    await eventually(() => page.locator(".sh-notices:hover").count()).toBe(0);
    await page.clock.fastForward(15_000);
    await eventually(() => messages.count()).toBe(0);
    await open(page, "/qiaqia/home");
    await eventually(() => messages.count()).toBe(0);
  });

  test("铃铛等两秒还没有内容时给出消息中心的链接，来了再换上", async () => {
    const page = await pageOf("buyer1");
    let letGo = () => {};
    const gone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/shell/bell", async (route) => {
      await gone;
      await route.continue();
    });
    await page.clock.install();
    await open(page, "/qiaqia/home");
    const bell = page.locator(".sh-bell");
    await bell.locator("summary").click();
    await eventually(() => bell.getByText("加载中…").getAttribute("data-msg")).toBe("Loading..");
    await page.clock.fastForward(2_000);
    await bell.getByRole("link", { name: "加载较慢，打开消息中心" }).waitFor();
    letGo();
    await eventually(() => bell.locator(".bl-tabs button").count()).toBe(3);
  });

  test("下一页在路上时顶上有一条进度，读屏听到一次，到了就没有", async () => {
    const page = await pageOf("buyer1");
    await open(page, `/${ORDERS}`);
    let letGo = () => {};
    const gone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/*.data*", async (route) => {
      await gone;
      await route.continue();
    });
    await eventually(() => page.locator(".pg[data-busy]").count()).toBe(0);
    await page.locator("main tbody").getByRole("link").first().click();
    await page.locator(".pg[data-busy]").waitFor({ state: "attached" });
    await eventually(() => page.locator(".pg output").textContent()).toBe("加载中…");
    letGo();
    await page.locator("h1 .bd").waitFor();
    await eventually(() => page.locator(".pg[data-busy]").count()).toBe(0);
  });

  test("头部在下滑超过300像素后收起，上滑时出现", async () => {
    const page = await pageOf("admin");
    const admin = await portal.rest("admin");
    await admin.call("POST", "/v2/user/preference", { autoHideHeader: true, fixedHeader: true });
    await page.setViewportSize({ width: 1200, height: 500 });
    await open(page, `/${ORDERS}?size=100`);
    const hidden = () => page.locator(".sh").getAttribute("data-header");
    await page.evaluate(() => document.body.style.setProperty("min-height", "3000px"));
    const scroll = async (to: number) => {
      await page.evaluate((y) => window.scrollTo(0, y), to);
      await eventually(() => page.evaluate(() => window.scrollY)).toBe(to);
    };
    // Until the script for it is there, scrolling does nothing.
    await eventually(async () => {
      await scroll(280);
      expect(await hidden()).toBeNull();
      await scroll(420);
      return hidden();
    }).toBe("away");
    await page.evaluate(() => window.scrollTo(0, 400));
    await eventually(hidden).toBeNull();
  });
});
