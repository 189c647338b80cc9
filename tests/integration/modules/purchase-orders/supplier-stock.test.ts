import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { publishFlow, stopFlow } from "../../../support/flows";
import { confirmed, items, ORDER, order, refusal, stored, transition } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const KEY = "purchase-orders/supplier-stock";
const INVENTORY = "purchase-orders/supplier-inventory";
const DAY_MS = 86_400_000;
const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen(KEY);

// Prices come from what supplier A has confirmed: 玉米 3.5, 菜籽油 113, 外箱 1.255.
beforeAll(async () => {
  await confirmed(world);
});

let position = 0;
/** A time of its own for each agreement, so that only those meet that a test wants to meet. */
function ownTime() {
  position += 1;
  const day = addDays("2026-01-01", position * 10);
  return { valid_from: day, valid_to: addDays(day, 5) };
}

interface Wanted {
  min?: string;
  max?: string;
  material?: string;
  more?: Readonly<Record<string, unknown>>;
}

async function draft({ min = "100", max = "500", material = world.ids.corn, more = ownTime() }: Wanted = {}) {
  const { id } = await createRecord(await world.as("planner"), {
    screen,
    values: {
      ...{ supplier_id: world.ids.supplierA, factory_id: world.ids.factory1, stock_mode: "safety" },
      items: [{ material_id: material, min_qty: min, max_qty: max }],
      ...more,
    },
  });
  return id;
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: KEY, id, name, ...more });

async function agreed(wanted: Wanted = {}): Promise<string> {
  const id = await draft(wanted);
  await step("planner", id, "submit");
  await step("supplierA", id, "accept");
  return id;
}

/** In force today. */
const now = { valid_from: "2025-03-01", valid_to: "2025-03-31" };
/** Ends what is in force, so that the next test finds nothing in its way. */
const end = (id: string) => step("planner", id, "end", { reason: "测试完毕" });

async function called(id: string) {
  const [line] = linesOf(await recordOf(world, KEY, id), "items");
  return { line: line?.id ?? "", called_qty: line?.called_qty, open_qty: line?.open_qty };
}

async function callOff(id: string, quantity: string, account: AccountName = "buyerA"): Promise<string> {
  const { line } = await called(id);
  const { made } = await convert(await world.as(account), {
    screen: world.screen(ORDER),
    name: "from_stock",
    rows: [{ line, quantity }],
  });
  return made[0]?.id ?? "";
}

