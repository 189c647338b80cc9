import { savedOn, savedTogether } from "../rfq/collective.rules";

interface Result {
  qty: string;
  price: string | null;
  last_price: string | null;
}

/** What a factory saves against its own last prices, of what has one; negative where it pays more, null where nothing can be compared. */
export function factorySaving({ results }: { results: readonly Result[] }): string | null {
  return savedTogether(results.map(({ last_price, ...result }) => savedOn(last_price, result)));
}
