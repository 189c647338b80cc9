import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostingRow, post, postOpposite } from "~/engine/journals/post.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord } from "~/engine/operations/save.server";
import { TODAY } from "../../support/clock";
import { make } from "../../support/conformance";
import { items, refusal } from "../../support/orders";
import { JOURNAL, RECEIPT, recordOf } from "../../support/receipts";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const connection = () => world.engine.database.connection();

let receiptId = "";
let line = { id: "", order_id: "", material_id: "" };
beforeAll(async () => {
  receiptId = (await make(world, RECEIPT)).id;
  const record = await recordOf(world, RECEIPT, receiptId);
  const [first] = items(record);
  line = { id: first?.id ?? "", order_id: String(first?.order_id), material_id: String(first?.material_id) };
});

const values = (qty: string) => ({
  post_date: TODAY,
  supplier_id: world.ids.supplierA,
  factory_id: world.ids.factory1,
  order_id: line.order_id,
  receipt_id: receiptId,
  material_id: line.material_id,
  batch_no: "P1",
  qty,
  uom: "pcs",
  price: "2.5",
  currency: "CNY",
  amount: "25.00",
});
const document = (id: string, version = 1) => ({ entity: RECEIPT, id, number: "RK20250310-9999", version });
const rowOf = (at: string, qty = "10"): PostingRow => ({ line: at, kind: "in", values: values(qty) });

async function rows(sourceId: string) {
  const found = await sql<{ id: string; io_no: string; io_type: string; qty: string; corrects: string | null }>`
    select id, io_no, io_type, qty::text as qty, corrects from io_data where source_id = ${sourceId} order by id`.execute(
    connection(),
  );
  return found.rows;
}

describe("记账", () => {
  test("同一次记账重试只登记一次，两个同时也只登记一次", async () => {
    const id = world.engine.newId();
    const once = () => post(world.system(), JOURNAL, { document: document(id), rows: [rowOf("a"), rowOf("b", "4")] });
    expect(await once()).toBe("posted");
    expect(await once()).toBe("before");
    const both = world.engine.newId();
    const posting = () => post(world.system(), JOURNAL, { document: document(both), rows: [rowOf("a")] });
    expect((await Promise.all([posting(), posting()])).sort()).toEqual(["before", "posted"]);
    expect((await rows(id)).map(({ qty }) => qty)).toEqual(["10.000", "4.000"]);
    expect(await rows(both)).toHaveLength(1);
    const [first, second] = await rows(id);
    expect(first?.io_no).toMatch(/^IO\d{8}-\d{4}$/);
    expect(second?.io_no).toBe(first?.io_no);
  });

  test("同一键以不同内容记账被拒绝，一行不成则都不登记", async () => {
    const id = world.engine.newId();
    await post(world.system(), JOURNAL, { document: document(id), rows: [rowOf("a")] });
    const other = { document: document(id), rows: [rowOf("a", "11")] };
    await refusal(post(world.system(), JOURNAL, other), "duplicate");
    const half = { document: document(id), rows: [rowOf("a"), rowOf("b")] };
    await refusal(post(world.system(), JOURNAL, half), "duplicate");
    const broken = world.engine.newId();
    const bad = { ...rowOf("b"), values: { ...values("1"), supplier_id: null } };
    await expect(
      post(world.system(), JOURNAL, { document: document(broken), rows: [rowOf("a"), bad] }),
    ).rejects.toThrow();
    expect(await rows(id)).toHaveLength(1);
    expect(await rows(broken)).toEqual([]);
  });

  test("更正是指明原记录的反向记录，重复更正不再登记，更正后可以另记", async () => {
    const id = world.engine.newId();
    await post(world.system(), JOURNAL, { document: document(id), rows: [rowOf("a"), rowOf("b", "4")] });
    const reverse = () =>
      postOpposite(world.system(), JOURNAL, { document: document(id), kinds: { in: "in_rev" }, day: TODAY });
    expect(await reverse()).toBe(2);
    expect(await reverse()).toBe(0);
    const [first, , third] = await rows(id);
    expect(third).toMatchObject({ io_type: "in_rev", qty: "-10.000", corrects: first?.id });
    expect(await post(world.system(), JOURNAL, { document: document(id, 2), rows: [rowOf("a")] })).toBe("posted");
    expect(await rows(id)).toHaveLength(5);
  });
});

test("记账很多时更正一张单据不通读流水：按来源单据有索引", async () => {
  const id = world.engine.newId();
  await post(world.system(), JOURNAL, { document: document(id), rows: [rowOf("a")] });
  await sql`insert into io_data select other.* from io_data j cross join generate_series(1, 5000) n
    cross join lateral jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'posting_key', 'bulk/' || n,
      'source_id', md5((n / 5)::text))) as other where j.source_id = ${id}`.execute(connection());
  await sql`analyze io_data`.execute(connection());
  const { rows: plan } = await sql<Record<string, string>>`explain select id from io_data as t
    where t.source_entity = ${RECEIPT} and t.source_id = ${id} and t.io_type in ('in') order by id`.execute(
    connection(),
  );
  const said = plan.map((row) => Object.values(row).join()).join("\n");
  expect(said).toContain("io_data_source_id_idx");
  expect(said).not.toContain("Seq Scan");
});

describe("没有别的路", () => {
  test("数据库拒绝任何角色修改、删除和清空，也包括所有者", async () => {
    const id = world.engine.newId();
    await post(world.system(), JOURNAL, { document: document(id), rows: [rowOf("a")] });
    for (const identity of [{ role: "owner" }, { role: "staff", userId: world.accounts.finance }] as const) {
      for (const statement of [
        sql`update io_data set qty = 1 where source_id = ${id}`,
        sql`delete from io_data where source_id = ${id}`,
        sql`truncate io_data`,
      ]) {
        const work = world.engine.database.transaction(identity, async () => {
          await statement.execute(connection());
        });
        await expect(work).rejects.toThrow();
      }
    }
    const supplier = { role: "supplier", userId: world.accounts.supplierA, supplierId: world.ids.supplierA } as const;
    const added = world.engine.database.transaction(supplier, async () => {
      await sql`insert into io_data (id, io_no) values (${id}, 'X')`.execute(connection());
    });
    await expect(added).rejects.toMatchObject({ code: "denied" });
    expect(await rows(id)).toMatchObject([{ qty: "10.000" }]);
  });

  test("程序自己也不能新建和删除，REST、导入和页面没有入口", async () => {
    const id = world.engine.newId();
    await post(world.system(), JOURNAL, { document: document(id), rows: [rowOf("a")] });
    const [row] = await rows(id);
    const screen = world.screen(JOURNAL);
    await refusal(createRecord(world.system(), { screen, values: values("1") }), "forbidden");
    await refusal(removeRecord(world.system(), { screen, id: row?.id ?? "" }), "wrong_state");
    const token = await signIn(world, "finance");
    const address = `/v2/receiving/io-data/${row?.id}`;
    for (const [method, path] of [
      ["POST", "/v2/receiving/io-data"],
      ["PUT", address],
      ["DELETE", address],
    ] as const)
      expect(
        (await call(world, { token, method, path, body: { version: 1, qty: "1" } })).status,
      ).toBeGreaterThanOrEqual(400);
    expect((await call(world, { token, method: "GET", path: address })).status).toBe(200);
    expect(await rows(id)).toMatchObject([{ qty: "10.000" }]);
  });
});
