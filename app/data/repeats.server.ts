import { sql } from "kysely";
import type { Connection } from "./database.server";

/**
 * Claims a one-time request id inside the running transaction.
 * A second request with the same id waits for the first one to commit and then gets its answer.
 * @returns `{first: true}`, or the stored answer of the earlier request
 */
export async function claimRequest(
  connection: Connection,
  claim: { userId: string; requestId: string; at: string; fingerprint: string },
): Promise<{ first: true } | { first: false; same: boolean; answer: unknown }> {
  const result =
    await sql`insert into request_repeat (user_id, request_id, at, fingerprint) values (${claim.userId}, ${claim.requestId}, ${claim.at}, ${claim.fingerprint}) on conflict do nothing`.execute(
      connection,
    );
  if (Number(result.numAffectedRows ?? 0) === 1) return { first: true };
  const { rows } = await sql<{
    answer: unknown;
    fingerprint: string;
  }>`select answer, fingerprint from request_repeat where user_id = ${claim.userId} and request_id = ${claim.requestId}`.execute(
    connection,
  );
  return { first: false, same: rows[0]?.fingerprint === claim.fingerprint, answer: rows[0]?.answer ?? null };
}

/** Keeps the answer for repeats of the request. */
export async function saveAnswer(
  connection: Connection,
  claim: { userId: string; requestId: string },
  answer: unknown,
): Promise<void> {
  await sql`update request_repeat set answer = ${JSON.stringify(answer)}::jsonb where user_id = ${claim.userId} and request_id = ${claim.requestId}`.execute(
    connection,
  );
}

/** The answer that was kept under an id of this person for that request; undefined when there is none any more. */
export async function findAnswer(
  connection: Connection,
  claim: { userId: string; requestId: string; fingerprint: string },
): Promise<unknown> {
  const { rows } = await sql<{
    answer: unknown;
  }>`select answer from request_repeat where user_id = ${claim.userId} and request_id = ${claim.requestId} and fingerprint = ${claim.fingerprint}`.execute(
    connection,
  );
  return rows[0]?.answer ?? undefined;
}

/** Purges ids older than the instant; called by a job. */
export async function purgeRequests(connection: Connection, before: string): Promise<void> {
  await sql`delete from request_repeat where at < ${before}`.execute(connection);
}
