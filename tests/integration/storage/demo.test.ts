import { cpSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readArchive } from "~/data/backup/archive.server";
import { tableOf } from "~/engine/entity/table-names";
import { fillSearchColumns } from "~/engine/search/upkeep.server";
import type { Copy } from "../../support/database";
import { isFull } from "../../support/length";
import { tempDir } from "../../support/temp-dir";
import { openWorld } from "../../support/world";
import { backup, emptyPlace, everything, inPlace, placeOf, restore } from "./backups";

// Loading the demo takes longer than most files of tests: what is about its rows stands here. A whole run has it loaded once by the program
// itself, for the browsers as well (scripts/test.mjs), and brought to this engine; at full length it is loaded here.
const loaded = process.env.TEST_ENGINE === "embedded" && !isFull ? process.env.TEST_DEMO_FOLDER : undefined;
const world = await openWorld({
  demo: true,
  ...(loaded ? { copy: copyOf(path.join(loaded, "data")), settings: { SEALING_KEY: "" } } : {}),
});
afterAll(() => world.close());
const { database } = world.engine;

/** Whoever copies a folder signs and seals with what lies in it. */
function copyOf(folder: string) {
  const data = path.join(tempDir("demo"), "data");
  cpSync(folder, data, { recursive: true });
  return { place: { DATA_DIR: data }, remove: async () => undefined } satisfies Copy;
}

test("演示数据：每张订单和合同都合乎规则", async () => {
  for (const [table, least] of [
    ["purchase_order", 50],
    ["contract", 10],
    ["supplier", 10],
    ["material", 50],
  ] as const) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
      database.connection(),
    );
    expect(rows[0]?.count, table).toBeGreaterThanOrEqual(least);
  }
  const { rows } = await sql<{ wrong: string }>`
    select o.number || ' ' || o.state as wrong from purchase_order o
    left join lateral (select count(*) as lines, sum(amount) as amount from purchase_order_items i where i.root_id = o.id) i on true
    where i.lines = 0 or i.amount <> o.amount or o.amount <> o.untaxed_amount + o.tax_amount
      or (o.state in ('released', 'negotiating', 'confirmed') and o.released_at is null)
      or not exists (select 1 from audit_log a where a.record_id = o.id and a.action = 'create')
    union all
    select c.number from contract c where c.end_date < c.start_date`.execute(database.connection());
  expect(rows).toEqual([]);
});

