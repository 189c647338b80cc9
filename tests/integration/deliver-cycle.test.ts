import { afterAll, expect, test } from "vitest";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { items, move, order, refusal, stored } from "../support/orders";
import { openWorld } from "../support/world";

const KEY = "master-data/deliver-cycle";
const FACTORY = "master-data/factory";
const world = await openWorld();
afterAll(() => world.close());

const cycle = async (values: Record<string, unknown>) =>
  createRecord(await world.as("buyerA"), {
    screen: world.screen(KEY),
    values: { prepare_days: "10", transit_days: "3", inspect_days: "1", valid_from: "2025-01-01", ...values },
  });
const line = (required?: string) => ({
  material_id: world.ids.oil,
  qty: "10",
  price: "3",
  ...(required ? { required_date: required } : {}),
});

test("没有周期时需求日期必填；有周期时按它推算，写明供应商的优先", async () => {
  const buyer = await world.as("buyerA");
  const missing = await refusal(order(world, buyer, { items: [line()] }), "invalid");
  expect(JSON.stringify(missing.complaints)).toContain("需求日期");
  await cycle({ material_id: world.ids.oil });
  await cycle({ material_id: world.ids.oil, supplier_id: world.ids.supplierA, prepare_days: "16" });
  const { id } = await order(world, buyer, { items: [line()] });
  expect(items(await stored(world, id))[0]).toMatchObject({ required_date: "2025-03-30" });
  const typed = await order(world, buyer, { items: [line("2025-05-01")] });
  expect(items(await stored(world, typed.id))[0]).toMatchObject({ required_date: "2025-05-01" });
});

test("要求交期短于周期：提交时要写原因，加急订单不提醒，正好够的不提醒", async () => {
  const buyer = await world.as("buyerA");
  const short = await order(world, buyer, { items: [line("2025-03-29")] });
  expect(short.warnings.join()).toContain("要求交期短于采购周期20天，请走急单流程（最早2025-03-30）");
  await refusal(move(world, buyer, short.id, "submit"), "acknowledge");
  await move(world, buyer, short.id, "submit", { reason: "客户急用" });
  const urgent = await order(world, buyer, { urgent: "1", items: [line("2025-03-12")] });
  expect(urgent.warnings.join()).not.toContain("采购周期");
  const fits = await order(world, buyer, { items: [line("2025-03-30")] });
  expect(fits.warnings.join()).not.toContain("采购周期");
});

test("交期落在收货工厂休息日的，推算时顺延，自己填的提交时提醒", async () => {
  const buyer = await world.as("buyerA");
  const { record } = await openRecord(world.system(), world.entity(FACTORY), world.ids.factory1 ?? "");
  await updateRecordBy(world.system(), {
    screen: world.screen(FACTORY),
    id: record.id,
    version: record.version,
    values: {
      weekly_rest: "sunday",
      calendar: [{ from_day: "2025-03-31", to_day: "2025-04-01", kind: "rest", note: "盘点" }],
    },
  });
  const { id } = await order(world, buyer, { items: [line()] });
  expect(items(await stored(world, id))[0]).toMatchObject({ required_date: "2025-04-02" });
  const sunday = await order(world, buyer, { items: [line("2025-03-30"), line("2025-04-02")] });
  expect(sunday.warnings.filter((text) => text.includes("休息日"))).toEqual([
    "第1行需求日期2025-03-30为收货工厂的休息日，收货顺延到2025-04-02",
  ]);
});

test("相同范围、期间重叠的不能再建；接着的期间可以", async () => {
  const values = { material_type_id: world.ids.grainType, factory_id: world.ids.factory1 };
  await cycle({ ...values, valid_to: "2025-06-30" });
  const twice = await refusal(cycle({ ...values, valid_from: "2025-06-30" }), "invalid");
  expect(JSON.stringify(twice.complaints)).toContain("相同范围的交货周期已存在");
  await cycle({ ...values, valid_from: "2025-07-01" });
  const nothing = await refusal(cycle({}), "invalid");
  expect(JSON.stringify(nothing.complaints)).toContain("请选择物料或物料类型");
});
