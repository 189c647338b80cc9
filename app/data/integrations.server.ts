import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";

/** A call that is to leave, or one that came. */
export interface NewCall {
  id: string;
  /** Business day, `YYYYMMDD`, and the letters in front of it: the number of the row begins with both. */
  day: string;
  prefix: string;
  at: string;
  by: string | null;
  system: string;
  direction: "out" | "in";
  code: string;
  key: string;
  businessType: string | null;
  businessKey: string | null;
  document: { entity: string; id: string; validStates: string | null } | null;
  factoryId: string | null;
  purchaseGroupId: string | null;
  /** As people read it, secrets masked. */
  request: string;
  /** SHA-256 of what came. */
  fingerprint: string | null;
  trace: string | null;
}

/**
 * Notes a call under the key that makes it one. A call that leaves is due at once.
 * @returns false when there is one under that key already; then nothing was written
 */
export async function insertCall(connection: Connection, call: NewCall): Promise<boolean> {
  const out = call.direction === "out";
  const { rows } = await sql<{
    id: string;
  }>`insert into interface_log (id, number, state, system, direction, interface_code, idempotency_key,
      business_type, business_key, document_entity, document_id, valid_states, factory_id, purchase_group_id, request_body, fingerprint, attempt,
      next_retry_at, trace, created_by, created_at, updated_by, updated_at)
    select ${call.id}, ${call.prefix + call.day} || '-' || lpad(n::text, greatest(6, length(n::text)), '0'), ${out ? "pending" : "sending"},
      ${call.system}, ${call.direction}, ${call.code}, ${call.key}, ${call.businessType}, ${call.businessKey},
      ${call.document?.entity ?? null}, ${call.document?.id ?? null}, ${call.document?.validStates ?? null}, ${call.factoryId}::uuid,
      ${call.purchaseGroupId}::uuid, ${call.request}, ${call.fingerprint}, 0, ${out ? call.at : null}::timestamptz, ${call.trace}, ${call.by}::uuid,
      ${call.at}::timestamptz, ${call.by}::uuid, ${call.at}::timestamptz
    from nextval('interface_log_number_seq') as n
    on conflict (tenant_id, system, direction, idempotency_key) do nothing returning id`.execute(connection);
  return rows.length > 0;
}

/** What is to be sent, word for word, and the link that is made when it leaves. */
export async function insertPayload(
  connection: Connection,
  payload: { id: string; body: object; link: object | null },
): Promise<void> {
  await sql`insert into interface_payload (log_id, body, link)
    values (${payload.id}, ${JSON.stringify(payload.body)}::jsonb, ${payload.link === null ? null : JSON.stringify(payload.link)}::jsonb)`.execute(
    connection,
  );
}

export interface DueCall {
  id: string;
  number: string;
  system: string;
  code: string;
  key: string;
  documentId: string | null;
  documentEntity: string | null;
  businessKey: string | null;
  /** This attempt included. */
  attempt: number;
  /** The attempt before never came to an end: its process died in it. */
  wasInterrupted: boolean;
  body: unknown;
  link: unknown;
}

/**
 * Takes the oldest call that is due. Of one document a call leaves only after those before it have arrived or were given up. Whoever
 * takes it has until the given instant; a process that dies with it leaves it to the next one.
 * @param wanted.systems those there is a way to
 */
