import type { Complaint, LineInputs } from "~/engine/entity";
import { complain, ok } from "~/engine/entity";
import { daysBetween } from "~/shared/calendar";
import { type Decimal, decimal, decimalOrZero, formatDecimal, roundPercent, sum } from "~/shared/decimal";
import type { OrderedLine } from "./purchase-order.rules";
import {
  changedDeliveries,
  lineOf,
  type ProposedChange,
  pendingChanges,
  proposedChanges,
} from "./purchase-order-change.rules";

/** What documents of receiving have made of a line. */
export interface DrawnLine {
  qty: string;
  line_status: string | null;
  noticed_qty: string;
  accepted_qty: string;
  exchanged_qty: string;
}

interface FollowedLine extends DrawnLine {
  price: string;
  under_rate: string | null;
  delivery_done: boolean;
}

/** Lines that still take goods. */
const TAKING = ["open", "partial"];
const ENDED = ["closed", "cancelled"];

/** True while a line still takes goods. */
export function takesGoods({ line_status }: Pick<DrawnLine, "line_status">): boolean {
  return line_status === null || TAKING.includes(line_status);
}

/** What may still be sent of a line: what was neither accepted nor is on its way, and what went back to be exchanged. Ended lines take nothing. */
export function toDeliver(line: DrawnLine): string | null {
  return takesGoods(line) ? toReceive(line).minus(decimal(line.noticed_qty)).toFixed() : null;
}

/** What a line takes of agreed stock: what was ordered, or what was accepted where nothing more comes of it or of its order. */
export function calledOff(
  line: Omit<DrawnLine, "noticed_qty" | "exchanged_qty"> & { delivery_done: boolean },
  state: string | null,
): string {
  // An order that is closed as a whole leaves its lines as they are, so that it can go on with them.
  const isOver = state === "closed" || line.delivery_done || ENDED.includes(line.line_status ?? "");
  if (!isOver) return line.qty;
  // What came beyond the order was not called off.
  return decimal(line.accepted_qty).gt(decimal(line.qty)) ? line.qty : line.accepted_qty;
}

/** What is still to be received of a line, whether it is on its way or not; below zero where more came than was ordered. */
function toReceive({ qty, accepted_qty, exchanged_qty }: Omit<DrawnLine, "line_status" | "noticed_qty">): Decimal {
  return decimal(qty).minus(decimal(accepted_qty)).plus(decimal(exchanged_qty));
}

/** Whether something is left to be received of a line. */
export function leftToReceive(line: Parameters<typeof toReceive>[0]): boolean {
  return toReceive(line).gt(0);
}

/** How much a percentage of a quantity is, exact; none where no rule says a rate. */
export function shareOf(qty: string, rate: string | null): Decimal {
  return decimal(qty)
    .times(decimal(rate ?? "0"))
    .div(100);
}

/** What documents of receiving make of the status of a line; a line that was closed or cancelled stays so. */
export function statusOf(line: FollowedLine): string | null {
  if (ENDED.includes(line.line_status ?? "")) return line.line_status;
  if (line.delivery_done) return "done";
  const isStillComing = decimal(line.noticed_qty).gt(0);
  const isReceived = decimal(line.accepted_qty).gt(0);
  const isWhole = toReceive(line).lte(shareOf(line.qty, line.under_rate));
  if (isReceived && isWhole && !isStillComing) return "done";
  return isReceived ? "partial" : "open";
}

/** True when every line of an order was delivered or closed, and something was delivered. */
export function isComplete(order: { items: readonly Pick<DrawnLine, "line_status">[] }): boolean {
  return !order.items.some(takesGoods) && order.items.some(({ line_status }) => line_status === "done");
}

/** Where everything has come, the order is over whatever else was done. */
export const whereComplete = { to: "completed", when: isComplete } as const;

