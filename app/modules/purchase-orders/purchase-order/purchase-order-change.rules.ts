import type { Complaint, LineInputs, RuleFacts, Value } from "~/engine/entity";
import { complain, ok } from "~/engine/entity";
import { decimal, formatDecimal, roundMoney, roundQuantity, sum } from "~/shared/decimal";
import { lineAmount, type OrderedLine, type PricedLine, plannedOf } from "./purchase-order.rules";

/** One thing that is to change on a delivery of a line; without a delivery it is a new one that splits the line. */
export interface ProposedChange {
  /** Id of the order line. */
  line: string;
  /** How people call the place: `20`, or `20 / 1` for a line with several deliveries. */
  at: string;
  schedule: string | null;
  field: "plan_date" | "plan_qty";
  from: string | null;
  to: string;
}

const CHANGEABLE = ["plan_date", "plan_qty"] as const;

/** What the typed values change; deliveries left as they are do not appear. */
export function proposedChanges(order: { items: readonly OrderedLine[] }, typed: LineInputs): ProposedChange[] {
  return order.items.flatMap((line) => {
    const kept = line.schedules.flatMap((delivery, index) =>
      CHANGEABLE.flatMap((field) => {
        const to: Value | undefined = typed.get(delivery.id)?.[field];
        const from = delivery[field];
        const at = line.schedules.length > 1 ? `${line.line_no} / ${index + 1}` : String(line.line_no);
        return typeof to === "string" && to !== from
          ? [{ line: line.id, at, schedule: delivery.id, field, from, to }]
          : [];
      }),
    );
    const extra = typed.get(line.id);
    const split = CHANGEABLE.flatMap((field) => {
      const to = extra?.[field];
      return typeof to === "string"
        ? [{ line: line.id, at: `${line.line_no} 拆分`, schedule: null, field, from: null, to }]
        : [];
    });
    return [...kept, ...split];
  });
}

