import { sql } from "kysely";
import type { Connection } from "./database.server";
import { type Wait, waitEnd } from "./sessions.server";

/** What is known of an account name and an address before anybody looks at a password. */
export interface SignInRecord {
  /** Wrong passwords that still count: of the browser with this account where it is known, else for the name. */
  failed: number;
  lockedUntil: string | null;
  /** Until when strangers from the address have to wait. */
  addressWaitUntil: string | null;
  /** The browser has signed in with this account before. */
  isKnownDevice: boolean;
}

export async function selectSignInRecord(
  connection: Connection,
  asked: {
    name: string;
    /** The counter of the browser with this account, where it has signed in before. */
    ownName: string;
    account: string;
    address: string;
    deviceHash: string | null;
    now: string;
    since: string;
  },
): Promise<SignInRecord> {
  const { rows } = await sql<{
    failed: number | null;
    locked_until: string | null;
    address_wait_until: string | null;
    is_known: boolean;
  }>`select a.failed, case when a.locked_until > ${asked.now}::timestamptz then a.locked_until end as locked_until,
      d.wait_until as address_wait_until, one.is_known
    from (select exists (select 1 from known_device k join app_user u on u.id = k.user_id
        where lower(u.accountname) = lower(${asked.account}) and k.kind = 'browser' and k.key_hash = ${asked.deviceHash}) as is_known) one
    left join login_attempt a on a.account = lower(case when one.is_known then ${asked.ownName}::text else ${asked.name}::text end)
      and greatest(a.first_at, a.locked_until) >= ${asked.since}::timestamptz
      and not (one.is_known and coalesce(a.locked_until <= ${asked.now}::timestamptz, false))
    left join login_address d on d.address = ${asked.address} and d.wait_until > ${asked.now}::timestamptz`.execute(
    connection,
  );
  const [row] = rows;
  return {
    failed: row?.failed ?? 0,
    lockedUntil: row?.locked_until ?? null,
    addressWaitUntil: row?.address_wait_until ?? null,
    isKnownDevice: row?.is_known ?? false,
  };
}

/**
 * Counts a wrong password against the address, without one against nothing, and sets the wait that follows from it.
 * @returns how many there are now; null when this attempt itself came during a wait
 */
export async function countAddressFailure(
  connection: Connection,
  failure: { address: string; now: string; since: string; wait: Wait },
): Promise<number | null> {
  const { now, wait } = failure;
  const over = sql`(greatest(login_address.first_at, login_address.wait_until) <= ${failure.since}::timestamptz)`;
  const { rows } = await sql<{ failed: number }>`
    insert into login_address (address, failed, first_at) values (${failure.address}, 1, ${now})
    on conflict (address) do update set
      failed = case when ${over} then 1 else login_address.failed + 1 end,
      first_at = case when ${over} then excluded.first_at else login_address.first_at end,
      wait_until = case when ${over} then null when login_address.failed + 1 >= ${wait.limit} then ${waitEnd(sql`login_address.failed + 1`, now, wait)} end
    where login_address.wait_until is null or login_address.wait_until <= ${now}::timestamptz
    returning failed`.execute(connection);
  return rows[0]?.failed ?? null;
}

/** Takes back one that turned out to be none, and the wait it would have led to. */
export async function easeAddress(connection: Connection, address: string): Promise<void> {
  await sql`update login_address set failed = greatest(failed - 1, 0), wait_until = null where address = ${address}`.execute(
    connection,
  );
}

/** Counters of addresses nobody added to since the instant; called by a job. */
export async function purgeAddresses(connection: Connection, before: string): Promise<void> {
  await sql`delete from login_address where first_at < ${before}`.execute(connection);
}

export interface LoginEvent {
  id: string;
  at: string;
  userId: string | null;
  supplierId: string | null;
  account: string;
  event: "login" | "lock";
  result: "ok" | "fail";
  reason: string | null;
  channel: "password" | "single" | "recover";
  ip: string;
  device: string;
  isNewDevice: boolean;
  sessionId: string | null;
}

