import type { Condition } from "~/shared/condition";

/**
 * Documents made from chosen open lines of others: what the rows say that are made. The lines they come from, and what counts as open, are
 * said once, by the reference `by` of the own lines (`lineReference` with `open`).
 */
export interface Conversion {
  /** What it does, on buttons and as a title: 生成送货单. */
  label: string;
  /** Own table of lines that is filled. */
  into: string;
  /** The reference to a line in it. */
  by: string;
  /** The quantity in it; proposed is what is open. */
  quantity: string;
  /** Own head fields that are the same for all lines of one document: for each combination a document is made. The list
   * is narrowed by those that are references. */
  per: readonly string[];
  /** Own head field by column of the source's line, or else of its head. */
  head: Readonly<Record<string, string>>;
  /** Own column by column of the source's line, or else of its head. */
  line?: Readonly<Record<string, string>>;
  /** Columns of the source's line that are shown besides its name. */
  show?: readonly string[];
  /** A day of the source's line by which the list is narrowed, from and to. */
  day?: string;
  /** All open lines that fit may be made into documents beside the page, as a task that tells what became of each. */
  background?: true;
  /**
   * Documents whose lines people are offered, where these are fewer than the reference admits: of the others a transition of their own makes
   * everything at once.
   */
  when?: Condition;
}
