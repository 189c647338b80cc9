import type { LineInputs, Value, Work } from "~/engine/entity";
import { decimal } from "~/shared/decimal";
import { allClosed, allConfirmed, chosenLines, commitment, openLines, type PricedLine } from "./purchase-order.rules";
import {
  amountAfter,
  changedDeliveries,
  hasPending,
  isInsideApproved,
  type JudgedOrder,
  lineOf,
  type ProposedChange,
  pendingChanges,
  proposedChanges,
} from "./purchase-order-change.rules";
import { isComplete, leftToReceive, statusOf, takesGoods } from "./purchase-order-progress.rules";

/** As the definition has it. */
const LONGEST_REPLY = 500;

interface Delivery {
  id: string;
  plan_date: string;
  plan_qty: string;
  first_confirm_date: string | null;
}

interface Line extends PricedLine {
  id: string;
  line_no: number;
  line_status: string | null;
  required_date: string;
  confirm_date: string | null;
  first_confirm_date: string | null;
  under_rate: string | null;
  delivery_done: boolean;
  noticed_qty: string;
  accepted_qty: string;
  exchanged_qty: string;
  schedules: readonly Delivery[];
}

/** What the transitions of an order work on. */
interface Order {
  state: string;
  amount: string | null;
  approved_amount: string | null;
  order_version: number | null;
  items: readonly Line[];
  changes: readonly { id: string; result: string; raised_by: string; content: unknown }[];
}

type OrderWork = Work<Order>;

/** Release: the supplier sees the order; the amount is what was approved. Its time to answer is set by the server, from a parameter. */
export function sendOut(work: OrderWork): void {
  work.set({ released_at: work.now, approved_amount: work.record.amount });
}

/** What is promised of a line; the day promised first is kept, and delays are measured against it. */
function promise(line: Parameters<typeof commitment>[0] & Pick<Line, "first_confirm_date">) {
  const now = commitment(line);
  return { ...now, first_confirm_date: line.first_confirm_date ?? now.confirm_date };
}

/** The supplier commits to a line and to each of its deliveries as they are planned. */
function commit(
  work: OrderWork,
  line: Pick<Line, "id" | "qty" | "required_date" | "first_confirm_date" | "schedules">,
): void {
  work.setLine("items", line.id, promise(line));
  for (const delivery of line.schedules) {
    work.setLine("items.schedules", delivery.id, {
      confirm_qty: delivery.plan_qty,
      confirm_date: delivery.plan_date,
      first_confirm_date: delivery.first_confirm_date ?? delivery.plan_date,
    });
  }
}

export function confirmEverything(work: OrderWork): void {
  work.set({ confirmed_at: work.now });
  for (const line of openLines(work.record)) commit(work, line);
}

/** The buyer enters what the supplier confirmed by other ways. */
export function confirmOnBehalf(work: OrderWork): void {
  confirmEverything(work);
  work.set({ confirmed_on_behalf: true });
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
  if (isComplete({ items: after })) work.set({ completed_at: work.now });
  else if (allClosed({ items: after })) work.set({ closed_at: work.now });
}

/** By hand: nothing more is delivered, and what is left is free. Lines of which nothing came are closed. */
export function endDeliveries(work: OrderWork): void {
  work.set({ completed_at: work.now });
  endProposals(work, `订单已完成：${work.reason ?? ""}`);
  for (const line of work.record.items.filter(takesGoods)) {
    const isReceived = decimal(line.accepted_qty).gt(0);
    work.setLine(
      "items",
      line.id,
      isReceived ? { line_status: "done", delivery_done: true } : { line_status: "closed" },
    );
  }
}

/** Lines and order follow what was received, sent back or taken back of them. */
export function followReceipts(work: OrderWork): void {
  const after = followed(work.record);
  for (const { id, line_status } of after) work.setLine("items", id, { line_status });
  if (work.record.state === "closed") return;
  const isOver = isComplete({ items: after }) && !hasPending(work.record);
  if (isOver !== (work.record.state === "completed")) work.set({ completed_at: isOver ? work.now : null });
}

/** Lines as documents of receiving leave them. */
export function followed<L extends Parameters<typeof statusOf>[0]>(order: { items: readonly L[] }): L[] {
  return order.items.map((line) => ({ ...line, line_status: statusOf(line) }));
}

