import type { Context } from "~/engine/context.server";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { measureText } from "../market-index/measure";
import { selectSeries } from "./market-price.query.server";

/** A year and a half of weeks, which is what series are kept in mostly. */
const MOST_POINTS = 80;

/** How a series went, by the values that count; nothing where a line would have one point. */
export async function seriesChart(context: Context, indexId: string): Promise<OwnSection[]> {
  const [index] = await unscopedRows(
    context,
    "purchase-management/market-index",
    ["name", "currency", "uom"],
    [where.eq("id", indexId)],
  );
  const series = await selectSeries(context.services.database.connection(), indexId, MOST_POINTS);
  if (!index || series.length < 2) return [];
  return [
    {
      kind: "chart",
      title: "价格走势",
      chart: {
        kind: "line",
        caption: `${index.name}最近${series.length}期的有效价格`,
        axis: "价格日期",
        unit: measureText(index),
        labels: series.map(({ price_date }) => price_date),
        series: [{ label: "价格", values: series.map(({ value }) => value) }],
      },
    },
  ];
}
