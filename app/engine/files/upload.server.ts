import { createHash } from "node:crypto";
import { type Bytes, FileStoreError, keyFor } from "~/data/file-store/file-store.server";
import {
  completeFile,
  deleteFiles,
  findArriving,
  insertFile,
  type ScanState,
  type StoredFile,
  selectFiles,
  selectPieces,
  takePiece,
} from "~/data/files.server";
import { sizeText } from "~/shared/file-kinds";
import { fileName } from "~/shared/file-name";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import type { StoredRef } from "../entity/kinds/file";
import { UUID } from "../entity/kinds/reference";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { mayOnScreen, mayTransition, mayWrite, mayWriteLines } from "../operations/scope.server";
import { limitFor } from "../parameters.server";
import { contentComplaint, contentOf, HEAD_BYTES, zipContent } from "./content";
import { type FilePlace, filePlaceAt, filePlaces, groupsOf } from "./file-fields";
import { STORE_AWAY, storeAway } from "./service.server";
import { zipFacts } from "./zip-check.server";

const MEGABYTE = 1024 * 1024;

/** How much of a file a script sends at once: what a cut line costs. */
export const PIECE_BYTES = MEGABYTE;

/** The field that files are brought in for. */
export interface Target {
  screen: Screen;
  /** Its path: `photos`, `items.photos`. */
  name: string;
  field: Field;
  /** The control that a form brought a file in, where complaints are shown: `items.2.photos`. */
  at?: string;
}

/**
 * The file field of a screen, for a person who may write it in some state; whether this record takes it now is asked when it is saved.
 * @throws AppError("not_found" | "forbidden")
 */
export function uploadTarget(context: Context, screen: Screen, name: string): Target {
  const place = filePlaceAt(screen.entity, name);
  if (!place) throw new AppError("not_found");
  if (!context.actor.id || !mayBringIn(context, screen, place)) {
    throw new AppError("forbidden", { values: { permission: `${screen.key}.edit` } });
  }
  return { screen, name, field: place.field };
}

function mayBringIn(context: Context, screen: Screen, { path, table, field }: FilePlace): boolean {
  const { entity } = screen;
  const byForm = mayOnScreen(context, screen, "add") || mayOnScreen(context, screen, "edit");
  const byTransition = () =>
    Object.entries(entity.transitions ?? {}).some(
      ([transition, { asks }]) =>
        asks?.some((asked: string) => asked === path) && mayTransition(context, entity, transition),
    );
  return (
    (byForm || byTransition()) &&
    (table === null || mayWriteTable(context, entity, table)) &&
    mayWrite(context, { entity, path, field, state: null })
  );
}

/** A table of lines, and those it stands beneath. */
function mayWriteTable(context: Context, entity: AnyEntity, table: string): boolean {
  return table.split(".").every((_, at, names) => {
    const path = names.slice(0, at + 1).join(".");
    const lines = linesAt(entity.lines, path);
    return lines !== undefined && mayWriteLines(context, { entity, path, lines, state: null });
  });
}

/** The file fields of an entity that this person may bring files in for, each once, on whichever screen lets the person. */
export function uploadTargets(context: Context, entity: AnyEntity): Target[] {
  const screens = context.services.registry.screensOf(entity.key);
  return filePlaces(entity).flatMap((place) => {
    const screen = screens.find((one) => mayBringIn(context, one, place));
    return screen ? [{ screen, name: place.path, field: place.field }] : [];
  });
}

/** A file that cannot be taken; the sentence stands beside its field. */
class Refusal extends Error {
  override readonly name = "Refusal";
}

function complaint(target: Target, message: string): AppError {
  return new AppError("invalid", { complaints: [{ field: target.at ?? target.name, message }] });
}

/** The most bytes a single file may have. */
export async function mostBytes(context: Context): Promise<number> {
  return (await limitFor(context, "files.mostMb")) * MEGABYTE;
}

function tooLarge(name: string, most: number): string {
  return `「${name}」超过单个文件的上限${sizeText(most)}，请压缩或拆分后上传`;
}

/**
 * Takes a file as it comes, whole: nothing of it stays in memory. It belongs to nobody's record until a form that names it is saved.
 * @throws AppError("invalid") with the sentence for the field, also when the store does not answer
 */
