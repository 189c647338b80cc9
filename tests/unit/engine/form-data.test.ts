import { describe, expect, test } from "vitest";
import { editRows, formText, headAndFiles, inputOf, isFileField, withoutBlankRows } from "~/engine/screen/form-data";
import { purchaseOrder } from "~/modules/purchase-orders/purchase-order/purchase-order.entity";
import { goodsReceipt } from "~/modules/receiving/goods-receipt/goods-receipt.entity";

function posted(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function read(fields: Readonly<Record<string, string>>) {
  return formText(purchaseOrder, posted(fields));
}

const OFFERED = {
  fields: ["remark"],
  lines: { items: ["material_id", "qty"], "items.schedules": ["plan_date", "plan_qty"] },
};

function input(fields: Readonly<Record<string, string>>) {
  return inputOf(withoutBlankRows(read(fields), {}), OFFERED, purchaseOrder);
}

describe("表单里的明细和明细下的行", () => {
  test("行按编号排列，编号中间的空缺合拢，行下的行跟着自己的行", () => {
    expect(
      input({
        "items.7.qty": "2",
        "items.3.qty": "1",
        "items.3.schedules.5.plan_qty": "0.6",
        "items.3.schedules.2.plan_qty": "0.4",
      }).items,
    ).toEqual([{ qty: "1", schedules: [{ plan_qty: "0.4" }, { plan_qty: "0.6" }] }, { qty: "2" }]);
  });

  test("已存的行带着自己的编号，和接口的写法相同", () => {
    expect(
      input({
        "items.0.id": "a",
        "items.0.qty": "5",
        "items.0.schedules.0.id": "b",
        "items.0.schedules.0.plan_date": "2026-01-01",
      }).items,
    ).toEqual([{ id: "a", qty: "5", schedules: [{ id: "b", plan_date: "2026-01-01" }] }]);
  });

  test("没有填写的行不算，已存的行和下面填了东西的行都算", () => {
    expect(
      input({
        "items.0.qty": " ",
        "items.0.schedules.0.plan_qty": "",
        "items.1.qty": "",
        "items.1.schedules.0.plan_qty": "3",
        "items.1.schedules.1.plan_qty": "",
        "items.2.id": "a",
        "items.2.qty": "",
      }).items,
    ).toEqual([
      { qty: "", schedules: [{ plan_qty: "3" }] },
      { qty: "", id: "a" },
    ]);
  });

  test("只有初值的新行不算，改过初值的、已存的和下面填了东西的都算", () => {
    const starts = { items: { uom: "kg", urgent: "1" }, "items.schedules": { plan_date: "2026-01-01" } };
    const text = read({
      "items.0.uom": "kg",
      "items.0.urgent": "1",
      "items.0.schedules.0.plan_date": "2026-01-01",
      "items.1.uom": "t",
      "items.2.id": "a",
      "items.2.uom": "kg",
      "items.3.uom": "kg",
      "items.3.schedules.0.plan_date": "2026-01-02",
      "items.4.uom": "",
    });
    expect(withoutBlankRows(text, starts).lines.items?.map(({ values }) => values)).toEqual([
      { uom: "t" },
      { uom: "kg" },
      { uom: "kg" },
    ]);
  });

  test("行下粘贴框里的内容跟着自己的行，复制时不带走，有内容的行不算空", () => {
    const text = read({
      "items.0.qty": "1",
      "items.1.qty": "2",
      "_paste.items.1.schedules": "2026-01-01\t5",
      "_paste.items": "x",
      "_paste.items.0.nothing": "y",
    });
    expect(text.lines.items?.map(({ pastes }) => pastes)).toEqual([undefined, { schedules: "2026-01-01\t5" }]);
    expect(editRows(purchaseOrder, text, "items.remove.0")?.lines.items?.[0]?.pastes).toEqual({
      schedules: "2026-01-01\t5",
    });
    expect(editRows(purchaseOrder, text, "items.copy.1")?.lines.items?.[2]?.pastes).toBeUndefined();
    expect(withoutBlankRows(read({ "_paste.items.0.schedules": "1" }), {}).lines.items).toHaveLength(1);
  });

  test("表格显示过而行已全部删除，是要删除，不是没有说", () => {
    expect(input({ "_lines.items": "1" }).items).toEqual([]);
    expect(input({ "items.0.id": "a", "_lines.items.0.schedules": "1" }).items).toEqual([{ id: "a", schedules: [] }]);
  });

  test("不存在的表格、字段和层次不会变成别的东西，原样交给检查去拒绝", () => {
    expect(read({ "_lines.nothing": "1", "_lines.items.0.nothing": "1", "_lines.__proto__": "1" }).lines).toEqual({});
    expect(input({ "items.0.schedules.0.more.1.qty": "1" }).items).toEqual([{ schedules: [{ more: [{ qty: "1" }] }] }]);
    expect(input({ "items.0.a.b": "1" })).toMatchObject({ items: [{ "a.b": "1" }] });
    const odd = read({ "items.0.__proto__": "x", "__proto__.0.x": "1", "items.0.constructor": "y" });
    expect(Object.getPrototypeOf(odd.lines.items?.[0]?.values)).toBe(Object.prototype);
    expect(Object.hasOwn({}, "x")).toBe(false);
  });
});

describe("增行、复制、删除", () => {
  const typed = {
    "items.0.id": "a",
    "items.0.qty": "10",
    "items.0.schedules.0.id": "b",
    "items.0.schedules.0.plan_qty": "4",
    "items.0.schedules.1.id": "c",
    "items.0.schedules.1.plan_qty": "6",
    "items.1.qty": "7",
    "items.1.schedules.0.id": "d",
    "items.1.schedules.0.plan_qty": "7",
  };
  const rowsAfter = (intent: string) => editRows(purchaseOrder, read(typed), intent)?.lines.items;

  test("复制一行连同它的交货计划，都是新的行", () => {
    const rows = rowsAfter("items.copy.0");
    expect(rows?.map(({ id }) => id)).toEqual(["a", "", ""]);
    expect(rows?.[1]).toEqual({
      id: "",
      values: { qty: "10" },
      lines: {
        schedules: [
          { id: "", values: { plan_qty: "4" }, lines: {} },
          { id: "", values: { plan_qty: "6" }, lines: {} },
        ],
      },
    });
  });

  test("只有一批的交货计划随行而定，复制的行重新生成", () => {
    expect(rowsAfter("items.copy.1")?.[2]).toEqual({ id: "", values: { qty: "7" }, lines: {} });
  });

  test("行下的行也能增、复制、删除，别的行不动", () => {
    expect(rowsAfter("items.1.schedules.add")?.[1]?.lines?.schedules).toHaveLength(2);
    expect(rowsAfter("items.0.schedules.copy.0")?.[0]?.lines?.schedules?.map(({ id }) => id)).toEqual(["b", "", "c"]);
    expect(rowsAfter("items.0.schedules.remove.0")?.[0]?.lines?.schedules?.map(({ id }) => id)).toEqual(["c"]);
    expect(rowsAfter("items.0.schedules.remove.0")?.[1]).toEqual(read(typed).lines.items?.[1]);
  });

  test("行数已满时不再增加，填写的内容都在", () => {
    const full = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`items.${at}.qty`, String(at + 1)]));
    const text = read(full);
    expect(editRows(purchaseOrder, text, "items.add")).toEqual(text);
    expect(editRows(purchaseOrder, text, "items.copy.3")).toEqual(text);
  });

  test("不是行的按钮不在此处理", () => {
    for (const intent of ["save", "items.paste", "nothing.add", "items.0.nothing.add", "constructor.add"])
      expect(editRows(purchaseOrder, read(typed), intent)).toBeNull();
  });
});

