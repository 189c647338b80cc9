import { distinctIds, type Row, selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import { searchText } from "~/shared/text";
import type { Context } from "../context.server";
import type { AnyEntity, Complaint, Field, Value } from "../entity";
import { UUID } from "../entity/kinds/reference";
import { lineTable, tableOf } from "../entity/table-names";
import { titleColumns } from "../entity/tables";
import { labelsOf, titleSource } from "./labels.server";
import { factsOf, rowFilter } from "./scope.server";

/** A reference that was typed or chosen and must be found before it counts. */
export interface ReferenceWish {
  field: Field;
  name: string;
  path: string;
  typed: string;
  into: Record<string, Value>;
}

/** Rows of the target that this person may choose now. */
export function choosable(context: Context, target: AnyEntity, field: Field): Condition[] {
  return [
    ...rowFilter(context, target),
    ...(target.fields.enabled ? [{ op: "eq" as const, column: "enabled", value: true }] : []),
    ...(field.options.only ? [field.options.only] : []),
  ];
}

/** The code in front of `CODE name`, as a pick from the list leaves it. */
function codeOf(typed: string): string {
  return typed.split(/\s/)[0] ?? typed;
}

/**
 * Turns typed codes, labels and ids into ids, and puts them where they belong. What does not exist, or lies outside the
 * person's reach, becomes a complaint; the two are not told apart.
 */
export async function resolveReferences(context: Context, wishes: readonly ReferenceWish[]): Promise<Complaint[]> {
  const groups = new Map<string, ReferenceWish[]>();
  for (const wish of wishes) {
    const key = `${wish.field.options.to} ${JSON.stringify(wish.field.options.only ?? null)}`;
    groups.set(key, [...(groups.get(key) ?? []), wish]);
  }
  const complaints: Complaint[] = [];
  for (const group of groups.values()) {
    const first = group[0];
    if (!first?.field.options.to) continue;
    const target = context.services.registry.entity(first.field.options.to);
    const found = await lookUp(
      context,
      target,
      choosable(context, target, first.field),
      group.map((wish) => searchText(wish.typed)),
    );
    for (const wish of group) {
      const id = found(searchText(wish.typed));
      if (id) wish.into[wish.name] = id;
      else
        complaints.push({
          field: wish.path,
          message: `找不到${wish.field.options.label}「${wish.typed.slice(0, 40)}」，请重新选择`,
        });
    }
  }
  return complaints;
}

async function lookUp(
  context: Context,
  target: AnyEntity,
  within: readonly Condition[],
  typed: readonly string[],
): Promise<(text: string) => string | null> {
  const columns = titleColumns(target);
  const lead = columns[0] ?? "id";
  const ids = typed.map((text) => text.toLowerCase()).filter((text) => UUID.test(text));
  const codes = typed
    .filter((text) => !UUID.test(text.toLowerCase()))
    .flatMap((text) => [text, codeOf(text), codeOf(text).toUpperCase()]);
  const by: Condition[] = [
    ...(ids.length > 0 ? [{ op: "in" as const, column: "id", values: ids }] : []),
    ...(codes.length > 0 ? columns.map((column) => ({ op: "in" as const, column, values: [...new Set(codes)] })) : []),
  ];
  const rows = await selectRows(context.services.database.connection(), {
    table: tableOf(target),
    columns: ["id", ...columns],
    where: [{ op: "any", of: by }, ...within],
    facts: factsOf(context),
    limit: 5000,
  });
  const label = (row: Row) =>
    columns
      .map((column) => row[column])
      .filter(Boolean)
      .join(" ");
  return (text) => {
    const exact = rows.filter((row) => row.id === text.toLowerCase() || row[lead] === text || label(row) === text);
    const byCode = rows.filter((row) => row[lead] === codeOf(text) || row[lead] === codeOf(text).toUpperCase());
    const named = rows.filter((row) => columns.some((column) => row[column] === text));
    for (const matches of [exact, byCode, named]) {
      if (matches.length === 1) return String(matches[0]?.id);
    }
    return null;
  };
}

const FILTER_CHOICES = 1000;

/** A column that points elsewhere, as filters know it. */
interface ReferenceColumn {
  field: Field;
  /** Child table the column stands in. */
  lines: string | null;
  column: string;
}

/**
 * What a filter of a reference offers. A supplier is offered what its own documents point at and nothing else: the
 * names of other people and places are none of its business.
 */
export async function filterOptions(
  context: Context,
  entity: AnyEntity,
  of: ReferenceColumn,
  limit: number,
): Promise<{ options: { id: string; label: string }[]; complete: boolean }> {
  if (!context.actor.supplierId || !of.field.options.to) return optionsFor(context, of.field, limit);
  const table = of.lines ? lineTable(tableOf(entity), of.lines) : tableOf(entity);
  const ids = await distinctIds(context.services.database.connection(), of.column, {
    table,
    // Child rows stand behind the lock of the database; the head behind both.
    where: of.lines ? [] : rowFilter(context, entity),
    facts: factsOf(context),
    limit: FILTER_CHOICES,
  });
  const labels = await labelsOf(context, context.services.registry.entity(of.field.options.to), ids);
  const options = [...labels].map(([id, label]) => ({ id, label })).sort((a, b) => (a.label < b.label ? -1 : 1));
  return { options: options.slice(0, limit), complete: options.length <= limit };
}

/** The id behind a code, label or id typed into a filter; also of rows that may not be chosen any more. */
export async function findReference(
  context: Context,
  entity: AnyEntity,
  of: ReferenceColumn,
  typed: string,
): Promise<string | null> {
  if (!of.field.options.to) return null;
  const text = searchText(typed);
  if (context.actor.supplierId) {
    const { options } = await filterOptions(context, entity, of, FILTER_CHOICES);
    const fits = options.filter(({ label }) => label === text || codeOf(label) === codeOf(text));
    return fits.length === 1 ? (fits[0]?.id ?? null) : null;
  }
  const target = context.services.registry.entity(of.field.options.to);
  const found = await lookUp(context, target, rowFilter(context, target), [text]);
  return found(text);
}

/** The first rows a person may choose for a reference, `[id, label]`, ordered by code. */
export async function optionsFor(
  context: Context,
  field: Field,
  limit: number,
): Promise<{ options: { id: string; label: string }[]; complete: boolean }> {
  if (!field.options.to) return { options: [], complete: true };
  const target = context.services.registry.entity(field.options.to);
  const source = titleSource(context, target);
  if (!source) return { options: [], complete: true };
  // The view made for suppliers is for labels of what they see, not for choosing from.
  if (context.actor.supplierId && source.table.endsWith("_title")) return { options: [], complete: true };
  const rows = await selectRows(context.services.database.connection(), {
    table: source.table,
    columns: ["id", ...source.columns],
    where: choosable(context, target, field),
    facts: factsOf(context),
    sort: source.columns.slice(0, 1).map((by) => ({ by, descending: false })),
    limit: limit + 1,
  });
  const options = rows.slice(0, limit).map((row) => ({
    id: String(row.id),
    label: source.columns
      .map((column) => row[column])
      .filter(Boolean)
      .join(" "),
  }));
  return { options, complete: rows.length <= limit };
}
