import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isFull } from "../support/length";
import { barriers, findings, lostStops } from "./support/accessibility";
import { draftOrder, ORDERS, openOrder, releasedOrder } from "./support/orders";
import { eventually, fill, fillSignIn, open, ready, send } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();

interface Place {
  name: string;
  account?: string;
  /** The frame around the page is walked and judged here as well; at full length everywhere. */
  withFrame?: boolean;
  go(page: Page): Promise<void>;
}

const PLACES: Place[] = [
  { name: "登录页", go: async (page) => void (await open(page, "/user/login")) },
  {
    name: "登录被拒绝",
    async go(page) {
      await open(page, "/user/login");
      notify(page, 400);
      await fillSignIn(page, "", "");
      await page.locator("#username-error").waitFor();
    },
  },
  {
    name: "不存在的页面",
    async go(page) {
      notify(page, 404);
      await open(page, "/404");
    },
  },
  { name: "首页", account: "buyer1", withFrame: true, go: async (page) => void (await open(page, "/qiaqia/home")) },
  { name: "订单列表", account: "buyer1", go: async (page) => void (await open(page, `/${ORDERS}?state=released`)) },
  {
    name: "没有结果的列表",
    account: "buyer1",
    go: async (page) => void (await open(page, `/${ORDERS}?number=nothing&amount=x`)),
  },
  {
    name: "订单",
    account: "buyer1",
    async go(page) {
      const [row] = await (await portal.rest("buyer1")).list(ORDERS, { state: "negotiating" });
      await openOrder(page, row?.id ?? "");
    },
  },
  {
    name: "流程图",
    account: "buyer1",
    go: async (page) => openOrder(page, (await releasedOrder(portal)).id, "/states"),
  },
  {
    name: "评论被拒绝的订单",
    account: "buyer1",
    async go(page) {
      await openOrder(page, (await releasedOrder(portal)).id, "?from=page%3D1");
      await fill(page, { text: "@查无此人" });
      notify(page, 400);
      await send(page, "发表评论");
      await page.locator("#f-text-error").waitFor();
    },
  },
  { name: "与我有关的动态", account: "buyer1", go: async (page) => void (await open(page, "/account/inbox")) },
  { name: "键盘快捷键", account: "buyer1", go: async (page) => void (await open(page, "/account/keys")) },
  { name: "新建订单", account: "buyer1", go: async (page) => void (await open(page, `/${ORDERS}/new`)) },
  {
    name: "填错的订单",
    account: "buyer1",
    async go(page) {
      await openOrder(page, (await draftOrder(portal)).id, "/edit");
      await fill(page, { supplier_id: "", company_id: "请选择", "items.0.qty": "x", "items.0.price": "-1" });
      notify(page, 400);
      await send(page, "保存");
      await eventually(() => page.locator("[aria-invalid=true]").count()).toBe(4);
    },
  },
  {
    name: "提出变更",
    account: "supplier1",
    go: async (page) => openOrder(page, (await releasedOrder(portal)).id, "/propose"),
  },
  {
    name: "下达前的提醒",
    account: "buyer1",
    async go(page) {
      const buyer = await portal.rest("buyer1");
      const { id } = await draftOrder(portal, { order_date: "2019-01-07" });
      await buyer.move(ORDERS, id, "submit", { version: 1 });
      await openOrder(page, id, "/release");
    },
  },
  { name: "个性化设置", account: "buyer1", go: async (page) => void (await open(page, "/account/custom")) },
  {
    name: "个性化设置被拒绝",
    account: "planner1",
    async go(page) {
      await open(page, "/account/custom");
      await page.getByRole("radio", { name: "定宽" }).check();
      notify(page, 400);
      await page.locator("main").getByRole("button", { name: "保存" }).click();
      await page.locator("#f-contentWidth-error").waitFor();
      await ready(page);
    },
  },
  {
    name: "顶部菜单、定宽和打开的铃铛",
    account: "manager1",
    withFrame: true,
    async go(page) {
      const manager = await portal.rest("manager1");
      await manager.call("POST", "/v2/user/preference", { layout: "topmenu", contentWidth: "Fixed" });
      await open(page, "/qiaqia/home");
      await page.locator(".sh-bell summary").click();
      await eventually(() => page.locator(".bl-tabs, .bl-counts").count()).toBe(1);
    },
  },
  { name: "退出登录", account: "buyer1", go: async (page) => void (await open(page, "/account/logout")) },
  {
    name: "供应商分类表单",
    account: "admin",
    go: async (page) => void (await open(page, "/master-data/supplier-class/new")),
  },
];

