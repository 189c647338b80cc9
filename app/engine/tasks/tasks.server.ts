import { permissionVersion } from "~/data/access.server";
import { type ClosedTasks, countLoneQuestions, endTasks, endTasksOfAll, insertTask } from "~/data/tasks.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { TaskPriority } from "~/shared/tasks";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity";
import { AppError } from "../errors";
import { notify } from "../notify/notify.server";
import { openRecord } from "../operations/records.server";
import { unscopedRows } from "../operations/unscoped.server";
import { cachedActor } from "../session/actor.server";

/** A task that a document gives somebody. Exactly one of `assignee`, `role` and `supplierId` says whose it is. */
export interface ExportTaskRequest {
  /** What is to be done, e.g. 上传型式检验报告; 120 characters at most. Never says more than its reader may know. */
  title: string;
  description?: string;
  /** The document it is about. */
  entity: string;
  recordId: string;
  /** Id of a member of staff. */
  assignee?: string | null;
  /** Code of a role: whoever holds it claims the task, where the document's factory and purchase group lie in the own scope. */
  role?: string;
  /** The supplier whose people are to do it; they read the whole task. */
  supplierId?: string | null;
  /** Instant, ISO text in UTC. */
  due?: string | null;
  priority?: TaskPriority;
  /** States of the document in which there is something to do: any other state ends the task. Without it `closeTasks` does. */
  while?: readonly string[];
  /** Whoever calls tells the person in words of its own. */
  isTold?: true;
  /** Where it is dealt with, below `/web`, with a slash in front. Default: the document. */
  path?: string;
}

/**
 * Opens a task for a document, inside the transaction of what makes it necessary and under whichever role that has. Whoever is named
 * gets a message; holders of a role see it among their to-dos. The same task (document, title, addressee) is not opened twice.
 * @returns whether a new one was opened
 */
export async function openTask(context: Context, request: ExportTaskRequest): Promise<boolean> {
  const { actor, now, services } = context;
  const entity = services.registry.entity(request.entity);
  const about = await documentFacts(context, entity, request.recordId);
  const path = request.path ?? documentPath(context, entity, request.recordId);
  const isNew = await insertTask(services.database.connection(), {
    id: services.newId(),
    at: now.toISOString(),
    by: actor.id,
    title: request.title,
    description: request.description ?? null,
    businessType: entity.label,
    businessKey: about.number,
    entity: entity.key,
    recordId: request.recordId,
    states: request.while?.join(",") ?? null,
    path,
    assignee: request.assignee ?? null,
    role: request.role ?? null,
    supplierId: request.supplierId ?? null,
    factoryId: about.factory,
    purchaseGroupId: about.purchaseGroup,
    dueAt: request.due ?? null,
    priority: request.priority ?? "normal",
  });
  if (isNew && !request.isTold && (request.assignee || request.supplierId)) {
    await notify(context, {
      scenario: "task.assigned",
      ...(request.assignee ? { to: [request.assignee] } : {}),
      ...(request.supplierId && !request.assignee ? { toSuppliers: [request.supplierId] } : {}),
      values: { task: request.title, document: [entity.label, about.number].filter(Boolean).join(" ") },
      record: { entity: entity.key, id: request.recordId, number: about.number },
      path,
    });
  }
  return isNew;
}

/**
 * Ends tasks of a document that the program opened, inside the caller's transaction.
 * @param wanted.title only those of this title; default: all
 * @param wanted.outcome `cancelled` where there is nothing to do any more; default `done`
 * @returns how many
 */
export function closeTasks(
  context: Context,
  wanted: { entity: string; recordId: string; title?: string; outcome?: ClosedTasks["outcome"] },
): Promise<number> {
  return endTasks(context.services.database.connection(), {
    entity: wanted.entity,
    recordId: wanted.recordId,
    title: wanted.title ?? null,
    outside: null,
    outcome: wanted.outcome ?? "done",
    by: context.actor.id,
    at: context.now.toISOString(),
  });
}

/** Ends the tasks that make no sense in the state to which these documents have come. */
export function settleTasks(
  context: Context,
  entity: AnyEntity,
  recordIds: readonly string[],
  state: string,
): Promise<void> {
  return endTasksOfAll(context.services.database.connection(), recordIds, {
    entity: entity.key,
    title: null,
    outside: state,
    outcome: "done",
    by: context.actor.id,
    at: context.now.toISOString(),
  });
}

/** How many questions of approval nobody but this person can answer today; for the transactions of staff. */
export function loneQuestions({ services, now }: Context, userId: string): Promise<number> {
  return countLoneQuestions(services.database.connection(), userId, dayOf(now));
}

/** Whether a member of staff may open the document of a task. */
export async function mayOpenDocument(
  context: Context,
  userId: string,
  about: { entity: string; recordId: string },
): Promise<boolean> {
  const connection = context.services.database.connection();
  const actor = await cachedActor(context.services, userId, await permissionVersion(connection));
  return opens({ ...context, actor }, about);
}

/** Whether the acting person may open a document. */
export async function opens(context: Context, about: { entity: string; recordId: string }): Promise<boolean> {
  try {
    await openRecord(context, {
      entity: context.services.registry.entity(about.entity),
      id: about.recordId,
      wanted: {
        labels: false,
      },
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && ["forbidden", "not_found", "stopped"].includes(error.error)) return false;
    throw error;
  }
}

interface DocumentFacts {
  number: string | null;
  factory: string | null;
  purchaseGroup: string | null;
}

/** What of the document stands on its tasks: how people name it, and by what they see it. */
async function documentFacts(context: Context, entity: AnyEntity, recordId: string): Promise<DocumentFacts> {
  const { factory, purchase_group: group } = entity.access.staff ?? {};
  const name = entity.number ? "number" : (["code", "name"].find((one) => one in entity.fields) ?? null);
  // Whose row the own id names is the register itself; that is no scope of a document.
  const columns = [name, factory, group].filter((one): one is string => Boolean(one) && one !== "id");
  const [row] = columns.length === 0 ? [] : await unscopedRows(context, entity, columns, [where.eq("id", recordId)]);
  const text = (column: string | null | undefined) => {
    const value = column ? row?.[column] : null;
    return typeof value === "string" ? value : null;
  };
  return { number: text(name), factory: text(factory), purchaseGroup: text(group) };
}

/** Page of a document, below the base path; home for what has no screen. */
export function documentPath({ services }: Context, entity: AnyEntity, recordId: string): string {
  const [screen] = services.registry.screensOf(entity.key);
  return screen ? `/${screen.area}/${screen.key}/${recordId}` : "/qiaqia/home";
}
