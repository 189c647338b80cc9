import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { convert } from "~/engine/operations/conversion.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { choicesOn } from "~/engine/screen/choices.server";
import { conversionModel, madePage, submitConversion } from "~/engine/screen/conversion-model.server";
import { optionsOn } from "~/engine/screen/fills.server";
import { editFormModel } from "~/engine/screen/form-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import type { AccountName } from "../../../support/company";
import { confirmed, order as draftOrder, items, ORDER, refusal, stored, transition } from "../../../support/orders";
import { expectWhole } from "../../../support/page-model";
import { refuseNote } from "../../../support/receipts";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

// What the factories ask of deliveries is another subject: here they take goods at any time, without certificates.
beforeAll(async () => {
  await world.engine.database.transaction({ role: "owner" }, () =>
    sql`update receive_control set over_percent = 0, early_days = 365, coa_required = 'no'`.execute(
      world.engine.database.connection(),
    ),
  );
});

const NOTE = "receiving/delivery-note";
const screen = () => world.screen(NOTE);

/** A confirmed order of supplier A for the second factory. */
async function orderElsewhere() {
  const buyer = await world.as("buyerB");
  const { factory2, group2 } = world.ids;
  const { id } = await draftOrder(world, buyer, { factory_id: factory2, purchase_group_id: group2 });
  await transition(world, { context: buyer, id, name: "submit" });
  await transition(world, { context: buyer, id, name: "release", more: { reason: "测试" } });
  return transition(world, { context: await world.as("supplierA"), id, name: "confirm" });
}

/** A confirmed order: its number and its lines. */
async function order(made = confirmed(world)) {
  const { id } = await made;
  const record = await stored(world, id);
  return { id, number: record.number ?? "", lines: items(record).map((line) => line.id) };
}

async function noteSeen(context: Context, id: string) {
  return reading(context, () => openRecord(context, { entity: world.entity(NOTE), id }));
}

/** What the lorry and the batches are, as the supplier types it before it sends. */
async function shipped(context: Context, id: string, batch: Record<string, string> = {}): Promise<void> {
  const { record } = await noteSeen(context, id);
  const rows = linesOf(record, "items").map(({ id: line, order_line, qty }) => ({
    ...{ id: line, order_line, qty, batch_no: "P250301", produce_date: "2025-03-01", expire_date: "2026-03-01" },
    ...batch,
  }));
  const trip = { ship_date: "2025-03-10", eta: "2025-03-11 09:30", vehicle_no: "皖A12345", driver: "王师傅" };
  const values = { ...trip, driver_phone: "13800000000", items: rows };
  const { version } = await updateRecordBy(context, { screen: screen(), id, version: record.version, values });
  await applyTransition(context, { entity: world.entity(NOTE), id, name: "submit", version, reason: "测试" });
}

function form(pairs: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of pairs) data.append(name, value);
  return data;
}

const ALL = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };

const head = () => ({ factory_id: world.ids.factory1 });

