/** What storage reports by code; everything else the driver throws (a syntax error, a bad value) is a bug and rises as it is. */
export type StorageErrorCode = "unavailable" | "unique" | "referenced" | "denied" | "locked" | "engine";

interface StorageErrorDetails {
  cause?: unknown;
  constraint?: string;
  table?: string;
}

/**
 * A failure of storage that callers may act on.
 * - `unavailable`: no connection, connection lost, time-out, statement stopped; trying again later may help
 * - `unique`: a unique key is taken (`constraint`, `table`); `referenced`: a foreign key does not fit
 * - `denied`: the role lacks a grant, or row-level security refused the row
 * - `locked`: the data folder belongs to another process
 * - `engine`: the database itself is unfit (too old, not durable, damaged, a migration that fails)
 */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  readonly constraint?: string;
  readonly table?: string;

  constructor(code: StorageErrorCode, message: string, details: StorageErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "StorageError";
    this.code = code;
    this.constraint = details.constraint;
    this.table = details.table;
  }
}

const CODE_BY_SQLSTATE: Record<string, StorageErrorCode> = {
  "23505": "unique",
  "23503": "referenced",
  "23001": "referenced", // what PostgreSQL 18 says for "on delete restrict"
  "42501": "denied",
  "57014": "unavailable", // statement_timeout
  "55P03": "unavailable", // lock_timeout
};

/** SQLSTATE classes: connection exception, insufficient resources, operator intervention (shutdown, crash, start-up). */
const UNAVAILABLE_SQLSTATE = /^(08|53|57P0)/;

const UNAVAILABLE_SYSTEM_CODE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)$/;

/** Sentences of `pg`, `pg-pool` and Kysely that come without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

function textField(error: object, name: string): string | undefined {
  const value = (error as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The SQLSTATE or system error code an error carries, if it carries one. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === "object" && error !== null ? textField(error, "code") : undefined;
}

function storageCode(error: Error): StorageErrorCode | undefined {
  const code = errorCode(error);
  if (code === undefined) return UNAVAILABLE_MESSAGE.test(error.message) ? "unavailable" : undefined;
  if (CODE_BY_SQLSTATE[code]) return CODE_BY_SQLSTATE[code];
  return UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_SYSTEM_CODE.test(code) ? "unavailable" : undefined;
}

/** A driver's error as StorageError with the original as `cause`, or the same value if it is not one of ours. */
export function translateError(error: unknown): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  const code = storageCode(error);
  if (code === undefined) return error;
  return new StorageError(code, error.message, {
    cause: error,
    constraint: textField(error, "constraint"),
    table: textField(error, "table"),
  });
}

/** True if the database asked for the whole transaction to be repeated (40001, 40P01), also where the error was wrapped. */
export function isRepeatable(error: unknown): boolean {
  const code = errorCode(error);
  if (code === "40001" || code === "40P01") return true;
  return error instanceof Error && error.cause !== undefined && isRepeatable(error.cause);
}
