import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { costTrialModel } from "~/modules/purchase-management/cost-model/$id.try.page.server";
import { followMarket } from "~/modules/purchase-management/cost-model/cost-model.jobs.server";
import { shouldCosts } from "~/modules/purchase-management/cost-model/model-facts.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const KEY = "purchase-management/cost-model";
const world = await openWorld();
afterAll(() => world.close());

const day = (days: number) => addDays(TODAY, days);
const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: KEY, id, name, ...more });

let place = 0;
async function ownMaterial(): Promise<string> {
  place += 1;
  const { id } = await createRecord(world.system(), {
    screen: world.screen("master-data/material"),
    values: {
      ...{ code: `CM${place}`, name: `成本物料${place}`, uom: "pcs", tax_rate: "13" },
      material_type_id: world.ids.boxType,
    },
  });
  return id;
}

async function series(values: readonly (readonly [string, string])[]): Promise<{ id: string; code: string }> {
  place += 1;
  const code = `CX${place}`;
  const buyer = await world.as("buyerA");
  const { id } = await createRecord(buyer, {
    screen: world.screen("purchase-management/market-index"),
    values: { code, name: `指数${place}`, uom: "t", origin: "批发市场周报" },
  });
  for (const [price_date, value] of values)
    await createRecord(buyer, {
      screen: world.screen("purchase-management/market-price"),
      values: { index_id: id, price_date, value },
    });
  return { id, code };
}

interface Given {
  material_id?: string;
  index?: string;
  [field: string]: unknown;
}

async function model({ index, ...values }: Given): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(KEY),
    values: {
      ...{ name: "纸箱成本", base_uom: "pcs", currency: "CNY", valid_from: day(-30), formula: "RAW + LABOR" },
      elements: [
        index === undefined
          ? { code: "RAW", name: "原料", kind: "fixed", value: "1.2" }
          : { code: "RAW", name: "原料", kind: "index", index_id: index, value: "0.0003" },
        { code: "LABOR", name: "人工", kind: "fixed", value: "0.2" },
      ],
      ...values,
    },
  });
  return id;
}

async function price(material_id: string, valid_from: string, amount = "1.6"): Promise<void> {
  await createRecord(world.system(), {
    screen: world.screen("base-data/price-data"),
    values: {
      ...{ supplier_id: world.ids.supplierA, material_id, company_id: world.ids.company },
      ...{ currency: "CNY", uom: "pcs", price: amount, untaxed_price: "1.415929", tax_rate: "13", price_kind: "new" },
      ...{ valid_from, valid_to: day(300), agreed_to: day(300), source_no: `HJ-${valid_from}` },
      ...{ approved_at: "2024-12-20T02:00:00.000Z", approved_by: "王经理" },
    },
  });
}

const told = () => unscopedCount(world.system(), KEY, [where.set("review_on")]);

