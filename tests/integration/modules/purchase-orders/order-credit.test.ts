import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { TODAY } from "../../../support/clock";
import { ORDER, order, refusal, stored, transition } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { RUSH, reply, step as rushStep, sent } from "../../../support/rushes";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const APPROVAL = "price-approval/account-price";
const world = await openWorld({ shippedFlows: true });
afterAll(() => world.close());

let place = 0;
/** A material with a price of supplier A from today, agreed with these days of credit. */
async function priced(days: number | null): Promise<string> {
  place += 1;
  const material = await createRecord(world.system(), {
    screen: world.screen("master-data/material"),
    values: {
      ...{ code: `OC${place}`, name: `付款期物料${place}`, material_type_id: world.ids.boxType },
      ...{ uom: "pcs", tax_rate: "13" },
    },
  });
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(APPROVAL),
    values: {
      ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, buyer_id: world.accounts.buyerA },
      reason: "年度定价",
      items: [
        {
          ...{ supplier_id: world.ids.supplierA, material_id: material.id, new_price: "10", annual_qty: "100" },
          ...{ tax_rate: "9", valid_from: TODAY, valid_to: "2025-12-31", credit_days: days },
        },
      ],
    },
  });
  await move(world, "buyerA", { key: APPROVAL, id, name: "submit" });
  await move(world, "manager", { key: APPROVAL, id, name: "approve" });
  return material.id;
}

const drafted = async (materials: readonly string[], head: object = {}) =>
  (
    await order(world, await world.as("buyerA"), {
      ...head,
      items: materials.map((material_id) => ({ material_id, qty: "50", required_date: "2025-04-20" })),
    })
  ).id;
const step = async (account: "buyerA" | "manager", id: string, name: string) =>
  transition(world, { context: await world.as(account), id, name, more: { reason: "测试" } });

async function edited(id: string, values: Readonly<Record<string, unknown>>) {
  const { version } = await stored(world, id);
  return updateRecordBy(await world.as("buyerA"), { screen: world.screen(ORDER), id, version, values });
}

beforeAll(() => setParameter(world, "order.priceRequired", "1"));

describe("订单的付款期", () => {
  test("取各行价格约定的，价格数据、行和抬头都有；供应商看得到天数，看不到依据", async () => {
    const id = await drafted([await priced(60), await priced(60)]);
    const saved = await stored(world, id);
    expect(saved).toMatchObject({ credit_days: 60, credit_agreed: 60, credit_deviates: false, payment_term: "d30" });
    expect(saved.items).toMatchObject([{ book_credit_days: 60 }, { book_credit_days: 60 }]);
    await step("buyerA", id, "submit");
    await step("buyerA", id, "release");
    const model = JSON.stringify(await recordModel(await world.as("supplierA"), world.screen(ORDER), id));
    expect(model).toContain("付款期");
    expect(model).not.toContain("价格约定付款期");
    expect(model).not.toContain("付款期偏差");
  });

  test("没有约定的留空，按付款条件；与付款条件天数相同的算一样", async () => {
    expect(await stored(world, await drafted([await priced(null)]))).toMatchObject({ credit_days: null });
    const both = await drafted([await priced(null), await priced(30)]);
    expect(await stored(world, both)).toMatchObject({ credit_days: 30, credit_deviates: false });
  });

  test("各行不同的，格旁说是哪几行；填其中一个的不算偏差", async () => {
    const materials = [await priced(60), await priced(45)];
    const { complaints } = await refusal(drafted(materials), "invalid");
    expect(complaints).toContainEqual({
      field: "credit_days",
      message: "各行价格约定的付款期不同：第1行60天，第2行45天，请填写或分开下单",
    });
    const id = await drafted(materials, { credit_days: 45 });
    expect(await stored(world, id)).toMatchObject({ credit_days: 45, credit_agreed: null, credit_deviates: false });
    expect(await step("buyerA", id, "submit")).toMatchObject({ state: "approved" });
  });

  test("没有人改过的跟着各行价格走，换了物料就换", async () => {
    const [long, short] = [await priced(60), await priced(20)];
    const id = await drafted([long]);
    await edited(id, { items: [{ material_id: short, qty: "50", required_date: "2025-04-20" }] });
    expect(await stored(world, id)).toMatchObject({ credit_days: 20, credit_agreed: 20 });
    await edited(id, { credit_days: 21 });
    await edited(id, { items: [{ material_id: long, qty: "50", required_date: "2025-04-20" }] });
    expect(await stored(world, id)).toMatchObject({ credit_days: 21, credit_agreed: 60, credit_deviates: true });
    await edited(id, { credit_days: null });
    expect(await stored(world, id)).toMatchObject({ credit_days: 60, credit_deviates: false });
  });

  test("其他天数须写原因，由采购经理批准；改回来原因就没有了", async () => {
    const id = await drafted([await priced(60)], { credit_days: 10 });
    const { facts } = await refusal(step("buyerA", id, "submit"), "invalid");
    expect(JSON.stringify(facts ?? {})).toContain("请填写付款期偏差原因");
    await edited(id, { credit_reason: "供应商资金紧张" });
    expect(await step("buyerA", id, "submit")).toMatchObject({ state: "in_approval" });
    expect(await step("manager", id, "approve")).toMatchObject({ state: "approved" });
    expect(await step("buyerA", id, "release")).toMatchObject({ state: "released" });
    const other = await drafted([await priced(60)], { credit_days: 10, credit_reason: "提前付款" });
    await edited(other, { credit_days: 60 });
    expect(await stored(world, other)).toMatchObject({ credit_reason: null, credit_deviates: false });
  });

  test("提交以后价格约定的付款期变了的，不能下达", async () => {
    const material = await priced(60);
    const id = await drafted([material]);
    await step("buyerA", id, "submit");
    await sql`update price_data set credit_days = 15 where material_id = ${material}`.execute(
      world.engine.database.connection(),
    );
    await refusal(step("buyerA", id, "release"), "invalid");
  });
});

