import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, sum } from "~/shared/decimal";
import { deliveryTimeline } from "./delivery-timeline.server";
import { type FollowedDelivery, followDeliveries, lateText, receiptRate } from "./purchase-order-progress.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const HEADINGS = [
  "行",
  "物料",
  "订购",
  "确认",
  "在途",
  "已收",
  "拒收",
  "退货",
  "可送",
  "收货率",
  "首次确认交期",
  "确认交期",
  "较首次确认",
];
const RECEIPT = "receiving/goods-receipt";
const DELIVERY_HEADINGS = [
  "行",
  "批",
  "要求交期",
  "计划数量",
  "首次确认交期",
  "确认交期",
  "已收",
  "在途",
  "交齐日期",
  "较首次确认",
];
const DELIVERY_NUMBERS = ["计划数量", "已收", "在途"];
const NUMBERS = ["订购", "确认", "在途", "已收", "拒收", "退货", "可送", "收货率"];

const text = z.string().nullish();
const shownLine = z.object({
  id: z.string(),
  line_no: z.number(),
  material_id: z.string(),
  qty: z.string(),
  price: z.string(),
  confirm_qty: text,
  noticed_qty: z.string(),
  accepted_qty: z.string(),
  rejected_qty: z.string(),
  refunded_qty: z.string(),
  exchanged_qty: z.string(),
  open_qty: text,
  confirm_date: text,
  first_confirm_date: text,
  line_status: z.string().nullable(),
  schedules: z.array(
    z.object({
      id: z.string(),
      plan_date: z.string(),
      plan_qty: z.string(),
      confirm_date: z.string().nullable(),
      first_confirm_date: z.string().nullable(),
    }),
  ),
});
type ShownLine = z.infer<typeof shownLine>;

/** How far each line of an order that is out has come: a table, and a picture of it. */
export async function orderProgress(context: Context, record: PurchaseOrderRecord): Promise<OwnSection[]> {
  if (!record.released_at) return [];
  const lines = z.array(shownLine).parse(linesOf(record, "items"));
  const materials = await labelsOf(context, context.services.registry.entity("master-data/material"), [
    ...new Set(lines.map(({ material_id }) => material_id)),
  ]);
  const today = dayOf(context.now);
  const arrivals = await arrivalsOf(
    context,
    lines.flatMap(({ id, accepted_qty }) => (decimal(accepted_qty).gt(0) ? [id] : [])),
  );
  const followed = lines.map((line) => {
    const came = arrivals.get(line.id) ?? [];
    return {
      ...line,
      material: materials.get(line.material_id) ?? "",
      deliveries: followDeliveries(line, came, today),
      arrivals: came,
    };
  });
  return [
    ...(await deliveryTimeline(context, followed)),
    {
      kind: "table",
      title: "收发货进度",
      table: {
        caption: "各行订购、确认、在途、已收和可送的数量",
        columns: columnsOf(HEADINGS, NUMBERS),
        rows: lines.map((line) => ({ id: line.id, cells: cellsOf(line, materials.get(line.material_id) ?? "") })),
      },
    },
    {
      kind: "table",
      title: "各批交货进度",
      table: {
        caption: "各批计划、已收和在途的数量，延误按首次确认的交期计算",
        columns: columnsOf(DELIVERY_HEADINGS, DELIVERY_NUMBERS),
        rows: deliveryRows(followed),
      },
    },
  ];
}

/** Every delivery of every line, and how far it has come. */
function deliveryRows(lines: readonly { line_no: number; deliveries: readonly FollowedDelivery[] }[]) {
  return lines.flatMap((line) =>
    line.deliveries.map((delivery, index) => ({
      id: delivery.id,
      cells: [
        { text: `行${line.line_no}` },
        { text: String(index + 1) },
        { text: delivery.plan_date },
        { text: formatDecimal(delivery.plan_qty) },
        { text: delivery.first_confirm_date ?? "" },
        { text: delivery.confirm_date ?? "" },
        { text: formatDecimal(delivery.received) },
        { text: formatDecimal(delivery.coming) },
        { text: delivery.completeOn ?? "" },
        lateness(delivery),
      ],
    })),
  );
}

function lateness({ lateDays, completeOn }: FollowedDelivery) {
  const text = lateText(lateDays);
  if (lateDays === null) return { text };
  if (lateDays > 0) return { text, tone: completeOn ? ("warning" as const) : ("refused" as const) };
  return { text, tone: "done" as const };
}

/** What posted receipts accepted of lines, by the day the goods came, as far as the reader sees receipts. */
async function arrivalsOf(
  context: Context,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, { day: string; qty: string; number: string }[]>> {
  if (lineIds.length === 0) return new Map();
  const posted = where.someRow({
    table: "goods_receipt",
    column: "id",
    equals: "root_id",
    inner: where.eq("state", "posted"),
  });
  const rows = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["root_id", "order_line", "accept_qty", "concession_qty"],
    where: [where.oneOf("order_line", lineIds), posted],
  });
  const receipts = await unscopedRows(
    context,
    RECEIPT,
    ["id", "number", "receive_at"],
    [where.oneOf("id", [...new Set(rows.map(({ root_id }) => root_id))])],
  );
  const found = new Map<string, { day: string; qty: string; number: string }[]>();
  for (const { root_id, order_line, accept_qty, concession_qty } of rows) {
    const receipt = receipts.find(({ id }) => id === root_id);
    if (typeof receipt?.receive_at !== "string") continue;
    const one = {
      day: dayOf(new Date(receipt.receive_at)),
      qty: sum([accept_qty, concession_qty]).toFixed(),
      number: receipt.number ?? "",
    };
    found.set(order_line, [...(found.get(order_line) ?? []), one]);
  }
  return found;
}

function cellsOf(line: ShownLine, material: string) {
  const returned = decimal(line.refunded_qty).plus(decimal(line.exchanged_qty)).toFixed();
  const quantities = [line.qty, line.confirm_qty, line.noticed_qty, line.accepted_qty, line.rejected_qty, returned];
  const late =
    line.first_confirm_date && line.confirm_date ? daysBetween(line.first_confirm_date, line.confirm_date) : 0;
  return [
    { text: `行${line.line_no}` },
    { text: material },
    ...[...quantities, line.open_qty].map((one) => ({ text: one ? formatDecimal(one) : "" })),
    { text: `${formatDecimal(receiptRate([line]))}%` },
    { text: line.first_confirm_date ?? "" },
    { text: line.confirm_date ?? "" },
    late > 0 ? { text: `晚${late}天`, tone: "warning" as const } : { text: "" },
  ];
}
