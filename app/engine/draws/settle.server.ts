import { type DrawKey, deleteDraws, insertDraws, type LineDraw, selectDraws } from "~/data/line-draws.server";
import { decimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Field } from "../entity";
import { drawsOf } from "../entity/draws";
import { linesAt, rowWith } from "../entity/paths";
import type { SourceLine } from "../entity/server-hooks";
import { AppError } from "../errors";
import { audit } from "../operations/audit.server";
import { fieldValue } from "../operations/records.server";
import { titleOf } from "../operations/write.server";
import { type WantedDraw, wantedDraws, wantedOf } from "./open";
import { overdrawn, type Raised } from "./refusal.server";
import { holdSourceLines, recountLines, type Source, writeLines } from "./source-lines.server";

/*
 * What a document draws follows from its stored state alone. After every change of it the rows it should have are compared with those it
 * has; the lines they stand on are held, figures and what is open by them written, all in the transaction of the change (decision 0148).
 */

/** A document that was just stored, moved or removed. */
export interface SettledDocument {
  entity: AnyEntity;
  id: string;
  /** As it is stored now; null once it is removed. */
  record: AnyRecord | null;
  /** As it was, or null for a new one. */
  before: AnyRecord | null;
}

/** What came of it so far: documents follow from documents, and only then is judged. */
interface Settlement {
  /** Id of the document that changed. */
  of: string;
  raised: Raised[];
  /** Lines that are held, as they will be, by table: they are read once, and nobody else changes them meanwhile. */
  held: Map<string, Map<string, SourceLine>>;
  /** Held lines with the columns that are still to be written: once, however many documents follow. */
  unwritten: Map<string, { source: Source; columns: Map<AnyLine, Set<string>> }>;
  /** Lines whose figures changed, as they are now, by document and table. */
  touched: Map<string, { source: Source; rootId: string; lines: Map<string, SourceLine> }>;
  /** Documents that draw by figures of their own which have changed, by id. */
  waiting: Map<string, AnyEntity>;
}

/**
 * Brings what a document draws in accord with what it says; what is open of its own lines is stored with them (`engine/operations/write`).
 * @throws AppError("invalid") where a line draws more than is open, or on a line that is not its own to draw on
 */
export async function settleDraws(context: Context, document: SettledDocument): Promise<void> {
  const settlement: Settlement = {
    ...{ of: document.id, raised: [] },
    ...{ held: new Map(), unwritten: new Map(), touched: new Map(), waiting: new Map() },
  };
  await settle(context, document, settlement);
  await settleWaiting(context, settlement);
  await writeHeld(context, settlement);
  const over = await overdrawn(context, latest(settlement));
  if (over.length > 0) throw refused(over);
  await tellSources(context, document, settlement);
}

/** Raised draws with their lines as they are after all that followed: what was received is no longer on its way. */
function latest({ raised, touched }: Settlement): Raised[] {
  const lines = new Map([...touched.values()].flatMap((one) => [...one.lines]));
  return raised.map((one) => ({ ...one, line: lines.get(one.line.line.id) ?? one.line }));
}

function refused(complaints: readonly Complaint[]): AppError {
  return new AppError("invalid", { message: complaints[0]?.message ?? "", complaints: [...complaints] });
}

async function settle(context: Context, document: SettledDocument, settlement: Settlement): Promise<void> {
  const { entity, id, record, before } = document;
  if (drawsOf(entity).length === 0) return;
  const wanted = record ? wantedDraws(entity, record) : [];
  // Draws follow from what is stored: what drew nothing as it was has none.
  const hasDrawn = before !== null && wantedDraws(entity, before).length > 0;
  if (wanted.length === 0 && !hasDrawn) return;
  const stored = before === null ? [] : await selectDraws(context.services.database.connection(), id);
  for (const group of changesBySource(context, document, wanted, stored)) await write(context, group, settlement);
}

/**
 * Settles documents that draw by their own figures: a note that was received counts no longer. The last that came in goes first: what it
 * gives back often concerns one that waits already, which then is settled once.
 */
async function settleWaiting(context: Context, settlement: Settlement): Promise<void> {
  for (let next = [...settlement.waiting].pop(); next; next = [...settlement.waiting].pop()) {
    const [id, entity] = next;
    settlement.waiting.delete(id);
    await settleByLines(context, { entity, id }, settlement);
  }
}

