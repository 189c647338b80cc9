import type { TestEngine } from "./test-files.mjs";

/** A run of the tests, see plan.mjs. */
export interface Plan {
  live: boolean;
  types: boolean;
  build: boolean;
  unit: string[];
  integration: Partial<Record<TestEngine, string[]>>;
  e2e: string[];
  flags: string[];
  env: Record<string, string>;
  slow: number;
}

export const USAGE: string;
export function planOf(
  args: readonly string[],
  settings?: { engine?: TestEngine; changed?: () => string[] | undefined },
): Plan | undefined;
