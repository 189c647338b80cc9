import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FAULTS } from "../../../scripts/faults";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const textOf = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

test("至少二十处缺陷，名字不重复", () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
});

// Whoever rewrites one of these places says here what the fault looks like now.
test.each(FAULTS)("可以种下：$name", ({ file, find, put, expected }) => {
  expect(textOf(file).split(find)).toHaveLength(2);
  expect(put).not.toBe(find);
  expect(existsSync(path.join(ROOT, expected.file))).toBe(true);
});
