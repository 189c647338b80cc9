import { lockDueTasks, markTaskReminded } from "~/data/tasks.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { announce } from "../notify/announce.server";
import { inTransaction } from "../operations/transaction.server";

/** So many at once; the next run takes the rest. */
const MOST_AT_ONCE = 200;
const DAY_MS = 24 * 60 * 60_000;
const ESCALATED_AFTER_DAYS = 3;

/**
 * Reminds of tasks on the day before they are due and once a day while they are overdue; after three days the superior of whoever has
 * one is told as well, once. Harmless when several processes do it at once.
 * @param context of the system
 * @returns how many tasks somebody was reminded of
 */
export async function remindOfTasks(context: Context): Promise<number> {
  return inTransaction(context, async () => {
    const connection = context.services.database.connection();
    const now = context.now.getTime();
    const at = context.now.toISOString();
    const due = await lockDueTasks(connection, {
      dueBefore: new Date(now + DAY_MS).toISOString(),
      remindedBefore: new Date(`${dayOf(context.now)}T00:00:00+08:00`).toISOString(),
      escalateBefore: new Date(now - ESCALATED_AFTER_DAYS * DAY_MS).toISOString(),
      limit: MOST_AT_ONCE,
    });
    for (const task of due) {
      const late = now - new Date(task.dueAt).getTime();
      const isEscalated = task.escalates && task.superiorId !== null;
      const to = [task.assigneeId, isEscalated ? task.superiorId : null].filter((id): id is string => id !== null);
      const news = {
        to,
        ...(task.assigneeId === null && task.role !== null ? { toRoles: [task.role] } : {}),
        ...(task.assigneeId === null && task.supplierId !== null ? { toSuppliers: [task.supplierId] } : {}),
        record: { entity: "system-management/task", id: task.id },
        path: `/system-management/task/${task.id}`,
      };
      const values = { task: task.title, due: chinaTime(task.dueAt).slice(0, 16) };
      if (late < 0) await announce(context, { scenario: "task.due", values, ...news });
      else {
        const days = String(Math.floor(late / DAY_MS) + 1);
        await announce(context, { scenario: "task.overdue", values: { ...values, days }, ...news });
      }
      await markTaskReminded(connection, { id: task.id, at, escalated: isEscalated });
    }
    return due.length;
  });
}
