import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { AnyLine } from "~/engine/entity";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { deliveryResultJobs } from "~/modules/master-data/delivery-result/delivery-result.jobs.server";
import { make, personWith } from "../../../support/conformance";
import { items, refusal, released, stored, transition } from "../../../support/orders";
import { arrivedNote, move, posted, RECEIPT, recordOf, withFreeNotes } from "../../../support/receipts";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const RULE = "master-data/delivery-assessment";
const RESULT = "master-data/delivery-result";
const DAY_MS = 24 * 60 * 60_000;
const MONTH = "2025-03";
const DUE = "2025-03-20";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());
const connection = () => world.engine.database.connection();

/** The supplier's own screen of it. */
function ownScreen() {
  const screen = world.engine.registry.screen("purchase-orders/own-delivery-result");
  if (!screen) throw new Error("suppliers have no screen of their results");
  return screen;
}

const planner = () => personWith(world, "planner");
const inbox = async (context: Context) =>
  JSON.stringify(await reading(context, () => inboxModel(context, new URLSearchParams())));

let clause = "";
/** An order of four lines that were due on the same day, with the note and the receipt of what came late in part. */
const order = { id: "", lines: [] as string[], note: "", receipt: "" };

let batch = 0;
/** So much of a line was sent. @returns the note */
function sent(at: number, qty: string): Promise<string> {
  batch += 1;
  return arrivedNote(world, order.id, [qty], { order_line: order.lines[at], batch_no: `B${batch}` });
}

/** So much of a note came in on a day. @returns the receipt */
async function came(noteId: string, qty: string, day: string): Promise<string> {
  const id = await posted(world, noteId, [qty]);
  await sql`update goods_receipt set receive_at = ${`${day}T02:00:00.000Z`} where id = ${id}`.execute(connection());
  return id;
}

let serial = 0;
async function rule(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  serial += 1;
  const given = {
    title: `考核${serial}`,
    due_source: "order",
    grace_days: "1",
    qty_tolerance: "2",
    clause_id: clause,
    fine_start_days: "3",
    bands: [
      { from_rate: "0", to_rate: "50", score: "0" },
      { from_rate: "50", to_rate: "100", score: "60" },
    ],
    exemptions: [{ reason: "不可抗力" }],
    enabled: "0",
  };
  return (await createRecord(await planner(), { screen: world.screen(RULE), values: { ...given, ...values } })).id;
}

/** In use for as long as that takes: many rules of these tests speak of the same, which the form would refuse. */
async function generate(ruleId: string, month = MONTH) {
  const use = (enabled: boolean) =>
    sql`update delivery_assessment set enabled = ${enabled} where id = ${ruleId}`.execute(connection());
  await use(true);
  try {
    const wanted = { entity: world.entity(RULE), id: ruleId, name: "generate", input: { month } };
    return await applyTransition(await planner(), wanted);
  } finally {
    await use(false);
  }
}

async function resultsOf(ruleId: string): Promise<{ id: string; supplier_id: string; state: string }[]> {
  const { rows } = await sql<{ id: string; supplier_id: string; state: string }>`
    select id, supplier_id, state from delivery_result where rule_id = ${ruleId}`.execute(connection());
  return rows;
}

/** The only result of a fresh rule. */
async function generated(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const ruleId = await rule(values);
  await generate(ruleId);
  const [only] = await resultsOf(ruleId);
  return only?.id ?? "";
}

const result = (id: string) => recordOf(world, RESULT, id);
async function lineOf(id: string, at: number): Promise<AnyLine> {
  const found = linesOf(await result(id), "items").find(({ order_line }) => order_line === order.lines[at]);
  if (!found) throw new Error("the line is not in the result");
  return found;
}
const does = async (id: string, name: string, more: object = {}) =>
  applyTransition(await planner(), { entity: world.entity(RESULT), id, name, ...more });
const asSupplier = (id: string, name: string, more: object = {}) =>
  move(world, "supplierA", { key: RESULT, id, name, ...more });
const published = async () => {
  const id = await generated();
  await does(id, "publish");
  return id;
};

