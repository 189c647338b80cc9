import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { countFailure, lockedUntil } from "~/data/sessions.server";
import {
  claimTicket,
  findTicket,
  insertTicket,
  insertVisit,
  noteLapsedTickets,
  revokeTickets,
  selectVisits,
  type VisitFacts,
} from "~/data/tickets.server";
import type { ParameterKey } from "~/shared/parameters";
import type { Context, EngineServices } from "../context.server";
import { AppError } from "../errors";
import { intParameter } from "../parameters.server";
import { awayError } from "../storage-away.server";

/** What a ticket may be for; it opens nothing else. */
export const TICKET_PURPOSES = [
  "quality-reply",
  "quote-view",
  "payment-view",
  "prepayment-view",
  "refund-view",
  "registration-resume",
  "single-login",
  "approval-view",
  "embedded-file",
  "mail-proof",
] as const;
export type TicketPurpose = (typeof TICKET_PURPOSES)[number];

export interface TicketRequest {
  purpose: TicketPurpose;
  /** Key of the entity, and the one record it opens. */
  entity: string;
  recordId: string;
  /** Instant, ISO. */
  expiresAt: string;
  /** The page is read as this supplier. */
  supplierId?: string;
  /** To whom the link goes: an e-mail address, an OA account. */
  recipient?: string;
  /** Number of the approval in the office-automation system. */
  oaNumber?: string;
  /** What the record was like when the link was made, to tell later that it has changed. */
  fingerprint?: string;
  snapshot?: unknown;
  /** Opens once only. Links people click on are opened several times: by mail filters, by the browser, by them. */
  singleUse?: boolean;
}

/** An opened ticket: what may be shown, to whom, nothing more. */
export interface Ticket {
  id: string;
  purpose: TicketPurpose;
  entity: string;
  recordId: string;
  supplierId: string | null;
  recipient: string | null;
  oaNumber: string | null;
  fingerprint: string | null;
  snapshot: unknown;
  expiresAt: string;
}

const MINUTE_MS = 60_000;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/**
 * Makes a ticket in the transaction of the caller. The secret is in the answer only: 256 random bits for the parameter `ticket`
 * of one link; what is stored cannot be turned back into it.
 */
export async function issueTicket(
  context: Context,
  request: TicketRequest,
): Promise<{ id: string; secret: string; expiresAt: string }> {
  const { services, actor, now } = context;
  if (Date.parse(request.expiresAt) <= now.getTime()) throw new Error("a ticket must end after it begins");
  const secret = randomBytes(32).toString("base64url");
  const id = services.newId();
  await insertTicket(services.database.connection(), {
    id,
    hash: hashOf(secret),
    purpose: request.purpose,
    entity: request.entity,
    recordId: request.recordId,
    supplierId: request.supplierId ?? null,
    recipient: request.recipient ?? null,
    oaNumber: request.oaNumber ?? null,
    fingerprint: request.fingerprint ?? null,
    snapshot: request.snapshot ?? null,
    singleUse: request.singleUse ?? false,
    issuedBy: actor.id,
    issuedAt: now.toISOString(),
    expiresAt: request.expiresAt,
  });
  return { id, secret, expiresAt: request.expiresAt };
}

/**
 * What a ticket opens, for that purpose only, with the visit recorded. Whoever asks: sessions do not count here.
 * @param visit.looking false for a page that a browser fetches before anybody asked for it: nothing is recorded or used up
 * @throws AppError("link_gone") whatever the reason: unknown, for something else, over, revoked, used up, guessed too often
 */
export async function openTicket(
  context: Context,
  secret: string | null,
  purpose: TicketPurpose,
  visit: { device: string; looking?: boolean },
): Promise<Ticket> {
  const { services, ip, now } = context;
  const hash = secret !== null && SECRET.test(secret) ? hashOf(secret) : null;
  const found = await stored(async () => {
    // An address that has guessed too often is not told whether its next guess was right.
    if (secret === null || (await isLocked(context))) return null;
    const opened = hash === null ? null : await open(services, { hash, purpose, now, ip, ...visit });
    if (!opened) await countWrong(context);
    return opened;
  });
  if (found) return found;
  throw new AppError("link_gone");
}

/** Counters beside those of accounts: no account name has a colon in it. */
const counterOf = (ip: string) => `ticket:${ip}`;

async function isLocked({ services, ip, now }: Context): Promise<boolean> {
  return (await lockedUntil(services.database.connection(), counterOf(ip), now.toISOString())) !== null;
}

/** Counted where all processes see it, and kept when they are started again. Opening a page without any ticket is no guess. */
async function countWrong({ services, ip, now }: Context): Promise<void> {
  const minutes = (key: ParameterKey) => intParameter(services, key);
  const lockMs = (await minutes("security.ticket.lockMin")) * MINUTE_MS;
  const since = new Date(now.getTime() - (await minutes("security.ticket.failWindowMin")) * MINUTE_MS).toISOString();
  const wait = { limit: await intParameter(services, "security.ticket.maxFail"), firstMs: lockMs, mostMs: lockMs };
  const failure = { account: counterOf(ip), now: now.toISOString(), since, wait, forgets: true };
  await countFailure(services.database.connection(), failure);
}

async function open(
  services: EngineServices,
  wanted: { hash: string; purpose: TicketPurpose; now: Date; ip: string; device: string; looking?: boolean },
): Promise<Ticket | null> {
  const { hash, purpose, ip } = wanted;
  const at = wanted.now.toISOString();
  const row = await findTicket(services.database.connection(), { hash, purpose, now: at });
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return null;
  if (wanted.looking !== false) {
    const note = () =>
      services.database.transaction({ role: "owner" }, async () => {
        const connection = services.database.connection();
        if (!(await claimTicket(connection, row.id, at))) return false;
        const device = wanted.device.slice(0, 200);
        await insertVisit(connection, { id: services.newId(), ticketId: row.id, at, ip, device });
        return true;
      });
    // Whoever may read is not kept from it because nobody could note it down; what opens once must be used up.
    const claimed = row.singleUse
      ? await note()
      : await note().catch((error: unknown) => {
          services.log.error({ err: error, ticket: row.id }, "a visit could not be noted");
          return true;
        });
    if (!claimed) return null;
  }
  const { id, entity, recordId, supplierId, recipient, oaNumber, fingerprint, snapshot, expiresAt } = row;
  return { id, purpose, entity, recordId, supplierId, recipient, oaNumber, fingerprint, snapshot, expiresAt };
}

async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw awayError(error);
  }
}

/** Ends one ticket, or all of a record: after a decision, a change, a mistake in the address. @returns how many were still alive */
export async function endTickets(
  context: Context,
  which: { id: string } | { entity: string; recordId: string; purpose?: TicketPurpose },
  reason: string,
): Promise<number> {
  return revokeTickets(context.services.database.connection(), which, context.now.toISOString(), reason);
}

/** Notes which tickets have run out, for lists of them. */
export async function noteLapsed({ services, now }: Context): Promise<void> {
  await services.database.transaction({ role: "owner" }, () =>
    noteLapsedTickets(services.database.connection(), now.toISOString()),
  );
}

/** How often and from where a link was opened, newest first, with the files that were taken from its page. */
export function visitsOf({ services }: Context, ticketId: string, most: number): Promise<VisitFacts[]> {
  return selectVisits(services.database.connection(), ticketId, most);
}
