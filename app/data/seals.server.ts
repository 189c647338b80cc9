import { sql } from "kysely";
import type { Connection } from "./database.server";
import type { KeyState } from "./opening-keys.server";

/*
 * Seals of records and the shares of their private keys. Transactions of staff and suppliers reach them by the functions of the database
 * alone: `keepSeal`, `selectSealKey`, `selectProgress`, `markOpened` and
 * `takeBackGiven`. Everything else runs as owner.
 */

export interface NewSeal {
  id: string;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  publicKey: string;
  by: string | null;
  at: string;
  shares: readonly { holder: string; role: "holder" | "supervisor"; keyId: string; share: string }[];
}

export async function keepSeal(connection: Connection, seal: NewSeal): Promise<void> {
  await sql`select make_seal(${JSON.stringify(seal)}::jsonb)`.execute(connection);
}

/** What content is sealed for; null once the seal is open. */
export async function selectSealKey(connection: Connection, sealId: string): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`select seal_public_key(${sealId}) as key`.execute(connection);
  return rows[0]?.key ?? null;
}

export interface ProgressRow {
  state: "closed" | "opened";
  openedAt: string | null;
  holderId: string;
  name: string;
  role: "holder" | "supervisor";
  givenAt: string | null;
  keyState: KeyState;
  recovery: "asked" | "confirmed" | null;
  recoveryBy: string | null;
}

/** Who holds a share and who gave it, the holders before the supervisor. */
export async function selectProgress(connection: Connection, sealId: string): Promise<ProgressRow[]> {
  const { rows } =
    await sql<ProgressRow>`select state, opened_at::text as "openedAt", holder_id as "holderId", name, role,
      given_at::text as "givenAt", key_state as "keyState", recovery, recovery_by as "recoveryBy"
    from seal_progress(${sealId})`.execute(connection);
  return rows;
}

/** False: fewer than two gave their share, or it was open before. */
export async function markOpened(
  connection: Connection,
  mark: { sealId: string; by: string | null; at: string },
): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`
    select mark_seal_opened(${mark.sealId}, ${mark.by}, ${mark.at}) as opened`.execute(connection);
  return rows[0]?.opened ?? false;
}

/** Takes back what was given of a seal that is still closed. @returns how many had given their share */
export async function takeBackGiven(connection: Connection, sealId: string): Promise<number> {
  const { rows } = await sql<{ given: number }>`select take_back_shares(${sealId}) as given`.execute(connection);
  return rows[0]?.given ?? 0;
}

export interface SealRow {
  id: string;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  publicKey: string;
  state: "closed" | "opened";
}

/** @param lock givers of shares, and who replaces a key, follow one another */
export async function selectSeal(connection: Connection, sealId: string, lock = false): Promise<SealRow | null> {
  const { rows } = await sql<SealRow>`select id, entity, record_id as "recordId", record_number as "recordNumber",
      public_key as "publicKey", state from seal where id = ${sealId} ${lock ? sql`for update` : sql``}`.execute(
    connection,
  );
  return rows[0] ?? null;
}

export interface ShareRow {
  holderId: string;
  name: string;
  role: "holder" | "supervisor";
  keyId: string;
  /** Of the key it is sealed for. */
  publicKey: string;
  share: string;
  givenAt: string | null;
  handed: Readonly<Record<string, string>>;
}

export async function selectShares(connection: Connection, sealId: string): Promise<ShareRow[]> {
  const { rows } =
    await sql<ShareRow>`select h.holder_id as "holderId", u.username as name, h.role, h.key_id as "keyId",
      k.public_key as "publicKey", h.share, h.given_at::text as "givenAt", h.handed
    from seal_share h join app_user u on u.id = h.holder_id join opening_key k on k.id = h.key_id
    where h.seal_id = ${sealId} order by h.role, u.username, h.holder_id`.execute(connection);
  return rows;
}

