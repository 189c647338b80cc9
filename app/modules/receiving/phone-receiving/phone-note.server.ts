import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { linesToConvert, MOST_CONVERTED, requireConversion } from "~/engine/operations/conversion.server";
import type { OpenLine } from "~/engine/operations/open-lines.server";
import { findRecord } from "~/engine/operations/records.server";
import { mayTransition, requireAction, rowFilter, scopesIn, screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { where } from "~/shared/condition";
import { type Decimal, decimal, decimalOrZero } from "~/shared/decimal";
import type { ScannedCode } from "~/shared/scanned-code";

export const PHONE = "receiving/phone-receiving";
export const RECEIPT = "receiving/goods-receipt";
const NOTE = "receiving/delivery-note";
const CONVERSION = "from_notes";
/** Receipts that were begun and are not booked yet: what they counted must not be counted once more. */
const BEGUN = ["draft", "inspecting", "judged"];

const REFUSED: Readonly<Record<string, string>> = {
  cancelled: "已取消，不能收货",
  refused: "已整车拒收，不能收货",
  received: "已收货完成，不能重复收货",
  submitted: "还没有到厂签到，签到后才能收货",
};

/** Why nothing can be received on a code, and where to go on. */
export interface NoteRefusal {
  text: string;
  links: { label: string; href: string }[];
  /** The note as it was seen, where this person may check it in on the spot. */
  checkIn?: { id: string; version: number };
}

/** A line of a note, with what receipts that are not booked yet have counted of it. */
export interface NoteLine {
  line: OpenLine;
  /** What is open of the note less what others are counting. */
  left: Decimal;
  counted: Decimal;
}

/** A note that goods can be received on. */
export interface FoundNote {
  id: string;
  number: string;
  factoryId: string;
  /** Which lorry of the day it came on; null where it was checked in before lorries were counted. */
  queueNo: number | null;
  lines: NoteLine[];
  /** Receipts that were begun on it. */
  begun: { id: string; number: string }[];
}

/** The screen of receipts, for a person who may make them by phone. @throws AppError("forbidden" | "signed_out" | "stopped") */
export function phoneScreen(context: Context) {
  const { registry } = context.services;
  const main = registry.mainScreen(RECEIPT);
  const phone = registry.screen(PHONE);
  if (!phone) throw new AppError("not_found");
  requireAction(context, main.entity, "query", phone);
  requireAction(context, main.entity, "add", main);
  return main;
}

/**
 * The note behind a code, or the sentence that says why goods cannot be received on it. What a supplier has not sent is nobody's business:
 * it is not known.
 */
export async function findNote(context: Context, code: ScannedCode): Promise<FoundNote | NoteRefusal> {
  const named = "id" in code ? where.eq("id" as const, code.id) : where.eq("number" as const, code.number);
  const [note] = await unscopedRows(
    context,
    NOTE,
    ["id", "number", "state", "version", "factory_id", "queue_no"],
    [named],
  );
  const unknown = `找不到送货单${"number" in code ? `【${code.number}】` : ""}，请核对后重新扫描或输入单号`;
  if (!note || note.state === "draft") return { text: unknown, links: [] };
  const number = note.number ?? "";
  const entity = context.services.registry.entity(NOTE);
  const { factory } = scopesIn(context, entity);
  if (factory !== "all" && !factory.includes(note.factory_id))
    return { text: `送货单【${number}】送往其他工厂，不在您的收货范围，请交给该工厂的仓库`, links: [] };
  if (!(await isWithinReach(context, note.id))) return { text: unknown, links: [] };
  const refused = REFUSED[note.state ?? ""];
  if (refused !== undefined) {
    const canCheckIn = note.state === "submitted" && mayTransition(context, entity, "check_in");
    return {
      text: `送货单【${number}】${refused}`,
      links: noteLinks(context, note.id),
      ...(canCheckIn ? { checkIn: { id: note.id, version: note.version } } : {}),
    };
  }
  const begun = await begunOn(context, note.id);
  const lines = await linesOfNote(context, note.id, begun.counted);
  if (lines.some(({ left }) => left.gt(0)))
    return {
      ...{ id: note.id, number, factoryId: note.factory_id, queueNo: note.queue_no },
      ...{ lines, begun: begun.receipts },
    };
  const [first] = begun.receipts;
  const others = begun.receipts.map((receipt) => receipt.number).join("、");
  return {
    text: first
      ? `送货单【${number}】已全部清点，见收货单【${others}】，不能重复收货`
      : `送货单【${number}】没有可以收货的行`,
    links: [...receiptLinks(context, begun.receipts), ...noteLinks(context, note.id)],
  };
}

export function isRefusal(found: FoundNote | NoteRefusal): found is NoteRefusal {
  return "text" in found;
}

async function isWithinReach(context: Context, id: string): Promise<boolean> {
  const entity = context.services.registry.entity(NOTE);
  const filters = requireAction(context, entity, "get");
  try {
    await findRecord(context, { entity, id, filters: [...rowFilter(context, entity), ...filters] });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") return false;
    throw error;
  }
}

function noteLinks(context: Context, id: string): NoteRefusal["links"] {
  const screen = screenFor(context, NOTE, "get");
  return screen ? [{ label: "查看送货单", href: recordPath(screen, id) }] : [];
}

function receiptLinks(context: Context, receipts: FoundNote["begun"]): NoteRefusal["links"] {
  const screen = screenFor(context, RECEIPT, "get");
  return screen ? receipts.map(({ id, number }) => ({ label: `收货单${number}`, href: recordPath(screen, id) })) : [];
}

/** What receipts that are not booked yet have counted of each line; where nothing was counted so far, what they were made for. */
async function begunOn(context: Context, noteId: string) {
  const receipts = await unscopedRows(
    context,
    RECEIPT,
    ["id", "number"],
    [where.eq("delivery_note_id", noteId), where.oneOf("state", BEGUN)],
  );
  const counted = new Map<string, Decimal>();
  if (receipts.length === 0) return { receipts: [], counted };
  const lines = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["note_line", "count_qty", "notice_qty"],
    where: [
      where.oneOf(
        "root_id",
        receipts.map(({ id }) => id),
      ),
    ],
  });
  for (const { note_line, count_qty, notice_qty } of lines) {
    if (note_line === null) continue;
    const before = counted.get(note_line) ?? decimal("0");
    counted.set(note_line, before.plus(decimalOrZero(count_qty ?? notice_qty)));
  }
  return { receipts: receipts.map(({ id, number }) => ({ id, number: number ?? "" })), counted };
}

/** The open lines of a note, by the rule of the conversion that makes receipts of them. */
async function linesOfNote(context: Context, id: string, counted: ReadonlyMap<string, Decimal>): Promise<NoteLine[]> {
  const screen = context.services.registry.mainScreen(RECEIPT);
  const conversion = requireConversion(context, screen, CONVERSION);
  const lines = await linesToConvert(context, conversion, {
    where: where.eq("id", id),
    page: { size: MOST_CONVERTED },
  });
  return lines.map((line) => {
    const already = counted.get(line.id) ?? decimal("0");
    return { line, left: decimal(line.open).minus(already), counted: already };
  });
}
