import { expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { draftOrder, fillHead, fillLine, goodsOf, idInAddress, inDays, ORDERS, openOrder } from "./support/orders";
import type { Page } from "./support/page";
import {
  answered,
  arrive,
  buttonOf,
  complaint,
  eventually,
  field,
  fill,
  fillSignIn,
  focused,
  isDrawn,
  isFocused,
  linesIn,
  open,
  pressRow,
  send,
  takeAnything,
  textOf,
  textsOfForm,
} from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { rowsOf } from "./support/rest";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

/**
 * From now on notes what the page's form sends by its buttons, the last time counting; answers how to read it. It is noted as it is sent:
 * scripts may fill in what belongs to a material until the very moment.
 */
async function noteSent(page: Page): Promise<() => Promise<Record<string, string>>> {
  if (!isDrawn(page)) {
    // Nothing changes any more.
    const texts = textsOfForm(page);
    return async () => ({ ...texts, _intent: "save" });
  }
  await page.evaluate(() => {
    addEventListener(
      "submit",
      ({ target, submitter }) => {
        if (!(target instanceof HTMLFormElement)) return;
        const texts = [...new FormData(target, submitter)].filter(([, value]) => typeof value === "string");
        document.documentElement.dataset.sent = JSON.stringify(texts);
      },
      true,
    );
  });
  return async () => Object.fromEntries(JSON.parse((await page.locator("html").getAttribute("data-sent")) ?? "[]"));
}

const EMOJI = "请小心轻放 🌾👩‍🌾，谢谢";

journey("填错的订单保留原样，逐处说明，改正后保存", async (browser) => {
  const { supplier, materials } = await goodsOf(portal);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await fillHead(page, supplier, { supplier_id: "GYS999999", urgent: true });
  await fillLine(page, 0, { material: materials[0], qty: "-5", price: "1e999", required: inDays(9) });
  await fillLine(page, 1, {
    material: materials[1],
    qty: "１，０００．５",
    price: "1234567890123456789",
    required: "",
  });
  for (const name of ["items.1.required_date", "remark"]) await takeAnything(page, name);
  const typed = {
    supplier_id: "GYS999999",
    address: "一号门\0二号门",
    remark: `${EMOJI}${"长".repeat(1001)}`,
    "items.0.tax_rate": "十三",
    "items.1.required_date": "2026-02-30",
  };
  await fill(page, typed);
  const overlong = [...typed.remark].length;
  notify(page, 400);
  await send(page, "保存");

  const faults = {
    supplier_id: "找不到供应商「GYS999999」，请重新选择",
    address: "包含不能识别的字符，请删除后重试",
    remark: `最多1000个字，现在是${overlong}个字`,
    "items.0.qty": "数量必须大于0",
    "items.0.price": "请输入数字",
    "items.0.tax_rate": "请输入数字",
    "items.1.price": "数值过大，最多12位整数",
    "items.1.required_date": "该日期不存在，请核对",
  };
  await complaint(page, "supplier_id").waitFor();
  for (const [name, message] of Object.entries(faults)) {
    expect([name, await textOf(complaint(page, name))]).toEqual([name, message]);
    await eventually(() => field(page, name).getAttribute("aria-invalid")).toBe("true");
    await eventually(() => field(page, name).getAttribute("aria-describedby")).toContain(`f-${name}-error`);
  }
  await eventually(() => page.locator("main [aria-invalid=true]").count()).toBe(Object.keys(faults).length);
  await eventually(() => focused(page)).toBe("supplier_id");
  for (const [name, value] of Object.entries({
    supplier_id: typed.supplier_id,
    remark: typed.remark,
    "items.0.material_id": String(materials[0].code),
    "items.0.qty": "-5",
    "items.0.price": "1e999",
    "items.0.tax_rate": "十三",
    "items.1.qty": "１，０００．５",
    "items.1.price": "1234567890123456789",
  }))
    expect([name, await field(page, name).inputValue()]).toEqual([name, value]);
  await eventually(() => field(page, "urgent").isChecked()).toBe(true);
  await eventually(() => field(page, "company_id").locator("option:checked").allInnerTexts()).toEqual([
    "1000 香满园食品（演示）有限公司",
  ]);

  const summary = page.locator(".fm-problem");
  expect(await textOf(summary)).toContain("有 8 处需要修改");
  await eventually(() => summary.locator("a").count()).toBe(8);
  await summary.getByRole("link", { name: "第2行需求日期" }).click();
  await eventually(() => focused(page)).toBe("items.1.required_date");
  await page.getByRole("link", { name: "跳到主要内容" }).press("Enter");
  await eventually(() => isFocused(page, "main")).toBe(true);
  await eventually(() => field(page, "items.0.price").inputValue()).toBe("1e999");

  await fill(page, {
    supplier_id: String(supplier.code),
    address: "二号门",
    remark: EMOJI,
    "items.0.qty": "5",
    "items.0.price": "１．２５",
    "items.0.tax_rate": "",
    "items.1.price": "9.5",
    "items.1.required_date": inDays(9),
  });
  await send(page, "保存");
  await page.locator("h1 .bd").waitFor();
  expect(await textOf(page.locator("main"))).toContain(EMOJI);
  const saved = await (await portal.rest("buyer1")).get(ORDERS, idInAddress(page));
  expect(saved).toMatchObject({ remark: EMOJI, address: "二号门", urgent: true });
  expect(rowsOf(saved, "items")).toMatchObject([
    { qty: "5.000", price: "1.250000", amount: "6.25" },
    { qty: "1000.500", price: "9.500000", amount: "9504.75", required_date: inDays(9) },
  ]);
});

journey("改已存的订单时增删明细，留下的行还是原来的行", async (browser) => {
  const { materials } = await goodsOf(portal);
  const buyer = await portal.rest("buyer1");
  const line = (qty: string) => ({ material_id: materials[0].code, qty, price: "2", required_date: inDays(8) });
  const order = await draftOrder(portal, { items: [line("1"), line("2"), line("3")] });
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await openOrder(page, order.id, "/edit");
  await fill(page, { "items.1.qty": "22" });
  await pressRow(page, "删除第 1 行");
  await eventually(() => linesIn(page, "items").count()).toBe(2);
  await eventually(() => field(page, "items.0.qty").inputValue()).toBe("22");
  await pressRow(page, "复制第 1 行");
  await eventually(() => linesIn(page, "items").count()).toBe(3);
  await fill(page, { "items.1.qty": "222", "items.2.qty": "33" });
  await send(page, "保存");
  await page.locator("h1 .bd").waitFor();
  const saved = rowsOf(await buyer.get(ORDERS, order.id), "items");
  expect(saved.map(({ qty }) => qty)).toEqual(["22.000", "222.000", "33.000"]);
  const [, second, third] = rowsOf(order, "items");
  expect([saved[0]?.id, saved[2]?.id]).toEqual([second?.id, third?.id]);

  await openOrder(page, order.id, "/edit");
  for (const left of [2, 1, 0]) {
    await pressRow(page, "删除第 1 行");
    await eventually(() => linesIn(page, "items").count()).toBe(left);
  }
  notify(page, 400);
  await send(page, "保存");
  await eventually(() => textOf(page.locator('[id="f-items"]'))).toBe("请至少填写1行订单明细");
  expect(await buyer.get(ORDERS, order.id)).toMatchObject({ version: 2 });
});

journey("什么都没有填的订单说明缺什么", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  notify(page, 400);
  await send(page, "保存");
  await eventually(() => textOf(complaint(page, "supplier_id"))).toBe("请选择供应商");
  expect(await textOf(complaint(page, "company_id"))).toBe("请选择公司");
  expect(await textOf(page.locator('[id="f-items"]'))).toBe("请至少填写1行订单明细");
  await eventually(() => focused(page)).toBe("supplier_id");
  await page.locator(".fm-problem").getByRole("link", { name: "订单明细" }).click();
  await eventually(() => isFocused(page, "f-items")).toBe(true);
});

