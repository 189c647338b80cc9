import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  chinaTime,
  dayOf,
  dayOfWorkbookNumber,
  daysBetween,
  greetingOf,
  isDay,
  momentOf,
  readInstant,
  weekdayOf,
  workbookNumberOf,
} from "~/shared/calendar";

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
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2026-03-31", -13)).toBe("2025-02-28");
  });

  test("日历止于9999年；不是日子的不当成日子写出来", () => {
    expect(addDays("9999-12-30", 40)).toBe("9999-12-31");
    expect(addMonths("9999-12-30", 1)).toBe("9999-12-31");
    expect(() => addDays("昨天", 1)).toThrow(RangeError);
    expect(() => chinaTime("昨天")).toThrow(RangeError);
  });

  test("表格里的天数与日子互换，不足一天的舍去", () => {
    expect(workbookNumberOf("2025-03-10")).toBe(45726);
    expect(dayOfWorkbookNumber(45726.75)).toBe("2025-03-10");
  });
});

describe("时刻", () => {
  test("不带时区的按上海时间，带时区的以时区为准", () => {
    expect(readInstant("2025-03-10 17:30")).toBe("2025-03-10T09:30:00.000Z");
    expect(readInstant("2025-03-10T17:30:05")).toBe("2025-03-10T09:30:05.000Z");
    expect(readInstant("2025-03-10T17:30:05Z")).toBe("2025-03-10T17:30:05.000Z");
    expect(readInstant("2025-03-10T17:30:05+09:00")).toBe("2025-03-10T08:30:05.000Z");
  });

  test("夏令时年份按当年的钟点，1992年起固定早八小时，来回一致", () => {
    expect(readInstant("1988-07-01 10:00")).toBe("1988-07-01T01:00:00.000Z");
    expect(chinaTime("1988-07-01T01:00:00.000Z")).toBe("1988-07-01 10:00:00");
    expect(readInstant("1992-07-01 10:00")).toBe("1992-07-01T02:00:00.000Z");
    for (const time of ["1900-01-01 00:00:00", "1950-05-05 12:00:00", "1991-12-31 23:59:59", "1992-01-01 00:00:00"]) {
      expect(chinaTime(readInstant(time) ?? ""), time).toBe(time);
    }
  });

  test("一日之始与当日某一钟点，都是上海的", () => {
    expect(momentOf("2025-03-10")).toBe("2025-03-09T16:00:00.000Z");
    expect(momentOf("2025-03-10", "18:00")).toBe("2025-03-10T10:00:00.000Z");
    expect(greetingOf(new Date("2025-03-10T05:59:00Z"))).toBe("中午好");
    expect(greetingOf(new Date("2025-03-10T06:00:00Z"))).toBe("下午好");
  });

  test("不存在的时刻读不出来", () => {
    for (const wrong of [
      "2026-02-30 10:00",
      "2025-03-10 24:00",
      "2025-03-10 10:60",
      "2025-03-10",
      "下午三点",
      "2025-03-10 10:00+99:99",
    ]) {
      expect(readInstant(wrong), wrong).toBeNull();
    }
  });
});
