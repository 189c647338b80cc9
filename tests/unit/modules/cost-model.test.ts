import { describe, expect, test } from "vitest";
import type { IndexReading } from "~/engine/operations/market-price.server";
import {
  elementsFit,
  isNewMove,
  judgedCost,
  meeting,
  oneScope,
} from "~/modules/purchase-management/cost-model/cost-model.rules";
import { costOf, type Element, moved, namedInFormula } from "~/modules/purchase-management/cost-model/costing.server";

const fixed = (code: string, value: string): Element => ({ ...blank(code), kind: "fixed", value });
const rate = (code: string, value: string, base: string | null = null): Element => ({
  ...blank(code),
  ...{ kind: "rate", value, base },
});
const linked = (code: string, index_id: string, value: string | null = null): Element => ({
  ...blank(code),
  ...{ kind: "index", index_id, value },
});
const formula = (code: string, text: string, name = code): Element => ({
  ...blank(code),
  ...{ name, kind: "formula", formula: text },
});
const blank = (code: string) => ({ code, name: code, index_id: null, value: null, base: null, formula: null });

const corn: IndexReading = {
  ...{ indexId: "corn", code: "ZS-CORN", name: "玉米", uom: "t", currency: "CNY", enabled: true },
  ...{ day: "2025-03-10", value: "2400", date: "2025-03-09", average: "2300" },
};

/** What a formula comes to over elements, or what is wrong. */
function cost(formula: string, elements: readonly Element[] = [], readings: readonly IndexReading[] = [corn]) {
  const { shouldCost, problem } = costOf({ formula, currency: "CNY", elements }, readings);
  return problem ?? shouldCost;
}

