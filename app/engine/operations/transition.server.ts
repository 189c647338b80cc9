import { dayOf } from "~/shared/calendar";
import { holds } from "../access/holds";
import { may, moveRight, needPermission } from "../access/permissions";
import type { Context } from "../context.server";
import type {
  AnyEntity,
  AnyLine,
  AnyRecord,
  AnyTransition,
  Complaint,
  Field,
  Fields,
  LineInputs,
  Reveal,
  Rule,
  Value,
  Work,
} from "../entity";
import { kindOf } from "../entity/kinds";
import { isBlank } from "../entity/kinds/kind";
import { LINE_STEP, lastOf, linesAt, type PlacedRow, rowsAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import type { Finding } from "../entity/server-hooks";
import { AppError } from "../errors";
import { audit } from "./audit.server";
import { changesBetween } from "./changes.server";
import { computeRecord, ruleComplaints } from "./compute";
import { missingFields } from "./input.server";
import { findRecord, type Loaded, linesOf } from "./records.server";
import { type ReferenceWish, resolveReferences } from "./references.server";
import { fieldDefaults, saved, stateLabel } from "./save.server";
import { factsOf, mayMove, requireAction, rowFilter, ruleFacts, seniorityRefusal } from "./scope.server";
import { once, reading, revealing, type Saved } from "./transaction.server";
import { updateRecord } from "./write.server";

export type Move = AnyTransition;

export interface TransitionInput {
  entity: AnyEntity;
  screen?: Screen;
  id: string;
  name: string;
  /** The version the person was looking at; left out only by jobs. */
  version?: number;
  reason?: string;
  input?: Readonly<Record<string, unknown>>;
  /** Per line id, what was typed beside it. */
  lineInput?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  requestId?: string;
}

/** A record, or the row of a list: what a move is judged by before it is made. */
type Judged = Readonly<Record<string, unknown>>;

const LONGEST_REASON = 500;

/** The moves of an entity by name. */
export function movesOf(entity: AnyEntity): [name: string, move: Move][] {
  return Object.entries<Move>(entity.transitions ?? {});
}

/** Moves this person may make on this record now, in the order of the definition: buttons, REST `actions`, checks. */
export function availableMoves(context: Context, entity: AnyEntity, record: AnyRecord): [name: string, move: Move][] {
  return movesOf(entity).filter(
    ([name, move]) =>
      isPossible(context, entity, name, move, record) && (move.offered?.when(record, ruleFacts(context)) ?? true),
  );
}

/** The same as far as the row of a list tells; moves that depend on more than the row holds are left out. */
export function movesOfRow(context: Context, entity: AnyEntity, row: Judged): [name: string, move: Move][] {
  return movesOf(entity).filter(([name, move]) => !move.offered && isPossible(context, entity, name, move, row));
}

function isPossible(context: Context, entity: AnyEntity, name: string, move: Move, record: Judged): boolean {
  return (
    move.from.includes(String(record.state)) &&
    mayMove(context, entity, name) &&
    seniorityRefusal(context, entity, record) === null &&
    !isBarred(context, move, record) &&
    lackingNeed(context, entity, name, move, record) === null
  );
}

/** Four eyes: the person stands in the way of its own move. */
function isBarred(context: Context, move: Move, record: Judged): boolean {
  const { id } = context.actor;
  const barred = move.notBy === undefined ? [] : typeof move.notBy === "string" ? [move.notBy] : move.notBy;
  return id !== null && barred.some((name) => record[name === "creator" ? "created_by" : name] === id);
}

/** The further right this record demands and the person does not have; null when there is none. */
function lackingNeed(context: Context, entity: AnyEntity, name: string, move: Move, record: Judged): string | null {
  if (context.actor.kind === "system") return null;
  for (const [need, { when }] of Object.entries(move.needs ?? {})) {
    const permission = needPermission(entity.key, name, need);
    if (holds(when, record, factsOf(context)) && !may(context.actor.permissions, `${permission}.edit`))
      return permission;
  }
  return null;
}

function requireMove(context: Context, entity: AnyEntity, name: string): Move {
  const move = movesOf(entity).find(([key]) => key === name)?.[1];
  if (!move) throw new AppError("not_found");
  if (!mayMove(context, entity, name)) {
    throw new AppError("forbidden", { values: { permission: moveRight(entity, name, move) } });
  }
  return move;
}

async function findForMove(
  context: Context,
  { entity, id, screen }: { entity: AnyEntity; id: string; screen?: Screen },
  labels: boolean,
): Promise<Loaded> {
  const filters = requireAction(context, entity, "get", screen);
  return findRecord(context, entity, id, [...rowFilter(context, entity), ...filters], { labels });
}

/** Refuses a move that the state, the version or the four-eyes rule forbids. */
function requireFit(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  name: string,
  move: Move,
  version: number | undefined,
): void {
  if (!move.from.includes(record.state)) {
    throw new AppError("wrong_state", {
      message: `单据当前为「${stateLabel(entity, record.state)}」，不能${move.label}`,
    });
  }
  if (move.offered && !move.offered.when(record, ruleFacts(context))) {
    throw new AppError("wrong_state", { message: move.offered.otherwise });
  }
  const above = seniorityRefusal(context, entity, record);
  if (above) throw new AppError("own_rule", { message: above });
  if (isBarred(context, move, record))
    throw new AppError("own_rule", move.notByRefusal ? { message: move.notByRefusal } : {});
  const lacking = lackingNeed(context, entity, name, move, record);
  if (lacking) throw new AppError("forbidden", { values: { permission: `${lacking}.edit` } });
  if (version !== undefined && version !== record.version) {
    throw new AppError("stale_record", { facts: { version: record.version, differences: [] } });
  }
}

/** What the page of a move needs: the record, whether it can be made now, and what the checks find. */
export async function prepareTransition(
  context: Context,
  wanted: { entity: AnyEntity; screen?: Screen; id: string; name: string },
): Promise<Loaded & { move: Move; findings: Finding[] }> {
  return reading(context, async () => {
    const loaded = await findForMove(context, wanted, true);
    const move = requireMove(context, wanted.entity, wanted.name);
    requireFit(context, wanted.entity, loaded.record, wanted.name, move, undefined);
    return { ...loaded, move, findings: await findingsOf(context, wanted.entity, wanted.name, loaded.record) };
  });
}

/** What the checks of a move find on a record. */
export async function findingsOf(
  context: Context,
  entity: AnyEntity,
  name: string,
  record: AnyRecord,
): Promise<Finding[]> {
  return (await context.services.registry.server(entity.key).transitions?.[name]?.check?.(context, record)) ?? [];
}

/**
 * Moves a document: checks right, state, version, guards and findings, runs the effects, stores and audits in one
 * transaction.
 * @throws AppError("forbidden" | "not_found" | "wrong_state" | "stale_record" | "own_rule" | "invalid" | "acknowledge")
 */
export async function applyTransition(context: Context, wanted: TransitionInput): Promise<Saved> {
  const { entity, name } = wanted;
  const asked = [name, entity.key, wanted.id, wanted.reason, wanted.input, wanted.lineInput];
  return once(context, wanted.requestId, asked, async () => {
    const { record: before } = await findForMove(context, wanted, false);
    const move = requireMove(context, entity, name);
    requireFit(context, entity, before, name, move, wanted.version);
    const reason = wanted.reason?.trim() || null;
    const complaints = reasonComplaints(move, reason);
    const input = await readValues(context, inputFields(entity, move), wanted.input ?? {}, "", complaints, before);
    const lineInput = await readLineInput(context, move, before, wanted.lineInput ?? {}, complaints);
    if (complaints.length > 0) throw new AppError("invalid", { complaints });
    refuseByGuards(context, move, before, input, lineInput);
    const findings = await findingsOf(context, entity, name, before);
    requireAcknowledged(move, findings, reason);
    const after = structuredClone(before);
    const reveals: Reveal[] = [];
    const work = workOn(context, entity, before, after, { input, lineInput, reason, reveals });
    writeAsked(move, work);
    move.effect?.(work);
    await context.services.registry.server(entity.key).transitions?.[name]?.effect?.(context, work);
    // A supplier's transaction sees a part of the record and may write less of it: what is worked out stays as it was.
    if (!context.actor.supplierId) {
      computeRecord(entity, after);
      const broken = ruleComplaints(entity, after, ruleFacts(context));
      if (broken.length > 0) throw new AppError("invalid", { message: broken[0]?.message ?? "", complaints: broken });
    }
    after.state = targetState(move, before, after);
    await updateRecord(context, entity, before, after, rowFilter(context, entity));
    const changes = await changesBetween(context, entity, before, after);
    const state = {
      path: "state",
      label: "状态",
      from: before.state,
      to: after.state,
      fromText: stateLabel(entity, before.state),
      toText: stateLabel(entity, after.state),
    };
    await audit(context, entity, after, {
      action: name,
      label: move.label,
      changes: before.state === after.state ? changes : [state, ...changes],
      reason,
      // Why a warning was passed is the company's own business.
      internal: move.acknowledge ?? false,
    });
    const warnings = findings.map((finding) => finding.text);
    return revealing(saved({ ...after, version: before.version + 1 }, warnings), reveals);
  });
}

/** Everything a move asks for: its own input and fields of the record. */
export function inputFields(entity: AnyEntity, move: Move): Fields {
  return { ...Object.fromEntries((move.asks ?? []).map((name) => [name, entity.fields[name]])), ...move.input };
}

/** Values asked for as fields of the record or of its lines are written by the engine. */
function writeAsked(move: Move, work: Work): void {
  if (move.asks) work.set(Object.fromEntries(move.asks.map((name) => [name, work.input[name] ?? null])));
  if (!move.lineInput?.write) return;
  for (const [id, values] of work.lineInput) work.setLine(move.lineInput.lines, id, values);
}

function targetState(move: Move, before: AnyRecord, after: AnyRecord): string {
  const settled = move.settles?.find((one) => one.when(after));
  if (settled) return settled.to;
  if (move.to === "same") return before.state;
  if (move.to === "previous") return before.previous_state ?? before.state;
  return move.to;
}

function reasonComplaints(move: Move, reason: string | null): Complaint[] {
  const label = move.reasonLabel ?? "原因";
  if (move.reason === "required" && !reason)
    return [{ field: "reason", message: move.reasonLength?.complaint ?? `请填写${label}` }];
  const { reasonLength } = move;
  if (reasonLength && reason) {
    const length = [...reason].length;
    if (length < reasonLength.least || length > reasonLength.most)
      return [{ field: "reason", message: reasonLength.complaint }];
  }
  const read = kindOf({ kind: "longText" }).read(reason, { label, maxLength: LONGEST_REASON });
  return "complaint" in read ? [{ field: "reason", message: read.complaint }] : [];
}

function refuseByGuards(
  context: Context,
  move: Move,
  record: AnyRecord,
  input: Readonly<Record<string, Value>>,
  lines: LineInputs,
): void {
  const guards: readonly Rule<AnyRecord>[] =
    move.guard === undefined ? [] : typeof move.guard === "function" ? [move.guard] : move.guard;
  const complaints = guards.flatMap((guard) => guard(record, input, lines, ruleFacts(context)) ?? []);
  if (complaints.length > 0) throw new AppError("invalid", { message: complaints[0]?.message ?? "", complaints });
}

/** A block stops whoever asks; a warning of an acknowledging move wants a reason, which stays on the audit row. */
function requireAcknowledged(move: Move, findings: readonly Finding[], reason: string | null): void {
  const blocks = findings.filter((finding) => finding.level === "block");
  if (blocks.length > 0) {
    throw new AppError("invalid", { message: blocks.map((block) => block.text).join("；"), facts: { findings } });
  }
  if (move.acknowledge && findings.length > 0 && !reason) {
    throw new AppError("acknowledge", {
      facts: { findings },
      complaints: [{ field: "reason", message: "存在检查提醒，请填写继续的原因" }],
    });
  }
}

async function readValues(
  context: Context,
  fields: Fields,
  raw: Readonly<Record<string, unknown>>,
  path: string,
  complaints: Complaint[],
  row: AnyRecord | AnyLine,
): Promise<Record<string, Value>> {
  const values: Record<string, Value> = {};
  const wishes: ReferenceWish[] = [];
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(fields, name))
      throw new AppError("malformed", { message: `参数格式不正确：不存在字段「${name}」` });
  }
  for (const [name, field] of Object.entries<Field>(fields)) {
    const typed = raw[name];
    if (field.kind === "reference" && typeof typed === "string" && typed.trim() !== "") {
      wishes.push({ field, name, path: path + name, typed, into: values });
      continue;
    }
    const read = kindOf(field).read(typed, field.options, dayOf(context.now));
    if ("complaint" in read) complaints.push({ field: path + name, message: read.complaint });
    else values[name] = read.value;
  }
  complaints.push(...(await resolveReferences(context, wishes)));
  const faulty = new Set(complaints.map((complaint) => complaint.field));
  complaints.push(
    ...missingFields(fields, { ...row, ...emptied(fields), ...values }, (name) => path + name, factsOf(context)).filter(
      (complaint) => !faulty.has(complaint.field),
    ),
  );
  return values;
}

