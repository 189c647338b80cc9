import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ORDERS } from "./support/orders";
import {
  arrive,
  buttonOf,
  eventually,
  field,
  fill,
  fillSignIn,
  follow,
  open,
  send,
  signIn,
  textOf,
} from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { allowLosses, notify } from "./support/watch";

const portal = startPortal();
const CLASSES = "master-data/supplier-class";

/** A form with something typed into it. */
async function typedForm(script: boolean, code: string): Promise<Page> {
  const context = await portal.browse({ script });
  await portal.enter(context, "admin");
  const page = await context.newPage();
  await open(page, `/${CLASSES}/new`);
  await fill(page, { code, name: "写了很久的名称", risk_level: "高" });
  return page;
}

const bar = (page: Page, kind: string) => page.locator(`.cx [data-kind=${kind}]`);

/** Answers what the page sends in the server's place, once. */
async function answeredOnce(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(
    "**/new.data*",
    (route) => (route.request().method() === "POST" ? answer(route) : route.continue()),
    { times: 1 },
  );
}

async function expectKept(page: Page, code: string): Promise<void> {
  await eventually(() => field(page, "code").inputValue()).toBe(code);
  await eventually(() => field(page, "name").inputValue()).toBe("写了很久的名称");
  expect(new URL(page.url()).pathname).toBe(`/web/${CLASSES}/new`);
}

test("断网：说明「网络已断开，内容已暂存」，点链接和提交都不丢内容，恢复后暂存到服务器、可以提交", async () => {
  const page = await typedForm(true, "ZJOFF");
  allowLosses(page);
  await page.context().setOffline(true);
  await eventually(() => textOf(bar(page, "offline").locator("p"))).toBe("网络已断开，内容已暂存");
  await page.locator("main .fm-bar a", { hasText: "取消" }).click();
  await expectKept(page, "ZJOFF");
  await buttonOf(page, "保存").click();
  await eventually(() => textOf(bar(page, "failed").locator("p"))).toBe(
    "错误 连接不上服务器，内容没有提交，请稍后重试",
  );
  await expectKept(page, "ZJOFF");
  await page.context().setOffline(false);
  await bar(page, "offline").waitFor({ state: "detached" });
  await eventually(() => textOf(page.locator(".fm-kept"))).toMatch(/^已自动暂存/);
  await send(page, "保存");
  expect(await textOf(page.locator("h1"))).toContain("写了很久的名称");
});

describe("有脚本时，提交没有成功，填写的内容都还在，再提交一次就成功", () => {
  test.each([
    ["超时", 504, "错误 请求超时，请稍后重试"],
    ["过于频繁", 429, "错误 操作过于频繁，请稍后再试"],
    ["内容过大", 413, "错误 提交的内容超过大小限制，请减少内容或压缩附件后重试"],
    ["没有权限", 403, "Forbidden 没有权限进行此操作"],
  ])("%s（%s）", async (_label, status, said) => {
    const code = `ZJ${status}`;
    const page = await typedForm(true, code);
    notify(page, status);
    await answeredOnce(page, (route) => route.fulfill({ status, contentType: "text/html", body: "<h1>x</h1>" }));
    await buttonOf(page, "保存").click();
    await eventually(() => textOf(bar(page, "failed").locator("p"))).toBe(said);
    await expectKept(page, code);
    await send(page, "保存");
    expect(await textOf(page.locator("h1"))).toContain("写了很久的名称");
    await eventually(() => bar(page, "failed").count()).toBe(0);
  });

  test("服务器出错（500）：消息带追踪号，不带细节", async () => {
    const page = await typedForm(true, "ZJ500");
    notify(page, 500);
    await answeredOnce(page, (route) =>
      route.fulfill({
        status: 500,
        headers: { "Content-Type": "text/x-script", "X-Request-Id": "0123456789abcdef" },
        body: `${JSON.stringify([{ _1: 2 }, "error", ["SanitizedError", 3, 4], "Error", "select * from secret"])}\n`,
      }),
    );
    await buttonOf(page, "保存").click();
    await eventually(() => textOf(bar(page, "failed").locator("p"))).toBe(
      "错误 系统繁忙，请稍后再试（追踪号0123456789abcdef）",
    );
    expect(await page.content()).not.toContain("select *");
    await expectKept(page, "ZJ500");
  });

  test("先被退回（400）、改过之后再丢失：留下的是最后改过的内容和退回的说明", async () => {
    const page = await typedForm(true, "");
    notify(page, 400, 504);
    await send(page, "保存");
    const said = await textOf(page.locator("#f-code-error"));
    await fill(page, { code: "ZJ400" });
    await answeredOnce(page, (route) => route.fulfill({ status: 504, body: "" }));
    await buttonOf(page, "保存").click();
    await bar(page, "failed").waitFor();
    await expectKept(page, "ZJ400");
    expect(await textOf(page.locator("#f-code-error"))).toBe(said);
  });

  test("在另一个标签页退出登录：登录页说明原因，重新登录后内容还在", async () => {
    const page = await (await portal.browse({ script: true })).newPage();
    // Through the page, which leaves the browser the name of the session.
    await signIn(page, "admin", `/${CLASSES}/new`);
    await fill(page, { code: "ZJ401", name: "写了很久的名称", risk_level: "高" });
    const other = await page.context().newPage();
    await open(other, "/account/logout");
    await other.locator("main").getByRole("button", { name: "退出登录" }).click();
    await arrive(other, "**/web/user/login");
    await buttonOf(page, "保存").click();
    await arrive(page, "**/web/user/login?**");
    expect(await textOf(page.locator("main"))).toContain("您已在其他页面退出登录，填写的内容已暂存，登录后可继续");
    await fillSignIn(page, "admin", PASSWORD);
    await arrive(page, `**/web/${CLASSES}/new?draft=**`);
    await eventually(() => field(page, "code").inputValue()).toBe("ZJ401");
    await eventually(() => field(page, "name").inputValue()).toBe("写了很久的名称");
  });
});

