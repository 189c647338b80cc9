import type { Page as BrowserPage } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LIKE_OTHERS } from "../support/length";
import { pdfPages } from "../support/pdf-text";
import { sheetRows } from "../support/unzip";
import { ORDERS, releasedOrder } from "./support/orders";
import type { Page } from "./support/page";
import { eventually, follow, open, savedFile, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();

const BROWSER = { acceptDownloads: true, viewport: { width: 1280, height: 800 } };

async function pageOf(account: string, script: boolean, address: string): Promise<Page> {
  const visitor = await portal.visit({ script, ...BROWSER });
  await portal.enter(visitor, account);
  const page = await visitor.newPage();
  await open(page, address);
  return page;
}

/** The same, drawn by a browser whether scripts run or not. */
async function drawnPageOf(account: string, script: boolean, address: string): Promise<BrowserPage> {
  const context = await portal.browse({ script, ...BROWSER });
  await portal.enter(context, account);
  const page = await context.newPage();
  await open(page, address);
  return page;
}

describe.each(LIKE_OTHERS)("导出与打印（脚本：%s）", (script) => {
  test("列表按当前条件导出为表格和 CSV", async () => {
    const buyer = await portal.rest("buyer1");
    const page = await pageOf("buyer1", script, `/${ORDERS}?state=confirmed&sort=number`);
    const count = await buyer.count(ORDERS, { state: "confirmed" });
    const menu = page.locator("details.ex");
    await menu.locator("summary").click();
    const sheet = await savedFile(page, menu.getByRole("link", { name: "Excel 表格", exact: true }));
    expect(sheet.name).toMatch(/^采购订单_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const rows = sheetRows(sheet.bytes);
    expect(rows).toHaveLength(count + 1);
    const numbers = rows.slice(1).map((row) => row.A?.value ?? "");
    expect(numbers).toEqual([...numbers].sort());
    // The page is still there, and so is the opened menu.
    const csv = await savedFile(page, menu.getByRole("link", { name: "CSV 文件" }));
    expect(Buffer.from(csv.bytes).toString("utf8").split("\r\n")).toHaveLength(count + 2);
    const lines = await savedFile(page, menu.getByRole("link", { name: /含订单明细/ }));
    expect(sheetRows(lines.bytes).length).toBeGreaterThan(count);
  });

  test("不能导出的，回到列表并说明原因", async () => {
    const page = await pageOf("buyer1", script, `/${ORDERS}/export?format=xlsx&amount=abc`);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/web/${ORDERS}?amount=abc`);
    expect(await textOf(page.locator("body"))).toContain("没有导出：请输入数字");
  });

  test("没有导出权限的人看不到按钮", async () => {
    const page = await pageOf("qa1", script, `/${ORDERS}`);
    await eventually(() => page.locator("details.ex").count()).toBe(0);
  });

  test("订单打印成没有脚本的 A4 页面，也存为 PDF，供应商同样可以", async () => {
    const order = await releasedOrder(portal);
    for (const account of ["buyer1", "supplier1"]) {
      const page = await drawnPageOf(account, script, `/${ORDERS}/${order.id}`);
      const pdf = await savedFile(page, page.getByRole("link", { name: "PDF", exact: true }));
      expect(pdf.name).toBe(`采购订单_${order.number}.pdf`);
      const [first = ""] = pdfPages(pdf.bytes);
      expect(first).toContain(String(order.number));
      await follow(page, page.getByRole("link", { name: "打印", exact: true }));
      expect(await page.title()).toBe(`采购订单_${order.number}`);
      await eventually(() => page.locator("script").count()).toBe(0);
      const text = await textOf(page.locator("main"));
      for (const part of ["需方", "供方", "金额大写", "约定条款", "签字", String(order.number)])
        expect(text).toContain(part);
      await eventually(() => page.locator("svg[role=img] path").count()).toBe(1);
      await page.emulateMedia({ media: "print" });
      await eventually(() => page.locator(".pp-bar").isVisible()).toBe(false);
      expect(await page.locator("thead").evaluate((head) => getComputedStyle(head).display)).toBe("table-header-group");
      // What reaches beyond the page's own margins is cut off on paper, and the code can no longer be read.
      const [code, paper] = await Promise.all(
        [".pp-code", ".pp-paper"].map((part) =>
          page.locator(part).evaluate((one) => one.getBoundingClientRect().toJSON()),
        ),
      );
      expect([code.left >= paper.left, code.top >= paper.top, code.right <= paper.right]).toEqual([true, true, true]);
      await page.emulateMedia({ media: "screen" });
      await follow(page, page.getByRole("link", { name: "‹ 返回" }));
    }
  });
});

test("打印出来每页都有表头、单号和页码", async () => {
  const order = await releasedOrder(portal);
  const page = await drawnPageOf("buyer1", true, `/${ORDERS}/${order.id}/print`);
  await page
    .locator("tbody")
    .first()
    .evaluate((body) => {
      const row = body.querySelector("tr");
      for (let count = 0; row && count < 150; count += 1) body.append(row.cloneNode(true));
    });
  const file = await page.pdf({ preferCSSPageSize: true });
  const size = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file.toString("latin1"));
  expect([Math.round(Number(size?.[1])), Math.round(Number(size?.[2]))]).toEqual([595, 842]);
  expect([...file.toString("latin1").matchAll(/\/Type \/Page\b(?!s)/g)].length).toBeGreaterThan(3);
});
