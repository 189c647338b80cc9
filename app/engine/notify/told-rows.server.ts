import type { Row } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity/define";
import type { Field, RoleName } from "../entity/field";
import { kindOf } from "../entity/kinds";
import type { Recipients } from "../entity/messages";
import { unscopedRows } from "../operations/unscoped.server";

/** A record somebody is told of, as far as that needs it. */
export interface ToldRow {
  id: string;
  /** Number of a document; empty for the rest. */
  number: string;
  /** What a column shows, see `MessageFacts.text`. */
  text(column: string): string;
  /** The id a column of people or suppliers holds; none where it is empty. */
  held(column: string): string[];
}

/** What a message needs to know of a record. */
interface Needs {
  reads: readonly string[];
  to: Recipients;
}

/** Which columns of the rows of an entity a message needs, and the way to what stands behind their references. */
export function rowsToTell(context: Context, entity: AnyEntity, { reads, to }: Needs) {
  const wanted = [
    ...new Set([...reads, ...(to.people ?? []), ...(to.suppliers ?? []), ...(to.readers ? [to.readers] : [])]),
  ];
  const own = wanted.map((column) => column.split(".")[0] ?? column);
  const columns = [...new Set(["id", ...(entity.number === undefined ? [] : ["number"]), ...own])];
  /** Columns behind a reference, by the reference; a reference that is shown itself is shown by its title. */
  const behind = new Map<string, string[]>();
  for (const column of wanted) {
    const [reference = "", rest] = column.split(".");
    const target = targetOf(context, entity, reference);
    if (!target) continue;
    const names = rest === undefined ? (reads.includes(column) ? titleColumns(target) : []) : [rest];
    if (names.length > 0) behind.set(reference, [...new Set([...(behind.get(reference) ?? []), ...names])]);
  }
  return {
    columns,
    async complete(rows: readonly Row[]): Promise<ToldRow[]> {
      const others = new Map<string, ReadonlyMap<string, Row>>();
      for (const [reference, names] of behind) {
        const ids = [...new Set(rows.flatMap((row) => (typeof row[reference] === "string" ? [row[reference]] : [])))];
        const target = targetOf(context, entity, reference);
        const found =
          ids.length > 0 && target
            ? await unscopedRows(context, target, ["id", ...names], [where.oneOf("id", ids)])
            : [];
        others.set(reference, new Map(found.map((one) => [String(one.id), one])));
      }
      return rows.map((row) => rowOf(context, entity, row, others));
    },
  };
}

function rowOf(
  context: Context,
  entity: AnyEntity,
  row: Row,
  others: ReadonlyMap<string, ReadonlyMap<string, Row>>,
): ToldRow {
  const other = (reference: string) => others.get(reference)?.get(String(row[reference]));
  const valueAt = (column: string): unknown => {
    const [reference = "", rest] = column.split(".");
    return rest === undefined ? row[reference] : other(reference)?.[rest];
  };
  return {
    id: String(row.id),
    number: typeof row.number === "string" ? row.number : "",
    text(column) {
      const [reference = "", rest] = column.split(".");
      const target = targetOf(context, entity, reference);
      if (target && rest === undefined)
        return titleColumns(target)
          .map((name) => shown(target.fields[name], other(reference)?.[name]))
          .filter((text) => text !== "")
          .join(" ");
      return shown(rest === undefined ? entity.fields[column] : target?.fields[rest], valueAt(column));
    },
    held(column) {
      const value = valueAt(column);
      return typeof value === "string" && value !== "" ? [value] : [];
    },
  };
}

function shown(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined) return "";
  return field ? kindOf(field).show(value as never, field.options) : String(value);
}

/** Whom a message about a record reaches. */
export interface Reached {
  people: string[];
  suppliers: string[];
  roles: RoleName[];
  /** Suppliers whose people may hear of it; null: no limit. */
  readers: string[] | null;
}

/** Whom a message reaches, by what its columns hold. @param holds whether a condition holds for the record */
export function reachedBy(to: Recipients, { held }: ToldRow, holds: (when: Condition) => boolean): Reached {
  const people = [...new Set((to.people ?? []).flatMap(held))];
  const further = (to.rolesWhen ?? []).flatMap(({ when, roles }) => (holds(when) ? roles : []));
  return {
    people,
    suppliers: [...new Set((to.suppliers ?? []).flatMap(held))],
    roles: [...(to.roles ?? []), ...further, ...(people.length === 0 ? (to.elseRoles ?? []) : [])],
    readers: to.readers === undefined ? null : held(to.readers),
  };
}

/** The entity a reference of the head points at; undefined for other columns. */
function targetOf(context: Context, entity: AnyEntity, column: string): AnyEntity | undefined {
  const field: Field | undefined = entity.fields[column];
  return field?.kind === "reference" && field.options.to
    ? context.services.registry.entity(field.options.to)
    : undefined;
}

/** The columns of its own by which people name a row. */
function titleColumns(entity: AnyEntity): string[] {
  const title = entity.title ?? (entity.number === undefined ? ["code", "name"] : ["number"]);
  return title.filter((name) => name === "number" || Object.hasOwn(entity.fields, name));
}
