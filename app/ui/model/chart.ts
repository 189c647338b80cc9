import type { Tone } from "../model";

/** Figures over names or days; drawn as a picture with the same figures in a table beneath. */
export interface Chart {
  /**
   * Bars compare things by name, a line shows a course over time, a radar one thing from several sides, each of 0 to 100, a matrix
   * counts by two scales: labels across, series down. A funnel shows stages one below the other, a box how far figures spread (series:
   * least, quarter, median, upper quarter, ninth tenth, most), a sunburst parts of groups, a pie parts of a whole, a pareto how far the
   * greatest parts reach together (series: part, cumulated; in percent).
   */
  kind: "bar" | "line" | "radar" | "matrix" | "funnel" | "box" | "sunburst" | "pie" | "pareto";
  /** What is counted, e.g. 近30天命中次数. */
  caption: string;
  /** What the labels are, e.g. 规则; head of the first column of the table. */
  axis: string;
  /** Unit of all figures, e.g. 次. */
  unit?: string;
  labels: string[];
  /** One decimal text per label, e.g. `"12.50"`. */
  series: { label: string; values: string[] }[];
  /** `sunburst`: what each label belongs to. */
  groups?: string[];
  /** `pareto`: the share that is marked, in percent. */
  mark?: string;
  /** Where the table leads from each label to the rows that were counted, below the base path. */
  hrefs?: string[];
  /** The figures stand in a table of their own beside it. */
  withoutTable?: true;
}

/** Boxes in columns, the one it is about alone in the first, and lines between them by id. */
export interface Network {
  caption: string;
  columns: { id: string; label: string; note: string; href?: string; tone?: Tone }[][];
  edges: { from: string; to: string }[];
}
