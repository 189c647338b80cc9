// What a run of the tests consists of, from what is asked for on the command line.
import { changedFiles, touchedBy } from "./changed.mjs";
import { canRunOn, ENGINES, runsOn, testFiles } from "./test-files.mjs";

const KINDS = ["unit", "integration", "e2e"];
const SCOPES = ["changed", "exhaustive"];
/** The generic tests over every entity, and walks as long as they go, take this many times the usual. */
const EXHAUSTIVE = 4;

export const USAGE =
  "用法：npm test，或 npm test -- changed|exhaustive，或 npm test -- unit|integration|e2e [文件名的一部分]";

/**
 * @param args of `npm test --`
 * @param settings.engine the one engine that is asked for by hand
 * @param settings.changed what to say instead of asking git, see changed.mjs
 * @returns undefined where nobody knows what is asked; else `{live, types, build, unit, integration, e2e, flags, env, slow}`: whether vitest
 *   speaks itself, whether types are checked and the product is built, test files by kind (by engine for integration), what
 *   vitest is told beside them, what the tests are told, and how many times longer than usual
 *   they may take
 */
export function planOf(args, { engine, changed = changedFiles } = {}) {
  const [first, ...rest] = args;
  if (KINDS.includes(first)) return oneKind(first, rest, engine);
  if ((first !== undefined && !SCOPES.includes(first)) || rest.length > 0) return undefined;
  const touched = touchedBy(changed());
  const isNarrow = first === "changed" && !touched.everything;
  const e2e = isNarrow ? touched.e2e : testFiles("e2e");
  return {
    live: false,
    types: true,
    build: e2e.length > 0,
    unit: testFiles("unit"),
    integration: byEngine(
      isNarrow ? touched.integration : testFiles("integration"),
      first === "exhaustive" ? canRunOn : runsOn,
    ),
    e2e,
    // With few entities there may be a file without a test.
    flags: isNarrow ? ["--passWithNoTests"] : [],
    env: {
      TEST_SCOPE: first === "exhaustive" ? "all" : isNarrow ? "touched" : "cover",
      // The whole run has the cover for what rows and words of messages could break; it is about definitions.
      TEST_TOUCHED: (isNarrow ? touched.entities : touched.defined).join(","),
      TEST_WALKS: first === "exhaustive" ? "full" : "usual",
    },
    slow: first === "exhaustive" ? EXHAUSTIVE : 1,
  };
}

/** By hand: the files whose path holds one of the words, on the engine that is asked for or on all that have them. */
function oneKind(kind, rest, engine) {
  const { words, flags } = read(rest);
  const files = testFiles(kind).filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const engines =
    engine === undefined ? byEngine(files, runsOn) : { [engine]: files.filter((file) => canRunOn(file, engine)) };
  return {
    live: true,
    types: false,
    build: kind === "e2e",
    unit: kind === "unit" ? files : [],
    integration: kind === "integration" ? engines : {},
    e2e: kind === "e2e" ? files : [],
    // What is named may have nothing to try in some of the generic files, as a register that nothing moves.
    flags: [...flags, ...(fromShell().TEST_SCOPE === "touched" ? ["--passWithNoTests"] : [])],
    // Loading the demo takes longer than most files: by hand the one of the run before serves again.
    env: {
      ...fromShell(),
      ...(kind === "e2e" ? { TEST_DEMO: "kept", ...(engine ? { TEST_ENGINE: engine } : {}) } : {}),
    },
    slow: EXHAUSTIVE,
  };
}

/** What may be said by hand about the scope of the tests. */
function fromShell() {
  const names = ["TEST_SCOPE", "TEST_TOUCHED", "TEST_WALKS"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Tells words from flags of vitest and their values. */
function read(rest) {
  const words = [];
  const flags = [];
  const left = [...rest];
  for (let one = left.shift(); one !== undefined; one = left.shift()) {
    if (!one.startsWith("-")) words.push(one);
    else flags.push(one, ...(["-t", "--testNamePattern"].includes(one) ? left.splice(0, 1) : []));
  }
  return { words, flags };
}

function byEngine(files, runs) {
  return Object.fromEntries(ENGINES.map((engine) => [engine, files.filter((file) => runs(file, engine))]));
}
