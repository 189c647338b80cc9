import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { conversionModel } from "~/engine/screen/conversion-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { confirmed, ORDER, refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const KEY = "purchase-management/allocation-detail";
const PLAN = "purchase-orders/demand-plan";
const RFQ = "purchase-management/rfq";
const world = await openWorld();
afterAll(() => world.close());
const { supplierA, supplierB, factory1, corn, company } = world.ids;
const connection = () => world.engine.database.connection();

beforeAll(async () => {
  // Terms of an order come from the last one to the supplier.
  await confirmed(world);
  await sql`update purchase_order set state = 'closed'`.execute(connection());
  await sql`update allocation_detail set state = 'void'`.execute(connection());
  for (const supplier_id of [supplierA, supplierB]) {
    const { id } = await createRecord(world.system(), {
      screen: world.screen("base-data/source-data"),
      values: { supplier_id, material_id: corn, factory_id: factory1, effective_from: "2025-01-01" },
    });
    await sql`update source_data set state = 'active' where id = ${id}`.execute(connection());
    await createRecord(world.system(), {
      screen: world.screen("base-data/price-data"),
      values: {
        ...{ supplier_id, material_id: corn, company_id: company, currency: "CNY", uom: "kg", price_kind: "new" },
        ...{ price: "3.27", untaxed_price: "3", tax_rate: "9", source_no: "HJ20250101-0009" },
        ...{ valid_from: "2025-01-01", valid_to: "2029-12-31", agreed_to: "2029-12-31" },
        ...{ approved_at: "2024-12-20T02:00:00.000Z", approved_by: "王经理" },
      },
    });
  }
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen("base-data/source-percentage"),
    values: {
      ...{ material_id: corn, factory_id: factory1, valid_from: addDays(TODAY, 1), valid_to: "2029-12-31" },
      shares: [
        { supplier_id: supplierA, percent: "60" },
        { supplier_id: supplierB, percent: "40" },
      ],
    },
  });
  await sql`update source_percentage set state = 'active' where id = ${id}`.execute(connection());
});

let months = 0;
/** A month of its own for each, in the years the shares hold. */
function nextMonth(): string {
  months += 1;
  const [years, month] = [Math.floor((months - 1) / 12), ((months - 1) % 12) + 1];
  return `${2027 + years}-${String(month).padStart(2, "0")}`;
}

async function proposal(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(KEY),
    values: {
      ...{ source_type: "award", source_no: "定标1", material_id: corn, factory_id: factory1 },
      ...{ period: nextMonth(), demand_qty: "100" },
      ...more,
    },
  });
  return id;
}

const sharesOf = async (id: string) => linesOf(await recordOf(world, KEY, id), "shares");
const stateOf = async (key: string, id: string) => (await recordOf(world, key, id)).state;
const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: KEY, id, name, ...more });

async function correct(id: string, typed: readonly Readonly<Record<string, unknown>>[]) {
  const record = await recordOf(world, KEY, id);
  const shares = linesOf(record, "shares").map((line, at) => ({
    ...{ id: line.id, supplier_id: line.supplier_id, alloc_qty: line.alloc_qty, adjust_reason: line.adjust_reason },
    ...typed[at],
  }));
  return updateRecordBy(await world.as("buyerA"), {
    screen: world.screen(KEY),
    id,
    version: Number(record.version),
    values: { shares },
  });
}

async function locked(): Promise<string> {
  const id = await proposal();
  await step("buyerA", id, "lock");
  return id;
}

const order = async (rows: readonly { line: string; quantity: string }[]) =>
  (await convert(await world.as("buyerA"), { screen: world.screen(ORDER), name: "from_shares", rows })).made;

