import { describe, expect, test } from "vitest";
import {
  adjustmentDiffers,
  agreedByMonth,
  capacityDay,
  cumulative,
  execRate,
  fiscalPeriod,
  forecastGap,
  isBehind,
  isShort,
  manualIsExplained,
  monthsOf,
  notOver,
  overQty,
  periodFits,
  timeRate,
  wholeCapacity,
  yearLater,
} from "~/modules/purchase-management/fiscal-supply/fiscal-supply.rules";

describe("期间", () => {
  test("财年按开始月份，按开始的年份命名", () => {
    expect(fiscalPeriod("2026", 1)).toEqual({ from: "2026-01-01", to: "2026-12-31" });
    expect(fiscalPeriod("2027", 4)).toEqual({ from: "2027-04-01", to: "2028-03-31" });
  });

  test("月份带月末，月中开始和结束的也算一个月", () => {
    expect(monthsOf(fiscalPeriod("2026", 1))).toHaveLength(12);
    expect(monthsOf({ from: "2024-01-15", to: "2024-02-10" })).toEqual([
      { month: "2024-01", end: "2024-01-31" },
      { month: "2024-02", end: "2024-02-29" },
    ]);
  });

  test("复制到下一财年，闰年二月的月末仍是月末", () => {
    expect(yearLater({ from: "2023-03-01", to: "2024-02-29" })).toEqual({ from: "2024-03-01", to: "2025-02-28" });
    expect(yearLater({ from: "2026-01-01", to: "2026-12-31" })).toEqual({ from: "2027-01-01", to: "2027-12-31" });
  });

  test("结束不早于开始，不超过12个月", () => {
    expect(periodFits({ valid_from: "2026-08-01", valid_to: "2026-07-31" })?.field).toBe("valid_to");
    expect(periodFits({ valid_from: "2026-01-01", valid_to: "2027-01-01" })?.message).toContain("12个月");
    expect(periodFits({ valid_from: "2026-01-01", valid_to: "2026-12-31" })).toBeNull();
  });

  test("期间结束以后不能生效", () => {
    const over = (today: string) => notOver({ valid_to: "2026-12-31" }, {}, new Map(), { today });
    expect(over("2027-01-01")?.field).toBe("valid_to");
    expect(over("2026-12-31")).toBeNull();
  });
});

describe("约定", () => {
  test("手工填写的要说明依据，从货源比例取得的不必", () => {
    expect(manualIsExplained({ commit_source: "manual", reason: null })?.field).toBe("reason");
    expect(manualIsExplained({ commit_source: "manual", reason: "会议纪要" })).toBeNull();
    expect(manualIsExplained({ commit_source: "shares", reason: null })).toBeNull();
  });

  test("调整要有变化", () => {
    expect(adjustmentDiffers({ commit_qty: "100.000" }, { commit_qty: "100" })?.field).toBe("commit_qty");
    expect(adjustmentDiffers({ commit_qty: "100.000" }, { commit_qty: "120" })).toBeNull();
  });
});

describe("进度", () => {
  test("执行率按净到货，退回的不算", () => {
    expect(execRate({ commit: "1000", received: "500", returned: "100" })).toBe("40.0000");
    expect(execRate({ commit: "0", received: "5", returned: "0" })).toBe("0");
  });

  test("时间进度按天，当天计入", () => {
    const year = { from: "2026-01-01", to: "2026-12-31" };
    expect(timeRate(year, "2025-12-31")).toBe("0");
    expect(timeRate(year, "2026-12-31")).toBe("100");
    expect(timeRate({ from: "2026-03-01", to: "2026-03-10" }, "2026-03-05")).toBe("50.0000");
  });

  test("落后超过界限才标红，正好等于的不标", () => {
    expect(isBehind("35", "50", 15)).toBe(false);
    expect(isBehind("34.99", "50", 15)).toBe(true);
    expect(isBehind("80", "50", 15)).toBe(false);
  });

  test("超出约定在容差以内的不提醒，超过的说出超出多少", () => {
    expect(overQty("1100", "1000", 10)).toBeNull();
    expect(overQty("1100.001", "1000", 10)).toBe("100.001");
  });

  test("缺口是未下单的预测减去剩余约定；约定用完的不抵减", () => {
    expect(forecastGap({ demand: "500", commit: "1000", ordered: "700" })).toBe("200.000");
    expect(forecastGap({ demand: "100", commit: "1000", ordered: "700" })).toBe("-200.000");
    expect(forecastGap({ demand: "500", commit: "1000", ordered: "1200" })).toBe("500.000");
  });
});

describe("产能", () => {
  test("没有填报的不算不足，填0的算", () => {
    expect(isShort(null, "100")).toBe(false);
    expect(isShort("0", "0.001")).toBe(true);
    expect(isShort("100", "100")).toBe(false);
  });

  test("合计以刚填的为准，没有再问的月份沿用", () => {
    const months = [
      { id: "a", capacity_qty: "10" },
      { id: "b", capacity_qty: null },
    ];
    expect(wholeCapacity(months, new Map([["b", { capacity_qty: "5.5" }]]))).toBe("15.500");
    expect(wholeCapacity(months, new Map([["a", { capacity_qty: "0" }]]))).toBe("0.000");
  });

  test("填报期限是本月的那一天", () => {
    expect(capacityDay("2026-02-27", 5)).toBe("2026-02-05");
  });
});

test("累计：最后一个月正好是全年约定", () => {
  expect(agreedByMonth("1000", 3)).toEqual(["333.333", "666.667", "1000.000"]);
  expect(cumulative(["1", "0", "2.5"])).toEqual(["1.000", "1.000", "3.500"]);
});
