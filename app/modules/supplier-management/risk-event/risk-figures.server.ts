import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import type { Chart, ListFigures } from "~/engine/entity/server-hooks";
import { countsOfList, lastMonths } from "~/engine/screen/figures.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { RISK_CATEGORIES, WEIGHING } from "./risk-event.rules";

const STEPS = ["1", "2", "3", "4", "5"];
const MONTHS = 12;
/** What was put aside is no risk; what is closed is none any more, but was one. */
const JUDGED = where.not(where.eq("state", "ignored"));

/** The matrix of what weighs now, and kinds and course of the last twelve months: of the events this person sees. */
export async function riskFigures(context: Context, screen: Screen): Promise<ListFigures> {
  const months = lastMonths(dayOf(context.now), MONTHS);
  const recent = [JUDGED, where.atLeast("occurred_on", `${months[0]}-01`)];
  const cells = await countsOfList(
    context,
    screen,
    [{ field: "probability" }, { field: "impact" }],
    [where.oneOf("state", WEIGHING)],
  );
  const kinds = await countsOfList(context, screen, [{ field: "category" }], recent);
  const course = await countsOfList(
    context,
    screen,
    [{ field: "occurred_on", byMonth: true }, { field: "level" }],
    recent,
  );
  return {
    about: `您能看到的风险事件；类别和趋势为${months[0]}至${months.at(-1)}，不含已忽略的`,
    charts: [matrixOf(cells), kindsOf(kinds), courseOf(course, months)],
  };
}

type Counts = Awaited<ReturnType<typeof countsOfList>>;

/** The heaviest stands in the upper right corner. */
function matrixOf(cells: Counts): Chart {
  const count = (probability: string, impact: string) =>
    cells.find(({ values }) => values[0] === probability && values[1] === impact)?.count ?? 0;
  return {
    kind: "matrix",
    caption: "未关闭风险的矩阵",
    axis: "可能性",
    unit: "件",
    labels: STEPS.map((step) => `可能性${step}`),
    series: [...STEPS].reverse().map((impact) => ({
      label: `影响${impact}`,
      values: STEPS.map((probability) => String(count(probability, impact))),
    })),
  };
}

function kindsOf(kinds: Counts): Chart {
  const labels: Readonly<Record<string, string>> = RISK_CATEGORIES;
  return {
    kind: "bar",
    caption: "按类别",
    axis: "风险类别",
    unit: "件",
    labels: kinds.map(({ values: [kind = ""] }) => labels[kind] ?? kind),
    series: [{ label: "事件", values: kinds.map(({ count }) => String(count)) }],
  };
}

function courseOf(course: Counts, months: readonly string[]): Chart {
  const sum = (month: string, level?: string) =>
    course
      .filter(({ values }) => values[0] === month && (level === undefined || values[1] === level))
      .reduce((all, { count }) => all + count, 0);
  return {
    kind: "line",
    caption: "按发生月份",
    axis: "月份",
    unit: "件",
    labels: [...months],
    series: [
      { label: "全部", values: months.map((month) => String(sum(month))) },
      { label: "高风险", values: months.map((month) => String(sum(month, "high"))) },
    ],
  };
}
