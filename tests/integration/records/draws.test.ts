import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDraws } from "~/engine/draws/check-up.server";
import type { AnyLine } from "~/engine/entity";
import { readHistory } from "~/engine/operations/audit.server";
import { openLinesOf } from "~/engine/operations/open-lines.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { decimal } from "~/shared/decimal";
import type { AccountName } from "../../support/company";
import { makeTables, SHIPMENT, TALLY, withDrawing } from "../../support/draws";
import { confirmed, items, ORDER, order, refusal, released, stored, transition } from "../../support/orders";
import { openWorld } from "../../support/world";

let tolerance = "0";
const told: { rootId: string; lines: number }[] = [];
const registry = withDrawing({
  tolerances: { to_deliver: async (_context, lines) => new Map(lines.map(({ line }) => [line.id, tolerance])) },
  drawn: async ({ rootId, lines }) => {
    told.push({ rootId, lines: lines.length });
  },
});
const world = await openWorld({ registry });
beforeAll(() => makeTables(world));
afterAll(() => world.close());

const line = async (id: string, position = 0) => {
  const found = items(await stored(world, id))[position];
  if (!found) throw new Error("no such line");
  return found;
};
const figures = async (id: string, position = 0) => {
  const { noticed_qty, accepted_qty, rejected_qty, open_qty } = await line(id, position);
  return { noticed_qty, accepted_qty, rejected_qty, open_qty };
};

async function shipped(orderId: string, qty: string, account: AccountName = "supplierA") {
  const { id, material_id } = await line(orderId);
  return createRecord(await world.as(account), {
    screen: world.screen(SHIPMENT),
    values: { items: [{ order_line_id: id, material_id, qty }] },
  });
}

async function move(account: AccountName, key: string, id: string, name: string) {
  return applyTransition(await world.as(account), { entity: world.entity(key), id, name });
}

async function sent(orderId: string, qty: string) {
  const { id } = await shipped(orderId, qty);
  await move("supplierA", SHIPMENT, id, "send");
  return id;
}

async function counted(orderId: string, shipmentId: string, values: Record<string, string>) {
  const { record } = await openRecord(world.system(), { entity: world.entity(SHIPMENT), id: shipmentId });
  const [row] = linesOf(record, "items");
  const warehouse = await world.as("warehouse");
  const tally = await createRecord(warehouse, {
    screen: world.screen(TALLY),
    values: {
      supplier_id: world.ids.supplierA,
      items: [{ order_line_id: (await line(orderId)).id, shipment_line_id: row?.id, ...values }],
    },
  });
  return tally.id;
}

describe("送货占用订单行的数量", () => {
  test("新订单行全部可送，草稿不占用，发货占用，取消退回", async () => {
    const { id } = await confirmed(world);
    expect(await figures(id)).toMatchObject({ noticed_qty: "0.000", open_qty: "1000.000" });
    const draft = await shipped(id, "400");
    expect(await figures(id)).toMatchObject({ noticed_qty: "0.000", open_qty: "1000.000" });
    await move("supplierA", SHIPMENT, draft.id, "send");
    expect(await figures(id)).toMatchObject({ noticed_qty: "400.000", open_qty: "600.000" });
    await move("supplierA", SHIPMENT, draft.id, "cancel");
    expect(await figures(id)).toMatchObject({ noticed_qty: "0.000", open_qty: "1000.000" });
  });

  test("超过可送数量千分之一也拒绝，指出第几行和最多多少，什么都不留下", async () => {
    const { id } = await confirmed(world);
    await sent(id, "999.999");
    const draft = await shipped(id, "0.002");
    const refused = await refusal(move("supplierA", SHIPMENT, draft.id, "send"), "invalid");
    expect(refused.complaints).toEqual([{ field: "items.0.qty", message: "第1行最多还可送0.001千克" }]);
    expect(await figures(id)).toMatchObject({ noticed_qty: "999.999", open_qty: "0.001" });
  });

  test("容差以内可以多送，之后容差变小不影响已经占用的，减少总是可以", async () => {
    const { id } = await confirmed(world);
    tolerance = "50";
    const note = await sent(id, "1050");
    tolerance = "0";
    expect(await figures(id)).toMatchObject({ noticed_qty: "1050.000", open_qty: "0.000" });
    const { record } = await openRecord(world.system(), { entity: world.entity(SHIPMENT), id: note });
    const [row] = linesOf(record, "items");
    const amend = async (qty: string) =>
      applyTransition(await world.as("supplierA"), {
        entity: world.entity(SHIPMENT),
        id: note,
        name: "amend",
        lineInput: { [row?.id ?? ""]: { qty } },
      });
    await amend("1040");
    await refusal(amend("1041"), "invalid");
    expect(await figures(id)).toMatchObject({ noticed_qty: "1040.000", open_qty: "0.000" });
  });

  test("同一张单上两行合计超出，两行都指出", async () => {
    const { id } = await confirmed(world);
    const { id: on, material_id } = await line(id);
    const supplier = await world.as("supplierA");
    const rows = ["600", "500"].map((qty) => ({ order_line_id: on, material_id, qty }));
    const draft = await createRecord(supplier, { screen: world.screen(SHIPMENT), values: { items: rows } });
    const refused = await refusal(move("supplierA", SHIPMENT, draft.id, "send"), "invalid");
    expect(refused.complaints.map(({ field }) => field)).toEqual(["items.0.qty", "items.1.qty"]);
  });

  test("物料必须与订单行一致", async () => {
    const { id } = await confirmed(world);
    const { id: on } = await line(id);
    const values = { items: [{ order_line_id: on, material_id: world.ids.oil, qty: "1" }] };
    const draft = await createRecord(await world.as("supplierA"), { screen: world.screen(SHIPMENT), values });
    const refused = await refusal(move("supplierA", SHIPMENT, draft.id, "send"), "invalid");
    expect(refused.complaints).toEqual([
      { field: "items.0.material_id", message: "第1行的物料与订单行不一致，请核对" },
    ]);
  });

  test("别的供应商的订单行找不到，也看不到占用了多少", async () => {
    const { id } = await confirmed(world);
    await sent(id, "100");
    const { id: on } = await line(id);
    const other = await world.as("supplierB");
    const values = { items: [{ order_line_id: on, material_id: world.ids.corn, qty: "1" }] };
    await refusal(createRecord(other, { screen: world.screen(SHIPMENT), values }), "invalid");
    const rows = await reading(other, () =>
      sql`select * from line_draw`.execute(world.engine.database.connection()).then((answer) => answer.rows),
    );
    expect(rows).toEqual([]);
  });

  test("我方代办时，占用别的供应商的订单行同样找不到", async () => {
    const { id } = await confirmed(world);
    const { id: on } = await line(id);
    const values = {
      supplier_id: world.ids.supplierB,
      items: [{ order_line_id: on, material_id: world.ids.corn, qty: "1" }],
    };
    const made = createRecord(world.system(), { screen: world.screen(SHIPMENT), values });
    const done = made.then(({ id: draft }) =>
      applyTransition(world.system(), { entity: world.entity(SHIPMENT), id: draft, name: "send" }),
    );
    const refused = await refusal(done, "invalid");
    expect(refused.complaints[0]?.message).toContain("订单行");
    expect(refused.complaints[0]?.message).not.toContain("1000");
  });
});

