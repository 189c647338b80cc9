import { describe, expect, test } from "vitest";
import type { ResourceRow } from "~/data/access.server";
import {
  activeIn,
  DEEPEST,
  drawnAt,
  drawnTops,
  growMenus,
  type MenuNode,
  menuAt,
  menuFaults,
  placesAt,
  wayInto,
  wayIntoTop,
} from "~/engine/session/menu-tree";
import { Random } from "~/modules/demo/random";

let order = 0;
function row(type: ResourceRow["type"], id: string, parent: string, more: Partial<ResourceRow> = {}): ResourceRow {
  order += 1;
  return {
    id,
    parent_id: parent,
    type,
    name: id,
    title: `${id}标题`,
    path: null,
    component: type === "menu" ? `x/${id}` : null,
    redirect: null,
    icon: null,
    sort_no: order,
    show: true,
    hide_children: false,
    hidden_header_content: false,
    target: null,
    keep_tab: true,
    ...more,
  };
}

const all = (rows: readonly ResourceRow[]) =>
  new Map(rows.filter(({ type }) => type === "menu" || type === "link").map(({ name }) => [name, new Set(["query"])]));
const grow = (rows: readonly ResourceRow[]) => growMenus(rows, all(rows));
const drawn = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map(({ entry, children }) => (children.length > 0 ? [entry.name, drawn(children)] : entry.name));

describe("菜单树", () => {
  test("多级目录，没有地址的条目接在上级地址之后", () => {
    const rows = [
      row("top", "t", "0"),
      row("dir", "a", "t"),
      row("dir", "b", "a", { path: "/own/" }),
      row("dir", "c", "b"),
      row("menu", "leaf", "c"),
      row("menu", "direct", "t"),
      row("menu", "explicit", "a", { path: "//x///y?next=//z" }),
      row("link", "away", "a", { path: "HTTPS://else.example//deep///path" }),
    ];
    const menus = grow(rows);
    const [top] = menus.tops;
    expect(drawn(top?.roots ?? [])).toEqual([["a", [["b", [["c", ["leaf"]]]], "explicit", "away"]], "direct"]);
    const paths = Object.fromEntries((top?.entries ?? []).map(({ name, path }) => [name, path]));
    expect(paths).toEqual({
      a: "/a",
      b: "/own/",
      c: "/own/c",
      leaf: "/own/c/leaf",
      direct: "/direct",
      explicit: "/x/y?next=//z",
      away: "HTTPS://else.example/deep/path",
    });
    expect(top?.entries.find(({ name }) => name === "a")?.parentId).toBe("0");
    expect(menus.byName.get("away")?.entry.meta.target).toBe("_blank");
    expect(menuFaults(rows)).toEqual([]);
  });

  test("只留下有查询权限的条目及其目录，没有条目的顶部菜单不出现", () => {
    const rows = [
      row("top", "t", "0"),
      row("dir", "a", "t"),
      row("menu", "mine", "a"),
      row("menu", "theirs", "a"),
      row("top", "empty", "0"),
      row("menu", "other", "empty"),
      row("link", "l", "a", { path: "https://x.example" }),
    ];
    const menus = growMenus(
      rows,
      new Map([
        ["mine", new Set(["query"])],
        ["theirs", new Set(["edit"])],
      ]),
    );
    expect(menus.tops.map(({ top }) => top.id)).toEqual(["t"]);
    expect(drawn(menus.tops[0]?.roots ?? [])).toEqual([["a", ["mine"]]]);
  });

  test("不显示的条目不画出，但属于菜单；隐藏下级的目录画成一个条目", () => {
    const rows = [
      row("top", "t", "0"),
      row("dir", "a", "t"),
      row("menu", "seen", "a", { path: "/a/seen" }),
      row("menu", "hidden", "a", { path: "/a/hidden", show: false }),
      row("dir", "folded", "t", { hide_children: true }),
      row("menu", "below", "folded"),
      row("dir", "shut", "t"),
      row("menu", "unseen", "shut", { show: false }),
    ];
    const menus = grow(rows);
    const [menu] = menus.tops;
    if (!menu) throw new Error("no menu");
    expect(drawn(menu.roots)).toEqual([["a", ["seen"]], "folded"]);
    expect(menus.byName.get("hidden")?.opens).toBe(true);
    const at = (path: string) => {
      const place = activeIn(menus, menu, path);
      const found = place && drawnAt(place);
      return [place?.entry.name, found?.entry.name, found?.above.map(({ name }) => name)];
    };
    expect(at("/a/seen/1/edit?x=1")).toEqual(["seen", "seen", ["a"]]);
    expect(at("/a/hidden")).toEqual(["hidden", "a", []]);
    expect(at("/folded/below")).toEqual(["below", "folded", []]);
    expect(at("/a/seen-not")).toEqual(["a", "a", []]);
    expect(activeIn(menus, menu, "/elsewhere")).toBeNull();
    expect(wayInto(menus, "/folded")).toBe("/folded/below");
    expect(wayInto(menus, "/shut")).toBe("/shut/unseen");
  });

  test("最长的地址为准", () => {
    const rows = [
      row("top", "t", "0"),
      row("menu", "short", "t", { path: "/a" }),
      row("menu", "long", "t", { path: "/a/b" }),
    ];
    const names = (path: string) => placesAt(grow(rows), path).map(({ entry }) => entry.name);
    expect([names("/a/b/c"), names("/a/bc"), names("/a"), names("/"), names("/b")]).toEqual([
      ["long"],
      ["short"],
      ["short"],
      [],
      [],
    ]);
  });
});

