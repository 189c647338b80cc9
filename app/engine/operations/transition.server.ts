import { z } from "zod";
import { dayOf } from "~/shared/calendar";
import { type Decision, holdCase, openCase, takeCourse } from "../approval/cases.server";
import { approvalOf } from "../approval/flow.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, LineInputs, Reveal, Rule, Value, Work } from "../entity";
import { APPROVAL_MOVES, CASE_FACTS } from "../entity/approval-moves";
import type { Screen } from "../entity/registry";
import type { Finding } from "../entity/server-hooks";
import { AppError } from "../errors";
import { claimFiles } from "../files/resolve.server";
import { settleTasks } from "../tasks/tasks.server";
import { disagreements } from "./agreement.server";
import { audit } from "./audit.server";
import { changesBetween } from "./changes.server";
import { computeRecord, ruleComplaints } from "./compute";
import { keepHandOfMove } from "./duties.server";
import { fieldsAsked, inputFields, readLineInput, readValues, reasonComplaints } from "./move-input.server";
import { workOn, writeAsked } from "./move-work.server";
import { type Move, movesOf, requireFit, requireMove } from "./moves.server";
import { findRecord, type Loaded } from "./records.server";
import { saved, stateLabel } from "./save.server";
import { requireAction, rowFilter, ruleFacts } from "./scope.server";
import { inTransaction, once, reading, revealing, type Saved } from "./transaction.server";
import { behindVeil } from "./veil.server";
import { updateRecord } from "./write.server";

export interface TransitionInput {
  entity: AnyEntity;
  screen?: Screen;
  id: string;
  name: string;
  /** The version the person was looking at; left out only by jobs. */
  version?: number;
  reason?: string;
  /** The reason names what suppliers that see the document must not read. */
  amongOurselves?: true;
  input?: Readonly<Record<string, unknown>>;
  /** Per line id, what was typed beside it. */
  lineInput?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  requestId?: string;
  /** A decision of another system about one of its steps; heard from the system alone. */
  outside?: { stepId: string; by: string };
}

async function findForMove(
  context: Context,
  { entity, id, screen }: { entity: AnyEntity; id: string; screen?: Screen },
  labels: boolean,
): Promise<Loaded> {
  const filters = requireAction(context, entity, "get", screen);
  return findRecord(context, entity, id, [...rowFilter(context, entity), ...filters], { labels });
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

/** What the checks of a move find on a record; whoever approves reads what the move that asks would be told. */
export async function findingsOf(
  context: Context,
  entity: AnyEntity,
  name: string,
  record: AnyRecord,
): Promise<Finding[]> {
  const hooks = context.services.registry.server(entity.key).transitions;
  const asking = approvalOf(entity)?.on;
  if (name === APPROVAL_MOVES.approve && asking !== undefined) {
    const found = (await hooks?.[asking]?.check?.(context, record)) ?? [];
    return found.map((one) => ({ ...one, level: one.level === "block" ? "block" : "note" }));
  }
  return (await hooks?.[name]?.check?.(context, record)) ?? [];
}

/**
 * Moves a document: checks right, state, version, guards and findings, runs the effects, stores and audits in one
 * transaction.
 * @throws AppError("forbidden" | "not_found" | "wrong_state" | "stale_record" | "own_rule" | "invalid" | "acknowledge")
 */
export async function applyTransition(context: Context, wanted: TransitionInput): Promise<Saved> {
  const { entity, name } = wanted;
  const asked = [name, entity.key, wanted.id, wanted.reason, wanted.input, wanted.lineInput];
  // Before the record is looked for: whoever may not make the move learns nothing about it.
  const move = requireMove(context, entity, name);
  return once(context, wanted.requestId, asked, async () => {
    const running = await holdCase(context, entity, wanted.id, move);
    const { record: before } = await findForMove(context, wanted, false);
    const acting = behindVeil(context, entity, before);
    requireFit(context, entity, before, name, move, wanted.version);
    const typed = await readTyped(context, entity, before, move, wanted);
    refuseByGuards(context, move, before, typed.input, typed.lineInput);
    const findings = await findingsOf(context, entity, name, before);
    requireAcknowledged(move, findings, typed.reason);
    const made = { reason: typed.reason, input: wanted.input ?? {}, lineInput: wanted.lineInput ?? {} };
    const decision = { move: name, reason: typed.reason, input: typed.input, ...outsideOf(context, wanted) };
    const course = await takeCourse(context, entity, before, running, { ...decision, made });
    const after = structuredClone(before);
    const reveals: Reveal[] = [];
    if (course.kind === "asks") after[CASE_FACTS.wanted] = true;
    else if (course.kind === "passes") await makeAtLast(context, entity, before, after, course, typed.reason, reveals);
    else await carryOut(acting, entity, name, move, workOn(context, entity, before, after, { ...typed, reveals }));
    // A supplier's transaction sees a part of the record and may write less of it: what is worked out stays as it was.
    if (!context.actor.supplierId) {
      computeRecord(entity, after);
      const broken = ruleComplaints(entity, after, ruleFacts(context));
      if (broken.length > 0) throw new AppError("invalid", { message: broken[0]?.message ?? "", complaints: broken });
    }
    const leading = course.kind === "passes" ? requiredMove(entity, course.move) : move;
    after.state = course.kind === "waits" ? before.state : targetState(leading, before, after);
    const lasting = await askAgain(acting, entity, { name, move: leading, before, after, reason: typed.reason });
    if (entity.stateSince && after.state !== before.state) after[entity.stateSince] = dayOf(context.now);
    await claimFiles(context, entity, before, after);
    await updateRecord(context, entity, before, after, rowFilter(context, entity));
    await keepHandOfMove(context, entity, move, { before, after, isFinal: course.kind !== "waits" });
    // The trail has the moment of every move; the day a state began is no news beside it.
    const changes = (await changesBetween(context, entity, before, after)).filter(
      ({ path }) => path !== entity.stateSince,
    );
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
      reason: typed.reason,
      // Why a warning was passed, and what was said about a document among ourselves, is the company's own business.
      internal: [move.acknowledge, move.asked, move.internal, wanted.amongOurselves].includes(true),
      concealed: move.internal ?? false,
    });
    const stored: AnyRecord = { ...after, version: before.version + 1 };
    if (after.state !== before.state) await settleTasks(acting, entity, before.id, after.state);
    if (course.kind === "asks") await openCase(context, entity, stored, course.plan);
    await context.services.registry
      .server(entity.key)
      .moved?.({ context: acting, move: name, reason: typed.reason, before, record: stored });
    const warnings = [...new Set([...findings, ...lasting].map((finding) => finding.text))];
    return revealing(saved(stored, warnings), reveals);
  });
}

