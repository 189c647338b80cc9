import type { Context } from "~/engine/context.server";
import type { Value } from "~/engine/entity";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

/** Deeper trees than this do not occur; a circle that is already stored ends here instead of running on. */
const DEEPEST = 50;

/** Ids from the given parent up to the root, nearest first; empty without a parent. */
export async function ancestorsOf(context: Context, entityKey: string, parentId: Value): Promise<string[]> {
  const ids: string[] = [];
  let next: unknown = parentId;
  while (typeof next === "string" && ids.length < DEEPEST) {
    ids.push(next);
    const [row] = await unscopedRows(context, entityKey, ["parent_id"], [where.eq("id", next)]);
    next = row?.parent_id;
  }
  return ids;
}
