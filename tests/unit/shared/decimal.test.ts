import { describe, expect, test } from "vitest";
import {
  decimal,
  decimalOrZero,
  formatDecimal,
  roundMoney,
  roundPercent,
  roundPrice,
  roundQuantity,
  roundRate,
  sum,
} from "~/shared/decimal";

describe("精确小数", () => {
  test("0.1 加 0.2 等于 0.3，二十位的金额一分不差", () => {
    expect(decimal("0.1").plus("0.2").toFixed()).toBe("0.3");
    expect(sum(["99999999999999999.99", "0.01"]).toFixed()).toBe("100000000000000000");
  });

  test("除法的中间结果至少保留64位有效数字", () => {
    const third = decimal("1").div(3).toFixed();
    expect(third).toMatch(/^0\.3{64,}$/);
    expect(roundMoney(decimal("1130").div(decimal("13").div(100).plus(1)))).toBe("1000.00");
    expect(decimal("0.000000000000000000000000000001").div("7").times("7").round(40).toFixed()).toBe(
      "0.000000000000000000000000000001",
    );
  });

  test("不是数字的一律报 number不是数字", () => {
    for (const wrong of ["", "abc", "1,000", " 1", "0x10", "NaN", "Infinity", null, undefined, Number.NaN]) {
      expect(() => decimal(wrong)).toThrow(/^number不是数字$/);
    }
  });

  test("没有填写的数在合计中算作零", () => {
    expect(decimalOrZero(null).toFixed()).toBe("0");
    expect(decimalOrZero("").toFixed()).toBe("0");
    expect(sum([]).toFixed()).toBe("0");
    expect(sum(["1.10", null, decimal("2.20")]).toFixed()).toBe("3.3");
  });
});

describe("四舍五入", () => {
  test("金额两位、单价六位、数量三位、百分比四位，逢五进一，负数同样离零", () => {
    expect(["1.005", "1.0049999", "-1.005", "2"].map((text) => roundMoney(decimal(text)))).toEqual([
      "1.01",
      "1.00",
      "-1.01",
      "2.00",
    ]);
    expect(roundPrice(decimal("0.0000005"))).toBe("0.000001");
    expect(roundQuantity(decimal("2.0005"))).toBe("2.001");
    expect(roundPercent(decimal("12.34565"))).toBe("12.3457");
  });

  test("给人看的比率一位，截去其余：没到就是没到", () => {
    expect(["79.96", "80", "66.666"].map((text) => roundRate(decimal(text)))).toEqual(["79.9", "80", "66.6"]);
  });
});

describe("显示", () => {
  test("千位分隔，去掉多余的零，保留最少位数", () => {
    expect(formatDecimal("1234.500000", 2)).toBe("1,234.50");
    expect(formatDecimal("1234567.000")).toBe("1,234,567");
    expect(formatDecimal("-1000000.10")).toBe("-1,000,000.1");
    expect(formatDecimal("0.000001", 2)).toBe("0.000001");
    expect(formatDecimal("99999999999999999999.99", 2)).toBe("99,999,999,999,999,999,999.99");
    for (const odd of ["007.50", "7.5e0", "7.50", ".75e1"]) expect(formatDecimal(odd, 2)).toBe("7.50");
    expect(formatDecimal("0")).toBe("0");
  });
});
