import { describe, expect, test } from "vitest";
import { areDaySteps, dayStepsText, distanceText, readDaySteps, stepReached } from "~/shared/day-steps";

describe("提醒日的写法", () => {
  test("写什么顺序都按先后，重复的算一个，空的就是没有", () => {
    expect(readDaySteps("后3、前7，当天 前30,后3")).toEqual([-30, -7, 0, 3]);
    expect(readDaySteps("")).toEqual([]);
    expect(dayStepsText([0, 3, -7])).toBe("前7、当天、后3");
    expect(dayStepsText([])).toBe("");
  });

  test("读不懂的不猜", () => {
    for (const text of ["7", "-7", "前", "前7天", "昨天", "前1234", "前1.5"])
      expect(readDaySteps(text), text).toBeNull();
  });

  test("写出来的读回来是同样的日子", () => {
    for (const steps of [[-999, -1], [0], [-30, -15, -7, -1, 0, 1, 10]])
      expect(readDaySteps(dayStepsText(steps))).toEqual(steps);
    expect(areDaySteps([-999, 0, 999])).toBe(true);
    expect(areDaySteps([1000])).toBe(false);
    expect(areDaySteps([0.5])).toBe(false);
  });
});

describe("到了哪一个提醒日", () => {
  const steps = [-30, -7, 0, 1];
  test("取已到的最后一个；第一个之前没有", () => {
    expect([-31, -30, -8, -7, -1, 0, 1, 40].map((late) => stepReached(steps, 0, late))).toEqual([
      null,
      -30,
      -30,
      -7,
      -7,
      0,
      1,
      1,
    ]);
    expect(stepReached([], 7, 5)).toBeNull();
  });

  test("过了最后一个，每隔几天又有一个；之前的不受间隔影响", () => {
    expect([0, 1, 7, 8, 14, 15, 22].map((late) => stepReached(steps, 7, late))).toEqual([0, 1, 1, 8, 8, 15, 22]);
    expect(stepReached(steps, 7, -6)).toBe(-7);
  });

  test("离到期多远，用人的话说", () => {
    expect([-3, 0, 2].map(distanceText)).toEqual(["剩3天", "今天到期", "已过期2天"]);
  });
});
