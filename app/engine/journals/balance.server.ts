import { sumByKeys } from "~/data/journals.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Field } from "../entity";
import type { ColumnOf, EntityName } from "../entity/entity-map";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { factsOf, mayRead, requireAction, rowFilter } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { journalOf } from "./post.server";

/** A balance with the keys it is of. */
export interface Balance {
  keys: Readonly<Record<string, string | null>>;
  /** Sums of the figures, as exact decimal texts. */
  figures: Readonly<Record<string, string>>;
}

export interface BalancesWanted<N extends EntityName> {
  /** Balances are kept apart by these columns. */
  by: readonly ColumnOf<N>[];
  figures: readonly ColumnOf<N>[];
  /** The last day that counts. */
  upTo: string;
  where?: readonly Condition<ColumnOf<N>>[];
}

/**
 * What stood in a journal at the end of a day, of the rows this person may see: sums of everything that was posted for that day and before,
 * also when it was posted later.
 * @throws AppError("forbidden") for who may not see the journal, or one of the columns
 */
export async function balancesAt<N extends EntityName>(
  context: Context,
  journal: N,
  { by, figures, upTo, where: more = [] }: BalancesWanted<N>,
): Promise<Balance[]> {
  const { entity, rules } = journalOf(context, journal);
  const [keys, sums] = [by.map(String), figures.map(String)];
  for (const name of [...keys, ...sums]) {
    const field: Field | undefined = entity.fields[name];
    if (!field) throw new Error(`"${entity.key}" has no field "${name}"`);
    if (!mayRead(context, entity, name, field)) throw new AppError("forbidden");
  }
  for (const name of sums)
    if (!rules.figures.includes(name)) throw new Error(`"${name}" is no figure of "${entity.key}"`);
  const filters = [...requireAction(context, entity, "query"), ...rowFilter(context, entity)];
  return reading(context, async () => {
    const rows = await sumByKeys(context.services.database.connection(), {
      table: tableOf(entity),
      by: keys,
      figures: sums,
      where: [...filters, ...more, where.atMost(rules.day, upTo)],
      facts: factsOf(context),
    });
    return rows.map((row) => ({
      keys: Object.fromEntries(keys.map((name) => [name, textOrNull(row[name])])),
      figures: Object.fromEntries(sums.map((name) => [name, String(row[name])])),
    }));
  });
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
