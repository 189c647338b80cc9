import { countRows } from "~/data/store.server";
import { type Condition, columnsOf } from "~/shared/condition";
import type { Context } from "../context.server";
import { settleDraws } from "../draws/settle.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Field, Lines, LinesMap, Reveal } from "../entity";
import { isAnonymous } from "../entity/anonymity";
import { LINE_STEP } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { claimFiles } from "../files/resolve.server";
import { numberBy } from "../numbering/numbers.server";
import { anonymousContext, makeAnonymous } from "./anonymity.server";
import { audit, noteEach } from "./audit.server";
import { changesBetween } from "./changes.server";
import { completeAndCheck } from "./complete.server";
import { computeDraft } from "./compute";
import { keepHand } from "./duties.server";
import { fillFrom, fillLines } from "./fill-from.server";
import { withoutGoneRows } from "./gone-rows";
import { blankRecord, fieldDefaults } from "./initial-values.server";
import { hasFixedRows, type LineInput, type RawInput, type ReadInput, readInput } from "./input.server";
import { integrationComplaints } from "./integration-fields.server";
import { judgeAgain, refuseBlocks } from "./lasting.server";
import { concealing, type PartSeen, partSeen, withUnseen } from "./line-scope.server";
import { type Loaded, linesOf, openRecord } from "./records.server";
import { factsOf, mayOnScreen, requireAction, rowFilter, seniorityRefusal } from "./scope.server";
import { onceOn, reading, revealing, type Saved } from "./transaction.server";
import { refuseOverUnsent } from "./unsent.server";
import { watchOwn } from "./watch.server";
import { insertHeads, insertRecord, updateRecord } from "./write.server";

export interface CreateInput {
  screen: Screen;
  values: RawInput;
  requestId?: string;
}

export interface UpdateInput extends CreateInput {
  id: string;
  /** The version the person was looking at. */
  version: number;
}

/**
 * Makes a record: reads, checks, numbers, stores and audits it in one transaction.
 * @throws AppError("forbidden" | "malformed" | "invalid" | "duplicate")
 */
export async function createRecord(context: Context, input: CreateInput): Promise<Saved> {
  const { screen } = input;
  const { entity } = screen;
  const filters = requireAction(context, entity, "add", screen);
  // Not even by the system: rows of a journal are posted.
  if (entity.journal) throw new AppError("forbidden", { values: { permission: `${screen.key}.add` } });
  const asked = ["create", screen.key, input.values];
  const work = async (): Promise<Saved> => {
    const read = await readInput(context, entity, input.values, null);
    const record: AnyRecord = { ...blankRecord(context, screen), ...read.values };
    mergeLines(context, entity.lines, record, read.lines);
    await completeAndCheck(context, { entity, record, before: null, complaints: read.complaints });
    makeAnonymous(context, entity, record);
    for (const [name, field] of Object.entries<Field>(entity.fields)) {
      if (field.options.numbering)
        record[name] = await numberBy(context, {
          rule: field.options.numbering,
          entity,
          record,
          docType: `${entity.key}.${name}`,
        });
    }
    if (screen.number) record.number = await numberBy(context, { rule: screen.number, entity, record });
    await claimFiles(context, entity, null, record);
    await insertRecord(context, entity, record);
    await staysInView(context, screen, record.id, filters);
    await settleDraws(context, { entity, id: record.id, record, before: null });
    const reveals = await afterStoring(context, entity, record, null);
    // What is not ticked was not given.
    const given = (await changesBetween(context, entity, null, record)).filter((change) => change.to !== false);
    await audit(context, entity, record, { action: "create", label: "新建", changes: given, reason: null });
    // Whoever watches is named to others, and gets messages that are listed.
    if (entity.kind === "document" && !isAnonymous(entity, record)) await watchOwn(context, entity, record.id);
    return revealing(saved(record, await findingTexts(context, entity, record)), reveals);
  };
  return onceOn(context, entity, { requestId: input.requestId, asked, work });
}

