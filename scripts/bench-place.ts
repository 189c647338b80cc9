// What the measuring programs of this folder share: a place to measure in, and how its times are told.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { type Database, openDatabase } from "~/data/database.server";
import { diskStore } from "~/data/file-store/disk-store.server";
import { migrate } from "~/data/migrate.server";
import { migrations } from "~/data/migrations/index.server";
import type { EngineServices } from "~/engine/context.server";
import { sealingOf } from "~/engine/sealing-fields/own-key.server";
import { registry } from "~/modules/registry.server";

/** SLOW_QUERY_MS names every statement that takes so long. */
const { SLOW_QUERY_MS } = process.env;
const log = { info() {}, warn: SLOW_QUERY_MS ? console.warn : () => undefined, error: console.error };

/** The engine over a folder, or over the server of `databaseUrl`. Close its database afterwards. */
export async function openEngine(folder: string, databaseUrl = process.env.DATABASE_URL): Promise<EngineServices> {
  const database = await openDatabase({
    dataDir: path.join(folder, "data"),
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(SLOW_QUERY_MS ? { slowQueryMs: Number(SLOW_QUERY_MS) } : {}),
    log,
  });
  return {
    database,
    registry,
    log,
    clock: () => new Date(),
    sealing: sealingOf(Buffer.alloc(32).toString("base64"), "bench"),
    files: { store: diskStore(path.join(folder, "files")), scanner: null },
    newId: () => uuid(),
  };
}

/** An empty installation with its tables, for as long as the work takes. */
export async function inPlace(name: string, work: (engine: EngineServices) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), `${name}-`));
  const engine = await openEngine(folder);
  try {
    await migrate(engine.database, migrations);
    await work(engine);
  } finally {
    await engine.database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets rows of a table name others that are not there: the check of such names is no part of what is measured. */
export async function letStandAlone(database: Database, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'f'`.execute(
    database.connection(),
  );
  for (const { name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(database.connection());
}

/** Milliseconds that work takes, again and again. */
export async function timed(repeats: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    const started = performance.now();
    await work(turn);
    times.push(performance.now() - started);
  }
  return times;
}

/** The time below which that share of the turns stayed: 0.5 is the median. */
export function quantile(times: readonly number[], share: number): string {
  return ([...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
}
