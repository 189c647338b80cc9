import { cpSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { fillSearchColumns } from "~/engine/search/upkeep.server";
import type { Copy } from "../../support/database";
import { tempDir } from "../../support/temp-dir";
import { openWorld } from "../../support/world";
import { backup, emptyPlace, everything, inPlace, placeOf, restore } from "./backups";

// Loading the demo takes longer than most files of tests: what is about its rows stands here. A whole run has it loaded once by the program
// itself, for the browsers as well (scripts/test.mjs).
const loaded = process.env.TEST_ENGINE === "embedded" ? process.env.TEST_DEMO_FOLDER : undefined;
const world = await openWorld({
  demo: true,
  ...(loaded ? { copy: copyOf(path.join(loaded, "data")), settings: { SEALING_KEY: "" } } : {}),
});
afterAll(() => world.close());
const { database } = world.engine;

/** Whoever copies a folder signs and seals with what lies in it. */
function copyOf(folder: string): Copy {
  const data = path.join(tempDir("demo"), "data");
  cpSync(folder, data, { recursive: true });
  return { place: { DATA_DIR: data }, remove: async () => undefined };
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

test("演示数据：备份，恢复到内置数据库，再备份，再恢复：每张表每一行都相同", async () => {
  // At start the search columns are looked after beside everything else; what that writes must not come in between.
  await fillSearchColumns(world.engine);
  const before = await everything(database);
  const first = await backup(placeOf(world), tempDir("backups"));
  expect(first.rows).toBe(Object.values(before).flat().length);
  expect(before.purchase_order?.length).toBeGreaterThan(50);

  const embedded = { dataDir: path.join(tempDir("restored"), "data") };
  expect((await restore(first.file, embedded)).rows).toBe(first.rows);
  expect(await inPlace(embedded, everything)).toEqual(before);

  // Nobody serves from this folder now.
  const second = await backup(embedded, tempDir("backups"));
  expect(second.tables).toEqual(first.tables);
  // On the embedded engine that would be what was done above.
  if (database.engine === "embedded") return;
  const last = await emptyPlace();
  await restore(second.file, last);
  expect(await inPlace(last, everything)).toEqual(before);
});