describe("建议与调整", () => {
  test("按生效的货源比例建议，单位和公司带出", async () => {
    const id = await proposal();
    const shares = await sharesOf(id);
    expect(shares.map(({ supplier_id, quota_rate, alloc_qty }) => [supplier_id, quota_rate, alloc_qty])).toEqual([
      [supplierA, "60.0000", "60.000"],
      [supplierB, "40.0000", "40.000"],
    ]);
    expect(await recordOf(world, KEY, id)).toMatchObject({
      ...{ state: "proposed", company_id: company, demand_uom: "kg", split_deviation: "0.0000", deviates: false },
    });
  });

  test("手工调整须说明原因，合计须等于需求数量", async () => {
    const id = await proposal();
    await refusal(correct(id, [{ alloc_qty: "80" }, { alloc_qty: "20" }]), "invalid");
    const reason = { adjust_reason: "乙厂检修" };
    await refusal(correct(id, [{ alloc_qty: "80", ...reason }]), "invalid");
    await correct(id, [
      { alloc_qty: "80", ...reason },
      { alloc_qty: "20", ...reason },
    ]);
    expect(await recordOf(world, KEY, id)).toMatchObject({ split_deviation: "20.0000", deviates: true });
    await step("buyerA", id, "recalculate");
    expect((await sharesOf(id)).map(({ alloc_qty, adjust_reason }) => [alloc_qty, adjust_reason])).toEqual([
      ["60.000", null],
      ["40.000", null],
    ]);
  });

  test("同一来源、物料、工厂和月份只分配一次，作废后可以重新分配", async () => {
    const period = nextMonth();
    const id = await proposal({ period });
    await refusal(proposal({ period }), "invalid");
    await step("buyerA", id, "void", { reason: "并入下月" });
    await proposal({ period });
  });
});

describe("锁定", () => {
  test("偏差过大的须说明，并告诉采购经理", async () => {
    const id = await proposal();
    const reason = { adjust_reason: "乙厂检修" };
    await correct(id, [
      { alloc_qty: "80", ...reason },
      { alloc_qty: "20", ...reason },
    ]);
    await refusal(step("buyerA", id, "lock"), "acknowledge");
    await step("buyerA", id, "lock", { reason: "乙厂检修" });
    const { rows } = await sql<{ title: string }>`
      select title from inbox where record_id = ${id} and kind <> 'watch'`.execute(connection());
    expect(rows.map(({ title }) => title).join()).toContain("偏离约定配额");
  });

  test("货源暂停的供应商不能分到数量", async () => {
    const id = await proposal();
    await sql`update source_data set state = 'suspended' where supplier_id = ${supplierB} and material_id = ${corn}`.execute(
      connection(),
    );
    await refusal(step("buyerA", id, "lock", { reason: "x" }), "invalid");
    await step("buyerA", id, "recalculate");
    expect((await sharesOf(id)).map(({ alloc_qty }) => alloc_qty)).toEqual(["100.000", "0.000"]);
    await sql`update source_data set state = 'active' where supplier_id = ${supplierB} and material_id = ${corn}`.execute(
      connection(),
    );
  });

  test("供应商只看到自己的份额，看不到需求总量和别家", async () => {
    const id = await locked();
    const supplier = await world.as("supplierA");
    const model = JSON.stringify(await recordModel(supplier, world.screen(KEY), id));
    expect(model).toContain("60");
    for (const hidden of ["需求数量", "约定配额", "乙供应商", "建议数量", "配额评级"])
      expect(model).not.toContain(hidden);
    const list = JSON.stringify(await listModel(supplier, world.screen(KEY), new URLSearchParams()));
    expect(list).not.toContain("乙供应商");
  });
});

describe("生成订单", () => {
  test("按供应商生成草稿，价格取价格数据；取消后退回", async () => {
    const id = await locked();
    const shares = await sharesOf(id);
    const made = await order(shares.slice(0, 1).map((line) => ({ line: line.id, quantity: String(line.alloc_qty) })));
    const first = await recordOf(world, ORDER, made[0]?.id ?? "");
    expect(first).toMatchObject({ supplier_id: supplierA, source_type: "allocation", state: "draft" });
    expect(linesOf(first, "items")[0]).toMatchObject({ material_id: corn, qty: "60.000", price: "3.270000" });
    expect(await stateOf(KEY, id)).toBe("used");
    await refusal(step("manager", id, "unlock", { reason: "x" }), "wrong_state");
    for (const one of made) await move(world, "buyerA", { key: ORDER, id: one.id, name: "cancel", reason: "不再需要" });
    expect(await stateOf(KEY, id)).toBe("locked");
    await step("manager", id, "unlock", { reason: "重新安排" });
    // Rows that cancelled orders point at stay.
    await step("buyerA", id, "recalculate");
    expect((await sharesOf(id)).map((line) => line.id)).toEqual(shares.map((line) => line.id));
  });

  test("不能超过分配数量，供应商须一致；没有锁定或冻结的不能生成", async () => {
    const id = await locked();
    const [first] = await sharesOf(id);
    const line = first?.id ?? "";
    expect((await refusal(order([{ line, quantity: "61" }]), "invalid")).complaints[0]?.message).toContain(
      "最多还可下单60",
    );
    await sql`update source_data set state = 'suspended' where supplier_id = ${supplierA} and material_id = ${corn}`.execute(
      connection(),
    );
    expect((await refusal(order([{ line, quantity: "10" }]), "invalid")).complaints[0]?.message).toContain(
      "不能生成订单",
    );
    await sql`update source_data set state = 'active' where supplier_id = ${supplierA} and material_id = ${corn}`.execute(
      connection(),
    );
    const [draft] = await order([{ line, quantity: "10" }]);
    const made = await recordOf(world, ORDER, draft?.id ?? "");
    await refusal(
      updateRecordBy(await world.as("buyerA"), {
        ...{ screen: world.screen(ORDER), id: made.id, version: Number(made.version) },
        values: { supplier_id: supplierB },
      }),
      "invalid",
    );
    const other = (await sharesOf(await proposal()))[0]?.id ?? "";
    await refusal(order([{ line: other, quantity: "10" }]), "not_found");
  });
});