describe("编制和生效", () => {
  test("按最新行情算出应有成本和各要素金额，经理生效后留下记录", async () => {
    const index = await series([[day(-10), "4000"]]);
    const id = await model({ material_id: await ownMaterial(), index: index.id });
    expect(await recordOf(world, KEY, id)).toMatchObject({ should_cost: "1.400000", state: "draft", model_version: 1 });
    await refusal(step("buyerA", id, "activate"), "forbidden");
    await step("manager", id, "activate");
    const record = await recordOf(world, KEY, id);
    expect(record.state).toBe("active");
    expect(linesOf(record, "worth")).toMatchObject([{ day: TODAY, should_cost: "1.400000" }]);
    expect(linesOf(record, "elements")[0]).toMatchObject({ amount: "1.200000" });
  });

  test("公式有误不能保存，说出第几位", async () => {
    const material_id = await ownMaterial();
    const save = (formula: string) => model({ material_id, formula });
    await expect(save("RAW + NONE")).rejects.toMatchObject({
      complaints: [{ field: "formula", message: "公式有误：第7位【NONE】无法识别" }],
    });
    await expect(save("RAW / (LABOR - LABOR)")).rejects.toMatchObject({
      complaints: [{ message: "公式有误：第5位除数为0" }],
    });
    await expect(save("index('没有这个')")).rejects.toMatchObject({
      complaints: [{ message: "公式有误：行情指数【没有这个】不存在" }],
    });
    const raw = { code: "RAW", name: "原料", kind: "fixed", value: "1.2" };
    const loss = { code: "LOSS", name: "损耗率", kind: "rate", value: "5" };
    const summed = async (formula: string) =>
      model({
        ...{ material_id, formula: "合计" },
        elements: [raw, loss, { code: "SUM", name: "合计", kind: "formula", formula }],
      });
    await expect(summed("原料 + 运费")).rejects.toMatchObject({
      complaints: [{ field: "elements.2.formula", message: "第3行公式有误：第6位【运费】无法识别" }],
    });
    const { code } = await series([[day(-2), "400"]]);
    const [index] = await unscopedRows(
      world.system(),
      "purchase-management/market-index",
      ["name"],
      [where.eq("code", code)],
    );
    const id = await summed(`原料 * (1 + 损耗率) + index('${index?.name}') / 1000`);
    const record = await recordOf(world, KEY, id);
    expect(record.should_cost).toBe("1.660000");
    expect(linesOf(record, "elements")[2]).toMatchObject({ amount: "1.660000" });
    await step("manager", id, "activate");
  });

  test("行情缺数据的可以存为草稿，补上数据以前不能生效", async () => {
    const index = await series([[day(-300), "4000"]]);
    const id = await model({ material_id: await ownMaterial(), index: index.id });
    expect((await recordOf(world, KEY, id)).should_cost).toBeNull();
    await refusal(step("manager", id, "activate"), "invalid");
  });

  test("新版本生效，原来的到前一天为止；以后才生效的先延续到那天", async () => {
    const material_id = await ownMaterial();
    const first = await model({ material_id });
    await step("manager", first, "activate");
    await step("buyerA", first, "new_version");
    const [draft] = await unscopedRows(
      world.system(),
      KEY,
      ["id", "model_version", "valid_from"],
      [where.eq("material_id", material_id), where.eq("state", "draft")],
    );
    expect(draft).toMatchObject({ model_version: 2, valid_from: TODAY });
    await refusal(step("buyerA", first, "new_version"), "invalid");
    await step("manager", String(draft?.id), "activate");
    expect(await recordOf(world, KEY, first)).toMatchObject({ state: "expired", valid_to: day(-1) });
    const later = await model({ material_id, valid_from: day(20) });
    await step("manager", later, "activate");
    expect(await recordOf(world, KEY, String(draft?.id))).toMatchObject({ state: "active", valid_to: day(19) });
    // Nobody said what becomes of the one that begins later.
    const between = await model({ material_id, valid_from: day(5) });
    await refusal(step("manager", between, "activate"), "invalid");
  });

  test("财务可看，供应商看不到", async () => {
    const id = await model({ material_id: await ownMaterial() });
    const finance = await world.as("finance");
    expect(JSON.stringify(await listModel(finance, world.screen(KEY), new URLSearchParams()))).toContain(id);
    const supplier = await world.as("supplierA");
    await refusal(listModel(supplier, world.screen(KEY), new URLSearchParams()), "forbidden");
    expect(
      await shouldCosts(supplier, [
        { materialId: world.ids.box, factoryId: null, uom: "pcs", currency: "CNY", day: TODAY },
      ]),
    ).toEqual([null]);
  });
});

describe("跟进行情", () => {
  test("上次价格以来变动较大的建议调价，同一次变动只提一次，批准新价后了结", async () => {
    const material_id = await ownMaterial();
    const index = await series([
      [day(-40), "4000"],
      [day(-2), "4400"],
    ]);
    await price(material_id, day(-40));
    const id = await model({ material_id, index: index.id });
    await step("manager", id, "activate");
    await followMarket(world.engine);
    const record = await recordOf(world, KEY, id);
    expect(record).toMatchObject({ review_on: TODAY, review_note: expect.stringContaining("+10%") });
    expect(linesOf(record, "moves")).toHaveLength(1);
    const before = await told();
    await followMarket(world.engine);
    expect(linesOf(await recordOf(world, KEY, id), "moves")).toHaveLength(1);
    expect(await told()).toBe(before);
    // A price of today is agreed knowing what the market says.
    await price(material_id, TODAY, "1.75");
    await followMarket(world.engine);
    expect(await recordOf(world, KEY, id)).toMatchObject({ review_on: null, review_note: null });
  });

  test("行情变了，应有成本跟着变并留下每次的数", async () => {
    const index = await series([[day(-10), "4000"]]);
    const id = await model({ material_id: await ownMaterial(), index: index.id });
    await step("manager", id, "activate");
    await createRecord(await world.as("buyerA"), {
      screen: world.screen("purchase-management/market-price"),
      values: { index_id: index.id, price_date: day(-1), value: "4100" },
    });
    await followMarket(world.engine);
    expect(await recordOf(world, KEY, id)).toMatchObject({ should_cost: "1.430000", valued_on: TODAY });
  });

  test("一个模型算不出，其余照常", async () => {
    const gone = await series([[day(-10), "4000"]]);
    const broken = await model({ material_id: await ownMaterial(), index: gone.id });
    await step("manager", broken, "activate");
    await sql`update market_index set enabled = false where id = ${gone.id}`.execute(
      world.engine.database.connection(),
    );
    await followMarket(world.engine);
    expect(await recordOf(world, KEY, broken)).toMatchObject({ state: "active", should_cost: "1.400000" });
    const page = JSON.stringify(await recordModel(await world.as("buyerA"), world.screen(KEY), broken));
    expect(page).toContain("已停用");
  });
});

