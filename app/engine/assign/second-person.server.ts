import { hasOtherHolder, selectProposals } from "~/data/grants.server";
import { dayOf } from "~/shared/calendar";
import { approvingRoles } from "../access/approving-roles";
import type { Context } from "../context.server";
import type { Finding } from "../entity/server-hooks";
import { notify } from "../notify/notify.server";

/** Who keeps accounts: whoever could make one of these alone would be both of the people who are asked for. */
export const ADMINISTRATORS: readonly string[] = ["system_admin", "user_admin"];

/** Whether a role lets its person decide on what others wrote, or make people who do: it takes two to give it. */
export function takesTwo(context: Context, code: string): boolean {
  return ADMINISTRATORS.includes(code) || approvingRoles(context.services.registry.registrations).has(code);
}

/**
 * Whether a grant of the acting person waits for somebody else. Until there is a second administrator the first one grants alone, and so
 * does the program.
 */
export async function hasSecondPerson(context: Context, userId: string): Promise<boolean> {
  const { actor, services, now } = context;
  if (actor.kind !== "user" || actor.id === null) return false;
  const asked = { roles: ADMINISTRATORS, except: [actor.id, userId], today: dayOf(now) };
  return hasOtherHolder(services.database.connection(), asked);
}

/** Tells the other administrators that roles wait for them. */
export async function tellProposed(context: Context, user: { id: string; name: string }, roles: string): Promise<void> {
  await notify(context, {
    scenario: "account.grant-proposed",
    values: { person: user.name, roles, by: context.actor.name },
    toRoles: ADMINISTRATORS,
    record: { entity: "system-management/user", id: user.id },
  });
}

/** Nobody confirms what they proposed. */
export async function proposedByActor(context: Context, userId: string): Promise<Finding[]> {
  const proposals = await selectProposals(context.services.database.connection(), userId);
  const text = "其中有本人提出的授权，须由另一名管理员确认";
  return proposals.some(({ by }) => by === context.actor.id)
    ? [{ check: "second-person", level: "block", text, personal: true }]
    : [];
}
