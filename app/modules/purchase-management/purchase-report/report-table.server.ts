import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import type { Chart, RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { type CountedBy, type SummedList, type SummedRow, sumsWithTotal } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { type Condition, where } from "~/shared/condition";
import { decimal, formatDecimal, roundMoney } from "~/shared/decimal";
import { DIMENSIONS, type Dimension, monthWithin, type ReportCode } from "./purchase-report.rules";

/** The list whose rows every figure is made of. */
export const RECORDS = "purchase-management/purchase-record";

/** Rows of a table that are named; the row below holds the others, so that the table adds up. */
const MOST_ROWS = 60;
const EMPTY = "（空）";

type Pairs = readonly (readonly [name: string, value: string])[];

/** What a report is asked for. */
export interface ReportPlan {
  code: ReportCode;
  dimension: Dimension;
  days: { from: string; to: string };
  /** Filters of 采购记录 by reference or choice, as its address says them. */
  pairs: Pairs;
  /** Groups that are read; all further ones are one row. */
  most?: number;
}

/** The day by which a row falls into the period. */
export type DayColumn = "order_date" | "due_date" | "last_receipt_date";

const COLUMNS = {
  supplier: "supplier_id",
  category: "material_type_id",
  material: "material_id",
  factory: "factory_id",
  group: "purchase_group_id",
  buyer: "buyer_id",
} as const satisfies Partial<Record<Dimension, string>>;

/** Which column says the dimension. */
export function groupOf(dimension: Dimension, day: DayColumn): CountedBy {
  return dimension === "month" ? { field: day, byMonth: true } : { field: COLUMNS[dimension] };
}

/** The rows of the report: the same conditions that the address of a cell says. */
export function rowsOf({ days, pairs }: ReportPlan, day: DayColumn): Condition[] {
  return [
    where.atLeast(day, days.from),
    where.atMost(day, days.to),
    ...pairs.map(([name, value]) => where.eq(name, value)),
  ];
}

/** Where a cell leads: 采购记录 with the conditions of the report, narrowed to one group, and to `more`. */
export function rowsHref(
  plan: ReportPlan,
  day: DayColumn,
  value?: string,
  more: Pairs = [],
  dimension: Dimension = plan.dimension,
): string | undefined {
  // What is empty no filter asks for.
  if (value === "") return undefined;
  const { from, to } = dimension === "month" && value !== undefined ? monthWithin(value, plan.days) : plan.days;
  const own = value === undefined || dimension === "month" ? [] : [[COLUMNS[dimension], value] as const];
  const others = plan.pairs.filter(([name]) => !own.some(([one]) => one === name));
  const query = new URLSearchParams([[day, from], [day, to], ...others, ...own, ...more].map(([a, b]) => [a, b]));
  return `/${RECORDS}?${query}`;
}

/** The rows of 采购记录 worked out all at once; a page of them is asked for row by row. */
const SUMS = "purchase_record_sums";

/** The figures of the report by its dimension, the largest first; months in their order. All rows count in the total. */
export function summed(
  context: Context,
  screen: Screen,
  plan: ReportPlan,
  {
    day,
    sums,
    counts = [],
    more = [],
    by = [groupOf(plan.dimension, day)],
  }: {
    day: DayColumn;
    sums: readonly string[];
    counts?: readonly { as: string; column: string; says: string }[];
    more?: readonly Condition[];
    by?: readonly CountedBy[];
  },
): Promise<SummedList> {
  const wish = {
    by,
    sums,
    counts,
    more: [...rowsOf(plan, day), ...more],
    ...(by.some(({ byMonth }) => byMonth) ? {} : { largest: true as const }),
  };
  return sumsWithTotal(context, { ...screen, table: SUMS }, wish, plan.most);
}

export const nameOf = ({ labels, values }: SummedRow, at = 0): string => labels[at] || values[at] || EMPTY;

/** One column of a table: what a row says in it; the rest and the total are rows as well. */
export interface Figure {
  label: string;
  of(row: SummedRow): string;
  /** Adding it up would mean nothing; `"rest"`: the total is known, what the rest comes to is not. */
  apart?: true | "rest";
  href?(row: SummedRow | null): string | undefined;
}

/** An amount that is added up. */
export function amountOf(label: string, name: string, href: (row: SummedRow | null) => string | undefined): Figure {
  return { label, of: (row) => formatDecimal(sumIn(row, name), 2), href };
}

export function sumIn({ sums }: SummedRow, name: string): string {
  return roundMoney(decimal(sums[name] ?? "0"));
}

/** What all rows come to without those that are named. */
function restOf(total: SummedRow, named: readonly SummedRow[]): SummedRow {
  const left = (name: string) =>
    named.reduce((all, { sums }) => all.minus(decimal(sums[name] ?? "0")), decimal(total.sums[name] ?? "0")).toFixed();
  return {
    ...total,
    count: named.reduce((all, { count }) => all - count, total.count),
    sums: Object.fromEntries(Object.keys(total.sums).map((name) => [name, left(name)])),
  };
}

/** A table of figures by name, with the rest and the total of all rows below; each figure leads to its rows. */
export function figureTable(
  title: string,
  {
    caption,
    axis,
    list: { rows, total, more },
    named,
    figures,
  }: { caption: string; axis: string; list: SummedList; named(row: SummedRow): string; figures: readonly Figure[] },
): RecordTable {
  const shown = rows.slice(0, MOST_ROWS);
  const labels = figures.map(({ label }) => label);
  const others = more || rows.length > shown.length;
  const together = (id: string, text: string, row: SummedRow, leads: boolean) => ({
    id,
    cells: [
      { text },
      ...figures.map(({ of, apart, href }) => {
        const to = leads ? href?.(null) : undefined;
        return {
          text: apart === true || (apart === "rest" && id === "rest") ? "" : of(row),
          ...(to ? { href: to } : {}),
        };
      }),
    ],
  });
  return {
    kind: "table",
    first: true,
    title,
    table: {
      caption,
      columns: columnsOf([axis, ...labels], labels),
      rows: [
        ...shown.map((row, at) => ({
          id: String(at),
          cells: [
            { text: named(row) },
            ...figures.map(({ of, href }) => {
              const to = href?.(row);
              return { text: of(row), ...(to ? { href: to } : {}) };
            }),
          ],
        })),
        // No filter asks for everything but so many names.
        ...(others ? [together("rest", "其余（不能打开，请缩小查询条件）", restOf(total, shown), false)] : []),
        ...(rows.length > 0 || more ? [together("total", "合计", total, true)] : []),
      ],
    },
  };
}

/** Bars and points that a picture can still be read with. */
export const MOST_DRAWN = 15;

/** A picture beside a table that has the figures. */
export function pictureOf(title: string, chart: Omit<Chart, "withoutTable">): RecordChart {
  return { kind: "chart", first: true, title, chart: { ...chart, withoutTable: true } };
}

export const axisOf = ({ dimension }: ReportPlan): string => DIMENSIONS[dimension];
