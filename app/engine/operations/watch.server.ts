import type { UndeliveredCall } from "~/data/integrations.server";
import { lookAt, setWatch } from "~/data/watches.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { anonymousContext } from "./anonymity.server";
import { openRecord } from "./records.server";
import { inTransaction } from "./transaction.server";

/** The acting person watches a record from now on; nothing happens when it does already, or when the system acts. */
export async function watchOwn(context: Context, entity: AnyEntity, recordId: string): Promise<void> {
  const { actor, services, now } = context;
  if (!actor.id) return;
  const watch = { userId: actor.id, on: true, at: now.toISOString() };
  await setWatch(services.database.connection(), { entity: entity.key, recordId }, watch);
}

/**
 * Begins or ends watching a record the person can open. Doing it again changes nothing.
 * @throws AppError("forbidden" | "not_found")
 */
export async function watchRecord(
  context: Context,
  wanted: { entity: AnyEntity; screen?: Screen; id: string; on: boolean },
): Promise<AnyRecord> {
  const { entity, screen, id, on } = wanted;
  return inTransaction(context, async () => {
    const { record } = await openRecord(context, { entity, id, screen, wanted: { labels: false } });
    const { actor, services, now } = context;
    if (!actor.id) throw new AppError("forbidden", { values: { permission: "watch" } });
    if (on && anonymousContext(context, entity, record) !== context)
      throw new AppError("own_rule", { message: "匿名提交的单据不能关注：关注的人和收到的消息都会列出姓名" });
    const watch = { userId: actor.id, on, at: now.toISOString() };
    await setWatch(services.database.connection(), { entity: entity.key, recordId: record.id }, watch);
    return record;
  });
}

export interface Watching {
  mine: boolean;
  /** Names of everybody who watches, the person's own first; null for suppliers, who only know of themselves. */
  names: string[] | null;
  /** Calls about the document that other systems have not got. */
  undelivered: UndeliveredCall[];
}

/**
 * Who watches a record the person has been allowed to open and what other systems have not heard about it, and, with `read`, marks
 * what the inbox says about it as read. Runs beside the other reads of the page.
 */
export async function watchingOf(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  { read }: { read: boolean },
): Promise<Watching> {
  const { actor, services, now } = context;
  const userId = actor.id;
  if (!userId) return { mine: false, names: [], undelivered: [] };
  const { people, undelivered } = await lookAt(
    services.database.connection(),
    { entity: entity.key, recordId: record.id },
    { userId, at: now.toISOString(), read, state: mayBeUndelivered(context, entity) ? record.state : null },
  );
  const mine = people.some(({ id }) => id === userId);
  return { mine, names: actor.supplierId ? null : people.map(({ name }) => name), undelivered };
}

/** Documents are what other systems hear of; that one of them did not is no business of suppliers. */
export function mayBeUndelivered(context: Context, entity: AnyEntity): boolean {
  return entity.kind === "document" && entity.states !== undefined && !context.actor.supplierId;
}
