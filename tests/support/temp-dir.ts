import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, removed when the test file ends. */
export function tempDir(label = "test"): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `supplier-portal-${label}-`)));
  made.push(folder);
  return folder;
}
