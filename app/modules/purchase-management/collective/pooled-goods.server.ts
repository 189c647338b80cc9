import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Finding } from "~/engine/entity/server-hooks";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { where } from "~/shared/condition";
import { isOutside, isPooled, type SourcedGoods } from "./collective.rules";

const KEY = "purchase-management/collective";
/** States in which a pool still counts on what its factories want. */
const LIVING = ["collecting", "frozen", "sourcing"] as const;

export const sourcedGoods = z.array(
  z.object({
    place: z.number().nullable(),
    planLines: z.array(z.string()),
    materialId: z.string(),
    factoryId: z.string(),
    from: z.string(),
    to: z.string(),
  }),
);

/** What is ordered of one supplier. */
export const orderedGoods = z.object({ supplierId: z.string(), goods: sourcedGoods });

/**
 * What is said to whoever sources goods beside a pool that holds their line of a plan, or counts on them in its time of supply: a warning
 * for each line and pool, with the page of the pool for those who may open it. Pools are looked for past the scope of the person.
 */
export async function pooledFindings(context: Context, goods: readonly SourcedGoods[]): Promise<Finding[]> {
  if (goods.length === 0) return [];
  const demands = await unscopedLines(context, {
    entityKey: KEY,
    lines: "demands",
    columns: ["root_id", "factory_id", "material_id", "plan_line"],
    where: [
      where.any(
        where.oneOf("material_id", [...new Set(goods.map(({ materialId }) => materialId))]),
        where.oneOf("plan_line", [...new Set(goods.flatMap(({ planLines }) => planLines))]),
      ),
    ],
  });
  if (demands.length === 0) return [];
  const pools = await unscopedRows(
    context,
    KEY,
    ["id", "number", "period_from", "period_to"],
    [where.oneOf("id", [...new Set(demands.map(({ root_id }) => root_id))]), where.oneOf("state", LIVING)],
  );
  const screen = screenFor(context, KEY, "get");
  const sorted = pools.sort((a, b) => (String(a.number) < String(b.number) ? -1 : 1));
  return goods.flatMap((one) =>
    sorted.flatMap((pool): Finding[] => {
      const own = demands.filter(({ root_id }) => root_id === pool.id);
      if (!isPooled(one, pool, own)) return [];
      const text = `${one.place === null ? "" : `第${one.place}行`}已纳入集采项目${pool.number ?? ""}，请先确认是否等待集采结果`;
      const cure = screen ? { cure: { label: "查看集采项目", href: recordPath(screen, pool.id) } } : {};
      return [{ check: "pool", level: "warn", text, ...cure }];
    }),
  );
}

/**
 * What is said to whoever orders goods at a supplier to whom a distributed pool gave none of them, in its time of supply: a warning for each
 * line and pool. Who was given them stands on the pool, for those who may open it.
 */
export async function outsideFindings(
  context: Context,
  { supplierId, goods }: z.infer<typeof orderedGoods>,
): Promise<Finding[]> {
  if (goods.length === 0) return [];
  const results = await unscopedLines(context, {
    entityKey: KEY,
    lines: "results",
    columns: ["root_id", "factory_id", "material_id", "supplier_id"],
    where: [
      where.oneOf("material_id", [...new Set(goods.map(({ materialId }) => materialId))]),
      where.oneOf("factory_id", [...new Set(goods.map(({ factoryId }) => factoryId))]),
    ],
  });
  if (results.length === 0) return [];
  const pools = await unscopedRows(
    context,
    KEY,
    ["id", "number", "period_from", "period_to"],
    [where.oneOf("id", [...new Set(results.map(({ root_id }) => root_id))]), where.eq("state", "distributed")],
  );
  const screen = screenFor(context, KEY, "get");
  const sorted = pools.sort((a, b) => (String(a.number) < String(b.number) ? -1 : 1));
  return goods.flatMap((one) =>
    sorted.flatMap((pool): Finding[] => {
      const own = results.filter(({ root_id }) => root_id === pool.id);
      if (!isOutside(one, pool, own, supplierId)) return [];
      const text = `第${one.place}行：集采项目${pool.number ?? ""}已把本厂的该物料分配给其他供应商，不在分配结果内下单请说明原因`;
      const cure = screen ? { cure: { label: "查看集采项目", href: recordPath(screen, pool.id) } } : {};
      return [{ check: "pool", level: "warn", text, ...cure }];
    }),
  );
}
