import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { AnyLine, Field } from "~/engine/entity";
import { fieldAt } from "~/engine/entity/change-paths";
import { searchChoices } from "~/engine/operations/choose.server";
import { createRecord } from "~/engine/operations/save.server";
import { mayRead } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { decimal, sum } from "~/shared/decimal";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { publishFlow, stopFlow } from "../../../support/flows";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import { arrivedNote, move, NOTE, posted, RECEIPT, recordOf, withFreeNotes } from "../../../support/receipts";
import {
  agreedReturn,
  fillIn,
  loaded,
  PERIOD,
  partlyRejected,
  RETURN,
  receivedOrder,
  returnOf,
  ship,
  shippedReturn,
  withPaper,
} from "../../../support/returns";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const connection = () => world.engine.database.connection();

async function movements(receiptId: string) {
  const { rows } = await sql<{ io_type: string; qty: string; amount: string }>`
    select io_type, qty::text as qty, amount::text as amount from io_data where receipt_id = ${receiptId}
    order by id`.execute(connection());
  return rows;
}

/** Figures of the first line of an order. */
async function ordered(orderId: string) {
  const [line] = items(await stored(world, orderId));
  const { accepted_qty, refunded_qty, exchanged_qty, open_qty, line_status }: Partial<AnyLine> = line ?? {};
  return { accepted_qty, refunded_qty, exchanged_qty, open_qty, line_status };
}

async function received(receiptId: string) {
  const [line] = items(await recordOf(world, RECEIPT, receiptId));
  const { returned_qty, returnable_qty, taken_back_qty, rejected_left_qty }: Partial<AnyLine> = line ?? {};
  return { returned_qty, returnable_qty, taken_back_qty, rejected_left_qty };
}

async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch'
    order by at, id`.execute(connection());
  return rows.map(({ title }) => title);
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: RETURN, id, name, ...more });
const submit = (id: string) => step("warehouse", id, "submit");
const reverse = (receiptId: string) =>
  move(world, "warehouse", { key: RECEIPT, id: receiptId, name: "reverse", reason: "登记错误" });

/** The return a receipt has begotten. */
async function begotten(receiptId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from purchase_return where source_receipt_id = ${receiptId}`.execute(connection());
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}

