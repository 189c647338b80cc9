import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paperOfRows, printedRows } from "~/engine/output/print-rows-of-list.server";
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
  expect(batch?.transitions).toContainEqual({
    label: "打印标签",
    action: `/${NOTE}/print-rows/labels`,
    tone: "plain",
    reload: true,
  });
});

describe("所选行的标签", () => {
  const labels = async (account: "supplierA" | "supplierB" | "warehouse", ids: readonly string[], name = "labels") =>
    paperOfRows(
      await world.as(account),
      { screen, name, origin: ORIGIN },
      ids.map((id) => ({ id })),
    );

  test("供应商和仓库打印所选各张的标签，按勾选的顺序，每张的二维码指向自己的送货单", async () => {
    for (const account of ["supplierA", "warehouse"] as const) {
      const { sheets, missing, without } = await labels(account, mine);
      expect([missing, without]).toEqual([0, 0]);
      expect(sheets.map(({ code }) => code.content)).toEqual(mine.map((id) => `${ORIGIN}/web/${NOTE}/${id}`));
      expect(sheets.map((sheet) => sheet.labels.length)).toEqual([1, 1]);
    }
  });

  test("别家的不打印，与不存在一样；没有这种纸的列表也一样", async () => {
    await refusal(labels("supplierB", mine), "not_found");
    await refusal(labels("supplierA", mine, "stickers"), "not_found");
    expect((await labels("supplierA", [...mine, world.engine.newId()])).missing).toBe(1);
    expect((await refusal(labels("supplierA", []), "invalid")).message).toBe("请先在列表上勾选要打印的送货单");
  });

  test("现在的状态没有标签的略去并说有几张；都没有的说明原因", async () => {
    const [first = "", second = ""] = mine;
    await sql`update delivery_note set state = 'cancelled' where id = ${first}`.execute(
      world.engine.database.connection(),
    );
    const { sheets, without } = await labels("warehouse", mine);
    expect([sheets.map(({ id }) => id), without]).toEqual([[second], 1]);
    expect((await refusal(labels("warehouse", [first]), "invalid")).message).toBe(
      "所选的送货单都不是在途、已到厂、收货中，不能打印标签",
    );
  });
});
