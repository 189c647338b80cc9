import { type Row, sumRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { tableOf } from "../entity/table-names";
import { factsOf } from "./scope.server";

/** Exact sums of one column: of amounts one per currency, never mixed; of everything else a single one. */
export type ColumnSums = readonly { currency: string | null; sum: string }[];

/** What storage is asked for to sum columns, whose names must come from the definition; null when there are none. */
export function sumsAsked(
  entity: AnyEntity,
  columns: readonly string[],
): { columns: readonly string[]; by: string | null } | null {
  if (columns.length === 0) return null;
  const by = entity.fields.currency && columns.some((name) => isAmount(entity.fields[name])) ? "currency" : null;
  return { columns, by };
}

export interface SumColumnsInput {
  entity: AnyEntity;
  columns: readonly string[];
  where: readonly Condition[];
  known?: readonly Row[] | null;
}

/**
 * Sums of columns over all rows that match.
 * @param known the rows of sums, where they were read beside something else; else they are asked for in one statement
 */
export async function sumColumns(
  context: Context,
  { entity, columns, where, known = null }: SumColumnsInput,
): Promise<ReadonlyMap<string, ColumnSums>> {
  const asked = sumsAsked(entity, columns);
  if (!asked) return new Map();
  const connection = context.services.database.connection();
  const rows =
    known ?? (await sumRows(connection, { table: tableOf(entity), ...asked, where, facts: factsOf(context) }));
  return new Map(
    columns.map((name) => {
      const sums = rows.flatMap((row) => {
        const sum = row[name];
        const currency = typeof row.currency === "string" ? row.currency : null;
        return typeof sum === "string" ? [{ currency, sum }] : [];
      });
      return [name, isAmount(entity.fields[name]) ? sums : together(sums)];
    }),
  );
}

function isAmount(field: Field): boolean {
  return field.kind === "money" || field.kind === "price";
}

/** What carries no currency is one sum, however the rows were grouped. */
function together(sums: ColumnSums): ColumnSums {
  if (sums.length === 0) return [];
  const all = sums.reduce((total, { sum }) => total.plus(decimal(sum)), decimal("0"));
  return [{ currency: null, sum: all.toFixed() }];
}
