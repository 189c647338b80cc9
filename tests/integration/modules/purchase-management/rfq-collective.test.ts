import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const RFQ = "purchase-management/rfq";
const COLLECTIVE = "purchase-management/rfq-collective";
const PLAN = "purchase-management/purchase-plan-apply";
const PART = "purchase-management/collective-factory";
const QUOTE = "receiving/supplier-quote";
const PRICE = "price-approval/account-price";
const ALLOCATION = "purchase-management/allocation-detail";
const HOUR = 3_600_000;
const world = await openWorld();
afterAll(() => world.close());
const { company, factory1, factory2, box } = world.ids;

await sql`update material set purchase_group_id = ${world.ids.group1} where id = ${box}`.execute(
  world.engine.database.connection(),
);

const collective = () => {
  const screen = world.engine.registry.screen(COLLECTIVE);
  if (!screen) throw new Error("no screen");
  return screen;
};
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();
const step = (account: AccountName, key: string, id: string, name: string, more: object = {}) =>
  move(world, account, { key, id, name, ...more });

let month = 0;
/** An approved plan of a factory, written by the system in the name of nobody: whose it is plays no part here. */
async function plan(factory: string, qty: string, period: string): Promise<string> {
  const { id } = await createRecord(world.system(), {
    screen: world.screen(PLAN),
    values: {
      ...{ title: "纸箱采购计划", plan_kind: "month", fiscal_year: "2026", company_id: company, factory_id: factory },
      ...{ period_from: period, period_to: period },
      items: [{ material_id: box, month: period, qty, uom: "pcs", budget_price: "1.5" }],
    },
  });
  await applyTransition(world.system(), { entity: world.entity(PLAN), id, name: "submit", reason: "批准" });
  return String(linesOf(await recordOf(world, PLAN, id), "items")[0]?.id);
}

interface Bundle {
  rfq: string;
  lines: readonly [string, string];
}

