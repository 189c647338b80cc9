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
/** The one file, or folder, of the program through which a package, or a part of it with a door of its own, is reached. */
const DOORS: Readonly<Record<string, string>> = {
  "big.js": "app/shared/decimal.ts",
  dayjs: "app/shared/calendar.ts",
  // The names of months and days that the calendar of the browser shows are no reckoning.
  "dayjs/locale/zh-cn": "app/ui/mantine/dates.client.ts",
  "@mantine/core": "app/ui/mantine/",
  "@mantine/dates": "app/ui/mantine/dates.client.ts",
  "@mantine/form": "app/ui/form/Watch/Watch.client.tsx",
  "remix-utils/safe-redirect": "app/shared/safe-target.ts",
  "remix-utils/named-action": "app/engine/screen/named-form.server.ts",
  "remix-utils/sse/server": "app/edge/update-stream.server.ts",
  "remix-utils/sse/react": "app/ui/stream/UpdateStream.tsx",
};

interface Use {
  file: string;
  name: string;
}

const uses = ["app", "tests", "scripts"].flatMap(usesBelow).concat(usesIn("server.ts"));

/** Declarations run nowhere, and this file would find what it names itself. */
function usesBelow(folder: string): Use[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith(".d.ts") && file !== "tests/unit/card.test.ts")
    .flatMap(usesIn);
}

/** What a file imports, types alone left out, and what it takes or starts by its place among the packages. */
function usesIn(file: string): Use[] {
  const text = readFileSync(path.join(ROOT, file), "utf8").replaceAll(/^(im|ex)port type [^;]*;/gm, "");
  const found = [
    ...text.matchAll(/(?:\bfrom|^import|\bimport\(|\b(?:require|resolve)\()\s*"([^".~][^"]*)"/gm),
    ...text.matchAll(/["`/]node_modules\/((?:@[\w-]+\/)?[\w.-]+(?:\/[\w./-]+)?)/g),
  ];
  return found.map(([, name = ""]) => ({ file, name }));
}

/** Whether something used is the package, or a part of it. */
const isOf = (name: string, wanted: string) => name === wanted || name.startsWith(`${wanted}/`);

describe("清单上的包", () => {
  const known: { dependencies: Record<string, string>; devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(path.join(ROOT, "package.json"), "utf8"),
  );

  test.each(CARD)("%s 在依赖里，版本写死", (name) => {
    expect({ ...known.dependencies, ...known.devDependencies }[name]).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test.each(CARD)("%s 确实在用", (name) => {
    expect(uses.some((one) => isOf(one.name, name))).toBe(true);
  });

  test("没有谁也不用的依赖：用到的，或者是用到的包自己要的", () => {
    const all = Object.keys(known.dependencies);
    const used = all.filter((name) => uses.some((one) => isOf(one.name, name)));
    const demanded = new Set(used.flatMap(peersOf));
    expect(all.filter((name) => !used.includes(name) && !demanded.has(name))).toEqual([]);
  });

  test("@mantine/hooks 没有谁直接用，是 @mantine/core 要的", () => {
    expect(uses.filter(({ name }) => isOf(name, "@mantine/hooks"))).toEqual([]);
    expect(peersOf("@mantine/core")).toContain("@mantine/hooks");
  });
});

/** Packages that one demands beside itself. */
function peersOf(name: string): string[] {
  const { peerDependencies = {} }: { peerDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(path.join(ROOT, "node_modules", name, "package.json"), "utf8"),
  );
  return Object.keys(peerDependencies);
}

describe("每个包一扇门", () => {
  const program = uses.filter(({ file }) => file.startsWith("app/") || file === "server.ts");
  /** The door of the narrowest part. */
  const doorOf = (name: string) =>
    Object.keys(DOORS)
      .filter((wanted) => isOf(name, wanted))
      .sort((a, b) => b.length - a.length)[0];

  test.each(Object.entries(DOORS))("%s 只经过 %s", (name, door) => {
    const files = program.filter((one) => doorOf(one.name) === name).map(({ file }) => file);
    const doors = files.map((file) => (door.endsWith("/") && file.startsWith(door) ? door : file));
    expect([...new Set(doors)]).toEqual([door]);
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
