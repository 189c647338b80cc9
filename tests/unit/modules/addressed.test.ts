import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** In the talk about joining a company's account 您 is the person who asks, and 贵司 that person's company: the catalogue's sentences. */
const OF_JOINING = [
  /member-request\/member-request\.(entity|server)\.ts$/,
  /member-request\/member-request\.scenarios\.ts$/,
];

test("供应商读到的文字一律称「您」「您的」，只有加入企业账号的申请里称「贵司」", () => {
  const found = readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("migrations"))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes("贵司"))
        .map((line) => ({ file, line: line.trim() })),
    );
  const elsewhere = found.filter(
    ({ file, line }) =>
      !OF_JOINING.some((known) => known.test(file)) || (file.includes("scenarios") && !line.includes("加入")),
  );
  expect(elsewhere).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
