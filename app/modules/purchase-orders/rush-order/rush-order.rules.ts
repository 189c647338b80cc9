import { type Complaint, complain, type LineInputs, lineField, ok, type RuleFacts, type Work } from "~/engine/entity";
import { type Decimal, decimal, decimalOrZero, formatDecimal, roundMoney, roundQuantity, sum } from "~/shared/decimal";

export const RUSH_KINDS = { expedite: "提前交货", insert: "插单", air: "改运输方式" } as const;
export const RUSH_REASONS = {
  sales: "销量超预期",
  plan: "计划变更",
  quality: "来料不合格补货",
  late: "供应商延期",
  other: "其他",
} as const;
export const RUSH_LEVELS = { normal: "一般", urgent: "紧急", stop: "停线风险" } as const;
export const COST_BEARERS = { buyer: "采购方", supplier: "供应商" } as const;

/** States in which a rush holds its order lines: no second one is sent for them. */
export const RUNNING = ["sent", "replied", "in_approval", "agreed"] as const;

/** Order lines of these states take goods. */
export const TAKING: readonly string[] = ["open", "partial"];

/** Who bears the cost unless somebody says so: whoever is late bears it himself. */
export function usualBearer(reason: string | null): keyof typeof COST_BEARERS {
  return reason === "late" ? "supplier" : "buyer";
}

interface Borne {
  extra_cost: string | null;
  cost_bearer: string | null;
}

/** What a rush costs us. */
export function ownCost({ extra_cost, cost_bearer }: Borne): string {
  return cost_bearer === "supplier" ? "0" : decimalOrZero(extra_cost).toFixed();
}

/** Whether a rush costs us something, so that somebody has to approve it. */
export function costsUs(rush: Borne): boolean {
  return decimal(ownCost(rush)).gt(0);
}

/** The moment in the middle between two, ISO text. */
export function halfWay(from: string, to: string): string {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return new Date(begin + (end - begin) / 2).toISOString();
}

interface WrittenLine {
  order_line: string | null;
  material_id: string | null;
  old_date: string | null;
  want_date: string | null;
}

interface Written {
  rush_kind: string | null;
  items: readonly WrittenLine[];
}

/** An urgent order beside those there are speaks of materials, everything else of lines of an order; each line stands once. */
export function linesFitKind({ state, rush_kind, items }: Written & { state: string }): Complaint | null {
  // Later the lines of an urgent order stand beside what it was made of.
  if (state !== "draft") return ok;
  for (const [index, { order_line }] of items.entries()) {
    if (rush_kind === "insert" && order_line !== null)
      return complain(lineField("items", index + 1, "order_line"), `第${index + 1}行：插单不选订单行，请填写物料`);
    if (rush_kind !== "insert" && order_line === null)
      return complain(lineField("items", index + 1, "order_line"), `第${index + 1}行请选择订单行`);
    if (order_line !== null && items.slice(0, index).some((one) => one.order_line === order_line))
      return complain(lineField("items", index + 1, "order_line"), `第${index + 1}行与前面的订单行重复，请合并为一行`);
  }
  return ok;
}

/** Goods are wanted earlier than they were to come. */
export function wantedEarlier({ items }: Pick<Written, "items">): Complaint | null {
  const position = items.findIndex(
    ({ old_date, want_date }) => old_date !== null && want_date !== null && want_date >= old_date,
  );
  const line = items[position];
  return line
    ? complain(
        lineField("items", position + 1, "want_date"),
        `期望交期须早于原交期（第${position + 1}行原交期${line.old_date}）`,
      )
    : ok;
}

interface Asked extends Written {
  reason: string | null;
  reason_text: string | null;
  reply_deadline: string | null;
  order_id: string | null;
  items: readonly (WrittenLine & { price: string | null })[];
}

/** What the supplier is asked is whole, and can still be answered. */
export function asksWhole(rush: Asked, _input: unknown, _typed: LineInputs, facts: RuleFacts): Complaint | null {
  if (rush.reason === null) return complain("reason", "请选择加急原因");
  if (rush.reason_text === null) return complain("reason_text", "请填写情况说明");
  if (rush.order_id === null)
    return complain("order_id", "请选择订单；插单没有该供应商的订单可参照的，请直接新建加急订单");
  if (rush.reply_deadline === null) return complain("reply_deadline", "请填写要求回复时间");
  if (rush.reply_deadline <= facts.now) return complain("reply_deadline", "要求回复时间须晚于现在");
  for (const [index, { want_date, price }] of rush.items.entries()) {
    const at = (name: string) => lineField("items", index + 1, name);
    if (want_date === null) return complain(at("want_date"), `第${index + 1}行请填写期望交期`);
    if (want_date < facts.today) return complain(at("want_date"), `第${index + 1}行期望交期不能早于今天${facts.today}`);
    if (rush.rush_kind === "insert" && price === null)
      return complain(at("price"), `第${index + 1}行请填写含税单价，该供应商没有这一物料的历史价格`);
  }
  return wantedEarlier(rush);
}

