import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { AccountName } from "../../../support/company";
import * as orders from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const DAY_MS = 86_400_000;
/** Before the first of its lines is wanted, whatever day it has become. */
const PLACED = { order_date: "2025-03-10" };
const buyer = () => world.as("buyerA");
const supplier = () => world.as("supplierA");
const { items, otherDelivery, refusal, stored } = orders;

/** Each step comes a moment after the one before it, so that what was said first is told apart from what was said next. */
function stepwise<A extends unknown[], R>(step: (...given: A) => Promise<R>): (...given: A) => Promise<R> {
  return async (...given) => {
    const made = await step(...given);
    world.clock.advance(1000);
    return made;
  };
}
const [released, proposed, transition] = [
  stepwise(orders.released),
  stepwise(orders.proposed),
  stepwise(orders.transition),
];

/** What the order told somebody, in the order in which it was said, without the number; what watchers hear is left out. */
async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string; number: string }>`
    select title, number from inbox join purchase_order on purchase_order.id = record_id
    where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch' order by at, inbox.id`.execute(
    world.engine.database.connection(),
  );
  return rows.map(({ title, number }) => title.replace(` ${number} `, "").replace(number, "").trim());
}

async function remind(): Promise<void> {
  expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
}

describe("每一步都告诉对方", () => {
  test("下达告诉供应商，部分确认和全部确认告诉采购员", async () => {
    const { id } = await released(world);
    expect(await told(id, "supplierA")).toEqual(["新采购订单等待您确认"]);
    const [line] = items(await stored(world, id));
    const lineInput = { [line?.id ?? ""]: { chosen: "1" } };
    await transition(world, { context: await supplier(), id, name: "confirm_lines", more: { lineInput } });
    await transition(world, { context: await supplier(), id, name: "confirm" });
    expect(await told(id, "buyerA")).toEqual(["采购订单供应商已部分确认", "采购订单供应商已全部确认"]);
  });

  test("提议、撤回告诉采购员，接受、拒绝告诉供应商", async () => {
    const { id } = await released(world);
    await proposed(world, id, { plan_qty: "900" });
    await transition(world, { context: await supplier(), id, name: "withdraw_change" });
    await proposed(world, id, { plan_qty: "800" });
    await transition(world, { context: await buyer(), id, name: "refuse_change", more: { reason: "太少" } });
    await proposed(world, id, { plan_qty: "950" });
    await transition(world, { context: await buyer(), id, name: "accept_change" });
    expect((await told(id, "supplierA")).slice(1)).toEqual(["采购订单的变更提议被拒绝", "采购订单的变更提议已接受"]);
    expect(await told(id, "buyerA")).toEqual([
      "采购订单供应商提出变更，等待您答复",
      "采购订单供应商撤回了变更提议",
      "采购订单供应商提出变更，等待您答复",
      "采购订单供应商提出变更，等待您答复",
    ]);
  });

  test("立即生效的变更告诉供应商；超过批准金额的先告诉采购经理，批准以后才告诉供应商，结果告诉采购员", async () => {
    const { id } = await released(world);
    const change = async (plan_qty: string) =>
      transition(world, {
        ...{ context: await buyer(), id, name: "change" },
        more: { reason: "调整", lineInput: await otherDelivery(world, id, { plan_qty }) },
      });
    await change("900");
    expect((await told(id, "supplierA")).slice(1)).toEqual(["采购订单有变更，请重新确认"]);
    await change("5000");
    expect((await told(id, "supplierA")).slice(1)).toHaveLength(1);
    expect(await told(id, "manager")).toEqual(["采购订单的变更等待批准"]);
    await transition(world, { context: await world.as("manager"), id, name: "apply_change", more: { reason: "同意" } });
    expect((await told(id, "supplierA")).slice(2)).toEqual(["采购订单有变更，请重新确认"]);
    expect(await told(id, "buyerA")).toEqual(["采购订单的变更已批准，立即生效"]);
  });

  test("暂停、恢复、关闭、重新打开、取消都告诉供应商；下达以前取消的不告诉", async () => {
    const { id } = await released(world);
    for (const [name, by] of [
      ["hold", "buyerA"],
      ["resume", "buyerA"],
      ["close", "buyerA"],
      ["reopen", "manager"],
      ["cancel", "buyerA"],
    ] as const)
      await transition(world, { context: await world.as(by), id, name, more: { reason: "计划调整" } });
    expect((await told(id, "supplierA")).slice(1)).toEqual([
      "采购订单已暂停",
      "采购订单已恢复",
      "采购订单已关闭",
      "采购订单已重新打开",
      "采购订单已取消",
    ]);
  });
});