/** A proposal must propose something, and must leave every line something to deliver. */
export function proposesSomething(
  order: { items: readonly OrderedLine[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  const changes = proposedChanges(order, typed);
  if (changes.length === 0) return complain("items", "请至少修改一批的交期或数量，再提出变更");
  const empty = order.items.find(
    (line) => changes.some((change) => change.line === line.id) && changedDeliveries(line, changes).length === 0,
  );
  return empty ? complain("items", `行${empty.line_no}的数量不能全部为0；不再需要的行请关闭`) : ok;
}

/** Nobody can deliver on a day that is over, or before the order: said where it is proposed, not to whoever answers. */
export function proposesDaysToCome(
  order: { order_date: string; items: readonly OrderedLine[] },
  _input: unknown,
  typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  const first = order.order_date > today ? order.order_date : today;
  const wrong = proposedChanges(order, typed).find(({ field, to }) => field === "plan_date" && to < first);
  if (!wrong) return ok;
  return complain(
    `items.schedules.${wrong.schedule ?? wrong.line}.plan_date`,
    wrong.to < order.order_date ? `交期不能早于订单日期${order.order_date}` : `交期不能早于今天${today}`,
  );
}

/** The deliveries of a line as they are after a change; those without quantity are gone. */
export function changedDeliveries(
  line: Pick<OrderedLine, "id" | "schedules">,
  changes: readonly ProposedChange[],
): { id: string | null; plan_date: string; plan_qty: string }[] {
  const own = changes.filter((change) => change.line === line.id);
  const changed = (schedule: string | null, field: ProposedChange["field"]) =>
    own.find((change) => change.schedule === schedule && change.field === field)?.to;
  const kept = line.schedules.map((delivery) => ({
    id: delivery.id,
    plan_date: changed(delivery.id, "plan_date") ?? delivery.plan_date,
    plan_qty: changed(delivery.id, "plan_qty") ?? delivery.plan_qty,
  }));
  const day = changed(null, "plan_date");
  const quantity = changed(null, "plan_qty");
  const split = day !== undefined && quantity !== undefined ? [{ id: null, plan_date: day, plan_qty: quantity }] : [];
  return [...kept, ...split].filter((delivery) => decimal(delivery.plan_qty).gt(0));
}

/** Quantity and first day of a line that is delivered like this. */
export function lineOf(deliveries: readonly { plan_date: string; plan_qty: string }[]): {
  qty: string;
  required_date: string;
} {
  const days = deliveries.map((delivery) => delivery.plan_date).sort();
  return { qty: roundQuantity(plannedOf(deliveries)), required_date: days[0] ?? "" };
}

interface NegotiatedOrder {
  approved_amount: string | null;
  items: readonly (PricedLine & OrderedLine)[];
  changes: readonly { result: string; raised_by: string; content: unknown }[];
}

type Party = "buyer" | "supplier";

/** The change of an order that waits for an answer, if this side raised one. */
export function pendingChanges(order: Pick<NegotiatedOrder, "changes">, by: Party): ProposedChange[] {
  const open = order.changes.find((change) => change.result === "pending" && change.raised_by === by);
  return changesIn(open?.content);
}

export function hasPending(order: { changes: readonly { result: string; raised_by: string }[] }, by?: Party): boolean {
  return order.changes.some((change) => change.result === "pending" && (!by || change.raised_by === by));
}

function changesIn(content: unknown): ProposedChange[] {
  return Array.isArray(content) ? content.filter(isProposedChange) : [];
}

function isProposedChange(value: unknown): value is ProposedChange {
  return typeof value === "object" && value !== null && "at" in value && "field" in value && "to" in value;
}

/** Taxed amount of the order once these changes are made. */
export function amountAfter(order: Pick<NegotiatedOrder, "items">, changes: readonly ProposedChange[]): string {
  return roundMoney(
    sum(
      order.items.map((line) => {
        const touched = changes.some((change) => change.line === line.id);
        return lineAmount(touched ? { ...line, qty: lineOf(changedDeliveries(line, changes)).qty } : line);
      }),
    ),
  );
}

/** An order as a change of its amount is judged. */
export type JudgedOrder = Omit<NegotiatedOrder, "changes">;

export function isInsideApproved(order: JudgedOrder, changes: readonly ProposedChange[]): boolean {
  return decimal(amountAfter(order, changes)).lte(decimal(order.approved_amount ?? "0"));
}

/** Accepting a supplier's wish must not carry the order over the amount that was approved. */
export function insideApprovedAmount(order: NegotiatedOrder): Complaint | null {
  const changes = pendingChanges(order, "supplier");
  return isInsideApproved(order, changes)
    ? ok
    : complain(
        "amount",
        `变更后金额${formatDecimal(amountAfter(order, changes), 2)}超出已批准金额${formatDecimal(order.approved_amount ?? "0", 2)}，请拒绝变更并另下订单`,
      );
}

interface NotedOrder {
  state: string;
  /** Suppliers never read it. */
  exempted?: boolean | null;
  changes: readonly { result: string; raised_by: string; content: unknown; reason: string }[];
}

/** What stands on top of an order: that it went out on an exemption, that it is paused, and the change that waits for an answer. */
export function openMatters(order: NotedOrder): string[] {
  const exempted = order.exempted ? ["本订单凭临时放行单下达，见下方相关单据。"] : [];
  const paused = order.state === "on_hold" ? ["订单已暂停，恢复之前请勿发货。"] : [];
  const waiting = order.changes
    .filter((change) => change.result === "pending")
    .map((change) => {
      const who =
        change.raised_by === "supplier"
          ? "供应商提出变更，等待采购员答复"
          : "变更后金额超出已批准金额，等待采购经理批准";
      return `${who}：${changeText(change.content)}（原因：${change.reason}）`;
    });
  return [...exempted, ...paused, ...waiting];
}

/** How a change reads in tables, history and print. */
export function changeText(content: unknown): string {
  return changesIn(content)
    .map(({ at, field, from, to }) => {
      const called = field === "plan_date" ? "交期" : "数量";
      const text = (value: string) => (field === "plan_date" ? value : formatDecimal(value));
      return from === null ? `行${at} ${called} ${text(to)}` : `行${at} ${called} ${text(from)} → ${text(to)}`;
    })
    .join("；");
}