describe("目录的地址", () => {
  const rows = [
    row("top", "t", "0", { redirect: "/b" }),
    row("dir", "a", "t", { redirect: "/b/two" }),
    row("link", "away", "a", { path: "https://x.example" }),
    row("menu", "first", "a", { path: "/a/first" }),
    row("dir", "b", "t", { redirect: "/a" }),
    row("menu", "one", "b"),
    row("menu", "two", "b"),
    row("dir", "self", "t", { redirect: "/self" }),
    row("menu", "in", "self"),
    row("dir", "out", "t", { redirect: "//evil.example/x" }),
    row("menu", "safe", "out"),
    row("dir", "home", "t", { redirect: "/qiaqia/home" }),
    row("menu", "any", "home"),
  ];

  test("转到指定的页面，没有权限时转到第一个可见的页面", () => {
    const menus = grow(rows);
    expect(wayInto(menus, "/a")).toBe("/b/two");
    expect(wayInto(menus, "/a/first")).toBeNull();
    expect(wayInto(menus, "/nowhere")).toBeNull();
    expect(wayInto(menus, "/self")).toBe("/self/in");
    expect(wayInto(menus, "/home/")).toBe("/qiaqia/home");
    const few = growMenus(rows, new Map([["first", new Set(["query"])]]));
    expect(wayInto(few, "/a")).toBe("/a/first");
  });

  test("互相跳转的目录不会转圈，外部地址不会被跟随", () => {
    const menus = grow(rows);
    const [menu] = menus.tops;
    // b leads to a, and a to one of b's pages.
    expect(menu && wayIntoTop(menus, menu)).toBe("/b/two");
    const circle = rows.map((one) => (one.id === "a" ? { ...one, redirect: "/b" } : one));
    expect(["/a", "/b"].map((path) => wayInto(grow(circle), path))).toEqual(["/b/one", "/a/first"]);
    expect(wayInto(menus, "/out")).toBe("/evil.example/x");
    const backslash = [row("top", "t", "0", { redirect: "/\\evil.example" }), row("menu", "m", "t")];
    expect(wayInto(grow(backslash), "/t")).toBe("/m");
  });
});

describe("顶部菜单", () => {
  const rows = [
    row("top", "one", "0"),
    row("menu", "a", "one"),
    row("menu", "shared1", "one", { path: "/shared" }),
    row("top", "two", "0"),
    row("menu", "b", "two"),
    row("top", "three", "0"),
    row("menu", "shared3", "three", { path: "/shared" }),
    row("top", "unseen", "0", { show: false }),
    row("menu", "c", "unseen"),
  ];

  test("属于另一个顶部菜单的页面显示那个菜单，其他页面保持当前菜单", () => {
    const menus = grow(rows);
    const at = (path: string, current: string | null) => menuAt(menus, path, current)?.top.id;
    expect(drawnTops(menus).map(({ top }) => top.id)).toEqual(["one", "two", "three"]);
    expect([at("/qiaqia/home", null), at("/qiaqia/home", "two"), at("/qiaqia/home", "gone")]).toEqual([
      "one",
      "two",
      "one",
    ]);
    expect([at("/b/1", null), at("/a", "two"), at("/c", "one")]).toEqual(["two", "one", "unseen"]);
    // Two other tabs hold it: none of them is the one.
    expect([at("/shared", "two"), at("/shared", "three")]).toEqual(["two", "three"]);
    expect(menuAt(growMenus(rows, new Map()), "/a", "one")).toBeNull();
  });
});

