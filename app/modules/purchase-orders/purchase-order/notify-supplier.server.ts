import type { TransitionWork } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { linesOf } from "~/engine/operations/records.server";
import { purchaseOrder } from "./purchase-order.entity";

/** The supplier waits for no answer to what it proposed when the order ends before it. */
export async function notifyOfEndedProposal({ context, transition, before, record }: TransitionWork): Promise<void> {
  if (transition !== "close") return;
  const isWaiting = linesOf(before, "changes").some(
    ({ raised_by, result }) => raised_by === "supplier" && result === "pending",
  );
  if (!isWaiting) return;
  const number = String(record.number);
  const [reply] = linesOf(record, "changes").flatMap(({ id, reply: said }) =>
    linesOf(before, "changes").some((line) => line.id === id && line.result === "pending") ? [String(said)] : [],
  );
  await notify(context, {
    scenario: "order.proposal-ended",
    values: { number, reply: reply ?? "" },
    record: { entity: purchaseOrder.key, id: record.id, number },
    toSuppliers: [String(record.supplier_id)],
  });
}