describe("可退数量", () => {
  test("分两次退，超过收到的0.001也不行，出厂以后按实退数量", async () => {
    const { orderId, receiptId } = await receivedOrder(world);
    const first = await shippedReturn(world, receiptId, ["150"], { out: ["120"] });
    expect(await received(receiptId)).toMatchObject({ returned_qty: "120.000", returnable_qty: "280.000" });
    const over = await returnOf(world, receiptId, ["280.001"]);
    expect((await refusal(submit(over), "invalid")).complaints[0]?.message).toMatch(/^第1行可退数量为280/);
    expect(await recordOf(world, RETURN, over)).toMatchObject({ state: "draft" });
    const rest = await shippedReturn(world, receiptId, ["280"]);
    expect(await received(receiptId)).toMatchObject({ returned_qty: "400.000", returnable_qty: "0.000" });
    expect(await ordered(orderId)).toMatchObject({ accepted_qty: "400.000", refunded_qty: "400.000" });
    expect(new Set([first, rest]).size).toBe(2);
    await refusal(returnOf(world, receiptId, ["1"]), "invalid");
  });

  test("两张草稿都要最后的数量，后提交的被拒绝", async () => {
    const { receiptId } = await receivedOrder(world);
    const drafts = [await returnOf(world, receiptId, ["300"]), await returnOf(world, receiptId, ["300"])];
    const outcomes = await Promise.allSettled(drafts.map(submit));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await received(receiptId)).toMatchObject({ returned_qty: "300.000" });
  });

  test("取消和撤回修改退回数量，草稿不占用", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await returnOf(world, receiptId, ["400"]);
    expect(await received(receiptId)).toMatchObject({ returned_qty: "0.000" });
    await submit(id);
    expect(await received(receiptId)).toMatchObject({ returned_qty: "400.000" });
    await step("buyerA", id, "cancel", { reason: "改为让步接收" });
    expect(await received(receiptId)).toMatchObject({ returned_qty: "0.000", returnable_qty: "400.000" });
    await refusal(submit(id), "wrong_state");
  });

  test("从收过的批次里选，看得到批号和可退数量，按批号找得到；没收过的批号写不进去", async () => {
    const { receiptId } = await receivedOrder(world);
    const [line] = items(await recordOf(world, RECEIPT, receiptId));
    const { batch_no: batch, id }: Partial<AnyLine> = line ?? {};
    expect(batch).toEqual(expect.any(String));
    const entity = world.entity(RETURN);
    const field: Field = entity.lines.items.fields.receipt_line;
    const found = async (text: string, values = {}) =>
      searchChoices(await world.as("warehouse"), {
        ...{ entity, field, path: "items.receipt_line", text, page: 1, size: 100 },
        values: { supplier_id: world.ids.supplierA, factory_id: world.ids.factory1, ...values },
      });
    const choices = await found(String(batch));
    expect(choices.columns.map(({ label }) => label)).toEqual(["收货行", "批号", "到期日", "未清数量"]);
    const row = choices.rows.find((one) => one.id === id);
    expect(row?.cells[1]).toBe(batch);
    expect(row?.cells[3]).toMatch(/^可退 400 /);
    expect((await found("没有收过的批号")).rows).toEqual([]);
    const others = await found(String(batch), { supplier_id: world.ids.supplierB });
    expect(others.rows.map((one) => one.id)).not.toContain(id);
    const make = async (typed: object) =>
      createRecord(await world.as("warehouse"), {
        screen: world.screen(RETURN),
        values: { supplier_id: world.ids.supplierA, factory_id: world.ids.factory1, items: [{ qty: "1", ...typed }] },
      });
    // The batch is that of the line; by itself it is nothing anybody writes.
    await refusal(make({ batch_no: "NEVER" }), "malformed");
    expect((await refusal(make({}), "invalid")).complaints[0]?.field).toBe("items.0.receipt_line");
    const made = await make({ receipt_line: `${row?.label} ${row?.cells[1]} ${row?.cells[3]}` });
    expect(items(await recordOf(world, RETURN, made.id))[0]).toMatchObject({ receipt_line: id, batch_no: batch });
  });

  test("只能退已过账的收货，退货单不能再退", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await shippedReturn(world, receiptId, ["10"]);
    const [line] = items(await recordOf(world, RETURN, id));
    const values = {
      supplier_id: world.ids.supplierA,
      factory_id: world.ids.factory1,
      items: [{ receipt_line: line?.id, qty: "1" }],
    };
    const make = async () =>
      createRecord(await world.as("warehouse"), { screen: world.screen(RETURN), values: { ...values } });
    const { complaints } = await refusal(make(), "invalid");
    expect(complaints[0]).toMatchObject({
      field: "items.0.receipt_line",
      message: "收货行不存在，或收货单没有过账，请重新选择",
    });
  });
});

