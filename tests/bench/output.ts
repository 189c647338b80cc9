// How much an export of 100,000 rows and a PDF of 1,000 lines cost: memory, time, and how long they hold up everybody else.
// In a folder of its own with the demo's data: npx tsx tests/bench/output.ts [rows]; DATABASE_URL names a server instead.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { systemContext } from "~/engine/context.server";
import { exportRecords } from "~/engine/output/export.server";
import type { OutputFile } from "~/engine/output/output-file.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";

const wanted = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(path.join(tmpdir(), "supplier-portal-bench-"));
const { DATABASE_URL = "" } = process.env;
const services = await startServices(
  readEnv({ NODE_ENV: "production", LOG_LEVEL: "error", DEMO_DATA: "1", DATA_DIR: folder, DATABASE_URL }),
);
try {
  await fill();
  // What the machine itself does to a process that has nothing to do.
  await measured("nothing", async () => {
    await pause(5000);
    return { name: "", type: "", body: new Uint8Array() };
  });
  const context = systemContext(services.engine, "测量");
  const screen = services.engine.registry.mainScreen("purchase-orders/purchase-order");
  const list = { filters: {}, toggles: [], sort: [], page: 1, size: 20 };
  // Fifteen columns, and one row per line with both.
  const columns = [...screen.list.columns, "company_id", "purchase_group_id", "payment_term", "address", "tax_amount"];
  // A server that has been running for a while: its code is loaded and compiled.
  const few = { ...list, filters: { state: ["draft"] } };
  await measured("xlsx of some rows", () =>
    exportRecords(context, screen, { format: "xlsx", list: few, columns, lines: null, strict: true }),
  );
  for (const run of [1, 2, 3]) {
    for (const format of ["xlsx", "csv"] as const) {
      const request = { format, list, columns, lines: null, strict: true };
      await measured(`${format}, run ${run}`, () => exportRecords(context, screen, request));
    }
  }
  const lines = { format: "xlsx" as const, list, columns: [], lines: "items", strict: true };
  await measured("xlsx with lines", () => exportRecords(context, screen, lines));
  const longest = await longestOrder();
  await measured("print model of 1,000 lines", async () => {
    const { document } = await printedRecord(context, screen, longest, "http://localhost");
    return { name: "", type: "", body: new Uint8Array(JSON.stringify(document).length) };
  });
  for (const run of [1, 2, 3])
    await measured(`PDF of 1,000 lines, run ${run}`, () => recordPdf(context, screen, longest, "http://localhost"));
} finally {
  await services.close();
  rmSync(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const connection = services.engine.database.connection();
  const names = await sql<{ column_name: string }>`select column_name from information_schema.columns
    where table_name = 'purchase_order' and column_name not in ('id', 'number')`.execute(connection);
  const others = sql.join(names.rows.map((row) => sql.ref(row.column_name)));
  await sql`insert into purchase_order (id, number, ${others}) select gen_random_uuid(), 'T' || lpad(n::text, 8, '0'), ${others}
    from generate_series(1, ${wanted}) n join lateral (select * from purchase_order where number not like 'T%' and n is not null
    order by id offset n % 140 limit 1) o on true`.execute(connection);
  const head = (await sql<{ id: string }>`select id from purchase_order where number = 'T00000001'`.execute(connection))
    .rows[0]?.id;
  const columns = sql`line_no, material_id, spec, qty, uom, price, tax_rate, amount, untaxed_amount, required_date`;
  await sql`insert into purchase_order_items (id, root_id, ${columns}) select gen_random_uuid(), ${head}, n * 10, m.id, m.spec, n, 'kg',
    1.234567, 13, 1.23 * n, 1.09 * n, '2026-12-01' from generate_series(1, 1000) n
    join lateral (select id, spec from material where n is not null order by id offset n % 60 limit 1) m on true`.execute(
    connection,
  );
}

async function longestOrder(): Promise<string> {
  const connection = services.engine.database.connection();
  const { rows } = await sql<{
    id: string;
  }>`select root_id as id from purchase_order_items group by 1 order by count(*) desc limit 1`.execute(connection);
  return rows[0]?.id ?? "";
}

async function measured(what: string, work: () => Promise<OutputFile>): Promise<void> {
  await pause(500);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const watch = watchThread();
  const started = performance.now();
  let highest = before;
  const { body } = await work();
  let bytes = body instanceof Uint8Array ? body.length : 0;
  if (!(body instanceof Uint8Array)) {
    const reader = body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      bytes += piece.value.length;
      highest = Math.max(highest, process.memoryUsage.rss());
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  await pause(20);
  const { wall, busy } = watch.stop();
  const megabytes = (count: number) => (count / 1_048_576).toFixed(1);
  console.log(
    `${what}: ${seconds} s, ${megabytes(bytes)} MB, memory +${megabytes(highest - before)} MB, held up ${wall.toFixed(1)} ms at most, of which its own work ${busy.toFixed(1)} ms`,
  );
}

/**
 * Looks at the main thread every millisecond: how long it let nobody else in, and how long it was working itself. On a busy
 * machine the first is mostly waiting for a processor; Linux tells the second.
 */
function watchThread(): { stop(): { wall: number; busy: number } } {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  const worked = () => (existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : Number.NaN);
  const longest = { wall: 0, busy: 0 };
  let last = { wall: performance.now(), busy: worked() };
  let timer: NodeJS.Timeout;
  const look = () => {
    const now = { wall: performance.now(), busy: worked() };
    longest.wall = Math.max(longest.wall, now.wall - last.wall);
    longest.busy = Math.max(longest.busy, now.busy - last.busy);
    last = now;
    timer = setTimeout(look, 1);
  };
  timer = setTimeout(look, 1);
  return {
    stop() {
      clearTimeout(timer);
      return longest;
    },
  };
}
