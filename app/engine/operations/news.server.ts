import { type News, notifyWatchers } from "~/data/watches.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { titleOf } from "./write.server";

/** The name under which a person acts, as others read it. */
export function actorName({ actor }: Context): string {
  return actor.supplierName ? `${actor.supplierName} · ${actor.name}` : actor.name;
}

/** News of a record from the acting person. `readers` are the suppliers that may hear of it; none for what stays inside. */
export function newsOf(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  body: string,
  readers: readonly string[],
): News {
  return {
    entity: entity.key,
    recordId: record.id,
    title: `${entity.label} ${titleOf(entity, record)}`,
    body,
    readers,
    at: context.now.toISOString(),
    from: { id: context.actor.id, name: actorName(context) },
  };
}

/** Tells everybody who watches a record, in the transaction of what happened to it. */
export async function tellWatchers(context: Context, news: News): Promise<void> {
  await notifyWatchers(context.services.database.connection(), news);
}
