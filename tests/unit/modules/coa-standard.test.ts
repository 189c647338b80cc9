import { describe, expect, test } from "vitest";
import {
  inForce,
  itemsOnce,
  limitsFit,
  notLooserThanLaw,
  type StandardItem,
} from "~/modules/base-data/coa-standard/coa-standard.rules";
import { inGroups, lawLimitsFit } from "~/modules/base-data/coa-template/coa-template.rules";

function item(values: Partial<StandardItem> = {}): StandardItem {
  return {
    item_name: "水分",
    value_kind: "number",
    low: null,
    low_open: false,
    high: "8",
    high_open: false,
    text_value: null,
    ...values,
  };
}

describe("检测项目和限值", () => {
  test("同一项目只能有一行", () => {
    expect(itemsOnce({ items: [item(), item()] })?.message).toBe("检测项目水分重复");
  });

  test("下限不能大于上限；相同时须都包含", () => {
    expect(limitsFit({ items: [item({ low: "9" })] })?.message).toBe("检测项目水分下限不能大于上限");
    expect(limitsFit({ items: [item({ low: "8" })] })).toBeNull();
    expect(limitsFit({ items: [item({ low: "8", high_open: true })] })?.field).toBe("items.0.high");
  });

  test("文字项目要有定性要求，没有限值", () => {
    expect(limitsFit({ items: [item({ value_kind: "text" })] })?.field).toBe("items.0.low");
    expect(limitsFit({ items: [item({ value_kind: "text", high: null })] })?.field).toBe("items.0.text_value");
    expect(limitsFit({ items: [item({ value_kind: "text", high: null, text_value: "无异味" })] })).toBeNull();
    expect(limitsFit({ items: [item({ value_kind: "pass", high: null })] })).toBeNull();
  });
});

describe("不能宽于国家标准", () => {
  const law = [{ item_name: "水分", law_low: "2", law_high: "8" }];

  test.each([
    [{ low: "2", high: "8" }, 0],
    [{ low: "3", high: "7.5" }, 0],
    [{ low: "2", high: "8.000001" }, 1],
    [{ low: "1.9", high: "8" }, 1],
    [{ low: null, high: "8" }, 1],
    [{ low: "2", high: null }, 1],
  ])("%o：%d处", (limits, count) => {
    expect(notLooserThanLaw({ items: [item(limits)] }, law)).toHaveLength(count);
  });

  test("说出国家标准；漏掉的项目也不行，没有国标限值的可以漏", () => {
    expect(notLooserThanLaw({ items: [item({ high: "9" })] }, law)[0]?.message).toBe(
      "检测项目水分不能宽于国家标准2～8",
    );
    expect(notLooserThanLaw({ items: [] }, law)).toHaveLength(1);
    expect(notLooserThanLaw({ items: [] }, [{ item_name: "气味", law_low: null, law_high: null }])).toEqual([]);
  });
});

test("生效的标准：写明供应商的优先，未到生效日和已过最后有效日的不算", () => {
  const standing = (id: string, valid_from: string, more: { supplier_id?: string; last_day?: string } = {}) => ({
    id,
    valid_from,
    supplier_id: more.supplier_id ?? null,
    last_day: more.last_day ?? null,
  });
  const old = standing("old", "2025-01-01", { last_day: "2025-05-31" });
  const next = standing("next", "2025-06-01");
  expect(inForce([old, next], "2025-05-31")?.id).toBe("old");
  expect(inForce([old, next], "2025-06-01")?.id).toBe("next");
  expect(inForce([old, next, standing("own", "2024-01-01", { supplier_id: "a" })], "2025-06-01")?.id).toBe("own");
  expect(inForce([next], "2025-05-31")).toBeNull();
});

test("按模板生成的标准按类别排列，没有类别的在后，同类保持先后", () => {
  const item = (name: string, item_group: string | null) => ({ name, item_group });
  const given = [
    item("杂质", null),
    item("黄曲霉毒素", "pollutant"),
    item("水分", "physical"),
    item("灰分", "physical"),
  ];
  expect(inGroups([...given, item("气味", "sensory")]).map(({ name }) => name)).toEqual([
    ...["气味", "水分", "灰分", "黄曲霉毒素", "杂质"],
  ]);
});

test("模板的国标限值：只属于数值，下限不大于上限", () => {
  const row = { item_name: "水分", value_kind: "number" as const, law_low: "9", law_high: "8" };
  expect(lawLimitsFit({ items: [row] })?.field).toBe("items.0.law_high");
  expect(lawLimitsFit({ items: [{ ...row, value_kind: "text" }] })?.field).toBe("items.0.law_low");
});
