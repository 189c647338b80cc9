import { describe, expect, test } from "vitest";
import {
  appliedRules,
  type Delivery,
  type Level,
  type ReceiveRule,
  rulesFor,
  saysSomething,
  scopeFits,
} from "~/modules/base-data/receive-control/receive-control.rules";

const nothing = {
  factory_id: null,
  material_type_id: null,
  material_id: null,
  supplier_id: null,
  over_percent: null,
  under_percent: null,
  early_days: null,
  late_days: null,
  shelf_ratio: null,
  max_batches: null,
  fifo_batch: null,
  coa_required: null,
  mode: null,
} as const;

function rule(level: Level, values: Partial<ReceiveRule>): ReceiveRule {
  return { ...nothing, id: level, name: level, level, ...values };
}

const corn: Delivery = { factoryId: "f1", materialId: "corn", types: ["grain", "raw"], supplierId: "a" };
const all = [
  rule("global", { over_percent: "2", early_days: 3, late_days: 5, coa_required: "no", mode: "warn" }),
  rule("factory", { factory_id: "f1", early_days: 1 }),
  rule("type", { id: "raw", material_type_id: "raw", coa_required: "yes", shelf_ratio: "50" }),
  rule("type", { id: "grain", material_type_id: "grain", shelf_ratio: "66.67" }),
  rule("material", { material_id: "corn", fifo_batch: "yes", late_days: 0 }),
  rule("supplier_material", { supplier_id: "a", material_id: "corn", over_percent: "8" }),
];

describe("范围最窄的规则逐项优先", () => {
  test("每一项取最窄的、填了它的那条；没有填的取更宽的", () => {
    expect(appliedRules(all, corn)).toEqual({
      overPercent: "8",
      underPercent: null,
      earlyDays: 1,
      lateDays: 0,
      shelfRatio: "66.67",
      maxBatches: null,
      fifoBatch: true,
      coaRequired: true,
      mode: "warn",
    });
  });

  test("别的供应商、别的工厂、别的物料不受影响", () => {
    expect(appliedRules(all, { ...corn, supplierId: "b" }).overPercent).toBe("2");
    expect(appliedRules(all, { ...corn, factoryId: "f2" }).earlyDays).toBe(3);
    const oil = { ...corn, materialId: "oil", types: ["liquid", "raw"] };
    expect(appliedRules(all, oil)).toMatchObject({ shelfRatio: "50", fifoBatch: null, lateDays: 5 });
  });

  test("没有规则时每一项都空着", () => {
    expect(Object.values(appliedRules([], corn)).every((value) => value === null)).toBe(true);
  });

  test("窄的在前：供应商与物料、物料、本类型、上级类型、工厂、全局", () => {
    expect(rulesFor(all, corn).map(({ id }) => id)).toEqual([
      "supplier_material",
      "material",
      "grain",
      "raw",
      "factory",
      "global",
    ]);
  });
});

describe("层级与适用范围一致", () => {
  test.each([
    ["factory", {}, "factory_id"],
    ["type", {}, "material_type_id"],
    ["material", {}, "material_id"],
    ["supplier_material", { material_id: "corn" }, "supplier_id"],
    ["global", { factory_id: "f1" }, "factory_id"],
    ["material", { material_id: "corn", supplier_id: "a" }, "supplier_id"],
  ] as const)("%s %o：%s", (level, values, field) => {
    expect(scopeFits(rule(level, values))?.field).toBe(field);
  });

  test("填对了就通过", () => {
    for (const one of all) expect(scopeFits(one)).toBeNull();
  });
});

test("一项也不控制的规则没有意义；0算填了", () => {
  expect(saysSomething(nothing)?.message).toBe("请至少填写一项控制内容");
  expect(saysSomething({ ...nothing, early_days: 0 })).toBeNull();
});
