import { expect, test } from "vitest";
import {
  addsUp,
  correctionsExplained,
  fiscalYearOf,
  isOver,
  rateOf,
  sourceNamed,
  splitDeviation,
  suppliersOnce,
  toOrder,
  yearDeviation,
} from "~/modules/purchase-management/allocation-detail/allocation-detail.rules";

const share = (more: object = {}) => ({
  ...{ line_no: 10, supplier_id: "a", quota_rate: "60", suggest_qty: "60", alloc_qty: "60" },
  ...{ ordered_qty: "0", actual_rate: "55", adjust_reason: null },
  ...more,
});
const other = (more: object = {}) =>
  share({ supplier_id: "b", quota_rate: "40", suggest_qty: "40", alloc_qty: "40", actual_rate: "45", ...more });
const whole = (a: object = {}, b: object = {}) => ({ demand_qty: "100", shares: [share(a), other(b)] });

test("合计须等于需求数量，句子说出两个数", () => {
  expect(addsUp(whole())).toBeNull();
  expect(addsUp(whole({ alloc_qty: "61" }))?.message).toBe("分配数量合计101与需求数量100不一致");
});

test("与建议不同的行须说明原因，没有建议的视为零", () => {
  expect(correctionsExplained(whole())).toBeNull();
  expect(correctionsExplained(whole({}, { alloc_qty: "41" }))?.field).toBe("shares.1.adjust_reason");
  expect(correctionsExplained(whole({}, { alloc_qty: "41", adjust_reason: "检修" }))).toBeNull();
  expect(correctionsExplained(whole({}, { suggest_qty: null, alloc_qty: "0" }))).toBeNull();
});

test("偏差按百分点取最大的，没有配额的供应商按零", () => {
  expect(yearDeviation(whole())).toBe("5.0000");
  expect(splitDeviation(whole({ alloc_qty: "80" }, { alloc_qty: "20" }))).toBe("20.0000");
  expect(
    splitDeviation({
      demand_qty: "100",
      shares: [share({ alloc_qty: "85" }), other({ quota_rate: null, alloc_qty: "15" })],
    }),
  ).toBe("25.0000");
  expect(splitDeviation({ demand_qty: "100", shares: [share({ quota_rate: null })] })).toBeNull();
});

test("等于界限的不算超过", () => {
  expect(isOver(whole({ alloc_qty: "70" }, { alloc_qty: "30" }), 10)).toBe(false);
  expect(isOver(whole({ alloc_qty: "71" }, { alloc_qty: "29" }), 10)).toBe(true);
});

test("来源按类型须选择计划或填写单号", () => {
  const none = { demand_plan_id: null, purchase_plan_id: null, source_no: null };
  expect(sourceNamed({ source_type: "demand_plan", ...none })?.field).toBe("demand_plan_id");
  expect(sourceNamed({ source_type: "purchase_plan", ...none })?.field).toBe("purchase_plan_id");
  expect(sourceNamed({ source_type: "award", ...none })?.field).toBe("source_no");
  expect(sourceNamed({ source_type: "award", ...none, source_no: "ZB1" })).toBeNull();
});

test("其余：供应商一行、可下单、比例、财年", () => {
  expect(suppliersOnce({ shares: [share(), share()] })?.field).toBe("shares.1.supplier_id");
  expect(toOrder({ alloc_qty: "60", ordered_qty: "25.5" })).toBe("34.500");
  expect(rateOf("1", "0")).toBeNull();
  expect(rateOf("1", "3")).toBe("33.3300");
  expect(fiscalYearOf("2026-03-31", 4)).toEqual({ from: "2025-04-01", to: "2026-03-31" });
  expect(fiscalYearOf("2026-04-01", 4)).toEqual({ from: "2026-04-01", to: "2027-03-31" });
});