journey("同一张表单送出两次，只有一张订单", async (browser) => {
  const { supplier, materials } = await goodsOf(portal);
  const buyer = await portal.rest("buyer1");
  const before = await buyer.count(ORDERS);
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await fillHead(page, supplier);
  await fillLine(page, 0, { material: materials[0], qty: "3", price: "2", required: inDays(5) });
  const sent = await noteSent(page);
  await answered(page, () => buttonOf(page, "保存").dblclick());
  await page.locator("h1 .bd").waitFor();
  expect(await buyer.count(ORDERS)).toBe(before + 1);

  const again = await browser.request.post(`/web/${ORDERS}/new`, {
    form: await sent(),
    headers: { Origin: portal.url },
    maxRedirects: 0,
  });
  expect([again.status(), again.headers().location]).toEqual([303, `/web/${ORDERS}/${idInAddress(page)}`]);
  expect(await buyer.count(ORDERS)).toBe(before + 1);
});

journey("他人先保存时显示两个版本，再次保存才覆盖", async (browser, { script }) => {
  const order = await draftOrder(portal, { remark: "原来的备注" });
  const buyer = await portal.rest("buyer1");
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await openOrder(page, order.id, "/edit");
  await fill(page, { remark: "我的备注", "items.0.qty": "12" });
  await buyer.change(ORDERS, order.id, { version: 1, remark: "他人的备注", payment_term: "d60" });

  notify(page, 400);
  // Enter in a field saves; it must not press the first button of the lines. Scripts make it go down a row instead.
  await answered(page, () => field(page, "items.0.qty").press(script ? "Control+Enter" : "Enter"));
  await eventually(() => textOf(page.locator(".fm-problem"))).toContain("数据已被他人修改");
  const conflict = page.locator("table", { has: page.locator("caption", { hasText: "两个版本的差异" }) });
  const rows = await Promise.all(
    (await conflict.locator("tbody tr").all()).map((row) => row.locator("th,td").allInnerTexts()),
  );
  expect(rows).toContainEqual(["备注", "我的备注", "他人的备注"]);
  expect(rows).toContainEqual(["付款条件", "月结30天", "月结60天"]);
  expect(rows).toContainEqual(["订单明细 10 · 数量", "12", "10"]);
  expect(await buyer.get(ORDERS, order.id)).toMatchObject({ version: 2, remark: "他人的备注" });

  await eventually(() => field(page, "remark").inputValue()).toBe("我的备注");
  await send(page, "保存");
  await page.locator("h1 .bd").waitFor();
  const saved = await buyer.get(ORDERS, order.id);
  expect(saved).toMatchObject({ version: 3, remark: "我的备注", payment_term: "d30" });
  expect(rowsOf(saved, "items")).toMatchObject([{ qty: "12.000" }]);
});

