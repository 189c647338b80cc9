// Measures 采购记录 and what is worked out of it, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-figures.ts [order lines]
import { type RawBuilder, sql } from "kysely";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { seedDictionaries } from "~/engine/dictionaries.server";
import { listRecords } from "~/engine/operations/list.server";
import { reading } from "~/engine/operations/transaction.server";
import { seedParameters } from "~/engine/parameters.server";
import { selectActual } from "~/modules/purchase-management/key-indicator/key-indicator.query.server";
import { INDICATORS, type IndicatorCode } from "~/modules/purchase-management/key-indicator/key-indicator.rules";
import { drawReport } from "~/modules/purchase-management/purchase-report/drawn-report.server";
import { REPORT_CODES, type ReportCode } from "~/modules/purchase-management/purchase-report/purchase-report.rules";
import { registry } from "~/modules/registry.server";
import { inPlace, letStandAlone, quantile, timed } from "./bench-place";

const LINES = Number(process.argv[2] ?? 100_000);
const PER_ORDER = 5;
const REPEATS = 8;
const RECORD = "purchase-management/purchase-record";
/** The last of three years. */
const DAYS = { from: "2025-01-01", to: "2025-12-31" };

/** The same id for the same thing, so that tables find each other. */
const idOf = (kind: string, serial: RawBuilder<unknown>) => sql`md5(${sql.lit(kind)} || (${serial})::text)::uuid`;
const n = sql`n`;

await inPlace("bench-figures", async (engine) => {
  const { database } = engine;
  await seedDictionaries(engine);
  await seedParameters(engine);
  await fillIn(engine);
  console.log(`${database.engine} ${database.version}, ${LINES} order lines`);
  await measure(engine);
});

/** Three years of orders; lines of four in five came, a tenth of them late, and half the orders rest on a price approval after an inquiry. */
async function fillIn({ database }: EngineServices): Promise<void> {
  const connection = database.connection();
  const tables =
    "material supplier purchase_order purchase_order_items goods_receipt goods_receipt_items account_price account_price_items";
  const own = [...tables.split(" "), "rfq", "supplier_quote", "supplier_quote_items"];
  for (const table of own) await letStandAlone(database, table);
  const orders = Math.ceil(LINES / PER_ORDER);
  const rows = (count: number) => sql`generate_series(0, ${sql.lit(count - 1)}) n`;
  const material = (of: RawBuilder<unknown>) => idOf("m", sql`(${of}) * 7919 % 2000`);
  const steps = [
    sql`insert into material (id, code, name, material_type_id, material_status, uom)
      select ${idOf("m", n)}, 'M' || n, '物料' || n, ${idOf("t", sql`n % 40`)}, 'active', 'kg' from ${rows(2000)}`,
    sql`insert into supplier (id, state, code, name, uscc, supplier_type, supplier_class_id, region, registered_address, taxpayer_type, currency, buyer_id)
      select ${idOf("s", n)}, 'active', 'S' || n, '供应商' || n, 'U' || n, 'manufacturer', ${idOf("c", sql`1`)}, '安徽', '地址', 'general', 'CNY',
        ${idOf("u", sql`1`)} from ${rows(700)}`,
    sql`insert into account_price (id, number, state, price_kind, source_type, company_id, purchase_group_id, buyer_id, currency, reason, rfq_id)
      select ${idOf("a", n)}, 'HJ' || n, 'approved', 'standard', 'rfq', ${idOf("co", sql`1`)}, ${idOf("g", sql`1`)}, ${idOf("u", sql`1`)}, 'CNY', '定价',
        ${idOf("r", n)} from ${rows(2000)}`,
    sql`insert into account_price_items (id, root_id, line_no, material_id, supplier_id, uom, tax_rate, new_price, valid_from, valid_to, should_cost)
      select ${idOf("ai", n)}, ${idOf("a", n)}, 1, ${idOf("m", n)}, ${idOf("s", sql`n % 700`)}, 'kg', 13, 10, '2023-01-01', '2026-01-01', 9.5
      from ${rows(2000)}`,
    sql`insert into rfq (id, number, state, title, rfq_kind, quote_scope, company_id, purchase_group_id, buyer_id, currency, price_valid_from,
        price_valid_to, start_at, deadline, round_no, max_rounds, show_rank, payment_term, approval_need, sealing, published_at)
      select ${idOf("r", n)}, 'XJ' || n, 'awarded', '询价', 'standard', 'all', ${idOf("co", sql`1`)}, ${idOf("g", sql`1`)}, ${idOf("u", sql`1`)}, 'CNY',
        '2023-01-01', '2026-01-01', '2023-01-01', '2023-01-05', 1, 3, 'none', 'net30', 'none', 'none', '2023-01-01' from ${rows(2000)}`,
    sql`insert into supplier_quote (id, number, state, rfq_id, rfq_no, title, round_no, supplier_id, company_id, quote_scope, currency,
        price_valid_from, price_valid_to, start_at, deadline, sealing)
      select ${idOf("q", n)}, 'BJ' || n, 'opened', ${idOf("r", sql`n / 3`)}, 'XJ' || n / 3, '报价', 1, ${idOf("s", sql`n % 700`)}, ${idOf("co", sql`1`)},
        'all', 'CNY', '2023-01-01', '2026-01-01', '2023-01-01', '2023-01-05', 'none' from ${rows(6000)}`,
    sql`insert into supplier_quote_items (id, root_id, line_no, rfq_line, material_id, factory_id, qty, uom, price)
      select ${idOf("qi", n)}, ${idOf("q", n)}, 1, 1, ${idOf("m", sql`n / 3`)}, ${idOf("f", sql`1`)}, 10, 'kg', 10 + n % 3 from ${rows(6000)}`,
    sql`insert into purchase_order (id, number, state, order_type, supplier_id, company_id, factory_id, purchase_org_id, purchase_group_id, buyer_id,
        order_date, currency, payment_term, address, released_at, confirmed_at)
      select ${idOf("o", n)}, 'PO' || n, 'confirmed', 'standard', ${idOf("s", sql`n * 31 % 700`)}, ${idOf("co", sql`n % 3`)}, ${idOf("f", sql`n % 9`)},
        ${idOf("po", sql`1`)}, ${idOf("g", sql`n % 12`)}, ${idOf("u", sql`n % 30`)}, d::date, 'CNY', 'net30', '地址', d, d + interval '5 hours'
      from (select n, timestamptz '2023-01-02 04:00Z' + interval '1 day' * (n::bigint * 1090 / ${sql.lit(orders)}) as d from ${rows(orders)}) x`,
    sql`insert into purchase_order_items (id, root_id, line_no, material_id, qty, uom, price, tax_rate, required_date, line_status, delivery_done,
        accepted_qty, rejected_qty, refunded_qty, exchanged_qty, price_basis)
      select ${idOf("i", n)}, ${idOf("o", sql`n / ${sql.lit(PER_ORDER)}`)}, n % ${sql.lit(PER_ORDER)} + 1, ${material(n)}, 100, 'kg', 8 + n % 50 / 10.0, 13,
        (select order_date + 10 from purchase_order where id = ${idOf("o", sql`n / ${sql.lit(PER_ORDER)}`)}),
        case when n % 5 > 0 then 'done' else 'open' end, n % 5 > 0, case when n % 5 > 0 then 100 else 0 end, case when n % 40 = 1 then 5 else 0 end, 0, 0,
        case when n % 2 = 0 then 'HJ' || (n * 7919 % 2000) end
      from ${rows(LINES)}`,
    sql`insert into goods_receipt (id, number, state, supplier_id, factory_id, receive_at)
      select ${idOf("gr", sql`n`)}, 'SH' || n, 'posted', o.supplier_id, o.factory_id, o.order_date + case when n % 10 = 0 then 14 else 8 end + time '09:00'
      from ${rows(orders)} join purchase_order o on o.id = ${idOf("o", n)}`,
    sql`insert into goods_receipt_items (id, root_id, line_no, order_line, material_id, accept_qty)
      select ${idOf("gi", n)}, ${idOf("gr", sql`n / ${sql.lit(PER_ORDER)}`)}, n % ${sql.lit(PER_ORDER)} + 1, ${idOf("i", n)}, ${material(n)}, 100
      from ${rows(LINES)} where n % 5 > 0`,
  ];
  for (const step of steps) await step.execute(connection);
  for (const table of own) await sql`vacuum (analyze) ${sql.table(table)}`.execute(connection);
}

