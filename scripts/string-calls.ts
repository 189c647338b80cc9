import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

/*
 * `String(…)` over what is text already hides what is known of it: whoever reads it takes it for something unknown, and a rename is not
 * noticed. Asked of the types, so no rule of the lint can say it.
 */

const ROOT = join(import.meta.dirname, "..");
const MODULES = join(ROOT, "app/modules");

const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => readFileSync(path, "utf8"));
const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ["app"] }, ts.sys, ROOT);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

function isText(type: ts.Type): boolean {
  return type.isUnion() ? type.types.every(isText) : (type.flags & ts.TypeFlags.StringLike) !== 0;
}

function callsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [of, ...more] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && node.expression.getText(file) === "String" && of && more.length === 0)
      if (isText(checker.getTypeAtLocation(of))) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        found.push(`${relative(ROOT, file.fileName)}:${line + 1}: ${node.getText(file)} is text without it`);
      }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const faults = program
  .getSourceFiles()
  .filter(({ fileName }) => fileName.startsWith(MODULES))
  .flatMap(callsIn);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