describe("批量生成订单", () => {
  test("多笔分配、多家供应商一次生成，每家供应商和工厂一张草稿，取消后各自退回", async () => {
    // Nothing was ordered of the second supplier yet: who buys the material says in whose name.
    await sql`update material set purchase_group_id = ${world.ids.group1} where id = ${corn}`.execute(connection());
    const ids = [await locked(), await locked()];
    const buyer = await world.as("buyerA");
    const list = await listModel(buyer, world.screen(KEY), new URLSearchParams());
    expect(list.batch?.transitions.map(({ label }) => label)).toContain("生成采购订单");
    const picked = new URLSearchParams(ids.map((id): [string, string] => ["row", `${id}:1`]));
    const page = await conversionModel(buyer, world.screen(ORDER), "from-shares", picked);
    expect(page.rows.map(({ picked: isPicked }) => isPicked)).toEqual([true, true, true, true]);
    const all = (await Promise.all(ids.map(sharesOf))).flat();
    const made = await order(all.map(({ id, alloc_qty }) => ({ line: String(id), quantity: String(alloc_qty) })));
    const drafts = await Promise.all(made.map(({ id }) => recordOf(world, ORDER, id)));
    expect(drafts.map((one) => [one.supplier_id, one.factory_id, linesOf(one, "items").map(({ qty }) => qty)])).toEqual(
      [
        [supplierA, factory1, ["60.000", "60.000"]],
        [supplierB, factory1, ["40.000", "40.000"]],
      ],
    );
    const progress = async (id: string) =>
      (await sharesOf(id)).map(({ ordered_qty, open_qty }) => [ordered_qty, open_qty]);
    for (const id of ids) {
      expect(await progress(id)).toEqual([
        ["60.000", "0.000"],
        ["40.000", "0.000"],
      ]);
      expect(await stateOf(KEY, id)).toBe("used");
    }
    await move(world, "buyerA", { key: ORDER, id: made[0]?.id ?? "", name: "cancel", reason: "不再需要" });
    for (const id of ids) {
      expect(await progress(id)).toEqual([
        ["0.000", "60.000"],
        ["40.000", "0.000"],
      ]);
      expect(await stateOf(KEY, id)).toBe("used");
    }
    await move(world, "buyerA", { key: ORDER, id: made[1]?.id ?? "", name: "cancel", reason: "不再需要" });
    for (const id of ids) expect(await stateOf(KEY, id)).toBe("locked");
  });
});

describe("没有供应商可以下单", () => {
  test("建议为零时页首说明，不能锁定，恢复后重新计算", async () => {
    const suspend = (state: string) =>
      sql`update source_data set state = ${state} where material_id = ${corn}`.execute(connection());
    await suspend("suspended");
    const id = await proposal();
    const buyer = await world.as("buyerA");
    const page = await recordModel(buyer, world.screen(KEY), id);
    expect(page.warnings.join()).toContain("没有供应商现在可以下单");
    expect(page.actions.map(({ label }) => label)).not.toContain("锁定");
    await refusal(step("buyerA", id, "lock", { reason: "x" }), "wrong_state");
    await suspend("active");
    await step("buyerA", id, "recalculate");
    expect((await recordModel(buyer, world.screen(KEY), id)).warnings).toEqual([]);
    await step("buyerA", id, "lock");
  });
});

