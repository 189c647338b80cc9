import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { items, order, refusal, stored, transition } from "../../../support/orders";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

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
  await refusal(transition(world, { context: buyer, id: short.id, name: "submit" }), "acknowledge");
  await transition(world, { context: buyer, id: short.id, name: "submit", more: { reason: "客户急用" } });
  const urgent = await order(world, buyer, { urgent: "1", items: [line("2025-03-12")] });
  expect(urgent.warnings.join()).not.toContain("采购周期");
  const fits = await order(world, buyer, { items: [line("2025-03-30")] });
  expect(fits.warnings.join()).not.toContain("采购周期");
});

test("交期落在收货工厂休息日的，推算时顺延，自己填的提交时提醒", async () => {
  const buyer = await world.as("buyerA");
  const { record } = await openRecord(world.system(), { entity: world.entity(FACTORY), id: world.ids.factory1 ?? "" });
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

describe("供应商建议和确认周期", () => {
  const own = async (values: object = {}) =>
    (await cycle({ material_id: world.ids.box, supplier_id: world.ids.supplierA, ...values })).id;
  const cycles = world.entity(KEY);
  const make = async (account: "supplierA" | "buyerA" | "supplierB", id: string, name: string, more: object = {}) =>
    applyTransition(await world.as(account), { entity: cycles, id, name, ...more });
  const found = async (id: string) => (await openRecord(world.system(), { entity: cycles, id })).record;
  const notified = async (account: string) =>
    (
      await sql<{ title: string }>`select title from inbox where user_id = ${account}`.execute(
        world.engine.database.connection(),
      )
    ).rows.map(({ title }) => title);

  test("供应商建议，采购员接受以后周期才变；采购员不接受要写原因，供应商收到答复", async () => {
    const id = await own({ factory_id: world.ids.factory1 });
    const request = { input: { prepare_days: "12", transit_days: "5" }, reason: "改走铁路" };
    const same = { input: { prepare_days: "10", transit_days: "3" }, reason: "不变" };
    expect((await refusal(make("supplierA", id, "propose", same), "invalid")).message).toContain("与现行周期相同");
    await refusal(make("supplierB", id, "propose", request), "not_found");
    await make("supplierA", id, "propose", request);
    expect(await found(id)).toMatchObject({
      prepare_days: 10,
      total_days: 14,
      proposed_prepare_days: 12,
      proposal_reason: "改走铁路",
      proposed_on: "2025-03-10",
    });
    await refusal(make("supplierA", id, "propose", request), "wrong_state");
    await refusal(make("supplierA", id, "accept_proposal"), "forbidden");
    expect((await refusal(make("buyerA", id, "refuse_proposal"), "invalid")).complaints[0]?.field).toBe("reason");
    await make("buyerA", id, "refuse_proposal", { reason: "铁路同样三天" });
    expect(await found(id)).toMatchObject({ prepare_days: 10, proposed_on: null });
    await make("supplierA", id, "propose", request);
    await make("supplierA", id, "withdraw_proposal");
    await make("supplierA", id, "propose", request);
    await make("buyerA", id, "accept_proposal");
    expect(await found(id)).toMatchObject({ prepare_days: 12, transit_days: 5, total_days: 18, proposed_on: null });
    expect((await notified(world.accounts.supplierA)).filter((title) => title.startsWith("交货周期建议"))).toEqual(
      expect.arrayContaining([expect.stringContaining("未接受"), expect.stringContaining("已接受")]),
    );
  });

  test("供应商确认的交期长于约定两成以上：写明建议，采纳以后总周期等于80分位；不足三行不建议", async () => {
    const buyer = await world.as("buyerA");
    const id = await own({ material_id: world.ids.corn, valid_from: "2025-02-01" });
    const adopt = () => make("buyerA", id, "adopt");
    expect((await refusal(adopt(), "invalid")).message).toBe("近180天确认交期的订单行不足，无法建议");
    for (const day of ["2025-03-24", "2025-03-30", "2025-03-31", "2025-04-01", "2025-04-30"]) {
      const made = await order(world, buyer, {
        items: [{ material_id: world.ids.corn, qty: "10", price: "3", required_date: day }],
      });
      await transition(world, { context: buyer, id: made.id, name: "submit", more: { reason: "测试" } });
      await transition(world, { context: buyer, id: made.id, name: "release", more: { reason: "测试" } });
      await transition(world, { context: await world.as("supplierA"), id: made.id, name: "confirm" });
    }
    const page = JSON.stringify(await recordModel(buyer, world.screen(KEY), id));
    expect(page).toContain("周期偏短，建议调整为22天");
    expect(page).toContain("14天（约定）");
    await setParameter(world, "cycle.leastLines", "6");
    expect(JSON.stringify(await recordModel(buyer, world.screen(KEY), id))).toContain("不足6行，不计算");
    await setParameter(world, "cycle.leastLines", "3");
    const shown = await listModel(buyer, world.screen(KEY), new URLSearchParams());
    const at = shown.table.columns.findIndex(({ key }) => key === "+actual_p80");
    expect(shown.table.rows.find((row) => row.id === id)?.cells[at]?.text).toContain("22");
    const short = await listModel(buyer, world.screen(KEY), new URLSearchParams("short_only=1"));
    expect(short.table.rows.map((row) => row.id)).toContain(id);
    expect(short.table.rows.length).toBeLessThan(shown.table.rows.length);
    const supplier = await world.as("supplierA");
    const theirs = world.engine.registry.screen("supplier-management/delivery-cycle");
    if (!theirs) throw new Error("no screen");
    expect(JSON.stringify((await listModel(supplier, theirs, new URLSearchParams())).table)).not.toContain(
      "short_only",
    );

    // Once a month to the buyer of the supplier; the second round of the month tells nobody, the next month does.
    const db = world.engine.database.connection();
    await sql`update supplier set buyer_id = ${buyer.actor.id} where id = ${world.ids.supplierA}`.execute(db);
    const monthly = async () =>
      (await notified(world.accounts.buyerA)).filter((title) => title.endsWith("条交货周期与实际偏差较大"));
    const told = async () => (await workDeadlines(world.system(), { remindNow: true })).digested;
    expect(await told()).toBeGreaterThan(0);
    const [first] = await monthly();
    expect(Number.parseInt(first ?? "0", 10)).toBeGreaterThan(0);
    expect(await told()).toBe(0);
    expect(await monthly()).toHaveLength(1);
    const content = await sql<{ body: string }>`select row_to_json(i)::text as body from inbox i
      where user_id = ${world.accounts.buyerA} and scenario = 'cycle.short'`.execute(db);
    expect(content.rows[0]?.body).toContain("M001 玉米");
    expect(content.rows[0]?.body).toContain("deliver-cycle?short_only=1");

    await adopt();
    expect(await found(id)).toMatchObject({ prepare_days: 18, total_days: 22 });
    expect((await refusal(adopt(), "invalid")).message).toBe("与确认周期相差不到20%，无需调整");
    const after = await listModel(buyer, world.screen(KEY), new URLSearchParams("short_only=1"));
    expect(after.table.rows.map((row) => row.id)).not.toContain(id);
  });
});