/** Median and the slowest, in milliseconds. */
async function measure(engine: EngineServices): Promise<void> {
  const context = systemContext(engine, "测量");
  const screen = registry.mainScreen(RECORD);
  const tell = async (name: string, work: () => Promise<unknown>) => {
    await work();
    const times = await timed(REPEATS, work);
    console.log(`${name}\t${quantile(times, 0.5)} (${Math.max(...times).toFixed(1)})`);
  };
  const page = { filters: {}, toggles: [], sort: [], page: 1, size: 20 };
  const plain = screen.list.columns.filter((name) => !["prev_price", "price_change", "saving_last"].includes(name));
  console.log("what\tp50 (most) ms");
  await tell("list, first page, without 上次单价", () => listRecords(context, screen, { ...page, columns: plain }));
  await tell("list, first page", () => listRecords(context, screen, { ...page, columns: [...screen.list.columns] }));
  await tell("list, first page with sums", () =>
    listRecords(context, screen, { ...page, columns: [...screen.list.columns], totals: screen.list.totals ?? [] }),
  );
  for (const code of Object.keys(REPORT_CODES) as ReportCode[]) {
    const material = code === "price_trend" ? [["material_id", await firstMaterial(engine)] as const] : [];
    const plan = {
      code,
      dimension: "supplier" as const,
      days: DAYS,
      pairs: [["currency", "CNY"] as const, ...material],
    };
    await tell(`report ${code}`, () => reading(context, () => drawReport(context, screen, plan)));
  }
  for (const code of Object.keys(INDICATORS) as IndicatorCode[])
    await tell(`indicator ${code}`, () =>
      selectActual(engine.database.connection(), { code, period: "2025-06", groupId: null, today: "2026-01-01" }),
    );
}

async function firstMaterial({ database }: EngineServices): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text from material order by code limit 1`.execute(
    database.connection(),
  );
  return rows[0]?.id ?? "";
}
