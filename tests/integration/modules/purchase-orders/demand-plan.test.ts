import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { conversionModel } from "~/engine/screen/conversion-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { confirmed, items, ORDER, refusal, stored, transition } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const KEY = "purchase-orders/demand-plan";
const COMMIT = "purchase-orders/demand-commit";
const world = await openWorld();
afterAll(() => world.close());
const { supplierA, supplierB, factory1, corn, oil, box, company } = world.ids;
const connection = () => world.engine.database.connection();

/** A source as it stands after its approval; licences and samples are proved elsewhere. */
async function source(supplier_id: string, material_id: string): Promise<void> {
  const values = { supplier_id, material_id, factory_id: factory1, effective_from: "2025-01-01" };
  const { id } = await createRecord(world.system(), { screen: world.screen("base-data/source-data"), values });
  await sql`update source_data set state = 'active' where id = ${id}`.execute(connection());
}

/** Shares as they stand after their approval; orders of today lie before them and do not tilt the split. */
async function shares(material_id: string): Promise<void> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen("base-data/source-percentage"),
    values: {
      ...{ material_id, factory_id: factory1, valid_from: addDays(TODAY, 1), valid_to: "2029-12-31" },
      shares: [
        { supplier_id: supplierA, percent: "60" },
        { supplier_id: supplierB, percent: "40" },
      ],
    },
  });
  await sql`update source_percentage set state = 'active' where id = ${id}`.execute(connection());
}

async function priced(supplier_id: string, material_id: string, uom: string): Promise<void> {
  await createRecord(world.system(), {
    screen: world.screen("base-data/price-data"),
    values: {
      ...{ supplier_id, material_id, company_id: company, currency: "CNY", uom, price_kind: "new" },
      ...{ price: "3.27", untaxed_price: "3", tax_rate: "9", source_no: "HJ20250101-0009" },
      ...{ valid_from: "2025-01-01", valid_to: "2029-12-31", agreed_to: "2029-12-31" },
      ...{ approved_at: "2024-12-20T02:00:00.000Z", approved_by: "王经理" },
    },
  });
}

// Terms of an order come from the last one to the supplier.
beforeAll(async () => {
  await confirmed(world);
  await sql`update purchase_order set state = 'closed'`.execute(connection());
  for (const supplier of [supplierA, supplierB]) await source(supplier, corn);
  await source(supplierA, oil);
  await shares(corn);
  await priced(supplierA, corn, "kg");
});

let weeks = 0;
/** A later week for each plan, so that it may take the place of the one before. */
function nextWeek(): string {
  weeks += 1;
  return addDays(TODAY, weeks * 7);
}

interface Wanted {
  week?: string;
  lines?: readonly Readonly<Record<string, unknown>>[];
  more?: Readonly<Record<string, unknown>>;
}

async function draft({ week = nextWeek(), lines, more = {} }: Wanted = {}): Promise<string> {
  const { id } = await createRecord(await world.as("planner"), {
    screen: world.screen(KEY),
    values: {
      ...{ factory_id: factory1, base_week: week, weeks: "4", frozen_weeks: "1" },
      items: lines ?? [{ material_id: corn, week_start: week, gross_qty: "100", stock_qty: "0" }],
      ...more,
    },
  });
  return id;
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: KEY, id, name, ...more });
const release = (id: string) => step("planner", id, "release", { reason: "周会结论" });
const stateOf = async (key: string, id: string) => (await recordOf(world, key, id)).state;

async function inForce(wanted: Wanted = {}): Promise<string> {
  const id = await draft(wanted);
  await release(id);
  return id;
}

async function commitOf(planId: string, supplierId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from demand_commit where plan_id = ${planId} and supplier_id = ${supplierId}`.execute(connection());
  const id = rows[0]?.id ?? "";
  return { id, lines: id === "" ? [] : linesOf(await recordOf(world, COMMIT, id), "items") };
}

async function toOrder(line: string, quantity: string, account: AccountName = "buyerA"): Promise<string> {
  const rows = [{ line, quantity }];
  const { made } = await convert(await world.as(account), { screen: world.screen(ORDER), name: "from_demand", rows });
  return made[0]?.id ?? "";
}

async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch'
    order by at, id`.execute(connection());
  return rows.map(({ title }) => title);
}

