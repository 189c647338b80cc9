/*
 * A problem for the solver: columns are what is chosen, rows what has to hold. Numbers of the machine are good enough to choose by; what a
 * choice comes to is worked out in decimals by whoever asked (decision 0173).
 */

/** Something that is chosen. */
export interface Column {
  /** What one of it costs; the sum is made as small as possible. */
  cost: number;
  lower: number;
  upper: number;
  isInteger: boolean;
}

/** The sum of factor times column lies between both bounds. A column comes at most once in a row. */
export interface Row {
  lower: number;
  upper: number;
  terms: readonly (readonly [column: number, factor: number])[];
}

export interface Model {
  columns: readonly Column[];
  rows: readonly Row[];
}

/** What came of a problem. */
export type Solved =
  | {
      status: "solved";
      values: readonly number[];
      /** How far from the best this may be at most, as a part of it; what the time was not enough to prove. */
      gap: number;
    }
  /** Nothing satisfies all rows. */
  | { status: "impossible" }
  /** The time ran out before anything was found or ruled out. */
  | { status: "unknown" };

export type Solve = (model: Model) => Promise<Solved>;
