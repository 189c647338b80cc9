import { describe, expect, test } from "vitest";
import { dayOfWords } from "~/engine/report/day-words";

describe("随时间走的日期", () => {
  test.each([
    ["今天", "2024-03-15"],
    ["今天-30", "2024-02-14"],
    ["今天 + 7", "2024-03-22"],
    ["本月初", "2024-03-01"],
    ["本月末", "2024-03-31"],
    ["上月初", "2024-02-01"],
    ["上月末", "2024-02-29"],
    ["本年初", "2024-01-01"],
  ])("2024-03-15 的%s是%s", (typed, day) => {
    expect(dayOfWords(typed, "2024-03-15")).toBe(day);
  });
  test("年初和年末跨年", () => {
    expect(dayOfWords("上月初", "2025-01-31")).toBe("2024-12-01");
    expect(dayOfWords("本月末", "2024-12-01")).toBe("2024-12-31");
  });
  test("别的原样留给筛选去判断", () => {
    expect(dayOfWords("2024-02-30", "2024-03-15")).toBe("2024-02-30");
    expect(dayOfWords("昨天", "2024-03-15")).toBe("昨天");
  });
});
