import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { EntityServer, ListFigures, OwnSection } from "~/engine/entity/server-hooks";
import { type SummedRow, sumsOfList } from "~/engine/screen/figures.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, quotient, roundPrice } from "~/shared/decimal";
import { reaching } from "../purchase-report/purchase-report.rules";

type PurchaseRecordRecord = RecordFor<"purchase-management/purchase-record">;

const KEY = "purchase-management/purchase-record";
const YEARS = 2;
/** Suppliers and bars that a picture can still be read with. */
const MOST_SELLERS = 4;
const MOST_BARS = 15;

const told = z.object({ material_id: z.string(), uom: z.string(), currency: z.string() });

/** What the material cost from month to month, by supplier: of the rows this person sees. */
async function priceCourse(context: Context, record: PurchaseRecordRecord): Promise<OwnSection[]> {
  const screen = context.services.registry.screen(KEY);
  if (!screen) return [];
  const { material_id, uom, currency } = told.parse(record);
  const today = dayOf(context.now);
  const rows = await sumsOfList(context, screen, {
    by: [{ field: "order_date", byMonth: true }, { field: "supplier_id" }],
    sums: ["amount", "bought_qty"],
    more: [
      where.eq("material_id", material_id),
      where.eq("uom", uom),
      where.eq("currency", currency),
      where.atLeast("order_date", `${Number(today.slice(0, 4)) - YEARS}${today.slice(4, 7)}-01`),
      where.atLeast("bought_qty", "0.001"),
    ],
  });
  const months = [...new Set(rows.map(({ values }) => values[0] ?? ""))];
  const sellers = [...new Set(rows.map(({ labels }) => labels[1] ?? ""))].slice(0, MOST_SELLERS);
  const priceOf = ({ sums }: SummedRow) =>
    roundPrice(quotient(decimal(sums.amount ?? "0"), decimal(sums.bought_qty ?? "1")));
  const course = (seller: string) => {
    const own = rows.filter(({ labels }) => labels[1] === seller);
    let last = own[0] ? priceOf(own[0]) : "0";
    return months.map((month) => {
      const row = own.find(({ values }) => values[0] === month);
      if (row) last = priceOf(row);
      return last;
    });
  };
  return [
    {
      kind: "chart",
      title: "物料历史价格走势",
      chart: {
        kind: "line",
        caption: `近${YEARS}年各供应商的平均含税单价；没有采购的月份延用前一次的价格`,
        axis: "月份",
        labels: months,
        series: sellers.map((label) => ({ label, values: course(label) })),
      },
    },
  ];
}

/** The rows of the list by month and by supplier, in one currency each. */
async function figures(context: Context, screen: Screen): Promise<ListFigures> {
  const months = await sumsOfList(context, screen, {
    by: [{ field: "order_date", byMonth: true }, { field: "currency" }],
    sums: ["amount", "received_amount"],
  });
  const suppliers = await sumsOfList(context, screen, {
    by: [{ field: "supplier_id" }, { field: "currency" }],
    sums: ["amount"],
    largest: true,
  });
  const currencies = [...new Set(months.map(({ values }) => values[1] ?? ""))];
  const nameOf = (currency: string) => months.find(({ values }) => values[1] === currency)?.labels[1] ?? currency;
  return {
    about: "列表中您能看到的采购记录",
    charts: currencies.flatMap((currency) => {
      const own = months.filter(({ values }) => values[1] === currency);
      const sellers = suppliers.filter(({ values }) => values[1] === currency);
      // Of all suppliers, also of those that were not read.
      const whole = own.reduce((all, { sums }) => all.plus(decimal(sums.amount ?? "0")), decimal("0")).toFixed();
      const drawn = sellers.slice(0, MOST_BARS);
      return [
        {
          kind: "line" as const,
          caption: `每月采购金额和收货金额（${nameOf(currency)}）`,
          axis: "月份",
          labels: own.map(({ values }) => values[0] ?? ""),
          series: [
            { label: "采购金额", values: own.map(({ sums }) => sums.amount ?? "0") },
            { label: "收货金额", values: own.map(({ sums }) => sums.received_amount ?? "0") },
          ],
        },
        {
          kind: "bar" as const,
          caption: `供应商采购金额（${nameOf(currency)}），前${drawn.length}家占${
            reaching(
              drawn.map(({ sums }) => sums.amount ?? "0"),
              whole,
            ).at(-1) ?? "0"
          }%`,
          axis: "供应商",
          labels: drawn.map(({ labels }) => labels[0] ?? ""),
          series: [{ label: "采购金额", values: drawn.map(({ sums }) => sums.amount ?? "0") }],
          hrefs: drawn.map(
            ({ values }) => `/${KEY}?${new URLSearchParams({ supplier_id: values[0] ?? "", currency })}`,
          ),
        },
      ];
    }),
  };
}

export const purchaseRecordServer: EntityServer<typeof KEY> = { sections: priceCourse, figures };
