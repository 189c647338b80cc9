import { describe, expect, test } from "vitest";
import { readDay, writeDay } from "~/ui/dates/day-field";

describe("日期框里的文字", () => {
  test("日期框只有日期，日期时间框还有时间，秒不算", () => {
    expect(readDay("2026-01-31")).toEqual({ day: "2026-01-31", time: "" });
    expect(readDay("2026-01-31T17:30")).toEqual({ day: "2026-01-31", time: "17:30" });
    expect(readDay("2026-01-31T17:30:15")).toEqual({ day: "2026-01-31", time: "17:30" });
  });

  test("没有输完的年份、不存在的日期和空白都不算", () => {
    for (const text of ["", "0002-01-01", "2026-02-30", "明天"]) expect(readDay(text)).toEqual({ day: "", time: "" });
  });

  test("写入的和浏览器自己的格式一样", () => {
    expect(writeDay({ day: "2026-01-31", time: "" }, false)).toBe("2026-01-31");
    expect(writeDay({ day: "2026-01-31", time: "17:30" }, true)).toBe("2026-01-31T17:30");
    expect(writeDay({ day: "", time: "" }, true)).toBe("");
  });

  test("只选日期从零点开始，只选时间算在今天（中国时间）", () => {
    expect(writeDay({ day: "2026-01-31", time: "" }, true)).toBe("2026-01-31T00:00");
    expect(writeDay({ day: "", time: "08:00" }, true, new Date("2026-01-31T16:30:00Z"))).toBe("2026-02-01T08:00");
  });
});
