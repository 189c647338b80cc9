import { type Complaint, complain, type LineInputs, lineField, ok, type RuleFacts, type Value } from "~/engine/entity";
import { dayOf } from "~/shared/calendar";
import { type Decimal, decimal, decimalOrZero, roundQuantity, sum } from "~/shared/decimal";

type Inputs = Readonly<Record<string, Value>>;

interface Weighed {
  gross_weight: string | null;
  tare_weight: string | null;
  moisture_qty: string | null;
}

/** Net weight of goods that are weighed: gross less tare less what is agreed for moisture; null where nothing was weighed. */
export function netWeight({ gross_weight, tare_weight, moisture_qty }: Weighed): string | null {
  if (gross_weight === null) return null;
  return roundQuantity(decimal(gross_weight).minus(decimalOrZero(tare_weight)).minus(decimalOrZero(moisture_qty)));
}

/** What is counted of weighed goods is their net weight. */
export function netWeightAgrees({
  items,
}: {
  items: readonly (Weighed & { count_qty: string | null })[];
}): Complaint | null {
  const wrong = items.findIndex((line) => {
    const net = netWeight(line);
    if (net === null) return false;
    return decimal(net).lt(0) || (line.count_qty !== null && !decimal(line.count_qty).eq(decimal(net)));
  });
  return wrong < 0
    ? ok
    : complain(
        lineField("items", wrong + 1, "count_qty"),
        `第${wrong + 1}行净重计算不一致：清点数量须等于毛重减皮重减扣水`,
      );
}

/** A receipt is about what one lorry brought, or about orders without a note. */
export function allOrNoneOfNote({ items }: { items: readonly { note_line: string | null }[] }): Complaint | null {
  const without = items.findIndex(({ note_line }) => note_line === null);
  return without < 0 || items.every(({ note_line }) => note_line === null)
    ? ok
    : complain(lineField("items", without + 1, "note_line"), "按送货单收货的，每一行都要选择送货行；其余的另立收货单");
}

interface CountedLine {
  notice_qty: string | null;
  count_qty: string | null;
  batch_no: string | null;
  produce_date: string | null;
}

/** Counting is over once every line says how much came and of which batch, and the goods have a place. */
export function everythingCounted({
  warehouse_id,
  items,
}: {
  warehouse_id: string | null;
  items: readonly CountedLine[];
}): Complaint | null {
  if (!warehouse_id) return complain("warehouse_id", "请选择收货仓库");
  for (const [index, { count_qty, batch_no, produce_date }] of items.entries()) {
    if (count_qty === null)
      return complain(lineField("items", index + 1, "count_qty"), `请填写第${index + 1}行的清点数量`);
    if (!batch_no) return complain(lineField("items", index + 1, "batch_no"), `请填写第${index + 1}行的批号`);
    if (!produce_date)
      return complain(lineField("items", index + 1, "produce_date"), `请选择第${index + 1}行的生产日期`);
  }
  return items.some(({ count_qty }) => decimalOrZero(count_qty).gt(0))
    ? ok
    : complain("items", "没有清点到任何货物；整车没有货的，请拒收送货单");
}

/** How much more came than was announced, less than zero for what is missing; null while one of both is not known. */
export function differenceOf({ notice_qty, count_qty }: Pick<CountedLine, "notice_qty" | "count_qty">): string | null {
  if (notice_qty === null || count_qty === null) return null;
  return roundQuantity(decimal(count_qty).minus(decimal(notice_qty)));
}

/** The difference in percent of what was announced, without its sign; zero where nothing was announced. */
export function differencePercent(line: Pick<CountedLine, "notice_qty" | "count_qty">): Decimal {
  const difference = differenceOf(line);
  const announced = decimalOrZero(line.notice_qty);
  return difference === null || announced.eq(0) ? decimal(0) : decimal(difference).div(announced).times(100).abs();
}

interface JudgedLine {
  id: string;
  count_qty: string | null;
  batch_no: string | null;
  expire_date: string | null;
  qa_result: string | null;
  accept_qty: string | null;
  concession_qty: string | null;
  reject_qty: string | null;
  concession_no: string | null;
}

interface Judged {
  items: readonly JudgedLine[];
}

/** The lines as they stand once what was typed beside them is in them. */
function withTyped({ items }: Judged, typed: LineInputs): JudgedLine[] {
  return items.map((line) => ({ ...line, ...typed.get(line.id) }));
}

