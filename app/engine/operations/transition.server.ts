import { z } from "zod";
import { dayOf } from "~/shared/calendar";
import { holdCase, takeCourse } from "../approval/cases.server";
import type { Decision } from "../approval/course";
import { approvalOf } from "../approval/flow.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint, LineInputs, Reveal, Rule, Value, Work } from "../entity";
import { APPROVAL_TRANSITIONS, CASE_FACTS } from "../entity/approval-transitions";
import { decisionOf } from "../entity/duties";
import type { Keyed, TransitionOf } from "../entity/entity-map";
import type { Screen } from "../entity/registry";
import { sealMark } from "../entity/sealed";
import type { Finding } from "../entity/server-hooks";
import { AppError } from "../errors";
import { openSealed } from "../sealing-fields/open.server";
import { misfits } from "./agreement.server";
import { anonymousContext } from "./anonymity.server";
import { computeRecord, overflowComplaints, ruleComplaints } from "./compute";
import { judgeAgain, passedBy, requireAcknowledged } from "./lasting.server";
import { concealing, partSeen } from "./line-scope.server";
import { findRecord, findRecords, type Loaded } from "./records.server";
import { requireAction, rowFilter, ruleFacts } from "./scope.server";
import { inTransaction, onceOn, reading, type Saved } from "./transaction.server";
import {
  fieldsAsked,
  inputFields,
  inputOfEach,
  readLineInput,
  readValues,
  reasonComplaints,
} from "./transition-input.server";
import { keepTransitions, type Made } from "./transition-kept.server";
import { workOn, writeAsked } from "./transition-work.server";
import { requireFit, requireTransition, type TransitionOption, transitionsOf } from "./transitions.server";

export interface TransitionInput<K extends string = string> {
  entity: Keyed<K>;
  screen?: Screen;
  id: string;
  name: TransitionOf<K>;
  /** The version the person was looking at; left out only by jobs. */
  version?: number;
  reason?: string;
  /** The reason names what suppliers that see the document must not read. */
  amongOurselves?: true;
  input?: Readonly<Record<string, unknown>>;
  /** Per line id, what was typed beside it. */
  lineInput?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What was typed was typed once for several documents, see `inputOfEach`. */
  typedOnce?: true;
  requestId?: string;
  /** A decision of another system about one of its steps; heard from the system alone. */
  integration?: { stepId: string; by: string };
}

async function findForTransition(
  context: Context,
  { entity, id, screen }: { entity: AnyEntity; id: string; screen?: Screen },
  wanted: { labels: boolean; hands?: boolean; rows: "all" },
): Promise<Loaded> {
  const filters = requireAction(context, entity, "get", screen);
  return findRecord(context, { entity, id, filters: [...rowFilter(context, entity), ...filters], wanted });
}

/** Records as they were, by id; what is sealed of them stands open from the transition on that opens it. */
async function beforeTransition(
  context: Context,
  { entity, screen, name, items }: Pick<TogetherInput, "entity" | "screen" | "name" | "items">,
): Promise<Map<string, AnyRecord>> {
  const filters = [...rowFilter(context, entity), ...requireAction(context, entity, "get", screen)];
  const read = async (ids: readonly string[]) =>
    (await findRecords(context, { entity, ids, filters, wanted: { labels: false, rows: "all" } })).map(
      ({ record }) => record,
    );
  const found = await read(items.map(({ id }) => id));
  const records = new Map(found.map((record) => [record.id, record]));
  const opens: string | undefined = entity.sealed?.opens;
  const closed = opens === name ? found.filter((record) => sealMark(record) === "closed") : [];
  if (closed.length === 0) return records;
  const transition = requireTransition(context, entity, name);
  const versions = new Map(items.map(({ id, version }) => [id.toLowerCase(), version]));
  for (const record of closed)
    requireFit(context, { entity, record, name, transition, version: versions.get(record.id) });
  const ids = closed.map(({ id }) => id);
  await openSealed(context, { entity, ids, privateKey: null });
  for (const record of await read(ids)) records.set(record.id, record);
  return records;
}

/** What the page of a transition needs: the record, whether it can be made now, and what the checks find. */
export async function prepareTransition(
  context: Context,
  wanted: { entity: AnyEntity; screen?: Screen; id: string; name: string },
): Promise<Loaded & { transition: TransitionOption; findings: Finding[] }> {
  return reading(context, async () => {
    const transition = requireTransition(context, wanted.entity, wanted.name);
    const hands = decisionOf(transition)?.authors === true;
    const loaded = await findForTransition(context, wanted, { labels: true, hands, rows: "all" });
    requireFit(context, {
      entity: wanted.entity,
      record: loaded.record,
      name: wanted.name,
      transition,
      version: undefined,
    });
    const findings = await findingsOf(context, wanted.entity, wanted.name, loaded.record);
    const { record } = partSeen(context, wanted.entity, loaded.record);
    return { ...loaded, record, transition, findings };
  });
}

