import type { ColumnShape } from "~/data/schema/shape";
import { SEARCH_GRAMS, SEARCH_TEXT } from "~/shared/search";
import type { AnyEntity } from "./define";
import type { Field } from "./field";
import { titleColumns } from "./table-names";

const TEXTS = ["text", "longText", "phone", "email"];

/** Columns of a searched table, empty until what stands in the row has been read. */
export const SEARCH_COLUMNS: readonly ColumnShape[] = [
  { name: SEARCH_TEXT, type: "text", required: false },
  { name: SEARCH_GRAMS, type: "text[]", required: false },
];

/** What rows of an entity are found by. */
export interface SearchFields {
  /** Own columns of text, `number` among them. */
  own: string[];
  /** References: a row is found by what they point at, too. */
  references: string[];
}

export function searchFields(entity: AnyEntity): SearchFields {
  const usual = [...(entity.number ? ["number"] : []), ...titleColumns(entity)];
  const names: readonly string[] =
    entity.search ?? usual.filter((name) => isText(entity, name) && isOpen(entity, name));
  return {
    own: [...new Set(names)].filter((name) => isText(entity, name)),
    references: names.filter((name) => fieldOf(entity, name)?.kind === "reference"),
  };
}

/** True for an entity whose table has search columns. Rows of a journal stay as they are, and these are written anew now and then. */
export function isSearched(entity: AnyEntity): boolean {
  return entity.journal === undefined && searchFields(entity).own.length > 0;
}

/** True for what a search can be made of: own text or a reference. */
export function isSearchable(entity: AnyEntity, name: string): boolean {
  return isText(entity, name) || fieldOf(entity, name)?.kind === "reference";
}

/** True for a field that everybody who reads the row may read: the search columns have no readers of their own. */
export function isOpen(entity: AnyEntity, name: string): boolean {
  const { hiddenFromSuppliers, readBy } = fieldOf(entity, name)?.options ?? {};
  return !hiddenFromSuppliers && readBy === undefined;
}

function isText(entity: AnyEntity, name: string): boolean {
  return name === "number" ? entity.number !== undefined : TEXTS.includes(fieldOf(entity, name)?.kind ?? "");
}

function fieldOf(entity: AnyEntity, name: string): Field | undefined {
  return Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
}