export async function receiveFile(
  context: Context,
  target: Target,
  sent: { name: string; bytes: Bytes },
): Promise<StoredRef> {
  const { services } = context;
  const { store } = services.files;
  const name = fileName(sent.name);
  const most = await mostBytes(context);
  const id = services.newId();
  const key = keyFor("whole", id);
  const seen = new Seen();
  try {
    await store.put(
      key,
      limited(seen.watching(sent.bytes), () => seen.size > most, tooLarge(name, most)),
    );
    const type = await judge(context, target, { key, name, seen });
    const scan = services.files.scanner ? "waiting" : "off";
    const file = { id, name, size: seen.size, type, sha256: seen.digest(), scan } as const;
    await insertFile(services.database.connection(), {
      ...file,
      ...addressOf(context, target),
      state: "whole",
      received: file.size,
    });
    return { id, name, size: file.size, type };
  } catch (error) {
    await store.remove(key).catch(() => undefined);
    if (error instanceof Refusal) throw complaint(target, error.message);
    if (error instanceof FileStoreError) {
      services.log.error({ err: error }, "the file store failed during an upload");
      throw complaint(target, STORE_AWAY);
    }
    throw error;
  }
}

function addressOf(context: Context, { screen, name }: Target) {
  return {
    entity: screen.entity.key,
    field: name,
    uploadedBy: context.actor.id ?? "",
    uploadedAt: context.now.toISOString(),
  };
}

/** Size, checksum and beginning of bytes that pass by. */
class Seen {
  size = 0;
  readonly #hash = createHash("sha256");
  #head = Buffer.alloc(0);

  async *watching(bytes: Bytes): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of bytes) {
      this.size += piece.byteLength;
      this.#hash.update(piece);
      if (this.#head.length < HEAD_BYTES) {
        this.#head = Buffer.concat([this.#head, piece.subarray(0, HEAD_BYTES - this.#head.length)]);
      }
      yield piece;
    }
  }

  get head(): Uint8Array {
    return this.#head;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

async function* limited(bytes: Bytes, isOver: () => boolean, message: string): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of bytes) {
    if (isOver()) throw new Refusal(message);
    yield piece;
  }
}

/** The content type of what lies there. @throws Refusal */
async function judge(
  context: Context,
  target: Target,
  { key, name, seen }: { key: string; name: string; seen: Seen },
): Promise<string> {
  if (seen.size === 0) throw new Refusal(`「${name}」是空文件，请重新选择`);
  let content = contentOf(seen.head, name);
  if (content?.group === "archive") {
    const { store } = context.services.files;
    const facts = await zipFacts(seen.size, async (start, end) => collected(await store.get(key, { start, end })));
    if (typeof facts === "string") throw new Refusal(`「${name}」${facts}`);
    content = zipContent(facts.names);
  }
  const wrong = contentComplaint(content, name, groupsOf(target.field));
  if (wrong || !content) throw new Refusal(wrong ?? "");
  return content.type;
}

async function collected(bytes: Bytes | null): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** How far a file has come that is sent in pieces. `whole` is there once it can be named by a form. */
export interface Progress {
  id: string;
  name: string;
  size: number;
  received: number;
  whole: StoredRef | null;
  scan: ScanState;
}

function progressOf(file: StoredFile): Progress {
  const { id, name, size, received, state, type, scan } = file;
  const whole = state === "whole" && type !== null ? { id, name, size, type } : null;
  return { id, name, size, received, whole, scan };
}

/**
 * Begins a file that is sent in pieces, or goes on with the one that this person began with the same mark or under the same id.
 * @param request.mark what the sender knows the file's content by; another mark, or none, is another file
 * @param request.id where the sender may ask twice for the same: an id made for this request alone
 * @throws AppError("invalid") with the sentence for the field
 */
export async function beginUpload(
  context: Context,
  target: Target,
  request: { name: string; size: number; mark?: string; id?: string },
): Promise<Progress> {
  const name = fileName(request.name);
  const most = await mostBytes(context);
  if (request.size === 0) throw complaint(target, `「${name}」是空文件，请重新选择`);
  if (request.size > most) throw complaint(target, tooLarge(name, most));
  const connection = context.services.database.connection();
  const { entity, field, uploadedBy, uploadedAt } = addressOf(context, target);
  const { mark, size } = request;
  const [begun] = request.id === undefined ? [] : await selectFiles(connection, [request.id]);
  const marked = mark === undefined ? null : { entity, field, uploadedBy, name, size, mark };
  const known = begun ?? (marked ? await findArriving(connection, marked) : null);
  if (known) return progressOf(known);
  const file = {
    id: request.id ?? context.services.newId(),
    ...{ entity, field, uploadedBy, name, size, ...(mark === undefined ? {} : { mark }) },
    ...{ type: null, sha256: null, state: "arriving" as const, received: 0, scan: "off" as const },
  };
  await insertFile(connection, { ...file, uploadedAt });
  return progressOf({ ...file, recordId: null });
}

