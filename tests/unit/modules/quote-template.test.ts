import { describe, expect, test } from "vitest";
import { formulaFault, formulaSaid, workedElements } from "~/engine/formulas/asked-elements.server";
import {
  asksSomething,
  breaksDown,
  choicesSaid,
  codesOnce,
  unitsSaid,
} from "~/modules/purchase-management/quote-template/quote-template.rules";
import { type SourceModel, takenElements } from "~/modules/purchase-management/quote-template/taken-elements.server";
import { bestOfElements, elementRows, type Part } from "~/modules/purchase-management/rfq/comparison-elements.rules";
import { answersFit, breakdownWhole, termsWhole } from "~/modules/receiving/supplier-quote/quote-detail.rules";
import { neverRises } from "~/modules/receiving/supplier-quote/supplier-quote.rules";

describe("报价模板", () => {
  const coded = (...codes: string[]) => codes.map((code) => ({ code }));

  test("编码不重复，要素与条件之间也不重复；只有字母、数字和下划线", () => {
    expect(codesOnce({ elements: coded("RAW", "RAW"), terms: [] })?.message).toBe("字段编码【RAW】重复");
    expect(codesOnce({ elements: coded("RAW"), terms: coded("RAW") })?.field).toBe("terms.0.code");
    expect(codesOnce({ elements: coded("1A"), terms: [] })?.field).toBe("elements.0.code");
    expect(codesOnce({ elements: coded("RAW"), terms: coded("ORIGIN") })).toBeNull();
  });

  test("数量须有单位，金额没有；要素至少有一项金额", () => {
    expect(unitsSaid({ elements: [{ kind: "figure", unit: null }] })?.field).toBe("elements.0.unit");
    expect(unitsSaid({ elements: [{ kind: "amount", unit: "元" }] })?.field).toBe("elements.0.unit");
    expect(breaksDown({ elements: [{ kind: "figure", formula: null }] })?.field).toBe("elements");
    expect(breaksDown({ elements: [] })).toBeNull();
  });

  test("单选至少两个不同的选项，其他类型没有选项；空模板不能启用", () => {
    expect(choicesSaid({ terms: [{ answer_type: "select", options: "甲" }] })?.message).toContain("至少两个");
    expect(choicesSaid({ terms: [{ answer_type: "select", options: "甲\n甲" }] })?.message).toContain("重复");
    expect(choicesSaid({ terms: [{ answer_type: "text", options: "甲\n乙" }] })?.message).toContain("不是单选");
    expect(choicesSaid({ terms: [{ answer_type: "select", options: "甲\n乙" }] })).toBeNull();
    expect(asksSomething({ elements: [], terms: [], clauses: null })).not.toBeNull();
    expect(asksSomething({ elements: [], terms: [], clauses: "含税" })).toBeNull();
  });
});

describe("成本分解", () => {
  const items = [
    { rfq_line: 10, price: "2.5" },
    { rfq_line: 20, price: null },
  ];
  const part = (rfq_line: number, name: string, amount: string | null, more = {}) => ({
    ...{ rfq_line, name, amount, kind: "amount", required: true, formula: null, ...more },
  });
  const judged = (...breakdown: ReturnType<typeof part>[]) =>
    breakdownWhole({ items, breakdown, breakdown_limit: "0.01" });

  test("必填的要素缺了，指出是哪一格", () => {
    expect(judged(part(10, "原料", "2"), part(10, "人工", null))).toMatchObject({
      field: "breakdown.1.amount",
      message: "第1行【人工】必填，请填写",
    });
  });

  test("合计与单价相差不超过允许差额；比例不计入", () => {
    const loss = part(10, "损耗", "3", { kind: "figure" });
    expect(judged(part(10, "原料", "2"), part(10, "人工", "0.49"), loss)).toBeNull();
    expect(judged(part(10, "原料", "2"), part(10, "人工", "0.489999"), loss)?.message).toBe(
      "第1行成本分解合计2.489999与单价2.5不一致",
    );
  });

  test("选填的都没有填不必相加；不报价的行须清空", () => {
    expect(judged(part(10, "原料", null, { required: false }))).toBeNull();
    expect(judged(part(20, "原料", "1"))?.message).toBe("第2行不报价，请清空成本分解");
  });
});