interface Typed {
  reason: string | null;
  input: Record<string, Value>;
  lineInput: Map<string, Record<string, Value>>;
}

/** What was typed for a move, read and complete. @throws AppError("invalid" | "malformed") */
async function readTyped(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord,
  move: Move,
  given: Pick<TransitionInput, "reason" | "input" | "lineInput">,
): Promise<Typed> {
  const reason = given.reason?.trim() || null;
  const complaints = reasonComplaints(move, reason);
  const input = await readValues(
    context,
    fieldsAsked(context, entity, move, before),
    given.input ?? {},
    "",
    complaints,
    before,
  );
  const lineInput = await readLineInput(context, move, before, given.lineInput ?? {}, complaints);
  if (complaints.length === 0) {
    const own = Object.fromEntries((move.asks ?? []).map((name) => [name, input[name] ?? null]));
    const beside = [...lineInput].map(([line, row]) => ({
      fields: move.lineInput?.fields ?? {},
      row,
      path: `${move.lineInput?.lines}.${line}.`,
    }));
    const typed = [{ fields: inputFields(entity, move), row: input, path: "" }, ...beside];
    complaints.push(...(await disagreements(context, entity, { ...before, ...own }, typed)));
  }
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  return { reason, input, lineInput };
}

/** What a move does to its record. */
async function carryOut(context: Context, entity: AnyEntity, name: string, move: Move, work: Work): Promise<void> {
  writeAsked(move, work);
  move.effect?.(work);
  await context.services.registry.server(entity.key).transitions?.[name]?.effect?.(context, work);
}