export async function insertLoginEvent(connection: Connection, event: LoginEvent): Promise<void> {
  await sql`insert into login_log (id, created_at, user_id, supplier_id, account, event, result, reason, channel, ip, device, is_new_device, session_id)
    values (${event.id}, ${event.at}, ${event.userId}, ${event.supplierId}, ${event.account}, ${event.event}, ${event.result}, ${event.reason},
      ${event.channel}, ${event.ip}, ${event.device}, ${event.isNewDevice}, ${event.sessionId})`.execute(connection);
}

/** Entries older than the instant; called by a job. */
export async function purgeLoginEvents(connection: Connection, before: string): Promise<void> {
  await sql`delete from login_log where created_at < ${before}`.execute(connection);
}

/**
 * Remembers where a person signs in.
 * @returns how many of the keys were known before, and how many places were known at all
 */
export async function rememberDevices(
  connection: Connection,
  seen: { userId: string; keys: readonly { hash: string; kind: "browser" | "place" }[]; label: string; at: string },
): Promise<{ known: number; all: number }> {
  const hashes = seen.keys.map(({ hash }) => hash);
  const kinds = seen.keys.map(({ kind }) => kind);
  // All parts of one statement see the table as it was before it.
  const { rows } = await sql<{ known: number; all: number }>`
    with remembered as (
      insert into known_device (user_id, key_hash, kind, label, first_at, last_at)
      select ${seen.userId}::uuid, k.hash, k.kind, ${seen.label}, ${seen.at}, ${seen.at} from unnest(${hashes}::text[], ${kinds}::text[]) k (hash, kind)
      on conflict (user_id, key_hash) do update set last_at = excluded.last_at, label = excluded.label
    )
    select (count(*) filter (where key_hash = any (${hashes}::text[])))::int as known, count(*)::int as all
    from known_device where user_id = ${seen.userId}`.execute(connection);
  return rows[0] ?? { known: 0, all: 0 };
}

/** Places where nobody signed in since the instant; called by a job. */
export async function purgeDevices(connection: Connection, before: string): Promise<void> {
  await sql`delete from known_device where last_at < ${before}`.execute(connection);
}

/** A secret every process of this installation knows. */
export async function installationSecret(connection: Connection, name: string): Promise<string> {
  const { rows } = await sql<{
    value: string;
  }>`select value from installation_secret where name = ${name}`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error(`the installation has no secret "${name}"`);
  return row.value;
}

/** Uses a proof up. False: it was used before. */
export async function useProof(connection: Connection, proof: string, until: string): Promise<boolean> {
  const { rows } = await sql`insert into used_proof (proof, until) values (${proof}, ${until})
    on conflict (proof) do nothing returning proof`.execute(connection);
  return rows.length > 0;
}

/** Counts a use of a proof that holds several times. False: it has been used as often as it may. */
export async function countProof(
  connection: Connection,
  { proof, most, until }: { proof: string; most: number; until: string },
): Promise<boolean> {
  const { rows } = await sql`insert into used_proof (proof, until)
    select ${proof} || ' ' || n, ${until}::timestamptz from generate_series(1, ${most}::int) n
    where not exists (select from used_proof u where u.proof = ${proof} || ' ' || n) order by n limit 1
    on conflict (proof) do nothing returning proof`.execute(connection);
  return rows.length > 0;
}

/** Gives back a proof that was used for something which then was refused. */
export async function giveProofBack(connection: Connection, proof: string): Promise<void> {
  await sql`delete from used_proof where proof = ${proof}`.execute(connection);
}

/** Proofs that are refused by their age; called by a job. */
export async function purgeProofs(connection: Connection, now: string): Promise<void> {
  await sql`delete from used_proof where until < ${now}`.execute(connection);
}