describe("收货、冲销和后续单据", () => {
  test("过账把在途变成已收，冲销原样退回，各单据的数量一致", async () => {
    const { id } = await confirmed(world);
    const note = await sent(id, "1000");
    const tally = await counted(id, note, { accept_qty: "700", reject_qty: "100" });
    await move("warehouse", TALLY, tally, "post");
    expect(await figures(id)).toEqual({
      noticed_qty: "200.000",
      accepted_qty: "700.000",
      rejected_qty: "100.000",
      open_qty: "100.000",
    });
    await move("warehouse", TALLY, tally, "reverse");
    expect(await figures(id)).toEqual({
      noticed_qty: "1000.000",
      accepted_qty: "0.000",
      rejected_qty: "0.000",
      open_qty: "0.000",
    });
  });

  test("订单每次被占用都得到通知，版本不变，历史里每张单据一行", async () => {
    const { id } = await confirmed(world);
    const { version } = await stored(world, id);
    told.length = 0;
    const note = await sent(id, "10");
    expect(told).toEqual([{ rootId: id, lines: 1 }]);
    expect((await stored(world, id)).version).toBe(version);
    const { number } = (await openRecord(world.system(), { entity: world.entity(SHIPMENT), id: note })).record;
    const history = await readHistory(await world.as("buyerA"), { entity: world.entity(ORDER), recordId: id });
    expect(history[0]).toMatchObject({ label: `试送货单${number}：更新数量`, changes: [] });
  });

  test("关闭的行不能再送，有容差也不能；已占用的仍可退回", async () => {
    const { id } = await confirmed(world);
    const draft = await shipped(id, "1");
    const { id: on } = await line(id);
    const buyer = await world.as("buyerA");
    const more = { reason: "停产", lineInput: { [on]: { chosen: true } } };
    await transition(world, { context: buyer, id, name: "close_lines", more });
    expect(await figures(id)).toMatchObject({ noticed_qty: "0.000", open_qty: null });
    tolerance = "50";
    await refusal(move("supplierA", SHIPMENT, draft.id, "send"), "invalid");
    tolerance = "0";

    // An order of ours is not closed over goods on their way; whatever ended one, they are given back.
    const { id: other } = await confirmed(world);
    const note = await sent(other, "300");
    const { id: ended } = await line(other);
    await world.engine.database.transaction({ role: "owner" }, () =>
      sql`update purchase_order_items set line_status = 'closed' where id = ${ended}`.execute(
        world.engine.database.connection(),
      ),
    );
    await move("supplierA", SHIPMENT, note, "cancel");
    expect(await figures(other)).toMatchObject({ noticed_qty: "0.000", open_qty: null });
  });

  test("删除草稿不影响数量；订单改数量后可送随之改变", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    const draft = await stored(world, id);
    const [first, ...rest] = items(draft);
    const values = { items: [{ ...plain(first), qty: "1200" }, ...rest.map(plain)] };
    await updateRecordBy(buyer, { screen: world.screen(ORDER), id, version: draft.version, values });
    expect(await figures(id)).toMatchObject({ open_qty: "1200.000" });
    const { id: other } = await released(world);
    const gone = await shipped(other, "5");
    await removeRecord(await world.as("supplierA"), { screen: world.screen(SHIPMENT), id: gone.id });
    expect(await figures(other)).toMatchObject({ noticed_qty: "0.000", open_qty: "1000.000" });
  });

  test("两张单同时要最后的数量，只有一张成功", async () => {
    const { id } = await confirmed(world);
    const drafts = [await shipped(id, "600"), await shipped(id, "600")];
    const outcomes = await Promise.allSettled(drafts.map((draft) => move("supplierA", SHIPMENT, draft.id, "send")));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await figures(id)).toMatchObject({ noticed_qty: "600.000", open_qty: "400.000" });
  });

  test("数量不能由表单、调用或供应商的数据库角色写入", async () => {
    const { id } = await confirmed(world);
    const buyer = await world.as("buyerA");
    const { id: draft } = await order(world, buyer);
    const record = await stored(world, draft);
    const [first] = items(record);
    const values = { items: [{ ...plain(first), noticed_qty: "5" }] };
    const typed = updateRecordBy(buyer, { screen: world.screen(ORDER), id: draft, version: record.version, values });
    await refusal(typed, "malformed");
    const { id: on } = await line(id);
    const connection = () => world.engine.database.connection();
    const supplier = await world.as("supplierA");
    const write = (statement: ReturnType<typeof sql>) => reading(supplier, () => statement.execute(connection()));
    await expect(write(sql`update purchase_order_items set accepted_qty = 5 where id = ${on}`)).rejects.toThrow();
    const other = sql`insert into line_draw (id, source_entity, source_root, source_line, target_entity, target_root, target_line, figure,
      quantity, supplier_id, by_suppliers, created_at) values (gen_random_uuid(), 'a', ${id}, ${on}, 'b', ${id}, ${on}, 'x', 1,
      ${world.ids.supplierB}, true, now())`;
    await expect(write(other)).rejects.toThrow();
  });
});