const madeSchema = z.object({
  reason: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  lineInput: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Makes the move that asked for approval, now that all agreed, with what was typed for it then; it is checked anew. */
async function makeAtLast(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord,
  after: AnyRecord,
  course: { move: string; made: unknown },
  opinion: string | null,
  reveals: Reveal[],
): Promise<void> {
  const move = requiredMove(entity, course.move);
  const made = madeSchema.parse(course.made);
  const typed = await readTyped(context, entity, before, move, {
    ...made,
    reason: made.reason ?? (move.acknowledge ? (opinion ?? "审批通过") : ""),
  });
  refuseByGuards(context, move, before, typed.input, typed.lineInput);
  requireAcknowledged(move, await findingsOf(context, entity, course.move, before), typed.reason);
  await carryOut(context, entity, course.move, move, workOn(context, entity, before, after, { ...typed, reveals }));
}

/** What was judged once is judged again where the document comes back to where it counts, or asks for more. */
async function askAgain(
  context: Context,
  entity: AnyEntity,
  made: { name: string; move: Move; before: AnyRecord; after: AnyRecord; reason: string | null },
): Promise<Finding[]> {
  const { lasting } = context.services.registry.server(entity.key);
  const { name, move, before, after, reason } = made;
  if (!lasting?.in.includes(after.state) || Object.hasOwn(lasting.except, name)) return [];
  const more = lasting.grown(before, after);
  if (lasting.in.includes(before.state) && !more) return [];
  const findings = await lasting.check(context, after, more);
  requireAcknowledged(move, findings, reason);
  await lasting.passed?.(context, after, findings, (values) => Object.assign(after, values));
  return findings;
}

function requiredMove(entity: AnyEntity, name: string): Move {
  const move = movesOf(entity).find(([key]) => key === name)?.[1];
  if (!move) throw new Error(`"${entity.key}" has no move "${name}"`);
  return move;
}

/** Only the system speaks for another one. */
function outsideOf(context: Context, { outside }: TransitionInput): Pick<Decision, "outside"> {
  return outside && context.actor.kind === "system" ? { outside } : {};
}

function targetState(move: Move, before: AnyRecord, after: AnyRecord): string {
  const settled = move.settles?.find((one) => one.when(after));
  if (settled) return settled.to;
  if (move.to === "same") return before.state;
  if (move.to === "previous") return before.previous_state ?? before.state;
  return move.to;
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

/** Whether something was found that may be passed by saying why. */
export function asksForReason(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level !== "note");
}

/** A block stops whoever asks; a warning of an acknowledging move wants a reason, which stays on the audit row. */
function requireAcknowledged(move: Move, findings: readonly Finding[], reason: string | null): void {
  const blocks = findings.filter((finding) => finding.level === "block");
  if (blocks.length > 0) {
    const refusal = blocks.some(({ personal }) => personal) ? "own_rule" : "invalid";
    const texts = blocks.map(({ text }) => text);
    const [only] = texts;
    const message =
      texts.length === 1 && only !== undefined
        ? only
        : `存在以下限制：${texts.map((text, index) => `${index + 1}. ${text}`).join("；")}`;
    throw new AppError(refusal, { message, facts: { findings } });
  }
  if (move.acknowledge && asksForReason(findings) && !reason) {
    throw new AppError("acknowledge", {
      facts: { findings },
      complaints: [{ field: "reason", message: "存在检查提醒，请填写继续的原因" }],
    });
  }
}

/** One of many documents, and the version of it that the person saw; without one only where a call has no place for it. */
export interface ManyItem {
  id: string;
  version?: number;
}

type ManyWanted = Omit<TransitionInput, "id" | "version"> & { items: readonly ManyItem[]; whole?: boolean };

/** What became of a move on many documents. */
interface ManyMoved {
  done: Saved[];
  failed: { id: string; message: string }[];
}

/**
 * The same move on many documents, each in its own transaction: one that cannot be moved does not hold up the others.
 * @param wanted.items each with the version that the person saw; one that changed meanwhile is refused
 * @param wanted.requestId id of the whole batch: the same batch again does nothing twice
 * @param wanted.whole all of them in one transaction instead, or none
 * @returns what was done, and for the rest the reason in Chinese
 */
export async function applyToMany(context: Context, wanted: ManyWanted): Promise<ManyMoved> {
  if (wanted.whole) return applyToAll(context, wanted);
  const done: Saved[] = [];
  const failed: ManyMoved["failed"] = [];
  for (const item of wanted.items) {
    try {
      done.push(await applyTransition(context, oneOf(wanted, item)));
    } catch (error) {
      failed.push({ id: item.id, message: refusalOf(error) });
    }
  }
  return { done, failed };
}

/** The first that cannot be moved undoes what was done before it. */
async function applyToAll(context: Context, wanted: ManyWanted): Promise<ManyMoved> {
  let at = "";
  try {
    const done = await inTransaction(context, async () => {
      const moved: Saved[] = [];
      for (const item of wanted.items) {
        at = item.id;
        moved.push(await applyTransition(context, oneOf(wanted, item)));
      }
      return moved;
    });
    return { done, failed: [] };
  } catch (error) {
    const message = refusalOf(error);
    const others = "没有处理：有记录不能处理，全部撤回";
    return { done: [], failed: wanted.items.map(({ id }) => ({ id, message: id === at ? message : others })) };
  }
}

function oneOf({ items, requestId, whole, ...rest }: ManyWanted, item: ManyItem): TransitionInput {
  return {
    ...rest,
    ...item,
    ...(requestId === undefined ? {} : { requestId: `${requestId}:${item.id}` }),
  };
}

/** Why a document was refused; what is no refusal rises. */
function refusalOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  return error.complaints[0]?.message ?? error.message;
}
