// npm test: checks the types, builds the product and runs every test of it, on both database engines and in a browser.
// npm test -- changed: what the working tree and the commits since origin/main (or main) touch, see testing/changed.mjs.
// npm test -- exhaustive: every test over every entity, random walks and series of kills at full length.
// npm test -- unit|integration|e2e [file filter]: one kind, with vitest's own output. TEST_ENGINE=embedded or server takes one engine.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { prepareMachine } from "./testing/machine.mjs";
import { planOf, USAGE } from "./testing/plan.mjs";
import { startPostgres } from "./testing/postgres.mjs";
import { runProgram, runVitest, stopRuns } from "./testing/runs.mjs";
import { temporaryFolder } from "./testing/temp-folder.mjs";

const ENGINE_NAMES = { embedded: "内置数据库", server: "PostgreSQL 服务器" };
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "node_modules/.test");
const plan = planOf(process.argv.slice(2), { engine: process.env.TEST_ENGINE || undefined });
if (plan === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const files = Object.values(plan.integration).flat().length + plan.unit.length + plan.e2e.length;

// Whatever a run leaves behind, also when it is ended half-way, lies in here and goes with it.
const temporary = mkdtempSync(path.join(temporaryFolder(), "portal-test-"));
// A test that starts a database server of its own as root hands it to another user, who has to get through here.
chmodSync(temporary, 0o711);
process.env.TMPDIR = temporary;
/** The promise of it. */
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
  if (files === 0) throw new Error("没有这样的测试文件");
  await testEverything();
} catch (error) {
  await stopRuns();
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
  const engines = Object.entries(plan.integration).filter(([, files]) => files.length > 0);
  const needsServer = engines.some(([engine]) => engine === "server");
  const prepared = prepareMachine([
    ...(needsServer ? ["postgres"] : []),
    ...(plan.e2e.length > 0 ? ["postgres", "browser", "proxy"] : []),
  ]);
  // An installation waits for the network; none of these needs what it brings.
  const types = checkTypes();
  const build = buildProduct();
  const units = build.then(runUnits);
  // The demo takes the core that the types have left, while the units have the other.
  const demo = Promise.all([build, types, prepared]).then(([isBuilt]) => loadDemo(isBuilt, engines));
  demo.catch(() => undefined); // awaited below
  const [isBuilt] = await Promise.all([build, units, types, prepared]);
  if (engines.length > 0) {
    if (plan.live) for (const [engine, files] of engines) await integration(engine, files);
    else await sideBySide(engines, demo);
  }
  await demo;
  if (plan.e2e.length > 0 && isBuilt) {
    const env = { TEST_DATABASE_URL: (await withPostgres()).url };
    await run({ label: "浏览器", project: "e2e", file: "e2e", files: plan.e2e, env });
  }
}

/** Both engines at once. The embedded one keeps a core busy: it begins when the demo, which it copies for one of its files, is loaded. */
async function sideBySide(engines, demo) {
  await Promise.all(
    engines.map(async ([engine, files]) => {
      if (engine === "embedded") await demo;
      await integration(engine, files);
    }),
  );
}

/** The server of this run, started by whoever needs it first. */
function withPostgres() {
  postgres ??= startPostgres();
  return postgres;
}

/** What all browsers' files and the demo's own tests begin with, see tests/e2e/support/demo-base.ts. */
async function loadDemo(isBuilt, engines) {
  if (plan.live || !isBuilt || plan.e2e.length === 0 || engines.length === 0) return;
  const { url } = await withPostgres();
  const folder = path.join(temporary, "demo");
  const program = "tests/e2e/support/demo-process.ts";
  const env = { TEST_DATABASE_URL: url };
  const outcome = await runProgram(root, {
    label: "演示数据",
    program,
    args: [folder],
    env,
    flags: ["--import", "tsx"],
  });
  if (outcome.failed > 0) add(outcome);
  else plan.env.TEST_DEMO_FOLDER = folder;
}

async function checkTypes() {
  if (!plan.types) return;
  console.log("类型 ……");
  add(await runProgram(root, { label: "类型", program: "node_modules/typescript-native/bin/tsc", args: ["--noEmit"] }));
}

/** Whether the product is built, where that is asked for. */
async function buildProduct() {
  if (!plan.build) return true;
  const env = { NODE_ENV: "production" };
  const { said, ...outcome } = await runProgram(root, { label: "构建", program: "scripts/build.mjs", env });
  const isBuilt = outcome.failed === 0;
  if (isBuilt) console.log(said.trimEnd().split("\n").at(-1));
  else add(outcome);
  return isBuilt;
}

async function runUnits() {
  if (plan.unit.length > 0) await run({ label: "单元", project: "unit", file: "unit", files: plan.unit });
}

async function integration(engine, files) {
  const env = {
    TEST_ENGINE: engine,
    ...(engine === "server" ? { TEST_DATABASE_URL: (await withPostgres()).url } : {}),
  };
  const label = `集成（${ENGINE_NAMES[engine]}）`;
  return run({ label, project: "integration", file: `integration-${engine}`, files, env });
}

async function run(one) {
  console.log(`${one.label} ……`);
  const { flags, slow, live } = plan;
  add(await runVitest(root, folder, { ...one, flags, slow, env: { ...plan.env, ...one.env } }, { live }));
}

async function cleanUp() {
  const server = await postgres?.catch(() => undefined); // what kept it from starting is told already
  await server?.stop();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}

function add(outcome) {
  outcomes.push(outcome);
  const { label, problems, seconds } = outcome;
  for (const problem of problems) console.log(`\n✗ ${label} · ${problem}`);
  if (problems.length > 0) console.log("");
  console.log(`${label}：通过 ${outcome.passed}，失败 ${outcome.failed}，用时 ${seconds.toFixed(1)} 秒`);
}

function total(name) {
  return outcomes.reduce((sum, outcome) => sum + outcome[name], 0);
}