describe("审批与供应商确认", () => {
  test("有审批流程的先审批，驳回的回到草稿，不占用数量；提交人不能自己批", async () => {
    const { receiptId } = await receivedOrder(world);
    const flow = await publishFlow(world, {
      document: RETURN,
      steps: [{ decider: "person", person_id: world.accounts.manager }],
    });
    const id = await returnOf(world, receiptId, ["50"]);
    expect(await submit(id)).toMatchObject({ state: "in_approval" });
    expect(await received(receiptId)).toMatchObject({ returned_qty: "50.000" });
    await refusal(step("supplierA", id, "accept", { input: { pick_date: "2025-03-20" } }), "not_found");
    await step("manager", id, "reject", { reason: "数量不对" });
    expect(await recordOf(world, RETURN, id)).toMatchObject({ state: "draft", asked_at: null });
    expect(await received(receiptId)).toMatchObject({ returned_qty: "0.000" });
    await submit(id);
    expect(await step("manager", id, "approve")).toMatchObject({ state: "to_confirm" });
    const asked = await recordOf(world, RETURN, id);
    const days = (Date.parse(String(asked.confirm_deadline)) - world.clock.now().getTime()) / DAY_MS;
    expect(days).toBe(3);
    expect(await told(id, "supplierA")).toEqual([expect.stringContaining("请您确认")]);
    await stopFlow(world, flow.id);
  });

  test("供应商确认并说明提货日期，采购员和仓库知道", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await returnOf(world, receiptId, ["50"]);
    await submit(id);
    await refusal(step("supplierA", id, "accept"), "invalid");
    await refusal(step("supplierB", id, "accept", { input: { pick_date: TODAY } }), "not_found");
    await step("supplierA", id, "accept", { input: { pick_date: TODAY, vehicle_no: "皖A12345" } });
    expect(await recordOf(world, RETURN, id)).toMatchObject({ state: "accepted", pick_date: TODAY });
    expect(await told(id, "warehouse")).toEqual([expect.stringContaining("已确认")]);
    await refusal(step("buyerA", id, "cancel", { reason: "不退了" }), "wrong_state");
  });

  test("有异议须附依据，采购员撤回修改后重新提交", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await returnOf(world, receiptId, ["50"]);
    await submit(id);
    const dispute = (input: object) => step("supplierA", id, "dispute", { reason: "出厂检验合格", input });
    await refusal(dispute({}), "invalid");
    await dispute({ objection_files: await withPaper(world, id, "objection_files") });
    expect(await recordOf(world, RETURN, id)).toMatchObject({ state: "disputed", objection: "出厂检验合格" });
    expect(await told(id, "qa")).toEqual([expect.stringContaining("有异议")]);
    await step("buyerA", id, "revise", { reason: "复检后减少数量" });
    expect(await received(receiptId)).toMatchObject({ returned_qty: "0.000" });
    await refusal(recordModel(await world.as("supplierA"), world.screen(RETURN), id), "not_found");
    await submit(id);
    expect(await recordOf(world, RETURN, id)).toMatchObject({ state: "to_confirm" });
  });

  test("到期前一天提醒，逾期没有答复视为同意；逾期不提货告知仓储费；出厂七天视为签收", async () => {
    const { receiptId } = await receivedOrder(world);
    const [silent, answered] = [await returnOf(world, receiptId, ["50"]), await returnOf(world, receiptId, ["20"])];
    await submit(silent);
    await submit(answered);
    await step("supplierA", answered, "accept", { input: { pick_date: TODAY } });
    const work = async () =>
      expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
    const start = world.clock.now().getTime();
    world.clock.advance(2 * DAY_MS);
    await work();
    expect(await told(silent, "supplierA")).toContainEqual(expect.stringContaining("还等您确认"));
    expect(await recordOf(world, RETURN, silent)).toMatchObject({ state: "to_confirm" });
    world.clock.advance(1.5 * DAY_MS);
    await work();
    expect(await recordOf(world, RETURN, silent)).toMatchObject({ state: "accepted" });
    expect(await told(silent, "supplierA")).toContainEqual(expect.stringContaining("视为您已同意"));
    expect(await told(silent, "warehouse")).toEqual([expect.stringContaining("视为确认")]);
    world.clock.advance(13 * DAY_MS);
    await work();
    expect(await told(answered, "supplierA")).toContainEqual(
      expect.stringMatching(/已逾期\d+天未提货，将按约定收取仓储费/),
    );
    await ship(world, answered);
    world.clock.advance(8 * DAY_MS);
    await work();
    expect(await recordOf(world, RETURN, answered)).toMatchObject({ state: "completed" });
    expect(await told(answered, "finance")).toEqual([expect.stringContaining("已完成")]);
    world.clock.advance(start - world.clock.now().getTime());
  });

  test("质量不合格的没有证据不能提交", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await returnOf(world, receiptId, ["50"], { return_reason: "quality" });
    expect((await refusal(submit(id), "invalid")).complaints[0]?.field).toBe("evidence");
    await withPaper(world, id, "evidence");
    expect(await submit(id)).toMatchObject({ state: "to_confirm" });
  });
});

