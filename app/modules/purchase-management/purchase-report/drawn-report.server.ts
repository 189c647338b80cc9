import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { limitFor } from "~/engine/parameters.server";
import type { SummedRow } from "~/engine/screen/figures.server";
import { type Condition, where } from "~/shared/condition";
import { decimal, formatDecimal, quotient, roundPrice } from "~/shared/decimal";
import { MEASURE_NAMES, MEASURES } from "../purchase-record/savings.rules";
import { sourcingCycle } from "./cycle-report.server";
import { partOf, REPORT_CODES, reaching } from "./purchase-report.rules";
import {
  amountOf,
  axisOf,
  type DayColumn,
  type Figure,
  figureTable,
  groupOf,
  MOST_DRAWN,
  nameOf,
  pictureOf,
  type ReportPlan,
  rowsHref,
  sumIn,
  summed,
} from "./report-table.server";

type Draw = (context: Context, screen: Screen, plan: ReportPlan) => Promise<OwnSection[]>;

const value = (row: SummedRow | null): string | undefined => row?.values[0];

/** What the figures are about, in the words of the page. */
function about({ days, dimension, code }: ReportPlan, day: string): string {
  return `${REPORT_CODES[code]}：${day}${days.from}至${days.to}，按${axisOf({ dimension } as ReportPlan)}；数字打开构成它的采购记录`;
}

const lineCount = (label: string, href: (row: SummedRow | null) => string | undefined): Figure => ({
  label,
  of: ({ count }) => String(count),
  href,
});

/** What was spent, and in which months. */
const spend: Draw = async (context, screen, plan) => {
  const day = "order_date";
  const href = (row: SummedRow | null) => rowsHref(plan, day, value(row));
  const list = await summed(context, screen, plan, { day, sums: ["amount", "received_amount", "returned_amount"] });
  const { rows } = list;
  const whole = sumIn(list.total, "amount");
  const table = figureTable("采购支出", {
    caption: about(plan, "订单日期"),
    axis: axisOf(plan),
    list,
    named: (row) => nameOf(row),
    figures: [
      lineCount("行数", href),
      amountOf("采购金额", "amount", href),
      amountOf("收货金额", "received_amount", href),
      amountOf("退货金额", "returned_amount", href),
      { label: "占比", of: ({ sums }) => `${partOf(sums.amount ?? "0", whole)}%`, apart: true },
    ],
  });
  if (plan.dimension === "month") return [monthLine(rows), table];
  return [await heatMap(context, screen, plan, rows), table];
};

function monthLine(rows: readonly SummedRow[]): OwnSection {
  return pictureOf("每月支出", {
    kind: "line",
    caption: "采购金额",
    axis: "月份",
    labels: rows.map((row) => nameOf(row)),
    series: [{ label: "采购金额", values: rows.map(({ sums }) => sums.amount ?? "0") }],
  });
}

/** Signs of a name that stand beside the cells; the table below has it whole. */
const SHORT = 6;

/** A name without its code, cut. */
function shortName(row: SummedRow): string {
  const name = nameOf(row).split(" ").at(-1) ?? "";
  return name.length > SHORT ? `${name.slice(0, SHORT - 1)}…` : name;
}

/** Names down, months across: the more was spent, the darker. */
async function heatMap(
  context: Context,
  screen: Screen,
  plan: ReportPlan,
  rows: readonly SummedRow[],
): Promise<OwnSection> {
  const drawn = rows.slice(0, MOST_DRAWN);
  const own = groupOf(plan.dimension, "order_date");
  const names = drawn.map((row) => value(row) ?? "");
  const { rows: cells } = await summed(context, screen, plan, {
    day: "order_date",
    sums: ["amount"],
    by: [own, { field: "order_date", byMonth: true }],
    more: [
      where.any(
        where.oneOf(
          own.field,
          names.filter((name) => name !== ""),
        ),
        ...(names.includes("") ? [where.empty(own.field)] : []),
      ),
    ],
  });
  const months = [...new Set(cells.map(({ values }) => values[1] ?? ""))].sort();
  const at = (name: string | undefined, month: string) =>
    cells.find(({ values }) => values[0] === name && values[1] === month)?.sums.amount ?? "0";
  return pictureOf("支出热力图", {
    kind: "matrix",
    caption: `采购金额，前${drawn.length}项`,
    axis: "月份",
    unit: "万元",
    labels: months.map((month) => month.slice(2)),
    series: drawn.map((row, place) => ({
      label: `${place + 1} ${shortName(row)}`,
      values: months.map((month) =>
        quotient(decimal(at(row.values[0], month)), decimal("10000"))
          .round(0)
          .toFixed(),
      ),
    })),
  });
}

