import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { AnyRecord } from "~/engine/entity";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import type { AccountName } from "../../../support/company";
import { confirmed, order, refusal, released, stored, submitted, transition } from "../../../support/orders";
import { move, recordOf, withFreeNotes } from "../../../support/receipts";
import { receivedOrder, shippedReturn } from "../../../support/returns";
import { openWorld } from "../../../support/world";

const KEY = "purchase-management/fiscal-supply";
const DAY_MS = 86_400_000;
const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());
const screen = world.screen(KEY);
const { supplierA, supplierB, corn, oil, factory1 } = world.ids;
const connection = () => world.engine.database.connection();

let seasons = 0;
/** A season of March 2025, in which the orders of these tests fall; each test has one of its own. */
function season() {
  seasons += 1;
  return { season: `产季${seasons}`, valid_from: "2025-01-01", valid_to: "2025-06-30" };
}

async function draft(values: Readonly<Record<string, unknown>> = {}, account: AccountName = "buyerA"): Promise<string> {
  const { id } = await createRecord(await world.as(account), {
    screen,
    values: {
      ...{ fiscal_year: "2025", supplier_id: supplierA, material_id: corn, factory_id: factory1 },
      ...{ commit_qty: "2000", reason: "年度框架会议纪要" },
      ...season(),
      ...values,
    },
  });
  return id;
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: KEY, id, name, ...more });

async function active(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = await draft(values);
  await step("buyerA", id, "publish");
  return id;
}

/** No other test is warned by what this one agreed on. */
const cancel = (id: string) => step("buyerA", id, "cancel", { reason: "测试完毕" });

async function figures(id: string) {
  const { extra } = world.engine.registry.server(KEY);
  return (await extra?.(await world.as("buyerA"), KEY, [id], "list"))?.get(id);
}

