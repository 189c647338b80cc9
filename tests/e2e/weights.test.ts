import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lorryOnItsWay, NOTES } from "./support/notes";
import { ORDERS } from "./support/orders";
import { eventually, open } from "./support/pages";
import { startPortal } from "./support/portal";
import { bytesOf, type Transfer, traffic } from "./support/traffic";

const portal = startPortal();
const KB = 1024;

/** A first visit of a signed-in person: nothing is in the cache. */
async function firstVisit(
  address: string,
  script: boolean,
  account = "buyer1",
): Promise<{ page: Page; transfers: Transfer[] }> {
  const context = await portal.browse({ script });
  await portal.enter(context, account);
  const page = await context.newPage();
  const { done, pending } = await traffic(page);
  await open(page, address);
  await eventually(pending).toBe(0);
  return { page, transfers: done };
}

function weight(what: string, bytes: number): string {
  return `${what} ${(bytes / KB).toFixed(1)} KB`;
}

test("登录页一次请求即可使用，不到 10 KB，没有脚本", async ({ annotate }) => {
  const context = await portal.browse({ script: true });
  const page = await context.newPage();
  const { done: transfers } = await traffic(page);
  await open(page, "/user/login");
  const promised = await page.locator("link[rel=prefetch]").count();
  await eventually(() => transfers.filter(({ ahead }) => ahead).length).toBe(promised);
  const needed = transfers.filter(({ ahead }) => !ahead);
  expect(needed.map(({ url, kind }) => [new URL(url).pathname, kind])).toEqual([["/web/user/login", "Document"]]);
  expect(needed[0]?.encoding).toBe("br");
  const bytes = needed[0]?.bytes ?? 0;
  await annotate(weight("登录页", bytes));
  expect(bytes).toBeLessThanOrEqual(10 * KB);
  await eventually(() => page.locator("script").count()).toBe(0);
  // What is fetched ahead is what the first page after it needs.
  expect(transfers.filter(({ ahead }) => ahead).every(({ url }) => url.endsWith(".css"))).toBe(true);
});

test("登录页带验证码时仍是一次请求，多不过 3 KB", async ({ annotate }) => {
  const context = await portal.browse({ script: true });
  const page = await context.newPage();
  const { done: transfers } = await traffic(page);
  await open(page, "/user/login?account=buyer1&sum=1");
  await eventually(() => transfers.filter(({ ahead }) => !ahead).length).toBe(1);
  const bytes = transfers.find(({ ahead }) => !ahead)?.bytes ?? 0;
  await annotate(weight("登录页（验证码）", bytes));
  expect(bytes).toBeLessThanOrEqual(13 * KB);
  await eventually(() => page.locator("[name=captcha]").count()).toBe(1);
});

test("订单列表不用脚本时，首次访问的页面和样式不到 25 KB", async ({ annotate }) => {
  const { transfers } = await firstVisit(`/${ORDERS}`, false);
  expect(transfers.every(({ encoding }) => encoding === "br")).toBe(true);
  expect(bytesOf(transfers, "Script")).toBe(0);
  const bytes = bytesOf(transfers, "Document", "Stylesheet");
  await annotate(weight("订单列表（无脚本）", bytes));
  expect(bytes).toBeLessThanOrEqual(25 * KB);
});

test.for([
  { what: "列表", address: async () => `/${ORDERS}`, most: 110 },
  { what: "单据", address: async () => `/${ORDERS}/${await someOrder()}`, most: 110 },
  { what: "表单", address: async () => `/${ORDERS}/new`, most: 140 },
])("首次打开 $what 时脚本不超过 $most KB", async ({ what, address, most }, { annotate }) => {
  const { transfers } = await firstVisit(await address(), true);
  const scripts = transfers.filter(({ kind }) => kind === "Script");
  // Each file is a request and a head of its own.
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.length).toBeLessThanOrEqual(14);
  expect(scripts.filter(({ encoding, bytes }) => encoding !== "br" && bytes > KB)).toEqual([]);
  const bytes = bytesOf(transfers, "Script");
  await annotate(
    `${weight(`${what}脚本（${scripts.length} 个文件）`, bytes)}，${weight("页面和样式", bytesOf(transfers, "Document", "Stylesheet"))}`,
  );
  expect(bytes).toBeLessThanOrEqual(most * KB);
});

describe("扫码收货", () => {
  const SCAN = "/receiving/phone-receiving";

  async function countPage(): Promise<string> {
    const warehouse = await portal.rest("warehouse1");
    const note = await lorryOnItsWay(portal);
    await warehouse.move(NOTES, note.id, "check_in", { version: note.version });
    return `${SCAN}/${note.id}/receive`;
  }

  test("不用脚本时，首次访问的页面和样式不到 25 KB", async ({ annotate }) => {
    for (const address of [SCAN, await countPage()]) {
      const { transfers } = await firstVisit(address, false, "warehouse1");
      expect(bytesOf(transfers, "Script")).toBe(0);
      const bytes = bytesOf(transfers, "Document", "Stylesheet");
      await annotate(weight(`${address}（无脚本）`, bytes));
      expect(bytes).toBeLessThanOrEqual(25 * KB);
    }
  });

  test("摄像头打开之前，脚本比首页多不过 15 KB", async ({ annotate }) => {
    const { transfers: shell } = await firstVisit("/qiaqia/home", true, "warehouse1");
    const known = new Set(shell.map(({ url }) => url));
    for (const address of [SCAN, await countPage()]) {
      const { transfers } = await firstVisit(address, true, "warehouse1");
      const bytes = bytesOf(
        transfers.filter(({ url }) => !known.has(url)),
        "Script",
      );
      await annotate(weight(`${address}脚本，首页以外`, bytes));
      expect(bytes).toBeLessThanOrEqual(15 * KB);
    }
  });
});

async function someOrder(): Promise<string> {
  const [row] = await (await portal.rest("buyer1")).list(ORDERS, { state: "confirmed" });
  return row?.id ?? "";
}

test("第二次访问不再取脚本和样式", async () => {
  const { page, transfers } = await firstVisit(`/${ORDERS}`, true);
  const first = transfers.length;
  await open(page, `/${ORDERS}?page=2`);
  await eventually(() => transfers.length).toBeGreaterThan(first);
  const again = transfers.slice(first);
  expect(again.filter(({ kind, bytes }) => kind !== "Document" && bytes > 0)).toEqual([]);
});
