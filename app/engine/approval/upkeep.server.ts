import {
  lockNextOverdue,
  markEscalated,
  markReminded,
  type OverdueStep,
  selectAsked,
  selectCases,
} from "~/data/approval.server";
import { chinaTime, dayOf, momentOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { notify, notifyOnce } from "../notify/notify.server";
import { oneByOne } from "../operations/one-by-one.server";
import { findRecord } from "../operations/records.server";
import { ask } from "./asking.server";
import { authorsOf, superiorsAble } from "./deciders.server";
import { stepSchema } from "./flow.server";

export interface ReminderRound {
  reminded: number;
  escalated: number;
  /** Titles of documents whose step could not be reminded of. */
  failed: string[];
}

/**
 * Reminds of steps past their deadline once a day, and asks the superiors of those who are late where the flow says so, once. Each step is
 * a transaction of its own: one that fails is written down, administrators hear of it once a day, and the others go on.
 * Harmless when several processes do it at once: each takes other steps.
 * @param context of the system
 * @param goesOn asked between steps
 * @throws StorageError when storage is out of reach: the others would meet the same
 */
export async function remindAndEscalate(context: Context, goesOn: () => boolean = () => true): Promise<ReminderRound> {
  const now = context.now.toISOString();
  const remindedBefore = momentOf(dayOf(context.now));
  const round: ReminderRound = { reminded: 0, escalated: 0, failed: [] };
  await oneByOne(context, {
    next: (except) => lockNextOverdue(context.services.database.connection(), { now, remindedBefore, except }),
    idOf: ({ stepId }) => stepId,
    work: (step) => urge(context, step),
    done(step, { wasEscalated }) {
      if (step.reminds) round.reminded += 1;
      if (wasEscalated) round.escalated += 1;
    },
    async failed(step) {
      round.failed.push(step.title);
      await notifyStuck(context, step);
    },
    goesOn,
    complaint: "an approval could not be reminded of",
  });
  return round;
}

/** Reminds and escalates as far as the step asks for it. */
async function urge(context: Context, step: OverdueStep): Promise<{ wasEscalated: boolean }> {
  const connection = context.services.database.connection();
  const now = context.now.toISOString();
  const entity = context.services.registry.entity(step.entity);
  const { record } = await findRecord(context, {
    entity,
    id: step.recordId,
    filters: [],
    wanted: { labels: false, rows: "all" },
  });
  const late = (await selectAsked(connection, [step.caseId])).filter(
    (one) => one.stepId === step.stepId && one.state === "open",
  );
  const ids = late.flatMap(({ userId }) => userId ?? []);
  const { name } = stepSchema.parse(step.definition);
  if (step.reminds) {
    const values = { document: step.title, step: name, due: chinaTime(step.dueAt).slice(0, 16) };
    const about = { record: { entity: step.entity, id: step.recordId, number: step.recordNumber } };
    await notify(context, { scenario: "approval.overdue", to: ids, values, ...about });
    await markReminded(connection, step.stepId, now);
  }
  if (!step.escalates) return { wasEscalated: false };
  const cases = await selectCases(connection, step.entity, step.recordId);
  const running = cases.find(({ id }) => id === step.caseId);
  if (!running) return { wasEscalated: false };
  const authors = await authorsOf(context, record, running.startedBy);
  for (const superior of await superiorsAble(context, {
    entity,
    record,
    ids,
    authors,
  })) {
    const whom = { userId: superior.id, name: superior.name, cameBy: "escalation" as const, fromName: null };
    await ask(context, running, { id: step.stepId, name, dueAt: step.dueAt }, whom);
  }
  await markEscalated(connection, step.stepId, now);
  return { wasEscalated: true };
}

/** Somebody has to look at it: nobody is urged meanwhile, and the document waits. */
async function notifyStuck(context: Context, step: OverdueStep): Promise<void> {
  await notifyOnce(context, `${step.stepId}:${dayOf(context.now)}`, {
    scenario: "approval.stuck",
    toRoles: ["system_admin"],
    values: { document: step.title, due: chinaTime(step.dueAt).slice(0, 16) },
    record: { entity: step.entity, id: step.recordId, number: step.recordNumber },
  });
}