/** A draft made of lines of two plans of two factories, in the list of bundled inquiries. */
async function bundled(): Promise<Bundle> {
  month += 1;
  const period = `2026-${String(month).padStart(2, "0")}`;
  const lines = [await plan(factory1, "1000", period), await plan(factory2, "3000", period)] as const;
  const rows = [
    { line: lines[0], quantity: "1000" },
    { line: lines[1], quantity: "3000" },
  ];
  const { made } = await convert(await world.as("manager"), { screen: collective(), name: "from_plan", rows });
  expect(made).toHaveLength(1);
  const rfq = String(made[0]?.id);
  const record = await recordOf(world, RFQ, rfq);
  await updateRecordBy(await world.as("manager"), {
    screen: collective(),
    id: rfq,
    version: record.version,
    values: {
      ...{ deadline: inHours(48), start_at: inHours(-1), min_suppliers: "2", buyer_id: world.accounts.buyerA },
      purchase_group_id: world.ids.group1,
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  return { rfq, lines };
}

async function published(): Promise<Bundle> {
  const bundle = await bundled();
  await step("manager", RFQ, bundle.rfq, "submit");
  return bundle;
}

async function quote(
  rfq: string,
  by: "supplierA" | "supplierB",
  prices: readonly (readonly [string, string | null])[],
) {
  const own = [where.eq("rfq_id", rfq), where.eq("supplier_id", world.ids[by])];
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], own);
  const id = String(row?.id);
  const record = await recordOf(world, QUOTE, id);
  await updateRecordBy(await world.as(by), {
    screen: world.screen(QUOTE),
    id,
    version: record.version,
    values: {
      ...{ tax_rate: "13", valid_to: "2027-12-31", contact_phone: "13800000000" },
      items: linesOf(record, "items").map((line, at) => ({
        id: line.id,
        price: prices[at]?.[0],
        freight: prices[at]?.[1],
      })),
    },
  });
  await step(by, QUOTE, id, "submit", { reason: "确认" });
}

async function opened(): Promise<Bundle> {
  const bundle = await published();
  // A is cheaper near its own place alone; as a whole B is.
  await quote(bundle.rfq, "supplierA", [
    ["1.4", "0.01"],
    ["1.6", "0.10"],
  ]);
  await quote(bundle.rfq, "supplierB", [
    ["1.5", null],
    ["1.5", null],
  ]);
  await step("manager", RFQ, bundle.rfq, "close");
  await step("manager", RFQ, bundle.rfq, "open");
  return bundle;
}

const parts = (rfq: string) =>
  unscopedRows(world.system(), PART, ["id", "factory_id", "state", "saving"], [where.eq("rfq_id", rfq)]);

async function award(
  rfq: string,
  shares: readonly { item_no: number; supplier: "supplierA" | "supplierB"; share: string }[],
) {
  const record = await recordOf(world, RFQ, rfq);
  await updateRecordBy(await world.as("manager"), {
    screen: collective(),
    id: rfq,
    version: record.version,
    values: {
      awards: shares.map(({ item_no, supplier, share }) => ({
        ...{ item_no, supplier_id: world.ids[supplier], share, not_lowest_reason: "两家供应" },
      })),
    },
  });
}

/** Awarded in halves and approved. */
async function approved(): Promise<Bundle> {
  const bundle = await opened();
  await award(bundle.rfq, [
    { item_no: 10, supplier: "supplierA", share: "50" },
    { item_no: 10, supplier: "supplierB", share: "50" },
  ]);
  await step("manager", RFQ, bundle.rfq, "award");
  const [price] = await unscopedRows(world.system(), PRICE, ["id"], [where.eq("rfq_id", bundle.rfq)]);
  const entity = world.entity(PRICE);
  await applyTransition(world.system(), { entity, id: String(price?.id), name: "submit", reason: "同意" });
  expect(await recordOf(world, RFQ, bundle.rfq)).toMatchObject({ state: "done" });
  return bundle;
}

describe("汇总几个工厂的需求", () => {
  test("从两个工厂的计划行转成一张集采询价，工厂留在行上，汇总数量和工厂数算出", async () => {
    const { rfq } = await bundled();
    const record = await recordOf(world, RFQ, rfq);
    expect(record).toMatchObject({ mode: "collective", factory_count: 2 });
    expect(linesOf(record, "items")).toMatchObject([
      { factory_id: factory1, qty: "1000.000" },
      { factory_id: factory2, qty: "3000.000" },
    ]);
    const list = JSON.stringify(await listModel(await world.as("manager"), collective(), new URLSearchParams()));
    expect(list).toContain("4,000");
    expect(JSON.stringify(await recordModel(await world.as("manager"), collective(), rfq))).toContain("工厂明细");
  });

  test("只有一个工厂的不能发布", async () => {
    const { rfq } = await bundled();
    const record = await recordOf(world, RFQ, rfq);
    const [first] = linesOf(record, "items");
    await updateRecordBy(await world.as("manager"), {
      ...{ screen: collective(), id: rfq, version: record.version },
      values: { items: [{ id: first?.id, qty: "1000" }] },
    });
    const refused = await refusal(step("manager", RFQ, rfq, "submit"), "invalid");
    expect(refused.message).toBe("集采至少需要两个工厂参与");
  });
});

describe("工厂退出", () => {
  test("发布后退出须采购经理同意；同意后行不再采购，计划数量释放，最后一个工厂不能退出", async () => {
    const { rfq, lines } = await published();
    const [one, two] = (await parts(rfq)).sort((a) => (a.factory_id === factory1 ? -1 : 1));
    await step("planner", PART, String(one?.id), "leave", { reason: "库存充足" });
    await refusal(step("planner", PART, String(one?.id), "consent"), "forbidden");
    await step("manager", PART, String(one?.id), "consent");
    const record = await recordOf(world, RFQ, rfq);
    expect(record).toMatchObject({ factory_count: 1 });
    expect(linesOf(record, "items")).toMatchObject([{ withdrawn: true }, { withdrawn: false }]);
    const { rows } = await sql<{ sourcing_qty: string }>`
      select sourcing_qty from purchase_plan_apply_items where id = ${lines[0]}`.execute(
      world.engine.database.connection(),
    );
    expect(Number(rows[0]?.sourcing_qty)).toBe(0);
    const last = await refusal(step("planner", PART, String(two?.id), "leave", { reason: "不买了" }), "invalid");
    expect(last.message).toContain("没有其他工厂参与");
  });

  test("计划员只看到自己工厂的一张，供应商一张也看不到", async () => {
    const { rfq } = await published();
    const [one, two] = (await parts(rfq)).sort((a) => (a.factory_id === factory1 ? -1 : 1));
    const all = await world.as("planner");
    const own = { ...all, actor: { ...all.actor, scopes: { ...all.actor.scopes, factory: [factory1] } } };
    expect((await readRecord(own, world.screen(PART), String(one?.id))).record.factory_id).toBe(factory1);
    await expect(readRecord(own, world.screen(PART), String(two?.id))).rejects.toMatchObject({ error: "not_found" });
    await expect(readRecord(own, collective(), rfq)).rejects.toMatchObject({ error: "forbidden" });
    const supplier = await world.as("supplierA");
    for (const id of [String(one?.id), String(two?.id)])
      await expect(readRecord(supplier, world.screen(PART), id)).rejects.toMatchObject({ error: "forbidden" });
    await expect(readRecord(supplier, collective(), rfq)).rejects.toMatchObject({ error: "forbidden" });
  });
});

describe("定价与分配", () => {
  test("按汇总最低填写：各工厂同一供应商；份额不同的不能定价", async () => {
    const { rfq } = await opened();
    await step("manager", RFQ, rfq, "fill_lowest");
    expect(linesOf(await recordOf(world, RFQ, rfq), "awards")).toMatchObject([
      { item_no: 10, supplier_id: world.ids.supplierB, factory_id: factory1 },
      { item_no: 20, supplier_id: world.ids.supplierB, factory_id: factory2 },
    ]);
    await award(rfq, [
      { item_no: 10, supplier: "supplierA", share: "100" },
      { item_no: 20, supplier: "supplierB", share: "100" },
    ]);
    const refused = await refusal(step("manager", RFQ, rfq, "award"), "invalid");
    expect(refused.message).toContain("工厂份额与集采结果不一致");
    const page = JSON.stringify(await recordModel(await world.as("manager"), collective(), rfq));
    expect(page).toContain("汇总与分厂比价");
  });

  test("一厂填写的份额各厂相同；批准后分配，分配明细与核定数量一致，需求只分一次", async () => {
    const { rfq } = await approved();
    const record = await recordOf(world, RFQ, rfq);
    const awards = linesOf(record, "awards");
    expect(awards.map(({ item_no, award_qty }) => [item_no, award_qty])).toEqual([
      [10, "500.000"],
      [10, "500.000"],
      [20, "1500.000"],
      [20, "1500.000"],
    ]);
    const [first, second] = awards;
    const wrong = await refusal(
      step("manager", RFQ, rfq, "distribute", { lineInput: { [String(first?.id)]: { split_qty: "600" } } }),
      "invalid",
    );
    expect(wrong.message).toContain("工厂份额与集采结果不一致");
    // The near factory takes all of A, the other makes up for it.
    await step("manager", RFQ, rfq, "distribute", {
      lineInput: {
        [String(first?.id)]: { split_qty: "1000" },
        [String(second?.id)]: { split_qty: "0" },
        [String(awards[2]?.id)]: { split_qty: "1000" },
        [String(awards[3]?.id)]: { split_qty: "2000" },
      },
    });
    const made = await unscopedRows(
      world.system(),
      ALLOCATION,
      ["id", "factory_id", "demand_qty", "source_type", "purchase_plan_id"],
      [where.eq("source_no", String(record.number))],
    );
    expect(made.map(({ demand_qty }) => demand_qty).sort()).toEqual(["1000.000", "3000.000"]);
    for (const { purchase_plan_id } of made) expect(purchase_plan_id).not.toBeNull();
    const near = made.find(({ factory_id }) => factory_id === factory1);
    expect(linesOf(await recordOf(world, ALLOCATION, String(near?.id)), "shares")).toMatchObject([
      { supplier_id: world.ids.supplierA, alloc_qty: "1000.000" },
    ]);
    expect((await parts(rfq)).map(({ state }) => state)).toEqual(["distributed", "distributed"]);
    await refusal(step("manager", RFQ, rfq, "distribute"), "wrong_state");
  });
});

describe("催报", () => {
  test("只催没有答复的，一天一次", async () => {
    const { rfq } = await published();
    await quote(rfq, "supplierA", [
      ["1.4", null],
      ["1.6", null],
    ]);
    await step("manager", RFQ, rfq, "remind");
    const { rows } = await sql<{ title: string; user_id: string }>`
      select title, user_id from inbox where title like '请您尽快报价%'`.execute(world.engine.database.connection());
    expect(rows.map(({ user_id }) => user_id)).toEqual([world.accounts.supplierB]);
    const again = await refusal(step("manager", RFQ, rfq, "remind"), "invalid");
    expect(again.message).toContain("24小时内已催报过");
  });
});
