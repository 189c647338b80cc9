import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { batchPageModel, batchResultModel, submitBatch } from "~/engine/screen/batch-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { confirmed, refusal } from "../../../support/orders";
import { arrivedNote, RECEIPT, receiptOf, received, recordOf, withFreeNotes } from "../../../support/receipts";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const screen = world.screen(RECEIPT);

async function judged(): Promise<string> {
  const { id } = await confirmed(world);
  return received(world, await arrivedNote(world, id, ["40"]), ["40"]);
}

async function counting(): Promise<string> {
  const { id } = await confirmed(world);
  return receiptOf(world, await arrivedNote(world, id, ["40"]));
}

async function ask(context: Context, ids: readonly string[]) {
  const rows = await Promise.all(
    ids.map(async (id) => ["row", `${id}:${(await recordOf(world, RECEIPT, id)).version}`]),
  );
  return batchPageModel(context, screen, "post", new URLSearchParams(rows));
}

function send(context: Context, page: Awaited<ReturnType<typeof ask>>, typed: Readonly<Record<string, string>>) {
  const form = new FormData();
  form.set("_once", page.secrets.once);
  for (const row of page.rows) form.append("refusal" in row ? "_refused" : "row", `${row.id}:${row.version}`);
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return submitBatch(context, screen, "post", form);
}

async function result(context: Context, { resultHref }: Awaited<ReturnType<typeof submitBatch>>) {
  const { searchParams } = new URL(resultHref ?? "", "http://portal.test");
  return batchResultModel(context, screen, "post", searchParams);
}

const stateAndDay = async (id: string) => {
  const { state, post_date } = await recordOf(world, RECEIPT, id);
  return [state, post_date];
};

/** Puts it at another day than the goods came on, past what asks for it. */
async function cameOn(id: string, moment: string) {
  await sql`update goods_receipt set receive_at = ${moment} where id = ${id}`.execute(
    world.engine.database.connection(),
  );
}

test("过账日期只问一次，用于所选的每一张；做不了的按单号说明原因，别的照常", async () => {
  const warehouse = await world.as("warehouse");
  const [first, late, draft] = [await judged(), await judged(), await counting()];
  await cameOn(first, `${addDays(TODAY, -3)}T02:00:00Z`);
  const page = await ask(warehouse, [first, late, draft]);
  expect(page.controls.map(({ name, value }) => [name, value])).toEqual([
    ["post_date", ""],
    ["_whole", ""],
  ]);
  expect(page.question).toContain("确定对2条收货单执行「过账」吗？");
  expect(page.question).toContain("另有1条不能过账");
  const day = addDays(TODAY, -1);
  const done = await result(warehouse, await send(warehouse, page, { post_date: day }));
  const { number } = await recordOf(world, RECEIPT, late);
  expect(done.done).toBe("已过账 1 条");
  expect(done.failed.map(({ title, message }) => [title, message])).toEqual([[number, "过账日期不能早于收货日期"]]);
  expect(await stateAndDay(first)).toEqual(["posted", day]);
  expect(await stateAndDay(late)).toEqual(["judged", null]);
  expect(await stateAndDay(draft)).toEqual(["draft", null]);
});

test.each([
  ["不是日期", "2025-13-40", "该日期不存在"],
  ["哪一张都不能用", addDays(TODAY, 1), "过账日期不能晚于今天"],
])("过账日期%s：在字段旁说明，一张也不动，填过的还在", async (_label, post_date, message) => {
  const warehouse = await world.as("warehouse");
  const ids = [await judged(), await judged()];
  const page = await ask(warehouse, ids);
  const refused = await send(warehouse, page, { post_date });
  expect(refused).toMatchObject({ status: 400, model: { errors: [{ name: "post_date", label: "过账日期" }] } });
  expect(refused.model?.errors[0]?.message).toContain(message);
  expect(refused.model?.controls[0]).toMatchObject({ value: post_date });
  for (const id of ids) expect(await stateAndDay(id)).toEqual(["judged", null]);
});

test("要么全部，要么都不：一张不能用这个日期，全部撤回", async () => {
  const warehouse = await world.as("warehouse");
  const [early, late] = [await judged(), await judged()];
  await cameOn(early, `${addDays(TODAY, -3)}T02:00:00Z`);
  const typed = { post_date: addDays(TODAY, -1), _whole: "1" };
  const done = await result(warehouse, await send(warehouse, await ask(warehouse, [early, late]), typed));
  expect(done.failed).toHaveLength(2);
  expect(await stateAndDay(early)).toEqual(["judged", null]);
});

test("留空：没有日期的是今天，已有日期的保留各自的日期", async () => {
  const warehouse = await world.as("warehouse");
  const [blank, dated] = [await judged(), await judged()];
  const held = addDays(TODAY, -1);
  await cameOn(dated, `${addDays(TODAY, -3)}T02:00:00Z`);
  await sql`update goods_receipt set post_date = ${held} where id = ${dated}`.execute(
    world.engine.database.connection(),
  );
  const page = await ask(warehouse, [blank, dated]);
  expect(page.controls[0]).toMatchObject({ value: "", help: "留空为今天；已有内容的单据，留空则保留各自的内容" });
  await result(warehouse, await send(warehouse, page, { post_date: "" }));
  expect(await stateAndDay(blank)).toEqual(["posted", TODAY]);
  expect(await stateAndDay(dated)).toEqual(["posted", held]);
});

test("没有过账权限的人既打不开也提交不了，列表上没有选择框；仓库的列表有「批量过账」", async () => {
  const id = await judged();
  for (const account of ["qa", "buyerA", "supplierA"] as const) {
    const context = await world.as(account);
    await refusal(ask(context, [id]), "forbidden");
    await refusal(submitBatch(context, screen, "post", new FormData()), "forbidden");
  }
  const labels = async (account: "warehouse" | "qa") =>
    (await listModel(await world.as(account), screen, new URLSearchParams())).batch?.transitions.map(
      ({ label }) => label,
    );
  expect(await labels("warehouse")).toEqual(["批量过账"]);
  expect(await labels("qa")).toBeUndefined();
});

test("REST：日期给一次，每张各自成败", async () => {
  const [first, late] = [await judged(), await judged()];
  await cameOn(first, `${addDays(TODAY, -3)}T02:00:00Z`);
  const items = await Promise.all(
    [first, late].map(async (id) => ({ id, version: (await recordOf(world, RECEIPT, id)).version })),
  );
  const { body } = await call(world, {
    token: await signIn(world, "warehouse"),
    method: "POST",
    path: "/v2/receiving/goods-receipt/batch/post",
    body: { items, input: { post_date: addDays(TODAY, -1) } },
  });
  expect(body.result).toMatchObject({
    done: [{ id: first }],
    failed: [{ id: late, message: "过账日期不能早于收货日期" }],
  });
});