export async function takeDueCall(
  connection: Connection,
  wanted: { now: string; until: string; systems: readonly string[] },
): Promise<DueCall | null> {
  const { rows } = await sql<{
    id: string;
    number: string;
    system: string;
    interface_code: string;
    idempotency_key: string;
    document_id: string | null;
    document_entity: string | null;
    business_key: string | null;
    attempt: number;
    previous_state: string;
    body: unknown;
    link: unknown;
  }>`update interface_log l set previous_state = l.state, state = 'sending', attempt = l.attempt + 1, next_retry_at = ${wanted.until},
      version = l.version + 1, updated_at = ${wanted.now}
    from interface_payload p
    where p.log_id = l.id and l.id = (
      select d.id from interface_log d where d.direction = 'out' and d.state in ('pending', 'sending', 'failed')
        and d.next_retry_at <= ${wanted.now}::timestamptz and d.system = any (${[...wanted.systems]})
        and not exists (select 1 from interface_log e where e.document_id = d.document_id and e.id < d.id and e.system = d.system
          and e.direction = 'out' and e.state in ('pending', 'sending', 'failed'))
      order by d.next_retry_at, d.id limit 1 for update skip locked)
    returning l.id, l.number, l.system, l.interface_code, l.idempotency_key, l.document_id, l.document_entity, l.business_key, l.attempt,
      l.previous_state, p.body, p.link`.execute(connection);
  const [row] = rows;
  return row
    ? {
        id: row.id,
        number: row.number,
        system: row.system,
        code: row.interface_code,
        key: row.idempotency_key,
        documentId: row.document_id,
        documentEntity: row.document_entity,
        businessKey: row.business_key,
        attempt: row.attempt,
        wasInterrupted: row.previous_state === "sending",
        body: row.body,
        link: row.link,
      }
    : null;
}

export interface CallOutcome {
  id: string;
  attempt: number;
  state: "success" | "failed" | "dead";
  at: string;
  /** Null: nobody tries again by himself. */
  nextAt: string | null;
  status: number | null;
  costMs: number | null;
  /** As people read it, secrets masked. */
  answer: string | null;
  error: string | null;
  outsideNo: string | null;
}

/**
 * What became of an attempt. Only the attempt that holds the call may say so; what has arrived needs its payload no more.
 * @returns false when another attempt holds it by now
 */
export async function settleCall(connection: Connection, outcome: CallOutcome): Promise<boolean> {
  const { id, attempt, state, at, status, costMs, answer, error } = outcome;
  const { rows } = await sql<{
    id: string;
  }>`update interface_log set state = ${state}, previous_state = 'sending', next_retry_at = ${outcome.nextAt}::timestamptz,
      http_status = ${status}::integer, cost_ms = ${costMs}::integer, response_body = ${answer}, error = ${error},
      undelivered_at = ${state === "success" ? sql`null` : outcome.nextAt === null ? sql`coalesce(undelivered_at, ${at}::timestamptz)` : sql`undelivered_at`},
      outside_no = coalesce(${outcome.outsideNo}, outside_no), finished_at = ${state === "failed" ? null : at}::timestamptz,
      version = version + 1, updated_at = ${at}::timestamptz
    where id = ${id} and state = 'sending' and attempt = ${attempt} returning id`.execute(connection);
  if (rows.length === 0) return false;
  if (state === "success") await sql`delete from interface_payload where log_id = ${id}`.execute(connection);
  return true;
}

/** One line of the record of attempts. */
export async function insertAttempt(
  connection: Connection,
  line: {
    id: string;
    callId: string;
    /** 1 for the first; an interrupted one stands before that which found it. */
    position: number;
    at: string;
    outcome: "success" | "failed" | "unknown";
    status: number | null;
    costMs: number | null;
    error: string | null;
  },
): Promise<void> {
  await sql`insert into interface_log_attempts (id, root_id, line_no, at, outcome, http_status, cost_ms, error)
    values (${line.id}, ${line.callId}, ${line.position * 10}, ${line.at}, ${line.outcome}, ${line.status}::integer, ${line.costMs}::integer, ${line.error})`.execute(
    connection,
  );
}

/** A call about a record that did not arrive and that nobody sends again by himself. */
export interface UndeliveredCall {
  id: string;
  number: string;
  system: string;
  code: string;
  error: string | null;
}

/**
 * The calls about a record that did not arrive, as JSON, oldest first; null when there are none. Those that make no sense in its
 * present state any more do not count.
 * @param record.state as a value, or the column that holds it
 */
