import { type Decimal, decimal, formatDecimal, roundPrice } from "~/shared/decimal";
import { ElementValues, elementCalled, type NamedElement } from "./element-values.server";
import {
  DividedByZero,
  evaluate,
  FormulaError,
  formulaInWords,
  LARGEST,
  namesIn,
  parseFormula,
} from "./formula.server";

/*
 * Elements of a price that suppliers are asked for, where some follow from others by a formula (decision 0179). A template of quotes asks whether its
 * formulas can be worked out at all, a quote works them out with what its supplier says: both here, so that they mean the same.
 */

/** An element of a template. */
export interface AskedElement extends NamedElement {
  unit: string | null;
  required: boolean;
  /** Null for what the supplier fills in. */
  formula: string | null;
}

/** An element with what was said of it. */
export interface SaidElement extends AskedElement {
  amount: string | null;
}

/** What an element comes to: with six decimals, null while something it needs is missing; or what is wrong. */
export interface WorkedElement {
  amount: string | null;
  problem: string | null;
}

/** Something that a formula needs is not said yet, or is wrong itself: nothing is wrong here. */
class NotYet extends FormulaError {}

/** A figure in percent is a ratio in formulas, as in those of cost models: 3 is 0.03. */
const isPercent = (unit: string | null) => unit !== null && unit.normalize("NFKC").trim() === "%";

function refuseIndex(): never {
  throw new FormulaError("公式有误：报价模板的公式只能引用本模板的要素，不能用行情指数");
}

interface Results {
  values: Map<string, Decimal>;
  faults: Map<string, FormulaError>;
}

function stored(value: Decimal, { unit }: AskedElement): Decimal {
  const shown = isPercent(unit) ? value.times(100) : value;
  if (shown.abs().gt(LARGEST)) throw new FormulaError("公式有误：计算结果过大");
  return shown;
}

function resultsOf(elements: readonly SaidElement[]): Results {
  const values = new Map<string, Decimal>();
  const faults = new Map<string, FormulaError>();
  const worked = new ElementValues<SaidElement>(elements, (element, path) => {
    const { code, unit, required, formula, amount } = element;
    if (formula === null) {
      if (amount === null && required) throw new NotYet();
      // What nobody had to say is nothing.
      const said = decimal(amount ?? "0");
      return isPercent(unit) ? said.div(100) : said;
    }
    try {
      const value = evaluate(parseFormula(formula), {
        code: (called, at) => worked.value(called, path, at),
        index: refuseIndex,
      });
      values.set(code, stored(value, element));
      return value;
    } catch (error) {
      if (!(error instanceof FormulaError) || error instanceof NotYet) throw error;
      // Told of the element it is met at; those that name it wait for it.
      faults.set(code, error);
      throw new NotYet();
    }
  });
  for (const { code, formula } of elements) {
    if (formula === null) continue;
    try {
      worked.value(code);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
    }
  }
  return { values, faults };
}

/**
 * What the elements of one line come to, in their order; those without a formula as they were said. Of a line of which nothing is said, nothing is
 * worked out. While something is left out that may be left out, figures that make no sense wait: it may still be said.
 */
export function workedElements(elements: readonly SaidElement[]): WorkedElement[] {
  const asked = elements.filter(({ formula }) => formula === null);
  const isSilent = asked.every(({ amount }) => amount === null);
  const isWhole = asked.every(({ amount }) => amount !== null);
  const { values, faults } = isSilent ? { values: new Map<string, Decimal>(), faults: new Map() } : resultsOf(elements);
  return elements.map(({ code, formula, amount }) => {
    if (formula === null) return { amount, problem: null };
    const fault: FormulaError | undefined = faults.get(code);
    const value = values.get(code);
    const problem =
      fault instanceof DividedByZero
        ? "除数为0"
        : (fault?.message.replace(/^公式有误：/, "") ??
          (value?.lt(0) ? `结果为${formatDecimal(value.round(6).toFixed())}，不能小于0` : null));
    if (problem !== null) return { amount: null, problem: isWhole ? problem : null };
    return { amount: value ? roundPrice(value) : null, problem: null };
  });
}

/** Figures that formulas are tried with: what divides by zero with all of them always does. */
const TRIALS = [
  ["7.3", "3.1"],
  ["1.37", "0.113"],
  ["0.61", "1.93"],
] as const;

/** What is wrong with the formulas of a template, and with which of its elements (from 0); null where nothing is. */
export function formulaFault(elements: readonly AskedElement[]): { element: number; problem: string } | null {
  let at: number | null = null;
  const read = new ElementValues<AskedElement>(elements, (element, path) => {
    try {
      for (const { code, at: place, index } of element.formula === null ? [] : namesIn(parseFormula(element.formula)))
        if (index === null) read.value(code, path, place);
        else refuseIndex();
    } catch (error) {
      at ??= elements.indexOf(element);
      throw error;
    }
    return decimal("0");
  });
  try {
    for (const { code } of elements) read.value(code);
  } catch (error) {
    if (error instanceof FormulaError) return { element: at ?? 0, problem: error.message };
    throw error;
  }
  const tried = TRIALS.map(([first, step]) =>
    resultsOf(
      elements.map((one, place) => ({ ...one, amount: decimal(first).plus(decimal(step).times(place)).toFixed() })),
    ),
  );
  const element = elements.findIndex(({ code }) =>
    tried.every(({ faults }) => faults.get(code) instanceof DividedByZero),
  );
  const problem = tried[0]?.faults.get(elements[element]?.code ?? "")?.message;
  return problem === undefined ? null : { element, problem };
}

/** How suppliers read a formula: by the names of the elements, whatever the buyer wrote. */
export function formulaSaid(formula: string, elements: readonly NamedElement[]): string {
  return formulaInWords(formula, (called) => elementCalled(elements, called, 0)?.name ?? called);
}
