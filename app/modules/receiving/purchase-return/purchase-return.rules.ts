import { type Complaint, complain, type LineInputs, lineField, ok, type RuleFacts, type Value } from "~/engine/entity";
import { dayOf } from "~/shared/calendar";
import { decimal, decimalOrZero, roundMoney, roundQuantity, sum } from "~/shared/decimal";

type Inputs = Readonly<Record<string, Value>>;

export const RETURN_MODES = {
  refund: "退货扣款",
  exchange: "退货换货",
  destroy: "现场销毁",
  unposted: "拒收带回",
} as const;

export const RETURN_REASONS = {
  quality: "质量不合格",
  expire: "临期/过期",
  wrong: "错发多发",
  pack: "包装破损",
  recall: "召回",
  surplus: "余料退回",
} as const;

interface Quantities {
  qty: string;
  out_qty: string | null;
}

interface DrawingLine extends Quantities {
  line_mode: string | null;
}

/** What a line takes back: what left, or what is to leave until then. */
export function leavingQty({ qty, out_qty }: Quantities): string {
  return out_qty ?? qty;
}

/** What a line takes of what was received into stock; what was never posted takes none of it. */
export function takenOfStock(line: DrawingLine): string | null {
  return line.line_mode === "unposted" ? null : leavingQty(line);
}

/** What a line takes of what was rejected at the receipt. */
export function takenOfRejected(line: DrawingLine): string | null {
  return line.line_mode === "unposted" ? leavingQty(line) : null;
}

/** What is no longer paid for of the order: taken back for good, or destroyed. */
export function refundedQty(line: DrawingLine): string | null {
  return line.line_mode === "refund" || line.line_mode === "destroy" ? line.out_qty : null;
}

/** What the order waits for anew. */
export function exchangedQty(line: DrawingLine): string | null {
  return line.line_mode === "exchange" ? line.out_qty : null;
}

interface PricedLine extends Quantities {
  price: string | null;
}

/** What a line is worth at the price it was received at; null while the price is not known. */
export function returnAmount(line: PricedLine): string | null {
  return line.price === null ? null : roundMoney(decimal(leavingQty(line)).times(decimal(line.price)));
}

/** What the return is worth. Goods that were never posted are not paid for and worth nothing here. */
export function totalAmount(document: { return_mode: string | null; items: readonly PricedLine[] }): string {
  return document.return_mode === "unposted"
    ? roundMoney(decimal(0))
    : roundMoney(sum(document.items.map(returnAmount)));
}

interface Said {
  return_mode: string | null;
  return_reason: string | null;
  reason_text: string | null;
  evidence: readonly unknown[] | null;
  source_receipt_id: string | null;
}

/**
 * Before anybody is asked a return says what is to happen, and why; bad quality is shown. Where a receipt rejected the goods its verdict is
 * what shows it.
 */
export function saysWhy({
  return_mode,
  return_reason,
  reason_text,
  evidence,
  source_receipt_id,
}: Said): Complaint | null {
  if (return_mode === null) return complain("return_mode", "请选择处理方式");
  if (return_reason === null) return complain("return_reason", "请选择退货原因");
  if (!reason_text) return complain("reason_text", "请填写情况说明");
  const isRejected = return_mode === "unposted" && source_receipt_id !== null;
  const wantsProof = return_reason === "quality" && !isRejected;
  return wantsProof && (evidence ?? []).length === 0
    ? complain("evidence", "质量不合格的退货，请上传照片或检验报告")
    : ok;
}

/** The supplier says when it fetches the goods; what is destroyed is fetched by nobody. */
export function pickDayFits(
  { return_mode }: Pick<Said, "return_mode">,
  { pick_date }: Inputs,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  if (return_mode === "destroy") return ok;
  if (typeof pick_date !== "string") return complain("pick_date", "请选择提货日期");
  return pick_date < today ? complain("pick_date", "提货日期不能早于今天") : ok;
}

/** An objection is shown, not only said. */
export function objectionShown(_record: object, { objection_files }: Inputs): Complaint | null {
  return Array.isArray(objection_files) && objection_files.length > 0
    ? ok
    : complain("objection_files", "提出异议须上传依据，如检验报告或照片");
}

