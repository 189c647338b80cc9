import { type Context, underName } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { isAnonymous, UNNAMED } from "../entity/anonymity";

/**
 * The context in which a person acts on a record it gave in without its name: whatever is written in it (stamps, trail, messages,
 * tasks) names nobody. For everybody else, and on every other record, the context itself. It is for writing about the act only: what
 * the person may see and do is asked of its own context.
 */
export function anonymousContext(context: Context, entity: AnyEntity, record: AnyRecord): Context {
  const { actor } = context;
  if (
    !entity.anonymity ||
    actor.id === null ||
    !isAnonymous(entity, record) ||
    record[entity.anonymity.author] !== actor.id
  )
    return context;
  const nobody = { id: null, account: "", name: UNNAMED, supplierId: null, supplierName: null, avatar: null };
  return { ...underName(context, nobody), ip: "" };
}

/** Takes whoever makes a record out of its stamps, where that is asked for, and keeps the person in the field that few may read. */
export function makeAnonymous(context: Context, entity: AnyEntity, record: AnyRecord): void {
  if (!entity.anonymity || !isAnonymous(entity, record)) return;
  record[entity.anonymity.author] = context.actor.id;
  record.created_by = null;
  record.updated_by = null;
}
