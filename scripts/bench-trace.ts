// Measures the trace of a batch over a journal of a million rows, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-trace.ts [rows]
import { sql } from "kysely";
import type { Connection } from "~/data/database.server";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { batchTraceModel } from "~/modules/receiving/batch-trace/index.page.server";
import { inPlace, letStandAlone, quantile, timed } from "./bench-place";

const ROWS = Number(process.argv[2] ?? 1_000_000);
/** One lorry in ten movements. */
const DOCUMENTS = Math.ceil(ROWS / 10);
const SUPPLIERS = 500;
const MATERIALS = 50;
const BATCHES = Math.ceil(ROWS / 100);
const REPEATS = 20;
/** The same id for the same place in a series. */
const id = (kind: number, serial: string) =>
  `(lpad('${kind}', 8, '0') || '-0000-7000-8000-' || lpad((${serial})::text, 12, '0'))::uuid`;

await inPlace("bench-trace", async (engine) => {
  const { database } = engine;
  const connection = database.connection();
  for (const table of ["io_data", "delivery_note", "delivery_note_items", "goods_receipt", "goods_receipt_items"])
    await letStandAlone(database, table);
  const began = performance.now();
  await fillIn(connection);
  console.log(
    `${database.engine} ${database.version}, ${ROWS} rows of the journal, ${DOCUMENTS} notes and receipts, ${BATCHES} batches of ${SUPPLIERS} suppliers; made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  await measure(engine);
});

/**
 * Batches of one supplier and material each, a hundred movements to a batch, and one of a thousand. One movement in ten goes back. What rows point at is not there where the trace does not look at it.
 */
async function fillIn(connection: Connection): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(connection);
  const batch = (n: string) => `'B' || lpad((${n} % ${BATCHES})::text, 7, '0')`;
  const supplier = (n: string) => id(1, `${n} % ${BATCHES} % ${SUPPLIERS}`);
  const material = (n: string) => id(2, `${n} % ${BATCHES} % ${MATERIALS}`);
  const factory = (n: string) => id(3, `${n} % 10`);
  const day = (n: string) => `date '2025-01-01' + (${n} % 540)::int`;
  await run(`insert into delivery_note (id, number, state, supplier_id, factory_id, ship_date)
    select ${id(4, "n")}, 'SH' || lpad(n::text, 9, '0'), 'received', ${supplier("n")}, ${factory("n")}, ${day("n")}
    from generate_series(1, ${DOCUMENTS}) n`);
  await run(`insert into delivery_note_items (id, root_id, line_no, order_line, material_id, qty, batch_no, received_qty, open_qty)
    select ${id(5, "n")}, ${id(4, "n")}, 10, ${id(9, "n")}, ${material("n")}, 100, ${batch("n")}, 100, 0
    from generate_series(1, ${DOCUMENTS}) n`);
  await run(`insert into goods_receipt (id, number, state, delivery_note_id, supplier_id, factory_id, post_date, posted_at)
    select ${id(6, "n")}, 'RK' || lpad(n::text, 9, '0'), 'posted', ${id(4, "n")}, ${supplier("n")}, ${factory("n")}, ${day("n")}, now()
    from generate_series(1, ${DOCUMENTS}) n`);
  await run(`insert into goods_receipt_items (id, root_id, line_no, note_line, order_line, material_id, uom, batch_no, count_qty, accept_qty)
    select ${id(7, "n")}, ${id(6, "n")}, 10, ${id(5, "n")}, ${id(9, "n")}, ${material("n")}, 'KG', ${batch("n")}, 100, 100
    from generate_series(1, ${DOCUMENTS}) n`);
  await run(`insert into io_data (id, io_no, io_type, post_date, supplier_id, factory_id, warehouse_id, order_id, receipt_id, material_id, batch_no,
      qty, uom, price, currency, amount, posting_key, source_entity, source_id, source_no, source_line)
    select ${id(8, "n")}, 'IO' || n, case when n % 10 = 0 then 'out' else 'in' end, ${day("n")}, ${supplier("n")}, ${factory("n")},
      ${id(3, "100 + n % 20")}, ${id(9, "n")}, ${id(6, `1 + n % ${DOCUMENTS}`)}, ${material("n")},
      case when n % 1000 = 7 then 'SHARED' else ${batch("n")} end,
      case when n % 10 = 0 then -1.5 else 10.25 end, 'KG', 3.5, 'CNY', 35, 'k' || n, 'receiving/goods-receipt', n::text, 'RK' || n, n::text
    from generate_series(1, ${ROWS}) n`);
  for (const table of ["delivery_note", "delivery_note_items", "goods_receipt", "goods_receipt_items", "io_data"])
    await run(`vacuum (analyze) ${table}`);
}

/** Median and the slowest of the turns, in milliseconds, each of another batch, document or supplier. */
async function measure(engine: EngineServices): Promise<void> {
  const context = systemContext(engine, "测量");
  const serial = (turn: number) => 1 + ((turn * 7919) % (BATCHES - 1));
  const questions: [string, (turn: number) => Record<string, string>][] = [
    ["one batch", (turn) => ({ batch: `B${String(serial(turn)).padStart(7, "0")}` })],
    ["a batch of a thousand movements", () => ({ batch: "SHARED" })],
    ["unknown batch", (turn) => ({ batch: `X${turn}` })],
    ["a receipt's number", (turn) => ({ number: `RK${String(serial(turn)).padStart(9, "0")}` })],
    [
      "a supplier's month",
      (turn) => ({
        supplier: `00000001-0000-7000-8000-${String(turn % SUPPLIERS).padStart(12, "0")}`,
        from: "2025-03-01",
        to: "2025-03-31",
      }),
    ],
  ];
  console.log("asked\tanswer\tp50 (slowest)");
  for (const [name, question] of questions) {
    const ask = (turn: number) => batchTraceModel(context, new URLSearchParams(question(turn)));
    const model = await ask(1);
    const times = await timed(REPEATS, (turn) => ask(turn + 2));
    const told = model.problem ?? model.verdict?.text ?? "";
    console.log([name, told.slice(0, 60), `${quantile(times, 0.5)} (${quantile(times, 0.999)})`].join("\t"));
  }
}
