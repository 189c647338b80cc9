import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { UPDATE_STREAM } from "~/shared/update-stream";
import { doJobs } from "./support/jobs";
import { arrive, buttonOf, eventually, fill, open, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { allowLosses } from "./support/watch";

const portal = startPortal();
const MATERIAL = "/master-data/material";
const STREAM = `/web${UPDATE_STREAM}`;
/** The shortest time after which a page that waits for something looks by itself. */
const LOOK_EVERY_MS = 2_000;

async function admin(script: boolean, baseURL?: string): Promise<BrowserContext> {
  const context = await portal.browse({ script, ...(baseURL ? { baseURL } : {}) });
  await portal.enter(context, "admin");
  return context;
}

/** How often a browser asked for what, by path. */
function asked(context: BrowserContext): (path: string) => number {
  const paths: string[] = [];
  context.on("request", (request) => void paths.push(new URL(request.url()).pathname));
  return (path) => paths.filter((one) => one === path).length;
}

async function beginExport(page: Page): Promise<void> {
  await open(page, `${MATERIAL}/export-later?sort=code`);
  await fill(page, { format: "CSV 文件" });
  await buttonOf(page, "开始导出").click();
  await arrive(page, /export-center\/[0-9a-f-]{36}/);
}

const finished = (page: Page) => expect.poll(() => textOf(page.locator("main h1"))).toContain("已完成");

/** Takes from pages what makes them look by themselves: only what comes on the stream is left. */
async function withoutLooking(context: BrowserContext): Promise<void> {
  await context.addInitScript((shortest) => {
    const { setTimeout } = window;
    const patient = (work: TimerHandler, ms = 0, ...rest: unknown[]) =>
      setTimeout(ms < shortest ? work : () => undefined, ms, ...rest);
    Object.assign(window, { setTimeout: patient, setInterval: () => 0 });
  }, LOOK_EVERY_MS);
}

/** A proxy of the test's own before the portal. */
async function proxy() {
  const open = new Set<Socket>();
  let streams = 0;
  const server = createServer((given, answer) => {
    const { port, hostname } = new URL(portal.url);
    const { url = "/", method, headers } = given;
    // The address people use goes along, as with every proxy before the portal: forms of other addresses are refused.
    const passed = forward({ port, hostname, path: url, method, headers });
    if (url.startsWith(STREAM)) {
      streams += 1;
      open.add(given.socket);
    }
    passed.on("response", (from) => {
      answer.writeHead(from.statusCode ?? 502, from.rawHeaders);
      answer.flushHeaders();
      from.pipe(answer);
    });
    passed.on("error", () => answer.headersSent || answer.writeHead(502).end());
    answer.on("close", () => passed.destroy());
    given.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: AddressInfo = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    streams: () => streams,
    /** What a proxy does with a stream after its minute. */
    cut() {
      for (const socket of open) socket.destroy();
      open.clear();
    },
  };
}

test("后台导出的进度自己走到完成：页面不重新打开，浏览器只有一条流", async () => {
  const context = await admin(true);
  await withoutLooking(context);
  const count = asked(context);
  const page = await context.newPage();
  await beginExport(page);
  const loads = count(new URL(page.url()).pathname);
  await finished(page);
  expect(count(new URL(page.url()).pathname)).toBe(loads);
  expect(count(STREAM)).toBe(1);
});

test("六个标签页一条流；看着的那个关了，由另一个接着听", async () => {
  const context = await admin(true);
  const count = asked(context);
  const pages: Page[] = [];
  for (let tab = 0; tab < 6; tab += 1) {
    const page = await context.newPage();
    await open(page, "/qiaqia/home");
    pages.push(page);
  }
  await eventually(() => count(STREAM)).toBe(1);
  await beginExport(pages[5] ?? (await context.newPage()));
  await pages[0]?.close();
  await finished(pages[5] ?? (await context.newPage()));
  await eventually(() => count(STREAM)).toBe(2);
});

test("代理每到一分钟就掐断：页面照样走到完成", async () => {
  const between = await proxy();
  const context = await admin(true, between.url);
  await context.addCookies(
    (await context.cookies(portal.url)).map(({ name, value }) => ({ name, value, url: between.url })),
  );
  const page = await context.newPage();
  await open(page, "/qiaqia/home");
  await eventually(() => between.streams()).toBe(1);
  between.cut();
  await eventually(() => between.streams()).toBeGreaterThan(1);
  await beginExport(page);
  between.cut();
  await finished(page);
});

test("服务器中途停了又起：页面接着走到完成", async () => {
  const context = await admin(true);
  const count = asked(context);
  const page = await context.newPage();
  await beginExport(page);
  allowLosses(page);
  await portal.pause(async () => {
    await eventually(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      const away = page.locator("[data-kind=away]");
      // A look that came before the portal was gone says nothing: the page looks once more.
      await away.waitFor({ timeout: 3_000 }).catch(() => null);
      return (await away.allInnerTexts()).join();
    }).toContain("连接不上服务器，恢复后自动更新");
  });
  // In the product the next minute goes on with it.
  await doJobs(portal, "后台导出");
  await finished(page);
  await eventually(() => page.locator("[data-kind=away]").count()).toBe(0);
  await eventually(() => count(STREAM)).toBeGreaterThan(1);
});

test("同一件事不用脚本：页面自己再来，没有流", async () => {
  const context = await admin(false);
  const count = asked(context);
  const page = await context.newPage();
  await beginExport(page);
  await finished(page);
  expect(count(STREAM)).toBe(0);
});

test("登录页和公开页没有流", async () => {
  const context = await portal.browse({ script: true });
  const count = asked(context);
  const page = await context.newPage();
  for (const address of ["/user/login", "/registerSupplier/notices"]) await open(page, address);
  expect(count(STREAM)).toBe(0);
});
