import { expect, test } from "vitest";
import * as e from "~/engine/entity";
import { createRegistry } from "~/engine/entity/registry";

/** What a register takes when it says only what nobody else can know. */
const palletType = e.defineEntity({
  key: "pallet-pool/pallet-type",
  label: "托盘规格",
  kind: "register",
  purpose: "公司流转的托盘有哪几种规格，归还单从这里选择。",
  fields: {
    code: e.text({ label: "规格编码", required: true, maxLength: 20, unique: "规格编码已存在" }),
    name: e.text({ label: "规格名称", required: true, maxLength: 60 }),
    maker_id: e.reference("pallet-pool/maker"),
    length_mm: e.integer({ label: "长", required: true, unit: "毫米", positive: true }),
    width_mm: e.integer({ label: "宽", required: true, unit: "毫米", positive: true }),
    load_limit: e.quantity({ label: "最大载重", unit: "千克", positive: true }),
    enabled: e.yesNo({ label: "启用", initial: true }),
    remark: e.longText({ label: "说明" }),
  },
  access: { suppliers: e.noSupplier, grants: e.profile.register("master_data", ["warehouse", "buyer"]) },
});

const maker = e.defineEntity({
  key: "pallet-pool/maker",
  label: "托盘厂家",
  kind: "register",
  purpose: "托盘从谁那里来。",
  fields: {
    code: e.text({ label: "编码", required: true }),
    name: e.text({ label: "名称", required: true }),
    seen_on: e.date({ label: "最近到货", system: true }),
  },
  lines: { phones: e.lines({ label: "电话", fields: { phone: e.phone({ label: "电话", required: true }) } }) },
  list: { sort: "-seen_on" },
  access: { suppliers: e.noSupplier, grants: e.profile.log("qa") },
});

const { entity } = createRegistry({
  topTabs: [{ id: "purchase", label: "采购" }],
  modules: [{ key: "pallet-pool", label: "托盘管理", top: "purchase" }],
  registrations: [{ entity: palletType }, { entity: maker }],
});

test("不说列表和表单的登记簿：前七列，按名称、引用、选项筛选，一个分节填全部", () => {
  const { list, form, fields } = entity("pallet-pool/pallet-type");
  expect(list).toEqual({
    columns: ["code", "name", "maker_id", "length_mm", "width_mm", "load_limit", "enabled"],
    filters: ["code", "name", "maker_id", "enabled"],
    sort: "code",
  });
  expect(form).toEqual([{ title: "基本信息", fields: Object.keys(fields) }]);
});

test("引用没有名称的，用所指对象的名称", () => {
  expect(entity("pallet-pool/pallet-type").fields.maker_id.options.label).toBe("托盘厂家");
});

test("说了一部分的，其余用默认；系统字段不进表单，明细各成一节", () => {
  const { list, form } = entity("pallet-pool/maker");
  expect(list).toEqual({ columns: ["code", "name", "seen_on"], filters: ["code", "name"], sort: "-seen_on" });
  expect(form).toEqual([
    { title: "基本信息", fields: ["code", "name"] },
    { title: "电话", lines: "phones" },
  ]);
});

test("权限按档给：主数据维护，指定的人查看，管理员都可以", () => {
  expect(palletType.access.grants).toEqual({
    warehouse: ["query", "get", "export"],
    buyer: ["query", "get", "export"],
    master_data: "all",
    system_admin: "all",
  });
  expect(e.profile.document("buyer", ["qa"])).toEqual({
    qa: ["query", "get", "export"],
    system_admin: ["query", "get", "export"],
    buyer: "all",
  });
  expect(maker.access.grants).toEqual({ qa: ["query", "get", "export"], system_admin: ["query", "get", "export"] });
});

test("一个登记簿最多二十行", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(new URL(import.meta.url), "utf8");
  const [definition = ""] = /e\.defineEntity\(\{[\s\S]*?\n\}\);/.exec(text) ?? [];
  expect(definition.split("\n").length).toBeLessThanOrEqual(20);
});
