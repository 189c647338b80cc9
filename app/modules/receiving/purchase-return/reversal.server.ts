import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { AppError } from "~/engine/errors";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { sum } from "~/shared/decimal";
import { stockedQty } from "../goods-receipt/goods-receipt.rules";
import { refuseAgreed } from "../io-mark/agreed.server";
import { exchangeHasCome } from "./purchase-return.rules";
import { idsOf } from "./returned-lines.server";

type PurchaseReturnRecord = RecordFor<"receiving/purchase-return">;

const RETURN = "receiving/purchase-return";
const ORDER = "purchase-orders/purchase-order";
const RECEIPT = "receiving/goods-receipt";
const RECEIVED_ANEW = "货又送回来的，请另立收货单";

/** What a supplier has confirmed with a month stays. */
export async function refuseAgreedReturn(context: Context, { id, supplier_id }: PurchaseReturnRecord): Promise<void> {
  await refuseAgreed(context, {
    ...{ document: { entity: RETURN, id }, supplierId: supplier_id, kind: "out" },
    ...{ what: "退货", instead: RECEIVED_ANEW },
  });
}

/**
 * Goods that came in exchange were sent because of the return, which therefore stays. By now the order no longer waits for what this return
 * took back, and its lines are held by that.
 */
export async function refuseExchanged(context: Context, record: PurchaseReturnRecord): Promise<void> {
  const ids = idsOf(linesOf(record, "items"), "order_line");
  const ordered = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "qty", "noticed_qty", "accepted_qty", "exchanged_qty"],
    where: [where.oneOf("id", ids)],
  });
  const since = where.someRow({
    table: "goods_receipt",
    column: "id",
    equals: "root_id",
    inner: where.all(where.eq("state", "posted"), where.atLeast("posted_at", String(record.shipped_at))),
  });
  const received = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["order_line", "accept_qty", "concession_qty"],
    where: [where.oneOf("order_line", ids), since],
  });
  const isCome = ordered.some((line) => {
    const came = received.filter(({ order_line }) => order_line === line.id).map(stockedQty);
    return exchangeHasCome(line, sum(came).toFixed());
  });
  if (isCome) throw new AppError("invalid", { message: `换货已经送来，或已有送货单，不能冲销；${RECEIVED_ANEW}` });
}
