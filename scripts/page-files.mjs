// Which files are pages, and at which address: those of every screen in app/routes, those of one screen beside its entity.
import { readdirSync } from "node:fs";
import path from "node:path";
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";

/** Around every page of the program: menu, tabs, messages. */
const FRAME = "routes/_shell";
/** `page`: inside the frame. `answer`: without it, such as a file, a paper or what a script asks for. */
const PAGE_FILE = /^modules\/(?<module>[^/]+)\/(?<screen>[^/]+)\/(?<name>[^/]+)\.(?<kind>page|answer)\.tsx?$/;

/**
 * @param app folder of the program
 * @returns all routes by their id, as Remix wants them
 */
export function routesOf(app) {
  const files = readdirSync(path.join(app, "modules"), { recursive: true, encoding: "utf8" })
    .map((name) => `modules/${name.replaceAll(path.sep, "/")}`)
    .sort();
  const own = files.map(routeOf).filter((one) => one !== undefined);
  return { ...flatRoutes(app, ["**/*.test.*", "**/*.module.css"], "routes"), ...Object.fromEntries(own) };
}

/**
 * The address is that of the screen, the folder, and then the name of the file: dots part it, `$` begins a parameter, and `index` at its end is
 * the address without more.
 * @param file path below `app`
 * @returns id and route; undefined for whatever is no page
 */
export function routeOf(file) {
  const { module, screen, name, kind } = PAGE_FILE.exec(file)?.groups ?? {};
  if (!name) return undefined;
  const parts = name.split(".");
  const index = parts.at(-1) === "index";
  if (index) parts.pop();
  const id = file.replace(/\.tsx?$/, "");
  const address = [module, screen, ...parts.map((part) => part.replace(/^\$/, ":"))].join("/");
  const parentId = kind === "page" ? FRAME : "root";
  return [id, { id, parentId, file, path: address, ...(index ? { index } : {}) }];
}
