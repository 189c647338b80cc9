import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Finding } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { sum } from "~/shared/decimal";

/*
 * What speaks against the batches of a load: too many of them, older ones than those that came last, or newer ones while older lie at the
 * supplier's.
 */

const RECEIPT = "receiving/goods-receipt";

/** What is announced of a batch. */
export interface BatchLine {
  material_id: string;
  batch_no: string | null;
  produce_date: string | null;
}

/** What the receiving rules say of the batches of a material. */
export interface BatchRule {
  maxBatches: number | null;
  fifoBatch: boolean | null;
  mode: "warn" | "block" | null;
}

interface Load<Line extends BatchLine = BatchLine> {
  supplierId: string;
  factoryId: string;
  items: readonly Line[];
  rules: Readonly<Record<string, BatchRule>>;
}

/** A rule without a mode blocks. */
const levelOf = (rule: BatchRule | undefined) => (rule?.mode === "warn" ? "warn" : "block");

/** Materials that come in more batches than the factory takes of one lorry. */
export function batchCountFindings({ items, rules }: Pick<Load, "items" | "rules">): Finding[] {
  const materials = [...new Set(items.map(({ material_id }) => material_id))];
  return materials.flatMap((material): Finding[] => {
    const own = items.filter(({ material_id }) => material_id === material);
    const most = rules[material]?.maxBatches ?? null;
    const count = new Set(own.map(({ batch_no }) => batch_no)).size;
    if (most === null || count <= most) return [];
    const first = items.findIndex(({ material_id }) => material_id === material) + 1;
    const text = `第${first}行的物料有${count}个批次，一次最多送${most}个批次`;
    return [{ check: "batches", level: levelOf(rules[material]), text }];
  });
}

/** The newest day on which goods that went into stock were made, by material; of this supplier at this factory. */
async function lastMade(
  context: Context,
  { supplierId, factoryId, items }: Pick<Load, "supplierId" | "factoryId" | "items">,
): Promise<ReadonlyMap<string, string>> {
  const days = items.flatMap(({ produce_date }) => produce_date ?? []).sort();
  if (days.length === 0) return new Map();
  // What is no newer than anything of the load says nothing against it.
  const received = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["root_id", "material_id", "produce_date", "accept_qty", "concession_qty"],
    where: [
      where.oneOf("material_id", [...new Set(items.map(({ material_id }) => material_id))]),
      where.atLeast("produce_date", days[0] ?? ""),
    ],
  });
  const stocked = received.filter(({ accept_qty, concession_qty }) => sum([accept_qty, concession_qty]).gt(0));
  if (stocked.length === 0) return new Map();
  const receipts = await unscopedRows(
    context,
    RECEIPT,
    ["id"],
    [
      where.oneOf("id", [...new Set(stocked.map(({ root_id }) => root_id))]),
      where.eq("supplier_id", supplierId),
      where.eq("factory_id", factoryId),
      where.eq("state", "posted"),
    ],
  );
  const own = new Set(receipts.map(({ id }) => id));
  const last = new Map<string, string>();
  for (const { root_id, material_id, produce_date } of stocked)
    if (own.has(root_id) && produce_date !== null && produce_date > (last.get(material_id) ?? ""))
      last.set(material_id, produce_date);
  return last;
}

/** Batches older than what came last, where the rules want goods in the order they were made. */
export async function olderThanLastFindings(context: Context, load: Load): Promise<Finding[]> {
  const items = load.items.filter(({ material_id }) => load.rules[material_id]?.fifoBatch === true);
  if (items.length === 0) return [];
  const last = await lastMade(context, { ...load, items });
  return items.flatMap(({ material_id, batch_no, produce_date }): Finding[] => {
    const newest = last.get(material_id);
    if (newest === undefined || produce_date === null || produce_date >= newest) return [];
    const text = `批次${batch_no ?? ""}生产日期早于上次到货${newest}`;
    return [{ check: "fifo", level: levelOf(load.rules[material_id]), text }];
  });
}

const lying = z.array(z.object({ materialId: z.string(), batchNo: z.string(), produceDate: z.string() }));

/** Newer batches that leave while older ones lie at the supplier's, as it reported itself; that is said, and stops nothing. */
export async function olderLyingFindings(
  context: Context,
  { supplierId, items }: Pick<Load, "supplierId" | "items">,
): Promise<Finding[]> {
  const materialIds = [...new Set(items.map(({ material_id }) => material_id))];
  const known = await ask(context, {
    entityKey: "purchase-orders/supplier-inventory",
    name: "available",
    input: { supplierId, materialIds },
    answer: lying,
  });
  const sent = new Set(items.map(({ material_id, batch_no }) => `${material_id} ${batch_no}`));
  return materialIds.flatMap((material): Finding[] => {
    const newest = items
      .flatMap(({ material_id, produce_date }) => (material_id === material ? (produce_date ?? []) : []))
      .sort()
      .at(-1);
    const [oldest] = known
      .filter(({ materialId, batchNo, produceDate }) => {
        const isOlder = newest !== undefined && produceDate < newest;
        return materialId === material && isOlder && !sent.has(`${material} ${batchNo}`);
      })
      .sort((a, b) => (a.produceDate < b.produceDate ? -1 : 1));
    return oldest ? [{ check: "fifo", level: "note", text: `存在更早批次${oldest.batchNo}` }] : [];
  });
}
