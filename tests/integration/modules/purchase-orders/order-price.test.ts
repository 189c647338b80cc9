import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { items, ORDER, order, otherDelivery, refusal, stored, transition } from "../../../support/orders";
import { move } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const APPROVAL = "price-approval/account-price";
const DAY_MS = 86_400_000;
const world = await openWorld({ shippedFlows: true });
afterAll(() => world.close());
beforeAll(() => required("1"));

/** What happens to an order without a price: 0 nothing, 1 a reason, 2 it stops. */
async function required(value: string): Promise<void> {
  await parameter("order.priceRequired", value);
}

async function parameter(key: string, value: string): Promise<void> {
  await sql`with changed as (update parameter set value = ${value} where key = ${key} returning key)
    update permission_version set version = version + 1`.execute(world.engine.database.connection());
}

let place = 0;
/** A material of its own keeps the prices of each test apart. */
async function ownMaterial(): Promise<string> {
  place += 1;
  const { id } = await createRecord(world.system(), {
    screen: world.screen("master-data/material"),
    values: {
      ...{ code: `OP${place}`, name: `订单物料${place}`, material_type_id: world.ids.boxType },
      ...{ uom: "pcs", tax_rate: "13" },
    },
  });
  return id;
}

interface Agreed {
  price?: string;
  to?: string;
  line?: Readonly<Record<string, unknown>>;
}

/** A price of supplier A in the book from today. @returns the approval it comes from */
async function agreed(material: string, { price = "10", to = "2025-12-31", line = {} }: Agreed = {}): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(APPROVAL),
    values: {
      ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, buyer_id: world.accounts.buyerA },
      reason: "年度定价",
      items: [
        {
          ...{ supplier_id: world.ids.supplierA, material_id: material, new_price: price, annual_qty: "100" },
          ...{ tax_rate: "9", valid_from: TODAY, valid_to: to },
          ...line,
        },
      ],
    },
  });
  await move(world, "buyerA", { key: APPROVAL, id, name: "submit" });
  await move(world, "manager", { key: APPROVAL, id, name: "approve" });
  return id;
}

/** A draft of buyer A over one line; without a price unless the test says one. */
async function draft(material: string, line: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { id } = await order(world, await world.as("buyerA"), {
    items: [{ material_id: material, qty: "50", required_date: "2025-04-20", ...line }],
  });
  return id;
}

const step = async (account: AccountName, id: string, name: string, more: object = {}) =>
  transition(world, { context: await world.as(account), id, name, more });
const lineOf = async (id: string) => items(await stored(world, id))[0];

async function edited(id: string, line: Readonly<Record<string, unknown>>) {
  const { version } = await stored(world, id);
  const first = await lineOf(id);
  return updateRecordBy(await world.as("buyerA"), {
    screen: world.screen(ORDER),
    id,
    version,
    values: { items: [{ id: first?.id, ...line }] },
  });
}

async function released(id: string): Promise<string> {
  await step("buyerA", id, "submit", { reason: "测试" });
  await step("buyerA", id, "release", { reason: "测试" });
  return id;
}

/** So many days later, and back again. */
async function later<T>(days: number, work: () => Promise<T>): Promise<T> {
  world.clock.advance(days * DAY_MS);
  try {
    return await work();
  } finally {
    world.clock.advance(-days * DAY_MS);
  }
}

