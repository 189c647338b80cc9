import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { saveDraft } from "~/engine/operations/drafts.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { fingerprintOf, makeSealPair, type PrivateKey } from "~/engine/sealing/crypto.server";
import { sealedReceipt } from "~/engine/sealing-fields/content.server";
import { openSealed } from "~/engine/sealing-fields/open.server";
import { where } from "~/shared/condition";
import { move } from "../../support/receipts";
import { openWorld } from "../../support/world";
import { tablesWith } from "./sealed-quotes";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const HOUR = 3_600_000;
const world = await openWorld({ shippedFlows: true });
afterAll(() => world.close());

const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();

/** Figures that stand nowhere else: price, freight, what they come to, words, two parts of the price, what was said of one, an answer, a scale, and what follows from the parts by formula. */
const SECRETS: readonly string[] = [
  ...["7918.2736", "463.9517", "8382225.3", "青石桥下的底价"],
  ...["5204.6183", "2713.6553", "石门坊的原料", "竹溪纸厂"],
  ...["1347.625", "7613.8452", "34.270795"],
];
/** The same of a quote that is sealed for openers. */
const OTHERS: readonly string[] = [
  ...["6207.4391", "518.6243", "6726063.4", "白露桥下的底价"],
  ...["3318.2047", "2889.2344", "云渡口的原料", "松涧纸厂"],
  ...["1462.375", "5918.6074", "46.544708"],
];

async function published(): Promise<{ rfq: string; quote: string }> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "密封测试询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      template_id: world.ids.boxTemplate,
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [
        { material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs", target_price: "1.77" },
      ],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  await move(world, "buyerA", { key: RFQ, id, name: "submit" });
  const [row] = await unscopedRows(
    world.system(),
    QUOTE,
    ["id"],
    [where.eq("rfq_id", id), where.eq("supplier_id", world.ids.supplierA)],
  );
  return { rfq: id, quote: String(row?.id) };
}

const own = async (id: string) => (await readRecord(await world.as("supplierA"), world.screen(QUOTE), id)).record;

async function fill(id: string, secrets = SECRETS): Promise<void> {
  const [price, freight, , note, raw, labour, remark, origin, from_qty, scale] = secrets;
  const record = await own(id);
  const [line] = linesOf(record, "items");
  await updateRecordBy(await world.as("supplierA"), {
    screen: world.screen(QUOTE),
    id,
    version: record.version,
    requestId: world.engine.newId(),
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000", note },
      items: [{ id: line?.id, price, freight, scales: [{ from_qty, price: scale }] }],
      breakdown: linesOf(record, "breakdown").map(({ id: row, code }) => ({
        id: row,
        ...(code === "RAW" ? { amount: raw, remark } : code === "LABOR" ? { amount: labour } : {}),
      })),
      terms: linesOf(record, "terms").map(({ id: row }) => ({ id: row, value: origin })),
    },
  });
}

async function step(id: string, name: string): Promise<void> {
  await applyTransition(await world.as("supplierA"), {
    ...{ entity: world.entity(QUOTE), id, name, reason: "确认" },
    requestId: world.engine.newId(),
  });
}

async function expectNowhere(secrets = SECRETS): Promise<void> {
  expect(await tablesWith(world, ...secrets)).toEqual([]);
}

const opening = (id: string, privateKey: PrivateKey) =>
  inTransaction(world.system(), async () => {
    const entity = world.entity(QUOTE);
    await openSealed(world.system(), { entity, ids: [id], privateKey });
    await applyTransition(world.system(), { entity, id, name: "open" });
  });

