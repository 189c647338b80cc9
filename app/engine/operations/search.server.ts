import { selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import { isFound, searchWords } from "~/shared/search";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { isSearched, searchFields } from "../entity/search-fields";
import { tableOf } from "../entity/table-names";
import { builtInLabel } from "../screen/show";
import { documentOfText } from "../search/document.server";
import { filterOptions, type ReferenceColumn } from "./references.server";
import { factsOf, rowFilter } from "./scope.server";

/** References to up to so many rows are compared by their ids, which have an index; more by asking the other table. */
const MOST_IDS = 200;
/** Different rows that the documents of a supplier are taken to point at. */
const SUPPLIER_ROWS = 1000;

/** References of an entity through which this person's search goes. */
function throughReferences(context: Context, entity: AnyEntity): [name: string, field: Field][] {
  const wall = entity.access.suppliers;
  return searchFields(entity).references.flatMap((name) => {
    const field: Field | undefined = entity.fields[name];
    // To a supplier its own name stands on everything, and is shown nowhere.
    const own = context.actor.supplierId && wall.kind === "own" && wall.column === name;
    return field && !own ? [[name, field] as [string, Field]] : [];
  });
}

/** What the quick search of an entity looks at, as labels: 「单号、供应商」. Null for an entity without one. */
export function searchedLabels(context: Context, entity: AnyEntity): string | null {
  if (!isSearched(entity)) return null;
  const { own } = searchFields(entity);
  const labels = own.map((name) =>
    name === "number" ? builtInLabel(entity, name) : entity.fields[name].options.label,
  );
  return [...labels, ...throughReferences(context, entity).map(([, field]) => field.options.label)].join("、");
}

/**
 * Rows in which every typed word is found: in what stands in the row, or in what it points at. Null when nothing that
 * counts was typed.
 */
export async function quickSearch(context: Context, entity: AnyEntity, text: string): Promise<Condition | null> {
  const words = searchWords(text);
  if (words.length === 0 || !isSearched(entity)) return null;
  const references = throughReferences(context, entity);
  const parts: Condition[] = [];
  for (const word of words) {
    const ways: Condition[] = [{ op: "search", text: word }];
    for (const [name, field] of references) {
      const match = await referenceMatch(context, {
        entity,
        of: { field, lines: null, column: name },
        text: word,
        within: [],
      });
      if (match) ways.push(match);
    }
    parts.push({ op: "any", of: ways });
  }
  return { op: "all", of: parts };
}

/**
 * What a text typed into the filter of a reference means when it is no code, label or id: all rows of the target that
 * match the search within the person's reach. Null when there are none.
 */
export async function filterSearch(
  context: Context,
  entity: AnyEntity,
  of: ReferenceColumn,
  text: string,
): Promise<Condition | null> {
  if (!of.field.options.to || searchWords(text).length === 0) return null;
  const target = context.services.registry.entity(of.field.options.to);
  return referenceMatch(context, {
    entity,
    of,
    text,
    within: context.actor.supplierId ? [] : rowFilter(context, target),
  });
}

/** A condition on the column that holds the reference; null when nothing it could point at matches. */
async function referenceMatch(
  context: Context,
  { entity, of, text, within }: { entity: AnyEntity; of: ReferenceColumn; text: string; within: readonly Condition[] },
): Promise<Condition | null> {
  if (!of.field.options.to) return null;
  const target = context.services.registry.entity(of.field.options.to);
  if (context.actor.supplierId) {
    const ids = await shownMatches(context, entity, of, text);
    return ids.length === 0 ? null : { op: "in", column: of.column, values: ids };
  }
  if (!isSearched(target)) return null;
  const matching: Condition[] = [{ op: "search", text }, ...within];
  const rows = await selectRows(context.services.database.connection(), {
    table: tableOf(target),
    columns: ["id"],
    where: matching,
    facts: factsOf(context),
    limit: MOST_IDS + 1,
  });
  if (rows.length === 0) return null;
  return rows.length <= MOST_IDS
    ? { op: "in", column: of.column, values: rows.map((row) => String(row.id)) }
    : {
        op: "exists",
        table: tableOf(target),
        column: "id",
        equals: of.column,
        where: { op: "all", of: matching },
      };
}

/** A supplier searches the labels of what its own documents point at, and nothing else. */
async function shownMatches(context: Context, entity: AnyEntity, of: ReferenceColumn, text: string): Promise<string[]> {
  const { options } = await filterOptions(context, entity, of, SUPPLIER_ROWS);
  const ids: string[] = [];
  for (const { id, label } of options) {
    if (isFound(await documentOfText(label), text)) ids.push(id);
  }
  return ids;
}
