import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { temporaryFolder } from "./testing/temp-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Read by everything that asks for a temporary folder, in this process and in those of the tests.
process.env.TMPDIR ??= temporaryFolder();
const setupFiles = ["tests/support/setup.ts"];
/**
 * No use of a second run on a PostgreSQL server: these ask no database, or the embedded one whatever the run, or look at what is
 * made of rows that other files read on both engines. Of moves and REST calls those about rights and about what the contract refuses:
 * who sees which rows (conformance/access) and values that reach the storage (rest/bad-input, rest/fuzz) run on both.
 */
const onlyEmbedded = [
  "tests/integration/conformance/{pages,output,refused-moves}.test.ts",
  "tests/integration/host/**",
  "tests/integration/output/pdf.test.ts",
  "tests/integration/rest/{matrix,refused-input}.test.ts",
  "tests/integration/storage/{recovery,folder-lock}.test.ts",
];
/** Two processes on one database: the embedded one belongs to one process. */
const onlyServer = ["tests/integration/jobs/processes.test.ts"];
const onServer = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_ENGINE !== "embedded";
const exclude = [...configDefaults.exclude, ...(onServer ? onlyEmbedded : onlyServer)];

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
    // A difference must be readable in the log of a machine nobody can look at.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles,
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.{ts,tsx}"],
          exclude,
          setupFiles: [...setupFiles, "tests/support/setup-routes.ts"],
          globalSetup: "tests/support/global-setup.ts",
          // Two processes that take file after file: loading the program costs more than most files do. What a file keeps of its
          // own is its database, see docs/decisions/0015-test-databases.md.
          pool: "forks",
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.{ts,tsx}"],
          setupFiles,
          globalSetup: "tests/e2e/support/global-setup.ts",
          // Each file has a server and a browser of its own.
          pool: "forks",
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
