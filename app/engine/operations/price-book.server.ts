import { z } from "zod";

/** What is bought, by whom, when and how much of it: which price of the price book counts. */
export const askedPriceSchema = z.object({
  supplierId: z.string(),
  materialId: z.string(),
  /** Null: only prices that hold for all factories of the company. */
  factoryId: z.string().nullable(),
  companyId: z.string(),
  currency: z.string(),
  /** Business day on which the price has to hold. */
  day: z.string(),
  /** Decides the scale; null: the price without scales. */
  quantity: z.string().nullable(),
});
export type AskedPrice = z.infer<typeof askedPriceSchema>;

/** A price of the price book. */
export const foundPriceSchema = z.object({
  /** Id of the row of the price book. */
  id: z.string(),
  /** With tax, of the scale the quantity falls into. */
  price: z.string(),
  untaxedPrice: z.string(),
  taxRate: z.string(),
  uom: z.string(),
  /** Paid so many days after delivery; null: by the terms of payment of whoever buys. */
  creditDays: z.number().nullable(),
  validFrom: z.string(),
  validTo: z.string(),
  /** Number of the document it was approved by. */
  sourceNo: z.string(),
});
export type FoundPrice = z.infer<typeof foundPriceSchema>;

/** One answer for each question, in their order; null where no price holds. */
export const foundPricesSchema = z.array(foundPriceSchema.nullable());

/** A scale of a price: what one unit costs from a quantity on. */
const scaleSchema = z.object({ fromQty: z.string(), price: z.string(), untaxedPrice: z.string() });

/** What somebody is allowed to buy at from a day to a day, as an approved document says it. */
export const agreedPriceSchema = z.object({
  supplierId: z.string(),
  materialId: z.string(),
  factoryId: z.string().nullable(),
  companyId: z.string(),
  currency: z.string(),
  uom: z.string(),
  price: z.string(),
  untaxedPrice: z.string(),
  taxRate: z.string(),
  /** Paid so many days after delivery; null: nothing was agreed beside the terms of payment. */
  creditDays: z.number().nullable(),
  validFrom: z.string(),
  validTo: z.string(),
  priceKind: z.string(),
  scales: z.array(scaleSchema),
});
export type AgreedPrice = z.infer<typeof agreedPriceSchema>;

/** The prices of an approved document. */
export const pricesToWriteSchema = z.object({
  sourceId: z.string(),
  sourceNo: z.string(),
  /** Instant and name of whoever agreed last: every price says who let it count. */
  approvedAt: z.string(),
  approvedBy: z.string(),
  prices: z.array(agreedPriceSchema),
});

/** A price that ends earlier because another one takes its place; `position` is the place of that one, counted from 0. */
export const cutPriceSchema = z.object({
  position: z.number(),
  id: z.string(),
  price: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  sourceNo: z.string(),
});
export const cutPricesSchema = z.array(cutPriceSchema);
export type CutPrice = z.infer<typeof cutPriceSchema>;
