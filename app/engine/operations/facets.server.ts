import { type FacetQuery, type FacetRow, selectFacets } from "~/data/facets.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { supplierCondition } from "../entity/supplier-lock";
import { tableOf } from "../entity/table-names";
import { labelJoin } from "./labels.server";
import { factsOf, mayRead, requireAction, rowFilter, screenFor } from "./scope.server";

export type { FacetRow };

/** Rows of an entity that belong on somebody else's page: the first ones, or how many there are of each kind. */
export type Facet = { entity: string; where: readonly Condition[] } & (
  | {
      /** Fields and `number`, `state`, `created_at`; a reference also answers its label as `{field}__label`. */
      columns: readonly string[];
      /** `-due_date` begins with the latest. */
      sort: string;
      limit?: number;
    }
  | {
      /** Counted by these fields; days and instants by their month where it says so. */
      by: readonly { field: string; byMonth?: true }[];
      /** Summed beside the count, as `{field}`. */
      sum?: string;
    }
);

const MOST_ROWS = 20;
const MOST_GROUPS = 500;
const BUILT_IN = ["number", "state", "created_at", "updated_at"];

/**
 * Rows of several entities that this person may open, in one statement; counts stand under `rows`. What a field's own right keeps from
 * the person is absent from its rows, and a facet that counts or sorts by such a field is null like one whose entity may not be opened at all.
 * @returns by the names of the facets; values as text, instants as the business day
 */
export async function readFacets<K extends string>(
  context: Context,
  wanted: Readonly<Record<K, Facet>>,
): Promise<Record<K, readonly FacetRow[] | null>> {
  const asked = (Object.entries(wanted) as [K, Facet][]).map(([name, facet]) => ({
    name,
    query: queryOf(context, facet),
  }));
  const queries = asked.flatMap(({ query }) => query ?? []);
  const answers = await selectFacets(context.services.database.connection(), queries);
  const rows = asked.map(({ name, query }) => [name, query ? (answers[queries.indexOf(query)] ?? []) : null] as const);
  return Object.fromEntries(rows) as Record<K, readonly FacetRow[] | null>;
}

function queryOf(context: Context, facet: Facet): FacetQuery | null {
  const { registry } = context.services;
  const entity = registry.entity(facet.entity);
  // Tables that suppliers hold no grant on must not even be named in their transaction.
  if (context.actor.supplierId && !supplierCondition(entity, registry.entity)) return null;
  if (!screenFor(context, facet.entity, "get")) return null;
  const scope = {
    table: tableOf(entity),
    where: [...rowFilter(context, entity), ...requireAction(context, entity, "get"), ...facet.where],
    facts: factsOf(context),
  };
  const fieldOf = (name: string): Field | undefined => entity.fields[name];
  if ("by" in facet) {
    const names = [...facet.by.map(({ field }) => field), ...(facet.sum ? [facet.sum] : [])];
    if (names.some((name) => !readable(context, entity, name))) return null;
    return {
      ...scope,
      groups: facet.by.map(({ field, byMonth }) => ({
        as: field,
        column: field,
        ...(byMonth ? { step: { by: "month" as const, isInstant: fieldOf(field)?.kind === "dateTime" } } : {}),
      })),
      measures: [
        { as: "rows", fn: "count", column: null },
        ...(facet.sum ? [{ as: facet.sum, fn: "sum" as const, column: facet.sum }] : []),
      ],
      limit: MOST_GROUPS,
    };
  }
  const names = facet.columns.filter((name) => readable(context, entity, name));
  const descending = facet.sort.startsWith("-");
  const by = descending ? facet.sort.slice(1) : facet.sort;
  if (!readable(context, entity, by)) return null;
  return {
    ...scope,
    columns: names.map((column) => ({
      column,
      isInstant: column === "created_at" || column === "updated_at" || fieldOf(column)?.kind === "dateTime",
    })),
    labels: names.flatMap((name) => {
      const field = fieldOf(name);
      return field ? labelJoin(context, name, field) : [];
    }),
    sort: [
      { by, descending },
      { by: "id", descending },
    ],
    limit: facet.limit ?? MOST_ROWS,
  };
}

function readable(context: Context, entity: AnyEntity, name: string): boolean {
  const field: Field | undefined = entity.fields[name];
  return BUILT_IN.includes(name) || (field !== undefined && mayRead(context, entity, name, field));
}