describe("开启以前数据库里没有一个价格", () => {
  test("填写、暂存、提交、撤回、再提交都不留明文；供应商自己读得到，我方和系统读不到；开启后才有", async () => {
    const { rfq, quote } = await published();
    await saveDraft(await world.as("supplierA"), {
      ...{ id: world.engine.newId(), address: `/receiving/supplier-quote/${quote}/edit`, title: "报价" },
      body: {
        values: { note: SECRETS[3] ?? "" },
        lines: {
          items: [{ id: "1", values: { price: SECRETS[0] ?? "" } }],
          breakdown: [{ id: "2", values: { amount: SECRETS[4] ?? "", remark: SECRETS[6] ?? "" } }],
        },
      },
    });
    await fill(quote);
    await expectNowhere();
    for (const name of ["submit", "withdraw", "submit"]) {
      await step(quote, name);
      await expectNowhere();
    }
    const mine = await own(quote);
    expect(mine).toMatchObject({ note: SECRETS[3], tax_rate: "13.0000", state: "submitted" });
    expect(linesOf(mine, "items")[0]).toMatchObject({ price: `${SECRETS[0]}00`, freight: `${SECRETS[1]}00` });
    const said = linesOf(mine, "breakdown").map(({ amount }) => amount);
    expect(said).toEqual([`${SECRETS[4]}00`, `${SECRETS[5]}00`, null, SECRETS[10]]);
    expect(linesOf(linesOf(mine, "items")[0] ?? mine, "scales")).toMatchObject([
      { from_qty: SECRETS[8], price: `${SECRETS[9]}00` },
    ]);
    expect(linesOf(mine, "terms")[0]).toMatchObject({ value: SECRETS[7] });
    const { record: system } = await readRecord(world.system(), world.screen(QUOTE), quote);
    expect(system).toMatchObject({ note: null, tax_rate: null, total: null });
    for (const { amount, remark } of linesOf(system, "breakdown")) expect([amount, remark]).toEqual([null, null]);
    for (const item of linesOf(system, "items"))
      for (const { from_qty, price } of linesOf(item, "scales")) expect([from_qty, price]).toEqual([null, null]);
    for (const { value } of linesOf(system, "terms")) expect(value).toBeNull();

    const receipt = await sealedReceipt(await world.as("supplierA"), quote);
    expect(fingerprintOf(receipt?.text ?? "")).toBe(receipt?.fingerprint);
    expect(receipt?.text).toContain(SECRETS[10]);
    expect(await sealedReceipt(await world.as("buyerA"), quote)).toBeNull();

    world.clock.advance(49 * HOUR);
    await move(world, "buyerA", { key: RFQ, id: rfq, name: "close", reason: "报价已截止" });
    await expectNowhere();
    await move(world, "buyerA", { key: RFQ, id: rfq, name: "open", reason: "只有一家报价" });
    expect(await tablesWith(world, SECRETS[0] ?? "")).toEqual(
      expect.arrayContaining(["audit_log", "supplier_quote_items"]),
    );
    expect(await tablesWith(world, SECRETS[4] ?? "")).toEqual(expect.arrayContaining(["supplier_quote_breakdown"]));
    expect(await tablesWith(world, SECRETS[9] ?? "")).toEqual(expect.arrayContaining(["supplier_quote_items_scales"]));
    expect(await tablesWith(world, SECRETS[7] ?? "")).toEqual(expect.arrayContaining(["supplier_quote_terms"]));
    const { record: opened } = await readRecord(await world.as("buyerA"), world.screen(QUOTE), quote);
    expect(opened).toMatchObject({ note: SECRETS[3], state: "opened" });
    expect(opened.total).not.toBeNull();
    expect(linesOf(opened, "breakdown").at(-1)?.amount).toBe(SECRETS[10]);
    // What was kept beside the document goes on proving it.
    expect((await sealedReceipt(await world.as("buyerA"), quote))?.fingerprint).toBe(receipt?.fingerprint);
  });

  test("为开启人密封的报价提交后谁也读不到，撤回后须重新填写；没有私钥不能开启，指纹与提交前的副本一致", async () => {
    const { publicKey, privateKey } = makeSealPair();
    const server = world.engine.registry.server(QUOTE);
    const { sealKeyOf } = server;
    if (!sealKeyOf) throw new Error("the quote says for whom it is sealed");
    server.sealKeyOf = async (_context, { state }) => (state === "submitted" ? publicKey : null);
    try {
      const { quote } = await published();
      await fill(quote, OTHERS);
      await step(quote, "submit");
      const closed = await own(quote);
      expect(closed).toMatchObject({ note: null, tax_rate: null, state: "submitted" });
      expect(linesOf(closed, "breakdown").at(-1)?.amount).toBeNull();
      await step(quote, "withdraw");
      expect(await own(quote)).toMatchObject({ note: null, tax_rate: null, state: "withdrawn" });
      await fill(quote, OTHERS);
      const draft = await sealedReceipt(await world.as("supplierA"), quote);
      await step(quote, "submit");
      await expectNowhere(OTHERS);
      const sent = await sealedReceipt(await world.as("supplierA"), quote);
      expect(sent).toMatchObject({ how: "sealed", text: null, fingerprint: draft?.fingerprint });
      const entity = world.entity(QUOTE);
      await expect(applyTransition(world.system(), { entity, id: quote, name: "open" })).rejects.toMatchObject({
        error: "wrong_state",
      });
      const wrong = makeSealPair().privateKey;
      await expect(opening(quote, wrong)).rejects.toThrow();
      await opening(quote, privateKey);
      const { record } = await readRecord(await world.as("buyerA"), world.screen(QUOTE), quote);
      expect(record).toMatchObject({ note: OTHERS[3], state: "opened" });
      expect(linesOf(record, "items")[0]).toMatchObject({ price: `${OTHERS[0]}00` });
      expect(linesOf(record, "breakdown").at(-1)?.amount).toBe(OTHERS[10]);
    } finally {
      server.sealKeyOf = sealKeyOf;
    }
  });

  test("其他供应商的会话读不到密封内容的行；改过的密文打不开", async () => {
    const { quote } = await published();
    await fill(quote);
    const { database } = world.engine;
    const counted = async (account: "supplierA" | "supplierB") => {
      const { actor } = await world.as(account);
      const identity = { role: "supplier" as const, userId: actor.id ?? "", supplierId: actor.supplierId ?? "" };
      return database.transaction(identity, async () => {
        const { rows } = await sql<{
          id: string;
        }>`select record_id as id from sealed_content where record_id = ${quote}`.execute(database.connection());
        return rows.length;
      });
    };
    expect([await counted("supplierA"), await counted("supplierB")]).toEqual([1, 0]);
    await database.transaction({ role: "owner" }, async () => {
      await sql`update sealed_content set ciphertext = left(ciphertext, -4) || 'AAA=' where record_id = ${quote}`.execute(
        database.connection(),
      );
    });
    await expect(own(quote)).rejects.toThrow();
  });
});
