import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, SaveWork } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";

type SupplierStockRecord = RecordFor<"purchase-orders/supplier-stock">;

/*
 * What an order by the agreement would cost and say today. Until prices are kept as data of their own, the price of a material is that of
 * the last order its supplier has confirmed.
 */

const ORDER = "purchase-orders/purchase-order";
const TERMS = ["currency", "payment_term", "purchase_org_id", "purchase_group_id"] as const;

interface Terms {
  price: string;
  tax_rate: string;
}

/** Orders a supplier has confirmed, the newest first. */
async function confirmedOrders(context: Context, supplierId: string) {
  const rows = await unscopedRows(
    context,
    ORDER,
    ["id", "factory_id", "order_date", "confirmed_at", ...TERMS],
    [where.eq("supplier_id", supplierId), where.set("confirmed_at"), where.not(where.eq("state", "cancelled"))],
  );
  const key = (row: (typeof rows)[number]) => `${row.order_date} ${row.confirmed_at} ${row.id}`;
  return rows.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

type Orders = Awaited<ReturnType<typeof confirmedOrders>>;

/** Price and tax of each material by the newest of these orders, in the currency. */
async function termsOf(
  context: Context,
  orders: Orders,
  { materialIds, currency }: { materialIds: readonly string[]; currency: string | null },
): Promise<Map<string, Terms>> {
  const wanted = orders.filter((one) => currency === null || one.currency === currency);
  if (wanted.length === 0 || materialIds.length === 0) return new Map();
  const rank = new Map(wanted.map(({ id }, at) => [id, at]));
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "price", "tax_rate"],
    where: [where.oneOf("root_id", [...rank.keys()]), where.oneOf("material_id", [...new Set(materialIds)])],
  });
  const found = new Map<string, Terms>();
  for (const line of lines.sort((a, b) => (rank.get(a.root_id) ?? 0) - (rank.get(b.root_id) ?? 0)))
    if (!found.has(line.material_id)) found.set(line.material_id, { price: line.price, tax_rate: line.tax_rate });
  return found;
}

function materialsOf(record: SupplierStockRecord): string[] {
  return linesOf(record, "items").flatMap(({ material_id }) => (typeof material_id === "string" ? [material_id] : []));
}

/** What was left empty follows from the last order; the price of what was ordered before always does. */
export async function fillTerms({ context, record, set }: SaveWork<SupplierStockRecord>): Promise<void> {
  const { supplier_id: supplierId, factory_id: factoryId } = record;
  if (typeof supplierId !== "string") return;
  const orders = await confirmedOrders(context, supplierId);
  const last = orders.find((one) => one.factory_id === factoryId) ?? orders[0];
  for (const name of TERMS) if (!record[name] && last) set({ [name]: last[name] });
  if (typeof factoryId === "string") {
    const own = [where.eq("id", factoryId)];
    const [factory] = await unscopedRows(context, "master-data/factory", ["company_id"], own);
    set({ company_id: factory?.company_id ?? null });
  }
  const currency = typeof record.currency === "string" ? record.currency : null;
  const terms = await termsOf(context, orders, { materialIds: materialsOf(record), currency });
  for (const line of linesOf(record, "items")) {
    const known = terms.get(String(line.material_id));
    if (!known) continue;
    line.price = known.price;
    line.tax_rate ??= known.tax_rate;
  }
}

/** Prices that have changed since the agreement was written: what would be approved is no longer what it would cost. */
export async function priceFindings(context: Context, record: SupplierStockRecord): Promise<Finding[]> {
  const orders = await confirmedOrders(context, String(record.supplier_id));
  const currency = typeof record.currency === "string" ? record.currency : null;
  const terms = await termsOf(context, orders, { materialIds: materialsOf(record), currency });
  return linesOf(record, "items").flatMap(({ material_id, price }, at): Finding[] => {
    const known = terms.get(String(material_id));
    if (!known || (typeof price === "string" && decimal(price).eq(decimal(known.price)))) return [];
    const text = `第${at + 1}行的价格已变为${formatDecimal(known.price)}，请重新保存后提交`;
    return [{ check: "price", level: "block", text }];
  });
}
