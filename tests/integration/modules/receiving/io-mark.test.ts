import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { post } from "~/engine/journals/post.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { matchMarks } from "~/modules/receiving/io-mark/marks.server";
import { issueMonths } from "~/modules/receiving/month-confirmation/month-confirmation.jobs.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import {
  arrivedNote,
  JOURNAL,
  move,
  posted,
  RECEIPT,
  received,
  recordOf,
  withFreeNotes,
} from "../../../support/receipts";
import { signedCalls } from "../../../support/signed-call";
import { openWorld } from "../../../support/world";

const MARK = "receiving/io-mark";
const MONTH = "receiving/month-confirmation";
const SAP = "receiving/sap-movement";
const FEBRUARY = "2025-02";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());
const signed = signedCalls(world);

const { id: orderId } = await confirmed(world);
const order = await stored(world, orderId);
const [line] = items(order);
// Movements are posted straight into the journal, of a receipt that is there: what posts them is proved elsewhere.
const receiptId = await posted(world, await arrivedNote(world, orderId, ["10"]), ["10"]);

let serial = 0;

/** A movement of supplier A on a day. @returns its mark, by document number */
async function moved(day: string, qty: string, number = `RK-M${++serial}`) {
  await post(world.system(), JOURNAL, {
    document: { entity: RECEIPT, id: world.engine.newId(), number, version: 1 },
    rows: [
      {
        line: world.engine.newId(),
        kind: Number(qty) > 0 ? "in" : "out",
        values: {
          ...{ post_date: day, supplier_id: world.ids.supplierA ?? "", factory_id: world.ids.factory1 ?? "" },
          ...{ order_id: orderId, receipt_id: receiptId, material_id: String(line?.material_id), batch_no: "P1" },
          ...{ qty, uom: "kg", price: "2", currency: "CNY", amount: String(Number(qty) * 2) },
        },
      },
    ],
  });
  return mark(number);
}

async function mark(number: string) {
  const [row] = await unscopedRows(world.system(), MARK, ["id"], [where.eq("source_no", number)]);
  return (await openRecord(world.system(), { entity: world.entity(MARK), id: row?.id ?? "" })).record;
}

const codeOf = async (table: string, id: unknown) =>
  (
    await sql<{ code: string }>`select code from ${sql.table(table)} where id = ${String(id)}::uuid`.execute(
      world.engine.database.connection(),
    )
  ).rows[0]?.code;

async function fromSap(row: object) {
  const rows = [
    {
      io_type: "in",
      post_date: "2025-02-10",
      supplier_id: await codeOf("supplier", world.ids.supplierA),
      factory_id: await codeOf("factory", world.ids.factory1),
      material_id: await codeOf("material", line?.material_id),
      batch_no: "P1",
      uom: "kg",
      ...row,
    },
  ];
  return (await signed("/v2/sap/master-data", { requestId: randomUUID(), kind: "sap-movement", rows })).body.result;
}

