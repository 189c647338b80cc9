import { describe, expect, test } from "vitest";
import { defineEntity, json, lineSection, lines, noSupplier, quantity, section, text } from "~/engine/entity";
import { builtInRows, extended } from "~/engine/entity/extension";
import {
  codeFits,
  editableIsVisible,
  filesAreNotSearched,
  fixedComplaints,
  optionsAreNamed,
  turnsValues,
} from "~/modules/master-data/field/field.rules";
import type { FieldRow } from "~/shared/extension-fields";

const depot = defineEntity({
  key: "master-data/depot",
  label: "库点",
  kind: "register",
  purpose: "测试",
  extensible: true,
  fields: {
    code: text({ label: "编码", required: true }),
    name: text({ label: "名称", required: true }),
    city: text({ label: "城市" }),
    facts: json({ label: "参数", display: String }),
  },
  lines: { doors: lines({ label: "门", fields: { width: quantity({ label: "宽" }) } }) },
  list: { columns: ["code", "name"], filters: ["code"], sort: "code" },
  form: [section("基本信息", ["code", "name", "city"]), lineSection("门", "doors")],
  access: { suppliers: noSupplier, grants: {} },
  print: { facts: ["code"] },
  views: [
    { screen: "master-data/depot", label: "库点" },
    {
      screen: "master-data/depot-short",
      label: "库点简表",
      list: { columns: ["name"], filters: ["name"], sort: "name" },
    },
  ],
});

const own = (more: Partial<FieldRow> = {}): FieldRow => ({
  code: "x_docks",
  label: "月台数",
  type: "number",
  dictionary: null,
  required: false,
  supplierVisible: false,
  supplierEditable: false,
  inList: true,
  searchable: true,
  seq: 10,
  builtIn: false,
  enabled: true,
  ...more,
});
const builtIn = (code: string, more: Partial<FieldRow>): FieldRow[] =>
  builtInRows(depot).map((row) => (row.code === code ? { ...row, ...more } : row));

describe("定义加上登记的字段", () => {
  test("内置字段未改动时就是原来的定义；没有声明可扩展的不变", () => {
    expect(extended(depot, builtInRows(depot))).toBe(depot);
    expect(builtInRows(depot).map(({ code }) => code)).toEqual(["code", "name", "city"]);
    const { extensible: _no, ...closed } = depot;
    expect(extended(closed, [own()])).toBe(closed);
  });

  test("扩展字段进入表单、列表、筛选、打印和每个视图，表单里在明细之前，按排序", () => {
    const entity = extended(depot, [own({ code: "x_late", label: "后", seq: 20 }), own()]);
    expect(entity.fields.x_docks).toMatchObject({
      kind: "number",
      options: { label: "月台数", hiddenFromSuppliers: true },
    });
    expect(entity.form[1]).toEqual({ title: "扩展信息", fields: ["x_docks", "x_late"] });
    expect(entity.form[2]).toMatchObject({ lines: "doors" });
    expect(entity.list.columns).toEqual(["code", "name", "x_docks", "x_late"]);
    expect(entity.views?.[1]?.list?.filters).toEqual(["name", "x_docks", "x_late"]);
    expect(entity.print?.facts).toEqual(["code", "x_docks", "x_late"]);
  });

  test("停用的字段不出现，它的附件仍记着；不合规的编码不进入定义", () => {
    const entity = extended(depot, [
      own({ enabled: false }),
      own({ code: "x_plan", type: "file", enabled: false }),
      own({ code: "name2" }),
    ]);
    expect(Object.keys(entity.fields)).toEqual(Object.keys(depot.fields));
    expect(entity.restingFiles).toEqual(["x_plan"]);
  });

  test("内置字段改名、换位置、进出列表；列表不会空", () => {
    expect(extended(depot, builtIn("city", { label: "所在城市" })).fields.city.options.label).toBe("所在城市");
    expect(extended(depot, builtIn("city", { seq: 15 })).form[0]).toMatchObject({ fields: ["code", "city", "name"] });
    expect(extended(depot, builtIn("city", { inList: true })).list.columns).toEqual(["code", "name", "city"]);
    const without = extended(depot, builtIn("name", { inList: false }));
    expect(without.list.columns).toEqual(["code"]);
    expect(without.views?.[1]?.list?.columns).toEqual(["name"]);
  });

  test("供应商可编辑只对可见的字段有效", () => {
    const editable = (supplierVisible: boolean) =>
      extended(depot, [own({ supplierVisible, supplierEditable: true })]).fields.x_docks.options.extension;
    expect(editable(true)).toEqual({ supplierEditable: true });
    expect(editable(false)).toEqual({ supplierEditable: false });
  });
});

describe("字段管理的规则", () => {
  const row = {
    code: "x_a",
    field_type: "text",
    options_dict: null,
    supplier_visible: false,
    supplier_editable: false,
    searchable: false,
    builtin: false,
  };

  test("编码、下拉、附件和供应商可编辑", () => {
    expect(codeFits(row)).toBeNull();
    expect(codeFits({ ...row, code: "x_A" })?.field).toBe("code");
    expect(codeFits({ ...row, code: "city", builtin: true })).toBeNull();
    expect(optionsAreNamed({ ...row, field_type: "option" })?.message).toBe("下拉字段请填写字典编码");
    expect(filesAreNotSearched({ ...row, field_type: "file", searchable: true })?.field).toBe("searchable");
    expect(editableIsVisible({ ...row, supplier_editable: true })?.message).toBe("供应商可编辑的字段必须对供应商可见");
  });

  test("内置字段只放开三项，其余字段只固定对象和编码", () => {
    const names = ["entity", "code", "label", "seq", "in_list", "field_type", "enabled"];
    const before = { entity: "a", code: "c", label: "旧", seq: 1, in_list: false, field_type: "text", enabled: true };
    const after = { ...before, label: "新", seq: 2, in_list: true };
    expect(fixedComplaints(names, { ...before, builtin: true }, after)).toEqual([]);
    expect(fixedComplaints(names, { ...before, builtin: true }, { ...after, enabled: false })).toEqual([
      { field: "enabled", message: "内置字段不能修改类型或停用" },
    ]);
    expect(fixedComplaints(names, { ...before, builtin: false }, { ...after, code: "d" })).toMatchObject([
      { field: "code" },
    ]);
    expect(turnsValues(before, after)).toBe(false);
    expect(turnsValues(before, { ...after, field_type: "date" })).toBe(true);
  });
});
