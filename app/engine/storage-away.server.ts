import { StorageError } from "~/data/storage-error.server";
import { AppError } from "./errors";

/** What people are told when storage is out of reach, or belongs to another process now; any other value as it is. */
export function awayError(error: unknown): unknown {
  const isAway = error instanceof StorageError && (error.code === "unavailable" || error.code === "locked");
  return isAway ? new AppError("unavailable") : error;
}
