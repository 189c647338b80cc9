import { type Complaint, complain, lineField, ok } from "~/engine/entity";

/** What a figure of the breakdown is: money that adds up to the price, or something said beside it. */
export const ELEMENT_KINDS = { amount: "金额（计入单价）", figure: "数量或比例（不计入）" } as const;
export const ANSWER_TYPES = { text: "文本", number: "数字", date: "日期", select: "单选" } as const;
export const TERM_LEVELS = { head: "整单", line: "每行物料" } as const;

/** What formulas of elements mean by themselves. */
const FORMULA_WORDS: readonly string[] = ["index", "month_avg"];
const CODE = /^[A-Za-z][A-Za-z0-9_]*$/;

interface Coded {
  code: string;
}

/** Codes name what is asked from round to round and beside the cost model: each stands once. */
function codesStand(lines: "elements" | "terms", rows: readonly Coded[], others: readonly Coded[]): Complaint | null {
  for (const [index, { code }] of rows.entries()) {
    const at = lineField(lines, index + 1, "code");
    if (!CODE.test(code)) return complain(at, `第${index + 1}行编码以字母开头，只能有字母、数字和下划线`);
    if (FORMULA_WORDS.includes(code)) return complain(at, `第${index + 1}行编码${code}是公式的保留字`);
    const isTwice = rows.findIndex((other) => other.code === code) !== index || others.some((one) => one.code === code);
    if (isTwice) return complain(at, `字段编码【${code}】重复`);
  }
  return ok;
}

interface Asked {
  elements: readonly Coded[];
  terms: readonly Coded[];
}

export function codesOnce({ elements, terms }: Asked): Complaint | null {
  return codesStand("elements", elements, []) ?? codesStand("terms", terms, elements);
}

interface Elements {
  elements: readonly { kind: string; unit: string | null }[];
}

/** Money is counted in the currency of the inquiry; of anything else nobody knows what it is without a unit. */
export function unitsSaid({ elements }: Elements): Complaint | null {
  for (const [index, { kind, unit }] of elements.entries()) {
    const at = lineField("elements", index + 1, "unit");
    if (kind === "figure" && !unit) return complain(at, `第${index + 1}行请填写单位，如 % 或 千克/吨`);
    if (kind === "amount" && unit) return complain(at, `第${index + 1}行金额按询价的币种和物料单位填报，不填单位`);
  }
  return ok;
}

/** The words one may choose from, one a line. */
export function optionsOf(options: string | null): string[] {
  return (options ?? "")
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

interface Terms {
  terms: readonly { answer_type: string; options: string | null }[];
}

export function choicesSaid({ terms }: Terms): Complaint | null {
  for (const [index, { answer_type, options }] of terms.entries()) {
    const at = lineField("terms", index + 1, "options");
    const choices = optionsOf(options);
    if (answer_type === "select" && choices.length < 2)
      return complain(at, `第${index + 1}行单选至少两个选项，每行一个`);
    if (new Set(choices).size < choices.length) return complain(at, `第${index + 1}行选项重复`);
    if (answer_type !== "select" && choices.length > 0) return complain(at, `第${index + 1}行不是单选，不填选项`);
  }
  return ok;
}

/** A template that asks for nothing is none. */
export function asksSomething({
  elements,
  terms,
  clauses,
}: {
  elements: readonly unknown[];
  terms: readonly unknown[];
  clauses: string | null;
}) {
  return elements.length === 0 && terms.length === 0 && !clauses
    ? complain("", "模板没有要素、条件和条款，请先填写再启用")
    : ok;
}

/** A breakdown whose only parts may be left out, or are no money, adds up to nothing; and what is worked out follows from what is said. */
export function breaksDown({
  elements,
}: {
  elements: readonly { kind: string; formula: string | null }[];
}): Complaint | null {
  if (elements.length > 0 && elements.every(({ formula }) => formula !== null))
    return complain("elements", "成本要素不能都由公式算出，至少有一项由供应商填报");
  return elements.length > 0 && elements.every(({ kind }) => kind !== "amount")
    ? complain("elements", "成本要素至少有一项是金额，否则无法与单价核对")
    : ok;
}
