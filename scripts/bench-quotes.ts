// Measures opened quotes, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-quotes.ts compare [lines] [suppliers] [rounds]    the page 比价单 of one inquiry
//   npx tsx scripts/bench-quotes.ts open [quotes] [lines] [together]        sealed quotes are opened, so many in one transaction
// The first goes the whole way with one supplier and copies its quote for the others: only reading is measured.
import { brotliCompressSync, constants } from "node:zlib";
import { sql } from "kysely";
import { type Context, consequenceOf, type EngineServices, systemContext } from "~/engine/context.server";
import { seedDictionaries } from "~/engine/dictionaries.server";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { seedNumberRules } from "~/engine/numbering/numbers.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { seedParameters } from "~/engine/parameters.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { newKeyFile, type PrivateKey } from "~/engine/sealing/crypto.server";
import { setOpeningKey, type Unlocking } from "~/engine/sealing/opening-keys.server";
import { giveShare, makeSeal } from "~/engine/sealing/seals.server";
import { withSealed } from "~/engine/sealing-fields/content.server";
import { openSealed } from "~/engine/sealing-fields/open.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { seedAccess } from "~/engine/session/bootstrap.server";
import { COMPARISON } from "~/modules/purchase-management/rfq/comparison.server";
import { moveQuotes } from "~/modules/purchase-management/rfq/rfq-quotes.server";
import { START } from "../tests/support/clock";
import { type Company, makeCompany, PASSWORD } from "../tests/support/company";
import { inPlace, quantile, timed } from "./bench-place";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const TURNS = 20;
const HOUR = 3_600_000;
const [what = "compare", ...numbers] = process.argv.slice(2);
const given = (at: number, otherwise: number) => Number(numbers[at] ?? otherwise);
/** Far enough away: whether it is too late is judged by the clock of the database. */
const DEADLINE = "2045-01-01 17:00";
const later = (hours: number) => new Date(START.getTime() + hours * HOUR).toISOString();

await inPlace("bench-quotes", async (place) => {
  const engine: EngineServices = { ...place, clock: () => START };
  console.log(`${engine.database.engine} ${engine.database.version}`);
  for (const seed of [seedAccess, seedParameters, seedDictionaries, seedScenarios, seedNumberRules]) await seed(engine);
  const company = await makeCompany(engine);
  await (what === "open" ? openMany(engine, company) : comparePage(engine, company));
});

/** Rows of a table once more, with what a copy says otherwise. */
async function copies(engine: EngineServices, table: string, where: string, others: string, times: number) {
  const statement = `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${others})).*
    from ${table} t cross join generate_series(1, ${times}) n where ${where}`;
  await sql.raw(statement).execute(engine.database.connection());
}

async function comparePage(engine: EngineServices, { ids, accounts }: Company): Promise<void> {
  const [lines, suppliers, rounds] = [given(0, 60), given(1, 25), given(2, 3)];
  const person = async (id: string) => actingAs(engine, await loadActor(engine, id), START);
  const buyer = await person(accounts.buyerA);
  const seller = await person(accounts.supplierA);
  const item = { material_id: ids.box, factory_id: ids.factory1, qty: "1000", uom: "pcs" };
  const { id } = await createRecord(buyer, {
    screen: engine.registry.mainScreen(RFQ),
    values: {
      ...{ title: "测量", company_id: ids.company, purchase_group_id: ids.group1, payment_term: "d30" },
      ...{ price_valid_from: "2025-04-01", price_valid_to: "2025-12-31", start_at: later(-1), deadline: DEADLINE },
      ...{ min_suppliers: "1", items: Array.from({ length: lines }, () => item) },
      suppliers: [{ supplier_id: ids.supplierA }],
    },
  });
  const rfq = engine.registry.entity(RFQ);
  const quote = engine.registry.entity(QUOTE);
  await applyTransition(buyer, { entity: rfq, id, name: "submit", reason: "测量" });
  const { rows } = await sql<{ id: string }>`select id from supplier_quote where rfq_id = ${id}`.execute(
    engine.database.connection(),
  );
  const quoteId = rows[0]?.id ?? "";
  const { record } = await openRecord(seller, { entity: quote, id: quoteId });
  await updateRecordBy(seller, {
    ...{ screen: engine.registry.mainScreen(QUOTE), id: quoteId, version: record.version },
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000" },
      items: linesOf(record, "items").map((line, at) => ({
        id: line.id,
        price: (2 + at / 100).toFixed(2),
        moq: "500",
      })),
    },
  });
  await applyTransition(seller, { entity: quote, id: quoteId, name: "submit", reason: "测量" });
  for (const name of ["close", "open"] as const)
    await applyTransition(buyer, { entity: rfq, id, name, reason: "测量" });
  await asMany(engine, { quoteId, rfqId: id, supplierId: ids.supplierA, suppliers, rounds });
  const view = engine.registry.screen(COMPARISON);
  if (!view) throw new Error("the view is not registered");
  const read = () => recordModel(buyer, view, id);
  const model = JSON.stringify(await read());
  const packed = brotliCompressSync(model, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  const times = await timed(TURNS, read);
  console.log(
    `${lines} lines, ${suppliers} suppliers, ${rounds} rounds: p50 ${quantile(times, 0.5)} ms, slowest ${quantile(times, 0.99)} ms; ` +
      `data of the page ${Math.round(model.length / 1024)} KB, ${Math.round(packed.length / 1024)} KB as brotli`,
  );
}

