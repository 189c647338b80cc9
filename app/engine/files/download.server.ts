import { keyFor } from "~/data/file-store/file-store.server";
import { type ScanState, type StoredFile, selectFiles } from "~/data/files.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import type { StoredRef } from "../entity/kinds/file";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { readRecord } from "../operations/save.server";
import { mayRead } from "../operations/scope.server";
import { titleOf } from "../operations/write.server";
import { filePlaces, refsAt } from "./file-fields";

/** A file of a record that this person may read. */
export interface ReadableFile {
  ref: StoredRef;
  file: StoredFile;
}

/** Why a file cannot be handed out yet; null when it can. */
export function scanRefusal(scan: ScanState): string | null {
  if (scan === "waiting") return "文件正在等待病毒检查，请稍后再下载";
  return scan === "infected" ? "文件未通过病毒检查，已被隔离，不能下载" : null;
}

/** What stands behind the name of a file that cannot be handed out. */
export function scanWord(scan: ScanState): string | null {
  if (scan === "waiting") return "待检查";
  return scan === "infected" ? "已隔离" : null;
}

/** The files of a record in fields that this person may read. @param record a row of its own, whatever it holds besides */
export function refsReadableBy(context: Context, entity: AnyEntity, record: AnyRecord): readonly StoredRef[] {
  return filePlaces(entity)
    .filter(({ path, field }) => mayRead(context, entity, path, field))
    .flatMap((place) => refsAt(record, place));
}

/**
 * The files of a record that this person may read, by way of the record: its wall, its rows and the rights of its fields.
 * @throws AppError("forbidden" | "not_found")
 */
async function readableRefs(context: Context, screen: Screen, recordId: string) {
  const { record } = await readRecord(context, screen, recordId);
  return { record, refs: refsReadableBy(context, screen.entity, record) };
}

/**
 * One file of a record. Asked anew at each download.
 * @throws AppError("not_found") also for a file of another record, "forbidden", "wrong_state" while it may not be handed out
 */
export async function readableFile(
  context: Context,
  screen: Screen,
  recordId: string,
  fileId: string,
): Promise<ReadableFile> {
  const { record, refs } = await readableRefs(context, screen, recordId);
  const ref = refs.find(({ id }) => id === fileId.toLowerCase());
  const [file] = ref ? await selectFiles(context.services.database.connection(), [ref.id]) : [];
  if (!ref || !file || file.state !== "whole") throw new AppError("not_found");
  const refusal = scanRefusal(file.scan);
  if (refusal) throw new AppError("wrong_state", { message: refusal });
  await context.services.registry.server(screen.entity.key).beforeDownload?.(context, record);
  return { ref, file };
}

/**
 * All files of a record that this person may read and that may be handed out, and what the record is called.
 * @throws AppError("not_found") also when there are none, "forbidden"
 */
export async function readableFiles(
  context: Context,
  screen: Screen,
  recordId: string,
): Promise<{ title: string; files: ReadableFile[] }> {
  const { record, refs } = await readableRefs(context, screen, recordId);
  const found = await selectFiles(
    context.services.database.connection(),
    refs.map(({ id }) => id),
  );
  const byId = new Map(found.map((file) => [file.id, file]));
  const files = refs.flatMap((ref) => {
    const file = byId.get(ref.id);
    return file?.state === "whole" && scanRefusal(file.scan) === null ? [{ ref, file }] : [];
  });
  if (files.length === 0) throw new AppError("not_found", { message: "没有可以下载的附件" });
  await context.services.registry.server(screen.entity.key).beforeDownload?.(context, record);
  return { title: `${screen.noun} ${titleOf(screen.entity, record)}`, files };
}

/** What scanning came to, for the files that a page shows; empty where nobody scans. */
export async function scanStates(context: Context, ids: readonly string[]): Promise<Map<string, ScanState>> {
  if (!context.services.files.scanner || ids.length === 0) return new Map();
  const files = await selectFiles(context.services.database.connection(), ids);
  return new Map(files.map(({ id, scan }) => [id, scan]));
}

/** Key of a file's bytes. */
export function bytesKey(id: string): string {
  return keyFor("whole", id);
}
