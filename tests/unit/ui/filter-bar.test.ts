import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, test } from "vitest";
import type { Filter } from "~/ui/model/list";
import { FilterBar } from "~/ui/table/FilterBar/FilterBar";

const filter = (name: string, more: Partial<Filter> = {}): Filter => ({
  ...{ name, label: name, values: [""], kind: "contains", ...more },
});
const FIRST = ["q", "number", "supplier_id", "factory_id"].map((name) => filter(name));

async function html(rest: Filter[], more: { filtersOpen?: boolean; filtersTyped?: boolean } = {}): Promise<string> {
  const element = createElement(FilterBar, {
    ...{ filterAction: "/a/b", hidden: [], filters: [...FIRST, ...rest], datalists: [], clearHref: "/a/b" },
    ...{ filtersOpen: false, filtersTyped: false, chips: [{ label: "经办人：李四", href: "/a/b" }], ...more },
  });
  const { dataRoutes, query } = createStaticHandler([{ path: "*", element }]);
  const context = await query(new Request("http://portal.test/"));
  if (context instanceof Response) throw new Error("the bar answers nothing");
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
}
const isOpen = (page: string) => /<details class="fb-more" open=""/.test(page);

test("从链接打开的列表，条件收起，值写在上面；自己填的、习惯展开的、填错的展开", async () => {
  const set = [filter("owner", { values: ["李四"] })];
  const linked = await html(set);
  expect(isOpen(linked)).toBe(false);
  expect(linked).toContain("去掉条件 经办人：李四");
  expect(isOpen(await html(set, { filtersTyped: true }))).toBe(true);
  expect(isOpen(await html([filter("owner")], { filtersTyped: true }))).toBe(false);
  expect(isOpen(await html(set, { filtersOpen: true }))).toBe(true);
  expect(isOpen(await html([filter("due", { kind: "dayRange", values: ["x", ""], error: "请检查日期" })]))).toBe(true);
});
