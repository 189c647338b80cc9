// Measures the supplier gate and its forecast, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-gate.ts [orders not released yet]
import { sql } from "kysely";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { supplierGate } from "~/modules/supplier-management/gate-exemption/supplier-gate.server";
import { forecastGate } from "~/modules/supplier-management/gate-forecast/gate-forecast.server";
import { inPlace, letStandAlone, quantile, timed } from "./bench-place";

const ORDERS = Number(process.argv[2] ?? 5000);
const SUPPLIERS = 500;
const MATERIALS = 1000;
const REPEATS = 200;

await inPlace("bench-gate", async (engine) => {
  const { database } = engine;
  await fillIn(engine);
  // What is forecast names buyers, factories and groups that are not there.
  await letStandAlone(database, "gate_forecast");
  console.log(`${database.engine} ${database.version}, ${SUPPLIERS} suppliers, ${ORDERS} orders not released yet`);
  await measureGate(engine);
  await measureForecast(engine);
});

/** Rows without foreign keys: what the gate reads, and nothing it does not. */
async function fillIn({ database }: EngineServices): Promise<void> {
  const connection = database.connection();
  const id = (kind: number, serial: string) =>
    sql.raw(`('00000000-0000-7000-800${kind}-' || lpad((${serial})::text, 12, '0'))::uuid`);
  await sql`set session_replication_role = replica`.execute(connection);
  await sql`insert into supplier (id, state, code, name, uscc, supplier_type, supplier_class_id, stage, region, registered_address, taxpayer_type,
      currency, buyer_id, is_temporary, enabled)
    select ${id(1, "n")}, 'active', 'S' || n, '供应商' || n, 'U' || n, 'manufacturer', ${id(9, "1")}, 'qualified', '安徽', '地址', 'general', 'CNY',
      ${id(9, "2")}, false, true from generate_series(1, ${SUPPLIERS}::int) n`.execute(connection);
  await sql`insert into material_type (id, code, name, category, enabled) values (${id(2, "1")}, 'T1', '原料', 'raw', true)`.execute(
    connection,
  );
  await sql`insert into material (id, code, name, material_type_id, material_status, uom, type_report_required)
    select ${id(3, "n")}, 'M' || n, '物料' || n, ${id(2, "1")}, 'active', 'kg', true from generate_series(1, ${MATERIALS}::int) n`.execute(
    connection,
  );
  // Sources that began on the last forty days and were never reported on: some are refused now, some soon, some later.
  await sql`insert into source_data (id, number, state, supplier_id, material_id, factory_id, tier, fixed, effective_from, inspection_mode)
    select gen_random_uuid(), 'G' || s || '-' || k, 'active', ${id(1, "s")}, ${id(3, `1 + (s * 7 + k) % ${MATERIALS}`)}, ${id(4, "1")}, 'primary',
      false, current_date - (s + k) % 40, 'normal' from generate_series(1, ${SUPPLIERS}::int) s, generate_series(0, 9) k`.execute(
    connection,
  );
  await sql`insert into purchase_order (id, number, state, order_type, supplier_id, company_id, factory_id, purchase_org_id, purchase_group_id,
      buyer_id, order_date, currency, payment_term, address, amount, urgent)
    select ${id(5, "n")}, 'CG' || n, 'approved', 'standard', ${id(1, `1 + n % ${SUPPLIERS}`)}, ${id(6, "1")}, ${id(4, "1")}, ${id(7, "1")},
      ${id(8, "1")}, ${id(9, "2")}, current_date, 'CNY', 'd30', '地址', 1000, false from generate_series(1, ${ORDERS}::int) n`.execute(
    connection,
  );
  await sql`insert into purchase_order_items (id, root_id, line_no, material_id, qty, uom, price, tax_rate, amount, required_date)
    select gen_random_uuid(), ${id(5, "n")}, k * 10, ${id(3, `1 + ((1 + n % ${SUPPLIERS}) * 7 + k) % ${MATERIALS}`)}, 100, 'kg', 10, 13, 1000,
      current_date + 20 from generate_series(1, ${ORDERS}::int) n, generate_series(1, 3) k`.execute(connection);
  await sql`set session_replication_role = default`.execute(connection);
  await sql`analyze`.execute(connection);
}

async function measureGate(engine: EngineServices): Promise<void> {
  const context = systemContext(engine, "bench");
  const { rows } = await sql<{
    supplier_id: string;
    material_id: string;
    factory_id: string;
  }>`select supplier_id, material_id, factory_id
    from source_data order by number limit ${REPEATS}`.execute(engine.database.connection());
  const check = async (turn: number) => {
    const row = rows[turn % rows.length];
    if (!row) return;
    await supplierGate(context, {
      action: "release",
      supplierId: row.supplier_id,
      materialIds: [row.material_id],
      factoryId: row.factory_id,
    });
  };
  // The first checks of a process also translate the program and plan the two statements: told apart from what comes after.
  for (const [name, turns] of [
    ["first 50", 50],
    ["after that", 1000],
  ] as const) {
    const times = await timed(turns, check);
    console.log(
      `gate, one supplier and material, ${name}: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
    );
  }
}

async function measureForecast(engine: EngineServices): Promise<void> {
  for (let turn = 1; turn <= 3; turn += 1) {
    const started = performance.now();
    const { orders, found } = await forecastGate(engine);
    console.log(`forecast ${turn}: ${orders} orders, ${found} reasons, ${(performance.now() - started).toFixed(0)} ms`);
  }
}
