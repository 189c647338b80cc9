import { afterAll, beforeAll, expect, test } from "vitest";
import { FIXED_CALLS } from "~/engine/openapi/fixed-calls.server";
import { createRecord } from "~/engine/operations/save.server";
import { minimal } from "../../support/conformance";
import { callerOf, sessionOf } from "../../support/openapi/caller";
import { ORDER, released } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { ids, accounts } = world;
const send = callerOf(world);
const tokens = { buyer: "", other: "", supplier: "", warehouse: "" };
beforeAll(async () => {
  tokens.buyer = await sessionOf(world, accounts.buyerA);
  tokens.other = await sessionOf(world, accounts.buyerB);
  tokens.supplier = await sessionOf(world, accounts.supplierA);
  tokens.warehouse = await sessionOf(world, accounts.warehouse);
});

async function post(token: string, path: string, body: Record<string, string>) {
  const call = FIXED_CALLS.find((one) => one.path === path);
  if (!call) throw new Error(path);
  const { status, code, result, text } = await send(call, { token, body });
  return { status, code, result: Object(result), message: Object(JSON.parse(text)).message };
}
const list = (token: string, body: Record<string, string> = {}) => post(token, "/v1/contract/base/list", body);
const bind = (token: string, body: Record<string, string>) => post(token, "/v1/contract/base/bind", body);

/** The same call with a JSON object. */
async function postJson(token: string, path: string, body: object) {
  const call = FIXED_CALLS.find((one) => one.path === path);
  if (!call) throw new Error(path);
  const { status, code, result } = await send(call, { token, body, type: "application/json" });
  return { status, code, result: Object(result) };
}

async function draft(values: object = {}): Promise<string> {
  const typed = { ...minimal(world, ORDER), ...values };
  return (await createRecord(await world.as("buyerA"), { screen: world.screen(ORDER), values: typed })).id;
}

test("选择合同：按名称和编号找，回答订单日期是否在有效期内；供应商只看到自己的", async () => {
  const all = await list(tokens.buyer, { orderDate: "2025-03-10" });
  expect(all.result).toMatchObject({ current: 1, size: 10, total: 2, pages: 1 });
  const byId = new Map(all.result.records.map((row: { id: string }) => [row.id, row]));
  expect(byId.get(ids.contractA)).toMatchObject({
    supplierId: ids.supplierA,
    supplierName: "甲供应商",
    companyId: ids.company,
    companyName: "测试食品有限公司",
    contractStartTime: "2025-01-01",
    contractEndTime: "2025-12-31",
    status: "effective",
    inWindow: true,
    boundCount: 0,
  });
  expect(byId.get(ids.contractB)).toMatchObject({ inWindow: false, status: "expired" });
  const named = await list(tokens.buyer, { supplierName: "乙供", companyName: "测试" });
  expect(named.result.records.map(({ id, inWindow }: { id: string; inWindow: unknown }) => [id, inWindow])).toEqual([
    [ids.contractB, null],
  ]);
  expect((await list(tokens.buyer, { supplierName: "%" })).result.total).toBe(0);
  expect((await list(tokens.buyer, { sort: "password" })).code).toBe(40002);
  expect((await list(tokens.buyer, { "page.size": "201" })).code).toBe(40002);
  expect((await list(tokens.buyer, { orderDate: "2025-02-30" })).code).toBe(40002);
  const own = await list(tokens.supplier, { supplierName: "乙供" });
  expect(own.result.total).toBe(0);
  const mine = await list(tokens.supplier);
  expect(mine.result.records.map(({ id }: { id: string }) => id)).toEqual([ids.contractA]);
  expect((await list(tokens.warehouse)).code).toBe(40301);
});

test("绑定：期外是提醒，别家供应商的单据、看不到的单据和改不了的单据分别说明，其余照做", async () => {
  const inside = await draft({ order_date: "2025-03-10" });
  const outside = await draft({ order_date: "2024-12-30" });
  const foreign = await draft({ supplier_id: ids.supplierB });
  const gone = (await released(world)).id;
  const answer = await bind(tokens.buyer, {
    contractId: ids.contractA,
    orderIds: [inside, outside, foreign, gone, ids.company].join(","),
    requestId: "bind-1",
  });
  expect(answer.result.bound).toBe(2);
  expect(answer.result.warnings).toMatchObject([{ orderId: outside, contractStartTime: "2025-01-01" }]);
  expect(answer.result.warnings[0].message).toMatch(
    /^订单日期2024-12-30不在合同【.+】有效期（2025-01-01至2025-12-31）内$/,
  );
  expect(answer.result.failed.map(({ orderId }: { orderId: string }) => orderId)).toEqual([foreign, gone, ids.company]);
  const counted = await list(tokens.buyer, { contractNumber: answer.result.warnings[0].contractNumber });
  expect(counted.result.records[0].boundCount).toBe(3);
  const again = await bind(tokens.buyer, { contractId: ids.contractA, orderIds: inside, requestId: "bind-1" });
  expect(again.result.bound).toBe(1);
});

test("保存前检查：公司或供应商不同、合同已到期都是40003；别的范围、供应商和无权的人做不了", async () => {
  const check = (more: Record<string, string>) =>
    bind(tokens.buyer, { contractId: ids.contractA, orderDate: "2026-03-01", ...more });
  const fits = await check({ supplierName: "甲供应商", companyName: "测试食品有限公司" });
  expect(fits.result).toMatchObject({ bound: 0, warnings: [{ orderId: null }], failed: [] });
  expect((await check({ supplierName: "乙供应商" })).code).toBe(40003);
  expect((await check({ companyName: "别的公司" })).code).toBe(40003);
  const expired = await bind(tokens.buyer, { contractId: ids.contractB, orderDate: "2025-03-01" });
  expect([expired.code, expired.message]).toEqual([40003, expect.stringMatching(/^合同【.+】不在有效状态，不能绑定$/)]);
  expect((await bind(tokens.buyer, { contractId: ids.company, orderDate: "2025-03-01" })).code).toBe(40401);
  expect((await bind(tokens.buyer, { contractId: ids.contractA })).code).toBe(40002);
  const order = await draft();
  const stranger = await bind(tokens.other, { contractId: ids.contractA, orderIds: order });
  expect(stranger.result).toMatchObject({ bound: 0, failed: [{ message: "数据不存在或已被删除" }] });
  for (const token of [tokens.supplier, tokens.warehouse])
    expect((await bind(token, { contractId: ids.contractA, orderIds: order })).code).toBe(40301);
  const many = Array.from({ length: 201 }, (_none, at) => `x${at}`).join(",");
  expect((await bind(tokens.buyer, { contractId: ids.contractA, orderIds: many })).code).toBe(40002);
});

test("两个合同接口也收 JSON：分页写成对象，编号写成数组，写错的说出哪一项", async () => {
  const listed = (body: object) => postJson(tokens.buyer, "/v1/contract/base/list", body);
  const one = await listed({ page: { current: 1, size: 1 }, supplierName: "甲供", orderDate: "2025-03-10" });
  expect(one.result).toMatchObject({ size: 1, total: 1, records: [{ id: ids.contractA, inWindow: true }] });
  expect((await listed({ page: { size: [] } })).result).toMatchObject({ size: 10 });
  expect((await listed({ supplierName: [1] })).code).toBe(40002);
  const orderIds = [await draft({ order_date: "2025-03-10" }), await draft({ order_date: "2025-03-11" })];
  const bound = await postJson(tokens.buyer, "/v1/contract/base/bind", { contractId: ids.contractA, orderIds });
  expect(bound.result).toMatchObject({ bound: 2, warnings: [], failed: [] });
});
