import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../storage-error.server";
import { type Bytes, type FileStore, FileStoreError, type KeptBytes, requireKey } from "./file-store.server";

const ARRIVING = "arriving";

/**
 * Files in a folder of this machine, for its user's eyes only. A file is written beside the others, flushed, and given its name when
 * it is whole; then the folder is flushed, so that a power cut leaves the file or nothing.
 */
export function diskStore(folder: string): FileStore {
  const placeOf = (key: string) => path.join(folder, requireKey(key));
  const arriving = path.join(folder, ARRIVING);
  return {
    place: folder,
    async put(key, bytes) {
      const to = placeOf(key);
      const part = path.join(arriving, randomUUID());
      await storing(() => mkdir(arriving, { recursive: true, mode: 0o700 }));
      await storing(() => mkdir(path.dirname(to), { recursive: true, mode: 0o700 }));
      const file = await storing(() => open(part, "wx", 0o600));
      try {
        for await (const piece of bytes) await storing(() => file.writeFile(piece));
        await storing(() => file.sync());
        await file.close();
        await storing(() => rename(part, to));
        await storing(() => flushFolder(path.dirname(to)));
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async get(key, range) {
      const place = placeOf(key);
      try {
        await stat(place);
      } catch (error) {
        if (errorCode(error) === "ENOENT") return null;
        throw fault(error);
      }
      return readFrom(place, range);
    },
    async remove(key) {
      await storing(() => rm(placeOf(key), { force: true }));
    },
    async tidy(before) {
      const names = await readdir(arriving).catch(() => []);
      for (const name of names) {
        const file = path.join(arriving, name);
        const age = await stat(file).catch(() => null);
        if (age && age.mtime < before) await storing(() => rm(file, { force: true }));
      }
    },
    async *kept(kind) {
      for (const part of await readdir(path.join(folder, kind)).catch(() => [])) {
        const page: KeptBytes[] = [];
        for (const name of await readdir(path.join(folder, kind, part)).catch(() => [])) {
          const age = await stat(path.join(folder, kind, part, name)).catch(() => null);
          if (age) page.push({ key: `${kind}/${part}/${name}`, since: age.mtime });
        }
        yield page;
      }
    },
  };
}

/** Opens nothing until somebody reads. */
async function* readFrom(file: string, range?: { start: number; end: number }): Bytes {
  const stream = fs.createReadStream(file, { ...range, highWaterMark: 256 * 1024 });
  try {
    for await (const piece of stream) yield piece;
  } catch (error) {
    throw fault(error);
  } finally {
    stream.destroy();
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, fs.constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fault(error);
  }
}

function fault(error: unknown): FileStoreError {
  return new FileStoreError(`the folder of files cannot be used: ${errorCode(error) ?? "unknown"}`, { cause: error });
}

/** Every file that lies there whole: its key, and where. For backups. */
export async function* filesOnDisk(folder: string): AsyncGenerator<{ key: string; file: string }> {
  for (const kind of ["whole"]) {
    const spread = await readdir(path.join(folder, kind)).catch(() => []);
    for (const part of spread.sort()) {
      const names = await readdir(path.join(folder, kind, part)).catch(() => []);
      for (const name of names.sort())
        yield { key: `${kind}/${part}/${name}`, file: path.join(folder, kind, part, name) };
    }
  }
}
