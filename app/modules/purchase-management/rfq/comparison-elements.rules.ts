import { decimal } from "~/shared/decimal";
import { movedBy } from "../cost-model/cost-model.rules";

/** A figure of a supplier's breakdown. */
export interface Part {
  supplierId: string;
  line: number;
  code: string;
  name: string;
  kind: string;
  unit: string | null;
  /** What it was worked out by; null for what the supplier said itself. */
  formula: string | null;
  amount: string | null;
}

/** One supplier's figure among those of the others. */
export interface ComparedPart {
  supplierId: string;
  amount: string;
  isLowest: boolean;
  /** In percent of what the model says; null where it says nothing. */
  vsShould: string | null;
  /** Beyond what the model takes for remarkable: dearer than its limit, or cheaper than twice of it. */
  mark: "high" | "low" | null;
}

export interface ElementRow {
  line: number;
  code: string;
  name: string;
  kind: string;
  unit: string | null;
  isWorkedOut: boolean;
  should: string | null;
  parts: readonly ComparedPart[];
}

/** What a model says of the elements of a line. */
export interface ShouldParts {
  amounts: ReadonlyMap<string, string>;
  warnPercent: string;
}

/** Which of the figures is the lowest is asked of money only, and only where there are two. */
function comparedParts(parts: readonly Part[], should: string | null, warnPercent: string): ComparedPart[] {
  const said = parts.flatMap(({ supplierId, amount, kind }) => (amount === null ? [] : [{ supplierId, amount, kind }]));
  const least = said.reduce<string | null>(
    (lowest, { amount }) => (lowest === null || decimal(amount).lt(decimal(lowest)) ? amount : lowest),
    null,
  );
  return said.map(({ supplierId, amount, kind }) => {
    const vsShould = should === null || kind !== "amount" ? null : movedBy(amount, should);
    const isHigh = vsShould !== null && decimal(vsShould).gt(decimal(warnPercent));
    const isLow = vsShould !== null && decimal(vsShould).times(-1).gt(decimal(warnPercent).times(2));
    return {
      ...{ supplierId, amount, vsShould },
      isLowest: kind === "amount" && said.length > 1 && least !== null && decimal(amount).eq(decimal(least)),
      mark: isHigh ? "high" : isLow ? "low" : null,
    };
  });
}

/** Elements of each line side by side, in the order in which they were asked for. */
export function elementRows(
  lines: readonly number[],
  parts: readonly Part[],
  shouldOf: (line: number) => ShouldParts | null,
): ElementRow[] {
  return lines.flatMap((line) => {
    const own = parts.filter((part) => part.line === line);
    const codes = [...new Set(own.map(({ code }) => code))];
    const model = shouldOf(line);
    return codes.flatMap((code): ElementRow[] => {
      const same = own.filter((part) => part.code === code);
      const [first] = same;
      if (!first || same.every(({ amount }) => amount === null)) return [];
      const { name, kind, unit, formula } = first;
      const should = kind === "amount" ? (model?.amounts.get(code) ?? null) : null;
      return [
        {
          ...{ line, code, name, kind, unit, should, isWorkedOut: formula !== null },
          parts: comparedParts(same, should, model?.warnPercent ?? "0"),
        },
      ];
    });
  });
}

/** Per line, the cheapest figure of each element over all suppliers together: what a price could be made of. */
export function bestOfElements(rows: readonly ElementRow[], line: number): string | null {
  const money = rows.filter((row) => row.line === line && row.kind === "amount");
  if (money.length === 0) return null;
  return money
    .map(({ parts }) =>
      parts.reduce(
        (least, { amount }) => (decimal(amount).lt(least) ? decimal(amount) : least),
        decimal(parts[0]?.amount),
      ),
    )
    .reduce((total, one) => total.plus(one))
    .toFixed();
}
