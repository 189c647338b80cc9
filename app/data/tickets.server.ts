import { sql } from "kysely";
import type { Connection } from "./database.server";

export interface NewTicket {
  id: string;
  hash: string;
  purpose: string;
  entity: string;
  recordId: string;
  supplierId: string | null;
  recipient: string | null;
  oaNumber: string | null;
  fingerprint: string | null;
  snapshot: unknown;
  singleUse: boolean;
  issuedBy: string | null;
  issuedAt: string;
  expiresAt: string;
}

/** What opening a ticket needs to know, with the hash for a last comparison. */
export type TicketRow = Omit<NewTicket, "issuedBy" | "issuedAt">;

export async function insertTicket(connection: Connection, ticket: NewTicket): Promise<void> {
  const snapshot = ticket.snapshot === null ? null : JSON.stringify(ticket.snapshot);
  await sql`insert into ticket (id, hash, purpose, entity, record_id, supplier_id, recipient, oa_number, fingerprint, snapshot, single_use, issued_by, issued_at, expires_at)
    values (${ticket.id}, ${ticket.hash}, ${ticket.purpose}, ${ticket.entity}, ${ticket.recordId}, ${ticket.supplierId}, ${ticket.recipient}, ${ticket.oaNumber},
      ${ticket.fingerprint}, ${snapshot}::jsonb, ${ticket.singleUse}, ${ticket.issuedBy}, ${ticket.issuedAt}, ${ticket.expiresAt})`.execute(
    connection,
  );
}

/** The ticket behind a hash, if it still opens something for that purpose. */
export async function findTicket(
  connection: Connection,
  wanted: { hash: string; purpose: string; now: string },
): Promise<TicketRow | null> {
  const { rows } = await sql<{
    id: string;
    hash: string;
    purpose: string;
    entity: string;
    record_id: string;
    supplier_id: string | null;
    recipient: string | null;
    oa_number: string | null;
    fingerprint: string | null;
    snapshot: unknown;
    single_use: boolean;
    expires_at: string;
  }>`select id, hash, purpose, entity, record_id, supplier_id, recipient, oa_number, fingerprint, snapshot, single_use, expires_at from ticket
    where hash = ${wanted.hash} and purpose = ${wanted.purpose} and revoked_at is null and expires_at > ${wanted.now}::timestamptz
      and not (single_use and used_at is not null)`.execute(connection);
  const [row] = rows;
  return row
    ? {
        id: row.id,
        hash: row.hash,
        purpose: row.purpose,
        entity: row.entity,
        recordId: row.record_id,
        supplierId: row.supplier_id,
        recipient: row.recipient,
        oaNumber: row.oa_number,
        fingerprint: row.fingerprint,
        snapshot: row.snapshot,
        singleUse: row.single_use,
        expiresAt: row.expires_at,
      }
    : null;
}

/** Marks a ticket as used. False: somebody else used it first, or it was revoked meanwhile; the ticket of many uses is always ours. */
export async function claimTicket(connection: Connection, id: string, now: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`update ticket set used_at = ${now}
    where id = ${id} and revoked_at is null and (used_at is null or not single_use) returning id`.execute(connection);
  return rows.length === 1;
}

export async function insertVisit(
  connection: Connection,
  visit: { id: string; ticketId: string; at: string; ip: string; device: string },
): Promise<void> {
  await sql`insert into ticket_visit (id, ticket_id, at, ip, device)
    values (${visit.id}, ${visit.ticketId}, ${visit.at}, ${visit.ip}, ${visit.device})`.execute(connection);
}

/** Ends one ticket, or all of a document. Answers how many were still alive. */
export async function revokeTickets(
  connection: Connection,
  wanted: { id: string } | { entity: string; recordId: string; purpose?: string },
  now: string,
  reason: string,
): Promise<number> {
  const which =
    "id" in wanted
      ? sql`id = ${wanted.id}`
      : sql`entity = ${wanted.entity} and record_id = ${wanted.recordId} ${wanted.purpose ? sql`and purpose = ${wanted.purpose}` : sql``}`;
  const { rows } = await sql<{ id: string }>`update ticket set revoked_at = ${now}, revoke_reason = ${reason}
    where ${which} and revoked_at is null and expires_at > ${now}::timestamptz returning id`.execute(connection);
  return rows.length;
}

