import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { notify } from "../notify/notify.server";
import { titleOf } from "./write.server";

/** A record as people call it in a message. */
export function documentName(entity: AnyEntity, record: AnyRecord): string {
  return `${entity.label} ${titleOf(entity, record)}`;
}

export interface NotifyWatchersInput {
  entity: AnyEntity;
  record: AnyRecord;
  event: string;
  readers: readonly string[];
}

/**
 * Notifies everybody who watches a record, in the transaction of of what happened to it.
 * @param event one sentence
 * @param readers suppliers whose people may hear of it; none for what stays inside
 */
export async function notifyWatchers(
  context: Context,
  { entity, record, event, readers }: NotifyWatchersInput,
): Promise<void> {
  await notify(context, {
    scenario: "watch",
    toWatchers: true,
    readers,
    record: { entity: entity.key, id: record.id, number: record.number },
    values: { document: documentName(entity, record), event },
  });
}