/** Every line says how much left, not more than was agreed on, and something did. */
export function outQtyFits(
  { items }: { items: readonly { id: string; qty: string }[] },
  _input: Inputs,
  typed: LineInputs,
): Complaint | null {
  const out = items.map(({ id }) => {
    const value = typed.get(id)?.out_qty;
    return typeof value === "string" ? value : null;
  });
  const missing = out.indexOf(null);
  if (missing >= 0) return complain(lineField("items", missing + 1, "out_qty"), `请填写第${missing + 1}行的实退数量`);
  const over = items.findIndex(({ qty }, at) => decimalOrZero(out[at]).gt(decimal(qty)));
  if (over >= 0) return complain(lineField("items", over + 1, "out_qty"), `第${over + 1}行实退数量不能大于退货数量`);
  return sum(out).gt(0) ? ok : complain("items", "没有实退数量；货物没有出厂的，不要登记出厂");
}

/** Goods leave on a day that has come, and not before the return was agreed on. */
export function outDayFits(
  { accepted_at }: { accepted_at: string | null },
  { out_date }: Inputs,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  // Without a day it is today's, which a clock that was set back makes a day before both sides agreed.
  const day = typeof out_date === "string" ? out_date : today;
  if (day > today) return complain("out_date", "出厂或销毁日期不能晚于今天");
  return accepted_at !== null && day < dayOf(new Date(accepted_at))
    ? complain("out_date", "出厂或销毁日期不能早于确认退货的日期")
    : ok;
}

/** Whoever fetches the goods is known. */
export function vehicleKnown(_record: object, { vehicle_no }: Inputs): Complaint | null {
  return typeof vehicle_no === "string" && vehicle_no !== "" ? ok : complain("vehicle_no", "请填写提货车辆的车牌号");
}

/** Goods are destroyed before two people, and a record shows it. */
export function destructionProved(_record: object, { witness1, witness2, destroy_files }: Inputs): Complaint | null {
  if (typeof witness1 !== "string") return complain("witness1", "请填写第一位见证人");
  if (typeof witness2 !== "string") return complain("witness2", "请填写第二位见证人");
  if (witness1.trim() === witness2.trim()) return complain("witness2", "两位见证人不能是同一个人");
  return Array.isArray(destroy_files) && destroy_files.length > 0
    ? ok
    : complain("destroy_files", "请上传销毁记录和影像");
}

/**
 * Whether a return that has left may still be taken back: what was destroyed is no more, and a deduction its supplier has signed for is
 * agreed on.
 */
export function mayReverse({ state, return_mode }: { state: string | null; return_mode: string | null }): boolean {
  return return_mode !== "destroy" && !(state === "completed" && return_mode === "refund");
}

/**
 * Whether goods have come, or are announced, in exchange for what a line sent back: more than the line still lacked without the exchange.
 * @param line figures of the order line, those of this return taken away
 * @param since what was received of the line since the goods left
 */
export function exchangeHasCome(
  { qty, noticed_qty, accepted_qty, exchanged_qty }: Readonly<Record<OrderFigure, string>>,
  since: string,
): boolean {
  const lacked = decimal(qty).minus(decimal(accepted_qty)).plus(decimal(since)).plus(decimal(exchanged_qty));
  const came = decimal(noticed_qty).plus(decimal(since));
  return came.gt(0) && came.gt(lacked);
}

type OrderFigure = "qty" | "noticed_qty" | "accepted_qty" | "exchanged_qty";

interface Written {
  input: Inputs;
  today: string;
  now: string;
  set(values: Readonly<Record<string, Value>>): void;
}

/** The goods have left. */
export function markLeft(work: Written): void {
  work.set({ out_date: work.input.out_date ?? work.today, shipped_at: work.now });
}

/** The goods were destroyed, whole. */
export function markDestroyed(
  work: Written & {
    record: { items: readonly { id: string; qty: string }[] };
    setLine(lines: string, id: string, values: Readonly<Record<string, Value>>): void;
  },
): void {
  work.set({ out_date: work.input.out_date ?? work.today });
  for (const { id, qty } of work.record.items) work.setLine("items", id, { out_qty: roundQuantity(decimal(qty)) });
}
