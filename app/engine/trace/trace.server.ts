import type { BatchKey } from "~/data/batches.server";
import { type Row, selectRows } from "~/data/store.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { tableOf } from "../entity/table-names";
import { labelJoins } from "../operations/labels.server";
import { factsOf } from "../operations/scope.server";
import { BATCH, batchDocuments, chainOf, MATERIAL, SUPPLIER } from "./chain";
import { type BatchMovements, movementsOf, ofBatch } from "./movements.server";
import { type BatchPaper, papersOf } from "./papers.server";
import { reachOfList } from "./reach.server";
import { type TracedTable, toldColumns, walk } from "./walk.server";

/** Documents about a batch that are read of each kind. */
const MOST_DOCUMENTS = 100;

/** Documents that are about the batch as a whole. */
export interface BatchDocuments {
  entity: AnyEntity;
  rows: Row[];
  /** There are more than are listed. */
  more: boolean;
}

/** Everything that is known of a batch within the reach of a person. */
export interface Trace {
  batch: BatchKey;
  /** Lines of documents, in the order of the way of goods. */
  chain: TracedTable[];
  documents: BatchDocuments[];
  movements: BatchMovements[];
  papers: BatchPaper[];
  /** The days on which goods of it were posted first and last; today before any were. */
  days: { first: string; last: string };
}

/** The way of a batch, forward and back, from what is stored at this moment. Null where nothing of it is within the reach of the person. */
export async function traceOf(context: Context, batch: BatchKey): Promise<Trace | null> {
  const { registrations } = context.services.registry;
  const chain = await walk(context, {
    start: chainOf(registrations)
      .tables.filter(({ namesBatch }) => namesBatch)
      .map((table) => ({
        table,
        where: where.eq(SUPPLIER, batch.supplierId),
        lineWhere: where.all(where.eq(BATCH, batch.batch), where.eq(MATERIAL, batch.materialId)),
      })),
    up: true,
  });
  const documents: BatchDocuments[] = [];
  for (const entity of batchDocuments(registrations)) {
    const rows = await documentsOf(context, entity, batch);
    if (rows.length > 0)
      documents.push({ entity, rows: rows.slice(0, MOST_DOCUMENTS), more: rows.length > MOST_DOCUMENTS });
  }
  const movements = (await movementsOf(context, batch)).filter(({ rows }) => rows.length > 0);
  if (chain.length === 0 && documents.length === 0 && movements.length === 0) return null;
  const days = daysOf(context, movements);
  return { batch, chain, documents, movements, papers: await papersOf(context, batch, days), days };
}

async function documentsOf(context: Context, entity: AnyEntity, batch: BatchKey): Promise<Row[]> {
  const reach = reachOfList(context, entity);
  if (!reach) return [];
  const fields: Readonly<Record<string, Field>> = entity.fields;
  const told = toldColumns(context, entity, null);
  return selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns: ["id", ...(entity.number ? ["number"] : []), ...(entity.states ? ["state"] : []), "created_at", ...told],
    labels: labelJoins(context, fields, told),
    where: [...reach, ...ofBatch(batch)],
    facts: factsOf(context),
    sort: [{ by: "created_at", descending: false, filled: true }],
    limit: MOST_DOCUMENTS + 1,
    few: true,
  });
}

function daysOf(context: Context, movements: readonly BatchMovements[]): { first: string; last: string } {
  const all = movements
    .flatMap(({ entity, rows, lastDay }) => [rows[0]?.[entity.journal?.day ?? ""], lastDay])
    .filter((day) => typeof day === "string")
    .sort();
  const today = dayOf(context.now);
  return { first: all[0] ?? today, last: all.at(-1) ?? today };
}
