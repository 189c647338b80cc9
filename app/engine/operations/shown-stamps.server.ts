import type { Row } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity";
import { SHOWN_STAMPS } from "../entity/supplier-lock";
import { isOwnFile } from "./scope.server";

/*
 * Version, time and author of the last change, as the reader may know them: what only our own people read of a supplier's file
 * leaves no trace in what the supplier reads of it (decision 0113).
 */

/** The column that holds what this person reads as `version`, `updated_at` or `updated_by`; any other column is its own. */
export function stampColumn(context: Context, entity: AnyEntity, column: string): string {
  return isOwnFile(context, entity) ? (SHOWN_STAMPS.get(column) ?? column) : column;
}

/** A row as it was read, its stamps under the names by which everybody knows them. */
export function withStamps(context: Context, entity: AnyEntity, row: Row): Row {
  if (!isOwnFile(context, entity)) return row;
  const named = new Map([...SHOWN_STAMPS].map(([name, column]) => [column, name]));
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [named.get(column) ?? column, value]));
}
