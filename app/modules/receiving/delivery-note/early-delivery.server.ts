import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { addDays, dayOf } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";

type DeliveryNoteRecord = RecordFor<"receiving/delivery-note">;

/*
 * Goods that come before the factory takes them, and their release: once, for these lines and this day (specification: the buyer may
 * release). A release is asked about again when the note is sent, and covers neither an earlier day nor more than it was given for.
 */

/** What is announced of a line, as far as its day counts. */
export interface DayLine {
  id: string;
  line_no: number;
  order_line: string;
  material_id: string;
  early_from: string | null;
}

/** What the receiving rules say of the days of a material. */
export interface DayRule {
  earlyDays: number | null;
  mode: "warn" | "block" | null;
}

interface Load {
  eta: string | null;
  items: readonly DayLine[];
  rules: Readonly<Record<string, DayRule>>;
  /** The day that was promised, by line of an order. */
  promised: ReadonlyMap<string, { confirmDate: unknown }>;
}

interface EarlyLine {
  line: DayLine;
  arrives: string;
  text: string;
  level: "block" | "warn";
}

/** Lines that come before the first day the factory takes them, released or not. */
export function earlyLines({ eta, items, rules, promised }: Load): EarlyLine[] {
  if (eta === null) return [];
  const arrives = dayOf(new Date(eta));
  return items.flatMap((line): EarlyLine[] => {
    const rule = rules[line.material_id];
    const early = rule?.earlyDays ?? null;
    const due = promised.get(line.order_line)?.confirmDate ?? null;
    if (early === null || typeof due !== "string") return [];
    const first = addDays(due, -early);
    const text = `第${line.line_no / 10}行交期${due}，最早可于${first}送货`;
    return arrives < first ? [{ line, arrives, text, level: rule?.mode === "warn" ? "warn" : "block" }] : [];
  });
}

function isReleased({ line: { early_from }, arrives }: EarlyLine): boolean {
  return early_from !== null && arrives >= early_from;
}

/** Said when the note is sent: what was released for that day informs, everything else counts as the rule says. */
export function earlyFindings(load: Load): Finding[] {
  return earlyLines(load).map(
    (early): Finding =>
      isReleased(early)
        ? { check: "early", level: "note", text: `${early.text}；已放行，可于${early.line.early_from ?? ""}起送货` }
        : { check: "early", level: early.level, text: early.text },
  );
}

/** Nobody asks for a release without need. */
export function askFindings(load: Load): Finding[] {
  const held = earlyLines(load).filter((early) => early.level === "block" && !isReleased(early));
  return held.length > 0
    ? held.map(({ text }) => ({ check: "early", level: "note", text }))
    : [{ check: "early", level: "block", text: "没有早于允许天数的送货行，无须申请提前送货" }];
}

/** What is released, said to whoever releases it. */
export function releaseFindings(load: Load): Finding[] {
  return earlyLines(load).map(({ text, arrives }) => ({
    check: "early",
    level: "note",
    text: `${text}，放行后可于${arrives}起送货`,
  }));
}

/** The day each line was released for stays on it. */
export function releaseLines(load: Load, { setLine }: Pick<Work<DeliveryNoteRecord>, "setLine">): void {
  for (const { line, arrives } of earlyLines(load)) setLine("items", line.id, { early_from: arrives });
}

/** A line that is about something else than it was released for, or about more, is released no longer; copies never are. */
export function dropReleases(record: DeliveryNoteRecord, before: DeliveryNoteRecord | null): void {
  const known = new Map((before ? linesOf(before, "items") : []).map((line) => [line.id, line]));
  for (const line of linesOf(record, "items")) {
    if (!line.early_from || isCovered(line, known.get(line.id))) continue;
    line.early_from = null;
  }
}

type Announced = Readonly<Record<string, unknown>>;

function isCovered(line: Announced, was: Announced | undefined): boolean {
  if (!was || was.order_line !== line.order_line) return false;
  return typeof was.qty === "string" && typeof line.qty === "string" && !decimal(line.qty).gt(decimal(was.qty));
}