/** What is wrong with a record that somebody is about to make, as making it would say; nothing is written. */
export async function complaintsOfNew(
  context: Context,
  { screen, values }: CreateInput,
): Promise<readonly Complaint[]> {
  const { entity } = screen;
  try {
    requireAction(context, entity, "add", screen);
    const read = await readInput(context, entity, values, null);
    const record: AnyRecord = { ...blankRecord(context, screen), ...read.values };
    mergeLines(context, entity.lines, record, read.lines);
    await completeAndCheck(context, { entity, record, before: null, complaints: read.complaints });
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== "invalid") throw error;
    return error.complaints;
  }
}

/**
 * Makes records whose values the program knows already, as what stands beside rows that were just posted: nothing is read from anybody,
 * checked or worked out, and in few statements however many they are. Inside the caller's transaction.
 * @param given values of each by field, already of the entity's kinds; of what is numbered its number, of a document its state if it is not the first
 */
export async function createGiven(
  context: Context,
  screen: Screen,
  given: readonly Screen["initial"][],
): Promise<void> {
  const { entity } = screen;
  requireAction(context, entity, "add", screen);
  if (entity.journal || (entity.number && given.some(({ number }) => typeof number !== "string")))
    throw new Error(`"${entity.key}" is numbered or posted, not given`);
  if (given.length === 0) return;
  const records = given.map(({ number, state, ...initial }) => ({
    ...blankRecord(context, { ...screen, initial }),
    ...(typeof number === "string" ? { number } : {}),
    ...(typeof state === "string" ? { state } : {}),
  }));
  await insertHeads(context, entity, records);
  await noteEach(
    context,
    entity,
    records.map((record) => ({ record, entry: { action: "create", label: "新建", changes: [], reason: null } })),
  );
}

/**
 * Refuses a row that a narrower view would have made, or changed, so that the view no longer shows it: whoever works there writes
 * nothing for elsewhere. Asked of the database once the row is written, because a view may look at other tables; transitions go where they lead.
 */
async function staysInView(context: Context, screen: Screen, id: string, filters: readonly Condition[]): Promise<void> {
  if (filters.length === 0) return;
  const own: Condition = { op: "eq", column: "id", value: id };
  const { count } = await countRows(context.services.database.connection(), {
    table: screen.table,
    where: [own, ...filters],
    facts: factsOf(context),
  });
  if (count > 0) return;
  const { entity, label } = screen;
  const columns = new Set(filters.flatMap(columnsOf));
  const named = [...columns].filter((name) => name in entity.fields);
  const message = `不属于“${label}”的范围，请重新填写`;
  const complaints = (named.length > 0 ? named : [""]).map((field) => ({ field, message }));
  throw new AppError("invalid", { complaints });
}

/** What belongs to a row elsewhere, written once it is there. */
async function afterStoring(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  before: AnyRecord | null,
): Promise<Reveal[]> {
  const reveals: Reveal[] = [];
  await context.services.registry.server(entity.key).stored?.({
    context: anonymousContext(context, entity, record),
    record,
    before,
    reveal: (secret) => {
      reveals.push(secret);
    },
  });
  return reveals;
}

/**
 * The record as it would be with what is typed now, its computed values included as far as they can be worked out. Nothing is
 * checked but the right to write; what cannot be read counts as empty.
 * @throws AppError("malformed") for names the definition does not have or this person may not write
 */
export async function draftRecord(
  context: Context,
  screen: Screen,
  typed: RawInput,
  before: AnyRecord | null,
): Promise<AnyRecord> {
  const { entity } = screen;
  return reading(context, async () => {
    const read = await readInput(context, entity, typed, before);
    const record: AnyRecord = { ...(before ? structuredClone(before) : blankRecord(context, screen)), ...read.values };
    mergeLines(context, entity.lines, record, read.lines);
    for (const { field } of read.complaints) empty(record, field.split("."));
    await fillFrom(context, entity.fields, entity.fillFrom ?? {}, [record]);
    await fillLines(context, entity.lines, record);
    computeDraft(entity, record, factsOf(context));
    context.services.registry.server(entity.key).whileTyping?.(record);
    return record;
  });
}

