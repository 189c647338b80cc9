import { afterAll, expect, test } from "vitest";
import type { HomeBlock } from "~/engine/home/blocks.server";
import { homeModel } from "~/engine/screen/home-model.server";
import { order } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const block = (key: string, load: HomeBlock["load"], place: HomeBlock["place"] = "main"): HomeBlock => ({
  key,
  place,
  load,
});
const withBlocks = async (...homeBlocks: HomeBlock[]) => {
  const buyer = await world.as("buyerA");
  return { ...buyer, services: { ...buyer.services, homeBlocks } };
};

test("首页的内容块：按登记的次序，没有内容的不出现，有说明的说明", async () => {
  const entries = [{ text: "关于国庆放假的通知", href: "/news/1", at: "2026-09-20" }];
  const context = await withBlocks(
    block("news", async () => ({ title: "新闻", entries }), "side"),
    block("nothing", async () => null),
    block("empty", async () => ({ title: "公告", entries: [] })),
    block("tasks", async () => ({ title: "待审批", entries: [], none: "没有等您审批的单据。" })),
  );
  expect((await homeModel(context)).blocks).toEqual([
    { key: "news", place: "side", title: "新闻", entries },
    { key: "tasks", place: "main", title: "待审批", entries: [], none: "没有等您审批的单据。" },
  ]);
});

test("一块读不出来只坏这一块：记入日志，其余照常", async () => {
  const logged: unknown[] = [];
  await order(world, await world.as("buyerA"));
  const whole = await withBlocks(
    block("broken", () => Promise.reject(new Error("down"))),
    block("sound", async () => ({ title: "新闻", entries: [{ text: "一条" }] })),
  );
  const log = { ...whole.services.log, error: (said: unknown) => void logged.push(said) };
  const model = await homeModel({ ...whole, services: { ...whole.services, log } });
  expect(model.blocks).toEqual([
    { key: "broken", place: "main", failed: true },
    { key: "sound", place: "main", title: "新闻", entries: [{ text: "一条" }] },
  ]);
  expect(logged).toMatchObject([{ part: "broken" }]);
  const waiting = Object(model.work).waiting;
  expect(waiting).toEqual(expect.arrayContaining([expect.objectContaining({ hint: "等待您提交" })]));
});
