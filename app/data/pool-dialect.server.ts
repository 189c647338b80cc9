import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import pg from "pg";

import { currentAsker } from "./asking.server";
import type { StorageLog, StorageMeter } from "./engines/engine.server";
import type { PreparedStatements } from "./prepared.server";
import { errorCode, StorageError, translateError } from "./storage-error.server";

const LOGGED_SQL_LENGTH = 1_000;
/** While the database is away every request fails alike: its reason is said this often. */
const COMPLAINT_EVERY_MS = 10_000;

interface PoolDialectOptions {
  pool: pg.Pool;
  log: StorageLog;
  slowQueryMs: number;
  meter: StorageMeter | undefined;
  /** Unset behind a pooler, where each statement may meet another connection. */
  prepared: PreparedStatements | undefined;
  /** Called before a connection is taken from the pool; throws where that would be a mistake. */
  beforeAcquire(): void;
  /** Called after each statement that may have changed rows. */
  changed(statement: string): void;
}

/**
 * Kysely over a `pg` pool, with what the stock dialect lacks: every driver error passes one translation, slow statements
 * are logged (text only, never parameters), a commit that the database turned into a rollback is an error, and a
 * transaction object that outlives its transaction cannot reach a connection that has a new owner.
 */
export function poolDialect(options: PoolDialectOptions): Dialect {
  return {
    createDriver: () => new PoolDriver(options),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

class PoolDriver implements Driver {
  readonly #options: PoolDialectOptions;
  #complained = Number.NEGATIVE_INFINITY;

  constructor(options: PoolDialectOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  /** The pool belongs to the engine, which ends it. */
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const { beforeAcquire, pool, meter } = this.#options;
    beforeAcquire();
    const started = performance.now();
    try {
      return new PooledConnection(await pool.connect(), this.#options);
    } catch (error) {
      this.#complain(error);
      const known = translateError(error);
      if (known instanceof StorageError) throw known;
      // Refused at the door: wrong password, no such database. The sentence is the server's own.
      throw new StorageError("unavailable", error instanceof Error ? error.message : String(error), { cause: error });
    } finally {
      meter?.waited(performance.now() - started);
    }
  }

  #complain(error: unknown): void {
    const now = performance.now();
    if (now - this.#complained < COMPLAINT_EVERY_MS) return;
    this.#complained = now;
    this.#options.log.warn({ err: error }, "the database cannot be reached");
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : "";
    const access = settings.accessMode ? ` ${settings.accessMode}` : "";
    await connection.executeQuery(CompiledQuery.raw(`start transaction${isolation}${access}`));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const tag = await (connection as PooledConnection).run("commit");
    if (tag !== "COMMIT") {
      throw new Error("nothing was committed: a statement of this transaction failed and its error was swallowed");
    }
  }

  /** Never throws: a connection that cannot roll back is closed, and the error that led here must not be hidden. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const pooled = connection as PooledConnection;
    await pooled.run("rollback").catch(() => pooled.condemn());
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PooledConnection).release();
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #options: PoolDialectOptions;
  #client: pg.PoolClient | undefined;
  #isCondemned = false;

  constructor(client: pg.PoolClient, options: PoolDialectOptions) {
    this.#client = client;
    this.#options = options;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#query(sql, [...parameters]);
    const isChange = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command);
    // Parts of a `with` may change rows although the whole only reads.
    if (isChange || result.command === "TRUNCATE" || /^\s*with\b/i.test(sql)) this.#options.changed(sql);
    return {
      rows: result.rows as R[],
      ...(isChange && result.rowCount !== null ? { numAffectedRows: BigInt(result.rowCount) } : {}),
    };
  }

  // biome-ignore lint/correctness/useYield: there is no cursor; long exports page by id instead
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("streaming is not supported; page by id instead");
  }

  /** Runs a statement without parameters and answers with its command tag. */
  async run(text: string): Promise<string> {
    return (await this.#query(text, [])).command;
  }

  condemn(): void {
    this.#isCondemned = true;
  }

  release(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client) client.release(this.#isCondemned || this.#options.prepared?.isFull(client));
  }

  async #query(text: string, parameters: unknown[]): Promise<pg.QueryResult> {
    if (!this.#client) throw new Error("this transaction has ended; await its work before it ends");
    const started = performance.now();
    let failed = true;
    try {
      // Several statements in one text answer with several results; the last one counts.
      const result = await this.#asked(this.#client, text, parameters);
      failed = false;
      return Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
    } catch (error) {
      this.#blame(text, error);
      throw translateError(error);
    } finally {
      this.#note(text, performance.now() - started, failed);
    }
  }

  /** Hands over a query of the driver's own make: of settings it would make a copy each time. */
  #asked(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult | pg.QueryResult[]> {
    return new Promise((resolve, reject) => {
      const query = new pg.Query(text, values);
      // Without values it may be several statements in one text, which cannot be prepared.
      const name = values.length > 0 ? this.#options.prepared?.nameOf(client, text) : undefined;
      Object.assign(query, name === undefined ? { callback } : { name, callback });
      client.query(query);

      function callback(error: Error | null, result: pg.QueryResult | pg.QueryResult[]): void {
        if (error) reject(error);
        else resolve(result);
      }
    });
  }

  /** A statement the database cannot make sense of is a fault of ours, and its text says where; no value is in it. */
  #blame(text: string, error: unknown): void {
    const code = errorCode(error);
    if (code === undefined || !NONSENSE.test(code)) return;
    this.#options.log.warn({ ...asking(), code, sql: shortened(text) }, "statement refused");
  }

  #note(text: string, durationMs: number, failed: boolean): void {
    const { log, slowQueryMs, meter } = this.#options;
    const asker = currentAsker();
    if (asker) {
      asker.queries += 1;
      asker.dbMs += durationMs;
    }
    meter?.statement(statementKind(text), durationMs, failed);
    if (durationMs < slowQueryMs) return;
    log.warn({ ...asking(), durationMs: Math.round(durationMs), sql: shortened(text) }, "slow query");
  }
}

/** SQLSTATE of a value that is none of its type, and of what the database does not know (classes 22 and 42 but for rights). */
const NONSENSE = /^(22|42(?!501))/;

function shortened(text: string): string {
  return text.length > LOGGED_SQL_LENGTH ? `${text.slice(0, LOGGED_SQL_LENGTH)}…` : text;
}

/** On whose behalf a statement is run, for the log. */
function asking(): { page?: string; requestId?: string } {
  const asker = currentAsker();
  return asker ? { page: asker.page, ...(asker.requestId ? { requestId: asker.requestId } : {}) } : {};
}

const STATEMENT_KINDS = ["select", "insert", "update", "delete", "start", "commit", "rollback", "with"];

/** The first word of a statement where it is one of a few, else "other". */
function statementKind(text: string): string {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  return STATEMENT_KINDS.includes(word) ? word : "other";
}