/** Takes away the stored value of a field in whose place something unreadable was typed. */
function empty(row: AnyRecord | AnyLine, [name = "", position, ...rest]: readonly string[]): void {
  if (position === undefined) {
    row[name] = null;
    return;
  }
  const below = linesOf(row, name)[Number(position)];
  if (below) empty(below, rest);
}

/**
 * Changes a record that is still at the version the person saw. What was not sent stays as it is.
 * @throws AppError("forbidden" | "not_found" | "wrong_state" | "malformed" | "invalid" | "duplicate" | "stale_record")
 */
export async function updateRecordBy(context: Context, input: UpdateInput): Promise<Saved> {
  const { screen } = input;
  const { entity } = screen;
  const filters = requireAction(context, entity, "edit", screen);
  const asked = ["update", entity.key, input.id, input.values];
  const work = async (): Promise<Saved> => {
    const wanted = { labels: false, rows: "all" } as const;
    const { record: before } = await openRecord(context, { entity, id: input.id, screen, wanted });
    if (!isEditable(entity, before)) throw notEditable(entity, before);
    const above = seniorityRefusal(context, entity, before);
    if (above) throw new AppError("own_rule", { message: above });
    if (before.version !== input.version) throw await staleError(context, entity, before, input.values);
    const written = await writtenOver(context, entity, before, input.values);
    const { record } = written;
    const kept = integrationComplaints(context, entity, before, written.values);
    await concealing(entity, written, () =>
      completeAndCheck(context, { entity, record, before, complaints: [...written.complaints, ...kept] }),
    );
    const typed = await changesBetween(context, entity, before, record);
    const warnings = await findingTexts(context, entity, record);
    if (typed.length === 0) return saved(before, warnings);
    refuseOverUnsent(entity, before, typed);
    const lasting = await judgeAgain(context, entity, { name: null, before, after: record, accept: refuseBlocks });
    warnings.push(...lasting.map(({ text }) => text).filter((text) => !warnings.includes(text)));
    const changes = lasting.length > 0 ? await changesBetween(context, entity, before, record) : typed;
    await claimFiles(context, entity, before, record);
    await updateRecord(context, {
      entity,
      before,
      after: record,
      filters: [...rowFilter(context, entity), ...filters],
    });
    await keepHand(context, entity, record.id);
    await staysInView(context, screen, record.id, filters);
    await concealing(entity, written, () => settleDraws(context, { entity, id: record.id, record, before }));
    const reveals = await afterStoring(context, entity, record, before);
    await audit(context, entity, record, { action: "update", label: "修改", changes, reason: null });
    return revealing(saved({ ...record, version: before.version + 1 }, warnings), reveals);
  };
  return onceOn(context, entity, { requestId: input.requestId, asked, work });
}

/**
 * A record as a person writes it: its rows in the place of those it sees, and behind them the rows that it does not, as they were.
 * @param before the record with all its rows
 * @throws AppError("malformed") for names the definition does not have or this person may not write, and for rows it does not see
 */
export async function writtenOver(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord,
  typed: RawInput,
): Promise<{ record: AnyRecord; part: PartSeen; values: ReadInput["values"]; complaints: Complaint[] }> {
  const part = partSeen(context, entity, before);
  const read = await readInput(context, entity, typed, part.record);
  const record: AnyRecord = { ...structuredClone(part.record), ...read.values };
  mergeLines(context, entity.lines, record, read.lines);
  const many = withUnseen(entity, record, { part, sent: Object.keys(read.lines) });
  return { record, part, values: read.values, complaints: [...read.complaints, ...many] };
}

