import { describe, expect, test } from "vitest";
import { LIKE_OTHERS } from "../support/length";
import { goodsOf, inDays, ORDERS, releasedOrder } from "./support/orders";
import { open, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { rowsOf } from "./support/rest";
import { notify } from "./support/watch";

const portal = startPortal();

const NOBODY = "01900000-0000-7000-8000-000000000000";
/** Pages of a record that a supplier has a right to, and those that no supplier ever has. */
const OWN_PAGES = ["", "/confirm", "/propose"];
const STAFF_PAGES = ["/edit", "/delete", "/release", "/accept-change", "/close"];

describe.each(LIKE_OTHERS)("另一供应商（脚本：%s）", (script) => {
  test("看不到订单的任何页面，答复与不存在的订单相同", async () => {
    const order = await releasedOrder(portal);
    const number = String(order.number);
    const context = await portal.visit({ script });
    await portal.enter(context, "supplier2");
    const page = await context.newPage();
    notify(page, 404, 403);
    for (const part of OWN_PAGES) {
      const answer = await open(page, `/${ORDERS}/${order.id}${part}`);
      expect([part, answer.status(), await textOf(page.locator("h1"))]).toEqual([part, 404, "页面不存在"]);
      expect(await page.content()).not.toContain(number);
    }
    for (const part of STAFF_PAGES) {
      const notified: [number, string][] = [];
      for (const id of [order.id, NOBODY]) {
        const answer = await open(page, `/${ORDERS}/${id}${part}`);
        expect(await page.content()).not.toContain(number);
        notified.push([answer.status(), (await textOf(page.locator("main"))).replace(/追踪号 [0-9a-f]{16}/, "追踪号")]);
      }
      expect([403, 404]).toContain(notified[0]?.[0]);
      expect(notified[0]).toEqual(notified[1]);
    }
    await open(page, `/${ORDERS}?number=${number}`);
    expect(await textOf(page.locator("main"))).toContain("没有符合当前条件的记录");
  });
});

test("另一供应商经由页面数据和伪造的表单也得不到订单", async () => {
  const order = await releasedOrder(portal);
  const { token } = await portal.rest("supplier2");
  const headers = { Cookie: `Access-Token=${token}` };
  for (const part of OWN_PAGES) {
    const answer = await fetch(`${portal.url}/web/${ORDERS}/${order.id}${part}.data`, { headers });
    expect([part, answer.status]).toEqual([part, 404]);
    expect(await answer.text()).not.toContain(String(order.number));
  }
  const context = await portal.visit({ script: false });
  await portal.enter(context, "supplier2");
  const page = await context.newPage();
  await open(page, "/account/logout");
  const secret = await page.locator("main [name=_csrf]").inputValue();
  for (const part of ["/confirm", "/propose"]) {
    const answer = await context.request.post(`/web/${ORDERS}/${order.id}${part}`, {
      form: { _csrf: secret, _version: String(order.version), reason: "伪造" },
      maxRedirects: 0,
    });
    expect([part, answer.status()]).toEqual([part, 404]);
  }
  expect(await (await portal.rest("buyer1")).get(ORDERS, order.id)).toEqual(order);
});

test("另一供应商经由接口得不到订单，也不能对它做任何事", async () => {
  const order = await releasedOrder(portal);
  const other = await portal.rest("supplier2");
  const { version } = order;
  const calls: [method: string, path: string, body?: unknown][] = [
    ["GET", ""],
    ["POST", "/confirm", { version }],
    ["POST", "/propose", { version, reason: "伪造" }],
    ["PUT", "", { version, remark: "伪造" }],
    ["DELETE", "", { version }],
    ["POST", "/close", { version, reason: "伪造" }],
  ];
  for (const [method, path, body] of calls) {
    const foreign = await other.call(method, `/v2/${ORDERS}/${order.id}${path}`, body);
    const unknown = await other.call(method, `/v2/${ORDERS}/${NOBODY}${path}`, body);
    expect([method, path, foreign.success]).toEqual([method, path, false]);
    expect([foreign.status, foreign.code, foreign.message, foreign.result]).toEqual([
      unknown.status,
      unknown.code,
      unknown.message,
      unknown.result,
    ]);
  }
  for (const [method, path, body] of calls.slice(0, 3)) {
    const { status, code } = await other.call(method, `/v2/${ORDERS}/${order.id}${path}`, body);
    expect([method, path, status, code]).toEqual([method, path, 404, 40401]);
  }
  expect(await other.count(ORDERS, { number: order.number })).toBe(0);
  const { supplier } = await goodsOf(portal);
  const own = await other.whoami();
  for (const row of await other.list(ORDERS, { supplier_id: supplier.id }))
    expect(row.supplier_id).toBe(own.supplierId);
  const batch = await other.call("POST", `/v2/${ORDERS}/batch/confirm`, {
    items: [{ id: order.id, version: order.version }],
  });
  expect(batch.result).toMatchObject({ done: [], failed: [{ id: order.id, message: "数据不存在或已被删除" }] });
  expect(await (await portal.rest("buyer1")).get(ORDERS, order.id)).toEqual(order);
});

test("另一供应商不能借自己的订单改动别人订单的明细", async () => {
  const order = await releasedOrder(portal);
  const foreignLine = rowsOf(order, "items")[0]?.id ?? "";
  const other = await portal.rest("supplier2");
  const [ownRow] = await other.list(ORDERS, { state: "released" });
  const own = await other.get(ORDERS, ownRow?.id ?? "");
  const ownLine = rowsOf(own, "items")[0]?.id ?? "";
  const request = { qty: "1", required_date: inDays(60) };
  for (const lines of [{ [foreignLine]: request }, { [ownLine]: request, [foreignLine]: request }]) {
    const answer = await other.call("POST", `/v2/${ORDERS}/${own.id}/propose`, {
      version: own.version,
      reason: "伪造",
      lines,
    });
    expect([answer.status, answer.code]).toEqual([400, 40002]);
  }
  expect(await other.get(ORDERS, own.id)).toEqual(own);
  const buyer = await portal.rest("buyer1");
  expect(await buyer.get(ORDERS, order.id)).toEqual(order);
});

test("采购员不能把别的订单的明细行放进自己的订单", async () => {
  const buyer = await portal.rest("buyer1");
  const order = await releasedOrder(portal);
  const [draft] = await buyer.list(ORDERS, { state: "draft" });
  const own = await buyer.get(ORDERS, draft?.id ?? "");
  const items = [...rowsOf(own, "items").map(({ id }) => ({ id })), { id: rowsOf(order, "items")[0]?.id, qty: "9" }];
  const answer = await buyer.call("PUT", `/v2/${ORDERS}/${own.id}`, { version: own.version, items });
  expect([answer.status, answer.code]).toEqual([400, 40002]);
  expect(answer.message).toContain("不属于本单据");
  expect(await buyer.get(ORDERS, own.id)).toEqual(own);
});

test("另一采购组的采购员看不到订单", async () => {
  const order = await releasedOrder(portal);
  const buyer2 = await portal.rest("buyer2");
  expect((await buyer2.call("GET", `/v2/${ORDERS}/${order.id}`)).status).toBe(404);
  expect(await buyer2.count(ORDERS, { number: order.number })).toBe(0);
});
