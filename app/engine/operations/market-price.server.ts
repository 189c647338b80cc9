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

/** What indices themselves say on days, published as `purchase-management/market-price.readings_on`: cost models ask it (decision 0177). */
export const askedReadings = z.object({
  indexIds: z.array(z.string()),
  /** Or names, where no index has such a code. */
  codes: z.array(z.string()),
  /** Business days. */
  days: z.array(z.string()),
});
export type AskedReadings = z.infer<typeof askedReadings>;

/** An index on a day; an index nobody knows is not among the answers. */
export const indexReadingSchema = z.object({
  indexId: z.string(),
  code: z.string(),
  name: z.string(),
  uom: z.string(),
  currency: z.string(),
  enabled: z.boolean(),
  day: z.string(),
  /** The newest value of the day or before, not older than the parameter allows; null for a gap. */
  value: z.string().nullable(),
  /** Day of that value. */
  date: z.string().nullable(),
  /** Mean of the values of the thirty days up to the day; null where there are none. */
  average: z.string().nullable(),
});
export type IndexReading = z.infer<typeof indexReadingSchema>;
export const indexReadings = z.array(indexReadingSchema);