/** True while the edit form of the record is open. */
export function isEditable(entity: AnyEntity, record: AnyRecord): boolean {
  if (entity.kind === "log") return false;
  if (!entity.states) return true;
  const states: readonly string[] = entity.editIn ?? Object.keys(entity.states).slice(0, 1);
  return states.includes(record.state);
}

/** What is thrown where a form is opened or sent that is not open. */
export function notEditable(entity: AnyEntity, { state }: AnyRecord): AppError {
  const usual = `单据当前为「${stateLabel(entity, state)}」，不能修改`;
  return new AppError("wrong_state", { message: entity.notEditable?.[state] ?? usual });
}

export function stateLabel(entity: AnyEntity, state: string): string {
  return entity.states?.[state] ?? state;
}

/** Whether this person may open the edit form of this record on this screen. */
export function mayEdit(context: Context, screen: Screen, record: AnyRecord): boolean {
  const { entity } = screen;
  return (
    mayOnScreen(context, screen, "edit") &&
    isEditable(entity, record) &&
    seniorityRefusal(context, entity, record) === null
  );
}

export function saved(record: AnyRecord, warnings: string[]): Saved {
  return { id: record.id, number: record.number, version: record.version, state: record.state || null, warnings };
}

/** Puts the sent rows in the place of the stored ones: same id stays the same row, others are new or gone. */
export function mergeLines(
  context: Context,
  map: LinesMap,
  record: AnyRecord | AnyLine,
  sent: Readonly<Record<string, LineInput[]>>,
): void {
  for (const [name, lines] of Object.entries<Lines>(map)) {
    const rows = sent[name];
    const old = new Map(linesOf(record, name).map((row) => [row.id, row]));
    if (!rows) {
      if (!Array.isArray(record[name])) record[name] = [];
      continue;
    }
    if (hasFixedRows(lines) && old.size > 0) {
      for (const { id, values, lines: below } of rows) {
        const known = old.get(id ?? "");
        if (!known) continue;
        Object.assign(known, values);
        mergeLines(context, lines.lines, known, below);
      }
      continue;
    }
    record[name] = rows.map((row, position) => {
      const known = row.id ? old.get(row.id) : undefined;
      const line: AnyLine = {
        ...(known ?? fieldDefaults(context, lines.fields)),
        ...row.values,
        id: known?.id ?? context.services.newId(),
        line_no: (position + 1) * LINE_STEP,
      };
      mergeLines(context, lines.lines, line, row.lines);
      return line;
    });
  }
}

async function findingTexts(context: Context, entity: AnyEntity, record: AnyRecord): Promise<string[]> {
  const hook = context.services.registry.server(entity.key).afterSave;
  return hook ? (await hook(context, record)).map((finding) => finding.text) : [];
}

/** Both versions side by side: what the person typed and what somebody else saved meanwhile. */
export async function staleError(
  context: Context,
  entity: AnyEntity,
  whole: AnyRecord,
  typed: RawInput,
): Promise<AppError> {
  const { record: current } = partSeen(context, entity, whole);
  const { typed: there, gone } = withoutGoneRows(entity.lines, typed, current);
  const read = await readInput(context, entity, there, current);
  const mine: AnyRecord = { ...structuredClone(current), ...read.values };
  mergeLines(context, entity.lines, mine, read.lines);
  await fillLines(context, entity.lines, mine);
  computeDraft(entity, mine, factsOf(context));
  const changes = await changesBetween(context, entity, current, mine);
  return new AppError("stale_record", {
    facts: {
      version: current.version,
      differences: [
        ...gone.map(({ label }) => ({ label, theirs: "已删除", yours: "保留" })),
        ...changes.map((change) => ({ label: change.label, theirs: change.fromText, yours: change.toText })),
      ],
    },
  });
}

/** A record for a form or page; a supplier's read stands behind the lock of the database. */
export async function readRecord(context: Context, screen: Screen, id: string): Promise<Loaded> {
  return reading(context, () => openRecord(context, { entity: screen.entity, id, screen }));
}