/**
 * The target of an own upload that no record names yet, among those the person may bring files in for.
 * @throws AppError("not_found")
 */
export async function targetOfUpload(context: Context, targets: readonly Target[], id: string): Promise<Target> {
  const [file] = UUID.test(id) ? await selectFiles(context.services.database.connection(), [id]) : [];
  const target = targets.find(({ name, screen }) => name === file?.field && screen.entity.key === file.entity);
  if (!target) throw new AppError("not_found");
  await ownUpload(context, target, id);
  return target;
}

/** How far an own upload has come. @throws AppError("not_found") */
export async function uploadProgress(context: Context, target: Target, id: string): Promise<Progress> {
  return progressOf(await ownUpload(context, target, id));
}

/** The own upload behind an id. @throws AppError("not_found") */
async function ownUpload(context: Context, target: Target, id: string): Promise<StoredFile> {
  const [file] = UUID.test(id) ? await selectFiles(context.services.database.connection(), [id]) : [];
  const isOwn =
    file?.uploadedBy === context.actor.id && file.entity === target.screen.entity.key && file.field === target.name;
  if (!file || !isOwn || file.recordId !== null) throw new AppError("not_found");
  return file;
}

/**
 * Takes a piece of a file, if it begins where the last one ended; otherwise only says how far the file has come. With the last piece
 * the file is put together and judged.
 * @throws AppError("invalid") with the sentence for the field, "not_found", "unavailable"
 */
export async function takeUploadPiece(
  context: Context,
  target: Target,
  piece: { id: string; start: number; bytes: Uint8Array },
): Promise<Progress> {
  const { services } = context;
  const { store } = services.files;
  const file = await ownUpload(context, target, piece.id);
  const size = piece.bytes.byteLength;
  const fits = piece.start === file.received && size > 0 && size <= PIECE_BYTES && file.received + size <= file.size;
  if (file.state === "whole") return progressOf(file);
  try {
    if (fits) {
      // A name of its own each time: two senders of the same piece must not write over each other.
      const storeKey = keyFor("part", services.newId());
      await store.put(storeKey, one(piece.bytes));
      const taken = await services.database.transaction({ role: "owner" }, () =>
        takePiece(services.database.connection(), { fileId: file.id, start: piece.start, size, storeKey }),
      );
      if (!taken) await store.remove(storeKey);
    }
    const now = await ownUpload(context, target, file.id);
    return now.received === now.size && now.state === "arriving"
      ? await joinParts(context, target, now)
      : progressOf(now);
  } catch (error) {
    throw storeAway(error);
  }
}

async function* one(bytes: Uint8Array): Bytes {
  yield bytes;
}

async function joinParts(context: Context, target: Target, file: StoredFile): Promise<Progress> {
  const { services } = context;
  const { store } = services.files;
  const pieces = await selectPieces(services.database.connection(), file.id);
  const key = keyFor("whole", file.id);
  const seen = new Seen();
  await store.put(key, seen.watching(joined(context, pieces)));
  try {
    const type = await judge(context, target, { key, name: file.name, seen });
    const scan = services.files.scanner ? ("waiting" as const) : ("off" as const);
    await services.database.transaction({ role: "owner" }, () =>
      completeFile(services.database.connection(), { id: file.id, type, sha256: seen.digest(), scan }),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await purgeFile(context, file.id, pieces);
    throw complaint(target, error.message);
  }
  for (const piece of pieces) await store.remove(piece).catch(() => undefined);
  return progressOf(await ownUpload(context, target, file.id));
}

async function* joined(context: Context, pieces: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const key of pieces) {
    const bytes = await context.services.files.store.get(key);
    if (!bytes) throw new FileStoreError("a piece of an upload is missing");
    yield* bytes;
  }
}

/** Gives up an own upload that no record names. @throws AppError("not_found") */
export async function dropUpload(context: Context, target: Target, id: string): Promise<void> {
  const file = await ownUpload(context, target, id);
  await purgeFile(context, file.id, await selectPieces(context.services.database.connection(), file.id));
}

async function purgeFile(context: Context, id: string, pieces: readonly string[]): Promise<void> {
  const { services } = context;
  await services.database.transaction({ role: "owner" }, () => deleteFiles(services.database.connection(), [id]));
  for (const key of [...pieces, keyFor("whole", id)]) await services.files.store.remove(key).catch(() => undefined);
}
