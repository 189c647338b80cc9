import { z } from "zod";

/*
 * The question 「what should this material cost」, published as `purchase-management/cost-model.should_costs`, and what a model would say if an
 * index moved, published as `purchase-management/cost-model.trial` (decision 0177). Both sides parse what they get.
 */

/** A material at a factory, in the unit and currency in which its price is said. */
export const askedShouldCosts = z.array(
  z.object({
    materialId: z.string(),
    factoryId: z.string().nullable(),
    uom: z.string(),
    currency: z.string(),
    /** Business day. */
    day: z.string(),
  }),
);
export type AskedShouldCosts = z.infer<typeof askedShouldCosts>;

export const shouldCostSchema = z.object({
  /** Id and number of the model. */
  id: z.string(),
  number: z.string(),
  /** With tax, per unit. */
  shouldCost: z.string(),
  /** Beyond how many percent an offer is remarkable. */
  warnPercent: z.string(),
});
export type ShouldCost = z.infer<typeof shouldCostSchema>;

/** One answer per question, in their order; null where no model fits. */
export const shouldCostsSchema = z.array(shouldCostSchema.nullable());

export const costTrialAsked = z.object({ id: z.string(), indexId: z.string().nullable(), percent: z.string() });

export const costTrialSchema = z.object({
  indices: z.array(z.object({ id: z.string(), label: z.string() })),
  /** What is wrong with the formula or the indices. */
  problem: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** In percent; null where one of the two is not known. */
  change: z.string().nullable(),
  elements: z.array(
    z.object({ code: z.string(), name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
