import type { Condition } from "~/shared/condition";

/**
 * What storage must know about a table, derived from a definition. The committed snapshot, `migrations/schema`, keeps
 * these by module; `npm run db:generate` compares it with the definitions, never with a live database (ruling 26).
 */
export interface TableShape {
  name: string;
  columns: ColumnShape[];
  /** Columns that together are unique within a tenant. */
  uniques: { name: string; columns: string[] }[];
  indexes: IndexShape[];
  references: { column: string; table: string; onDelete: "restrict" | "cascade" }[];
  /** The lock for supplier logins; null: no grant at all. */
  supplier: SupplierShape | null;
  /** Columns of the view `{table}_title` that suppliers may read for labels; null: no such view. */
  title: string[] | null;
  /** Rows of that view; absent: all. */
  titleWhere?: Condition;
  /** Condition of the view `{table}_shown`, which child policies may ask without circling. */
  shown?: Condition;
  /** Made by a hand-written migration; the generator leaves it alone. */
  handWritten?: boolean;
  /** Rows are only added: no role changes or removes one, the owner included. */
  grows?: boolean;
}

export interface ColumnShape {
  name: string;
  type: string;
  required: boolean;
  default?: string;
}

export interface IndexShape {
  name: string;
  columns: string[];
  /** `gin` for the grams of searches; left out: a tree. */
  method?: "gin";
  /** Downwards with what is empty at the end, as lists are sorted; the id, which is never empty, simply downwards. */
  descending?: boolean;
  /** Columns that are only carried along, so that a list finds its page and its counts without the rows themselves. */
  covers?: string[];
}

export interface SupplierShape {
  read: Condition;
  readColumns: string[];
  /** Columns a supplier's transaction may update; empty: none. */
  updateColumns: string[];
  insert: boolean;
  remove: boolean;
}
