import { randomBytes } from "node:crypto";
import { z } from "zod";
import {
  markOpened,
  type SealedFor,
  type SealedRow,
  selectSealed,
  upsertSealed,
  writeColumns,
} from "~/data/sealed-content.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import {
  blankSealedValues,
  fillSealedValues,
  markSealed,
  type Sealed,
  type SealedValues,
  sealedValues,
  sealMark,
} from "../entity/sealed";
import { linesTable, tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { fingerprintOf, openWith, type PrivateKey, sealFor } from "../sealing/crypto.server";
import { KEY_BYTES, lock, unlock } from "./envelope.server";

/*
 * The seam through which every sealed value goes (decision 0172): `takeOutSealed` before a record is stored, `putInSealed` once it is loaded.
 * Nothing else in the program locks or opens what is sealed.
 */

/** Bytes of chance in each text: without them, guessed prices could be tried against its fingerprint. */
const CHANCE_BYTES = 32;

// Nothing is the most frequent value after texts: a union that tries it last makes an error for each kind before it.
const held = z.record(z.string(), z.union([z.string().nullable(), z.number(), z.boolean()]));
const canonical = z.object({
  entity: z.string(),
  record: z.string(),
  number: z.string().nullable(),
  chance: z.string(),
  values: held,
  lines: z.record(z.string(), z.record(z.string(), held)),
});

function sealedOf(entity: AnyEntity): Sealed | undefined {
  return entity.sealed;
}

/** What the locked text belongs to. */
function aboutOf(entity: AnyEntity, recordId: string): string {
  return `${entity.key} ${recordId}`;
}

/** Whose record it is. */
function writerOf(entity: AnyEntity, record: AnyRecord): string | null {
  const wall = entity.access.suppliers;
  const owner: unknown = wall.kind === "own" ? record[wall.column] : null;
  return typeof owner === "string" ? owner : null;
}

/** The same context, reading what is locked with the installation's key as its writer would: for what the system does in the writer's place. */
export function withSealed(context: Context): Context {
  if (context.actor.kind !== "system") throw new Error("only the system reads sealed values in a writer's place");
  return { ...context, readsSealed: true };
}

function isForEyesOf(context: Context, { supplierId, how }: SealedRow): boolean {
  if (how !== "own") return false;
  const { actor } = context;
  return actor.supplierId === supplierId || (actor.kind === "system" && context.readsSealed === true);
}

/** The text as its writer can keep it: what its fingerprint is of, byte for byte. */
function canonicalText(entity: AnyEntity, record: AnyRecord, content: SealedValues): string {
  const { id, number } = record;
  const chance = randomBytes(CHANCE_BYTES).toString("base64");
  return `${JSON.stringify({ entity: entity.key, record: id, number, chance, ...content }, null, 2)}\n`;
}

interface LockInput {
  entity: AnyEntity;
  record: AnyRecord;
  text: string;
  /** Whose private key opens it; null: this installation's own. */
  publicKey: string | null;
}

async function lockFor(context: Context, { entity, record, text, publicKey }: LockInput): Promise<void> {
  const { sealing, database } = context.services;
  const supplierId = writerOf(entity, record);
  if (supplierId === null) throw new Error(`"${entity.key}" seals a record without a writer`);
  const about = aboutOf(entity, record.id);
  const contentKey = randomBytes(KEY_BYTES);
  const wrapped =
    publicKey === null ? lock(sealing.key, contentKey, about) : await sealFor(publicKey, contentKey, about);
  await upsertSealed(database.connection(), {
    ...{ recordId: record.id, entity: entity.key, supplierId, wrapped },
    how: publicKey === null ? "own" : "sealed",
    ownKey: publicKey === null ? sealing.fingerprint : null,
    ciphertext: lock(contentKey, Buffer.from(text), about),
    fingerprint: fingerprintOf(text),
    sealedAt: context.now.toISOString(),
  });
}

/** The canonical text of a row. @throws AppError("unavailable") where it was locked with another key than the one at hand */
async function textOf(context: Context, row: SealedRow, privateKey: PrivateKey | null): Promise<string> {
  const { sealing } = context.services;
  const about = `${row.entity} ${row.recordId}`;
  if (row.how === "own" && row.ownKey !== sealing.fingerprint)
    throw new AppError("unavailable", { message: "密封内容暂时读不到：系统的密封密钥不是填写时的密钥，请联系管理员" });
  const contentKey =
    row.how === "own" ? unlock(sealing.key, row.wrapped, about) : await contentKeyOf(row, about, privateKey);
  const text = unlock(contentKey, row.ciphertext, about).toString("utf8");
  if (fingerprintOf(text) !== row.fingerprint)
    throw new Error(`"${about}" is not what was sealed: its fingerprint differs`);
  return text;
}

function contentKeyOf(row: SealedRow, about: string, privateKey: PrivateKey | null): Promise<Uint8Array> {
  if (!privateKey) throw new AppError("wrong_state", { message: "内容已密封，须由开启人开启" });
  return openWith(privateKey, row.wrapped, about);
}

function contentOf(text: string): SealedValues {
  const { values, lines } = canonical.parse(JSON.parse(text));
  return { values, lines };
}

/** Puts the sealed values into records that were just loaded, for their writer alone, and notes how they were read. */
export async function putInSealed(context: Context, entity: AnyEntity, records: readonly AnyRecord[]): Promise<void> {
  const sealed = sealedOf(entity);
  if (!sealed) return;
  const ids = records.map(({ id }) => id);
  const rows = await selectSealed(context.services.database.connection(), ids);
  const rowOf = new Map(rows.map((row) => [row.recordId, row]));
  for (const record of records) await putIn(context, { sealed, record, row: rowOf.get(record.id) });
}

async function putIn(
  context: Context,
  { sealed, record, row }: { sealed: Sealed; record: AnyRecord; row: SealedRow | undefined },
): Promise<void> {
  if (!row || row.openedAt !== null) {
    markSealed(record, row ? "open" : "none");
    return;
  }
  const mine = isForEyesOf(context, row);
  if (mine) fillSealedValues(sealed, record, contentOf(await textOf(context, row, null)));
  markSealed(record, mine ? "own" : "closed");
}

/** A record without its sealed values, as it is stored, and the way to store these once the row itself is. */
export interface TakenOut {
  before: AnyRecord | null;
  after: AnyRecord;
  store(): Promise<void>;
}

/**
 * Takes the sealed values out of a record that is about to be stored, and notes on it how it lies then.
 * @param before as it was loaded; null for a new one
 * @returns null where nothing of it is sealed
 */
export async function takeOutSealed(
  context: Context,
  { entity, before, after }: { entity: AnyEntity; before: AnyRecord | null; after: AnyRecord },
): Promise<TakenOut | null> {
  const sealed = sealedOf(entity);
  if (!sealed) return null;
  const mark = before ? (sealMark(before) ?? (await markOf(context, before.id))) : "none";
  const isOwn = sealed.ownIn.includes(after.state);
  // What was sent in the open, before anything was sealed here, stays as it is.
  if (mark === "open" || (mark === "none" && !isOwn)) return null;
  if (mark === "closed") return keepClosed(context, { entity, sealed, before, after });
  const work = await lockingOf(context, { entity, sealed, before: mark === "own" ? before : null, after });
  markSealed(after, work.publicKey === null ? "own" : "closed");
  return {
    before: mark === "own" ? withoutSealed(entity, before) : before,
    after: bare(entity, after),
    store: work.store,
  };
}

async function markOf(context: Context, id: string): Promise<"none" | "closed" | "open"> {
  const [row] = await selectSealed(context.services.database.connection(), [id]);
  return row ? (row.openedAt === null ? "closed" : "open") : "none";
}

function bare(entity: AnyEntity, record: AnyRecord): AnyRecord {
  const copy = structuredClone(record);
  blankSealedValues(entity, copy);
  return copy;
}

function withoutSealed(entity: AnyEntity, record: AnyRecord | null): AnyRecord | null {
  return record && bare(entity, record);
}

interface Locking {
  entity: AnyEntity;
  sealed: Sealed;
  /** With its values; null where none were sealed before. */
  before: AnyRecord | null;
  after: AnyRecord;
}

/** How the values of a record that its writer holds in hand are locked: anew where they changed, for the key of others where it is handed over. */
async function lockingOf(
  context: Context,
  { entity, sealed, before, after }: Locking,
): Promise<{ publicKey: string | null; store(): Promise<void> }> {
  const leaves = before !== null && sealed.ownIn.includes(before.state) && !sealed.ownIn.includes(after.state);
  const publicKey = leaves ? await sealKey(context, entity, after) : null;
  const content = sealedValues(sealed, after);
  const isSame = before !== null && JSON.stringify(sealedValues(sealed, before)) === JSON.stringify(content);
  if (isSame && publicKey === null) return { publicKey, store: async () => undefined };
  return {
    publicKey,
    store: async () => {
      const text = isSame ? await storedText(context, after.id) : canonicalText(entity, after, content);
      await lockFor(context, { entity, record: after, text, publicKey });
    },
  };
}

/** The text as it was saved last: what its writer kept a copy of is what is handed over. */
async function storedText(context: Context, id: string): Promise<string> {
  const [row] = await selectSealed(context.services.database.connection(), [id]);
  if (!row) throw new Error(`"${id}" has no sealed content`);
  return textOf(context, row, null);
}

async function sealKey(context: Context, entity: AnyEntity, record: AnyRecord): Promise<string | null> {
  const hook = context.services.registry.server(entity.key).sealKeyOf;
  return hook ? hook(context, record) : null;
}

/** Whoever does not hold the values changes none of them; what comes back to its writer from under a seal comes back empty. */
async function keepClosed(context: Context, { entity, sealed, before, after }: Locking): Promise<TakenOut> {
  blankSealedValues(entity, after);
  const [row] = await selectSealed(context.services.database.connection(), [after.id]);
  const empties = row?.how === "sealed" && sealed.ownIn.includes(after.state);
  const text = empties ? canonicalText(entity, after, sealedValues(sealed, after)) : null;
  return {
    before: withoutSealed(entity, before),
    after,
    store: async () => {
      if (text !== null) await lockFor(context, { entity, record: after, text, publicKey: null });
    },
  };
}

export interface OpenSealedInput {
  entity: AnyEntity;
  /** Records the caller opens now: it has asked who may, and when. */
  ids: readonly string[];
  /** The private key of the seal; null where the contents lie under the installation's own key. */
  privateKey: PrivateKey | null;
}

/**
 * Opens what is sealed of records and writes it into their columns, each text checked against its fingerprint first; the locked text stays for
 * the check afterwards. Records of which nothing is sealed, or that are open, are left as they are.
 * @returns the ids that were opened
 * @throws Error where a text is not the one that was sealed
 */
export async function writeOpened(context: Context, { entity, ids, privateKey }: OpenSealedInput): Promise<string[]> {
  const sealed = sealedOf(entity);
  if (!sealed) throw new Error(`"${entity.key}" seals nothing`);
  const rows = await selectSealed(context.services.database.connection(), ids);
  const closed = rows.filter(({ openedAt, entity: key }) => openedAt === null && key === entity.key);
  const contents: { id: string; content: SealedValues; text: string }[] = [];
  for (const row of closed) {
    const text = await textOf(context, row, privateKey);
    contents.push({ id: row.recordId, content: contentOf(text), text });
  }
  const connection = context.services.database.connection();
  await writeColumns(
    connection,
    tableOf(entity),
    sealed.fields,
    contents.map(({ id, content }) => ({ ...content.values, id })),
  );
  for (const [name, columns] of Object.entries(sealed.lines))
    await writeColumns(
      connection,
      linesTable(entity, name),
      columns,
      contents.flatMap(({ content }) =>
        Object.entries(content.lines[name] ?? {}).map(([id, values]) => ({ ...values, id })),
      ),
    );
  const opened = contents.map(({ id, text }) => ({ recordId: id, text }));
  await markOpened(connection, opened, context.now.toISOString());
  return contents.map(({ id }) => id);
}

/** What a writer keeps of its sealed content, and what is known about it. */
export interface SealedReceipt {
  how: SealedFor;
  fingerprint: string;
  sealedAt: string;
  openedAt: string | null;
  /** The canonical text; null where this person cannot read it now. */
  text: string | null;
}

/** The receipt of a record the person has already been allowed to open; null where nothing is sealed, or somebody else wrote it. */
export async function sealedReceipt(context: Context, recordId: string): Promise<SealedReceipt | null> {
  const [row] = await selectSealed(context.services.database.connection(), [recordId]);
  if (!row || (row.openedAt === null && row.supplierId !== context.actor.supplierId)) return null;
  const { how, fingerprint, sealedAt, openedAt, openedText } = row;
  const isReadable = openedAt === null && isForEyesOf(context, row);
  const text = isReadable ? await textOf(context, row, null) : openedText;
  return { how, fingerprint, sealedAt, openedAt, text };
}

/** Whether the values of a record are still the ones of a text, as its columns hold them. */
export function holdsText(sealed: Sealed, record: AnyRecord, text: string): boolean {
  const asSealed = structuredClone(record);
  fillSealedValues(sealed, asSealed, contentOf(text));
  return JSON.stringify(sealedValues(sealed, asSealed)) === JSON.stringify(sealedValues(sealed, record));
}
