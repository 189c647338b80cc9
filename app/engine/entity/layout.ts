import type { Condition } from "~/shared/condition";
import type { Fields } from "./field";
import type { LinesMap } from "./record";

type BuiltInKey = "number" | "state" | "created_at" | "created_by" | "updated_at" | "updated_by";

/** A column, filter or form key: own field, built-in, `ref.field` through a reference, or `count(lines)`. */
export type ColumnKey<F extends Fields> = (keyof F & string) | BuiltInKey | `${string}.${string}` | `count(${string})`;

export interface Toggle {
  label: string;
  where: Condition;
  /** Among the rows of `where`, those that the hook `chosen` of the entity names: what no column tells. Not for tabs. */
  worked?: true;
  /** Suppliers are not offered it, whatever columns it looks at. */
  hiddenFromSuppliers?: true;
}

/** One kind of rows that wait for a person. */
export interface Awaited {
  label: string;
  where: Condition;
  /** What is to be done with them, e.g. 审批. */
  todo: string;
  /** Parameters of the list that show them. */
  pick: readonly (readonly [string, string])[];
  /** A filter of text: counted apart for each of its values, which stand in front of the label. */
  by?: string;
}

/** A paper of chosen rows that is not the page of the record for the printer. */
export interface RowPaper {
  /** What the button of the list says. */
  label: string;
  /** States of rows that have it; the others are left out, and said to be. */
  in: readonly string[];
}

export interface ListLayout<F extends Fields> {
  /** `+name` is a column of the view's `extra`. */
  columns: readonly (ColumnKey<F> | `+${string}`)[];
  filters: readonly ColumnKey<F>[];
  /** A field, `-` in front for descending; up to three, separated by commas. */
  sort: string;
  /**
   * Further fields by which a long list is often sorted: each gets indexes for both directions, and the indexes of the
   * list carry its narrow filters along. Only in the entity's own list.
   */
  sortedBy?: readonly (keyof F & string)[];
  /** Quick toggles; their names end in `_only`. */
  toggles?: Readonly<Record<`${string}_only`, Toggle>>;
  /** Toggles that stand above the list as tabs with counts instead of the states, one at a time; the first opens by itself. */
  tabs?: readonly `${string}_only`[];
  /** Decimal fields summed under the table, over all rows of the filters; amounts per currency where the record has one. */
  totals?: readonly (keyof F & string)[];
  /** Transitions that may be made on several chosen rows at once: such that ask for nothing beside lines, and for no files. */
  batch?: readonly string[];
  /** Chosen rows can be printed one after another, each as its own page for the printer, by whoever may open the record. */
  prints?: boolean;
  /** Papers of chosen rows beside their own pages, e.g. labels of goods, by name; the server hook `rowPapers` draws each. */
  rowPapers?: Readonly<Record<string, RowPaper>>;
  /** Conversions that lead on from chosen rows, by their names: the page of open lines shows those of the chosen documents. */
  makes?: readonly string[];
  /** Transitions offered beside the rows in whose state they can be made, the most usual first. */
  rowActions?: readonly string[];
  /** Up to five columns that stand on the card of a phone; default: the first four behind number and state. */
  card?: readonly (ColumnKey<F> | `+${string}`)[];
}

export interface FieldSection<F extends Fields> {
  title: string;
  /** Shown only while this holds for the record. */
  when?: Condition;
  fields: readonly (keyof F & string)[];
}

export interface LineSection {
  title: string;
  when?: Condition;
  /** A table of lines; `items.schedules` gathers the nested rows of all lines on the record page (forms nest them). */
  lines: string;
  /** Columns of the table; default: all fields of the lines. */
  columns?: readonly string[];
}

/** A side of a document on paper: the row a reference points at, and own fields that belong to it. */
export interface PrintParty<F extends Fields> {
  /** Heading, e.g. 需方. */
  title: string;
  of: keyof F & string;
  /** Columns of that row below its name; what the reader may not see is left out. */
  show?: readonly string[];
  own?: readonly (keyof F & string)[];
}

/** How a record stands on A4 paper, printed and as PDF. Whatever is left out is as on the record page. */
export interface PrintLayout<F extends Fields, L extends LinesMap> {
  /** Default: the label of the entity. */
  title?: string;
  /** Whose paper it is: a reference to one of our companies and what stands under its name. Default: the platform. */
  head?: { of: keyof F & string; show?: readonly string[] };
  parties?: readonly PrintParty<F>[];
  /** Facts in two columns instead of the sections of the form; empty ones are left out. */
  facts?: readonly (keyof F & string)[];
  /**
   * Tables instead of those of the form, by path (`items`, `items.schedules`); columns are fields of the lines, or
   * `material_id.code` through a reference.
   */
  lines?: readonly { lines: (keyof L & string) | `${keyof L & string}.${string}`; columns: readonly string[] }[];
  /** Amounts under the tables. */
  sums?: readonly (keyof F & string)[];
  /** The amount that is written in capital figures as well. */
  amountInWords?: keyof F & string;
  clauses?: readonly string[];
  /** Boxes for seal, name and day. */
  signatures?: readonly string[];
  /** The business version, where the document has one. */
  version?: keyof F & string;
  /** Tables and timelines of the hook `sections` stand on the paper as well, after those of the form: all, or those of these titles. */
  sections?: true | readonly string[];
  /** Broad tables; default: from eleven columns on. */
  landscape?: boolean;
}

/** A titled group of fields. */
export function section<const K extends string>(
  title: string,
  fields: readonly K[],
  when?: Condition,
): { title: string; fields: readonly K[]; when?: Condition } {
  return { title, fields, ...(when ? { when } : {}) };
}

/** A titled table of child rows. */
export function lineSection(title: string, lines: string, columns?: readonly string[]): LineSection {
  return { title, lines, ...(columns ? { columns } : {}) };
}

/** Tells a table of lines from a group of fields. */
export function isLineSection(part: FieldSection<Fields> | LineSection): part is LineSection {
  return "lines" in part;
}