journey("确认页打开之后单据被他人移动，不会再移动一次", async (browser) => {
  const order = await draftOrder(portal);
  const buyer = await portal.rest("buyer1");
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await openOrder(page, order.id, "/submit");
  await buyer.change(ORDERS, order.id, { version: 1, remark: "提交之前又改了" });
  notify(page, 400);
  await send(page, "提交");
  await eventually(() => textOf(page.locator(".fm-problem"))).toContain("数据已被他人修改");
  expect(await buyer.get(ORDERS, order.id)).toMatchObject({ version: 2, state: "draft" });
  await send(page, "提交");
  await eventually(() => textOf(page.locator("h1 .bd"))).toBe("待下达");
});

journey("填写途中登录失效，回到登录页，登录后回到表单", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${ORDERS}/new`);
  await fill(page, { remark: "还没保存" });
  const [cookie] = await browser.cookies();
  await fetch(`${portal.url}/v2/user/logout`, { method: "POST", headers: { Authorization: cookie?.value ?? "" } });
  await buttonOf(page, "保存").click();
  await arrive(page, /\/web\/user\/login/);
  expect(new URL(page.url()).searchParams.get("redirect")).toBe(`/${ORDERS}/new`);
  await eventually(() => page.locator("script").count()).toBe(0);
  await fillSignIn(page, "buyer1", PASSWORD);
  await arrive(page, `**/web/${ORDERS}/new`);
  expect(await textOf(page.locator("h1"))).toBe("新建采购订单");
});

test("没有页面凭证的表单被拒绝，什么也不改", async () => {
  const context = await portal.visit({ script: false });
  await portal.enter(context, "buyer1");
  const order = await draftOrder(portal);
  const forms: Record<string, string>[] = [{}, { _csrf: "" }, { _csrf: "x".repeat(32) }];
  for (const secret of forms) {
    const answer = await context.request.post(`/web/${ORDERS}/${order.id}/submit`, {
      form: { ...secret, _version: "1" },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toContain("页面已过期，请返回上一页刷新后重新提交");
  }
  expect(await (await portal.rest("buyer1")).get(ORDERS, order.id)).toEqual(order);
});
