import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { TransitionWork } from "~/engine/entity/server-hooks";
import { codesOf } from "~/engine/integrations/codes.server";
import { callIntegration, isConnected } from "~/engine/integrations/outbox.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { InterfaceCode } from "~/shared/interfaces";
import { goodsReceipt } from "./goods-receipt.entity";
import { stockedQty } from "./goods-receipt.rules";

type GoodsReceiptRecord = RecordFor<"receiving/goods-receipt">;

const NEWS: Readonly<Record<string, InterfaceCode>> = { post: "goods_received", reverse: "receipt_reversed" };

/** The ERP books each receipt and each reversal once: the key says which, however often it is sent. */
export async function notifyErp({ context, transition, record }: TransitionWork<GoodsReceiptRecord>): Promise<void> {
  const code = NEWS[transition];
  if (!code || !isConnected(context, code)) return;
  await callIntegration(context, {
    code,
    key: `${goodsReceipt.key}/${record.id}/${transition}`,
    entity: goodsReceipt,
    record,
    validStates: [record.state],
    data: { receipt: await receiptOf(context, record) },
  });
}

async function receiptOf(context: Context, record: GoodsReceiptRecord) {
  const items = linesOf(record, "items");
  const materials = await codesOf(context, "master-data/material", idsIn(items, "material_id"));
  const [supplier] = await ask(context, "supplier-management/supplier", "names", idsIn([record], "supplier_id"));
  const factories = await codesOf(context, "master-data/factory", [record.factory_id]);
  const warehouses = await codesOf(context, "master-data/warehouse", [record.warehouse_id]);
  const orders = await unscopedRows(
    context,
    "purchase-orders/purchase-order",
    ["id", "number"],
    [where.oneOf("id", idsIn(items, "order_id"))],
  );
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  return {
    supplier: supplier?.code ?? null,
    factory: factories.get(String(record.factory_id)) ?? null,
    warehouse: warehouses.get(String(record.warehouse_id)) ?? null,
    postDate: record.post_date,
    items: items.map((line) => ({
      lineNo: line.line_no,
      order: numbers.get(String(line.order_id)) ?? null,
      material: materials.get(String(line.material_id)) ?? null,
      batch: line.batch_no,
      uom: line.uom,
      qty: stockedQty({ accept_qty: textOf(line, "accept_qty"), concession_qty: textOf(line, "concession_qty") }),
    })),
  };
}

function idsIn(rows: readonly (AnyLine | AnyRecord)[], name: string): string[] {
  return [...new Set(rows.map((row) => row[name]).filter((id): id is string => typeof id === "string"))];
}

function textOf(line: AnyLine, name: string): string | null {
  const value = line[name];
  return typeof value === "string" ? value : null;
}
