import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { addDays } from "~/shared/calendar";
import { decimal, roundRate } from "~/shared/decimal";

/** How an element gets its value. */
export const COST_KINDS = {
  fixed: "固定值",
  rate: "比例",
  index: "行情联动",
  quote: "供应商填报",
  formula: "公式",
} as const;

/** Whether suppliers are to say this element of their price: templates of quotes take it over. */
export function isAskedOfSuppliers({ kind, show_to_supplier }: { kind: string; show_to_supplier: boolean }): boolean {
  return kind === "quote" || show_to_supplier;
}

interface Scope {
  material_id: string | null;
  category_id: string | null;
}

/** A model speaks of one material or of a type: of both nobody could say which one counts. */
export function oneScope({ material_id, category_id }: Scope): Complaint | null {
  if (material_id === null && category_id === null) return complain("material_id", "请选择适用物料或品类");
  return material_id !== null && category_id !== null ? complain("category_id", "适用物料与品类只填一个") : ok;
}

export function endsAfterStart({ valid_from, valid_to }: { valid_from: string; valid_to: string | null }) {
  return valid_to !== null && valid_to < valid_from ? complain("valid_to", "失效日期不能早于生效日期") : ok;
}

interface Elements {
  elements: readonly {
    code: string;
    kind: string;
    index_id: string | null;
    value: string | null;
    base: string | null;
    formula: string | null;
  }[];
}

const CODE = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Each element can be named by the formula, and says what its kind needs. */
export function elementsFit({ elements }: Elements): Complaint | null {
  for (const [index, { code, kind, index_id, value, base, formula }] of elements.entries()) {
    const at = (field: string, text: string) => complain(lineField("elements", index + 1, field), text);
    if (!CODE.test(code)) return at("code", `第${index + 1}行要素编码以字母开头，只能有字母、数字和下划线`);
    if (code === "index" || code === "month_avg") return at("code", `第${index + 1}行要素编码${code}是公式的保留字`);
    if (elements.findIndex((other) => other.code === code) !== index)
      return at("code", `第${index + 1}行要素编码${code}重复`);
    if (kind === "index" && index_id === null) return at("index_id", `第${index + 1}行请选择行情指数`);
    if (kind === "formula" && !formula) return at("formula", `第${index + 1}行请填写公式`);
    if (kind !== "formula" && formula) return at("formula", `第${index + 1}行取值方式不是公式，不填公式`);
    if (kind === "formula" && value !== null) return at("value", `第${index + 1}行由公式算出，不填数值`);
    if (kind !== "index" && kind !== "formula" && value === null)
      return at("value", `第${index + 1}行请填写数值${kind === "quote" ? "（我方估计的金额）" : ""}`);
    if (kind !== "index" && index_id !== null) return at("index_id", `第${index + 1}行不是行情联动，不填行情指数`);
    if (kind !== "rate" && base !== null && base !== "") return at("base", `第${index + 1}行不是比例，不填计提基数`);
  }
  return ok;
}

interface Period {
  valid_from: string;
  valid_to: string | null;
}

/**
 * What becomes of a model in force when a newer one of the same scope comes: null where they do not meet. One that began before ends the
 * day before, one of the same first day is replaced; one that begins later stands in the way.
 */
export function meeting(
  standing: Period,
  newer: Period,
): { kind: "ends"; on: string } | { kind: "replaced" } | { kind: "clash" } | null {
  const meets =
    (standing.valid_to === null || standing.valid_to >= newer.valid_from) &&
    (newer.valid_to === null || newer.valid_to >= standing.valid_from);
  if (!meets) return null;
  if (standing.valid_from > newer.valid_from) return { kind: "clash" };
  return standing.valid_from === newer.valid_from
    ? { kind: "replaced" }
    : { kind: "ends", on: addDays(newer.valid_from, -1) };
}

/** By how many percent a figure differs from another; null where there is nothing to compare with. */
export function movedBy(value: string, from: string): string | null {
  return decimal(from).eq(0) ? null : decimal(value).div(decimal(from)).minus(1).times(100).round(4).toFixed();
}

interface Watched {
  /** Value on the day of the last approved price. */
  base: string;
  value: string;
  /** What the buyer was told last since then; null for nothing. */
  told: string | null;
  trigger: string;
}

/** Whether a move is worth a review of the price that nobody was told of: beyond the limit since the price, and since what was told. */
export function isNewMove({ base, value, told, trigger }: Watched): boolean {
  const beyond = (from: string) => {
    const rate = movedBy(value, from);
    return rate !== null && decimal(rate).abs().gt(decimal(trigger));
  };
  return beyond(base) && (told === null || beyond(told));
}

/** How far an offer lies from what it should cost, and what is said of it. */
export function judgedCost(price: string, shouldCost: string, warnPercent: string) {
  const rate = movedBy(price, shouldCost) ?? "0";
  const text = roundRate(decimal(rate).abs());
  if (decimal(rate).gt(decimal(warnPercent))) return { rate, mark: "high" as const, text: `报价高于应有成本${text}%` };
  if (decimal(rate).times(-1).gt(decimal(warnPercent).times(2)))
    return { rate, mark: "low" as const, text: `报价异常偏低，低于应有成本${text}%，请核实` };
  return { rate, mark: null, text: "" };
}
