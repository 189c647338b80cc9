import { describe, expect, test } from "vitest";
import { creditCodeCheck, isCreditCode } from "~/shared/credit-code";

describe("统一社会信用代码（GB 32100-2015）", () => {
  // Worked by hand from the weights 3^i mod 31: 9·1 + 1·3 = 12, so the check value is 31 − 12 = 19, the sign K.
  test("按权重手算的例子", () => {
    expect(creditCodeCheck("91000000000000000")).toBe("K");
    expect(creditCodeCheck("00000000000000000")).toBe("0");
    // Y is 30; its first weight is 1: 31 − 30 = 1.
    expect(creditCodeCheck("Y0000000000000000")).toBe("1");
  });

  test("末位与前17位相符才通过", () => {
    expect(isCreditCode("91000000000000000K")).toBe(true);
    expect(isCreditCode("91000000000000000M")).toBe(false);
  });

  test("错一位和相邻两位对调都会被发现", () => {
    const body = "91349901MADEM1234";
    const code = body + creditCodeCheck(body);
    expect(isCreditCode(code)).toBe(true);
    for (let position = 0; position < 17; position += 1) {
      const wrong = code.charAt(position) === "7" ? "8" : "7";
      expect(isCreditCode(code.slice(0, position) + wrong + code.slice(position + 1))).toBe(false);
      const [one, two] = [code.charAt(position), code.charAt(position + 1)];
      if (one !== two && position < 16) {
        expect(isCreditCode(code.slice(0, position) + two + one + code.slice(position + 2))).toBe(false);
      }
    }
  });

  test("长度、小写、I O S V Z 和空白都不通过", () => {
    for (const wrong of ["", "91000000000000000", "91000000000000000k", "9100000000000000OK", " 1000000000000000K1"]) {
      expect(isCreditCode(wrong)).toBe(false);
    }
  });

  test("算校验位时拒绝太短的和不属于字母表的", () => {
    expect(() => creditCodeCheck("9134")).toThrow("17 characters");
    expect(() => creditCodeCheck("9134990IMADEM1234")).toThrow('"I"');
  });
});