/** Notes that a share was given; the first time counts. */
export async function storeGiven(
  connection: Connection,
  given: { sealId: string; holderId: string; at: string; handed: Readonly<Record<string, string>> },
): Promise<void> {
  await sql`update seal_share set given_at = coalesce(given_at, ${given.at}), handed = ${JSON.stringify(given.handed)}::jsonb
    where seal_id = ${given.sealId} and holder_id = ${given.holderId}`.execute(connection);
}

/** A share of a person in a seal that is still closed, with what others handed to that person. */
export interface OpenPlace {
  sealId: string;
  share: string;
  handed: readonly { from: string; sealed: string }[];
}

/** What is sealed for a key in seals that are still closed; nobody gives a share of them until the transaction ends. */
export async function lockOpenPlaces(connection: Connection, keyId: string): Promise<OpenPlace[]> {
  const { rows } = await sql<OpenPlace>`
    with mine as (
      select h.seal_id, h.holder_id, h.share from seal_share h join seal s on s.id = h.seal_id
      where h.key_id = ${keyId} and s.state = 'closed' order by h.seal_id for update of s
    )
    select m.seal_id as "sealId", m.share, coalesce((
        select jsonb_agg(jsonb_build_object('from', o.holder_id, 'sealed', o.handed ->> m.holder_id::text))
        from seal_share o where o.seal_id = m.seal_id and o.handed ? m.holder_id::text), '[]') as handed
    from mine m order by m.seal_id`.execute(connection);
  return rows;
}

/** Moves a share, and what was handed to its holder, to another key. */
export async function movePlace(
  connection: Connection,
  move: { holderId: string; keyId: string; place: OpenPlace },
): Promise<void> {
  const { holderId, keyId, place } = move;
  await sql`update seal_share set key_id = ${keyId}, share = ${place.share}
    where seal_id = ${place.sealId} and holder_id = ${holderId}`.execute(connection);
  for (const { from, sealed } of place.handed) {
    await sql`update seal_share set handed = handed || jsonb_build_object(${holderId}::text, ${sealed}::text)
      where seal_id = ${place.sealId} and holder_id = ${from}`.execute(connection);
  }
}

/** Where a person holds a share, the newest first. */
export interface HeldRow {
  sealId: string;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  role: "holder" | "supervisor";
  madeAt: string;
  state: "closed" | "opened";
  givenAt: string | null;
  keyState: KeyState;
}

export async function selectHeld(connection: Connection, userId: string, limit: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`select s.id as "sealId", s.entity, s.record_id as "recordId",
      s.record_number as "recordNumber", h.role, s.made_at::text as "madeAt", s.state, h.given_at::text as "givenAt", k.state as "keyState"
    from seal_share h join seal s on s.id = h.seal_id join opening_key k on k.id = h.key_id
    where h.holder_id = ${userId} order by (s.state = 'opened'), s.made_at desc, s.id desc limit ${limit}`.execute(
    connection,
  );
  return rows;
}

export interface RecoveryRow {
  id: string;
  askedBy: string;
  state: "asked" | "confirmed";
  reason: string;
}

/** The recovery of a seal that waits or holds. */
export async function selectRecovery(connection: Connection, sealId: string): Promise<RecoveryRow | null> {
  const { rows } = await sql<RecoveryRow>`select id, asked_by as "askedBy", state, reason from seal_recovery
    where seal_id = ${sealId} and state in ('asked', 'confirmed')`.execute(connection);
  return rows[0] ?? null;
}

export async function insertRecovery(
  connection: Connection,
  row: { id: string; sealId: string; by: string; at: string; reason: string },
): Promise<void> {
  await sql`insert into seal_recovery (id, seal_id, asked_by, asked_at, reason)
    values (${row.id}, ${row.sealId}, ${row.by}, ${row.at}, ${row.reason})`.execute(connection);
}

export async function settleRecovery(
  connection: Connection,
  settled: { id: string; state: "confirmed" | "refused"; by: string; at: string },
): Promise<void> {
  await sql`update seal_recovery set state = ${settled.state}, settled_by = ${settled.by}, settled_at = ${settled.at}
    where id = ${settled.id} and state = 'asked'`.execute(connection);
}
