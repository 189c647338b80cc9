import { afterAll, expect, test } from "vitest";
import { addComment } from "~/engine/operations/comments.server";
import { markRead } from "~/engine/operations/inbox.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { bellCounts, bellModel } from "~/engine/screen/bell-model.server";
import { notifyMember } from "~/engine/session/security-notifications.server";
import { ORDER, submitted, transition } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

test("铃铛分开数通知和消息，列出最新的五条和等我处理的，全部已读后归零", async () => {
  const entity = world.entity(ORDER);
  const [buyer, manager] = [await world.as("buyerA"), await world.as("manager")];
  expect(await bellCounts(buyer)).toEqual({ watch: 0, mention: 0, drafts: 0 });
  expect((await bellModel(await world.as("warehouse"))).tabs.map(({ count, entries }) => [count, entries])).toEqual([
    [0, []],
    [0, []],
    [0, []],
  ]);
  const orders = [];
  for (let made = 0; made < 6; made += 1) {
    const { id } = await submitted(world);
    await watchRecord(manager, { entity, id, on: true });
    // Entries of the same instant have no order.
    world.clock.advance(60_000);
    await transition(world, { context: await world.as("buyerA"), id, name: "withdraw" });
    orders.push(id);
  }
  await addComment(buyer, { entity, id: orders[0] ?? "", text: "请看 @采购经理", internal: true });
  const { unread, tabs } = await bellModel(manager);
  expect(await bellCounts(manager)).toEqual({ watch: expect.any(Number), mention: 1, drafts: 0 });
  expect(unread).toBe((tabs[0]?.count ?? 0) + 1);
  expect(tabs.map(({ label }) => label)).toEqual(["通知", "消息", "待办"]);
  expect(tabs[0]?.entries).toHaveLength(5);
  expect(tabs[0]?.entries[0]?.href).toContain(orders.at(-1));
  expect(tabs[1]?.entries.map(({ text }) => text)).toEqual([expect.stringContaining("甲采购")]);
  const todo = (await bellModel(buyer)).tabs[2];
  expect(todo?.entries.some(({ text }) => text.includes("等待您提交"))).toBe(true);
  // What happened to the account is a notice as well.
  world.clock.advance(60_000);
  const notified = { userId: manager.actor.id ?? "", at: world.clock.now().toISOString() };
  await notifyMember(world.engine, { ...notified, scenario: "account.password-changed", values: { others: "" } });
  const notices = (await bellModel(manager)).tabs[0];
  expect(notices?.count).toBe((tabs[0]?.count ?? 0) + 1);
  expect(notices?.entries[0]).toMatchObject({ title: "登录密码已修改", href: "/account/settings-security" });
  await markRead(manager, "all");
  expect(await bellCounts(manager)).toEqual({ watch: 0, mention: 0, drafts: 0 });
});
