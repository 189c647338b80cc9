import { describe, expect, test } from "vitest";
import { LIKE_OTHERS } from "../support/length";
import { draftOrder, ORDERS, openOrder, releasedOrder } from "./support/orders";
import type { Page } from "./support/page";
import { buttonOf, complaint, eventually, field, follow, open, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();

function comments(page: Page) {
  return page.locator(".cm > ol > li");
}

/** A button that leads back to the page it stands on: waits until it says the other thing. */
async function press(page: Page, label: string, then: string): Promise<void> {
  await buttonOf(page, label).first().click();
  await buttonOf(page, then).first().waitFor();
}

describe.each([false, true])("一张单据周围（脚本：%s）", (script) => {
  async function as(account: string): Promise<Page> {
    const context = await portal.visit({ script });
    await portal.enter(context, account);
    return context.newPage();
  }

  test("写评论：找错的人说清楚、文字不丢，改对后只有该看的人看到，被提到的人收到动态", async () => {
    const order = await releasedOrder(portal);
    const buyer = await as("buyer1");
    await openOrder(buyer, order.id);
    await eventually(() => field(buyer, "internal").isChecked()).toBe(true);
    await field(buyer, "text").fill("@查无此人 价格要再谈");
    notify(buyer, 400);
    await send(buyer, "发表评论");
    await eventually(() => textOf(complaint(buyer, "text"))).toContain("没有「查无此人」");
    await eventually(() => field(buyer, "text").inputValue()).toBe("@查无此人 价格要再谈");
    await field(buyer, "text").fill("@manager1 价格要再谈");
    await send(buyer, "发表评论");
    await eventually(() => comments(buyer).count()).toBe(1);
    expect(await textOf(comments(buyer).first())).toMatch(/王敏[\s\S]*仅内部[\s\S]*@\S+ 价格要再谈/);
    await eventually(() => field(buyer, "text").inputValue()).toBe("");

    await field(buyer, "text").fill("请确认交期");
    await field(buyer, "internal").uncheck();
    await send(buyer, "发表评论");
    await eventually(() => comments(buyer).count()).toBe(2);

    const supplier = await as("supplier1");
    await openOrder(supplier, order.id);
    await eventually(() => comments(supplier).count()).toBe(1);
    expect(await supplier.content()).not.toContain("价格要再谈");
    expect(await textOf(comments(supplier).first())).toContain("请确认交期");
    await field(supplier, "text").fill("@采购员 已安排");
    await send(supplier, "发表评论");
    await eventually(() => comments(supplier).count()).toBe(2);

    const manager = await as("manager1");
    await open(manager, "/account/inbox");
    const entry = manager.locator(".ib > li").filter({ hasText: String(order.number) });
    expect(await textOf(entry.filter({ hasText: "提到我" }))).toContain("价格要再谈");
    await follow(manager, entry.getByRole("link").first());
    await eventually(() => comments(manager).count()).toBe(3);
    await open(manager, "/account/inbox?unread=1");
    await eventually(() =>
      manager
        .locator(".ib > li")
        .filter({ hasText: String(order.number) })
        .count(),
    ).toBe(0);
  });

  if (LIKE_OTHERS.includes(script))
    test("关注和取消关注，供应商看不到谁在关注", async () => {
      const order = await releasedOrder(portal);
      const manager = await as("manager1");
      await openOrder(manager, order.id);
      await press(manager, "关注", "取消关注");
      await eventually(() => textOf(manager.locator(".rc-watch"))).toContain("王敏、");
      await press(manager, "取消关注", "关注");
      const supplier = await as("supplier1");
      await openOrder(supplier, order.id);
      await press(supplier, "关注", "取消关注");
      expect(await textOf(supplier.locator(".rc-watch"))).toBe("取消关注");
    });

  test("从列表进来，上一条、下一条和返回都认得路，办理之后也认得", async () => {
    const made = [await draftOrder(portal), await draftOrder(portal), await draftOrder(portal)];
    const numbers = made.map(({ number }) => String(number)).sort();
    const page = await as("buyer1");
    await open(page, `/${ORDERS}?state=draft&sort=-number`);
    await follow(page, page.locator("main table").getByRole("link", { name: numbers[2] ?? "" }));
    const link = (name: string) => page.locator("main").getByRole("link", { name, exact: true });
    const place = async () => Number(/第 (\d+) \/ /.exec(await textOf(page.locator(".rc-way")))?.[1]);
    const first = await place();
    await follow(page, link("下一条"));
    expect(await textOf(page.locator("h1"))).toContain(numbers[1]);
    expect(await place()).toBe(first + 1);
    await follow(page, link("上一条"));
    expect(await textOf(page.locator("h1"))).toContain(numbers[2]);
    await follow(page, link("提交"));
    await send(page, "提交");
    await eventually(() => textOf(page.locator("h1 .bd"))).toBe("待下达");
    await follow(page, link("下一条"));
    expect(await textOf(page.locator("h1"))).toContain(numbers[1]);
    await follow(page, page.locator("main").getByRole("link", { name: "返回列表" }));
    expect(new URL(page.url()).search).toBe("?state=draft&sort=-number");
  });

  if (LIKE_OTHERS.includes(script))
    test("流程图标出当前状态，下面有同样内容的表，可以回到单据", async () => {
      const order = await releasedOrder(portal);
      const page = await as("buyer1");
      await openOrder(page, order.id);
      await follow(page, page.getByRole("link", { name: "流程图" }));
      await eventually(() => page.locator("svg [data-current] text").first().textContent()).toBe("● 待供应商确认");
      await eventually(() => page.locator("svg [data-taken]").count()).toBe(2);
      await eventually(() => page.locator("main tbody tr").filter({ hasText: "确认订单" }).count()).toBe(1);
      await follow(page, page.getByRole("link", { name: "返回", exact: false }).first());
      expect(page.url()).toContain(order.id);
    });

  if (LIKE_OTHERS.includes(script))
    test("首页列出未读的动态，全部标为已读之后不再列出", async () => {
      const order = await releasedOrder(portal);
      await (await portal.rest("supplier1")).move(ORDERS, order.id, "confirm", { version: order.version });
      const page = await as("buyer1");
      await open(page, "/qiaqia/home");
      const block = page.getByRole("region", { name: "与我有关的动态" });
      expect(await textOf(block)).toMatch(new RegExp(`${order.number}[\\s\\S]*确认订单：待供应商确认 → 执行中`));
      await block.getByRole("button", { name: "全部标为已读" }).click();
      await block.waitFor({ state: "detached" });
      await open(page, "/account/inbox?unread=1");
      expect(await textOf(page.locator("main"))).toContain("没有动态。");
    });
});

test("有脚本时输入@就列出能提醒的人，用键盘选中", async () => {
  const order = await releasedOrder(portal);
  const context = await portal.visit({ script: true });
  await portal.enter(context, "supplier1");
  const page = await context.newPage();
  await openOrder(page, order.id);
  await field(page, "text").pressSequentially("请@王");
  const option = page.getByRole("option");
  await option.first().waitFor();
  expect(await textOf(option.first())).toMatch(/王敏\s*采购员/);
  await page.keyboard.press("Enter");
  await eventually(() => field(page, "text").inputValue()).toBe("请@王敏 ");
  await option.first().waitFor({ state: "detached" });
  await field(page, "text").pressSequentially("看");
  await send(page, "发表评论");
  await eventually(() => comments(page).count()).toBe(1);
});

test("另一供应商打不开单据周围的任何页面，也得不到可以提醒的人", async () => {
  const order = await releasedOrder(portal);
  const context = await portal.visit({ script: false });
  await portal.enter(context, "supplier2");
  const page = await context.newPage();
  notify(page, 404);
  for (const part of ["/comments", "/states", "/history"]) {
    const answer = await open(page, `/${ORDERS}/${order.id}${part}`);
    expect([part, answer.status()]).toEqual([part, 404]);
    expect(await page.content()).not.toContain(String(order.number));
  }
  const people = await context.request.get(`/web/${ORDERS}/${order.id}/comments/people?q=`);
  expect(people.status()).toBe(404);
  await open(page, "/account/logout");
  const secret = await page.locator("main [name=_csrf]").inputValue();
  for (const [part, form] of [
    ["comments", { _csrf: secret, text: "越权" }],
    ["watch", { _csrf: secret, on: "1" }],
  ] as const) {
    const answer = await context.request.post(`/web/${ORDERS}/${order.id}/${part}`, { form, maxRedirects: 0 });
    expect([part, answer.status()]).toEqual([part, 404]);
  }
});
