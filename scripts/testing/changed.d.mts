/** What a piece of work touches, see changed.mjs. */
export interface Touched {
  everything: boolean;
  /** Keys, e.g. `master-data/warehouse`. */
  entities: string[];
  /** Paths of test files from the project's root. */
  integration: string[];
  e2e: string[];
}

export const PAGE_TESTS: readonly string[];
export function changedFiles(): string[] | undefined;
export function touchedBy(files: readonly string[] | undefined): Touched;
