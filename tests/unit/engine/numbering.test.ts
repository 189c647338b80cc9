import { expect, test } from "vitest";
import { dayText, numberFaults, numberParts } from "~/engine/numbering/pattern";

test("编号规则拆成固定文字、日期、流水和单据的值", () => {
  expect(numberParts("HT{company_id.code}{YYYYMM}-{0001}")).toEqual([
    { kind: "text", text: "HT" },
    { kind: "path", path: "company_id.code" },
    { kind: "day", pattern: "YYYYMM" },
    { kind: "text", text: "-" },
    { kind: "sequence", width: 4 },
  ]);
  expect(numberParts("GYS{000001}")).toEqual([
    { kind: "text", text: "GYS" },
    { kind: "sequence", width: 6 },
  ]);
});

test("日期部分取业务日", () => {
  expect(["YYYYMMDD", "YYYYMM", "YYMM", "DD"].map((pattern) => dayText("2025-03-09", pattern))).toEqual([
    "20250309",
    "202503",
    "2503",
    "09",
  ]);
});

test("恰好一个流水号", () => {
  expect(numberFaults("CG{YYYYMMDD}-{0001}")).toEqual([]);
  for (const rule of ["CG{YYYYMMDD}", "CG{01}{0001}", "CG", ""]) {
    expect(numberFaults(rule)).toEqual([`the number rule "${rule}" needs exactly one running number such as {0001}`]);
  }
});