describe("取价", () => {
  test("单价留空的取价格数据，连同税率；行上记着价格数据的价和来源", async () => {
    const material = await ownMaterial();
    await agreed(material);
    const id = await draft(material);
    expect(await lineOf(id)).toMatchObject({
      ...{ price: "10.000000", tax_rate: "9.0000", uom: "pcs", amount: "500.00" },
      ...{ book_price: "10.000000", price_source: "book", price_deviation: "0.0000" },
    });
    expect(await stored(world, id)).toMatchObject({ max_price_deviation: null });
    expect(await step("buyerA", id, "submit", { reason: "测试" })).toMatchObject({ state: "approved" });
  });

  test("数量决定阶梯；改数量，取自价格数据的单价跟着改，手工填写的不改", async () => {
    const material = await ownMaterial();
    await agreed(material, { line: { scales: [{ from_qty: "100", price: "9" }] } });
    const id = await draft(material, { qty: "100" });
    expect(await lineOf(id)).toMatchObject({ price: "9.000000", book_price: "9.000000" });
    await edited(id, { qty: "99" });
    expect(await lineOf(id)).toMatchObject({ price: "10.000000", price_source: "book" });
    await edited(id, { price: "9.5" });
    await edited(id, { qty: "200" });
    expect(await lineOf(id)).toMatchObject({ price: "9.500000", book_price: "9.000000", price_source: "typed" });
  });

  test("收货工厂自己的价格先于公司的", async () => {
    const material = await ownMaterial();
    await agreed(material);
    await agreed(material, { price: "10.4", line: { factory_id: world.ids.factory1 } });
    expect(await lineOf(await draft(material))).toMatchObject({ price: "10.400000", price_source: "book" });
  });

  test("没有价格的须填写单价；填写的提交时提醒，按参数也可以不提醒或阻止", async () => {
    const material = await ownMaterial();
    const { complaints } = await refusal(draft(material), "invalid");
    expect(complaints).toContainEqual({
      field: "items.0.price",
      message: "没有有效的价格数据时，请填写含税单价",
    });
    const id = await draft(material, { price: "10" });
    expect(await lineOf(id)).toMatchObject({ price_source: "none", book_price: null, price_deviation: null });
    const { facts } = await refusal(step("buyerA", id, "submit"), "acknowledge");
    expect(JSON.stringify(facts)).toContain("第1行价格数据中没有有效价格");
    await required("2");
    await refusal(step("buyerA", id, "submit", { reason: "急用" }), "invalid");
    await required("0");
    expect((await step("buyerA", id, "submit", { reason: "急用" })).warnings).not.toContain(
      "第1行价格数据中没有有效价格",
    );
    await required("1");
  });
});

describe("偏差", () => {
  test("偏差须写原因，提交后由采购经理批准，列表可以查到", async () => {
    const material = await ownMaterial();
    await agreed(material);
    const id = await draft(material, { price: "10.5" });
    expect(await lineOf(id)).toMatchObject({ price_source: "typed", price_deviation: "5.0000" });
    expect(await stored(world, id)).toMatchObject({ max_price_deviation: "5.0000" });
    const { message } = await refusal(step("buyerA", id, "submit", { reason: "急用" }), "invalid");
    expect(message).toBe("第1行单价与价格数据10不一致（5%），请填写偏差原因");
    await edited(id, { deviation_reason: "小批量加价" });
    expect(await step("buyerA", id, "submit", { reason: "急用" })).toMatchObject({ state: "in_approval" });
    const params = new URLSearchParams({ deviating_only: "1", "items.material_id": material });
    const list = JSON.stringify(await listModel(await world.as("buyerA"), world.screen(ORDER), params));
    expect(list).toContain(id);
    await step("manager", id, "approve");
    expect(await step("buyerA", id, "release", { reason: "测试" })).toMatchObject({ state: "released" });
  });

  test("低于价格数据的同样；在允许偏差以内的不用原因，也不审批", async () => {
    const material = await ownMaterial();
    await agreed(material);
    const id = await draft(material, { price: "9.8" });
    await refusal(step("buyerA", id, "submit", { reason: "急用" }), "invalid");
    await parameter("order.priceDeviation", "2");
    await edited(id, { qty: "60" });
    expect(await stored(world, id)).toMatchObject({ max_price_deviation: null });
    expect(await step("buyerA", id, "submit", { reason: "急用" })).toMatchObject({ state: "approved" });
    await parameter("order.priceDeviation", "0");
  });

  test("审批期间价格变了：不能批准，退回后重新保存，偏差消失", async () => {
    const material = await ownMaterial();
    await agreed(material);
    const id = await draft(material, { price: "10.5", deviation_reason: "小批量加价" });
    await step("buyerA", id, "submit", { reason: "急用" });
    await agreed(material, { price: "10.2" });
    const { message } = await refusal(step("manager", id, "approve"), "invalid");
    expect(message).toContain("第1行单价与价格数据10.2不一致（2.9412%），价格数据在保存后有变化");
  });
});

