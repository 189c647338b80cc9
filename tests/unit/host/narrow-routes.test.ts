import path from "node:path";
import { fileURLToPath } from "node:url";
import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { narrowRoutes } from "~/host/narrow-routes.server";
import { routesOf } from "../../../scripts/page-files.mjs";
import { STEPS } from "../../support/length";

interface Listed {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}
interface Branch {
  id: string;
  path?: string;
  index?: false;
  children: Node[];
}
interface Leaf {
  id: string;
  path?: string;
  index: true;
}
type Node = Branch | Leaf;

const routes: Record<string, Listed> = {
  root: { id: "root", path: "" },
  ...routesOf(path.join(path.dirname(fileURLToPath(import.meta.url)), "../../../app")),
};
const keyOf = narrowRoutes(routes, "/web");

function treeOf(ids: ReadonlySet<string>, parentId?: string): Node[] {
  return Object.values(routes)
    .filter((route) => ids.has(route.id) && route.parentId === parentId)
    .map(({ id, path: pattern, index }): Node => {
      const own = { id, ...(pattern === undefined ? {} : { path: pattern }) };
      return index ? { ...own, index: true } : { ...own, children: treeOf(ids, id) };
    });
}

const all = treeOf(new Set(Object.keys(routes)));
const found = (tree: Node[], pathname: string) =>
  matchRoutes(tree, { pathname }, "/web")?.map(({ route, params }) => ({ id: route.id, params })) ?? null;

const words = [
  ...new Set(Object.values(routes).flatMap((route) => (route.path ?? "").split("/"))),
  "purchase-orders",
  "Purchase-Order",
  "new",
  "42",
  "%E8%AE%A2",
  "",
].filter((word) => !word.startsWith(":") && word !== "*");

describe("routes that an address can belong to", () => {
  test("of them the router finds what it finds among all", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 6 }), fc.boolean(), (parts, trailing) => {
        const pathname = `/web/${parts.join("/")}${trailing ? "/" : ""}`;
        const key = keyOf(pathname);
        if (key === null) return;
        expect(found(treeOf(new Set(key.split(" "))), pathname)).toEqual(found(all, pathname));
      }),
      { seed: 11, numRuns: STEPS },
    );
  });

  test("are few for the page of a screen, data asked by script included", () => {
    for (const pathname of ["/web/purchase-orders/purchase-order", "/web/purchase-orders/purchase-order.data"]) {
      const ids = keyOf(pathname)?.split(" ") ?? [];
      expect(ids).toContain("routes/_shell.$module.$screen._index");
      expect(ids.length).toBeLessThan(12);
    }
  });

  test("are not guessed for addresses outside, nor for written signs", () => {
    expect(keyOf("/other")).toBeNull();
    expect(keyOf("/webb/home")).toBeNull();
    expect(keyOf("/web/%70urchase/orders")).toBeNull();
  });
});
