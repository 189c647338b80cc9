import type { Action, Tone } from "../model";

/** A file of a record; without `href` it is not handed out now, and `note` says why. */
export interface ShownFile {
  id: string;
  name: string;
  /** As people read it. */
  size: string;
  href?: string;
  /** Where the browser shows it. */
  view?: string;
  /** A small picture of it. */
  small?: string;
  note?: string;
}

export interface Cell {
  text: string;
  href?: string;
  /** Draws a badge. */
  tone?: Tone;
  /** What is wrong with the row: a badge of its own behind the text. */
  mark?: string;
  /** Files, instead of the text. */
  files?: ShownFile[];
}

export interface Column {
  key: string;
  label: string;
  align: "start" | "end";
  /** Link that sorts by this column, and how it is sorted now. */
  sort?: {
    href: string;
    direction: "ascending" | "descending" | "none";
    /** Which key it is, where several columns are sorted by. */
    position?: number;
    /** Takes the column up as the next key, turns it round or lets it go; the label says which. */
    further?: { href: string; label: string; sign: "+" | "⇅" | "×" };
  };
  /** Left out on the card of a phone. */
  wideOnly?: boolean;
  /** Stays in sight beside the actions, however many columns stand before it. */
  stays?: boolean;
}

export interface Row {
  id: string;
  href?: string;
  /** One cell per column. */
  cells: Cell[];
  /** Set where the row can be chosen: what it is called, and what is sent of it, its id with the version that is shown. */
  pick?: { label: string; value: string };
  /** What can be done with the row, the most usual first. */
  actions?: Action[];
}

export interface Table {
  caption: string;
  columns: Column[];
  rows: Row[];
  /** The rows stand drawn in the page and are not sent again: `rows` is empty then, and this is what is to be known of them. */
  drawn?: {
    count: number;
    hasLink: boolean;
    stack?: "narrow" | "wide" | undefined;
    /** Pixels that the column of the actions takes. */
    beside: number;
  };
  /** Figures that are compared with each other: it stays a table on a phone, too. */
  compared?: true;
  /** One text per column under the table; empty where there is no sum, one line per currency. */
  totals?: string[];
  /** Some rows have actions: a last column holds them. */
  hasActions?: boolean;
}
