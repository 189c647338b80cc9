import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { notifyEach } from "../notify/notify.server";
import { titleOf } from "./write.server";

/** A record as people call it in a message. */
export function documentName(entity: AnyEntity, record: AnyRecord): string {
  return `${entity.label} ${titleOf(entity, record)}`;
}

export interface NotifyWatchersInput {
  entity: AnyEntity;
  record: AnyRecord;
  /** One sentence. */
  event: string;
  /** Suppliers whose people may hear of it; none for what stays inside. */
  readers: readonly string[];
}

/**
 * Notifies everybody who watches one of these records, in the transaction of what happened to it.
 */
export async function notifyWatchers(context: Context, events: readonly NotifyWatchersInput[]): Promise<void> {
  await notifyEach(
    context,
    events.map(({ entity, record, event, readers }) => ({
      scenario: "watch",
      toWatchers: true,
      readers,
      record: { entity: entity.key, id: record.id, number: record.number },
      values: { document: documentName(entity, record), event },
    })),
  );
}