describe("公式", () => {
  test("按要素、比例和行情算出每单位的成本", () => {
    const elements = [
      linked("RAW", "corn", "0.001"),
      rate("LOSS", "3"),
      fixed("LABOR", "0.2"),
      rate("FEE", "10", "RAW + LABOR"),
    ];
    expect(cost("RAW * (1 + LOSS) + LABOR + FEE", elements)).toBe("2.932000");
  });

  test("index 取最新行情，month_avg 取一个月的均价", () => {
    expect(cost("index('ZS-CORN') / 1000")).toBe("2.400000");
    expect(cost("index('ZS-CORN', month_avg) / 1000")).toBe("2.300000");
  });

  test("先乘除后加减，负号和中文符号也能读", () => {
    expect(cost("2＋3×（4－1）÷2")).toBe("6.500000");
    expect(cost("-2 + 3 * -1 + 10")).toBe("5.000000");
    expect(cost("0.1 + 0.2")).toBe("0.300000");
    expect(cost("10 / 3 * 3")).toBe("10.000000");
  });

  test.each([
    ["A + UNKNOWN", "公式有误：第5位【UNKNOWN】无法识别"],
    ["A + ", "公式有误：第4位【结尾】无法识别"],
    ["A B", "公式有误：第3位【B】无法识别"],
    ["A + ]", "公式有误：第5位【]】无法识别"],
    ["A ? 1 : 2", "公式有误：第3位【?】无法识别"],
    ["A.constructor", "公式有误：第2位【.】无法识别"],
    ["constructor", "公式有误：第1位【constructor】无法识别"],
    ["__proto__ + 1", "公式有误：第1位【__proto__】无法识别"],
    ["this", "公式有误：第1位【this】无法识别"],
    ["A = 1", "公式有误：第3位【=】无法识别"],
    ["1e999999", "公式有误：第1位【1e】无法识别"],
    ["2 ** 3", "公式有误：第4位【*】无法识别"],
    ["eval('1')", "公式有误：第1位【eval】无法识别"],
    ["index(A)", "公式有误：第7位【A】无法识别"],
    ["index('ZS-CORN', year)", "公式有误：第18位【year】无法识别"],
    ["'A' + 1", "公式有误：第1位【'A'】无法识别"],
    ["(A, A)", "公式有误：第5位【A】无法识别"],
    ["", "公式有误：第1位【结尾】无法识别"],
    ["A / (A - A)", "公式有误：第3位除数为0"],
    ["index('ZS-NONE')", "公式有误：行情指数【ZS-NONE】不存在"],
    ["0 - A", "应有成本必须大于0，当前为-5"],
  ])("%s 说出哪里有误", (formula, problem) => {
    expect(cost(formula, [fixed("A", "5")])).toBe(problem);
  });

  test("一层套一层、没有闭合、很长的公式都只是一句提示", () => {
    expect(cost(`${"(".repeat(200)}1${")".repeat(200)}`)).toBe("公式有误：第41位起括号嵌套超过40层");
    expect(cost("(((1)")).toMatch(/^公式有误：第\d+位【结尾】无法识别$/);
    expect(cost("-".repeat(499))).toMatch(/^公式有误/);
    expect(cost("1+".repeat(400))).toBe("公式有误：超过500个字");
  });

  test("一再相乘到天文数字就停下", () => {
    expect(cost(Array(24).fill("999999999999999999").join("*"))).toBe("公式有误：计算结果过大");
    expect(cost(Array(60).fill("1000000").join("*"))).toBe("公式有误：计算结果过大");
    expect(cost(`${Array(20).fill("0.0000000001").join("*")} + 1`)).toBe("1.000000");
  });

  test("要素绕回自己时说出怎样绕的", () => {
    const elements = [rate("A", "10", "B"), rate("B", "10", "C + 1"), rate("C", "10", "A")];
    expect(cost("A", elements)).toBe("成本要素循环引用：A → B → C → A");
    expect(cost("SELF", [rate("SELF", "10", "SELF")])).toBe("成本要素循环引用：SELF → SELF");
  });

  test("要素可以是其他要素和行情的公式，按编码或名称引用，用小数精确计算", () => {
    const elements = [
      { ...linked("RAW", "corn", "0.001"), name: "原料" },
      { ...rate("LOSS", "3"), name: "损耗率" },
      { ...fixed("WORK", "0.1"), name: "加工费（含能耗）" },
      formula("TOTAL", "原料 * (1 + 损耗率) + WORK + index('玉米', month_avg) / 10000", "合计"),
    ];
    expect(cost("合计 + 0.2", elements)).toBe("3.002000");
    // What only goes into 合计 is no part of the cost beside it.
    expect([...namedInFormula({ formula: "合计 + 0.2 + index('ZS-CORN')", elements })]).toEqual([
      elements.find(({ name }) => name === "合计")?.code,
    ]);
    const { amounts } = costOf({ formula: "TOTAL", currency: "CNY", elements }, [corn]);
    expect(amounts.get("TOTAL")).toBe("2.802000");
    // A code comes before a name; of two of a name nobody knows which is meant.
    expect(cost("原料", [...elements, { ...fixed("原料", "7"), name: "别的" }])).toBe("7.000000");
    expect(cost("原料", [...elements, { ...fixed("RAW2", "7"), name: "原料" }])).toBe(
      "公式有误：第1位【原料】有多个要素同名，请用要素编码",
    );
    expect(cost("index('玉米')", [], [corn, { ...corn, indexId: "other", code: "ZS-OTHER" }])).toBe(
      "公式有误：行情指数【玉米】有多个同名，请用指数编码",
    );
  });

  test.each([
    ["原料 + 运费", "公式有误：第6位【运费】无法识别"],
    ["原料 / (原料 - 原料)", "公式有误：第4位除数为0"],
    ["原料 * * 2", "公式有误：第6位【*】无法识别"],
    ["2吨", "公式有误：第2位【吨】无法识别"],
    ["index('大豆')", "公式有误：行情指数【大豆】不存在"],
    ["1 + 合计", "成本要素循环引用：TOTAL → TOTAL"],
    ["其他 + 1", "成本要素循环引用：OTHER → TOTAL → OTHER"],
  ])("要素的公式 %s 有误，说在那一行的公式旁", (text, problem) => {
    const elements = [
      { ...fixed("RAW", "5"), name: "原料" },
      formula("OTHER", text === "其他 + 1" ? "合计" : "原料", "其他"),
      formula("TOTAL", text, "合计"),
    ];
    expect(costOf({ formula: "合计", currency: "CNY", elements }, [corn])).toMatchObject({
      ...{ problem, shouldCost: null },
      at: { element: 2, field: "formula" },
    });
  });

  test("指数缺数据、停用、币种不同都说出来", () => {
    const raw = [linked("RAW", "corn", "0.001")];
    expect(cost("RAW", raw, [{ ...corn, value: null }])).toBe("行情指数【ZS-CORN】在2025-03-10没有有效价格");
    expect(cost("index('ZS-CORN', month_avg)", [], [{ ...corn, average: null }])).toBe(
      "行情指数【ZS-CORN】在2025-03-10前一个月没有有效价格",
    );
    expect(cost("RAW", raw, [{ ...corn, enabled: false }])).toContain("已停用");
    expect(cost("RAW", raw, [{ ...corn, currency: "USD" }])).toContain("按USD计价");
    expect(cost("RAW", raw, [])).toContain("不存在");
  });

  test("试算：行情涨一成，只有联动的部分变", () => {
    const model = {
      formula: "RAW + LABOR",
      currency: "CNY",
      elements: [linked("RAW", "corn", "0.001"), fixed("LABOR", "1")],
    };
    expect(costOf(model, moved([corn], "corn", "10")).shouldCost).toBe("3.640000");
    expect(costOf(model, moved([corn], "other", "10")).shouldCost).toBe("3.400000");
  });
});

