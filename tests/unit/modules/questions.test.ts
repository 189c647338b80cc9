import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { registry } from "~/modules/registry.server";

const MODULES = join(import.meta.dirname, "../../../app/modules");

/** Functions of the engine that read rows, or child rows, of an entity that is named by its key. */
const READERS = new Set([
  "unscopedRows",
  "unscopedLines",
  "unscopedCount",
  "unscopedLineCount",
  "unscopedCountsBy",
  "rowsWithinReach",
]);

/** Files that read rows of an entity with questions all the same, by path below the modules, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

/** What a file calls to read rows of one of these entities, as `line: text`; constants of the file that hold a key are followed. */
function readsOf(path: string, keys: ReadonlySet<string>): string[] {
  const text = readFileSync(path, "utf8");
  if (![...keys].some((key) => text.includes(`"${key}"`))) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, string>();
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (ts.isStringLiteral(node.initializer)) constants.set(node.name.text, node.initializer.text);
    ts.forEachChild(node, collect);
  };
  collect(file);
  const names = (node: ts.Node | undefined): boolean => {
    if (!node) return false;
    if (ts.isStringLiteral(node)) return keys.has(node.text);
    if (ts.isIdentifier(node)) return keys.has(constants.get(node.text) ?? "");
    if (ts.isObjectLiteralExpression(node))
      return node.properties.some(
        (one) => ts.isPropertyAssignment(one) && one.name.getText(file) === "entityKey" && names(one.initializer),
      );
    // `registry.entity(SUPPLIER)`: a definition in the place of the key.
    return ts.isCallExpression(node) && node.expression.getText(file).endsWith(".entity") && names(node.arguments[0]);
  };
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && READERS.has(node.expression.getText(file)) && names(node.arguments[1])) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push(`${relative(MODULES, path)}:${line + 1}: ${node.expression.getText(file)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Files that run in production; the demo and the seeds make rows and may look at what they made. */
const files = readdirSync(MODULES, { encoding: "utf8", recursive: true }).filter(
  (path) => path.endsWith(".server.ts") && !path.startsWith("demo/"),
);

test("an entity that publishes questions is asked: nobody else reads its rows", () => {
  const keys = registry.registrations.flatMap(({ entity, questions }) => (questions ? [entity.key] : []));
  expect(keys).toContain("supplier-management/supplier");
  const reads = files.flatMap((path) => {
    const others = keys.filter((key) => !path.startsWith(`${key}/`));
    return path in EXCEPTIONS ? [] : readsOf(join(MODULES, path), new Set(others));
  });
  expect(reads).toEqual([]);
});

test("an exception is one: it goes with the read it was made for", () => {
  const keys = new Set(registry.registrations.flatMap(({ entity, questions }) => (questions ? [entity.key] : [])));
  for (const [path, reason] of Object.entries(EXCEPTIONS)) {
    expect(readsOf(join(MODULES, path), keys), path).not.toEqual([]);
    expect(reason, path).not.toBe("");
  }
});

test("a read by a constant of the file, of child rows and by a definition is found", () => {
  const own = join(MODULES, "supplier-management/supplier/supplier.questions.server.ts");
  const found = readsOf(own, new Set(["supplier-management/supplier"]));
  expect(found.some((one) => one.endsWith("unscopedRows"))).toBe(true);
  expect(found.some((one) => one.endsWith("unscopedLines"))).toBe(true);
});
