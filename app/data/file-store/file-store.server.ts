/** Bytes as they come, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/** What the keys of a store begin with: files, pieces of files on their way, small pictures. */
export const KEY_KINDS = ["whole", "part", "small"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** What lies under a key, and since when by the clock of the place. */
export interface KeptBytes {
  key: string;
  since: Date;
}

/** A place that keeps bytes under keys of ours. What lies there whole is never changed, only removed. */
export interface FileStore {
  /** For the log and the operator: where bytes lie, without secrets. */
  readonly place: string;
  /**
   * Keeps what comes under the key; it is there whole or not at all, however the process ends.
   * @throws FileStoreError when the place does not answer; whatever `bytes` throws rises unchanged
   */
  put(key: string, bytes: Bytes): Promise<void>;
  /**
   * Bytes from `start` to `end`, both counted from 0 and inclusive; all of them without a range.
   * @returns null when nothing lies under the key
   * @throws FileStoreError
   */
  get(key: string, range?: { start: number; end: number }): Promise<Bytes | null>;
  /** Takes bytes away; nothing happens where nothing lies. @throws FileStoreError */
  remove(key: string): Promise<void>;
  /** Takes away what uploads that broke off before this instant have left behind. @throws FileStoreError */
  tidy(before: Date): Promise<void>;
  /** All that lies there whole of a kind, in pages of up to a thousand; what is removed meanwhile is no fault. @throws FileStoreError */
  kept(kind: KeyKind): AsyncIterable<readonly KeptBytes[]>;
}

/** The place for files does not answer, or answers nonsense. */
export class FileStoreError extends Error {
  override readonly name = "FileStoreError";
}

const KEY = /^[a-z]+\/[0-9a-f]{2}\/[0-9a-z.-]{1,80}$/;

/** The id in a key; null for what is no key of ours. */
export function idInKey(key: string): string | null {
  return KEY.test(key) ? (/[^/]+$/.exec(key)?.[0] ?? null) : null;
}

/** @throws Error for anything that did not come from `keyFor`: a fault of the program, never a name somebody typed */
export function requireKey(key: string): string {
  if (!KEY.test(key) || key.includes("..")) throw new Error("not a key of the file store");
  return key;
}

/**
 * Key of a file: its kind, two digits that spread the folders, and its id.
 * @example keyFor("whole", "0192…") === "whole/4f/0192…"
 */
export function keyFor(kind: KeyKind, id: string): string {
  // The end of a uuid v7 is random, its beginning is the time.
  return requireKey(`${kind}/${id.replace(/\..*$/, "").slice(-2)}/${id}`);
}
