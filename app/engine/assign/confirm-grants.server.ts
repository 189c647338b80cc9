import { raisePermissionVersion } from "~/data/access.server";
import {
  type RoleRow,
  selectExclusive,
  selectGrants,
  selectProposals,
  selectRoles,
  upsertGrant,
} from "~/data/grants.server";
import type { Context } from "../context.server";
import { notify } from "../notify/notify.server";
import { findAssignee, refuseRoles } from "./assign.server";

/** Gives what was proposed, judged again as of now; part of a transition, which drops the proposals and audits the change. */
export async function confirmProposals(context: Context, userId: string): Promise<void> {
  const connection = context.services.database.connection();
  const assignee = await findAssignee(context, userId, true);
  const proposals = await selectProposals(connection, userId);
  const known = new Map((await selectRoles(connection)).map((role) => [role.code, role]));
  const given = proposals.map(({ code }) => known.get(code)).filter((role) => role !== undefined);
  const old = (await selectGrants(connection, userId)).filter(({ code }) => !given.some((one) => one.code === code));
  const exclusive = await selectExclusive(connection);
  refuseRoles(context, { assignee, given, all: [...old, ...given], exclusive });
  const at = context.now.toISOString();
  for (const { code, from, until, by } of proposals)
    await upsertGrant(connection, { userId, role: code, from, until, by, at });
  await settle(context, { id: userId, name: assignee.name }, { verdict: "确认", roles: given, by: proposals });
}

/** Tells who proposed that it is not given; part of a transition, which drops the proposals. */
export async function refuseProposals(context: Context, userId: string): Promise<void> {
  const connection = context.services.database.connection();
  const { name } = await findAssignee(context, userId, true);
  const proposals = await selectProposals(connection, userId);
  const known = await selectRoles(connection);
  const roles = known.filter(({ code }) => proposals.some((one) => one.code === code));
  await settle(context, { id: userId, name }, { verdict: "驳回", roles, by: proposals });
}

async function settle(
  context: Context,
  user: { id: string; name: string },
  { verdict, roles, by }: { verdict: "确认" | "驳回"; roles: readonly RoleRow[]; by: readonly { by: string }[] },
): Promise<void> {
  const connection = context.services.database.connection();
  await raisePermissionVersion(connection);
  const names = roles.map(({ name }) => name).join("、");
  const values = { person: user.name, roles: names, by: context.actor.name, verdict };
  const to = [...new Set([...by.map((one) => one.by), ...(verdict === "确认" ? [user.id] : [])])];
  await notify(context, { scenario: "account.grant-settled", values, to, path: `/system-management/users/${user.id}` });
}
