import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Whether a file was looked through for viruses: `off` where nobody does. */
export type ScanState = "off" | "waiting" | "clean" | "infected";

/** A file as the table knows it. Sizes are bytes. */
export interface StoredFile {
  id: string;
  entity: string;
  field: string;
  name: string;
  type: string | null;
  size: number;
  sha256: string | null;
  state: "arriving" | "whole";
  received: number;
  scan: ScanState;
  uploadedBy: string;
  recordId: string | null;
}

interface FileRow {
  id: string;
  entity: string;
  field: string;
  name: string;
  type: string | null;
  size: string;
  sha256: string | null;
  state: "arriving" | "whole";
  received: string;
  scan: ScanState;
  uploaded_by: string;
  record_id: string | null;
}

const COLUMNS = sql.raw(
  "id, entity, field, name, type, size::text as size, sha256, state, received::text as received, scan, uploaded_by, record_id",
);

function fileOf(row: FileRow): StoredFile {
  const { uploaded_by: uploadedBy, record_id: recordId, size, received, ...rest } = row;
  return { ...rest, size: Number(size), received: Number(received), uploadedBy, recordId };
}

/** Files by id, in no order. In a transaction of a person only those that person brought in. */
export async function selectFiles(connection: Connection, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FileRow>`select ${COLUMNS} from stored_file
    where id in (${sql.join(ids.map((id) => sql`${id}::uuid`))})`.execute(connection);
  return rows.map(fileOf);
}

/**
 * Notes a file of an application anew, for a certificate; its bytes are copied by the caller.
 * @returns false where there is no such file, or it may not be handed on
 */
