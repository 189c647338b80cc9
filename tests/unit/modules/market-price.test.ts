import { describe, expect, test } from "vitest";
import { marketNote } from "~/modules/price-approval/account-price/account-price.rules";
import { oneSubject } from "~/modules/purchase-management/market-index/market-index.rules";
import {
  changeRate,
  type DayValue,
  isCorrected,
  jumpSentence,
  rateText,
  standingOf,
  toRestate,
} from "~/modules/purchase-management/market-price/market-price.rules";
import { periodInOrder } from "~/modules/purchase-management/purchase-news/purchase-news.rules";

describe("环比", () => {
  test("与上期有效价格相比，四舍五入到四位", () => {
    expect(changeRate({ value: "2436", previous_value: "2400" })).toBe("1.5000");
    expect(changeRate({ value: "2", previous_value: "3" })).toBe("-33.3333");
  });

  test("第一期没有环比", () => {
    expect(changeRate({ value: "2436", previous_value: null })).toBeNull();
    expect(changeRate({ value: null, previous_value: "1" })).toBeNull();
  });

  test("超过界限的待确认，正好到界限的有效，涨跌一样", () => {
    expect(standingOf({ value: "115", previous_value: "100" }, 15)).toBe("valid");
    expect(standingOf({ value: "115.000002", previous_value: "100" }, 15)).toBe("waiting");
    expect(standingOf({ value: "84", previous_value: "100" }, 15)).toBe("waiting");
    expect(standingOf({ value: "84", previous_value: null }, 15)).toBe("valid");
  });

  test("提示写明变动的幅度", () => {
    expect(jumpSentence({ value: "130", previous_value: "100" })).toBe("较上期变动30%，请确认");
    expect(rateText("18.2000")).toBe("+18.2%");
    expect(rateText("-5.0000")).toBe("-5%");
  });
});

describe("前一期变动以后", () => {
  const row = (id: string, day: number, value: string, previous: string | null, standing = "valid"): DayValue => ({
    id,
    price_date: `2025-03-0${day}`,
    value,
    previous_value: previous,
    standing,
  });

  test("后面的价格改为与它相比，到下一个有效价格为止", () => {
    const rows = [
      row("a", 1, "10", null),
      row("b", 2, "11", "10"),
      row("c", 3, "20", "10", "waiting"),
      row("d", 4, "10.5", "10"),
      row("e", 5, "10.6", "10.5"),
    ];
    expect(toRestate(rows, "2025-03-02")).toEqual([
      { id: "c", previous: "11" },
      { id: "d", previous: "11" },
    ]);
  });

  test("待确认的不作比较", () => {
    const rows = [row("a", 1, "10", null), row("b", 2, "20", "10", "waiting"), row("c", 3, "10.2", "10.000000")];
    expect(toRestate(rows, "2025-03-02")).toEqual([]);
  });

  test("前面没有有效价格的成为第一期", () => {
    const rows = [row("a", 1, "10", null, "refused"), row("b", 2, "11", "10")];
    expect(toRestate(rows, "2025-03-01")).toEqual([{ id: "b", previous: null }]);
  });
});

test("更正要与原来不同", () => {
  expect(isCorrected({ value: "10.000000" }, { value: "10" })?.message).toBe("更正后的价格与原来的相同");
  expect(isCorrected({ value: "10.000000" }, { value: "10.1" })).toBeNull();
});

test("指数关联物料或物料类型，不能都填", () => {
  expect(oneSubject({ material_id: "a", material_type_id: "b" })?.field).toBe("material_type_id");
  expect(oneSubject({ material_id: "a", material_type_id: null })).toBeNull();
  expect(oneSubject({ material_id: null, material_type_id: null })).toBeNull();
});

test("资讯的期间先后", () => {
  expect(periodInOrder({ period_from: "2025-03-02", period_to: "2025-03-01" })?.field).toBe("period_to");
  expect(periodInOrder({ period_from: "2025-03-01", period_to: "2025-03-01" })).toBeNull();
  expect(periodInOrder({ period_from: null, period_to: "2025-03-01" })).toBeNull();
});

describe("核价单的行情说明", () => {
  const present = { name: "玉米（东北）", value: "2436.000000", date: "2025-03-03" };

  test("写明价格、单位和日期", () => {
    expect(marketNote(present, "CNY/吨", null)).toBe("玉米（东北） 2,436 CNY/吨（2025-03-03）");
  });

  test("有原价的写明那天以来的涨跌", () => {
    expect(marketNote(present, "CNY/吨", { day: "2024-09-01", value: "2400" })).toBe(
      "玉米（东北） 2,436 CNY/吨（2025-03-03），较原价日期2024-09-01+1.5%",
    );
  });
});
