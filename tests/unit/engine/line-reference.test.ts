import { describe, expect, test } from "vitest";
import {
  type AnyEntity,
  defineEntity,
  drawn,
  keptOpen,
  lineReference,
  lineSection,
  lines,
  noSupplier,
  quantity,
  section,
  text,
} from "~/engine/entity";
import type { Conversion } from "~/engine/entity/conversions";
import { kindOf } from "~/engine/entity/kinds";
import { createRegistry } from "~/engine/entity/registry";
import { where } from "~/shared/condition";

const ID = "01900000-0000-7000-8000-000000000000";
const line = lineReference({ label: "订单行", required: true, to: "goods/order", lines: "items" });

const order = defineEntity({
  key: "goods/order",
  label: "订单",
  kind: "document",
  purpose: "订单。",
  number: "DD{YYYYMM}-{0001}",
  fields: { place: text({ label: "地点" }) },
  lines: {
    items: lines({
      label: "明细",
      fields: {
        qty: quantity({ label: "数量", required: true }),
        taken_qty: drawn(quantity({ label: "已送" })),
        open_qty: keptOpen(quantity({ label: "可送" })),
      },
      open: { to_deliver: { label: "可送", of: ({ qty }) => qty, into: "open_qty" } },
    }),
  },
  list: { columns: ["number"], filters: [], sort: "-number" },
  form: [section("基本信息", ["place"]), lineSection("明细", "items")],
  states: { draft: "草稿" },
  access: { suppliers: noSupplier, grants: { qa: "all" } },
});

function note(change: Partial<AnyEntity> = {}, options: Parameters<typeof lineReference>[0] | null = null): AnyEntity {
  const field = lineReference(
    options ?? {
      label: "订单行",
      required: true,
      to: "goods/order",
      lines: "items",
      open: "to_deliver",
    },
  );
  const sound = defineEntity({
    key: "goods/note",
    label: "送货单",
    kind: "document",
    purpose: "送货单。",
    number: "SH{YYYYMM}-{0001}",
    fields: { place: text({ label: "地点" }) },
    lines: {
      items: lines({
        label: "明细",
        fields: { order_line: field, qty: quantity({ label: "数量", required: true }) },
      }),
    },
    conversions: {
      from_orders: {
        label: "生成送货单",
        into: "items",
        by: "order_line",
        quantity: "qty",
        per: ["place"],
        head: { place: "place" },
      },
    },
    list: { columns: ["number"], filters: [], sort: "-number" },
    form: [section("基本信息", ["place"]), lineSection("明细", "items")],
    states: { draft: "草稿" },
    access: { suppliers: noSupplier, grants: { qa: "all" } },
  });
  return { ...(sound as AnyEntity), ...change };
}

function registryOf(entity: AnyEntity) {
  return createRegistry({
    topTabs: [{ id: "goods", label: "货物" }],
    modules: [{ key: "goods", label: "货物", top: "goods" }],
    menuGroups: [],
    registrations: [{ entity: order }, { entity }],
  });
}

function faults(entity: AnyEntity): string[] {
  try {
    registryOf(entity);
    return [];
  } catch (error) {
    return (error instanceof Error ? error.message : "").split("\n- ").slice(1);
  }
}

describe("引用其他单据的行", () => {
  test("读入行的 id，其他写法先在数据库里查找", () => {
    const read = (raw: unknown) => kindOf(line).read(raw, line.options);
    expect(read(ID.toUpperCase())).toEqual({ value: ID });
    expect(read("  ")).toEqual({ value: null });
    expect(read("CG20261125-0001/10")).toEqual({ complaint: "找不到订单行，请重新选择" });
  });

  test("列有指向行表的外键和索引", () => {
    const shape = registryOf(note()).shapes.find(({ name }) => name === "note_items");
    expect(shape?.references).toContainEqual({ column: "order_line", table: "order_items", onDelete: "restrict" });
    expect(shape?.indexes).toContainEqual({ name: "note_items_order_line_idx", columns: ["order_line"] });
  });
});

describe("启动时检查", () => {
  const AT = 'Entity "goods/note", lines "items", field "order_line"';
  const pointing = { label: "订单行", to: "goods/order", lines: "items", open: "to_deliver" };
  const conversion = note().conversions?.from_orders;

  test("没有错误的定义", () => {
    expect(faults(note())).toEqual([]);
  });

  test.each([
    [`${AT}: refers to "goods/gone", which is not registered`, { ...pointing, to: "goods/gone" }],
    [`${AT}: "goods/order" has no lines "rows"`, { ...pointing, lines: "rows" }],
    [`${AT}: "goods/order" has no column "gone"`, { ...pointing, only: where.set("gone") }],
    [`${AT}: the lines "items" have no column "gone"`, { ...pointing, onlyLines: where.set("gone") }],
    [`${AT}: the lines "items" have no open formula "gone"`, { ...pointing, open: "gone" }],
  ])("%s", (sentence, options) => {
    expect(faults(note({}, options))).toContain(sentence);
  });

  test.each([
    ['there are no lines "rows"', { into: "rows" }],
    ['"qty" is no reference to a line that says what is open of it', { by: "qty" }],
    ['the quantity "gone" does not exist', { quantity: "gone" }],
    ['the field "gone" of the key, in head, does not exist', { per: ["gone"] }],
    ['the column "gone" of the source or its lines does not exist', { head: { place: "gone" } }],
    ['the column "gone" of the source\'s lines or head does not exist', { line: { qty: "gone" } }],
    ['the shown column "gone" does not exist', { show: ["gone"] }],
    ['the day "qty" does not exist', { day: "qty" }],
  ])("转换：%s", (sentence, change) => {
    expect(faults(note({ conversions: { from_orders: { ...conversion, ...change } as Conversion } }))).toContain(
      `Entity "goods/note", conversion "from_orders": ${sentence}`,
    );
  });
});
