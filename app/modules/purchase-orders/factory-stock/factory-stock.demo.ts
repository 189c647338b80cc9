import type { DemoPen } from "~/engine/entity/seed";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const KEY = "purchase-orders/factory-stock";
const STOCK = "purchase-orders/supplier-stock";
/** What lies at the factory, as shares of the least its supplier holds ready. */
const SHARES = ["0.4", "1.2", "0", "2.5", "0.8"] as const;
/** One of so many was last told of long ago; of another one the ERP never told. */
const STALE_EVERY = 5;
const UNTOLD_EVERY = 7;

/** What the ERP told last night of what agreements are about. */
export async function demoFactoryStock(pen: DemoPen): Promise<void> {
  const [night, before] = [pen.moment(pen.today, 0, 30), pen.moment(pen.daysAgo(5), 6)];
  const context = pen.context(pen.now);
  const agreements = await unscopedRows(context, STOCK, ["id", "number", "factory_id"], [where.set("factory_id")]);
  const lines = await unscopedLines(context, {
    entityKey: STOCK,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "min_qty", "uom"],
    where: [where.set("material_id")],
  });
  const found = new Map<string, { factory_id: string; material_id: string; min_qty: string; uom: string }>();
  for (const { id, factory_id } of agreements.sort((a, b) => ((a.number ?? "") < (b.number ?? "") ? -1 : 1)))
    for (const line of lines.filter(({ root_id }) => root_id === id).sort((a, b) => a.line_no - b.line_no)) {
      const { material_id, min_qty, uom } = line;
      const key = `${factory_id} ${material_id}`;
      if (!found.has(key)) found.set(key, { factory_id, material_id, min_qty, uom });
    }
  await pen.together(context, async () => {
    for (const [at, { min_qty, ...goods }] of [...found.values()].entries()) {
      if (at % UNTOLD_EVERY === UNTOLD_EVERY - 1) continue;
      const stated = at % STALE_EVERY === STALE_EVERY - 1 ? before : night;
      const qty = decimal(min_qty)
        .times(decimal(SHARES[at % SHARES.length] ?? "1"))
        .round(0)
        .toFixed();
      await pen.create(context, KEY, {}, { ...goods, qty, stated_at: stated.toISOString() });
    }
  });
}
