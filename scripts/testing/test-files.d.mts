/** A database engine of the tests, see test-files.mjs. */
export type TestEngine = "embedded" | "server";
export const ENGINES: readonly TestEngine[];
export function testFiles(kind: "unit" | "integration" | "e2e"): string[];
export function canRunOn(file: string, engine: TestEngine): boolean;
export function runsOn(file: string, engine: TestEngine): boolean;
