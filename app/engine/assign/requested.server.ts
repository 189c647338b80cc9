import { selectExclusive, selectGrants, selectPermissionRoles, selectRoles } from "~/data/grants.server";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { done, findAssignee, grantRole, refuseRoles } from "./assign.server";
import { hasSecondPerson, takesTwo } from "./second-person.server";

/** What somebody asks for. */
export interface RequestedGrant {
  userId: string;
  /** Code of the role. */
  role: string;
}

/**
 * Codes of roles of ours that give an action on a permission, the lowest first, so that nobody is offered more than is needed; null where
 * there is no such permission, or it is stopped.
 */
export async function rolesGiving(
  context: Context,
  { id, action }: { id: string; action: string },
): Promise<{ code: string; name: string }[] | null> {
  const connection = context.services.database.connection();
  const giving = await selectPermissionRoles(connection, id, action);
  if (!giving.exists || !giving.enabled) return null;
  const roles = (await selectRoles(connection)).filter(
    ({ code, audience, enabled }) => audience === "internal" && enabled && giving.roles.includes(code),
  );
  return roles.reverse().map(({ code, name }) => ({ code, name }));
}

/** Codes of the roles a person has today or will have. */
export async function rolesHeld(context: Context, userId: string): Promise<ReadonlySet<string>> {
  const grants = await selectGrants(context.services.database.connection(), userId);
  return new Set(grants.filter(({ until }) => until === null || until >= dayOf(context.now)).map(({ code }) => code));
}

/**
 * Why the role cannot be given to the person as things are, in words; null where it can. The rank of whoever gives it counts only where
 * `judged` says so: whoever asks may ask for more than they are.
 */
export async function whyNotGiven(
  context: Context,
  { userId, role }: RequestedGrant,
  judged: "asking" | "giving",
): Promise<string | null> {
  const connection = context.services.database.connection();
  const assignee = await findAssignee(context, userId);
  const found = (await selectRoles(connection)).find(({ code }) => code === role);
  if (!found) return "角色已不存在";
  if (assignee.state !== "active" && assignee.state !== "locked") return "申请人的账号已停用，不能授权";
  const { actor } = context;
  if (judged === "giving" && actor.kind !== "system" && assignee.rank > actor.rank) return "无权操作该用户";
  const held = (await selectGrants(connection, userId)).filter(
    ({ until }) => until === null || until >= dayOf(context.now),
  );
  if (held.some(({ code }) => code === role)) return `申请人已经有角色「${found.name}」`;
  try {
    refuseRoles(context, {
      onlyAsked: judged === "asking",
      assignee,
      given: [found],
      all: [...held, found],
      exclusive: await selectExclusive(connection),
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Whether it takes two administrators to give the role. */
export function isGivenByTwo(context: Context, role: string): boolean {
  return takesTwo(context, role);
}

/** Whether there is somebody beside the acting administrator and the person who could agree as the second one. */
export function hasSecondAdministrator(context: Context, userId: string): Promise<boolean> {
  return hasSecondPerson(context, userId);
}

/**
 * Gives what was asked for until its last day, and writes it into the history of the account; part of a transition of the request.
 * @param request.agreed a first administrator has agreed before
 * @throws AppError("own_rule" | "wrong_state" | "invalid")
 */
export async function giveRequested(
  context: Context,
  request: RequestedGrant & { until: string; number: string; agreed: boolean },
): Promise<void> {
  const { userId, role, until, number, agreed } = request;
  const connection = context.services.database.connection();
  const names = async () => (await selectGrants(connection, userId)).map(({ name }) => name).join("、");
  const from = await names();
  await grantRole(context, userId, role, until, agreed);
  const to = await names();
  await done(context, userId, {
    action: "assign_role",
    label: `按权限申请${number}授予角色`,
    changes: [{ path: "role_names", label: "角色", from, to, fromText: from, toText: to }],
  });
}
