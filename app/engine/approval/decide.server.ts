import {
  type AskedRow,
  answerAsked,
  type CaseRow,
  endStep,
  insertStep,
  type StepRow,
  selectAsked,
  selectOwnersOf,
  selectSteps,
} from "~/data/approval.server";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { APPROVAL_TRANSITIONS } from "../entity/approval-transitions";
import { AppError } from "../errors";
import { actorName } from "../notify/notify.server";
import { advance, ask, dropIntegrationSteps, finish, notifyAuthor } from "./asking.server";
import type { Course, Decision } from "./course";
import { able, authorsOf } from "./deciders.server";
import { stepSchema } from "./flow.server";

// A decision about a document that waits: in whose place it is made, and where it sends the document.

interface Position {
  asked: AskedRow;
  /** Set where a deputy decides. */
  owner?: string;
}

export async function decide(
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
      if (!isDone) return { kind: "waits" };
      const by = decision.integration ? { by: decision.integration.by } : {};
      return { kind: "passes", transition: running.move, made: running.made, ...by };
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
