import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, OwnSection, SaveWork } from "~/engine/entity/server-hooks";
import { dividePlan, endDivision } from "~/engine/operations/allocations.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundRate } from "~/shared/decimal";
import { commitRate, RISKS, weekKey } from "./demand-plan.rules";
import { COMMIT, endCommits, planFacts, releaseDemand, releaseFindings, workedOut } from "./release-demand.server";

type DemandPlanRecord = RecordFor<"purchase-orders/demand-plan">;

const MATERIAL = "master-data/material";
const SUPPLIER = "supplier-management/supplier";
/** Materials whose way is drawn, those with the most shortages first. */
const MOST_CHARTS = 3;

/** What follows from the weeks is worked out as soon as a line can be read. */
async function fillBalances({ context, record }: SaveWork<DemandPlanRecord>): Promise<void> {
  const plan = planFacts.safeParse(record);
  if (!plan.success) return;
  const worked = new Map((await workedOut(context, plan.data)).map((line) => [line.id, line]));
  for (const line of linesOf(record, "items")) {
    const own = worked.get(line.id);
    if (!own) continue;
    const { in_transit_qty, supplier_stock_qty, net_qty, projected_qty, risk } = own;
    Object.assign(line, { in_transit_qty, supplier_stock_qty, net_qty, projected_qty, risk });
  }
}

/** What was asked of suppliers by these plans, with what they said and what was ordered. */
async function askedBy(context: Context, planIds: readonly string[]) {
  const documents = await unscopedRows(
    context,
    COMMIT,
    ["id", "number", "plan_id", "supplier_id"],
    [where.oneOf("plan_id", planIds)],
  );
  if (documents.length === 0) return [];
  const known = new Map(documents.map((one) => [one.id, one]));
  const lines = await unscopedLines(context, {
    entityKey: COMMIT,
    lines: "items",
    columns: ["id", "root_id", "material_id", "week_start", "share_qty", "commit_qty", "commit_note", "ordered_qty"],
    where: [where.oneOf("root_id", [...known.keys()])],
  });
  return lines.flatMap((line) => {
    const document = known.get(line.root_id);
    return document ? [{ ...line, document }] : [];
  });
}

const shownLine = z.object({
  id: z.string(),
  material_id: z.string(),
  week_start: z.string(),
  uom: z.string(),
  gross_qty: z.string(),
  safety_qty: z.string().nullable(),
  net_qty: z.string().nullable(),
  projected_qty: z.string().nullable(),
  risk: z.enum(["red", "yellow", "ok"]).nullable(),
  split_note: z.string().nullable(),
});
type Shown = z.infer<typeof shownLine>;

const TONES = { red: "refused", yellow: "warning", ok: "done" } as const;

function shortTable(lines: readonly Shown[], names: ReadonlyMap<string, string>): OwnSection[] {
  const short = lines.filter(({ risk, split_note }) => risk === "red" || risk === "yellow" || split_note !== null);
  if (short.length === 0) return [];
  const headings = ["物料", "周", "毛需求", "预计结存", "净需求", "缺料风险", "未分配说明"];
  const rows = [...short]
    .sort((a, b) => (`${a.week_start} ${a.material_id}` < `${b.week_start} ${b.material_id}` ? -1 : 1))
    .map((line) => ({
      id: line.id,
      cells: [
        { text: names.get(line.material_id) ?? "" },
        { text: line.week_start },
        { text: formatDecimal(line.gross_qty) },
        { text: formatDecimal(line.projected_qty ?? "0") },
        { text: formatDecimal(line.net_qty ?? "0") },
        line.risk === null ? { text: "" } : { text: RISKS[line.risk], tone: TONES[line.risk] },
        { text: line.split_note ?? "" },
      ],
    }));
  return [
    {
      kind: "table",
      first: true,
      title: "缺料清单",
      table: {
        caption: "预计结存低于安全库存，或净需求没有全部分给供应商的行",
        columns: columnsOf(headings, ["毛需求", "预计结存", "净需求"]),
        rows,
      },
    },
  ];
}

function charts(lines: readonly Shown[], names: ReadonlyMap<string, string>): OwnSection[] {
  const byMaterial = new Map<string, Shown[]>();
  for (const line of lines) byMaterial.set(line.material_id, [...(byMaterial.get(line.material_id) ?? []), line]);
  const badly = (own: readonly Shown[]) => own.filter(({ risk }) => risk === "red").length;
  return [...byMaterial]
    .filter(([, own]) => own.length > 1)
    .sort(([a, one], [b, other]) => badly(other) - badly(one) || (a < b ? -1 : 1))
    .slice(0, MOST_CHARTS)
    .map(([materialId, own]): OwnSection => {
      const weeks = [...own].sort((a, b) => (a.week_start < b.week_start ? -1 : 1));
      return {
        kind: "chart",
        title: `预计结存：${names.get(materialId) ?? ""}`,
        chart: {
          kind: "line",
          caption: "每周末的预计结存与安全库存",
          axis: "周",
          labels: weeks.map(({ week_start }) => week_start),
          series: [
            { label: "预计结存", values: weeks.map(({ projected_qty }) => projected_qty ?? "0") },
            { label: "安全库存", values: weeks.map(({ safety_qty }) => safety_qty ?? "0") },
          ],
        },
      };
    });
}