/** The opened quote of one supplier as those of many in several rounds, each with prices of its own. */
async function asMany(
  engine: EngineServices,
  of: { quoteId: string; rfqId: string; supplierId: string; suppliers: number; rounds: number },
): Promise<void> {
  const connection = engine.database.connection();
  const number = (column: string) =>
    `jsonb_build_object('id', gen_random_uuid(), '${column}', t.${column} || '-' || n)`;
  await copies(engine, "supplier", `t.id = '${of.supplierId}'`, copyOfSupplier(), of.suppliers - 1);
  const quotes = of.suppliers * of.rounds - 1;
  await copies(engine, "supplier_quote", `t.id = '${of.quoteId}'`, number("number"), quotes);
  await sql`with s as (select id, row_number() over (order by id) - 1 as at from supplier where id = ${of.supplierId} or code like '%-copy-%'),
      q as (select id, row_number() over (order by id) - 1 as at from supplier_quote where rfq_id = ${of.rfqId})
    update supplier_quote t set supplier_id = s.id, round_no = 1 + q.at / ${of.suppliers}::int
    from q join s on s.at = q.at % ${of.suppliers}::int where t.id = q.id`.execute(connection);
  await sql`insert into supplier_quote_items
    select (jsonb_populate_record(null::supplier_quote_items, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'root_id', q.id,
      'price', round((t.price * (0.8 + random() * 0.4))::numeric, 4)))).*
    from supplier_quote_items t cross join supplier_quote q
    where t.root_id = ${of.quoteId} and q.rfq_id = ${of.rfqId} and q.id <> ${of.quoteId}`.execute(connection);
  await sql`update rfq set round_no = ${of.rounds}::int where id = ${of.rfqId}`.execute(connection);
}

function copyOfSupplier(): string {
  return "jsonb_build_object('id', gen_random_uuid(), 'code', t.code || '-copy-' || n, 'name', t.name || n, 'uscc', left(t.uscc, 14) || lpad(n::text, 4, '0'))";
}

/** A seal of two people and a supervisor with key files, and the two giving their shares. */
async function sealedBy(engine: EngineServices, accounts: Company["accounts"], rfqId: string) {
  const secret: Unlocking = { how: "file", text: newKeyFile() };
  const holders = [accounts.buyerA, accounts.manager] as const;
  const supervisor = accounts.finance;
  const sessions: Context[] = [];
  for (const id of [...holders, supervisor]) {
    const session = {
      ...{ idHash: "", csrf: "", currentTop: null, expiresAt: later(1), hasNotices: false },
      ...{ tabs: [], offersTabs: false, permissionVersion: 0 },
    };
    const context = { ...actingAs(engine, await loadActor(engine, id), START), session };
    await setOpeningKey(context, { next: { ...secret, again: "" }, oldpassword: PASSWORD });
    sessions.push(context);
  }
  const about = { entity: RFQ, id: rfqId };
  const system = systemContext(engine, "测量");
  const { sealId } = await inTransaction(system, () => makeSeal(system, { about, holders, supervisor }));
  return {
    sealId,
    async open(): Promise<PrivateKey> {
      for (const context of sessions.slice(0, 2)) {
        const got = await giveShare(context, { sealId, secret });
        if (got.opened) return got.privateKey;
      }
      throw new Error("the seal stays closed");
    },
  };
}

async function openMany(engine: EngineServices, { ids, accounts }: Company): Promise<void> {
  const [quotes, lines, together] = [given(0, 1000), given(1, 5), given(2, 40)];
  // Writes what suppliers write.
  const system = withSealed(systemContext(engine, "测量"));
  const entity = engine.registry.entity(QUOTE);
  const { sealId, open } = await sealedBy(engine, accounts, ids.rfqDraft);
  const item = { material_id: ids.box, factory_id: ids.factory1, qty: "100", uom: "pcs", price: "1.23" };
  const made: string[] = [];
  for (let at = 0; at < quotes; at += 1) {
    const { id } = await createRecord(system, {
      screen: engine.registry.mainScreen(QUOTE),
      values: {
        ...{ title: "测量", rfq_id: ids.rfqDraft, rfq_no: "XJ", round_no: "1", quote_scope: "all_lines" },
        ...{ supplier_id: ids.supplierA, company_id: ids.company, purchase_group_id: ids.group1, currency: "CNY" },
        ...{ price_valid_from: "2025-04-01", price_valid_to: "2025-12-31", start_at: later(-1), deadline: DEADLINE },
        ...{ sealing: "sealed", seal_id: sealId, tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000" },
        items: Array.from({ length: lines }, (_none, line) => ({ ...item, rfq_line: String(10 * (line + 1)) })),
      },
    });
    await applyTransition(system, { entity, id, name: "submit", reason: "测量" });
    made.push(id);
  }
  const privateKey = await open();
  const slices: number[] = [];
  let content = 0;
  for (let from = 0; from < made.length; from += together) {
    const ids = made.slice(from, from + together);
    const started = performance.now();
    await inTransaction(system, async () => {
      await openSealed(consequenceOf(system), { entity, ids, privateKey });
      content += performance.now() - started;
      await moveQuotes(system, ids, { name: "open", input: { rank: null, rank_text: null } });
    });
    slices.push(performance.now() - started);
  }
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  console.log(
    `${quotes} quotes of ${lines} lines: content opened in ${seconds(content)} s, with states and history in ${seconds(slices.reduce((all, one) => all + one, 0))} s; ` +
      `${together} together p50 ${quantile(slices, 0.5)} ms, slowest ${quantile(slices, 0.99)} ms`,
  );
}
