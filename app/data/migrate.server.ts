import { createHash } from "node:crypto";
import { sql } from "kysely";

import { type Connection, type Database, StorageError } from "./database.server";
import { errorCode } from "./storage-error.server";

/** One forward step of the schema. `name` is that of its file, sorts by time and never changes, nor does `up` once it ran. */
export interface Migration {
  name: string;
  /** SQL, may hold several statements; runs in one transaction of its own, so no `begin` or `commit` in it. */
  up: string;
  /** Earlier migrations that led to the same schema as this one: where all of them ran, this one counts as applied. */
  replaces?: Replaced;
}

/** Migrations this program no longer holds. */
export interface Replaced {
  /** The version of the program that brought the last of them. */
  version: string;
  /** By name, in the order in which they ran. */
  checksums: Readonly<Record<string, string>>;
}

/** An index over a large table takes its time; the usual limits are for pages. */
const STATEMENT_LIMIT_MS = 30 * 60_000;

/** The row for the empty schema. It is there before all others, and a process that migrates holds it. */
const EMPTY_SCHEMA = "";

/**
 * Applies what is missing, in the order given, each in its own transaction; several processes that start at once on one
 * server take turns. What is missing is applied even when a later one ran already: branches meet in any order. Resolves to the
 * names applied by this call, in order.
 * @throws StorageError("engine") if an applied migration has a different text now, if one fails, or if the database stopped
 * among migrations that one of these replaces
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  await prepare(database);
  const applied = await readApplied(database.connection());
  for (const migration of migrations) {
    checkUnchanged(migration, applied.get(migration.name));
    if (!applied.has(migration.name)) isReplacement(migration, applied);
  }
  const names: string[] = [];
  for (const migration of migrations) {
    if (!applied.has(migration.name) && (await apply(database, migration))) names.push(migration.name);
  }
  return names;
}

/** Name of the migration applied last, or "" if there is none. */
export async function schemaVersion(database: Database): Promise<string> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migration') is not null as exists
  `.execute(database.connection());
  if (!rows[0]?.exists) return EMPTY_SCHEMA;
  const last = await sql<{ name: string }>`
    select name from schema_migration order by applied_at desc, name desc limit 1
  `.execute(database.connection());
  return last.rows[0]?.name ?? EMPTY_SCHEMA;
}

async function prepare(database: Database): Promise<void> {
  const create = () =>
    database.transaction({ role: "owner" }, async () => {
      const connection = database.connection();
      await sql`
        create table if not exists schema_migration (
          name text primary key, applied_at timestamptz not null, checksum text not null
        )`.execute(connection);
      await sql`
        insert into schema_migration (name, applied_at, checksum) values (${EMPTY_SCHEMA}, 'epoch', '')
        on conflict (name) do nothing`.execute(connection);
    });
  // Two processes that make the table at the same moment: one of them hits a unique key of the catalogue, or is told
  // that the table (42P07) or its row type (42710) is there.
  await create().catch((error: unknown) => {
    const isThere = error instanceof StorageError && error.code === "unique";
    if (isThere || ["42P07", "42710"].includes(errorCode(error) ?? "")) return create();
    throw error;
  });
}

/** Migrations that ran here, in that order. */
export async function appliedMigrations(connection: Connection): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migration where name <> ${EMPTY_SCHEMA} order by applied_at, name
  `.execute(connection);
  return rows;
}

async function readApplied(connection: Connection): Promise<Map<string, string>> {
  return new Map((await appliedMigrations(connection)).map((row) => [row.name, row.checksum]));
}

/** True if this call applied it, false if another process did in the meantime. */
async function apply(database: Database, migration: Migration): Promise<boolean> {
  const work = async () => {
    const connection = database.connection();
    await sql`select name from schema_migration where name = ${EMPTY_SCHEMA} for update`.execute(connection);
    const applied = await readApplied(connection);
    const present = applied.get(migration.name);
    if (present !== undefined) {
      checkUnchanged(migration, present);
      return false;
    }
    if (!isReplacement(migration, applied)) await sql.raw(migration.up).execute(connection);
    await sql`
      insert into schema_migration (name, applied_at, checksum)
      values (${migration.name}, clock_timestamp(), ${checksum(migration)})`.execute(connection);
    return true;
  };
  try {
    return await database.transaction({ role: "owner" }, work, { statementLimitMs: STATEMENT_LIMIT_MS });
  } catch (error) {
    if (error instanceof StorageError && (error.code === "engine" || error.code === "unavailable")) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError("engine", `迁移 ${migration.name} 执行失败，数据库保持在执行前的状态：${reason}`, {
      cause: error,
    });
  }
}

function checkUnchanged(migration: Migration, appliedChecksum: string | undefined): void {
  if (appliedChecksum === undefined || appliedChecksum === checksum(migration)) return;
  throw new StorageError("engine", `迁移 ${migration.name} 已经执行过，但内容与当时不同；请恢复原文，另写一个新的迁移`);
}

/** Whether the database is what the migration makes already, because all that it replaces ran there with the same texts. */
function isReplacement({ replaces }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const before = Object.entries(replaces?.checksums ?? {});
  if (!replaces || !before.some(([name]) => applied.has(name))) return false;
  const lacking = lackingOf(replaces, applied);
  if (lacking) {
    throw new StorageError(
      "engine",
      `数据库的结构早于 ${lacking.last}（${lacking.count}个迁移尚未执行），本版本不能直接升级它：请先安装 ${replaces.version} 版的最后一次修订并启动一次，再安装本版本；数据没有任何改动`,
    );
  }
  const changed = before.find(([name, wanted]) => applied.get(name) !== wanted);
  if (changed) {
    throw new StorageError(
      "engine",
      `迁移 ${changed[0]} 执行时的内容与 ${replaces.version} 版的不同，不能由本版本升级；数据没有任何改动`,
    );
  }
  return true;
}

/**
 * What of the replaced migrations did not run.
 * @param applied what ran, by name
 * @returns how many, and the last of all replaced ones; null when nothing is lacking
 */
export function lackingOf(
  { checksums }: Replaced,
  applied: { has(name: string): boolean },
): { count: number; last: string } | null {
  const names = Object.keys(checksums);
  const count = names.filter((name) => !applied.has(name)).length;
  return count === 0 ? null : { count, last: names.at(-1) ?? "" };
}

/** Tells one text from another. Independent of line ends and of blank space around, which version control may change. */
export function checksum({ up }: Migration): string {
  return createHash("sha256").update(up.replaceAll("\r\n", "\n").trim()).digest("hex");
}