/**
 * A document whose lines were drawn on: what a line draws follows from it alone and from the state, so those that are held say all, and the
 * document is not read. Nothing is asked of storage where they draw on nothing.
 */
async function settleByLines(
  context: Context,
  { entity, id }: { entity: AnyEntity; id: string },
  settlement: Settlement,
): Promise<void> {
  const touched = [...settlement.touched.values()].filter(
    ({ source, rootId }) => rootId === id && source.entity.key === entity.key,
  );
  for (const { source, lines } of touched) {
    const declared = drawsOf(entity).filter(({ path }) => path === source.path);
    const own = [...lines.values()];
    const [first] = own;
    if (!first || !declared.some(({ draw }) => own.some(({ line }) => line[draw.on]))) continue;
    const record = headRecord(source, first);
    const at = own.map(({ line }) => ({ line, position: line.line_no }));
    const wanted = declared.flatMap((one) => wantedOf(one, record.state, at));
    const stored = await selectDraws(context.services.database.connection(), id);
    const those = stored.filter(({ targetLine }) => lines.has(targetLine));
    const document = { entity, id, record, before: record };
    for (const group of changesBySource(context, document, wanted, those)) await write(context, group, settlement);
  }
}

/** Writes what changed of held lines, those that change in the same columns by one statement. */
async function writeHeld(context: Context, { unwritten }: Settlement): Promise<void> {
  for (const { source, columns } of unwritten.values()) {
    const alike = new Map<string, { columns: string[]; changed: AnyLine[] }>();
    for (const [line, names] of columns) {
      const sorted = [...names].sort();
      const group = alike.get(sorted.join()) ?? { columns: sorted, changed: [] };
      group.changed.push(line);
      alike.set(sorted.join(), group);
    }
    for (const group of alike.values()) await writeLines(context, source, group);
  }
}

function nameOf({ entity, path }: Source): string {
  return `${entity.key} ${path}`;
}

/** Holds those of the lines that this settlement does not hold yet. @returns all of them by id, without those that are not there */
async function hold(
  context: Context,
  { held }: Settlement,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, SourceLine>> {
  const known = held.get(nameOf(source)) ?? new Map<string, SourceLine>();
  held.set(nameOf(source), known);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) for (const [id, line] of await holdSourceLines(context, source, unknown)) known.set(id, line);
  return new Map(
    ids.flatMap((id): [string, SourceLine][] => {
      const line = known.get(id);
      return line ? [[id, line]] : [];
    }),
  );
}

/** Notes columns of held lines that are to be written. */
function noteUnwritten(
  { unwritten }: Settlement,
  source: Source,
  { changed, columns }: { changed: readonly AnyLine[]; columns: readonly string[] },
): void {
  const known = unwritten.get(nameOf(source)) ?? { source, columns: new Map<AnyLine, Set<string>>() };
  unwritten.set(nameOf(source), known);
  for (const line of changed) known.columns.set(line, new Set([...(known.columns.get(line) ?? []), ...columns]));
}

/** What changes on the lines of one table. */
interface Group {
  source: Source;
  document: SettledDocument;
  /** Draws that are new or other than before. */
  added: { wanted: WantedDraw; before: LineDraw | null }[];
  gone: LineDraw[];
  /** Draws that stay, and whose document says something else of what has to agree. */
  reread: WantedDraw[];
}

function keyOf({ targetLine, sourceEntity, figure }: DrawKey): string {
  return `${targetLine} ${sourceEntity} ${figure}`;
}