describe("行里的文件", () => {
  const several = (...fields: readonly (readonly [string, string])[]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return formText(goodsReceipt, form);
  };

  test("一个文件一个值，按行合成一段文字；取消全部时留下空的", () => {
    const text = several(
      ["photos", ""],
      ["photos", "头"],
      ["items.0.photos", ""],
      ["items.1.photos", ""],
      ["items.1.photos", "甲"],
      ["items.1.photos", "乙"],
      ["items.1.batch_no", "第一个值算数"],
      ["items.1.batch_no", "不是这个"],
    );
    expect(text.values.photos).toBe("头");
    expect(text.lines.items?.map(({ values }) => values)).toEqual([
      { photos: "" },
      { photos: "甲 乙", batch_no: "第一个值算数" },
    ]);
    expect(headAndFiles(goodsReceipt, text)).toEqual({ photos: "头", "items.photos": "甲 乙" });
  });

  test("只有文件的行算填写了，只有空文件框的行不算", () => {
    const { lines } = withoutBlankRows(several(["items.0.photos", ""], ["items.1.photos", "甲"]), {});
    expect(lines.items?.map(({ values }) => values.photos)).toEqual(["甲"]);
  });

  test("复制行不带文件，删除行时别的行的文件不动", () => {
    const text = several(["items.0.photos", "甲"], ["items.0.batch_no", "P1"], ["items.1.photos", "乙"]);
    const photos = (intent: string) => editRows(goodsReceipt, text, intent)?.lines.items?.map(({ values }) => values);
    expect(photos("items.copy.0")).toEqual([{ photos: "甲", batch_no: "P1" }, { batch_no: "P1" }, { photos: "乙" }]);
    expect(photos("items.remove.0")).toEqual([{ photos: "乙" }]);
  });

  test("哪些名字是文件：头上的和行里的，别的都不是", () => {
    const names = [
      "photos",
      "items.0.photos",
      "items.12.photos",
      "items.photos.0",
      "items.0.batch_no",
      "items",
      "x.0.photos",
    ];
    expect(names.filter((name) => isFileField(goodsReceipt, name))).toEqual([
      "photos",
      "items.0.photos",
      "items.12.photos",
    ]);
  });
});
