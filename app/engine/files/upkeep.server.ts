import { idInKey, KEY_KINDS, keyFor } from "~/data/file-store/file-store.server";
import {
  deleteFiles,
  filesToScan,
  knownFiles,
  knownPieces,
  looseFiles,
  markReleased,
  releasedFiles,
  type StoredFile,
  selectPieces,
  setScan,
} from "~/data/files.server";
import type { EngineServices } from "../context.server";
import { linesTable, tableOf } from "../entity/table-names";
import { refreshExtensions } from "../extensions.server";
import { bytesKey } from "./download.server";
import { filePlaces } from "./file-fields";

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 100;
/** Keys one run empties at most: more than that is looked at by people sooner than by programs. */
const MOST_REMOVED = 10_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Takes away what nobody can reach any more: uploads that no form was saved with, pieces that were never finished, and files that no
 * record has named for a day, whether it was removed or only lost the file. The row goes first: what is left behind by a break is
 * bytes without a name, never a name without bytes.
 * @returns how many files were taken away
 */
export async function removeLooseFiles(services: EngineServices, isOver: () => boolean = () => false): Promise<number> {
  const now = services.clock();
  const before = new Date(now.getTime() - DAY_MS);
  await services.files.store.tidy(before);
  // Another process may have heard of a new field of files first.
  await refreshExtensions(services);
  for (const { entity } of services.registry.registrations) {
    const columns = (entity.restingFiles ?? []).map((column) => ({ table: tableOf(entity), column, key: "id" }));
    columns.push(
      ...filePlaces(entity).map(({ table, column }) =>
        table === null
          ? { table: tableOf(entity), column, key: "id" }
          : { table: linesTable(entity, table), column, key: "root_id" },
      ),
    );
    if (columns.length === 0) continue;
    const place = { entity: entity.key, columns };
    await asOwner(services, () => markReleased(services.database.connection(), place, now.toISOString()));
  }
  let removed = 0;
  for (const find of [looseFiles, releasedFiles]) {
    while (!isOver()) {
      const ids = await asOwner(services, () => find(services.database.connection(), before.toISOString(), BATCH));
      for (const id of ids) await removeFile(services, id);
      removed += ids.length;
      if (ids.length < BATCH) break;
    }
  }
  return removed;
}

/**
 * Takes away bytes that no row knows of and that have lain there for a day: the answer of the store was lost, or the process died
 * between the two. What the store has is read page by page; one run takes away so many at most, and the next one goes on.
 * @returns how many keys were emptied
 */
export async function removeUnknownBytes(
  services: EngineServices,
  isOver: () => boolean = () => false,
): Promise<number> {
  const { store } = services.files;
  const before = new Date(services.clock().getTime() - DAY_MS);
  let removed = 0;
  for (const kind of KEY_KINDS) {
    for await (const page of store.kept(kind)) {
      const old = page.flatMap(({ key, since }) => {
        const id = idInKey(key);
        return since < before && id !== null && UUID.test(id) ? [{ key, id }] : [];
      });
      if (old.length === 0) continue;
      const known = await asOwner(services, () => {
        const connection = services.database.connection();
        return kind === "part"
          ? knownPieces(
              connection,
              old.map(({ key }) => key),
            )
          : knownFiles(
              connection,
              old.map(({ id }) => id),
            );
      });
      for (const { key, id } of old) {
        if (known.has(kind === "part" ? key : id)) continue;
        if (isOver() || removed >= MOST_REMOVED) return removed;
        await store.remove(key);
        removed += 1;
      }
    }
  }
  return removed;
}

/** Takes a file away at once, its row first. */
export async function removeFile(services: EngineServices, id: string): Promise<void> {
  const pieces = await asOwner(services, async () => {
    const keys = await selectPieces(services.database.connection(), id);
    await deleteFiles(services.database.connection(), [id]);
    return keys;
  });
  for (const key of [...pieces, bytesKey(id), keyFor("small", id)]) await services.files.store.remove(key);
}

function asOwner<T>(services: EngineServices, work: () => Promise<T>): Promise<T> {
  return services.database.transaction({ role: "owner" }, work);
}

/** What looking through the waiting files came to. */
export interface ScanRound {
  clean: number;
  infected: number;
  /** Those that could not be looked through now; they wait for the next round. */
  failed: number;
}

/**
 * Has the files that wait looked through. One that could not be is tried again the next time, behind the others; until then nobody
 * gets it.
 */
export async function scanWaitingFiles(
  services: EngineServices,
  isOver: () => boolean = () => false,
): Promise<ScanRound> {
  const round: ScanRound = { clean: 0, infected: 0, failed: 0 };
  const { scanner } = services.files;
  if (!scanner) return round;
  const waiting = await asOwner(services, () => filesToScan(services.database.connection(), BATCH));
  for (const file of waiting) {
    if (isOver()) break;
    round[await scanOne(services, scanner, file)] += 1;
  }
  return round;
}

async function scanOne(
  services: EngineServices,
  scanner: NonNullable<EngineServices["files"]["scanner"]>,
  file: StoredFile,
): Promise<keyof ScanRound> {
  const note = (scan: "waiting" | "clean" | "infected", word: string | null) =>
    asOwner(services, () =>
      setScan(services.database.connection(), { id: file.id, scan, word, at: services.clock().toISOString() }),
    );
  try {
    const bytes = await services.files.store.get(bytesKey(file.id));
    if (!bytes) throw new Error("the bytes are missing");
    const found = await scanner.scan(bytes);
    await note(found ? "infected" : "clean", found);
    if (found) services.log.warn({ file: file.id, found }, "a file was put into quarantine");
    return found ? "infected" : "clean";
  } catch (error) {
    services.log.error({ err: error, file: file.id }, "a file could not be scanned");
    await note("waiting", null);
    return "failed";
  }
}
