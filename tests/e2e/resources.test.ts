import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { arrive, buttonOf, eventually, fill, follow, open, ready, send, textOf, unfold } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey.likeOthers("维护菜单树：新增下级、排序、停用前核对、按人预览、删除", async (browser, { script }) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/system-management/resource");
  const rowOf = (title: string) =>
    page.locator("main tr").filter({ has: page.getByRole("link", { name: title, exact: true }) });
  // A long tree comes folded, but for the branch one is at.
  await unfold(page);
  // Adds an entry below a directory; a page that does not exist is refused with everything kept.
  await follow(page, page.getByRole("link", { name: "在主数据下新增下级" }));
  const name = script ? "walk-with" : "walk-without";
  const title = `常用公司${script ? "甲" : "乙"}`;
  await fill(page, { title, name, path: "/master-data/gone" });
  notify(page, 400);
  await send(page, "保存");
  await eventually(() => textOf(page.locator("main"))).toContain("页面“/master-data/gone”不存在（MODULE_NOT_FOUND）");
  await fill(page, { path: "/master-data/company?enabled=1" });
  await buttonOf(page, "保存").click();
  await arrive(page, /\/resource\/[0-9a-f-]{36}$/);
  await eventually(() => page.locator(".sh-notices").allInnerTexts()).toEqual([
    expect.stringContaining("还没有角色持有它的权限"),
  ]);

  // It came last; one step up.
  await open(page, "/system-management/resource");
  await unfold(page);
  const above = async () => {
    const titles = await page.locator("main tbody th a:first-of-type").allInnerTexts();
    return titles[titles.indexOf(title) - 1];
  };
  const before = await above();
  await page.getByRole("button", { name: `上移${title}`, exact: true }).click();
  await eventually(above).not.toBe(before);
  await ready(page);
  await page.getByRole("button", { name: `下移${title}`, exact: true }).click();
  await eventually(above).toBe(before);
  await ready(page);

  // Stopping asks first.
  await unfold(page);
  await page.getByRole("button", { name: "停用合同管理", exact: true }).click();
  await eventually(() => textOf(page.locator("h1"))).toBe("停用“合同管理”");
  expect(await textOf(page.getByRole("region", { name: "一并停用" }))).toContain("合同");
  await follow(page, page.locator("main").getByRole("link", { name: "取消" }));
  await eventually(() => textOf(page.locator("h1"))).not.toContain("停用");
  await ready(page);
  await unfold(page);
  await page.getByRole("button", { name: `停用${title}`, exact: true }).click();
  await eventually(() => textOf(page.locator("h1"))).toBe(`停用“${title}”`);
  await send(page, "停用");
  await eventually(() => textOf(rowOf(title))).toContain("已停用");
  await ready(page);
  await unfold(page);
  await page.getByRole("button", { name: `启用${title}`, exact: true }).click();
  await eventually(() => textOf(rowOf(title))).not.toContain("已停用");
  await ready(page);

  // What a buyer sees of it all: not the new entry, for no role of his holds it.
  await follow(page, page.getByRole("link", { name: "菜单预览" }));
  await page.getByRole("searchbox", { name: "用户" }).fill("buyer1");
  await buttonOf(page, "查看").click();
  await arrive(page, /person=buyer1/);
  await eventually(() => textOf(page.getByRole("region", { name: "菜单", exact: true }))).toContain("buyer1");
  const shown = await textOf(page.getByRole("region", { name: "菜单", exact: true }));
  expect(shown).toContain("采购订单");
  expect(shown).not.toContain(title);

  await open(page, "/system-management/resource");
  await unfold(page);
  await follow(page, page.getByRole("link", { name: `删除${title}`, exact: true }));
  await send(page, "删除");
  await open(page, "/system-management/resource");
  await eventually(() => rowOf(title).count()).toBe(0);
});
