import { format } from "node:util";
import { afterAll, afterEach } from "vitest";
import { endFile } from "./file-end";

const surprises: string[] = [];
let expectations: { text: RegExp; met: boolean }[] = [];

console.error = (...words: unknown[]) => {
  const said = format(...words);
  const expectation = expectations.find(({ text }) => text.test(said));
  if (expectation) expectation.met = true;
  else surprises.push(said);
};

/** Allows, and from here to the end of the test demands, a line on console.error. Any other line fails the test. */
export function expectConsoleError(text: RegExp): void {
  expectations.push({ text, met: false });
}

function judge(): void {
  const unmet = expectations.filter(({ met }) => !met).map(({ text }) => `console.error never said ${text}`);
  const unexpected = surprises.splice(0).map((said) => `unexpected console.error: ${said}`);
  expectations = [];
  if (unmet.length + unexpected.length > 0) throw new Error([...unexpected, ...unmet].join("\n"));
}

afterEach(judge);
// What was said between tests: while a file is loaded, in its hooks.
afterAll(judge);
afterAll(endFile);
