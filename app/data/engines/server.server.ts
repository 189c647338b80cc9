import pg from "pg";

import { columnTypes } from "../column-types.server";
import { type Engine, guardPool, type StorageLog } from "./engine.server";

/** Below the 180 s after which proxies usually give up on a request. */
const STATEMENT_TIMEOUT_MS = 175_000;

interface ServerOptions {
  databaseUrl: string;
  log: StorageLog;
  poolSize?: number;
  connectionTimeoutMs?: number;
  /** A pooler stands before the server. */
  pooler?: boolean;
}

/**
 * A PostgreSQL server at `databaseUrl` (also by unix socket: `postgres:///name?host=/run/postgresql`), with at most
 * `poolSize` connections, 10 unless told otherwise. Connects at the first query, so it does not fail here.
 * Sessions speak UTC and ISO dates whatever the server's own setting is, and do not compile statements: ours are short, and the
 * estimates of recursive ones so high that compiling took twenty times as long as running (docs/performance.md). Behind a pooler, which
 * refuses settings it does not know, that is set on the database instead (docs/operations.md).
 */
export function openServer(settings: ServerOptions): Engine {
  const { databaseUrl, log, poolSize = 10, connectionTimeoutMs = 15_000, pooler = false } = settings;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: `-c TimeZone=UTC -c DateStyle=ISO${pooler ? "" : " -c jit=off"}`,
    fallback_application_name: "supplier-portal",
    types: columnTypes,
  });
  guardPool(pool, log);
  return {
    kind: "server",
    pool,
    allowLongStatements: () => () => undefined, // statement_timeout is lifted in the transaction itself
    close: () => pool.end(),
  };
}