describe("订单行作为引用", () => {
  test("以单号、行号和物料显示，并链接到订单", async () => {
    const { id: orderId, number, lines } = await order();
    const supplier = await world.as("supplierA");
    const { id } = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: lines[0], qty: "500" }] },
    });
    const { record, labels } = await noteSeen(supplier, id);
    const [line] = linesOf(record, "items");
    expect(labels.get(`items.${line?.id}.order_line`)).toMatch(new RegExp(`^${number} 行10 `));
    expect(line?.material_id).toBe(world.ids.corn);
    const page = await recordModel(supplier, screen(), id);
    expectWhole(page, "送货单");
    expect(JSON.stringify(page)).toContain(`/purchase-orders/purchase-order/${orderId}`);
  });

  test("选择时只列出本供应商还可送的行，并说明可送多少", async () => {
    const { number, lines } = await order();
    const supplier = await world.as("supplierA");
    const find = (context: Context) =>
      choicesOn(context, NOTE, new URLSearchParams({ field: "items.order_line", q: number }));
    const offered = await find(supplier);
    expect(offered.rows.map(({ id }) => id)).toEqual(lines);
    expect(offered.rows[0]?.cells[1]).toMatch(/^可送 1,000/);
    expect((await find(await world.as("supplierB"))).rows).toEqual([]);
    const { id } = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: lines[0], qty: "1000" }] },
    });
    // A draft takes nothing yet.
    expect((await find(supplier)).rows.map(({ id: line }) => line)).toEqual(lines);
    await shipped(supplier, id);
    expect((await find(supplier)).rows.map(({ id }) => id)).toEqual(lines.slice(1));
  });

  test("其他供应商的行如同不存在", async () => {
    const { number, lines } = await order();
    const other = await world.as("supplierB");
    for (const order_line of [lines[0], `${number}/10`, "01900000-0000-7000-8000-000000000000", `${number}/999`]) {
      const refused = await refusal(
        createRecord(other, { screen: screen(), values: { ...head(), items: [{ order_line, qty: "1" }] } }),
        "invalid",
      );
      expect(refused.complaints.find(({ field }) => field === "items.0.order_line")?.message).toMatch(/^找不到订单行/);
    }
  });

  test("选择订单行时带出物料", async () => {
    const { number } = await order();
    const params = new URLSearchParams({ field: "items.order_line", chosen: `${number}/10` });
    expect(await optionsOn(await world.as("supplierA"), NOTE, params)).toEqual({
      material_id: expect.stringContaining("玉米"),
    });
    expect(await optionsOn(await world.as("supplierB"), NOTE, params)).toEqual({});
  });

  test("修改时原来的行仍以名称显示，即使已没有可送数量", async () => {
    const { number, lines } = await order();
    const supplier = await world.as("supplierClerkA");
    const { id } = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: lines[0], qty: "1000" }] },
    });
    const other = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: lines[0], qty: "1000" }] },
    });
    await shipped(supplier, other.id);
    const shown = JSON.stringify(await editFormModel(supplier, screen(), id));
    expect(shown).toContain(`${number} 行10 `);
  });

  test("可以填写单号和行号", async () => {
    const { number, lines } = await order();
    const supplier = await world.as("supplierA");
    const { id } = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: `${number}/20`, qty: "3" }] },
    });
    expect(linesOf((await noteSeen(supplier, id)).record, "items")[0]?.order_line).toBe(lines[1]);
  });
});

