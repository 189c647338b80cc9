import { z } from "zod";
import { type AnyLine, type AnyRecord, type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { agreementOf, apartText, type CreditLine, creditDeviates, type OrderCredit } from "./order-credit.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const credit = z.object({
  payment_term: z.string().nullish().default(null),
  credit_days: z.number().nullish().default(null),
  credit_agreed: z.number().nullish().default(null),
  credit_reason: z.string().nullish().default(null),
  credit_deviates: z.boolean().nullish(),
});
const line = z.object({ book_price: z.string().nullish(), book_credit_days: z.number().nullish() });

/** What a stored order says of its days of credit. */
export function creditOf(record: AnyRecord): OrderCredit {
  const { credit_deviates, ...said } = credit.parse(record);
  return { ...said, credit_deviates: credit_deviates === true };
}

/** The lines that the price book knows, as they were noted. */
export function notedLines(record: AnyRecord): CreditLine[] {
  return linesOf(record, "items").flatMap((one, at) => {
    const { book_price, book_credit_days } = line.parse(one);
    return book_price ? [{ place: at + 1, days: book_credit_days ?? null }] : [];
  });
}

/**
 * An order is paid in the days its prices were agreed with, until somebody types other ones; where they say different things nobody is
 * guessed for. Asked once the lines have their prices.
 */
export function fillCredit({ record, before, set }: SaveWork<PurchaseOrderRecord>): void {
  if (before && before.state !== "draft") return;
  const lines = notedLines(record);
  const { payment_term: term, credit_days: typed } = credit.parse(record);
  const old = before ? credit.parse(before) : null;
  const followed = old !== null && typed === old.credit_days && typed === old.credit_agreed;
  const agreement = agreementOf(term, lines);
  const agreed = agreement.kind === "one" ? agreement.days : null;
  const days = typed === null || followed ? agreed : typed;
  const deviates = creditDeviates(term, days, lines);
  set({ credit_days: days, credit_agreed: agreed, credit_deviates: deviates });
  // Why other days were typed is gone with them; what somebody writes ahead of them stays.
  if (!deviates && before && creditOf(before).credit_deviates) set({ credit_reason: null });
}

/** Orders that others make for somebody are drafts without a term, which their submission asks for; whoever writes one says it at once. */
export function creditComplaints({ record, before }: SaveWork<PurchaseOrderRecord>): Complaint[] {
  if (before ? before.state !== "draft" : isMade(record)) return [];
  const { payment_term: term, credit_days: days } = credit.parse(record);
  const lines = notedLines(record);
  return days === null && agreementOf(term, lines).kind === "apart" ? [complain("credit_days", apartText(lines))] : [];
}

function isMade(record: AnyRecord): boolean {
  const drawn = (one: AnyLine) => Boolean(one.stock_line || one.demand_line || one.share_line);
  return typeof record.source_no === "string" || linesOf(record, "items").some(drawn);
}
