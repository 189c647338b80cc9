import { describe, expect, test } from "vitest";
import type { Cell } from "~/engine/output/cell";
import { csvLine } from "~/engine/output/csv";

const text = (value: string): Cell => ({ as: "text", text: value });

describe("CSV 的一格", () => {
  test.each([
    ["=1+1", `"'=1+1"`],
    ["+86-13800010001", `"'+86-13800010001"`],
    ["-5", `"'-5"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\t=1", `"'\t=1"`],
    ["\r=1", `"'\n=1"`],
    ["  =cmd|' /C calc'!A0", `"'  =cmd|' /C calc'!A0"`],
    ["＝1+1", `"'＝1+1"`],
    ["a=b", `"a=b"`],
    ['他说"好"', `"他说""好"""`],
    ["第一行\r\n第二行", `"第一行\n第二行"`],
    ["看\u0000不\u0007见", `"看不见"`],
    ["半\ud800个", `"半个"`],
  ])("文字 %j 写作 %j", (value, written) => {
    expect(csvLine([text(value)])).toBe(`${written}\r\n`);
  });

  test("数字和日期不加引号、不加撇号、不丢一位", () => {
    const cells: Cell[] = [
      { as: "number", decimal: "-1234567890123456.78", minScale: 2 },
      { as: "number", decimal: "1250.000", minScale: 0 },
      { as: "number", decimal: "5.100000", minScale: 2 },
      { as: "percent", decimal: "13.0000", minScale: 0 },
      { as: "percent", decimal: "0.5000", minScale: 0 },
      { as: "day", day: "2026-11-21" },
      { as: "instant", time: "2026-11-21 08:00:05" },
      null,
    ];
    expect(csvLine(cells)).toBe("-1234567890123456.78,1250,5.10,13%,0.5%,2026-11-21,2026-11-21 08:00:05,\r\n");
  });
});
