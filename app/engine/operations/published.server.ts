import type { z } from "zod";
import { type Row, selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import { tableOf } from "../entity/tables";
import { factsOf } from "./scope.server";

/**
 * Asks another module a question by entity key and name; modules never import each other.
 * @throws Error when nobody publishes it: a fault of the program
 */
export async function ask<T>(
  context: Context,
  entityKey: string,
  name: string,
  input: unknown,
  answer: z.ZodType<T>,
): Promise<T> {
  const published = context.services.registry.server(entityKey).publishes?.[name];
  if (!published) throw new Error(`"${entityKey}" publishes no operation "${name}"`);
  return answer.parse(await published(context, input));
}

/** Rows whatever the person may see: for checks that must be complete. The answer must not be shown as it is. */
export async function unscopedRows(
  context: Context,
  entityKey: string,
  columns: readonly string[],
  where: readonly Condition[],
): Promise<Row[]> {
  return selectRows(context.services.database.connection(), {
    table: tableOf(context.services.registry.entity(entityKey)),
    columns,
    where,
    facts: factsOf(context),
  });
}
