import { setTimeout as pause } from "node:timers/promises";
import { Kysely, type RawBuilder, sql, type Transaction } from "kysely";

import { openEmbedded } from "./engines/embedded.server";
import type { Engine, StorageLog, StorageMeter } from "./engines/engine.server";
import { openServer } from "./engines/server.server";
import { FlowValue } from "./flow.server";
import { poolDialect } from "./pool-dialect.server";
import { PreparedStatements } from "./prepared.server";
import { isRepeatable, StorageError } from "./storage-error.server";
import { changedTables, TableChanges } from "./table-changes.server";

export type { StorageLog, StorageMeter } from "./engines/engine.server";
export { StorageError, type StorageErrorCode } from "./storage-error.server";

/** Tables and columns are decided at run time by definitions; names must come from a whitelist, never from a request. */
export type Rows = Record<string, Record<string, unknown>>;
export type Connection = Kysely<Rows>;

/** On whose behalf a transaction runs: the database role and the two ids that row-level security compares with. */
export interface Identity {
  role: "owner" | "staff" | "supplier";
  userId?: string;
  supplierId?: string;
}

export interface TransactionOptions {
  /** For migrations and imports: how long one statement may run, in milliseconds, instead of the usual limit. */
  statementLimitMs?: number;
  /** Reads only, and all of it as of one moment, however long it takes. */
  snapshot?: boolean;
  /** A value that the statement which opens the transaction answers as well, one way to the database less: the work is given it. */
  asks?: RawBuilder<unknown>;
}

/** How busy the connections are at this moment. */
export interface PoolLoad {
  open: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

export interface Database {
  readonly engine: "embedded" | "server";
  /** `server_version` of the database, for example "18.6". */
  readonly version: string;
  /** The running transaction of this async flow, else the pool (as owner, without row-level security). Never keep it. */
  connection(): Connection;
  /**
   * Runs work in one transaction under a database role. Inside a running transaction of the same identity it joins:
   * `work` simply runs, commit and rollback stay with the outermost call, so let errors rise. Repeats the outermost
   * work after 40001 and 40P01, five times at most, so work has no side effects outside the database.
   * @param work is given the answer to `asks`, unless it joins
   * @throws Error if a transaction of another identity is running
   */
  transaction<T>(identity: Identity, work: (answer?: unknown) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * A number that grows whenever this process changes one of the tables, at the statement and again at its commit: what was
   * read from them is still true while it stays. Other processes on the same server are not counted.
   */
  changesOf(tables: readonly string[]): number;
  /** Connections in use and waited for. */
  load(): PoolLoad;
  /** True inside transaction(). */
  inTransaction(): boolean;
  /** @throws StorageError("unavailable") if the database does not answer */
  ping(): Promise<void>;
  /** Waits for running transactions, then closes everything. May be called twice. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Folder of the embedded database (DATA_DIR); not touched when `databaseUrl` is set. */
  dataDir: string;
  /** Set: a PostgreSQL server, 15 or newer. Unset or empty: the embedded database. */
  databaseUrl?: string;
  /** Server: each statement may meet another connection, so none is kept prepared. */
  pooler?: boolean;
  log: StorageLog;
  meter?: StorageMeter;
  /** Statements that take longer are logged; 200 ms unless told otherwise. */
  slowQueryMs?: number;
  /** Wait for a free connection, 15 s unless told otherwise; then StorageError("unavailable"). */
  connectionTimeoutMs?: number;
  /** Embedded: longest time one statement may run, 60 s unless told otherwise. A server stops statements after 175 s. */
  statementLimitMs?: number;
  /** Server: connections at most, 10 unless told otherwise. The embedded database has one. */
  poolSize?: number;
}

const OLDEST_SERVER = 15;
const MOST_REPEATS = 5;
/** A kept statement holds its plan in the memory of its connection; a server has several of them. */
const KEPT_STATEMENTS = { embedded: 300, server: 150 } as const;
const DATABASE_ROLE = { owner: undefined, staff: "app_staff", supplier: "app_supplier" } as const;

/**
 * Opens the embedded database, or connects to a server if `databaseUrl` is set, and checks that it answers.
 * @throws StorageError `locked` (folder in use), `engine` (unfit or too old), `unavailable` (server not reachable)
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl } = options;
  const engine = databaseUrl ? openServer({ ...options, databaseUrl }) : await openEmbedded(options);
  const database = new PooledDatabase(engine, options);
  try {
    await database.examine();
    return database;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

interface Scope {
  identity: Identity;
  transaction: Transaction<Rows>;
  hasEnded: boolean;
  /** Tables changed so far; others see it at the commit. */
  changed: Set<string>;
}

class PooledDatabase implements Database {
  readonly engine: Engine["kind"];
  version = "";
  readonly #engine: Engine;
  readonly #pool: Connection;
  readonly #meter: StorageMeter | undefined;
  readonly #scopes = new FlowValue<Scope>();
  readonly #changes = new TableChanges();
  #closing: Promise<void> | undefined;