/** What nobody will answer any more is taken back, so that no order that goes on again has to do with it. */
function endProposals(work: OrderWork, reply: string): void {
  if (hasPending(work.record, "buyer")) work.set({ change_waits: false });
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

/**
 * An order that ended goes on: with the lines that were open; where none was, with those that were completed before all had come, or with
 * all that were closed by themselves.
 */
export function openAgain(work: OrderWork): void {
  work.set({ closed_at: null, completed_at: null });
  // Orders were closed once with their proposals left open.
  endProposals(work, "订单已关闭");
  const { items } = work.record;
  if (items.some(takesGoods)) return;
  const left = items.filter((line) => line.line_status !== "cancelled" && leftToReceive(line));
  const done = left.filter(({ line_status }) => line_status === "done");
  for (const line of done.length > 0 ? done : left) {
    const line_status = decimal(line.accepted_qty).gt(0) ? "partial" : "open";
    work.setLine("items", line.id, { line_status, delivery_done: false });
  }
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

/** How much of an order the supplier has committed to by what changes it. */
type Committed = "everything" | "changed" | "nothing";

/** Puts changes into the lines; what is committed to is confirmed as well, changes that are not have to be confirmed anew. */
function apply(work: OrderWork, changes: readonly ProposedChange[], committed: Committed): void {
  const isCommitted = committed !== "nothing";
  for (const line of work.record.items) {
    if (!changes.some((change) => change.line === line.id)) {
      if (committed === "everything" && openLines({ items: [line] }).length > 0) commit(work, line);
      continue;
    }
    const deliveries = changedDeliveries(line, changes);
    const head = lineOf(deliveries);
    const promised: Readonly<Record<string, Value>> = isCommitted
      ? promise({ ...head, first_confirm_date: line.first_confirm_date, schedules: deliveriesOf(line, deliveries) })
      : { confirm_qty: null, confirm_date: null };
    work.setLine("items", line.id, { ...head, ...promised, line_status: statusOf({ ...line, ...head }) });
    for (const delivery of deliveriesOf(line, deliveries)) {
      const { plan_date, plan_qty, first_confirm_date } = delivery;
      const values = {
        plan_date,
        plan_qty,
        confirm_date: isCommitted ? plan_date : null,
        confirm_qty: isCommitted ? plan_qty : null,
        first_confirm_date: first_confirm_date ?? (isCommitted ? plan_date : null),
      };
      if (delivery.id === null) work.append("items.schedules", values, line.id);
      else work.setLine("items.schedules", delivery.id, values);
    }
    for (const { id } of line.schedules) {
      if (!deliveries.some((delivery) => delivery.id === id)) work.drop("items.schedules", id);
    }
  }
  work.set({ order_version: (work.record.order_version ?? 1) + 1 });
  const after = work.record.items.map((line) => {
    const own = changes.filter((change) => change.line === line.id);
    if (own.length === 0) return line;
    return { ...line, line_status: statusOf({ ...line, ...lineOf(changedDeliveries(line, own)) }) };
  });
  if (isComplete({ items: after })) work.set({ completed_at: work.now });
}

/** Deliveries of a changed line with the days promised first; a part that is split off was promised with its line. */
function deliveriesOf(
  line: Line,
  deliveries: readonly { id: string | null; plan_date: string; plan_qty: string }[],
): { id: string | null; plan_date: string; plan_qty: string; first_confirm_date: string | null }[] {
  return deliveries.map((delivery) => {
    const known = line.schedules.find(({ id }) => id === delivery.id);
    return { ...delivery, first_confirm_date: known ? known.first_confirm_date : line.first_confirm_date };
  });
}

function answer(work: OrderWork, result: "accepted" | "refused", reply: string | null): void {
  for (const change of work.record.changes) {
    if (change.result === "pending") work.setLine("changes", change.id, { result, reply });
  }
}

/** The buyer accepts what the supplier wished for: that is the supplier's commitment, too. */
export function agreeToChange(work: OrderWork): void {
  apply(work, pendingChanges(work.record, "supplier"), "everything");
  answer(work, "accepted", null);
  work.set({ confirmed_at: work.now });
}

export function refuseChange(work: OrderWork): void {
  answer(work, "refused", work.reason);
  work.set({ change_waits: false });
  // Everything may have come while the answer was open.
  if (isComplete(work.record)) work.set({ completed_at: work.now });
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
  else work.set({ change_waits: true });
}

/** What comes earlier by a rush the supplier has promised; the days promised first stay beside those of now. */
export function bringForward(work: OrderWork): void {
  note(work, "buyer", "accepted");
  apply(work, proposedChanges(work.record, work.lineInput), "changed");
}

/** Whether what is typed for a change counts at once. */
export function countsAtOnce(order: JudgedOrder, typed: LineInputs): boolean {
  return isInsideApproved(order, proposedChanges(order, typed));
}

/** The manager approves a change beyond the approved amount. */
export function takeEffect(work: OrderWork): void {
  const changes = pendingChanges(work.record, "buyer");
  putInForce(work, changes);
  answer(work, "accepted", null);
  work.set({ approved_amount: amountAfter(work.record, changes), change_waits: false });
}

/** What was changed is confirmed anew, by the supplier itself. */
function putInForce(work: OrderWork, changes: readonly ProposedChange[]): void {
  apply(work, changes, "nothing");
  work.set({ confirmed_on_behalf: false });
}
