// Measures demand turned into orders in the background, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-orders.ts [lines] [suppliers]
import { sql } from "kysely";
import type { Database } from "~/data/database.server";
import { type Context, type EngineServices, systemContext } from "~/engine/context.server";
import { beginConversion, CONVERSION_TASK, countsOf } from "~/engine/conversions/task.server";
import { workOnConversions } from "~/engine/conversions/work.server";
import { seedDictionaries } from "~/engine/dictionaries.server";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { seedNumberRules } from "~/engine/numbering/numbers.server";
import { requireConversion } from "~/engine/operations/conversion.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { seedParameters } from "~/engine/parameters.server";
import { listModel } from "~/engine/screen/list-model.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { seedAccess } from "~/engine/session/bootstrap.server";
import { addDays } from "~/shared/calendar";
import { START } from "../tests/support/clock";
import { type Company, makeCompany } from "../tests/support/company";
import { inPlace, quantile, timed } from "./bench-place";

const [lineCount = 2000, supplierCount = 20] = process.argv.slice(2).map(Number);
const ORDER = "purchase-orders/purchase-order";
const COMMIT = "purchase-orders/demand-commit";
const WEEKS = 10;
const MONDAY = "2030-01-07";
const LISTS = 200;
/** Lines of each supplier. */
const each = Math.ceil(lineCount / supplierCount);
/** Suppliers of whom is ordered before anything is measured. */
const WARM = 8;

await inPlace("bench-orders", async (place) => {
  const held: number[] = [];
  const engine: EngineServices = { ...place, database: watched(place.database, held), clock: () => START };
  console.log(`${engine.database.engine} ${engine.database.version}`);
  for (const seed of [seedAccess, seedParameters, seedDictionaries, seedScenarios, seedNumberRules]) await seed(engine);
  const company = await makeCompany(engine);
  const goods = await inventedMaterials(engine, company);
  const buyer = actingAs(engine, await loadActor(engine, company.accounts.buyerA), START);
  const screen = engine.registry.mainScreen(ORDER);
  const list = () => listModel(buyer, screen, new URLSearchParams());
  // As in a server in use: a first task has been through, and lists were read.
  await demand(engine, { company, goods, prefix: "BW", suppliers: WARM });
  await orders(buyer, async () => undefined);
  await demand(engine, { company, goods, prefix: "BS", suppliers: supplierCount });
  await timed(LISTS, list);
  held.length = 0;
  const atRest = await timed(LISTS, list);
  held.length = 0;
  const beside: number[] = [];
  const { took, counts } = await orders(buyer, async (isDone) => {
    while (!isDone()) beside.push(...(await timed(1, list)));
  });
  console.log(
    `${counts.total} lines: ${counts.documents} orders of ${counts.done} lines in ${(took / 1000).toFixed(1)} s, ${counts.fail} lines refused; ` +
      `a slice p50 ${quantile(held, 0.5)} ms, p99 ${quantile(held, 0.99)}, slowest ${Math.max(...held).toFixed(1)}; ` +
      `list at rest p50 ${quantile(atRest, 0.5)} ms, p99 ${quantile(atRest, 0.99)}, beside it p50 ${quantile(beside, 0.5)}, p99 ${quantile(beside, 0.99)} (${beside.length} lists)`,
  );
});

/** The database, with how long each of its transactions took. */
function watched(database: Database, held: number[]): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "transaction") return value.bind(target);
      return async (identity: never, work: () => Promise<unknown>) => {
        if (target.inTransaction()) return target.transaction(identity, work);
        return target.transaction(identity, async () => {
          const started = performance.now();
          try {
            return await work();
          } finally {
            held.push(performance.now() - started);
          }
        });
      };
    },
  });
}

