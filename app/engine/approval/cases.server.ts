import {
  type AskedRow,
  answerAsked,
  type CaseRow,
  endCase,
  endStep,
  insertAsked,
  insertCase,
  insertStep,
  lockCase,
  openStepRow,
  type StepRow,
  selectAsked,
  selectOwnersOf,
  selectSteps,
} from "~/data/approval.server";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { keepPage } from "../embedded/snapshots.server";
import type { AnyEntity, AnyRecord, AnyTransition, Value } from "../entity";
import { APPROVAL_TRANSITIONS, isDeciding } from "../entity/approval-transitions";
import { UUID } from "../entity/kinds/reference";
import { AppError } from "../errors";
import { actorName, notify } from "../notify/notify.server";
import { titleOf } from "../operations/write.server";
import { documentPath } from "../tasks/tasks.server";
import { able, askedBy, authorsOf } from "./deciders.server";
import { approvalOf, type FlowStep, flowFor, type PublishedFlow, stepSchema, stepsFor } from "./flow.server";
import type { IntegrationStep } from "./integration-hook";

const HOUR_MS = 3_600_000;
/** Of the title of a task. */
const LONGEST_TITLE = 120;

/** A case before it is opened: the flow that counts, and what was typed for the transition that asks. */
export interface CasePlan {
  flow: PublishedFlow;
  steps: FlowStep[];
  transition: string;
  made: Made;
}