describe("确认时限", () => {
  test("催办再提醒供应商一次，同一天只能催一次，也可以成批", async () => {
    const { id } = await released(world, PLACED);
    const again = async () => transition(world, { context: await buyer(), id, name: "remind" });
    await again();
    expect((await told(id, "supplierA")).slice(1)).toEqual(["请确认采购订单"]);
    expect((await refusal(again(), "invalid")).message).toBe("今天已经催办过，请明天再试");
    world.clock.advance(DAY_MS);
    await again();
  });

  test("代供应商确认要有凭证和原因，供应商收到通知", async () => {
    const { id } = await released(world, PLACED);
    const behalf = async (input = {}) =>
      transition(world, {
        ...{ context: await buyer(), id, name: "confirm_for_supplier" },
        more: { reason: "供应商来电确认", input },
      });
    const { complaints } = await refusal(behalf(), "invalid");
    expect(complaints).toEqual([{ field: "confirm_proof", message: "请上传供应商确认的凭证" }]);
    const proof = [{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }];
    await sql`update purchase_order set confirm_proof = ${JSON.stringify(proof)}::jsonb where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    await behalf({ confirm_proof: proof });
    expect(await stored(world, id)).toMatchObject({ state: "confirmed", confirmed_on_behalf: true });
    expect((await told(id, "supplierA")).at(-1)).toBe("采购订单已由采购员代您确认");
  });

  test("前一天和当天催供应商，超时告诉双方，再过两天上报采购经理；确认以后不再催", async () => {
    const { id } = await released(world, PLACED);
    world.clock.advance(DAY_MS);
    await remind();
    await remind();
    expect((await told(id, "supplierA")).slice(1)).toEqual(["请确认采购订单"]);
    world.clock.advance(2 * DAY_MS);
    await remind();
    expect((await told(id, "supplierA")).at(-1)).toBe("采购订单已超时1天");
    expect(await told(id, "buyerA")).toEqual(["采购订单超时1天未确认"]);
    expect(await told(id, "manager")).toEqual([]);
    world.clock.advance(2 * DAY_MS);
    await remind();
    expect(await told(id, "manager")).toEqual(["采购订单超时3天未确认"]);
    await transition(world, { context: await supplier(), id, name: "confirm" });
    const before = await told(id, "supplierA");
    world.clock.advance(7 * DAY_MS);
    await remind();
    expect((await told(id, "supplierA")).filter((one) => one.includes("超时"))).toEqual(
      before.filter((one) => one.includes("超时")),
    );
  });
});

test("确认的交期前三天提醒供应商，同一天的几行合为一条", async () => {
  const { id } = await released(world, {
    order_date: "2025-03-10",
    items: [world.ids.corn, world.ids.oil].map((material_id) => ({
      ...{ material_id, qty: "10", price: "1", required_date: "2025-06-20" },
    })),
  });
  await transition(world, { context: await supplier(), id, name: "confirm" });
  world.clock.advance(Date.parse("2025-06-17T02:00:00Z") - world.clock.now().getTime());
  await remind();
  await remind();
  expect((await told(id, "supplierA")).filter((one) => one.includes("交货"))).toEqual([
    "采购订单将于 2025-06-20 交货，剩3天",
  ]);
});
