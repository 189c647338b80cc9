import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { ConditionOn } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { EntityServer, ListFigures, OwnSection } from "~/engine/entity/server-hooks";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { sumsOfList } from "~/engine/screen/figures.server";
import { addDays, dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";

const KEY = "system-management/passed-warning";
/** Bars that a picture can still be read with. */
const MOST_BARS = 15;

const told = z.object({ entity: z.string(), record_key: z.string(), record_number: z.string().nullable() });

/** The way to the document; its own page says so where the reader may not see that one. */
async function documentOf(context: Context, record: unknown): Promise<OwnSection[]> {
  const { entity, record_key, record_number } = told.parse(record);
  const screen = screenFor(context, entity, "get");
  return screen
    ? [
        {
          kind: "facts",
          title: "单据",
          facts: [{ label: screen.label, text: record_number ?? "打开单据", href: recordPath(screen, record_key) }],
        },
      ]
    : [];
}

/** The filter of a month, as the address of the list says it. */
function inMonth(month: string): [string, string][] {
  const next = addDays(`${month}-28`, 4).slice(0, "0000-00".length);
  return [
    ["at", `${month}-01`],
    ["at", addDays(`${next}-01`, -1)],
  ];
}

/** How many warnings were passed: by month, by kind of document and by person, each leading to its rows. */
async function figures(context: Context, screen: Screen): Promise<ListFigures> {
  const count = (field: string, byMonth?: true) =>
    sumsOfList(context, screen, {
      by: [{ field, ...(byMonth ? { byMonth } : {}) }],
      sums: [],
      ...(byMonth ? {} : { largest: true }),
    });
  const months = await count("at", true);
  const kinds = (await count("entity")).slice(0, MOST_BARS);
  const people = (await count("user_id")).filter(({ values }) => values[0] !== "").slice(0, MOST_BARS);
  const href = (entries: [string, string][]) => `/${KEY}?${new URLSearchParams(entries)}`;
  const label = ({ labels, values }: { labels: string[]; values: string[] }) => labels[0] || (values[0] ?? "");
  const labelsOfKinds: Readonly<Record<string, string>> = screen.entity.fields.entity?.options.choices ?? {};
  return {
    about: "列表中的全部放行",
    charts: [
      {
        kind: "line",
        caption: "每月放行的警告",
        axis: "月份",
        labels: months.map(({ values }) => values[0] ?? ""),
        series: [{ label: "警告", values: months.map((row) => String(row.count)) }],
        hrefs: months.map(({ values }) => href(inMonth(values[0] ?? ""))),
      },
      {
        kind: "bar",
        caption: "各类单据放行的警告",
        axis: "单据类型",
        labels: kinds.map((row) => labelsOfKinds[row.values[0] ?? ""] ?? label(row)),
        series: [{ label: "警告", values: kinds.map((row) => String(row.count)) }],
        hrefs: kinds.map(({ values }) => href([["entity", values[0] ?? ""]])),
      },
      {
        kind: "bar",
        caption: "各人放行的警告",
        axis: "人员",
        labels: people.map(label),
        series: [{ label: "警告", values: people.map((row) => String(row.count)) }],
        hrefs: people.map(({ values }) => href([["user_id", values[0] ?? ""]])),
      },
    ],
  };
}

/** Those of the calendar month before this one, in China. */
async function ofLastMonth(context: Context, rows: ConditionOn<typeof KEY>): Promise<string[]> {
  const thisMonth = `${dayOf(context.now).slice(0, "0000-00".length)}-01`;
  const lastMonth = `${addDays(thisMonth, -1).slice(0, "0000-00".length)}-01`;
  const [from, until] = [momentOf(lastMonth), momentOf(thisMonth)];
  const found = await unscopedRows(
    context,
    KEY,
    ["id"],
    [rows, where.atLeast("at", from), where.not(where.atLeast("at", until))],
  );
  return found.map(({ id }) => id);
}

export const passedWarningServer: EntityServer<typeof KEY> = {
  chosen: (context, _toggle, rows) => ofLastMonth(context, rows as ConditionOn<typeof KEY>),
  sections: (context, record) => documentOf(context, record),
  figures,
};
