import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chineseAmount } from "~/shared/chinese-amount";
import { STEPS } from "../../support/length";

describe("金额大写", () => {
  test.each([
    ["0", "零元整"],
    ["-0.00", "零元整"],
    ["0.01", "壹分"],
    ["0.10", "壹角整"],
    ["0.55", "伍角伍分"],
    ["1.00", "壹元整"],
    ["1.05", "壹元零伍分"],
    ["10", "壹拾元整"],
    ["325.04", "叁佰贰拾伍元零肆分"],
    ["1409.50", "壹仟肆佰零玖元伍角整"],
    ["1680.32", "壹仟陆佰捌拾元叁角贰分"],
    ["6007.14", "陆仟零柒元壹角肆分"],
    ["10001", "壹万零壹元整"],
    ["12345.67", "壹万贰仟叁佰肆拾伍元陆角柒分"],
    ["16409.02", "壹万陆仟肆佰零玖元零贰分"],
    ["100000", "壹拾万元整"],
    ["107000.53", "壹拾万零柒仟元伍角叁分"],
    ["1000100", "壹佰万零壹佰元整"],
    ["10000000", "壹仟万元整"],
    ["100000001", "壹亿零壹元整"],
    ["100100000", "壹亿零壹拾万元整"],
    ["10000000000.10", "壹佰亿元壹角整"],
    ["1000000000000", "壹兆元整"],
    ["1000000010000.00", "壹兆零壹万元整"],
    ["9999999999999999.99", "玖仟玖佰玖拾玖兆玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分"],
    ["-12.30", "负壹拾贰元叁角整"],
  ])("%s 写作 %s", (amount, words) => {
    expect(chineseAmount(amount)).toBe(words);
  });

  test("三位小数、过大的数和非数字不写", () => {
    for (const wrong of ["0.001", `1${"0".repeat(20)}`, "", "十元"]) expect(() => chineseAmount(wrong)).toThrow();
  });

  test("任何金额都能从大写读回原数，零不在开头、不连续、不在元前", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), (cents) => {
        const words = chineseAmount(amountOf(cents));
        expect(readBack(words)).toBe(cents);
        expect(words).not.toMatch(/^零|零零|零元|零$/);
      }),
      { seed: 7, numRuns: STEPS },
    );
  });
});

function amountOf(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** The other way round, by the places alone. */
function readBack(words: string): bigint {
  const [, whole = "", rest = ""] = /^(?:(.*)元)?(.*)$/.exec(words) ?? [];
  const digit = (sign: string) => BigInt("零壹贰叁肆伍陆柒捌玖".indexOf(sign));
  let total = 0n;
  let group = 0n;
  let held = 0n;
  for (const sign of whole) {
    const place = "拾佰仟".indexOf(sign);
    const large = "万亿兆".indexOf(sign);
    if (place >= 0) {
      group += held * 10n ** BigInt(place + 1);
      held = 0n;
    } else if (large >= 0) {
      total += (group + held) * 10n ** BigInt(4 * (large + 1));
      group = 0n;
      held = 0n;
    } else held = digit(sign);
  }
  total += group + held;
  const tenths = /(.)角/.exec(rest)?.[1];
  const hundredths = /(.)分/.exec(rest)?.[1];
  return total * 100n + (tenths ? digit(tenths) * 10n : 0n) + (hundredths ? digit(hundredths) : 0n);
}
