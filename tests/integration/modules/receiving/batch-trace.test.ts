import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { availableColumns } from "~/engine/operations/list-columns.server";
import { traceOf } from "~/engine/trace/trace.server";
import { batchTraceModel } from "~/modules/receiving/batch-trace/index.page.server";
import { decimal, sum } from "~/shared/decimal";
import { personWith } from "../../../support/conformance";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import {
  arrivedNote,
  count,
  judge,
  move,
  NOTE,
  posted,
  RECEIPT,
  receiptOf,
  recordOf,
  withFreeNotes,
} from "../../../support/receipts";
import { shippedReturn } from "../../../support/returns";
import { openWorld } from "../../../support/world";

/*
 * One batch on two lorries: the first is received and part of it goes back, the second is received twice, since the first posting is reversed,
 * with a part that quality rejects.
 */
const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const BATCH = "ZS-250301";
const numbers: Record<string, string> = {};
let orderId = "";
let materialId = "";

async function ask(context: Context, question: Readonly<Record<string, string>>) {
  return batchTraceModel(context, new URLSearchParams(question));
}

type Model = Awaited<ReturnType<typeof ask>>;

function table(model: Model, title: string) {
  return model.tables.find((one) => one.title === title)?.table;
}

function cells(model: Model, title: string): string[][] {
  return (table(model, title)?.rows ?? []).map((row) => row.cells.map(({ text }) => text));
}

async function noteOf(qty: string, batch = BATCH): Promise<string> {
  const [line] = items(await stored(world, orderId));
  return arrivedNote(world, orderId, [qty], { order_line: line?.id, batch_no: batch });
}

async function numberOf(key: string, id: string): Promise<string> {
  return String((await recordOf(world, key, id)).number);
}

async function rejecting(noteId: string, counted: string, reject: string): Promise<string> {
  const id = await receiptOf(world, noteId);
  await count(world, id, [{ count_qty: counted }]);
  await move(world, "warehouse", { key: RECEIPT, id, name: "count" });
  const accept_qty = decimal(counted).minus(decimal(reject)).toFixed();
  await judge(world, id, [{ qa_result: "fail", accept_qty, reject_qty: reject }]);
  await move(world, "warehouse", { key: RECEIPT, id, name: "post" });
  return id;
}

beforeAll(async () => {
  orderId = (await confirmed(world)).id;
  numbers.order = String((await stored(world, orderId)).number);
  materialId = String(items(await stored(world, orderId))[0]?.material_id);
  const first = await noteOf("400");
  numbers.note = await numberOf(NOTE, first);
  const receipt = await posted(world, first, ["400"]);
  numbers.receipt = await numberOf(RECEIPT, receipt);
  await shippedReturn(world, receipt, ["50.5"]);
  const second = await noteOf("300");
  const mistaken = await posted(world, second, ["300"]);
  numbers.reversed = await numberOf(RECEIPT, mistaken);
  await move(world, "warehouse", { key: RECEIPT, id: mistaken, name: "reverse", reason: "收错仓库" });
  numbers.partly = await numberOf(RECEIPT, await rejecting(second, "300", "100"));
});

