import { afterAll, expect, test } from "vitest";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const KEY = "base-data/standard-clause";
const world = await openWorld();
afterAll(() => world.close());
const [entity, screen] = [world.entity(KEY), world.screen(KEY)];
const legal = await personWith(world, "legal");
const admin = await world.as("admin");

const write = (title: string, more: Record<string, unknown> = {}) =>
  createRecord(legal, {
    screen,
    values: { title, category: "payment", body: "验收合格后{{付款天数}}日内付款。", risk_level: "high", ...more },
  });
const transition = (context: typeof legal, id: string, name: string) =>
  applyTransition(context, { entity, id, name, reason: "测试" });
const whole = async (id: string) => (await openRecord(world.system(), { entity, id })).record;
const change = async (id: string, values: Record<string, unknown>) => {
  const { version } = await whole(id);
  return updateRecordBy(legal, { screen, id, version, values });
};
const inForce = async (title: string) => {
  const { id } = await write(title);
  await transition(legal, id, "submit");
  await transition(admin, id, "approve");
  return id;
};

test("编号带条款类别；自己提交的条款由别人审核，通过后成为第一版", async () => {
  const { id, number } = await write("付款期限");
  expect(number).toBe("BZTK-payment-001");
  await transition(legal, id, "submit");
  expect((await refusal(transition(legal, id, "approve"), "own_rule")).message).toBe("自己提交的条款由别人审核");
  await transition(admin, id, "approve");
  const record = await whole(id);
  expect(record).toMatchObject({ state: "active", clause_version: 1, parameters: "付款天数" });
  expect(linesOf(record, "revisions")).toMatchObject([{ revision: 1, body: record.body, approved_by: "管理员" }]);
});

test("修订通过后成为第二版，第一版的文本还在", async () => {
  const id = await inForce("付款期限（修订）");
  await transition(legal, id, "revise");
  await change(id, { body: "验收合格后30日内付款。" });
  await transition(legal, id, "submit");
  await transition(admin, id, "approve");
  const record = await whole(id);
  expect(record).toMatchObject({ clause_version: 2, parameters: null });
  expect(linesOf(record, "revisions").map(({ body }) => body)).toEqual([
    "验收合格后{{付款天数}}日内付款。",
    "验收合格后30日内付款。",
  ]);
});

test("退回的修订仍是修订；放弃后恢复生效的内容，没有审核过的改动不留下", async () => {
  const id = await inForce("付款期限（放弃）");
  await transition(legal, id, "revise");
  await change(id, { body: "随时付款。", risk_level: "low", fallback: "年底付款。" });
  await transition(legal, id, "submit");
  await transition(admin, id, "reject");
  expect(await whole(id)).toMatchObject({ state: "revising" });
  await transition(legal, id, "keep");
  expect(await whole(id)).toMatchObject({
    state: "active",
    clause_version: 1,
    body: "验收合格后{{付款天数}}日内付款。",
    risk_level: "high",
    fallback: null,
    parameters: "付款天数",
  });
});

test("类别写入编号后不能改，生效过的条款不能改名", async () => {
  const id = await inForce("付款期限（改名）");
  await transition(legal, id, "revise");
  const { complaints } = await refusal(change(id, { category: "quality", title: "另一个名称" }), "invalid");
  expect(complaints.map(({ field }) => field)).toEqual(["category", "title"]);
});

test("以第三方付款为条件的付款条款存不进去，采购员只能看", async () => {
  const { complaints } = await refusal(write("背靠背付款", { body: "甲方收到第三方付款后支付。" }), "invalid");
  expect(complaints).toMatchObject([{ field: "body", message: expect.stringContaining("不得约定以收到第三方付款") }]);
  const buyer = await world.as("buyerA");
  await refusal(createRecord(buyer, { screen, values: { title: "采购员的条款" } }), "forbidden");
  expect((await openRecord(buyer, { entity, id: world.ids.clause })).record.title).toBe("争议解决");
});
