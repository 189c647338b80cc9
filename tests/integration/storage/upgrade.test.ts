import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { readArchive } from "~/data/backup/archive.server";
import type { Database } from "~/data/database.server";
import { migrate, schemaVersion } from "~/data/migrate.server";
import { migrations } from "~/data/migrations/index.server";
import { readEnv } from "~/env.server";
import { DEMO_PASSWORD } from "~/modules/demo/accounts";
import { startServices } from "~/start.server";
import { type TableFacts, tableFacts } from "../../support/catalogue";
import { START } from "../../support/clock";
import { copyBase, silentLog } from "../../support/database";
import { whenFileEnds } from "../../support/file-end";
import { call, signInAs } from "../../support/rest";
import { tempDir } from "../../support/temp-dir";
import { backup, blankPlace, everything, inPlace, type Place, restore } from "./backups";
import { emptyDataDir, newServerUrl } from "./open-storage";

const file = fileURLToPath(new URL("../../fixtures/backups/demo-of-0.1.0.gz", import.meta.url));
const baseline = migrations.find(({ replaces }) => replaces) ?? { name: "", up: "" };
const before = Object.entries(baseline.replaces?.checksums ?? {});
const later = migrations.map(({ name }) => name).filter((name) => name > baseline.name);

const applied = async (database: Database) =>
  (
    await sql<{ name: string }>`select name from schema_migration where name <> '' order by name`.execute(
      database.connection(),
    )
  ).rows.map(({ name }) => name);

/** As the version before left it: its migrations stand as run, of ours none. */
async function asBefore(database: Database, names: readonly (readonly [string, string])[] = before): Promise<void> {
  await sql`delete from schema_migration where name <> ''`.execute(database.connection());
  for (const [name, checksum] of names) {
    await sql`insert into schema_migration values (${name}, now(), ${checksum})`.execute(database.connection());
  }
}

/** Every table with its columns, keys, indexes, policies and grants. */
async function schemaOf(database: Database): Promise<Record<string, TableFacts>> {
  const connection = database.connection();
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`.execute(
    connection,
  );
  const found: Record<string, TableFacts> = {};
  for (const { name } of rows) found[name] = await tableFacts(connection, "public", name);
  return found;
}

/** What stands beside the tables: views, functions and triggers of ours, in full. */
async function programsOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select 'view ' || viewname || ' ' || definition as text from pg_views where schemaname = 'public'
    union all
    select pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`.execute(database.connection());
  return rows.map(({ text }) => text).sort();
}

describe("0.1.0 版的演示公司", () => {
  let place: Place;

  beforeAll(async () => {
    const databaseUrl = await newServerUrl(whenFileEnds);
    place = databaseUrl ? { dataDir: tempDir("unused"), databaseUrl } : { dataDir: await emptyDataDir() };
    await restore(file, place, { replace: true, migrations: [baseline] });
  });

  test("恢复后每张表的行数与校验和都和备份里的一样", async () => {
    const old = await readArchive(file);
    expect(old.rows).toBe(6623);
    expect(Object.fromEntries(old.head.migrations.map(({ name, checksum }) => [name, checksum]))).toEqual(
      Object.fromEntries(before),
    );
    const again = await readArchive((await backup(place, tempDir("again"))).file);
    expect(again.tables).toHaveLength(210);
    const byTable = ({ tables }: typeof old) => new Map(tables.map((one) => [one.table, one]));
    expect(byTable(again)).toEqual(byTable(old));
    const columns = ({ head }: typeof old) => new Map(head.tables.map((one) => [one.name, one.columns]));
    expect(columns(again)).toEqual(columns(old));
  });

  test("执行过全部旧迁移的安装只把基线记为已执行，数据一行不变", async () => {
    await inPlace(place, async (database) => {
      await asBefore(database);
      const rows = await everything(database);
      expect(await migrate(database, [baseline])).toEqual([baseline.name]);
      expect(await everything(database)).toEqual(rows);
      expect(await schemaVersion(database)).toBe(baseline.name);
      expect(await applied(database)).toEqual([...before.map(([name]) => name), baseline.name].sort());
      expect(await migrate(database, [baseline])).toEqual([]);
      expect(await migrate(database, migrations)).toEqual(later);
    });
  });

  test("之后再备份，名单里有旧迁移也有基线，仍能恢复", async () => {
    const both = await backup(place, tempDir("both"));
    expect(both.head.migrations.map(({ name }) => name)).toContain(baseline.name);
    const target = await blankPlace();
    await restore(both.file, target, { replace: true });
    expect(await inPlace(target, everything)).toEqual(await inPlace(place, everything));
  });

  test("停在中途的安装不启动，中文说明先装哪个版本，数据不动", async () => {
    await inPlace(place, async (database) => {
      await asBefore(database, before.slice(0, -3));
      const rows = await everything(database);
      await expect(migrate(database, migrations)).rejects.toMatchObject({
        code: "engine",
        message: /^数据库的结构早于 .+（3个迁移尚未执行）.*请先安装 0\.1\.0 版的最后一次修订并启动一次/,
      });
      expect(await everything(database)).toEqual(rows);
      expect(await applied(database)).toHaveLength(before.length - 3);
    });
  });

  test("旧迁移执行时的内容不同，同样不启动并指出名称", async () => {
    const [first] = before;
    await inPlace(place, async (database) => {
      await asBefore(
        database,
        before.map((one, index) => (index === 0 ? [one[0], "0"] : one)),
      );
      await expect(migrate(database, migrations)).rejects.toMatchObject({
        code: "engine",
        message: new RegExp(`^迁移 ${first?.[0]} 执行时的内容与 0\\.1\\.0 版的不同`),
      });
      // As it was, for whoever opens it next.
      await asBefore(database);
    });
  });
});