describe("按批号追溯", () => {
  test("两车、拒收、冲销和退货都在，结存与流水逐笔相加一致", async () => {
    const model = await ask(await world.as("qa"), { batch: BATCH });
    expect(model.verdict?.level).toBe("success");
    expect(cells(model, "送货单")).toHaveLength(2);
    const receipts = cells(model, "收货单");
    expect(receipts.map(([number]) => number)).toEqual(
      expect.arrayContaining([numbers.receipt, numbers.reversed, numbers.partly]),
    );
    expect(receipts.find(([number]) => number === numbers.reversed)?.at(-1)).toBe("已冲销");
    expect(receipts.find(([number]) => number === numbers.partly)?.join(" ")).toMatch(/拒收数量 100.*不合格/);
    expect(cells(model, "采购订单（整行数量）").map(([number]) => number)).toEqual([numbers.order]);
    // The shipped return, and the draft that the rejected part begot.
    expect(cells(model, "退货单")).toHaveLength(2);
    const { rows } = await sql<{ qty: string }>`
      select qty::text as qty from io_data where batch_no = ${BATCH}`.execute(world.engine.database.connection());
    expect(rows).toHaveLength(5);
    const left = sum(rows.map(({ qty }) => qty)).toFixed();
    expect(left).toBe("549.5");
    expect(cells(model, "出入库流水")).toHaveLength(5);
    const [balance] = cells(model, "现在各处还剩多少");
    expect(balance?.at(-1)).toBe(left);
    expect(model.verdict?.text).toContain(`账面结存 ${left}`);
  });

  test("单号指向同一批次：送货单、收货单、订单，小写也认", async () => {
    const qa = await world.as("qa");
    for (const number of [numbers.note, numbers.receipt, numbers.order, numbers.note?.toLowerCase()])
      expect((await ask(qa, { number: number ?? "" })).verdict?.text).toContain(BATCH);
  });

  test("供应商加日期列出批次；日期以外没有", async () => {
    const qa = await world.as("qa");
    const found = await ask(qa, { supplier: world.ids.supplierA, from: "2025-03-01", to: "2025-03-31" });
    expect(cells(found, "批次").map(([batch]) => batch)).toContain(BATCH);
    const none = await ask(qa, { supplier: world.ids.supplierA, from: "2020-01-01", to: "2020-01-31" });
    expect(none.verdict?.text).toBe("没有符合条件的批次");
  });

  test("收货时更正的批号，从送货的批号也追得到", async () => {
    const note = await noteOf("10", "ZS-WRONG");
    const id = await receiptOf(world, note);
    await count(world, id, [{ count_qty: "10", batch_no: "ZS-RIGHT" }]);
    const qa = await world.as("qa");
    expect(cells(await ask(qa, { batch: "ZS-WRONG" }), "收货单")[0]).toContain("ZS-RIGHT");
    expect(cells(await ask(qa, { batch: "ZS-RIGHT" }), "送货单（整行数量）")[0]).toContain("ZS-WRONG");
  });
});

describe("谁能看到什么", () => {
  test("供应商看到自己的批次，看不到别人的，也分不清有没有", async () => {
    expect((await ask(await world.as("supplierA"), { batch: BATCH })).verdict?.text).toContain("549.5");
    const stranger = await world.as("supplierB");
    const other = await ask(stranger, { batch: BATCH, supplier: world.ids.supplierA });
    const unknown = await ask(stranger, { batch: "没有这个批号" });
    expect(other.problem).toBe(unknown.problem?.replace("没有这个批号", BATCH));
    expect(other.tables).toEqual([]);
    expect(other.verdict).toBeUndefined();
    const byNumber = await ask(stranger, { number: numbers.receipt ?? "" });
    expect(byNumber.problem).toBe(`找不到单号「${numbers.receipt}」，请核对后重试`);
    const key = { supplierId: world.ids.supplierA, materialId, batch: BATCH };
    expect(await traceOf(stranger, key)).toBeNull();
  });

  test("批号旁边提供已有的：供应商只有自己的，我方选了供应商才有，别的工厂的没有", async () => {
    const offered = async (context: Context, question: Readonly<Record<string, string>> = {}) => {
      const field = (await ask(context, question)).ask.fields.find(({ name }) => name === "batch");
      return field && "suggestions" in field ? field.suggestions : undefined;
    };
    expect(await offered(await world.as("supplierA"))).toContain(BATCH);
    expect(await offered(await world.as("supplierB"))).not.toContain(BATCH);
    expect(await offered(await world.as("supplierB"), { supplier: world.ids.supplierA ?? "" })).not.toContain(BATCH);
    const qa = await world.as("qa");
    expect(await offered(qa)).toEqual([]);
    expect(await offered(qa, { supplier: world.ids.supplierA ?? "", material: materialId })).toContain(BATCH);
    expect(await offered(qa, { supplier: world.ids.supplierB ?? "" })).not.toContain(BATCH);
    expect(await offered(await world.as("buyerB"), { supplier: world.ids.supplierA ?? "" })).not.toContain(BATCH);
  });

  test("供应商读不到价格和内部说明", async () => {
    const model = await ask(await world.as("supplierA"), { batch: BATCH });
    expect(JSON.stringify(model)).not.toMatch(/含税|让步批准单号/);
  });

  test("供应商在地址里改供应商、物料，得到的还是自己的或者没有", async () => {
    const supplier = await world.as("supplierA");
    const [own, strange] = [await ask(supplier, { batch: BATCH }), await ask(await world.as("supplierB"), {})];
    expect(own.ask.fields.map(({ name }) => name)).not.toContain("supplier");
    expect(strange.tables).toEqual([]);
    const asB = await ask(supplier, { batch: BATCH, supplier: world.ids.supplierB });
    expect(asB.verdict?.text).toBe(own.verdict?.text);
    for (const material of [world.ids.corn ?? "", "%", "' or 1=1 --", "0".repeat(200)]) {
      const other = await ask(await world.as("supplierB"), { batch: BATCH, material });
      expect([other.tables, other.verdict]).toEqual([[], undefined]);
    }
    const ofOrder = await ask(supplier, { number: numbers.order ?? "" });
    expect(cells(ofOrder, "批次").map(([one]) => one)).toContain(BATCH);
  });

  test("质量经理凭追溯能读出入库数据的列表，读不到、也不能按单价和金额排序或合计", async () => {
    const manager = await personWith(world, "qa_manager");
    const screen = world.engine.registry.screen("receiving/batch-trace");
    if (!screen) throw new Error("no view");
    const query = { filters: {}, toggles: [], page: 1, size: 50 };
    const list = await listRecords(manager, screen, {
      ...query,
      sort: ["-amount"],
      columns: availableColumns(manager, screen),
      totals: ["amount", "qty"],
    });
    expect(list.rows.length).toBeGreaterThanOrEqual(5);
    expect(list.sort).toEqual([{ by: "post_date", descending: true }]);
    expect([...list.totals.keys()]).not.toContain("amount");
    for (const { values } of list.rows) expect(Object.keys(values)).not.toEqual(expect.arrayContaining(["price"]));
    expect(JSON.stringify(list.rows)).not.toMatch(/"(price|amount)"/);
    expect(manager.actor.permissions.has("receiving/batch-trace.export")).toBe(false);
    expect(JSON.stringify(await ask(manager, { batch: BATCH }))).not.toMatch(/含税|单价/);
  });

  test("只管几个工厂的人看到的结存写明是权限以内的", async () => {
    expect((await ask(await world.as("warehouse"), { batch: BATCH })).verdict?.text).toContain(
      "（您有权限的范围） 549.5",
    );
    expect((await ask(await world.as("supplierA"), { batch: BATCH })).verdict?.text).toContain("账面结存 549.5");
  });

  test("别的工厂的采购员找不到，没有这个功能的人打不开", async () => {
    expect((await ask(await world.as("buyerB"), { batch: BATCH })).problem).toContain("找不到");
    await refusal(ask(await personWith(world, "legal"), { batch: BATCH }), "forbidden");
  });
});

