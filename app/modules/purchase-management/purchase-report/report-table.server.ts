import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import type { Chart, RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { type CountedBy, type SummedRow, sumsOfList } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { type Condition, where } from "~/shared/condition";
import { formatDecimal, roundMoney, sum } from "~/shared/decimal";
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

/** The figures of the report by its dimension, the largest first; months in their order. */
export function summed(
  context: Context,
  screen: Screen,
  plan: ReportPlan,
  {
    day,
    sums,
    more = [],
    also,
  }: { day: DayColumn; sums: readonly string[]; more?: readonly Condition[]; also?: CountedBy },
): Promise<SummedRow[]> {
  return sumsOfList(context, screen, {
    by: [groupOf(plan.dimension, day), ...(also ? [also] : [])],
    sums,
    more: [...rowsOf(plan, day), ...more],
    ...(plan.dimension === "month" || sums.length === 0 ? {} : { largest: true as const }),
  });
}

export const nameOf = ({ labels, values }: SummedRow, at = 0): string => labels[at] || values[at] || EMPTY;

/** One column of a table: what a row says in it, and what all rows say together. */
export interface Figure<R> {
  label: string;
  of(row: R): string;
  /** `null`: adding it up would mean nothing. */
  total(rows: readonly R[]): string | null;
  href?(row: R | null): string | undefined;
}

/** An amount that is added up. */
export function amountOf(label: string, name: string, href: (row: SummedRow | null) => string | undefined) {
  return {
    label,
    of: ({ sums }: SummedRow) => formatDecimal(sums[name] ?? "0", 2),
    total: (rows: readonly SummedRow[]) => formatDecimal(totalOf(rows, name), 2),
    href,
  };
}

export function totalOf(rows: readonly SummedRow[], name: string): string {
  return roundMoney(sum(rows.map(({ sums }) => sums[name] ?? "0")));
}

/** A table of figures by name, with the rest and the total below; each figure leads to its rows. */
export function figureTable<R>(
  title: string,
  {
    caption,
    axis,
    rows,
    named,
    figures,
  }: {
    caption: string;
    axis: string;
    rows: readonly R[];
    named(row: R): string;
    figures: readonly Figure<R>[];
  },
): RecordTable {
  const shown = rows.slice(0, MOST_ROWS);
  const rest = rows.slice(MOST_ROWS);
  const labels = figures.map(({ label }) => label);
  const together = (id: string, text: string, of: readonly R[], leads: boolean) => ({
    id,
    cells: [
      { text },
      ...figures.map(({ total, href }) => {
        const to = leads ? href?.(null) : undefined;
        return { text: total(of) ?? "", ...(to ? { href: to } : {}) };
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
        ...(rest.length > 0 ? [together("rest", `其余${rest.length}项`, rest, false)] : []),
        ...(rows.length > 0 ? [together("total", "合计", rows, true)] : []),
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
