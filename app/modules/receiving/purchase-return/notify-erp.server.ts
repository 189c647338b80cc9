import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { TransitionWork } from "~/engine/entity/server-hooks";
import { codesOf } from "~/engine/integrations/codes.server";
import { callIntegration, isConnected } from "~/engine/integrations/outbox.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimalOrZero } from "~/shared/decimal";
import type { InterfaceCode } from "~/shared/interfaces";
import { purchaseReturn } from "./purchase-return.entity";
import { idsOf } from "./returned-lines.server";

type PurchaseReturnRecord = RecordFor<"receiving/purchase-return">;

/** What the ERP is told, under which key, and in which states it still makes sense to send it again. */
interface News {
  code: InterfaceCode;
  key: string;
  validStates: readonly string[];
}
const LEFT: News = { code: "goods_returned", key: "out", validStates: ["shipped", "completed"] };
const NEWS: Readonly<Record<string, News>> = {
  ship: LEFT,
  destroy: LEFT,
  reverse: { code: "return_reversed", key: "reverse", validStates: ["reversed"] },
};

/**
 * The ERP takes each return out of stock once, and back in once: the key says which, however often it is sent. What was never posted is not
 * in it.
 */
export async function notifyErp({ context, transition, record }: TransitionWork<PurchaseReturnRecord>): Promise<void> {
  const news = NEWS[transition];
  if (!news || record.return_mode === "unposted" || !isConnected(context, news.code)) return;
  await callIntegration(context, {
    ...news,
    key: `${purchaseReturn.key}/${record.id}/${news.key}`,
    entity: purchaseReturn,
    record,
    data: { return: await returnOf(context, record) },
  });
}

async function returnOf(context: Context, record: PurchaseReturnRecord) {
  const items = linesOf(record, "items").filter(({ out_qty }) => decimalOrZero(out_qty ?? "0").gt(0));
  const [supplier] = await ask(context, "supplier-management/supplier", "names", [String(record.supplier_id)]);
  const factory = await codesOf(context, "master-data/factory", [record.factory_id]);
  const materials = await codesOf(context, "master-data/material", idsOf(items, "material_id"));
  const orders = await numbers(context, "purchase-orders/purchase-order", idsOf(items, "order_id"));
  const receipts = await numbers(context, "receiving/goods-receipt", idsOf(items, "receipt_id"));
  return {
    supplier: supplier?.code ?? null,
    factory: factory.get(String(record.factory_id)) ?? null,
    mode: record.return_mode,
    postDate: record.out_date,
    items: items.map((line) => ({
      lineNo: line.line_no,
      order: orders.get(String(line.order_id)) ?? null,
      receipt: receipts.get(String(line.receipt_id)) ?? null,
      material: materials.get(String(line.material_id)) ?? null,
      batch: line.batch_no,
      uom: line.uom,
      qty: line.out_qty,
    })),
  };
}

async function numbers(
  context: Context,
  entity: "purchase-orders/purchase-order" | "receiving/goods-receipt",
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await unscopedRows(context, entity, ["id", "number"], [where.oneOf("id", [...ids])]);
  return new Map(rows.flatMap(({ id, number }) => (number === null ? [] : [[id, number] as const])));
}
