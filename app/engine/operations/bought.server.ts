import { z } from "zod";

/** For which materials a company wants to know what it paid last, one factory before the others. */
export const askedLastPricesSchema = z.object({
  companyId: z.string(),
  factoryId: z.string(),
  currency: z.string(),
  materialIds: z.array(z.string()),
});
export type AskedLastPrices = z.infer<typeof askedLastPricesSchema>;

/** What was paid last, with tax, by material. */
export const lastPricesSchema = z.record(z.string(), z.string());

/** Which factories and materials are asked for, by days on which goods are wanted. */
export const askedBoughtSchema = z.object({
  factoryIds: z.array(z.string()),
  materialIds: z.array(z.string()),
  from: z.string(),
  to: z.string(),
});
export type AskedBought = z.infer<typeof askedBoughtSchema>;

/** What orders that went out took of a material in a month, in the unit of the orders. */
export const boughtSchema = z.array(
  z.object({
    factoryId: z.string(),
    materialId: z.string(),
    month: z.string(),
    uom: z.string(),
    ordered: z.string(),
    received: z.string(),
  }),
);
export type BoughtInMonth = z.infer<typeof boughtSchema>[number];
