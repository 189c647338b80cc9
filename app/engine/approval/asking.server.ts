import {
  type AskedRow,
  type CaseRow,
  endCase,
  endStep,
  insertAsked,
  openStepRow,
  type StepRow,
  selectSteps,
} from "~/data/approval.server";
import type { Context } from "../context.server";
import { shortenLinks } from "../embedded/terms.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { notify } from "../notify/notify.server";
import { documentPath } from "../tasks/tasks.server";
import { askedBy, authorsOf } from "./deciders.server";
import { type FlowStep, stepSchema } from "./flow.server";
import type { IntegrationStep } from "./integration-hook";

// How a case goes on and how it ends: who is asked next, here or in another system, and what the author is told.

const HOUR_MS = 3_600_000;

/** Of the title of a task. */
const LONGEST_TITLE = 120;

/** Asks the next people; true when there is nobody left to ask, which ends the case well. */
export async function advance(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  running: CaseRow,
): Promise<boolean> {
  const connection = context.services.database.connection();
  for (;;) {
    const steps = await selectSteps(connection, [running.id]);
    if (steps.some(({ state }) => state === "open")) return false;
    const waiting = steps.filter(({ state }) => state === "waiting");
    const [next] = waiting.map(({ stage }) => stage).sort((a, b) => a - b);
    if (next === undefined) {
      await endCase(connection, { id: running.id, state: "approved", at: context.now.toISOString() });
      await shortenLinks(context, running);
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
export async function notifyAuthor(
  context: Context,
  running: CaseRow,
  result: string,
  note: string | null,
): Promise<void> {
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
export async function finish(
  context: Context,
  running: CaseRow,
  state: "rejected" | "sent_back" | "withdrawn",
  decidedStep?: string,
): Promise<void> {
  const connection = context.services.database.connection();
  const steps = await selectSteps(connection, [running.id]);
  await endCase(connection, { id: running.id, state, at: context.now.toISOString() });
  // Taken back, it may be handed in anew, and the links then say that it has changed.
  if (state !== "withdrawn") await shortenLinks(context, running);
  await dropIntegrationSteps(
    context,
    running,
    steps.filter((step) => step.state === "open" && step.id !== decidedStep),
  );
}

export async function dropIntegrationSteps(
  context: Context,
  running: CaseRow,
  steps: readonly StepRow[],
): Promise<void> {
  for (const step of steps) {
    const definition = stepSchema.parse(step.definition);
    if (definition.decider !== "outside") continue;
    await context.services.approvals?.integration?.dropped(context, integrationStep(running, step.id, definition));
  }
}
