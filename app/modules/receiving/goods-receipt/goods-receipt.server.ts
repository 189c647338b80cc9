import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Complaint, Work } from "~/engine/entity";
import type { RecordFor, RowOf } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, SaveWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { post } from "~/engine/journals/post.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundMoney, roundRate } from "~/shared/decimal";
import { refuseClosedMonth, reverseStock } from "../io-data/stock.server";
import { refuseAgreed } from "../io-mark/agreed.server";
import { differenceOf, differencePercent, netWeight, stockedQty } from "./goods-receipt.rules";
import { notifyErp } from "./notify-erp.server";
import { begetReturn, heldUnreturned, voidDrafts } from "./rejected-goods.server";
import { receiptCoa, verdictCoa } from "./verdict-coa.server";

type GoodsReceiptRecord = RecordFor<"receiving/goods-receipt">;

const KEY = "receiving/goods-receipt";
const JOURNAL = "receiving/io-data";
const NOTE = "receiving/delivery-note";
const ORDER = "purchase-orders/purchase-order";
/** A receipt is booked once; what is to be corrected is reversed, and received anew by another one. */
const ONLY_POSTING = 1;

const facts = z.object({
  id: z.string(),
  number: z.string().nullable(),
  supplier_id: z.string(),
  factory_id: z.string(),
  warehouse_id: z.string().nullable(),
  delivery_note_id: z.string().nullable(),
  photos: z.unknown(),
  items: z.array(
    z.object({
      id: z.string(),
      order_line: z.string(),
      material_id: z.string(),
      batch_no: z.string().nullable(),
      expire_date: z.string().nullable(),
      notice_qty: z.string().nullable(),
      count_qty: z.string().nullable(),
      diff_reason: z.string().nullable(),
      photos: z.unknown(),
      accept_qty: z.string().nullable(),
      concession_qty: z.string().nullable(),
    }),
  ),
});

const finding = z.object({ check: z.string(), level: z.enum(["note", "warn", "block"]), text: z.string() });

function idsOf(rows: readonly Readonly<Record<string, unknown>>[], name: string): string[] {
  return [...new Set(rows.flatMap((row) => (typeof row[name] === "string" ? [row[name]] : [])))];
}

/** What follows from the lines that were chosen: the note, the orders, how each line is inspected, and the weight of what was weighed. */
async function prepare({ context, record, set }: SaveWork<GoodsReceiptRecord>): Promise<void> {
  const items = linesOf(record, "items");
  const noted = await rootsOf(context, NOTE, idsOf(items, "note_line"));
  const ordered = await rootsOf(context, ORDER, idsOf(items, "order_line"));
  const modes = await inspectionModes(context, record);
  for (const line of items) {
    line.order_id = ordered.get(String(line.order_line)) ?? null;
    line.inspection_mode = modes.get(String(line.material_id)) ?? "normal";
    const [gross, tare, moisture] = [line.gross_weight, line.tare_weight, line.moisture_qty].map((value) =>
      typeof value === "string" ? value : null,
    );
    if (line.count_qty === null && gross)
      line.count_qty = netWeight({ gross_weight: gross, tare_weight: tare ?? null, moisture_qty: moisture ?? null });
  }
  const [note] = [...noted.values()];
  set({ delivery_note_id: note ?? null, receive_at: record.receive_at ?? context.now.toISOString() });
}

/** Documents by their lines. */
async function rootsOf(
  context: Context,
  entity: typeof NOTE | typeof ORDER,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await unscopedLines(context, {
    entityKey: entity,
    lines: "items",
    columns: ["id", "root_id"],
    where: [where.oneOf("id", ids)],
  });
  return new Map(rows.map(({ id, root_id }) => [id, root_id]));
}

/** How the source that is in force says that a material of this supplier is inspected; without one it is inspected as usual. */
async function inspectionModes(
  context: Context,
  record: GoodsReceiptRecord,
): Promise<ReadonlyMap<string, RowOf<"base-data/source-data">["inspection_mode"]>> {
  const { supplier_id, factory_id } = record;
  const materials = idsOf(linesOf(record, "items"), "material_id");
  if (typeof supplier_id !== "string" || typeof factory_id !== "string" || materials.length === 0) return new Map();
  const sources = await unscopedRows(
    context,
    "base-data/source-data",
    ["material_id", "inspection_mode"],
    [
      where.eq("supplier_id", supplier_id),
      where.eq("factory_id", factory_id),
      where.oneOf("material_id", materials),
      where.oneOf("state", ["trial", "active"]),
    ],
  );
  return new Map(sources.map(({ material_id, inspection_mode }) => [material_id, inspection_mode]));
}

async function oneNote({ context, record }: SaveWork<GoodsReceiptRecord>): Promise<Complaint[]> {
  const noted = await rootsOf(context, NOTE, idsOf(linesOf(record, "items"), "note_line"));
  return new Set(noted.values()).size > 1
    ? [{ field: "items", message: "一张收货单只能对应一张送货单，请分开登记" }]
    : [];
}

