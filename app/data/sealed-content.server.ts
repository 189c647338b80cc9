import { sql } from "kysely";
import type { Connection } from "./database.server";
import type { Row } from "./store.server";

/*
 * What is sealed of records, as text that tells nothing: one row for each record. Suppliers reach the rows of their own records alone.
 */

/** For whom the content key is locked: this installation, or whoever holds the key of the seal. */
export type SealedFor = "own" | "sealed";

export interface SealedRow {
  recordId: string;
  entity: string;
  supplierId: string;
  how: SealedFor;
  /** Fingerprint of the installation's key it is locked with; null where it is sealed for others. */
  ownKey: string | null;
  /** The content key, locked. */
  wrapped: string;
  ciphertext: string;
  /** SHA-256 of the canonical text. */
  fingerprint: string;
  sealedAt: string;
  openedAt: string | null;
  /** The canonical text from the opening on; null before, and for what was opened without keeping it. */
  openedText: string | null;
}

interface Stored {
  record_id: string;
  entity: string;
  supplier_id: string;
  how: SealedFor;
  own_key: string | null;
  wrapped: string;
  ciphertext: string;
  fingerprint: string;
  sealed_at: string;
  opened_at: string | null;
  opened_text: string | null;
}

/** The sealed contents among some records. */
export async function selectSealed(connection: Connection, recordIds: readonly string[]): Promise<SealedRow[]> {
  if (recordIds.length === 0) return [];
  const { rows } = await sql<Stored>`
    select record_id, entity, supplier_id, how, own_key, wrapped, ciphertext, fingerprint, sealed_at, opened_at, opened_text
    from sealed_content where record_id = any(${recordIds}::uuid[])`.execute(connection);
  return rows.map((row) => ({
    recordId: row.record_id,
    entity: row.entity,
    supplierId: row.supplier_id,
    how: row.how,
    ownKey: row.own_key,
    wrapped: row.wrapped,
    ciphertext: row.ciphertext,
    fingerprint: row.fingerprint,
    sealedAt: row.sealed_at,
    openedAt: row.opened_at,
    openedText: row.opened_text,
  }));
}

/** Keeps what is sealed of a record in the place of what was sealed of it before; what was opened stays. */
export async function upsertSealed(
  connection: Connection,
  row: Omit<SealedRow, "openedAt" | "openedText">,
): Promise<void> {
  const { recordId, entity, supplierId, how, ownKey, wrapped, ciphertext, fingerprint, sealedAt } = row;
  await sql`
    insert into sealed_content (record_id, entity, supplier_id, how, own_key, wrapped, ciphertext, fingerprint, version, sealed_at)
    values (${recordId}, ${entity}, ${supplierId}, ${how}, ${ownKey}, ${wrapped}, ${ciphertext}, ${fingerprint}, 1, ${sealedAt})
    on conflict (record_id) do update set how = excluded.how, own_key = excluded.own_key, wrapped = excluded.wrapped,
      ciphertext = excluded.ciphertext, fingerprint = excluded.fingerprint, version = sealed_content.version + 1,
      sealed_at = excluded.sealed_at`.execute(connection);
}

/** Notes that what was sealed stands in the columns from now on, and keeps its text beside the locked one. */
export async function markOpened(
  connection: Connection,
  opened: readonly { recordId: string; text: string }[],
  at: string,
): Promise<void> {
  if (opened.length === 0) return;
  await sql`
    update sealed_content as s set opened_at = ${at}, opened_text = v.text
    from unnest(${opened.map(({ recordId }) => recordId)}::uuid[], ${opened.map(({ text }) => text)}::text[]) as v (id, text)
    where s.record_id = v.id and s.opened_at is null`.execute(connection);
}

/**
 * Writes columns of many rows of one table with one statement, each row its own values.
 * @param rows each with its `id`
 */
export async function writeColumns(
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0 || columns.length === 0) return;
  const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`v.${column}`)}`);
  await sql`
    update ${sql.table(table)} as t set ${sql.join(sets)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) as v
    where t.id = v.id`.execute(connection);
}

/** Fingerprints of the installation's keys this database has met, the latest first. */
export async function selectSealingKeys(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{
    fingerprint: string;
  }>`select fingerprint from sealing_key order by since desc`.execute(connection);
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Notes the key that the installation works with from now on, by its fingerprint. */
export async function noteSealingKey(connection: Connection, fingerprint: string, at: string): Promise<void> {
  await sql`insert into sealing_key (fingerprint, since) values (${fingerprint}, ${at})
    on conflict (fingerprint) do update set since = excluded.since`.execute(connection);
}