const RUSH = "purchase-orders/rush-order";

/** Flows of a kind of documents, with the version that counts. */
async function flowsOf(database: Database, document: string) {
  const { rows } = await sql<{ code: string; state: string; version: number | null }>`
    select code, state, published_version::int as version from approval_flow where document = ${document} order by code`.execute(
    database.connection(),
  );
  return rows;
}

test("新版程序在恢复出来的旧安装上启动：账号、供应商、物料都在，表、索引和行级策略与新装的数据库一样", async () => {
  const place = await blankPlace();
  await restore(file, place, { replace: true, migrations: [baseline] });
  const settings = { DATA_DIR: place.dataDir, ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}) };
  await inPlace(place, (database) => asBefore(database));
  const old = new Map((await readArchive(file)).tables.map(({ table, rows }) => [table, rows]));

  const services = await startServices(readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", ...settings }), {
    log: silentLog,
    clock: () => START,
  });
  try {
    expect(await services.health()).toMatchObject({ status: "ok", schema: migrations.at(-1)?.name });
    expect(await applied(services.engine.database)).toEqual(expect.arrayContaining([baseline.name, ...later]));
    const product = { services, engine: services.engine };
    const token = await signInAs(product, "manager1", DEMO_PASSWORD);
    for (const [table, path] of [
      ["supplier", "/v2/supplier-management/supplier/page"],
      ["material", "/v2/master-data/material/page"],
    ] as const) {
      const { status, body } = await call(product, { token, method: "POST", path, body: {} });
      expect([status, Object(body.result).total], path).toEqual([200, old.get(table)]);
    }
    expect(old.get("material")).toBe(400);
    expect(await flowsOf(services.engine.database, RUSH)).toEqual([{ code: "RUSH-COST", state: "active", version: 1 }]);
  } finally {
    await services.close();
  }

  const fresh = await copyBase(inject("bases").empty);
  onTestFinished(() => fresh.remove());
  const { DATA_DIR: dataDir, ...server } = fresh.place;
  const freshPlace = { dataDir, ...("DATABASE_URL" in server ? { databaseUrl: server.DATABASE_URL } : {}) };
  const wanted = await inPlace(freshPlace, async (database) => ({
    tables: await schemaOf(database),
    programs: await programsOf(database),
  }));
  await inPlace(place, async (database) => {
    const tables = await schemaOf(database);
    expect(Object.keys(tables)).toEqual(Object.keys(wanted.tables));
    for (const [name, facts] of Object.entries(tables)) expect(facts, name).toEqual(wanted.tables[name]);
    expect(await programsOf(database)).toEqual(wanted.programs);
  });
  expect(Object.values(wanted.tables).filter(({ policies }) => policies.length > 0).length).toBeGreaterThan(100);
});
