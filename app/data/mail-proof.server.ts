import { sql } from "kysely";
import type { Connection } from "./database.server";

/** The address of mail of an account, and since when it is known to be its person's. */
export interface AccountMail {
  email: string | null;
  provedAt: string | null;
  supplierId: string | null;
}

/** The mail of an account that is not deleted. @param lock others who change it wait until the transaction ends */
export async function selectAccountMail(
  connection: Connection,
  userId: string,
  lock = false,
): Promise<AccountMail | null> {
  const { rows } = await sql<{ email: string | null; mail_proved_at: string | null; supplier_id: string | null }>`
    select nullif(email, '') as email, mail_proved_at, supplier_id from app_user
    where id = ${userId}::uuid and state <> 'deleted' ${lock ? sql`for update` : sql``}`.execute(connection);
  const [row] = rows;
  return row ? { email: row.email, provedAt: row.mail_proved_at, supplierId: row.supplier_id } : null;
}

/** How many mails of a scenario were written to an account since the instant. Runs as owner. */
export async function countAccountMails(
  connection: Connection,
  asked: { userId: string; scenario: string; since: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mail_outbox
    where user_id = ${asked.userId}::uuid and scenario = ${asked.scenario} and created_at > ${asked.since}::timestamptz`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}

/** Notes that the person answered from the mailbox. @returns false when the account has another address by now */
export async function proveAccountMail(
  connection: Connection,
  proof: { userId: string; email: string; at: string },
): Promise<boolean> {
  const { rows } = await sql`update app_user set mail_proved_at = ${proof.at}::timestamptz
    where id = ${proof.userId}::uuid and email = ${proof.email} and state <> 'deleted' returning id`.execute(
    connection,
  );
  return rows.length > 0;
}

/**
 * Puts a mail of the program to the address of an account into the outbox. `{{receiver}}` is filled in.
 * @param mail.kind what is made for it when it leaves
 * @param mail.by who hears when it cannot be delivered
 * @returns the address in stars; null where the account has none
 */
export async function writeAccountMail(
  connection: Connection,
  mail: {
    id: string;
    user: string;
    at: string;
    by: string | null;
    scenario: string;
    kind: string;
    subject: string;
    body: string;
  },
): Promise<string | null> {
  const { rows } = await sql<{ address: string | null }>`
    select write_account_mail(${JSON.stringify(mail)}::jsonb) as address`.execute(connection);
  return rows[0]?.address ?? null;
}
