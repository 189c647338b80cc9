import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import type { AccountName } from "../../../support/company";
import { makeTables, SHIPMENT, TALLY, withDrawing } from "../../../support/draws";
import { confirmed, items, order, otherDelivery, proposed, refusal, stored, transition } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withDrawing() });
beforeAll(() => makeTables(world));
afterAll(() => world.close());

const buyer = () => world.as("buyerA");

/** A confirmed order of one line of 100. */
async function ordered(lines = 1): Promise<string> {
  const materials = [world.ids.corn, world.ids.oil];
  const values = {
    items: materials.slice(0, lines).map((material_id) => ({
      ...{ material_id, qty: "100", price: "10", required_date: "2025-03-20" },
    })),
  };
  const { id } = await order(world, await buyer(), values);
  await transition(world, { context: await buyer(), id, name: "submit" });
  await transition(world, { context: await buyer(), id, name: "release", more: { reason: "测试" } });
  await transition(world, { context: await world.as("supplierA"), id, name: "confirm" });
  return id;
}

async function move(account: AccountName, key: string, id: string, name: string) {
  return applyTransition(await world.as(account), { entity: world.entity(key), id, name });
}

/** The supplier sends so much of a line. @returns the note */
async function sent(orderId: string, qty: string, position = 0): Promise<string> {
  const line = items(await stored(world, orderId))[position];
  const { id } = await createRecord(await world.as("supplierA"), {
    screen: world.screen(SHIPMENT),
    values: { items: [{ order_line_id: line?.id, material_id: line?.material_id, qty }] },
  });
  await move("supplierA", SHIPMENT, id, "send");
  return id;
}

/** The warehouse accepts so much of a note. @returns the receipt */
async function received(orderId: string, note: string, accept_qty: string, position = 0): Promise<string> {
  const { record } = await openRecord(world.system(), { entity: world.entity(SHIPMENT), id: note });
  const [row] = linesOf(record, "items");
  const { id } = await createRecord(await world.as("warehouse"), {
    screen: world.screen(TALLY),
    values: {
      supplier_id: world.ids.supplierA,
      items: [
        {
          order_line_id: items(await stored(world, orderId))[position]?.id,
          shipment_line_id: row?.id,
          accept_qty,
        },
      ],
    },
  });
  await move("warehouse", TALLY, id, "post");
  return id;
}

async function delivered(orderId: string, qty: string, position = 0): Promise<string> {
  return received(orderId, await sent(orderId, qty, position), qty, position);
}

async function statuses(id: string) {
  return items(await stored(world, id)).map((line) => line.line_status);
}

