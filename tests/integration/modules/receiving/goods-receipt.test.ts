import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyLine } from "~/engine/entity";
import { balancesAt } from "~/engine/journals/balance.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { addDays } from "~/shared/calendar";
import { decimal, sum } from "~/shared/decimal";
import { TODAY } from "../../../support/clock";
import { confirmed, items, refusal, stored } from "../../../support/orders";
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
  received,
  recordOf,
  refuseNote,
  withFreeNotes,
} from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const PERIOD = "receiving/posting-period";

async function movements(receiptId: string) {
  const { rows } = await sql<{ io_type: string; qty: string; amount: string; price: string }>`
    select io_type, qty::text as qty, price::text as price, amount::text as amount from io_data where receipt_id = ${receiptId}
    order by id`.execute(world.engine.database.connection());
  return rows;
}

/** Figures of the first line of an order. */
async function figures(orderId: string) {
  const [line] = items(await stored(world, orderId));
  const { noticed_qty, accepted_qty, rejected_qty, open_qty }: Partial<AnyLine> = line ?? {};
  return { noticed_qty, accepted_qty, rejected_qty, open_qty };
}

async function note(quantities: readonly string[] = ["400"]) {
  const { id: orderId } = await confirmed(world);
  return { orderId, noteId: await arrivedNote(world, orderId, quantities) };
}

const post = (id: string, input: Record<string, unknown> = {}) =>
  move(world, "warehouse", { key: RECEIPT, id, name: "post", input });
const countDone = (id: string) => move(world, "warehouse", { key: RECEIPT, id, name: "count" });