/** Early, on the last day of grace within the tolerance, in two parts, and never. */
beforeAll(async () => {
  clause = (await make(world, "base-data/standard-clause")).id;
  await sql`update standard_clause set state = 'active', category = 'breach', for_fines = true, fine_rate = 1, fine_cap = 5
    where id = ${clause}`.execute(connection());
  const line = { material_id: world.ids.corn, qty: "100", price: "10", required_date: DUE };
  const { id } = await released(world, { items: [line, line, line, line] });
  await transition(world, { context: await world.as("supplierA"), id, name: "confirm" });
  order.id = id;
  order.lines = items(await stored(world, id)).map((one) => one.id);
  await came(await sent(0, "100"), "100", "2025-03-18");
  await came(await sent(1, "98"), "98", "2025-03-21");
  await came(await sent(2, "50"), "50", "2025-03-20");
  order.note = await sent(2, "50");
  order.receipt = await came(order.note, "50", "2025-03-25");
  world.clock.advance(31 * DAY_MS);
});

describe("结果", () => {
  test("准时率、足量率、得分和扣款都从行算出：容差、宽限、分批和未交", async () => {
    const id = await generated();
    expect(await result(id)).toMatchObject({
      state: "draft",
      due_lines: 4,
      on_time_lines: 2,
      on_time_rate: "50.0000",
      fill_rate: "75.0000",
      score: "60.00",
      proposed_fine: "CNY 90.00",
    });
    expect(await lineOf(id, 0)).toMatchObject({ on_time: true, early: true, complete_on: "2025-03-18" });
    expect(await lineOf(id, 1)).toMatchObject({ on_time: true, in_full: true, received_qty: "98.000" });
    expect(await lineOf(id, 2)).toMatchObject({
      on_time: false,
      in_full: true,
      received_qty: "50.000",
      late_days: 5,
      fine: "40.00",
    });
    expect(await lineOf(id, 3)).toMatchObject({ on_time: false, in_full: false, late_days: 21, fine: "50.00" });
  });

  test("规则说提前算不准时、没有容差的，同样的收货是另一个结果", async () => {
    expect(await result(await generated({ early_counts: "1" }))).toMatchObject({
      on_time_rate: "25.0000",
      score: "0.00",
    });
    expect(await result(await generated({ qty_tolerance: "0" }))).toMatchObject({
      on_time_rate: "25.0000",
      fill_rate: "50.0000",
    });
  });

  test("承诺取首次确认的交期，以后改期不变；合计低于起罚金额的不扣款", async () => {
    await sql`update purchase_order_items set confirm_date = '2025-04-30' where id = ${order.lines[3]}`.execute(
      connection(),
    );
    const id = await generated({ due_source: "promise", min_fine: "1000" });
    expect(await lineOf(id, 3)).toMatchObject({ due_date: DUE, on_time: false });
    expect(await result(id)).toMatchObject({ due_lines: 4, proposed_fine: null });
  });

  test("不同币种的扣款不相加", async () => {
    const id = await generated();
    await sql`update delivery_result_items set currency = 'USD' where id = ${(await lineOf(id, 3)).id}`.execute(
      connection(),
    );
    await does(id, "exempt", { lineInput: {} });
    expect((await result(id)).proposed_fine).toBe("CNY 40.00；USD 50.00");
  });

  test("没有结束的月份不能生成；没有应交行的月份没有结果", async () => {
    const ruleId = await rule();
    const complaints = async (month: string) => (await refusal(generate(ruleId, month), "invalid")).complaints;
    expect(await complaints("2025-04")).toContainEqual({
      field: "month",
      message: "2025-04还没有结束，不能生成考核结果",
    });
    expect(await complaints("2024-06")).toContainEqual({
      field: "month",
      message: "2024-06没有应交的订单行，没有结果可以生成",
    });
    await setParameter(world, "assessment.lookBackDays", "5");
    expect(await complaints("2025-03")).toContainEqual({
      field: "month",
      message: "2025-03没有应交的订单行，没有结果可以生成",
    });
    await setParameter(world, "assessment.lookBackDays", "400");
    const graceful = await rule({ grace_days: "20", fine_start_days: "21" });
    expect((await refusal(generate(graceful), "invalid")).message).toContain("宽限期到2025-04-20为止");
  });

  test("冲销的收货不算收到，重新计算后结果随之变化", async () => {
    const id = await generated();
    await move(world, "warehouse", { key: RECEIPT, id: order.receipt, name: "reverse", reason: "收错批号" });
    await does(id, "recompute");
    expect(await lineOf(id, 2)).toMatchObject({ in_full: false, complete_on: null, total_qty: "50.000" });
    expect(await result(id)).toMatchObject({ fill_rate: "50.0000", proposed_fine: "CNY 100.00" });
    // What was booked wrongly is received anew by another receipt of the same note.
    order.receipt = await came(order.note, "50", "2025-03-25");
    await does(id, "recompute");
    expect(await result(id)).toMatchObject({ fill_rate: "75.0000", proposed_fine: "CNY 90.00" });
  });

  test("免责的行不计入，原因须是规则列出的；重新计算保留免责", async () => {
    const id = await generated();
    const excuse = async (exempt_reason: string) =>
      does(id, "exempt", { lineInput: { [(await lineOf(id, 3)).id]: { exempt_reason } } });
    expect((await refusal(excuse("忘了"), "invalid")).message).toContain("免责原因只能是：不可抗力");
    await excuse("不可抗力");
    const excused = { due_lines: 3, on_time_lines: 2, on_time_rate: "66.6667", proposed_fine: "CNY 40.00" };
    expect(await result(id)).toMatchObject(excused);
    await does(id, "recompute");
    expect(await result(id)).toMatchObject(excused);
  });
});

