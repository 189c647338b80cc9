import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { ListFigures, RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { rowsWithinReach } from "~/engine/operations/rows-within-reach.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { countsOfList } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { typeInspectionReport } from "./type-inspection-report.entity";
import {
  inspectionState,
  judgeItem,
  limitText,
  type MeasuredReport,
  measuredItems,
  type RuleItem,
} from "./type-inspection-report.rules";

type TypeInspectionReportRecord = RecordFor<"master-data/type-inspection-report">;

const { key, states, tones } = typeInspectionReport;
const SOURCE = "base-data/source-data";
/** Reports somebody has judged: what is prepared or waits says nothing yet. */
const JUDGED = ["valid", "superseded", "failed"];
/** Items that are drawn; the table of the report has all. */
const MOST_ITEMS = 4;
/** Earlier reports that are looked at, the newest. */
const MOST_REPORTS = 12;

/**
 * Earlier reports of the same supplier about the same materials, how their figures moved between the limits, and after a report that
 * failed the sources by which the materials still come.
 */
export async function reportSections(
  context: Context,
  record: TypeInspectionReportRecord,
): Promise<(RecordTable | RecordChart)[]> {
  const materials = linesOf(record, "materials").map(({ material_id }) => String(material_id));
  const supplierId = String(record.supplier_id);
  const same = await unscopedLines(context, {
    entityKey: key,
    lines: "materials",
    columns: ["root_id"],
    where: [where.oneOf("material_id", materials)],
  });
  const roots = [...new Set(same.map(({ root_id: id }) => id))];
  const columns = [
    "id",
    "number",
    "report_no",
    "issue_date",
    "lab_name",
    "conclusion",
    "state",
    "next_due_date",
  ] as const;
  const all = await unscopedRows(context, key, columns, [
    where.oneOf("id", roots),
    where.eq("supplier_id", supplierId),
    where.any(where.oneOf("state", JUDGED), where.eq("id", record.id)),
  ]);
  const reports = all.sort((a, b) => (a.issue_date < b.issue_date ? -1 : 1)).slice(-MOST_REPORTS);
  const affected = record.state === "failed" && !context.actor.supplierId;
  return [
    ...(affected ? await sourcesOf(context, supplierId, materials) : []),
    ...(reports.length > 1 ? await trendOf(context, reports) : []),
  ];
}

const STATES = {
  normal: { text: "正常", tone: "done" },
  due_soon: { text: "即将到期", tone: "waiting" },
  overdue: { text: "已超期", tone: "warning" },
  blocked: { text: "超期限制下单", tone: "refused" },
} as const;

/** How current a valid report is for each material, and what was measured beside the limits that the rules set. */
export async function judgedSections(
  context: Context,
  record: TypeInspectionReportRecord,
  rules: ReadonlyMap<string, { items: readonly RuleItem[] }>,
): Promise<RecordTable[]> {
  return [
    ...(record.state === "valid" ? [await currentOf(context, record)] : []),
    ...beside(
      record,
      [...rules.values()].flatMap(({ items }) => items),
    ),
  ];
}

async function currentOf(context: Context, record: TypeInspectionReportRecord): Promise<RecordTable> {
  const lines = linesOf(record, "materials");
  const ids = lines.map(({ material_id }) => String(material_id));
  const labels = await labelsOf(context, context.services.registry.entity("master-data/material"), ids);
  const today = dayOf(context.now);
  const soon = await limitFor(context, "warning.expiryDays");
  return {
    kind: "table",
    title: "型检状态",
    table: {
      caption: "按今天计算",
      columns: columnsOf(["适用物料", "下次到期日", "超期天数", "型检状态"]),
      rows: lines.flatMap(({ id, material_id, next_due_date: due }) => {
        if (typeof due !== "string") return [];
        const late = daysBetween(due, today);
        const state = inspectionState(due, today, soon);
        const cells = [{ text: labels.get(String(material_id)) ?? "" }, { text: due }];
        return [{ id, cells: [...cells, { text: late > 0 ? `${late}天` : "" }, STATES[state]] }];
      }),
    },
  };
}

/** Items of the report beside those of the rules: limits that differ are to be seen, and what lies beyond either stands in red. */
function beside(record: TypeInspectionReportRecord, asked: readonly RuleItem[]): RecordTable[] {
  if (asked.length === 0) return [];
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const rows = linesOf(record, "items").flatMap((line) => {
    const rule = asked.find(({ item }) => item === line.item);
    if (!rule) return [];
    const own = { lower: text(line.lower), upper: text(line.upper), unit: text(line.unit) };
    const value = String(line.value);
    const verdict = judgeItem({ value, lower: rule.lower, upper: rule.upper });
    const isOver = verdict === "fail" || judgeItem({ value, ...own }) === "fail";
    return [
      {
        id: line.id,
        cells: [
          { text: String(line.item) },
          isOver ? { text: value, tone: "refused" as const } : { text: value },
          { text: limitText(own) },
          { text: limitText(rule) },
          verdict === "fail"
            ? { text: "超出规则限值", tone: "refused" as const }
            : verdict === "pass"
              ? { text: "符合", tone: "done" as const }
              : { text: "人工判定" },
        ],
      },
    ];
  });
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      title: "与规则限值对照",
      table: {
        caption: "适用物料的型检规则所列项目",
        columns: columnsOf(["检验项目", "实测值", "报告限值", "规则限值", "按规则"]),
        rows,
      },
    },
  ];
}

