import type { Context } from "../context.server";
import { deadlineParameter, type NamedDeadline } from "../entity/deadlines";
import { definedParameter } from "../parameters.server";

/** The length of a deadline as its parameter says now, in its unit; 0 where it has none. For whatever shows when something is due. */
export async function termOf(context: Context, one: NamedDeadline): Promise<number> {
  const { after } = one.deadline;
  if (!after) return 0;
  return Number(await definedParameter(context.services, deadlineParameter(one, "term"), String(after.initial)));
}
