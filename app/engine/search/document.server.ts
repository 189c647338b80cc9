import { type Row, TextList } from "~/data/store.server";
import { SEARCH_GRAMS, SEARCH_TEXT, type SearchDocument, searchDocument } from "~/shared/search";
import type { AnyEntity } from "../entity";
import { isSearched, searchFields } from "../entity/search-fields";
import { speller } from "./pinyin.server";

/** What a row with these values is found by. */
export async function documentOf(
  entity: AnyEntity,
  values: Readonly<Record<string, unknown>>,
): Promise<SearchDocument> {
  const texts = searchFields(entity).own.flatMap((name) => {
    const value = values[name];
    return typeof value === "string" ? [value] : [];
  });
  return searchDocument(texts, await speller());
}

/** What a text by itself is found by, e.g. the label of a row whose columns may not be read. */
export async function documentOfText(text: string): Promise<SearchDocument> {
  return searchDocument([text], await speller());
}

/** The search columns of a row with these values; none for an entity that is not searched. */
export async function searchColumns(entity: AnyEntity, values: Readonly<Record<string, unknown>>): Promise<Row> {
  if (!isSearched(entity)) return {};
  const { text, grams } = await documentOf(entity, values);
  return { [SEARCH_TEXT]: text, [SEARCH_GRAMS]: new TextList(grams) };
}