describe("下达和变更时再查", () => {
  test("提交以后价格到期：下达时提醒，须写原因", async () => {
    const material = await ownMaterial();
    await agreed(material, { to: addDays(TODAY, 3) });
    const id = await draft(material);
    await step("buyerA", id, "submit", { reason: "测试" });
    await later(4, async () => {
      const { facts } = await refusal(step("buyerA", id, "release"), "acknowledge");
      expect(JSON.stringify(facts)).toContain("第1行价格数据中没有有效价格");
      await step("buyerA", id, "release", { reason: "供应商同意延用" });
    });
    expect(await lineOf(id)).toMatchObject({ price: "10.000000", price_source: "none", book_price: null });
  });

  test("提交以后价格下调：没有人审过这个偏差，不能下达，撤回修改后取新价", async () => {
    const material = await ownMaterial();
    await agreed(material);
    const id = await draft(material);
    await step("buyerA", id, "submit", { reason: "测试" });
    await agreed(material, { price: "8" });
    const { message } = await refusal(step("buyerA", id, "release", { reason: "测试" }), "invalid");
    expect(message).toContain("价格数据8不一致（25%），价格数据在提交后有变化");
    await step("buyerA", id, "withdraw");
    await edited(id, { qty: "51" });
    expect(await lineOf(id)).toMatchObject({ price: "8.000000", price_source: "book" });
    await released(id);
  });

  test("已下达的订单改少数量，不再够阶梯的提醒", async () => {
    const material = await ownMaterial();
    await agreed(material, { line: { scales: [{ from_qty: "100", price: "9" }] } });
    const id = await released(await draft(material, { qty: "100" }));
    const lineInput = await otherDelivery(world, id, { plan_qty: "80" });
    const { warnings } = await step("buyerA", id, "change", { lineInput, reason: "计划调整" });
    expect(warnings).toContain("第1行单价与价格数据10不一致（-10%）");
    const days = await otherDelivery(world, id, { plan_date: "2025-04-25" });
    const later = await step("buyerA", id, "change", { lineInput: days, reason: "计划调整" });
    expect(later.warnings.join()).not.toContain("价格数据");
  });
});

describe("撤销核价单", () => {
  test("已下达的订单按它的价格执行，不能撤销；订单关闭后可以，重新打开时提醒", async () => {
    const material = await ownMaterial();
    const approval = await agreed(material);
    const id = await draft(material);
    const revoke = () => move(world, "manager", { key: APPROVAL, id: approval, name: "revoke", reason: "价格有误" });
    await released(id);
    const { number } = await stored(world, id);
    const { message } = await refusal(revoke(), "invalid");
    expect(message).toBe(`采购订单${number}已按这些价格下达，不能撤销`);
    await step("buyerA", id, "close", { reason: "不再需要" });
    expect(await revoke()).toMatchObject({ state: "revoked" });
    const { warnings } = await step("manager", id, "reopen", { reason: "还要交货" });
    expect(warnings).toContain("第1行价格数据中没有有效价格");
  });

  test("草稿和待下达的不拦；撤销以后下达时没有有效价格", async () => {
    const material = await ownMaterial();
    const approval = await agreed(material);
    const id = await draft(material);
    await step("buyerA", id, "submit", { reason: "测试" });
    await move(world, "manager", { key: APPROVAL, id: approval, name: "revoke", reason: "价格有误" });
    await refusal(step("buyerA", id, "release"), "acknowledge");
  });

  test("同时下达和撤销，只成一个", async () => {
    const material = await ownMaterial();
    const approval = await agreed(material);
    const id = await draft(material);
    await step("buyerA", id, "submit", { reason: "测试" });
    await required("2");
    const outcomes = await Promise.allSettled([
      step("buyerA", id, "release", { reason: "测试" }),
      move(world, "manager", { key: APPROVAL, id: approval, name: "revoke", reason: "价格有误" }),
    ]);
    await required("1");
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("谁看到什么", () => {
  test("供应商看到单价，看不到价格数据价、偏差和原因", async () => {
    const material = await ownMaterial();
    await agreed(material, { price: "7.77" });
    const id = await draft(material, { price: "8.88", deviation_reason: "只有我们知道" });
    await step("buyerA", id, "submit", { reason: "测试" });
    await step("manager", id, "approve");
    await step("buyerA", id, "release", { reason: "测试" });
    const shown = async (account: AccountName) =>
      JSON.stringify(await recordModel(await world.as(account), world.screen(ORDER), id));
    const buyer = await shown("buyerA");
    for (const text of ["8.88", "7.77", "只有我们知道", "14.2857"]) expect(buyer).toContain(text);
    const supplier = await shown("supplierA");
    expect(supplier).toContain("8.88");
    for (const text of ["7.77", "只有我们知道", "14.2857", "价格来源", "偏差"]) expect(supplier).not.toContain(text);
  });
});
