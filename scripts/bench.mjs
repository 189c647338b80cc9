// npm run bench: builds the product, starts a PostgreSQL server for the time being where one is installed (unless
// BENCH_DATABASE_URL names one whose login may make databases), and measures. See docs/performance.md.
// It fails when something does not run, never because something is slow.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { postgresPrograms } from "./testing/machine.mjs";
import { startPostgres } from "./testing/postgres.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const began = Date.now();
const { status, stderr } = spawnSync(process.execPath, [path.join(root, "scripts/build.mjs")], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "production" },
  encoding: "utf8",
});
if (status !== 0) {
  console.error(`构建失败：\n${stderr}`);
  process.exit(1);
}

const { BENCH_DATABASE_URL, ...environment } = process.env;
const postgres = BENCH_DATABASE_URL || !postgresPrograms() ? undefined : await startPostgres();
const child = spawn(process.execPath, ["--import", "tsx", path.join(root, "tests/bench/bench.ts")], {
  cwd: root,
  env: { ...environment, BENCH_BEGAN: String(began), BENCH_DATABASE_URL: BENCH_DATABASE_URL ?? postgres?.url ?? "" },
  stdio: "inherit",
});
// The child hears a Ctrl+C itself; the database must outlive it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.once("close", async (code) => {
  await postgres?.stop();
  process.exit(code ?? 1);
});
