import { type DueTask, lockNextDueTask, markTaskReminded } from "~/data/tasks.server";
import { chinaTime, dayOf, momentOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { notify, notifyOnce } from "../notify/notify.server";
import { oneByOne } from "../operations/one-by-one.server";
import { intParameter } from "../parameters.server";

const TASK = "system-management/task";
const DAY_MS = 24 * 60 * 60_000;

export interface TaskReminderRound {
  /** Tasks somebody was reminded of. */
  reminded: number;
  /** Titles of tasks nobody could be reminded of. */
  failed: string[];
}

/**
 * Reminds of tasks on the day before they are due and once a day while they are overdue; after some days (a parameter) the superior of whoever has
 * one is told as well, once. Each task is a transaction of its own: one that fails is written down, administrators hear of it once a
 * day, and the others go on. Harmless when several processes do it at once: each takes other tasks.
 * @param context of the system
 * @param goesOn asked between tasks
 * @throws StorageError when storage is out of reach: the others would meet the same
 */
export async function remindOfTasks(context: Context, goesOn: () => boolean = () => true): Promise<TaskReminderRound> {
  const now = context.now.getTime();
  const escalated = await intParameter(context.services, "task.escalatedDays");
  const limits = {
    now: context.now.toISOString(),
    dueBefore: new Date(now + DAY_MS).toISOString(),
    remindedBefore: momentOf(dayOf(context.now)),
    escalateBefore: new Date(now - escalated * DAY_MS).toISOString(),
  };
  let reminded = 0;
  const failed: string[] = [];
  await oneByOne(context, {
    next: (except) => lockNextDueTask(context.services.database.connection(), { ...limits, except }),
    idOf: ({ id }) => id,
    work: (task) => remind(context, task),
    done() {
      reminded += 1;
    },
    async failed(task) {
      failed.push(task.title);
      await notifyStuck(context, task);
    },
    goesOn,
    complaint: "a task could not be reminded of",
  });
  return { reminded, failed };
}

async function remind(context: Context, task: DueTask): Promise<void> {
  const late = context.now.getTime() - new Date(task.dueAt).getTime();
  const isEscalated = task.escalates && task.superiorId !== null;
  const to = [task.assigneeId, isEscalated ? task.superiorId : null].filter((id): id is string => id !== null);
  const notification = {
    to,
    ...(task.assigneeId === null && task.role !== null ? { toRoles: [task.role] } : {}),
    ...(task.assigneeId === null && task.supplierId !== null ? { toSuppliers: [task.supplierId] } : {}),
    ...about(task),
  };
  const values = { task: task.title, due: dueText(task) };
  if (late < 0) await notify(context, { scenario: "task.due", values, ...notification });
  else {
    const days = String(Math.floor(late / DAY_MS) + 1);
    await notify(context, { scenario: "task.overdue", values: { ...values, days }, ...notification });
  }
  const at = context.now.toISOString();
  await markTaskReminded(context.services.database.connection(), { id: task.id, at, escalated: isEscalated });
}

/** Somebody has to look at it: whoever has the task is not reminded meanwhile. */
async function notifyStuck(context: Context, task: DueTask): Promise<void> {
  await notifyOnce(context, `${task.id}:${dayOf(context.now)}`, {
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
