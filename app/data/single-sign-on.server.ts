import { sql } from "kysely";
import type { Connection } from "./database.server";

/** The account a name stands for, when it may sign in or could once it is unblocked. */
export async function findAccount(
  connection: Connection,
  account: string,
): Promise<{ id: string; state: string } | null> {
  const { rows } = await sql<{ id: string; state: string }>`select id, state from app_user
    where tenant_id = 1 and lower(accountname) = lower(${account}) and state <> 'deleted'`.execute(connection);
  return rows[0] ?? null;
}

export async function insertSignInTicket(
  connection: Connection,
  ticket: { hash: string; userId: string; redirect: string; issuedBy: string; issuedAt: string; expiresAt: string },
): Promise<void> {
  await sql`insert into sign_in_ticket (hash, user_id, redirect, issued_by, issued_at, expires_at)
    values (${ticket.hash}, ${ticket.userId}, ${ticket.redirect}, ${ticket.issuedBy}, ${ticket.issuedAt}, ${ticket.expiresAt})`.execute(
    connection,
  );
}

export interface TicketUse {
  userId: string;
  account: string;
  userName: string;
  supplierId: string | null;
  state: string;
  blockReason: string | null;
  redirect: string;
}

/** Uses a ticket up. Null: there is none, it is over, or it was used before; of several at once exactly one gets it. */
export async function useSignInTicket(connection: Connection, hash: string, now: string): Promise<TicketUse | null> {
  const { rows } = await sql<{
    id: string;
    accountname: string;
    username: string;
    supplier_id: string | null;
    state: string;
    block_reason: string | null;
    redirect: string;
  }>`update sign_in_ticket t set used_at = ${now} from app_user u
    where t.hash = ${hash} and t.used_at is null and t.expires_at > ${now}::timestamptz and u.id = t.user_id and u.state <> 'deleted'
    returning u.id, u.accountname, u.username, u.supplier_id, u.state, u.block_reason, t.redirect`.execute(connection);
  const [row] = rows;
  return row
    ? {
        userId: row.id,
        account: row.accountname,
        userName: row.username,
        supplierId: row.supplier_id,
        state: row.state,
        blockReason: row.block_reason,
        redirect: row.redirect,
      }
    : null;
}

/** Tickets that ran out before the instant; called by a job. */
export async function purgeSignInTickets(connection: Connection, before: string): Promise<void> {
  await sql`delete from sign_in_ticket where expires_at < ${before}`.execute(connection);
}