describe("别的单据生成的订单", () => {
  const APART = "各行价格约定的付款期不同：第1行60天，第2行45天，请填写或分开下单";

  /** Two materials, the prices of which were agreed with different days. */
  const apart = async () => [await priced(60), await priced(45)] as const;

  /** Saved without a term, refused at the submission, mended beside the field. */
  async function mended(id: string): Promise<void> {
    expect(await stored(world, id)).toMatchObject({ state: "draft", credit_days: null, credit_deviates: false });
    const { message, facts } = await refusal(step("buyerA", id, "submit"), "invalid");
    expect(`${message}${JSON.stringify(facts)}`).toContain(APART);
    // Whoever opens the draft and saves it reads it beside the field.
    const { complaints } = await refusal(edited(id, { remark: "补充说明" }), "invalid");
    expect(complaints).toContainEqual({ field: "credit_days", message: APART });
    await edited(id, { credit_days: 45 });
    expect(await stored(world, id)).toMatchObject({ credit_days: 45, credit_deviates: false });
    const { state } = await step("buyerA", id, "submit");
    expect(["approved", "in_approval"]).toContain(state);
  }

  /** An order that went out, from which later ones take their terms. */
  async function confirmedOrder(materials: readonly string[]): Promise<string> {
    const id = await drafted(materials, { credit_days: 45 });
    await step("buyerA", id, "submit");
    await step("buyerA", id, "release");
    await transition(world, { context: await world.as("supplierA"), id, name: "confirm" });
    return id;
  }

  test("由需求份额转来的，各行约定不同也保存为草稿；提交时拒绝，填写后可提交", async () => {
    const materials = await apart();
    await confirmedOrder(materials);
    const commit = await createRecord(world.system(), {
      screen: world.screen("purchase-orders/demand-commit"),
      values: {
        ...{ supplier_id: world.ids.supplierA, plan_id: world.ids.demandPlan, factory_id: world.ids.factory1 },
        ...{ company_id: world.ids.company, base_week: TODAY },
        items: materials.map((material_id) => ({
          ...{ material_id, week_start: "2025-04-14", share_qty: "10", uom: "pcs" },
        })),
      },
    });
    const rows = linesOf(await recordOf(world, "purchase-orders/demand-commit", commit.id), "items").map(({ id }) => ({
      ...{ line: id, quantity: "10" },
    }));
    const { made } = await convert(await world.as("buyerA"), {
      ...{ screen: world.screen(ORDER), name: "from_demand", rows },
    });
    expect(made).toHaveLength(1);
    await mended(made[0]?.id ?? "");
  });

  test("加急插单生成的，各行约定不同也保存为草稿；提交时拒绝，填写后可提交", async () => {
    const materials = await apart();
    const order_id = await confirmedOrder(materials);
    const rush = await sent(world, order_id, {
      ...{ rush_kind: "insert", order_id },
      items: materials.map((material_id) => ({ material_id, qty: "5", want_date: "2025-03-14" })),
    });
    await reply(world, rush, { reply_qty: "5" });
    await rushStep(world, "buyerA", rush, "agree", { reason: "接受" });
    const { made_order_id } = await recordOf(world, RUSH, rush);
    await mended(String(made_order_id));
  });
});
