import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const texts = new Map<string, string>();

/** A test that a document names. */
export interface NamedTest {
  file: string;
  name: string;
}

export function documentText(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** Tests named in a cell of a table, as `file` 「name」 with `<br>` between them. */
export function namedTests(cell: string): NamedTest[] {
  return [...cell.matchAll(/`([^`]+)` 「(.+?)」(?=<br>|\s*$)/g)].map(([, file = "", name = ""]) => ({ file, name }));
}

/** Whether the file declares a test of that name; `%s` stands where it runs once for each of several values. */
export function isDeclared({ file, name }: NamedTest): boolean {
  const quoted = `["'\`]${escaped(name)}["'\`]`;
  return new RegExp(`(test|journey(\\.(drawn|likeOthers))?)(\\.each(<[^(]*>)?\\([\\s\\S]*?\\))?\\(\\s*${quoted}`).test(
    textOf(file),
  );
}

function textOf(file: string): string {
  const known =
    texts.get(file) ?? (existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file), "utf8") : "");
  texts.set(file, known);
  return known;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
