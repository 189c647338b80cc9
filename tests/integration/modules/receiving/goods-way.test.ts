import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listRecords } from "~/engine/operations/list.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { decimal, sum } from "~/shared/decimal";
import { confirmed, items, ORDER, refusal, stored } from "../../../support/orders";
import {
  arrivedNote,
  count,
  JOURNAL,
  judge,
  move,
  NOTE,
  posted,
  RECEIPT,
  receiptOf,
  recordOf,
  withFreeNotes,
} from "../../../support/receipts";
import { RETURN, ship, shippedReturn } from "../../../support/returns";
import { openWorld } from "../../../support/world";

/*
 * One order all the way: two lorries, a batch that quality rejects, what it begets, goods that go back for money and goods that are exchanged,
 * until nothing is left to come. After every step the figures of the order are what the journal alone adds up to.
 */
const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const connection = () => world.engine.database.connection();
const EVERYTHING = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };

let orderId = "";
const way: Record<string, string> = {};

interface Moved {
  qty: string;
  amount: string;
}

/** What the journal says of a material of the order: what came in, and what went out again. */
async function booked(materialId: unknown): Promise<{ came: Moved; went: Moved }> {
  const { rows } = await sql<{ io_type: string; qty: string; amount: string }>`
    select io_type, qty::text as qty, amount::text as amount from io_data
    where order_id = ${orderId} and material_id = ${String(materialId)}::uuid`.execute(connection());
  const total = (types: readonly string[]): Moved => {
    const those = rows.filter(({ io_type }) => types.includes(io_type));
    return {
      qty: sum(those.map(({ qty }) => qty)).toFixed(3),
      amount: sum(those.map(({ amount }) => amount)).toFixed(2),
    };
  };
  return { came: total(["in", "in_rev"]), went: total(["out", "out_rev"]) };
}

/** Each figure of each line of the order, against the journal. */
async function agrees(): Promise<void> {
  for (const line of items(await stored(world, orderId))) {
    const { came, went } = await booked(line.material_id);
    const gone = sum([String(line.refunded_qty), String(line.exchanged_qty)]);
    expect(came.qty).toBe(line.accepted_qty);
    expect(decimal(went.qty).times(-1).toFixed(3)).toBe(gone.toFixed(3));
    expect(came.amount).toBe(
      decimal(String(line.accepted_qty))
        .times(decimal(String(line.price)))
        .toFixed(2),
    );
    const left = decimal(String(line.qty))
      .minus(decimal(String(line.accepted_qty)))
      .plus(decimal(String(line.exchanged_qty)))
      .minus(decimal(String(line.noticed_qty)));
    // Nothing more is sent of a line that has ended.
    if (line.line_status === "open" || line.line_status === "partial") expect(line.open_qty).toBe(left.toFixed(3));
  }
}

/** A note over so much of one line of the order. */
async function noteOf(position: number, qty: string, batch: string): Promise<string> {
  const line = items(await stored(world, orderId))[position];
  return arrivedNote(world, orderId, [qty], { order_line: line?.id, batch_no: batch });
}

const state = async () => (await stored(world, orderId)).state;

beforeAll(async () => {
  orderId = (await confirmed(world)).id;
});

describe("一张订单从送货到完成", () => {
  test("第一车：两行都合格，订单部分收货", async () => {
    way.note1 = await arrivedNote(world, orderId, ["400", "10"]);
    await agrees();
    way.receipt1 = await posted(world, way.note1, ["400", "10"]);
    await agrees();
    expect(items(await stored(world, orderId)).map(({ line_status }) => line_status)).toEqual([
      "partial",
      "done",
      "open",
    ]);
    expect(await state()).toBe("confirmed");
  });

  test("第二车：一批拒收，只有合格的入库；退货单自动产生，带回后数量可以重新送", async () => {
    way.note2 = await noteOf(0, "600", "R1");
    way.receipt2 = await receiptOf(world, way.note2);
    await count(world, way.receipt2, [{ count_qty: "600" }]);
    await move(world, "warehouse", { key: RECEIPT, id: way.receipt2, name: "count" });
    await judge(world, way.receipt2, [{ qa_result: "fail", accept_qty: "500", reject_qty: "100" }]);
    await move(world, "warehouse", { key: RECEIPT, id: way.receipt2, name: "post" });
    await agrees();
    const { rows } = await sql<{ id: string }>`
      select root_id as id from purchase_return_items where receipt_id = ${way.receipt2}`.execute(connection());
    way.takenBack = rows[0]?.id ?? "";
    expect(await recordOf(world, RETURN, way.takenBack)).toMatchObject({ state: "draft", return_mode: "unposted" });
    await move(world, "warehouse", { key: RETURN, id: way.takenBack, name: "take_back" });
    await ship(world, way.takenBack, ["100"]);
    await move(world, "supplierA", { key: RETURN, id: way.takenBack, name: "complete" });
    await agrees();
    const [first] = items(await stored(world, orderId));
    expect(first).toMatchObject({ accepted_qty: "900.000", rejected_qty: "100.000", open_qty: "100.000" });
  });

  test("退货扣款减少应付，换货重新打开未交数量", async () => {
    const values = { return_reason: "quality", reason_text: "复检不合格" };
    await shippedReturn(world, way.receipt1 ?? "", ["20"]);
    await agrees();
    way.exchanged = await shippedReturn(world, way.receipt1 ?? "", ["30"], {
      values: { ...values, return_mode: "exchange", return_reason: "surplus" },
    });
    await agrees();
    const [first] = items(await stored(world, orderId));
    expect(first).toMatchObject({ refunded_qty: "20.000", exchanged_qty: "30.000", open_qty: "130.000" });
    const { went } = await booked(first?.material_id);
    expect(went).toEqual({ qty: "-50.000", amount: "-175.00" });
    // What was written down wrongly is as if it had never left.
    const wrong = await shippedReturn(world, way.receipt1 ?? "", ["5"], { values: { return_mode: "exchange" } });
    await agrees();
    await move(world, "warehouse", { key: RETURN, id: wrong, name: "reverse", reason: "出厂登记错误" });
    await agrees();
    expect((await booked(first?.material_id)).went).toEqual(went);
  });

  test("补送和换货收齐以后，订单自动完成，不能再送", async () => {
    await posted(world, await noteOf(0, "130", "R2"), ["130"]);
    await agrees();
    expect(await state()).toBe("confirmed");
    await posted(world, await noteOf(2, "200.5", "C1"), ["200.5"]);
    await agrees();
    expect(await state()).toBe("completed");
    await refusal(noteOf(0, "0.001", "R3"), "invalid");
  });

  test("完成的订单有货换货退回，超出少收容差的又要送货", async () => {
    await shippedReturn(world, way.receipt2 ?? "", ["60"], { values: { return_mode: "exchange" } });
    await agrees();
    expect(await state()).toBe("confirmed");
    await posted(world, await noteOf(0, "60", "R4"), ["60"]);
    await agrees();
    expect(await state()).toBe("completed");
  });

  test("别的供应商什么都看不到：列表、记录、流水", async () => {
    const stranger = await world.as("supplierB");
    for (const [key, id] of [
      [ORDER, orderId],
      [NOTE, way.note1],
      [RECEIPT, way.receipt2],
      [RETURN, way.takenBack],
    ] as const) {
      expect((await listRecords(stranger, world.screen(key), EVERYTHING)).count).toBe(0);
      await refusal(recordModel(stranger, world.screen(key), id ?? ""), "not_found");
    }
    expect((await listRecords(stranger, world.screen(JOURNAL), EVERYTHING)).count).toBe(0);
  });
});
