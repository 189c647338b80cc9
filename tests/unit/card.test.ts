import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** What the product is built from; which packages these are is given, not chosen here. */
const CARD = [
  "@remix-run/react",
  "@remix-run/node",
  "@remix-run/serve",
  "react",
  "react-dom",
  "@mantine/core",
  "@mantine/form",
  "@mantine/dates",
  "remix-utils",
  "zod",
  "dayjs",
  "big.js",
  "vitest",
];
/** Started, not imported: the built product runs under it in that test. */
const STARTED: Readonly<Record<string, string>> = { "@remix-run/serve": "tests/e2e/operations.test.ts" };
/** The one file, or folder, of the program through which a package is reached. */
const DOORS: Readonly<Record<string, string>> = {
  dayjs: "app/shared/calendar.ts",
  "@mantine/dates": "app/ui/mantine/dates.client.ts",
  "@mantine/form": "app/ui/form/Watch/Watch.client.tsx",
  "remix-utils/safe-redirect": "app/shared/safe-target.ts",
  "remix-utils/named-action": "app/engine/screen/named-form.server.ts",
  "remix-utils/sse/server": "app/edge/news-stream.server.ts",
  "remix-utils/sse/react": "app/ui/news/NewsStream.tsx",
};

interface Import {
  file: string;
  name: string;
}

const imports = ["app", "tests", "scripts"].flatMap(importsBelow).concat(importsOf("server.ts"));

function importsBelow(folder: string): Import[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .flatMap((name) => importsOf(`${folder}/${name}`));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  return [...text.matchAll(/(?:\bfrom|^import|\bimport\()\s*"([^".~][^"]*)"/gm)].map(([, name = ""]) => ({
    file,
    name,
  }));
}

/** Whether an import is of the package, or of a part of it. */
const isOf = (name: string, wanted: string) => name === wanted || name.startsWith(`${wanted}/`);

describe("清单上的包", () => {
  const known: { dependencies: Record<string, string>; devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(path.join(ROOT, "package.json"), "utf8"),
  );

  test.each(CARD)("%s 在依赖里，版本写死", (name) => {
    expect({ ...known.dependencies, ...known.devDependencies }[name]).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test.each(CARD.filter((name) => !(name in STARTED)))("%s 确实在用", (name) => {
    expect(imports.some((one) => isOf(one.name, name))).toBe(true);
  });

  test.each(Object.entries(STARTED))("%s 不引入，在 %s 里启动", (name, file) => {
    expect(readFileSync(path.join(ROOT, file), "utf8")).toContain(`node_modules/${name}/`);
  });
});

describe("每个包一扇门", () => {
  const program = imports.filter(({ file }) => file.startsWith("app/") || file === "server.ts");

  test.each(Object.entries(DOORS))("%s 只经过 %s", (name, door) => {
    // The names of months and days that the calendar of the browser shows are no reckoning.
    const files = program
      .filter((one) => isOf(one.name, name) && one.name !== "dayjs/locale/zh-cn")
      .map(({ file }) => file);
    expect([...new Set(files)]).toEqual([door]);
  });

  test("remix-utils 的其他部分不用", () => {
    const parts = program.filter(({ name }) => isOf(name, "remix-utils")).map(({ name }) => name);
    expect(parts.filter((name) => !(name in DOORS))).toEqual([]);
  });

  test("日子只由日历推算，别处没有自己的算法", () => {
    const own = /\.(getUTC|setUTC)[A-Z]|Date\.UTC\(|getTimezoneOffset|T00:00:00(Z|\+)|\+08:00/;
    const files = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.(tsx?|mjs)$/.test(name) && name !== "shared/calendar.ts" && !name.startsWith("data/migrations/"),
    );
    const found = files.filter((name) =>
      readFileSync(path.join(ROOT, "app", name), "utf8")
        .split("\n")
        .some((line) => own.test(line) && !/^\s*(\*|\/[/*])/.test(line)),
    );
    expect(found).toEqual([]);
  });
});
