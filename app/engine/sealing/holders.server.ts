import { selectMemberIds } from "~/data/roles.server";
import type { Context } from "../context.server";

/** Of some people those who do not have a role. */
export async function withoutRole(context: Context, role: string, userIds: readonly string[]): Promise<string[]> {
  const members = await selectMemberIds(context.services.database.connection(), role);
  return userIds.filter((id) => !members.includes(id));
}
