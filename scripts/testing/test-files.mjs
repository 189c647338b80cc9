// Which test files there are, and on which database engine each of tests/integration runs.
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const ENGINES = ["embedded", "server"];
const INTEGRATION = "tests/integration/";

/** Files that one engine alone can run lie in a folder with its name, e.g. `storage/embedded`. */
const OWN_FOLDER = /\/(embedded|server)\//;

/**
 * What the usual run tries on one engine, by folder; everything else of tests/integration runs on both: storage, lists, search, jobs, who
 * sees what, attacks, values that reach the storage, and what modules ask in SQL of their own (decision 0015). `npm test -- exhaustive` runs
 * everything on every engine that can.
 */
const ONE_ENGINE = [
  // What a module does with its records it does through the engine of records: the faster one.
  [/^modules\//, "server"],
  // The engine of records and what stands on it, whose statements are those of the storage. The demo goes most of the same ways on the
  // embedded engine when it is loaded there (`npm test -- exhaustive`, `npm run demo`).
  [/^(access|approval|exports|files|forms|imports|integrations|notify|records|report|session|tickets)\//, "server"],
  // Chosen rows at once go one by one through the engine of records. A backup is restored on the embedded engine where the demo's is
  // (tests/e2e/support/demo-base.ts, storage/demo); what is kept of an old installation is brought up by the same statements.
  [/^lists\/batch\./, "server"],
  [/^storage\/(backup|upgrade)\./, "server"],
  // What a start brings along: the same program on either. What an engine itself does when it is killed or its folder is taken, storage/faults
  // and storage/embedded say.
  [/^storage\/start\./, "server"],
  // Keys, shares and what stays closed; the files of either engine hold the same pages.
  [/^sealing\//, "server"],
  // The demo that the browsers' tests begin with, as it comes to the engine that people start with.
  [/^storage\/demo\./, "embedded"],
  // Ask no database, or one of their own.
  [/^host\//, "embedded"],
  // Who sees which rows, how documents move, are written, listed, go over REST and keep files: the same statements of the storage, whatever
  // the entity is. Both engines are PostgreSQL; that its policies bind on either, security/wall, security/attacks and lists/ say on both.
  [/^conformance\//, "server"],
  // Values that reach the storage: both engines are PostgreSQL and read them alike; where they differ, storage/database says so on both.
  [/^rest\//, "server"],
  // When something is due, what is told of it, and that a kill in between repeats and loses nothing: how each engine recovers, storage says on
  // both.
  [/^jobs\/(deadlines|killed-deadlines|digests)\./, "server"],
  // Which rows a list finds and in which order, what a question of the gate finds: SQL that both engines read alike. That an engine carries a
  // run of a job to its end, jobs/by-hand and jobs/owners say on both.
  [/^lists\/(accounts|columns|conditions|list-query|print-rows|queries-per-page|views)\./, "server"],
  [/^queries\//, "server"],
  [/^jobs\/runs\./, "server"],
];

/** Test files of a kind ("unit", "integration", "e2e"), as paths from the project's root. */
export function testFiles(kind) {
  return readdirSync(path.join(root, "tests", kind), { recursive: true })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `tests/${kind}/${name.split(path.sep).join("/")}`)
    .sort();
}

/** Whether a file of tests/integration can run on an engine at all. */
export function canRunOn(file, engine) {
  const own = OWN_FOLDER.exec(file)?.[1];
  return own === undefined || own === engine;
}

/** Whether a run on both engines runs a file on this one. */
export function runsOn(file, engine) {
  if (!canRunOn(file, engine)) return false;
  const name = file.slice(INTEGRATION.length);
  const [, only] = ONE_ENGINE.find(([folder]) => folder.test(name)) ?? [];
  return only === undefined || only === engine;
}