async function commitTable(context: Context, planId: string, names: ReadonlyMap<string, string>) {
  const asked = await askedBy(context, [planId]);
  if (asked.length === 0) return [];
  const suppliers = await labelsOf(context, context.services.registry.entity(SUPPLIER), [
    ...new Set(asked.map(({ document }) => document.supplier_id)),
  ]);
  const screen = screenFor(context, COMMIT, "get");
  const key = (one: (typeof asked)[number]) => `${weekKey(one)} ${one.document.number}`;
  const headings = ["物料", "周", "供应商", "预测份额", "承诺数量", "已转订单", "差异说明", "需求承诺"];
  const rate = commitRate(asked);
  const table: OwnSection = {
    kind: "table",
    first: true,
    title: "供应商承诺",
    table: {
      caption: `按货源比例分给供应商的数量${rate === null ? "" : `，承诺率${formatDecimal(roundRate(rate))}%`}`,
      columns: columnsOf(headings, ["预测份额", "承诺数量", "已转订单"]),
      rows: [...asked]
        .sort((a, b) => (key(a) < key(b) ? -1 : 1))
        .map((line) => ({
          id: line.id,
          cells: [
            { text: names.get(line.material_id) ?? "" },
            { text: line.week_start },
            { text: suppliers.get(line.document.supplier_id) ?? "" },
            { text: formatDecimal(line.share_qty) },
            line.commit_qty === null
              ? { text: "待承诺" }
              : {
                  text: formatDecimal(line.commit_qty),
                  ...(decimal(line.commit_qty).lt(decimal(line.share_qty)) ? { tone: "warning" as const } : {}),
                },
            { text: formatDecimal(line.ordered_qty) },
            { text: line.commit_note ?? "" },
            {
              text: line.document.number ?? "",
              ...(screen ? { href: recordPath(screen, line.document.id) } : {}),
            },
          ],
        })),
    },
  };
  return [table];
}

/** What changed against the plan this one took the place of. */
async function differences(
  context: Context,
  record: DemandPlanRecord,
  { lines, names }: { lines: readonly Shown[]; names: ReadonlyMap<string, string> },
): Promise<OwnSection[]> {
  if (typeof record.number !== "string") return [];
  const [before] = await unscopedRows(
    context,
    "purchase-orders/demand-plan",
    ["id", "number"],
    [where.eq("factory_id", String(record.factory_id)), where.eq("replaced_by", record.number)],
  );
  if (!before) return [];
  const old = await unscopedLines(context, {
    entityKey: "purchase-orders/demand-plan",
    lines: "items",
    columns: ["material_id", "week_start", "gross_qty"],
    where: [where.eq("root_id", before.id)],
  });
  const was = new Map(old.map((line) => [weekKey(line), line.gross_qty]));
  const changed = lines.filter((line) => !decimal(was.get(weekKey(line)) ?? "0").eq(decimal(line.gross_qty)));
  if (changed.length === 0) return [];
  const headings = ["物料", "周", "上一版毛需求", "毛需求", "变化"];
  return [
    {
      kind: "table",
      title: "版本差异",
      table: {
        caption: `与上一版${before.number ?? ""}相比毛需求有变化的行`,
        columns: columnsOf(headings, headings.slice(2)),
        rows: changed.map((line) => {
          const from = was.get(weekKey(line)) ?? "0";
          return {
            id: line.id,
            cells: [
              { text: names.get(line.material_id) ?? "" },
              { text: line.week_start },
              { text: formatDecimal(from) },
              { text: formatDecimal(line.gross_qty) },
              { text: formatDecimal(decimal(line.gross_qty).minus(decimal(from)).toFixed()) },
            ],
          };
        }),
      },
    },
  ];
}

async function planSections(context: Context, record: DemandPlanRecord): Promise<OwnSection[]> {
  const lines = z.array(shownLine).parse(linesOf(record, "items"));
  const names = await labelsOf(context, context.services.registry.entity(MATERIAL), [
    ...new Set(lines.map(({ material_id }) => material_id)),
  ]);
  return [
    ...shortTable(lines, names),
    ...(await commitTable(context, record.id, names)),
    ...charts(lines, names),
    ...(await differences(context, record, { lines, names })),
  ];
}

export const demandPlanServer: EntityServer<"purchase-orders/demand-plan"> = {
  prepare: fillBalances,
  sections: planSections,
  judgedOnce: { replace: "The newer plan that takes its place has been judged itself" },
  async extra(context, _screen, ids) {
    const asked = await askedBy(context, ids);
    return new Map(
      ids.map((id) => {
        const rate = commitRate(asked.filter(({ document }) => document.plan_id === id));
        return [id, { commit_rate: rate === null ? null : roundRate(rate) }];
      }),
    );
  },
  transitions: {
    release: { check: releaseFindings, effect: releaseDemand },
    divide: { effect: (context, { record }) => dividePlan(context, { kind: "demand_plan", id: record.id }) },
    replace: {
      async effect(context, { record }) {
        await endCommits(context, record.id, "replace");
        await endDivision(context, { kind: "demand_plan", id: record.id });
      },
    },
    close: {
      async effect(context, { record }) {
        await endCommits(context, record.id, "end");
        await endDivision(context, { kind: "demand_plan", id: record.id });
      },
    },
  },
};
