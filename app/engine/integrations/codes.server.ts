import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity";
import type { ColumnOf, EntityKey } from "../entity/entity-map";
import { unscopedRows } from "../operations/unscoped.server";

/** Registers whose rows have a code. */
export type CodedKey = { [K in EntityKey]: "code" extends ColumnOf<K> ? K : never }[EntityKey];

/**
 * By which codes another system knows rows of a register.
 * @param ids whatever stands in references; what is no id is left out
 * @param column another one than the code, where the system has its own
 * @returns codes by id, without the rows that have none
 */
export async function codesOf(
  context: Context,
  register: CodedKey,
  ids: readonly unknown[],
  column: "code" | "sap_code" = "code",
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id): id is string => typeof id === "string"))];
  if (wanted.length === 0) return new Map();
  const entity: AnyEntity = context.services.registry.entity(register);
  const rows = await unscopedRows(context, entity, ["id", column], [where.oneOf("id", wanted)]);
  return new Map(
    rows.flatMap(({ id, [column]: code }) =>
      typeof id === "string" && typeof code === "string" ? [[id, code] as const] : [],
    ),
  );
}
