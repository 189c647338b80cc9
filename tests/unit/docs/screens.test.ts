import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const DOCS = path.resolve(import.meta.dirname, "../../../docs");
const MOST_BYTES = 2_500_000;

test("画面说明里的图片和文件夹里的一致，总共不超过 2.5 MB", () => {
  const shown = [...readFileSync(path.join(DOCS, "screens.md"), "utf8").matchAll(/\]\(screens\/([^)]+)\)/g)];
  const files = readdirSync(path.join(DOCS, "screens"));
  expect(shown.map(([, name]) => name).sort()).toEqual(files.sort());
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(DOCS, "screens", name)).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