test("演示数据：货的往来像一家平常的公司：少数订单逾期，十八个月都有收货，每种状态都有单据", async () => {
  const connection = database.connection();
  // Loaded by a program before, the demo is of that day: the one of its newest order.
  const { rows: days } = await sql<{
    today: string;
  }>`select max(order_date)::text as today from purchase_order`.execute(connection);
  const today = days[0]?.today;
  const { rows } = await sql<{ confirmed: number; late: number; open: number; open_late: number; months: number }>`
    with orders as (
      select o.state, exists (
        select 1 from purchase_order_items i where i.root_id = o.id and i.line_status in ('open', 'partial')
          and coalesce(i.first_confirm_date, i.required_date) < ${today}) as late
      from purchase_order o where o.state in ('released', 'negotiating', 'confirmed', 'on_hold'))
    select count(*) filter (where state = 'confirmed')::int as confirmed, count(*) filter (where state = 'confirmed' and late)::int as late,
      count(*)::int as open, count(*) filter (where late)::int as open_late,
      (select count(distinct date_trunc('month', post_date))::int from goods_receipt where state = 'posted') as months
    from orders`.execute(connection);
  const [share] = rows;
  if (!share) throw new Error("no shares");
  expect(share.late).toBeGreaterThan(2);
  expect(share.late / share.confirmed).toBeLessThan(0.2);
  expect(share.open_late / share.open).toBeLessThan(0.2);
  expect(share.months).toBeGreaterThan(14);
  for (const [table, column, key] of [
    ["delivery_note", "state", "receiving/delivery-note"],
    ["goods_receipt", "state", "receiving/goods-receipt"],
    ["purchase_return", "state", "receiving/purchase-return"],
    ["delivery_slot", "state", "receiving/delivery-slot"],
  ] as const) {
    const found = await sql<{
      value: string;
    }>`select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(connection);
    const states = Object.keys(world.engine.registry.entity(key).states ?? {});
    expect(found.rows.map(({ value }) => value).sort(), table).toEqual(states.sort());
  }
  const completed = await sql<{ order_type: string }>`
    select distinct order_type from purchase_order where state = 'completed' order by 1`.execute(connection);
  expect(completed.rows.map(({ order_type }) => order_type)).toEqual(["call_off", "outsource", "sample", "standard"]);
  const booked = await sql<{ slot_status: string }>`
    select distinct slot_status from delivery_note where slot_status is not null order by 1`.execute(connection);
  expect(booked.rows.map(({ slot_status }) => slot_status)).toEqual(["booked", "late", "withdrawn"]);
  // A receipt that was reversed took its return with it.
  const voided = await sql<{ count: number }>`
    select count(*)::int as count from purchase_return r join goods_receipt g on g.id = r.source_receipt_id
      where r.state = 'cancelled' and g.state = 'reversed'`.execute(connection);
  expect(voided.rows[0]?.count).toBe(1);
});

const PASSING = "lasts no longer than one pass of a program";
const NO_SERVER = "the demo has no mail server, and nobody keeps drafts of letters";

/** Logs and masters whose states people look at as they do at those of documents. */
const WITH_STATES: readonly string[] = ["system-management/user", "system-management/conversion-task"];

/** States of documents that nothing in the demo is in, with the reason; every other one shows at least one document. */
const ABSENT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "purchase-management/award-proposal": { [PASSING]: ["queued"] },
  "supplier-onboarding/member-request": { [PASSING]: ["agreed"] },
  "system-management/email": { [PASSING]: ["sending"], [NO_SERVER]: ["draft", "sent", "cancelled"] },
  "system-management/user": { "a lock ends by itself after a while": ["locked"] },
};

test("演示数据：每种单据的每个状态都有，没有的都有理由；账号、证照、生产基地齐全", async () => {
  const connection = database.connection();
  const missing: string[] = [];
  for (const { entity } of world.engine.registry.registrations) {
    const states = Object.keys(entity.states ?? {});
    if (states.length === 0 || (entity.kind !== "document" && !WITH_STATES.includes(entity.key))) continue;
    const { rows } = await sql<{ state: string }>`select distinct state from ${sql.table(tableOf(entity))}`.execute(
      connection,
    );
    const there = new Set(rows.map(({ state }) => state));
    const excused = Object.values(ABSENT[entity.key] ?? {}).flat();
    expect(states, `${entity.key} has those that are excused`).toEqual(expect.arrayContaining(excused));
    missing.push(...states.flatMap((one) => (there.has(one) || excused.includes(one) ? [] : [`${entity.key} ${one}`])));
  }
  expect(missing).toEqual([]);
  // Whoever delivers has two sites and three certificates in force; one supplier is barred, and its people are kept out.
  const { rows } = await sql<{ wrong: string }>`
    select s.name || '：基地、证照' as wrong from supplier s where s.stage in ('trial', 'qualified', 'preferred') and (
      (select count(*) from supplier_site t where t.supplier_id = s.id) < 2
      or (select count(*) from supplier_certificate c where c.supplier_id = s.id and c.state in ('valid', 'renewing')) < 3)
    union all
    select s.name || '：账号' from supplier s join app_user u on u.supplier_id = s.id
      where s.stage = 'blacklisted' and u.state <> 'blocked'
    union all
    select '没有黑名单供应商' where not exists (select 1 from supplier where stage = 'blacklisted')`.execute(
    connection,
  );
  expect(rows).toEqual([]);
  // What is ordered has a source of that supplier in that factory, from before the order on.
  const { rows: unsourced } = await sql<{ wrong: string }>`
    select o.number || ' ' || i.line_no as wrong from purchase_order o join purchase_order_items i on i.root_id = o.id
      where not exists (select 1 from source_data s where s.supplier_id = o.supplier_id and s.material_id = i.material_id
        and s.factory_id = o.factory_id and s.effective_from <= o.order_date)`.execute(connection);
  expect(unsourced).toEqual([]);
  // No type inspection is overdue because nobody brought one.
  const { rows: overdue } = await sql<{ material_id: string }>`
    select material_id from type_inspection_due
      where report_id is null and last_day < (select max(order_date) from purchase_order)`.execute(connection);
  expect(overdue).toEqual([]);
});

test("演示数据：备份，恢复到内置数据库，再备份，再恢复：每张表每一行都相同", async () => {
  if (loaded) {
    // It was backed up on the server and restored here: a backup of what lies here now holds the same rows.
    const given = await readArchive(path.join(loaded, "backup"));
    const made = await backup({ dataDir: copyOf(path.join(loaded, "data")).place.DATA_DIR }, tempDir("backups"));
    expect(made.tables).toEqual(given.tables);
    expect(made.rows).toBeGreaterThan(10_000);
    return;
  }
  // At start the search columns are looked after beside everything else; what that writes must not come in between.
  await fillSearchColumns(world.engine);
  const before = await everything(database);
  const first = await backup(placeOf(world), tempDir("backups"));
  expect(first.rows).toBe(Object.values(before).flat().length);
  expect(before.purchase_order?.length).toBeGreaterThan(50);

  const embedded = { dataDir: path.join(tempDir("restored"), "data") };
  expect((await restore(first.file, embedded)).rows).toBe(first.rows);
  expect(await inPlace(embedded, everything)).toEqual(before);

  // On this engine the way back would be the one above once more.
  if (database.engine === "embedded") return;
  // Nobody serves from this folder now.
  const second = await backup(embedded, tempDir("backups"));
  expect(second.tables).toEqual(first.tables);
  const last = await emptyPlace();
  await restore(second.file, last);
  expect(await inPlace(last, everything)).toEqual(before);
});
