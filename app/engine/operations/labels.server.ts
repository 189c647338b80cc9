import type { Connection } from "~/data/database.server";
import { type LineLabel, selectLineLabels } from "~/data/line-labels.server";
import { type LabelJoin, type OptionList, type Row, selectOptionLists } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields } from "../entity";
import { linesAt } from "../entity/paths";
import { supplierCondition } from "../entity/supplier-lock";
import { linesTable, tableOf } from "../entity/table-names";
import { titleColumns } from "../entity/tables";
import { factsOf, lineFilter, rowFilter } from "./scope.server";

/** Where the person reads titles of an entity from: the table itself, or the narrow view made for suppliers. */
export function titleSource(context: Context, target: AnyEntity): { table: string; columns: string[] } | null {
  const columns = titleColumns(target);
  const table = tableOf(target);
  if (!context.actor.supplierId) return { table, columns };
  if (target.access.suppliersMayReadTitle) return { table: `${table}_title`, columns };
  return supplierCondition(target, context.services.registry.entity) ? { table, columns } : null;
}

/** Join that reads the label of a reference column beside the row, as `{column}__label`. */
export function labelJoin(context: Context, column: string, field: Field): LabelJoin[] {
  const line = lineLabelOf(context, field);
  if (line) return [{ column, table: line.table, columns: ["id"], as: `${column}__label`, line }];
  if (field.kind !== "reference" || !field.options.to) return [];
  const source = titleSource(context, context.services.registry.entity(field.options.to));
  return source ? [{ column, table: source.table, columns: source.columns, as: `${column}__label` }] : [];
}

/** Joins for all references of a set of fields. */
export function labelJoins(context: Context, fields: Fields, names: readonly string[]): LabelJoin[] {
  return names.flatMap((name) => {
    const field = fields[name];
    return field ? labelJoin(context, name, field) : [];
  });
}

export const LINE_ROOT = "__root";

/** Joins that read the id of the document whose line is meant, as `{column}__root`. */
export function lineRootJoins(context: Context, fields: Fields, names: readonly string[]): LabelJoin[] {
  return names.flatMap((name) => {
    const line = fields[name] ? lineLabelOf(context, fields[name]) : null;
    return line
      ? [
          {
            column: name,
            table: line.table,
            columns: ["root_id"],
            as: name + LINE_ROOT,
            line: { ...line, tells: "root" },
          },
        ]
      : [];
  });
}

/** Labels of rows by id, for one entity. Ids that do not exist, or that the person may not read, are left out. */
export async function labelsOf(
  context: Context,
  target: AnyEntity,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [labels] = await labelsOfEach(context, [{ target, ids }]);
  return labels ?? new Map();
}

/** What a transaction has read of titles, by table; `changes` counts those of the table by then, its own included. */
const told = new WeakMap<Connection, Map<string, { changes: number; labels: Map<string, string> }>>();

/** Titles of a register that the running transaction knows already, to be read and added to; null for suppliers and outside of transactions. */
function knownLabels({ actor, services: { database } }: Context, target: AnyEntity): Map<string, string> | null {
  if (actor.supplierId || !database.inTransaction()) return null;
  const table = tableOf(target);
  const changes = database.changesOf([table]);
  const tables = told.get(database.connection()) ?? new Map();
  told.set(database.connection(), tables);
  const known = tables.get(table);
  if (known?.changes === changes) return known.labels;
  const labels = new Map<string, string>();
  tables.set(table, { changes, labels });
  return labels;
}

/** Rows that were looked up with their titles: the trail of the same change names them and need not ask again. */
export function rememberLabels(context: Context, target: AnyEntity, rows: readonly Row[]): void {
  const known = knownLabels(context, target);
  const columns = titleColumns(target);
  for (const row of rows) {
    const parts = columns.flatMap((column) =>
      typeof row[column] === "string" && row[column] !== "" ? [row[column]] : [],
    );
    if (parts.length === columns.length) known?.set(String(row.id), parts.join(" "));
  }
}

/** The same for several entities, in their order and read together. */
export async function labelsOfEach(
  context: Context,
  wanted: readonly { target: AnyEntity; ids: readonly string[] }[],
): Promise<Map<string, string>[]> {
  const known = wanted.map(({ target }) => knownLabels(context, target));
  const lists = wanted.flatMap(({ target, ids }, position): OptionList[] => {
    const values = [...new Set(ids)].filter((id) => !known[position]?.has(id));
    const source = titleSource(context, target);
    const where = [{ op: "in" as const, column: "id", values }];
    return source && values.length > 0 ? [{ key: String(position), ...source, where, limit: values.length }] : [];
  });
  const found = await selectOptionLists(context.services.database.connection(), lists, factsOf(context));
  return wanted.map(({ ids }, position) => {
    const labels = new Map((found.get(String(position)) ?? []).map(({ id, label }) => [id, label]));
    for (const [id, label] of labels) known[position]?.set(id, label);
    if (ids.every((id) => labels.has(id))) return labels;
    const own = ids.flatMap((id): [string, string][] => {
      const label = labels.get(id) ?? known[position]?.get(id);
      return label === undefined ? [] : [[id, label]];
    });
    return new Map(own);
  });
}

/**
 * How the line is called that a field points at, within what this reader may see of its document; null for other fields, and where the
 * reader sees none of these documents at all.
 */
export function lineLabelOf(context: Context, field: Field): LineLabel | null {
  const { to, lines: path } = field.options;
  if (field.kind !== "lineReference" || !to || !path) return null;
  return linesLabel(context, context.services.registry.entity(to), path);
}

/** The same for the lines of an entity. */
export function linesLabel(context: Context, source: AnyEntity, path: string): LineLabel | null {
  const { registry } = context.services;
  const lines = linesAt(source.lines, path);
  if (!lines || (context.actor.supplierId && supplierCondition(source, registry.entity) === null)) return null;
  const subject = Object.entries<Field>(lines.fields).find(([, { kind }]) => kind === "reference");
  const titled = subject?.[1].options.to && titleSource(context, registry.entity(subject[1].options.to));
  return {
    table: linesTable(source, path),
    root: { table: tableOf(source), columns: titleColumns(source) },
    subject: subject && titled ? { column: subject[0], ...titled } : null,
    rootWhere: rowFilter(context, source),
    lineWhere: lineFilter(context, source, path),
    facts: factsOf(context),
  };
}

/** Labels of what fields point at, rows and lines alike, by id and in the order of the fields. */
export async function labelsBehind(
  context: Context,
  wanted: readonly { field: Field; ids: readonly string[] }[],
): Promise<Map<string, string>[]> {
  const rows = wanted.flatMap(({ field, ids }, at) =>
    field.kind === "reference" && field.options.to
      ? [{ at, target: context.services.registry.entity(field.options.to), ids }]
      : [],
  );
  const found = await labelsOfEach(context, rows);
  const labels = new Map(rows.map(({ at }, position) => [at, found[position]]));
  for (const [at, { field, ids }] of wanted.entries()) {
    const line = lineLabelOf(context, field);
    if (!line) continue;
    const lines = await selectLineLabels(context.services.database.connection(), line, ids);
    labels.set(at, new Map([...lines].map(([id, { label }]) => [id, label])));
  }
  return wanted.map((_one, at) => labels.get(at) ?? new Map());
}