describe("需求计划", () => {
  const week = addDays(TODAY, 7);

  test("由计划生成的分配占用该月的需求，计划关闭时没有下单的随之作废", async () => {
    const { id: planId } = await createRecord(await world.as("planner"), {
      screen: world.screen(PLAN),
      values: {
        ...{ factory_id: factory1, base_week: week, weeks: "4", frozen_weeks: "1" },
        items: [{ material_id: corn, week_start: week, gross_qty: "100", stock_qty: "0" }],
      },
    });
    await move(world, "planner", { key: PLAN, id: planId, name: "release", reason: "周会结论" });
    await move(world, "planner", { key: PLAN, id: planId, name: "divide" });
    const { rows } = await sql<{ id: string }>`
      select id from allocation_detail where demand_plan_id = ${planId}`.execute(connection());
    const [allocation] = rows;
    expect(await recordOf(world, KEY, allocation?.id ?? "")).toMatchObject({
      ...{ source_type: "demand_plan", period: week.slice(0, 7), demand_qty: "100.000", wanted_on: week },
    });
    await refusal(move(world, "planner", { key: PLAN, id: planId, name: "divide" }), "invalid");
    const commit = await sql<{ id: string }>`
      select i.id from demand_commit_items i join demand_commit c on c.id = i.root_id
      where c.plan_id = ${planId} and c.supplier_id = ${supplierA}`.execute(connection());
    const asked = convert(await world.as("buyerA"), {
      ...{ screen: world.screen(ORDER), name: "from_demand" },
      rows: [{ line: commit.rows[0]?.id ?? "", quantity: "10" }],
    });
    expect((await refusal(asked, "invalid")).complaints[0]?.message).toContain("已由分配明细");
    await move(world, "planner", { key: PLAN, id: planId, name: "close", reason: "数据有误" });
    expect(await stateOf(KEY, allocation?.id ?? "")).toBe("void");
  });

  test("已分配的月份不再给出转寻源，没有分配的照旧；分配作废以后又给出，之前的询价草稿不能发布", async () => {
    await sql`update price_data set closed_on = '2025-01-01' where material_id = ${corn}`.execute(connection());
    const later = addDays(week, 28);
    expect(later.slice(0, 7)).not.toBe(week.slice(0, 7));
    const { id: planId } = await createRecord(await world.as("planner"), {
      screen: world.screen(PLAN),
      values: {
        ...{ factory_id: factory1, base_week: week, weeks: "8", frozen_weeks: "0" },
        items: [week, later].map((week_start) => ({ material_id: corn, week_start, gross_qty: "100", stock_qty: "0" })),
      },
    });
    await move(world, "planner", { key: PLAN, id: planId, name: "release", reason: "周会结论" });
    const [first, second] = linesOf(await recordOf(world, PLAN, planId), "items");
    const buyer = await world.as("buyerA");
    const offered = async () => {
      const model = await conversionModel(buyer, world.screen(RFQ), "from-demand", new URLSearchParams());
      return model.rows.map(({ id }) => id);
    };
    const inquire = (line: string) =>
      convert(buyer, { screen: world.screen(RFQ), name: "from_demand", rows: [{ line, quantity: "10" }] });
    expect(await offered()).toEqual(expect.arrayContaining([first?.id, second?.id]));
    const { made } = await inquire(first?.id ?? "");
    const rfq = made[0]?.id ?? "";

    await move(world, "planner", { key: PLAN, id: planId, name: "divide" });
    const { rows } = await sql<{ id: string; period: string }>`
      select id, period from allocation_detail where demand_plan_id = ${planId} order by period`.execute(connection());
    expect(rows.map(({ period }) => period)).toEqual([week.slice(0, 7), later.slice(0, 7)]);
    await step("manager", rows[1]?.id ?? "", "void", { reason: "该月改为询价" });
    const open = await offered();
    expect(open).toContain(second?.id);
    expect(open).not.toContain(first?.id);
    await refusal(inquire(first?.id ?? ""), "not_found");

    // What was asked for before stays as it was written; it is not sent any more.
    const { version } = await recordOf(world, RFQ, rfq);
    const values = { title: "分配以前的询价", few_reason: "只有两家合格供应商" };
    await updateRecordBy(buyer, { screen: world.screen(RFQ), id: rfq, version, values });
    const held = await refusal(move(world, "buyerA", { key: RFQ, id: rfq, name: "submit" }), "invalid");
    expect(JSON.stringify([held.message, held.complaints])).toContain("第1行该月的需求已由分配明细");
    await move(world, "buyerA", { key: RFQ, id: rfq, name: "cancel", reason: "已分配" });
    await step("manager", rows[0]?.id ?? "", "void", { reason: "该月改为询价" });
    expect(await offered()).toContain(first?.id);
  });
});
