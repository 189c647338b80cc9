import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { type Choices, searchChoices } from "~/engine/operations/choose.server";
import { createRecord } from "~/engine/operations/save.server";
import { choicesOn } from "~/engine/screen/choices.server";
import type { AccountName } from "../../support/company";
import { ORDER, order, refusal } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const MATERIAL = "master-data/material";
const CODE = /^\S+/;

async function add(key: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  return (await createRecord(world.system(), { screen: world.screen(key), values })).id;
}

function material(code: string, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const usual = { material_type_id: world.ids.grainType, uom: "kg", shelf_life_days: 180 };
  return add(MATERIAL, { code, name, ...usual, ...more });
}

beforeAll(async () => {
  await material("A003", "去壳花生");
  await material("A002", "花生仁", { spec: "特级" });
  await material("A001", "花生酱", { material_status: "stopped" });
  await material("HS9", "核桃仁");
  await material("A004", "混合坚果");
});

/** What is offered for a reference of an order, as the screen answers it. */
function offered(
  context: Context,
  field: string,
  q: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Choices> {
  return choicesOn(context, ORDER, new URLSearchParams({ field, q, ...more }));
}

async function codes(context: Context, field: string, q: string, more: Readonly<Record<string, string>> = {}) {
  return (await offered(context, field, q, more)).rows.map(({ label }) => CODE.exec(label)?.[0]);
}

describe("可以选择的行", () => {
  test("编码开头相符的在前，其次名称、首字母和全拼开头相符的，再次其余", async () => {
    const buyer = await world.as("buyerA");
    expect(await codes(buyer, "items.material_id", "hs")).toEqual(["HS9", "A002", "A003"]);
    expect(await codes(buyer, "items.material_id", "花生")).toEqual(["A002", "A003"]);
    expect(await codes(buyer, "items.material_id", "huash")).toEqual(["A002", "A003"]);
    expect(await codes(buyer, "items.material_id", "花生 a003")).toEqual(["A003"]);
    expect(await codes(buyer, "items.material_id", "没有的")).toEqual([]);
  });

  test("什么也没输入时按编码排列，分页不重不漏", async () => {
    const buyer = await world.as("buyerA");
    const all = await codes(buyer, "items.material_id", "");
    expect(all).toEqual(["A002", "A003", "A004", "HS9", "M001", "M002", "M003"]);
    for (const q of ["", "0"]) {
      const whole = await codes(buyer, "items.material_id", q);
      const pages = [];
      for (let page = 1; ; page += 1) {
        const answer = await offered(buyer, "items.material_id", q, { page: String(page), size: "2" });
        pages.push(...answer.rows.map(({ label }) => CODE.exec(label)?.[0]));
        if (!answer.more) break;
      }
      expect([q, pages]).toEqual([q, whole]);
    }
  });

  test("列出标题列和最多三列说明，各格是人读的文字", async () => {
    const { columns, rows } = await offered(await world.as("buyerA"), "items.material_id", "A002");
    expect(columns.map(({ label }) => label)).toEqual(["物料编码", "物料名称", "规格型号", "物料类型", "基本单位"]);
    expect(rows).toEqual([
      { id: expect.any(String), label: "A002 花生仁", cells: ["A002", "花生仁", "特级", "Y1 谷物", "千克"] },
    ]);
  });

  test("停用的、不符合限定的不出现", async () => {
    expect(await codes(await world.as("buyerA"), "items.material_id", "花生酱")).toEqual([]);
    const keeper = await world.as("masterData");
    const types = await choicesOn(keeper, MATERIAL, new URLSearchParams({ field: "material_type_id", q: "" }));
    expect(types.rows.map(({ label }) => label)).toEqual(["B1 纸箱", "Y1 谷物"]);
  });

  test("人员按姓名、登录名和拼音选择，供应商的账号不在其中", async () => {
    const buyer = await world.as("buyerA");
    const labels = async (q: string) => (await offered(buyer, "buyer_id", q)).rows.map(({ label }) => label);
    expect(await labels("jcg")).toEqual(["甲采购"]);
    expect(await labels("buyerb")).toEqual(["乙采购"]);
    expect(await labels("甲供方")).toEqual([]);
  });

  test("超出个人数据范围的不出现", async () => {
    expect(await codes(await world.as("buyerA"), "factory_id", "厂")).toEqual(["F1"]);
    expect(await codes(await world.as("manager"), "factory_id", "厂").catch(() => "refused")).toBe("refused");
  });

  test("与已填内容不一致的不出现；已填的可以是编号，也可以是名称", async () => {
    const buyer = await world.as("buyerA");
    const contracts = async (values: Readonly<Record<string, string>>) =>
      (await offered(buyer, "contract_id", "2", values)).rows.map(({ id }) => id);
    const { contractA, contractB, supplierA, supplierB } = world.ids;
    expect((await contracts({})).sort()).toEqual([contractA, contractB].sort());
    expect(await contracts({ "v.supplier_id": supplierA })).toEqual([contractA]);
    expect(await contracts({ "v.supplier_id": "乙供应商" })).toEqual([contractB]);
    expect(await contracts({ "v.supplier_id": supplierB, "v.company_id": world.ids.company })).toEqual([contractB]);
    expect((await contracts({ "v.supplier_id": "还没输完" })).sort()).toEqual([contractA, contractB].sort());
  });
});

describe("谁能查", () => {
  const refused: [AccountName, string, string, string][] = [
    ["warehouse", ORDER, "supplier_id", "forbidden"],
    ["finance", ORDER, "items.material_id", "forbidden"],
    ["supplierA", ORDER, "supplier_id", "forbidden"],
    ["supplierA", ORDER, "items.material_id", "forbidden"],
    ["supplierA", ORDER, "buyer_id", "forbidden"],
    ["buyerA", ORDER, "address", "not_found"],
    ["buyerA", ORDER, "no_such_field", "not_found"],
    ["buyerA", ORDER, "constructor", "not_found"],
    ["buyerA", ORDER, "items.no_such", "not_found"],
    ["buyerA", ORDER, "", "not_found"],
    ["buyerA", "purchase-orders/no-such", "supplier_id", "not_found"],
    ["buyerA", MATERIAL, "material_type_id", "forbidden"],
  ];
  test.each(refused)("%s 在 %s 查 %s：%s", async (account, screen, field, error) => {
    const params = new URLSearchParams({ field, q: "a" });
    await refusal(choicesOn(await world.as(account), screen, params), error);
  });

  test("没有登录的人什么也查不到", async () => {
    await refusal(offered(world.anonymous(), "supplier_id", "甲"), "signed_out");
    const supplier = world.entity(ORDER).fields.supplier_id;
    const request = {
      entity: world.entity(ORDER),
      field: supplier,
      path: "supplier_id",
      text: "甲",
      page: 1,
      size: 10,
    };
    expect((await searchChoices(world.anonymous(), request)).rows).toEqual([]);
  });

  test("供应商即使直接查，也选不到别家供应商、物料和合同", async () => {
    const context = await world.as("supplierA");
    const labels = async (path: string) => {
      const [own = "", inner] = path.split(".");
      const entity = world.entity(ORDER);
      const field = inner ? entity.lines[own].fields[inner] : entity.fields[own];
      const { rows } = await searchChoices(context, { entity, field, path, text: "", page: 1, size: 100 });
      return rows.map(({ label }) => label);
    };
    expect(await labels("supplier_id")).toEqual([expect.stringContaining("甲供应商")]);
    expect(await labels("items.material_id")).toEqual([]);
    expect(await labels("buyer_id")).toEqual([]);
    expect(await labels("contract_id")).toHaveLength(1);
  });
});

test("过大过小的页码和行数不会出错", async () => {
  const buyer = await world.as("buyerA");
  for (const [page, size] of [
    ["0", "0"],
    ["-1", "-5"],
    ["abc", "1e9"],
    ["99999999", "50"],
    ["1.5", "7.5"],
  ] as const) {
    expect((await offered(buyer, "items.material_id", "a", { page, size })).rows.length).toBeLessThanOrEqual(50);
  }
});

test("引用填错时，提示里不会出现个人范围之外的行", async () => {
  const buyer = await world.as("buyerB");
  const { complaints } = await refusal(
    order(world, buyer, { factory_id: "一厂", purchase_group_id: world.ids.group2 }),
    "invalid",
  );
  expect(complaints.find(({ field }) => field === "factory_id")?.message).toBe("找不到收货工厂「一厂」，请重新选择");
});
