import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { createRecord } from "~/engine/operations/save.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { make, personWith } from "../../../support/conformance";
import { refusal, released } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const KEY = "master-data/delivery-assessment";
const CLAUSE = "base-data/standard-clause";
const world = await openWorld();
afterAll(() => world.close());
const connection = world.engine.database.connection();

const BANDS = [
  { from_rate: "0", to_rate: "90", score: "0" },
  { from_rate: "90", to_rate: "100", score: "100" },
];
let planner: Context;
let clause = "";
let order = "";

/** Today is 2025-03-10. Three lines of 1000 each: late since the first of the month, due within grace, still to come. */
beforeAll(async () => {
  planner = await personWith(world, "planner");
  const line = (required_date: string) => ({ material_id: world.ids.corn, qty: "10", price: "100", required_date });
  const { id } = await released(world, { items: [line("2025-03-11"), line("2025-03-12"), line("2025-04-20")] });
  order = id;
  await sql`update purchase_order_items set required_date = '2025-03-01' where root_id = ${id} and line_no = 10`.execute(
    connection,
  );
  await sql`update purchase_order_items set required_date = '2025-03-08', first_confirm_date = '2025-03-05', confirm_date = '2025-03-30' where root_id = ${id} and line_no = 20`.execute(
    connection,
  );
  clause = (await make(world, CLAUSE)).id;
  await sql`update standard_clause set state = 'active', category = 'breach', for_fines = true, fine_rate = 1, fine_cap = 5 where id = ${clause}`.execute(
    connection,
  );
});

let serial = 0;
async function rule(values: Readonly<Record<string, unknown>> = {}) {
  serial += 1;
  const given = {
    title: `规则${serial}`,
    due_source: "order",
    grace_days: "2",
    qty_tolerance: "0",
    bands: BANDS,
    enabled: "0",
  };
  return createRecord(planner, { screen: world.screen(KEY), values: { ...given, ...values } });
}

async function trial(id: string, who = planner) {
  const { sections } = await recordModel(who, world.screen(KEY), id);
  const tables = sections.filter(({ title }) => title.startsWith("试算"));
  return tables.map((one) => JSON.stringify(one));
}

/** Rows of the order of this test: line, due day, days late, amount, fine. */
async function lines(id: string): Promise<string[][]> {
  const { sections } = await recordModel(planner, world.screen(KEY), id);
  const found = sections.find(({ title }) => title.startsWith("试算明细"));
  if (found?.kind !== "table") throw new Error("no trial");
  return found.table.rows
    .filter((row) => row.cells[1]?.href?.endsWith(order))
    .map((row) => row.cells.slice(2).map(({ text }) => text));
}

test("试算只列超过宽限仍未完成的行，扣款按条款日费率、扣除宽限、不超过上限", async () => {
  const fined = await rule({ clause_id: clause, fine_start_days: "3" });
  expect(await lines(fined.id)).toEqual([["10", "2025-03-01", "9", "¥1,000.00", "¥50.00"]]);
  const late = await rule({ clause_id: clause, fine_start_days: "9", grace_days: "6" });
  expect(await lines(late.id)).toEqual([["10", "2025-03-01", "9", "¥1,000.00", "¥30.00"]]);
  const notYet = await rule({ clause_id: clause, fine_start_days: "10" });
  expect((await lines(notYet.id))[0]?.at(-1)).toBe("¥0.00");
  const [summary] = await trial(fined.id);
  expect(summary).toContain("不是考核结果");
  // Without a clause nothing is fined, which is not a fine of nothing.
  const unfined = await rule();
  expect(await lines(unfined.id)).toEqual([["10", "2025-03-01", "9", "¥1,000.00"]]);
  expect((await trial(unfined.id)).join()).not.toContain("扣款");
});

test("应交日期取承诺交期时按首次确认的日期，以后改期不变；没有承诺的按订单交期", async () => {
  const { id } = await rule({ due_source: "promise" });
  expect((await lines(id)).map((row) => row.slice(0, 3))).toEqual([
    ["10", "2025-03-01", "9"],
    ["20", "2025-03-05", "5"],
  ]);
});