/** How many messages one person got about a row. */
async function told(title: string, id: string, account: AccountName = "finance"): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inbox
    where record_id = ${id} and user_id = ${world.accounts[account]} and title like ${`%${title}%`}`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.count ?? 0;
}

const confirm = (id: string, account: "supplierA" | "supplierB" = "supplierA") =>
  move(world, account, { key: MONTH, id, name: "confirm" });

describe("与SAP核对", () => {
  test("过账同时登记核对行；SAP同一凭证再来不变，内容不同则拒绝", async () => {
    const found = await moved("2025-02-10", "100");
    expect(found).toMatchObject({ state: "open", confirm_month: FEBRUARY, qty: "100.000", match: null });
    const row = { sap_key: "5000000001/2025/1", qty: "100", source_no: found.source_no };
    expect(await fromSap(row)).toMatchObject({ added: 1 });
    expect(await fromSap(row)).toMatchObject({ unchanged: 1 });
    expect(await fromSap({ ...row, qty: "90" })).toMatchObject({ failed: 1 });
    await matchMarks(world.system());
    const matched = await mark(String(found.source_no));
    expect(matched).toMatchObject({ match: "ok", sap_qty: "100.000" });
    await matchMarks(world.system());
    expect(await mark(String(found.source_no))).toMatchObject({ version: matched.version });
  });

  test("数量差异只通知一次；SAP更正后重新核对为一致", async () => {
    const found = await moved("2025-02-11", "50");
    const number = String(found.source_no);
    await fromSap({ sap_key: "5000000002/2025/1", qty: "40", source_no: number, post_date: "2025-02-11" });
    await matchMarks(world.system());
    await matchMarks(world.system());
    expect(await mark(number)).toMatchObject({ match: "diff", sap_qty: "40.000" });
    expect(await told("与SAP不一致：平台50，SAP40", found.id)).toBe(1);
    expect(await told("与SAP不一致：平台50，SAP40", found.id, "buyerA")).toBe(1);
    await fromSap({ sap_key: "5000000003/2025/1", qty: "10", source_no: number, post_date: "2025-02-11" });
    await move(world, "finance", { key: MARK, id: found.id, name: "recheck" });
    expect(await mark(number)).toMatchObject({ match: "ok", sap_qty: "50.000" });
  });

  test("过了天数没有SAP凭证的为仅平台；只有SAP有的另登记一行，不给供应商看，平台补登以后对应", async () => {
    const late = await moved("2025-02-12", "5");
    const recent = await moved(TODAY, "5");
    await fromSap({ sap_key: "5000000004/2025/1", qty: "7", source_no: "RK-LATER", post_date: "2025-02-12" });
    await matchMarks(world.system());
    expect(await mark(String(late.source_no))).toMatchObject({ match: "only_srm" });
    expect(await mark(String(recent.source_no))).toMatchObject({ match: null });
    const alone = await mark("RK-LATER");
    expect(alone).toMatchObject({ state: "sap_only", match: "only_sap", sync_from: "sap", price: null });
    const supplier = await world.as("supplierA");
    const asked = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
    const seen = await listRecords(supplier, world.screen(MARK), asked);
    expect(seen.rows.map(({ id }) => id)).not.toContain(alone.id);
    await moved("2025-02-12", "7", "RK-LATER");
    await matchMarks(world.system());
    const [first] = await unscopedRows(world.system(), MARK, ["state"], [where.eq("id", alone.id)]);
    expect(first?.state).toBe("merged");
  });

  test("退货在SAP为负数，照样一致；正负不符的不收", async () => {
    const found = await moved("2025-02-13", "-6");
    const row = { sap_key: "5000000006/2025/1", source_no: found.source_no, post_date: "2025-02-13", io_type: "out" };
    expect(await fromSap({ ...row, qty: "6" })).toMatchObject({ failed: 1 });
    expect(await fromSap({ ...row, qty: "-6" })).toMatchObject({ added: 1 });
    await matchMarks(world.system());
    expect(await mark(String(found.source_no))).toMatchObject({ match: "ok", sap_qty: "-6.000" });
  });

  test("单位不同的不当作一致；财务重新核对时登记仅SAP的行", async () => {
    const found = await moved("2025-02-14", "9");
    const number = String(found.source_no);
    const sap_key = "5000000007/2025/1";
    await fromSap({ sap_key, qty: "9", uom: "pcs", source_no: number, post_date: "2025-02-14" });
    await move(world, "finance", { key: MARK, id: found.id, name: "recheck" });
    const rows = await unscopedRows(world.system(), MARK, ["io_no", "match"], [where.eq("source_no", number)]);
    expect(rows.map(({ match }) => match).sort()).toEqual(["only_sap", "only_srm"]);
    expect(rows.map(({ io_no }) => io_no)).toContain(sap_key);
  });

  test("一边先过账的，跨过核对天数的边界也不误报", async () => {
    const day = addDays(TODAY, -90);
    const found = await moved(day, "11");
    const number = String(found.source_no);
    await fromSap({ sap_key: "5000000008/2025/1", qty: "11", source_no: number, post_date: addDays(day, -1) });
    await matchMarks(world.system());
    expect(await mark(number)).toMatchObject({ match: "ok" });
    const early = await moved(addDays(day, -1), "12");
    await fromSap({ sap_key: "5000000009/2025/1", qty: "12", source_no: String(early.source_no), post_date: day });
    await matchMarks(world.system());
    expect(await mark(String(early.source_no))).toMatchObject({ match: "ok" });
  });

  test("流水仍不能改，核对行的改动不碰它", async () => {
    const changing = sql`update io_data set qty = 1`.execute(world.engine.database.connection());
    await expect(changing).rejects.toThrow();
  });
});

describe("供应商按月确认", () => {
  test("到日子发给供应商；有差异不能确认，有异议的归入下月，其余确认；以后登记的归入下月", async () => {
    const [differing, disputed] = [await moved("2025-02-20", "30"), await moved("2025-02-21", "-4")];
    await fromSap({
      ...{ sap_key: "5000000005/2025/1", qty: "20", source_no: differing.source_no, post_date: "2025-02-20" },
    });
    await matchMarks(world.system());
    // December, of the movement at the edge above, and February.
    expect(await issueMonths(world.system())).toBe(2);
    expect(await issueMonths(world.system())).toBe(0);
    const [month] = await unscopedRows(world.system(), MONTH, ["id"], [where.eq("month", FEBRUARY)]);
    const id = month?.id ?? "";
    expect(await recordOf(world, MONTH, id)).toMatchObject({ state: "to_confirm", diff_count: 1 });
    expect(await told("2025-02的出入库请您确认", id, "supplierA")).toBe(1);
    await expect(confirm(id)).rejects.toMatchObject({
      message: expect.stringContaining("仍有1条差异未处理，不能确认本月"),
    });
    const object = { key: MARK, id: disputed.id, name: "object", reason: "没有收到这批退货" };
    await move(world, "supplierA", object);
    expect(await recordOf(world, MONTH, id)).toMatchObject({ state: "disputed", disputed_count: 1 });
    expect(await told("提出异议", disputed.id)).toBe(1);
    await move(world, "finance", { key: MARK, id: disputed.id, name: "answer", reason: "签收单见附件" });
    expect(await recordOf(world, MONTH, id)).toMatchObject({ state: "to_confirm", disputed_count: 0 });
    expect(await told("的异议已答复", disputed.id, "supplierA")).toBe(1);
    await move(world, "supplierA", object);
    await move(world, "supplierA", { key: MARK, id: disputed.id, name: "withdraw" });
    expect(await recordOf(world, MONTH, id)).toMatchObject({ state: "to_confirm", disputed_count: 0 });
    await move(world, "supplierA", object);
    await move(world, "finance", { key: MARK, id: differing.id, name: "settle", reason: "SAP漏记，已补" });
    // Somebody else's month is not there.
    await refusal(confirm(id, "supplierB"), "not_found");
    await confirm(id);
    const after = await recordOf(world, MONTH, id);
    expect(after).toMatchObject({ state: "confirmed", disputed_count: 0, confirmed_on: TODAY });
    expect(await told("已确认2025-02的出入库", id)).toBe(1);
    expect(await mark(String(differing.source_no))).toMatchObject({ state: "confirmed", confirmed_on: TODAY });
    expect(await mark(String(disputed.source_no))).toMatchObject({ state: "disputed", confirm_month: "2025-03" });
    const late = await moved("2025-02-25", "8");
    expect(late).toMatchObject({ confirm_month: "2025-03", state: "open" });
    expect(await recordOf(world, MONTH, id)).toMatchObject({ version: after.version });
    await move(world, "finance", { key: MARK, id: disputed.id, name: "answer", reason: "退货单已附签收单" });
    expect(await mark(String(disputed.source_no))).toMatchObject({ state: "open", answer: "退货单已附签收单" });
  });

  test("供应商确认了的入库不能冲销；冲销和确认同时发生，先后哪个都对得上", async () => {
    const connection = world.engine.database.connection();
    const reverse = (id: string) => move(world, "warehouse", { key: RECEIPT, id, name: "reverse", reason: "登记错误" });
    const id = await received(world, await arrivedNote(world, orderId, ["5"]), ["5"]);
    await sql`update goods_receipt set receive_at = '2025-01-10T02:00:00Z' where id = ${id}`.execute(connection);
    await move(world, "warehouse", { key: RECEIPT, id, name: "post", input: { post_date: "2025-01-12" } });
    await issueMonths(world.system());
    const [month] = await unscopedRows(world.system(), MONTH, ["id"], [where.eq("month", "2025-01")]);
    const [reversed, agreed] = await Promise.allSettled([reverse(id), confirm(month?.id ?? "")]);
    expect(agreed.status).toBe("fulfilled");
    const { rows } = await sql<{ qty: string; state: string; confirm_month: string }>`
      select qty::float8::text as qty, state, confirm_month from io_mark m
      where source_no = (select number from goods_receipt where id = ${id}) order by m.id`.execute(connection);
    const came = { qty: "5", state: "confirmed", confirm_month: "2025-01" };
    // What was taken back before the month was confirmed counts in the next one.
    const back = { qty: "-5", state: "open", confirm_month: TODAY.slice(0, 7) };
    expect(rows).toEqual(reversed.status === "fulfilled" ? [came, back] : [came]);
    await sql`update io_mark set state = 'confirmed' where movement_id in
      (select id from io_data where source_id = ${receiptId})`.execute(connection);
    expect((await refusal(reverse(receiptId), "invalid")).message).toMatch(
      /^供应商已在2025-03的对账中确认这笔入库，不能冲销；多收或要退的货请另立退货单/,
    );
    await sql`update io_mark set state = 'open' where movement_id in
      (select id from io_data where source_id = ${receiptId})`.execute(connection);
  });

  test("别家的记录看不到，也不能提出异议；没有价格权限的看不到金额", async () => {
    const own = await moved("2025-03-02", "3");
    const other = await world.as("supplierB");
    const object = { entity: world.entity(MARK), id: own.id, name: "object", reason: "不是我的" };
    await refusal(applyTransition(other, object), "not_found");
    // The database by itself, whatever the program asks.
    const identity = { role: "supplier" as const, userId: world.accounts.supplierB, supplierId: world.ids.supplierB };
    const { database } = world.engine;
    for (const table of ["io_mark", "month_confirmation"])
      await database.transaction(identity, async () => {
        const named = sql.table(table);
        const seen = await sql`select id from ${named}`.execute(database.connection());
        expect(seen.rows, table).toEqual([]);
        const changed = await sql`update ${named} set state = 'confirmed'`.execute(database.connection());
        expect(changed.numAffectedRows, table).toBe(0n);
      });
    const asked = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
    const shown = async (account: "warehouse" | "supplierA") =>
      (await listRecords(await world.as(account), world.screen(MARK), asked)).rows.find(({ id }) => id === own.id)
        ?.values;
    expect(await shown("supplierA")).toMatchObject({ amount: "6.00", price: "2.000000" });
    expect(await shown("warehouse")).toMatchObject({ qty: "3.000" });
    expect(Object.keys((await shown("warehouse")) ?? {})).not.toContain("amount");
    expect(Object.keys((await shown("supplierA")) ?? {})).not.toContain("sap_qty");
    await refusal(
      openRecord(await world.as("supplierA"), { entity: world.entity(SAP), id: own.id, screen: world.screen(SAP) }),
      "forbidden",
    );
  });
});
