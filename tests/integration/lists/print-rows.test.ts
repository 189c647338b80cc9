import { afterAll, beforeAll, expect, test } from "vitest";
import { printedRows } from "~/engine/output/print-rows-of-list.server";
import { listModel } from "~/engine/screen/list-model.server";
import { confirmed, refusal } from "../../support/orders";
import { arrivedNote, NOTE, RECEIPT, recordOf, withFreeNotes } from "../../support/receipts";
import { openWorld } from "../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const ORIGIN = "https://portal.test";
const screen = world.screen(NOTE);
let mine: string[] = [];

beforeAll(async () => {
  for (const quantity of ["10", "20"]) mine.push(await arrivedNote(world, (await confirmed(world)).id, [quantity]));
  mine = [...mine].reverse();
});

const print = async (account: "supplierA" | "supplierB" | "warehouse", ids: readonly string[]) =>
  printedRows(
    await world.as(account),
    screen,
    ids.map((id) => ({ id })),
    ORIGIN,
  );

test("按勾选的顺序一张接一张，每张与单独打印的一样", async () => {
  const { printed, missing } = await print("warehouse", mine);
  expect(missing).toBe(0);
  const numbers = await Promise.all(mine.map(async (id) => (await recordOf(world, NOTE, id)).number));
  expect(printed.map(({ document }) => document.number?.text)).toEqual(numbers);
  expect(new Set(printed.map(({ document }) => document.foot)).size).toBe(2);
});

test("别家的送货单不打印，只说有几张；一张也没有的，与不存在一样", async () => {
  await refusal(print("supplierB", mine), "not_found");
  const { printed, missing } = await print("supplierA", [...mine, world.engine.newId()]);
  expect([printed.length, missing]).toEqual([2, 1]);
});

test("没有勾选、勾选过多、不提供连续打印的列表", async () => {
  expect((await refusal(print("warehouse", []), "invalid")).message).toBe("请先在列表上勾选要打印的送货单");
  const many = Array.from({ length: 51 }, () => world.engine.newId());
  expect((await refusal(print("warehouse", many), "invalid")).message).toContain("一次最多连续打印");
  const other = printedRows(await world.as("warehouse"), world.screen(RECEIPT), [{ id: mine[0] ?? "" }], ORIGIN);
  await refusal(other, "not_found");
});

test("列表上每一行都能勾选，按钮离开到打印的页面", async () => {
  const { table, batch } = await listModel(await world.as("supplierA"), screen, new URLSearchParams());
  expect(table.rows.every(({ pick }) => pick !== undefined)).toBe(true);
  expect(batch?.transitions).toContainEqual({
    label: "批量打印",
    action: `/${NOTE}/print-rows`,
    tone: "plain",
    reload: true,
  });
});