/** What was typed for the transition that asks for approval; with it the transition is made when the case has ended well. */
export interface Made {
  reason: string | null;
  input: Readonly<Record<string, unknown>>;
  lineInput: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A decision about a document that waits for approval. */
export interface Decision {
  /** One of the transitions of approval. */
  transition: string;
  reason: string | null;
  input: Readonly<Record<string, Value>>;
  /** Set where another system decided: the step, and who decided there. */
  integration?: { stepId: string; by: string };
}

/** What became of a document by a transition, as far as its approval is concerned. */
export type Course =
  /** The transition has nothing to do with approval. */
  | { kind: "plain" }
  /** It asks for approval first. */
  | { kind: "asks"; plan: CasePlan }
  /** A decision was noted and the document waits on. */
  | { kind: "waits" }
  /** It ends the case; the document goes where the move says. */
  | { kind: "leaves" }
  /** The last one agreed: the move that asked is made now. */
  | { kind: "passes"; transition: string; made: unknown };

/**
 * Locks the running case of a document before the document is read: of several who decide at once each sees what the one before
 * did. Answers null where there is none.
 */
export async function holdCase(
  context: Context,
  entity: AnyEntity,
  id: string,
  transition: AnyTransition,
): Promise<CaseRow | null> {
  const approval = approvalOf(entity);
  if (!approval || !transition.from.includes(approval.state) || context.actor.supplierId) return null;
  const key = id.toLowerCase();
  // What is no id belongs to no document, which reading it says.
  return UUID.test(key) ? lockCase(context.services.database.connection(), entity.key, key) : null;
}

/**
 * Locks the running case of a document for a decision that is made from elsewhere, before anything of its own is written: whoever
 * decides holds the case first and writes tasks after it, in this order everywhere.
 * @throws AppError("wrong_state") where the document waits for nobody
 */
export async function holdCaseOf(context: Context, about: { entity: string; recordId: string }): Promise<void> {
  const found = await lockCase(context.services.database.connection(), about.entity, about.recordId);
  if (!found) throw new AppError("wrong_state", { message: "这张单据没有进行中的审批" });
}

export interface TakeCourseInput {
  entity: AnyEntity;
  record: AnyRecord;
  running: CaseRow | null;
  wanted: Decision & { made: Made };
}

/**
 * Takes a transition through the approval of its document: opens nothing yet where one is asked for, notes decisions, ends cases.
 * Runs inside the transaction of the transition, after its guards.
 * @throws AppError("invalid" | "wrong_state" | "own_rule")
 */
export async function takeCourse(
  context: Context,
  { entity, record, running, wanted }: TakeCourseInput,
): Promise<Course> {
  const approval = approvalOf(entity);
  if (!approval) return { kind: "plain" };
  if (wanted.transition === approval.on) {
    const plan = await planCase(context, { entity, record, transition: wanted.transition, made: wanted.made });
    return plan ? { kind: "asks", plan } : { kind: "plain" };
  }
  if (record.state !== approval.state) return { kind: "plain" };
  // What stays where the document waits and decides nothing leaves the case as it is.
  if (!isDeciding(wanted.transition) && entity.transitions?.[wanted.transition]?.to === "same")
    return { kind: "plain" };
  if (!running) {
    // A document that was put into the state by hand has nobody to wait for.
    if (isDeciding(wanted.transition)) throw new AppError("wrong_state", { message: "这张单据没有进行中的审批" });
    return { kind: "leaves" };
  }
  if (!isDeciding(wanted.transition)) {
    await finish(context, running, "withdrawn");
    return { kind: "leaves" };
  }
  return decide(context, { entity, record, running, decision: wanted });
}

async function planCase(
  context: Context,
  { entity, record, transition, made }: { entity: AnyEntity; record: AnyRecord; transition: string; made: Made },
): Promise<CasePlan | null> {
  const flow = await flowFor(context, entity, record);
  if (!flow) return null;
  const steps = stepsFor(entity, record, flow.steps);
  if (steps.length === 0) return null;
  const authors = await authorsOf(context, record, context.actor.id);
  let someAsked = false;
  // Every step is looked at now: better the author learns that nobody can approve than the last approver does.
  for (const step of steps)
    someAsked ||= (await askedBy(context, { entity, record, step, authors })).kind !== "skipped";
  if (!someAsked) {
    throw new AppError("invalid", { message: `审批流程「${flow.name}」中没有发起人以外的审批人，请联系管理员调整` });
  }
  return { flow, steps, transition, made };
}

/** Opens a case on a document that has just been put into its waiting state, and asks the first people. */
export async function openCase(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  { flow, steps, transition, made }: CasePlan,
): Promise<void> {
  const connection = context.services.database.connection();
  const row = {
    id: context.services.newId(),
    entity: entity.key,
    recordId: record.id,
    recordNumber: record.number,
    title: `${entity.label} ${titleOf(entity, record)}`,
    flowId: flow.id,
    flowVersion: flow.version,
    flowName: flow.name,
    move: transition,
    made,
    sinceVersion: record.version,
    startedBy: context.actor.id,
    startedByName: actorName(context),
    startedAt: context.now.toISOString(),
  };
  await insertCase(connection, row);
  for (const [index, definition] of steps.entries()) {
    const { stage } = definition;
    await insertStep(connection, { id: context.services.newId(), caseId: row.id, seq: index + 1, stage, definition });
  }
  // Kept before anybody is asked: whoever decides elsewhere reads what was handed in now.
  if (steps.some(({ decider }) => decider === "outside")) await keepPage(context, { entity, record, caseId: row.id });
  await advance(context, entity, record, { ...row, state: "open", endedAt: null });
}

/** Asks the next people; true when there is nobody left to ask, which ends the case well. */
async function advance(context: Context, entity: AnyEntity, record: AnyRecord, running: CaseRow): Promise<boolean> {
  const connection = context.services.database.connection();
  for (;;) {
    const steps = await selectSteps(connection, [running.id]);
    if (steps.some(({ state }) => state === "open")) return false;
    const waiting = steps.filter(({ state }) => state === "waiting");
    const [next] = waiting.map(({ stage }) => stage).sort((a, b) => a - b);
    if (next === undefined) {
      await endCase(connection, { id: running.id, state: "approved", at: context.now.toISOString() });
      return true;
    }
    for (const step of waiting.filter(({ stage }) => stage === next))
      await begin(context, { entity, record, running, step });
  }
}

async function begin(
  context: Context,
  { entity, record, running, step }: { entity: AnyEntity; record: AnyRecord; running: CaseRow; step: StepRow },
): Promise<void> {
  const connection = context.services.database.connection();
  const definition = stepSchema.parse(step.definition);
  const at = context.now.toISOString();
  const authors = await authorsOf(context, record, running.startedBy);
  const asked = await askedBy(context, {
    entity,
    record,
    step: definition,
    authors,
  });
  if (asked.kind === "skipped") {
    await endStep(connection, { id: step.id, state: "skipped", at });
    return;
  }
  const { dueHours } = definition;
  const dueAt = dueHours === null ? null : new Date(context.now.getTime() + dueHours * HOUR_MS).toISOString();
  await openStepRow(connection, { id: step.id, at, dueAt });
  const people = asked.kind === "outside" ? [{ id: null, name: asked.system }] : asked.people;
  for (const { id, name } of people) {
    await ask(
      context,
      running,
      { id: step.id, name: definition.name, dueAt },
      { userId: id, name, cameBy: "flow", fromName: null },
    );
  }
  if (asked.kind === "outside")
    await context.services.approvals?.integration?.opened(context, integrationStep(running, step.id, definition));
}

/** Asks one more person in an open step, and tells it so. */
export async function ask(
  context: Context,
  running: CaseRow,
  step: { id: string; name: string; dueAt: string | null },
  whom: Pick<AskedRow, "userId" | "name" | "cameBy" | "fromName">,
): Promise<void> {
  const { services, now } = context;
  const entity = services.registry.entity(running.entity);
  const row = { id: services.newId(), stepId: step.id, caseId: running.id, ...whom, at: now.toISOString() };
  await insertAsked(services.database.connection(), row, {
    title: `审批${running.title}`.slice(0, LONGEST_TITLE),
    description: `${running.flowName}，${step.name}；${running.startedByName}发起${whom.fromName === null ? "" : `，${whom.fromName}转交`}`,
    businessType: entity.label,
    businessKey: running.recordNumber,
    entity: running.entity,
    recordId: running.recordId,
    path: documentPath(context, entity, running.recordId),
    dueAt: step.dueAt,
    by: running.startedBy,
  });
  if (whom.userId === null) return;
  await notify(context, {
    scenario: "approval.asked",
    to: [whom.userId],
    values: { document: running.title, step: step.name, author: running.startedByName },
    record: recordOf(running),
  });
}

function recordOf({ entity, recordId, recordNumber }: CaseRow) {
  return { entity, id: recordId, number: recordNumber };
}

/** Notifies whoever asked for approval of what came of it; nobody is told what he did himself. */
async function notifyAuthor(context: Context, running: CaseRow, result: string, note: string | null): Promise<void> {
  if (running.startedBy === null || running.startedBy === context.actor.id) return;
  await notify(context, {
    scenario: "approval.ended",
    to: [running.startedBy],
    values: { document: running.title, result, note: note === null ? "" : `：${note}` },
    record: recordOf(running),
  });
}

function integrationStep(running: CaseRow, stepId: string, definition: FlowStep): IntegrationStep {
  return {
    caseId: running.id,
    stepId,
    system: definition.system ?? "",
    account: definition.account,
    step: definition.name,
    entity: running.entity,
    recordId: running.recordId,
    recordNumber: running.recordNumber,
    title: running.title,
    startedByName: running.startedByName,
  };
}

/** Ends a case that did not go through, and tells other systems that they need not decide any more. */
async function finish(
  context: Context,
  running: CaseRow,
  state: "rejected" | "sent_back" | "withdrawn",
  decidedStep?: string,
): Promise<void> {
  const connection = context.services.database.connection();
  const steps = await selectSteps(connection, [running.id]);
  await endCase(connection, { id: running.id, state, at: context.now.toISOString() });
  await dropIntegrationSteps(
    context,
    running,
    steps.filter((step) => step.state === "open" && step.id !== decidedStep),
  );
}

async function dropIntegrationSteps(context: Context, running: CaseRow, steps: readonly StepRow[]): Promise<void> {
  for (const step of steps) {
    const definition = stepSchema.parse(step.definition);
    if (definition.decider !== "outside") continue;
    await context.services.approvals?.integration?.dropped(context, integrationStep(running, step.id, definition));
  }
}

interface Position {
  asked: AskedRow;
  /** Set where a deputy decides. */
  owner?: string;
}

async function decide(
  context: Context,
  { entity, record, running, decision }: { entity: AnyEntity; record: AnyRecord; running: CaseRow; decision: Decision },
): Promise<Course> {
  const connection = context.services.database.connection();
  const steps = await selectSteps(connection, [running.id]);
  const asked = await selectAsked(connection, [running.id]);
  const open = new Map(steps.filter(({ state }) => state === "open").map((step) => [step.id, step]));
  const positions = await positionsOf(context, {
    record,
    running,
    asked: asked.filter(({ stepId }) => open.has(stepId)),
    decision,
  });
  const at = context.now.toISOString();
  const state = ANSWERS[decision.transition] ?? "approved";
  for (const { asked: one, owner } of positions) {
    const self = decision.integration ? `${one.name}：${decision.integration.by}` : actorName(context);
    const name = owner === undefined ? self : `${self}（代${owner}）`;
    await answerAsked(connection, { id: one.id, state, by: context.actor.id, name, note: decision.reason, at });
  }
  const stepIds = [...new Set(positions.map(({ asked: one }) => one.stepId))];
  switch (decision.transition) {
    case APPROVAL_TRANSITIONS.reject: {
      for (const id of stepIds) await endStep(connection, { id, state: "rejected", at });
      await finish(context, running, "rejected", stepIds[0]);
      await notifyAuthor(context, running, "驳回", decision.reason);
      return { kind: "leaves" };
    }
    case APPROVAL_TRANSITIONS.sendBack: {
      for (const id of stepIds) await endStep(connection, { id, state: "sent_back", at });
      if (decision.input.target === "author") {
        await finish(context, running, "sent_back", stepIds[0]);
        await notifyAuthor(context, running, "退回", decision.reason);
        return { kind: "leaves" };
      }
      const here = Math.min(...[...open.values()].map(({ stage }) => stage));
      await startAgain(context, running, steps, { here, wanted: stageWanted(steps, here, decision), decided: stepIds });
      await advance(context, entity, record, running);
      return { kind: "waits" };
    }
    case APPROVAL_TRANSITIONS.handOver: {
      const receiver = String(decision.input.receiver_id);
      await handOver(context, { entity, record, running, asked, positions, receiver, open });
      return { kind: "waits" };
    }
    default: {
      const left = await selectAsked(connection, [running.id]);
      for (const id of stepIds) {
        const isAll = stepSchema.parse(open.get(id)?.definition).rule === "all";
        const waits = left.some((one) => one.stepId === id && one.state === "open");
        if (!isAll || !waits) await endStep(connection, { id, state: "approved", at });
      }
      const isDone = await advance(context, entity, record, running);
      if (isDone) await notifyAuthor(context, running, "通过", decision.reason);
      return isDone ? { kind: "passes", transition: running.move, made: running.made } : { kind: "waits" };
    }
  }
}

const ANSWERS: Readonly<Record<string, "approved" | "rejected" | "sent_back" | "handed_over">> = {
  [APPROVAL_TRANSITIONS.approve]: "approved",
  [APPROVAL_TRANSITIONS.reject]: "rejected",
  [APPROVAL_TRANSITIONS.sendBack]: "sent_back",
  [APPROVAL_TRANSITIONS.handOver]: "handed_over",
};

/**
 * In whose place the acting person decides: its own before that of anybody it stands in for. The system decides for everybody.
 * @throws AppError("own_rule") about one's own document, AppError("wrong_state") when not asked
 */
async function positionsOf(
  context: Context,
  {
    record,
    running,
    asked,
    decision,
  }: { record: AnyRecord; running: CaseRow; asked: readonly AskedRow[]; decision: Decision },
): Promise<Position[]> {
  const { actor } = context;
  const waiting = asked.filter(({ state }) => state === "open");
  const refusal = new AppError("wrong_state", { message: "这张单据现在不由您审批" });
  if (decision.integration) {
    const { stepId } = decision.integration;
    const there = waiting.filter((one) => one.stepId === stepId && one.userId === null);
    if (there.length === 0) throw refusal;
    return there.map((one) => ({ asked: one }));
  }
  if (actor.kind === "system") {
    if (waiting.length === 0) throw refusal;
    return waiting.map((one) => ({ asked: one }));
  }
  const { id } = actor;
  if (id === null) throw refusal;
  const authors = await authorsOf(context, record, running.startedBy);
  if (authors.includes(id)) throw new AppError("own_rule");
  // Two agreements of a step that asks all are those of two people.
  const decidedIn = new Set(
    asked.filter((one) => one.actedBy === id && one.state === "approved").map((one) => one.stepId),
  );
  const free = waiting.filter(({ stepId }) => !decidedIn.has(stepId));
  const own = free.filter(({ userId }) => userId === id);
  if (own.length > 0) return onePerStep(own.map((one) => ({ asked: one })));
  const owners = new Map(
    (
      await selectOwnersOf(context.services.database.connection(), {
        deputyId: id,
        today: dayOf(context.now),
        document: running.entity,
      })
    ).map(({ ownerId, ownerName }) => [ownerId, ownerName]),
  );
  const stood = free.flatMap((one) => {
    // Whoever decides for somebody else decides as both of them.
    const owner = one.userId === null || authors.includes(one.userId) ? undefined : owners.get(one.userId);
    return owner === undefined ? [] : [{ asked: one, owner }];
  });
  if (stood.length === 0) throw refusal;
  return onePerStep(stood);
}

function onePerStep(positions: readonly Position[]): Position[] {
  const found = new Map<string, Position>();
  for (const one of positions) if (!found.has(one.asked.stepId)) found.set(one.asked.stepId, one);
  return [...found.values()];
}

/**
 * The stage a document is sent back to, one before the present one.
 * @throws AppError("invalid") where there is no such stage
 */
function stageWanted(steps: readonly StepRow[], here: number, { input }: Decision): number {
  const before = [...new Set(steps.map(({ stage }) => stage))].filter((stage) => stage < here).sort((a, b) => a - b);
  const refuse = (field: string, message: string) =>
    new AppError("invalid", { message, complaints: [{ field, message }] });
  const [first] = before;
  if (first === undefined) throw refuse("target", "现在是第一步，只能退回发起人");
  if (input.target === "first") return first;
  if (input.target !== "step") return before.at(-1) ?? first;
  if (input.step_no === null || input.step_no === undefined) throw refuse("step_no", "请填写退回到第几步");
  const named = before.find((stage) => stage === Number(input.step_no));
  if (named === undefined) throw refuse("step_no", `只能退回到第${before.join("、")}步`);
  return named;
}

/** Plans the stages from the wanted one to the present one again. */
async function startAgain(
  context: Context,
  running: CaseRow,
  steps: readonly StepRow[],
  { here, wanted, decided }: { here: number; wanted: number; decided: readonly string[] },
): Promise<void> {
  const connection = context.services.database.connection();
  const at = context.now.toISOString();
  const open = steps.filter(({ state }) => state === "open");
  for (const { id } of open.filter((step) => !decided.includes(step.id))) {
    await endStep(connection, { id, state: "dropped", at });
  }
  await dropIntegrationSteps(
    context,
    running,
    open.filter(({ id }) => !decided.includes(id)),
  );
  let seq = Math.max(...steps.map((step) => step.seq));
  // Of a stage that was planned more than once the last plan counts; that is the same definition each time.
  const again = new Map<string, StepRow>();
  for (const step of steps.filter(({ stage }) => stage >= wanted && stage <= here)) {
    again.set(`${step.stage} ${stepSchema.parse(step.definition).name}`, step);
  }
  for (const { stage, definition } of again.values()) {
    seq += 1;
    await insertStep(connection, { id: context.services.newId(), caseId: running.id, seq, stage, definition });
  }
}

async function handOver(
  context: Context,
  {
    entity,
    record,
    running,
    asked,
    positions,
    receiver: receiverId,
    open,
  }: {
    entity: AnyEntity;
    record: AnyRecord;
    running: CaseRow;
    asked: readonly AskedRow[];
    positions: readonly Position[];
    receiver: string;
    open: ReadonlyMap<string, StepRow>;
  },
): Promise<void> {
  const refuse = (message: string) =>
    new AppError("invalid", { message, complaints: [{ field: "receiver_id", message }] });
  if ((await authorsOf(context, record, running.startedBy)).includes(receiverId))
    throw refuse("不能转交给发起人或写过这张单据的人");
  const [receiver] = await able(context, entity, record, [receiverId]);
  if (!receiver) throw refuse("对方没有审批这张单据的权限，不能转交");
  for (const { asked: one } of positions) {
    const isThere = asked.some(
      ({ stepId, userId, state }) =>
        stepId === one.stepId && userId === receiverId && ["open", "approved"].includes(state),
    );
    if (isThere || one.userId === receiverId) throw refuse(`${receiver.name}已是这一步的审批人`);
    const step = open.get(one.stepId);
    await ask(
      context,
      running,
      { id: one.stepId, name: stepSchema.parse(step?.definition).name, dueAt: step?.dueAt ?? null },
      {
        userId: receiver.id,
        name: receiver.name,
        cameBy: "hand_over",
        fromName: actorName(context),
      },
    );
  }
}
