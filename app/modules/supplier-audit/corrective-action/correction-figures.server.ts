import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import type { Chart, ListFigures } from "~/engine/entity/server-hooks";
import { averageFigures, countsOfList, lastMonths } from "~/engine/screen/figures.server";
import { dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const MONTHS = 12;
/** Causes that are shown; the rest stand together. */
const MOST_CAUSES = 12;

/** How long corrective actions take, and which faults make most of them: of those this person sees. */
export async function correctionFigures(context: Context, screen: Screen): Promise<ListFigures> {
  const [since = ""] = lastMonths(dayOf(context.now), MONTHS);
  const taken = await averageFigures(context, screen, {
    column: "days_taken",
    day: "closed_on",
    by: ["severity", "method"],
    caption: "从下发到关闭的处理时长",
    axis: "严重度·方式",
    unit: "天",
  });
  const issued = [where.atLeast("issued_at", momentOf(`${since}-01`)), where.not(where.eq("state", "cancelled"))];
  const causes = await countsOfList(context, screen, [{ field: "defect" }], issued);
  return {
    about: `处理时长为${taken.about}；缺陷为${since}以来下发的`,
    charts: [...taken.charts, pareto(causes.map(({ values: [defect = ""], count }) => [defect || "未注明", count]))],
  };
}

/** The most frequent first, each with the share that it and those above it have together. */
function pareto(causes: readonly (readonly [string, number])[]): Chart {
  const shown = causes.slice(0, MOST_CAUSES);
  const rest = causes.slice(MOST_CAUSES).reduce((all, [, count]) => all + count, 0);
  const rows = rest > 0 ? [...shown, ["其他", rest] as const] : shown;
  const total = causes.reduce((all, [, count]) => all + count, 0);
  let sum = 0;
  const labels = rows.map(([label, count]) => {
    sum += count;
    return `${label}（累计${decimal(sum).times(100).div(total).toFixed(0)}%）`;
  });
  return {
    kind: "bar",
    caption: "整改单按缺陷的帕累托",
    axis: "缺陷",
    unit: "张",
    labels,
    series: [{ label: "整改单", values: rows.map(([, count]) => String(count)) }],
  };
}