describe("出厂", () => {
  test("扣款：登记出库，应付减少，订单不再要货", async () => {
    const { orderId, receiptId } = await receivedOrder(world);
    const before = await ordered(orderId);
    const id = await shippedReturn(world, receiptId, ["100"]);
    expect(await ordered(orderId)).toEqual({ ...before, refunded_qty: "100.000" });
    const rows = await movements(receiptId);
    expect(rows.map(({ io_type, qty }) => [io_type, qty])).toEqual([
      ["in", "400.000"],
      ["out", "-100.000"],
    ]);
    expect(decimal(rows[0]?.amount).div(-4).toFixed(2)).toBe(rows[1]?.amount);
    expect(await recordOf(world, RETURN, id)).toMatchObject({
      out_date: TODAY,
      amount: decimal(rows[1]?.amount).times(-1).toFixed(2),
    });
    await step("supplierA", id, "complete");
    expect(await ordered(orderId)).toMatchObject({ refunded_qty: "100.000" });
  });

  test("换货：已完成的订单重新要货，退货以后又可以送，补足以后再次完成", async () => {
    const { id: orderId } = await confirmed(world);
    const whole = ["1000", "10", "200.5"];
    const receiptId = await posted(world, await arrivedNote(world, orderId, whole), whole);
    expect(await stored(world, orderId)).toMatchObject({ state: "completed" });
    await shippedReturn(world, receiptId, ["100"], { values: { return_mode: "exchange" } });
    expect(await stored(world, orderId)).toMatchObject({ state: "confirmed" });
    expect(await ordered(orderId)).toMatchObject({
      exchanged_qty: "100.000",
      refunded_qty: "0.000",
      line_status: "partial",
      open_qty: "100.000",
    });
    await posted(world, await arrivedNote(world, orderId, ["100"]), ["100"]);
    expect(await stored(world, orderId)).toMatchObject({ state: "completed" });
  });

  test("同一次出厂重试只登记一次，ERP也只收到一次", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await agreedReturn(world, receiptId, ["100"]);
    const { version } = await recordOf(world, RETURN, id);
    const person = await world.as("warehouse");
    const services = { ...person.services, integration: { systems: new Set(["sap"]) } };
    const again = {
      entity: world.entity(RETURN),
      id,
      name: "ship",
      version,
      requestId: world.engine.newId(),
      input: { vehicle_no: "皖A12345" },
      lineInput: await loaded(world, id, ["100"]),
    };
    const first = await applyTransition({ ...person, services }, again);
    expect(await applyTransition({ ...person, services }, again)).toEqual(first);
    expect(await movements(receiptId)).toHaveLength(2);
    const { rows } = await sql<{ code: string }>`
      select interface_code as code from interface_log where document_id = ${id}`.execute(connection());
    expect(rows).toEqual([{ code: "goods_returned" }]);
  });

  test("不能出厂到将来和已关闭的月份，实退不能多于退货数量", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await agreedReturn(world, receiptId, ["100"]);
    await refusal(ship(world, id, ["100.001"]), "invalid");
    await refusal(ship(world, id, ["100"], { out_date: addDays(TODAY, 1) }), "invalid");
    const { id: month } = await createRecord(await world.as("finance"), {
      screen: world.screen(PERIOD),
      values: { company_id: world.ids.company, month: "2025-02" },
    });
    await move(world, "finance", { key: PERIOD, id: month, name: "close", reason: "二月已对账" });
    await sql`update purchase_return set accepted_at = '2025-02-20T02:00:00Z' where id = ${id}`.execute(connection());
    expect((await refusal(ship(world, id, ["100"], { out_date: "2025-02-27" }), "invalid")).message).toBe(
      "会计期间2025-02已关闭",
    );
    expect(await movements(receiptId)).toHaveLength(1);
    await ship(world, id, ["100"]);
  });

  test("销毁须两位见证人和记录，应付减少，不能当作出厂", async () => {
    const { orderId, receiptId } = await receivedOrder(world);
    const id = await returnOf(world, receiptId, ["40"], { return_mode: "destroy" });
    await submit(id);
    await step("supplierA", id, "accept");
    await refusal(ship(world, id, ["40"]), "wrong_state");
    const destroy = (input: object) => step("qa", id, "destroy", { input: { witness1: "王", ...input } });
    const destroy_files = await withPaper(world, id, "destroy_files");
    await refusal(destroy({ witness2: "王", destroy_files }), "invalid");
    await destroy({ witness2: "李", destroy_files });
    expect(await recordOf(world, RETURN, id)).toMatchObject({ state: "completed", out_date: TODAY });
    expect(await ordered(orderId)).toMatchObject({ refunded_qty: "40.000" });
    expect((await movements(receiptId)).map(({ qty }) => qty)).toEqual(["400.000", "-40.000"]);
  });

  test("仓库和质量看不到价格和金额，供应商、采购员和财务看得到", async () => {
    const entity = world.entity(RETURN);
    const reads = async (account: AccountName) => {
      const context = await world.as(account);
      return [["amount"], ["items", "10", "price"], ["items", "10", "amount"]].map((path) => {
        const found = fieldAt(entity, path);
        if (!found) throw new Error(`no field ${path.join(".")}`);
        return mayRead(context, entity, found.right, found.field);
      });
    };
    for (const account of ["warehouse", "qa", "planner"] as const)
      expect(await reads(account), account).toEqual([false, false, false]);
    for (const account of ["supplierA", "buyerA", "finance", "manager"] as const)
      expect(await reads(account), account).toEqual([true, true, true]);
  });
});

