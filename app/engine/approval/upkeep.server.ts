import { lockOverdue, markEscalated, markReminded, selectAsked, selectCases } from "~/data/approval.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { announce } from "../notify/announce.server";
import { findRecord } from "../operations/records.server";
import { inTransaction } from "../operations/transaction.server";
import { ask } from "./cases.server";
import { authorsOf, superiorsAble } from "./deciders.server";
import { stepSchema } from "./flow.server";

/** So many steps at once; the next run takes the rest. */
const MOST_AT_ONCE = 200;

/**
 * Reminds of steps past their deadline once a day, and asks the superiors of those who are late where the flow says so, once.
 * Harmless when several processes do it at once: each takes other steps.
 * @param context of the system
 * @returns how many steps were reminded of, and how many escalated
 */
export async function remindAndEscalate(context: Context): Promise<{ reminded: number; escalated: number }> {
  return inTransaction(context, async () => {
    const connection = context.services.database.connection();
    const now = context.now.toISOString();
    const remindedBefore = new Date(`${dayOf(context.now)}T00:00:00+08:00`).toISOString();
    const steps = await lockOverdue(connection, { now, remindedBefore, limit: MOST_AT_ONCE });
    let [reminded, escalated] = [0, 0];
    for (const step of steps) {
      const entity = context.services.registry.entity(step.entity);
      const { record } = await findRecord(context, entity, step.recordId, [], { labels: false });
      const late = (await selectAsked(connection, [step.caseId])).filter(
        (one) => one.stepId === step.stepId && one.state === "open",
      );
      const ids = late.flatMap(({ userId }) => userId ?? []);
      const about = { record: { entity: step.entity, id: step.recordId, number: step.recordNumber } };
      const { name } = stepSchema.parse(step.definition);
      if (step.reminds) {
        const values = { document: step.title, step: name, due: chinaTime(step.dueAt).slice(0, 16) };
        await announce(context, { scenario: "approval.overdue", to: ids, values, ...about });
        await markReminded(connection, step.stepId, now);
        reminded += 1;
      }
      if (step.escalates) {
        const running = (await selectCases(connection, step.entity, step.recordId)).find(
          ({ id }) => id === step.caseId,
        );
        if (!running) continue;
        for (const superior of await superiorsAble(
          context,
          entity,
          record,
          ids,
          authorsOf(record, running.startedBy),
        )) {
          const whom = { userId: superior.id, name: superior.name, cameBy: "escalation" as const, fromName: null };
          await ask(context, running, { id: step.stepId, name, dueAt: step.dueAt }, whom);
        }
        await markEscalated(connection, step.stepId, now);
        escalated += 1;
      }
    }
    return { reminded, escalated };
  });
}
