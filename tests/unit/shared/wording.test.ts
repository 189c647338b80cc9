import { expect, test } from "vitest";
import { SCENARIOS, type ScenarioFacts } from "~/shared/scenarios";
import { fillIn, READER, variablesIn } from "~/shared/wording";

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
  for (const [code, facts] of Object.entries<ScenarioFacts>(SCENARIOS)) {
    const known = [...Object.keys(facts.variables), READER];
    const used = [facts.wording, ...(facts.supplier ? [facts.supplier] : [])].flatMap(({ title, content }) =>
      variablesIn(`${title}${content}`),
    );
    expect([code, used.filter((name) => !known.includes(name))]).toEqual([code, []]);
  }
});