/** Why goods of this note may not be received now, or null. */
async function noteRefusal(context: Context, noteId: string | null): Promise<string | null> {
  if (noteId === null) return null;
  const [note] = await unscopedRows(context, NOTE, ["number", "state"], [where.eq("id", noteId)]);
  if (note && ["arrived", "receiving"].includes(note.state ?? "")) return null;
  return `送货单【${note?.number ?? ""}】不在收货中（已取消、拒收或已收完），不能收货`;
}

/** What speaks against the count: goods nobody may take in now, differences nobody explains, what has expired, a note that ended meanwhile. */
async function countFindings(context: Context, record: GoodsReceiptRecord): Promise<Finding[]> {
  const receipt = facts.parse(record);
  const limit = decimal(await intParameter(context.services, "receiving.diffPermille")).div(10);
  const isPictured = (photos: unknown) => Array.isArray(photos) && photos.length > 0;
  const refused = await noteRefusal(context, receipt.delivery_note_id);
  const today = dayOf(context.now);
  const goods = await ask(context, {
    entityKey: NOTE,
    name: "take_in",
    input: { supplierId: receipt.supplier_id, factoryId: receipt.factory_id, lines: receipt.items },
    answer: z.array(finding),
  });
  return [
    ...goods,
    ...(refused ? [{ check: "note", level: "block", text: refused } as const] : []),
    ...receipt.items.flatMap((line, index): Finding[] => {
      const percent = differencePercent(line);
      const explained = line.diff_reason !== null && (isPictured(line.photos) || isPictured(receipt.photos));
      const differs = percent.gt(limit) || (line.notice_qty === "0.000" && differenceOf(line) !== "0.000");
      const text = `第${index + 1}行数量差异${roundRate(percent)}%，请填写原因并上传照片`;
      return differs && !explained ? [{ check: "difference", level: "block", text }] : [];
    }),
    ...receipt.items.flatMap(({ batch_no, expire_date }): Finding[] =>
      expire_date !== null && expire_date < today
        ? [{ check: "shelf_life", level: "warn", text: `批号【${batch_no ?? ""}】已过保质期，只能拒收` }]
        : [],
    ),
  ];
}

/** Books what was accepted, with the price of the order line at this moment; one posting, whole or not at all. */
async function bookStock(context: Context, work: Work<GoodsReceiptRecord>): Promise<void> {
  const receipt = facts.parse(work.record);
  const day = typeof work.input.post_date === "string" ? work.input.post_date : work.today;
  const refused = await noteRefusal(context, receipt.delivery_note_id);
  if (refused) throw new AppError("invalid", { message: refused });
  await refuseClosedMonth(context, { factoryId: receipt.factory_id, day, field: "post_date" });
  const stocked = receipt.items.filter((line) => decimal(stockedQty(line)).gt(0));
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "root_id", "price", "uom"],
    where: [where.oneOf("id", idsOf(stocked, "order_line"))],
  });
  const orders = await unscopedRows(context, ORDER, ["id", "currency"], [where.oneOf("id", idsOf(lines, "root_id"))]);
  const rows = stocked.map((line) => {
    const ordered = lines.find(({ id }) => id === line.order_line);
    const order = orders.find(({ id }) => id === ordered?.root_id);
    if (!ordered || !order) throw new Error("a receipt is about an order line that is not there");
    const qty = stockedQty(line);
    return {
      line: line.id,
      kind: "in",
      values: {
        post_date: day,
        supplier_id: receipt.supplier_id,
        factory_id: receipt.factory_id,
        warehouse_id: receipt.warehouse_id,
        order_id: order.id,
        receipt_id: receipt.id,
        material_id: line.material_id,
        batch_no: line.batch_no,
        qty,
        uom: ordered.uom,
        price: ordered.price,
        currency: order.currency,
        amount: roundMoney(decimal(qty).times(decimal(ordered.price))),
      },
    };
  });
  await post(context, JOURNAL, { document: documentOf(work.record), rows });
}

function documentOf({ id, number }: GoodsReceiptRecord) {
  return { entity: KEY, id, number: number ?? "", version: ONLY_POSTING };
}

async function reverse(context: Context, work: Work<GoodsReceiptRecord>): Promise<void> {
  await heldUnreturned(context, work.record);
  const document = documentOf(work.record);
  await refuseAgreed(context, {
    ...{ document, supplierId: work.record.supplier_id, kind: "in" },
    ...{ what: "入库", instead: "多收或要退的货请另立退货单，少收的货请另立收货单，都计入还没有确认的月份" },
  });
  await reverseStock(context, { document, kind: "in", factoryId: work.record.factory_id, day: work.today });
}

export const goodsReceiptServer: EntityServer<"receiving/goods-receipt"> = {
  prepare,
  beforeSave: oneNote,
  async afterTransition(work) {
    await notifyErp(work);
    if (work.transition === "post") await begetReturn(work);
    if (work.transition === "reverse") await voidDrafts(work);
  },
  sections: receiptCoa,
  transitions: {
    count: { check: countFindings },
    judge: { beside: verdictCoa },
    post: { effect: bookStock },
    reverse: { effect: reverse },
  },
};
