import { expect, test } from "vitest";
import {
  atBudget,
  budgetTotal,
  daysOfMonth,
  lineStatus,
  monthOnce,
  monthsInside,
  nothingSourcing,
  orderedRate,
  periodRuns,
  quantitiesAboveZero,
  seasonNamed,
  toSource,
  unexplainedRises,
} from "~/modules/purchase-management/purchase-plan-apply/purchase-plan-apply.rules";
import { inquired, mergedAwards, onePlanALine, priceConflicts } from "~/modules/purchase-management/rfq/rfq.rules";
import { toSource as demandToSource } from "~/modules/purchase-orders/demand-plan/demand-plan.rules";

const line = (more: object = {}) => ({
  ...{ qty: "100", sourcing_qty: "0", sourced_qty: "0", stopped_at: null, ...more },
});

test("产季计划须写明产季", () => {
  expect(seasonNamed({ plan_kind: "season", season: " " })?.message).toBe("请填写产季");
  expect(seasonNamed({ plan_kind: "season", season: "2026秋葵花籽" })).toBeNull();
  expect(seasonNamed({ plan_kind: "year", season: null })).toBeNull();
});

test("数量、期间、月份和重复的行都指出第几行", () => {
  expect(quantitiesAboveZero({ items: [{ qty: "1" }, { qty: "0" }] })?.message).toBe("第2行计划数量必须大于0");
  expect(periodRuns({ period_from: "2026-12", period_to: "2026-11" })?.field).toBe("period_to");
  const plan = { period_from: "2026-10", period_to: "2027-03" };
  const items = [
    { material_id: "a", month: "2026-12", qty: "1" },
    { material_id: "a", month: "2027-04", qty: "1" },
  ];
  expect(monthsInside({ ...plan, items })?.field).toBe("items.1.month");
  expect(monthsInside({ ...plan, items: items.slice(0, 1) })).toBeNull();
  expect(monthOnce({ items: [...items, { material_id: "a", month: "2026-12" }] })?.message).toContain("第3行");
  expect(monthOnce({ items })).toBeNull();
});

test("月份的首日和末日，跨年和闰年", () => {
  expect(daysOfMonth("2026-12")).toEqual({ first: "2026-12-01", last: "2026-12-31" });
  expect(daysOfMonth("2028-02")).toEqual({ first: "2028-02-01", last: "2028-02-29" });
});

test("预算按预算单价，没有的按上次采购价，都没有的不计", () => {
  const items = [
    { qty: "10", budget_price: "2", last_price: "9" },
    { qty: "10", budget_price: null, last_price: "3.333" },
    { qty: "10", budget_price: null, last_price: null },
  ];
  expect(budgetTotal({ items })).toBe("53.33");
  expect(items.map((one) => atBudget(one, "1"))).toEqual(["2.00", "3.33", null]);
});

test("涨幅超过界限的行须说明，刚好等于的不用", () => {
  const items = [
    { qty: "1", budget_price: "11", last_price: "10", note: null },
    { qty: "1", budget_price: "12", last_price: "10", note: null },
    { qty: "1", budget_price: "12", last_price: "10", note: "原料涨价" },
    { qty: "1", budget_price: "12", last_price: null, note: null },
  ];
  expect(unexplainedRises(items, 10)).toEqual([{ place: 2, text: "第2行预算单价较上次采购价上涨20%，请填写说明" }]);
});

test("可转数量和行状态跟着寻源走；终止的行不再可转", () => {
  expect(toSource(line({ sourcing_qty: "30", sourced_qty: "20" }))).toBe("50.000");
  expect(toSource(line({ stopped_at: "2026-10-01T00:00:00.000Z" }))).toBeNull();
  expect(lineStatus(line())).toBe("open");
  expect(lineStatus(line({ sourcing_qty: "1" }))).toBe("sourcing");
  expect(lineStatus(line({ sourced_qty: "50" }))).toBe("open");
  expect(lineStatus(line({ sourced_qty: "100" }))).toBe("sourced");
  const stopped_at = "2026-10-01T00:00:00.000Z";
  expect(lineStatus(line({ sourcing_qty: "50", stopped_at }))).toBe("stopped");
  expect(lineStatus(line({ sourced_qty: "100", stopped_at }))).toBe("sourced");
  expect(nothingSourcing({ items: [line(), line({ sourcing_qty: "1" })] })?.message).toContain("第2行");
  expect(nothingSourcing({ items: [line({ sourced_qty: "9" })] })).toBeNull();
});

test("执行率是各行的平均，超出的不补别的行", () => {
  expect(
    orderedRate([
      { qty: "100", ordered: "150" },
      { qty: "100", ordered: "20" },
    ]),
  ).toBe("60");
  expect(orderedRate([])).toBeNull();
});

test("询价行占用计划：不采购的不占用，一行只来自一个计划", () => {
  expect(inquired({ qty: "5", not_bought: false })).toBe("5");
  expect(inquired({ qty: "5", not_bought: true })).toBe("0");
  expect(onePlanALine({ items: [{ plan_line: "p", demand_line: "d", pool_line: null }] })?.message).toContain("第1行");
  expect(onePlanALine({ items: [{ plan_line: "p", demand_line: null, pool_line: null }] })).toBeNull();
});

test("需求计划只转净需求", () => {
  expect(demandToSource({ net_qty: "10", sourced_qty: "4" })).toBe("6.000");
  expect(demandToSource({ net_qty: "0", sourced_qty: "0" })).toBeNull();
  expect(demandToSource({ net_qty: null, sourced_qty: null })).toBeNull();
});

test("同一物料的各月中选同一供应商：价格相同的合并核价，不同的指出是哪两行", () => {
  const award = { material_id: "m", factory_id: "f", supplier_id: "s", new_price: "2", annual_qty: "10" };
  expect(mergedAwards([award, { ...award, new_price: "2.000000", annual_qty: "5" }])).toEqual([
    { ...award, annual_qty: "15.000" },
  ]);
  expect(mergedAwards([award, { ...award, supplier_id: "t" }])).toHaveLength(2);
  const items = [10, 20].map((line_no) => ({ line_no, material_id: "m", factory_id: "f" }));
  const awards = (second: string) => [
    { item_no: 10, supplier_id: "s", award_price: "2" },
    { item_no: 20, supplier_id: "s", award_price: second },
  ];
  expect(priceConflicts({ items, awards: awards("2.00") })).toEqual([]);
  expect(priceConflicts({ items, awards: awards("3") })[0]).toContain("第2行与第1行");
});
