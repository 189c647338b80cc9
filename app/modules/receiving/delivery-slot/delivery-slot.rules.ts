import { type Complaint, complain, type Limits, ok, type Value } from "~/engine/entity";
import { dayOf, momentOf, weekdayOf } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";

/** A time of day as people type it; as text it sorts like the time it means. */
export const TIME_OF_DAY = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** States of a delivery note in which it holds its place: what was received has used it. */
export const HOLDING = ["submitted", "arrived", "receiving", "received"] as const;

export interface Window {
  slot_date: string;
  time_from: string;
  time_to: string;
  dock: string;
}

/** What people call a window: `03-11 周二 08:00-10:00 1号月台`. */
export function windowName({ slot_date, time_from, time_to, dock }: Window): string {
  return `${slot_date.slice(5)} ${weekdayOf(slot_date)} ${time_from}-${time_to} ${dock}`;
}

export function endsAfterBeginning({ time_from, time_to }: Pick<Window, "time_from" | "time_to">): Complaint | null {
  return time_to > time_from ? ok : complain("time_to", "结束时间须晚于开始时间");
}

/** Windows are copied ahead as far as the company lets them. */
export function weeksFit(
  _slot: unknown,
  { weeks }: Readonly<Record<string, Value>>,
  _lines: unknown,
  { limit }: Limits,
): Complaint | null {
  const most = limit("receiving.slotWeeks");
  return Number(weeks) <= most ? ok : complain("weeks", `一次最多复制到以后${most}周`);
}

/** Whether two windows of one dock and day lie over each other; one may begin when the other ends. */
export function overlap(one: Pick<Window, "time_from" | "time_to">, other: typeof one): boolean {
  return one.time_from < other.time_to && other.time_from < one.time_to;
}

/** Instants at which a window begins and ends, ISO text. */
export function spanOf({ slot_date, time_from, time_to }: Omit<Window, "dock">): { from: string; to: string } {
  // No clock shows 24:00; it is where the next day begins.
  const at = (clock: string) =>
    clock === "24:00"
      ? new Date(Date.parse(momentOf(slot_date, "23:59")) + 60_000).toISOString()
      : momentOf(slot_date, clock);
  return { from: at(time_from), to: at(time_to) };
}

/** A window as whoever books it has to know it. */
export interface Bookable extends Window {
  factory_id: string;
  name: string;
  state: string;
  material_type_id: string | null;
  capacity: number;
  capacity_m3: string | null;
  booked: number;
  booked_m3: string;
}

/** What is to stand in a window. */
export interface Booking {
  factory_id: string;
  eta: string | null;
  /** Types of each material of the load, the own and those above. */
  types: readonly (readonly string[])[];
}

export const FULL = "该时段已约满，请选择其他时段";

/** Why a note cannot have a window, places apart; null where it can. */
export function misfit(slot: Bookable | undefined, booking: Booking, now: string): string | null {
  if (!slot) return "找不到送货时段，请重新选择";
  if (slot.factory_id !== booking.factory_id) return "送货时段不是收货工厂的，请重新选择";
  if (slot.state !== "open") return "该时段已关闭，请选择其他时段";
  const { from, to } = spanOf(slot);
  if (to <= now) return "该时段已过，请选择其他时段";
  const { eta } = booking;
  if (eta === null) return "请填写预计到达";
  if (dayOf(new Date(eta)) !== slot.slot_date && !(slot.time_to === "24:00" && eta === to))
    return `送货时段是${slot.slot_date}的，与预计到达不在同一天`;
  if (eta < from || eta > to) return `预计到达须在送货时段${slot.time_from}-${slot.time_to}之内`;
  const kind = slot.material_type_id;
  if (kind !== null && booking.types.some((types) => !types.includes(kind)))
    return "该时段只收指定类型的物料，请选择其他时段";
  return null;
}

/** Whether more stands in a window than it takes, whoever came last. */
export function overbooked({ capacity, capacity_m3, booked, booked_m3 }: Bookable): "trucks" | "volume" | null {
  if (booked > capacity) return "trucks";
  return capacity_m3 !== null && decimal(booked_m3).gt(decimal(capacity_m3)) ? "volume" : null;
}

/** Why one more load does not go in; the load itself is not among what is booked yet. */
export function roomFor(slot: Bookable, loadM3: string): string | null {
  const after = {
    ...slot,
    booked: slot.booked + 1,
    booked_m3: decimal(slot.booked_m3).plus(decimal(loadM3)).toFixed(),
  };
  return refusalOf(overbooked(after));
}

export function refusalOf(over: "trucks" | "volume" | null): string | null {
  if (over === null) return null;
  return over === "trucks" ? FULL : "该时段可约的体积不够装下这车货，请选择其他时段";
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Whether a booking may still be given up or changed: so many hours before its window begins. */
export function mayChange(slot: Omit<Window, "dock">, now: string, hours: number): boolean {
  return Date.parse(spanOf(slot).from) - Date.parse(now) >= hours * HOUR_MS;
}

/**
 * Whether a lorry is later than its place waits for it: so many minutes after it announced itself for, and after the end of the window at the
 * latest, whatever it announced since.
 */
export function isTooLate(
  slot: Omit<Window, "dock">,
  { eta, now, minutes }: { eta: string | null; now: string; minutes: number },
): boolean {
  const { to } = spanOf(slot);
  const due = eta !== null && eta < to ? eta : to;
  return Date.parse(now) - Date.parse(due) > minutes * MINUTE_MS;
}