/** Lists and forms that the engine draws as it draws those of orders: looked at one by one at full length. */
const DRAWN_AS_OTHERS: readonly string[] = [
  "/system-management/users/new",
  "/system-management/role",
  "/system-management/resource/new",
  "/system-management/dictionary",
  "/system-management/dictionary/new",
  "/system-management/order-rule",
  "/system-management/parameter",
  "/system-management/login-log",
  "/system-management/online-session",
  "/system-management/audit-log",
  "/user-administration/user-log",
  "/user-administration/purchase-group",
];

/** Pages that are a sight by themselves: the public ones, those of the account, and those of the menus that are drawn otherwise. */
const SIGHTS: Readonly<Record<string, readonly string[]>> = {
  "": ["/user/recover", "/user/register", "/user/register-result"],
  buyer1: [
    "/account/account-center",
    "/account/settings-base",
    "/account/settings-security",
    "/account/settings-notification",
    "/account/settings-opening",
    "/account/settings-binding",
    "/account/settings-avatar",
    "/account/profile",
    "/account/password",
    "/shell/menus",
  ],
  admin: [
    "/system-management/users",
    "/system-management/resource",
    "/user-administration/user-assign",
    "/user-administration/user-log/import",
    "/api-docs",
    "/test/home",
    ...(isFull ? DRAWN_AS_OTHERS : []),
  ],
};

for (const [account, paths] of Object.entries(SIGHTS))
  for (const path of paths)
    PLACES.push({
      name: path,
      ...(account ? { account } : {}),
      go: async (page) => {
        expect((await open(page, path)).status()).toBe(200);
      },
    });

/** Places that between them show every part of a page: a usual run judges these in all looks, and as the server sends them. */
const IN_EVERY_LOOK = ["登录页", "首页", "订单列表", "订单", "填错的订单", "提出变更"];

describe.each(PLACES)("$name", ({ name, account, withFrame = isFull, go }) => {
  const isPlain = !isFull && !IN_EVERY_LOOK.includes(name);
  test.each(isPlain ? [true] : [false, true])("读屏和键盘都走得通（脚本：%s）", async (script) => {
    const context = await portal.browse({ script });
    if (account) await portal.enter(context, account);
    const page = await context.newPage();
    await go(page);
    expect(await barriers(page)).toEqual([]);
    // Without script the Tab key meets the same elements in the same order, and on plain pages what it meets on the others: at full length alone.
    if ((script && !isPlain) || isFull) {
      const { stops, lost } = await lostStops(page, withFrame ? "body" : "main");
      expect(lost).toEqual([]);
      expect(stops).toBeGreaterThan(0);
    }
    if (script && (await page.locator("script").count()) > 0)
      expect(await findings(page, { isPlain, withFrame })).toEqual([]);
  });
});

test("检查看得出缺了什么", async () => {
  const page = await (await portal.browse({ script: false })).newPage();
  await open(page, "/user/login");
  await page.evaluate(() => {
    document.body.innerHTML = `<h1>一</h1><h1>二</h1><h3>三</h3><input>
      <label>甲<input aria-describedby="nowhere"></label><table><tr><th>乙</th></tr></table><a href="#" style="outline: none">丙</a>
      <a href="#" style="position: absolute; left: -999px">丁</a><p id="x"></p><p id="x"></p><button></button>`;
  });
  const found = (await barriers(page)).map((sentence) => sentence.split(":")[0]);
  expect(found.sort()).toEqual(
    [
      "control without label",
      "nothing to read on",
      "2 h1 headings",
      "heading level 3 after 1",
      "0 main landmarks",
      "table without caption",
      "table head without scope",
      "id used twice",
      "aria-describedby leads nowhere",
    ].sort(),
  );
  const { stops, lost } = await lostStops(page);
  expect(stops).toBe(5);
  expect(lost.map(({ inSight, marked }) => [inSight, marked])).toEqual([
    [true, false],
    [false, true],
  ]);
});
