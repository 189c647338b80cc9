import { type Complaint, complain, lineField, ok, type Work } from "~/engine/entity";
import { dayOf, daysBetween } from "~/shared/calendar";
import { decimal, sum } from "~/shared/decimal";

interface NoteLine {
  material_id: string | null;
  batch_no: string | null;
  produce_date: string | null;
  expire_date: string | null;
}

interface Note {
  ship_date: string | null;
  eta: string | null;
  vehicle_no: string | null;
  driver: string | null;
  driver_phone: string | null;
  items: readonly NoteLine[];
}

/** Labels go onto what is loaded, and are printed again where one is lost; what has no batch yet is not labelled. */
export const LABELLED: readonly string[] = ["submitted", "arrived", "receiving"];

/** Province, letter of the office, five signs, six for new-energy cars; the last may say what it is for. */
export const platePattern = /^[\p{Script=Han}][A-HJ-Z][A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9\p{Script=Han}]$/u;

/** A draft may be filled in bit by bit; what is on its way says all the gate and the laboratory need. */
export function saysWhatComes(note: Note): Complaint | null {
  if (!note.ship_date) return complain("ship_date", "请选择发货日期");
  if (!note.eta) return complain("eta", "请填写预计到达");
  if (!note.vehicle_no) return complain("vehicle_no", "请填写车牌号");
  if (!note.driver) return complain("driver", "请填写司机");
  if (!note.driver_phone) return complain("driver_phone", "请填写司机电话");
  for (const [index, { batch_no, produce_date }] of note.items.entries()) {
    if (!batch_no) return complain(lineField("items", index + 1, "batch_no"), `请填写第${index + 1}行的批号`);
    if (!produce_date)
      return complain(lineField("items", index + 1, "produce_date"), `请选择第${index + 1}行的生产日期`);
  }
  return ok;
}

/** A release of early goods is for a day. */
export function saysArrival({ eta }: Pick<Note, "eta">): Complaint | null {
  return eta ? ok : complain("eta", "请先填写预计到达");
}

/** A batch of a material is made on one day and ends on one day; nothing ends before it is made. */
export function batchesAgree({ items }: Pick<Note, "items">): Complaint | null {
  const known = new Map<string, NoteLine>();
  for (const [index, line] of items.entries()) {
    const { material_id, batch_no, produce_date, expire_date } = line;
    if (produce_date && expire_date && expire_date <= produce_date)
      return complain(lineField("items", index + 1, "expire_date"), `第${index + 1}行到期日须晚于生产日期`);
    if (!material_id || !batch_no) continue;
    const key = JSON.stringify([material_id, batch_no]);
    const first = known.get(key);
    if (first && (first.produce_date !== produce_date || first.expire_date !== expire_date))
      return complain(
        lineField("items", index + 1, "produce_date"),
        `批号【${batch_no}】生产日期或到期日不一致，同一批号须相同`,
      );
    known.set(key, first ?? line);
  }
  return ok;
}

/** Nothing arrives before it was sent. */
export function arrivesAfterShipping({ ship_date, eta }: Pick<Note, "ship_date" | "eta">): Complaint | null {
  return ship_date && eta && dayOf(new Date(eta)) < ship_date ? complain("eta", "预计到达不能早于发货日期") : ok;
}

/** A lorry is sent back with something to show for it: a picture at least. */
export function refusalShown(
  _record: object,
  { refused_pictures }: Readonly<Record<string, unknown>>,
): Complaint | null {
  return Array.isArray(refused_pictures) && refused_pictures.length > 0
    ? ok
    : complain("refused_pictures", "整车拒收须至少上传一张照片");
}

interface Received {
  qty: string;
  received_qty: string;
}

/** What of a line no receipt has counted yet; below zero where more came than was announced. */
export function notCounted({ qty, received_qty }: Received): string {
  return decimal(qty).minus(decimal(received_qty)).toFixed();
}

/** The same, never below zero: nothing more is waited for. */
export function toReceive(line: Received): string {
  const left = notCounted(line);
  return decimal(left).lt(0) ? "0" : left;
}

/** What of a line is still on its way; what was received counts as received. */
export const onItsWay = toReceive;

export function nothingReceived({ items }: { items: readonly Received[] }): boolean {
  return sum(items.map(({ received_qty }) => received_qty)).eq(0);
}

/** Whether a lorry brought all it announced. */
export function allReceived({ items }: { items: readonly Received[] }): boolean {
  return items.every((line) => decimal(toReceive(line)).eq(0));
}

/** What became of the place a note asked for. */
export const SLOT_STATUSES = { booked: "已预约", late: "迟到", withdrawn: "时段已关闭" } as const;

/** What is booked anew stands as booked; a note that gives its place up has none, one that lost it stays marked. */
export function rebooked(
  work: Pick<Work<{ slot_id: string | null; slot_status: string | null }>, "record" | "input" | "set">,
): void {
  const { slot_id, slot_status } = work.record;
  if (work.input.slot_id) work.set({ slot_status: "booked", lost_slot: null });
  else if (slot_id !== null || slot_status === "booked") work.set({ slot_status: null });
}

/** How far the certificates of a load have come. */
export const COA_STATUSES = { none: "未提交", some: "部分", whole: "齐全", bad: "有不合格" } as const;
export type CoaStatus = keyof typeof COA_STATUSES;

interface Certificate {
  state: string;
  auto_result: string | null;
}

/** One certificate or none per batch that is asked for one; null where none is asked. A concession counts as good. */
export function coaStatusOf(batches: readonly (Certificate | null)[]): CoaStatus | null {
  if (batches.length === 0) return null;
  const sent = batches.filter((coa) => coa !== null && ["submitted", "approved", "refused"].includes(coa.state));
  const isBad = (coa: Certificate | null) =>
    coa?.state === "refused" || (coa?.state === "submitted" && coa.auto_result === "fail");
  if (sent.some(isBad)) return "bad";
  if (sent.length === 0) return "none";
  return sent.length === batches.length ? "whole" : "some";
}

/** By how many days a load comes after the earliest day that was promised of it; null while its arrival or all promises are unknown. */
export function daysLate(eta: string | null, promised: readonly (string | null)[]): number | null {
  const [first] = promised.flatMap((day) => day ?? []).sort();
  return eta === null || first === undefined ? null : Math.max(0, daysBetween(first, dayOf(new Date(eta))));
}
