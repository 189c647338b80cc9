import { attachFiles, type StoredFile, selectFiles } from "~/data/files.server";
import { sizeText } from "~/shared/file-kinds";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint, Field, Value } from "../entity";
import { idsIn, type StoredRef } from "../entity/kinds/file";
import { AppError } from "../errors";
import { limitFor } from "../parameters.server";
import { filePlaces, filesAt, mostFiles, refsAt, refsOf } from "./file-fields";

/** A value of a file field that was sent and must be looked up before it counts. */
export interface FileRequest {
  field: Field;
  name: string;
  /** Its field as uploads name it: `photos`, `items.photos`. */
  place: string;
  /** Where complaints are shown. */
  path: string;
  ids: readonly string[];
  /** What the field holds now. */
  stored: Value;
  into: Record<string, Value>;
}

/** Whether this person may give the file to a record: brought in by the person for this field, whole, and nobody's yet. */
function isFree(context: Context, file: StoredFile, place: string): boolean {
  return (
    file.uploadedBy === context.actor.id &&
    file.field === place &&
    file.state === "whole" &&
    file.recordId === null &&
    file.scan !== "infected"
  );
}

/** Turns ids into what a record keeps of files. An id that is neither the field's own nor the person's to give is complained about. */
export async function resolveFiles(context: Context, requests: readonly FileRequest[]): Promise<Complaint[]> {
  const known = requests.map(({ stored }) => new Map(refsOf(stored).map((ref) => [ref.id, ref])));
  const wanted = requests.flatMap(({ ids }, at) => ids.filter((id) => !known[at]?.has(id)));
  const found = new Map((await filesById(context, wanted)).map((file) => [file.id, file]));
  return requests.flatMap((request, at) => {
    const { field, ids, name, path, place } = request;
    const refs = ids.flatMap((id) => {
      const own = known[at]?.get(id);
      if (own) return [own];
      const file = found.get(id);
      return file && isFree(context, file, place) ? [refOf(file)] : [];
    });
    if (refs.length < ids.length) {
      return [{ field: path, message: `${field.options.label}中有文件已失效，请重新上传` }];
    }
    const most = mostFiles(field);
    if (refs.length > most)
      return [{ field: path, message: `${field.options.label}最多${most}个文件，现在是${refs.length}个` }];
    request.into[name] = refs.length === 0 ? null : refs;
    return [];
  });
}

async function filesById(context: Context, ids: readonly string[]): Promise<StoredFile[]> {
  return selectFiles(context.services.database.connection(), [...new Set(ids)]);
}

function refOf({ id, name, size, type }: StoredFile): StoredRef {
  // In the order in which the database gives the keys back: two versions of a record are compared as text.
  return { id, name, size, type: type ?? "" };
}

/**
 * Gives the files that a save adds to the record, in its transaction.
 * @throws AppError("invalid") when the record would hold too much, or somebody else took a file meanwhile
 */
export async function claimFiles(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord | null,
  after: AnyRecord,
): Promise<void> {
  for (const place of filePlaces(entity)) {
    const stored = new Set((before ? refsAt(before, place) : []).map(({ id }) => id));
    const added = filesAt(after, place).flatMap(({ at, refs }) =>
      refs.flatMap(({ id }) => (stored.has(id) ? [] : [{ at, id }])),
    );
    const [first] = added;
    if (first === undefined) continue;
    await refuseTooMuch(context, entity, after, first.at);
    const given = await attachFiles(context.services.database.connection(), {
      ids: added.map(({ id }) => id),
      entity: entity.key,
      recordId: after.id,
      at: context.now.toISOString(),
    });
    // One that was named in two rows is given once as well.
    if (given.length < added.length) {
      const left = new Set(given);
      const lost = added.find(({ id }) => !left.delete(id)) ?? first;
      const message = `${place.field.options.label}中有文件已失效，请重新上传`;
      throw new AppError("invalid", { complaints: [{ field: lost.at, message }] });
    }
  }
}

async function refuseTooMuch(context: Context, entity: AnyEntity, record: AnyRecord, at: string): Promise<void> {
  const most = await limitFor(context, "files.totalMb");
  const sum = filePlaces(entity)
    .flatMap((place) => refsAt(record, place))
    .reduce((total, { size }) => total + size, 0);
  if (sum <= most * 1024 * 1024) return;
  const message = `单据的附件合计${sizeText(sum)}，超过上限${most} MB，请删除一些后再保存`;
  throw new AppError("invalid", { complaints: [{ field: at, message }] });
}

/** The person's own uploads among the ids that a form holds, for drawing it again. */
export async function ownUploads(
  context: Context,
  fields: readonly (readonly [name: string, typed: unknown])[],
): Promise<Map<string, StoredRef>> {
  const named = new Map(
    fields.flatMap(([name, typed]) => (typeof typed === "string" ? (idsIn(typed) ?? []) : []).map((id) => [id, name])),
  );
  const files = await filesById(context, [...named.keys()]);
  return new Map(
    files.flatMap((file) => (isFree(context, file, named.get(file.id) ?? "") ? [[file.id, refOf(file)]] : [])),
  );
}
