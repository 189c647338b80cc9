import { z } from "zod";

/*
 * The question 「how is this quantity split among suppliers」, published as `base-data/source-percentage.allocate`: plans of demand and
 * proposals of orders ask it (decision 0165). Both sides parse what they get.
 */

/** Lines to be split; what an earlier line of the same question gives counts for the later ones. */
export const splitLines = z.array(
  z.object({
    materialId: z.string(),
    factoryId: z.string().nullable(),
    /** In the base unit of the material. */
    quantity: z.string(),
    /** The business day the shares are asked of. */
    day: z.string(),
  }),
);
export type SplitLines = z.infer<typeof splitLines>;

export const splitPart = z.object({
  supplierId: z.string(),
  quantity: z.string(),
  /** The share as it counts today: what is stopped is spread over the rest. */
  percent: z.string(),
  rating: z.string().nullable(),
  reasons: z.array(z.string()),
});

/** One answer per line, in their order. */
export const splitAnswers = z.array(
  z.object({
    /** The shares it follows; null: none are in force for the material, factory and day, and nothing was split. */
    shares: z.object({ id: z.string(), number: z.string() }).nullable(),
    parts: z.array(splitPart),
    /** What nobody may take. */
    rest: z.string(),
  }),
);
export type SplitAnswers = z.infer<typeof splitAnswers>;

/** The question 「who delivers these lines today by which shares, and who may」, published as `base-data/source-percentage.sharesAt`. */
export const sharesAsked = z.object({
  lines: z.array(z.object({ materialId: z.string(), factoryId: z.string().nullable(), day: z.string() })),
  places: z.array(
    z.object({
      materialId: z.string(),
      supplierId: z.string(),
      factoryId: z.string().nullable(),
      day: z.string(),
    }),
  ),
});
export type SharesAsked = z.infer<typeof sharesAsked>;

/** One answer per line and per place, in their order; a line without shares in force has none. */
export const sharesFound = z.object({
  shares: z.array(z.array(z.object({ supplierId: z.string(), percent: z.string() }))),
  mayDeliver: z.array(z.boolean()),
});
export type SharesFound = z.infer<typeof sharesFound>;
