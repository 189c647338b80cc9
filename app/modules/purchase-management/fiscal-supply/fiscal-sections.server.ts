import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { suppliedOrdersSchema } from "~/engine/operations/bought.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { commitment, fiscalFigures, ORDER } from "./fiscal-figures.server";
import { agreedByMonth, cumulative, isShort, monthsOf, PACES } from "./fiscal-supply.rules";

type FiscalSupplyRecord = RecordFor<"purchase-management/fiscal-supply">;

/** Orders that are named one by one; the row below them holds the rest, so that the table adds up. */
const MOST_ORDERS = 60;
const TONES = { on: "done", behind: "refused", over: "warning" } as const;

/** Months of a commitment with what its supplier can make. */
export const capacityLines = z.array(
  z.object({ id: z.string(), month: z.string(), month_end: z.string(), capacity_qty: z.string().nullable() }),
);

type Figure = "ordered" | "received" | "returned" | "open";
const FIGURES = ["ordered", "received", "returned", "open"] as const;

function totalOf(rows: readonly Record<Figure, string>[], name: Figure): string {
  return roundQuantity(sum(rows.map((row) => row[name])));
}

const cells = (rows: readonly Record<Figure, string>[]) =>
  FIGURES.map((name) => ({ text: formatDecimal(totalOf(rows, name)) }));

/** What became of the commitment: as a whole, month by month, and order by order. */
export async function fiscalSections(context: Context, record: FiscalSupplyRecord): Promise<OwnSection[]> {
  if (record.state === "draft") return [];
  const one = commitment.parse(record);
  const figures = (await fiscalFigures(context, [one])).get(one.id);
  if (!figures) return [];
  const period = { from: one.valid_from, to: one.valid_to };
  const orders = await ask(context, {
    entityKey: ORDER,
    name: "supplied_orders",
    input: {
      ...{ supplierId: one.supplier_id, materialId: one.material_id, factoryId: one.factory_id },
      ...{ uom: one.uom, ...period },
    },
    answer: suppliedOrdersSchema,
  });
  const capacity = new Map(
    capacityLines.parse(linesOf(record, "months")).map(({ month, capacity_qty }) => [month, capacity_qty]),
  );
  const months = monthsOf(period).map(({ month }) => {
    const rows = figures.months.filter((row) => row.month === month);
    const can = capacity.get(month) ?? null;
    return { month, rows, can, isShort: isShort(can, totalOf(rows, "open")) };
  });
  const agreed = agreedByMonth(one.commit_qty, months.length);
  const headings = ["月份", "约定（累计）", "可供产能", "已下单", "已收货", "已退货", "未交订单", "提示"];
  const listed = orders.slice(0, MOST_ORDERS);
  const rest = orders.slice(MOST_ORDERS);
  const orderHeadings = ["订单", "需求月份", "已下单", "已收货", "已退货", "未交订单"];
  const sections: OwnSection[] = [
    {
      kind: "facts",
      first: true,
      title: "执行情况",
      facts: [
        { label: "已下单", text: formatDecimal(figures.ordered) },
        { label: "已收货", text: formatDecimal(figures.received) },
        { label: "已退货", text: formatDecimal(figures.returned) },
        {
          label: "执行率",
          text: `${formatDecimal(figures.exec)}%`,
          ...(figures.pace === "behind" ? { tone: TONES.behind } : {}),
        },
        { label: "时间进度", text: `${formatDecimal(figures.time)}%` },
        { label: "进度", text: PACES[figures.pace], tone: TONES[figures.pace] },
        { label: "预计缺口", text: formatDecimal(figures.gap) },
      ],
    },
    {
      kind: "table",
      first: true,
      title: "按月执行",
      table: {
        caption: "按订单行的需求日期归入月份，只计单位相同的订单；约定按月平均累计",
        columns: columnsOf(headings, headings.slice(1, -1)),
        rows: months.map(({ month, rows, can, isShort: short }, at) => ({
          id: month,
          cells: [
            { text: month },
            { text: formatDecimal(agreed[at] ?? "0") },
            { text: can === null ? "未填报" : formatDecimal(can) },
            ...cells(rows),
            short ? { text: `${month}产能不足以满足未交订单`, tone: "warning" as const } : { text: "" },
          ],
        })),
      },
    },
    {
      kind: "chart",
      title: "累计执行",
      chart: {
        kind: "line",
        caption: "按月累计的约定、下单和收货数量",
        axis: "月份",
        labels: months.map(({ month }) => month),
        series: [
          { label: "约定", values: agreed },
          { label: "下单", values: cumulative(months.map(({ rows }) => totalOf(rows, "ordered"))) },
          { label: "收货", values: cumulative(months.map(({ rows }) => totalOf(rows, "received"))) },
        ],
      },
    },
  ];
  if (orders.length === 0) return sections;
  return [
    ...sections,
    {
      kind: "table",
      title: "订单明细",
      table: {
        caption: "构成以上数量的订单",
        columns: columnsOf(orderHeadings, orderHeadings.slice(2)),
        rows: [
          ...listed.map((row) => ({
            id: `${row.id} ${row.month}`,
            cells: [{ text: row.number, href: `/${ORDER}/${row.id}` }, { text: row.month }, ...cells([row])],
          })),
          ...(rest.length > 0
            ? [{ id: "rest", cells: [{ text: `另有${rest.length}行` }, { text: "" }, ...cells(rest)] }]
            : []),
          { id: "total", cells: [{ text: "合计" }, { text: "" }, ...cells(orders)] },
        ],
      },
    },
  ];
}
