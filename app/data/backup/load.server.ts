import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Connection, Database } from "../database.server";
import { makeColumn } from "../extensions.server";
import { checksum, lackingOf, type Migration, migrate, type Replaced } from "../migrate.server";
import { type ArchiveFigures, type ArchiveHead, BackupError, RowSum, readArchive } from "./archive.server";
import { type ForeignKey, foreignKeys, inKeyOrder, type StoredTable, storedTables } from "./catalogue.server";
import { PATIENT_MS } from "./dump.server";
import { agreeOnTexts, insertLines, rowLines } from "./rows.server";

/** As long as PostgreSQL itself waits for sessions to end before it says that a database it is to copy is in use. */
const LEAVING_MS = 5_000;
const LOOK_MS = 100;

/**
 * The migrations the data of a backup lies in, as this program knows them. Where it lies in those that one of ours replaces, that
 * one makes the same tables.
 * @throws BackupError when the backup is of a newer program, of one too old, or of another one
 */
export function migrationsOf(head: ArchiveHead, migrations: readonly Migration[]): Migration[] {
  const known = new Map(migrations.flatMap(textsOf));
  for (const { name, checksum: wanted } of head.migrations) {
    if (!known.has(name)) throw new BackupError(`备份的数据结构（${name}）比本程序新：请先升级本程序，再恢复它`);
    if (known.get(name) !== wanted) {
      throw new BackupError(`备份的数据结构 ${name} 与本程序的不同：请用制作备份的那个版本的程序恢复`);
    }
  }
  const wanted = new Set(head.migrations.map(({ name }) => name));
  return migrations.filter(({ name, replaces }) => wanted.has(name) || (replaces && holdsAll(replaces, wanted)));
}

/** Names and checksums by which the data of a backup may name a migration. */
function textsOf(migration: Migration): [string, string][] {
  return [[migration.name, checksum(migration)], ...Object.entries(migration.replaces?.checksums ?? {})];
}

function holdsAll(replaces: Replaced, wanted: ReadonlySet<string>): boolean {
  if (!Object.keys(replaces.checksums).some((name) => wanted.has(name))) return false;
  const lacking = lackingOf(replaces, wanted);
  if (!lacking) return true;
  throw new BackupError(
    `备份的数据结构早于 ${lacking.last}，本版本不能直接恢复它：请先用 ${replaces.version} 版的最后一次修订恢复并启动一次，再安装本版本`,
  );
}

/**
 * Fills a database from a backup in one transaction: the tables as they were, every row, then the migrations that came
 * since. Counts and checksums are compared with what the database gives back; anything amiss leaves it as it was.
 * @param replace drops the tables that are there; without it the database must be empty
 */
export async function load(
  database: Database,
  file: string,
  migrations: readonly Migration[],
  { replace }: { replace: boolean },
): Promise<ArchiveFigures> {
  const work = async () => {
    const connection = database.connection();
    await agreeOnTexts(connection);
    if (replace) await dropEverything(connection);
    let backward: ForeignKey[] = [];
    const figures = await readArchive(file, {
      async head(head) {
        await migrate(database, migrationsOf(head, migrations));
        backward = await makeReady(connection, head);
      },
      rows: (table, lines) => insertLines(connection, table, lines),
    });
    await sql`set constraints all immediate`.execute(connection);
    for (const key of backward) await defer(connection, key, false);
    for (const { name } of figures.head.tables) await react(connection, name, true);
    for (const { name, last } of figures.head.sequences) {
      await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(connection);
    }
    await compare(connection, figures);
    await migrate(database, [...migrations]);
    return figures;
  };
  return database.transaction({ role: "owner" }, work, { statementLimitMs: PATIENT_MS });
}

