import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { diagramFiles } from "~/engine/screen/state-diagrams.server";
import { registry } from "~/modules/registry.server";

const folder = path.resolve(import.meta.dirname, "../../../docs/diagrams");
const files = diagramFiles(registry);

test.each(files.map(({ name, text }) => [name, text]))("%s 与定义一致（npm run docs:diagrams 重画）", (name, text) => {
  expect(readFileSync(path.join(folder, name), "utf8") === text).toBe(true);
});

test("没有多余的图", () => {
  expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort());
});
