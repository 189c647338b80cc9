import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { Finding } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";

const judged = z.object({ factory_id: z.string(), supplier_id: z.string() });
const line = z.object({
  material_id: z.string(),
  required_date: z.string(),
  share_line: z.string().nullish(),
});

const said = z.object({
  text: z.string(),
  /** For whoever may open the pool. */
  cure: z.object({ label: z.string(), href: z.string() }).optional(),
});

/**
 * What is ordered beside a pool that counts on it, and at a supplier to whom a distributed pool gave none of it. Lines of an allocation were told
 * of the first when it was locked, or divide what a pool was awarded.
 */
export async function pooledFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  if (context.actor.supplierId) return [];
  const { factory_id, supplier_id: supplierId } = judged.parse(record);
  const goods = linesOf(record, "items").flatMap((one, at) => {
    const { success, data } = line.safeParse(one);
    if (!success) return [];
    const { material_id, required_date: day } = data;
    const place = { place: at + 1, planLines: [], materialId: material_id, factoryId: factory_id, from: day, to: day };
    return [{ place, isShared: typeof data.share_line === "string" }];
  });
  if (goods.length === 0) return [];
  const pooled = await ask(context, {
    ...{ entityKey: "purchase-management/collective", name: "pooled" },
    input: goods.flatMap(({ place, isShared }) => (isShared ? [] : [place])),
    answer: z.array(said),
  });
  const outside = await ask(context, {
    ...{ entityKey: "purchase-management/collective", name: "outside" },
    input: { supplierId, goods: goods.map(({ place }) => place) },
    answer: z.array(said),
  });
  return [...pooled, ...outside].map(
    ({ text, cure }): Finding => ({ check: "pool", level: "warn", text, ...(cure ? { cure } : {}) }),
  );
}
