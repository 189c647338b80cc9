import { describe, expect, test } from "vitest";
import { piecesOf } from "~/engine/output/print-pieces";
import { printedCell } from "~/engine/output/record-book.server";
import { bookFile } from "~/engine/output/sheet.server";
import { sheetNames } from "~/engine/output/sheet-xml";
import { unzip } from "../../../support/unzip";

const suppliers = (count: number) => Array.from({ length: count }, (_none, at) => `供应商${at + 1}`);

/** Prices of one line from so many suppliers, each with its rank. */
const matrix = (count: number) => ({
  columns: [
    { label: "物料", align: "start" as const },
    ...suppliers(count).map((label) => ({ label, align: "end" as const })),
  ],
  rows: [["10 纸箱", ...suppliers(count).map((_name, at) => `1.5${at} 第${at + 1}名 +3.45%`)]],
  totals: ["合计", ...suppliers(count).map(() => "1,500.00")],
});

describe("纸上的宽表格", () => {
  test("一张纸放得下的不分开", () => {
    expect(piecesOf(matrix(3))).toEqual([matrix(3)]);
  });

  test("放不下的在下面续，每段都有第一列，各列只出现一次", () => {
    const pieces = piecesOf(matrix(25));
    expect(pieces.length).toBeGreaterThan(1);
    for (const { columns, rows, totals } of pieces) {
      expect(columns[0]?.label).toBe("物料");
      expect(rows[0]?.[0]).toBe("10 纸箱");
      expect([rows[0]?.length, totals?.length]).toEqual([columns.length, columns.length]);
    }
    const heads = pieces.flatMap(({ columns }) => columns.slice(1).map(({ label }) => label));
    expect(heads).toEqual(suppliers(25));
  });
});

describe("单据的工作簿", () => {
  test("纸上的数字、百分数和日期在表格里可以计算，编号仍是文字", () => {
    expect(printedCell("1,450.00", true)).toEqual({ as: "number", decimal: "1450.00", minScale: 2 });
    expect(printedCell("-0.72", true)).toEqual({ as: "number", decimal: "-0.72", minScale: 2 });
    expect(printedCell("+9.38%", true)).toEqual({ as: "percent", decimal: "9.38", minScale: 0 });
    expect(printedCell("2025-03-09", false)).toEqual({ as: "day", day: "2025-03-09" });
    expect(printedCell("0012", false)).toEqual({ as: "text", text: "0012" });
    expect(printedCell("1.45（最低）", true)).toEqual({ as: "text", text: "1.45（最低）" });
    expect(printedCell("", true)).toBeNull();
  });

  test("每张表一页，名称各不相同", async () => {
    expect(sheetNames(["明细", "明细", "Items", "items"])).toEqual(["明细", "明细 2", "Items", "items 2"]);
    async function* rows() {
      yield [[{ as: "text" as const, text: "纸箱" }]];
    }
    const sheets = ["物料", "报价"].map((label) => ({ label, labels: ["名称"], batches: rows() }));
    const pieces: Uint8Array[] = [];
    for await (const piece of bookFile(sheets, new Date(0))) pieces.push(piece);
    const files = unzip(Buffer.concat(pieces));
    expect(files.get("xl/workbook.xml")).toMatch(/name="物料" sheetId="1".*name="报价" sheetId="2"/);
    for (const number of [1, 2]) expect(files.get(`xl/worksheets/sheet${number}.xml`)).toContain("纸箱");
    expect([...files.keys()].filter((name) => name.startsWith("xl/worksheets/"))).toHaveLength(2);
  });
});
