import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { announce } from "../notify/announce.server";
import { titleOf } from "./write.server";

/** A record as people call it in a message. */
export function documentName(entity: AnyEntity, record: AnyRecord): string {
  return `${entity.label} ${titleOf(entity, record)}`;
}

/**
 * Tells everybody who watches a record, in the transaction of what happened to it.
 * @param event one sentence
 * @param readers suppliers whose people may hear of it; none for what stays inside
 */
export async function tellWatchers(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  event: string,
  readers: readonly string[],
): Promise<void> {
  await announce(context, {
    scenario: "watch",
    toWatchers: true,
    readers,
    record: { entity: entity.key, id: record.id, number: record.number },
    values: { document: documentName(entity, record), event },
  });
}
