import type { Complaint, LineInputs, RuleFacts } from "~/engine/entity";
import { complain, lineField, ok } from "~/engine/entity";
import { addDays, dayOf } from "~/shared/calendar";
import { decimal, formatDecimal, roundMoney, sum } from "~/shared/decimal";
import { fill } from "~/shared/text";

/** A typed amount as rules need it: required values of a saved order are always there. */
export interface PricedLine {
  qty: string;
  price: string;
  tax_rate: string;
}

/** Taxed amount of a line: quantity times price, rounded half up per line. */
export function lineAmount(line: PricedLine): string {
  return roundMoney(decimal(line.qty).times(decimal(line.price)));
}

/**
 * Amount of a line without tax: the rounded taxed amount divided by 1 + rate, rounded half up per line. The price is
 * taxed, so tax is what remains.
 */
export function lineUntaxed(line: PricedLine): string {
  return roundMoney(decimal(lineAmount(line)).div(decimal(line.tax_rate).div(100).plus(1)));
}

interface DatedOrder {
  order_date: string;
  items: readonly {
    required_date: string;
    qty: string;
    schedules: readonly { plan_date: string; plan_qty: string }[];
  }[];
}

/** Goods cannot be wanted before they are ordered, neither a line nor one of its deliveries. */
export function requiredAfterOrder(order: DatedOrder): Complaint | null {
  const position = order.items.findIndex((line) => line.required_date < order.order_date);
  if (position >= 0) {
    return complain(
      lineField("items", position + 1, "required_date"),
      `第${position + 1}行需求日期不能早于订单日期${order.order_date}`,
    );
  }
  for (const [index, line] of order.items.entries()) {
    const early = line.schedules.findIndex((delivery) => delivery.plan_date < order.order_date);
    if (early >= 0) {
      return complain(
        `items.${index}.schedules.${early}.plan_date`,
        `第${index + 1}行第${early + 1}批要求交期不能早于订单日期${order.order_date}`,
      );
    }
  }
  return ok;
}

/** The deliveries of a line add up to its quantity. */
export function schedulesAddUp(order: DatedOrder): Complaint | null {
  const position = order.items.findIndex(
    (line) => line.schedules.length > 0 && !plannedOf(line.schedules).eq(decimal(line.qty)),
  );
  const line = order.items[position];
  return line
    ? complain(
        lineField("items", position + 1, "qty"),
        `第${position + 1}行交货计划合计${formatDecimal(plannedOf(line.schedules).toFixed())}与订单数量${formatDecimal(line.qty)}不一致`,
      )
    : ok;
}

export function plannedOf(schedules: readonly { plan_qty: string }[]) {
  return sum(schedules.map((delivery) => delivery.plan_qty));
}

interface Delivery {
  id: string;
  plan_date: string;
  plan_qty: string;
}

export interface OrderedLine {
  id: string;
  line_no: number;
  line_status: string | null;
  confirm_date: string | null;
  schedules: readonly Delivery[];
}

const OPEN = ["open", "partial"];

/** Lines that are still to be delivered. */
export function openLines<L extends { line_status: string | null }>(order: { items: readonly L[] }): L[] {
  return order.items.filter(({ line_status }) => line_status === null || OPEN.includes(line_status));
}

/** True when the supplier has committed to everything that is still to come, and something is. */
export function allConfirmed(order: { items: readonly Pick<OrderedLine, "line_status" | "confirm_date">[] }): boolean {
  const open = openLines(order);
  return open.length > 0 && open.every((line) => line.confirm_date !== null);
}

/** True when some line that is still to come waits for the supplier's word. */
export function someUnconfirmed(order: {
  items: readonly Pick<OrderedLine, "line_status" | "confirm_date">[];
}): boolean {
  return openLines(order).some((line) => line.confirm_date === null);
}

/** True when nothing is to be delivered any more. */
export function allClosed(order: { items: readonly Pick<OrderedLine, "line_status">[] }): boolean {
  return openLines(order).length === 0;
}

/** What the supplier promises with a line: its whole quantity, and the day of its last delivery. */
export function commitment(line: { qty: string; required_date: string; schedules: readonly { plan_date: string }[] }): {
  confirm_qty: string;
  confirm_date: string;
} {
  const days = line.schedules.map((delivery) => delivery.plan_date).sort();
  return { confirm_qty: line.qty, confirm_date: days.at(-1) ?? line.required_date };
}

/** Lines chosen by a tick beside them. */
export function chosenLines<L extends { id: string }>(lines: readonly L[], typed: LineInputs, box: string): L[] {
  return lines.filter((line) => typed.get(line.id)?.[box] === true);
}

/** At least one line is ticked. */
export function choosesSomething(
  order: { items: readonly { id: string }[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  return chosenLines(order.items, typed, "chosen").length > 0 ? ok : complain("items", "请至少勾选一行");
}

/** True while an order that ended may still be opened again, so many days after it. */
export function mayReopen(ended: string | null, today: string, days: number): boolean {
  return ended !== null && today <= addDays(dayOf(new Date(ended)), days);
}

/** Suppliers are reminded once a day at most. */
export function notRemindedToday(
  order: { reminded_on: string | null },
  _input: unknown,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  return order.reminded_on === today ? complain("reason", "今天已经催办过，请明天再试") : ok;
}

/** Whoever confirms in place of the supplier shows what it relies on. */
export function proofGiven(_order: object, input: { confirm_proof?: unknown }): Complaint | null {
  const { confirm_proof: proof } = input;
  return Array.isArray(proof) && proof.length > 0 ? ok : complain("confirm_proof", "请上传供应商确认的凭证");
}

/** What is said of an order day that a contract does not cover, in the words of the specification. */
export function outOfWindow(
  orderDate: string,
  contract: { number: string; start_date: string | null; end_date: string | null },
): string {
  return fill("订单日期{orderDate}不在合同【{contractNumber}】有效期（{contractStartTime}至{contractEndTime}）内", {
    orderDate,
    contractNumber: contract.number,
    contractStartTime: contract.start_date ?? "不限",
    contractEndTime: contract.end_date ?? "不限",
  });
}
