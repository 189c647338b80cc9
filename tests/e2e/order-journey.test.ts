import { expect, test } from "vitest";
import { pdfPages } from "../support/pdf-text";
import { journeysOf } from "./support/journey";
import { fillHead, fillLine, goodsOf, idInAddress, inDays, ORDERS, openOrder, today } from "./support/orders";
import type { Page } from "./support/page";
import {
  complaint,
  eventually,
  field,
  fill,
  follow,
  linesIn,
  open,
  pressRow,
  savedFile,
  send,
  signIn,
  tableRow,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { rowsOf } from "./support/rest";
import { changesSince, takeStock } from "./support/stock";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

const REASON = "合同续签办理中，生产急需";
const REQUEST = "原料到货延迟，第二行顺延";
const HOLD = "工厂停产检修";

/** A button of the record's head, then the page that asks, then the way back to the record. */
async function transition(page: Page, label: string, reason?: string): Promise<void> {
  await follow(page, page.locator("main").getByRole("link", { name: label, exact: true }));
  if (reason !== undefined) await field(page, "reason").fill(reason);
  await send(page, label);
}

function badge(page: Page): Promise<string> {
  return textOf(page.locator("h1 .bd"));
}

const mainJob = journey("订单分批下达、部分确认、协商变更、暂停恢复，双方打印", async (browser, { another }) => {
  const { supplier, materials } = await goodsOf(portal);
  const [corn, oil, box] = materials;
  const page = await browser.newPage();
  await signIn(page, "buyer1", `/${ORDERS}`);
  await follow(page, page.getByRole("link", { name: "新建采购订单" }));
  await fillHead(page, supplier);
  await fillLine(page, 0, { material: corn, qty: "1,000", price: "3.5", required: inDays(10) });

  await pressRow(page, "复制第 1 行");
  await eventually(() => linesIn(page, "items").count()).toBe(4);
  await eventually(() => field(page, "items.1.qty").inputValue()).toBe("1,000");
  await eventually(() => field(page, "items.1.material_id").inputValue()).toBe(String(corn.code));
  await fillLine(page, 1, { material: oil, qty: "20.5", price: "113", required: inDays(12) });
  await fillLine(page, 2, { material: box, qty: "7", price: "1", required: inDays(12) });

  await pressRow(page, "添加一行");
  await eventually(() => linesIn(page, "items").count()).toBe(5);
  await fillLine(page, 4, { material: box, qty: "300", price: "1.255", required: inDays(14) });

  await pressRow(page, "删除第 3 行");
  await eventually(() => linesIn(page, "items").count()).toBe(4);
  await eventually(() => field(page, "items.3.qty").inputValue()).toBe("300");

  await page.locator(".ln summary").first().click();
  await pressRow(page, "第 1 行添加一批");
  await pressRow(page, "第 1 行添加一批");
  await eventually(() => linesIn(page, "items.0.schedules").count()).toBe(2);
  await fill(page, {
    "items.0.schedules.0.plan_date": inDays(10),
    "items.0.schedules.0.plan_qty": "600",
    "items.0.schedules.1.plan_date": inDays(17),
    "items.0.schedules.1.plan_qty": "400",
  });

  await send(page, "保存");
  await eventually(() => badge(page)).toBe("草稿");
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("已保存");
  const id = idInAddress(page);
  const number = await textOf(page.locator("h1"));
  expect(number).toMatch(/^CG\d{8}-\d{4}/);
  await eventually(() => page.getByRole("region", { name: "订单明细" }).locator("tbody tr").count()).toBe(3);

  const supplierPage = await (await another()).newPage();
  await signIn(supplierPage, "supplier1");
  notify(supplierPage, 404);
  for (const state of ["草稿", "待下达"]) {
    expect(await badge(page)).toBe(state);
    await openOrder(supplierPage, id);
    expect(await textOf(supplierPage.locator("h1"))).toBe("页面不存在");
    await transition(page, state === "草稿" ? "提交" : "下达");
    await eventually(() => badge(page)).not.toBe(state);
  }
  expect(await badge(page)).toBe("待供应商确认");

  await open(supplierPage, `/${ORDERS}?number=${(await numberOf(id)).toLowerCase()}`);
  await follow(supplierPage, supplierPage.locator("main table").getByRole("link", { name: await numberOf(id) }));
  const seller = await portal.rest("supplier1");
  const [first, second] = rowsOf(await seller.get(ORDERS, id), "items");
  await follow(supplierPage, supplierPage.locator("main").getByRole("link", { name: "部分确认" }));
  await fill(supplierPage, { [`items.${first?.id}.chosen`]: true });
  await send(supplierPage, "部分确认");
  await eventually(() => textOf(supplierPage.locator(".sh-notices"))).toContain("已确认所选的行");
  expect(await badge(supplierPage)).toBe("待供应商确认");
  expect(await tableRow(supplierPage, "订单明细", 0)).toMatchObject({ 确认数量: "1,000", 确认交期: inDays(17) });
  expect(await tableRow(supplierPage, "订单明细", 1)).toMatchObject({ 确认数量: "—", 确认交期: "—" });

  await follow(supplierPage, supplierPage.locator("main").getByRole("link", { name: "提出变更" }));
  const asked = `items.schedules.${rowsOf(second, "schedules")[0]?.id}`;
  const split = `items.schedules.${second?.id}`;
  await eventually(() => field(supplierPage, `${asked}.plan_date`).inputValue()).toBe(inDays(12));
  const request = {
    [`${asked}.plan_date`]: inDays(19),
    [`${asked}.plan_qty`]: "12",
    [`${split}.plan_date`]: inDays(26),
    [`${split}.plan_qty`]: "8.5",
  };
  await fill(supplierPage, request);
  notify(supplierPage, 400);
  await send(supplierPage, "提出变更");
  await eventually(() => textOf(complaint(supplierPage, "reason"))).toBe("请填写变更原因");
  for (const [name, typed] of Object.entries(request))
    await eventually(() => field(supplierPage, name).inputValue()).toBe(typed);
  await field(supplierPage, "reason").fill(REQUEST);
  await send(supplierPage, "提出变更");
  await eventually(() => badge(supplierPage)).toBe("变更协商中");

  await openOrder(page, id);
  expect(await badge(page)).toBe("变更协商中");
  const proposal = [
    `行20 交期 ${inDays(12)} → ${inDays(19)}`,
    "行20 数量 20.5 → 12",
    `行20 拆分 交期 ${inDays(26)}`,
    "行20 拆分 数量 8.5",
  ].join("；");
  expect(await tableRow(page, "订单变更", 0)).toMatchObject({
    版本: "1",
    发起方: "供应商",
    变更内容: proposal,
    变更原因: REQUEST,
    处理结果: "待处理",
  });
  expect(await textOf(page.locator("main .no[data-level=warning]"))).toContain(`${proposal}（原因：${REQUEST}）`);
  await follow(page, page.locator("main").getByRole("link", { name: "接受变更" }));
  expect(await tableRow(page, "订单变更", 0)).toEqual({ 变更内容: proposal, 变更原因: REQUEST });
  await send(page, "接受变更");
  await eventually(() => badge(page)).toBe("执行中");
  expect(await tableRow(page, "订单变更", 0)).toMatchObject({ 处理结果: "已接受" });
  expect(await tableRow(page, "订单明细", 1)).toMatchObject({ 需求日期: inDays(19), 确认交期: inDays(26) });

  await transition(page, "暂停", HOLD);
  await eventually(() => badge(page)).toBe("已暂停");
  await openOrder(supplierPage, id);
  expect(await textOf(supplierPage.locator("div.no[data-level=warning]"))).toContain("订单已暂停，恢复之前请勿发货");
  expect(await textOf(supplierPage.locator(".hs"))).toContain(`原因：${HOLD}`);
  await eventually(() => supplierPage.locator("main").getByRole("link", { name: "提出变更" }).count()).toBe(0);
  await transition(page, "恢复");
  await eventually(() => badge(page)).toBe("执行中");

  const history = page.locator(".hs ol > li");
  const transitions = ["恢复", "暂停", "接受变更", "提出变更", "部分确认", "下达", "提交", "新建"];
  await eventually(() => history.locator("strong").allInnerTexts()).toEqual(transitions);
  const accepted = await textOf(history.nth(2));
  expect(accepted).toContain("王敏");
  expect(accepted).toMatch(/版本\s+1\s+→\s+2/);
  expect(accepted).toMatch(new RegExp(`订单明细 20 · 需求日期\\s+${inDays(12)}\\s+→\\s+${inDays(19)}`));
  expect(await textOf(history.nth(3))).toContain(`${supplier.name} · `);
  expect(await textOf(history.nth(3))).toContain(`原因：${REQUEST}`);
  expect(await textOf(history.nth(5))).toMatch(/状态\s+待下达\s+→\s+待供应商确认/);

  await openOrder(supplierPage, id);
  for (const reader of [page, supplierPage]) {
    const pdf = await savedFile(reader, reader.getByRole("link", { name: "PDF", exact: true }));
    const paper = pdfPages(pdf.bytes).join("");
    await follow(reader, reader.getByRole("link", { name: "打印", exact: true }));
    const printed = await textOf(reader.locator("main"));
    for (const part of [await numberOf(id), inDays(17), inDays(26), "8.5", "6,193"]) {
      expect(printed).toContain(part);
      expect(paper).toContain(part);
    }
    expect(await tableRow(reader, "交货计划", 3)).toMatchObject({
      行: "20 / 2",
      确认交期: inDays(26),
      确认数量: "8.5",
    });
    expect(paper).toContain("版本2");
  }
});

async function numberOf(id: string): Promise<string> {
  return String((await (await portal.rest("buyer1")).get(ORDERS, id)).number);
}

journey("单价留空取价格数据；另填的价格说明原因才能提交", async (browser) => {
  const buyer = await portal.rest("buyer1");
  const { supplier } = await goodsOf(portal);
  const rows = await buyer.list("base-data/price-data", { supplier_id: String(supplier.id) });
  const priced = rows.find(({ valid_to, valid_from }) => String(valid_from) <= today && String(valid_to) >= today);
  if (!priced) throw new Error("the demo has no price in force");
  const material = await buyer.get("master-data/material", String(priced.material_id));
  const page = await browser.newPage();
  await signIn(page, "buyer1", `/${ORDERS}/new`);
  await fillHead(page, supplier);
  await fillLine(page, 0, { material, qty: "1", price: "", required: inDays(30) });
  await send(page, "保存");
  const id = idInAddress(page);
  expect((await tableRow(page, "订单明细", 0)).价格来源).toBe("价格数据");
  const [saved] = rowsOf(await buyer.get(ORDERS, id), "items");
  expect(saved?.price).toBe(priced.price);

  const other = String(Number(priced.price) * 2);
  await openOrder(page, id, "/edit");
  await fill(page, { "items.0.price": other });
  await send(page, "保存");
  expect(await tableRow(page, "订单明细", 0)).toMatchObject({ 价格来源: "手工", 价格偏差: "100%" });
  await openOrder(page, id, "/submit");
  expect(await textOf(page.locator("main"))).toContain("请填写偏差原因");
  await openOrder(page, id, "/edit");
  await fill(page, { "items.0.deviation_reason": "小批量试制，供应商另报" });
  await send(page, "保存");
  await openOrder(page, id, "/submit");
  expect(await textOf(page.locator("main"))).toContain("原因：小批量试制，供应商另报");
  expect(await textOf(page.locator("main"))).not.toContain("请填写偏差原因");
  await openOrder(page, id);
  await transition(page, "取消订单", "测试");
});

test("同一件事全部经由接口完成，留下相同的数据", async () => {
  const { supplier, materials } = await goodsOf(portal);
  const [corn, oil, box] = materials;
  const buyer = await portal.rest("buyer1");
  const seller = await portal.rest("supplier1");
  const admin = await portal.rest("admin");
  const before = await takeStock(admin);
  const { id } = await buyer.create(ORDERS, {
    supplier_id: supplier.id,
    company_id: "1000",
    factory_id: "1010",
    purchase_org_id: "P110",
    purchase_group_id: "R01",
    order_date: today,
    requestId: `e2e-${before.size}`,
    items: [
      {
        material_id: corn.id,
        qty: "1000",
        price: "3.5",
        required_date: inDays(10),
        schedules: [
          { plan_date: inDays(10), plan_qty: "600" },
          { plan_date: inDays(17), plan_qty: "400" },
        ],
      },
      { material_id: oil.code, qty: 20.5, price: "113", required_date: inDays(12) },
      { material_id: box.code, qty: "300", price: "1.255", required_date: inDays(14) },
    ],
  });
  expect((await seller.call("GET", `/v2/${ORDERS}/${id}`)).status).toBe(404);
  await buyer.move(ORDERS, id, "submit", { version: 1 });
  expect((await seller.call("GET", `/v2/${ORDERS}/${id}`)).status).toBe(404);
  await buyer.move(ORDERS, id, "release", { version: 2 });
  const seen = await seller.get(ORDERS, id);
  expect(seen.actions).toEqual([
    { action: "confirm", label: "确认订单" },
    { action: "confirm_lines", label: "部分确认" },
    { action: "propose", label: "提出变更" },
  ]);
  const [first, second] = rowsOf(seen, "items");
  const line = rowsOf(second, "schedules")[0]?.id ?? "";
  await seller.move(ORDERS, id, "confirm_lines", { version: 3, lines: { [first?.id ?? ""]: { chosen: true } } });
  await seller.move(ORDERS, id, "propose", {
    version: 4,
    reason: REQUEST,
    lines: {
      [line]: { plan_qty: "12", plan_date: inDays(19) },
      [second?.id ?? ""]: { plan_qty: "8.5", plan_date: inDays(26) },
    },
  });
  await buyer.move(ORDERS, id, "accept_change", { version: 5 });
  await buyer.move(ORDERS, id, "hold", { version: 6, reason: HOLD });
  await buyer.move(ORDERS, id, "resume", { version: 7 });
  expect(await changesSince(admin, before, "ZJW")).toEqual(mainJob.left());
});

journey.likeOthers("没有有效合同时下达要写明原因，供应商看不到原因", async (browser, { another }) => {
  const { supplier, materials } = await goodsOf(portal);
  const page = await browser.newPage();
  await signIn(page, "buyer1", `/${ORDERS}/new`);
  // Years before any contract of the demo.
  await fillHead(page, supplier, { order_date: "2019-01-07" });
  await fillLine(page, 0, { material: materials[0], qty: "5", price: "2", required: "2019-02-07" });
  await send(page, "保存");
  await eventually(() => badge(page)).toBe("草稿");
  expect(await textOf(page.locator(".sh-notices [data-level=warning]"))).toMatch(/合同/);
  const id = idInAddress(page);
  await transition(page, "提交");
  await eventually(() => badge(page)).toBe("待下达");

  await follow(page, page.locator("main").getByRole("link", { name: "下达", exact: true }));
  expect(await textOf(page.locator(".tr-findings"))).toMatch(/提醒.*合同/);
  notify(page, 400);
  await send(page, "下达");
  await eventually(() => textOf(complaint(page, "reason"))).toBe("存在检查提醒，请填写继续的原因");
  await field(page, "reason").fill(REASON);
  await send(page, "下达");
  await eventually(() => badge(page)).toBe("待供应商确认");
  await eventually(() => textOf(page.locator(".hs"))).toContain(`原因：${REASON}`);
  expect(await textOf(page.locator("main"))).toMatch(/放行检查/);

  const supplierPage = await (await another()).newPage();
  await signIn(supplierPage, "supplier1", `/${ORDERS}/${id}`);
  const shown = await supplierPage.content();
  expect(shown).toContain("待供应商确认");
  expect(shown).not.toContain(REASON);
  expect(shown).not.toContain("放行检查");
  const wire = JSON.stringify(await (await portal.rest("supplier1")).get(ORDERS, id));
  expect(wire).not.toContain(REASON);
  expect(wire).not.toContain("gate_result");
});
