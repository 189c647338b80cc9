import { format } from "node:util";
import { afterAll, afterEach } from "vitest";
import { endFile } from "./file-end";

const surprises: string[] = [];

console.error = (...words: unknown[]) => {
  const said = format(...words);
  surprises.push(said);
};

function judge(): void {
  const unexpected = surprises.splice(0).map((said) => `unexpected console.error: ${said}`);
  if (unexpected.length > 0) throw new Error(unexpected.join("\n"));
}

afterEach(judge);
// What was said between tests: while a file is loaded, in its hooks.
afterAll(judge);
afterAll(endFile);