/** What is asked for counts as typed, also when it was left empty. */
function emptied(fields: Fields): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}

async function readLineInput(
  context: Context,
  move: Move,
  record: AnyRecord,
  raw: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  complaints: Complaint[],
): Promise<Map<string, Record<string, Value>>> {
  const values = new Map<string, Record<string, Value>>();
  if (!move.lineInput) {
    if (Object.keys(raw).length > 0) throw new AppError("malformed");
    return values;
  }
  const rows = askedRows(context, move, record);
  const spare = spareRows(move, rows);
  const known = new Set([...rows, ...spare].map(({ id }) => id));
  // A line of another document is refused, not skipped: it can only come from a tampered form.
  if (Object.keys(raw).some((id) => !known.has(id))) throw new AppError("malformed");
  const read = (row: AnyLine, typed: Readonly<Record<string, unknown>>) =>
    readValues(context, move.lineInput?.fields ?? {}, typed, `${move.lineInput?.lines}.${row.id}.`, complaints, row);
  for (const { row } of rows) values.set(row.id, await read(row, raw[row.id] ?? currentTyped(move, row)));
  for (const parent of spare) {
    const typed = raw[parent.id];
    if (typed && Object.values(typed).some((value) => !isBlank(value)))
      values.set(parent.id, await read(parent, typed));
  }
  return values;
}

