import { matchRoutes } from "@remix-run/react";
import { narrowRoutes } from "./narrow-routes.server";
import { isReadablePath } from "./readable.server";

/** A route as the build lists it. */
interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

/**
 * Finds the pattern that a page's address follows, by the same rules as Remix.
 * @returns a function from a path, also one of single-fetch data, to a pattern such as `/web/:module/:screen`
 */
export function pageRoutes(
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
  basename: string,
): (path: string) => string | undefined {
  const tree = childrenOf(undefined, Object.values(routes));
  const trees = new Map<string, Node[]>();
  const keyOf = narrowRoutes(routes, basename);
  const treeOf = (key: string | null) => {
    if (key === null) return tree;
    const known = trees.get(key);
    if (known) return known;
    const ids = new Set(key.split(" "));
    const made = childrenOf(
      undefined,
      Object.values(routes).filter((route) => route && ids.has(route.id)),
    );
    trees.set(key, made);
    return made;
  };
  return (path) => {
    if (!isReadablePath(path)) return undefined;
    const pathname = path.replace(/\/_root\.data$/, "/").replace(/\.data$/, "");
    const matches = matchRoutes(treeOf(keyOf(path)), { pathname }, basename);
    if (!matches) return undefined;
    const parts = matches.flatMap(({ route }) => route.path?.split("/") ?? []).filter((part) => part !== "");
    return [basename, ...parts].join("/");
  };
}

interface Branch {
  path?: string;
  index?: false;
  children: Node[];
}

interface Leaf {
  path?: string;
  index: true;
}

type Node = Branch | Leaf;

function childrenOf(parentId: string | undefined, routes: readonly (BuiltRoute | undefined)[]): Node[] {
  return routes.flatMap((route): Node[] => {
    if (!route || route.parentId !== parentId) return [];
    const path = route.path === undefined ? {} : { path: route.path };
    return [route.index ? { ...path, index: true } : { ...path, children: childrenOf(route.id, routes) }];
  });
}
