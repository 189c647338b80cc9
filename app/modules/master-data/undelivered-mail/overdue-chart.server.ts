import type { Context } from "~/engine/context.server";
import type { RecordChart } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { lastDays } from "~/engine/screen/figures.server";
import { dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";

const LOG = "master-data/undelivered-mail-log";
const TREND_DAYS = 30;

/** Overdue lines that the plan told of, by day. */
export async function overdueChart(context: Context, id: string): Promise<RecordChart[]> {
  const days = lastDays(dayOf(context.now), TREND_DAYS);
  const rows = await unscopedRows(
    context,
    LOG,
    ["sent_at", "overdue_count"],
    [where.eq("plan_id", id), where.atLeast("sent_at", momentOf(days[0] ?? dayOf(context.now)))],
  );
  if (rows.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { sent_at, overdue_count } of rows) {
    const day = dayOf(new Date(sent_at));
    counts.set(day, (counts.get(day) ?? 0) + Number(overdue_count));
  }
  const sent = days.filter((day) => counts.has(day));
  return [
    {
      kind: "chart",
      title: "逾期行数趋势",
      chart: {
        kind: "line",
        caption: `近${TREND_DAYS}天提醒的逾期行数`,
        axis: "日期",
        unit: "行",
        labels: sent.map((day) => day.slice(5)),
        series: [{ label: "逾期行数", values: sent.map((day) => String(counts.get(day))) }],
      },
    },
  ];
}
