import { selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint, Field, Fields } from "../entity";
import { linesTable, tableOf } from "../entity/table-names";
import { fieldValue } from "./records.server";
import { factsOf } from "./scope.server";

/** Values typed together: of the head, of a line, or of what a transition asks for. */
export interface Typed {
  fields: Fields;
  row: { readonly [name: string]: unknown };
  /** Where their fields stand: empty, or `items.0.` */
  path: string;
}

/**
 * References that do not agree with the document that holds them (`within`): the contract of another supplier, the licence of another
 * one (ruling 61). Asked of forms and of transitions alike.
 * @param head the document as it will be
 */
export async function disagreements(
  context: Context,
  entity: AnyEntity,
  head: AnyRecord,
  typed: readonly Typed[],
): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const { fields, row, path } of typed) {
    for (const [name, field] of Object.entries<Field>(fields)) {
      const id = row[name];
      const off = typeof id === "string" ? await disagreeing(context, field, id, head) : [];
      const labels = off.map((own) => entity.fields[own].options.label).join("、");
      if (off.length > 0)
        complaints.push({ field: path + name, message: `${field.options.label}与所选${labels}不一致，请重新选择` });
    }
  }
  return complaints;
}

/** Own fields of the head with which the chosen row does not agree. */
async function disagreeing(context: Context, field: Field, id: string, head: AnyRecord): Promise<string[]> {
  const { within, to, lines } = field.options;
  if (!within || !to) return [];
  const target = context.services.registry.entity(to);
  const own: Condition = { op: "eq", column: "id", value: id };
  const ofLine: Condition | null = lines
    ? { op: "exists", table: linesTable(target, lines), column: "root_id", equals: "id", where: own }
    : null;
  const [row] = await selectRows(context.services.database.connection(), {
    table: tableOf(target),
    columns: Object.keys(within),
    where: [ofLine ?? own],
    facts: factsOf(context),
  });
  return Object.entries(within).flatMap(([column, own]) => (row?.[column] === fieldValue(head, own) ? [] : [own]));
}