describe("发布", () => {
  test("按货源比例分给供应商，缺料告诉计划员；没有货源的行留下并说明", async () => {
    const week = nextWeek();
    const id = await inForce({
      week,
      lines: [
        { material_id: corn, week_start: week, gross_qty: "100", stock_qty: "0" },
        { material_id: oil, week_start: week, gross_qty: "10", stock_qty: "15", safety_qty: "10" },
        { material_id: box, week_start: week, gross_qty: "7", stock_qty: "7", safety_qty: "1" },
      ],
    });
    const plan = await recordOf(world, KEY, id);
    expect(plan).toMatchObject({ state: "released", red_count: 1 });
    expect(linesOf(plan, "items").map(({ net_qty, risk }) => [net_qty, risk])).toEqual([
      ["100.000", "red"],
      ["5.000", "yellow"],
      ["1.000", "yellow"],
    ]);
    expect(linesOf(plan, "items")[2]?.split_note).toBe("该周没有有效货源");
    const [a, b] = [await commitOf(id, supplierA), await commitOf(id, supplierB)];
    expect(a.lines.map(({ share_qty }) => share_qty)).toEqual(["60.000", "5.000"]);
    expect(b.lines.map(({ share_qty }) => share_qty)).toEqual(["40.000"]);
    expect(await told(a.id, "supplierA")).toEqual([expect.stringContaining("请您承诺")]);
    expect(await told(id, "planner")).toEqual([expect.stringContaining("1项缺料")]);
  });

  test("新版替代旧版，承诺沿用；同一周已有发布的不能再发", async () => {
    const first = await inForce();
    const { id: asked, lines } = await commitOf(first, supplierA);
    await move(world, "supplierA", {
      ...{ key: COMMIT, id: asked, name: "commit" },
      lineInput: { [lines[0]?.id ?? ""]: { commit_qty: "60" } },
    });
    const { base_week: week, number } = await recordOf(world, KEY, first);
    const same = await draft({ week: String(week) });
    const { message } = await refusal(release(same), "invalid");
    expect(message).toContain(`${week}已有发布的需求计划${number}`);
    const line = { material_id: corn, week_start: String(week), gross_qty: "120", stock_qty: "0" };
    const later = addDays(String(week), 7);
    const second = await inForce({ week: later, lines: [{ ...line, week_start: later }] });
    expect(await stateOf(KEY, first)).toBe("replaced");
    expect(await stateOf(COMMIT, asked)).toBe("replaced");
    weeks += 1;
    const third = await inForce({
      week: addDays(later, 7),
      lines: [{ ...line, week_start: addDays(later, 7) }],
    });
    weeks += 1;
    expect(await stateOf(KEY, second)).toBe("replaced");
    expect(await stateOf(KEY, third)).toBe("released");
  });

  test("上一版承诺过的周，新版里已经填好", async () => {
    const week = nextWeek();
    const later = addDays(week, 7);
    const line = { material_id: corn, gross_qty: "100", stock_qty: "0" };
    const first = await inForce({ week, lines: [{ ...line, week_start: later }] });
    const { id, lines } = await commitOf(first, supplierA);
    const lineInput = { [lines[0]?.id ?? ""]: { commit_qty: "50", commit_note: "检修" } };
    await move(world, "supplierA", { key: COMMIT, id, name: "commit", lineInput });
    weeks += 1;
    const second = await inForce({ week: later, lines: [{ ...line, week_start: later }] });
    const { lines: carried } = await commitOf(second, supplierA);
    expect(carried[0]).toMatchObject({ share_qty: "60.000", commit_qty: "50.000", commit_note: "检修" });
  });

  test("锁定周内改了需求要写原因", async () => {
    const week = nextWeek();
    const later = addDays(week, 7);
    const line = { material_id: corn, week_start: later, gross_qty: "100", stock_qty: "0" };
    await inForce({ week, lines: [line] });
    weeks += 1;
    const changed = await draft({ week: later, lines: [{ ...line, gross_qty: "150" }] });
    await refusal(step("planner", changed, "release"), "acknowledge");
    expect(await step("planner", changed, "release", { reason: "客户加单" })).toMatchObject({ state: "released" });
  });

  test("两张同时发布，只有一张成为该工厂的计划", async () => {
    const week = nextWeek();
    const both = [await draft({ week }), await draft({ week })];
    const outcomes = await Promise.allSettled(both.map((id) => release(id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { rows } = await sql<{ count: string }>`
      select count(*)::text as count from demand_plan where state = 'released' and factory_id = ${factory1}`.execute(
      connection(),
    );
    expect(rows[0]?.count).toBe("1");
  });

  test("采购员不能编制和发布；供应商看不到需求计划", async () => {
    const id = await draft();
    await refusal(step("buyerA", id, "release", { reason: "试" }), "forbidden");
    await refusal(step("supplierA", id, "release", { reason: "试" }), "not_found").catch(() =>
      refusal(step("supplierA", id, "release", { reason: "试" }), "forbidden"),
    );
  });
});

describe("供应商承诺", () => {
  test("只看到自己的；少于预测要说明，并告诉计划员", async () => {
    const plan = await inForce();
    const [a, b] = [await commitOf(plan, supplierA), await commitOf(plan, supplierB)];
    const supplier = await world.as("supplierA");
    await refusal(recordModel(supplier, world.screen(COMMIT), b.id), "not_found");
    const list = await listModel(supplier, world.screen(COMMIT), new URLSearchParams());
    expect(JSON.stringify(list)).not.toContain(b.id);
    expect(JSON.stringify(await recordModel(supplier, world.screen(COMMIT), a.id))).not.toContain("XQ2025");
    const line = a.lines[0]?.id ?? "";
    const commit = (values: object) =>
      move(world, "supplierA", { key: COMMIT, id: a.id, name: "commit", lineInput: { [line]: { ...values } } });
    const { complaints } = await refusal(commit({ commit_qty: "30" }), "invalid");
    expect(complaints[0]?.message).toContain("承诺数量小于预测，请填写差异说明");
    await commit({ commit_qty: "30", commit_note: "设备检修" });
    expect(await recordOf(world, COMMIT, a.id)).toMatchObject({ state: "committed", below_share: true });
    expect(await told(a.id, "planner")).toContainEqual(expect.stringContaining("低于预测"));
    await commit({ commit_qty: "60" });
    expect(await recordOf(world, COMMIT, a.id)).toMatchObject({ below_share: false });
    await refusal(move(world, "supplierA", { key: COMMIT, id: b.id, name: "commit", lineInput: {} }), "not_found");
  });

  test("计划关闭以后不再承诺，也不再转订单", async () => {
    const plan = await inForce();
    const { id, lines } = await commitOf(plan, supplierA);
    await step("planner", plan, "close", { reason: "停产" });
    expect(await stateOf(COMMIT, id)).toBe("ended");
    expect(await told(id, "supplierA")).toContainEqual(expect.stringContaining("已结束"));
    await refusal(toOrder(lines[0]?.id ?? "", "10"), "not_found");
  });
});

describe("转采购订单", () => {
  test("按价格库、周和上次订单的条件成为草稿；取消还回；超出容差不行", async () => {
    const plan = await inForce();
    const line = (await commitOf(plan, supplierA)).lines[0]?.id ?? "";
    const ordered = async () => (await commitOf(plan, supplierA)).lines[0]?.ordered_qty;
    const id = await toOrder(line, "40");
    const order = await stored(world, id);
    expect(order).toMatchObject({
      ...{ state: "draft", order_type: "standard", source_type: "demand_plan", supplier_id: supplierA },
      source_no: (await recordOf(world, KEY, plan)).number,
    });
    const { base_week } = await recordOf(world, KEY, plan);
    expect(items(order)[0]).toMatchObject({ qty: "40.000", price: "3.270000", required_date: base_week });
    expect(await ordered()).toBe("40.000");
    // 60 with 10 % of tolerance, less 40.
    const { complaints } = await refusal(toOrder(line, "26.001"), "invalid");
    expect(complaints[0]?.message).toContain("最多还可转26");
    const rest = await toOrder(line, "26");
    await refusal(toOrder(line, "1"), "invalid");
    const buyer = await world.as("buyerA");
    for (const made of [id, rest]) {
      await transition(world, { context: buyer, id: made, name: "cancel", more: { reason: "测试" } });
    }
    expect(await ordered()).toBe("0.000");
  });

  test("已全部转完的行不再提供选择，只剩容差也不行；退回后又可选", async () => {
    const plan = await inForce();
    const { id, lines } = await commitOf(plan, supplierA);
    const line = lines[0]?.id ?? "";
    const buyer = await world.as("buyerA");
    const offered = async () => {
      const model = await conversionModel(
        buyer,
        world.screen(ORDER),
        "from-demand",
        new URLSearchParams({ source: id }),
      );
      const page = JSON.stringify(await recordModel(buyer, world.screen(COMMIT), id));
      return { rows: model.rows.map((row) => row.id), linked: page.includes("/from-demand") };
    };
    expect(await offered()).toEqual({ rows: [line], linked: true });
    const most = await toOrder(line, "59.5");
    expect(await offered()).toEqual({ rows: [line], linked: true });
    const rest = await toOrder(line, "0.5");
    // 10 % of tolerance would still admit 6.
    expect((await commitOf(plan, supplierA)).lines[0]?.open_qty).toBe("0.000");
    expect(await offered()).toEqual({ rows: [], linked: false });
    const { complaints } = await refusal(toOrder(line, "1"), "invalid");
    expect(complaints).toMatchObject([
      { field: "rows.0.quantity", message: expect.stringContaining("没有可以生成的数量") },
    ]);
    for (const made of [most, rest])
      await transition(world, { context: buyer, id: made, name: "cancel", more: { reason: "测试" } });
    expect(await offered()).toEqual({ rows: [line], linked: true });
  });

  test("计划换了新版，由旧版转成的草稿仍可修改，也仍可提交", async () => {
    const plan = await inForce();
    const id = await toOrder((await commitOf(plan, supplierA)).lines[0]?.id ?? "", "40");
    await inForce();
    const buyer = await world.as("buyerA");
    const { items: rows, version } = await stored(world, id);
    const lines = z.array(z.record(z.string(), z.unknown())).parse(rows);
    const values = { items: lines.map(({ id: line, demand_line }) => ({ id: line, demand_line, qty: "30" })) };
    await updateRecordBy(buyer, { screen: world.screen(ORDER), id, version: Number(version), values });
    expect(items(await stored(world, id))[0]).toMatchObject({ qty: "30.000" });
    await transition(world, { context: buyer, id, name: "submit", more: { reason: "测试" } });
    expect((await stored(world, id)).state).not.toBe("draft");
    await transition(world, { context: buyer, id, name: "cancel", more: { reason: "测试" } });
  });

  test("需求行上没有物料，如转单的人看不到它：在行上说明，不出错", async () => {
    const line = (await commitOf(await inForce(), supplierA)).lines[0]?.id ?? "";
    const values = {
      ...{ supplier_id: supplierA, company_id: world.ids.company, factory_id: factory1, order_date: TODAY },
      items: [{ demand_line: line, qty: "1", required_date: TODAY }],
    };
    const made = createRecord(await world.as("buyerA"), { screen: world.screen(ORDER), values });
    const { complaints } = await refusal(made, "invalid");
    expect(complaints.map(({ field }) => field)).toContain("items.0.material_id");
  });

  test("计划员也可以转；没有价格的说明原因", async () => {
    const week = nextWeek();
    const plan = await inForce({
      week,
      lines: [{ material_id: oil, week_start: week, gross_qty: "10", stock_qty: "0" }],
    });
    const line = (await commitOf(plan, supplierA)).lines[0]?.id ?? "";
    const { complaints } = await refusal(toOrder(line, "10", "planner"), "invalid");
    expect(complaints[0]?.message).toContain("没有有效的价格");
    await priced(supplierA, oil, String((await commitOf(plan, supplierA)).lines[0]?.uom));
    expect(await toOrder(line, "10", "planner")).not.toBe("");
  });

  test("昨天转成的订单，今天的计划算在途，不重复购买", async () => {
    const week = nextWeek();
    const later = addDays(week, 7);
    const need = [{ material_id: corn, week_start: later, gross_qty: "100", stock_qty: "0" }];
    const plan = await inForce({ week, lines: need });
    const line = (await commitOf(plan, supplierA)).lines[0]?.id ?? "";
    const id = await toOrder(line, "60");
    weeks += 1;
    const next = await draft({ week: later, lines: need });
    const [own] = linesOf(await recordOf(world, KEY, next), "items");
    expect(own).toMatchObject({ in_transit_qty: "60.000", net_qty: "40.000" });
    const less = await draft({ week: later, lines: [{ ...need[0], gross_qty: "50" }] });
    const { message } = await refusal(release(less), "invalid");
    expect(message).toContain("已转订单60");
    const buyer = await world.as("buyerA");
    await transition(world, { context: buyer, id, name: "cancel", more: { reason: "测试" } });
  });

  test("从未下过单的供应商：采购组按物料，采购组织随采购组；别人转的告诉采购员", async () => {
    await sql`update purchase_order set released_at = null where supplier_id = ${supplierA}`.execute(connection());
    const { rows } = await sql<{ id: string; purchase_org_id: string }>`
      select id, purchase_org_id from purchase_group where enabled order by id limit 1`.execute(connection());
    await sql`update material set purchase_group_id = ${rows[0]?.id} where id = ${corn}`.execute(connection());
    const before = await sql<{
      buyer_id: string | null;
    }>`select buyer_id from supplier where id = ${supplierA}`.execute(connection());
    await sql`update supplier set buyer_id = ${world.accounts.buyerA} where id = ${supplierA}`.execute(connection());
    const plan = await inForce();
    const id = await toOrder((await commitOf(plan, supplierA)).lines[0]?.id ?? "", "10", "planner");
    expect(await stored(world, id)).toMatchObject({
      purchase_group_id: rows[0]?.id,
      purchase_org_id: rows[0]?.purchase_org_id,
      buyer_id: world.accounts.buyerA,
    });
    expect(await told(id, "buyerA")).toEqual([expect.stringContaining("待您提交")]);
    await transition(world, { context: await world.as("buyerA"), id, name: "cancel", more: { reason: "测试" } });
    await sql`update supplier set buyer_id = ${before.rows[0]?.buyer_id ?? null} where id = ${supplierA}`.execute(
      connection(),
    );
  });
});