describe("从送货单收货", () => {
  test("过账把数量从已通知移到已收，登记入库，送货单随之收完", async () => {
    const { orderId, noteId } = await note();
    expect(await figures(orderId)).toMatchObject({ noticed_qty: "400.000", open_qty: "600.000" });
    const id = await posted(world, noteId, ["400"]);
    expect(await figures(orderId)).toEqual({
      noticed_qty: "0.000",
      accepted_qty: "400.000",
      rejected_qty: "0.000",
      open_qty: "600.000",
    });
    const [line] = items(await stored(world, orderId));
    const amount = decimal("400")
      .times(decimal(String(line?.price)))
      .toFixed(2);
    expect(await movements(id)).toMatchObject([{ io_type: "in", qty: "400.000", price: line?.price, amount }]);
    expect(await recordOf(world, NOTE, noteId)).toMatchObject({ state: "received" });
    expect(await recordOf(world, RECEIPT, id)).toMatchObject({
      state: "posted",
      post_date: TODAY,
      diff_status: "none",
    });
  });

  test("同一次过账请求重试只登记一次，ERP也只收到一次", async () => {
    const { noteId } = await note();
    const id = await received(world, noteId, ["400"]);
    const { version } = await recordOf(world, RECEIPT, id);
    const person = await world.as("warehouse");
    const services = { ...person.services, integration: { systems: new Set(["sap"]) } };
    const again = { entity: world.entity(RECEIPT), id, name: "post", version, requestId: world.engine.newId() };
    const first = await applyTransition({ ...person, services }, again);
    expect(await applyTransition({ ...person, services }, again)).toEqual(first);
    expect(await movements(id)).toHaveLength(1);
    const { rows } = await sql<{ code: string }>`
      select interface_code as code from interface_log where document_id = ${id}`.execute(
      world.engine.database.connection(),
    );
    expect(rows).toEqual([{ code: "goods_received" }]);
  });

  test("分两次收一张送货单，第三次没有可收的", async () => {
    const { orderId, noteId } = await note();
    await posted(world, noteId, ["150"]);
    expect(await figures(orderId)).toMatchObject({ noticed_qty: "250.000", accepted_qty: "150.000" });
    await posted(world, noteId, ["250"]);
    expect(await figures(orderId)).toMatchObject({ noticed_qty: "0.000", accepted_qty: "400.000" });
    await refusal(receiptOf(world, noteId), "not_found");
  });

  test("同一张送货单的两张收货单各收全部，后过账的一张被拒绝，数量不动", async () => {
    const { orderId, noteId } = await note();
    const first = await received(world, noteId, ["400"]);
    const second = await received(world, noteId, ["400"]);
    await post(first);
    await refusal(post(second), "invalid");
    expect(await figures(orderId)).toMatchObject({ accepted_qty: "400.000" });
    expect(await movements(second)).toEqual([]);
  });

  test("比送货单多收在订单的容差以内可以，超出容差0.001也不能过账", async () => {
    const { orderId, noteId } = await note(["1000"]);
    await world.engine.database.transaction({ role: "owner" }, () =>
      sql`update purchase_order_items set over_rate = 0.1 where root_id = ${orderId}`.execute(
        world.engine.database.connection(),
      ),
    );
    const over = await received(world, noteId, ["1001.001"]);
    const { message } = await refusal(post(over), "invalid");
    expect(message).toMatch(/^第1行超出超收容差，订单最多还可收1,001/);
    expect(await figures(orderId)).toMatchObject({ noticed_qty: "1000.000", accepted_qty: "0.000" });
    await posted(world, noteId, ["1001"]);
    expect(await figures(orderId)).toMatchObject({ noticed_qty: "0.000", accepted_qty: "1001.000" });
  });

  test("已取消的送货单不能收货，清点中取消的不能清点完成", async () => {
    const { id: orderId } = await confirmed(world);
    const noteId = await arrivedNote(world, orderId, ["100"]);
    const id = await receiptOf(world, noteId);
    await count(world, id, [{ count_qty: "100" }]);
    await refuseNote(world, noteId, "错送");
    const refused = await refusal(countDone(id), "invalid");
    expect(refused.message).toMatch(/不在收货中/);
    const [line] = items(await recordOf(world, NOTE, noteId));
    const values = {
      supplier_id: world.ids.supplierA,
      factory_id: world.ids.factory1,
      items: [{ note_line: line?.id, count_qty: "1" }],
    };
    const { complaints } = await refusal(
      createRecord(await world.as("warehouse"), { screen: world.screen(RECEIPT), values }),
      "invalid",
    );
    expect(complaints[0]).toMatchObject({ field: "items.0.note_line" });
  });

  test("其他供应商看不到收货单和出入库，供应商过账以后才看到", async () => {
    const { noteId } = await note();
    const id = await received(world, noteId, ["400"]);
    const supplier = await world.as("supplierA");
    const answer = (context: typeof supplier) =>
      applyTransition(context, { entity: world.entity(RECEIPT), id, name: "confirm_difference" });
    await refusal(answer(supplier), "not_found");
    await post(id);
    await refusal(answer(await world.as("supplierB")), "not_found");
    await refusal(answer(supplier), "wrong_state");
  });
});

