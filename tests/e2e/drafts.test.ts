import type { Page as BrowserPage } from "playwright-core";
import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { draftOrder, fillHead, fillLine, goodsOf, idInAddress, inDays, ORDERS, openOrder } from "./support/orders";
import { buttonOf, eventually, field, fill, focused, follow, open, ready, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { rowsOf } from "./support/rest";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

const NEW = `/${ORDERS}/new`;

journey("为表头和明细查找：到查找页选好再回来，别处写的都还在", async (browser) => {
  const { supplier, materials } = await goodsOf(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, NEW);
  await fillHead(page, supplier, { supplier_id: "", remark: "查找之前写的" });
  await fillLine(page, 1, { material: materials[1], qty: "2", price: "3", required: inDays(6) });
  await fill(page, { supplier_id: String(supplier.code) });
  await buttonOf(page, "查找供应商").click();
  await page.getByRole("heading", { name: "选择供应商" }).waitFor();
  await ready(page);
  await eventually(() => page.locator("main [name=q]").inputValue()).toBe(String(supplier.code));
  await follow(page, page.locator("main td").getByRole("link", { name: "选择", exact: true }).first());
  await eventually(() => field(page, "supplier_id").inputValue()).toBe(`${supplier.code} ${supplier.name}`);
  await eventually(() => focused(page)).toBe("supplier_id");

  await fill(page, { "items.0.material_id": String(materials[0].code), "items.0.qty": "7" });
  await buttonOf(page, "查找第 1 行 物料").click();
  await page.getByRole("heading", { name: "选择物料" }).waitFor();
  await ready(page);
  await page.locator("main [name=q]").fill("没有这样的物料");
  await page.locator("main").getByRole("button", { name: "查找" }).click();
  await page.getByText("没有找到「没有这样的物料」").waitFor();
  await follow(page, page.getByRole("link", { name: "返回填写" }));
  await eventually(() => field(page, "items.0.material_id").inputValue()).toBe(String(materials[0].code));
  await buttonOf(page, "查找第 1 行 物料").click();
  await page.getByRole("heading", { name: "选择物料" }).waitFor();
  await ready(page);
  await follow(page, page.locator("main td").getByRole("link", { name: "选择", exact: true }).first());
  await eventually(() => field(page, "items.0.material_id").inputValue()).toContain(String(materials[0].code));
  await eventually(() => field(page, "items.0.uom").inputValue()).toBe(String(materials[0].uom));
  await eventually(() => field(page, "items.0.qty").inputValue()).toBe("7");
  await eventually(() => field(page, "remark").inputValue()).toBe("查找之前写的");

  await fill(page, { "items.0.price": "2", "items.0.required_date": inDays(5) });
  await send(page, "保存");
  await page.locator("h1 .bd").waitFor();
  const saved = await (await portal.rest("buyer1")).get(ORDERS, idInAddress(page));
  expect(saved).toMatchObject({ supplier_id: supplier.id, remark: "查找之前写的" });
  expect(rowsOf(saved, "items").map(({ qty }) => qty)).toEqual(["7.000", "2.000"]);
  await open(page, NEW);
  await eventually(() => page.getByText("暂存过未保存的内容").count()).toBe(0);
});

journey("暂存后离开，首页列出，下次打开时提示，继续填写或放弃", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, NEW);
  await fill(page, { remark: "明天再填", "items.0.qty": "12" });
  await send(page, "暂存");
  expect(await textOf(page.locator("main"))).toContain("以下是您于");
  await open(page, "/qiaqia/home");
  const list = page.getByRole("region", { name: "未完成的填写" });
  expect(await textOf(list)).toContain("新建采购订单");
  await open(page, NEW);
  expect(await textOf(page.locator("main"))).toContain("暂存过未保存的内容");
  await eventually(() => field(page, "remark").inputValue()).toBe("");
  await follow(page, page.getByRole("link", { name: "继续填写" }));
  await eventually(() => field(page, "remark").inputValue()).toBe("明天再填");
  await eventually(() => field(page, "items.0.qty").inputValue()).toBe("12");
  await send(page, "放弃");
  await eventually(() => field(page, "remark").inputValue()).toBe("");
  expect(await textOf(page.locator("main"))).not.toContain("您于");
  await open(page, "/qiaqia/home");
  await eventually(() => list.count()).toBe(0);
});

journey("同一张表单开了两份，各自暂存，都能接着填；放弃一份不动另一份", async (browser) => {
  await portal.enter(browser, "buyer1");
  const [one, two] = [await browser.newPage(), await browser.newPage()];
  await open(one, NEW);
  await open(two, NEW);
  await fill(one, { remark: "第一份" });
  await fill(two, { remark: "第二份" });
  await send(one, "暂存");
  await send(two, "暂存");
  expect(await textOf(two.locator("main"))).toContain("另有 1 份暂存过未保存的内容");
  expect(await textOf(two.locator("main .df li"))).toContain("备注：第一份");

  await open(one, NEW);
  expect(await textOf(one.locator("main"))).toContain("您暂存过未保存的内容，共 2 份");
  const rows = one.locator("main .df li");
  expect([await textOf(rows.nth(0)), await textOf(rows.nth(1))]).toEqual([
    expect.stringContaining("备注：第二份"),
    expect.stringContaining("备注：第一份"),
  ]);
  await follow(one, one.getByRole("link", { name: "继续填写第 2 份" }));
  await eventually(() => field(one, "remark").inputValue()).toBe("第一份");
  await fill(one, { remark: "第一份，接着填" });
  await send(one, "暂存");
  await send(one, "放弃第 1 份");
  await eventually(() => field(one, "remark").inputValue()).toBe("第一份，接着填");
  await eventually(() => one.getByText("第二份").count()).toBe(0);
  await open(two, NEW);
  await follow(two, two.getByRole("link", { name: "继续填写" }));
  await eventually(() => field(two, "remark").inputValue()).toBe("第一份，接着填");
  await send(two, "放弃");
  await eventually(() => field(two, "remark").inputValue()).toBe("");
});

