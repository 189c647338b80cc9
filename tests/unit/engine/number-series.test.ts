import { expect, test } from "vitest";
import { numberParts, seriesOf, showsPeriod, spelled } from "~/engine/numbering/pattern";

const none = new Map<string, string>();
const series = (pattern: string, day: string, reset: Parameters<typeof seriesOf>[0]["reset"]) =>
  seriesOf({ key: "a/b", parts: numberParts(pattern), day, texts: none, reset });

test("默认随流水前的内容重置；指定周期的按周期重置", () => {
  const daily = "CG{YYYYMMDD}-{0001}";
  expect(series(daily, "2026-11-21", "auto")).toBe("a/b CG20261121-");
  expect(series(daily, "2026-11-21", "month")).toBe(series(daily, "2026-11-22", "month"));
  expect(series(daily, "2026-11-30", "month")).not.toBe(series(daily, "2026-12-01", "month"));
  expect(series(daily, "2026-12-31", "year")).not.toBe(series(daily, "2027-01-01", "year"));
  expect(series(daily, "2026-12-31", "never")).toBe(series(daily, "2027-01-01", "never"));
  expect(series(daily, "2026-11-21", "day")).not.toBe(series(daily, "2026-11-22", "day"));
});

test("不同公司各有各的流水", () => {
  const parts = numberParts("HT{company_id.code}{YYYYMM}-{0001}");
  const of = (code: string) =>
    seriesOf({ key: "a/b", parts, day: "2026-11-21", texts: new Map([["company_id.code", code]]), reset: "year" });
  expect(of("1000")).not.toBe(of("2000"));
});

test("流水超过位数时照写，不截断", () => {
  expect(spelled(numberParts("CG{YYMM}-{001}-X"), "2026-11-21", none, 12345)).toBe("CG2611-12345-X");
});

test("重置周期要在编号里看得出来，否则会重号", () => {
  const shows = (pattern: string, reset: Parameters<typeof showsPeriod>[1]) => showsPeriod(numberParts(pattern), reset);
  expect(shows("CG{YYYYMMDD}-{0001}", "day")).toBe(true);
  expect(shows("CG{YYMM}-{0001}", "day")).toBe(false);
  expect(shows("CG{YYMM}-{0001}", "month")).toBe(true);
  expect(shows("CG{MM}-{0001}", "month")).toBe(false);
  expect(shows("CG{0001}", "year")).toBe(false);
  expect(shows("CG{0001}", "never")).toBe(true);
});