describe("拒收的货", () => {
  test("过账自动生成拒收带回的退货单，不须审批和确认，不登记出库", async () => {
    const { orderId, receiptId } = await partlyRejected(world, "40");
    const id = await begotten(receiptId);
    const draft = await recordOf(world, RETURN, id);
    expect(draft).toMatchObject({ state: "draft", return_mode: "unposted", return_reason: "quality" });
    expect(items(draft)).toMatchObject([{ qty: "40.000" }]);
    await withPaper(world, id, "evidence");
    await refusal(submit(id), "wrong_state");
    expect(await step("warehouse", id, "take_back")).toMatchObject({ state: "accepted" });
    expect(await told(id, "supplierA")).toEqual([expect.stringContaining("请您带回")]);
    expect(await received(receiptId)).toMatchObject({
      taken_back_qty: "40.000",
      rejected_left_qty: "0.000",
      returned_qty: "0.000",
      returnable_qty: "360.000",
    });
    const before = await ordered(orderId);
    await ship(world, id);
    expect(await ordered(orderId)).toEqual(before);
    expect(await movements(receiptId)).toHaveLength(1);
  });

  test("拒收带回不能多于拒收的数量，也不能改成从库存退", async () => {
    const { receiptId } = await partlyRejected(world, "40");
    const id = await returnOf(world, receiptId, ["41"], { return_mode: "unposted" });
    const taken = await refusal(step("warehouse", id, "take_back"), "invalid");
    expect(taken.complaints[0]?.message).toMatch(/^第1行可退数量为40/);
    await fillIn(world, id, { return_mode: "refund" });
    expect(await submit(id)).toMatchObject({ state: "to_confirm" });
    expect(await received(receiptId)).toMatchObject({ returned_qty: "41.000", returnable_qty: "319.000" });
  });

  test("全部合格的收货不生成退货单", async () => {
    const { receiptId } = await receivedOrder(world);
    const { rows } = await sql`select id from purchase_return where source_receipt_id = ${receiptId}`.execute(
      connection(),
    );
    expect(rows).toEqual([]);
  });
});

