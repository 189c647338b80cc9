import { ElementValues } from "~/engine/formulas/element-values.server";
import {
  evaluate,
  FormulaError,
  type FormulaNode,
  type IndexBasis,
  nameInFormula,
  namesIn,
  parseFormula,
} from "~/engine/formulas/formula.server";
import type { IndexReading } from "~/engine/operations/market-price.server";
import { type Decimal, decimal, roundPrice } from "~/shared/decimal";

/** The formula is right, but the market says nothing it could be worked out with at the moment. */
class MarketGap extends FormulaError {}

/** An element of a cost model, as it stands on the document. */
export interface Element {
  code: string;
  name: string;
  kind: string;
  index_id: string | null;
  value: string | null;
  base: string | null;
  formula: string | null;
}

export interface CostFormula {
  formula: string;
  currency: string;
  elements: readonly Element[];
}

/** What the indices say, each at one day. */
export type Readings = readonly IndexReading[];

/** What of an element can be wrong although it is filled in. */
type FaultyField = "index_id" | "base" | "formula";

export interface Costing {
  /** With six decimals; null where something is wrong. */
  shouldCost: string | null;
  /** By code of the element: what it comes to per unit; none for bare ratios, which are no money. */
  amounts: ReadonlyMap<string, string>;
  /** What is wrong, the first thing that was met. */
  problem: string | null;
  /** Of which element (from 0), and in which of its fields; null where it is the formula of the model. */
  at: { element: number; field: FaultyField } | null;
  /** Nothing is wrong with the model: an index has no value that counts. */
  isGap: boolean;
}

/** Codes and names of indices that the formulas of a model say; none of a formula that cannot be read. */
export function indexCodesOf({ formula, elements }: Pick<CostFormula, "formula" | "elements">): string[] {
  const texts = [formula, ...elements.flatMap((one) => [one.base, one.formula].filter((text) => text !== null))];
  const named = texts.flatMap((text) => {
    try {
      return namesIn(parseFormula(text)).flatMap(({ code, index }) => (index === null ? [] : [code]));
    } catch (error) {
      if (error instanceof FormulaError) return [];
      throw error;
    }
  });
  return [...new Set(named)];
}

class Calculation {
  private readonly values: ElementValues<Element>;
  /** Where the first fault was met: nearest to what is wrong, not where it was needed. */
  fault: Costing["at"] = null;

  constructor(
    private readonly model: CostFormula,
    private readonly readings: Readings,
  ) {
    this.values = new ElementValues(model.elements, (element, path) => this.valueOf(element, path));
  }

  /** By its code before its name. */
  private named(called: string): IndexReading | undefined {
    const coded = this.readings.find(({ code }) => code === called);
    if (coded) return coded;
    const [first, ...others] = this.readings.filter(({ name }) => nameInFormula(name) === called);
    if (others.some(({ indexId }) => indexId !== first?.indexId))
      throw new FormulaError(`公式有误：行情指数【${called}】有多个同名，请用指数编码`);
    return first;
  }

  private reading(found: IndexReading | undefined, called: string, basis: IndexBasis): Decimal {
    if (!found) throw new FormulaError(`公式有误：行情指数【${called}】不存在`);
    const { code, currency, enabled, day } = found;
    if (!enabled) throw new MarketGap(`行情指数【${code}】已停用，请改用其他指数`);
    if (currency !== this.model.currency)
      throw new FormulaError(`行情指数【${code}】按${currency}计价，与模型的${this.model.currency}不一致`);
    const value = basis === "latest" ? found.value : found.average;
    if (value === null)
      throw new MarketGap(
        basis === "latest"
          ? `行情指数【${code}】在${day}没有有效价格`
          : `行情指数【${code}】在${day}前一个月没有有效价格`,
      );
    return decimal(value);
  }

  element(called: string, path: readonly string[] = [], at = 0): Decimal {
    return this.values.value(called, path, at);
  }

  /** Does a part of an element's work, and remembers it where that fails. */
  private at<T>(element: Element, field: FaultyField, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof FormulaError) this.fault ??= { element: this.model.elements.indexOf(element), field };
      throw error;
    }
  }

  private valueOf(element: Element, path: readonly string[]): Decimal {
    const { code, kind, index_id, value, base, formula } = element;
    const worked = (text: string) => this.formula(parseFormula(text), path);
    if (kind === "index") {
      const found = this.readings.find(({ indexId }) => indexId === index_id);
      return this.at(element, "index_id", () => this.reading(found, code, "latest")).times(decimal(value ?? "1"));
    }
    if (kind === "formula") return this.at(element, "formula", () => worked(formula ?? ""));
    if (value === null) throw new FormulaError(`成本要素【${code}】没有数值`);
    if (kind !== "rate") return decimal(value);
    const ratio = decimal(value).div(100);
    return base === null || base === "" ? ratio : ratio.times(this.at(element, "base", () => worked(base)));
  }

  formula(tree: FormulaNode, path: readonly string[]): Decimal {
    return evaluate(tree, {
      code: (code, at) => this.element(code, path, at),
      index: (code, basis) => this.reading(this.named(code), code, basis),
    });
  }
}

/** Whether an element is money by itself, not a ratio that the formula multiplies with. */
export function isMoney({ kind, base }: Pick<Element, "kind" | "base">): boolean {
  return kind !== "rate" || (base !== null && base !== "");
}

/**
 * Codes of the elements that the formula of a model names itself: their amounts make up its cost, where one that is only part of another
 * element would be counted twice.
 */
export function namedInFormula({ formula, elements }: Pick<CostFormula, "formula" | "elements">): ReadonlySet<string> {
  const called = namesIn(parseFormula(formula)).flatMap(({ code, index }) => (index === null ? [code] : []));
  return new Set(
    called.map((one) =>
      elements.some(({ code }) => code === one)
        ? one
        : (elements.find(({ name }) => nameInFormula(name) === one)?.code ?? one),
    ),
  );
}

/** What a model comes to by these readings. Never throws for what people typed: it says what is wrong. */
export function costOf(model: CostFormula, readings: Readings): Costing {
  const calculation = new Calculation(model, readings);
  const amounts = new Map<string, string>();
  try {
    // All elements, also one that the formula leaves out: what it says has to make sense.
    for (const element of model.elements) {
      const value = calculation.element(element.code);
      if (isMoney(element)) amounts.set(element.code, roundPrice(value));
    }
    const total = calculation.formula(parseFormula(model.formula), []);
    if (total.lte(0)) throw new FormulaError(`应有成本必须大于0，当前为${total.round(6).toFixed()}`);
    return { shouldCost: roundPrice(total), amounts, problem: null, at: null, isGap: false };
  } catch (error) {
    if (error instanceof FormulaError)
      return {
        ...{ shouldCost: null, amounts, problem: error.message },
        ...{ at: calculation.fault, isGap: error instanceof MarketGap },
      };
    throw error;
  }
}

/** The same with one index moved by so many percent, for what somebody wants to try. */
export function moved(readings: Readings, indexId: string, percent: string): Readings {
  const times = decimal("1").plus(decimal(percent).div(100));
  const by = (value: string | null) => (value === null ? null : decimal(value).times(times).round(12).toFixed());
  return readings.map((one) =>
    one.indexId === indexId ? { ...one, value: by(one.value), average: by(one.average) } : one,
  );
}
