import { decimal, decimalOrZero, formatDecimal, roundMoney, sum } from "~/shared/decimal";
import { changeRate } from "./account-price.rules";

interface CaseLine {
  old_price: string | null;
  new_price: string;
  annual_qty: string | null;
  note: string | null;
}

/** What is bought of a line at the new price in a year. */
export function yearOf({ new_price, annual_qty }: Pick<CaseLine, "new_price" | "annual_qty">): string {
  return roundMoney(decimal(new_price).times(decimalOrZero(annual_qty)));
}

/** What a year costs less than at the old price, negative where it costs more; null where there was no price. */
export function savingOf({ old_price, new_price, annual_qty }: Omit<CaseLine, "note">): string | null {
  return old_price === null
    ? null
    : roundMoney(decimal(old_price).minus(decimal(new_price)).times(decimalOrZero(annual_qty)));
}

/** Of all lines that had a price; null where none had. */
export function savingOfAll(lines: readonly Omit<CaseLine, "note">[]): string | null {
  const known = lines.flatMap((line) => savingOf(line) ?? []);
  return known.length === 0 ? null : roundMoney(sum(known.map((text) => decimal(text))));
}

/** What whoever decides should look at twice, one sentence each. */
export function riskFlags(
  lines: readonly CaseLine[],
  { riseNote, isCompared }: { riseNote: number; isCompared: boolean },
): string[] {
  const ofLines = lines.flatMap((line, index) => {
    const at = `第${index + 1}行`;
    const rate = changeRate(line);
    return [
      ...(rate !== null && decimal(rate).gt(0) && decimal(rate).gte(riseNote)
        ? [`${at}涨价${formatDecimal(rate)}%`]
        : []),
      ...(line.old_price === null ? [`${at}没有原价，年度金额全部为新增`] : []),
    ];
  });
  return [...(isCompared ? [] : ["未经询价比价"]), ...ofLines];
}
