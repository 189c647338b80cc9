import { describe, expect, test } from "vitest";
import type { Control } from "~/ui/model/form";
import type { Table } from "~/ui/model/table";
import { actionsColumn, isCompared, linesStack, tableStack } from "~/ui/table/needed-width";

const control = (kind: Control["kind"], more: Partial<Control> = {}): Control => ({
  name: "a",
  label: "甲",
  kind,
  value: "",
  required: true,
  ...more,
});

function table(columns: number, text: string, more: Partial<Table> = {}): Table {
  const all = Array.from({ length: columns }, (_, index) => index);
  return {
    caption: "订单",
    columns: all.map((index) => ({ key: `c${index}`, label: "金额", align: "end" })),
    rows: [{ id: "7", cells: all.map(() => ({ text })) }],
    ...more,
  };
}

describe("列表的列放不下时一行占几排", () => {
  test("几列短的放得下，同样几列六位数的金额放不下", () => {
    expect(tableStack(table(8, "¥1.00"))).toBeUndefined();
    expect(tableStack(table(8, "¥601,500.00"))).toBe("narrow");
  });

  test("合计、可以做的事和选择框也占地方", () => {
    const fits = table(6, "¥601,500.00");
    expect(tableStack(fits)).toBeUndefined();
    const wide = "¥1,234,567,890.00";
    expect(tableStack({ ...fits, totals: fits.columns.map(() => wide) })).toBe("narrow");
    const actions = ["修改", "提交审批", "作废"].map((label) => ({ label, href: "/a", tone: "plain" as const }));
    const busy = table(7, "¥601,500.00");
    const [row] = busy.rows;
    expect(tableStack({ ...busy, hasActions: true, rows: row ? [{ ...row, actions }] : [] })).toBe("narrow");
  });

  test("会折行的长文字不把别的列挤出去", () => {
    expect(tableStack(table(4, "这是一段很长很长很长很长很长很长很长很长的说明"))).toBeUndefined();
  });
});

describe("手机上和状态旁边", () => {
  test("三行起，五列数字或大半是数字的保持表格；行多时三列就够；其余成为卡片", () => {
    const shape = (figures: number, texts: number, count: number): Table => {
      const { columns } = table(figures + texts, "1");
      const rows = Array.from({ length: count }, (_, at) => ({
        id: `${at}`,
        cells: columns.map(() => ({ text: "1" })),
      }));
      return {
        caption: "",
        columns: columns.map((one, at) => (at < figures ? one : { ...one, align: "start" })),
        rows,
      };
    };
    expect(isCompared(shape(5, 8, 3))).toBe(true);
    expect(isCompared(shape(2, 1, 3))).toBe(true);
    expect(isCompared(shape(3, 4, 11))).toBe(true);
    expect(isCompared(shape(5, 8, 2))).toBe(false);
    expect(isCompared(shape(3, 4, 10))).toBe(false);
    expect(isCompared(shape(2, 6, 30))).toBe(false);
  });

  test("操作列有多宽，状态就固定在它前面多远；没有操作时在最右", () => {
    expect(actionsColumn(table(2, "1"))).toBe(0);
    const actions = ["修改", "提交审批"].map((label) => ({ label, href: "/a", tone: "plain" as const }));
    const acting = table(2, "1", { hasActions: true, rows: [{ id: "7", cells: [{ text: "1" }], actions }] });
    expect(actionsColumn(acting)).toBe(Math.ceil(6 * 13.5 + 10) + 20);
  });
});

describe("编辑的行放不下时占几排", () => {
  test("两格放得下，四格在平板上放不下，订单的明细在菜单旁边也放不下", () => {
    expect(linesStack(["物料", "数量"], [control("reference"), control("decimal")], false)).toBeUndefined();
    const four = [control("reference"), control("decimal"), control("decimal"), control("date")];
    expect(linesStack(["物料", "数量", "单价", "需求日期"], four, true)).toBe("narrow");
    const more = [...four, control("select"), control("text"), control("decimal")];
    expect(linesStack(["物料", "数量", "单价", "需求日期", "税率", "备注", "费用", "金额"], more, true)).toBe("wide");
  });

  test("只读的列和单位也占地方", () => {
    const texts = ["章节", "内容", "要求", "满分", "否决项"];
    expect(linesStack(texts, [control("text")], false)).toBeUndefined();
    expect(linesStack([...texts, "佐证", "照片"], [control("text")], false)).toBe("narrow");
    const weights = (unit?: string) => [1, 2, 3, 4, 5, 6].map(() => control("decimal", unit ? { unit } : {}));
    expect(linesStack(texts, weights(), false)).toBeUndefined();
    expect(linesStack(texts, weights("千克"), false)).toBe("narrow");
  });
});
