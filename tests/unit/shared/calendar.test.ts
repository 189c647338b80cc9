import { describe, expect, test } from "vitest";
import { addDays, chinaTime, dayOf, daysBetween, isDay, readInstant, weekdayOf } from "~/shared/calendar";

describe("业务日", () => {
  test("上海零点换日，与机器所在时区无关", () => {
    expect(dayOf(new Date("2025-03-10T15:59:59.999Z"))).toBe("2025-03-10");
    expect(dayOf(new Date("2025-03-10T16:00:00.000Z"))).toBe("2025-03-11");
    expect(dayOf(new Date("2024-12-31T16:00:00.000Z"))).toBe("2025-01-01");
    expect(chinaTime("2025-03-10T16:00:05.999Z")).toBe("2025-03-11 00:00:05");
  });

  test("只认存在的日子", () => {
    expect(["2024-02-29", "1900-01-01", "9999-12-31"].every(isDay)).toBe(true);
    for (const wrong of [
      "2026-02-30",
      "2025-02-29",
      "2025-13-01",
      "2025-00-10",
      "1899-12-31",
      "2025-1-1",
      "",
      "昨天",
    ]) {
      expect(isDay(wrong), wrong).toBe(false);
    }
  });

  test("日子加减与相隔天数跨月、跨年、跨闰日", () => {
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2025-01-01", -1)).toBe("2024-12-31");
    expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
    expect(daysBetween("2025-01-10", "2025-01-01")).toBe(-9);
    expect(weekdayOf("2025-03-10")).toBe("周一");
  });
});

describe("时刻", () => {
  test("不带时区的按上海时间，带时区的以时区为准", () => {
    expect(readInstant("2025-03-10 17:30")).toBe("2025-03-10T09:30:00.000Z");
    expect(readInstant("2025-03-10T17:30:05")).toBe("2025-03-10T09:30:05.000Z");
    expect(readInstant("2025-03-10T17:30:05Z")).toBe("2025-03-10T17:30:05.000Z");
    expect(readInstant("2025-03-10T17:30:05+09:00")).toBe("2025-03-10T08:30:05.000Z");
  });

  test("不存在的时刻读不出来", () => {
    for (const wrong of ["2026-02-30 10:00", "2025-03-10 24:00", "2025-03-10 10:60", "2025-03-10", "下午三点"]) {
      expect(readInstant(wrong), wrong).toBeNull();
    }
  });
});