describe("规则", () => {
  test("适用物料和品类选一个", () => {
    expect(oneScope({ material_id: null, category_id: null })?.message).toBe("请选择适用物料或品类");
    expect(oneScope({ material_id: "a", category_id: "b" })?.field).toBe("category_id");
    expect(oneScope({ material_id: "a", category_id: null })).toBeNull();
  });

  test("要素各有编码，并填了它的取值方式需要的", () => {
    const fault = (...elements: Element[]) => elementsFit({ elements })?.message ?? null;
    expect(fault(fixed("A", "1"), fixed("B", "1"))).toBeNull();
    expect(fault(fixed("A", "1"), fixed("A", "1"))).toBe("第2行要素编码A重复");
    expect(fault(fixed("1A", "1"))).toContain("以字母开头");
    expect(fault(fixed("index", "1"))).toContain("保留字");
    expect(fault({ ...linked("A", "x"), index_id: null })).toBe("第1行请选择行情指数");
    expect(fault({ ...fixed("A", "1"), value: null })).toBe("第1行请填写数值");
    expect(fault({ ...fixed("A", "1"), base: "B" })).toContain("不填计提基数");
    expect(fault(fixed("A", "1"), formula("B", "A * 2"))).toBeNull();
    expect(fault(formula("B", ""))).toBe("第1行请填写公式");
    expect(fault({ ...formula("B", "1"), value: "2" })).toContain("不填数值");
    expect(fault({ ...fixed("A", "1"), formula: "B" })).toContain("不填公式");
  });

  test("新模型生效后原来的到前一天为止，以后才开始的挡住它", () => {
    const newer = { valid_from: "2025-03-10", valid_to: null };
    expect(meeting({ valid_from: "2025-01-01", valid_to: null }, newer)).toEqual({ kind: "ends", on: "2025-03-09" });
    expect(meeting({ valid_from: "2025-03-10", valid_to: null }, newer)).toEqual({ kind: "replaced" });
    expect(meeting({ valid_from: "2025-05-01", valid_to: null }, newer)).toEqual({ kind: "clash" });
    expect(meeting({ valid_from: "2025-01-01", valid_to: "2025-03-09" }, newer)).toBeNull();
  });

  test("报价高于应有成本超过预警的偏高，低出两倍的异常偏低", () => {
    expect(judgedCost("10.80", "10", "8").mark).toBeNull();
    expect(judgedCost("10.90", "10", "8").text).toBe("报价高于应有成本9%");
    expect(judgedCost("8.40", "10", "8").mark).toBeNull();
    expect(judgedCost("8.30", "10", "8").text).toBe("报价异常偏低，低于应有成本17%，请核实");
  });

  test("同一次行情变动只提一次，再变同样多才再提", () => {
    const move = (value: string, told: string | null) => isNewMove({ base: "100", value, told, trigger: "5" });
    expect(move("105", null)).toBe(false);
    expect(move("106", null)).toBe(true);
    expect(move("94", null)).toBe(true);
    expect(move("107", "106")).toBe(false);
    expect(move("112", "106")).toBe(true);
    expect(move("101", "106")).toBe(false);
  });
});
