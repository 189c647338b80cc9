import { sql } from "kysely";
import { type Database, openDatabase } from "~/data/database.server";

/** Orders of the scaled data set, beside those of the demo. */
export const ORDERS = 100_000;
export const MENU_ENTRIES = 120;
const LIMIT_MS = 120_000;

interface Place {
  dataDir: string;
  databaseUrl?: string;
}

/** Opens the database of an installation that is not running, works in it as its owner and closes it. */
async function inDatabase(place: Place, work: (database: Database) => Promise<void>): Promise<void> {
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const database = await openDatabase({ ...place, log: quiet, statementLimitMs: LIMIT_MS });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Menu entries for buyers and purchase managers, until the side menu beside a buyer's orders has 120 of them. */
export function fillMenu(place: Place): Promise<void> {
  return inDatabase(place, (database) =>
    database.transaction({ role: "owner" }, async () => {
      const connection = database.connection();
      const { rows } = await sql<{ shown: number }>`select count(*)::int as shown from resource m
        join resource d on d.id = m.parent_id join resource t on t.id = d.parent_id where t.name = 'top-purchase' and m.type = 'menu' and m.show and m.enabled
        and exists (select 1 from role_permission p where p.role_code = 'buyer' and p.permission_id = m.name and p.action = 'query')`.execute(
        connection,
      );
      const more = MENU_ENTRIES - (rows[0]?.shown ?? 0);
      await sql`insert into resource (parent_id, type, name, title, path, sort_no, show)
        select id, 'dir', 'dir-bench-' || n, '业务分组' || n, '/bench-' || n, 5000 + n, true
        from generate_series(0, 6) n, resource t where t.name = 'top-purchase'`.execute(connection);
      await sql`insert into resource (parent_id, type, name, title, path, sort_no, show)
        select d.id, 'menu', 'bench-' || n, '业务功能' || n, '/bench-' || n % 7 || '/bench-' || n, 6000 + n, true
        from generate_series(1, ${more}::int) n join resource d on d.name = 'dir-bench-' || n % 7`.execute(connection);
      await sql`insert into role_permission (role_code, permission_id, action)
        select role, 'bench-' || n, 'query'
        from generate_series(1, ${more}::int) n, unnest(array['buyer', 'purchase_manager']) role`.execute(connection);
      await sql`update permission_version set version = version + 1`.execute(connection);
    }),
  );
}

/**
 * Search columns are written along, found by the number alone: a start would otherwise fill them beside the requests
 * that are measured.
 *
 * Adds 100,000 orders with two to five lines each, over the masters the demo brought. Keys and secondary indexes are
 * taken away meanwhile and come back whole, which is how one loads a table.
 */
export function addOrders(place: Place): Promise<void> {
  return inDatabase(place, async (database) => {
    await database.transaction(
      { role: "owner" },
      async () => {
        const connection = database.connection();
        const run = (text: string) => sql.raw(text).execute(connection);
        const keys = await sql<{ tab: string; name: string; definition: string }>`
          select conrelid::regclass::text as tab, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
          from pg_constraint where contype = 'f' and conrelid::regclass::text in ('purchase_order', 'purchase_order_items')`.execute(
          connection,
        );
        const indexes = await sql<{ name: string; definition: string }>`
          select quote_ident(indexname) as name, indexdef as definition from pg_indexes
          where tablename in ('purchase_order', 'purchase_order_items') and indexdef not like 'CREATE UNIQUE%'`.execute(
          connection,
        );
        for (const { tab, name } of keys.rows) await run(`alter table ${tab} drop constraint ${name}`);
        for (const { name } of indexes.rows) await run(`drop index ${name}`);
        await run(LINES);
        await run(ORDER_ROWS);
        await run(LINE_ROWS);
        await run("drop table bench_line");
        for (const { definition } of indexes.rows) await run(definition);
        for (const { tab, name, definition } of keys.rows)
          await run(`alter table ${tab} add constraint ${name} ${definition}`);
      },
      { statementLimitMs: LIMIT_MS },
    );
    for (const table of ["purchase_order", "purchase_order_items"])
      await sql.raw(`vacuum (analyze) ${table}`).execute(database.connection());
  });
}

/** A number below `below` that looks thrown but is the same every time. */
const thrown = (seed: string, below: number) => `abs(hashtext(${seed})::bigint) % ${below}`;
const oneOf = (list: string, seed: string) => `${list}[1 + ${thrown(seed, 1_000_000)} % cardinality(${list})]`;
const orderId = "('0190b000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";

const LINES = `create temporary table bench_line as
  select n, line_no, ${oneOf("materials", "'m' || n || '.' || line_no")} as material_id,
    (10 + ${thrown("'q' || n || '.' || line_no", 5000)})::numeric(18,3) as qty,
    ((100 + ${thrown("'p' || n || '.' || line_no", 90_000)}) / 100.0)::numeric(18,6) as price
  from generate_series(1, ${ORDERS}) n
    cross join lateral generate_series(1, (2 + ${thrown("'l' || n", 4)})::int) line_no
    cross join (select array_agg(id order by code) as materials from material) m`;

const ORDER_ROWS = `insert into purchase_order (id, number, state, order_type, supplier_id, company_id, factory_id,
    purchase_org_id, purchase_group_id, buyer_id, order_date, currency, payment_term, address, source_type, amount,
    untaxed_amount, tax_amount, urgent, order_version, confirm_deadline, created_by, created_at, updated_by, updated_at,
    search_text, search_grams)
  select ${orderId}, 'CGB' || lpad(n::text, 8, '0'),
    (array['draft', 'approved', 'released', 'released', 'negotiating', 'confirmed', 'confirmed', 'confirmed', 'closed',
      'closed', 'closed', 'cancelled'])[1 + ${thrown("'s' || n", 12)}],
    (array['standard', 'standard', 'standard', 'standard', 'call_off', 'outsource', 'sample'])[1 + ${thrown("'t' || n", 7)}],
    ${oneOf("suppliers", "'v' || n")}, companies[1], ${oneOf("factories", "'f' || n")}, orgs[1],
    ${oneOf("groups", "'g' || n")}, ${oneOf("buyers", "'b' || n")}, date '2026-11-01' - (${thrown("'d' || n", 1000)})::int,
    'CNY', 'd30', '送货地址' || n, 'manual', total.amount, round(total.amount / 1.13, 2),
    total.amount - round(total.amount / 1.13, 2), ${thrown("'u' || n", 10)} = 0, 1, now(), buyers[1], now(), buyers[1], now(),
    ' cgb' || lpad(n::text, 8, '0'),
    array(select substr('cgb' || lpad(n::text, 8, '0'), place, 2) from generate_series(1, 10) place)
  from (select n, sum(round(qty * price, 2)) as amount from bench_line group by n) total
    cross join (select array_agg(id order by code) as suppliers from supplier) s
    cross join (select array_agg(id order by code) as companies from company) c
    cross join (select array_agg(id order by code) as factories from factory) f
    cross join (select array_agg(id order by code) as orgs from purchase_org) o
    cross join (select array_agg(id order by code) as groups from purchase_group) g
    cross join (select array_agg(id order by accountname) as buyers from app_user where accountname like 'buyer%') b`;

const LINE_ROWS = `insert into purchase_order_items (id, root_id, line_no, material_id, qty, uom, price, tax_rate, amount,
    untaxed_amount, required_date)
  select ('0190c000-0000-7000-' || (8000 + line_no)::text || '-' || lpad(to_hex(n), 12, '0'))::uuid, ${orderId}, line_no,
    material_id, qty, 'kg', price, 13, round(qty * price, 2), round(qty * price / 1.13, 2), date '2026-12-01'
  from bench_line`;
