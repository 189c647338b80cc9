// npm test: builds the product and runs every test of it, on both database engines and in a browser.
// npm test -- unit|integration|e2e [file filter]: one kind, with vitest's own output. TEST_ENGINE=embedded or server
// leaves out the other engine.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { prepareMachine } from "./testing/machine.mjs";
import { startPostgres } from "./testing/postgres.mjs";
import { temporaryFolder } from "./testing/temp-folder.mjs";
import { runVitest, runVitestWithSecondTry, stopRuns } from "./testing/vitest-run.mjs";

const KINDS = ["unit", "integration", "e2e"];
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "node_modules/.test");
const [kind, ...filter] = process.argv.slice(2);
if (kind !== undefined && !KINDS.includes(kind)) {
  console.error("用法：npm test，或 npm test -- unit|integration|e2e [文件名的一部分]");
  process.exit(2);
}
const wants = (one) => kind === undefined || kind === one;
const live = kind !== undefined;

// Whatever a run leaves behind, also when it is ended half-way, lies in here and goes with it.
const temporary = mkdtempSync(path.join(temporaryFolder(), "portal-test-"));
// A test that starts a database server of its own as root hands it to another user, who has to get through here.
chmodSync(temporary, 0o711);
process.env.TMPDIR = temporary;
let postgres;
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]) {
  process.once(signal, async () => {
    await stopRuns();
    await cleanUp();
    process.exit(code);
  });
}

const outcomes = [];
try {
  await testEverything();
} catch (error) {
  add({
    label: "准备",
    passed: 0,
    failed: 1,
    seconds: 0,
    problems: [error instanceof Error ? error.message : String(error)],
  });
} finally {
  await cleanUp();
}
const passed = total("passed");
const failed = total("failed");
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function testEverything() {
  if (kind !== "unit") prepareMachine(["postgres", ...(wants("e2e") ? ["browser", "proxy"] : [])]);
  if (wants("e2e")) build();
  if (wants("unit")) await run({ label: "单元", project: "unit", file: "unit" });
  if (wants("integration")) {
    postgres = await startPostgres();
    // Side by side: the embedded engine keeps one core busy, the server mostly waits.
    const runs = [
      { label: "集成（内置数据库）", file: "integration-embedded", env: { TEST_ENGINE: "embedded" } },
      {
        label: "集成（PostgreSQL 服务器）",
        file: "integration-server",
        env: { TEST_ENGINE: "server", TEST_DATABASE_URL: postgres.url },
      },
    ].map((one) => ({ ...one, project: "integration" }));
    const only = process.env.TEST_ENGINE;
    if (live) for (const one of runs.filter(({ env }) => !only || env.TEST_ENGINE === only)) await run(one);
    else await Promise.all(runs.map((one) => run(one)));
    await postgres.stop();
  }
  if (wants("e2e"))
    await run({ label: "浏览器", project: "e2e", file: "e2e" }, live ? runVitest : runVitestWithSecondTry);
}

async function cleanUp() {
  await postgres?.stop();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}

function build() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, "scripts/build.mjs")], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`构建失败：\n${stdout}\n${stderr}`);
  console.log(stdout.trimEnd().split("\n").at(-1));
}

async function run(one, how = runVitest) {
  console.log(`${one.label} ……`);
  add(await how(root, folder, { ...one, filter }, { live }));
}

function add(outcome) {
  outcomes.push(outcome);
  const { label, problems, seconds, second = [] } = outcome;
  for (const problem of second) console.log(`\n！ ${label} · 第二次才通过 · ${problem}`);
  for (const problem of problems) console.log(`\n✗ ${label} · ${problem}`);
  if (problems.length > 0) console.log("");
  console.log(`${label}：通过 ${outcome.passed}，失败 ${outcome.failed}，用时 ${seconds.toFixed(1)} 秒`);
}

function total(name) {
  return outcomes.reduce((sum, outcome) => sum + outcome[name], 0);
}