describe("从订单生成送货单", () => {
  test("订单页和送货单列表都有入口，全部送完后订单页不再提供", async () => {
    const { id, lines } = await order();
    const supplier = await world.as("supplierA");
    const offered = async () => JSON.stringify((await recordModel(supplier, world.screen(ORDER), id)).actions);
    expect(await offered()).toContain("生成送货单");
    expect(JSON.stringify((await listModel(supplier, screen(), new URLSearchParams())).actions)).toContain(
      "从采购订单生成",
    );
    const model = await conversionModel(supplier, screen(), "from-orders", new URLSearchParams({ source: id }));
    expectWhole(model, "生成送货单");
    expect(model.rows.map((row) => [row.id, row.picked, row.control.value])).toEqual([
      [lines[0], true, "1000"],
      [lines[1], true, "10"],
      [lines[2], true, "200.5"],
    ]);
    const rows = model.rows.map((row) => ({ line: row.id, quantity: row.control.value }));
    const { made } = await convert(supplier, { screen: screen(), name: "from_orders", rows });
    expect(await offered()).toContain("生成送货单");
    await shipped(supplier, made[0]?.id ?? "");
    expect(await offered()).not.toContain("生成送货单");
  });

  test("多个订单的行生成一张；重复提交不会再生成", async () => {
    const [first, second] = [await order(), await order()];
    const supplier = await world.as("supplierA");
    const rows = [
      { line: first.lines[0] ?? "", quantity: "400" },
      { line: second.lines[2] ?? "", quantity: "100.125" },
    ];
    const once = { screen: screen(), name: "from_orders", rows, requestId: "note-once" };
    const { made } = await convert(supplier, once);
    expect(made).toHaveLength(1);
    expect((await convert(supplier, once)).made).toEqual(made);
    const { record } = await noteSeen(supplier, made[0]?.id ?? "");
    expect(record).toMatchObject({ state: "draft", factory_id: world.ids.factory1 });
    expect(linesOf(record, "items").map(({ order_line, qty }) => [order_line, qty])).toEqual([
      [first.lines[0], "400.000"],
      [second.lines[2], "100.125"],
    ]);
  });

  test("不同收货工厂的行各生成一张，页面在列表上说明", async () => {
    const [first, second] = [await order(), await order(orderElsewhere())];
    const supplier = await world.as("supplierA");
    const pairs = [first.lines[0] ?? "", second.lines[0] ?? ""].flatMap((line): [string, string][] => [
      ["row", line],
      [`qty.${line}`, "5"],
    ]);
    const answer = await submitConversion(supplier, screen(), "from-orders", form([["_intent", "make"], ...pairs]));
    if (!("made" in answer)) throw new Error("refused");
    const factories: unknown[] = [];
    for (const { id } of answer.made.made) factories.push((await noteSeen(supplier, id)).record.factory_id);
    expect(factories).toEqual([world.ids.factory1, world.ids.factory2]);
    const { to, notice } = madePage(screen(), answer.made);
    expect(to).toBe("/receiving/delivery-note");
    expect(notice).toMatch(/^已生成2张送货单：SH\d{8}-\d{4}、SH\d{8}-\d{4}$/);
  });

  test("一次最多200行，同一行只能选择一次", async () => {
    const supplier = await world.as("supplierA");
    const row = { line: "01900000-0000-7000-8000-000000000000", quantity: "1" };
    const send = (rows: readonly (typeof row)[]) => convert(supplier, { screen: screen(), name: "from_orders", rows });
    await refusal(send(Array.from({ length: 201 }, () => row)), "malformed");
    await refusal(send([row, row]), "malformed");
  });

  test("有一行不能生成就一张也不生成，提示在该行旁边，填写的内容保留", async () => {
    const { lines } = await order();
    const supplier = await world.as("supplierA");
    const [one = "", two = ""] = lines;
    const answer = await submitConversion(
      supplier,
      screen(),
      "from-orders",
      form([
        ["_intent", "make"],
        ["row", one],
        ["row", two],
        [`qty.${one}`, "12"],
        [`qty.${two}`, "1.2345"],
      ]),
    );
    if (!("model" in answer)) throw new Error("made");
    expect(answer.status).toBe(400);
    expect(answer.model.rows.map(({ id, control }) => [id, control.value, control.error ?? ""])).toEqual([
      [one, "12", ""],
      [two, "1.2345", "最多3位小数"],
    ]);
  });

  test("查找和翻页保留已勾选和填写的行", async () => {
    const [first, second] = [await order(), await order()];
    const supplier = await world.as("supplierA");
    const [ticked = ""] = first.lines;
    const answer = await submitConversion(
      supplier,
      screen(),
      "from-orders",
      form([
        ["_intent", "find"],
        ["q", second.number],
        ["row", ticked],
        [`qty.${ticked}`, "77"],
        [`was.${ticked}`, "1000"],
      ]),
    );
    if (!("model" in answer)) throw new Error("made");
    expect(answer.model.rows.map(({ id }) => id)).toEqual(second.lines);
    expect(answer.model.kept).toEqual([
      ["row", ticked],
      [`qty.${ticked}`, "77"],
    ]);
    expect(answer.model.elsewhere).toBe(1);
  });

  test("没有勾选时说明，其他供应商的行如同不存在，没有新增权限的人打不开", async () => {
    const { lines } = await order();
    const rows = [{ line: lines[0] ?? "", quantity: "1" }];
    const supplier = await world.as("supplierA");
    await refusal(convert(supplier, { screen: screen(), name: "from_orders", rows: [] }), "invalid");
    const other = await world.as("supplierB");
    await refusal(convert(other, { screen: screen(), name: "from_orders", rows }), "not_found");
    const buyer = await world.as("buyerA");
    await refusal(convert(buyer, { screen: screen(), name: "from_orders", rows }), "forbidden");
    await refusal(convert(supplier, { screen: screen(), name: "from_nothing", rows }), "not_found");
  });
});

