import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, OwnSection, SaveWork } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { rowsWithinReach } from "~/engine/operations/rows-within-reach.server";
import { createRecord } from "~/engine/operations/save.server";
import { mayOnScreen, scopesIn } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { lastMonths } from "~/engine/screen/figures.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { holdIndicator, selectActual } from "./key-indicator.query.server";
import {
  achievedOf,
  daysOfMonth,
  INDICATORS,
  type Indicator,
  type IndicatorCode,
  lightOf,
  MONTH,
  nextMonth,
  rowsOfIndicator,
} from "./key-indicator.rules";

type KeyIndicatorRecord = RecordFor<"purchase-management/key-indicator">;

const KEY = "purchase-management/key-indicator";
const GROUPS = "user-administration/purchase-group";
const MONTHS = 12;

const known = z.object({
  indicator: z.enum(Object.keys(INDICATORS) as [IndicatorCode]),
  period: z.string().regex(MONTH.expression),
  purchase_group_id: z.string().nullable(),
  target: z.string(),
});

/** What the month has come to, and how that stands to the target. */
export async function measured(context: Context, record: unknown) {
  const parsed = known.safeParse(record);
  if (!parsed.success || !/^\d+(\.\d+)?$/.test(parsed.data.target)) return null;
  const { indicator: code, period, purchase_group_id: groupId, target } = parsed.data;
  const { actual, lines } = await selectActual(context.services.database.connection(), {
    ...{ code, period, groupId, today: dayOf(context.now) },
  });
  const achieved = achievedOf(code, target, actual);
  const limits = {
    green: await intParameter(context.services, "indicator.greenPercent"),
    yellow: await intParameter(context.services, "indicator.yellowPercent"),
  };
  return {
    // As its column keeps it: a history of 128.74 and 128.7400 would tell of a change.
    ...{
      actual,
      row_count: lines,
      achieved: achieved === null ? null : decimal(achieved).toFixed(4),
      light: lightOf(achieved, limits),
    },
    computed_at: context.now.toISOString(),
  };
}

/** What decides about the figure; anything else leaves it until the night. */
const DECIDING = ["indicator", "period", "purchase_group_id", "target"] as const;

async function prepare({ context, record, before, set }: SaveWork<KeyIndicatorRecord>): Promise<void> {
  if (before && DECIDING.every((name) => (record[name] ?? "") === (before[name] ?? ""))) return;
  const found = await measured(context, record);
  if (found) set(found);
}

/** One target per indicator, month and group; whoever sees some groups only writes for one of them. */
async function onceComplaints({ context, record }: SaveWork<KeyIndicatorRecord>): Promise<Complaint[]> {
  const { indicator, period, purchase_group_id: groupId } = record;
  const entity = context.services.registry.entity(KEY);
  if (groupId === null && context.actor.kind !== "system" && scopesIn(context, entity).purchase_group !== "all")
    return [complain("purchase_group_id", "您只能维护所负责采购组的指标，请选择采购组")];
  await holdIndicator(context.services.database.connection(), String(indicator), String(period));
  const others = await unscopedRows(
    context,
    KEY,
    ["number"],
    [
      where.eq("indicator", String(indicator)),
      where.eq("period", String(period)),
      typeof groupId === "string" ? where.eq("purchase_group_id", groupId) : where.empty("purchase_group_id"),
      where.not(where.eq("id", record.id)),
    ],
  );
  return others.length === 0
    ? []
    : [complain("indicator", `该指标${period}的目标已存在（${others[0]?.number ?? ""}）`)];
}

async function copyToNext(context: Context, { record }: Work<KeyIndicatorRecord>): Promise<void> {
  const { indicator, purchase_group_id, owner_id, target, period } = record as KeyIndicatorRecord;
  await createRecord(consequenceOf(context), {
    screen: context.services.registry.mainScreen(KEY),
    values: { indicator, purchase_group_id, owner_id, target, period: nextMonth(String(period)) },
  });
}

