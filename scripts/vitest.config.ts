import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "../tests/support/patience";
import { temporaryFolder } from "./testing/temp-folder.mjs";
import { canRunOn, testFiles } from "./testing/test-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Read by everything that asks for a temporary folder, in this process and in those of the tests.
process.env.TMPDIR ??= temporaryFolder();
/** A test or hook that takes longer hangs; that work is quick is asserted by none. */
const HANGS_MS = 900_000;
/**
 * Short-lived objects die young in a larger nursery: a tenth of the processor time of what asks the database a lot. What runs a few times is not
 * worth being compiled for speed: a twentieth.
 */
const execArgv = ["--max-semi-space-size=64", "--interrupt-budget=1000000"];
const setupFiles = ["tests/support/setup.ts"];
const engine =
  process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_ENGINE !== "embedded" ? "server" : "embedded";
/** What this engine can run; what it does run when both are asked is told by scripts/test.mjs, file by file. */
const integration = testFiles("integration").filter((file) => canRunOn(file, engine));

/** Three projects by what a test needs: nothing, a database, a browser. `npm test` runs all of them, see scripts/test.mjs. */
export default defineConfig({
  root,
  cacheDir: "node_modules/.vitest",
  resolve: { alias: [{ find: /^~\//, replacement: `${root}app/` }] },
  // Without it a test that sets NODE_ENV=production breaks the next one in its worker ("jsxDEV is not a function").
  esbuild: { jsx: "automatic", jsxDev: false },
  test: {
    environment: "node",
    css: false,
    // What one run translated the next need not: a whole run is four of them, and by hand the first file waits for little else.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.vitest/modules" },
    // A difference must be readable in the log of a machine nobody can look at.
    chaiConfig: { truncateThreshold: 2000 },
    expect: { poll: PATIENCE },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles,
          pool: "threads",
          isolate: false,
          testTimeout: HANGS_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: integration,
          setupFiles: [...setupFiles, "tests/support/setup-routes.ts"],
          globalSetup: "tests/support/global-setup.ts",
          // Processes that take file after file: loading the program costs more than most files do. What a file keeps of its
          // own is its database, see docs/decisions/0015-test-databases.md.
          pool: "forks",
          execArgv,
          // Beside the server's part, which takes longer, the embedded engine needs one: it would load the program twice.
          maxWorkers: engine === "embedded" ? 1 : 2,
          isolate: false,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.{ts,tsx}"],
          setupFiles,
          globalSetup: "tests/e2e/support/global-setup.ts",
          // Each file has a server and a browser of its own. A third process works while the two others wait for their pages; a fourth adds nothing.
          pool: "forks",
          execArgv,
          maxWorkers: 3,
          isolate: false,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
    ],
  },
});
