import { z } from "zod";

/*
 * The question 「what did the market say of this material on that day」, published as `purchase-management/market-price.values_on`: price
 * approvals ask it (decision 0168). Both sides parse what they get.
 */

/** Materials and days; the newest value of each index that is not older than the parameter allows counts. */
export const askedMarketValues = z.array(
  z.object({
    materialId: z.string(),
    /** Business day. */
    day: z.string(),
  }),
);
export type AskedMarketValues = z.infer<typeof askedMarketValues>;

/** What an index said last, in its own unit and currency. */
export const marketValueSchema = z.object({
  indexId: z.string(),
  code: z.string(),
  name: z.string(),
  value: z.string(),
  /** Day of the value, on the asked one or before it. */
  date: z.string(),
  uom: z.string(),
  currency: z.string(),
  taxIncluded: z.boolean(),
});
export type MarketValue = z.infer<typeof marketValueSchema>;

/** One list per question, in their order: indices of the material itself before those of its types, market prices before other kinds. */
export const marketValuesSchema = z.array(z.array(marketValueSchema));
