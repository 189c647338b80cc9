import type { Context } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { labelsOf } from "~/engine/operations/labels.server";
import { openLinesOf } from "~/engine/operations/open-lines.server";
import { linesOf } from "~/engine/operations/records.server";
import { screenFor } from "~/engine/operations/scope.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { factsOfLines, sameBatches } from "./returned-lines.server";

type PurchaseReturnRecord = RecordFor<"receiving/purchase-return">;

const RECEIPT = "receiving/goods-receipt";
/** Lines of one return, and of the table that shows what a recall touches. */
const MOST_LINES = 200;
const HEADINGS = ["收货行", "工厂", "批号", "合格数量", "可退数量", "在本单中"];

/** Posted lines of the batches of a return within the reach of the person. @param open only such as something may go back of */
function touched(context: Context, record: PurchaseReturnRecord, open: boolean) {
  return openLinesOf(context, {
    source: RECEIPT,
    lines: "items",
    ...(open ? { formula: "to_return" } : {}),
    where: where.all(
      where.eq("state", "posted"),
      where.eq("supplier_id", String(record.supplier_id)),
      ...(open ? [where.eq("factory_id", String(record.factory_id))] : []),
    ),
    lineWhere: sameBatches(record),
    columns: { head: ["id", "factory_id"], line: ["batch_no", "accept_qty", "concession_qty", "returnable_qty"] },
    page: { size: MOST_LINES },
  });
}

/** Takes everything of the batches that is still there at this factory into the return. */
export async function addRecalled(context: Context, work: Work<PurchaseReturnRecord>): Promise<void> {
  const items = linesOf(work.record, "items");
  const known = new Set(items.map(({ receipt_line }) => receipt_line));
  const found = (await touched(context, work.record, true)).filter(({ id }) => !known.has(id));
  if (found.length === 0) throw new AppError("invalid", { message: "没有其他同批的收货可以退" });
  if (items.length + found.length > MOST_LINES)
    throw new AppError("invalid", { message: `一张退货单最多${MOST_LINES}行，请分开退货` });
  const facts = await factsOfLines(
    context,
    found.map(({ id }) => id),
  );
  for (const { id, open } of found)
    work.append("items", {
      ...facts.get(id)?.values,
      receipt_line: id,
      qty: open,
      line_mode: typeof work.record.return_mode === "string" ? work.record.return_mode : null,
    });
}

/** Every receipt of the batches of a recall, at whichever factory the reader may see. */
export async function recallSection(context: Context, record: PurchaseReturnRecord): Promise<OwnSection[]> {
  if (record.return_reason !== "recall" || context.actor.supplierId) return [];
  const screen = screenFor(context, RECEIPT, "get");
  if (!screen || linesOf(record, "items").length === 0) return [];
  const found = await touched(context, record, false);
  const factories = await labelsOf(context, context.services.registry.entity("master-data/factory"), [
    ...new Set(found.map(({ head }) => String(head.factory_id))),
  ]);
  const own = new Set(linesOf(record, "items").map(({ receipt_line }) => receipt_line));
  return [
    {
      kind: "table",
      title: "同批收货",
      table: {
        caption: "该供应商同一批号的全部收货，不论工厂；其他工厂的须各立退货单",
        columns: columnsOf(HEADINGS, ["合格数量", "可退数量"]),
        rows: found.map(({ id, label, head, line }) => ({
          id,
          cells: [
            { text: label, href: `/${screen.area}/${screen.key}/${String(head.id)}` },
            { text: factories.get(String(head.factory_id)) ?? "" },
            { text: textOf(line.batch_no) },
            { text: figure(line.accept_qty) },
            { text: figure(line.returnable_qty) },
            { text: own.has(id) ? "是" : "" },
          ],
        })),
      },
    },
  ];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function figure(value: unknown): string {
  return typeof value === "string" ? formatDecimal(value) : "";
}
