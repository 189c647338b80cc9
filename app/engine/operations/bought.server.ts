import { z } from "zod";

/**
 * For which materials a company wants to know what it paid last, one factory before the others; per one unit where it says so, and an order that
 * is being judged is left out.
 */
export const askedLastPricesSchema = z.object({
  companyId: z.string(),
  factoryId: z.string(),
  currency: z.string(),
  materialIds: z.array(z.string()),
  uom: z.string().optional(),
  exceptOrderId: z.string().optional(),
});
export type AskedLastPrices = z.infer<typeof askedLastPricesSchema>;

/** What was paid last, with tax, by material. */
export const lastPricesSchema = z.record(z.string(), z.string());

/** Materials by days on which goods are wanted. */
const wanted = z.object({ materialIds: z.array(z.string()), from: z.string(), to: z.string() });

/** Which factories and materials are asked for, by days on which goods are wanted. */
export const askedBoughtSchema = wanted.extend({ factoryIds: z.array(z.string()) });
export type AskedBought = z.infer<typeof askedBoughtSchema>;

const boughtInMonth = z.object({
  factoryId: z.string(),
  materialId: z.string(),
  month: z.string(),
  uom: z.string(),
  ordered: z.string(),
  received: z.string(),
});

/** What orders that went out took of a material in a month, in the unit of the orders. */
export const boughtSchema = z.array(boughtInMonth);
export type BoughtInMonth = z.infer<typeof boughtSchema>[number];

/** Which suppliers and materials are asked for, by days on which goods are wanted; an order that is being judged is left out. */
export const askedSuppliedSchema = wanted.extend({
  supplierIds: z.array(z.string()),
  exceptOrderId: z.string().optional(),
});
export type AskedSupplied = z.infer<typeof askedSuppliedSchema>;

/** As `boughtSchema`, by supplier, with what went back and what is still to come. */
export const suppliedSchema = z.array(
  boughtInMonth.extend({ supplierId: z.string(), returned: z.string(), open: z.string() }),
);
export type SuppliedInMonth = z.infer<typeof suppliedSchema>[number];

/** One supplier and material, order by order. */
export const askedSuppliedOrdersSchema = z.object({
  supplierId: z.string(),
  materialId: z.string(),
  factoryId: z.string().nullable(),
  uom: z.string(),
  from: z.string(),
  to: z.string(),
});
export type AskedSuppliedOrders = z.infer<typeof askedSuppliedOrdersSchema>;

/** The orders behind the figures, the first wanted first. */
export const suppliedOrdersSchema = z.array(
  z.object({
    id: z.string(),
    number: z.string(),
    month: z.string(),
    ordered: z.string(),
    received: z.string(),
    returned: z.string(),
    open: z.string(),
  }),
);
export type SuppliedOrder = z.infer<typeof suppliedOrdersSchema>[number];
