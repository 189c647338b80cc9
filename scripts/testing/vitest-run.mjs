// One run of vitest as a process of its own, and what came out of it.
import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const LIMIT_MS = 40 * 60_000;
const LONGEST_MESSAGE = 30;
const LAST_LINES = 40;
/** More files than this did not fail by chance. */
const FILES_TRIED_AGAIN = 3;
/** Settings of the program that must not reach the tests from the shell they are started in. */
const SETTINGS =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_POOLER|PUBLIC_URL|TRUST_PROXY|COMPRESS|OA_ORIGINS|LOG_LEVEL|DEMO_DATA|REQUEST_TIMEOUT_MS|CALLS_PER_MINUTE|SLOW_QUERY_MS|METRICS_PORT|METRICS_HOST|NODE_ENV|NO_LISTEN|TEST_.*|PG.*)$/;

const running = new Set();

/** Ends every run that is going on and waits for it; used when we are told to stop ourselves. */
export async function stopRuns() {
  const ended = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ended);
}

/**
 * Runs one project of vitest.
 * @param run `{label, project, filter, env}`; the log and the results stay in `folder` under the label's file name
 * @returns `{label, passed, failed, seconds, problems, files}`; `files` are those with failures, as `{name, passed}`; a run that
 *   crashed or found nothing to do counts as one failure
 */
export async function runVitest(root, folder, run, { live }) {
  const name = path.join(folder, run.file);
  const results = `${name}.json`;
  const log = `${name}.log`;
  mkdirSync(folder, { recursive: true });
  rmSync(results, { force: true });
  const started = performance.now();
  const file = openSync(log, "w");
  const inherited = Object.entries(process.env).filter(([variable]) => !SETTINGS.test(variable));
  const child = spawn(
    process.execPath,
    [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      path.join(root, "scripts/vitest.config.ts"),
      ...["--project", run.project, "--reporter=default", "--reporter=json", `--outputFile.json=${results}`],
      ...run.filter,
    ],
    {
      cwd: root,
      env: { ...Object.fromEntries(inherited), CI: "true", TZ: "UTC", ...run.env },
      stdio: live ? ["ignore", "inherit", "inherit"] : ["ignore", file, file],
    },
  );
  running.add(child);
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const ending = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(limit);
  running.delete(child);
  return { label: run.label, seconds: (performance.now() - started) / 1000, ...judge(results, log, ending, live) };
}

/**
 * Runs one project and then, alone and once, the few files of it in which something failed. For browser tests only: they share
 * two cores with a browser, and what failed for want of time alone passes then. What passed only the second time is told.
 * @returns as {@link runVitest}, with `second` (texts of what failed the first time) when the second run was without failures
 */
export async function runVitestWithSecondTry(root, folder, run, options) {
  const first = await runVitest(root, folder, run, options);
  if (first.failed === 0 || first.files.length === 0 || first.files.length > FILES_TRIED_AGAIN) return first;
  const filter = first.files.map(({ name }) => name);
  const again = await runVitest(root, folder, { ...run, file: `${run.file}-again`, filter }, options);
  const settled = again.failed === 0;
  return {
    label: first.label,
    seconds: first.seconds + again.seconds,
    passed: first.passed - first.files.reduce((sum, { passed }) => sum + passed, 0) + again.passed,
    failed: again.failed,
    files: again.files,
    problems: settled ? [] : again.problems,
    ...(settled ? { second: first.problems } : {}),
  };
}

function judge(results, log, ending, live) {
  const report = readReport(results);
  const problems = (report?.testResults ?? []).flatMap(problemsOfFile);
  const files = (report?.testResults ?? []).filter((file) => problemsOfFile(file).length > 0).map(fileOf);
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
  return { passed, failed, problems, files };
}

/** Name of a file as a filter takes it, and how many of its tests passed. */
function fileOf(file) {
  const passed = file.assertionResults.filter(({ status }) => status === "passed").length;
  return { name: path.relative(process.cwd(), file.name), passed };
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
