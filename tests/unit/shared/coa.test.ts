import { describe, expect, test } from "vitest";
import { keepsLimits, type Limits, limitsText, readFigure } from "~/shared/coa";

const between = (low: string | null, high: string | null, open: Partial<Limits> = {}): Limits => ({
  low,
  high,
  low_open: false,
  high_open: false,
  ...open,
});

function keeps(text: string, limits: Limits): boolean {
  const figure = readFigure(text);
  if (figure === null) throw new Error(`${text} is no figure`);
  return keepsLimits(figure, limits);
}

describe("检测值的读法", () => {
  test.each([
    ["12.5", { value: "12.5", isBelow: false }],
    [" １２．５ ", { value: "12.5", isBelow: false }],
    ["1,200", { value: "1200", isBelow: false }],
    ["未检出", { value: "0", isBelow: true }],
    ["ND", { value: "0", isBelow: true }],
    ["<0.01", { value: "0.01", isBelow: true }],
    ["＜ 0.01", { value: "0.01", isBelow: true }],
  ])("%s", (text, read) => {
    expect(readFigure(text)).toEqual(read);
  });

  test.each(["", "合格", "约12", ">5", "1.2.3", "<"])("「%s」不是数值", (text) => {
    expect(readFigure(text)).toBeNull();
  });
});

describe("限值", () => {
  test("限值本身合格，不含限值的不合格", () => {
    expect(keeps("8", between(null, "8"))).toBe(true);
    expect(keeps("8", between(null, "8", { high_open: true }))).toBe(false);
    expect(keeps("0.5", between("0.5", null))).toBe(true);
    expect(keeps("0.5", between("0.5", null, { low_open: true }))).toBe(false);
  });

  test("精确比较，不按二进制小数", () => {
    expect(keeps("0.3", between(null, "0.3"))).toBe(true);
    expect(keeps("0.300001", between(null, "0.3"))).toBe(false);
  });

  test("未检出按0与上限比较；有下限的不合格", () => {
    expect(keeps("未检出", between(null, "0"))).toBe(true);
    expect(keeps("未检出", between("0.1", "5"))).toBe(false);
  });

  test("<0.01按0.01与上限比较，达不到下限；下限为0的不会低于它", () => {
    expect(keeps("<0.01", between(null, "0.01"))).toBe(true);
    expect(keeps("<0.01", between(null, "0.01", { high_open: true }))).toBe(true);
    expect(keeps("<0.02", between(null, "0.01"))).toBe(false);
    expect(keeps("<0.01", between("0.001", "5"))).toBe(false);
    expect(keeps("<0.01", between("0", "5"))).toBe(true);
  });

  test("没有限值时都合格", () => {
    expect(keeps("99999", between(null, null))).toBe(true);
  });

  test.each([
    [between("0.5", "8"), "0.5～8"],
    [between(null, "10000"), "≤10,000"],
    [between(null, "5", { high_open: true }), "＜5"],
    [between("3", null), "≥3"],
    [between("3", "5", { low_open: true }), "＞3且≤5"],
    [between(null, null), ""],
  ])("写法 %#", (limits, text) => {
    expect(limitsText(limits)).toBe(text);
  });
});