/** What a form sends of a line. */
function plain(row: AnyLine | undefined) {
  const { id, material_id, spec, qty, uom, price, tax_rate, required_date }: Partial<AnyLine> = row ?? {};
  return { id, material_id, spec, qty, uom, price, tax_rate, required_date };
}

describe("未清行和夜间核对", () => {
  test("未清行按各人的范围列出，用完而有容差的仍列出", async () => {
    const { id } = await confirmed(world);
    await sent(id, "1000");
    const asked = async (account: AccountName, line?: string) => {
      const context = await world.as(account);
      return reading(context, () =>
        openLinesOf(context, {
          source: ORDER,
          lines: "items",
          formula: "to_deliver",
          where: { op: "eq", column: "id", value: id },
          ...(line === undefined ? {} : { ids: [line] }),
          page: { size: 10 },
        }),
      );
    };
    const own = await asked("supplierA");
    expect(own.map(({ open }) => decimal(open).toFixed())).toEqual(["10", "200.5"]);
    expect(own[0]?.rootId).toBe(id);
    expect(await asked("supplierB")).toEqual([]);
    tolerance = "20";
    expect((await asked("supplierA")).map(({ room }) => decimal(room).toFixed())).toEqual(["20", "30", "220.5"]);
    tolerance = "0";
    const { id: used } = await line(id);
    expect(await asked("buyerA", used)).toEqual([]);
  });

  test("核对没有差异；被改动的数量和占用逐条指出，不自动更改", async () => {
    const { id } = await confirmed(world);
    const note = await sent(id, "100");
    const checked = () => checkDraws(world.system(), new AbortController().signal);
    expect(await checked()).toMatchObject({ differences: 0 });
    const { id: on } = await line(id);
    const owner = (statement: ReturnType<typeof sql>) =>
      world.engine.database.transaction({ role: "owner" }, () => statement.execute(world.engine.database.connection()));
    await owner(sql`update purchase_order_items set noticed_qty = 90 where id = ${on}`);
    const { number } = await stored(world, id);
    const one = await checked();
    expect(one.named).toEqual([`采购订单${number}行10：「已通知」为90，应为100`]);
    expect(await checked()).toEqual(one);
    await owner(sql`update purchase_order_items set noticed_qty = 100 where id = ${on}`);
    await owner(sql`delete from line_draw where target_root = ${note}`);
    const gone = await checked();
    expect(gone.differences).toBe(3);
    expect(gone.named.some((sentence) => sentence.includes("计入「已通知」按单据应计100，实计0"))).toBe(true);
  });
});