test("应交日期取交货周期时按下单日推算，没有周期的物料不列", async () => {
  const { id } = await rule({ due_source: "cycle", grace_days: "0" });
  await sql`delete from deliver_cycle`.execute(connection);
  expect(await lines(id)).toEqual([]);
  const cycle = {
    material_id: world.ids.corn,
    prepare_days: "1",
    transit_days: "1",
    inspect_days: "0",
    valid_from: "2024-01-01",
  };
  const screen = world.screen("master-data/deliver-cycle");
  await createRecord(world.system(), { screen, values: { ...cycle, enabled: "1" } });
  await sql`update purchase_order set order_date = '2025-03-04' where id = ${order}`.execute(connection);
  expect((await lines(id)).map((row) => row.slice(0, 3))).toEqual([
    ["10", "2025-03-06", "4"],
    ["20", "2025-03-06", "4"],
    ["30", "2025-03-06", "4"],
  ]);
});

test("合计低于起罚金额的不扣款；关闭的行、别的分类和物料类型不列；看不到订单的人看不到", async () => {
  const least = await rule({ clause_id: clause, fine_start_days: "3", min_fine: "1000000" });
  expect((await trial(least.id))[0]).toContain("低于起罚金额");
  const other = await rule({ material_type_id: world.ids.boxType });
  expect(await lines(other.id)).toEqual([]);
  const { supplier_class_id: own } = (
    await sql<{
      supplier_class_id: string;
    }>`select supplier_class_id from supplier where id = ${world.ids.supplierA}`.execute(connection)
  ).rows[0] ?? { supplier_class_id: "" };
  const classed = await rule({ classes: [{ supplier_class_id: own }] });
  expect((await lines(classed.id)).length).toBe(1);
  await sql`update purchase_order_items set line_status = 'closed' where root_id = ${order} and line_no = 10`.execute(
    connection,
  );
  expect(await lines(classed.id)).toEqual([]);
  await sql`update purchase_order_items set line_status = 'open' where root_id = ${order} and line_no = 10`.execute(
    connection,
  );
  expect((await trial(classed.id)).join()).toContain(order);
  const elsewhere = await trial(classed.id, await world.as("buyerB"));
  expect(elsewhere.length).toBe(2);
  expect(elsewhere.join()).not.toContain(order);
});

test("区间有空档、起罚早于宽限、缺起罚天数、规则重名或范围相同都在字段旁说明", async () => {
  const complaints = async (values: object) => (await refusal(rule({ ...values }), "invalid")).complaints;
  expect(await complaints({ bands: [{ from_rate: "0", to_rate: "90", score: "1" }] })).toContainEqual({
    field: "bands",
    message: "准时率区间存在空档或重叠",
  });
  expect(await complaints({ clause_id: clause, fine_start_days: "2" })).toContainEqual({
    field: "fine_start_days",
    message: "起罚延期天数必须大于宽限天数",
  });
  expect((await complaints({ clause_id: clause }))?.[0]?.field).toBe("fine_start_days");
  await rule({ title: "在用规则", enabled: "1" });
  expect((await refusal(rule({ title: "在用规则" }), "duplicate")).message).toBe("规则名称已存在");
  expect(await complaints({ enabled: "1" })).toContainEqual({
    field: "material_type_id",
    message: "规则【在用规则】已适用于相同的分类和物料类型",
  });
  await rule({ enabled: "1", material_type_id: world.ids.boxType });
  await refusal(createRecord(await personWith(world, "buyer"), { screen: world.screen(KEY), values: {} }), "forbidden");
});

test("应交日期落在收货工厂休息日的，从下一个收货日算起", async () => {
  const { id } = await rule();
  await sql`update factory set weekly_rest = 'weekend'`.execute(connection);
  expect((await lines(id)).map((row) => row.slice(0, 3))).toEqual([["10", "2025-03-03", "7"]]);
  await sql`update factory set weekly_rest = 'none'`.execute(connection);
  expect((await lines(id)).map((row) => row.slice(0, 3))).toEqual([["10", "2025-03-01", "9"]]);
});