describe("填得不对", () => {
  test("找不到、太长、通配符、日期颠倒、什么都不填", async () => {
    const qa = await world.as("qa");
    expect((await ask(qa, {})).problem).toBeUndefined();
    expect((await ask(qa, { batch: "NO-SUCH" })).problem).toContain("找不到批号「NO-SUCH」");
    expect((await ask(qa, { batch: "批".repeat(10_000) })).problem).toBe("批号和单号最多60个字，请核对");
    for (const wild of ["%", "ZS%", "ZS-25030_", "ZS-*", "'; drop table io_data; --"])
      expect((await ask(qa, { batch: wild })).problem).toContain("找不到批号");
    expect((await ask(qa, { supplier: world.ids.supplierA, from: "2025-03-31", to: "2025-03-01" })).problem).toContain(
      "结束日期",
    );
    expect((await ask(qa, { supplier: world.ids.supplierA, from: "三月" })).problem).toBe("请填写正确的日期");
    expect((await ask(qa, { supplier: "没有这家" })).problem).toContain("找不到供应商");
    expect((await ask(qa, { from: "2025-03-01" })).problem).toContain("其中一项");
    expect((await ask(qa, { number: "RK19990101-0001" })).problem).toContain("找不到单号");
    const last = await ask(qa, { supplier: world.ids.supplierA, from: "2025-03-01", to: "9999-12-31" });
    expect(cells(last, "批次").map(([batch]) => batch)).toContain(BATCH);
    for (const day of ["0000-00-00", "99999-01-01", "2025-02-30"])
      expect((await ask(qa, { supplier: world.ids.supplierA, to: day })).problem).toBe("请填写正确的日期");
  });

  test("单号加供应商：单号是别家的，等于没有批次", async () => {
    const other = await ask(await world.as("qa"), { number: numbers.order ?? "", supplier: world.ids.supplierB });
    expect(other.verdict?.text).toContain("还没有带批号的送货或收货");
    expect(other.tables).toEqual([]);
  });

  test("两家供应商同一批号：列出来选，各自的地址只到自己的", async () => {
    const qa = await world.as("qa");
    const model = await ask(qa, { batch: "P0001" });
    expect(cells(model, "批次")).toHaveLength(2);
    const href = table(model, "批次")?.rows[0]?.cells[0]?.href ?? "";
    const chosen = await batchTraceModel(qa, new URL(`http://x${href}`).searchParams);
    expect(chosen.verdict?.level).toBe("success");
    expect(cells(chosen, "入厂COA")).toHaveLength(1);
  });
});
