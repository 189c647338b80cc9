import { permissionVersion } from "~/data/access.server";
import { selectHolders, selectStaff, selectStaffByAccount } from "~/data/approval.server";
import { selectHands } from "~/data/hands.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { matches } from "../access/matches";
import { may } from "../access/permissions";
import type { Actor, Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { approvalPermission } from "../entity/approval-transitions";
import { AppError } from "../errors";
import { fieldValue } from "../operations/records.server";
import { factsOf, mayOnScreen, rowFilter } from "../operations/scope.server";
import { unscopedRows } from "../operations/unscoped.server";
import { cachedActor } from "../session/actor.server";
import type { FlowStep } from "./flow.server";

export interface Person {
  id: string;
  name: string;
}

/** Whom a step asks: people, another system, or nobody because it is skipped. */
export type Asked =
  | { kind: "people"; people: Person[] }
  | { kind: "outside"; system: string }
  | { kind: "skipped"; because: string };

/** People whose own document it is: who asks for approval, who made it, and who wrote what is asked about. They never decide about it. */
export async function authorsOf(context: Context, record: AnyRecord, startedBy: string | null): Promise<string[]> {
  const hands = await selectHands(context.services.database.connection(), record.id);
  return [...new Set([startedBy, record.created_by, ...hands])].filter((id): id is string => id !== null);
}

export interface AskedByInput {
  entity: AnyEntity;
  record: AnyRecord;
  step: FlowStep;
  authors: readonly string[];
}

/**
 * Whom a step asks about a document. Only people who may sign in, hold the right to approve such documents and see this one are
 * asked; nobody is asked about a document of his own.
 * @throws AppError("invalid") when nobody is left, with what to do in Chinese
 */
export async function askedBy(context: Context, { entity, record, step, authors }: AskedByInput): Promise<Asked> {
  if (step.decider === "outside") return { kind: "outside", system: step.system ?? "" };
  const named = await namedBy(context, { entity, record, step, authors });
  const others = await able(
    context,
    entity,
    record,
    named.filter((id) => !authors.includes(id)),
  );
  if (others.length > 0) return { kind: "people", people: others };
  const meetsAuthor = named.some((id) => authors.includes(id));
  if (meetsAuthor && step.onSelf === "skip") return { kind: "skipped", because: "审批人即发起人，已跳过" };
  if (meetsAuthor && step.onSelf === "superior") {
    const people = await able(
      context,
      entity,
      record,
      (await superiorsOf(context, authors)).filter((id) => !authors.includes(id)),
    );
    if (people.length > 0) return { kind: "people", people };
  }
  throw new AppError("invalid", {
    message: meetsAuthor
      ? `审批步骤「${step.name}」的审批人就是发起人，不能审批本人的单据，请由他人提交，或请管理员调整审批流程`
      : `审批步骤「${step.name}」没有可以审批这张单据的人，请联系管理员调整审批流程`,
  });
}

/** Ids of the people the flow names, whether they can decide or not. */
async function namedBy(
  context: Context,
  {
    entity,
    record,
    step,
    authors,
  }: { entity: AnyEntity; record: AnyRecord; step: FlowStep; authors: readonly string[] },
): Promise<string[]> {
  switch (step.decider) {
    case "person":
      return step.personId ? [step.personId] : [];
    case "role":
      return step.roleId ? selectHolders(context.services.database.connection(), step.roleId, dayOf(context.now)) : [];
    case "superior":
      return superiorsOf(context, authors.slice(0, 1));
    case "group_manager": {
      const column = entity.access.staff?.purchase_group;
      const group = column ? fieldValue(record, column) : null;
      if (typeof group !== "string") return [];
      const [row] = await unscopedRows(
        context,
        "user-administration/purchase-group",
        ["leader_id"],
        [where.eq("id", group)],
      );
      return typeof row?.leader_id === "string" ? [row.leader_id] : [];
    }
    case "outside":
      return [];
  }
}

async function superiorsOf(context: Context, ids: readonly string[]): Promise<string[]> {
  const staff = await selectStaff(context.services.database.connection(), ids);
  return staff.flatMap(({ superiorId }) => superiorId ?? []);
}

/** Those of the people who can decide about this document. */
export async function able(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  ids: readonly string[],
): Promise<Person[]> {
  const connection = context.services.database.connection();
  const staff = await selectStaff(connection, [...new Set(ids)]);
  if (staff.length === 0) return [];
  const version = await permissionVersion(connection);
  const found: Person[] = [];
  for (const { id, name } of staff) {
    const actor = await cachedActor(context.services, id, version);
    if (mayDecide({ ...context, actor }, entity, record)) found.push({ id, name });
  }
  return found;
}

/** Whether this person holds the right to approve such documents and sees this one. */
function mayDecide(context: Context & { actor: Actor }, entity: AnyEntity, record: AnyRecord): boolean {
  if (!may(context.actor.permissions, `${approvalPermission(entity.key)}.edit`)) return false;
  const facts = factsOf(context);
  if (!rowFilter(context, entity).every((condition) => matches(condition, record, facts))) return false;
  return context.services.registry
    .screensOf(entity.key)
    .some(
      (screen) =>
        mayOnScreen(context, screen, "get") && (screen.where === null || matches(screen.where, record, facts)),
    );
}

export interface SuperiorsAbleInput {
  entity: AnyEntity;
  record: AnyRecord;
  ids: readonly string[];
  authors: readonly string[];
}

/** Superiors of people who are late, as far as they can decide. */
export async function superiorsAble(
  context: Context,
  { entity, record, ids, authors }: SuperiorsAbleInput,
): Promise<Person[]> {
  const superiors = (await superiorsOf(context, ids)).filter((id) => !authors.includes(id) && !ids.includes(id));
  return able(context, entity, record, superiors);
}

/** A member of staff that may sign in, by account; null where there is none. */
export function staffByAccount(context: Context, account: string): Promise<{ id: string; name: string } | null> {
  return selectStaffByAccount(context.services.database.connection(), account);
}