test("打开着旧版本的页面：提示「系统已更新，点击刷新」，点击后重新载入同一地址", async () => {
  const context = await portal.browse({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await open(page, `/${ORDERS}`);
  await eventually(() => bar(page, "release").count()).toBe(0);
  await page.evaluate(() => {
    window.__remixManifest.version = "older";
  });
  await follow(page, page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "采购订单" }));
  await page.locator("main nav[aria-label=快速筛选] a").nth(1).click();
  const link = bar(page, "release").getByRole("link", { name: "系统已更新，点击刷新" });
  await link.waitFor();
  const [document] = await Promise.all([page.waitForRequest((request) => request.isNavigationRequest()), link.click()]);
  expect(new URL(document.url()).pathname).toBe(`/web/${ORDERS}`);
});

test("页面的脚本文件载入失败：整页打开同一地址", async () => {
  const context = await portal.browse({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await open(page, `/${ORDERS}/new`);
  allowLosses(page);
  await page.route("**/web/build/routes/_shell.$module.$screen._index-*.js", (route) => route.abort("aborted"), {
    times: 1,
  });
  // On a slow machine the file is refused before React has drawn that a page is on its way.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "采购订单" }).click();
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await eventually(() => textOf(page.locator("h1"))).toBe("采购订单");
  expect(new URL(page.url()).pathname).toBe(`/web/${ORDERS}`);
});

describe("等不到答复：浏览器自己的时限，钟由测试拨快", () => {
  const CALL_MS = 180_000;
  const FILES_MS = 120_000;

  /** Never answers what the pattern matches, and says when it was asked for. */
  async function hangs(page: Page, pattern: string, method: string): Promise<{ heard: Promise<void> }> {
    let asked: () => void = () => undefined;
    const heard = new Promise<void>((resolve) => {
      asked = resolve;
    });
    await page.route(
      pattern,
      (route) => {
        if (route.request().method() !== method) return route.continue();
        asked();
        return new Promise<void>(() => undefined);
      },
      { times: 1 },
    );
    return { heard };
  }

  test("提交180秒没有答复：提示超时，内容都在，再提交一次就成功", async () => {
    const page = await typedForm(true, "ZJSLOW");
    allowLosses(page);
    await page.clock.install();
    const { heard } = await hangs(page, "**/new.data*", "POST");
    await buttonOf(page, "保存").click();
    await heard;
    await eventually(() => bar(page, "failed").count()).toBe(0);
    await page.clock.fastForward(CALL_MS + 1000);
    await eventually(() => textOf(bar(page, "failed").locator("p"))).toBe("错误 请求超时，请稍后重试");
    await expectKept(page, "ZJSLOW");
    await send(page, "保存");
    expect(await textOf(page.locator("h1"))).toContain("写了很久的名称");
  });

  test("页面的脚本文件120秒没有到：整页打开同一地址", async () => {
    const context = await portal.browse({ script: true });
    await portal.enter(context, "buyer1");
    const page = await context.newPage();
    await open(page, `/${ORDERS}/new`);
    allowLosses(page);
    await page.clock.install();
    await page.route(
      "**/web/build/routes/_shell.$module.$screen._index-*.js",
      () => new Promise<void>(() => undefined),
      {
        times: 1,
      },
    );
    const file = page.waitForRequest("**/web/build/routes/_shell.$module.$screen._index-*.js");
    await page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "采购订单" }).click();
    await file;
    // The clock is wound only once the page has set its own limit, which it does when it has drawn that it is loading.
    await page.waitForFunction(() => window.sessionStorage.getItem("portal:wanted") !== null);
    const document = page.waitForRequest((request) => request.isNavigationRequest());
    await page.clock.fastForward(FILES_MS + 1000);
    expect(new URL((await document).url()).pathname).toBe(`/web/${ORDERS}`);
  });
});