describe("冲销与退货", () => {
  test("退过货的收货不能冲销，退货单取消以后可以", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await returnOf(world, receiptId, ["1"]);
    await submit(id);
    expect((await refusal(reverse(receiptId), "invalid")).message).toMatch(/已有退货单，不能冲销/);
    await step("buyerA", id, "cancel", { reason: "收货登记错误" });
    expect(await reverse(receiptId)).toMatchObject({ state: "reversed" });
    expect(sum((await movements(receiptId)).map(({ qty }) => qty)).toFixed()).toBe("0");
  });

  test("收货冲销以后草稿作废，不能再提交", async () => {
    const { receiptId } = await partlyRejected(world, "40");
    const [auto, own] = [await begotten(receiptId), await returnOf(world, receiptId, ["5"])];
    await reverse(receiptId);
    expect(await recordOf(world, RETURN, auto)).toMatchObject({ state: "cancelled" });
    expect(await recordOf(world, RETURN, own)).toMatchObject({ state: "cancelled" });
  });

  test("冲销和提交退货同时发生，只有一个成功", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await returnOf(world, receiptId, ["5"]);
    const outcomes = await Promise.allSettled([reverse(receiptId), submit(id)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [receipt, goods] = [await recordOf(world, RECEIPT, receiptId), await recordOf(world, RETURN, id)];
    expect([
      ["posted", "to_confirm"],
      ["reversed", "cancelled"],
    ]).toContainEqual([receipt.state, goods.state]);
  });

  test("同时冲销两次只登记一次；同时又送货，数量不会多占", async () => {
    const { receiptId } = await receivedOrder(world, "1000");
    const twice = await Promise.allSettled([reverse(receiptId), reverse(receiptId)]);
    expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await movements(receiptId)).map(({ io_type }) => io_type)).toEqual(["in", "in_rev"]);
    const { id: orderId } = await confirmed(world);
    const [own] = items(await stored(world, orderId));
    const shipment = await createRecord(await world.as("supplierA"), {
      screen: world.screen(NOTE),
      values: {
        ...{ factory_id: world.ids.factory1, ship_date: "2025-03-09", eta: "2025-03-10 09:00" },
        ...{ vehicle_no: "皖A12345", driver: "王师傅", driver_phone: "13800000000" },
        items: [{ order_line: own?.id, qty: "300", batch_no: "P9", produce_date: "2025-03-01" }],
      },
    });
    const all = await posted(world, await arrivedNote(world, orderId, ["1000"]), ["1000"]);
    const send = move(world, "supplierA", { key: NOTE, id: shipment.id, name: "submit" });
    const outcomes = await Promise.allSettled([reverse(all), send]);
    const [line] = items(await stored(world, orderId));
    // The goods of the reversed receipt stand in the yard: they count as announced again, and nothing more may be sent.
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(line).toMatchObject({ accepted_qty: "0.000", noticed_qty: "1000.000", open_qty: "0.000" });
  });

  test("冲销退货和再退同一数量同时发生，先后哪个都对得上", async () => {
    const { orderId, receiptId } = await receivedOrder(world);
    const [gone, next] = [await shippedReturn(world, receiptId, ["300"]), await returnOf(world, receiptId, ["400"])];
    const takeBack = step("warehouse", gone, "reverse", { reason: "出厂登记错误" });
    const [back, again] = await Promise.allSettled([takeBack, submit(next)]);
    expect(back.status).toBe("fulfilled");
    const taken = again.status === "fulfilled" ? "400.000" : "0.000";
    expect(await received(receiptId)).toMatchObject({ returned_qty: taken });
    expect(await ordered(orderId)).toMatchObject({ refunded_qty: "0.000", accepted_qty: "400.000" });
    expect(sum((await movements(receiptId)).map(({ qty }) => qty)).toFixed()).toBe("400");
  });
});

