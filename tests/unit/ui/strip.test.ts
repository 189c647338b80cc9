import { describe, expect, test } from "vitest";
import { closesCurrent, landsBefore, type StripModel } from "~/ui/shell/TabStrip/strip";

const tab = (id: string, pinned = false) => ({ id, title: id, href: `/${id}`, ...(pinned ? { pinned } : {}) });
const strip = (current: string | null, pinned = false): StripModel => ({
  tabs: [tab("home"), tab("a"), tab("b", pinned), tab("c")],
  current,
  top: "",
});

describe("关闭前要不要问", () => {
  test.each([
    ["close", "b", true],
    ["close", "a", false],
    ["left", "c", true],
    ["left", "a", false],
    ["right", "a", true],
    ["right", "b", false],
    ["others", "c", true],
    ["others", "b", false],
    ["all", "a", true],
    ["pin", "b", false],
    ["close", "unknown", false],
  ])("%s %s", (intent, id, expected) => {
    expect(closesCurrent(strip("b"), intent, id)).toBe(expected);
  });

  test("固定的标签只怕关闭它自己和关闭全部", () => {
    expect(["close:b", "others:a", "right:a", "all:a"].map((one) => ask(strip("b", true), one))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("首页和不属于任何标签的页面不会被关闭", () => {
    expect(ask(strip("home"), "all:a")).toBe(false);
    expect(ask(strip(null), "all:a")).toBe(false);
  });
});

function ask(model: StripModel, one: string): boolean {
  const [intent = "", id = ""] = one.split(":");
  return closesCurrent(model, intent, id);
}

test("拖到一个标签的后半边落在它之后，首页之前没有位置", () => {
  const { tabs } = strip(null);
  expect([landsBefore(tabs, "b", false), landsBefore(tabs, "b", true)]).toEqual(["b", "c"]);
  expect([landsBefore(tabs, "home", false), landsBefore(tabs, "c", true)]).toEqual(["a", ""]);
});
