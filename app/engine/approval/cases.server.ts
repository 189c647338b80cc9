import { type CaseRow, insertCase, insertStep, lockCase, selectCases } from "~/data/approval.server";
import type { Context } from "../context.server";
import { keepPage } from "../embedded/snapshots.server";
import type { AnyEntity, AnyRecord, AnyTransition } from "../entity";
import { isDeciding } from "../entity/approval-transitions";
import { UUID } from "../entity/kinds/reference";
import { AppError } from "../errors";
import { actorName } from "../notify/notify.server";
import { titleOf } from "../operations/write.server";
import { advance, finish } from "./asking.server";
import type { CasePlan, Course, Decision, Made } from "./course";
import { decide } from "./decide.server";
import { askedBy, authorsOf } from "./deciders.server";
import { approvalOf, flowFor, stepsFor } from "./flow.server";

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

/** The case a record was handed in with last; none where it never was. */
export async function newestCase(
  { services }: Context,
  of: { entity: string; recordId: string },
): Promise<CaseRow | undefined> {
  const [newest] = await selectCases(services.database.connection(), of.entity, of.recordId);
  return newest;
}
