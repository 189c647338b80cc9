import { expect, test } from "vitest";
import { registry } from "~/modules/registry.server";
import { conditionsMatch } from "~/shared/scenario-conditions";
import type { ConditionOperator } from "~/shared/scenarios";
import { fillIn, READER, unknownFilters, variablesIn } from "~/shared/wording";

test("变量各填一次，值里写着的变量不再展开，不认识的原样留下", () => {
  const values = { number: "CG1", supplier: "{{number}}" };
  expect(fillIn("{{ number }} 由 {{supplier}} 确认，{{receiver}} 请看 {{other}}", values)).toBe(
    "CG1 由 {{number}} 确认，{{receiver}} 请看 {{other}}",
  );
});

test("文中的变量各列一次，按出现的先后", () => {
  expect(variablesIn("{{b}}{{ a }}{{b}} {单个括号} {{}}")).toEqual(["b", "a", ""]);
});

test("每个场景的默认文字只用自己的变量", () => {
  for (const [code, facts] of Object.entries(registry.scenarios)) {
    const known = [...Object.keys(facts.variables), READER];
    const used = [facts.wording, ...(facts.supplier ? [facts.supplier] : [])].flatMap(({ title, content }) =>
      variablesIn(`${title}${content}`),
    );
    expect([code, used.filter((name) => !known.includes(name))]).toEqual([code, []]);
  }
});

test("变量后面可以写格式：日期、金额、隐去中间；不认识的格式点名", () => {
  const values = { at: "2026-03-02 18:00", amount: "1234567.5", phone: "13800138000", name: "王敏" };
  expect(fillIn("{{at|date}} {{ amount | money }} {{phone|mask}} {{name|mask}} {{name|money}}", values)).toBe(
    "2026-03-02 1,234,567.50 138*****000 王* 王敏",
  );
  expect(variablesIn("{{at|date}}{{at}}")).toEqual(["at"]);
  expect(unknownFilters("{{at|date}}{{at|upper|money}}")).toEqual(["upper"]);
});

test("条件按数字大小或按文字比较，没有带来的值不满足", () => {
  const values = { amount: "1,200.5", state: "失败", day: "2026-03-02" };
  const matches = (variable: string, operator: ConditionOperator, value: string) =>
    conditionsMatch([{ variable, operator, value }], values);
  expect([
    matches("amount", "above", "300"),
    matches("amount", "eq", "1200.50"),
    matches("state", "contains", "失"),
    matches("state", "lacks", "失"),
    matches("day", "below", "2026-03-03"),
    matches("day", "ne", "2026-03-02"),
    matches("other", "ne", "x"),
  ]).toEqual([true, true, true, false, true, false, false]);
});