/** How much of it few suppliers get: amounts in order, and how far they reach together. */
const concentration: Draw = async (context, screen, plan) => {
  const day = "order_date";
  const href = (row: SummedRow | null) => rowsHref(plan, day, value(row));
  const found = await summed(context, screen, plan, { day, sums: ["amount"] });
  const rows = [...found.rows].sort((a, b) => decimal(b.sums.amount ?? "0").cmp(decimal(a.sums.amount ?? "0")));
  const list = { ...found, rows };
  const whole = sumIn(list.total, "amount");
  const reached = new Map(
    reaching(
      rows.map(({ sums }) => sums.amount ?? "0"),
      whole,
    ).map((percent, at) => [rows[at], percent]),
  );
  const drawn = rows.slice(0, MOST_DRAWN);
  const labels = drawn.map((row) => nameOf(row));
  const part = ({ sums }: SummedRow) => partOf(sums.amount ?? "0", whole);
  const mark = await limitFor(context, "report.concentrationPercent");
  return [
    pictureOf("帕累托图", {
      kind: "pareto",
      mark: String(mark),
      caption: `占比（柱）和累计占比（线），标线为${mark}`,
      axis: axisOf(plan),
      unit: "%",
      labels,
      series: [
        { label: "占比", values: drawn.map(part) },
        { label: "累计占比", values: drawn.map((row) => reached.get(row) ?? "0") },
      ],
    }),
    figureTable("集中度", {
      caption: about(plan, "订单日期"),
      axis: axisOf(plan),
      list,
      named: (row) => nameOf(row),
      figures: [
        amountOf("采购金额", "amount", href),
        { label: "占比", of: (row) => `${part(row)}%`, apart: true },
        { label: "累计占比", of: (row) => `${reached.get(row) ?? "0"}%`, apart: true },
      ],
    }),
  ];
};

/** The course of the price of one material, supplier by supplier. */
const priceTrend: Draw = async (context, screen, plan) => {
  const list = await summed(context, screen, plan, {
    day: "order_date",
    by: [{ field: "order_date", byMonth: true }, { field: "supplier_id" }, { field: "uom" }],
    sums: ["amount", "bought_qty"],
    more: [where.atLeast("bought_qty", "0.001")],
  });
  const { rows } = list;
  const priceOf = ({ sums }: SummedRow) =>
    roundPrice(quotient(decimal(sums.amount ?? "0"), decimal(sums.bought_qty ?? "1")));
  const months = [...new Set(rows.map((row) => nameOf(row)))];
  const sellers = [...new Set(rows.map((row) => `${nameOf(row, 1)}（${nameOf(row, 2)}）`))];
  // A month without a purchase keeps the price paid before: nothing was agreed on anew.
  const course = (seller: string) => {
    const own = rows.filter((row) => `${nameOf(row, 1)}（${nameOf(row, 2)}）` === seller);
    let last = own[0] ? priceOf(own[0]) : "0";
    return months.map((month) => {
      const row = own.find((one) => nameOf(one) === month);
      if (row) last = priceOf(row);
      return last;
    });
  };
  const href = (row: SummedRow | null) =>
    row === null
      ? undefined
      : rowsHref(
          { ...plan, pairs: plan.pairs.filter(([name]) => name !== "supplier_id") },
          "order_date",
          row.values[0],
          [
            ["supplier_id", row.values[1] ?? ""],
            ["uom", row.values[2] ?? ""],
          ],
          "month",
        );
  return [
    pictureOf("价格走势", {
      kind: "line",
      caption: "平均含税单价；没有采购的月份延用前一次的价格",
      axis: "月份",
      labels: months,
      series: sellers.slice(0, 4).map((label) => ({ label, values: course(label) })),
    }),
    figureTable("各月价格", {
      caption: about({ ...plan, dimension: "month" }, "订单日期"),
      axis: "月份",
      list,
      named: (row) => nameOf(row),
      figures: [
        { label: "供应商", of: (row) => nameOf(row, 1), apart: true },
        { label: "单位", of: (row) => nameOf(row, 2), apart: true },
        { label: "采购数量", of: ({ sums }) => formatDecimal(sums.bought_qty ?? "0"), apart: true, href },
        amountOf("采购金额", "amount", href),
        { label: "平均单价", of: (row) => formatDecimal(priceOf(row), 2), apart: true },
      ],
    }),
  ];
};