export function undeliveredSql(record: { id: RawBuilder<unknown>; state: RawBuilder<unknown> }): RawBuilder<unknown> {
  return sql`(select json_agg(json_build_object('id', f.id, 'number', f.number, 'system', f.system, 'code', f.interface_code, 'error', f.error)
    order by f.id) ${undeliveredOf(record)})`;
}

/** Whether a record has such calls: a boolean. */
export function isUndeliveredSql(record: { id: RawBuilder<unknown>; state: RawBuilder<unknown> }): RawBuilder<unknown> {
  return sql`exists (select 1 ${undeliveredOf(record)})`;
}

function undeliveredOf({ id, state }: { id: RawBuilder<unknown>; state: RawBuilder<unknown> }): RawBuilder<unknown> {
  return sql`from interface_log f where f.undelivered_at is not null and f.document_id = ${id}::text
    and (f.valid_states is null or ${state} = any (string_to_array(f.valid_states, ',')))`;
}

/** Calls that wait for a system there is no way to, by system. */
export async function countWaitingCalls(connection: Connection): Promise<{ system: string; count: number }[]> {
  const { rows } = await sql<{ system: string; count: number }>`select system, count(*)::int as count from interface_log
    where direction = 'out' and state in ('pending', 'sending', 'failed') and next_retry_at is not null group by system`.execute(
    connection,
  );
  return rows;
}

/** A call that came before under the same key. */
export interface KnownArrival {
  id: string;
  state: string;
  /** SHA-256 of what was sent then. */
  fingerprint: string | null;
  status: number | null;
  answer: string | null;
}

/** The call that came under a key, held until the transaction ends; null when there is none. */
export async function lockArrival(
  connection: Connection,
  wanted: { system: string; key: string },
): Promise<KnownArrival | null> {
  const { rows } = await sql<{
    id: string;
    state: string;
    fingerprint: string | null;
    http_status: number | null;
    response_body: string | null;
  }>`select id, state, fingerprint, http_status, response_body from interface_log
    where tenant_id = 1 and system = ${wanted.system} and direction = 'in' and idempotency_key = ${wanted.key} for update`.execute(
    connection,
  );
  const [row] = rows;
  return row
    ? {
        id: row.id,
        state: row.state,
        fingerprint: row.fingerprint,
        status: row.http_status,
        answer: row.response_body,
      }
    : null;
}

/** What a call that came turned out to be about. */
export interface CallSubject {
  businessType: string | null;
  businessKey: string | null;
  entity: string | null;
  id: string | null;
}

/** How a call that came was answered; a repeat of it gets the same words. */
export async function settleArrival(
  connection: Connection,
  outcome: {
    id: string;
    state: "success" | "failed";
    at: string;
    status: number;
    costMs: number;
    error: string | null;
    answer: string;
    about: CallSubject | null;
  },
): Promise<void> {
  const { id, state, at, status, costMs, error, answer, about } = outcome;
  await sql`update interface_log set state = ${state}, previous_state = 'sending', attempt = attempt + 1, http_status = ${status}, cost_ms = ${costMs},
      response_body = ${answer}, error = ${error}, finished_at = ${at}::timestamptz, version = version + 1, updated_at = ${at}::timestamptz,
      business_type = coalesce(${about?.businessType ?? null}, business_type), business_key = coalesce(${about?.businessKey ?? null}, business_key),
      document_entity = coalesce(${about?.entity ?? null}, document_entity), document_id = coalesce(${about?.id ?? null}, document_id)
    where id = ${id}`.execute(connection);
}

/** Calls that came to an end before the instant; called by a job. */
export async function purgeCalls(connection: Connection, before: string): Promise<void> {
  await sql`delete from interface_log where state in ('success', 'dead') and created_at < ${before}::timestamptz`.execute(
    connection,
  );
}