describe("发布、异议和确认", () => {
  test("发布前供应商看不到；发布后本供应商收到通知，别的供应商什么也看不到", async () => {
    const id = await generated();
    const screen = ownScreen();
    await refusal(recordModel(await world.as("supplierA"), screen, id), "not_found");
    await does(id, "publish");
    expect(await result(id)).toMatchObject({ state: "published", dispute_deadline: "2025-04-17" });
    expect(await inbox(await world.as("supplierA"))).toContain("2025-03交货考核结果，准时率50%");
    const shown = JSON.stringify(await recordModel(await world.as("supplierA"), screen, id));
    expect(shown).toContain("准时率趋势");
    await refusal(recordModel(await world.as("supplierB"), screen, id), "not_found");
    await refusal(move(world, "supplierB", { key: RESULT, id, name: "accept" }), "not_found");
    await refusal(does(id, "publish"), "wrong_state");
  });

  test("发布以前做过什么，供应商在历史里也看不到", async () => {
    const id = await generated();
    await does(id, "exempt", { lineInput: { [(await lineOf(id, 3)).id]: { exempt_reason: "不可抗力" } } });
    await does(id, "exempt", { lineInput: { [(await lineOf(id, 3)).id]: { exempt_reason: "" } } });
    const { history: before } = await recordModel(await planner(), world.screen(RESULT), id);
    expect(before.filter(({ what }) => what === "免责")).toHaveLength(2);
    await does(id, "publish");
    const { history } = await recordModel(await world.as("supplierA"), ownScreen(), id);
    expect(history.map(({ what }) => what)).toEqual(["发布"]);
  });

  test("供应商对行提出异议，接受的免责、不接受的写明原因，结果随之更新", async () => {
    const id = await published();
    const [late, never] = [await lineOf(id, 2), await lineOf(id, 3)];
    expect((await refusal(asSupplier(id, "object", { lineInput: {} }), "invalid")).message).toContain("异议说明");
    await asSupplier(id, "object", {
      lineInput: { [late.id]: { objection: "高速封路" }, [never.id]: { objection: "贵司改了收货地点" } },
    });
    expect(await result(id)).toMatchObject({ state: "disputed", on_time_rate: "50.0000" });
    expect(await inbox(await planner())).toContain("提出异议");
    await refusal(asSupplier(id, "accept"), "wrong_state");
    // One answer leaves the other waiting.
    await does(id, "decide", { lineInput: { [late.id]: { decision: "accepted", exempt_reason: "不可抗力" } } });
    expect(await result(id)).toMatchObject({ state: "disputed", on_time_rate: "66.6667", proposed_fine: "CNY 50.00" });
    const refuse = (answer: string) =>
      does(id, "decide", { lineInput: { [never.id]: { decision: "refused", answer } } });
    expect((await refusal(refuse(""), "invalid")).message).toContain("须填写答复");
    await refuse("没有变更记录");
    expect(await result(id)).toMatchObject({ state: "published", due_lines: 3 });
    expect(await lineOf(id, 3)).toMatchObject({ objection_status: "refused", answer: "没有变更记录" });
    expect(await inbox(await world.as("supplierA"))).toContain("异议已答复");
    // Nobody objects to the same line twice.
    const at = linesOf(await result(id), "items").findIndex((line) => line.id === never.id);
    const again = asSupplier(id, "object", { lineInput: { [never.id]: { objection: "再看看" } } });
    expect((await refusal(again, "invalid")).complaints).toEqual([
      { field: `items.${never.id}.objection`, message: `第${at + 1}行现在不能「提出异议」，请刷新后重试` },
    ]);
    await asSupplier(id, "accept");
    expect(await result(id)).toMatchObject({ state: "confirmed", confirmed_by_way: "supplier" });
  });

  test("确认以后不能重算，也不能再次生成该月", async () => {
    const ruleId = await rule();
    await generate(ruleId);
    const [only] = await resultsOf(ruleId);
    const id = only?.id ?? "";
    await does(id, "publish");
    await asSupplier(id, "accept");
    expect((await refusal(does(id, "recompute"), "wrong_state")).message).toContain("考核结果已确认，不能重算");
    expect((await refusal(generate(ruleId), "invalid")).message).toBe("2025-03考核结果已确认，不能重算");
  });

  test("已发布的重新计算会告诉供应商，异议保留，期限重新起算", async () => {
    const id = await published();
    const never = await lineOf(id, 3);
    await asSupplier(id, "object", { lineInput: { [never.id]: { objection: "已送达" } } });
    await sql`update delivery_result set dispute_deadline = '2025-04-11' where id = ${id}`.execute(connection());
    await does(id, "recompute");
    expect(await result(id)).toMatchObject({ state: "disputed", dispute_deadline: "2025-04-17" });
    expect(await lineOf(id, 3)).toMatchObject({ objection: "已送达", objection_status: "waiting" });
    expect(await inbox(await world.as("supplierA"))).toContain("已重新计算");
  });

  test("到期当天还能提异议，过期不能；没有异议的到期视为确认，有异议的等答复", async () => {
    const [silent, objected] = [await published(), await published()];
    expect((await refusal(does(silent, "confirm"), "wrong_state")).message).toContain("异议期限未满");
    world.clock.advance(7 * DAY_MS);
    const typed = async (id: string) => ({ lineInput: { [(await lineOf(id, 3)).id]: { objection: "已送达" } } });
    await asSupplier(objected, "object", await typed(objected));
    await workDeadlines(world.system());
    expect(await result(silent)).toMatchObject({ state: "published" });
    world.clock.advance(DAY_MS);
    const late = await refusal(asSupplier(silent, "object", await typed(silent)), "invalid");
    expect(late.message).toBe("已超过异议期限（2025-04-17），不能提出异议");
    await workDeadlines(world.system());
    expect(await result(silent)).toMatchObject({ state: "confirmed", confirmed_by_way: "silence" });
    expect(await result(objected)).toMatchObject({ state: "disputed" });
    expect(await inbox(await world.as("supplierA"))).toContain("2025-03交货考核结果已确认");
    expect(await inbox(await planner())).toContain("2025-03交货考核结果到期确认");
  });
});

