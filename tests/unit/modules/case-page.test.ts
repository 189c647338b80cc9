import { describe, expect, test } from "vitest";
import { riskFlags, savingOf, savingOfAll, yearOf } from "~/modules/price-approval/account-price/case-page.rules";

const line = (values: object) => ({ old_price: "10", new_price: "9", annual_qty: "100", note: null, ...values });

describe("核价页面的结论", () => {
  test("年度金额按新价，节约按原价减新价；涨价是负的节约，没有原价不算节约", () => {
    expect(yearOf(line({}))).toBe("900.00");
    expect(savingOf(line({}))).toBe("100.00");
    expect(savingOf(line({ new_price: "10.5" }))).toBe("-50.00");
    expect(savingOf(line({ old_price: null }))).toBeNull();
    expect(savingOfAll([line({}), line({ new_price: "10.5" }), line({ old_price: null })])).toBe("50.00");
    expect(savingOfAll([line({ old_price: null })])).toBeNull();
  });

  test("没有年用量的按0计，不猜", () => {
    expect([yearOf(line({ annual_qty: null })), savingOf(line({ annual_qty: null }))]).toEqual(["0.00", "0.00"]);
  });
});

test("风险提示：涨幅达到限度、没有原价、未经询价，各一句", () => {
  const lines = [line({ new_price: "10.5" }), line({ new_price: "10.49" }), line({ old_price: null })];
  expect(riskFlags(lines, { riseNote: 5, isCompared: false })).toEqual([
    "未经询价比价",
    "第1行涨价5%",
    "第3行没有原价，年度金额全部为新增",
  ]);
  expect(riskFlags([line({})], { riseNote: 5, isCompared: true })).toEqual([]);
});
