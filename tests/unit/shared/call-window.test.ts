import { describe, expect, test } from "vitest";
import { callWindow } from "~/shared/call-window";

describe("一段时间内的次数", () => {
  test("到上限之前放行，之后给出还要等几秒，窗口过后重新计算", () => {
    const window = callWindow({ limit: 3, windowMs: 60_000 });
    expect([1, 2, 3].map((at) => window.count("a", at * 1000))).toEqual([0, 0, 0]);
    expect(window.count("a", 4000)).toBe(57);
    expect(window.count("b", 4000)).toBe(0);
    expect(window.count("a", 60_999)).toBe(1);
    expect(window.count("a", 61_000)).toBe(0);
  });

  test("只看不算时不占次数", () => {
    const window = callWindow({ limit: 1, windowMs: 1000 });
    expect(window.look("a", 0)).toBe(0);
    expect(window.count("a", 0)).toBe(0);
    expect(window.look("a", 0)).toBe(1);
    expect(window.look("a", 1000)).toBe(0);
  });

  test("记住的个数有上限，最早开始的让位", () => {
    const window = callWindow({ limit: 1, windowMs: 60_000, keys: 100 });
    for (let key = 0; key < 100_000; key += 1) window.count(String(key), key / 1000);
    expect(window.size).toBe(100);
    expect(window.look("99999", 100)).toBeGreaterThan(0);
    expect(window.look("0", 100)).toBe(0);
  });

  test("时钟被拨回时不多等一个窗口", () => {
    const window = callWindow({ limit: 1, windowMs: 1000 });
    window.count("a", 10_000);
    expect(window.count("a", 5000)).toBe(0);
  });
});
