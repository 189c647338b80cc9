import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { routeOf, routesOf } from "../../../scripts/page-files.mjs";

const APP = path.resolve(import.meta.dirname, "../../../app");
const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const modules = new Set(
  readdirSync(path.join(APP, "modules"), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name),
);

/** Pages of one module that do not lie in it, with the reason. It may only shrink. */
const ROUTES_OUTSIDE: ReadonlySet<string> = new Set([]);
/** What only one module asks for and yet does not lie in it, with the reason. It may only shrink. */
const MODELS_OUTSIDE: ReadonlySet<string> = new Set([]);

/** No file of the program is longer: whoever comes to the end of it divides it by what its parts are about. */
const MOST_LINES = 500;
/** Data that is read by nobody from end to end. It may only shrink. */
const LONG_DATA: ReadonlySet<string> = new Set([
  "data/migrations/baseline/core.server.ts",
  "data/migrations/baseline/rules.server.ts",
  "data/migrations/baseline/tables.server.ts",
  "modules/master-data/material/material-articles.demo.ts",
]);

/** Files by what they import, both below `app` and without ending. */
const importers = new Map<string, string[]>();
for (const file of files) {
  for (const [, name = ""] of readFileSync(path.join(APP, file), "utf8").matchAll(
    /(?:\bfrom|\bimport\() ?"([^"]+)"/g,
  )) {
    const imported = name.startsWith("~/") ? name.slice(2) : path.join(path.dirname(file), name);
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}

/** The one module whose files alone import a file. */
function onlyModule(file: string): string | undefined {
  const of = (importers.get(file.replace(/\.tsx?$/, "")) ?? []).map((one) => /^modules\/([^/]+)\//.exec(one)?.[1]);
  return new Set(of).size === 1 ? of[0] : undefined;
}

describe("the file of a page says its address", () => {
  test.each([
    ["receiving/dock-board/index.page.tsx", "receiving/dock-board", true, "routes/_shell"],
    ["base-data/receive-control/try.page.tsx", "base-data/receive-control/try", undefined, "routes/_shell"],
    ["order/note/$id.try.page.tsx", "order/note/:id/try", undefined, "routes/_shell"],
    ["order/note/$id.index.page.tsx", "order/note/:id", true, "routes/_shell"],
    ["order/note/$id.$tab.page.tsx", "order/note/:id/:tab", undefined, "routes/_shell"],
    ["order/note/$id.labels.answer.tsx", "order/note/:id/labels", undefined, "root"],
    ["order/note/matrix.answer.ts", "order/note/matrix", undefined, "root"],
  ])("%s", (file, address, index, parentId) => {
    const [id, route] = routeOf(`modules/${file}`) ?? [];
    expect(route).toEqual({ id, parentId, file: `modules/${file}`, path: address, ...(index ? { index } : {}) });
  });

  test.each(["order/note/try.page.server.ts", "order/note/note.entity.ts", "order/try.page.tsx"])(
    "%s is none",
    (file) => {
      expect(routeOf(`modules/${file}`)).toBeUndefined();
    },
  );

  test("no two pages have the same", () => {
    const addresses = Object.values(routesOf(APP))
      .filter((route) => route.path !== undefined)
      .map(({ path: address = "" }) => address.replaceAll(/:\w+/g, ":"));
    expect(addresses.filter((one, index) => addresses.indexOf(one) !== index)).toEqual([]);
  });
});

describe("what belongs to one screen lies beside it", () => {
  test("a page below the address of a module", () => {
    const outside = readdirSync(path.join(APP, "routes")).filter((file) =>
      modules.has(file.replace(/^_shell\./, "").split(".")[0] ?? ""),
    );
    expect(outside.filter((file) => !ROUTES_OUTSIDE.has(file))).toEqual([]);
    expect(
      [...ROUTES_OUTSIDE].filter((file) => !outside.includes(file)),
      "no longer needed",
    ).toEqual([]);
  });

  test("what a page shows and how it is asked", () => {
    const outside = files.filter(
      (file) => /^(engine\/screen\/.+-model\.server|edge\/.+)\.tsx?$/.test(file) && onlyModule(file),
    );
    expect(outside.filter((file) => !MODELS_OUTSIDE.has(file))).toEqual([]);
    expect(
      [...MODELS_OUTSIDE].filter((file) => !outside.includes(file)),
      "no longer needed",
    ).toEqual([]);
  });
});

test("no file is longer than five hundred lines, data apart", () => {
  const long = files.filter(
    (file) => readFileSync(path.join(APP, file), "utf8").trimEnd().split("\n").length > MOST_LINES,
  );
  expect(long.filter((file) => !LONG_DATA.has(file))).toEqual([]);
  expect(
    [...LONG_DATA].filter((file) => !long.includes(file)),
    "no longer needed",
  ).toEqual([]);
});
