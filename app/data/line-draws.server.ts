import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";
import type { Row } from "./store.server";

/*
 * What lines of documents have drawn on lines of others, and the figures that are their sums (decision 0148). Names of tables and columns
 * come from definitions.
 */

/** A line of one document counts with a quantity on a line of another. */
export interface LineDraw {
  sourceEntity: string;
  sourceRoot: string;
  sourceLine: string;
  targetEntity: string;
  targetRoot: string;
  targetLine: string;
  /** Column of the source line it is summed up in. */
  figure: string;
  quantity: string;
  supplierId: string | null;
  /** A supplier's transaction may write it. */
  bySuppliers: boolean;
}

/** What identifies a draw: a target line counts into a figure of an entity once. */
export type DrawKey = Pick<LineDraw, "targetLine" | "sourceEntity" | "figure">;

// The driver of the embedded engine takes no lists of values for arrays, texts it does.
function uuids(ids: readonly string[]): RawBuilder<unknown> {
  return sql`${`{${ids.join(",")}}`}::uuid[]`;
}

/** What a document has drawn. */
export async function selectDraws(connection: Connection, targetRoot: string): Promise<LineDraw[]> {
  const { rows } = await sql<LineDraw>`
    select source_entity as "sourceEntity", source_root as "sourceRoot", source_line as "sourceLine", target_entity as "targetEntity",
      target_root as "targetRoot", target_line as "targetLine", figure, quantity::text as quantity, supplier_id as "supplierId",
      by_suppliers as "bySuppliers"
    from line_draw where target_root = ${targetRoot}`.execute(connection);
  return rows;
}

/** Takes draws away. */
export async function deleteDraws(connection: Connection, keys: readonly DrawKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from line_draw d using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k("targetLine" uuid, "sourceEntity" text, figure text)
    where d.target_line = k."targetLine" and d.source_entity = k."sourceEntity" and d.figure = k.figure`.execute(
    connection,
  );
}

/** Adds draws, each with an id of its own. */
export async function insertDraws(
  connection: Connection,
  draws: readonly (LineDraw & { id: string })[],
  at: string,
): Promise<void> {
  if (draws.length === 0) return;
  await sql`
    insert into line_draw (id, source_entity, source_root, source_line, target_entity, target_root, target_line, figure, quantity, supplier_id,
      by_suppliers, created_at)
    select id, "sourceEntity", "sourceRoot", "sourceLine", "targetEntity", "targetRoot", "targetLine", figure, quantity, "supplierId",
      "bySuppliers", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(draws)}::jsonb) as d(id uuid, "sourceEntity" text, "sourceRoot" uuid, "sourceLine" uuid,
      "targetEntity" text, "targetRoot" uuid, "targetLine" uuid, figure text, quantity numeric, "supplierId" uuid, "bySuppliers" boolean)`.execute(
    connection,
  );
}

/** Sums of what was drawn on lines, by line and figure; lines and figures without any are left out. */
export async function sumDraws(
  connection: Connection,
  lines: readonly string[],
): Promise<{ line: string; figure: string; quantity: string }[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ line: string; figure: string; quantity: string }>`
    select source_line as line, figure, sum(quantity)::text as quantity from line_draw
    where source_line = any(${uuids(lines)}) group by source_line, figure`.execute(connection);
  return rows;
}

/** Holds documents until the transaction ends, in the order of their ids: those of the lines. */
export async function lockRoots(
  connection: Connection,
  { table, linesTable, lines }: { table: string; linesTable: string; lines: readonly string[] },
): Promise<void> {
  await sql`
    select id from ${sql.table(table)} where id in (select root_id from ${sql.table(linesTable)} where id = any(${uuids(lines)}))
    order by id for update`.execute(connection);
}

/** Holds lines until the transaction ends, in the order of their ids, and answers them as they are once nobody else holds them. */
export async function lockLines(
  connection: Connection,
  { table, columns, lines }: { table: string; columns: readonly string[]; lines: readonly string[] },
): Promise<Row[]> {
  const picked = sql.join(["id", "root_id", "line_no", ...columns].map((column) => sql.ref(column)));
  const { rows } = await sql<Row>`
    select ${picked} from ${sql.table(table)} where id = any(${uuids(lines)}) order by id for update`.execute(
    connection,
  );
  return rows;
}

/**
 * Writes figures and what is open by them into lines that are held.
 * @param rows each with the id of the line and the same columns, as decimal text or null
 */
export async function writeFigures(
  connection: Connection,
  { table, columns, rows }: { table: string; columns: readonly string[]; rows: readonly Row[] },
): Promise<void> {
  if (rows.length === 0 || columns.length === 0) return;
  const sets = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`v.${column}`)}`));
  const typed = sql.join([sql`id uuid`, ...columns.map((column) => sql`${sql.ref(column)} numeric`)]);
  await sql`
    update ${sql.table(table)} as t set ${sets} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(${typed})
    where t.id = v.id`.execute(connection);
}

/** Draws whose target line no longer exists; some of them. */
export async function selectStrayDraws(
  connection: Connection,
  wanted: { targetEntity: string; sourceEntity: string; figure: string; linesTable: string; most: number },
): Promise<{ targetRoot: string; quantity: string }[]> {
  const { rows } = await sql<{ targetRoot: string; quantity: string }>`
    select d.target_root as "targetRoot", d.quantity::text as quantity from line_draw d
    where d.target_entity = ${wanted.targetEntity} and d.source_entity = ${wanted.sourceEntity} and d.figure = ${wanted.figure}
      and not exists (select 1 from ${sql.table(wanted.linesTable)} l where l.id = d.target_line)
    order by d.id limit ${wanted.most}`.execute(connection);
  return rows;
}

/** Draws of target lines into one figure. */
export async function selectDrawsOfLines(
  connection: Connection,
  { lines, sourceEntity, figure }: { lines: readonly string[]; sourceEntity: string; figure: string },
): Promise<{ targetLine: string; sourceLine: string; quantity: string }[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ targetLine: string; sourceLine: string; quantity: string }>`
    select target_line as "targetLine", source_line as "sourceLine", quantity::text as quantity from line_draw
    where target_line = any(${uuids(lines)}) and source_entity = ${sourceEntity} and figure = ${figure}`.execute(
    connection,
  );
  return rows;
}
