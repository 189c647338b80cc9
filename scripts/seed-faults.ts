// npm run test:faults [part of a fault's name]: seeds the faults of scripts/faults.ts one at a time into a copy of the tree and says
// which test notices each. Where the tests expected to do so stay green, the whole default run is asked; `--expected` leaves that out.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { FAULTS, type Fault } from "./faults";
import { prepareMachine } from "./testing/machine.mjs";
import { startPostgres } from "./testing/postgres.mjs";
import { temporaryFolder } from "./testing/temp-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = process.argv.slice(2);
const wanted = options.filter((one) => !one.startsWith("--"));
const expectedOnly = options.includes("--expected");

const report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

interface Outcome {
  fault: Fault;
  /** `file › test`; null: nothing failed. */
  caughtBy: string | null;
  seconds: number;
}

const copy = mkdtempSync(path.join(temporaryFolder(), "portal-faults-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));

copyTree();
// The quick ones first: whoever stops half-way knows most then.
const faults = FAULTS.filter(({ name }) => wanted.every((part) => name.includes(part))).sort(
  (a, b) => Number(a.expected.project === "integration") - Number(b.expected.project === "integration"),
);
// One server for all of them: what a run prepares before its first test takes the embedded engine several times as long.
const needsServer = faults.some(({ expected }) => expected.project === "integration");
if (needsServer) await prepareMachine(["postgres"]);
const postgres = needsServer ? await startPostgres() : null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, async () => {
    await postgres?.stop();
    process.exit(1);
  });
const outcomes: Outcome[] = [];
try {
  for (const fault of faults) {
    const started = performance.now();
    const caughtBy = withFault(fault, () => expectedFailure(fault) ?? (expectedOnly ? null : anyFailure()));
    const seconds = (performance.now() - started) / 1000;
    outcomes.push({ fault, caughtBy, seconds });
    console.log(`${caughtBy ? "✓" : "✗"} ${fault.name} → ${caughtBy ?? "NOT CAUGHT"} (${seconds.toFixed(0)} s)`);
  }
} finally {
  await postgres?.stop();
}
console.log(`\n| fault | caught by |\n| --- | --- |`);
for (const { fault, caughtBy } of outcomes) console.log(`| ${fault.name} | ${caughtBy ?? "**NOT CAUGHT**"} |`);
const missed = outcomes.filter(({ caughtBy }) => caughtBy === null).length;
console.log(`\n${outcomes.length - missed} caught, ${missed} not caught`);
process.exitCode = outcomes.length > 0 && missed === 0 ? 0 : 1;

/** Everything git knows of, as it lies here now; packages by a link. */
function copyTree(): void {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  if (listed.status !== 0) throw new Error(`git does not list the files: ${listed.stderr}`);
  for (const file of listed.stdout.split("\0").filter((one) => one !== "" && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
}

function withFault<T>({ name, file, find, put }: Fault, work: () => T): T {
  const place = path.join(copy, file);
  const sound = readFileSync(place, "utf8");
  const found = sound.split(find).length - 1;
  if (found !== 1) throw new Error(`「${name}」: its text stands ${found} times in ${file}, not once`);
  try {
    writeFileSync(
      place,
      sound.replace(find, () => put),
    );
    return work();
  } finally {
    writeFileSync(place, sound);
  }
}

function expectedFailure({ expected: { project, file, test } }: Fault): string | null {
  const results = path.join(copy, "faults.json");
  rmSync(results, { force: true });
  const database = postgres ? { TEST_ENGINE: "server", TEST_DATABASE_URL: postgres.url } : {};
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(copy, "node_modules/vitest/vitest.mjs"),
      "run",
      ...["--config", path.join(copy, "scripts/vitest.config.ts"), "--project", project],
      // All but one file is what it was for the fault before; what is kept goes by the content of the files.
      ...["--reporter=json", "--experimental.fsModuleCache"],
      ...[`--outputFile.json=${results}`, ...(test === undefined ? [] : ["-t", escaped(test)]), file],
    ],
    { cwd: copy, env: { ...process.env, ...database, CI: "true", TZ: "UTC" }, encoding: "utf8" },
  );
  if (!existsSync(results)) throw new Error(`${file} did not run:\n${stdout}\n${stderr}`.slice(0, 4000));
  const { numTotalTests, testResults } = report.parse(JSON.parse(readFileSync(results, "utf8")));
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== "skipped");
  const broken = testResults.find(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  // A program that does not even load is no fault that tests have to notice: the replacement is wrong.
  if (broken) throw new Error(`${file} could not be loaded: ${broken.message}`);
  if (numTotalTests === 0 || ran.length === 0) throw new Error(`no test of ${file} is called 「${test ?? ""}」`);
  const failed = ran.find(({ status }) => status === "failed");
  return failed ? `${file.replace(/^tests\//, "")} › ${failed.fullName}` : null;
}

/** The first failure of `npm test` in the copy. */
function anyFailure(): string | null {
  const { stdout } = spawnSync(process.execPath, [path.join(copy, "scripts/test.mjs")], {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 256 * 1024 ** 2,
  });
  const [, where, file, test] = /^✗ (.+?) · (\S+)\n\s+(.+)$/m.exec(stdout) ?? [];
  if (file) return `${file.replace(/^tests\//, "")} › ${test} (${where})`;
  if (/^\d+ passed, 0 failed$/m.test(stdout)) return null;
  throw new Error(`the whole run ended otherwise:\n${stdout.slice(-2000)}`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
