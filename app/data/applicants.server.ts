import { sql } from "kysely";
import type { Connection } from "./database.server";

/** An outsider without an account, and the one record that is his. */
export interface ApplicantRow {
  recordId: string;
  entity: string;
  email: string;
  subject: string;
  provenAt: string | null;
  accessHash: string | null;
  passwordHash: string | null;
}

export async function insertApplicant(
  connection: Connection,
  one: { recordId: string; entity: string; email: string; subject: string; addressKey: string; at: string },
): Promise<void> {
  await sql`insert into applicant (record_id, entity, email, subject, address_key, started_at)
    values (${one.recordId}::uuid, ${one.entity}, ${one.email}, ${one.subject}, ${one.addressKey}, ${one.at}::timestamptz)`.execute(
    connection,
  );
}

/** The applicant of a record; null where it has none. */
export async function selectApplicant(connection: Connection, recordId: string): Promise<ApplicantRow | null> {
  const { rows } = await sql<{
    record_id: string;
    entity: string;
    email: string;
    subject: string;
    proven_at: string | null;
    access_hash: string | null;
    password_hash: string | null;
  }>`select record_id, entity, email, subject, proven_at, access_hash, password_hash from applicant
    where record_id = ${recordId}::uuid`.execute(connection);
  const [row] = rows;
  return row
    ? {
        recordId: row.record_id,
        entity: row.entity,
        email: row.email,
        subject: row.subject,
        provenAt: row.proven_at,
        accessHash: row.access_hash,
        passwordHash: row.password_hash,
      }
    : null;
}

/** How often somebody began since an instant: from this address, and about this subject. */
export async function countStarts(
  connection: Connection,
  wanted: { addressKey: string; addressSince: string; subject: string; subjectSince: string },
): Promise<{ address: number; subject: number }> {
  const { rows } = await sql<{ address: number; subject: number }>`select
    (select count(*)::int from applicant where address_key = ${wanted.addressKey} and started_at > ${wanted.addressSince}::timestamptz) as address,
    (select count(*)::int from applicant where subject = ${wanted.subject} and started_at > ${wanted.subjectSince}::timestamptz) as subject`.execute(
    connection,
  );
  return rows[0] ?? { address: 0, subject: 0 };
}

export interface CodeRow {
  id: string;
  hash: string;
  tries: number;
  sentAt: string;
  expiresAt: string;
}

/** The newest code of an application. */
export async function selectCode(connection: Connection, recordId: string): Promise<CodeRow | null> {
  const { rows } = await sql<{ id: string; hash: string; tries: number; sent_at: string; expires_at: string }>`
    select id, hash, tries, sent_at, expires_at from applicant_code where record_id = ${recordId}::uuid
    order by sent_at desc, id desc limit 1`.execute(connection);
  const [row] = rows;
  return row ? { id: row.id, hash: row.hash, tries: row.tries, sentAt: row.sent_at, expiresAt: row.expires_at } : null;
}

/** How many codes went to a mailbox since an instant. */
export async function countCodes(connection: Connection, email: string, since: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from applicant_code
    where email = ${email} and sent_at > ${since}::timestamptz`.execute(connection);
  return rows[0]?.count ?? 0;
}

export async function insertCode(
  connection: Connection,
  code: {
    id: string;
    recordId: string;
    email: string;
    addressKey: string;
    hash: string;
    sentAt: string;
    expiresAt: string;
  },
): Promise<void> {
  await sql`insert into applicant_code (id, record_id, email, address_key, hash, sent_at, expires_at)
    values (${code.id}::uuid, ${code.recordId}::uuid, ${code.email}, ${code.addressKey}, ${code.hash},
      ${code.sentAt}::timestamptz, ${code.expiresAt}::timestamptz)`.execute(connection);
}

/** Counts a try of a code before it is compared. @returns false when it has been tried too often, or is over */
export async function countTry(
  connection: Connection,
  wanted: { id: string; most: number; now: string },
): Promise<boolean> {
  const { rows } = await sql`update applicant_code set tries = tries + 1
    where id = ${wanted.id}::uuid and tries < ${wanted.most} and expires_at > ${wanted.now}::timestamptz returning id`.execute(
    connection,
  );
  return rows.length === 1;
}

/** The mailbox answered; from now on the access code opens the application, too. */
export async function proveApplicant(
  connection: Connection,
  wanted: { recordId: string; at: string; accessHash: string },
): Promise<void> {
  await sql`update applicant set proven_at = coalesce(proven_at, ${wanted.at}::timestamptz), access_hash = ${wanted.accessHash}
    where record_id = ${wanted.recordId}::uuid`.execute(connection);
  await sql`update applicant_code set expires_at = ${wanted.at}::timestamptz
    where record_id = ${wanted.recordId}::uuid and expires_at > ${wanted.at}::timestamptz`.execute(connection);
}

/**
 * Writes a letter with the access code to the mailbox of a proven application: that of the record, or the newest of a subject with this
 * mailbox. One statement whether there is one or not, so that nothing is told by the time it takes.
 */
export async function insertAccessLetter(
  connection: Connection,
  letter: {
    id: string;
    table: string;
    at: string;
    since: string;
    most: number;
    whose: { recordId: string } | { subject: string; email: string };
    scenario: string;
    kind: string;
    /** `{{receiver}}` and `{{number}}` are filled in. */
    subject: string;
    body: string;
  },
): Promise<void> {
  const { whose, at } = letter;
  const wanted =
    "recordId" in whose
      ? sql`a.record_id = ${whose.recordId}::uuid`
      : sql`a.subject = ${whose.subject} and a.email = ${whose.email}`;
  const filled = (words: string) =>
    sql`replace(replace(${words}::text, '{{receiver}}', one.contact_name), '{{number}}', one.number)`;
  await sql`with one as (
      select a.record_id, a.email, r.contact_name, r.number from applicant a join ${sql.table(letter.table)} r on r.id = a.record_id
      where ${wanted} and a.access_hash is not null and a.proven_at is not null
      order by a.started_at desc limit 1
    ), few as (
      select one.* from one where (select count(*) from mail_outbox m where m.link_kind = ${letter.kind}
        and m.recipient = one.email and m.created_at > ${letter.since}::timestamptz) < ${letter.most}
    )
    insert into mail_outbox (id, created_at, updated_at, recipient, subject, body, scenario, link_kind, link_id, next_at)
    select ${letter.id}::uuid, ${at}::timestamptz, ${at}::timestamptz, one.email, ${filled(letter.subject)}, ${filled(letter.body)},
      ${letter.scenario}, ${letter.kind}, one.record_id, ${at}::timestamptz from few one`.execute(connection);
}

/** Keeps the hash of a password that waits for its account; null takes it away again. */
export async function saveApplicantPassword(
  connection: Connection,
  recordId: string,
  hash: string | null,
): Promise<void> {
  await sql`update applicant set password_hash = ${hash} where record_id = ${recordId}::uuid`.execute(connection);
}

/** Counts a file in. @returns false when the application has brought in as many as it may */
export async function countFile(connection: Connection, recordId: string, most: number): Promise<boolean> {
  const { rows } = await sql`update applicant set files_taken = files_taken + 1
    where record_id = ${recordId}::uuid and files_taken < ${most} returning record_id`.execute(connection);
  return rows.length === 1;
}

/** Codes and addresses that no limit counts any more; called by a job. */
export async function purgeApplicantCodes(connection: Connection, before: string): Promise<void> {
  await sql`delete from applicant_code where sent_at < ${before}::timestamptz`.execute(connection);
}
