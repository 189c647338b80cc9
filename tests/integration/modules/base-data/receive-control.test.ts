import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listModel } from "~/engine/screen/list-model.server";
import { receiveTrialModel } from "~/modules/base-data/receive-control/try.page.server";
import { where } from "~/shared/condition";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const KEY = "base-data/receive-control";
const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen(KEY);
const keeper = await world.as("masterData");

const answers = z.record(z.string(), z.record(z.string(), z.unknown()));
/** What counts for deliveries of supplier A to the first factory, asked by that person. */
const rules = (context: Context, materials: readonly string[]) =>
  reading(context, () =>
    ask(context, {
      entityKey: KEY,
      name: "rules",
      input: { supplierId: world.ids.supplierA, factoryId: world.ids.factory1, materialIds: materials },
      answer: answers,
    }),
  );
const add = (values: Record<string, unknown>, context = keeper) => createRecord(context, { screen, values });
const shippedRule = async () => {
  const [row] = await unscopedRows(world.system(), KEY, ["id", "version"], [where.eq("shipped", true)]);
  if (!row) throw new Error("no shipped rule");
  return row;
};

describe("起作用的规则", () => {
  test("没有别的规则时按系统预置的公司通用规则，供应商问到的相同", async () => {
    const { corn } = world.ids;
    const staff = await rules(await world.as("warehouse"), [corn]);
    expect(staff[corn]).toEqual({
      overPercent: "5.0000",
      underPercent: "5.0000",
      earlyDays: 3,
      lateDays: 7,
      shelfRatio: "66.6700",
      maxBatches: null,
      fifoBatch: false,
      coaRequired: true,
      mode: "block",
    });
    expect(await rules(await world.as("supplierA"), [corn])).toEqual(staff);
  });

  test("逐项取最窄的；物料类型含上级，供应商看不到类型也按它判断", async () => {
    const { oil, rawType, factory1, supplierA, supplierB } = world.ids;
    await add({ name: "一厂", level: "factory", factory_id: factory1, early_days: "1" });
    await add({ name: "原料", level: "type", material_type_id: rawType, max_batches: "3" });
    await add({ name: "菜籽油", level: "material", material_id: oil, over_percent: "0" });
    const own = { level: "supplier_material", material_id: oil };
    await add({ ...own, name: "甲的菜籽油", supplier_id: supplierA, coa_required: "no" });
    await add({ ...own, name: "乙的菜籽油", supplier_id: supplierB, mode: "warn" });
    const wanted = {
      overPercent: "0.0000",
      earlyDays: 1,
      lateDays: 7,
      maxBatches: 3,
      coaRequired: false,
      mode: "block",
    };
    const staff = await rules(await world.as("buyerA"), [oil]);
    expect(staff[oil]).toMatchObject(wanted);
    expect(await rules(await world.as("supplierA"), [oil])).toEqual(staff);
  });

  test("停用的规则不算；不认识的物料按更宽的规则", async () => {
    const { corn } = world.ids;
    await add({ name: "停用的", level: "material", material_id: corn, over_percent: "50", enabled: "0" });
    expect((await rules(keeper, [corn]))[corn]?.overPercent).toBe("5.0000");
    const unknown = "00000000-0000-7000-8000-000000000001";
    expect((await rules(keeper, [unknown]))[unknown]?.mode).toBe("block");
    expect(await rules(keeper, [])).toEqual({});
  });
});

describe("维护", () => {
  test("相同范围只能有一条启用的规则", async () => {
    const { box } = world.ids;
    await add({ name: "外箱一", level: "material", material_id: box, over_percent: "1" });
    const again = add({ name: "外箱二", level: "material", material_id: box, over_percent: "2" });
    expect((await refusal(again, "invalid")).complaints[0]?.message).toContain("外箱一");
    await add({ name: "外箱三", level: "material", material_id: box, over_percent: "2", enabled: "0" });
  });

  test("系统预置规则可以修改和停用，不能删除", async () => {
    const { id, version } = await shippedRule();
    const admin = await world.as("admin");
    await refusal(removeRecord(admin, { screen, id, version }), "wrong_state");
    await updateRecordBy(admin, { screen, id, version, values: { enabled: "0" } });
    expect((await rules(admin, [world.ids.corn]))[world.ids.corn]?.mode).toBeNull();
    await updateRecordBy(admin, { screen, id, version: version + 1, values: { enabled: "1" } });
  });

  test("质量人员维护保质期和COA，不能改数量容差", async () => {
    const qa = await world.as("qa");
    const scope = { level: "factory", factory_id: world.ids.factory2 };
    await add({ ...scope, name: "二厂质量", shelf_ratio: "75", coa_required: "yes" }, qa);
    await refusal(add({ ...scope, name: "二厂数量", over_percent: "10" }, qa), "malformed");
  });

  test("供应商看到通用的和自己的，看不到别人的，也不能改", async () => {
    const seen = async (account: "supplierA" | "supplierB") =>
      JSON.stringify(await listModel(await world.as(account), screen, new URLSearchParams()));
    expect(await seen("supplierA")).toContain("外箱supplierA");
    expect(await seen("supplierA")).not.toContain("外箱supplierB");
    expect(await seen("supplierB")).toContain("公司通用规则");
    await refusal(add({ name: "供应商的", level: "global", mode: "warn" }, await world.as("supplierA")), "forbidden");
  });
});

describe("规则试算", () => {
  const trial = async (account: "qa" | "supplierA", params: Record<string, string>) =>
    receiveTrialModel(await world.as(account), new URLSearchParams(params));

  test("说出每一项的取值和来自哪条规则", async () => {
    const { oil, factory1, supplierA } = world.ids;
    const model = await trial("qa", { material: oil, factory: factory1, supplier: supplierA });
    const [fields, found] = model.tables;
    const cells = (label: string) => fields?.table.rows.find(({ id }) => id === label)?.cells.map(({ text }) => text);
    expect(cells("超收容差")).toEqual(["超收容差", "0%", "菜籽油", "物料"]);
    expect(cells("必须COA")).toEqual(["必须COA", "否", "甲的菜籽油", "供应商与物料"]);
    expect(found?.table.rows.map(({ cells: [first] }) => first?.text)).toEqual([
      "甲的菜籽油",
      "菜籽油",
      "原料",
      "一厂",
      "公司通用规则",
    ]);
  });

  test("没有填写时只有表单；找不到的说出来", async () => {
    expect((await trial("qa", {})).tables).toEqual([]);
    expect(await trial("qa", { material: "不存在的物料" })).toMatchObject({
      problem: "找不到物料「不存在的物料」，请核对编码或名称",
    });
  });

  test("供应商只能问自己的，地址里写别人也没有用", async () => {
    const { corn, supplierB } = world.ids;
    const model = await trial("supplierA", { material: corn, supplier: supplierB });
    expect(model.ask.fields.map(({ name }) => name)).toEqual(["material", "factory"]);
    expect(JSON.stringify(model)).not.toContain("乙的");
  });
});