/** Empties what migrations filled, and lets rows come before the rows they point at where no order helps. */
async function makeReady(connection: Connection, head: ArchiveHead): Promise<ForeignKey[]> {
  await addColumns(connection, head, await storedTables(connection));
  const found = await storedTables(connection);
  for (const table of head.tables) requireSame(table, found);
  const extra = found.find(({ name }) => !head.tables.some((table) => table.name === name));
  if (extra) throw new BackupError(`备份里没有数据表 ${extra.name}，没有做任何改动`);
  // What a change of a row sets off has happened already, and lies in the backup as well.
  for (const { name } of head.tables) await react(connection, name, false);
  for (const { name } of head.tables.toReversed()) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(connection);
    if (rows.length > 0) await sql`delete from ${sql.table(name)}`.execute(connection);
  }
  const { backward } = inKeyOrder(head.tables, await foreignKeys(connection));
  for (const key of backward) await defer(connection, key, true);
  return backward;
}

/** Columns that administrators added: no migration makes them, and the database takes no others this way. */
async function addColumns(connection: Connection, head: ArchiveHead, found: readonly StoredTable[]): Promise<void> {
  for (const { name, columns } of head.tables) {
    const stored = found.find((table) => table.name === name);
    if (!stored) continue;
    for (const { name: column, type } of columns) {
      if (!column.startsWith("x_") || stored.columns.some((known) => known.name === column)) continue;
      await makeColumn(connection, { table: name, column, type, suppliersRead: false, suppliersWrite: false });
    }
  }
}

/** By name and type, whatever the order: a column that was added later stands at the end. */
function requireSame({ name, columns }: ArchiveHead["tables"][number], found: readonly StoredTable[]): void {
  const shape = (of: StoredTable["columns"]) => JSON.stringify(of.map((column) => [column.name, column.type]).sort());
  const stored = found.find((table) => table.name === name);
  if (stored && shape(stored.columns) === shape(columns)) return;
  throw new BackupError(`备份中数据表 ${name} 的结构与本程序的不同，没有做任何改动`);
}

async function defer(connection: Connection, key: ForeignKey, isDeferred: boolean): Promise<void> {
  const mode = isDeferred ? sql`deferrable initially deferred` : sql`not deferrable`;
  await sql`alter table ${sql.table(key.table)} alter constraint ${sql.ref(key.name)} ${mode}`.execute(connection);
}

async function react(connection: Connection, table: string, does: boolean): Promise<void> {
  await sql`alter table ${sql.table(table)} ${does ? sql`enable` : sql`disable`} trigger user`.execute(connection);
}

/** Reads everything back: the same rows with the same texts, or the restore is none. */
async function compare(connection: Connection, { head, tables }: ArchiveFigures): Promise<void> {
  const stored = await storedTables(connection);
  for (const [index, { name, columns }] of head.tables.entries()) {
    const key = stored.find((table) => table.name === name)?.key ?? [];
    const sum = new RowSum();
    for await (const lines of rowLines(connection, { name, columns, key })) sum.add(lines);
    const figures = sum.figures(name);
    if (!isDeepStrictEqual(figures, tables[index])) {
      throw new BackupError(`数据表 ${name} 恢复后与备份不一致，没有做任何改动`);
    }
  }
}

/** What people made in a database: statements that drop it. What belongs to an extension stays, what to a table goes with it. */
async function dropStatements(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select format('drop %s if exists public.%I cascade',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      c.relname) as statement
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'i', 'a'))
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    `.execute(connection);
  return rows.map(({ statement }) => statement);
}

async function dropEverything(connection: Connection): Promise<void> {
  for (const statement of await dropStatements(connection)) await sql.raw(statement).execute(connection);
}

/** True when nobody has made anything in the database yet. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  return (await dropStatements(connection)).length === 0;
}

/**
 * Whether other processes of this program are connected to the same database of a server, and stay: the session of one that has just
 * stopped is there for a moment longer.
 */
export async function othersStay(connection: Connection): Promise<boolean> {
  const limit = performance.now() + LEAVING_MS;
  while ((await otherProcesses(connection)) > 0) {
    if (performance.now() > limit) return true;
    await pause(LOOK_MS);
  }
  return false;
}

async function otherProcesses(connection: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = ${"supplier-portal"}
    `.execute(connection);
  return rows[0]?.count ?? 0;
}
