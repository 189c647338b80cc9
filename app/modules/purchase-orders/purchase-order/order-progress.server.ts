import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { daysBetween } from "~/shared/calendar";
import { decimal, formatDecimal } from "~/shared/decimal";
import { receiptRate } from "./purchase-order-progress.rules";

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
});
type ShownLine = z.infer<typeof shownLine>;

/** How far each line of an order that is out has come: a table, and a picture of it. */
export async function orderProgress(context: Context, record: AnyRecord): Promise<OwnSection[]> {
  if (!record.released_at) return [];
  const lines = z.array(shownLine).parse(linesOf(record, "items"));
  const materials = await labelsOf(context, context.services.registry.entity("master-data/material"), [
    ...new Set(lines.map(({ material_id }) => material_id)),
  ]);
  return [
    {
      kind: "table",
      title: "收发货进度",
      table: {
        caption: "各行订购、确认、在途、已收和可送的数量",
        columns: columnsOf(HEADINGS, NUMBERS),
        rows: lines.map((line) => ({ id: line.id, cells: cellsOf(line, materials.get(line.material_id) ?? "") })),
      },
    },
  ];
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
