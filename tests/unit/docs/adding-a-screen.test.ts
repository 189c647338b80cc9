import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { createRegistry, type Registration } from "~/engine/entity/registry";
import { platformScenarios } from "~/engine/scenarios";
import { menuGroups, modules, topTabs } from "~/modules/menu";
import { registry } from "~/modules/registry.server";
import { docBlocks } from "../../support/doc-blocks";
import { tempDir } from "../../support/temp-dir";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const MODULE = "pallet-pool";
const blocks = docBlocks(readFileSync(path.join(ROOT, "docs/adding-a-screen.md"), "utf8"));
const whole = blocks.filter(({ into }) => into === null);
const added = blocks.filter(({ into }) => into !== null);

/** What the blocks put into a file that is there already: the lines with their imports, or those without. */
function linesInto(file: string, which: "imports" | "others"): string {
  const lines = added.filter((block) => block.file === file).flatMap(({ text }) => text.split("\n"));
  return lines.filter((line) => line.startsWith("import ") === (which === "imports")).join("\n");
}

test("例子写到的已有文件都在，新文件都在例子的模块里", () => {
  expect(added.map(({ file }) => file).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(whole.length).toBeGreaterThan(10);
  expect(whole.map(({ file }) => file).filter((file) => !/pallet-(pool|return)/.test(file))).toEqual([]);
});

test("例子的定义通过启动检查", async () => {
  const folder = tempDir("doc");
  for (const { file, text } of whole) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const known: Record<string, unknown> = {};
  for (const [, names = "", from = ""] of linesInto("app/modules/registry-purchase.server.ts", "imports").matchAll(
    /^import \{ (.+) \} from "\.\/(.+)";$/gm,
  ))
    known[names] = (await import(path.join(folder, "app/modules", `${from}.ts`)))[names];
  const lines = linesInto("app/modules/registry-purchase.server.ts", "others").matchAll(/\{\s(.+?)\s\},/gs);
  const registrations = [...lines].map(([, parts = ""]): Registration => {
    const named = [...parts.matchAll(/(\w+): (\w+)/g)].map(([, name = "", value = ""]) => [name, known[value]]);
    // The compiler, below, looks at what they are.
    return Object.fromEntries(named) as unknown as Registration;
  });
  const menu = linesInto("app/modules/menu.ts", "others");
  const [, label = "", top = ""] = /key: "pallet-pool", label: "(.+)", top: "(.+)"/.exec(menu) ?? [];
  // While somebody walks they may stand in the product as well.
  const others = registry.written.filter(({ entity }) => !entity.key.startsWith(`${MODULE}/`));
  const made = createRegistry({
    ...{ topTabs, menuGroups, scenarios: platformScenarios },
    modules: [...modules.filter(({ key }) => key !== MODULE), { key: MODULE, label, top }],
    registrations: [...others, ...registrations],
  });
  expect(
    made.screens
      .filter(({ area }) => area === MODULE)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(["open-return", "pallet-return", "pallet-type"]);
});

/** What the lines of the registry tell the compiler, beside the one other entity they ask. */
function mapOfExample(): string {
  const imports = linesInto("app/modules/registry-purchase.server.ts", "imports");
  const named = [...imports.matchAll(/\{ (\w+) \} from "\.\/(.+)\/[^/]+\.entity";/g)];
  return `${imports}
import type { supplier } from "./supplier-management/supplier/supplier.entity";
import type { supplierQuestions } from "./supplier-management/supplier/supplier.questions.server";
const lines = [${linesInto("app/modules/registry-purchase.server.ts", "others")}] as const;
export const written: readonly Registration[] = lines;
declare module "~/engine/entity/entity-map" {
  interface EntityMap { ${named.map(([, name, key]) => `"${key}": typeof ${name};`).join(" ")} "supplier-management/supplier": typeof supplier; }
}
declare module "~/engine/entity/questions" {
  interface QuestionMap { "supplier-management/supplier": typeof supplierQuestions; }
}
import type { Registration } from "~/engine/entity/registry";
`;
}

test("例子通过类型检查", () => {
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  // What needs a world is compiled with the product alone: it would bring all of it here.
  const typed = whole.filter(({ file }) => !file.startsWith("tests/integration/"));
  const own = new Map(typed.map(({ file, text }) => [path.join(ROOT, file), text]));
  own.set(path.join(ROOT, "app/modules/example-map.ts"), mapOfExample());
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, directoryExists } = host;
  host.fileExists = (file) => own.has(file) || fileExists(file);
  host.readFile = (file) => own.get(file) ?? readFile(file);
  host.directoryExists = (folder) =>
    [...own.keys()].some((file) => file.startsWith(`${folder}/`)) || (directoryExists?.(folder) ?? true);
  const { getSourceFile } = host;
  host.getSourceFile = (file, version, ...more) => {
    const text = own.get(file);
    return text === undefined ? getSourceFile(file, version, ...more) : ts.createSourceFile(file, text, version);
  };
  const rootNames = [path.join(ROOT, "app/env.d.ts"), ...own.keys()];
  const program = ts.createProgram({ rootNames, options, host });
  const faults = [...own.keys()].flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
  expect(
    faults.map(({ file, start = 0, messageText }) => {
      const at = file
        ? `${path.relative(ROOT, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1}`
        : "";
      return `${at} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    }),
  ).toEqual([]);
});