journey("复制订单得到一张新订单，原来的不变", async (browser) => {
  const order = await draftOrder(portal, { remark: "照着再来一张" });
  const buyer = await portal.rest("buyer1");
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await openOrder(page, order.id);
  await follow(page, page.getByRole("link", { name: "复制", exact: true }));
  await eventually(() => textOf(page.locator("main"))).toContain(`内容复制自采购订单 ${order.number}`);
  await eventually(() => field(page, "remark").inputValue()).toBe("照着再来一张");
  await fill(page, { "items.0.qty": "77" });
  await send(page, "保存");
  await page.locator("h1 .bd").waitFor();
  expect(idInAddress(page)).not.toBe(order.id);
  expect(rowsOf(await buyer.get(ORDERS, idInAddress(page)), "items")).toMatchObject([{ qty: "77.000" }]);
  expect(await buyer.get(ORDERS, order.id)).toMatchObject({ version: 1 });
});

journey("表单打开着又重新登录：内容不丢，再保存一次就好", async (browser) => {
  const order = await draftOrder(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await openOrder(page, order.id, "/edit");
  await fill(page, { remark: "写在重新登录之前" });
  await portal.enter(browser, "buyer1");
  notify(page, 400);
  await send(page, "保存");
  await eventually(() => textOf(page.locator(".fm-problem"))).toContain("您重新登录过，内容还没有保存");
  await eventually(() => field(page, "remark").inputValue()).toBe("写在重新登录之前");
  await send(page, "保存");
  await page.locator("h1 .bd").waitFor();
  expect(await (await portal.rest("buyer1")).get(ORDERS, order.id)).toMatchObject({ remark: "写在重新登录之前" });
});

const WAITS = "暂存过未保存的内容";
/** Longer than a form waits after the last key before it keeps what was typed. */
const PAUSE_MS = 10_000;

/** A new order of buyer1 in a browser whose clock the test winds, and what the page asks the server to keep of it. */
async function watchedForm(): Promise<{ page: BrowserPage; asked: string[] }> {
  const context = await portal.browse({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/draft")) asked.push(request.postData() ?? "");
  });
  await page.clock.install();
  await open(page, NEW);
  return { page, asked };
}

/** To the list by a link of the page, so that the form is taken away by script. */
async function leave(page: BrowserPage): Promise<void> {
  await follow(page, page.locator("main .fm-bar").getByRole("link", { name: "取消" }));
}

test("放弃之后不会又冒出一份暂存：停在表单里、离开表单都不再暂存空表", async () => {
  const { page, asked } = await watchedForm();
  await fill(page, { remark: "写了又不要的", "items.0.qty": "12" });
  await send(page, "暂存");
  await open(page, NEW);
  expect(await textOf(page.locator("main"))).toContain(WAITS);
  await send(page, "放弃");
  await eventually(() => textOf(page.locator("main"))).toContain("之前暂存的内容已放弃");
  await page.clock.fastForward(PAUSE_MS);
  await leave(page);
  expect(asked).toEqual([]);
  await open(page, NEW);
  expect(await textOf(page.locator("main"))).not.toContain(WAITS);

  await fill(page, { remark: "接着写又不要的" });
  await send(page, "暂存");
  await send(page, "放弃");
  await eventually(() => field(page, "remark").inputValue()).toBe("");
  await page.clock.fastForward(PAUSE_MS);
  await leave(page);
  expect(asked).toEqual([]);
  await open(page, NEW);
  expect(await textOf(page.locator("main"))).not.toContain(WAITS);
});

test("没有填过的表单被退回后离开，不留暂存；填过的留一份，退回时上面不会提示它自己", async () => {
  const { page, asked } = await watchedForm();
  notify(page, 400, 400);
  await send(page, "保存");
  await page.clock.fastForward(PAUSE_MS);
  await leave(page);
  expect(asked).toEqual([]);

  await open(page, NEW);
  await fill(page, { remark: "自动暂存过的" });
  await page.clock.fastForward(PAUSE_MS);
  await eventually(() => textOf(page.locator(".fm-kept"))).toMatch(/^已自动暂存/);
  await send(page, "保存");
  await eventually(() => page.getByText(WAITS).count()).toBe(0);
  await fill(page, { remark: "退回之后改过的" });
  await page.clock.fastForward(PAUSE_MS);
  await eventually(() => asked.length).toBe(2);
  await page.locator(".fm-problem a").first().click();
  await eventually(() => page.getByText(WAITS).count()).toBe(0);
  await eventually(() => field(page, "remark").inputValue()).toBe("退回之后改过的");
  await leave(page);
  await open(page, NEW);
  await follow(page, page.getByRole("link", { name: "继续填写" }));
  await eventually(() => field(page, "remark").inputValue()).toBe("退回之后改过的");
  await send(page, "放弃");
  await eventually(() => field(page, "remark").inputValue()).toBe("");
});
