import { type Change, insertAudit } from "~/data/audit.server";
import type { Context, SessionFacts } from "../context.server";
import type { AnyEntity } from "../entity";
import { AppError } from "../errors";
import { actorName } from "../notify/notify.server";
import { awayError } from "../storage-away.server";

const USER = "system-management/user";

/** The person behind a context and the session it acts in, whatever ids a request carries. */
export interface Own {
  userId: string;
  session: SessionFacts;
}

/** @throws AppError("signed_out") for nobody and for the system */
export function ownOf(context: Context): Own {
  const { actor, session } = context;
  if (!actor.id || !session) throw new AppError("signed_out");
  return { userId: actor.id, session };
}

/** The definition of accounts: labels, choices and what each field takes. */
export function userEntity(context: Context): AnyEntity {
  return context.services.registry.entity(USER);
}

/**
 * Work on the own account. Suppliers hold no right to the tables of accounts and staff none to secrets, so it runs as owner, and every
 * statement of it is bound to the id of `ownOf`.
 */
export async function asOwner<T>(context: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.services.database.transaction({ role: "owner" }, work);
  } catch (error) {
    throw awayError(error);
  }
}

/** Writes what was done to an account into the audit trail, in the transaction of the change. Suppliers do not read these rows. */
export async function auditAccount(
  context: Context,
  userId: string,
  entry: { action: string; label: string; changes?: Change[]; reason?: string },
): Promise<void> {
  const { actor, services } = context;
  await insertAudit(services.database.connection(), {
    id: services.newId(),
    at: context.now.toISOString(),
    userId: actor.id,
    userName: actorName(context),
    userSupplierId: actor.supplierId,
    entity: USER,
    recordId: userId,
    recordNumber: null,
    action: entry.action,
    label: entry.label,
    changes: entry.changes ?? [],
    staffChanges: [],
    reason: entry.reason ?? null,
    staffReason: null,
    requestId: context.requestId,
    ip: context.ip,
    channel: context.channel,
    suppliers: [],
  });
}