/** What differs between the draws a document should have and those it has, by the table that is drawn on, always in the same order. */
function changesBySource(
  context: Context,
  document: SettledDocument,
  wanted: readonly WantedDraw[],
  stored: readonly LineDraw[],
): Group[] {
  const groups = new Map<string, Group>();
  const paths = new Map(drawsOf(document.entity).map((one) => [`${one.source} ${one.draw.into}`, one.sourcePath]));
  const groupOf = (key: string, path: string): Group => {
    const name = `${key} ${path}`;
    const entity = context.services.registry.entity(key);
    const group = groups.get(name) ?? { source: { entity, path }, document, added: [], gone: [], reread: [] };
    groups.set(name, group);
    return group;
  };
  const left = new Map(stored.map((draw) => [keyOf(draw), draw]));
  for (const one of wanted) {
    const key = keyOf({ targetLine: one.line.id, sourceEntity: one.source, figure: one.draw.into });
    const before = left.get(key) ?? null;
    left.delete(key);
    const group = groupOf(one.source, one.sourcePath);
    if (before?.sourceLine === one.on && decimal(before.quantity).eq(decimal(one.quantity))) {
      if (saysOther(document, one)) group.reread.push(one);
      continue;
    }
    group.added.push({ wanted: one, before });
    if (before) group.gone.push(before);
  }
  for (const draw of left.values()) {
    const path = paths.get(`${draw.sourceEntity} ${draw.figure}`);
    if (path === undefined)
      throw new Error(`"${draw.targetEntity}" no longer says what "${draw.figure}" is drawn from`);
    groupOf(draw.sourceEntity, path).gone.push(draw);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/** Whether what has to agree, or whose document it is, differs from before in the own line or head. */
function saysOther({ entity, record, before }: SettledDocument, { draw, path, line }: WantedDraw): boolean {
  if (!record || !before) return false;
  const old = rowWith(before, path, line.id)?.row;
  const names = [...Object.keys(draw.agree ?? {}), ...ownerColumn(entity)];
  return names.some((name) => {
    const isOfHead = name in entity.fields;
    const then = isOfHead ? fieldValue(before, name) : old ? fieldValue(old, name) : null;
    return then !== (isOfHead ? fieldValue(record, name) : fieldValue(line, name));
  });
}

/** The head column that says whose supplier's a document is. */
function ownerColumn({ access }: AnyEntity): string[] {
  return access.suppliers.kind === "own" && access.suppliers.column !== "id" ? [access.suppliers.column] : [];
}

function ownerOf(entity: AnyEntity, head: Readonly<Record<string, unknown>> | null): string | null {
  const [column] = ownerColumn(entity);
  const owner = column === undefined ? null : head?.[column];
  return typeof owner === "string" ? owner : null;
}

async function write(context: Context, group: Group, settlement: Settlement): Promise<void> {
  const { source, document, added, gone, reread } = group;
  const ids = [...added.map(({ wanted }) => wanted.on), ...gone.map((draw) => draw.sourceLine)];
  const all = [...new Set([...ids, ...reread.map(({ on }) => on)])];
  if (all.length === 0) return;
  const held = await hold(context, settlement, source, all);
  const complaints = [...added.map(({ wanted }) => wanted), ...reread].flatMap(
    (wanted) => disagreement(document, source.entity, wanted, held.get(wanted.on)) ?? [],
  );
  if (complaints.length > 0) throw refused(complaints);
  if (ids.length === 0) return;
  const connection = context.services.database.connection();
  await deleteDraws(connection, gone);
  const rows = added.flatMap(({ wanted }) => drawRow(context, document, wanted, held.get(wanted.on)) ?? []);
  await insertDraws(connection, rows, context.now.toISOString());
  const figures = [...new Set([...added.map(({ wanted }) => wanted.draw.into), ...gone.map((draw) => draw.figure)])];
  const isChanged = new Set(ids);
  const lines = [...held.values()].filter(({ line }) => isChanged.has(line.id)).map(({ line }) => line);
  const recounted = await recountLines(context, source, lines, figures.sort());
  noteUnwritten(settlement, source, recounted);
  for (const { wanted, before } of added) {
    const line = held.get(wanted.on);
    const had = before && before.sourceLine === wanted.on ? decimal(before.quantity) : decimal(0);
    // What another document draws anew because something was given back to it follows; whoever gives back is never refused.
    const isOwn = document.id === settlement.of;
    if (isOwn && line && decimal(wanted.quantity).gt(had)) settlement.raised.push({ source, wanted, line });
  }
  noteChanged(
    settlement,
    source,
    recounted.touched.flatMap((id) => held.get(id) ?? []),
  );
}

function drawRow(
  context: Context,
  document: SettledDocument,
  { source, line, on, draw, quantity, sourcePath }: WantedDraw,
  held: SourceLine | undefined,
): (LineDraw & { id: string }) | null {
  if (!held) return null;
  const entity = context.services.registry.entity(source);
  const figure: Field | undefined = linesAt(entity.lines, sourcePath)?.fields[draw.into];
  return {
    id: context.services.newId(),
    sourceEntity: source,
    sourceRoot: held.head.id,
    sourceLine: on,
    targetEntity: document.entity.key,
    targetRoot: document.id,
    targetLine: line.id,
    figure: draw.into,
    quantity,
    supplierId: ownerOf(entity, held.head) ?? ownerOf(document.entity, document.record),
    bySuppliers: figure?.options.drawn === "bySuppliers",
  };
}

/** Notes lines whose figures changed, and that their documents are to be looked at again where these draw themselves. */
function noteChanged(settlement: Settlement, source: Source, lines: readonly SourceLine[]): void {
  const { entity, path } = source;
  for (const one of lines) {
    const key = `${entity.key} ${path} ${one.head.id}`;
    const touched = settlement.touched.get(key) ?? { source, rootId: one.head.id, lines: new Map() };
    touched.lines.set(one.line.id, one);
    settlement.touched.set(key, touched);
  }
  if (drawsOf(entity).length === 0) return;
  for (const id of [...new Set(lines.map(({ head }) => head.id))].sort())
    if (!settlement.waiting.has(id)) settlement.waiting.set(id, entity);
}

/**
 * Why a line may not draw on another. A line of another supplier is not found, in the same words as one that does not exist, and
 * nothing is said of it.
 */
function disagreement(
  { entity, record }: SettledDocument,
  source: AnyEntity,
  { draw, path, line, position }: WantedDraw,
  there: SourceLine | undefined,
): Complaint | null {
  const fields = linesAt(entity.lines, path)?.fields ?? {};
  const on: Field | undefined = fields[draw.on];
  const at = (name: string) => `${path}.${position - 1}.${name}`;
  const [mine, theirs] = [ownerOf(entity, record), ownerOf(source, there?.head ?? null)];
  if (!there || !record || (mine !== null && theirs !== null && mine !== theirs))
    return { field: at(draw.on), message: `第${position}行找不到${on?.options.label ?? ""}，请重新选择` };
  for (const [mine, theirs] of Object.entries(draw.agree ?? {})) {
    const field: Field | undefined = fields[mine] ?? entity.fields[mine];
    const own = fieldValue(mine in fields ? line : record, mine);
    const other = theirs in there.line ? there.line[theirs] : there.head[theirs];
    if (JSON.stringify(own ?? null) !== JSON.stringify(other ?? null))
      return {
        field: mine in fields ? at(mine) : mine,
        message: `第${position}行的${field?.options.label ?? ""}与${on?.options.label ?? ""}不一致，请核对`,
      };
  }
  return null;
}

/** Each document that was drawn on has a line about it in its trail, and hears of it. */
async function tellSources(context: Context, document: SettledDocument, { touched }: Settlement): Promise<void> {
  const { registry } = context.services;
  for (const { source, rootId, lines } of touched.values()) {
    const [first] = lines.values();
    if (!first) continue;
    const by = document.record ?? document.before;
    const isOpen = document.entity.access.suppliers.kind !== "none";
    if (rootId !== document.id)
      await audit(context, source.entity, headRecord(source, first), {
        action: "draw",
        label: `${document.entity.label}${by ? titleOf(document.entity, by) : ""}：更新数量`,
        changes: [],
        reason: null,
        concealed: !isOpen,
      });
    await registry.server(source.entity.key).drawn?.({ context, rootId, lines: [...lines.values()] });
  }
}

/** The document of a line as the trail needs it: whose it is, and how it is called. */
function headRecord({ path }: Source, { head }: SourceLine): AnyRecord {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const own = Object.entries(head).filter((entry): entry is [string, AnyRecord[string]] => entry[0] !== path);
  return {
    ...Object.fromEntries(own),
    id: head.id,
    number: text(head.number),
    state: text(head.state) ?? "",
    previous_state: text(head.previous_state),
    version: 0,
    created_by: null,
    created_at: "",
    updated_by: null,
    updated_at: "",
  };
}