/** Where the rows stand that the figure was counted from. */
function rowsHref({ indicator, period, purchase_group_id }: z.infer<typeof known>, today: string): string {
  const { day, pairs = [] }: Indicator = INDICATORS[indicator];
  const { from, to: end } = daysOfMonth(period);
  const yesterday = addDays(today, -1);
  const to = day === "due_date" && yesterday < end ? yesterday : end;
  const group = purchase_group_id === null ? [] : [["purchase_group_id", purchase_group_id]];
  return `/${rowsOfIndicator(indicator).screen}?${new URLSearchParams([[day, from], [day, to], ...group, ...pairs.map(([a, b]) => [a, b])])}`;
}

const shownRow = z.object({
  period: z.string(),
  purchase_group_id: z.string().nullable(),
  target: z.string().nullable(),
  actual: z.string().nullable(),
});

/** How it is counted, the rows behind it, its course over a year, and the other groups beside it. */
async function sections(context: Context, record: KeyIndicatorRecord): Promise<OwnSection[]> {
  const own = known.parse(record);
  const indicator: Indicator = INDICATORS[own.indicator];
  const months = lastMonths(`${own.period}-01`, MONTHS);
  const found = await rowsWithinReach(
    context,
    KEY,
    ["period", "purchase_group_id", "target", "actual"],
    [where.eq("indicator", own.indicator), where.oneOf("period", months)],
  );
  const rows = z.array(shownRow).parse(found?.rows ?? []);
  const course = months.flatMap((month) => {
    const row = rows.find((one) => one.period === month && one.purchase_group_id === own.purchase_group_id);
    return row?.actual ? [{ month, target: row.target ?? "0", actual: row.actual }] : [];
  });
  const beside = rows.filter(({ period, actual }) => period === own.period && actual !== null);
  const names = await labelsOf(
    context,
    context.services.registry.entity(GROUPS),
    beside.flatMap(({ purchase_group_id: id }) => (id === null ? [] : [id])),
  );
  const counted = rowsOfIndicator(own.indicator);
  const ledger = context.services.registry.screen(counted.screen);
  const mayLook = ledger !== undefined && mayOnScreen(context, ledger, "query");
  const count = typeof record.row_count === "number" ? String(record.row_count) : "0";
  return [
    {
      kind: "facts",
      title: "口径说明",
      facts: [
        { label: "计算方法", text: indicator.definition },
        { label: "方向", text: indicator.lower ? "越低越好" : "越高越好" },
        { label: "单位", text: indicator.unit },
        {
          label: "明细数据",
          text: `按${count}行${counted.label}计算${mayLook ? "，点击查看" : ""}`,
          ...(mayLook ? { href: rowsHref(own, dayOf(context.now)) } : {}),
        },
      ],
    },
    {
      kind: "chart",
      title: "近12个月目标与实际",
      chart: {
        kind: "line",
        caption: indicator.label,
        axis: "月份",
        unit: indicator.unit,
        labels: course.map(({ month }) => month),
        series: [
          { label: "目标值", values: course.map(({ target }) => target) },
          { label: "实际值", values: course.map(({ actual }) => actual) },
        ],
      },
    },
    ...(beside.length > 1
      ? [
          {
            kind: "chart" as const,
            title: "各采购组对比",
            chart: {
              kind: "bar" as const,
              caption: `${own.period} ${indicator.label}`,
              axis: "采购组",
              unit: indicator.unit,
              labels: beside.map(({ purchase_group_id: id }) => (id === null ? "全公司" : (names.get(id) ?? ""))),
              series: [
                {
                  label: "实际值",
                  values: beside.map(({ actual }) => formatDecimal(actual ?? "0", 2).replaceAll(",", "")),
                },
              ],
            },
          },
        ]
      : []),
  ];
}

export const keyIndicatorServer: EntityServer<typeof KEY> = {
  prepare,
  beforeSave: onceComplaints,
  sections,
  transitions: {
    copy_next: { effect: copyToNext },
    measure: {
      effect: async (context, work) => {
        const found = await measured(context, work.record);
        if (found) work.set(found);
      },
    },
  },
};