async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch'
    order by at, id`.execute(world.engine.database.connection());
  return rows.map(({ title }) => title);
}

async function report(qty: string, day: string): Promise<void> {
  await createRecord(await world.as("supplierA"), {
    screen: world.screen(INVENTORY),
    values: { material_id: world.ids.corn, qty, report_date: day, location: "备货库" },
  });
}

describe("订立协议", () => {
  test("价格、税率和要货条件沿用最近确认的订单，责任金额按最高库存", async () => {
    const id = await draft({ max: "500" });
    const record = await recordOf(world, KEY, id);
    expect(record).toMatchObject({
      liability_amount: "1750.00",
      order_type: "call_off",
      company_id: world.ids.company,
    });
    expect(items(record)[0]).toMatchObject({ price: "3.500000", uom: "kg", liability: "1750.00" });
    expect(record.purchase_group_id).toBe(world.ids.group1);
  });

  test("退回以后修改，再次提交并接受；供应商在此期间看不到草稿", async () => {
    const id = await draft();
    const supplier = await world.as("supplierA");
    await refusal(recordModel(supplier, screen, id), "not_found");
    await step("planner", id, "submit");
    expect(await told(id, "supplierA")).toEqual([expect.stringContaining("请您确认")]);
    await refusal(step("supplierA", id, "decline"), "invalid");
    await step("supplierA", id, "decline", { reason: "产能不足" });
    expect(await told(id, "planner")).toEqual([expect.stringContaining("退回了备货协议")]);
    await step("planner", id, "revise");
    await refusal(recordModel(supplier, screen, id), "not_found");
    const { version } = await recordOf(world, KEY, id);
    const lines = [
      { id: (await called(id)).line, material_id: world.ids.corn, min_qty: "50", max_qty: "300", uom: "kg" },
    ];
    await updateRecordBy(await world.as("planner"), { screen, id, version, values: { items: lines } });
    await step("planner", id, "submit");
    expect(await step("supplierA", id, "accept")).toMatchObject({ state: "active" });
    await refusal(step("supplierA", id, "accept"), "wrong_state");
    expect(await told(id, "planner")).toContainEqual(expect.stringContaining("已接受"));
    await end(id);
  });

  test("责任金额大的先审批，登记人不能自己批；批准时再问一次有没有重叠", async () => {
    const flow = await publishFlow(world, {
      document: KEY,
      conditions: [{ field: "liability_amount", comparison: "gte", value: "10000" }],
      steps: [{ decider: "person", person_id: world.accounts.manager }],
    });
    const time = ownTime();
    const id = await draft({ max: "5000", more: time });
    expect(await step("planner", id, "submit")).toMatchObject({ state: "in_approval" });
    await refusal(step("supplierA", id, "accept"), "not_found");
    await refusal(step("planner", id, "approve"), "forbidden");
    expect(await step("manager", id, "approve")).toMatchObject({ state: "to_accept" });
    const small = await draft({ max: "200" });
    expect(await step("planner", small, "submit")).toMatchObject({ state: "to_accept" });
    await stopFlow(world, flow.id);
    for (const one of [id, small]) await step("planner", one, "cancel", { reason: "测试完毕" });
  });

  test("同一供应商、工厂、物料和期间只有一份协议，保存和提交都问；首尾相接不算", async () => {
    const time = ownTime();
    const [first, second] = [await draft({ more: time }), await draft({ more: time })];
    const outcomes = await Promise.allSettled([first, second].map((id) => step("planner", id, "submit")));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = await refusal(draft({ more: { valid_from: time.valid_to, valid_to: time.valid_to } }), "invalid");
    expect(refused.complaints[0]?.message).toMatch(/^物料【M001】在该期间已有备货协议BH/);
    expect(await draft({ more: time, material: world.ids.box })).toBeTruthy();
    expect(await draft({ more: { ...time, factory_id: world.ids.factory2 } })).toBeTruthy();
    const after = addDays(time.valid_to, 1);
    expect(await draft({ more: { valid_from: after, valid_to: after } })).toBeTruthy();
    const won = outcomes[0]?.status === "fulfilled" ? first : second;
    await step("planner", won, "cancel", { reason: "测试完毕" });
    expect(await step("planner", won === first ? second : first, "submit")).toMatchObject({ state: "to_accept" });
  });

  test("物料停用以后不能提交", async () => {
    const id = await draft({ material: world.ids.box });
    const status = (value: string) =>
      sql`update material set material_status = ${value} where id = ${world.ids.box}`.execute(
        world.engine.database.connection(),
      );
    await status("stopped");
    const { message } = await refusal(step("planner", id, "submit"), "invalid");
    await status("active");
    expect(message).toContain("已停用");
    expect(await step("planner", id, "submit")).toMatchObject({ state: "to_accept" });
    await step("planner", id, "cancel", { reason: "测试完毕" });
  });

  test("没有价格的须填写，期间过了的不能接受，别的供应商什么也看不到", async () => {
    const id = await draft();
    await step("planner", id, "submit");
    await refusal(step("supplierB", id, "accept"), "not_found");
    await refusal(recordModel(await world.as("supplierB"), screen, id), "not_found");
    await refusal(step("buyerA", id, "accept"), "forbidden");
    const start = world.clock.now().getTime();
    world.clock.advance(Date.parse(String((await recordOf(world, KEY, id)).valid_to)) + 2 * DAY_MS - start);
    await refusal(step("supplierA", id, "accept"), "invalid");
    world.clock.advance(start - world.clock.now().getTime());
    const unpriced = await draft({ more: { ...ownTime(), supplier_id: world.ids.supplierB } });
    await refusal(step("planner", unpriced, "submit"), "invalid");
  });
});

describe("要货", () => {
  test("按协议生成订单，累计不能超过最高库存；取消退回，别的采购条件照旧", async () => {
    const id = await agreed({ max: "500", more: now });
    await refusal(callOff(id, "500.001"), "invalid");
    const orderId = await callOff(id, "300");
    const made = await stored(world, orderId);
    expect(made).toMatchObject({ order_type: "call_off", supplier_id: world.ids.supplierA, state: "draft" });
    expect(items(made)[0]).toMatchObject({ qty: "300.000", price: "3.500000", required_date: addDays(TODAY, 3) });
    expect(await called(id)).toMatchObject({ called_qty: "300.000", open_qty: "200.000" });
    const { complaints } = await refusal(callOff(id, "201"), "invalid");
    expect(complaints[0]?.message).toMatch(/最多还可要货200/);
    const buyer = await world.as("buyerA");
    await transition(world, { context: buyer, id: orderId, name: "cancel", more: { reason: "不要了" } });
    expect(await called(id)).toMatchObject({ called_qty: "0.000", open_qty: "500.000" });
    await end(id);
    await refusal(callOff(id, "1"), "not_found");
  });

  test("两人同时要最后的数量，只有一人得到；供应商确认不改变已要货", async () => {
    const id = await agreed({ max: "500", more: now });
    const outcomes = await Promise.allSettled([callOff(id, "400"), callOff(id, "400")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const won = outcomes.find((one) => one.status === "fulfilled");
    const orderId = won?.status === "fulfilled" ? won.value : "";
    const buyer = await world.as("buyerA");
    const reason = { reason: "协议要货" };
    await transition(world, { context: buyer, id: orderId, name: "submit", more: reason });
    await transition(world, { context: buyer, id: orderId, name: "release", more: reason });
    await transition(world, { context: await world.as("supplierA"), id: orderId, name: "confirm" });
    expect(await called(id)).toMatchObject({ called_qty: "400.000" });
    // An order that is closed as a whole gives back what was never delivered, and takes it again where it goes on.
    await transition(world, { context: buyer, id: orderId, name: "close", more: reason });
    expect(await called(id)).toMatchObject({ called_qty: "0.000" });
    const manager = await world.as("manager");
    await transition(world, { context: manager, id: orderId, name: "reopen", more: reason });
    expect(await called(id)).toMatchObject({ called_qty: "400.000" });
    await transition(world, { context: buyer, id: orderId, name: "close", more: reason });
    await callOff(id, "200");
    const again = transition(world, { context: manager, id: orderId, name: "reopen", more: reason });
    expect((await refusal(again, "invalid")).complaints[0]?.message).toMatch(/最多还可要货300/);
    await end(id);
  });

  test("别家供应商的订单不能引用这份协议", async () => {
    const id = await agreed({ max: "500", more: now });
    const { line } = await called(id);
    const values = {
      supplier_id: world.ids.supplierB,
      items: [{ material_id: world.ids.corn, qty: "1", price: "3.5", required_date: "2025-03-20", stock_line: line }],
    };
    await refusal(order(world, await world.as("buyerA"), values), "invalid");
    await end(id);
  });
});

describe("看守与结束", () => {
  const round = async () => {
    expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
  };

  test("连续三天低于下限才通知双方，补足以后不再；达成率和快捷筛选说同样的话", async () => {
    const start = world.clock.now().getTime();
    const id = await agreed({ min: "100", max: "500", more: now });
    await report("40", TODAY);
    const server = world.engine.registry.server(KEY);
    const planner = await world.as("planner");
    expect((await server.extra?.(planner, KEY, [id], "list"))?.get(id)).toMatchObject({ fill_rate: "40.0000" });
    expect(await server.chosen?.(planner, "below_min_only", { op: "always" })).toContain(id);
    await round();
    expect(await told(id, "supplierA")).not.toContainEqual(expect.stringContaining("低于备货下限"));
    world.clock.advance(2 * DAY_MS);
    await round();
    await round();
    const heard = (await told(id, "supplierA")).filter((title) => title.includes("低于备货下限"));
    expect(heard).toHaveLength(1);
    expect(await told(id, "planner")).toContainEqual(expect.stringContaining("低于备货下限"));
    await report("120", addDays(TODAY, 2));
    expect(await server.chosen?.(await world.as("planner"), "below_min_only", { op: "always" })).not.toContain(id);
    world.clock.advance(start - world.clock.now().getTime());
    await end(id);
  });

  test("结束前十五天提醒，保障期满自动结束并列出未用库存", async () => {
    const start = world.clock.now().getTime();
    const id = await agreed({ max: "150", more: { ...now, liability_days: "10" } });
    await callOff(id, "30");
    world.clock.advance(7 * DAY_MS);
    await round();
    expect(await told(id, "supplierA")).toContainEqual(expect.stringContaining("将于2025-03-31结束"));
    world.clock.advance(24 * DAY_MS);
    await round();
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "active" });
    await report("400", addDays(TODAY, 30));
    world.clock.advance(2 * DAY_MS);
    await round();
    world.clock.advance(9 * DAY_MS);
    await round();
    const record = await recordOf(world, KEY, id);
    expect(record.state).toBe("ended");
    expect(linesOf(record, "unused")).toHaveLength(1);
    expect(await told(id, "supplierA")).toContainEqual(expect.stringContaining("已结束"));
    expect(await told(id, "planner")).toContainEqual(expect.stringContaining("已结束"));
    await refusal(step("planner", id, "end", { reason: "再结束" }), "wrong_state");
    world.clock.advance(start - world.clock.now().getTime());
  });

  test("手工结束按当天的库存列出结算：不超过最高库存减去已要货", async () => {
    const id = await agreed({ max: "150", more: now });
    await callOff(id, "30");
    await sql`update supplier_inventory set current = false where location = '备货库'`.execute(
      world.engine.database.connection(),
    );
    await createRecord(await world.as("supplierA"), {
      screen: world.screen(INVENTORY),
      values: { material_id: world.ids.corn, qty: "400", report_date: TODAY, location: "结算库" },
    });
    await end(id);
    const [line] = linesOf(await recordOf(world, KEY, id), "unused");
    expect(line).toMatchObject({ covered_qty: "120.000", amount: "420.00" });
  });

  test("协议可以打印", async () => {
    const id = await agreed();
    const page = JSON.stringify(await recordModel(await world.as("supplierA"), screen, id));
    expect(page).toContain("库存与达成");
    await end(id);
  });
});
