// One program of a test run as a process of its own, vitest above all, and what came out of it.
import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const MINUTE_MS = 60_000;
/** A run that takes longer hangs. By kind of test: what a file may take on a slow machine, with what a run takes before its first file. */
const LIMITS_MS = {
  unit: { start: 5 * MINUTE_MS, file: 10_000 },
  integration: { start: 10 * MINUTE_MS, file: 30_000 },
  e2e: { start: 10 * MINUTE_MS, file: 90_000 },
};
const PROGRAM_LIMIT_MS = 15 * MINUTE_MS;
const LONGEST_MESSAGE = 30;
const LAST_LINES = 40;
/** Settings of the program that must not reach the tests from the shell they are started in. */
const SETTINGS =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_POOLER|PUBLIC_URL|TRUST_PROXY|COMPRESS|OA_ORIGINS|LOG_LEVEL|DEMO_DATA|REQUEST_TIMEOUT_MS|CALLS_PER_MINUTE|SLOW_QUERY_MS|METRICS_PORT|METRICS_HOST|NODE_ENV|NO_LISTEN|TEST_.*|PG.*)$/;

const running = new Set();

/** Ends every program that is running and waits for it; used when we are told to stop ourselves. */
export async function stopRuns() {
  const ended = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ended);
}

/**
 * Runs one project of vitest.
 * @param run `{label, project, file, files, flags, env, slow}`: its test files by path, what else vitest is told, and how many times longer
 *   than usual it may take; the log and the results stay in `folder` under the name `file`
 * @returns `{label, passed, failed, seconds, problems}`; a run that crashed or found nothing to do counts as one failure
 */
export async function runVitest(root, folder, run, { live }) {
  const { label, project, files, flags = [], env = {}, slow = 1 } = run;
  const name = path.join(folder, run.file);
  const results = `${name}.json`;
  const log = `${name}.log`;
  mkdirSync(folder, { recursive: true });
  rmSync(results, { force: true });
  const started = performance.now();
  const file = openSync(log, "w");
  const limits = LIMITS_MS[project];
  const ending = await ended(
    spawn(
      process.execPath,
      [
        path.join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--config",
        path.join(root, "scripts/vitest.config.ts"),
        ...["--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${results}`],
        ...files,
        ...flags,
      ],
      {
        cwd: root,
        env: { ...outside(), CI: "true", TZ: "UTC", ...env },
        stdio: live ? ["ignore", "inherit", "inherit"] : ["ignore", file, file],
      },
    ),
    (limits.start + limits.file * files.length) * slow,
  );
  return { label, seconds: secondsSince(started), ...judge(results, log, ending, live) };
}

/**
 * Runs a Node program of the project that either succeeds or says why not.
 * @param run.flags of Node itself
 * @returns `{label, passed, failed, seconds, problems, said}`: one passed or one failed, and its output
 */
export async function runProgram(root, { label, program, args = [], env = {}, flags = [] }) {
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, path.join(root, program), ...args], {
    cwd: root,
    env: { ...outside(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const ending = await ended(child, PROGRAM_LIMIT_MS);
  const isDone = ending === 0;
  const problems = isDone ? [] : [`${program} 异常结束（${ending}）\n${said.trimEnd()}`];
  return { label, passed: isDone ? 1 : 0, failed: isDone ? 0 : 1, seconds: secondsSince(started), problems, said };
}

/** The surroundings without what would set our program another way. */
function outside() {
  return Object.fromEntries(Object.entries(process.env).filter(([variable]) => !SETTINGS.test(variable)));
}

/** How a process ended: its exit code, the signal that ended it, or why it did not start. */
async function ended(child, limitMs) {
  running.add(child);
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  const ending = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(limit);
  running.delete(child);
  return ending;
}

function secondsSince(started) {
  return (performance.now() - started) / 1000;
}

function judge(results, log, ending, live) {
  const report = readReport(results);
  const problems = (report?.testResults ?? []).flatMap(problemsOfFile);
  const passed = report?.numPassedTests ?? 0;
  let failed = problems.length;
  const skipped = report ? report.numTotalTests - passed - report.numFailedTests : 0;
  if (skipped > 0) problems.push(`${skipped} 个测试没有执行`);
  if (passed + failed === 0 || (ending !== 0 && failed === 0)) {
    failed += 1;
    const tail = live ? [] : readFileSync(log, "utf8").trimEnd().split("\n").slice(-LAST_LINES);
    const reason = ending === 0 ? "没有执行任何测试" : `测试进程异常结束（${ending}）`;
    problems.push([reason, ...tail].join("\n"));
  }
  return { passed, failed, problems };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** One text per failed test; a file that could not be loaded, or whose hooks failed, counts as one failure. */
function problemsOfFile(file) {
  const name = path.relative(process.cwd(), file.name);
  const tests = file.assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${name}\n  ${test.fullName}\n${indented(test.failureMessages.join("\n"))}`);
  if (tests.length === 0 && file.status === "failed") return [`${name}\n${indented(file.message ?? "")}`];
  return tests;
}

function indented(message) {
  // Colours of the terminal stand in the messages.
  const lines = message.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "").split("\n");
  const own = lines.filter((line) => !/node_modules|^\s+at .*\(?node:/.test(line));
  return own
    .slice(0, LONGEST_MESSAGE)
    .map((line) => `    ${line}`)
    .join("\n");
}
