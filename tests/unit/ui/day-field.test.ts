import { describe, expect, test } from "vitest";
import { isComplete, readDay, settled, writeDay } from "~/ui/dates/day-field";
import { postedText, shownText } from "~/ui/dates/moment-text";

describe("日期框里的文字", () => {
  test("日期框只有日期，日期时间框还有时间，秒不算", () => {
    expect(readDay("2026-01-31")).toEqual({ day: "2026-01-31", time: "" });
    expect(readDay("2026-01-31T17:30")).toEqual({ day: "2026-01-31", time: "17:30" });
    expect(readDay("2026-01-31T17:30:15")).toEqual({ day: "2026-01-31", time: "17:30" });
  });

  test("没有输完的年份、不存在的日期和空白都不算", () => {
    for (const text of ["", "0002-01-01", "2026-02-30", "下周一", "2026-1"])
      expect(readDay(text)).toEqual({ day: "", time: "" });
  });

  test("离开时写成浏览器自己的格式，看不懂的说明白", () => {
    const now = new Date("2026-11-25T04:00:00Z");
    expect(settled("12-1", false, now)).toEqual({ text: "2026-12-01" });
    expect(settled("明天 9:00", true, now)).toEqual({ text: "2026-11-26T09:00" });
    expect(settled("2026-02-30", false, now)).toEqual({ complaint: "该日期不存在，请核对" });
  });

  test("还可以接着输入的不算输完", () => {
    expect([isComplete("12-1", false), isComplete("2026-12-01", false), isComplete("", false)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([isComplete("2026-12-01", true), isComplete("2026-12-01 17:30", true)]).toEqual([false, true]);
  });

  test("写入的和浏览器自己的格式一样", () => {
    expect(writeDay({ day: "2026-01-31", time: "" }, false)).toBe("2026-01-31");
    expect(writeDay({ day: "2026-01-31", time: "17:30" }, true)).toBe("2026-01-31T17:30");
    expect(writeDay({ day: "", time: "" }, true)).toBe("");
  });

  test("只选日期填入默认的时间，没有默认的从零点开始；已有的时间留着；只选时间算在今天（中国时间）", () => {
    const now = new Date("2026-01-31T16:30:00Z");
    expect(writeDay({ day: "2026-01-31", time: "" }, true, "17:00")).toBe("2026-01-31T17:00");
    expect(writeDay({ day: "2026-01-31", time: "" }, true)).toBe("2026-01-31T00:00");
    expect(writeDay({ day: "2026-01-31", time: "09:17" }, true, "17:00")).toBe("2026-01-31T09:17");
    expect(writeDay({ day: "", time: "08:00" }, true, "17:00", now)).toBe("2026-02-01T08:00");
  });

  test("日期时间在文本框里不带 T，提交、暂存和比较时带；看不懂的和浏览器自己的框不动", () => {
    const box = (type: string, day?: string) => ({ type, dataset: day === undefined ? {} : { day } });
    const moment = box("text", "datetime-local");
    expect(shownText(moment, "2026-01-31T17:30")).toBe("2026-01-31 17:30");
    expect(postedText(moment, "2026-01-31 17:30")).toBe("2026-01-31T17:30");
    for (const text of ["", "下周一 17:30", "2026-01-31 17:3"]) {
      expect(shownText(moment, text)).toBe(text);
      expect(postedText(moment, text)).toBe(text);
    }
    expect(shownText(box("datetime-local", "datetime-local"), "2026-01-31T17:30")).toBe("2026-01-31T17:30");
    expect(postedText(box("text"), "2026-01-31 17:30")).toBe("2026-01-31 17:30");
  });
});
