import { describe, expect, test } from "vitest";
import { type PasteColumn, pasteNote, readPasted } from "~/shared/pasted";

const COLUMNS: PasteColumn[] = [
  { name: "material_id", label: "物料", kind: "reference" },
  { name: "qty", label: "数量", kind: "decimal" },
  {
    name: "uom",
    label: "单位",
    kind: "select",
    options: [
      { value: "kg", label: "千克" },
      { value: "bag", label: "袋" },
    ],
  },
  { name: "tax_rate", label: "税率", kind: "decimal", percent: true },
  { name: "required_date", label: "需求日期", kind: "date" },
  { name: "urgent", label: "加急", kind: "checkbox" },
];

function values(text: string, from?: string) {
  return readPasted(text, COLUMNS, 200, from).rows.map((row) => row.values);
}

/** One cell of one column. */
function cell(column: string, text: string) {
  return values(`${text}\t`, column)[0]?.[column];
}

describe("从表格软件粘贴", () => {
  test("没有列名时按表格的列依次填入，粘贴到哪一列就从哪一列开始", () => {
    expect(values("M001\t10\nM002\t20")).toEqual([
      { material_id: "M001", qty: "10" },
      { material_id: "M002", qty: "20" },
    ]);
    expect(values("5\t袋", "qty")).toEqual([{ qty: "5", uom: "bag" }]);
    expect(values("1,000\n2,000", "qty")).toEqual([{ qty: "1000" }, { qty: "2000" }]);
  });

  test("有列名时按列名填入，次序不限，不认识的列不填", () => {
    expect(values("需求日期\t含税金额\t 物料 *\t数量（kg）\n2026/1/5\t99\tM001\t3")).toEqual([
      { required_date: "2026-01-05", material_id: "M001", qty: "3" },
    ]);
  });

  test("引号里可以有制表符、换行和引号，逗号分隔的也认识", () => {
    expect(values('"M\t1"\t1\r\n"两\n行"\t2\r\n"五寸""管"\t3')).toEqual([
      { material_id: "M\t1", qty: "1" },
      { material_id: "两\n行", qty: "2" },
      { material_id: '五寸"管', qty: "3" },
    ]);
    expect(values('M001,"1,000",千克\n')).toEqual([{ material_id: "M001", qty: "1000", uom: "kg" }]);
    expect(values('"没有收尾\t1\n5"管\t2')).toEqual([
      { material_id: '"没有收尾', qty: "1" },
      { material_id: '5"管', qty: "2" },
    ]);
  });

  test.for([
    ["qty", "１，２３４．５", "1234.5"],
    ["qty", "¥1,234,567.80", "1234567.80"],
    ["qty", " -3 ", "-3"],
    ["tax_rate", "13%", "13"],
    ["required_date", "2026/1/5", "2026-01-05"],
    ["required_date", "2026年1月5日", "2026-01-05"],
    ["required_date", "2026.12.31", "2026-12-31"],
    ["required_date", "2026-1-5 0:00", "2026-01-05"],
    ["uom", "千克", "kg"],
    ["uom", "kg", "kg"],
    ["urgent", "是", "1"],
    ["urgent", "Y", "1"],
    ["urgent", "√", "1"],
    ["urgent", "否", "0"],
    ["material_id", " M001 玉米 ", "M001 玉米"],
  ] as const)("%s 的「%s」读作 %s", ([column, text, read]) => {
    expect(cell(column, text)).toBe(read);
  });

  test.for([
    ["qty", "1,00"],
    ["qty", "十个"],
    ["qty", "13%"],
    ["required_date", "下周一"],
    ["uom", "箱子"],
    ["material_id", "没有的物料"],
  ] as const)("%s 的「%s」读不懂，原样留下等检查说明", ([column, text]) => {
    expect(cell(column, text)).toBe(text);
  });

  test("空行跳过，行号还是粘贴内容里的行号", () => {
    const { rows } = readPasted("M001\t1\n\n \t \nM002\t2\n", COLUMNS, 200);
    expect(rows.map(({ line }) => line)).toEqual([1, 4]);
  });

  test("放不下的行说明是哪些，不是是或否的格说明在哪里", () => {
    const pasted = readPasted("物料\t加急\nM1\t是\nM2\t随便\nM3\t\nM4\t", COLUMNS, 2);
    expect(pasted.left).toEqual([
      { line: 4, text: "M3\t" },
      { line: 5, text: "M4\t" },
    ]);
    expect(pasteNote(pasted, "订单明细", 2, "行")).toBe(
      "已填入 2 行。粘贴内容的第 4 至 5 行没有填入：订单明细最多 2 行。第 3 行的加急「随便」没有填入：请填是或否。",
    );
    expect(readPasted("M1\nM2", COLUMNS, -1).rows).toEqual([]);
  });

  test("五千行、一兆字节，其中有坏的：前两百行填入，其余逐行有交代", () => {
    const line = (at: number) => {
      if (at % 7 === 0) return `"M${at}\t1,00\t箱子\t百分之十\t没有日期\t也许`;
      if (at % 11 === 0) return "";
      return `M${at}\t1,000.5\t千克\t13%\t2026/1/5\t是\t${"备".repeat(80)}`;
    };
    const text = Array.from({ length: 5000 }, (_, at) => line(at + 1)).join("\n");
    expect(text.length * 3).toBeGreaterThan(1024 * 1024);
    const { rows, left, unread } = readPasted(text, COLUMNS, 200);
    expect(rows).toHaveLength(200);
    expect(rows.length + left.length).toBe(5000 - Math.floor(5000 / 11) + Math.floor(5000 / 77));
    expect(rows[0]?.values).toEqual({
      material_id: "M1",
      qty: "1000.5",
      uom: "kg",
      tax_rate: "13",
      required_date: "2026-01-05",
      urgent: "1",
    });
    expect(rows[6]?.values).toMatchObject({ material_id: '"M7', qty: "1,00", uom: "箱子", tax_rate: "百分之十" });
    expect(unread[0]).toEqual({ line: 7, label: "加急", text: "也许" });
    expect(left.at(-1)?.line).toBe(5000);
  });

  test("全是引号和制表符的内容也读得完", () => {
    const { rows, left } = readPasted('"\t""\t"""x\t""""'.repeat(60_000), COLUMNS, 5);
    expect(rows.length + left.length).toBeGreaterThan(0);
  });
});
