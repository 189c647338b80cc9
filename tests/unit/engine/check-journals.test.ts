import { describe, expect, test } from "vitest";
import { type AnyEntity, choice, date, defineEntity, noSupplier, postingFields, quantity, text } from "~/engine/entity";
import { journalFaults } from "~/engine/entity/check-journals";
import { shapesOf } from "~/engine/entity/tables";

const KEY = "stock/movement";

const sound = defineEntity({
  key: KEY,
  label: "库存流水",
  kind: "log",
  purpose: "库存的每一笔移动。",
  journal: { day: "day", kind: "sort", figures: ["qty"], voucher: { field: "no", rule: "KC{YYYYMMDD}-{0001}" } },
  title: ["no"],
  fields: {
    no: text({ label: "凭证号", required: true, system: true }),
    day: date({ label: "日期", required: true, system: true }),
    sort: choice({ label: "类型", required: true, system: true, choices: { in: "入库", in_rev: "入库冲销" } }),
    qty: quantity({ label: "数量", required: true, system: true }),
    ...postingFields(KEY),
  },
  access: { suppliers: noSupplier, grants: { warehouse: ["query", "get", "export"] } },
});

const faults = (change: Partial<AnyEntity>) => journalFaults({ ...sound, ...change });

describe("记账日志的定义", () => {
  test("没有缺陷的通过，其他日志不受影响", () => {
    expect(journalFaults(sound)).toEqual([]);
    expect(journalFaults({ ...sound, journal: undefined, fields: {} } as AnyEntity)).toEqual([]);
  });

  test("不能有改变记录的途径", () => {
    expect(faults({ kind: "register" })).toEqual([`Entity "${KEY}", journal: is a log`]);
    for (const change of [
      { states: { open: "打开" } },
      { transitions: {} },
      { imports: true as const },
      { removable: false as const },
      { editIn: [] },
      { search: [] },
      { number: "KC{0001}" },
    ])
      expect(faults(change)).toEqual([
        `Entity "${KEY}", journal: rows are only added, so it has no "${Object.keys(change)[0]}"`,
      ]);
  });

  test("字段只由记账写入，权限只有查看和导出", () => {
    const { source_line: _left, ...fewer } = sound.fields;
    expect(faults({ fields: fewer })).toEqual([
      `Entity "${KEY}", journal: lacks the field "source_line" of postingFields`,
    ]);
    expect(faults({ fields: { ...sound.fields, note: text({ label: "备注" }) } })).toEqual([
      `Entity "${KEY}", journal, field "note": is written by postings alone, so it is a system field`,
    ]);
    expect(faults({ access: { suppliers: noSupplier, grants: { finance: "all", warehouse: ["query"] } } })).toEqual([
      `Entity "${KEY}", journal: rows are read and exported, and "finance" is granted more`,
    ]);
  });

  test("日期、类型、数量和凭证号是相应的字段", () => {
    const journal = { day: "sort", kind: "day", figures: ["no"], voucher: { field: "qty", rule: "" } } as const;
    expect(faults({ journal })).toEqual([
      `Entity "${KEY}", journal: the day "sort" is no required date`,
      `Entity "${KEY}", journal: the kind "day" is no required choice`,
      `Entity "${KEY}", journal: the voucher "qty" is no text`,
      `Entity "${KEY}", journal: the figure "no" is no quantity nor amount`,
    ]);
  });

  test("表只增，没有查找用的列", () => {
    const [shape] = shapesOf(sound, () => sound);
    expect(shape?.grows).toBe(true);
    expect(shape?.columns.map(({ name }) => name)).not.toContain("search_text");
  });
});
