import path from "node:path";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { type MadeBackup, makeBackup } from "~/data/backup/backup.server";
import { restoreBackup } from "~/data/backup/restore.server";
import { type Database, openDatabase } from "~/data/database.server";
import type { Migration } from "~/data/migrate.server";
import { migrations } from "~/data/migrations/index.server";
import { silentLog } from "../../support/database";
import { tempDir } from "../../support/temp-dir";
import type { World } from "../../support/world";
import { emptyDataDir, newServerUrl } from "./open-storage";

export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

export function placeOf({ services }: World): Place {
  const { dataDir, databaseUrl } = services.env;
  return { dataDir, ...(databaseUrl ? { databaseUrl } : {}) };
}

export function backup(place: Place, to?: string): Promise<MadeBackup> {
  return makeBackup({ ...place, program: "1.2.3", log: silentLog, ...(to ? { to } : {}) });
}

export function restore(
  file: string,
  place: Place,
  options: { replace?: boolean; migrations?: readonly Migration[] } = {},
) {
  return restoreBackup({ ...place, log: silentLog, file, replace: false, migrations, ...options });
}

/** An empty place on the engine of this run. */
export async function emptyPlace(): Promise<Place> {
  const databaseUrl = await newServerUrl(onTestFinished);
  return { dataDir: path.join(tempDir("place"), "data"), ...(databaseUrl ? { databaseUrl } : {}) };
}

/** A place with a database without tables, for what does not have to make it itself: an embedded one takes seconds. */
export async function blankPlace(): Promise<Place> {
  return process.env.TEST_DATABASE_URL ? emptyPlace() : { dataDir: await emptyDataDir() };
}

export async function inPlace<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...place, log: silentLog });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Every row of every table as text, but for the record of migrations, which tells when they ran here. */
export async function everything(database: Database): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'
    order by tablename collate "C"`.execute(database.connection());
  const found: Record<string, string[]> = {};
  for (const { name } of rows) {
    const lines = await sql<{ line: string }>`
      select t::text as line from ${sql.table(name)} t order by t::text collate "C"`.execute(database.connection());
    found[name] = lines.rows.map(({ line }) => line);
  }
  return found;
}