/** How much of an order was received, in percent of what was ordered; lines are weighed by their price, what came beyond their quantity does not count. */
export function receiptRate(items: readonly Pick<FollowedLine, "qty" | "price" | "accepted_qty">[]): string {
  const worth = (of: (line: (typeof items)[number]) => Decimal) =>
    sum(items.map((line) => of(line).times(decimal(line.price)).toFixed()));
  const ordered = worth(({ qty }) => decimal(qty));
  if (ordered.lte(0)) return roundPercent(decimal(0));
  // A line that is just being typed has no figures yet.
  const received = worth(({ qty, accepted_qty }) => {
    const accepted = decimalOrZero(accepted_qty);
    return accepted.gt(decimal(qty)) ? decimal(qty) : accepted;
  });
  return roundPercent(received.times(100).div(ordered));
}

/** Whether an order was received: lines that were closed count no longer. */
export function receiptStatus(items: readonly DrawnLine[]): "none" | "partial" | "whole" {
  if (!items.some(({ accepted_qty }) => decimalOrZero(accepted_qty).gt(0))) return "none";
  const counted = items.filter(({ line_status }) => !ENDED.includes(line_status ?? ""));
  return counted.length > 0 && counted.every((line) => line.line_status === "done" || toReceive(line).lte(0))
    ? "whole"
    : "partial";
}

/** What of a line was noticed or accepted and not sent back to be exchanged: its quantity cannot be less. */
function drawnOf({ noticed_qty, accepted_qty, exchanged_qty }: DrawnLine): Decimal {
  return decimal(noticed_qty).plus(decimal(accepted_qty)).minus(decimal(exchanged_qty));
}

interface DrawnOrder {
  items: readonly (DrawnLine & OrderedLine)[];
}

/** No change brings a line below what was noticed or accepted of it. */
export function keepsWhatWasDrawn({ items }: DrawnOrder, changes: readonly ProposedChange[]): Complaint | null {
  for (const [index, line] of items.entries()) {
    const own = changes.filter((change) => change.line === line.id);
    if (own.length === 0) continue;
    const next = decimal(lineOf(changedDeliveries(line, own)).qty);
    // A line that was received beyond its quantity may be put off, and raised.
    if (next.gte(decimal(line.qty)) || next.gte(drawnOf(line))) continue;
    const beside = own.find(({ field }) => field === "plan_qty")?.schedule ?? line.id;
    return complain(
      `items.schedules.${beside}.plan_qty`,
      `第${index + 1}行已通知或已收${formatDecimal(drawnOf(line).toFixed())}，数量不能小于它`,
    );
  }
  return ok;
}

/** As `keepsWhatWasDrawn`, of what is typed. */
export function typedKeepsDrawn(order: DrawnOrder, _input: unknown, typed: LineInputs): Complaint | null {
  return keepsWhatWasDrawn(order, proposedChanges(order, typed));
}

type Changed = DrawnOrder & { changes: readonly { result: string; raised_by: string; content: unknown }[] };

/** As `keepsWhatWasDrawn`, of the supplier's proposal when it is answered: goods may have been noticed since. */
export function proposalKeepsDrawn(order: Changed): Complaint | null {
  return keepsWhatWasDrawn(order, pendingChanges(order, "supplier"));
}

/** As `keepsWhatWasDrawn`, of a change of ours when it is approved. */
export function changeKeepsDrawn(order: Changed): Complaint | null {
  return keepsWhatWasDrawn(order, pendingChanges(order, "buyer"));
}

/** Nothing ends while goods are on their way. */
export function nothingOnItsWay({ items }: { items: readonly DrawnLine[] }): Complaint | null {
  const position = items.findIndex(({ noticed_qty }) => decimal(noticed_qty).gt(0));
  const line = items[position];
  return line ? complain("items", coming(position, line)) : ok;
}

