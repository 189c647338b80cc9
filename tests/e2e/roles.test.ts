import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { arrive, buttonOf, eventually, fill, follow, open, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey.likeOthers("复制角色、配置权限、核对差异，下一次请求生效", async (browser, { script, another }) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/system-management/role?code=warehouse");
  await follow(page, page.locator("main tbody").getByRole("link", { name: "仓管员", exact: true }));
  await eventually(() => page.locator("main h1").count()).toBe(1);
  await follow(page, page.locator("main").getByRole("link", { name: "复制" }));
  const code = script ? "copy_with" : "copy_without";
  notify(page, 400);
  await fill(page, { code: "warehouse", name: `仓管副本${code}` });
  await send(page, "复制");
  expect(await textOf(page.locator("main"))).toContain("角色编码已存在");
  await fill(page, { code });
  await buttonOf(page, "复制").click();
  await arrive(page, /\/permissions$/);
  await eventually(() => textOf(page.locator("h1"))).toBe(`仓管副本${code}的权限`);

  // Deleting brings the query along: at once with script, at the check without.
  const box = (label: string) => page.getByRole("checkbox", { name: label, exact: true });
  const groups = page.locator("details.rm-group:not([open]) > summary");
  while ((await groups.count()) > 0) await groups.first().click();
  await box("公司 · 编辑").check();
  await eventually(() => box("公司 · 查询").isChecked()).toBe(script || (await box("公司 · 查询").isChecked()));
  await send(page, "核对变更");
  await eventually(() => textOf(page.locator("h1"))).toContain("核对");
  expect(await textOf(page.locator("main"))).toContain("目前没有用户持有该角色");
  expect(await textOf(page.getByRole("region", { name: "新增" }))).toContain("主数据 / 公司");
  await send(page, "返回修改");
  await eventually(() => box("公司 · 编辑").isChecked()).toBe(true);
  await send(page, "核对变更");
  await buttonOf(page, "保存").click();
  await arrive(page, /\/role\/[0-9a-f-]{36}$/);
  await eventually(() => page.locator(".sh-notices").allInnerTexts()).toEqual([
    expect.stringContaining(`仓管副本${code}的权限已保存`),
  ]);
  expect(await textOf(page.getByRole("region", { name: "变更记录" }))).toContain("权限配置");
  await follow(page, page.locator("main").getByRole("link", { name: "成员" }));
  await eventually(() => textOf(page.locator("main"))).toContain("还没有用户持有该角色");

  const other = await another();
  await portal.enter(other, "warehouse1");
  const keeper = await other.newPage();
  notify(keeper, 403);
  expect((await open(keeper, "/system-management/role")).status()).toBe(403);
});

journey.likeOthers("给角色加一项权限再收回：持有人的下一次请求就变，并提示一次", async (browser, { another }) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  const other = await another();
  await portal.enter(other, "warehouse1");
  const keeper = await other.newPage();
  const mayAdd = () => keeper.locator("main").getByRole("link", { name: "新建公司" }).count();
  await open(keeper, "/master-data/company");
  expect(await mayAdd()).toBe(0);

  const set = async (on: boolean) => {
    await open(page, "/system-management/role?code=warehouse");
    await follow(page, page.locator("main tbody").getByRole("link", { name: "仓管员", exact: true }));
    await follow(page, page.locator("main").getByRole("link", { name: "权限配置", exact: true }));
    const groups = page.locator("details.rm-group:not([open]) > summary");
    while ((await groups.count()) > 0) await groups.first().click();
    await page.getByRole("checkbox", { name: "公司 · 新增", exact: true }).setChecked(on);
    await send(page, "核对变更");
    expect(await textOf(page.getByRole("region", { name: on ? "新增" : "移除" }))).toContain("主数据 / 公司");
    await buttonOf(page, "保存").click();
    await arrive(page, /\/role\/[0-9a-f-]{36}$/);
  };
  await set(true);
  await open(keeper, "/master-data/company");
  expect(await mayAdd()).toBe(1);
  expect(await textOf(keeper.locator(".sh-notices"))).toContain("您的权限已更新");
  expect((await open(keeper, "/master-data/company/new")).status()).toBe(200);
  // Said once: the server does not send it again.
  expect(await (await keeper.request.get("/web/master-data/company")).text()).not.toContain("您的权限已更新");

  await set(false);
  notify(keeper, 403);
  expect((await open(keeper, "/master-data/company/new")).status()).toBe(403);
});