/** What was counted is accepted, conceded or rejected, nothing besides. */
export function verdictAddsUp(record: Judged, _input: Inputs, typed: LineInputs): Complaint | null {
  const wrong = withTyped(record, typed).findIndex(
    ({ accept_qty, concession_qty, reject_qty, count_qty }) =>
      !sum([accept_qty, concession_qty, reject_qty]).eq(decimalOrZero(count_qty)),
  );
  return wrong < 0
    ? ok
    : complain(lineField("items", wrong + 1, "accept_qty"), `第${wrong + 1}行合格、让步与拒收之和须等于清点数量`);
}

/** The verdict fits the quantities, and a concession names who granted it. */
export function verdictFits(record: Judged, _input: Inputs, typed: LineInputs): Complaint | null {
  for (const [index, line] of withTyped(record, typed).entries()) {
    const at = (name: string) => lineField("items", index + 1, name);
    const [conceded, rejected] = [decimalOrZero(line.concession_qty), decimalOrZero(line.reject_qty)];
    const n = index + 1;
    if (line.qa_result === null) return complain(at("qa_result"), `请选择第${n}行的检验结论`);
    if (conceded.gt(0) && !line.concession_no) return complain(at("concession_no"), `第${n}行让步接收须填写批准单号`);
    if (line.qa_result === "pass" && conceded.plus(rejected).gt(0))
      return complain(at("qa_result"), `第${n}行有让步或拒收数量，检验结论不能是合格`);
    if (line.qa_result === "concession" && conceded.eq(0))
      return complain(at("concession_qty"), `第${n}行检验结论为让步接收，请填写让步数量`);
    if (line.qa_result === "fail" && rejected.eq(0))
      return complain(at("reject_qty"), `第${n}行检验结论为不合格，请填写拒收数量`);
  }
  return ok;
}

/** What has expired is only rejected. */
export function expiredIsRejected(
  record: Judged,
  _input: Inputs,
  typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  const wrong = withTyped(record, typed).findIndex(
    ({ expire_date, accept_qty, concession_qty }) =>
      expire_date !== null && expire_date < today && sum([accept_qty, concession_qty]).gt(0),
  );
  const batch = record.items[wrong]?.batch_no ?? "";
  return wrong < 0 ? ok : complain(lineField("items", wrong + 1, "accept_qty"), `批号【${batch}】已过保质期，只能拒收`);
}

interface ReceivedLine {
  accept_qty: string | null;
  concession_qty: string | null;
}

/** What goes into stock of a line: accepted, conceded included. */
export function stockedQty({ accept_qty, concession_qty }: ReceivedLine): string {
  return sum([accept_qty, concession_qty]).toFixed();
}

/** A booking is for a day on which the goods were there, and for none to come. */
export function postDayFits(
  { receive_at }: { receive_at: string | null },
  input: Inputs,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  // Without a day it is today's, which a clock that was set back makes a day before the goods came.
  const day = typeof input.post_date === "string" ? input.post_date : today;
  if (day > today) return complain("post_date", "过账日期不能晚于今天");
  return receive_at !== null && day < dayOf(new Date(receive_at))
    ? complain("post_date", "过账日期不能早于收货日期")
    : ok;
}

/** Whether nothing is left to judge: every line is free of inspection. */
export function allFree({ items }: { items: readonly { qa_result: string | null }[] }): boolean {
  return items.every(({ qa_result }) => qa_result === "free");
}

interface ReturnedLine extends ReceivedLine {
  reject_qty: string | null;
  returned_qty: string;
  taken_back_qty: string;
}

/** What of a line may still go back: what went into stock, less what goes back already; nothing before it was judged. */
export function toReturn(line: Omit<ReturnedLine, "reject_qty" | "taken_back_qty">): string | null {
  if (line.accept_qty === null && line.concession_qty === null) return null;
  return decimal(stockedQty(line)).minus(decimal(line.returned_qty)).toFixed();
}

/** What was rejected of a line and nobody fetches yet. */
export function toTakeBack({
  reject_qty,
  taken_back_qty,
}: Pick<ReturnedLine, "reject_qty" | "taken_back_qty">): string | null {
  return reject_qty === null ? null : decimal(reject_qty).minus(decimal(taken_back_qty)).toFixed();
}

/** What goes back was received: such a receipt stays. */
export function nothingReturned({
  items,
}: {
  items: readonly Pick<ReturnedLine, "returned_qty" | "taken_back_qty">[];
}): Complaint | null {
  const position = items.findIndex((line) => sum([line.returned_qty, line.taken_back_qty]).gt(0));
  return position < 0 ? ok : complain("items", `第${position + 1}行已有退货单，不能冲销；退货单取消以后才能冲销`);
}