describe("冲销已出厂的退货", () => {
  const takeBack = (id: string, account: AccountName = "warehouse") =>
    step(account, id, "reverse", { reason: "出厂登记错误" });

  test("流水登记反向记录，数量退回收货单和订单，两边都知道；不能再冲销，供应商不能冲销", async () => {
    const { orderId, receiptId } = await receivedOrder(world);
    const [receipt, order] = [await received(receiptId), await ordered(orderId)];
    const id = await shippedReturn(world, receiptId, ["150"], { out: ["120"] });
    await refusal(takeBack(id, "supplierA"), "forbidden");
    await refusal(takeBack(id, "buyerA"), "forbidden");
    expect(await takeBack(id, "manager")).toMatchObject({ state: "reversed" });
    expect((await movements(receiptId)).map(({ io_type, qty }) => [io_type, qty])).toEqual([
      ["in", "400.000"],
      ["out", "-120.000"],
      ["out_rev", "120.000"],
    ]);
    expect(sum((await movements(receiptId)).slice(1).map(({ amount }) => amount)).toFixed()).toBe("0");
    expect([await received(receiptId), await ordered(orderId)]).toEqual([receipt, order]);
    expect(await told(id, "supplierA")).toContainEqual(expect.stringMatching(/^您的退货单.*已冲销$/));
    expect(await told(id, "warehouse")).toContainEqual(expect.stringMatching(/的退货单.*已冲销$/));
    expect((await recordModel(await world.as("supplierA"), world.screen(RETURN), id)).state).toMatchObject({
      label: "已冲销",
    });
    await refusal(takeBack(id), "wrong_state");
    // Of the receipt all may go back again, or it may be reversed itself.
    expect(await reverse(receiptId)).toMatchObject({ state: "reversed" });
  });

  test("同一次冲销重试只登记一次，ERP也只收到一次", async () => {
    const { receiptId } = await receivedOrder(world);
    const id = await shippedReturn(world, receiptId, ["100"]);
    const { version } = await recordOf(world, RETURN, id);
    const person = await world.as("warehouse");
    const services = { ...person.services, integration: { systems: new Set(["sap"]) } };
    const requestId = world.engine.newId();
    const again = { entity: world.entity(RETURN), id, name: "reverse", version, requestId, reason: "登记错误" };
    const first = await applyTransition({ ...person, services }, again);
    expect(await applyTransition({ ...person, services }, again)).toEqual(first);
    expect(await movements(receiptId)).toHaveLength(3);
    const { rows } = await sql<{ code: string }>`
      select interface_code as code from interface_log where document_id = ${id}`.execute(connection());
    expect(rows).toEqual([{ code: "return_reversed" }]);
  });

  test("换货：订单不再要换货的数量，重新完成；换货已有送货单或已收的不能冲销", async () => {
    const { id: orderId } = await confirmed(world);
    const whole = ["1000", "10", "200.5"];
    const receiptId = await posted(world, await arrivedNote(world, orderId, whole), whole);
    const exchange = (qty: string) => shippedReturn(world, receiptId, [qty], { values: { return_mode: "exchange" } });
    const id = await exchange("100");
    await step("supplierA", id, "complete");
    expect(await stored(world, orderId)).toMatchObject({ state: "confirmed" });
    await takeBack(id);
    expect(await told(id, "finance")).toContainEqual(expect.stringMatching(/已完成的退货单.*已冲销$/));
    expect(await stored(world, orderId)).toMatchObject({ state: "completed" });
    expect(await ordered(orderId)).toMatchObject({ exchanged_qty: "0.000", line_status: "done" });
    const next = await exchange("100");
    const note = await arrivedNote(world, orderId, ["100"]);
    expect((await refusal(takeBack(next), "invalid")).message).toMatch(/^换货已经送来，或已有送货单/);
    await posted(world, note, ["100"]);
    expect((await refusal(takeBack(next), "invalid")).message).toMatch(/^换货已经送来，或已有送货单/);
    expect(await ordered(orderId)).toMatchObject({ exchanged_qty: "100.000" });
  });

  test("拒收带回的不登记流水，数量退回拒收待退，复制以后再带回，不会多带", async () => {
    const { receiptId } = await partlyRejected(world, "400");
    const id = await begotten(receiptId);
    await step("warehouse", id, "take_back");
    await ship(world, id);
    await takeBack(id);
    expect(await movements(receiptId)).toEqual([]);
    expect(await received(receiptId)).toMatchObject({ taken_back_qty: "0.000", rejected_left_qty: "400.000" });
    // What was rejected stands here again: a copy takes it back, and no more than that.
    const warehouse = await world.as("warehouse");
    const [line] = items(await recordOf(world, RETURN, id));
    const form = JSON.stringify(await newFormModel(warehouse, world.screen(RETURN), { copyOf: id, chosen: [] }));
    expect(["unposted", String(line?.receipt_line)].filter((text) => !form.includes(text))).toEqual([]);
    const { supplier_id, factory_id, return_mode, return_reason, reason_text } = await recordOf(world, RETURN, id);
    const again = async (qty: string) => {
      const values = { supplier_id, factory_id, return_mode, return_reason, reason_text };
      const rows = [{ receipt_line: line?.receipt_line, qty }];
      const screen = world.screen(RETURN);
      const copy = await createRecord(warehouse, { screen, values: { ...values, items: rows } });
      await withPaper(world, copy.id, "evidence");
      return step("warehouse", copy.id, "take_back");
    };
    await refusal(again("400.001"), "invalid");
    expect(await again("400")).toMatchObject({ state: "accepted" });
    expect(await received(receiptId)).toMatchObject({ taken_back_qty: "400.000", rejected_left_qty: "0.000" });
  });

  test("签收后扣款的、对账已确认的和当月已关闭的不能冲销", async () => {
    const { receiptId } = await receivedOrder(world);
    const [signed, agreed] = [
      await shippedReturn(world, receiptId, ["10"]),
      await shippedReturn(world, receiptId, ["20"]),
    ];
    await step("supplierA", signed, "complete");
    expect((await refusal(takeBack(signed), "wrong_state")).message).toMatch(/扣款已成立，不能冲销/);
    const mark = (state: string) =>
      sql`update io_mark set state = ${state} where movement_id in (select id from io_data where return_id = ${agreed})`.execute(
        connection(),
      );
    await mark("confirmed");
    expect((await refusal(takeBack(agreed), "invalid")).message).toMatch(/^供应商已在2025-03的对账中确认/);
    await mark("open");
    const { rows } = await sql<{ id: string }>`
      select id from posting_period where company_id = ${world.ids.company} and month = ${TODAY.slice(0, 7)}`.execute(
      connection(),
    );
    const month = rows[0]?.id ?? "";
    await move(world, "finance", { key: PERIOD, id: month, name: "close", reason: "已对账" });
    expect((await refusal(takeBack(agreed), "invalid")).message).toBe(`会计期间${TODAY.slice(0, 7)}已关闭`);
    await applyTransition(world.system(), {
      entity: world.entity(PERIOD),
      id: month,
      name: "reopen",
      reason: "补登记",
    });
    await takeBack(agreed);
    expect(await received(receiptId)).toMatchObject({ returned_qty: "10.000" });
  });
});

describe("召回", () => {
  test("把同一批号还在的全部收货加入一张退货单", async () => {
    const first = await receivedOrder(world);
    const other = await receivedOrder(world, "30");
    await sql`update goods_receipt_items set batch_no = 'RECALL-1' where root_id in (${first.receiptId}, ${other.receiptId})`.execute(
      connection(),
    );
    const id = await returnOf(world, first.receiptId, ["400"]);
    await refusal(step("warehouse", id, "add_recalled"), "wrong_state");
    await fillIn(world, id, { return_reason: "recall" });
    await step("warehouse", id, "add_recalled");
    const lines = items(await recordOf(world, RETURN, id));
    expect(lines.map(({ qty }) => qty)).toEqual(["400.000", "30.000"]);
    expect(lines[1]).toMatchObject({ batch_no: "RECALL-1", receipt_id: other.receiptId });
    await refusal(step("warehouse", id, "add_recalled"), "invalid");
    await submit(id);
    expect(await received(other.receiptId)).toMatchObject({ returned_qty: "30.000" });
  });
});
