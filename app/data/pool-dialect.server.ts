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
import type pg from "pg";

import type { StorageLog } from "./engines/engine.server";
import { StorageError, translateError } from "./storage-error.server";

const LOGGED_SQL_LENGTH = 1_000;

interface PoolDialectOptions {
  pool: pg.Pool;
  log: StorageLog;
  slowQueryMs: number;
  /** Called before a connection is taken from the pool; throws where that would be a mistake. */
  beforeAcquire(): void;
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

  constructor(options: PoolDialectOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  /** The pool belongs to the engine, which ends it. */
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#options.beforeAcquire();
    try {
      return new PooledConnection(await this.#options.pool.connect(), this.#options);
    } catch (error) {
      const known = translateError(error);
      if (known instanceof StorageError) throw known;
      // Refused at the door: wrong password, no such database. The sentence is the server's own.
      throw new StorageError("unavailable", error instanceof Error ? error.message : String(error), { cause: error });
    }
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
    client?.release(this.#isCondemned);
  }

  async #query(text: string, parameters: unknown[]): Promise<pg.QueryResult> {
    if (!this.#client) throw new Error("this transaction has ended; await its work before it ends");
    const started = performance.now();
    try {
      // Several statements in one text answer with several results; the last one counts.
      const result: pg.QueryResult | pg.QueryResult[] = await this.#client.query(text, parameters);
      return Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
    } catch (error) {
      throw translateError(error);
    } finally {
      this.#logSlow(text, performance.now() - started);
    }
  }

  #logSlow(text: string, durationMs: number): void {
    if (durationMs < this.#options.slowQueryMs) return;
    const sql = text.length > LOGGED_SQL_LENGTH ? `${text.slice(0, LOGGED_SQL_LENGTH)}…` : text;
    this.#options.log.warn({ durationMs: Math.round(durationMs), sql }, "slow query");
  }
}
