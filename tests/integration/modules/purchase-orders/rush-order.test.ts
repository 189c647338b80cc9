import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { convert } from "~/engine/operations/conversion.server";
import { createRecord, readRecord } from "~/engine/operations/save.server";
import { recordModel } from "~/engine/screen/record-model.server";
import type { AccountName } from "../../../support/company";
import { publishFlow, stopFlow } from "../../../support/flows";
import { confirmed, deliveries, items, ORDER, refusal, released, stored, transition } from "../../../support/orders";
import { arrivedNote, move, posted, RECEIPT, recordOf, withFreeNotes } from "../../../support/receipts";
import { RUSH, replied, reply, rush, step as rushStep, rushValues, sent } from "../../../support/rushes";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
const connection = () => world.engine.database.connection();
const rushed = (id: string) => recordOf(world, RUSH, id);

async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch'
    order by at, id`.execute(connection());
  return rows.map(({ title }) => title);
}

/** Deliveries of the first line, as plan, confirmed and first confirmed day. */
async function days(orderId: string) {
  const [line] = items(await stored(world, orderId));
  return deliveries(line)
    .map(({ plan_qty, plan_date, confirm_date, first_confirm_date }) => ({
      plan_qty,
      plan_date,
      confirm_date,
      first_confirm_date,
    }))
    .sort((a, b) => (String(a.plan_date) < String(b.plan_date) ? -1 : 1));
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  rushStep(world, account, id, name, more);

describe("提前交货", () => {
  test("达成后订单按回复的交期变更，首次确认交期保留，另一部分不变", async () => {
    const { orderId, id } = await replied(world);
    const before = await stored(world, orderId);
    expect(await step("buyerA", id, "agree", { reason: "按回复执行" })).toMatchObject({ state: "agreed" });
    expect(await days(orderId)).toEqual([
      { plan_qty: "400.000", plan_date: "2025-03-15", confirm_date: "2025-03-15", first_confirm_date: "2025-03-20" },
      { plan_qty: "600.000", plan_date: "2025-03-20", confirm_date: "2025-03-20", first_confirm_date: "2025-03-20" },
    ]);
    const after = await stored(world, orderId);
    expect(after).toMatchObject({
      state: "confirmed",
      order_version: Number(before.order_version) + 1,
      amount: before.amount,
    });
    const { number } = await rushed(id);
    expect(after.changes).toEqual([
      expect.objectContaining({
        raised_by: "buyer",
        result: "accepted",
        reason: expect.stringContaining(String(number)),
      }),
    ]);
    expect(await told(id, "supplierA")).toEqual(expect.arrayContaining([`加急订单 ${number} 已达成`]));
    expect(await told(id, "planner")).toEqual(expect.arrayContaining([expect.stringContaining("已达成")]));
  });

  test("全部提前的，行的确认交期提前，首次确认交期不变", async () => {
    const { orderId, id } = await replied(world, { row: { reply_qty: "1000" }, overrides: { line: { qty: "1000" } } });
    await step("buyerA", id, "agree", { reason: "按回复执行" });
    expect(items(await stored(world, orderId))[0]).toMatchObject({
      confirm_date: "2025-03-15",
      first_confirm_date: "2025-03-20",
      required_date: "2025-03-15",
    });
  });

  test("同一次点击提交两次，只改一次", async () => {
    const { orderId, id } = await replied(world);
    const { version } = await rushed(id);
    const context = await world.as("buyerA");
    const press = () => step("buyerA", id, "agree", { reason: "按回复执行", requestId: "rush-agree-1", version });
    const [first, second] = [await press(), await press()];
    expect(second).toEqual(first);
    await refusal(step("buyerA", id, "agree", { reason: "再按一次" }), "wrong_state");
    expect(await days(orderId)).toHaveLength(2);
    expect(context.actor.id).toBe(world.accounts.buyerA);
  });

  test("草稿就拒绝：不早于原交期、超过未交数量、别的订单的行", async () => {
    const { id: orderId } = await confirmed(world);
    const said = async (overrides: Parameters<typeof rushValues>[2]) =>
      (await refusal(rush(world, orderId, overrides), "invalid")).complaints[0]?.message;
    expect(await said({ line: { want_date: "2025-03-20" } })).toContain("期望交期须早于原交期");
    expect(await said({ line: { qty: "1000.001" } })).toBe("第1行加急数量超过未交数量1,000");
    const { id: other } = await confirmed(world);
    expect(await said({ order_id: other })).toContain("不是原订单的行");
  });

  test("一个订单行只有一张进行中的加急单，同时发送的也只有一张", async () => {
    const { id: orderId } = await confirmed(world);
    const drafts = [await rush(world, orderId), await rush(world, orderId)];
    const outcomes = await Promise.allSettled(drafts.map((id) => step("buyerA", id, "send", { reason: "急" })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const waiting = drafts[outcomes.findIndex(({ status }) => status === "rejected")] ?? "";
    const running = drafts.find((id) => id !== waiting) ?? "";
    const { number } = await rushed(running);
    const { message } = await refusal(step("buyerA", waiting, "send", { reason: "急" }), "invalid");
    expect(message).toBe(`第1行的订单行已有进行中的加急单${number}`);
    await step("buyerA", running, "cancel", { reason: "不急了" });
    expect(await step("buyerA", waiting, "send", { reason: "急" })).toMatchObject({ state: "sent" });
  });

  test("从订单行生成加急单，一张订单一张", async () => {
    const { id: orderId } = await confirmed(world);
    const [line] = items(await stored(world, orderId));
    const { made } = await convert(await world.as("planner"), {
      screen: world.screen(RUSH),
      name: "from_orders",
      rows: [{ line: line?.id ?? "", quantity: "10" }],
    });
    expect(await rushed(made[0]?.id ?? "")).toMatchObject({
      order_id: orderId,
      factory_id: world.ids.factory1,
      buyer_id: world.accounts.buyerA,
      currency: "CNY",
      state: "draft",
    });
    await refusal(step("buyerA", made[0]?.id ?? "", "send"), "invalid");
  });
});

describe("订单变了，检查再问一次", () => {
  test("发送以后订单关闭：加急单随之取消，供应商不能再回复，双方都知道", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    await transition(world, {
      context: await world.as("buyerA"),
      id: orderId,
      name: "close",
      more: { reason: "停产" },
    });
    expect(await rushed(id)).toMatchObject({ state: "cancelled" });
    await refusal(reply(world, id), "wrong_state");
    expect(await told(id, "supplierA")).toEqual(expect.arrayContaining([expect.stringContaining("已取消")]));
    expect(await told(id, "planner")).toEqual(expect.arrayContaining([expect.stringContaining("已取消")]));
  });

  test("订单暂停期间不能回复，也不能接受；恢复后可以", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    const buyer = await world.as("buyerA");
    const { number } = await stored(world, orderId);
    await transition(world, { context: buyer, id: orderId, name: "hold", more: { reason: "检修" } });
    expect((await refusal(reply(world, id), "invalid")).message).toBe(`订单【${number}】已暂停，不能加急`);
    await transition(world, { context: buyer, id: orderId, name: "resume", more: { reason: "检修完毕" } });
    expect(await reply(world, id)).toMatchObject({ state: "replied" });
    await transition(world, { context: buyer, id: orderId, name: "hold", more: { reason: "检修" } });
    await refusal(step("buyerA", id, "agree", { reason: "接受" }), "invalid");
    expect(await rushed(id)).toMatchObject({ state: "replied" });
  });

  test("回复以后大部分已经送货，超出未交的数量不能接受", async () => {
    const { orderId, id } = await replied(world);
    await arrivedNote(world, orderId, ["700"]);
    const { message } = await refusal(step("buyerA", id, "agree", { reason: "接受" }), "invalid");
    expect(message).toBe("第1行加急数量超过未交数量300");
    expect(await days(orderId)).toHaveLength(1);
  });

  test("供应商的变更还没有答复时不能接受", async () => {
    const { orderId, id } = await replied(world);
    const [line] = items(await stored(world, orderId));
    const [first] = deliveries(line);
    await transition(world, {
      context: await world.as("supplierA"),
      id: orderId,
      name: "propose",
      more: { reason: "产能", lineInput: { [first?.id ?? ""]: { plan_qty: "1000", plan_date: "2025-03-22" } } },
    });
    expect((await refusal(step("buyerA", id, "agree", { reason: "接受" }), "invalid")).message).toContain("变更协商中");
  });

  test("没有确认的订单行不能加急", async () => {
    const { id: orderId } = await released(world);
    const { complaints } = await refusal(rush(world, orderId), "invalid");
    expect(complaints[0]?.message).toContain("订单行不存在，或还没有确认");
  });
});

describe("费用", () => {
  const dear = { line_cost: "800", cost_reason: "加班和专车" };

  test("有费用须审批：批准才达成并通知财务，驳回的回到已回复", async () => {
    const flow = await publishFlow(world, {
      document: RUSH,
      steps: [{ decider: "person", person_id: world.accounts.manager }],
    });
    const { orderId, id } = await replied(world, { row: dear });
    await refusal(step("buyerA", id, "agree", { reason: "接受" }), "wrong_state");
    expect(await step("buyerA", id, "ask_cost", { reason: "值得" })).toMatchObject({ state: "in_approval" });
    expect(await days(orderId)).toHaveLength(1);
    await refusal(step("buyerA", id, "approve"), "forbidden");
    expect(await step("manager", id, "reject", { reason: "费用太高" })).toMatchObject({ state: "replied" });
    await step("buyerA", id, "ask_cost", { reason: "已无库存" });
    expect(await step("manager", id, "approve")).toMatchObject({ state: "agreed" });
    expect(await days(orderId)).toHaveLength(2);
    const { number } = await rushed(id);
    expect(await told(id, "finance")).toEqual([expect.stringContaining(`加急订单 ${number} 的费用 800.00`)]);
    expect(await told(id, "supplierA")).toContain(`加急订单 ${number} 已达成`);
    await stopFlow(world, flow.id);
  });

  test("没有审批流程时，提交费用要写明原因", async () => {
    const { id } = await replied(world, { row: dear });
    await refusal(step("buyerA", id, "ask_cost"), "acknowledge");
    expect(await step("buyerA", id, "ask_cost", { reason: "停线损失更高" })).toMatchObject({ state: "agreed" });
  });

  test("供应商延期的费用由供应商承担，不须审批", async () => {
    const { id } = await replied(world, { row: dear, overrides: { reason: "late" } });
    expect(await rushed(id)).toMatchObject({ cost_bearer: "supplier", extra_cost: "800.00" });
    await refusal(step("buyerA", id, "ask_cost", { reason: "接受" }), "wrong_state");
    expect(await step("buyerA", id, "agree", { reason: "接受" })).toMatchObject({ state: "agreed" });
  });

  test("没有可供的数量，只能结束为未达成", async () => {
    const { id } = await replied(world, { row: { reply_qty: "0", reply_date: "" } });
    await refusal(step("buyerA", id, "agree", { reason: "接受" }), "invalid");
    expect(await step("buyerA", id, "refuse", { reason: "另行安排" })).toMatchObject({ state: "refused" });
    expect(await told(id, "supplierA")).toEqual(expect.arrayContaining([expect.stringContaining("未达成")]));
  });
});

describe("插单", () => {
  test("达成后生成加急的采购订单草稿，条款按参照的订单，价格按最近一次；收足后自动到货", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId, {
      rush_kind: "insert",
      order_id: orderId,
      items: [{ material_id: world.ids.corn, qty: "50", want_date: "2025-03-14" }],
    });
    await reply(world, id, { reply_qty: "50" });
    await step("buyerA", id, "agree", { reason: "接受" });
    const agreed = await rushed(id);
    const made = await stored(world, String(agreed.made_order_id));
    expect(made).toMatchObject({
      state: "draft",
      urgent: true,
      supplier_id: world.ids.supplierA,
      factory_id: world.ids.factory1,
      source_no: agreed.number,
    });
    expect(items(made)).toEqual([
      expect.objectContaining({
        material_id: world.ids.corn,
        qty: "50.000",
        price: "3.500000",
        required_date: "2025-03-15",
      }),
    ]);
    // It goes its own way, through the gate like any other.
    const buyer = await world.as("buyerA");
    await transition(world, { context: buyer, id: made.id, name: "submit", more: { reason: "加急" } });
    await transition(world, { context: buyer, id: made.id, name: "release", more: { reason: "加急" } });
    await transition(world, { context: await world.as("supplierA"), id: made.id, name: "confirm" });
    expect(await rushed(id)).toMatchObject({ state: "agreed" });
    await posted(world, await arrivedNote(world, made.id, ["50"]), ["50"]);
    expect(await rushed(id)).toMatchObject({ state: "done" });
  });
});

describe("到货", () => {
  test("收足加急的数量自动到货，冲销后重新等待", async () => {
    const { orderId, id } = await replied(world);
    await step("buyerA", id, "agree", { reason: "接受" });
    await posted(world, await arrivedNote(world, orderId, ["399"]), ["399"]);
    expect(await rushed(id)).toMatchObject({ state: "agreed" });
    const receipt = await posted(world, await arrivedNote(world, orderId, ["1"]), ["1"]);
    const done = await rushed(id);
    expect(done).toMatchObject({ state: "done" });
    expect(items(done)[0]).toMatchObject({ arrive_date: "2025-03-10" });
    expect(await told(id, "planner")).toEqual(expect.arrayContaining([expect.stringContaining("已到货")]));
    await move(world, "warehouse", { key: RECEIPT, id: receipt, name: "reverse", reason: "登记错误" });
    expect(await rushed(id)).toMatchObject({ state: "agreed" });
  });
});

describe("供应商的范围", () => {
  test("草稿看不到；别的供应商发送以后也看不到、不能回复；停线损失不给供应商", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await rush(world, orderId, { stop_loss: "50000" });
    const look = async (account: AccountName) => readRecord(await world.as(account), world.screen(RUSH), id);
    await refusal(look("supplierA"), "not_found");
    await step("buyerA", id, "send", { reason: "急" });
    expect((await look("supplierA")).record).toMatchObject({ state: "sent" });
    await refusal(look("supplierB"), "not_found");
    await refusal(reply(world, id, {}, "supplierB"), "not_found");
    const model = await recordModel(await world.as("supplierA"), world.screen(RUSH), id);
    expect(JSON.stringify(model)).not.toContain("50,000");
    await refusal(step("supplierA", id, "cancel", { reason: "不要" }), "forbidden");
    await refusal(step("planner", id, "agree"), "forbidden");
  });

  test("不能引用别的供应商的订单行", async () => {
    const { id: orderId } = await confirmed(world);
    const values = { ...(await rushValues(world, orderId)), supplier_id: world.ids.supplierB };
    await refusal(createRecord(await world.as("planner"), { screen: world.screen(RUSH), values }), "invalid");
  });
});

describe("提醒", () => {
  test("催办每天一次", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId, { reply_deadline: "2025-03-20 10:00", line: { want_date: "2025-03-18" } });
    expect(await step("planner", id, "remind")).toMatchObject({ state: "sent" });
    await refusal(step("buyerA", id, "remind"), "invalid");
  });

  test("时间过半提醒供应商一次，逾期通知采购员；停线风险的采购经理也知道", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId, { level: "stop" });
    const { number } = await rushed(id);
    expect(await told(id, "supplierA")).toEqual([`停线风险：加急订单 ${number} 请您立即回复`]);
    expect(await told(id, "manager")).toHaveLength(1);
    const work = async () => workDeadlines({ ...world.system(), now: world.clock.now() });
    world.clock.advance(23 * HOUR_MS);
    await work();
    expect(await told(id, "supplierA")).toHaveLength(1);
    world.clock.advance(2 * HOUR_MS);
    await work();
    await work();
    expect(await told(id, "supplierA")).toHaveLength(2);
    expect(await told(id, "buyerA")).toHaveLength(0);
    world.clock.advance(24 * HOUR_MS);
    await work();
    await work();
    expect(await told(id, "buyerA")).toEqual([expect.stringContaining("逾期未回复")]);
    expect(await told(id, "manager")).toHaveLength(2);
    // Late is still an answer.
    expect(await reply(world, id)).toMatchObject({ state: "replied" });
    expect((await stored(world, orderId)).state).toBe("confirmed");
    expect(world.entity(ORDER).label).toBe("采购订单");
  });
});
