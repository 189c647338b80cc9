import { type DueTask, lockNextDueTask, markTaskReminded } from "~/data/tasks.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { announce, announceOnce } from "../notify/announce.server";
import { inTransaction } from "../operations/transaction.server";
import { isStorageAway } from "../storage-away.server";

const TASK = "system-management/task";
/** So many in one run; the next takes the rest. */
const MOST_AT_ONCE = 500;
const DAY_MS = 24 * 60 * 60_000;
const ESCALATED_AFTER_DAYS = 3;

export interface TaskReminderRound {
  /** Tasks somebody was reminded of. */
  reminded: number;
  /** Titles of tasks nobody could be reminded of. */
  failed: string[];
}

/**
 * Reminds of tasks on the day before they are due and once a day while they are overdue; after three days the superior of whoever has
 * one is told as well, once. Each task is a transaction of its own: one that fails is written down, administrators hear of it once a
 * day, and the others go on. Harmless when several processes do it at once: each takes other tasks.
 * @param context of the system
 * @param goesOn asked between tasks
 * @throws StorageError when storage is out of reach: the others would meet the same
 */
export async function remindOfTasks(context: Context, goesOn: () => boolean = () => true): Promise<TaskReminderRound> {
  const { database, log } = context.services;
  const now = context.now.getTime();
  const limits = {
    dueBefore: new Date(now + DAY_MS).toISOString(),
    remindedBefore: new Date(`${dayOf(context.now)}T00:00:00+08:00`).toISOString(),
    escalateBefore: new Date(now - ESCALATED_AFTER_DAYS * DAY_MS).toISOString(),
  };
  const round: TaskReminderRound = { reminded: 0, failed: [] };
  const tried: string[] = [];
  while (tried.length < MOST_AT_ONCE && goesOn()) {
    const taken: { task: DueTask | null } = { task: null };
    try {
      const done = await inTransaction(context, async () => {
        const task = await lockNextDueTask(database.connection(), { ...limits, except: tried });
        taken.task = task;
        if (task) await remind(context, task);
        return task;
      });
      if (!done) break;
      tried.push(done.id);
      round.reminded += 1;
    } catch (error) {
      const { task } = taken;
      if (!task || isStorageAway(error)) throw error;
      tried.push(task.id);
      round.failed.push(task.title);
      log.error({ err: error, task: task.id }, "a task could not be reminded of");
      await tellStuck(context, task);
    }
  }
  return round;
}

async function remind(context: Context, task: DueTask): Promise<void> {
  const late = context.now.getTime() - new Date(task.dueAt).getTime();
  const isEscalated = task.escalates && task.superiorId !== null;
  const to = [task.assigneeId, isEscalated ? task.superiorId : null].filter((id): id is string => id !== null);
  const news = {
    to,
    ...(task.assigneeId === null && task.role !== null ? { toRoles: [task.role] } : {}),
    ...(task.assigneeId === null && task.supplierId !== null ? { toSuppliers: [task.supplierId] } : {}),
    ...about(task),
  };
  const values = { task: task.title, due: dueText(task) };
  if (late < 0) await announce(context, { scenario: "task.due", values, ...news });
  else {
    const days = String(Math.floor(late / DAY_MS) + 1);
    await announce(context, { scenario: "task.overdue", values: { ...values, days }, ...news });
  }
  const at = context.now.toISOString();
  await markTaskReminded(context.services.database.connection(), { id: task.id, at, escalated: isEscalated });
}

/** Somebody has to look at it: whoever has the task is not reminded meanwhile. */
async function tellStuck(context: Context, task: DueTask): Promise<void> {
  await announceOnce(context, `${task.id}:${dayOf(context.now)}`, {
    scenario: "task.stuck",
    toRoles: ["system_admin"],
    values: { task: task.title, due: dueText(task) },
    ...about(task),
  });
}

function about({ id }: DueTask) {
  return { record: { entity: TASK, id }, path: `/${TASK}/${id}` };
}

function dueText({ dueAt }: DueTask): string {
  return chinaTime(dueAt).slice(0, 16);
}
