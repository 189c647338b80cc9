// The embedded engine's program, compiled once per process of tests. Every world starts a thread of its own, and V8 shares code between
// threads as long as somebody holds it: without this each one compiles 9 MB anew and is slow again until its code is optimized.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const folder = path.dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));

/** Nobody calls it; that it is held is the point. */
export const engineCode = ["pglite.wasm", "initdb.wasm"].map(
  (name) => new WebAssembly.Module(readFileSync(path.join(folder, name))),
);
