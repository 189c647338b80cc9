import { sql } from "kysely";
import type { Condition } from "~/shared/condition";
import { type ConditionFacts, conditionSql } from "./condition-sql.server";
import type { Connection } from "./database.server";

/** Where numbers of batches stand: in rows that also say the supplier, or in lines whose document does. */
export interface BatchPlace {
  table: string;
  /** The table of the documents, where the rows are lines. */
  head: string | null;
  where: readonly Condition[];
  /** Conditions on the documents of lines. */
  headWhere: readonly Condition[];
  facts: ConditionFacts;
  limit: number;
}

/** A batch: its number is that of one supplier and material. */
export interface BatchKey {
  supplierId: string;
  materialId: string;
  batch: string;
}

/** The batches that rows of a table are about, each once, by number. */
export async function selectBatches(connection: Connection, place: BatchPlace): Promise<BatchKey[]> {
  const { table, head, facts } = place;
  const owner = head === null ? "t" : "h";
  const conditions = [
    ...place.where.map((condition) => conditionSql(condition, "t", facts)),
    ...place.headWhere.map((condition) => conditionSql(condition, "h", facts)),
    sql`t.batch_no is not null and t.material_id is not null and ${sql.ref(`${owner}.supplier_id`)} is not null`,
  ];
  const join = head === null ? sql`` : sql`join ${sql.table(head)} as h on h.id = t.root_id`;
  const { rows } = await sql<BatchKey>`
    select ${sql.ref(`${owner}.supplier_id`)}::text as "supplierId", t.material_id::text as "materialId", t.batch_no as batch
    from ${sql.table(table)} as t ${join} where ${sql.join(conditions, sql` and `)}
    group by 1, 2, 3 order by 3, 1, 2 limit ${place.limit}`.execute(connection);
  return rows;
}
