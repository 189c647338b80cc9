import { describe, expect, test } from "vitest";
import { ABSENT_DAY, NO_DAY, NO_MOMENT, readTypedDay, readTypedMoment } from "~/shared/typed-day";

const TODAY = "2026-11-25";
const day = (text: string, today?: string) => read(readTypedDay(text, today));
const moment = (text: string, today?: string) => read(readTypedMoment(text, today));
const read = (typed: ReturnType<typeof readTypedDay>) => ("text" in typed ? typed.text : `! ${typed.complaint}`);

describe("输入的日期", () => {
  test.each([
    "2026-12-01",
    "2026-12-1",
    "20261201",
    "2026/12/1",
    "2026/12/01",
    "2026.12.1",
    "2026。12。1",
    "2026年12月1日",
    "2026 年 12 月 1 日",
    "2026年12月1",
    "２０２６－１２－０１",
    "２０２６／１２／１",
    "２０２６１２０１",
    "2026–12–1",
    "2026 - 12 - 1",
    "  2026-12-01\t",
    "2026-12-01\n",
    "2026-12-01 00:00:00",
    "2026/12/1 0:00",
    "2026-12-01T00:00:00.000",
    "2026-12-01 周二",
    "2026年12月1日（星期二）",
  ])("带年份的写法「%s」在哪里读都一样", (text) => {
    expect(day(text)).toBe("2026-12-01");
    expect(day(text, TODAY)).toBe("2026-12-01");
  });

  test.each([
    ["12-1", "2026-12-01"],
    ["12/01", "2026-12-01"],
    ["１２－１", "2026-12-01"],
    ["12.1", "2026-12-01"],
    ["12月1日", "2026-12-01"],
    ["1-5", "2026-01-05"],
    ["今天", "2026-11-25"],
    ["明天", "2026-11-26"],
    ["后天", "2026-11-27"],
    ["昨天", "2026-11-24"],
    ["+7", "2026-12-02"],
    ["＋７", "2026-12-02"],
    ["+7天", "2026-12-02"],
    ["-7", "2026-11-18"],
    ["+0", "2026-11-25"],
  ])("省略的写法「%s」只在知道今天是哪天的地方读", (text, wanted) => {
    expect(day(text, TODAY)).toBe(wanted);
    expect(day(text)).toBe(`! ${NO_DAY}`);
  });

  test.each(["2026-02-30", "2026/13/1", "20261301", "2026-00-10", "2025年2月29日", "0202-12-01", "2-30"])(
    "日历上没有「%s」，不会变成相邻的日子",
    (text) => expect(day(text, TODAY)).toBe(`! ${ABSENT_DAY}`),
  );

  test.each([
    "2026",
    "2026-12",
    "2026-12-",
    "202612",
    "2026121",
    "202612011",
    "12026-12-01",
    "20261-2-01",
    "26-12-1",
    "12/1/2026",
    "01.12.2026",
    "1201",
    "46357",
    "2026-12-01 到 2026-12-05",
    "2026-12-01 2026-12-02",
    "2026-12-01T",
    "下周一",
    "tomorrow",
    "+",
    "7天",
    "+7.5",
    "2026-12月1日",
    "年月日",
    "-",
    "null",
  ])("「%s」不是日期，不猜", (text) => {
    expect(day(text, TODAY)).toBe(`! ${NO_DAY}`);
    expect(day(text)).toBe(`! ${NO_DAY}`);
  });

  test("没有输入就是空的", () => {
    for (const text of ["", "  ", "　"]) expect(day(text, TODAY)).toBe("");
  });

  test("任何写法的结果再读一遍还是它自己", () => {
    for (const text of ["2026/12/1", "12-1", "明天", "+7"]) expect(day(day(text, TODAY))).toBe(day(text, TODAY));
  });
});

describe("输入的日期和时间", () => {
  test.each([
    ["2026-12-01 17:30", "2026-12-01T17:30"],
    ["2026-12-01T17:30", "2026-12-01T17:30"],
    ["2026-12-01T17:30:00", "2026-12-01T17:30"],
    ["2026/12/1 9:05", "2026-12-01T09:05"],
    ["20261201 1730", "2026-12-01T17:30"],
    ["２０２６－１２－１　１７：３０", "2026-12-01T17:30"],
    ["2026年12月1日17:30", "2026-12-01T17:30"],
    ["2026年12月1日 17点30分", "2026-12-01T17:30"],
    ["2026年12月1日17点", "2026-12-01T17:00"],
  ])("「%s」", (text, wanted) => {
    expect(moment(text)).toBe(wanted);
    expect(moment(text, TODAY)).toBe(wanted);
  });

  test("省略的日期后面也可以是时间", () => {
    expect(moment("明天 9:00", TODAY)).toBe("2026-11-26T09:00");
    expect(moment("12-1 17:30", TODAY)).toBe("2026-12-01T17:30");
    expect(moment("+7 17:30", TODAY)).toBe("2026-12-02T17:30");
    expect(moment("明天 9:00")).toBe(`! ${NO_MOMENT}`);
  });

  test("缺了时间、没有的时间和没有的日子", () => {
    for (const text of ["2026-12-01", "17:30", "2026-12-01 24:00", "2026-12-01 17:60", "2026-12-01 17", "尽快"])
      expect(moment(text, TODAY)).toBe(`! ${NO_MOMENT}`);
    expect(moment("2026-02-30 17:30", TODAY)).toBe(`! ${ABSENT_DAY}`);
    expect(moment("", TODAY)).toBe("");
  });
});
