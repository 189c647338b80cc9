import { type BatchKey, type BatchPlace, selectBatches } from "~/data/batches.server";
import { addDays, momentOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity";
import { linesTable, tableOf } from "../entity/table-names";
import { linesLabel } from "../operations/labels.server";
import { factsOf } from "../operations/scope.server";
import { BATCH, batchDocuments, batchJournals, chainOf, MATERIAL, SUPPLIER } from "./chain";
import { reachOfLines, reachOfList } from "./reach.server";
import { walk } from "./walk.server";

export type { BatchKey };

/** Batches that a question may find at once; whoever has more narrows it down. */
export const MOST_BATCHES = 100;

/** Batches that were found, each once. */
export interface FoundBatches {
  batches: BatchKey[];
  /** There are more than are listed. */
  more: boolean;
}

/** What batches are looked for by. */
export interface BatchesWanted {
  batches?: readonly string[];
  supplierId?: string;
  materialId?: string;
  /** A part of their number. */
  part?: string;
  /** Only what these entities say, by key. */
  entities?: readonly string[];
  /** Days between which documents were written and movements were posted. */
  from?: string;
  to?: string;
}

/** The batches of that number, as typed or in capitals, whose ever they are within the reach of the person. */
export async function batchesNamed(context: Context, typed: string, owner: BatchesWanted = {}): Promise<FoundBatches> {
  return batchesOf(context, { ...owner, batches: [...new Set([typed, typed.toUpperCase()])] });
}

/** Batches in notes, receipts, returns, certificates and journals, within the reach of the person. */
export async function batchesOf(context: Context, wanted: BatchesWanted): Promise<FoundBatches> {
  const found = new Map<string, BatchKey>();
  for (const place of placesOf(context, wanted))
    for (const one of await selectBatches(context.services.database.connection(), place)) found.set(keyOf(one), one);
  return capped([...found.values()]);
}

/** The batches of a document of the chain: those of its own lines, and those that came of them. Null: nobody knows the number. */
export async function batchesOfNumber(
  context: Context,
  number: string,
  owner: BatchesWanted = {},
): Promise<FoundBatches | null> {
  const { registrations } = context.services.registry;
  const chain = chainOf(registrations);
  // Numbers are unique within an installation, and their index begins with it: without it every number there is would be read.
  const numbered = where.all(
    where.eq("tenant_id", 1),
    where.oneOf("number", [...new Set([number, number.toUpperCase()])]),
  );
  const found = await walk(context, {
    start: chain.tables.filter(({ entity }) => entity.number).map((table) => ({ table, where: numbered })),
    up: false,
  });
  const batches = new Map<string, BatchKey>();
  for (const { table, rows } of found)
    for (const { head, line } of rows) {
      if (!table.namesBatch) continue;
      const [supplierId, materialId, batch] = [head[SUPPLIER], line[MATERIAL], line[BATCH]];
      if (typeof supplierId === "string" && typeof materialId === "string" && typeof batch === "string")
        batches.set(keyOf({ supplierId, materialId, batch }), { supplierId, materialId, batch });
    }
  let isKnown = found.some(({ rows }) => rows.length > 0);
  for (const entity of batchDocuments(registrations)) {
    if (!entity.number) continue;
    const place = headPlace(context, entity, [numbered]);
    if (!place) continue;
    for (const one of await selectBatches(context.services.database.connection(), place)) {
      isKnown = true;
      batches.set(keyOf(one), one);
    }
  }
  if (!isKnown) return null;
  const { batches: listed, more } = capped([...batches.values()].filter((one) => isOf(one, owner)));
  // Lines beyond those that were followed may be about further batches.
  return { batches: listed, more: more || found.some((table) => table.more) };
}

function isOf({ supplierId, materialId }: BatchKey, wanted: BatchesWanted): boolean {
  return (
    (wanted.supplierId === undefined || wanted.supplierId === supplierId) &&
    (wanted.materialId === undefined || wanted.materialId === materialId)
  );
}

function keyOf({ supplierId, materialId, batch }: BatchKey): string {
  return `${supplierId} ${materialId} ${batch}`;
}

function capped(all: BatchKey[]): FoundBatches {
  const sorted = all.sort((one, other) => (one.batch < other.batch ? -1 : one.batch > other.batch ? 1 : 0));
  return { batches: sorted.slice(0, MOST_BATCHES), more: all.length > MOST_BATCHES };
}

function headPlace(context: Context, entity: AnyEntity, own: readonly Condition[]): BatchPlace | null {
  const reach = reachOfList(context, entity);
  return (
    reach && {
      table: tableOf(entity),
      head: null,
      where: [...reach, ...own],
      headWhere: [],
      facts: factsOf(context),
      limit: MOST_BATCHES + 1,
    }
  );
}

/** Every table in which numbers of batches stand, with what is looked for in it. */
function placesOf(context: Context, wanted: BatchesWanted): BatchPlace[] {
  const { registrations } = context.services.registry;
  const isAsked = ({ key }: AnyEntity) => wanted.entities?.includes(key) ?? true;
  const ofBatch: Condition[] = [
    ...(wanted.batches ? [where.oneOf(BATCH, wanted.batches)] : []),
    ...(wanted.materialId ? [where.eq(MATERIAL, wanted.materialId)] : []),
    ...(wanted.part ? [{ op: "contains", columns: [BATCH], text: wanted.part } as const] : []),
  ];
  const ofOwner: Condition[] = wanted.supplierId ? [where.eq(SUPPLIER, wanted.supplierId)] : [];
  const written = days("created_at", wanted, "moment");
  const lines = chainOf(registrations).tables.flatMap(({ entity, path, namesBatch }): BatchPlace[] => {
    const reach = namesBatch && isAsked(entity) ? reachOfLines(context, entity, path) : null;
    const label = linesLabel(context, entity, path);
    if (!reach || !label) return [];
    return [
      {
        table: linesTable(entity, path),
        head: tableOf(entity),
        where: [...label.lineWhere, ...ofBatch],
        headWhere: [...reach, ...ofOwner, ...written],
        facts: factsOf(context),
        limit: MOST_BATCHES + 1,
      },
    ];
  });
  const heads = batchDocuments(registrations)
    .filter(isAsked)
    .map((entity) => headPlace(context, entity, [...ofBatch, ...ofOwner, ...written]));
  const journals = batchJournals(registrations)
    .filter(isAsked)
    .map((entity) =>
      headPlace(context, entity, [...ofBatch, ...ofOwner, ...days(entity.journal?.day ?? "", wanted, "day")]),
    );
  return [...lines, ...[...heads, ...journals].filter((place) => place !== null)];
}

/** From the first day to the last, of a column of days, or of moments by the clock in China. */
function days(column: string, { from, to }: BatchesWanted, kind: "day" | "moment"): Condition[] {
  const isDay = kind === "day";
  return [
    ...(from ? [where.atLeast(column, isDay ? from : momentOf(from))] : []),
    ...(to
      ? [isDay ? where.atMost(column, to) : ({ op: "lt", column, value: momentOf(addDays(to, 1)) } as const)]
      : []),
  ];
}