describe("要素的公式", () => {
  const element = (code: string, name: string, more = {}) => ({
    ...{ code, name, unit: null, required: true, formula: null, amount: null, ...more },
  });
  const asked = (amounts: readonly (string | null)[], formula = "原料 * 损耗率") => [
    element("RAW", "原料", { amount: amounts[0] ?? null }),
    element("LOSS", "损耗率", { unit: "%", amount: amounts[1] ?? null }),
    element("WASTE", "损耗", { formula, amount: "99" }),
  ];
  const waste = (...given: Parameters<typeof asked>) => workedElements(asked(...given))[2];

  test("按编码或名称算出，百分数按比例；缺数先不算，除数为0和负数说明原因", () => {
    expect(waste(["2", "3"])).toEqual({ amount: "0.060000", problem: null });
    expect(waste(["2", null])).toEqual({ amount: null, problem: null });
    expect(waste([null, null], "1 + 1")).toEqual({ amount: null, problem: null });
    expect(waste(["2", "0"], "RAW / LOSS")).toEqual({ amount: null, problem: "除数为0" });
    expect(waste(["2", "3"], "LOSS - RAW")?.problem).toBe("结果为-1.97，不能小于0");
    expect(formulaSaid("RAW*(1+损耗率)", asked([]))).toBe("【原料】 × (1 + 【损耗率】)");
  });

  test.each([
    ["RAW + NONE", "公式有误：第7位【NONE】无法识别"],
    ["RAW + WASTE", "成本要素循环引用：WASTE → WASTE"],
    ["RAW / (LOSS - LOSS)", "公式有误：第5位除数为0"],
    ["index('ZS')", "公式有误：报价模板的公式只能引用本模板的要素，不能用行情指数"],
  ])("模板里的 %s 说出哪里有误", (formula, problem) => {
    expect(formulaFault(asked([], formula))).toEqual({ element: 2, problem });
  });
});

describe("报价条件", () => {
  const term = (answer_type: string, value: string | null, more = {}) => ({
    ...{
      label: "产地",
      answer_type,
      value,
      options: "甲\n乙",
      required: true,
      rfq_line: null as number | null,
      ...more,
    },
  });

  test("答复须是所要的类型", () => {
    expect(answersFit({ terms: [term("number", "1e3")] })?.field).toBe("terms.0.value");
    expect(answersFit({ terms: [term("date", "2026-02-30")] })?.field).toBe("terms.0.value");
    expect(answersFit({ terms: [term("select", "丙")] })?.field).toBe("terms.0.value");
    expect(
      answersFit({ terms: [term("number", "-1.5"), term("date", "2026-02-28"), term("select", "乙")] }),
    ).toBeNull();
  });

  test("必填的条件提交前须答复，不报价的行除外", () => {
    const items = [{ rfq_line: 10, price: null }];
    expect(termsWhole({ items, terms: [term("text", null)] })?.message).toBe("【产地】必填，请填写");
    expect(termsWhole({ items, terms: [term("text", null, { rfq_line: 10 })] })).toBeNull();
  });

  test("只降不升时，本轮高于上轮的不能保存", () => {
    const items = [{ price: "2.6", prev_price: "2.5", qty: "100", scales: [] }];
    expect(neverRises({ only_down: true, items })?.message).toBe("第1行本轮报价不能高于上轮2.5");
    expect(neverRises({ only_down: false, items })).toBeNull();
    expect(
      neverRises({ only_down: true, items: [{ price: null, prev_price: "2.5", qty: "100", scales: [] }] }),
    ).toBeNull();
  });
});

