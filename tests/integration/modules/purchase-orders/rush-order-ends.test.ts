import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createRecord } from "~/engine/operations/save.server";
import type { AccountName } from "../../../support/company";
import { publishFlow, stopFlow } from "../../../support/flows";
import { confirmed, deliveries, items, refusal, stored, transition } from "../../../support/orders";
import { arrivedNote, move, posted, RECEIPT, recordOf, withFreeNotes } from "../../../support/receipts";
import { RUSH, replied, reply, rush, step as rushStep, rushValues, sent } from "../../../support/rushes";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const rushed = (id: string) => recordOf(world, RUSH, id);
const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  rushStep(world, account, id, name, more);

async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select title || ' ' || body as said from inbox
    where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch'
    order by at, id`.execute(world.engine.database.connection());
  return rows.map(({ said }) => said);
}

/** Both lines of a confirmed order: 400 of the first, 5 of the second. */
async function bothLines(): Promise<{ orderId: string; id: string }> {
  const { id: orderId } = await confirmed(world);
  const [corn, oil] = items(await stored(world, orderId));
  const id = await sent(world, orderId, {
    items: [
      { order_line: corn?.id, qty: "400", want_date: "2025-03-14" },
      { order_line: oil?.id, qty: "5", want_date: "2025-03-14" },
    ],
  });
  return { orderId, id };
}

/** The buyer closes lines of an order alone. */
async function closeLines(orderId: string, ...at: number[]): Promise<void> {
  const lines = items(await stored(world, orderId));
  await transition(world, {
    context: await world.as("buyerA"),
    id: orderId,
    name: "close_lines",
    more: { reason: "不再需要", lineInput: Object.fromEntries(at.map((one) => [lines[one]?.id, { chosen: "true" }])) },
  });
}

/** What supplier A answers, line by line. */
async function answer(id: string, ...rows: Readonly<Record<string, string>>[]) {
  const lines = items(await rushed(id));
  return step("supplierA", id, "reply", {
    lineInput: Object.fromEntries(rows.map((row, at) => [lines[at]?.id, { reply_date: "2025-03-15", ...row }])),
  });
}

const dear = { line_cost: "800", cost_reason: "专车" };

describe("订单行单独结束", () => {
  test("加急的行只有这一行：加急单随之取消，双方知道是哪一行", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    await closeLines(orderId, 0);
    expect(await stored(world, orderId)).toMatchObject({ state: "confirmed" });
    expect(await rushed(id)).toMatchObject({ state: "cancelled" });
    for (const account of ["supplierA", "planner"] as const)
      expect(await told(id, account)).toContainEqual(expect.stringMatching(/已取消.*中不再交货/));
    await refusal(reply(world, id), "wrong_state");
  });

  test("别的行结束与它无关", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    await closeLines(orderId, 1);
    expect(await rushed(id)).toMatchObject({ state: "sent" });
    expect(items(await rushed(id))[0]?.ended_on).toBeNull();
  });

  test("两行中的一行结束：这一行不再回复，另一行照常达成，按它到货", async () => {
    const { orderId, id } = await bothLines();
    await closeLines(orderId, 1);
    const one = await rushed(id);
    expect(one.state).toBe("sent");
    expect(items(one).map(({ ended_on }) => ended_on)).toEqual([null, "2025-03-10"]);
    expect(await told(id, "supplierA")).toContainEqual(expect.stringContaining("有行已结束"));
    await answer(id, { reply_qty: "400" });
    expect(await step("buyerA", id, "agree", { reason: "接受" })).toMatchObject({ state: "agreed" });
    await posted(world, await arrivedNote(world, orderId, ["400"]), ["400"]);
    expect(await rushed(id)).toMatchObject({ state: "done" });
  });

  test("结束的行不能回复", async () => {
    const { orderId, id } = await bothLines();
    await closeLines(orderId, 1);
    await refusal(answer(id, { reply_qty: "400" }, { reply_qty: "5", ...dear }), "invalid");
    expect(items(await rushed(id))[1]).toMatchObject({ reply_qty: null, line_cost: null });
  });

  test("回复以后结束：费用不再算这一行，没有费用的直接接受", async () => {
    const { orderId, id } = await bothLines();
    const [first] = items(await rushed(id));
    expect(await rushed(id)).toMatchObject({
      ...{ material_id: first?.material_id, want_date: first?.want_date, reply_date: null },
    });
    await answer(id, { reply_qty: "400", reply_date: "2025-03-14" }, { reply_qty: "5", ...dear });
    expect(await rushed(id)).toMatchObject({ extra_cost: "800.00", reply_date: "2025-03-15" });
    await closeLines(orderId, 1);
    // What stands in the list is of the lines that are left.
    expect(await rushed(id)).toMatchObject({ state: "replied", extra_cost: "0.00", reply_date: "2025-03-14" });
    expect(await step("buyerA", id, "agree", { reason: "接受" })).toMatchObject({ state: "agreed" });
  });

  test("费用审批中结束了唯一可供的行：加急单取消，没有待审批的", async () => {
    const flow = await publishFlow(world, {
      document: RUSH,
      steps: [{ decider: "person", person_id: world.accounts.manager }],
    });
    const { orderId, id } = await bothLines();
    await answer(id, { reply_qty: "400", ...dear }, { reply_qty: "0", reply_date: "" });
    await step("buyerA", id, "ask_cost", { reason: "值得" });
    await closeLines(orderId, 0);
    expect(await rushed(id)).toMatchObject({ state: "cancelled" });
    await refusal(step("manager", id, "approve"), "wrong_state");
    await stopFlow(world, flow.id);
  });

  test("没有可供的行结束，不妨碍接受另一行", async () => {
    const { orderId, id } = await bothLines();
    await answer(id, { reply_qty: "400" }, { reply_qty: "0", reply_date: "" });
    await closeLines(orderId, 1);
    expect(await step("buyerA", id, "agree", { reason: "接受" })).toMatchObject({ state: "agreed" });
  });

  test("达成以后一行已到、一行关闭：已到货，冲销的重新等待", async () => {
    const { orderId, id } = await bothLines();
    await answer(id, { reply_qty: "400" }, { reply_qty: "5" });
    await step("buyerA", id, "agree", { reason: "接受" });
    const receipt = await posted(world, await arrivedNote(world, orderId, ["400"]), ["400"]);
    expect(await rushed(id)).toMatchObject({ state: "agreed" });
    await closeLines(orderId, 1);
    expect(await rushed(id)).toMatchObject({ state: "done" });
    expect(await told(id, "planner")).toContainEqual(expect.stringContaining("已到货"));
    // What was taken back waits again, and only that.
    await move(world, "warehouse", { key: RECEIPT, id: receipt, name: "reverse", reason: "登记错误" });
    expect(await rushed(id)).toMatchObject({ state: "agreed" });
  });

  test("达成以后没有到货的行都关闭：加急单取消", async () => {
    const { orderId, id } = await replied(world);
    await step("buyerA", id, "agree", { reason: "接受" });
    await closeLines(orderId, 0);
    expect(await rushed(id)).toMatchObject({ state: "cancelled" });
    expect(await stored(world, orderId)).toMatchObject({ state: "confirmed" });
  });

  test("货在回复以前就送足了：这一行没有可加急的", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    await posted(world, await arrivedNote(world, orderId, ["1000"]), ["1000"]);
    expect(await stored(world, orderId)).toMatchObject({ state: "confirmed" });
    expect(await rushed(id)).toMatchObject({ state: "cancelled" });
  });

  test("结束的行可以再加急：订单重新打开以后另开一张", async () => {
    const { orderId, id } = await bothLines();
    await transition(world, {
      context: await world.as("buyerA"),
      id: orderId,
      name: "close",
      more: { reason: "停产" },
    });
    expect(await rushed(id)).toMatchObject({ state: "cancelled" });
    await transition(world, {
      context: await world.as("manager"),
      id: orderId,
      name: "reopen",
      more: { reason: "又要了" },
    });
    expect(await rushed(await sent(world, orderId))).toMatchObject({ state: "sent" });
  });

  test("插单生成的订单取消，加急单随之取消", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId, {
      rush_kind: "insert",
      order_id: orderId,
      items: [{ material_id: world.ids.corn, qty: "50", want_date: "2025-03-14" }],
    });
    await transition(world, {
      context: await world.as("buyerA"),
      id: orderId,
      name: "close",
      more: { reason: "停产" },
    });
    expect(await rushed(id)).toMatchObject({ state: "sent" });
    await reply(world, id, { reply_qty: "50" });
    await step("buyerA", id, "agree", { reason: "接受" });
    const { made_order_id } = await rushed(id);
    await transition(world, {
      context: await world.as("buyerA"),
      id: String(made_order_id),
      name: "cancel",
      more: { reason: "不要了" },
    });
    expect(await rushed(id)).toMatchObject({ state: "cancelled" });
  });
});

describe("两次、同时、变了", () => {
  test("同时回复两次，只记一次；回复以后不能再回复", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    const outcomes = await Promise.allSettled([reply(world, id), reply(world, id, { reply_qty: "300" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await refusal(reply(world, id), "wrong_state");
  });

  test("同时接受两次，订单只改一次", async () => {
    const { orderId, id } = await replied(world);
    const { order_version } = await stored(world, orderId);
    const press = () => step("buyerA", id, "agree", { reason: "接受" });
    const outcomes = await Promise.allSettled([press(), press()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await stored(world, orderId)).toMatchObject({ order_version: Number(order_version) + 1 });
  });

  test("回复以前送了一部分：只能回复余下的，不必按当初要的", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    await arrivedNote(world, orderId, ["700"]);
    expect((await refusal(reply(world, id), "invalid")).message).toBe("第1行加急数量超过未交数量300");
    expect(await reply(world, id, { reply_qty: "300" })).toMatchObject({ state: "replied" });
  });

  test("回复以后订单提前到同一天，接受时说已不早于它", async () => {
    const { orderId, id } = await replied(world);
    const [line] = items(await stored(world, orderId));
    const [delivery] = (line?.schedules ?? []) as readonly { id: string }[];
    const lineInput = { [delivery?.id ?? ""]: { plan_qty: "1000", plan_date: "2025-03-15" } };
    await transition(world, {
      context: await world.as("buyerA"),
      id: orderId,
      name: "change",
      more: { reason: "提前", lineInput },
    });
    await transition(world, { context: await world.as("supplierA"), id: orderId, name: "confirm" });
    const { message } = await refusal(step("buyerA", id, "agree", { reason: "接受" }), "invalid");
    expect(message).toContain("不早于它");
  });
});

describe("分批交货", () => {
  test("本来就更早的那一批不算：发送时就说出多少不能再提前", async () => {
    const { id: orderId } = await confirmed(world);
    const [line] = items(await stored(world, orderId));
    const [delivery] = deliveries(line);
    const lineInput = {
      [delivery?.id ?? ""]: { plan_qty: "600", plan_date: "2025-03-20" },
      [line?.id ?? ""]: { plan_qty: "400", plan_date: "2025-03-14" },
    };
    await transition(world, {
      context: await world.as("buyerA"),
      id: orderId,
      name: "change",
      more: { reason: "分两批", lineInput },
    });
    await transition(world, { context: await world.as("supplierA"), id: orderId, name: "confirm" });
    const much = await rush(world, orderId, { line: { qty: "700", want_date: "2025-03-17" } });
    const { message } = await refusal(step("buyerA", much, "send", { reason: "急" }), "invalid");
    expect(message).toBe("第1行有100本来就在2025-03-17以前交货，不能再提前，请减少加急数量");
    const fitting = await rush(world, orderId, { line: { qty: "600", want_date: "2025-03-17" } });
    expect(await step("buyerA", fitting, "send", { reason: "急" })).toMatchObject({ state: "sent" });
  });
});

describe("费用和日期的界限", () => {
  test("0元的费用就是没有费用，不须说明也不须审批", async () => {
    const { id } = await replied(world, { row: { line_cost: "0.00" } });
    await refusal(step("buyerA", id, "ask_cost", { reason: "接受" }), "wrong_state");
    expect(await step("buyerA", id, "agree", { reason: "接受" })).toMatchObject({ state: "agreed" });
  });

  test.each(["0.001", "-1", "1e30", "99999999999999999", "NaN", "9".repeat(400)])("费用%s不收", async (line_cost) => {
    const { id: orderId } = await confirmed(world);
    const id = await sent(world, orderId);
    await refusal(reply(world, id, { line_cost, cost_reason: "专车" }), "invalid");
    expect(await rushed(id)).toMatchObject({ state: "sent", extra_cost: null });
  });

  test("两行各自能写的最大费用，合计也能写，或者说明太大", async () => {
    const { id } = await bothLines();
    const most = { line_cost: "9999999999999999.99", cost_reason: "专车" };
    await refusal(answer(id, { reply_qty: "400", ...most }, { reply_qty: "5", ...most }), "invalid");
    expect(await rushed(id)).toMatchObject({ state: "sent" });
  });

  test("期望交期已过的不能发送，要求回复时间已过的也不能", async () => {
    const { id: orderId } = await confirmed(world);
    const past = await rush(world, orderId, { line: { want_date: "2025-03-09" } });
    expect((await refusal(step("buyerA", past, "send", { reason: "急" }), "invalid")).message).toContain(
      "不能早于今天",
    );
    const late = await rush(world, orderId, { reply_deadline: "2025-03-09 10:00" });
    await refusal(step("buyerA", late, "send", { reason: "急" }), "invalid");
  });
});

describe("绕过页面", () => {
  test("不能写供应商和系统的字段，不能替别人的行回复，没有回复的行不放过", async () => {
    const { id: orderId } = await confirmed(world);
    const forged = { ...(await rushValues(world, orderId)), state: "agreed", extra_cost: "1", made_order_id: orderId };
    const write = async () =>
      createRecord(await world.as("planner"), { screen: world.screen(RUSH), values: forged }).then(({ id }) => id);
    const made = await write().catch(() => null);
    if (made) expect(await rushed(made)).toMatchObject({ state: "draft", extra_cost: null, made_order_id: null });

    const first = await bothLines();
    const other = await bothLines();
    const [foreign] = items(await rushed(other.id));
    const lineInput = { [foreign?.id ?? ""]: { reply_qty: "1", reply_date: "2025-03-15" } };
    await refusal(step("supplierA", first.id, "reply", { lineInput }), "malformed");
    await refusal(answer(first.id, { reply_qty: "400" }), "invalid");
    expect(items(await rushed(other.id))[0]).toMatchObject({ reply_qty: null });
  });

  test("系统的步骤谁也不能做", async () => {
    const { id } = await replied(world);
    for (const name of ["finish", "end_lines", "end_with_order", "miss_reply"])
      await expect(step("buyerA", id, name, { reason: "试试" })).rejects.toMatchObject({ name: "AppError" });
    expect(await rushed(id)).toMatchObject({ state: "replied" });
  });

  test("插单不能参照别的供应商的订单", async () => {
    const { id: orderId } = await confirmed(world);
    const values = {
      ...(await rushValues(world, orderId)),
      rush_kind: "insert",
      supplier_id: world.ids.supplierB,
      order_id: orderId,
      items: [{ material_id: world.ids.corn, qty: "50", want_date: "2025-03-14" }],
    };
    await refusal(createRecord(await world.as("planner"), { screen: world.screen(RUSH), values }), "invalid");
  });
});