describe("有缺陷的数据", () => {
  test("上级不存在、成圈、放错位置、太深和地址不合法的条目不进菜单，都列出来", () => {
    const deep = Array.from({ length: DEEPEST + 2 }, (_one, at) =>
      row(at === 0 ? "top" : "dir", `d${at}`, at === 0 ? "0" : `d${at - 1}`),
    );
    const rows = [
      row("top", "t", "0"),
      row("menu", "good", "t"),
      row("menu", "lost", "nowhere"),
      row("dir", "x", "y"),
      row("dir", "y", "x"),
      row("menu", "round", "y"),
      row("dir", "loose", "0"),
      row("menu", "inside", "loose"),
      row("top", "inner", "t"),
      row("perm", "p", "t"),
      row("menu", "below-perm", "p"),
      row("link", "script", "t", { path: "javascript:alert(1)" }),
      row("link", "slash", "t", { path: "https:\\\\evil" }),
      row("link", "user", "t", { path: "https://a@evil.example/" }),
      row("menu", "odd", "t", { path: "relative/path" }),
      row("dir", "sent", "t", { redirect: "javascript:alert(1)" }),
      ...deep,
      row("menu", "deepest", `d${DEEPEST + 1}`),
    ];
    const menus = grow(rows);
    expect(menus.tops.map(({ top, entries }) => [top.id, entries.map(({ name }) => name)])).toEqual([["t", ["good"]]]);
    const faults = menuFaults(rows).map(({ row: { id }, fault }) => [id, fault]);
    expect(faults).toEqual([
      ["lost", "orphan"],
      ["x", "cycle"],
      ["y", "cycle"],
      ["round", "cycle"],
      ["loose", "place"],
      ["inside", "place"],
      ["inner", "place"],
      ["below-perm", "place"],
      ["script", "address"],
      ["slash", "address"],
      ["user", "address"],
      ["odd", "address"],
      ["sent", "address"],
      [`d${DEEPEST}`, "deep"],
      [`d${DEEPEST + 1}`, "deep"],
      ["deepest", "deep"],
    ]);
  });

  test("任意的树：每个画出的条目都有权限，上级齐全，没有条目出现两次", () => {
    const dice = new Random(20_251);
    for (let round = 0; round < 300; round += 1) {
      const ids = Array.from({ length: dice.whole(4, 34) }, (_one, at) => `n${at}`);
      const rows = ids.map((id) =>
        row(
          dice.pick(["top", "dir", "menu", "menu", "link", "perm"]),
          id,
          dice.pick(["0", "0", "n0", "gone", ...ids]),
          {
            path: dice.pick([null, null, "", "/p", "//p//q", "https://x.example/a", "javascript:1", "/..\\x", "x"]),
            redirect: dice.pick([null, null, "/p", "//p", "https://x.example", `/${dice.pick(ids)}`]),
            show: dice.percent(80),
            hide_children: dice.percent(20),
          },
        ),
      );
      const granted = new Map(ids.filter(() => dice.percent(70)).map((id) => [id, new Set(["query"])]));
      const menus = growMenus(rows, granted);
      const types = new Map(rows.map(({ id, type }) => [id, type]));
      const seen = new Set<string>();
      for (const menu of menus.tops) {
        expect(types.get(menu.top.id)).toBe("top");
        const held = new Set(menu.entries.map(({ id }) => id));
        for (const entry of menu.entries) {
          expect(seen.has(entry.id)).toBe(false);
          seen.add(entry.id);
          expect(entry.parentId === "0" || held.has(entry.parentId)).toBe(true);
          expect(entry.path).not.toMatch(/^(?!https?:)[^/]|^\/\/|[^:]\/\//);
        }
        const walk = (nodes: readonly MenuNode[], depth: number): void => {
          expect(depth).toBeLessThanOrEqual(DEEPEST);
          for (const { entry, opens, children } of nodes) {
            expect(entry.meta.show).toBe(true);
            if (opens)
              expect([granted.has(entry.name), entry.path]).toEqual([
                true,
                expect.stringMatching(/^(\/(?!\/)|https:\/\/)/),
              ]);
            walk(children, depth + 1);
          }
        };
        walk(menu.roots, 1);
        const way = wayIntoTop(menus, menu);
        if (way !== null) expect(way).toMatch(/^\/(?![/\\])/);
        if (way !== null) expect(placesAt(menus, way)[0]?.opens ?? true).toBe(true);
      }
    }
  });
});
