import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { type MarketValue, marketValuesSchema } from "~/engine/operations/market-price.server";
import { ask } from "~/engine/operations/published.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { personWith } from "../../../support/conformance";
import { items, refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const PRICE = "purchase-management/market-price";
const INDEX = "purchase-management/market-index";
const NEWS = "purchase-management/purchase-news";
const APPROVAL = "price-approval/account-price";
const world = await openWorld();
afterAll(() => world.close());

let place = 0;
/** A material of its own keeps the series of each test apart. */
async function ownMaterial(): Promise<string> {
  place += 1;
  const { id } = await createRecord(world.system(), {
    screen: world.screen("master-data/material"),
    values: {
      ...{ code: `MK${place}`, name: `行情物料${place}`, uom: "pcs", tax_rate: "13" },
      material_type_id: world.ids.boxType,
    },
  });
  return id;
}

async function series(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  place += 1;
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(INDEX),
    values: { code: `IX${place}`, name: `指数${place}`, uom: "t", origin: "批发市场周报", ...values },
  });
  return id;
}

const entered = async (index_id: string, price_date: string, value: string, by: AccountName = "buyerA") =>
  createRecord(await world.as(by), { screen: world.screen(PRICE), values: { index_id, price_date, value } });

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: PRICE, id, name, ...more });

async function rows(index: string) {
  const found = await unscopedRows(
    world.system(),
    PRICE,
    ["price_date", "value", "previous_value", "change_rate", "standing"],
    [where.eq("index_id", index)],
  );
  return found
    .sort((a, b) => (a.price_date < b.price_date ? -1 : 1))
    .map(({ value, previous_value, change_rate, standing }) => [
      Number(value),
      previous_value === null ? null : Number(previous_value),
      change_rate === null ? null : Number(change_rate),
      standing,
    ]);
}

function valuesOn(materialId: string, day: string = TODAY): Promise<MarketValue[][]> {
  return ask(world.system(), {
    entityKey: PRICE,
    name: "values_on",
    input: [{ materialId, day }],
    answer: marketValuesSchema,
  });
}

async function told(account: AccountName, title: string): Promise<number> {
  const { rows: found } = await sql<{ title: string }>`
    select title from inbox where kind = 'notice' and user_id = ${world.accounts[account]}`.execute(
    world.engine.database.connection(),
  );
  return found.filter((one) => one.title.includes(title)).length;
}

async function openTasks(id: string): Promise<number> {
  const { rows: found } = await sql<{ state: string }>`select state from task where document_id = ${id}`.execute(
    world.engine.database.connection(),
  );
  return found.filter(({ state }) => state === "open").length;
}

describe("登记价格", () => {
  test("同一指数同一天只有一个价格", async () => {
    const index = await series();
    await entered(index, "2025-03-03", "100");
    const { complaints } = await refusal(entered(index, "2025-03-03", "101"), "duplicate");
    expect(complaints.map(({ message }) => message)).toEqual(["该日期价格已存在"]);
    await entered(await series(), "2025-03-03", "101");
  });

  test("没有到的日期不能登记", async () => {
    await refusal(entered(await series(), addDays(TODAY, 1), "100"), "invalid");
  });

  test("环比与上期有效价格相比；补登的一期改变后一期的环比", async () => {
    const index = await series();
    await entered(index, "2025-03-01", "100");
    await entered(index, "2025-03-07", "110");
    await entered(index, "2025-03-04", "105");
    expect(await rows(index)).toEqual([
      [100, null, null, "valid"],
      [105, 100, 5, "valid"],
      [110, 105, 4.7619, "valid"],
    ]);
  });

  test("有了价格的指数不能改单位", async () => {
    const index = await series();
    await entered(index, "2025-03-03", "100");
    const { version } = await recordOf(world, INDEX, index);
    const change = { screen: world.screen(INDEX), id: index, version, values: { uom: "kg" } };
    const { complaints } = await refusal(updateRecordBy(await world.as("buyerA"), change), "invalid");
    expect(complaints[0]?.message).toContain("不能修改单位");
  });
});

describe("大幅变动", () => {
  test("先提示，确认以前不作参考，也不与它相比", async () => {
    const material = await ownMaterial();
    const index = await series({ material_id: material });
    await entered(index, "2025-03-01", "100");
    const { id, warnings } = await entered(index, "2025-03-05", "120");
    expect(warnings).toContain("较上期变动20%，请确认");
    expect((await valuesOn(material))[0]?.[0]).toMatchObject({ value: "100.000000", date: "2025-03-01" });
    await entered(index, "2025-03-06", "102");
    expect(await rows(index)).toEqual([
      [100, null, null, "valid"],
      [120, 100, 20, "waiting"],
      [102, 100, 2, "valid"],
    ]);
    await step("manager", id, "confirm");
    expect(await rows(index)).toEqual([
      [100, null, null, "valid"],
      [120, 100, 20, "valid"],
      [102, 120, -15, "valid"],
    ]);
    await refusal(step("manager", id, "confirm"), "wrong_state");
  });

  test("由采购经理确认，不由登记的人；采购经理有待办，关注的采购员得到消息", async () => {
    const index = await series({ buyer_id: world.accounts.buyerA, name: "跳涨指数" });
    await entered(index, "2025-03-01", "100");
    const { id } = await entered(index, "2025-03-05", "120");
    expect(await openTasks(id)).toBe(1);
    await refusal(step("buyerA", id, "confirm"), "forbidden");
    await step("manager", id, "confirm");
    expect(await openTasks(id)).toBe(0);
    expect(await told("buyerA", "跳涨指数")).toBe(1);
    const own = await entered(index, "2025-03-06", "150", "manager");
    await expect(step("manager", own.id, "confirm")).rejects.toThrow();
  });

  test("退回的由登记人更正或删除；有效的不能删除", async () => {
    const index = await series();
    const first = await entered(index, "2025-03-01", "100");
    const { id } = await entered(index, "2025-03-05", "1000");
    await step("manager", id, "refuse", { reason: "小数点错位" });
    await step("buyerA", id, "correct", { input: { value: "101" }, reason: "小数点错位" });
    expect(await rows(index)).toEqual([
      [100, null, null, "valid"],
      [101, 100, 1, "valid"],
    ]);
    const { version } = await recordOf(world, PRICE, first.id);
    await expect(
      removeRecord(await world.as("buyerA"), { screen: world.screen(PRICE), id: first.id, version }),
    ).rejects.toThrow("有效的价格不能删除");
  });

  test("有效的由采购经理更正，后一期随之，原来的价格留在历史", async () => {
    const index = await series();
    const { id } = await entered(index, "2025-03-01", "100");
    await entered(index, "2025-03-05", "105");
    const correction = { input: { value: "104" }, reason: "来源更正" };
    await refusal(step("buyerA", id, "correct", correction), "forbidden");
    await step("manager", id, "correct", correction);
    expect(await rows(index)).toEqual([
      [104, null, null, "valid"],
      [105, 104, 0.9615, "valid"],
    ]);
    const { rows: kept } = await sql<{ n: string }>`
      select count(*) as n from audit_log where record_id = ${id} and changes::text like '%100.000000%'`.execute(
      world.engine.database.connection(),
    );
    expect(Number(kept[0]?.n)).toBeGreaterThan(0);
  });
});

