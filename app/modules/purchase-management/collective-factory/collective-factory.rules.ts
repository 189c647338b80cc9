import { decimal, roundMoney, sum } from "~/shared/decimal";

interface Result {
  qty: string;
  price: string | null;
  last_price: string | null;
}

/** What a factory saves against its own last prices, of what has one; negative where it pays more, null where nothing can be compared. */
export function factorySaving({ results }: { results: readonly Result[] }): string | null {
  const known = results.flatMap(({ qty, price, last_price }) =>
    price === null || last_price === null ? [] : [decimal(last_price).minus(decimal(price)).times(decimal(qty))],
  );
  return known.length === 0 ? null : roundMoney(sum(known));
}