async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch'
    order by at, id`.execute(connection());
  return rows.map(({ title }) => title);
}

function capacity(record: AnyRecord, quantity: string) {
  const months = linesOf(record, "months").filter(({ month_end }) => String(month_end) >= "2025-03-10");
  return Object.fromEntries(months.map(({ id }) => [id, { capacity_qty: quantity }]));
}

const report = async (id: string, quantity: string, account: AccountName = "supplierA") =>
  step(account, id, "report_capacity", { lineInput: capacity(await recordOf(world, KEY, id), quantity) });

const round = async () =>
  expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });

describe("约定", () => {
  test("没有产季的期间是整个财年，按月列出；手工填写的要说明依据", async () => {
    const values = { season: null, valid_from: null, valid_to: null, fiscal_year: "2031" };
    await refusal(draft({ ...values, reason: null }), "invalid");
    const record = await recordOf(world, KEY, await draft(values));
    expect(record).toMatchObject({
      ...{ valid_from: "2031-01-01", valid_to: "2031-12-31" },
      ...{ commit_source: "manual", uom: "kg", state: "draft" },
    });
    expect(linesOf(record, "months").map(({ month }) => month)).toHaveLength(12);
  });

  test("产季须填起止日期，不超过12个月", async () => {
    await refusal(draft({ valid_from: null, valid_to: null }), "invalid");
    await refusal(draft({ valid_from: "2025-01-01", valid_to: "2026-01-01" }), "invalid");
  });

  test("留空时取货源比例的保底量；没有保底量的要填写", async () => {
    const wanted = { commit_qty: null, reason: null, season: null, valid_from: null, valid_to: null };
    await refusal(draft({ ...wanted, fiscal_year: "2033" }), "invalid");
    const shares = await createRecord(await world.as("buyerA"), {
      screen: world.screen("base-data/source-percentage"),
      values: {
        ...{ material_id: corn, factory_id: factory1, valid_from: "2033-01-01", valid_to: "2033-12-31" },
        shares: [
          { supplier_id: supplierA, percent: "60", guaranteed_qty: "800" },
          { supplier_id: supplierB, percent: "40" },
        ],
      },
    });
    await sql`update source_percentage set state = 'active' where id = ${shares.id}`.execute(connection());
    const id = await draft({ ...wanted, fiscal_year: "2033" });
    expect(await recordOf(world, KEY, id)).toMatchObject({ commit_qty: "800.000", commit_source: "shares" });
    await refusal(draft({ ...wanted, fiscal_year: "2033", supplier_id: supplierB }), "invalid");
  });

  test("同一财年、产季、供应商、物料和工厂只有一条；取消的不算", async () => {
    const same = { fiscal_year: "2032", season: null, valid_from: null, valid_to: null };
    const id = await draft(same);
    await expect(draft(same)).rejects.toMatchObject({
      complaints: [{ message: expect.stringContaining("该供应商物料的财年供货已存在") }],
    });
    // Who works for some factories sees and writes their commitments alone.
    await refusal(draft({ ...same, factory_id: null }), "invalid");
    await cancel(id);
    const again = await draft(same);
    const both = await Promise.allSettled([
      draft({ ...same, supplier_id: supplierB }),
      draft({ ...same, supplier_id: supplierB }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await cancel(again);
  });

  test("生效以后只能说明原因调整，供应商收到通知，调整前后留下记录", async () => {
    const id = await active();
    expect(await told(id, "supplierA")).toEqual([expect.stringContaining("约定供货量已生效")]);
    const { version } = await recordOf(world, KEY, id);
    await refusal(
      updateRecordBy(await world.as("buyerA"), { screen, id, version, values: { commit_qty: "5" } }),
      "wrong_state",
    );
    await refusal(step("buyerA", id, "adjust", { input: { commit_qty: "2500" } }), "invalid");
    await refusal(step("buyerA", id, "adjust", { input: { commit_qty: "2000" }, reason: "不变" }), "invalid");
    await step("buyerA", id, "adjust", { input: { commit_qty: "2500" }, reason: "客户增量" });
    const record = await recordOf(world, KEY, id);
    expect(record.commit_qty).toBe("2500.000");
    expect(linesOf(record, "changes")).toMatchObject([
      { qty_before: "2000.000", qty_after: "2500.000", reason: "客户增量", changed_on: "2025-03-10" },
    ]);
    expect(await told(id, "supplierA")).toContainEqual(expect.stringContaining("调整为"));
    await cancel(id);
    expect(await told(id, "supplierA")).toContainEqual(expect.stringContaining("已取消"));
  });

  test("复制到下一财年成为草稿，再复制一次被拒绝", async () => {
    const id = await active({ fiscal_year: "2035", season: null, valid_from: null, valid_to: null });
    await step("buyerA", id, "copy_next");
    const { rows } = await sql<{ id: string }>`
      select id from fiscal_supply where fiscal_year = '2036' and supplier_id = ${supplierA}`.execute(connection());
    expect(rows).toHaveLength(1);
    expect(await recordOf(world, KEY, rows[0]?.id ?? "")).toMatchObject({
      ...{ state: "draft", commit_qty: "2000.000", commit_source: "copied", capacity_qty: null, published_at: null },
      ...{ valid_from: "2036-01-01", valid_to: "2036-12-31" },
    });
    await refusal(step("buyerA", id, "copy_next"), "invalid");
  });

  test("期满自动结束", async () => {
    const id = await active({ valid_from: "2025-03-01", valid_to: "2025-03-10" });
    await round();
    expect((await recordOf(world, KEY, id)).state).toBe("active");
    world.clock.advance(DAY_MS);
    await round();
    expect((await recordOf(world, KEY, id)).state).toBe("ended");
    world.clock.advance(-DAY_MS);
    await refusal(cancel(id), "wrong_state");
  });
});

describe("围墙", () => {
  test("供应商看不到草稿和别家的约定，也不能替别家填报", async () => {
    const id = await draft({ remark: "底线一千" });
    await refusal(recordModel(await world.as("supplierA"), screen, id), "not_found");
    await step("buyerA", id, "publish");
    await refusal(recordModel(await world.as("supplierB"), screen, id), "not_found");
    await refusal(report(id, "100", "supplierB"), "not_found");
    const model = JSON.stringify(await recordModel(await world.as("supplierA"), screen, id));
    expect(model).toContain("按月执行");
    expect(model).not.toContain("底线一千");
    await refusal(step("supplierA", id, "adjust", { input: { commit_qty: "1" }, reason: "少供" }), "forbidden");
    const list = await listModel(await world.as("supplierB"), screen, new URLSearchParams());
    expect(JSON.stringify(list)).not.toContain(id);
    await cancel(id);
  });
});

describe("产能", () => {
  test("供应商按月填报，过去的月份不再问，采购员收到通知", async () => {
    const id = await active();
    await report(id, "300");
    const record = await recordOf(world, KEY, id);
    // March to June.
    expect(record).toMatchObject({ capacity_qty: "1200.000" });
    expect(linesOf(record, "months").map(({ capacity_qty }) => capacity_qty)).toEqual([
      ...[null, null, "300.000"],
      ...["300.000", "300.000", "300.000"],
    ]);
    expect(await told(id, "buyerA")).toContainEqual(expect.stringContaining("产能"));
    await refusal(report(id, "-1"), "invalid");
    await cancel(id);
  });

  test("每月提醒，填报以后当月不再提醒", async () => {
    const id = await active();
    const { deadlines } = world.engine.registry.server(KEY);
    const due = async () => (await deadlines?.capacity?.(world.system()))?.filter((row) => row.id === id);
    expect(await due()).toMatchObject([{ about: "2025-03", day: "2025-03-10" }]);
    await report(id, "300");
    expect(await due()).toEqual([]);
    const start = world.clock.now().getTime();
    world.clock.advance(30 * DAY_MS);
    expect(await due()).toMatchObject([{ about: "2025-04" }]);
    world.clock.advance(start - world.clock.now().getTime());
    await cancel(id);
  });

  test("产能小于当月未交订单，双方收到提醒，只说一次；补足以后不再列出", async () => {
    const id = await active();
    await confirmed(world);
    await report(id, "10");
    await round();
    await round();
    for (const account of ["supplierA", "buyerA"] as const)
      expect((await told(id, account)).filter((title) => title === "2025-03产能不足以满足未交订单")).toHaveLength(1);
    await report(id, "1000000");
    const { deadlines } = world.engine.registry.server(KEY);
    expect((await deadlines?.shortage?.(world.system()))?.filter((row) => row.id === id)).toEqual([]);
    await cancel(id);
  });
});

describe("执行", () => {
  /** Orders of corn in these months as they stand with their documents. */
  async function ofDocuments() {
    const { rows } = await sql<{ ordered: string; received: string; returned: string }>`
      select coalesce(sum(i.qty), 0)::text as ordered, coalesce(sum(i.accepted_qty), 0)::text as received,
        coalesce(sum(i.refunded_qty + i.exchanged_qty), 0)::text as returned
      from purchase_order_items i join purchase_order o on o.id = i.root_id
      where o.supplier_id = ${supplierA} and i.material_id = ${corn} and o.factory_id = ${factory1}
        and o.released_at is not null and o.state not in ('cancelled', 'closed')
        and i.required_date between '2025-01-01' and '2025-06-30'`.execute(connection());
    return { ordered_qty: rows[0]?.ordered, received_qty: rows[0]?.received, returned_qty: rows[0]?.returned };
  }

  test("下单、收货和退货与单据一致到个位；取消的订单不再计，别的物料和供应商不计", async () => {
    const id = await active({ commit_qty: "100000" });
    const others = await active({ commit_qty: "100000", supplier_id: supplierB });
    const before = await figures(id);
    await submitted(world);
    expect(await figures(id)).toMatchObject({ ordered_qty: before?.ordered_qty });
    const { id: orderId } = await released(world);
    const more = await figures(id);
    expect(Number(more?.ordered_qty) - Number(before?.ordered_qty)).toBe(1000);
    const sections = JSON.stringify(await recordModel(await world.as("buyerA"), screen, id));
    expect(sections).toContain(`/purchase-orders/purchase-order/${orderId}`);
    await transition(world, {
      context: await world.as("buyerA"),
      id: orderId,
      name: "cancel",
      more: { reason: "取消" },
    });
    expect(await figures(id)).toEqual(before);

    const { receiptId } = await receivedOrder(world, "400");
    await shippedReturn(world, receiptId, ["150"]);
    const after = await figures(id);
    expect(after).toMatchObject(await ofDocuments());
    expect(Number(after?.received_qty) - Number(before?.received_qty)).toBe(400);
    expect(Number(after?.returned_qty) - Number(before?.returned_qty)).toBe(150);
    expect(await figures(others)).toMatchObject({ ordered_qty: "0.000", received_qty: "0.000" });
    await cancel(id);
    await cancel(others);
  });

  test("执行落后的标红，快捷筛选找到的正是它", async () => {
    const behind = await active({ commit_qty: "90000000" });
    const ahead = await active({ commit_qty: "90000000", valid_from: "2025-03-10", valid_to: "2025-12-31" });
    expect(await figures(behind)).toMatchObject({ pace: "behind" });
    expect(await figures(ahead)).toMatchObject({ pace: "on" });
    const params = new URLSearchParams({ behind_only: "1" });
    const list = JSON.stringify(await listModel(await world.as("buyerA"), screen, params));
    expect(list).toContain(behind);
    expect(list).not.toContain(ahead);
    await cancel(behind);
    await cancel(ahead);
  });
});

describe("订单", () => {
  const releaseOf = async (id: string, more: object = { reason: "旺季备货" }) =>
    transition(world, { context: await world.as("buyerA"), id, name: "release", more });
  const warned = async (id: string) => JSON.stringify((await stored(world, id)).gate_result);

  test("超出约定供货量加容差的，下达时提醒超出多少，提醒留在订单上", async () => {
    const { id: ready } = await submitted(world);
    const id = await active({ commit_qty: "90000000" });
    const agreed = String(Number((await figures(id))?.ordered_qty) + 1);
    await step("buyerA", id, "adjust", { input: { commit_qty: agreed }, reason: "核减" });
    await refusal(releaseOf(ready, {}), "acknowledge");
    await releaseOf(ready);
    expect(await warned(ready)).toContain("超出财年约定供货量999");
    const { id: second } = await order(world, await world.as("buyerA"));
    const submit = async (more: object) =>
      transition(world, { context: await world.as("buyerA"), id: second, name: "submit", more });
    await refusal(submit({}), "acknowledge");
    await submit({ reason: "旺季备货" });
    await releaseOf(second);
    expect(await warned(second)).toContain("超出财年约定供货量");
    expect(await figures(id)).toMatchObject({ pace: "over" });
    await cancel(id);
  });

  test("约定够的、别的期间、别的供应商和单位的不提醒", async () => {
    const enough = await active({ commit_qty: "90000000" });
    const past = await active({ commit_qty: "1", valid_from: "2026-01-01", valid_to: "2026-05-31" });
    const other = await active({ commit_qty: "1", supplier_id: supplierB });
    const unit = await active({ commit_qty: "1", material_id: oil, uom: "pcs" });
    const { id } = await submitted(world);
    await releaseOf(id);
    expect(await warned(id)).not.toContain("财年约定供货量");
    for (const one of [enough, past, other, unit]) await cancel(one);
  });
});