describe("清点与检验", () => {
  test("差异超过千分之五须写原因并上传照片", async () => {
    const { noteId } = await note();
    const id = await receiptOf(world, noteId);
    await count(world, id, [{ count_qty: "397" }]);
    expect((await refusal(countDone(id), "invalid")).message).toBe("第1行数量差异0.7%，请填写原因并上传照片");
    await count(world, id, [{ count_qty: "398" }]);
    await countDone(id);
    expect(await recordOf(world, RECEIPT, id)).toMatchObject({ state: "inspecting", diff_qty: "-2.000" });
  });

  test("毛重减皮重减扣水就是清点数量，不一致的不能保存", async () => {
    const { noteId } = await note();
    const id = await receiptOf(world, noteId);
    const weights = { gross_weight: "410", tare_weight: "8", moisture_qty: "2" };
    await count(world, id, [weights]);
    expect(items(await recordOf(world, RECEIPT, id))[0]).toMatchObject({ count_qty: "400.000" });
    const { complaints } = await refusal(count(world, id, [{ ...weights, count_qty: "401" }]), "invalid");
    expect(complaints[0]?.message).toMatch(/净重计算不一致/);
  });

  test("生产日期不能晚于今天", async () => {
    const { noteId } = await note();
    const id = await receiptOf(world, noteId);
    const { complaints } = await refusal(
      count(world, id, [{ count_qty: "400", produce_date: addDays(TODAY, 1) }]),
      "invalid",
    );
    expect(complaints[0]).toMatchObject({ field: "items.0.produce_date" });
  });

  test("合格、让步与拒收之和须等于清点数量，让步须有批准单号", async () => {
    const { orderId, noteId } = await note();
    const id = await receiptOf(world, noteId);
    await count(world, id, [{ count_qty: "400" }]);
    await countDone(id);
    const verdict = (values: Record<string, string>) => judge(world, id, [values]);
    const wrong = await refusal(verdict({ qa_result: "fail", accept_qty: "300", reject_qty: "99.999" }), "invalid");
    expect(wrong.message).toBe("第1行合格、让步与拒收之和须等于清点数量");
    const concession = { qa_result: "concession", accept_qty: "300", concession_qty: "60", reject_qty: "40" };
    expect((await refusal(verdict(concession), "invalid")).message).toBe("第1行让步接收须填写批准单号");
    await verdict({ ...concession, concession_no: "RB-7" });
    await post(id);
    expect(await figures(orderId)).toMatchObject({
      accepted_qty: "360.000",
      rejected_qty: "40.000",
      open_qty: "640.000",
    });
    expect(await movements(id)).toMatchObject([{ qty: "360.000" }]);
  });

  test("清点的人不能自己判定", async () => {
    const { noteId } = await note();
    const id = await receiptOf(world, noteId);
    await count(world, id, [{ count_qty: "400" }]);
    await countDone(id);
    await refusal(move(world, "warehouse", { key: RECEIPT, id, name: "judge", lineInput: {} }), "forbidden");
  });

  test("免检货源清点完成即待过账", async () => {
    await sql`update source_data set inspection_mode = 'exempt'`.execute(world.engine.database.connection());
    const { noteId } = await note();
    const id = await receiptOf(world, noteId);
    const [line] = items(await recordOf(world, RECEIPT, id));
    await count(world, id, [{ count_qty: "400" }]);
    await countDone(id);
    const receipt = await recordOf(world, RECEIPT, id);
    const expected = line?.inspection_mode === "exempt" ? { state: "judged" } : { state: "inspecting" };
    expect(receipt).toMatchObject(expected);
    await sql`update source_data set inspection_mode = 'normal'`.execute(world.engine.database.connection());
  });
});

describe("无送货单收货", () => {
  test("仓库可以登记，但清点完成须有权限", async () => {
    const { id: orderId } = await confirmed(world);
    const [line] = items(await stored(world, orderId));
    const values = {
      supplier_id: world.ids.supplierA,
      factory_id: world.ids.factory1,
      warehouse_id: world.ids.warehouse1,
      items: [{ order_line: line?.id, count_qty: "10", batch_no: "D1", produce_date: "2025-03-01" }],
    };
    const { id } = await createRecord(await world.as("warehouse"), { screen: world.screen(RECEIPT), values });
    await refusal(countDone(id), "forbidden");
    expect(await recordOf(world, RECEIPT, id)).toMatchObject({ state: "draft", delivery_note_id: null });
  });
});