interface RepliedLine {
  id: string;
  line_no: number;
  qty: string;
  old_date: string | null;
}

/**
 * The supplier says of each line how much it can bring forward and until when; nothing is an answer, too. What costs more says why.
 */
export function repliesWhole(
  { items }: { items: readonly RepliedLine[] },
  _input: unknown,
  typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  for (const [index, line] of items.entries()) {
    const at = (name: string) => `items.${line.id}.${name}`;
    const said = typed.get(line.id) ?? {};
    const text = (name: string) => (typeof said[name] === "string" ? said[name] : null);
    const qty = decimalOrZero(text("reply_qty"));
    const day = text("reply_date");
    if (qty.gt(decimal(line.qty)))
      return complain(at("reply_qty"), `第${index + 1}行可供数量不能大于加急数量${formatDecimal(line.qty)}`);
    if (qty.gt(0) && day === null)
      return complain(at("reply_date"), `第${index + 1}行请填写回复交期；不能加急的可供数量填0`);
    if (day !== null && day < today) return complain(at("reply_date"), `第${index + 1}行回复交期不能早于今天${today}`);
    if (qty.gt(0) && day !== null && line.old_date !== null && day >= line.old_date)
      return complain(at("reply_date"), `第${index + 1}行回复交期须早于原交期${line.old_date}；不能提前的可供数量填0`);
    if (decimalOrZero(text("line_cost")).gt(0) && (text("cost_reason") ?? "").trim() === "")
      return complain(at("cost_reason"), `第${index + 1}行请填写费用说明`);
  }
  return ok;
}

/** What a rush costs beyond the goods, of what is typed beside its lines. */
export function repliedCost({ items }: { items: readonly { id: string }[] }, typed: LineInputs): string {
  const costs = items.map(({ id }) => typed.get(id)?.line_cost);
  return roundMoney(sum(costs.map((cost) => (typeof cost === "string" ? cost : "0"))));
}

/** What is left of the cost once lines have ended: what is not brought forward costs nothing. */
export function costOf(lines: readonly { line_cost: string | null; ended_on: string | null }[]): string {
  return roundMoney(sum(lines.map(({ line_cost, ended_on }) => (ended_on === null ? (line_cost ?? "0") : "0"))));
}

/** The day by which goods of some line are wanted first. */
export function firstWanted(lines: readonly { want_date?: unknown }[]): string | null {
  return daysIn(lines.map(({ want_date }) => want_date))[0] ?? null;
}

/** The day by which all that is offered has come; what has ended or is not offered comes on no day. */
export function lastOffered(
  lines: readonly { reply_date?: unknown; reply_qty?: unknown; ended_on?: unknown }[],
): string | null {
  const offered = lines.filter(
    ({ reply_qty, ended_on }) => !ended_on && decimalOrZero(typeof reply_qty === "string" ? reply_qty : null).gt(0),
  );
  return daysIn(offered.map(({ reply_date }) => reply_date)).at(-1) ?? null;
}

function daysIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string").sort();
}

interface Offered {
  reply_qty: string | null;
  ended_on: string | null;
}

/** Lines of which something was offered or agreed, and whose order line has not ended since. */
export function agreedLines<L extends Offered>(rush: { items: readonly L[] }): L[] {
  return rush.items.filter((line) => isOffered(line));
}

function isOffered({ reply_qty, ended_on }: Offered): boolean {
  return ended_on === null && decimalOrZero(reply_qty).gt(0);
}

interface Answered {
  items: readonly (Offered & { reply_date: string | null })[];
}

/** There is something to agree to, and its day has not passed meanwhile. */
export function somethingOffered(
  { items }: Answered,
  _input: unknown,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  if (agreedLines({ items }).length === 0) return complain("items", "供应商没有可供的数量，请结束为未达成");
  const position = items.findIndex((line) => isOffered(line) && line.reply_date !== null && line.reply_date < today);
  return position < 0
    ? ok
    : complain("items", `第${position + 1}行回复交期${items[position]?.reply_date}已过，请重新加急`);
}

interface Delivery {
  id: string;
  plan_date: string;
  plan_qty: string;
}

/** A line of an order, with what documents of receiving have made of it. */
export interface RushedLine {
  id: string;
  noticed_qty: string;
  accepted_qty: string;
  exchanged_qty: string;
  schedules: readonly Delivery[];
}