/** Rows a move asks about: those of its table that its condition names. */
export function askedRows(context: Context, move: Move, record: AnyRecord): (PlacedRow & { id: string })[] {
  const { lineInput } = move;
  if (!lineInput) return [];
  return rowsAt(record, lineInput.lines)
    .filter(({ row, parent }) => !lineInput.where || holds(lineInput.where, { ...parent, ...row }, factsOf(context)))
    .map((placed) => ({ ...placed, id: placed.row.id }));
}

/** Lines that may be split by one more row: those that have a row asked about. */
export function spareRows(move: Move, rows: readonly PlacedRow[]): AnyLine[] {
  if (!move.lineInput?.spare) return [];
  return [...new Set(rows.flatMap(({ parent }) => parent ?? []))];
}

/** A line that was not sent keeps what it has. */
function currentTyped(move: Move, row: AnyLine): Record<string, unknown> {
  return Object.fromEntries(Object.keys(move.lineInput?.fields ?? {}).map((name) => [name, lineDefault(name, row)]));
}

/** What stands beside a line before anybody typed: its own value of that name. */
export function lineDefault(name: string, row: AnyLine): Value {
  const value: unknown = row[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function workOn(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord,
  after: AnyRecord,
  {
    reveals,
    ...given
  }: {
    input: Record<string, Value>;
    lineInput: Map<string, Record<string, Value>>;
    reason: string | null;
    reveals: Reveal[];
  },
): Work {
  return {
    record: before,
    ...given,
    reveal: (secret) => {
      reveals.push(secret);
    },
    now: context.now.toISOString(),
    today: dayOf(context.now),
    actor: { id: context.actor.id, name: context.actor.name, supplierId: context.actor.supplierId },
    set: (values) => {
      Object.assign(after, values);
    },
    setLine: (lines, id, values) => {
      const found = rowsAt(after, lines).find(({ row }) => row.id === id);
      if (!found) throw new Error(`The effect changes a line that ${lines} does not have`);
      Object.assign(found.row, values);
    },
    append: (lines, values, parentId) => {
      const owner = ownerOf(after, lines, parentId);
      const name = lastOf(lines);
      const rows = linesOf(owner, name);
      const last = rows.reduce((most, row) => Math.max(most, row.line_no), 0);
      const defaults = fieldDefaults(context, linesAt(entity.lines, lines)?.fields ?? {});
      owner[name] = [...rows, { ...defaults, ...values, id: context.services.newId(), line_no: last + LINE_STEP }];
    },
    drop: (lines, id) => {
      const parent = rowsAt(after, lines).find(({ row }) => row.id === id)?.parent;
      const owner = parent ?? after;
      const name = lastOf(lines);
      owner[name] = linesOf(owner, name).filter((row) => row.id !== id);
    },
  };
}

/** The record, or the line above, that a new row belongs to. */
function ownerOf(record: AnyRecord, lines: string, parentId: string | undefined): AnyRecord | AnyLine {
  const above = lines.split(".").slice(0, -1).join(".");
  if (above === "") return record;
  const owner = rowsAt(record, above).find(({ row }) => row.id === parentId)?.row;
  if (!owner) throw new Error(`The effect appends to ${lines} without the line it belongs to`);
  return owner;
}

/** Why this person cannot make the move on the record as it stands, in Chinese; null when nothing stands in the way. */
export function moveRefusal(context: Context, entity: AnyEntity, record: AnyRecord, name: string): string | null {
  const move = requireMove(context, entity, name);
  try {
    requireFit(context, entity, record, name, move, undefined);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** What is wrong with the reason and the values typed for a move, whatever record it is made on. */
export async function askedComplaints(
  context: Context,
  entity: AnyEntity,
  name: string,
  typed: { reason: string; input: Readonly<Record<string, unknown>> },
): Promise<Complaint[]> {
  const move = requireMove(context, entity, name);
  const complaints = reasonComplaints(move, typed.reason.trim() || null);
  await readValues(context, inputFields(entity, move), typed.input, "", complaints, { id: "", line_no: 0 });
  return complaints;
}

/**
 * The same move on many documents, each in its own transaction: one that cannot be moved does not hold up the others.
 * @param wanted.versions the version of each document that the person saw; one that changed meanwhile is refused
 * @param wanted.requestId id of the whole batch: the same batch again does nothing twice
 * @returns what was done, and for the rest the reason in Chinese
 */
export async function applyToMany(
  context: Context,
  wanted: Omit<TransitionInput, "id" | "version"> & { ids: readonly string[]; versions?: ReadonlyMap<string, number> },
): Promise<{ done: Saved[]; failed: { id: string; message: string }[] }> {
  const { ids, versions, requestId, ...rest } = wanted;
  const done: Saved[] = [];
  const failed: { id: string; message: string }[] = [];
  for (const id of ids) {
    const version = versions?.get(id);
    try {
      done.push(
        await applyTransition(context, {
          ...rest,
          id,
          ...(version === undefined ? {} : { version }),
          ...(requestId === undefined ? {} : { requestId: `${requestId}:${id}` }),
        }),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ id, message: error.complaints[0]?.message ?? error.message });
    }
  }
  return { done, failed };
}
