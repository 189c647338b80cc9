import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { exportRecords } from "~/engine/output/export.server";
import { listModel } from "~/engine/screen/list-model.server";
import { readListQuery } from "~/engine/screen/list-query.server";
import { make } from "../../support/conformance";
import { stored } from "../../support/quality";
import { type Answer, call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;

const SOURCE = "base-data/source-data";
const CLASS = "material_id.material_type_id";
const sources = world.screen(SOURCE);
let ofBox = "";

beforeAll(async () => {
  const values = { supplier_id: ids.supplierA, material_id: ids.box, factory_id: ids.factory1 };
  const screen = sources;
  ofBox = (await createRecord(world.system(), { screen, values: { ...values, effective_from: "2025-03-01" } })).id;
});

const outcome = ({ status, body }: Answer) => [status, body.code];

async function found(context: Context, filters: Record<string, string[]>, screen = sources) {
  const request = { filters, toggles: [], sort: [], page: 1, size: 100 };
  const { rows, complaints } = await listRecords(context, screen, request);
  return { ids: rows.map(({ id }) => id), said: complaints.map(({ message }) => message) };
}

const list = (area: string) => {
  const screen = world.engine.registry.screen(area);
  if (!screen) throw new Error(area);
  return screen;
};

describe("按引用的资料筛选", () => {
  test("货源按物料的类型筛选：只有这类物料的货源；编码、名称、标识都可以", async () => {
    const manager = await world.as("manager");
    for (const typed of [ids.boxType ?? "", "B1", "纸箱", "B1 纸箱"])
      expect((await found(manager, { [CLASS]: [typed] })).ids, typed).toEqual([ofBox]);
    const grain = (await found(manager, { [CLASS]: ["Y1"] })).ids;
    expect(grain).toEqual(expect.arrayContaining([ids.sourceA, ids.sourceB]));
    expect(grain).not.toContain(ofBox);
    const both = (await found(manager, { [CLASS]: ["Y1", "B1"] })).ids;
    expect(both.sort()).toEqual((await found(manager, {})).ids.sort());
    expect((await found(manager, { [CLASS]: ["B1"], supplier_id: [ids.supplierB ?? ""] })).ids).toEqual([]);
  });

  test("没有这个类型、像语句的文字：说找不到，不影响其余", async () => {
    const manager = await world.as("manager");
    const { said, ids: all } = await found(manager, { [CLASS]: ["' or 1=1 --"] });
    expect(said[0]).toContain("找不到物料类型");
    expect(all).toContain(ofBox);
  });

  test("网页上是一个选择框，选中的写在列表上方；导出的文件是同样的行", async () => {
    const manager = await world.as("manager");
    const params = new URLSearchParams([[CLASS, ids.boxType ?? ""]]);
    const { filters, chips, table } = await listModel(manager, sources, params);
    const filter = filters.find(({ name }) => name === CLASS);
    expect(filter).toMatchObject({ label: "物料类型", kind: "reference", values: [ids.boxType] });
    // Goods stand under the second level alone, so nobody is offered the first.
    expect(filter && "options" in filter ? filter.options?.map(({ label }) => label) : []).toEqual([
      "B1 纸箱",
      "Y1 谷物",
    ]);
    expect(chips.map(({ label }) => label)).toEqual(["物料类型：B1 纸箱"]);
    expect(table.rows).toHaveLength(1);
    const request = { format: "csv" as const, columns: ["number", "material_id"], lines: null, strict: false };
    const { body } = await exportRecords(manager, sources, { ...request, list: readListQuery(sources, params) });
    const lines = (await new Response(body).text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("M003");
  });

  test("接口用同样的名称；列表没有的引用不能筛选", async () => {
    const token = await signIn(world, "manager");
    const rows = async (body: object) => call(world, { token, method: "POST", path: `/v2/${SOURCE}/page`, body });
    const { records } = Object((await rows({ [CLASS]: "B1" })).body.result);
    expect(records.map(({ id }: { id: string }) => id)).toEqual([ofBox]);
    for (const name of ["material_id.tax_rate", "supplier_id.risk_level", "material_id.material_type_id.code"])
      expect(outcome(await rows({ [name]: "1" })), name).toEqual([400, 40002]);
  });

  test("看不到的物料不能靠筛选打听：列表里有这条货源，按它的类型却找不到", async () => {
    const keeper = await world.as("grainKeeper");
    expect((await found(keeper, {})).ids).toContain(ofBox);
    expect((await found(keeper, { [CLASS]: [ids.boxType ?? ""] })).ids).toEqual([]);
    expect((await found(keeper, { [CLASS]: [ids.grainType ?? ""] })).ids).toContain(ids.sourceA);
  });

  test("供应商只认得物料的名称：筛选不提供，地址里带上不起作用，接口拒绝", async () => {
    const supplier = await world.as("supplierA");
    const deliveries = list("supplier-management/delivery-list");
    const plain = await listModel(supplier, deliveries, new URLSearchParams());
    const asked = await listModel(supplier, deliveries, new URLSearchParams([[CLASS, ids.boxType ?? ""]]));
    expect(plain.filters.map(({ name }) => name)).not.toContain(CLASS);
    expect(asked.table.rows).toHaveLength(plain.table.rows.length);
    expect(asked.chips).toEqual([]);
    const token = await signIn(world, "supplierA");
    expect(
      outcome(await call(world, { token, method: "POST", path: `/v2/${SOURCE}/page`, body: { [CLASS]: ids.boxType } })),
    ).toEqual([400, 40002]);
  });

  test("明细里的物料、供应商明细里的类别：型检报告和风险事件都找得到", async () => {
    const manager = await world.as("manager");
    const reports = list("master-data/type-inspection-report");
    const byClass = { "materials.material_id.material_type_id": ["Y1"] };
    expect((await found(manager, byClass, reports)).ids).toEqual(expect.arrayContaining([ids.reportA, ids.reportB]));
    const none = { "materials.material_id.material_type_id": ["B1"] };
    expect((await found(manager, none, reports)).ids).not.toContain(ids.reportA);

    const SUPPLIER = "supplier-management/supplier";
    const before = await stored(world, SUPPLIER, ids.supplierA ?? "");
    const categories = [{ material_type_id: ids.boxType, tier: "primary" }];
    const change = { screen: world.screen(SUPPLIER), id: before.id, version: before.version, values: { categories } };
    await updateRecordBy(world.system(), change);
    const { id } = await make(world, "supplier-management/risk-event");
    const risks = list("supplier-management/enterprise-risk");
    const supplierOf = async (one: string) => (await stored(world, "supplier-management/risk-event", one)).supplier_id;
    const boxes = (await found(manager, { "supplier_id.categories.material_type_id": ["B1"] }, risks)).ids;
    expect(boxes.includes(id)).toBe((await supplierOf(id)) === ids.supplierA);
    expect(boxes.length).toBeGreaterThan(0);
    for (const one of boxes) expect(await supplierOf(one)).toBe(ids.supplierA);
    expect((await found(manager, { "supplier_id.categories.material_type_id": ["Y1"] }, risks)).ids).toEqual([]);
  });
});
