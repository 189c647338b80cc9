import type pg from "pg";

/** Where storage writes its log; pino fits. `details` is data, `message` one English sentence. */
export interface StorageLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Counts what storage does, for the operator's figures. Durations in milliseconds. */
export interface StorageMeter {
  /** One statement by its first word, a small closed set. */
  statement(kind: string, durationMs: number, failed: boolean): void;
  /** Time until a connection, or the one lane of the embedded database, was free. */
  waited(durationMs: number): void;
  /** A transaction was repeated because it met another. */
  repeated(): void;
  /** The embedded database's thread was lost and is started again. */
  restarted(): void;
}

/** A running database behind a pool of connections. The rest of storage does not know which one it is. */
export interface Engine {
  readonly kind: "embedded" | "server";
  readonly pool: pg.Pool;
  /** Whoever holds the only connection may lift its statement limit (milliseconds); returns the way back. */
  allowLongStatements(limitMs: number): () => void;
  /** Waits for connections in use, then ends everything that was started. */
  close(): Promise<void>;
}

/**
 * Keeps a pool's errors from ending the process: a connection that breaks while it rests is reported by the pool, one
 * that breaks in use also fails its query, and both would otherwise be unhandled "error" events.
 */
export function guardPool(pool: pg.Pool, log: StorageLog): pg.Pool {
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
