import { screenFor } from "~/engine/operations/scope.server";
import { listPath } from "~/engine/screen/address";
import { lastMonths } from "~/engine/screen/figures.server";
import { where } from "~/shared/condition";
import { decimal, sum } from "~/shared/decimal";
import { type FilePart, type FileRow, ofSupplier, tableSection, valueCell } from "./file-part.server";

const ORDER = "purchase-orders/purchase-order";
const MONTHS = 12;
/** Orders that stand: what is not released yet, or was cancelled, was never bought. */
const STANDING = ["released", "negotiating", "confirmed", "on_hold", "closed"];

/** Orders by state, each leading to them, and what was ordered month by month: of those this person sees. */
export const orderOverview: FilePart = {
  facets: (at) => {
    const [first = ""] = lastMonths(at.today, MONTHS);
    const late = at.context.services.registry.entity(ORDER).list.toggles?.overdue_only;
    return {
      ...(late ? { late: { entity: ORDER, by: [{ field: "supplier_id" }], where: ofSupplier(at, late.where) } } : {}),
      states: { entity: ORDER, by: [{ field: "state" }], sum: "amount", where: ofSupplier(at) },
      months: {
        entity: ORDER,
        by: [{ field: "order_date", byMonth: true }, { field: "currency" }],
        sum: "amount",
        where: ofSupplier(at, where.atLeast("order_date", `${first}-01`), where.oneOf("state", STANDING)),
      },
    };
  },
  draw({ context, record, isSupplier, today }, rows) {
    const screen = screenFor(context, ORDER, "query");
    const names: readonly [string, string][] = Object.entries(context.services.registry.entity(ORDER).states ?? {});
    const counted = names.flatMap(([state, label]): FileRow[] => {
      const count = rows("states").find((row) => row.state === state)?.rows;
      if (!count) return [];
      const pick = new URLSearchParams([...(isSupplier ? [] : [["supplier_id", record.id]]), ["state", state]]);
      const text = `${count}张`;
      return [[state, { text: label }, screen ? { text, href: `${listPath(screen)}?${pick}` } : { text }]];
    });
    const late = rows("late")[0]?.rows;
    if (late && screen) {
      const pick = new URLSearchParams([...(isSupplier ? [] : [["supplier_id", record.id]]), ["overdue_only", "1"]]);
      const cell = { text: `${late}张`, tone: "refused" as const, href: `${listPath(screen)}?${pick}` };
      counted.push(["late", { text: "其中逾期未交" }, cell]);
    }
    const months = lastMonths(today, MONTHS);
    const currencies = [...new Set(rows("months").map(({ currency }) => currency ?? ""))].sort();
    const amountOf = (month: string, currency: string) =>
      sum(
        rows("months").flatMap((row) =>
          row.order_date === month && row.currency === currency ? [row.amount ?? "0"] : [],
        ),
      ).toFixed(2);
    const series = currencies.map((currency) => ({
      label: valueCell(context, ORDER, "currency", currency).text,
      values: months.map((month) => amountOf(month, currency)),
    }));
    const isEmpty = series.every(({ values }) => values.every((value) => decimal(value).eq(0)));
    return [
      tableSection("订单交付概览", ["状态", "数量"], counted),
      ...(isEmpty
        ? []
        : [
            {
              kind: "chart" as const,
              title: "月度订单金额",
              chart: {
                kind: "bar" as const,
                caption: `近${MONTHS}个月订单金额`,
                axis: "月份",
                labels: months,
                series,
              },
            },
          ]),
    ];
  },
};
