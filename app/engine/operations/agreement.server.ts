import { selectRows } from "~/data/store.server";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint, Field, Fields } from "../entity";
import { strangers } from "../entity/narrowing";
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

/** What of the things typed together does not fit the document: values that do not belong to another choice of it, and references that do not agree. */
export async function misfits(
  context: Context,
  entity: AnyEntity,
  head: AnyRecord,
  typed: readonly Typed[],
): Promise<Complaint[]> {
  return [
    ...typed.flatMap((one) => strangers(entity, head, one)),
    ...(await disagreements(context, entity, head, typed)),
  ];
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
  const pointed = new Map<Field, Set<string>>();
  for (const { fields, row } of typed) {
    for (const [name, field] of Object.entries<Field>(fields)) {
      const id = row[name];
      if (typeof id === "string" && field.options.within)
        pointed.set(field, (pointed.get(field) ?? new Set()).add(id.toLowerCase()));
    }
  }
  const found = new Map<Field, Map<string, Found>>();
  for (const [field, ids] of pointed) found.set(field, await pointedAt(context, field, [...ids]));
  return typed.flatMap(({ fields, row, path }) =>
    Object.entries<Field>(fields).flatMap(([name, field]): Complaint[] => {
      const id = row[name];
      const rows = found.get(field);
      if (typeof id !== "string" || !rows) return [];
      const labels = disagreeing(field, rows.get(id.toLowerCase()), head).map(
        (own) => entity.fields[own].options.label,
      );
      return labels.length === 0
        ? []
        : [
            {
              field: path + name,
              message: `${field.options.label}与所选${labels.join("、")}不一致，请重新选择`,
            },
          ];
    }),
  );
}

type Found = Readonly<Record<string, unknown>>;

/** Own fields of the head with which the chosen row does not agree. */
function disagreeing({ options: { within = {} } }: Field, row: Found | undefined, head: AnyRecord): string[] {
  return Object.entries(within).flatMap(([column, own]) => (row?.[column] === fieldValue(head, own) ? [] : [own]));
}

/** The rows behind a reference by the ids that were typed, or the documents behind its lines: in one statement for a table of hundreds. */
async function pointedAt(context: Context, field: Field, ids: readonly string[]): Promise<Map<string, Found>> {
  const { within, to, lines } = field.options;
  if (!within || !to) return new Map();
  const target = context.services.registry.entity(to);
  const read = (table: string, columns: readonly string[], wanted: readonly string[]) =>
    selectRows(context.services.database.connection(), {
      table,
      columns: ["id", ...columns],
      where: [where.oneOf("id", [...wanted])],
      facts: factsOf(context),
    });
  const roots = new Map<string, string>();
  if (lines)
    for (const row of await read(linesTable(target, lines), ["root_id"], ids))
      roots.set(String(row.id), String(row.root_id));
  const rows = await read(tableOf(target), Object.keys(within), lines ? [...new Set(roots.values())] : ids);
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return new Map(
    ids.flatMap((id): [string, Found][] => {
      const row = byId.get(lines ? (roots.get(id) ?? "") : id);
      return row ? [[id, row]] : [];
    }),
  );
}
