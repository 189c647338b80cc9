import type { Complaint, LineInputs, Value } from "~/engine/entity";
import { complain, lineField, ok } from "~/engine/entity";
import { decimal, formatDecimal, roundMoney, sum } from "~/shared/decimal";

/** A typed amount as rules need it: required values of a saved order are always there. */
interface PricedLine {
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
  items: readonly { required_date: string }[];
}

/** Goods cannot be wanted before they are ordered. */
export function requiredAfterOrder(order: DatedOrder): Complaint | null {
  const position = order.items.findIndex((line) => line.required_date < order.order_date);
  return position < 0
    ? ok
    : complain(
        lineField("items", position + 1, "required_date"),
        `第${position + 1}行需求日期不能早于订单日期${order.order_date}`,
      );
}

/** One thing a supplier wants changed on a line. */
export interface ProposedChange {
  /** Id and number of the order line. */
  line: string;
  lineNo: number;
  field: "required_date" | "qty";
  from: string;
  to: string;
}

interface ProposableOrder {
  items: readonly { id: string; line_no: number; required_date: string; qty: string }[];
}

/** What the typed values change; lines left as they are do not appear. */
export function proposedChanges(order: ProposableOrder, typed: LineInputs): ProposedChange[] {
  return order.items.flatMap((line) => {
    const given = typed.get(line.id) ?? {};
    return (["required_date", "qty"] as const).flatMap((field) => {
      const to: Value | undefined = given[field];
      const from = line[field];
      return typeof to === "string" && to !== from ? [{ line: line.id, lineNo: line.line_no, field, from, to }] : [];
    });
  });
}

/** A proposal must propose something. */
export function proposesSomething(order: ProposableOrder, _input: unknown, typed: LineInputs): Complaint | null {
  return proposedChanges(order, typed).length > 0 ? ok : complain("items", "请至少修改一行的交期或数量，再提出变更");
}

interface NegotiatedOrder {
  approved_amount: string | null;
  items: readonly (PricedLine & { id: string })[];
  changes: readonly { result: string; content: unknown }[];
}

/** The open proposal of an order, if there is one. */
export function pendingChanges(order: Pick<NegotiatedOrder, "changes">): ProposedChange[] {
  const open = order.changes.find((change) => change.result === "pending");
  return Array.isArray(open?.content) ? open.content.filter(isProposedChange) : [];
}

function isProposedChange(value: unknown): value is ProposedChange {
  return typeof value === "object" && value !== null && "line" in value && "field" in value && "to" in value;
}

/** Accepting must not carry the order over the amount that was approved. */
export function insideApprovedAmount(order: NegotiatedOrder): Complaint | null {
  const changes = pendingChanges(order);
  const total = sum(
    order.items.map((line) => {
      const qty = changes.find((change) => change.line === line.id && change.field === "qty")?.to ?? line.qty;
      return lineAmount({ ...line, qty });
    }),
  );
  const approved = decimal(order.approved_amount ?? "0");
  return total.lte(approved)
    ? ok
    : complain(
        "amount",
        `变更后金额${formatDecimal(roundMoney(total), 2)}超出已批准金额${formatDecimal(order.approved_amount ?? "0", 2)}，请拒绝变更并另下订单`,
      );
}

interface NotedOrder {
  changes: readonly { result: string; content: unknown; reason: string }[];
}

/** What stands on top of an order: the proposal that waits for an answer. */
export function openProposal(order: NotedOrder): string[] {
  return order.changes
    .filter((change) => change.result === "pending")
    .map((change) => `供应商提出变更，等待采购员答复：${changeText(change.content)}（原因：${change.reason}）`);
}

/** How a proposal reads in tables, history and print. */
export function changeText(content: unknown): string {
  const changes = Array.isArray(content) ? content.filter(isProposedChange) : [];
  return changes
    .map(({ lineNo, field, from, to }) =>
      field === "required_date"
        ? `行${lineNo} 交期 ${from} → ${to}`
        : `行${lineNo} 数量 ${formatDecimal(from)} → ${formatDecimal(to)}`,
    )
    .join("；");
}
