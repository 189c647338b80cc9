import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordModel } from "~/engine/screen/record-model.server";
import type { CoaStatus } from "~/modules/receiving/delivery-note/delivery-note.rules";
import type { AccountName } from "../../../support/company";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import { count, judge, move, NOTE, RECEIPT, receiptOf, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const connection = () => world.engine.database.connection();

/** What the shipped rule says for these tests; certificates and the days of early lorries are another subject. */
async function rules(changes: Readonly<Record<string, number | string | null>> = {}): Promise<void> {
  const { max_batches = null, fifo_batch = "no", late_days = 7, mode = "block" } = changes;
  await sql`update receive_control set early_days = 365, coa_required = 'no', shelf_ratio = null, max_batches = ${max_batches}::int,
    fifo_batch = ${fifo_batch}, late_days = ${late_days}::int, mode = ${mode} where level = 'global'`.execute(
    connection(),
  );
}
beforeEach(() => rules());

interface Batch {
  batch_no: string;
  produce_date: string;
  qty?: string;
}

/** A draft note about corn of an order of its own, a line per batch. */
async function draft(batches: readonly Batch[], eta = "2025-03-10 09:00"): Promise<string> {
  const { id: orderId } = await confirmed(world);
  const [line] = items(await stored(world, orderId));
  const { id } = await createRecord(await world.as("supplierA"), {
    screen: world.screen(NOTE),
    values: {
      factory_id: world.ids.factory1,
      ...{ ship_date: "2025-03-09", eta, vehicle_no: "皖A12345", driver: "王师傅", driver_phone: "13800000000" },
      items: batches.map((batch) => ({ order_line: line?.id, qty: "100", expire_date: "2026-03-01", ...batch })),
    },
  });
  return id;
}

const sent = (id: string, reason?: string) =>
  move(world, "supplierA", { key: NOTE, id, name: "submit", ...(reason ? { reason } : {}) });

/** Goods of a batch as far as the stock, or rejected. */
async function received(batch: Batch, verdict?: Readonly<Record<string, string>>): Promise<string> {
  const id = await draft([batch]);
  await sent(id);
  await move(world, "warehouse", { key: NOTE, id, name: "check_in" });
  const receipt = await receiptOf(world, id);
  await count(world, receipt, [{ count_qty: "100" }]);
  await move(world, "warehouse", { key: RECEIPT, id: receipt, name: "count" });
  await judge(world, receipt, verdict ? [verdict] : []);
  await move(world, "warehouse", { key: RECEIPT, id: receipt, name: "post" });
  return receipt;
}

async function titles(account: AccountName, noteId: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${noteId} and user_id = ${world.accounts[account]} order by at, id`.execute(
    connection(),
  );
  return rows.map(({ title }) => title);
}

describe("送货单的批次", () => {
  test("超过单次最多批次数的不能发货，规则为提醒时写明原因可以", async () => {
    await rules({ max_batches: 1 });
    const two = [
      { batch_no: "A1", produce_date: "2025-03-01" },
      { batch_no: "A2", produce_date: "2025-03-01" },
    ];
    const id = await draft(two);
    expect((await refusal(sent(id, "一车送完"), "invalid")).message).toContain(
      "第1行的物料有2个批次，一次最多送1个批次",
    );
    await rules({ max_batches: 1, mode: "warn" });
    await sent(id, "一车送完");
    await rules({ max_batches: 2 });
    await sent(await draft(two));
  });

  test("早于上次到货批次的不能发货；拒收和冲销的不算，同一天的可以", async () => {
    await rules({ fifo_batch: "yes" });
    const receipt = await received({ batch_no: "B5", produce_date: "2025-03-05" });
    await received({ batch_no: "B6", produce_date: "2025-03-06" }, { qa_result: "fail", reject_qty: "100" });
    await sent(await draft([{ batch_no: "B5b", produce_date: "2025-03-05" }]));
    const older = await draft([{ batch_no: "B4", produce_date: "2025-03-04" }]);
    expect((await refusal(sent(older, "库存尾货"), "invalid")).message).toContain(
      "批次B4生产日期早于上次到货2025-03-05",
    );
    await move(world, "warehouse", { key: RECEIPT, id: receipt, name: "reverse", reason: "登记错误" });
    await sent(older);
  });

  test("供应商那里还有更早的批次时说出是哪一批，仍可发货", async () => {
    const report = (batch_no: string, qty: string) =>
      createRecord(world.system(), {
        screen: world.screen("purchase-orders/supplier-inventory"),
        values: {
          ...{ supplier_id: world.ids.supplierA, material_id: world.ids.corn, stock_kind: "finished", batch_no, qty },
          ...{ produce_date: "2025-02-01", expire_date: "2026-02-01", report_date: "2025-03-10" },
        },
      });
    await report("OLD-0", "0");
    await report("OLD-1", "50");
    const { warnings } = await sent(await draft([{ batch_no: "C1", produce_date: "2025-03-01" }]));
    expect(warnings).toContain("存在更早批次OLD-1");
    const both = [
      { batch_no: "C2", produce_date: "2025-03-01" },
      { batch_no: "OLD-1", produce_date: "2025-02-01", qty: "50" },
    ];
    expect((await sent(await draft(both))).warnings.join()).not.toContain("存在更早批次");
  });
});

test("按订单找送货单：两边都找得到自己的，别的供应商找不到", async () => {
  const { id: orderId } = await confirmed(world);
  const [line] = items(await stored(world, orderId));
  const { id } = await createRecord(await world.as("supplierA"), {
    screen: world.screen(NOTE),
    values: { factory_id: world.ids.factory1, items: [{ order_line: line?.id, qty: "1" }] },
  });
  const found = async (account: AccountName) => {
    const context = await world.as(account);
    const filters = { "items.order_id": [orderId] };
    const request = { filters, toggles: [], sort: [], page: 1, size: 100, columns: ["number"] };
    return (await reading(context, () => listRecords(context, world.screen(NOTE), request))).rows.map((row) => row.id);
  };
  expect(await found("supplierA")).toEqual([id]);
  expect(await found("supplierB")).toEqual([]);
  // A draft belongs to its side.
  expect(await found("warehouse")).toEqual([]);
});

test("晚于确认交期的记下几天并告诉采购员，晚过容许天数的当场说明；改早了不再算", async () => {
  const late = "2025-03-30 09:00";
  const id = await draft([{ batch_no: "D1", produce_date: "2025-03-01" }], late);
  const { warnings } = await sent(id);
  expect(warnings).toContain("第1行交期2025-03-20，最晚应于2025-03-27送货，本次按延误记录");
  const note = await recordOf(world, NOTE, id);
  expect(note.delay_days).toBe(10);
  expect(await titles("buyerA", id)).toEqual([expect.stringContaining(`送货单${note.number}比确认交期晚10`)]);
  const trip = { vehicle_no: "皖A12345", driver: "王师傅", driver_phone: "13800000000" };
  await move(world, "supplierA", { key: NOTE, id, name: "edit_trip", input: { ...trip, eta: "2025-03-20 09:00" } });
  expect((await recordOf(world, NOTE, id)).delay_days).toBe(0);
  expect(await titles("buyerA", id)).toHaveLength(1);
});

test("装载测算：页面按车型列出装载率，没有一种车装得下时发货前说明", async () => {
  const system = world.system();
  const { id: packing } = await createRecord(system, {
    screen: world.screen("base-data/logistics-volume"),
    values: {
      ...{ material_id: world.ids.corn, supplier_id: world.ids.supplierA, pack_qty: "1" },
      ...{ length_cm: "100", width_cm: "100", height_cm: "100", gross_kg: "2" },
    },
  });
  await move(world, "planner", { key: "base-data/logistics-volume", id: packing, name: "confirm" });
  await sql`update vehicle_type set load_m3 = 50, load_kg = 9000`.execute(connection());
  const { rows } = await sql<{ name: string }>`select name from vehicle_type where enabled`.execute(connection());
  if (rows.length === 0)
    await createRecord(system, {
      screen: world.screen("base-data/vehicle-type"),
      values: { name: "测试厢车", load_m3: "50", load_kg: "9000" },
    });
  const id = await draft([{ batch_no: "E1", produce_date: "2025-03-01" }]);
  const page = await recordModel(await world.as("supplierA"), world.screen(NOTE), id);
  expect(JSON.stringify(page)).toContain("200%，超过车型容量");
  expect((await sent(id)).warnings.join()).toContain("预计装载率200%，超过车型容量");
});

describe("COA状态", () => {
  const statusOf = async (account: AccountName, id: string) => {
    const context = await world.as(account);
    const { extra } = world.engine.registry.server(NOTE);
    return (await reading(context, async () => extra?.(context, NOTE, [id], "list")))?.get(id)?.coa_status as CoaStatus;
  };

  test("没有标准的不要求；有标准的从未提交、部分、齐全到有不合格，列表和页面一致", async () => {
    const id = await draft([
      { batch_no: "F1", produce_date: "2025-03-01" },
      { batch_no: "F2", produce_date: "2025-03-01" },
    ]);
    await sql`update coa_standard set state = 'disabled'`.execute(connection());
    expect(await statusOf("warehouse", id)).toBeNull();
    const system = world.system();
    const standard = {
      ...{ material_id: world.ids.corn, template_id: world.ids.coaTemplate, required_at: "before_ship" },
      valid_from: "2024-01-01",
    };
    const { id: standardId } = await createRecord(system, {
      screen: world.screen("base-data/coa-standard"),
      values: standard,
    });
    await sql`update coa_standard set state = 'active' where id = ${standardId}`.execute(connection());
    expect(await statusOf("supplierA", id)).toBe("none");
    for (const [batch_no, expected] of [
      ["F1", "some"],
      ["F2", "whole"],
    ] as const) {
      const { id: coa } = await createRecord(system, {
        screen: world.screen("receiving/inbound-coa"),
        values: {
          ...{
            supplier_id: world.ids.supplierA,
            material_id: world.ids.corn,
            batch_no,
            batch_qty: "100",
            lab: "化验室",
          },
          ...{ produce_date: "2025-03-01", test_date: "2025-03-02" },
        },
      });
      await sql`update inbound_coa set state = 'approved', auto_result = 'pass' where id = ${coa}`.execute(
        connection(),
      );
      expect(await statusOf("supplierA", id)).toBe(expected);
    }
    await sql`update inbound_coa set state = 'refused' where batch_no = 'F1'`.execute(connection());
    expect(await statusOf("warehouse", id)).toBe("bad");
    const page = await recordModel(await world.as("supplierA"), world.screen(NOTE), id);
    expect(JSON.stringify(page)).toContain("有不合格");
    expect(linesOf(await recordOf(world, NOTE, id), "items")).toHaveLength(2);
  });
});