async function titles(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${world.accounts[account]} order by at, id`.execute(
    world.engine.database.connection(),
  );
  return rows.map(({ title }) => title);
}

describe("订单随收货变化", () => {
  test("发货不算收货；收了一部分是部分收货，收足的行完成，各行都完成订单自动完成，双方都收到通知", async () => {
    const id = await ordered(2);
    const note = await sent(id, "60");
    expect(await stored(world, id)).toMatchObject({ receipt_status: "none", receipt_rate: "0.0000" });
    await received(id, note, "60");
    expect(await stored(world, id)).toMatchObject({
      state: "confirmed",
      receipt_status: "partial",
      receipt_rate: "30.0000",
    });
    expect(await statuses(id)).toEqual(["partial", "open"]);
    await delivered(id, "40");
    expect(await statuses(id)).toEqual(["done", "open"]);
    await delivered(id, "100", 1);
    const done = await stored(world, id);
    expect(done).toMatchObject({ state: "completed", receipt_status: "whole", receipt_rate: "100.0000" });
    expect(done.completed_at).not.toBeNull();
    const number = String(done.number);
    expect(await titles(id, "supplierA")).toContain(`采购订单 ${number} 已完成`);
    expect(await titles(id, "buyerA")).toContain(`采购订单 ${number} 已收货完成`);
  });

  test("收货冲销后订单回到执行中，行又可以送货", async () => {
    const id = await ordered();
    const receipt = await delivered(id, "100");
    expect((await stored(world, id)).state).toBe("completed");
    await move("warehouse", TALLY, receipt, "reverse");
    const again = await stored(world, id);
    expect(again).toMatchObject({ state: "confirmed", completed_at: null, receipt_status: "none" });
    expect(await statuses(id)).toEqual(["open"]);
  });

  test("欠收在容差以内就算完成，但还有货在途时不算", async () => {
    const id = await ordered();
    await sql`update purchase_order_items set under_rate = 5 where root_id = ${id}`.execute(
      world.engine.database.connection(),
    );
    const last = await sent(id, "5");
    await delivered(id, "95");
    expect((await stored(world, id)).state).toBe("confirmed");
    await received(id, last, "1");
    expect(await statuses(id)).toEqual(["partial"]);
  });

  test("超收容差按订单行的比例，超过一点也拒绝", async () => {
    const id = await ordered();
    await sql`update purchase_order_items set over_rate = 5 where root_id = ${id}`.execute(
      world.engine.database.connection(),
    );
    await refusal(sent(id, "105.001"), "invalid");
    await delivered(id, "105");
    expect(await stored(world, id)).toMatchObject({ state: "completed", receipt_rate: "100.0000" });
  });
});

describe("人工完成与重新打开", () => {
  test("没有收过货的不能完成；收过的行完成，没收过的行关闭，余量不再可送", async () => {
    const id = await ordered(2);
    const complete = async () =>
      transition(world, { context: await buyer(), id, name: "complete", more: { reason: "余量不再需要" } });
    expect((await refusal(complete(), "invalid")).message).toContain("还没有收货");
    await delivered(id, "60");
    expect((await complete()).state).toBe("completed");
    const done = await stored(world, id);
    expect(items(done).map(({ line_status, open_qty }) => [line_status, open_qty])).toEqual([
      ["done", null],
      ["closed", null],
    ]);
    await transition(world, { context: await world.as("manager"), id, name: "reopen", more: { reason: "还要" } });
    expect(await stored(world, id)).toMatchObject({ state: "confirmed", completed_at: null });
    expect(await statuses(id)).toEqual(["partial", "closed"]);
    await delivered(id, "40");
    expect((await stored(world, id)).state).toBe("completed");
  });

  test("收足的订单没有可以继续的，不能重新打开", async () => {
    const id = await ordered();
    await delivered(id, "100");
    const reopened = transition(world, {
      ...{ context: await world.as("manager"), id, name: "reopen" },
      more: { reason: "还要" },
    });
    expect((await refusal(reopened, "invalid")).message).toContain("都已收足");
  });
});

describe("已通知或已收的数量", () => {
  test("变更、提议都不能把数量改到它以下，说出第几行和多少；改到正好可以", async () => {
    const id = await ordered();
    await delivered(id, "30");
    await sent(id, "20");
    const to = async (plan_qty: string) => ({
      reason: "减量",
      lineInput: await otherDelivery(world, id, { plan_qty }),
    });
    const change = async (plan_qty: string) =>
      transition(world, { context: await buyer(), id, name: "change", more: await to(plan_qty) });
    const { complaints } = await refusal(change("49.999"), "invalid");
    expect(complaints.map(({ message }) => message)).toEqual(["第1行已通知或已收50，数量不能小于它"]);
    await refusal(proposed(world, id, { plan_qty: "10" }), "invalid");
    await change("50");
    expect(items(await stored(world, id))[0]).toMatchObject({ qty: "50.000", line_status: "partial" });
  });

  test("提议以后又发了货，接受时再核对一次", async () => {
    const id = await ordered();
    await proposed(world, id, { plan_qty: "10" });
    await sent(id, "20");
    const accepted = transition(world, {
      ...{ context: await buyer(), id, name: "accept_change" },
      more: { reason: "同意" },
    });
    expect((await refusal(accepted, "invalid")).message).toBe("第1行已通知或已收20，数量不能小于它");
  });

  test("有送货单在途时不能关闭行、关闭订单，也不能完成；到货以后可以", async () => {
    const id = await ordered(2);
    const note = await sent(id, "20");
    const [line] = items(await stored(world, id));
    const ending = async (name: string, more = {}) =>
      transition(world, { context: await buyer(), id, name, more: { reason: "不要了", ...more } });
    const ticked = { lineInput: { [line?.id ?? ""]: { chosen: "1" } } };
    for (const [name, more] of [
      ["close", {}],
      ["close_lines", ticked],
    ] as const)
      expect((await refusal(ending(name, more), "invalid")).message).toContain("第1行有送货单在途20");
    await received(id, note, "20");
    await ending("close_lines", ticked);
    expect(await statuses(id)).toEqual(["closed", "open"]);
  });
});

describe("首次确认的交期", () => {
  test("第一次确认时记下，以后改期不变", async () => {
    const id = await ordered();
    const lineInput = await otherDelivery(world, id, { plan_date: "2025-04-10" });
    await transition(world, { context: await buyer(), id, name: "change", more: { reason: "推迟", lineInput } });
    await transition(world, { context: await world.as("supplierA"), id, name: "confirm" });
    const [line] = items(await stored(world, id));
    expect(line).toMatchObject({ first_confirm_date: "2025-03-20", confirm_date: "2025-04-10" });
    expect(linesOf(line ?? { id: "", line_no: 0 }, "schedules")).toMatchObject([
      { first_confirm_date: "2025-03-20", confirm_date: "2025-04-10" },
    ]);
  });

  test("没有变更过的订单，两个日期相同", async () => {
    const { id } = await confirmed(world);
    for (const line of items(await stored(world, id))) expect(line.first_confirm_date).toBe(line.confirm_date);
  });
});
