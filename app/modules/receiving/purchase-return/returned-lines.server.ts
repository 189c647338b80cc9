import type { Context } from "~/engine/context.server";
import type { Value } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

type PurchaseReturnRecord = RecordFor<"receiving/purchase-return">;

const RECEIPT = "receiving/goods-receipt";
const ORDER = "purchase-orders/purchase-order";
const JOURNAL = "receiving/io-data";

/** What follows from the line of a receipt for the line of a return. */
export interface ReturnedLine {
  values: Readonly<Record<string, Value>>;
  currency: string;
}

/** Ids in a column, each once. */
export function idsOf(rows: readonly Readonly<Record<string, unknown>>[], name: string): string[] {
  return [...new Set(rows.flatMap((row) => (typeof row[name] === "string" ? [row[name]] : [])))];
}

/**
 * What follows from lines of receipts, by their id: what they are about, and the price the goods were booked at; what was never booked has
 * that of the order.
 */
export async function factsOfLines(context: Context, ids: readonly string[]): Promise<Map<string, ReturnedLine>> {
  if (ids.length === 0) return new Map();
  const received = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["id", "root_id", "order_line", "order_id", "material_id", "batch_no", "uom"],
    where: [where.oneOf("id", [...ids])],
  });
  const ordered = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "price", "uom"],
    where: [where.oneOf("id", idsOf(received, "order_line"))],
  });
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "currency"],
    [where.oneOf("id", idsOf(received, "order_id"))],
  );
  const booked = await unscopedRows(
    context,
    JOURNAL,
    ["source_line", "price"],
    [where.eq("source_entity", RECEIPT), where.oneOf("source_line", [...ids]), where.eq("io_type", "in")],
  );
  return new Map(
    received.flatMap((line): [string, ReturnedLine][] => {
      const of = ordered.find(({ id }) => id === line.order_line);
      const order = orders.find(({ id }) => id === line.order_id);
      if (!of || !order) return [];
      const price = booked.find(({ source_line }) => source_line === line.id)?.price ?? of.price;
      const { root_id: receipt_id, order_line, order_id, material_id, batch_no } = line;
      const values = { receipt_id, order_line, order_id, material_id, batch_no, uom: line.uom ?? of.uom, price };
      return [[line.id, { values, currency: order.currency }]];
    }),
  );
}

/** Batches of a return, as materials with numbers of batches. */
function batchesOf(record: PurchaseReturnRecord): { material: string; batch: string }[] {
  return linesOf(record, "items").flatMap(({ material_id, batch_no }) =>
    typeof material_id === "string" && typeof batch_no === "string" ? [{ material: material_id, batch: batch_no }] : [],
  );
}

/** Lines of receipts that brought the batches of a return. */
export function sameBatches(record: PurchaseReturnRecord) {
  return where.any(
    ...batchesOf(record).map(({ material, batch }) =>
      where.all(where.eq("material_id", material), where.eq("batch_no", batch)),
    ),
  );
}
