import { StorageError } from "~/data/storage-error.server";
import type { EngineServices } from "./context.server";
import { AppError } from "./errors";

/** Whether storage is out of reach, or belongs to another process now: whoever goes on would meet the same at the next row. */
export function isStorageAway(error: unknown): boolean {
  return error instanceof StorageError && (error.code === "unavailable" || error.code === "locked");
}

/**
 * Writes down that work beside the requests failed. That storage is out of reach is no fault of that work: it looks again by itself,
 * and the requests say it louder.
 */
export function logFailedWork({ log }: Pick<EngineServices, "log">, error: unknown, message: string): void {
  if (isStorageAway(error)) log.warn({ err: error }, message);
  else log.error({ err: error }, message);
}

/** What people are told when storage is out of reach, or belongs to another process now; any other value as it is. */
export function awayError(error: unknown): unknown {
  return isStorageAway(error) ? new AppError("unavailable") : error;
}
