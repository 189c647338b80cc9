import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { whenFileEnds } from "./file-end";

/** A new empty folder, removed when the test file ends. */
export function tempDir(label = "test"): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `supplier-portal-${label}-`)));
  whenFileEnds(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
