import type { Decimal } from "~/shared/decimal";
import { FormulaError, nameInFormula } from "./formula.server";

/** What formulas may name: a code, and a name for people. */
export interface NamedElement {
  code: string;
  name: string;
}

/** The element that a formula calls so: by its code, or by its name where no code is so; undefined where there is none. @throws FormulaError where two bear the name */
export function elementCalled<E extends NamedElement>(
  elements: readonly E[],
  called: string,
  at: number,
): E | undefined {
  const coded = elements.find(({ code }) => code === called);
  if (coded) return coded;
  const [first, ...others] = elements.filter(({ name }) => nameInFormula(name) === called);
  if (others.length > 0) throw new FormulaError(`公式有误：第${at + 1}位【${called}】有多个要素同名，请用要素编码`);
  return first;
}

/** Elements that name each other: each is worked out once, whatever their order, and whoever comes back to one on its way runs in a circle. */
export class ElementValues<E extends NamedElement> {
  private readonly known = new Map<string, Decimal>();

  /** @param work what an element comes to; `path` is handed on to the elements it names */
  constructor(
    private readonly elements: readonly E[],
    private readonly work: (element: E, path: readonly string[]) => Decimal,
  ) {}

  /**
   * @param path codes that are being worked out
   * @param at where the formula names it
   * @throws FormulaError
   */
  value(called: string, path: readonly string[] = [], at = 0): Decimal {
    const element = elementCalled(this.elements, called, at);
    if (!element) throw new FormulaError(`公式有误：第${at + 1}位【${called}】无法识别`);
    const { code } = element;
    const ready = this.known.get(code);
    if (ready) return ready;
    if (path.includes(code)) throw new FormulaError(`成本要素循环引用：${[...path, code].join(" → ")}`);
    const value = this.work(element, [...path, code]);
    this.known.set(code, value);
    return value;
  }
}