/** A task of all open lines from the start to its end, and something beside it. */
async function orders(buyer: Context, beside: (isDone: () => boolean) => Promise<void>) {
  const { services } = buyer;
  const conversion = requireConversion(buyer, services.registry.mainScreen(ORDER), "from_demand");
  const { id } = await beginConversion(buyer, conversion, { wanted: { search: "B-" }, typed: new Map() });
  const entity = services.registry.entity(CONVERSION_TASK);
  await applyTransition(buyer, { entity, id, name: "start" });
  let done = false;
  const started = performance.now();
  const reading = beside(() => done);
  await workOnConversions(services, () => true);
  const took = performance.now() - started;
  done = true;
  await reading;
  return { took, counts: await countsOf(buyer, id) };
}

/** Rows of a table once more, with what a copy says otherwise. */
function copies(
  engine: EngineServices,
  { table, where, others, times }: Record<"table" | "where" | "others", string> & { times: number },
) {
  return sql
    .raw(`insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${others})).*
      from ${table} t cross join generate_series(1, ${times}) n where ${where}`)
    .execute(engine.database.connection());
}

async function idsBy(engine: EngineServices, table: string, prefix: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where code like ${`${prefix}-%`} order by code`.execute(
    engine.database.connection(),
  );
  return rows.map(({ id }) => id);
}

/** Materials with a group that buys them, with the price of one supplier of the company each. */
async function inventedMaterials(engine: EngineServices, { ids }: Company): Promise<string[]> {
  const others = `jsonb_build_object('id', gen_random_uuid(), 'code', 'B-' || n, 'name', t.name || n, 'purchase_group_id', '${ids.group1}')`;
  await copies(engine, { table: "material", where: `t.id = '${ids.corn}'`, others, times: Math.ceil(each / WEEKS) });
  const goods = await idsBy(engine, "material", "B");
  for (const material_id of goods)
    await createRecord(systemContext(engine, "测量"), {
      screen: engine.registry.mainScreen("base-data/price-data"),
      values: {
        ...{ supplier_id: ids.supplierB, material_id, company_id: ids.company, currency: "CNY", uom: "kg" },
        ...{ price_kind: "new", price: "3.27", untaxed_price: "3", tax_rate: "9", source_no: "HJ20250101-0009" },
        ...{ valid_from: "2025-01-01", valid_to: "2029-12-31", agreed_to: "2029-12-31" },
        ...{ approved_at: "2024-12-20T02:00:00.000Z", approved_by: "王经理" },
      },
    });
  return goods;
}

interface Demanded {
  company: Company;
  goods: readonly string[];
  prefix: string;
  suppliers: number;
}

/** Commitments of that many suppliers, each to as many lines as the others, with prices of all of them. */
async function demand(engine: EngineServices, { company: { ids }, goods, prefix, suppliers }: Demanded): Promise<void> {
  const code = `'code', '${prefix}-' || n, 'name', t.name || '${prefix}' || n, 'uscc', left(t.uscc, 12) || '${prefix}' || lpad(n::text, 4, '0')`;
  const others = `jsonb_build_object('id', gen_random_uuid(), ${code})`;
  await copies(engine, { table: "supplier", where: `t.id = '${ids.supplierA}'`, others, times: suppliers });
  for (const supplier_id of await idsBy(engine, "supplier", prefix)) {
    await copies(engine, {
      table: "price_data",
      where: `t.supplier_id = '${ids.supplierB}' and t.material_id in (select id from material where code like 'B-%')`,
      others: `jsonb_build_object('id', gen_random_uuid(), 'supplier_id', '${supplier_id}')`,
      times: 1,
    });
    await createRecord(systemContext(engine, "测量"), {
      screen: engine.registry.mainScreen(COMMIT),
      values: {
        ...{ supplier_id, plan_id: ids.demandPlan, factory_id: ids.factory1, company_id: ids.company },
        base_week: MONDAY,
        items: Array.from({ length: each }, (_none, at) => ({
          material_id: goods[at % goods.length],
          week_start: addDays(MONDAY, 7 * Math.floor(at / goods.length)),
          share_qty: "10",
          uom: "kg",
        })),
      },
    });
  }
}