describe("生成", () => {
  test("每月任务只生成一次，按天再跑不重复；手工再生成只更新草稿", async () => {
    const ruleId = await rule({ enabled: "1" });
    const [job] = deliveryResultJobs;
    const run = () =>
      job?.run({
        services: world.engine,
        context: world.system(),
        signal: new AbortController().signal,
        given: {},
        say: () => undefined,
      });
    expect(await run()).toBe("2025-03考核结果1份");
    expect(await run()).toBeUndefined();
    const [first] = await resultsOf(ruleId);
    expect(await resultsOf(ruleId)).toMatchObject([{ supplier_id: world.ids.supplierA, state: "draft" }]);
    await generate(ruleId);
    expect(await resultsOf(ruleId)).toEqual([first]);
    await does(first?.id ?? "", "publish");
    const before = await result(first?.id ?? "");
    await generate(ruleId);
    expect((await result(first?.id ?? "")).version).toBe(before.version);
  });

  test("规则页列出月度结果和趋势；试算不再把收到的行算作延期", async () => {
    const ruleId = await rule();
    await generate(ruleId);
    const { sections } = await recordModel(await planner(), world.screen(RULE), ruleId);
    expect(sections.map(({ title }) => title)).toContain("准时率趋势");
    const trial = sections.find(({ title }) => title.startsWith("试算明细"));
    const rows = trial?.kind === "table" ? trial.table.rows.filter((row) => order.lines.includes(row.id)) : [];
    expect(rows.map(({ id }) => id)).toEqual([order.lines[3]]);
  });
});
