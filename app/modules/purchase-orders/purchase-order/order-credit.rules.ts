import { daysOfTerm } from "~/shared/payment-days";
import type { PriceFault, PriceMoment } from "./order-price.rules";

/** A line that the price book knows, beside the days of credit its price was agreed with. */
export interface CreditLine {
  /** Place on the order, counted from 1. */
  place: number;
  /** Null: its price says nothing, so that the terms of payment of the order count. */
  days: number | null;
}

/** What an order says of its days of credit. */
export interface OrderCredit {
  payment_term: string | null;
  credit_days: number | null;
  credit_reason: string | null;
  /** Whether it deviated when the order was saved. */
  credit_deviates: boolean;
}

/** What the prices of an order say together: nothing, so many days, or different things. */
export type Agreement = { kind: "none" | "apart" } | { kind: "one"; days: number };

const daysOf = (term: string | null, { days }: CreditLine) => days ?? daysOfTerm(term);

/** A price that says nothing goes along with those that say what the terms of payment say anyway. */
export function agreementOf(term: string | null, lines: readonly CreditLine[]): Agreement {
  if (lines.every(({ days }) => days === null)) return { kind: "none" };
  const [days = null, ...others] = [...new Set(lines.map((line) => daysOf(term, line)))];
  return others.length > 0 || days === null ? { kind: "apart" } : { kind: "one", days };
}

/** Whether an order is to be paid in other days than any of its prices says; without a price nothing is there to deviate from. */
export function creditDeviates(term: string | null, days: number | null, lines: readonly CreditLine[]): boolean {
  return days !== null && lines.length > 0 && !lines.some((line) => daysOf(term, line) === days);
}

/** What the price of each line says. */
export function saidDays(lines: readonly CreditLine[]): string {
  return lines.map(({ place, days }) => `第${place}行${days === null ? "按付款条件" : `${days}天`}`).join("，");
}

/** What stands beside the field while the prices of an order say different things and nobody has said what counts. */
export function apartText(lines: readonly CreditLine[]): string {
  return `各行价格约定的付款期不同：${saidDays(lines)}，请填写或分开下单`;
}

/** What is said of the days of credit of an order, as of its prices: a deviation needs its reason, and what nobody judged does not go out. */
export function creditFaults(order: OrderCredit, lines: readonly CreditLine[], moment: PriceMoment): PriceFault[] {
  const { payment_term: term, credit_days: days } = order;
  if (moment === "out") return [];
  const changed = moment === "submit" ? "在保存后有变化，请重新保存后提交" : "在提交后有变化，请撤回修改后重新提交";
  if (days === null) {
    const agreement = agreementOf(term, lines);
    if (agreement.kind === "none") return [];
    const text = agreement.kind === "apart" ? apartText(lines) : `价格数据约定的付款期${changed}`;
    return [{ level: "block", text }];
  }
  if (!creditDeviates(term, days, lines)) return [];
  if (!order.credit_deviates) return [{ level: "block", text: `价格数据约定的付款期${changed}` }];
  const text = `付款期${days}天与价格约定的不一致（${saidDays(lines)}）`;
  const reason = (order.credit_reason ?? "").trim();
  if (reason !== "") return [{ level: "note", text: `${text}，原因：${reason}` }];
  return moment === "submit" ? [{ level: "block", text: `${text}，请填写付款期偏差原因` }] : [{ level: "note", text }];
}
