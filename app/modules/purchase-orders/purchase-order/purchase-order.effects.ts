import type { Value, Work } from "~/engine/entity";
import { allClosed, allConfirmed, chosenLines, commitment, openLines, type PricedLine } from "./purchase-order.rules";
import {
  amountAfter,
  changedDeliveries,
  isInsideApproved,
  lineOf,
  type ProposedChange,
  pendingChanges,
  proposedChanges,
} from "./purchase-order-change.rules";

/** Hours a supplier has to answer a released order (catalogue: po_confirm_hours). */
export const CONFIRM_HOURS = 48;

/** As the definition has it. */
const LONGEST_REPLY = 500;

interface Delivery {
  id: string;
  plan_date: string;
  plan_qty: string;
}

interface Line extends PricedLine {
  id: string;
  line_no: number;
  line_status: string | null;
  required_date: string;
  confirm_date: string | null;
  schedules: readonly Delivery[];
}

/** What the transitions of an order work on. */
interface Order {
  amount: string | null;
  approved_amount: string | null;
  order_version: number | null;
  items: readonly Line[];
  changes: readonly { id: string; result: string; raised_by: string; content: unknown }[];
}

type OrderWork = Work<Order>;

function deadlineAfter(instant: string): string {
  return new Date(Date.parse(instant) + CONFIRM_HOURS * 3_600_000).toISOString();
}

/** Release: the supplier sees the order and its time to answer runs; the amount is what was approved. */
export function sendOut(work: OrderWork): void {
  work.set({
    released_at: work.now,
    confirm_deadline: deadlineAfter(work.now),
    approved_amount: work.record.amount,
  });
}

/** The supplier commits to a line and to each of its deliveries as they are planned. */
function commit(work: OrderWork, line: Pick<Line, "id" | "qty" | "required_date" | "schedules">): void {
  work.setLine("items", line.id, commitment(line));
  for (const delivery of line.schedules) {
    work.setLine("items.schedules", delivery.id, {
      confirm_qty: delivery.plan_qty,
      confirm_date: delivery.plan_date,
    });
  }
}

export function confirmEverything(work: OrderWork): void {
  work.set({ confirmed_at: work.now });
  for (const line of openLines(work.record)) commit(work, line);
}

export function confirmChosen(work: OrderWork): void {
  const chosen = chosenLines(work.record.items, work.lineInput, "chosen");
  for (const line of chosen) commit(work, line);
  const after = work.record.items.map((line) =>
    chosen.includes(line) ? { ...line, confirm_date: commitment(line).confirm_date } : line,
  );
  if (allConfirmed({ items: after })) work.set({ confirmed_at: work.now });
}

export function closeChosen(work: OrderWork): void {
  const chosen = chosenLines(work.record.items, work.lineInput, "chosen");
  for (const line of chosen) work.setLine("items", line.id, { line_status: "closed" });
  const after = work.record.items.map((line) => (chosen.includes(line) ? { ...line, line_status: "closed" } : line));
  if (allClosed({ items: after })) work.set({ closed_at: work.now });
}

/** What nobody will answer any more is taken back, so that no order that goes on again has to do with it. */
function endProposals(work: OrderWork, reply: string): void {
  for (const { id, result } of work.record.changes)
    if (result === "pending")
      work.setLine("changes", id, { result: "withdrawn", reply: reply.slice(0, LONGEST_REPLY) });
}

export function closeOrder(work: OrderWork): void {
  work.set({ closed_at: work.now });
  endProposals(work, `订单已关闭：${work.reason ?? ""}`);
}

export function cancelOrder(work: OrderWork): void {
  endProposals(work, `订单已取消：${work.reason ?? ""}`);
}

/** A closed order goes on: with the lines that were open, or with all when every line had been closed by itself. */
export function openAgain(work: OrderWork): void {
  work.set({ closed_at: null });
  // Orders were closed once with their proposals left open.
  endProposals(work, "订单已关闭");
  if (!allClosed(work.record)) return;
  for (const line of work.record.items) work.setLine("items", line.id, { line_status: "open" });
}

function note(work: OrderWork, by: "buyer" | "supplier", result: "pending" | "accepted"): void {
  work.append("changes", {
    version: work.record.order_version,
    raised_by: by,
    content: proposedChanges(work.record, work.lineInput),
    reason: work.reason,
    result,
    reply: null,
  });
}

/** The supplier's wish, kept until the buyer answers. */
export function askForChange(work: OrderWork): void {
  note(work, "supplier", "pending");
}

/** Puts changes into the lines; what is committed to is confirmed as well, the rest has to be confirmed anew. */
function apply(work: OrderWork, changes: readonly ProposedChange[], isCommitted: boolean): void {
  for (const line of work.record.items) {
    if (!changes.some((change) => change.line === line.id)) {
      if (isCommitted && openLines({ items: [line] }).length > 0) commit(work, line);
      continue;
    }
    const deliveries = changedDeliveries(line, changes);
    const head = lineOf(deliveries);
    const promise: Readonly<Record<string, Value>> = isCommitted
      ? commitment({ ...head, schedules: deliveries })
      : { confirm_qty: null, confirm_date: null };
    work.setLine("items", line.id, { ...head, ...promise });
    for (const delivery of deliveries) {
      const values = {
        plan_date: delivery.plan_date,
        plan_qty: delivery.plan_qty,
        confirm_date: isCommitted ? delivery.plan_date : null,
        confirm_qty: isCommitted ? delivery.plan_qty : null,
      };
      if (delivery.id === null) work.append("items.schedules", values, line.id);
      else work.setLine("items.schedules", delivery.id, values);
    }
    for (const { id } of line.schedules) {
      if (!deliveries.some((delivery) => delivery.id === id)) work.drop("items.schedules", id);
    }
  }
  work.set({ order_version: (work.record.order_version ?? 1) + 1 });
}

function answer(work: OrderWork, result: "accepted" | "refused", reply: string | null): void {
  for (const change of work.record.changes) {
    if (change.result === "pending") work.setLine("changes", change.id, { result, reply });
  }
}

/** The buyer accepts what the supplier wished for: that is the supplier's commitment, too. */
export function agreeToChange(work: OrderWork): void {
  apply(work, pendingChanges(work.record, "supplier"), true);
  answer(work, "accepted", null);
  work.set({ confirmed_at: work.now });
}

export function refuseChange(work: OrderWork): void {
  answer(work, "refused", work.reason);
}

/** The supplier takes back what the buyer has not answered yet. */
export function takeBack(work: OrderWork): void {
  for (const { id, result, raised_by } of work.record.changes)
    if (result === "pending" && raised_by === "supplier") work.setLine("changes", id, { result: "withdrawn" });
}

/** The buyer's change: at once within the approved amount, otherwise it waits for the manager. */
export function changeAtOnce(work: OrderWork): void {
  const changes = proposedChanges(work.record, work.lineInput);
  const isWithin = isInsideApproved(work.record, changes);
  note(work, "buyer", isWithin ? "accepted" : "pending");
  if (isWithin) putInForce(work, changes);
}

/** The manager approves a change beyond the approved amount. */
export function takeEffect(work: OrderWork): void {
  const changes = pendingChanges(work.record, "buyer");
  putInForce(work, changes);
  answer(work, "accepted", null);
  work.set({ approved_amount: amountAfter(work.record, changes) });
}

function putInForce(work: OrderWork, changes: readonly ProposedChange[]): void {
  apply(work, changes, false);
  work.set({ confirm_deadline: deadlineAfter(work.now) });
}
