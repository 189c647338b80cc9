import type { ServerBuild } from "@remix-run/node";

/** What counts of a route here. */
interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
}

type Routes = Readonly<Record<string, BuiltRoute | undefined>>;

interface Pattern {
  id: string;
  /** Ids from the route itself up to the root. */
  chain: string[];
  segments: string[];
}

/**
 * Which routes an address can belong to at all. The router sorts all of its routes anew at every look, several times per
 * page; with the few that an address fits it answers the same for a fraction of the work.
 *
 * A route is left out only where a fixed part of its pattern differs from the address, or where their lengths rule it out.
 * @param basename what stands before all patterns, such as `/web`
 * @returns a function from the path of a page, also one of single-fetch data, to a key of the routes that fit; null where all of
 *   them have to be asked
 */
export function narrowRoutes(routes: Routes, basename: string): (path: string) => string | null {
  const patterns = patternsOf(routes);
  return (path) => {
    const segments = segmentsOf(path, basename);
    if (segments === null) return null;
    const fitting = new Set<string>();
    for (const { chain, segments: pattern } of patterns) {
      if (fits(pattern, segments)) for (const id of chain) fitting.add(id);
    }
    // In the order of the build, which decides between equal ones.
    return fitting.size === 0 ? null : [...Object.keys(routes)].filter((id) => fitting.has(id)).join(" ");
  };
}

/** The build with the routes of a key alone; the browser goes on loading the list of all of them by its address. */
export function withRoutes(build: ServerBuild, key: string): ServerBuild {
  const ids = new Set(key.split(" "));
  const only = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

function segmentsOf(path: string, basename: string): string[] | null {
  const pathname = path.replace(/\/_root\.data$/, "/").replace(/\.data$/, "");
  if (pathname.includes("%") || !`${pathname}/`.startsWith(`${basename}/`)) return null;
  return split(pathname.slice(basename.length).toLowerCase());
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function patternsOf(routes: Routes): Pattern[] {
  return Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const chain: string[] = [];
    const parts: string[][] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined) {
      chain.push(at.id);
      parts.unshift(split(at.path?.toLowerCase() ?? ""));
    }
    return [{ id: route.id, chain, segments: parts.flat() }];
  });
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  for (const [at, part] of pattern.entries()) {
    if (part === "*" || part.endsWith("?")) return true;
    const segment = segments[at];
    if (segment === undefined || !(part.startsWith(":") || part === segment)) return false;
  }
  return pattern.length === segments.length;
}