/** What was saved, by each of the three measures. */
const saving: Draw = async (context, screen, plan) => {
  const day = "order_date";
  const href = (row: SummedRow | null) => rowsHref(plan, day, value(row));
  const names = MEASURE_NAMES.map((name) => `saving_${name}`);
  const list = await summed(context, screen, plan, { day, sums: [...names, "amount"] });
  const { rows } = list;
  const drawn = rows.slice(0, MOST_DRAWN);
  return [
    pictureOf("节约额", {
      kind: "bar",
      caption: MEASURES.last.label,
      axis: axisOf(plan),
      labels: drawn.map((row) => nameOf(row)),
      series: [{ label: MEASURES.last.label, values: drawn.map(({ sums }) => sums.saving_last ?? "0") }],
    }),
    figureTable("节约额明细", {
      caption: about(plan, "订单日期"),
      axis: axisOf(plan),
      list,
      named: (row) => nameOf(row),
      figures: [
        amountOf("采购金额", "amount", href),
        ...MEASURE_NAMES.map((name) => amountOf(MEASURES[name].label, `saving_${name}`, href)),
      ],
    }),
    {
      kind: "facts",
      title: "口径说明",
      facts: MEASURE_NAMES.map((name) => ({
        label: MEASURES[name].label,
        text: `${MEASURES[name].definition}。对比价为${MEASURES[name].price}`,
      })),
    },
  ];
};

/** How far orders have come. */
const orderExec: Draw = async (context, screen, plan) => {
  const day = "order_date";
  const href = (row: SummedRow | null) => rowsHref(plan, day, value(row));
  const list = await summed(context, screen, plan, { day, sums: ["amount", "received_amount", "returned_amount"] });
  const confirmed = await summed(context, screen, plan, {
    day,
    by: [],
    sums: ["amount"],
    more: [where.set("confirm_hours")],
  });
  const [ordered, received, returned] = ["amount", "received_amount", "returned_amount"].map((name) =>
    sumIn(list.total, name),
  ) as [string, string, string];
  return [
    pictureOf("执行漏斗", {
      kind: "funnel",
      caption: "金额",
      axis: "阶段",
      labels: ["已下达", "供应商已确认", "已收货", "收货减退货"],
      series: [
        {
          label: "金额",
          values: [
            ordered,
            sumIn(confirmed.total, "amount"),
            received,
            decimal(received).minus(decimal(returned)).toFixed(),
          ],
        },
      ],
    }),
    figureTable("执行情况", {
      caption: about(plan, "订单日期"),
      axis: axisOf(plan),
      list,
      named: (row) => nameOf(row),
      figures: [
        lineCount("行数", href),
        amountOf("采购金额", "amount", href),
        amountOf("收货金额", "received_amount", href),
        amountOf("退货金额", "returned_amount", href),
        {
          label: "收货率",
          of: ({ sums }) => `${partOf(sums.received_amount ?? "0", sums.amount ?? "0")}%`,
        },
      ],
    }),
  ];
};