describe("过账期间与冲销", () => {
  let closing = "";
  beforeAll(async () => {
    const { id } = await createRecord(await world.as("finance"), {
      screen: world.screen(PERIOD),
      values: { company_id: world.ids.company, month: "2025-02" },
    });
    closing = id;
    await move(world, "finance", { key: PERIOD, id: closing, name: "close", reason: "二月已对账" });
  });

  test("不能过账到将来、收货以前和已关闭的月份", async () => {
    const { noteId } = await note();
    const id = await received(world, noteId, ["400"]);
    await refusal(post(id, { post_date: addDays(TODAY, 1) }), "invalid");
    await refusal(post(id, { post_date: "2025-03-01" }), "invalid");
    await sql`update goods_receipt set receive_at = '2025-02-20T02:00:00Z' where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    expect((await refusal(post(id, { post_date: "2025-02-28" }), "invalid")).message).toBe("会计期间2025-02已关闭");
    expect(await movements(id)).toEqual([]);
    await post(id);
    expect(await movements(id)).toHaveLength(1);
  });

  test("冲销登记反向记录，数量退回订单和送货单，可以重新收货", async () => {
    const { orderId, noteId } = await note(["400", "5"]);
    const id = await posted(world, noteId, ["400", "5"]);
    await move(world, "warehouse", { key: RECEIPT, id, name: "reverse", reason: "仓库登记错误" });
    const rows = await movements(id);
    expect(rows.map(({ io_type }) => io_type)).toEqual(["in", "in", "in_rev", "in_rev"]);
    expect(sum(rows.map(({ qty }) => qty)).toFixed()).toBe("0");
    expect(sum(rows.map(({ amount }) => amount)).toFixed()).toBe("0");
    expect(await figures(orderId)).toMatchObject({ noticed_qty: "400.000", accepted_qty: "0.000" });
    expect(await recordOf(world, NOTE, noteId)).toMatchObject({ state: "receiving" });
    await posted(world, noteId, ["400", "5"]);
    expect(await figures(orderId)).toMatchObject({ noticed_qty: "0.000", accepted_qty: "400.000" });
    await refusal(move(world, "warehouse", { key: RECEIPT, id, name: "reverse", reason: "再来" }), "wrong_state");
  });

  test("时钟被拨回：不能过账到收货以前，也不能冲销到过账以前；拨正后照常，只有一次", async () => {
    const day = 24 * 3_600_000;
    const { noteId } = await note();
    const id = await received(world, noteId, ["400"]);
    world.clock.advance(-3 * day);
    expect((await refusal(post(id), "invalid")).message).toBe("过账日期不能早于收货日期");
    expect(await movements(id)).toEqual([]);
    world.clock.advance(3 * day);
    await post(id);
    world.clock.advance(-3 * day);
    const reverse = () => move(world, "warehouse", { key: RECEIPT, id, name: "reverse", reason: "登记错误" });
    expect((await refusal(reverse(), "invalid")).message).toBe(
      `冲销日期${addDays(TODAY, -3)}不能早于过账日期${TODAY}，请核对系统时间`,
    );
    expect(await movements(id)).toHaveLength(1);
    world.clock.advance(3 * day);
    await reverse();
    expect((await movements(id)).map(({ qty }) => qty)).toEqual(["400.000", "-400.000"]);
  });

  test("任何一天的结余由记录相加得到", async () => {
    const { noteId } = await note(["30"]);
    const id = await posted(world, noteId, ["30"]);
    const finance = await world.as("finance");
    const wanted = { by: ["receipt_id"], figures: ["qty", "amount"], upTo: TODAY } as const;
    const own = (all: Awaited<ReturnType<typeof balancesAt>>) =>
      all.find(({ keys }) => keys.receipt_id === id)?.figures;
    const [row] = await movements(id);
    expect(own(await balancesAt(finance, JOURNAL, wanted))).toEqual({ qty: "30.000", amount: row?.amount });
    expect(own(await balancesAt(finance, JOURNAL, { ...wanted, upTo: addDays(TODAY, -1) }))).toBeUndefined();
    // Whoever may not read prices is told no sums of them.
    await refusal(balancesAt(await world.as("warehouse"), JOURNAL, wanted), "forbidden");
  });
});

describe("差异确认", () => {
  async function withDifference() {
    const { noteId } = await note();
    const id = await receiptOf(world, noteId);
    await count(world, id, [{ count_qty: "399" }]);
    await countDone(id);
    await judge(world, id);
    await post(id);
    return id;
  }

  test("供应商确认，或提出异议由采购员登记结果", async () => {
    const agreed = await withDifference();
    await move(world, "supplierA", { key: RECEIPT, id: agreed, name: "confirm_difference" });
    expect(await recordOf(world, RECEIPT, agreed)).toMatchObject({ state: "posted", diff_status: "agreed" });
    const disputed = await withDifference();
    await move(world, "supplierA", { key: RECEIPT, id: disputed, name: "dispute_difference", reason: "出厂过磅为400" });
    await move(world, "buyerA", { key: RECEIPT, id: disputed, name: "settle_difference", reason: "按399结算" });
    expect(await recordOf(world, RECEIPT, disputed)).toMatchObject({ diff_status: "settled" });
  });
});
