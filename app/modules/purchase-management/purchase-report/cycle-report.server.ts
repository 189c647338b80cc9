import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { type SummedRow, sumsWithTotal } from "~/engine/screen/figures.server";
import { where } from "~/shared/condition";
import { decimal, roundDays } from "~/shared/decimal";
import { STAGE_NAMES, STAGES, WHOLE } from "../sourcing-cycle/sourcing-cycle.rules";
import { type CYCLE_DIMENSIONS, type Dimension, monthWithin, REPORT_CODES } from "./purchase-report.rules";
import {
  axisOf,
  type Figure,
  figureTable,
  MOST_DRAWN,
  nameOf,
  pictureOf,
  type ReportPlan,
} from "./report-table.server";

/** The list whose rows its figures are made of. */
export const CYCLES = "purchase-management/sourcing-cycle";

const DAY = "priced_on";
const COLUMNS = {
  category: "material_type_id",
  group: "purchase_group_id",
  buyer: "buyer_id",
  month: DAY,
} as const satisfies Record<(typeof CYCLE_DIMENSIONS)[number], string>;

const columnOf = (dimension: Dimension): string =>
  dimension in COLUMNS ? COLUMNS[dimension as keyof typeof COLUMNS] : COLUMNS.category;

/** The conditions of 采购记录 that inquiries have as well; their days have no currency. */
const pairsOf = ({ pairs }: ReportPlan) => pairs.filter(([name]) => name === "purchase_group_id");

/** Where a cell leads: 寻源周期 with the conditions of the report, narrowed to one group. */
function cyclesHref(plan: ReportPlan, row: SummedRow | null): string | undefined {
  const value = row?.values[0];
  // What is empty no filter asks for.
  if (value === "") return undefined;
  const byMonth = plan.dimension === "month" && value !== undefined;
  const { from, to } = byMonth ? monthWithin(value, plan.days) : plan.days;
  const own = value === undefined || byMonth ? [] : [[columnOf(plan.dimension), value] as const];
  const others = pairsOf(plan).filter(([name]) => !own.some(([one]) => one === name));
  return `/${CYCLES}?${new URLSearchParams([[DAY, from], [DAY, to], ...others, ...own].map(([a, b]) => [a, b]))}`;
}

const daysOf = ({ sums }: SummedRow, name: string): string => roundDays(decimal(sums[name] || "0"));

/** How long inquiries take, stage by stage, so that the slow step is seen. */
export async function sourcingCycle(context: Context, screen: Screen, plan: ReportPlan): Promise<OwnSection[]> {
  const middles = [
    { as: "median", fn: "median" as const, column: "total_days" },
    ...["total", ...STAGE_NAMES, "order"].map((name) => ({ as: name, fn: "avg" as const, column: `${name}_days` })),
  ];
  const list = await sumsWithTotal(
    context,
    screen,
    {
      by: [{ field: columnOf(plan.dimension), ...(plan.dimension === "month" ? { byMonth: true as const } : {}) }],
      sums: [],
      middles,
      more: [
        where.atLeast(DAY, plan.days.from),
        where.atMost(DAY, plan.days.to),
        ...pairsOf(plan).map(([name, value]) => where.eq(name, value)),
      ],
      ...(plan.dimension === "month" ? {} : { largest: true as const }),
    },
    plan.most,
  );
  const drawn = list.rows.slice(0, MOST_DRAWN);
  const href = (row: SummedRow | null) => cyclesHref(plan, row);
  const average = (name: string, label: string): Figure => ({
    label,
    of: (row) => daysOf(row, name),
    apart: "rest",
  });
  return [
    pictureOf("各阶段平均天数", {
      kind: "bar",
      caption: "从计划批准或发布到价格批准",
      axis: axisOf(plan),
      unit: "天",
      labels: drawn.map((row) => nameOf(row)),
      series: STAGE_NAMES.map((name) => ({
        label: STAGES[name].label,
        values: drawn.map((row) => daysOf(row, name)),
      })),
    }),
    figureTable("寻源周期", {
      caption: `${REPORT_CODES.sourcing_cycle}：价格批准日期${plan.days.from}至${plan.days.to}，按${axisOf(plan)}；各列除中位数外为平均天数，询价数打开构成它的寻源周期`,
      axis: axisOf(plan),
      list,
      named: (row) => nameOf(row),
      figures: [
        { label: "询价数", of: ({ count }) => String(count), href },
        average("median", "中位数"),
        average("total", "平均"),
        ...STAGE_NAMES.map((name) => average(name, STAGES[name].label)),
        {
          label: "下单",
          of: (row) => (row.sums.order ? daysOf(row, "order") : "—"),
          apart: "rest",
        },
      ],
    }),
    {
      kind: "facts",
      title: "口径说明",
      facts: [
        { label: "寻源周期", text: WHOLE },
        ...STAGE_NAMES.map((name) => ({ label: STAGES[name].label, text: STAGES[name].definition })),
        { label: "下单", text: "从价格批准到按它定价的第一张订单下达，不计入寻源周期；还没有下单的不计" },
        { label: "多品类的询价", text: "计入行数最多的品类，只计一次" },
      ],
    },
  ];
}
