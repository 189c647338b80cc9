import type { Page as BrowserPage } from "playwright-core";
import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { draftOrder, fillHead, fillLine, goodsOf, idInAddress, inDays, ORDERS, openOrder } from "./support/orders";
import type { Page } from "./support/page";
import {
  buttonOf,
  complaint,
  eventually,
  field,
  fill,
  fillMuch,
  focused,
  linesIn,
  open,
  pressRow,
  send,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { type Row, rowsOf } from "./support/rest";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

async function savedItems(page: Page): Promise<ReturnType<typeof rowsOf>> {
  await page.locator("h1 .bd").waitFor();
  return rowsOf(await (await portal.rest("buyer1")).get(ORDERS, idInAddress(page)), "items");
}

/** A page of buyer1 with a new order, its head filled; scripts run. */
async function newOrder(): Promise<{ page: BrowserPage; materials: [Row, Row, Row] }> {
  const { supplier, materials } = await goodsOf(portal);
  const context = await portal.visit({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await open(page, `/${ORDERS}/new`);
  await fillHead(page, supplier);
  return { page, materials };
}

/** What the clipboard would give when Ctrl+V is pressed there. */
async function pasteInto(page: BrowserPage, name: string, text: string): Promise<void> {
  await page.locator(`main form [name="${name}"]`).evaluate((control, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    control.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

journey("一行分两批交货，存下后再改", async (browser) => {
  const { supplier, materials } = await goodsOf(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await fillHead(page, supplier);
  await fillLine(page, 0, { material: materials[0], qty: "100", price: "2", required: inDays(9) });
  await page.locator(".ln summary").first().click();
  await pressRow(page, "第 1 行添加一批");
  await pressRow(page, "第 1 行添加一批");
  await eventually(() => linesIn(page, "items.0.schedules").count()).toBe(2);
  await fill(page, {
    "items.0.schedules.0.plan_date": inDays(9),
    "items.0.schedules.0.plan_qty": "40",
    "items.0.schedules.1.plan_date": inDays(19),
    "items.0.schedules.1.plan_qty": "50",
  });
  notify(page, 400);
  await send(page, "保存");
  await eventually(() => textOf(complaint(page, "items.0.qty"))).toContain("交货计划合计90与订单数量100不一致");
  expect(await textOf(page.locator(".ln summary").first())).toBe("交货计划（2批）");
  await fill(page, { "items.0.schedules.1.plan_qty": "60" });
  await send(page, "保存");
  const [before] = await savedItems(page);
  expect(rowsOf(before, "schedules").map(({ plan_qty }) => plan_qty)).toEqual(["40.000", "60.000"]);

  await openOrder(page, idInAddress(page), "/edit");
  await pressRow(page, "删除第 1 行第 1 批");
  await eventually(() => linesIn(page, "items.0.schedules").count()).toBe(1);
  await fill(page, { "items.0.schedules.0.plan_qty": "100" });
  await send(page, "保存");
  const [after] = await savedItems(page);
  expect(after?.id).toBe(before?.id);
  expect(rowsOf(after, "schedules")).toMatchObject([{ id: rowsOf(before, "schedules")[1]?.id, plan_qty: "100.000" }]);
});

journey("从表格软件批量粘贴，坏的格子改好后保存", async (browser, { script }) => {
  const { supplier, materials } = await goodsOf(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await fillHead(page, supplier);
  await page.locator(".le-more > .le-paste summary").click();
  const sheet = [
    "需求日期\t物料\t数量\t含税单价\t税率",
    `${inDays(9).replaceAll("-", "/")}\t${materials[0].code}\t1,000\t2\t13%`,
    `${inDays(9)}\t${materials[1].code}\t一百\t3\t9`,
  ].join("\n");
  await field(page, "_paste.items").fill(sheet);
  await pressRow(page, "填入表格");
  await eventually(() => linesIn(page, "items").count()).toBe(2);
  expect(await textOf(page.locator(".le-note"))).toBe("已填入 2 行。");
  if (script) {
    notify(page, 400);
    await send(page, "保存");
  }
  await eventually(() => textOf(complaint(page, "items.1.qty"))).toBe("请输入数字");
  await eventually(() => field(page, "items.1.qty").inputValue()).toBe("一百");
  await fill(page, { "items.1.qty": "100" });
  await send(page, "保存");
  expect(await savedItems(page)).toMatchObject([
    { qty: "1000.000", tax_rate: "13.0000", required_date: inDays(9) },
    { qty: "100.000", tax_rate: "9.0000" },
  ]);
});

journey("一行的交货计划批量粘贴；带着初值的空行没有动过就不算", async (browser, { mark }) => {
  const { supplier, materials } = await goodsOf(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await fillHead(page, supplier);
  await fillLine(page, 0, { material: materials[0], qty: "100", price: "2", required: inDays(9) });
  await page.locator(".ln > summary").first().click();
  await page.locator(".ln .le-paste summary").first().click();
  await field(page, "_paste.items.0.schedules").fill(`${inDays(9)}\t40\n${inDays(19)}\t60`);
  await pressRow(page, "第 1 行填入表格");
  await eventually(() => linesIn(page, "items.0.schedules").count()).toBe(2);
  expect(await textOf(page.locator(".le-note"))).toBe("已填入 2 批。");
  await send(page, "保存");
  const [item] = await savedItems(page);
  expect(rowsOf(item, "schedules").map(({ plan_qty }) => plan_qty)).toEqual(["40.000", "60.000"]);

  await portal.enter(browser, "admin");
  await open(page, "/system-management/form/new");
  await fill(page, { code: mark, name: "带初值的问卷", "items.0.label": "第一题" });
  await eventually(() => field(page, "items.1.type").inputValue()).toBe("text");
  await page.locator(".le-more > .le-paste summary").click();
  await field(page, "_paste.items").fill("题目\n第二题");
  await pressRow(page, "填入表格");
  await eventually(() => linesIn(page, "items").count()).toBe(2);
  await pressRow(page, "添加一题");
  await eventually(() => linesIn(page, "items").count()).toBe(3);
  await eventually(() => field(page, "items.2.type").inputValue()).toBe("text");
  await send(page, "保存");
  await page.locator("h1 .bd").waitFor();
  const saved = await (await portal.rest("admin")).get(
    "system-management/form",
    new URL(page.url()).pathname.split("/").at(-1) ?? "",
  );
  expect(rowsOf(saved, "items")).toMatchObject([
    { label: "第一题", type: "text" },
    { label: "第二题", type: "text" },
  ]);
});

journey("五千行粘贴很快有答复，放不下的说明是哪些，一行也不丢", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await page.locator(".le-more > .le-paste summary").click();
  const sheet = Array.from(
    { length: 5000 },
    (_, at) => `没有的物料${at}\t${"规格".repeat(40)}\t${at % 9 === 0 ? "坏" : at}`,
  );
  await fillMuch(page, "_paste.items", sheet.join("\n"));
  await pressRow(page, "填入表格");
  await eventually(() => linesIn(page, "items").count()).toBe(200);
  expect(await textOf(page.locator(".le-note"))).toBe(
    "已填入 200 行。粘贴内容的第 201 至 5000 行没有填入：订单明细最多 200 行。",
  );
  expect((await field(page, "_paste.items").inputValue()).split("\n")).toHaveLength(4800);
  await eventually(() => field(page, "items.0.qty").inputValue()).toBe("坏");
});

journey("金额和合计", async (browser, { script }) => {
  const { supplier, materials } = await goodsOf(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await fillHead(page, supplier);
  await fillLine(page, 0, { material: materials[0], qty: "3", price: "1.255", required: inDays(9) });
  await fillLine(page, 1, { material: materials[0], qty: "10", price: "2", required: inDays(9) });
  if (!script) await send(page, "重新计算");
  const figure = (name: string) => textOf(page.locator(`[data-figure="${name}"]`));
  await eventually(() => figure("items.amount")).toBe("¥23.77");
  expect([await figure("items.0.amount"), await figure("items.1.amount"), await figure("items.2.amount")]).toEqual([
    "¥3.77",
    "¥20.00",
    "—",
  ]);
  await eventually(() => field(page, "items.0.price").inputValue()).toBe("1.255");
  await pressRow(page, "删除第 2 行");
  await eventually(() => figure("items.amount")).toBe("¥3.77");
});

journey("他人删了我正在改的行，我填的内容还在", async (browser) => {
  const { materials } = await goodsOf(portal);
  const buyer = await portal.rest("buyer1");
  const line = (qty: string) => ({ material_id: materials[0].code, qty, price: "2", required_date: inDays(8) });
  const order = await draftOrder(portal, { items: [line("1"), line("2")] });
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await openOrder(page, order.id, "/edit");
  const [first] = rowsOf(order, "items");
  await buyer.change(ORDERS, order.id, { version: 1, items: [{ id: first?.id, qty: "5" }] });
  notify(page, 400);
  await fill(page, { "items.1.qty": "22" });
  await send(page, "保存");
  const conflict = page.locator("table", { has: page.locator("caption", { hasText: "两个版本的差异" }) });
  await conflict.waitFor();
  expect(await textOf(conflict)).toContain("订单明细第2行");
  await eventually(() => field(page, "items.1.qty").inputValue()).toBe("22");
  await fill(page, { "items.1.schedules.0.plan_qty": "22" });
  await send(page, "保存");
  expect((await savedItems(page)).map(({ qty }) => qty)).toEqual(["1.000", "22.000"]);
});

// Below 1600 px rows stand in several lines; from there on side by side, with a bar to scroll where the window is too narrow.
test.each([1280, 1600])("窗口%i宽时，按Tab走到的每一格都看得见，不在增删两个按钮下面", async (width) => {
  const { page } = await newOrder();
  await page.setViewportSize({ width, height: 900 });
  await field(page, "items.0.material_id").focus();
  const seen: (string | null)[] = [];
  for (let stop = 0; !seen.includes("items.0.required_date") && stop < 20; stop += 1) {
    await page.keyboard.press("Tab");
    const isCovered = await page.evaluate(() => {
      const { activeElement } = document;
      const { left, right, top, bottom } = activeElement?.getBoundingClientRect() ?? new DOMRect();
      return !activeElement?.contains(document.elementFromPoint(right - 4, (top + bottom) / 2)) || left < 0;
    });
    const name = await focused(page);
    expect(isCovered, name ?? "").toBe(false);
    seen.push(name);
  }
  expect(seen).toContain("items.0.required_date");
});

test("像在表格软件里一样用键盘填写", async () => {
  const { page, materials } = await newOrder();
  await fillLine(page, 0, { material: materials[0], qty: "1", price: "2", required: inDays(9) });
  await field(page, "items.0.qty").press("Enter");
  expect(await focused(page)).toBe("items.1.qty");
  await page.keyboard.type("20");
  await page.keyboard.press("ArrowUp");
  expect(await focused(page)).toBe("items.0.qty");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await eventually(() => linesIn(page, "items").count()).toBe(4);
  await eventually(() => focused(page)).toBe("items.3.qty");
  for (const column of ["material_id", "price", "required_date"]) {
    await field(page, `items.1.${column}`).press("Control+d");
    await eventually(() => field(page, `items.1.${column}`).inputValue()).toBe(
      await field(page, `items.0.${column}`).inputValue(),
    );
  }
  // A list keeps its keys: the browser goes through its choices with them.
  await field(page, "items.0.uom").focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("items.0.uom");
  await field(page, "items.1.qty").press("Control+Enter");
  expect((await savedItems(page)).map(({ qty }) => qty)).toEqual(["1.000", "20.000"]);
});

test("按下增行、复制、删除之后马上接着填，一个字也不丢", async () => {
  const { page, materials } = await newOrder();
  await fillLine(page, 0, { material: materials[0], qty: "1", price: "2", required: inDays(9) });
  // Nothing is waited for in between: the next thing is typed while the last one may still be under way.
  await buttonOf(page, "复制第 1 行").click();
  await field(page, "items.1.qty").fill("2");
  await buttonOf(page, "添加一行").click();
  await fillLine(page, 4, { material: materials[1], qty: "3", price: "4", required: inDays(9) });
  await buttonOf(page, "删除第 3 行").click();
  await field(page, "items.3.price").fill("5");
  await buttonOf(page, "复制第 4 行").click();
  await field(page, "items.4.qty").fill("6");
  await send(page, "保存");
  expect((await savedItems(page)).map(({ qty, price }) => [qty, price])).toEqual([
    ["1.000", "2.000000"],
    ["2.000", "2.000000"],
    ["3.000", "5.000000"],
    ["6.000", "5.000000"],
  ]);
});

test("误删的行可以撤销，内容和交货计划都回来", async () => {
  const order = await draftOrder(portal);
  const context = await portal.visit({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await openOrder(page, order.id, "/edit");
  await fill(page, { "items.0.qty": "77", "items.0.price": "8" });
  await buttonOf(page, "复制第 1 行").click();
  await buttonOf(page, "删除第 1 行").click();
  expect(await textOf(page.locator(".le-gone"))).toContain("已删除第 1 行");
  await eventually(() => linesIn(page, "items").count()).toBe(1);
  await buttonOf(page, "撤销删除第 1 行").click();
  await eventually(() => focused(page)).toBe("items.0.material_id");
  await eventually(() => field(page, "items.0.qty").inputValue()).toBe("77");
  await send(page, "保存");
  const saved = await savedItems(page);
  expect(saved.map(({ qty }) => qty)).toEqual(["77.000", "77.000"]);
  expect(saved[0]?.id).toBe(rowsOf(order, "items")[0]?.id);
});

test("把表格软件里的多格粘贴到一格，向右向下填入，不够的行自动添加", async () => {
  const { page, materials } = await newOrder();
  await fillLine(page, 0, { material: materials[0], qty: "1", price: "2", required: inDays(9) });
  const day = inDays(9).replaceAll("-", "/");
  const rows = [2, 3, 4].map((qty) => `${materials[1].code}\t\t${qty}\t\t1.5\t13%\t${day}`);
  await pasteInto(page, "items.1.material_id", rows.join("\n"));
  await eventually(() => linesIn(page, "items").count()).toBe(4);
  await pasteInto(page, "items.1.required_date", "下周一\t");
  await eventually(() => field(page, "items.1.required_date").inputValue()).toBe("下周一");
  notify(page, 400);
  await send(page, "保存");
  await eventually(() => textOf(complaint(page, "items.1.required_date"))).toBe("请输入日期，例如 2026-01-31");
  await eventually(() => field(page, "items.1.required_date").inputValue()).toBe("下周一");
  await fill(page, { "items.1.required_date": inDays(9) });
  await send(page, "保存");
  expect((await savedItems(page)).map(({ qty, required_date }) => [qty, required_date])).toEqual(
    ["1.000", "2.000", "3.000", "4.000"].map((qty) => [qty, inDays(9)]),
  );
});

test("需求日期在 1440、1366 和 1280 宽的屏幕上点得到，不被行的按钮盖住", async () => {
  const { page } = await newOrder();
  // Amounts of six digits make the columns as wide as they get.
  await fill(page, { "items.0.qty": "120000", "items.0.price": "99999.99" });
  for (const width of [1440, 1366, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const date = page.locator('main form [name="items.0.required_date"]');
    await date.scrollIntoViewIfNeeded();
    const [box, buttons] = [await date.boundingBox(), await page.locator(".le-do").first().boundingBox()];
    if (!box || !buttons) throw new Error("not drawn");
    const isBeside = box.x + box.width <= buttons.x || buttons.x + buttons.width <= box.x;
    const isAbove = box.y + box.height <= buttons.y || buttons.y + buttons.height <= box.y;
    expect([width, isBeside || isAbove]).toEqual([width, true]);
    const hit = await date.evaluate((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const at = (x: number) => document.elementFromPoint(x, (top + bottom) / 2);
      return [left + 4, (left + right) / 2, right - 4].map((x) => at(x) === control);
    });
    expect([width, hit]).toEqual([width, [true, true, true]]);
  }
});

test("被退回的明细：改了哪一格，哪一格的说明就消失，改回去又出现", async () => {
  const { page, materials } = await newOrder();
  await fillLine(page, 0, { material: materials[0], qty: "一百", price: "2", required: inDays(9) });
  notify(page, 400);
  await send(page, "保存");
  const said = complaint(page, "items.0.qty");
  await eventually(() => textOf(said)).toBe("请输入数字");
  await fill(page, { "items.0.qty": "100" });
  await eventually(() => said.count()).toBe(0);
  await eventually(() => field(page, "items.0.qty").getAttribute("aria-invalid")).toBeNull();
  await fill(page, { "items.0.qty": "一百" });
  await eventually(() => textOf(said)).toBe("请输入数字");
});