describe("送货单走完一程", () => {
  async function sentNote(qty = "400") {
    const { id: orderId, lines } = await order();
    const supplier = await world.as("supplierA");
    const { id } = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: lines[0], qty }] },
    });
    await shipped(supplier, id);
    return { id, orderId, supplier };
  }
  const noticed = async (id: string) => {
    const [first] = items(await stored(world, id));
    return [first?.noticed_qty, first?.open_qty];
  };
  const move = async (account: AccountName, id: string, name: string, more: object = {}) =>
    applyTransition(await world.as(account), { entity: world.entity(NOTE), id, name, ...more });

  test("发货计入订单的已通知，取消退回；两张单不能送超过可送的数量，话说在数量旁边", async () => {
    const { id, orderId, supplier } = await sentNote("600");
    expect(await noticed(orderId)).toEqual(["600.000", "400.000"]);
    const [line] = items(await stored(world, orderId));
    const second = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: line?.id, qty: "400.001" }] },
    });
    const refused = await refusal(shipped(supplier, second.id), "invalid");
    expect(refused.complaints).toEqual([{ field: "items.0.qty", message: "第1行最多还可送400千克" }]);
    await move("supplierA", id, "cancel", { reason: "车辆故障" });
    expect(await noticed(orderId)).toEqual(["0.000", "1000.000"]);
    await shipped(supplier, second.id);
    expect(await noticed(orderId)).toEqual(["400.001", "599.999"]);
  });

  test("两张送货单同时要最后的数量，一张发出，另一张说还可送多少", async () => {
    const { orderId, supplier } = await sentNote("600");
    const [line] = items(await stored(world, orderId));
    const ids: string[] = [];
    for (let at = 0; at < 2; at += 1) {
      const values = { ...head(), items: [{ order_line: line?.id, qty: "400" }] };
      ids.push((await createRecord(supplier, { screen: screen(), values })).id);
    }
    const outcomes = await Promise.allSettled(ids.map((id) => shipped(supplier, id)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [loser] = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(loser).toMatchObject({ complaints: [{ field: "items.0.qty", message: "第1行最多还可送0千克" }] });
    expect(await noticed(orderId)).toEqual(["1000.000", "0.000"]);
  });

  test("签到以后供应商不能取消也不能改车；拒收退回数量并告诉供应商", async () => {
    const { id, orderId } = await sentNote();
    await move("warehouse", id, "check_in");
    await refusal(move("supplierA", id, "cancel", { reason: "不送了" }), "wrong_state");
    await refusal(move("supplierA", id, "edit_trip", { input: { driver: "李师傅" } }), "wrong_state");
    await refusal(move("warehouse", id, "refuse"), "invalid");
    const bare = await refusal(move("warehouse", id, "refuse", { reason: "外包装进水" }), "invalid");
    expect(bare.complaints).toEqual([{ field: "refused_pictures", message: "整车拒收须至少上传一张照片" }]);
    await refuseNote(world, id, "外包装进水");
    expect(await noticed(orderId)).toEqual(["0.000", "1000.000"]);
    const { rows } = await sql<{
      title: string;
    }>`select title from inbox where title like '%拒收了您的送货单%'`.execute(world.engine.database.connection());
    expect(rows.length).toBeGreaterThan(0);
  });

  test("暂停的订单不能送货，签到后暂停的不能开始收货", async () => {
    const { id, orderId, supplier } = await sentNote();
    const { lines } = { lines: items(await stored(world, orderId)) };
    const draft = await createRecord(supplier, {
      screen: screen(),
      values: { ...head(), items: [{ order_line: lines[1]?.id, qty: "1" }] },
    });
    await move("warehouse", id, "check_in");
    await transition(world, { context: await world.as("buyerA"), id: orderId, name: "hold", more: { reason: "测试" } });
    await expect(shipped(supplier, draft.id)).rejects.toThrow(/未确认或已暂停，不能送货/);
    await expect(move("warehouse", id, "start")).rejects.toThrow(/未确认或已暂停，不能收货/);
  });

  test("别的供应商看不到，也签到不了；采购方看得到在途的，看不到草稿", async () => {
    const { id } = await sentNote();
    await refusal(noteSeen(await world.as("supplierB"), id), "not_found");
    await refusal(move("supplierB", id, "cancel", { reason: "x" }), "not_found");
    const draft = await createRecord(await world.as("supplierA"), {
      screen: screen(),
      values: { ...head(), items: [{ order_line: (await order()).lines[0], qty: "1" }] },
    });
    expect((await listRecords(await world.as("buyerA"), screen(), ALL)).rows.map((row) => row.id)).toContain(id);
    expect((await listRecords(await world.as("buyerA"), screen(), ALL)).rows.map((row) => row.id)).not.toContain(
      draft.id,
    );
  });
});

describe("接口", () => {
  test("生成送货单，重复的请求得到同样的答复", async () => {
    const { lines } = await order();
    const token = await signIn(world, "supplierA");
    const rows = [{ line: lines[1], quantity: "4" }];
    const post = () =>
      call(world, {
        token,
        method: "POST",
        path: `/v2/${NOTE}/convert/from_orders`,
        body: { rows, requestId: "note-rest" },
      });
    const { status, body } = await post();
    expect(status).toBe(200);
    const [made] = Object(body.result).made;
    expect(made.number).toMatch(/^SH\d{8}-\d{4}$/);
    expect(Object((await post()).body.result).made).toEqual([made]);
    const read = await call(world, { token, method: "GET", path: `/v2/${NOTE}/${made.id}` });
    expect(Object(read.body.result).items[0]).toMatchObject({
      order_line: lines[1],
      order_line_label: expect.stringMatching(/ 行20 /),
    });
    const wrong = await call(world, {
      token,
      method: "POST",
      path: `/v2/${NOTE}/convert/from_orders`,
      body: { rows: [] },
    });
    expect(wrong.status).toBe(400);
  });
});