export async function copyApplicationFile(
  connection: Connection,
  { source, target, at }: { source: string; target: string; at: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select copy_application_file(${source}::uuid, ${target}::uuid,
    ${at}::timestamptz) as done`.execute(connection);
  return rows[0]?.done === true;
}

/** A file of which nothing has come yet, or one that is there already. Runs as owner. */
export async function insertFile(
  connection: Connection,
  file: Omit<StoredFile, "recordId"> & { uploadedAt: string; mark?: string },
): Promise<void> {
  await sql`insert into stored_file (id, entity, field, name, type, size, sha256, state, received, scan, uploaded_by, uploaded_at, mark)
    values (${file.id}, ${file.entity}, ${file.field}, ${file.name}, ${file.type}, ${file.size}, ${file.sha256}, ${file.state},
      ${file.received}, ${file.scan}, ${file.uploadedBy}, ${file.uploadedAt}, ${file.mark ?? null})`.execute(
    connection,
  );
}

/** The arriving file that a person began under the same name, size and mark for the same field, the latest first. Runs as owner. */
export async function findArriving(
  connection: Connection,
  wanted: { entity: string; field: string; name: string; size: number; mark: string; uploadedBy: string },
): Promise<StoredFile | null> {
  const { rows } = await sql<FileRow>`select ${COLUMNS} from stored_file
    where uploaded_by = ${wanted.uploadedBy}::uuid and entity = ${wanted.entity} and field = ${wanted.field}
      and name = ${wanted.name} and size = ${wanted.size} and mark = ${wanted.mark} and state = 'arriving' and record_id is null
    order by uploaded_at desc limit 1`.execute(connection);
  return rows[0] ? fileOf(rows[0]) : null;
}

/**
 * Counts a piece in, if it begins where the last one ended. Runs as owner, in a transaction.
 * @returns false when it does not: the same piece twice, or two senders at once
 */
export async function takePiece(
  connection: Connection,
  piece: { fileId: string; start: number; size: number; storeKey: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`update stored_file set received = received + ${piece.size}
    where id = ${piece.fileId}::uuid and state = 'arriving' and received = ${piece.start} and received + ${piece.size} <= size
    returning id`.execute(connection);
  if (rows.length === 0) return false;
  await sql`insert into stored_file_piece (file_id, start, size, store_key)
    values (${piece.fileId}::uuid, ${piece.start}, ${piece.size}, ${piece.storeKey})`.execute(connection);
  return true;
}

/** Where the pieces of a file lie, in order. Runs as owner. */
export async function selectPieces(connection: Connection, fileId: string): Promise<string[]> {
  const { rows } = await sql<{ store_key: string }>`select store_key from stored_file_piece
    where file_id = ${fileId}::uuid order by start`.execute(connection);
  return rows.map((row) => row.store_key);
}

/** All pieces have come and were put together. Runs as owner, in a transaction. @returns false when that was done already */
export async function completeFile(
  connection: Connection,
  file: { id: string; type: string; sha256: string; scan: ScanState },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`update stored_file
    set state = 'whole', type = ${file.type}, sha256 = ${file.sha256}, scan = ${file.scan}
    where id = ${file.id}::uuid and state = 'arriving' and received = size returning id`.execute(connection);
  if (rows.length === 0) return false;
  await sql`delete from stored_file_piece where file_id = ${file.id}::uuid`.execute(connection);
  return true;
}

/** Gives files to a record, in the transaction that saves it. @returns ids of those that could be given: whole and nobody else's */
export async function attachFiles(
  connection: Connection,
  wanted: { ids: readonly string[]; entity: string; recordId: string; at: string },
): Promise<string[]> {
  if (wanted.ids.length === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`update stored_file set record_id = ${wanted.recordId}::uuid, attached_at = ${wanted.at}
    where id in (${sql.join(wanted.ids.map((id) => sql`${id}::uuid`))}) and entity = ${wanted.entity}
      and record_id is null and state = 'whole' and scan <> 'infected' returning id`.execute(connection);
  return rows.map((row) => row.id);
}

/** Purges files; their bytes must be taken away by the caller. Runs as owner. */
export async function deleteFiles(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from stored_file where id in (${sql.join(ids.map((id) => sql`${id}::uuid`))})`.execute(connection);
}

/** Files that never came to belong to a record, older than that. Runs as owner. */
export async function looseFiles(connection: Connection, before: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from stored_file
    where record_id is null and uploaded_at < ${before}::timestamptz order by uploaded_at limit ${limit}`.execute(
    connection,
  );
  return rows.map((row) => row.id);
}

/**
 * Marks the files that no field of their record names any more, and takes the mark from those that one does. Runs as owner.
 * @param place table and file columns of the entity; names come from its definition
 */
export async function markReleased(
  connection: Connection,
  place: { entity: string; columns: readonly { table: string; column: string; key: string }[] },
  now: string,
): Promise<void> {
  const isNamed = sql`(${sql.join(
    place.columns.map(
      ({ table, column, key }) => sql`exists (select 1 from ${sql.table(table)} as owner
        where owner.${sql.ref(key)} = file.record_id
          and owner.${sql.ref(column)} @> jsonb_build_array(jsonb_build_object('id', file.id::text)))`,
    ),
    sql` or `,
  )})`;
  await sql`update stored_file as file set released_at = ${now}::timestamptz
    where file.entity = ${place.entity} and file.record_id is not null and file.released_at is null and not ${isNamed}`.execute(
    connection,
  );
  await sql`update stored_file as file set released_at = null
    where file.entity = ${place.entity} and file.released_at is not null and ${isNamed}`.execute(connection);
}

/** Files that were marked before that instant. Runs as owner. */
export async function releasedFiles(connection: Connection, before: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from stored_file
    where released_at < ${before}::timestamptz order by released_at limit ${limit}`.execute(connection);
  return rows.map((row) => row.id);
}

/** Which of these ids are files of ours, whatever has become of them. Runs as owner. */
export async function knownFiles(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from stored_file where id = any (${[...ids]}::uuid[])`.execute(
    connection,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which of these keys are pieces of files on their way. Runs as owner. */
export async function knownPieces(connection: Connection, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ store_key: string }>`select store_key from stored_file_piece
    where store_key = any (${[...keys]}::text[])`.execute(connection);
  return new Set(rows.map((row) => row.store_key));
}

/** Files that wait to be looked through, the oldest first. Runs as owner. */
export async function filesToScan(connection: Connection, limit: number): Promise<StoredFile[]> {
  const { rows } = await sql<FileRow>`select ${COLUMNS} from stored_file
    where scan = 'waiting' and state = 'whole' order by scan_tries, uploaded_at limit ${limit}`.execute(connection);
  return rows.map(fileOf);
}

/** What came of looking through a file; `waiting` counts a try that failed. Runs as owner. */
export async function setScan(
  connection: Connection,
  result: { id: string; scan: ScanState; word: string | null; at: string },
): Promise<void> {
  await sql`update stored_file set scan = ${result.scan}, scan_word = ${result.word}, scanned_at = ${result.at},
    scan_tries = scan_tries + 1 where id = ${result.id}::uuid`.execute(connection);
}

/** Records that hold other files with the same content in the same entity, by file; whoever shows them asks first who may see them. */
export async function sameContent(
  connection: Connection,
  ids: readonly string[],
): Promise<{ fileId: string; recordId: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ fileId: string; recordId: string }>`select file_id as "fileId", record_id as "recordId"
    from files_alike(${[...ids]}::uuid[])`.execute(connection);
  return rows;
}
