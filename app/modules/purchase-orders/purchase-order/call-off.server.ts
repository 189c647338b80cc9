import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, SaveWork } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const STOCK = "purchase-orders/supplier-stock";

/** Goods that lie ready come sooner than the lead time says: a line without a day is wanted so many days after the order. */
export async function fillCallOffDates({ context, record }: SaveWork<PurchaseOrderRecord>): Promise<void> {
  const { order_date } = record;
  const open = linesOf(record, "items").filter((line) => line.stock_line && !line.required_date);
  if (typeof order_date !== "string" || open.length === 0) return;
  const days = await limitFor(context, "stock.callDays");
  for (const line of open) line.required_date = addDays(order_date, days);
}

/** Agreements an order draws on that have ended since it was written. */
export async function callOffFindings(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const ids = linesOf(record, "items").flatMap(({ stock_line }) =>
    typeof stock_line === "string" ? [stock_line] : [],
  );
  if (ids.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: STOCK,
    lines: "items",
    columns: ["root_id"],
    where: [where.oneOf("id", ids)],
  });
  const roots = [...new Set(lines.map(({ root_id }) => root_id))];
  const ended = await unscopedRows(
    context,
    STOCK,
    ["number"],
    [where.oneOf("id", roots), where.not(where.eq("state", "active"))],
  );
  return ended.map(({ number }) => ({
    check: "agreed_stock",
    level: "warn",
    text: `备货协议【${number ?? ""}】已结束，供应商不再为它备货`,
  }));
}
