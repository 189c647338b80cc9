import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { RoleName } from "~/engine/entity";
import { registry } from "~/modules/registry.server";
import { laidOut } from "../support/cover";
import { findingsInWidths } from "./support/accessibility";
import { misfits } from "./support/boxes";
import { draftOrder, goodsOf, inDays, ORDERS, openOrder, releasedOrder } from "./support/orders";
import { eventually, open } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();

/** Accounts of the demo by role; of these the first who may open a screen looks at it. */
const PEOPLE = {
  buyer: "buyer1",
  purchase_manager: "manager1",
  qa: "qa1",
  user_admin: "useradmin1",
  system_admin: "admin",
  finance: "finance1",
  log_auditor: "auditor1",
  supplier: "supplier1",
} as const satisfies Partial<Record<RoleName, string>>;

/** Screens that use all there is of layout; those only people open whom the demo has no account of, are left out. */
const PLACES = registry.registrations
  .filter(({ entity }) => laidOut.has(entity.key))
  .flatMap(({ entity }) => registry.screensOf(entity.key))
  .flatMap(({ area, key, grants }) => {
    const reader = Object.entries(PEOPLE).find(([role]) => {
      const granted = grants[role as RoleName];
      return granted === "all" || granted?.includes("query");
    });
    return reader ? [{ path: `${area}/${key}`, account: reader[1] }] : [];
  });

/** Without script nothing is drawn again: the page is measured as the server laid it out. */
async function pageOf(account: string, script = false): Promise<Page> {
  const context = await portal.browse({ script });
  await portal.enter(context, account);
  return context.newPage();
}

describe("没有数字被截断，必填的格子不被盖住，横向还有内容时看得出来", () => {
  test.each(PLACES)("$path", async ({ path, account }) => {
    const page = await pageOf(account);
    const seen: string[] = [];
    const measure = async (address: string) => {
      await page.goto(address);
      seen.push(...(await misfits(page)).map((sentence) => `${address.replace(/[0-9a-f-]{36}/, "…")} ${sentence}`));
    };
    const linksTo = (pattern: RegExp) =>
      page
        .locator("main a[href]")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
        .then((all) => all.find((href) => pattern.test(href)));
    await measure(`/web/${path}`);
    const made = await linksTo(new RegExp(`^/web/${path}/new$`));
    const record = await linksTo(new RegExp(`^/web/${path}/[0-9a-f-]{36}(\\?|$)`));
    if (made) await measure(made);
    if (record) {
      await measure(record);
      const edit = await linksTo(new RegExp(`^/web/${path}/[0-9a-f-]{36}/edit$`));
      if (edit) await measure(edit);
    }
    expect(seen).toEqual([]);
  });
});

describe("每一种页面", () => {
  const KINDS: [name: string, account: string, go: (page: Page) => Promise<unknown>][] = [
    ["首页", "buyer1", (page) => open(page, "/qiaqia/home")],
    ["列表", "buyer1", (page) => open(page, `/${ORDERS}`)],
    ["单据", "buyer1", async (page) => openOrder(page, (await releasedOrder(portal)).id)],
    [
      "六位数金额的表单",
      "buyer1",
      async (page) => {
        await openOrder(page, (await draftOrder(portal, await largeAmounts())).id, "/edit");
      },
    ],
    ["逐行填写的动作", "supplier1", async (page) => openOrder(page, (await releasedOrder(portal)).id, "/propose")],
  ];

  test.each(KINDS)("%s 在各种宽度下读屏走得通，没有东西被盖住", async (name, account, go) => {
    const page = await pageOf(account, true);
    await go(page);
    expect(await misfits(page)).toEqual([]);
    expect(await findingsInWidths(page, { withFrame: name === "首页" })).toEqual([]);
  });

  test("平板上订单列表的金额是完整的，不用横向滚动", async () => {
    const page = await pageOf("buyer1");
    await page.setViewportSize({ width: 820, height: 800 });
    await open(page, `/${ORDERS}`);
    const table = page.locator("main .dt").first();
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // Sorting is in reach there, too.
    await eventually(() => table.locator("thead a").first().isVisible()).toBe(true);
  });

  test.each([1280, 1366, 1440])("宽%d时订单明细的每一格都在视野里", async (width) => {
    const page = await pageOf("buyer1");
    await page.setViewportSize({ width, height: 800 });
    await openOrder(page, (await draftOrder(portal, await largeAmounts())).id, "/edit");
    const table = page.locator("main .dt[data-edit]").first();
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const date = page.locator('[name="items.0.required_date"]');
    await eventually(() => date.isVisible()).toBe(true);
  });

  async function largeAmounts(): Promise<Record<string, unknown>> {
    const { materials } = await goodsOf(portal);
    return {
      items: [{ material_id: materials[0].code, qty: "123456", price: "987.654321", required_date: inDays(40) }],
    };
  }
});