/** Counts by a second column, each leading to its rows, and a rate of the first of them. */
async function rated(
  context: Context,
  screen: Screen,
  plan: ReportPlan,
  wish: {
    day: DayColumn;
    dayLabel: string;
    title: string;
    by: string;
    all: string;
    /** The first is the one that is rated. */
    kinds: readonly { key: string; label: string }[];
    rate: string;
    more: readonly Condition[];
    pairs: readonly (readonly [string, string])[];
    best: "high" | "low";
    written(key: string): string;
  },
): Promise<OwnSection[]> {
  const { day, kinds, more, pairs, best, by } = wish;
  const counts = kinds.map(({ key }) => ({ as: key, column: by, says: key }));
  const found = await summed(context, screen, plan, { day, sums: [], counts, more });
  const countIn = ({ sums }: SummedRow, key: string) => sums[key] ?? "0";
  const rateOf = (row: SummedRow) => partOf(countIn(row, kinds[0]?.key ?? ""), row.count);
  const rows = [...found.rows];
  if (plan.dimension !== "month")
    rows.sort((a, b) => decimal(rateOf(a)).cmp(decimal(rateOf(b))) * (best === "high" ? -1 : 1) || b.count - a.count);
  const drawn = rows.slice(0, MOST_DRAWN);
  const leading = (key?: string) => (row: SummedRow | null) =>
    rowsHref(plan, day, row === null ? undefined : value(row), [
      ...pairs,
      ...(key === undefined ? [] : [[by, wish.written(key)] as const]),
    ]);
  return [
    pictureOf(wish.rate, {
      kind: plan.dimension === "month" ? "line" : "bar",
      caption: wish.rate,
      axis: axisOf(plan),
      unit: "%",
      labels: drawn.map((row) => nameOf(row)),
      series: [{ label: wish.rate, values: drawn.map(rateOf) }],
    }),
    figureTable(wish.title, {
      caption: about(plan, wish.dayLabel),
      axis: axisOf(plan),
      list: { ...found, rows },
      named: (row) => nameOf(row),
      figures: [
        lineCount(wish.all, leading()),
        ...kinds.map(({ key, label }) => ({ label, of: (row: SummedRow) => countIn(row, key), href: leading(key) })),
        { label: wish.rate, of: (row) => `${rateOf(row)}%` },
      ],
    }),
  ];
}

const onTime: Draw = (context, screen, plan) =>
  rated(context, screen, plan, {
    ...{ day: "due_date", dayLabel: "承诺交期", title: "准时交付", by: "delivery", all: "应交行数", rate: "准时率" },
    kinds: [
      { key: "on_time", label: "准时足量" },
      { key: "late", label: "足量延迟" },
      { key: "short", label: "未足量" },
      { key: "none", label: "未收货" },
    ],
    more: [where.not(where.oneOf("line_status", ["closed", "cancelled"]))],
    pairs: [["counted_only", "1"]],
    best: "high",
    written: (key) => key,
  });

const inboundQuality: Draw = (context, screen, plan) =>
  rated(context, screen, plan, {
    ...{ day: "last_receipt_date", dayLabel: "最后收货日", title: "来料质量", by: "has_rejects" },
    ...{ all: "收货行数", rate: "来料不合格率" },
    kinds: [
      { key: "true", label: "有拒收的行数" },
      { key: "false", label: "没有拒收的行数" },
    ],
    more: [],
    pairs: [],
    best: "low",
    written: (key) => (key === "true" ? "1" : "0"),
  });

/** What was ordered with neither a contract nor a price approval. */
const uncovered: Draw = async (context, screen, plan) => {
  const day = "order_date";
  const href = (row: SummedRow | null) => rowsHref(plan, day, value(row), [["uncovered_only", "1"]]);
  const list = await summed(context, screen, plan, {
    day,
    sums: ["amount"],
    more: [where.empty("contract_id"), where.empty("price_source")],
  });
  const { rows } = list;
  const drawn = rows.slice(0, MOST_DRAWN);
  return [
    pictureOf("无合同无核价", {
      kind: "bar",
      caption: "采购金额",
      axis: axisOf(plan),
      labels: drawn.map((row) => nameOf(row)),
      series: [{ label: "采购金额", values: drawn.map(({ sums }) => sums.amount ?? "0") }],
    }),
    figureTable("无合同无核价下单", {
      caption: about(plan, "订单日期"),
      axis: axisOf(plan),
      list,
      named: (row) => nameOf(row),
      figures: [lineCount("行数", href), amountOf("采购金额", "amount", href)],
    }),
  ];
};

const DRAWS: Readonly<Record<ReportPlan["code"], Draw>> = {
  spend,
  price_trend: priceTrend,
  saving,
  order_exec: orderExec,
  on_time: onTime,
  concentration,
  sourcing_cycle: sourcingCycle,
  inbound_quality: inboundQuality,
  uncovered,
};

/** Picture and table of a report, of the rows this person sees. */
export function drawReport(context: Context, screen: Screen, plan: ReportPlan): Promise<OwnSection[]> {
  return DRAWS[plan.code](context, screen, plan);
}
