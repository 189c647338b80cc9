import type { Work } from "~/engine/entity";
import { differenceOf } from "./goods-receipt.rules";

interface Counted {
  items: readonly { id: string; count_qty: string | null; inspection_mode: string | null }[];
}

/** What is free of inspection passes at once. */
export function passFreeLines(work: Work<Counted>): void {
  for (const { id, count_qty, inspection_mode } of work.record.items)
    if (inspection_mode === "exempt")
      work.setLine("items", id, { qa_result: "free", accept_qty: count_qty, concession_qty: "0", reject_qty: "0" });
}

interface Announced {
  items: readonly { notice_qty: string | null; count_qty: string | null }[];
}

/** Books the receipt; a difference from what was announced waits for the supplier's word. */
export function bookReceipt(work: Work<Announced>): void {
  const differs = work.record.items.some((line) => !["0.000", null].includes(differenceOf(line)));
  work.set({
    post_date: work.input.post_date ?? work.today,
    posted_at: work.now,
    diff_status: differs ? "waiting" : "none",
  });
}