describe("物料的行情", () => {
  test("物料自己的指数先于类型的，多种物料一次问到，停用的和运费不算", async () => {
    const material = await ownMaterial();
    const other = await ownMaterial();
    const ofType = await series({ material_type_id: world.ids.packType, code: "AA-TYPE" });
    const own = await series({ material_id: material });
    const freight = await series({ material_id: material, price_kind: "freight" });
    const off = await series({ material_id: material });
    for (const index of [ofType, own, freight, off]) await entered(index, "2025-03-05", "100");
    const { version } = await recordOf(world, INDEX, off);
    await updateRecordBy(await world.as("buyerA"), {
      ...{ screen: world.screen(INDEX), id: off, version },
      values: { enabled: false },
    });
    const answers = await ask(world.system(), {
      entityKey: PRICE,
      name: "values_on",
      input: [material, other].map((materialId) => ({ materialId, day: TODAY })),
      answer: marketValuesSchema,
    });
    expect(answers.map((found) => found.map(({ indexId }) => indexId))).toEqual([[own, ofType], [ofType]]);
  });

  test("太早的价格不作参考，之后的也不", async () => {
    const material = await ownMaterial();
    const index = await series({ material_id: material });
    await entered(index, "2025-01-02", "100");
    const own = async (day: string) => (await valuesOn(material, day))[0]?.some(({ indexId }) => indexId === index);
    expect(await own("2025-03-03")).toBe(true);
    expect(await own("2025-03-04")).toBe(false);
    expect(await own("2025-01-01")).toBe(false);
  });

  test("核价单的行写明行情和原价日期以来的涨跌", async () => {
    const material = await ownMaterial();
    const index = await series({ material_id: material, name: "核价指数" });
    await entered(index, "2025-03-05", "2436");
    const { id } = await createRecord(await world.as("buyerA"), {
      screen: world.screen(APPROVAL),
      values: {
        ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, buyer_id: world.accounts.buyerA },
        reason: "年度定价",
        items: [
          {
            ...{ supplier_id: world.ids.supplierA, material_id: material, new_price: "11.3", annual_qty: "100" },
            ...{ valid_from: TODAY, valid_to: "2025-12-31" },
          },
        ],
      },
    });
    expect(items(await recordOf(world, APPROVAL, id))[0]).toMatchObject({
      market_value: "2436.000000",
      market_note: "核价指数 2,436 CNY/吨（2025-03-05）",
    });
  });
});

describe("谁看得到", () => {
  test("供应商看不到指数、价格和资讯", async () => {
    const supplier = await world.as("supplierA");
    for (const key of [INDEX, PRICE, NEWS])
      await expect(listModel(supplier, world.screen(key), new URLSearchParams())).rejects.toThrow();
    const material = await ownMaterial();
    await entered(await series({ material_id: material }), "2025-03-05", "100");
    const asked = { entityKey: PRICE, name: "values_on", input: [{ materialId: material, day: TODAY }] };
    const answer = await reading(supplier, () => ask(supplier, { ...asked, answer: marketValuesSchema }));
    expect(answer).toEqual([[]]);
  });

  test("草稿只有编写的部门看到；发布风险提示通知计划员；撤回的可以修改后再发布", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await createRecord(buyer, {
      screen: world.screen(NEWS),
      values: { title: "产区减产", news_kind: "risk", content: "减产。", source: "走访" },
    });
    const planner = await personWith(world, "planner");
    await expect(recordModel(planner, world.screen(NEWS), id)).rejects.toThrow();
    const onNews = (account: AccountName, name: string, more: object = {}) =>
      move(world, account, { key: NEWS, id, name, ...more });
    await refusal(onNews("buyerA", "publish"), "forbidden");
    await onNews("manager", "publish");
    expect(await told("buyerA", "产区减产")).toBe(1);
    await expect(recordModel(planner, world.screen(NEWS), id)).resolves.toBeDefined();
    await onNews("manager", "withdraw", { reason: "数据有误" });
    await expect(recordModel(planner, world.screen(NEWS), id)).rejects.toThrow();
    await onNews("manager", "publish");
  });
});
