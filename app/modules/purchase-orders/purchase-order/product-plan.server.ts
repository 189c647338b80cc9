import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { formatDecimal } from "~/shared/decimal";
import { placeTimeline } from "~/shared/placed-timeline";
import { isProductOrder } from "./product-order.rules";
import { type ScheduledLine, type ScheduledStage, scheduleOf } from "./product-schedule.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const HEADINGS = ["行", "成品", "生产阶段", "首次计划", "现计划", "实际", "完成数量", "较首次计划", "需求日期"];

const text = z.string().nullable();
const made = z.object({
  order_type: z.string(),
  order_date: z.string(),
  confirmed_at: z.string().nullish(),
  items: z.array(
    z.object({
      line_no: z.number(),
      material_id: z.string(),
      qty: z.string(),
      price: z.string(),
      required_date: z.string(),
      line_status: text,
    }),
  ),
  progress: z.array(
    z.object({
      item_line: z.number(),
      stage: z.string(),
      plan_date: z.string(),
      first_plan_date: text,
      actual_date: text,
      finished_qty: text,
      batch_no: text,
    }),
  ),
});

/** How the production of an order was planned and how it goes, drawn over its days by line and stage; nothing before the first report. */
export async function productionPlan(context: Context, record: PurchaseOrderRecord): Promise<OwnSection[]> {
  if (!isProductOrder({ order_type: String(record.order_type) }) || linesOf(record, "progress").length === 0) return [];
  const order = made.parse(record);
  const today = dayOf(context.now);
  const start = order.confirmed_at ? dayOf(new Date(order.confirmed_at)) : order.order_date;
  const lines = scheduleOf(order, start, today);
  if (lines.length === 0) return [];
  const names = await labelsOf(context, context.services.registry.entity("master-data/material"), [
    ...new Set(lines.map(({ material_id }) => material_id)),
  ]);
  const nameOf = (line: ScheduledLine) => names.get(line.material_id) ?? "";
  return [
    {
      kind: "timeline",
      title: "生产甘特图",
      timeline: placeTimeline({
        caption: "各行生产阶段的计划和实际",
        planned: "计划",
        actual: "实际",
        today,
        groups: lines.map((line) => ({
          label: `行${line.line_no} ${nameOf(line)}`,
          note: finishNote(line),
          isLate: line.late > 0,
          due: { day: line.required_date, label: "需求" },
          rows: line.stages.map((stage) => ({
            label: stage.label,
            note: stageNote(stage),
            isLate: stage.isLate,
            planned: stage.planned,
            actual: stage.actual,
          })),
        })),
      }),
      table: {
        caption: "各行生产阶段的计划、实际和延误",
        columns: columnsOf(HEADINGS, ["完成数量"]),
        rows: lines.flatMap((line) => line.stages.map((stage, at) => rowOf(line, nameOf(line), stage, at))),
      },
    },
  ];
}

function finishNote({ finish, required_date, late }: ScheduledLine): string {
  const said = `需求日期${required_date}，预计完工${finish}`;
  return late > 0 ? `${said}，晚于交期${late}天` : said;
}

/** Month and day are enough beside the picture; the table has whole days. */
function stageNote({ row, outcome }: ScheduledStage): string {
  const short = (day: string) => day.slice("2026-".length);
  const day = row.actual_date === null ? `计划${short(row.plan_date)}` : `实际${short(row.actual_date)}`;
  return `${day} ${outcome}`;
}

function rowOf({ line_no, required_date }: ScheduledLine, name: string, stage: ScheduledStage, at: number) {
  const { row, outcome, isLate, label } = stage;
  return {
    id: `${line_no}-${at}`,
    cells: [
      { text: `行${line_no}` },
      { text: name },
      { text: label },
      { text: row.first_plan_date ?? (row.actual_date === null ? row.plan_date : "") },
      { text: row.plan_date },
      { text: row.actual_date ?? "" },
      { text: row.finished_qty === null ? "" : formatDecimal(row.finished_qty) },
      isLate ? { text: outcome, tone: "warning" as const } : { text: outcome },
      { text: required_date },
    ],
  };
}
