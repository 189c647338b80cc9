import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Complaint, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, SaveWork, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { post } from "~/engine/journals/post.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, decimalOrZero, roundMoney } from "~/shared/decimal";
import { refuseClosedMonth, reverseStock } from "../io-data/stock.server";
import { notifyErp } from "./notify-erp.server";
import { addRecalled, recallSection } from "./recall.server";
import { factsOfLines, idsOf } from "./returned-lines.server";
import { refuseAgreedReturn, refuseExchanged } from "./reversal.server";

type PurchaseReturnRecord = RecordFor<"receiving/purchase-return">;

const KEY = "receiving/purchase-return";
const JOURNAL = "receiving/io-data";
const RECEIPT = "receiving/goods-receipt";
const DAY_MS = 86_400_000;
/** Moves by which goods are no longer here. */
const LEAVING: readonly string[] = ["ship", "destroy"];
/** Goods leave once: what was written down wrongly is reversed, and leaves by another return. */
const ONLY_POSTING = 1;

const facts = z.object({
  id: z.string(),
  number: z.string().nullable(),
  supplier_id: z.string(),
  factory_id: z.string(),
  return_mode: z.string().nullable(),
  currency: z.string().nullable(),
  out_date: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      receipt_id: z.string(),
      order_id: z.string(),
      material_id: z.string(),
      batch_no: z.string().nullable(),
      qty: z.string(),
      out_qty: z.string().nullable(),
      uom: z.string().nullable(),
      price: z.string().nullable(),
    }),
  ),
});

/** What follows from the chosen lines of receipts, and from how the goods go back. */
async function prepare({ context, record, set }: SaveWork<PurchaseReturnRecord>): Promise<void> {
  const items = linesOf(record, "items");
  const known = await factsOfLines(context, idsOf(items, "receipt_line"));
  for (const line of items) {
    Object.assign(line, known.get(String(line.receipt_line))?.values);
    line.line_mode = typeof record.return_mode === "string" ? record.return_mode : null;
  }
  set({ currency: [...known.values()][0]?.currency ?? null });
}

/** One return is settled in one currency. */
async function oneCurrency({ context, record }: SaveWork<PurchaseReturnRecord>): Promise<Complaint[]> {
  const known = await factsOfLines(context, idsOf(linesOf(record, "items"), "receipt_line"));
  const currencies = new Set([...known.values()].map(({ currency }) => currency));
  return currencies.size > 1 ? [{ field: "items", message: "各行订单的币种不同，请按币种分开退货" }] : [];
}

/** The supplier's time to answer begins. */
async function beginToConfirm(context: Context, work: Work<PurchaseReturnRecord>): Promise<void> {
  const days = await limitFor(context, "return.confirmDays");
  work.set({
    asked_at: context.now.toISOString(),
    confirm_deadline: new Date(context.now.getTime() + days * DAY_MS).toISOString(),
  });
}

/**
 * Goods go back of what is posted. By now the lines are held by what was drawn on them: a receipt that is being reversed has either seen
 * the draw and is refused, or is seen here.
 */
async function receiptsStillPosted({ context, before, record }: TransitionWork<PurchaseReturnRecord>): Promise<void> {
  if (before.state !== "draft" || !["in_approval", "to_confirm", "accepted"].includes(record.state)) return;
  const receipts = await unscopedRows(
    context,
    RECEIPT,
    ["number", "state"],
    [where.oneOf("id", idsOf(linesOf(record, "items"), "receipt_id"))],
  );
  const gone = receipts.find(({ state }) => state !== "posted");
  if (gone) throw new AppError("invalid", { message: `收货单【${gone.number ?? ""}】已冲销，不能退货` });
}

/** Takes what left out of stock, at the price it came in for; what was never posted is not in stock. */
async function bookOut({ context, record }: TransitionWork<PurchaseReturnRecord>): Promise<void> {
  const goods = facts.parse(record);
  if (goods.return_mode === "unposted") return;
  const day = goods.out_date ?? dayOf(context.now);
  await refuseClosedMonth(context, { factoryId: goods.factory_id, day, field: "out_date" });
  const left = goods.items.filter(({ out_qty }) => decimalOrZero(out_qty).gt(0));
  const receipts = await unscopedRows(
    context,
    RECEIPT,
    ["id", "warehouse_id"],
    [where.oneOf("id", idsOf(left, "receipt_id"))],
  );
  await post(context, JOURNAL, {
    document: documentOf(record),
    rows: left.map((line) => {
      const qty = decimalOrZero(line.out_qty).times(-1);
      return {
        line: line.id,
        kind: "out",
        values: {
          post_date: day,
          supplier_id: goods.supplier_id,
          factory_id: goods.factory_id,
          warehouse_id: receipts.find(({ id }) => id === line.receipt_id)?.warehouse_id ?? null,
          order_id: line.order_id,
          receipt_id: line.receipt_id,
          return_id: goods.id,
          material_id: line.material_id,
          batch_no: line.batch_no,
          qty: qty.toFixed(),
          uom: line.uom,
          price: line.price,
          currency: goods.currency,
          amount: roundMoney(qty.times(decimal(line.price ?? "0"))),
        },
      };
    }),
  });
}

/** Takes a return back that never left, or left otherwise than it was written down: it is in stock again, at the price it left for. */
async function bookBack({ context, record }: TransitionWork<PurchaseReturnRecord>): Promise<void> {
  await refuseAgreedReturn(context, record);
  if (record.return_mode === "exchange") await refuseExchanged(context, record);
  // What was never posted has no rows to take back.
  const document = documentOf(record);
  await reverseStock(context, { document, kind: "out", factoryId: record.factory_id, day: dayOf(context.now) });
}

function documentOf({ id, number }: PurchaseReturnRecord) {
  return { entity: KEY, id, number: number ?? "", version: ONLY_POSTING };
}

export const purchaseReturnServer: EntityServer<"receiving/purchase-return"> = {
  prepare,
  beforeSave: oneCurrency,
  sections: recallSection,
  async afterTransition(work) {
    await receiptsStillPosted(work);
    if (LEAVING.includes(work.transition)) await bookOut(work);
    if (work.transition === "reverse") await bookBack(work);
    await notifyErp(work);
  },
  transitions: {
    submit: { effect: beginToConfirm },
    add_recalled: { effect: addRecalled },
  },
};
