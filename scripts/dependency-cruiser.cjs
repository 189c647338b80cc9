// Import zones of architecture.md section 3: nothing points left.
//   server.ts -> host, routes, api -> modules -> engine -> data -> shared
//                routes, pages beside an entity, widgets  -> ui -> shared
const types = ["type-only"];

/** One zone: files that match `from` may import our own files only where they match `may`. */
function zone(name, comment, from, may, fromNot = []) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: from, ...(fromNot.length > 0 ? { pathNot: fromNot } : {}) },
    to: { path: "^(app|tests|scripts|server\\.ts)", pathNot: may },
  };
}

const SHARED = "^app/shared/";
const DATA = "^app/data/";
const ENGINE = "^app/engine/";
const UI = "^app/ui/";
const EDGE = "^app/edge/";
const ENV = "^app/env\\.server\\.ts$";
const SERVICES = "^app/services\\.server\\.ts$";
const START = "^app/start\\.server\\.ts$";
const COMMANDS = "^app/(commands|complaint)\\.server\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    zone("shared", "shared is pure and imports nothing of ours", SHARED, [SHARED]),
    zone("data", "storage knows tables and rows, no entity and no person", DATA, [DATA, SHARED]),
    zone("engine", "the engine is handed the registry and never imports a module", ENGINE, [ENGINE, DATA, SHARED]),
    zone("ui", "looks know columns and rows, not suppliers", UI, [UI, SHARED]),
    zone("api", "calls parse, ask one operation and answer", "^app/api/", ["^app/api/", ENGINE, SHARED, ENV]),
    zone("host", "the life of a request knows neither business nor SQL", "^app/host/", ["^app/host/", SHARED, ENV]),
    zone("routes", "pages parse, ask one operation and draw; they never see storage", "^app/routes/", [
      "^app/routes/",
      EDGE,
      UI,
      ENGINE,
      SHARED,
      ENV,
      SERVICES,
      "^app/modules/widgets\\.ts$",
    ]),
    zone("edge", "what all routes share: who asks, which screen, which answer; never storage", EDGE, [
      EDGE,
      UI,
      ENGINE,
      SHARED,
      ENV,
      SERVICES,
    ]),
    zone(
      "frame",
      "root and entries are drawn by ui; only they and the routes reach the services of the process",
      "^app/(root|entry\\.(server|client))\\.tsx$",
      [UI, EDGE, ENGINE, SHARED, ENV, SERVICES],
    ),
    zone("server", "server.ts only puts the parts together", "^server\\.ts$", [
      "^app/host/",
      ENV,
      SERVICES,
      START,
      COMMANDS,
    ]),
    zone("env", "settings are read in one file that needs nothing of ours", ENV, [SHARED]),
    zone(
      "module",
      "a module speaks to another by entity key and by published operations, never by import path",
      "^app/modules/([^/]+)/",
      ["^app/modules/$1/", ENGINE, SHARED],
      ["^app/modules/demo/", "\\.(entity|rules|effects|widgets|page|answer)\\.tsx?$", "\\.server\\.ts$"],
    ),
    zone(
      "module-page",
      "a page beside its entity is a route that also knows its own module",
      "^app/modules/([^/]+)/.+\\.(page|answer)\\.tsx?$",
      ["^app/modules/$1/", EDGE, UI, ENGINE, SHARED, ENV],
    ),
    zone(
      "module-server",
      "hooks use the engine; storage only for what no operation offers",
      "^app/modules/([^/]+)/.+\\.server\\.ts$",
      ["^app/modules/$1/", ENGINE, SHARED, "^app/data/(accounts|access)\\.server\\.ts$"],
      ["^app/modules/demo/", "\\.query\\.server\\.ts$"],
    ),
    zone("module-query", "SQL of one entity stands beside it", "^app/modules/([^/]+)/.+\\.query\\.server\\.ts$", [
      "^app/modules/$1/",
      ENGINE,
      SHARED,
      "^app/data/(database|store|condition-sql)\\.server\\.ts$",
    ]),
    zone(
      "definition",
      "definitions and rules are data and pure functions that run anywhere",
      "^app/modules/([^/]+)/.+\\.(entity|rules|effects|transitions|messages|fields|layout|print)\\.ts$",
      [
        // A large definition stands in several files: what is typed, what is done with it, how it is laid out, how it is printed.
        "^app/modules/$1/.+\\.(rules|effects|transitions|messages|fields|layout|print)\\.ts$",
        "^app/modules/$1/[^/]+-grants\\.ts$",
        "^app/engine/entity/index\\.ts$",
        SHARED,
      ],
    ),
    zone("widgets", "widgets look like the rest of ui", "^app/modules/([^/]+)/.+\\.widgets\\.tsx$", [
      "^app/modules/$1/",
      "^app/engine/entity/index\\.ts$",
      UI,
      SHARED,
    ]),
    zone("module-lists", "the lists at the top of modules may name every module", "^app/modules/([^/]+\\.ts$|demo/)", [
      "^app/modules/",
      ENGINE,
      SHARED,
      DATA,
    ]),
    {
      name: "seeds",
      comment:
        "what tests and the demo know about entities is read by them alone; the program fetches the demo where it is asked for",
      severity: "error",
      from: { path: "^(app/|server\\.ts)", pathNot: ["\\.(seed|demo)\\.ts$", "^app/modules/(seeds\\.ts$|demo/)"] },
      to: {
        path: "(\\.(seed|demo)\\.ts|^app/modules/seeds\\.ts|/load-demo\\.server\\.ts)$",
        dependencyTypesNot: [...types, "dynamic-import"],
      },
    },
    {
      name: "definition-packages",
      comment:
        "definitions and rules run in the browser too: big.js, dayjs and safe-redirect, no other package and no Node",
      severity: "error",
      from: { path: "^app/(modules/.+\\.(entity|rules|effects|transitions)\\.ts$|shared/)" },
      to: {
        path: ["node_modules", "^node:"],
        pathNot: ["node_modules/(@types/)?(big\\.js|dayjs)/", "node_modules/remix-utils/build/server/safe-redirect"],
      },
    },
    {
      name: "definition-core",
      comment: "nothing of Node in what runs in the browser",
      severity: "error",
      from: { path: "^app/", pathNot: ["\\.server\\.tsx?$", "\\.mjs$"] },
      to: { dependencyTypes: ["core"], dependencyTypesNot: types },
    },
    {
      name: "server-only",
      comment:
        "a file without .server may take types from one that has it, routes, pages and root excepted: Remix cuts their loaders off; so may BlankStyles, whose sheet is empty in the browser, and LaterFigures, whose code the browser fetches later",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: [
          "\\.server\\.tsx?$",
          "^app/routes/",
          "^app/modules/.+\\.(page|answer)\\.tsx?$",
          "^app/root\\.tsx$",
          "\\.mjs$",
          "\\.(seed|demo)\\.ts$",
          "^app/ui/theme/BlankStyles\\.tsx$",
          "^app/ui/chart/LaterFigures\\.tsx$",
        ],
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: types },
    },
    {
      name: "browser-packages",
      comment: "too heavy or of no use in the browser",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: ["\\.(server|seed|demo|page|answer)\\.tsx?$", "^app/(routes|api)/", "\\.(mjs|d\\.ts)$"],
      },
      to: {
        path: "node_modules/(zod|kysely|pg|pino|hono|@hono|@node-rs|@electric-sql|@remix-run/node)/",
        dependencyTypesNot: types,
      },
    },
    {
      name: "circle",
      comment: "files that need each other at run time are one file, or a third one is missing",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: types } },
    },
    {
      name: "unresolved",
      comment: "the imported file does not exist",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^@remix-run/dev/server-build$", "^@remix-run/css-bundle$"] },
    },
    {
      name: "tests-stay-outside",
      comment: "the program never imports a test or its support",
      severity: "error",
      from: { path: "^(app/|server\\.ts)" },
      to: { path: "^(tests|config)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.(css|svg|woff2)$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types", "default"] },
  },
};