describe("适用哪个模型", () => {
  beforeAll(async () => {
    const id = await model({ category_id: world.ids.packType, name: "包材" });
    await step("manager", id, "activate");
  });
  const asked = async (materialId: string, more: object = {}) => {
    const question = { materialId, factoryId: world.ids.factory1, uom: "pcs", currency: "CNY", day: TODAY, ...more };
    const [answer] = await shouldCosts(world.system(), [question]);
    return answer?.shouldCost ?? null;
  };

  test("物料自己的先于品类的，工厂的先于所有工厂的；单位、币种不同的不适用", async () => {
    const material_id = await ownMaterial();
    expect(await asked(material_id)).toBe("1.400000");
    const own = await model({ material_id, formula: "2" });
    await step("manager", own, "activate");
    expect(await asked(material_id)).toBe("2.000000");
    const factory = await model({ material_id, formula: "3", factory_id: world.ids.factory1 });
    await step("manager", factory, "activate");
    expect(await asked(material_id)).toBe("3.000000");
    expect(await asked(material_id, { factoryId: null })).toBe("2.000000");
    expect(await asked(material_id, { uom: "kg" })).toBeNull();
    expect(await asked(material_id, { currency: "USD" })).toBeNull();
    expect(await asked(material_id, { day: day(-31) })).toBeNull();
    await step("manager", factory, "expire", { reason: "停用" });
    expect(await asked(material_id)).toBe("2.000000");
    // What was opened before is compared with what held then.
    expect(await asked(material_id, { day: day(-3) })).toBe("3.000000");
  });

  test("核价单的行写明应有成本", async () => {
    const material_id = await ownMaterial();
    const { id } = await createRecord(await world.as("buyerA"), {
      screen: world.screen("price-approval/account-price"),
      values: {
        ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, reason: "新品" },
        items: [
          {
            ...{ material_id, supplier_id: world.ids.supplierA, uom: "pcs", tax_rate: "13", new_price: "1.5" },
            ...{ valid_from: day(1), valid_to: day(100) },
          },
        ],
      },
    });
    const [line] = linesOf(await recordOf(world, "price-approval/account-price", id), "items");
    expect(line).toMatchObject({ should_cost: "1.400000" });
  });
});

test("试算不改变任何数据，页面和打印写明构成", async () => {
  const index = await series([
    [day(-40), "3900"],
    [day(-10), "4000"],
  ]);
  const id = await model({ material_id: await ownMaterial(), index: index.id });
  const buyer = await world.as("buyerA");
  const tried = (query: string) => costTrialModel(buyer, id, new URLSearchParams(query));
  expect(await tried(`index=${index.id}&percent=10`)).toMatchObject({
    verdict: { text: "应有成本由1.40变为1.52（+8.5%）" },
  });
  expect(await tried(`index=${index.id}&percent=abc`)).toMatchObject({ problem: expect.stringContaining("大于-100") });
  expect((await recordOf(world, KEY, id)).should_cost).toBe("1.400000");
  expect(JSON.stringify(await recordModel(buyer, world.screen(KEY), id))).toContain("成本构成");
  expect(JSON.stringify(await recordModel(buyer, world.screen(KEY), id))).toContain("近30天均价");
  await setParameter(world, "market.meanDays", "60");
  const wider = JSON.stringify(await recordModel(buyer, world.screen(KEY), id));
  expect(wider).toContain("近60天均价");
  expect(wider).toMatch(/"3,?950/);
  await setParameter(world, "market.meanDays", "30");
  const leader = await personWith(world, "leader");
  expect(JSON.stringify(await printedRecord(leader, world.screen(KEY), id, "https://portal.example.com"))).toContain(
    "行情联动",
  );
});