  constructor(engine: Engine, { log, meter, slowQueryMs = 200, pooler = false }: OpenOptions) {
    this.engine = engine.kind;
    this.#engine = engine;
    this.#meter = meter;
    const beforeAcquire = () => {
      if (!this.inTransaction()) return;
      throw new Error("a query on the pool inside a transaction; ask database.connection() each time, never keep it");
    };
    const prepared = pooler ? undefined : new PreparedStatements(KEPT_STATEMENTS[engine.kind]);
    this.#pool = new Kysely<Rows>({
      dialect: poolDialect({
        pool: engine.pool,
        log,
        meter,
        slowQueryMs,
        prepared,
        beforeAcquire,
        changed: (statement) => this.#noteChange(statement),
      }),
    });
  }

  #noteChange(statement: string): void {
    const tables = changedTables(statement);
    this.#changes.note(tables);
    for (const table of tables) this.#scopes.get()?.changed.add(table);
  }

  /** @throws StorageError("engine") when the database is too old, or cannot tell Chinese letters */
  async examine(): Promise<void> {
    const { rows } = await sql<{ version: string; major: number; encoding: string; ctype: string }>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
        pg_encoding_to_char(encoding) as encoding, datctype as ctype
      from pg_database where datname = current_database()
    `.execute(this.#pool);
    const [row] = rows;
    if (!row || row.major < OLDEST_SERVER) {
      throw new StorageError("engine", `PostgreSQL ${row?.version} 版本过低，需要 ${OLDEST_SERVER} 或更高版本`);
    }
    if (row.encoding !== "UTF8") {
      throw new StorageError("engine", `数据库的编码是 ${row.encoding}，需要 UTF8：请以 encoding 'UTF8' 重新建库`);
    }
    // Under ctype C only ASCII letters are letters: Chinese drops out of patterns and of every index for searching.
    const mails = await sql<{ known: boolean }>`select chr(20013) ~ '^\\w$' as known`.execute(this.#pool);
    if (!mails.rows[0]?.known) {
      const sentence = `数据库的字符分类 lc_ctype 是 ${row.ctype}，不认识汉字：请以 lc_ctype 'C.UTF-8' 重新建库`;
      throw new StorageError("engine", sentence);
    }
    this.version = row.version;
  }

  connection(): Connection {
    const scope = this.#scopes.get();
    // Not the pool: work that nobody waited for would silently go on as owner, past row-level security.
    if (scope?.hasEnded) throw new Error("the transaction of this flow has ended; await its work before it ends");
    return scope?.transaction ?? this.#pool;
  }

  changesOf(tables: readonly string[]): number {
    return this.#changes.of(tables);
  }

  load(): PoolLoad {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#engine.pool;
    return { open, idle, waiting };
  }

  inTransaction(): boolean {
    return this.#scopes.get()?.hasEnded === false;
  }

  async transaction<T>(
    identity: Identity,
    work: (answer?: unknown) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const running = this.#scopes.get();
    if (running && !running.hasEnded) {
      if (isSameIdentity(running.identity, identity)) return work();
      throw new Error(`a transaction as ${identity.role} inside one as ${running.identity.role} or of another user`);
    }
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await this.#attempt(identity, work, options);
      } catch (error) {
        if (!isRepeatable(error)) throw error;
        if (repeats === MOST_REPEATS) {
          throw new StorageError("unavailable", "the transaction met others too often", { cause: error });
        }
        this.#meter?.repeated();
        await pause(Math.random() * 10 * 2 ** repeats);
      }
    }
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.connection());
  }

  close(): Promise<void> {
    this.#closing ??= this.#engine.close();
    return this.#closing;
  }

  async #attempt<T>(
    identity: Identity,
    work: (answer?: unknown) => Promise<T>,
    { statementLimitMs, snapshot, asks }: TransactionOptions,
  ): Promise<T> {
    const begin = this.#pool.transaction();
    const begun = snapshot ? begin.setIsolationLevel("repeatable read").setAccessMode("read only") : begin;
    const changed = new Set<string>();
    const outcome = await begun.execute(async (transaction) => {
      const scope: Scope = { identity, transaction, hasEnded: false, changed };
      const restore = statementLimitMs === undefined ? undefined : this.#engine.allowLongStatements(statementLimitMs);
      try {
        const answer = await assume(transaction, identity, { statementLimitMs, asks });
        return await this.#scopes.run(scope, () => work(answer));
      } finally {
        scope.hasEnded = true;
        restore?.();
      }
    });
    this.#changes.note(changed);
    return outcome;
  }
}

/**
 * Sets role, ids and limit for this transaction only. Always as one `select`: embedded, all clients share one session.
 * @returns the answer to what is asked beside it
 */
async function assume(
  transaction: Connection,
  identity: Identity,
  { statementLimitMs, asks }: Pick<TransactionOptions, "statementLimitMs" | "asks">,
): Promise<unknown> {
  const role = DATABASE_ROLE[identity.role];
  const settings = [
    sql`set_config('app.user_id', ${identity.userId ?? ""}, true)`,
    sql`set_config('app.supplier_id', ${identity.supplierId ?? ""}, true)`,
  ];
  if (statementLimitMs !== undefined) {
    settings.push(sql`set_config('statement_timeout', ${String(statementLimitMs)}, true)`);
  }
  if (role) settings.push(sql`set_config('role', ${role}, true)`);
  if (asks) settings.push(sql`${asks} as answer`);
  const { rows } = await sql<{ answer?: unknown }>`select ${sql.join(settings)}`.execute(transaction);
  return rows[0]?.answer;
}

/** A missing id and an empty one are the same to the database. */
function isSameIdentity(one: Identity, other: Identity): boolean {
  const key = ({ role, userId = "", supplierId = "" }: Identity) => JSON.stringify([role, userId, supplierId]);
  return key(one) === key(other);
}
