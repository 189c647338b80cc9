import { sql } from "kysely";
import type { Connection } from "./database.server";

/*
 * Keys by which people open what is sealed. All of it runs as owner but `selectPublicKeys`, which goes through a function of its own.
 */

export type KeyState = "living" | "replaced" | "lost";

export interface OpeningKeyRow {
  id: string;
  publicKey: string;
  fingerprint: string;
  locked: string | null;
  how: "passphrase" | "file";
  state: KeyState;
  madeAt: string;
}

const COLUMNS = sql`id, public_key as "publicKey", fingerprint, locked, how, state, made_at::text as "madeAt"`;

/** The present key of a person. @param lock others who change it wait until the transaction ends */
export async function selectLivingKey(
  connection: Connection,
  userId: string,
  lock = false,
): Promise<OpeningKeyRow | null> {
  const { rows } = await sql<OpeningKeyRow>`select ${COLUMNS} from opening_key
    where user_id = ${userId} and state = 'living' ${lock ? sql`for update` : sql``}`.execute(connection);
  return rows[0] ?? null;
}

export async function selectKey(connection: Connection, id: string): Promise<OpeningKeyRow | null> {
  const { rows } = await sql<OpeningKeyRow>`select ${COLUMNS} from opening_key where id = ${id}`.execute(connection);
  return rows[0] ?? null;
}

export interface NewOpeningKey {
  id: string;
  userId: string;
  publicKey: string;
  fingerprint: string;
  locked: string;
  how: "passphrase" | "file";
  at: string;
}

/** False: the person has a present key by now. */
export async function insertKey(connection: Connection, key: NewOpeningKey): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into opening_key (id, user_id, public_key, fingerprint, locked, how, state, made_at)
    values (${key.id}, ${key.userId}, ${key.publicKey}, ${key.fingerprint}, ${key.locked}, ${key.how}, 'living', ${key.at})
    on conflict do nothing returning id`.execute(connection);
  return rows.length === 1;
}

/** Ends a present key. A replaced one keeps nothing: what was sealed for it is sealed for the next one; a lost one waits to be remembered. */
export async function endKey(
  connection: Connection,
  end: { id: string; state: "replaced" | "lost"; at: string },
): Promise<void> {
  await sql`update opening_key set state = ${end.state}, ended_at = ${end.at},
      locked = case when ${end.state} = 'replaced' then null else locked end
    where id = ${end.id} and state = 'living'`.execute(connection);
}

/** Present keys of active members of staff; who has none is not among them. */
export async function selectPublicKeys(
  connection: Connection,
  userIds: readonly string[],
): Promise<{ userId: string; keyId: string; publicKey: string }[]> {
  const { rows } = await sql<{ userId: string; keyId: string; publicKey: string }>`
    select user_id as "userId", key_id as "keyId", public_key as "publicKey" from opening_keys_of(${userIds}::uuid[])`.execute(
    connection,
  );
  return rows;
}
