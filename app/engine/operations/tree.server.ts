import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Value } from "../entity";
import type { TreeKey } from "../entity/entity-map";
import { unscopedRows } from "./unscoped.server";

/** Deeper trees than this do not occur; a circle that is already stored ends here instead of running on. */
const DEEPEST = 50;

/** Ids from the given parent up to the root, nearest first; empty without a parent. */
export async function ancestorsOf(context: Context, entityKey: TreeKey, parentId: Value): Promise<string[]> {
  const ids: string[] = [];
  const tree = context.services.registry.entity(entityKey);
  let next: unknown = parentId;
  while (typeof next === "string" && ids.length < DEEPEST) {
    ids.push(next);
    const [row] = await unscopedRows(context, tree, ["parent_id"], [where.eq("id", next)]);
    next = row?.parent_id;
  }
  return ids;
}

/** Ids of rows and of everything that stands below them, however deep; for registers of some hundred rows, which are read whole. */
export async function withDescendants(context: Context, entityKey: TreeKey, ids: readonly string[]): Promise<string[]> {
  const rows = await unscopedRows(context, context.services.registry.entity(entityKey), ["id", "parent_id"], []);
  const found = new Set(ids);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { id, parent_id } of rows) if (found.has(String(parent_id))) found.add(String(id));
  }
  return [...found];
}
