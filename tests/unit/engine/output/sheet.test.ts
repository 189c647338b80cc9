import { describe, expect, test } from "vitest";
import type { Cell } from "~/engine/output/cell";
import { sheetFile } from "~/engine/output/sheet.server";
import { columnName, sheetName } from "~/engine/output/sheet-xml";
import { sheetRows, unzip } from "../../../support/unzip";

const AT = new Date("2026-11-21T00:00:00Z");

async function* batches(...rows: Cell[][][]): AsyncGenerator<Cell[][], void, void> {
  yield* rows;
}

async function fileOf(labels: readonly string[], ...rows: Cell[][][]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetFile("订单", labels, batches(...rows), AT)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The only cell of a sheet with this value, and the number format it is shown in. */
async function cellOf(cell: Cell): Promise<{ value: string; isText: boolean; format: string | undefined } | null> {
  const file = await fileOf(["列"], [[cell]]);
  const found = sheetRows(file)[1]?.A;
  if (!found) return null;
  const styles = unzip(file).get("xl/styles.xml") ?? "";
  const used = [...styles.slice(styles.indexOf("<cellXfs")).matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
  const format = new RegExp(`numFmtId="${used[found.style]}" formatCode="([^"]*)"`).exec(styles)?.[1];
  return { value: found.value, isText: found.isText, format };
}

describe("表格的一格", () => {
  test.each([
    ["266607.02", 2, "266607.02", "#,##0.00"],
    ["-5.10", 2, "-5.10", "#,##0.00"],
    ["12.345678", 2, "12.345678", "#,##0.000000"],
    ["1250.000", 0, "1250.000", "#,##0"],
    ["1250.500", 0, "1250.500", "#,##0.0"],
    ["1234567890123.45", 2, "1234567890123.45", "#,##0.00"],
    ["1000000000000000000", 0, "1000000000000000000", "#,##0"],
  ])("%s 是数字", async (decimal, minScale, value, format) => {
    expect(await cellOf({ as: "number", decimal, minScale })).toEqual({ value, isText: false, format });
  });

  test.each([
    ["9999999999999999.99", "9,999,999,999,999,999.99"],
    ["1234567890123.456", "1,234,567,890,123.456"],
  ])("%s 超过十五位有效数字，写成文字才不会变", async (decimal, value) => {
    expect(await cellOf({ as: "number", decimal, minScale: 2 })).toEqual({ value, isText: true, format: undefined });
  });

  test.each([
    ["13.0000", "0.130000", "0%"],
    ["0.5000", "0.005000", "0.0%"],
    ["100", "1.00", "0%"],
    ["-6.25", "-0.0625", "0.00%"],
  ])("百分数 %s 是 %s", async (decimal, value, format) => {
    expect(await cellOf({ as: "percent", decimal, minScale: 0 })).toEqual({ value, isText: false, format });
  });

  test("日期是日期，一九〇〇年三月以前的写成文字", async () => {
    expect(await cellOf({ as: "day", day: "2026-11-21" })).toMatchObject({ value: "46347", isText: false });
    expect(await cellOf({ as: "instant", time: "2026-11-21 18:00:00" })).toMatchObject({ value: "46347.75" });
    expect(await cellOf({ as: "day", day: "1900-02-28" })).toMatchObject({ value: "1900-02-28", isText: true });
  });

  test.each([
    ["=1+1", "=1+1"],
    ["0012", "0012"],
    ['<甲>&"乙"', '<甲>&"乙"'],
    ["第一行\r\n第二行", "第一行\n第二行"],
    ["看\u0000不\u001f见\ufffe", "看不见"],
    ["半\udc00个", "半个"],
    ["_x000D_ 原样", "_x005F_x000D_ 原样"],
    ["😀 好", "😀 好"],
  ])("文字 %j 仍是文字 %j", async (text, value) => {
    expect(await cellOf({ as: "text", text })).toEqual({ value, isText: true, format: undefined });
  });

  test("过长的文字在程序能打开的长度截断，不截断半个字", async () => {
    const cell = await cellOf({ as: "text", text: `${"长".repeat(32_766)}😀` });
    expect(cell?.value).toBe("长".repeat(32_766));
  });
});

describe("整张表", () => {
  test("表头冻结、可筛选、打印重复，每批的行依次排下去", async () => {
    const row = (text: string): Cell[] => [{ as: "text", text }, null, { as: "number", decimal: "1", minScale: 0 }];
    const file = await fileOf(["甲", "乙", "丙"], [row("一"), row("二")], [], [row("三")]);
    const parts = unzip(file);
    expect([...parts.keys()].sort()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<autoFilter ref="A1:C4"/>');
    expect(parts.get("xl/workbook.xml")).toContain("'订单'!$1:$1");
    expect(sheetRows(file).map((cells) => cells.A?.value)).toEqual(["甲", "一", "二", "三"]);
    expect(sheetRows(file)[1]).not.toHaveProperty("B");
  });

  test("没有行时只有表头", async () => {
    expect(sheetRows(await fileOf(["甲"]))).toHaveLength(1);
  });

  test("行出错时文件不完整，并且说出错误", async () => {
    async function* broken(): AsyncGenerator<Cell[][], void, void> {
      yield [[{ as: "text", text: "一" }]];
      throw new Error("数据库断开");
    }
    const pieces: Uint8Array[] = [];
    const read = async () => {
      for await (const piece of sheetFile("订单", ["甲"], broken(), AT)) pieces.push(piece);
    };
    await expect(read()).rejects.toThrow("数据库断开");
    expect(() => unzip(Buffer.concat(pieces))).toThrow();
  });

  test("读的人走了，行也不再读", async () => {
    let ended = false;
    async function* endless(): AsyncGenerator<Cell[][], void, void> {
      try {
        for (let count = 0; ; count += 1) yield [[{ as: "text", text: `${count} ${Math.sin(count)}` }]];
      } finally {
        ended = true;
      }
    }
    let bytes = 0;
    for await (const piece of sheetFile("订单", ["甲"], endless(), AT)) {
      bytes += piece.length;
      if (bytes > 100_000) break;
    }
    await expect.poll(() => ended).toBe(true);
  });

  test("列名和表名是表格程序接受的", () => {
    expect([1, 26, 27, 702, 703].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
    expect(sheetName("a[b]:c*d?e/f\\g")).toBe("a b  c d e f g");
    expect(sheetName("'引号'")).toBe("引号");
    expect(sheetName("很".repeat(40))).toHaveLength(31);
    expect(sheetName("/")).toBe("Sheet1");
  });
});
