import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity";
import { linesAt } from "../entity/paths";
import { supplierCondition } from "../entity/supplier-lock";
import { requireAction, rowFilter, screenFor } from "../operations/scope.server";

/** What a person may see of an entity by its lists; null for whoever sees no list of it, and whose transaction must not name its table. */
export function reachOfList(context: Context, entity: AnyEntity): Condition[] | null {
  if (!screenFor(context, entity.key, "query")) return null;
  if (context.actor.supplierId && supplierCondition(entity, context.services.registry.entity) === null) return null;
  return [...requireAction(context, entity, "query"), ...rowFilter(context, entity)];
}

/** The same of lines, by their documents; a supplier may be kept from lines of documents it sees. */
export function reachOfLines(context: Context, entity: AnyEntity, path: string): Condition[] | null {
  if (context.actor.supplierId && linesAt(entity.lines, path)?.options.suppliers === "none") return null;
  return reachOfList(context, entity);
}
