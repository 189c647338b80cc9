import type { FileStore } from "~/data/file-store/file-store.server";
import { FileStoreError } from "~/data/file-store/file-store.server";
import { AppError } from "../errors";
import type { Scanner } from "./clamd.server";

/** Where files lie and who looks through them; made once at start. */
export interface FileService {
  store: FileStore;
  /** Null: nobody scans, and files count as what they are. */
  scanner: Scanner | null;
}

/** What a person is told while the place for files does not answer. */
export const STORE_AWAY = "文件存储暂时不可用，请稍后重新选择文件";

/** An error of the store as one that people are told of; anything else stays what it is. */
export function storeAway(error: unknown): unknown {
  return error instanceof FileStoreError ? new AppError("unavailable", { message: STORE_AWAY }) : error;
}
