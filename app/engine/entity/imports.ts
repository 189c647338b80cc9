import type { Fields } from "./field";
import type { LinesMap } from "./record";

/** How files fill an entity. Without `key` they only make new records. */
export interface Imports<F extends Fields, L extends LinesMap> {
  /** The field by which rows of a file change records that are there. */
  key?: keyof F & string;
  /** Tables of lines that a file may carry side by side; without it the first one of the form. */
  tables?: readonly (keyof L & string)[];
  /**
   * The column by which a row of a file changes a line of a record that is there: rows nobody has are added, lines the file does not name
   * stay, and so do cells it leaves blank. Of other tables the lines of a file take the place of all.
   */
  lineKeys?: Readonly<Partial<Record<keyof L & string, string>>>;
  /** What every record that a file makes begins with, in the words of a form; files have no such columns. */
  makes?: Readonly<Partial<Record<keyof F & string, string>>>;
  /** What people are told before they choose a file. */
  note?: string;
  /** Rows that the template shows on a sheet of their own, by field, `items.qty` for one of the lines, and `#` for the group. */
  example?: readonly Readonly<Record<string, string>>[];
}
