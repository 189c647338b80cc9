import { type AskedElement, formulaFault } from "~/engine/formulas/asked-elements.server";
import { elementCalled } from "~/engine/formulas/element-values.server";
import { FormulaError, namesIn, parseFormula, renamedFormula } from "~/engine/formulas/formula.server";
import { isAskedOfSuppliers } from "../cost-model/cost-model.rules";
import { type Element, isMoney, namedInFormula } from "../cost-model/costing.server";

/*
 * What a template of quotes takes over from a cost model. A formula comes along where suppliers say everything it names: they know their own
 * figures, not what an index is worth to us. Otherwise they are asked for the amount, and whoever takes the elements is told why.
 */

export interface SourceModel {
  formula: string;
  currency: string;
  base_uom: string;
  elements: readonly (Element & { show_to_supplier: boolean })[];
}

/** An element as a template asks for it. */
export interface TemplateElement extends AskedElement {
  kind: string;
}

export interface Taken {
  elements: TemplateElement[];
  /** Of each formula that did not come along, in words: which, and why. */
  plain: string[];
}

/** Longest unit a template takes. */
const UNIT_LENGTH = 20;
const isPercent = ({ unit }: { unit: string | null }) => unit === "%";

/** @param standing elements that the template asks for already: they stay as they are, and formulas may name them */
export function takenElements(model: SourceModel, standing: readonly TemplateElement[]): Taken {
  const asked = model.elements.filter(
    (one) => isAskedOfSuppliers(one) && !standing.some(({ code }) => code === one.code),
  );
  const parts = partsOfOthers(model, asked);
  const measured = `${model.currency}/${model.base_uom}`.slice(0, UNIT_LENGTH);
  const plainly = asked.map((one): TemplateElement => {
    const { code, name } = one;
    const counts = isMoney(one) && !parts.has(code);
    const unit = counts ? null : isMoney(one) ? measured : "%";
    return { code, name, kind: counts ? "amount" : "figure", unit, required: true, formula: null };
  });
  const plain: string[] = [];
  const elements = [...plainly];
  for (const [at, one] of asked.entries()) {
    if (one.kind !== "formula") continue;
    const bare = plainly[at];
    if (!bare) continue;
    const found = askedFormula(one.formula ?? "", model, [...standing, ...plainly]);
    const worked = { ...bare, required: false, formula: found.formula };
    const fault = found.why ?? formulaFault([...standing, ...elements.with(at, worked)])?.problem ?? null;
    if (fault === null) elements[at] = worked;
    else plain.push(`【${one.name}】由供应商填报金额，没有带入公式：${fault}`);
  }
  return { elements, plain };
}

/** Codes of what the price bears through another element that is asked for alone: as money of its own it would be counted twice. */
function partsOfOthers(model: SourceModel, asked: readonly Element[]): ReadonlySet<string> {
  const counted = namedInFormula(model);
  const named = asked.flatMap(({ kind, formula }) => (kind === "formula" ? namesOf(formula ?? "", model) : []));
  return new Set(named.filter((code) => !counted.has(code)));
}

/** Codes of the elements a formula names; what cannot be read names none. */
function namesOf(formula: string, { elements }: SourceModel): string[] {
  try {
    return namesIn(parseFormula(formula)).flatMap(({ code, at, index }) =>
      index === null ? (elementCalled(elements, code, at)?.code ?? []) : [],
    );
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

type Found = { formula: string; why: null } | { formula: null; why: string };

/** The formula by codes, which mean the same in the template whatever its elements are called; or why it stays behind. */
function askedFormula(formula: string, model: SourceModel, asked: readonly TemplateElement[]): Found {
  const stays = (why: string): Found => ({ formula: null, why });
  try {
    const names = namesIn(parseFormula(formula));
    if (names.some(({ index }) => index !== null)) return stays("它引用行情指数，供应商不知道指数的数值");
    if (names.length === 0) return stays("它没有引用其他要素");
    for (const { code: called, at } of names) {
      const own = elementCalled(model.elements, called, at);
      const there = asked.find(({ code }) => code === own?.code);
      if (!own || !there) return stays(`它引用的【${own?.name ?? called}】不要求供应商填报`);
      if (isPercent(there) === isMoney(own)) return stays(`它引用的【${own.name}】在模板中按另一种单位填报`);
    }
    return {
      formula: renamedFormula(formula, (called) => elementCalled(model.elements, called, 0)?.code ?? called),
      why: null,
    };
  } catch (error) {
    if (error instanceof FormulaError) return stays(error.message);
    throw error;
  }
}