/** What was noticed or accepted of a line and stays. */
export function sentOf({ noticed_qty, accepted_qty, exchanged_qty }: Omit<RushedLine, "id" | "schedules">): Decimal {
  return decimal(noticed_qty).plus(decimal(accepted_qty)).minus(decimal(exchanged_qty));
}

/**
 * The deliveries of a line once so much of it comes on an earlier day, as they are typed for a change of the order: of what is still to
 * be sent, the earliest that come later than that day come on it; what comes in part is split.
 * @returns the rows to type, and how much no delivery was found for
 */
export function broughtForward(
  line: RushedLine,
  { qty, day }: { qty: string; day: string },
): { rows: Record<string, { plan_qty: string; plan_date: string }>; left: string } {
  const rows: Record<string, { plan_qty: string; plan_date: string }> = {};
  let sent = sentOf(line);
  let left = decimal(qty);
  let split = decimal(0);
  for (const { id, plan_date, plan_qty } of line.schedules.toSorted((a, b) => (a.plan_date < b.plan_date ? -1 : 1))) {
    const planned = decimal(plan_qty);
    const gone = sent.gt(planned) ? planned : sent.gt(0) ? sent : decimal(0);
    sent = sent.minus(gone);
    const free = planned.minus(gone);
    if (left.lte(0) || free.lte(0) || plan_date <= day) continue;
    const moved = free.gt(left) ? left : free;
    left = left.minus(moved);
    if (moved.eq(planned)) {
      rows[id] = { plan_qty, plan_date: day };
      continue;
    }
    rows[id] = { plan_qty: roundQuantity(planned.minus(moved)), plan_date };
    split = split.plus(moved);
  }
  if (split.gt(0)) rows[line.id] = { plan_qty: roundQuantity(split), plan_date: day };
  return { rows, left: left.toFixed() };
}

/** Whether what was agreed of a line has come: so much was accepted beyond what had been noticed or accepted before. */
export function hasCome(
  { reply_qty, base_qty }: { reply_qty: string | null; base_qty: string | null },
  ordered: {
    accepted_qty: string;
    exchanged_qty: string;
    line_status: string | null;
    delivery_done: boolean;
  },
): boolean {
  // Done by itself is what came within the tolerance of the order.
  if (ordered.line_status === "done" && !ordered.delivery_done) return true;
  const came = decimal(ordered.accepted_qty).minus(decimal(ordered.exchanged_qty)).minus(decimalOrZero(base_qty));
  return came.gte(decimalOrZero(reply_qty));
}

interface RunningLine extends Offered {
  order_line: string | null;
  base_qty: string | null;
  arrive_date: string | null;
}

/**
 * Lines of a rush that end because their order line takes no goods any more, or is not there; what has come is no such line. An urgent order
 * that is not made yet has no order lines.
 */
export function endedLines<L extends RunningLine>(
  rush: { state: string; items: readonly L[] },
  ordered: readonly (Parameters<typeof hasCome>[1] & { id: string })[],
): L[] {
  const waiting = rush.state === "sent" ? rush.items.filter((line) => line.ended_on === null) : agreedLines(rush);
  return waiting.filter((line) => {
    if (line.order_line === null || line.arrive_date !== null) return false;
    const of = ordered.find(({ id }) => id === line.order_line);
    if (!of) return true;
    const takesGoods = of.line_status === null || TAKING.includes(of.line_status);
    return !takesGoods && !(rush.state === "agreed" && hasCome(line, of));
  });
}

/** Everything that was agreed has come. */
export function everythingCame(rush: { items: readonly (Offered & { arrive_date: string | null })[] }): boolean {
  const agreed = agreedLines(rush);
  return agreed.length > 0 && agreed.every(({ arrive_date }) => arrive_date !== null);
}

/** Suppliers are reminded by hand once a day. */
export function notRemindedToday(
  { reminded_on }: { reminded_on: string | null },
  _input: unknown,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  return reminded_on === today ? complain("reason", "今天已经催办过，请明天再试") : ok;
}

type SentWork = Work<{ reply_deadline: string | null }>;

/** The supplier is asked from now on, and reminded in the middle of its time. */
export function askSupplier(work: SentWork): void {
  const { reply_deadline } = work.record;
  work.set({
    sent_at: work.now,
    half_at: reply_deadline === null ? null : halfWay(work.now, reply_deadline),
    no_reply_at: null,
  });
}

/** What the supplier said, summed up. */
export function takeReply(work: Work<{ items: readonly { id: string }[] }>): void {
  const said = work.record.items.map(({ id }) => work.lineInput.get(id) ?? {});
  work.set({
    replied_at: work.now,
    extra_cost: repliedCost(work.record, work.lineInput),
    reply_date: lastOffered(said),
  });
}