describe("要素对比", () => {
  const part = (supplierId: string, code: string, amount: string | null, kind = "amount"): Part => ({
    ...{ supplierId, line: 10, code, name: code, kind, unit: null, formula: null, amount },
  });
  const model = { amounts: new Map([["RAW", "2"]]), warnPercent: "8" };

  test("最低的标出，较应有成本偏高和异常偏低的标出；没有填的和比例不标", () => {
    const rows = elementRows(
      [10],
      [
        part("a", "RAW", "2.2"),
        part("b", "RAW", "1.6"),
        part("a", "LOSS", "3", "figure"),
        part("b", "LOSS", null, "figure"),
      ],
      () => model,
    );
    expect(rows[0]?.should).toBe("2");
    expect(rows[0]?.parts).toMatchObject([
      { supplierId: "a", isLowest: false, vsShould: "10", mark: "high" },
      { supplierId: "b", isLowest: true, vsShould: "-20", mark: "low" },
    ]);
    expect(rows[1]?.parts).toMatchObject([{ supplierId: "a", isLowest: false, vsShould: null, mark: null }]);
  });

  test("各要素最低合计取各家的最低", () => {
    const rows = elementRows(
      [10],
      [part("a", "RAW", "2.2"), part("b", "RAW", "1.6"), part("a", "LABOR", "0.3"), part("b", "LABOR", "0.5")],
      () => null,
    );
    expect(bestOfElements(rows, 10)).toBe("1.9");
    expect(bestOfElements(rows, 20)).toBeNull();
  });
});

describe("从成本模型取的要素", () => {
  type Source = SourceModel["elements"][number];
  const source = (code: string, name: string, more: Partial<Source>): Source => ({
    ...{ code, name, kind: "fixed", index_id: null, value: "1", base: null, formula: null, show_to_supplier: true },
    ...more,
  });
  const worked = (code: string, name: string, formula: string) =>
    source(code, name, { kind: "formula", value: null, formula });
  const RAW = source("RAW", "原料", {});
  const LOSS = source("LOSS", "损耗", { kind: "rate", value: "2" });
  const taken = (formula: string, elements: readonly Source[], standing: Parameters<typeof takenElements>[1] = []) =>
    takenElements({ formula, currency: "CNY", base_uom: "kg", elements }, standing);
  const said = ({ elements }: ReturnType<typeof taken>) =>
    elements.map(({ code, kind, unit, required, formula }) => [code, kind, unit, required, formula]);

  test("只引用供应商填报的要素的公式按编码带入；只经它计入成本的要素不再计入单价", () => {
    const found = taken("SPENT + LABOR", [
      ...[RAW, LOSS, source("LABOR", "人工", { kind: "quote" })],
      worked("SPENT", "原料含损耗", "原料 × (1 + 损耗)"),
    ]);
    expect(found.plain).toEqual([]);
    expect(said(found)).toEqual([
      ["RAW", "figure", "CNY/kg", true, null],
      ["LOSS", "figure", "%", true, null],
      ["LABOR", "amount", null, true, null],
      ["SPENT", "amount", null, false, "RAW * (1 + LOSS)"],
    ]);
    expect(formulaFault(found.elements)).toBeNull();
  });

  test("引用行情、不征询的要素、另一种单位或没有引用要素的按金额加入，并说明原因", () => {
    const own = source("OWN", "我方费用", { show_to_supplier: false });
    const standing = [{ code: "LOSS", name: "损耗", kind: "amount", unit: null, required: true, formula: null }];
    const found = taken(
      "RAW + A + B + C + D",
      [
        ...[RAW, LOSS, own, worked("A", "甲", "index('ZS-1') * 2"), worked("B", "乙", "RAW + 我方费用")],
        ...[worked("C", "丙", "RAW * LOSS"), worked("D", "丁", "2 + 3")],
      ],
      standing,
    );
    expect(found.plain.map((text) => text.replace("由供应商填报金额，没有带入公式", ""))).toEqual([
      "【甲】：它引用行情指数，供应商不知道指数的数值",
      "【乙】：它引用的【我方费用】不要求供应商填报",
      "【丙】：它引用的【损耗】在模板中按另一种单位填报",
      "【丁】：它没有引用其他要素",
    ]);
    expect(found.elements.map(({ code }) => code)).toEqual(["RAW", "A", "B", "C", "D"]);
    expect(found.elements.every(({ formula }) => formula === null)).toBe(true);
  });
});