type Row = Readonly<Record<string, unknown>>;

async function trendOf(context: Context, reports: readonly Row[]): Promise<(RecordTable | RecordChart)[]> {
  const ids = reports.map(({ id }) => String(id));
  const items = await unscopedLines(context, {
    entityKey: key,
    lines: "items",
    columns: ["root_id", "item", "value", "lower", "upper", "unit"],
    where: [where.oneOf("root_id", ids)],
  });
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
  const measured = reports.map(
    (report): MeasuredReport => ({
      label: `${String(report.issue_date)} ${String(report.report_no)}`,
      items: items.flatMap((one) =>
        one.root_id === report.id
          ? [
              {
                item: one.item,
                value: one.value,
                unit: text(one.unit),
                lower: text(one.lower),
                upper: text(one.upper),
              },
            ]
          : [],
      ),
    }),
  );
  const screen = screenFor(context, key, "get");
  const charts = measuredItems(measured)
    .slice(0, MOST_ITEMS)
    .map(
      ({ item, unit, labels, series }): RecordChart => ({
        kind: "chart",
        title: `历次报告趋势：${item}`,
        chart: {
          kind: "line",
          caption: `${item}历次实测值`,
          axis: "报告",
          ...(unit === null ? {} : { unit }),
          labels,
          series,
        },
      }),
    );
  const rows = [...reports].reverse().map((report) => {
    const state = String(report.state) as keyof typeof states & string;
    return {
      id: String(report.id),
      cells: [
        { text: String(report.number), ...(screen ? { href: recordPath(screen, String(report.id)) } : {}) },
        { text: String(report.report_no) },
        { text: String(report.issue_date) },
        { text: String(report.lab_name) },
        { text: report.conclusion === "fail" ? "不合格" : "合格" },
        { text: text(report.next_due_date) ?? "" },
        { text: states?.[state] ?? state, ...(tones?.[state] ? { tone: tones[state] } : {}) },
      ],
    };
  });
  const table: RecordTable = {
    kind: "table",
    title: "历次报告",
    table: {
      caption: "同一供应商相同物料的报告",
      columns: columnsOf(["单号", "报告编号", "签发日期", "检测机构", "结论", "下次到期日", "状态"]),
      rows,
    },
  };
  return [table, ...charts];
}

/** Somebody decides about each source; a failed report by itself stops none (the gate goes by the day that is due). */
async function sourcesOf(context: Context, supplierId: string, materials: readonly string[]): Promise<RecordTable[]> {
  const found = await rowsWithinReach(
    context,
    SOURCE,
    ["id", "number", "material_id", "factory_id", "state"],
    [
      where.eq("supplier_id", supplierId),
      where.oneOf("material_id", materials),
      where.oneOf("state", ["trial", "active", "suspended"]),
    ],
  );
  if (!found || found.rows.length === 0) return [];
  const { rows, screen } = found;
  const { registry } = context.services;
  const source = registry.entity(SOURCE);
  const named = async (entity: string, column: "material_id" | "factory_id") =>
    labelsOf(context, registry.entity(entity), [...new Set(rows.map((row) => row[column]))]);
  const materialNames = await named("master-data/material", "material_id");
  const factories = await named("master-data/factory", "factory_id");
  return [
    {
      kind: "table",
      title: "受影响的货源",
      table: {
        caption: "检验不合格的物料仍在供货的货源，请逐条决定是否暂停",
        columns: columnsOf(["货源", "物料", "收货工厂", "状态"]),
        rows: rows.map(({ id, number, material_id, factory_id, state }) => ({
          id,
          cells: [
            { text: String(number), href: recordPath(screen, id) },
            { text: materialNames.get(material_id) ?? "" },
            { text: factories.get(factory_id) ?? "" },
            { text: source.states?.[state] ?? "", tone: source.tones?.[state] ?? "draft" },
          ],
        })),
      },
    },
  ];
}

const BUCKETS = { normal: "正常", due_soon: "即将到期", overdue: "已超期1至15天", blocked: "超期限制下单" } as const;

/** Valid reports by how current they are, and by the month in which the next is due. */
export async function dueFigures(context: Context, screen: Screen): Promise<ListFigures> {
  const valid = [where.eq("state", "valid"), where.set("next_due_date")];
  const today = dayOf(context.now);
  const soon = await limitFor(context, "warning.expiryDays");
  const days = await countsOfList(context, screen, [{ field: "next_due_date" }], valid);
  const counts = new Map<string, number>();
  for (const { values, count } of days) {
    const state = inspectionState(String(values[0]), today, soon);
    counts.set(state, (counts.get(state) ?? 0) + count);
  }
  const months = await countsOfList(context, screen, [{ field: "next_due_date", byMonth: true }], valid);
  const sorted = months.sort((a, b) => (String(a.values[0]) < String(b.values[0]) ? -1 : 1));
  return {
    about: "有效的报告",
    charts: [
      {
        kind: "bar",
        caption: "到期分布",
        axis: "型检状态",
        unit: "份",
        labels: Object.values(BUCKETS),
        series: [{ label: "报告", values: Object.keys(BUCKETS).map((name) => String(counts.get(name) ?? 0)) }],
      },
      {
        kind: "bar",
        caption: "按下次到期的月份",
        axis: "月份",
        unit: "份",
        labels: sorted.map(({ values }) => String(values[0])),
        series: [{ label: "报告", values: sorted.map(({ count }) => String(count)) }],
      },
    ],
  };
}