/** As `nothingOnItsWay`, of the lines that are ticked. */
export function nothingTickedOnItsWay(
  { items }: { items: readonly (DrawnLine & { id: string })[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  const position = items.findIndex(
    ({ id, noticed_qty }) => typed.get(id)?.chosen === true && decimal(noticed_qty).gt(0),
  );
  const line = items[position];
  return line ? complain(`items.${line.id}.chosen`, coming(position, line)) : ok;
}

function coming(position: number, { noticed_qty }: DrawnLine): string {
  return `第${position + 1}行有送货单在途${formatDecimal(noticed_qty)}，请在收货或取消送货以后再操作`;
}

/** An order of which something came or is on its way is no longer cancelled. */
export function nothingDrawn({ items }: { items: readonly DrawnLine[] }): Complaint | null {
  const position = items.findIndex(
    ({ noticed_qty, accepted_qty }) => decimal(noticed_qty).gt(0) || decimal(accepted_qty).gt(0),
  );
  const line = items[position];
  if (!line) return ok;
  const drawn = formatDecimal(decimal(line.noticed_qty).plus(decimal(line.accepted_qty)).toFixed());
  return complain("items", `第${position + 1}行已通知或已收${drawn}，订单不能取消；不再交货的请关闭`);
}

/** What nothing came of is closed: completed is what was delivered. */
export function somethingReceived({ items }: { items: readonly DrawnLine[] }): Complaint | null {
  return items.some(({ accepted_qty }) => decimal(accepted_qty).gt(0))
    ? ok
    : complain("items", "订单还没有收货，不能完成；不再交货的请关闭");
}

/** An order that ended goes on only where something is left to be delivered. */
export function somethingLeft({ items }: { items: readonly DrawnLine[] }): Complaint | null {
  return items.some((line) => line.line_status !== "cancelled" && leftToReceive(line))
    ? ok
    : complain("items", "各行都已收足，没有可以继续交货的数量；需要更多请另下订单");
}

/** A delivery of a line, as it was planned and promised. */
export interface PromisedDelivery {
  id: string;
  plan_date: string;
  plan_qty: string;
  confirm_date: string | null;
  first_confirm_date: string | null;
}

/** How far a delivery has come. */
export interface FollowedDelivery extends PromisedDelivery {
  received: string;
  coming: string;
  /** The day on which it was whole; null while it is not. */
  completeOn: string | null;
  /** Days it came, or is by now, after the day promised first; below zero where it came earlier, null where nothing can be said yet. */
  lateDays: number | null;
}

/**
 * Deliveries of a line in the order of their days, with what came of each: what was received counts for the earliest, what is on its way for
 * those after it. Delays are measured against the day that was promised first.
 * @param arrivals what was accepted, by the day it came
 */
export function followDeliveries(
  line: Pick<DrawnLine, "line_status" | "noticed_qty" | "accepted_qty" | "exchanged_qty"> & {
    schedules: readonly PromisedDelivery[];
  },
  arrivals: readonly { day: string; qty: string }[],
  today: string,
): FollowedDelivery[] {
  const dayOf = ({ confirm_date, plan_date }: PromisedDelivery) => confirm_date ?? plan_date;
  const came = arrivals.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const exchanged = decimal(line.exchanged_qty);
  let received = decimal(line.accepted_qty).minus(exchanged);
  let coming = decimal(line.noticed_qty);
  let planned = decimal(0);
  const take = (from: Decimal, most: Decimal) => (from.lte(0) ? decimal(0) : from.gt(most) ? most : from);
  return line.schedules
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))
    .map((delivery) => {
      const whole = decimal(delivery.plan_qty);
      planned = planned.plus(whole);
      const own = take(received, whole);
      received = received.minus(own);
      const underWay = take(coming, whole.minus(own));
      coming = coming.minus(underWay);
      const completeOn = own.gte(whole) ? dayOfWhole(came, planned.plus(exchanged)) : null;
      const first = delivery.first_confirm_date;
      const until = completeOn ?? (own.lt(whole) && takesGoods(line) && first !== null && first < today ? today : null);
      return {
        ...delivery,
        received: own.toFixed(),
        coming: underWay.toFixed(),
        completeOn,
        lateDays: first === null || until === null ? null : daysBetween(first, until),
      };
    });
}

/** A delay in words; empty where nothing can be said yet. */
export function lateText(days: number | null): string {
  if (days === null) return "";
  if (days > 0) return `晚${days}天`;
  return days === 0 ? "准时" : `早${-days}天`;
}

/** The day by which so much had come; null where the receipts do not say it. */
function dayOfWhole(came: readonly { day: string; qty: string }[], wanted: Decimal): string | null {
  let all = decimal(0);
  for (const { day, qty } of came) {
    all = all.plus(decimal(qty));
    if (all.gte(wanted)) return day;
  }
  return null;
}
