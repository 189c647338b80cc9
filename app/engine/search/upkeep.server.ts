import { setImmediate as breathe } from "node:timers/promises";
import { fillRows, lockProgress, rowsToFill, upsertProgress } from "~/data/search-progress.server";
import type { Row } from "~/data/store.server";
import type { EngineServices } from "../context.server";
import type { AnyEntity } from "../entity";
import { isSearched, searchFields } from "../entity/search-fields";
import { tableOf } from "../entity/table-names";
import { documentOf } from "./document.server";

/** Raised when what `shared/search.ts` or the reading of pinyin makes of a value changes: all rows are read again. */
const RULES = 1;

/** Rows per transaction: on the embedded database everybody waits for it. */
const BATCH = 100;

/**
 * Fills the search columns of all rows that were written before there were any, or whose definition names other fields
 * since. Done in small transactions beside the requests; what was interrupted goes on at the next start, and several
 * processes share the work.
 * @returns how many rows were read
 */
export async function fillSearchColumns(services: EngineServices, goOn: () => boolean = () => true): Promise<number> {
  let read = 0;
  for (const { entity } of services.registry.registrations) {
    if (isSearched(entity)) read += await fillTable(services, entity, goOn);
  }
  return read;
}

/** Fills the search columns of one table; answers how many rows were read. */
export async function fillTable(services: EngineServices, entity: AnyEntity, goOn: () => boolean): Promise<number> {
  let read = 0;
  for (const next of [nextBatch, emptyBatch]) {
    for (let rows = BATCH; rows === BATCH && goOn(); ) {
      rows = await services.database.transaction({ role: "owner" }, () => next(services, entity));
      read += rows;
      await breathe();
    }
  }
  return read;
}

/** The rows behind the last one that was read by these rules; answers how many there were. */
async function nextBatch(services: EngineServices, entity: AnyEntity): Promise<number> {
  const connection = services.database.connection();
  const table = tableOf(entity);
  const { own } = searchFields(entity);
  const rules = `${RULES} ${own.join(" ")}`;
  const { reached, complete } = await lockProgress(connection, table, rules);
  if (complete) return 0;
  const rows = await rowsToFill(connection, { table, columns: own, which: { after: reached }, limit: BATCH });
  await fill(services, entity, rows);
  const last = rows.at(-1);
  const isDone = rows.length < BATCH;
  await upsertProgress(connection, table, {
    rules,
    reached: isDone || !last ? null : String(last.id),
    complete: isDone,
  });
  return rows.length;
}

/** Rows that were stored past the engine, e.g. by a script: nothing was written into their search columns. */
async function emptyBatch(services: EngineServices, entity: AnyEntity): Promise<number> {
  const { own } = searchFields(entity);
  const rows = await rowsToFill(services.database.connection(), {
    table: tableOf(entity),
    columns: own,
    which: "empty",
    limit: BATCH,
  });
  await fill(services, entity, rows);
  return rows.length;
}

async function fill(services: EngineServices, entity: AnyEntity, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const documents = [];
  for (const row of rows) {
    documents.push({ id: String(row.id), version: Number(row.version), document: await documentOf(entity, row) });
  }
  await fillRows(services.database.connection(), tableOf(entity), documents);
}

/** Begins to fill search columns beside the requests. @returns a function that stops it and waits for the batch under way */
export function startSearchUpkeep(services: EngineServices): () => Promise<void> {
  let stopped = false;
  const work = fillSearchColumns(services, () => !stopped).then(
    (read) => {
      if (read > 0) services.log.info({ read }, "search columns filled");
    },
    (error: unknown) => services.log.error({ err: error }, "search columns not filled; tried again at the next start"),
  );
  return async () => {
    stopped = true;
    await work;
  };
}
