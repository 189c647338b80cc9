// What a piece of work touches: from the paths it changed to the tests that are about them.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { testFiles } from "./test-files.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Pages are looked at in a browser by area; what is not named here is part of every page. */
const PAGES = [
  [/^ui\/(list|table|chart|figures)\//, "lists list-work search take-away accessibility"],
  [/^ui\/form\//, "forms combobox drafts lines failures accessibility"],
  [/^ui\/(record|audit|inbox)\//, "records journals accessibility"],
  [/^ui\/(account|result|connection)\//, "account settings accessibility"],
  [/^ui\/(login|blank)\//, "sign-in weights first-byte accessibility"],
  [/^ui\/register\//, "registration onboarding prequalification accessibility"],
  [/^ui\/(assign|role)\//, "roles users accessibility"],
  [/^ui\/(order-rule|flow-trial)\//, "approval registers accessibility"],
  [/^ui\/resource\//, "resources menus accessibility"],
  [/^ui\/job\//, "jobs accessibility"],
  [/^ui\/sync\//, "users accessibility"],
  [/^ui\/print\//, "output"],
  [/^ui\/api-docs\//, "rest"],
  [/^(edge|routes)\/.*(login|recover|single-sign-on|single-login|singleLogin)/, "sign-in fixed-routes weights"],
  [/^(edge|routes)\/.*(regist|notices)/i, "registration onboarding prequalification"],
  [/^(edge|routes)\/.*(print|export|output|calendar)/, "output take-away"],
  [/^(edge|routes)\/.*files/, "files"],
  [/^(edge|routes)\/.*import/, "registers users"],
  [/^modules\/.*\/role\//, "roles"],
  [/^modules\/.*user-(log|assign)/, "users"],
  [/^modules\/.*\/resource\//, "resources menus"],
  [/^modules\/.*\/import-batch\//, "registers users"],
  [/^modules\/.*\/job\//, "jobs"],
  [/^modules\//, "registers accessibility"],
  [/^(edge|routes)\/.*(menu|top-tab)/, "resources menus tabs"],
  [/^(edge|routes)\/.*(account|settings|preferences)/, "account settings look"],
  [/^(edge|routes)\/.*\$id\.(comments|history|states|watch)/, "records"],
  [/^(edge|routes)\/.*\$screen\.(batch|choose|columns|views)/, "list-work combobox"],
  [/^(edge|routes)\/.*(ticket|Oa\.)/, "approval fixed-routes"],
];

/** Beside an entity, but no part of what the generic tests look at: rows, jobs, warnings and words of messages have tests of their own. */
const BESIDE = /\.(seed|scenarios|jobs\.server|warnings\.server)\.ts$/;

/** About the screens of all modules. */
const EVERY_MODULE = ["modules/area-menus.test", "modules/home-blocks.test", "modules/warnings.test"];

/**
 * What a changed path touches; the first line that fits counts. `integration` and `e2e` are beginnings of names of test files, or "all";
 * `entity` is looked at by the generic tests; `facts` are rows and values that the tests hold for entities: whoever changes them beside
 * an entity has it tested there. A path that nobody foresaw touches everything.
 */
const TABLE = [
  [/^docs\/rest-/, () => ({ integration: ["rest/matrix"] })],
  [/^docs\/nginx\//, () => ({ e2e: ["two-processes"] })],
  // Units compare documents with the program.
  [
    /^(docs\/|tests\/(unit|bench)\/|\.ci\/|scripts\/(bench|docs|db-|check-)|[^/]+\.md$|biome\.json$|\.gitignore$)/,
    () => ({}),
  ],
  [/^tests\/integration\/(.+)\.test\.tsx?$/, ([, name]) => ({ integration: [`${name}.test`] })],
  [/^tests\/integration\/(.+\/)[^/]+$/, ([, folder]) => ({ integration: [folder] })],
  [/^tests\/e2e\/([^/]+)\.test\.tsx?$/, ([, name]) => ({ e2e: [name] })],
  [/^tests\/e2e\//, () => ({ e2e: "all" })],
  [/^tests\/support\/(company|samples|fit|transitions|conformance|derived-sample)\.ts$/, () => ({ facts: true })],
  [/^tests\/support\/(setup|setup-routes|global-setup)\.ts$/, () => undefined],
  [
    /^tests\/(support|fixtures)\//,
    (_match, file) => ({ integration: importersOf(file, "integration"), e2e: importersOf(file, "e2e") }),
  ],
  [/^app\/modules\/demo\//, () => ({ integration: ["storage/demo"] })],
  // A page beside an entity is no part of what the generic tests look at, and some screens are views of another entity.
  [
    /^app\/(modules\/([^/]+)\/[^/]+\/[^/]+\.(page|answer)(\.server)?\.tsx?)$/,
    ([, name, module]) => ({ modules: [module], e2e: pagesOf(name) }),
  ],
  [
    /^app\/modules\/([^/]+)\/([^/]+)\//,
    ([, module, entity]) => ({ modules: [module], entities: [`${module}/${entity}`] }),
  ],
  [/^app\/modules\/([^/]+)\/[^/]+$/, ([, module]) => ({ modules: [module], entities: entitiesOf(module) })],
  [/^app\/modules\/jobs\./, () => ({ integration: ["jobs/"] })],
  [/^app\/modules\/first-administrator\./, () => ({ integration: ["storage/start"] })],
  [/^app\/modules\/[^/]+$/, () => ({ modules: [], integration: ["rest/routes"] })],
  [
    /^app\/data\/(migrations|schema)\//,
    () => ({ integration: ["storage/migrate", "storage/start", "conformance/definition/tables"] }),
  ],
  [/^app\/ui\/(.+)$/, ([, name]) => ({ e2e: pagesOf(`ui/${name}`) })],
  [
    /^app\/((edge|routes)\/.+)$/,
    ([, name]) => ({ e2e: pagesOf(name), integration: ["session/", "security/", "forms/"] }),
  ],
  [/^public\//, () => ({ integration: ["host/"], e2e: ["first-byte.test", "fixed-routes.test", "weights.test"] })],
  [/^app\/host\//, () => ({ integration: ["host/"], e2e: ["edge", "first-byte", "operations", "two-processes"] })],
  [/^app\/api\//, () => ({ integration: ["rest/", "integrations/", "modules/system-management/"], e2e: ["rest"] })],
  [/^app\/(engine|data|shared)\//, () => ({ integration: "all" })],
];

/**
 * Paths that the working tree and the commits since `origin/main`, or `main`, have changed, deleted and new ones among them; undefined
 * where there is no such branch to compare with.
 */
export function changedFiles() {
  for (const branch of ["origin/main", "main"]) {
    const base = git("merge-base", "HEAD", branch)?.trim();
    if (!base) continue;
    const committed = git("diff", "--name-only", "--no-renames", "-z", base);
    const untracked = git("ls-files", "--others", "--exclude-standard", "-z");
    if (committed === undefined || untracked === undefined) return undefined;
    return [...new Set(`${committed}\0${untracked}`.split("\0").filter(Boolean))].sort();
  }
  return undefined;
}

/**
 * What changed paths touch.
 * @param files as {@link changedFiles}
 * @returns `{everything, entities, defined, integration, e2e}`: keys of entities, those among them of which more than rows, jobs and words
 *   changed, and paths of test files; `everything` when a path touches all of it, or nobody knows what changed
 */
export function touchedBy(files) {
  const found = {
    everything: files === undefined,
    facts: false,
    modules: new Set(),
    entities: new Set(),
    defined: new Set(),
  };
  const starts = { integration: new Set(), e2e: new Set() };
  for (const file of files ?? []) {
    const effect = effectOf(file);
    if (effect === undefined) found.everything = true;
    if (effect?.facts) found.facts = true;
    // Those beside the modules' folders know every screen.
    if (effect?.modules) for (const file of EVERY_MODULE) starts.integration.add(file);
    for (const module of effect?.modules ?? []) found.modules.add(module);
    for (const entity of effect?.entities ?? []) {
      found.entities.add(entity);
      if (!BESIDE.test(file)) found.defined.add(entity);
    }
    for (const kind of ["integration", "e2e"]) {
      const touched = effect?.[kind] ?? [];
      for (const start of touched === "all" ? [""] : touched) starts[kind].add(start);
    }
  }
  if (found.facts && found.entities.size === 0) found.everything = true;
  const about = (name) => {
    const [, module] = /^(?:modules|queries)\/([^/]+)\//.exec(name) ?? [];
    if (module !== undefined && found.modules.has(module)) return true;
    if (name.startsWith("conformance/") && found.entities.size > 0) return true;
    return isNamed(name, starts.integration);
  };
  return {
    everything: found.everything,
    entities: [...found.entities].sort(),
    defined: [...found.defined].sort(),
    integration: filesOf("integration", (name) => found.everything || about(name)),
    e2e: filesOf("e2e", (name) => found.everything || isNamed(name, starts.e2e)),
  };
}

function isNamed(name, starts) {
  return [...starts].some((start) => name.startsWith(start));
}

function filesOf(kind, wanted) {
  const folder = `tests/${kind}/`;
  return testFiles(kind).filter((file) => wanted(file.slice(folder.length)));
}

function effectOf(file) {
  for (const [pattern, effect] of TABLE) {
    const match = pattern.exec(file);
    if (match) return effect(match, file);
  }
  return undefined;
}

function pagesOf(name) {
  const [, files] = PAGES.find(([pattern]) => pattern.test(name)) ?? [];
  return files === undefined ? "all" : files.split(" ").map((file) => `${file}.test`);
}

/** Names of the areas' browser tests, for the test that they are there. */
export const PAGE_TESTS = [...new Set(PAGES.flatMap(([, files]) => files.split(" ")))];

/** Every entity of a module: what lies beside their folders is shared by them. */
function entitiesOf(module) {
  const folder = path.join(root, "app/modules", module);
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.map(({ name }) => `${module}/${name}`);
}

/** Names of the tests of a kind that import a file of the tests, also by way of others. */
function importersOf(file, kind) {
  const sources = [kind, "support", "fixtures"].flatMap((folder) =>
    readdirSync(path.join(root, "tests", folder), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.posix.join("tests", folder, name.split(path.sep).join("/"))),
  );
  const imports = new Map(sources.map((source) => [source, importsOf(source)]));
  const reached = new Set([withoutEnding(file)]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const [source, imported] of imports) {
      if (imported.some((one) => reached.has(one))) reached.add(withoutEnding(source));
    }
  }
  return [...reached]
    .filter((one) => one.startsWith(`tests/${kind}/`))
    .map((one) => one.slice(`tests/${kind}/`.length));
}

function importsOf(source) {
  const text = readFileSync(path.join(root, source), "utf8");
  return [
    ...text.matchAll(/(?:from|import) ?\(?"(\.[^"]+|tests\/[^"]+)"/g),
    ...text.matchAll(/"(tests\/support\/[^"]+)"/g),
  ].map(([, name = ""]) =>
    withoutEnding(name.startsWith(".") ? path.posix.join(path.posix.dirname(source), name) : name),
  );
}

function withoutEnding(file) {
  return file.replace(/\.tsx?$/, "");
}

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 });
  return status === 0 ? stdout : undefined;
}