/** A ticket of a record as people read about it; nothing of it opens anything. */
export interface TicketFacts {
  id: string;
  recipient: string | null;
  issuedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  revokeReason: string | null;
  visits: number;
  lastAt: string | null;
  lastIp: string | null;
  lastDevice: string | null;
}

/** Tickets of a record, newest first, with how often and from where each was opened. */
export async function selectTickets(
  connection: Connection,
  wanted: { entity: string; recordId: string; purpose: string; most: number },
): Promise<TicketFacts[]> {
  const { rows } =
    await sql<TicketFacts>`select t.id, t.recipient, t.issued_at as "issuedAt", t.expires_at as "expiresAt",
      t.revoked_at as "revokedAt", t.revoke_reason as "revokeReason",
      (select count(*)::int from ticket_visit n where n.ticket_id = t.id) as visits,
      v.at as "lastAt", v.ip as "lastIp", v.device as "lastDevice"
    from ticket t left join lateral (select at, ip, device from ticket_visit where ticket_id = t.id order by at desc, id desc limit 1) v on true
    where t.entity = ${wanted.entity} and t.record_id = ${wanted.recordId} and t.purpose = ${wanted.purpose}
    order by t.issued_at desc, t.id desc limit ${wanted.most}`.execute(connection);
  return rows;
}

/** Brings the end of links to a record forward, such as a decision does; never back. */
export async function shortenTickets(
  connection: Connection,
  wanted: { entity: string; recordId: string; purpose: string },
  until: string,
): Promise<void> {
  const { entity, recordId, purpose } = wanted;
  await sql`select shorten_tickets(${entity}, ${recordId}::uuid, ${purpose}, ${until}::timestamptz)`.execute(
    connection,
  );
}

/** Notes which tickets have run out, for lists of them. */
export async function noteLapsedTickets(connection: Connection, now: string): Promise<void> {
  await sql`update ticket set lapsed_at = expires_at
    where lapsed_at is null and revoked_at is null and expires_at <= ${now}::timestamptz`.execute(connection);
}

/** What a link is about, for whoever makes another in its place. */
export async function ticketAbout(
  connection: Connection,
  id: string,
): Promise<{
  purpose: string;
  entity: string;
  recordId: string;
  recipient: string | null;
  oaNumber: string | null;
} | null> {
  const { rows } = await sql<{
    purpose: string;
    entity: string;
    recordId: string;
    recipient: string | null;
    oaNumber: string | null;
  }>`select purpose, entity, record_id as "recordId", recipient, oa_number as "oaNumber" from ticket where id = ${id}`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** Whether a ticket still opens what it was made for. */
export async function ticketStands(connection: Connection, id: string, now: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select id from ticket
    where id = ${id} and revoked_at is null and expires_at > ${now}::timestamptz`.execute(connection);
  return rows.length === 1;
}

/** One opening of a link, or of a file on its page. */
export interface VisitFacts {
  id: string;
  at: string;
  ip: string | null;
  device: string | null;
  /** What the file is called; null where the page itself was opened. */
  file: string | null;
}

/** How often and from where a link was opened, newest first, with the files that were taken from its page. */
export async function selectVisits(connection: Connection, ticketId: string, most: number): Promise<VisitFacts[]> {
  const { rows } = await sql<VisitFacts>`select v.id, v.at, v.ip, v.device, t.snapshot->>'name' as file
    from ticket own join ticket t on t.id = own.id
        or (t.record_id = own.record_id and t.purpose = 'embedded-file' and t.snapshot->>'page' = own.id::text)
      join ticket_visit v on v.ticket_id = t.id
    where own.id = ${ticketId} order by v.at desc, v.id desc limit ${most}`.execute(connection);
  return rows;
}

/** Tickets that ran out long ago, with their visits; called by a job. */
export async function purgeTickets(connection: Connection, before: string): Promise<void> {
  await sql`delete from ticket where expires_at < ${before}::timestamptz`.execute(connection);
}
