import { consequenceOf } from "~/engine/context.server";
import type { EntityServer, ListFigures, RowLink } from "~/engine/entity/server-hooks";
import { mayRead, screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { sumsOfList } from "~/engine/screen/figures.server";
import { where } from "~/shared/condition";
import { decimalOrZero } from "~/shared/decimal";
import { keepMonth } from "../month-confirmation/months.server";
import { ioMark } from "./io-mark.entity";
import { matchMarks } from "./marks.server";

/** Moves after which the month says something else. */
const TELLING: readonly string[] = ["object", "withdraw", "answer", "settle", "agree", "differ"];

export const ioMarkServer: EntityServer<"receiving/io-mark"> = {
  async afterTransition({ context, transition, record }) {
    if (transition === "recheck" && record.source_no) await matchMarks(consequenceOf(context), record.source_no);
    if (TELLING.includes(transition) && record.currency)
      await keepMonth(context, {
        supplier: String(record.supplier_id),
        month: String(record.confirm_month),
        currency: record.currency,
      });
  },
  /** Months of goods received and returned, in each currency; whoever may not read prices gets no amounts. */
  async figures(context, screen): Promise<ListFigures> {
    const about = "列表中您能看到的出入库";
    if (!mayRead(context, ioMark, "amount", ioMark.fields.amount)) return { about, charts: [] };
    const sides = { in: where.oneOf("io_type", ["in", "in_rev"]), out: where.oneOf("io_type", ["out", "out_rev"]) };
    const by = [{ field: "post_date", byMonth: true as const }, { field: "currency" }];
    const received = await sumsOfList(context, screen, { by, sums: ["amount"], more: [sides.in] });
    const returned = await sumsOfList(context, screen, { by, sums: ["amount"], more: [sides.out] });
    const all = [...received, ...returned].filter(({ values }) => values[1]);
    const currencies = [...new Set(all.map(({ values }) => values[1] ?? ""))].sort();
    return {
      about,
      charts: currencies.map((currency) => {
        const own = (rows: typeof received) => rows.filter(({ values }) => values[1] === currency);
        const months = [...new Set(own(all).map(({ values }) => values[0] ?? ""))].sort();
        const course = (rows: typeof received, sign: number) =>
          months.map((month) => {
            const found = own(rows).find(({ values }) => values[0] === month);
            return decimalOrZero(found?.sums.amount ?? "0")
              .times(sign)
              .toFixed(2);
          });
        const name = all.find(({ values }) => values[1] === currency)?.labels[1] ?? currency;
        return {
          kind: "bar" as const,
          caption: `月度入库与退货金额（${name}）`,
          axis: "月份",
          labels: months,
          series: [
            { label: "入库金额", values: course(received, 1) },
            { label: "退货金额", values: course(returned, -1) },
          ],
        };
      }),
    };
  },
  listPages(context) {
    const months = screenFor(context, "receiving/month-confirmation", "query");
    return months ? [{ label: "月度对账确认", href: `/${months.area}/${months.key}`, tone: "plain" as const }] : [];
  },
  /** The journal row a mark stands beside, for whoever may open it. */
  async rowLinks(context, ids) {
    const screen = screenFor(context, "receiving/io-data", "get");
    if (!screen) return new Map();
    const rows = await unscopedRows(context, "receiving/io-mark", ["id", "movement_id"], [where.oneOf("id", [...ids])]);
    return new Map(
      rows.map(({ id, movement_id }): [string, RowLink[]] => [
        id,
        movement_id === null ? [] : [{ label: "流水", href: `/${screen.area}/${screen.key}/${movement_id}` }],
      ]),
    );
  },
};
