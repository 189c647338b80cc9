import { describe, expect, test } from "vitest";
import {
  isOutside,
  isPooled,
  monthSpan,
  type SourcedGoods,
} from "~/modules/purchase-management/collective/collective.rules";

const pool = { period_from: "2026-10-01", period_to: "2026-12-31" };
const demand = { plan_line: "line", material_id: "box", factory_id: "one" };
const goods = (more: Partial<SourcedGoods> = {}): SourcedGoods => ({
  ...{ place: 1, planLines: [], materialId: "box", factoryId: "one", from: "2026-10-01", to: "2026-10-31" },
  ...more,
});

describe("已纳入集采项目", () => {
  test("集采占用的计划行，供货期外也算；同物料同工厂的在供货期内才算", () => {
    expect(isPooled(goods({ planLines: ["line"], from: "2027-03-01", to: "2027-03-31" }), pool, [demand])).toBe(true);
    expect(isPooled(goods(), pool, [demand])).toBe(true);
    expect(isPooled(goods({ from: "2027-01-01", to: "2027-01-31" }), pool, [demand])).toBe(false);
  });

  test("首尾两天算在供货期内", () => {
    expect(isPooled(goods({ from: "2026-12-31", to: "2027-01-31" }), pool, [demand])).toBe(true);
    expect(isPooled(goods({ from: "2026-09-01", to: "2026-10-01" }), pool, [demand])).toBe(true);
    expect(isPooled(goods({ from: "2026-09-01", to: "2026-09-30" }), pool, [demand])).toBe(false);
  });

  test("别的物料、别的工厂、别的计划行不算；手工填写的需求没有计划行", () => {
    expect(isPooled(goods({ materialId: "corn" }), pool, [demand])).toBe(false);
    expect(isPooled(goods({ factoryId: "two" }), pool, [demand])).toBe(false);
    const other = goods({ planLines: ["other"], factoryId: "two" });
    expect(isPooled(other, pool, [demand, { ...demand, plan_line: null }])).toBe(false);
  });

  test("分配结果以外的供应商：只看本厂该物料在供货期内的结果，没有分配的不算", () => {
    const result = { material_id: "box", factory_id: "one", supplier_id: "A" };
    expect(isOutside(goods(), pool, [result], "B")).toBe(true);
    expect(isOutside(goods(), pool, [result, { ...result, supplier_id: "B" }], "B")).toBe(false);
    expect(isOutside(goods({ from: "2027-01-01", to: "2027-01-31" }), pool, [result], "B")).toBe(false);
    expect(isOutside(goods({ factoryId: "two" }), pool, [result], "B")).toBe(false);
    expect(isOutside(goods(), pool, [], "B")).toBe(false);
  });

  test("月份的首尾两天，闰年也对", () => {
    expect(monthSpan("2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
    expect(monthSpan("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  });
});