/** What the checks of a transition find on a record; whoever approves reads what the transition that asks would be told. */
export async function findingsOf(
  context: Context,
  entity: AnyEntity,
  name: string,
  record: AnyRecord,
): Promise<Finding[]> {
  const hooks = context.services.registry.server(entity.key).transitions;
  const asking = approvalOf(entity)?.on;
  if (name === APPROVAL_TRANSITIONS.approve && asking !== undefined) {
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
export async function applyTransition<K extends string>(context: Context, asks: TransitionInput<K>): Promise<Saved> {
  // From here on names are looked up at run time.
  const wanted: TransitionInput = asks as unknown as TransitionInput;
  const { entity, name } = wanted;
  const asked = [name, entity.key, wanted.id, wanted.reason, wanted.input, wanted.lineInput];
  // Before the record is looked for: whoever may not make the transition learns nothing about it.
  const transition = requireTransition(context, entity, name);
  const work = async (): Promise<Saved> => {
    const [saved] = await makeAll(context, transition, { ...wanted, items: [wanted] });
    if (!saved) throw new Error("a transition of nothing");
    return saved;
  };
  return onceOn(context, entity, { requestId: wanted.requestId, asked, work });
}

/** One of several documents that are moved together, and what is said to it alone. */
export type TogetherItem = Pick<TransitionInput, "id" | "version" | "reason" | "input" | "lineInput">;

/** What is wanted of each of several documents. */
interface TogetherInput<K extends string = string>
  extends Pick<TransitionInput<K>, "entity" | "screen" | "name" | "amongOurselves" | "typedOnce" | "integration"> {
  items: readonly TogetherItem[];
}

/**
 * Makes the same transition of several documents in one transaction, all or none, in about as many statements as of one: what is read and
 * written of each is read and written for all. Each is judged as it was before any of them is stored, so it is for documents that know
 * nothing of each other.
 * @throws AppError as `applyTransition`, for the first that is refused
 */
export async function applyTogether<K extends string>(
  context: Context,
  asks: Omit<TogetherInput<K>, "integration">,
): Promise<Saved[]> {
  // From here on names are looked up at run time.
  const wanted = asks as unknown as TogetherInput;
  const transition = requireTransition(context, wanted.entity, wanted.name);
  if (wanted.items.length === 0) return [];
  return inTransaction(context, () => makeAll(context, transition, wanted));
}

async function makeAll(context: Context, transition: TransitionOption, wanted: TogetherInput): Promise<Saved[]> {
  const { entity, name } = wanted;
  const running = new Map<string, Awaited<ReturnType<typeof holdCase>>>();
  for (const { id } of wanted.items) running.set(id, await holdCase(context, entity, id, transition));
  const records = await beforeTransition(context, wanted);
  const made: Made[] = [];
  for (const item of wanted.items) {
    const before = records.get(item.id.toLowerCase());
    if (!before) throw new Error(`"${entity.key}" ${item.id} was not read`);
    const { items: _all, ...alike } = wanted;
    const from = { transition, before, running: running.get(item.id) ?? null };
    const judged = { record: before, part: partSeen(context, entity, before) };
    made.push(await concealing(entity, judged, () => makeOf(context, from, { ...alike, ...item })));
  }
  const { amongOurselves } = wanted;
  return keepTransitions(context, { entity, name, transition, ...(amongOurselves ? { amongOurselves } : {}) }, made);
}

interface MakeFrom {
  transition: TransitionOption;
  before: AnyRecord;
  running: Awaited<ReturnType<typeof holdCase>>;
}

/** Judges a transition and makes it of the record in hand; nothing of the record is stored yet. */
async function makeOf(
  context: Context,
  { transition, before, running }: MakeFrom,
  wanted: TransitionInput,
): Promise<Made> {
  const { entity, name } = wanted;
  const acting = anonymousContext(context, entity, before);
  requireFit(context, { entity, record: before, name, transition, version: wanted.version });
  const typedInput = wanted.input ?? {};
  const input = wanted.typedOnce
    ? inputOfEach(context, { entity, transition, record: before }, typedInput)
    : typedInput;
  const { record: seen } = partSeen(context, entity, before);
  const typed = await readTyped(context, { entity, before, seen, transition, given: { ...wanted, input } });
  refuseByGuards(context, { transition, record: before, input: typed.input, lines: typed.lineInput });
  const findings = await findingsOf(context, entity, name, before);
  requireAcknowledged(transition, findings, typed.reason);
  const given = { reason: typed.reason, input, lineInput: wanted.lineInput ?? {} };
  const decision = { transition: name, reason: typed.reason, input: typed.input, ...integrationOf(context, wanted) };
  const course = await takeCourse(context, { entity, record: before, running, wanted: { ...decision, made: given } });
  const after = structuredClone(before);
  const reveals: Reveal[] = [];
  if (course.kind === "asks") after[CASE_FACTS.wanted] = true;
  else if (course.kind === "passes")
    await makeAtLast(context, { entity, before, after, course, opinion: typed.reason, reveals });
  else
    await carryOut(acting, {
      entity,
      name,
      transition,
      work: workOn(context, { entity, before, after, given: { ...typed, findings, reveals } }),
    });
  // A supplier's transaction sees a part of the record and may write less of it: what is worked out stays as it was.
  if (!context.actor.supplierId) {
    const facts = ruleFacts(context);
    computeRecord(entity, after, facts);
    const broken = ruleComplaints(entity, after, facts);
    if (broken.length > 0) throw new AppError("invalid", { message: broken[0]?.message ?? "", complaints: broken });
  }
  const tooLarge = overflowComplaints(entity, after);
  if (tooLarge.length > 0) throw new AppError("invalid", { message: tooLarge[0]?.message ?? "", complaints: tooLarge });
  const leading = course.kind === "passes" ? requiredTransition(entity, course.transition) : transition;
  after.state = course.kind === "waits" ? before.state : targetState(leading, before, after);
  const lasting = await judgeAgain(acting, entity, {
    ...{ name, before, after },
    accept: (found) => requireAcknowledged(leading, found, typed.reason),
  });
  if (entity.stateSince && after.state !== before.state) after[entity.stateSince] = dayOf(context.now);
  const warnings = [...new Set([...findings, ...lasting].map((finding) => finding.text))];
  const passed = passedBy(leading, [...findings, ...lasting], typed.reason);
  return { acting, before, after, course, reason: typed.reason, warnings, passed, reveals };
}

interface Typed {
  reason: string | null;
  input: Record<string, Value>;
  lineInput: Map<string, Record<string, Value>>;
}

/** What was typed for a transition, read and complete. @throws AppError("invalid" | "malformed") */
async function readTyped(
  context: Context,
  {
    entity,
    before,
    seen,
    transition,
    given,
  }: {
    entity: AnyEntity;
    before: AnyRecord;
    /** With the rows beside which something may be typed. */
    seen: AnyRecord;
    transition: TransitionOption;
    given: Pick<TransitionInput, "reason" | "input" | "lineInput">;
  },
): Promise<Typed> {
  const reason = given.reason?.trim() || null;
  const complaints = reasonComplaints(transition, reason);
  const input = await readValues(context, {
    fields: fieldsAsked(context, entity, transition, before),
    raw: given.input ?? {},
    path: "",
    complaints,
    row: before,
  });
  const lineInput = await readLineInput(context, {
    transition,
    record: seen,
    raw: given.lineInput ?? {},
    complaints,
  });
  if (complaints.length === 0) {
    const own = Object.fromEntries((transition.asks ?? []).map((name) => [name, input[name] ?? null]));
    const beside = [...lineInput].map(([line, row]) => ({
      fields: transition.lineInput?.fields ?? {},
      row,
      path: `${transition.lineInput?.lines}.${line}.`,
    }));
    const typed = [{ fields: inputFields(entity, transition), row: input, path: "" }, ...beside];
    complaints.push(...(await misfits(context, entity, { ...before, ...own }, typed)));
  }
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  return { reason, input, lineInput };
}

/** What a transition does to its record. */
async function carryOut(
  context: Context,
  { entity, name, transition, work }: { entity: AnyEntity; name: string; transition: TransitionOption; work: Work },
): Promise<void> {
  writeAsked(transition, work);
  transition.effect?.(work);
  await context.services.registry.server(entity.key).transitions?.[name]?.effect?.(context, work);
}

const madeSchema = z.object({
  reason: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  lineInput: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Makes the transition that asked for approval, now that all agreed, with what was typed for it then; it is checked anew. */
async function makeAtLast(
  context: Context,
  {
    entity,
    before,
    after,
    course,
    opinion,
    reveals,
  }: {
    entity: AnyEntity;
    before: AnyRecord;
    after: AnyRecord;
    course: { transition: string; made: unknown; by?: string };
    opinion: string | null;
    reveals: Reveal[];
  },
): Promise<void> {
  const transition = requiredTransition(entity, course.transition);
  const made = madeSchema.parse(course.made);
  const typed = await readTyped(context, {
    entity,
    before,
    // Whoever asked typed beside the rows it saw.
    seen: before,
    transition,
    given: {
      ...made,
      reason: made.reason ?? (transition.acknowledge ? (opinion ?? "审批通过") : ""),
    },
  });
  refuseByGuards(context, { transition, record: before, input: typed.input, lines: typed.lineInput });
  const findings = await findingsOf(context, entity, course.transition, before);
  requireAcknowledged(transition, findings, typed.reason);
  await carryOut(context, {
    entity,
    name: course.transition,
    transition,
    work: workOn(context, { entity, before, after, given: { ...typed, findings, reveals }, by: course.by }),
  });
}

function requiredTransition(entity: AnyEntity, name: string): TransitionOption {
  const transition = transitionsOf(entity).find(([key]) => key === name)?.[1];
  if (!transition) throw new Error(`"${entity.key}" has no move "${name}"`);
  return transition;
}

/** Only the system speaks for another one. */
function integrationOf(context: Context, { integration }: TransitionInput): Pick<Decision, "integration"> {
  return integration && context.actor.kind === "system" ? { integration } : {};
}

function targetState(transition: TransitionOption, before: AnyRecord, after: AnyRecord): string {
  const settled = transition.settles?.find((one) => one.when(after));
  if (settled) return settled.to;
  if (transition.to === "same") return before.state;
  if (transition.to === "previous") return before.previous_state ?? before.state;
  return transition.to;
}

interface Guarded {
  transition: TransitionOption;
  record: AnyRecord;
  input: Readonly<Record<string, Value>>;
  lines: LineInputs;
}

function guardComplaints(context: Context, { transition, record, input, lines }: Guarded): Complaint[] {
  const guards: readonly Rule<AnyRecord>[] =
    transition.guard === undefined
      ? []
      : typeof transition.guard === "function"
        ? [transition.guard]
        : transition.guard;
  return guards.flatMap((guard) => guard(record, input, lines, ruleFacts(context)) ?? []);
}

function refuseByGuards(context: Context, guarded: Guarded): void {
  const complaints = guardComplaints(context, guarded);
  if (complaints.length > 0) throw new AppError("invalid", { message: complaints[0]?.message ?? "", complaints });
}

/**
 * What is wrong with values that were typed once for several documents, as this one of them and its guards see it; nothing is moved.
 * Nothing is said of what is no matter of what was typed, such as the state the document is in.
 */
export async function typedComplaints(
  context: Context,
  { entity, name, record }: { entity: AnyEntity; name: string; record: AnyRecord },
  given: { reason: string; input: Readonly<Record<string, unknown>> },
): Promise<Complaint[]> {
  const transition = requireTransition(context, entity, name);
  const input = inputOfEach(context, { entity, transition, record }, given.input);
  try {
    const typed = await readTyped(context, {
      entity,
      before: record,
      seen: record,
      transition,
      given: { ...given, input },
    });
    return guardComplaints(context, { transition, record, input: typed.input, lines: typed.lineInput });
  } catch (error) {
    if (error instanceof AppError && error.error === "invalid") return [...error.complaints];
    throw error;
  }
}

/** One of many documents, and the version of it that the person saw; without one only where a call has no place for it. */
export interface ManyItem {
  id: string;
  version?: number;
}

type ManyWanted = Omit<TransitionInput, "id" | "version"> & { items: readonly ManyItem[]; whole?: boolean };

/** What became of a transition on many documents. */
interface ManyTransitioned {
  done: Saved[];
  failed: { id: string; message: string }[];
}

/**
 * The same transition on many documents, each in its own transaction: one that cannot be moved does not hold up the others.
 * @param wanted.items each with the version that the person saw; one that changed meanwhile is refused
 * @param wanted.requestId id of the whole batch: the same batch again does nothing twice
 * @param wanted.whole all of them in one transaction instead, or none
 * @returns what was done, and for the rest the reason in Chinese
 */
export async function applyToMany(context: Context, wanted: ManyWanted): Promise<ManyTransitioned> {
  if (wanted.whole) return applyToAll(context, wanted);
  const done: Saved[] = [];
  const failed: ManyTransitioned["failed"] = [];
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
async function applyToAll(context: Context, wanted: ManyWanted): Promise<ManyTransitioned> {
  let at = "";
  try {
    const done = await inTransaction(context, async () => {
      const transitioned: Saved[] = [];
      for (const item of wanted.items) {
        at = item.id;
        transitioned.push(await applyTransition(context, oneOf(wanted, item)));
      }
      return transitioned;
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
    typedOnce: true,
    ...(requestId === undefined ? {} : { requestId: `${requestId}:${item.id}` }),
  };
}

/** Why a document was refused; what is no refusal rises. */
function refusalOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  return error.complaints[0]?.message ?? error.message;
}
