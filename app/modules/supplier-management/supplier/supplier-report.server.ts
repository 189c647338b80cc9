import type { Context } from "~/engine/context.server";
import type { Field } from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import type { Screen } from "~/engine/entity/registry";
import type { Chart, ListFigures, RecordTable } from "~/engine/entity/server-hooks";
import { rowFilter, screenFor } from "~/engine/operations/scope.server";
import {
  admissionSpread,
  certificateValidity,
  ofChosen,
  soleMaterials,
} from "~/engine/operations/supplier-figures.server";
import { supplierCounts } from "~/engine/operations/supplier-report.server";
import { unscopedCountsBy, unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath } from "~/engine/screen/address";
import { countsOfList, lastMonths } from "~/engine/screen/figures.server";
import { dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { GATE_CHECKS } from "~/shared/supplier-gate";
import { leading, tableSection, textCell, valueCell } from "./file-part.server";

const CLASS = "master-data/supplier-class";
const SUPPLIER = "supplier-management/supplier";
const MATERIAL = "master-data/material";
const ADMISSION = "supplier-management/admission";
const FREEZE = "supplier-performance/supplier-freeze";
const MONTHS = 12;
/** Stages a supplier goes up through; who has left is told by the freezes. */
const FUNNEL = ["potential", "candidate", "trial", "qualified", "preferred"];
/** Names on an axis; what is rarer is counted together. */
const MOST = 12;

/** The supplier base in charts, each with its figures in a table: of the suppliers this person sees. */
export async function supplierFigures(
  context: Context,
  screen: Screen,
  chosen: readonly Condition[] = [],
): Promise<ListFigures> {
  const counts = await supplierCounts(context, screen, chosen);
  const { registry } = context.services;
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const choices = (name: string) => {
    const field = fields[name];
    return field ? choicesOf(field.options) : {};
  };
  const states = (key: string) => registry.entity(key).states ?? {};
  const regions = new Map<string, number>();
  for (const [region, count] of counts.region) {
    const name = provinceOf(region);
    regions.set(name, (regions.get(name) ?? 0) + count);
  }
  const list = listPath(screen);
  const leadingTo = (chart: Chart, field: string, values: readonly string[]): Chart => ({
    ...chart,
    hrefs: values.map((value) => `${list}?${new URLSearchParams([[field, value]])}`),
  });
  const stages = Object.fromEntries(FUNNEL.map((stage) => [stage, choices("stage")[stage] ?? stage]));
  const byChoice = (caption: string, axis: string, field: string, counted: ReadonlyMap<string, number>): Chart =>
    leadingTo(
      inOrder({ caption, axis, unit: "家", labels: choices(field), counts: counted }),
      field,
      Object.keys(choices(field)),
    );
  const places = byFrequency("地区分布", "地区", "家", regions);
  return {
    about: "您能看到的在用供应商；趋势和周期为近12个月",
    charts: [
      {
        ...leadingTo(
          inOrder({ caption: "阶段漏斗", axis: "阶段", unit: "家", labels: stages, counts: counts.stage }),
          "stage",
          FUNNEL,
        ),
        kind: "funnel",
      },
      await classChart(context, screen),
      {
        ...places,
        hrefs: places.labels.map((name) =>
          KNOWN_PLACE.test(name) ? `${list}?region=${encodeURIComponent(name)}` : "",
        ),
      },
      byChoice("按供应商类型", "类型", "supplier_type", counts.type),
      byChoice("按风险等级", "风险等级", "risk_level", counts.risk),
      byChoice("按冻结状态", "冻结状态", "freeze_status", counts.freeze),
      ...(counts.certificates
        ? [
            bars(
              "资质证照距到期",
              "期限",
              "份",
              counts.certificates.map(({ label, count }) => [label, count]),
            ),
          ]
        : []),
      ...(await validityChart(context, chosen)),
      ...(await admissionChart(context, chosen)),
      ...(await freezeChart(context, chosen)),
      ...(counts.risks
        ? [
            inOrder({
              caption: "未了结的风险事件",
              axis: "风险等级",
              unit: "件",
              labels: choices("risk_level"),
              counts: counts.risks,
            }),
          ]
        : []),
      ...(counts.admissions
        ? [
            inOrder({
              caption: "准入单按状态",
              axis: "状态",
              unit: "张",
              labels: states(ADMISSION),
              counts: counts.admissions,
            }),
          ]
        : []),
      ...(counts.forecast
        ? [
            inOrder({
              caption: "限单预告按检查项",
              axis: "检查项",
              unit: "条",
              labels: GATE_CHECKS,
              counts: counts.forecast,
            }),
          ]
        : []),
    ],
    tables: await soleTable(context, chosen),
  };
}

const KNOWN_PLACE = /(?:省|自治区|特别行政区|市)$/;

/** Suppliers by class, each within the class above it. */
async function classChart(context: Context, screen: Screen): Promise<Chart> {
  const seen = [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : [])];
  const own = [...seen, where.eq("state", "active")];
  const [counts = new Map<string, number>()] = await unscopedCountsBy(context, screen.entity, "supplier_class_id", [
    own,
  ]);
  const classes = new Map(
    (await unscopedRows(context, CLASS, ["id", "code", "name", "parent_id"], [])).map((row) => [row.id, row]),
  );
  const nameOf = (id: unknown) => {
    const found = classes.get(String(id));
    return found ? `${found.code} ${found.name}` : "未分类";
  };
  const rows = [...counts].sort((a, b) => b[1] - a[1] || (nameOf(a[0]) < nameOf(b[0]) ? -1 : 1));
  return {
    ...bars(
      "分类旭日图",
      "供应商分类",
      "家",
      rows.map(([id, count]) => [nameOf(id), count]),
    ),
    kind: "sunburst",
    groups: rows.map(([id]) => nameOf(classes.get(id)?.parent_id ?? id)),
    hrefs: rows.map(([id]) => (classes.has(id) ? `${listPath(screen)}?supplier_class_id=${id}` : "")),
  };
}

/** Percent of the certificates held at the end of each month that were valid then. */
async function validityChart(context: Context, chosen: readonly Condition[]): Promise<Chart[]> {
  const months = await certificateValidity(context, chosen);
  if (!months || months.every(({ all }) => all === 0)) return [];
  const counted = months.filter(({ all }) => all > 0);
  return [
    {
      kind: "line",
      caption: "资质有效率趋势",
      axis: "月末",
      unit: "%",
      labels: counted.map(({ month }) => month),
      series: [
        {
          label: "有效率",
          values: counted.map(({ all, valid }) => decimal(valid).times(100).div(all).toFixed(1)),
        },
      ],
    },
  ];
}

/** Days from the making of an admission to its approval, and how long it stood in each state. */
async function admissionChart(context: Context, chosen: readonly Condition[]): Promise<Chart[]> {
  const found = await admissionSpread(context, chosen);
  if (!found || found.length === 0) return [];
  const names: Readonly<Record<string, string>> = {
    ...context.services.registry.entity(ADMISSION).states,
    draft: "申请",
    all: "发起到准入",
  };
  const rows = ["all", ...Object.keys(names).filter((name) => name !== "all")].flatMap(
    (step) => found.find((one) => one.step === step) ?? [],
  );
  const series = (label: string, name: "least" | "quarter" | "median" | "upper" | "ninth" | "most") => ({
    label,
    values: rows.map((row) => row[name]),
  });
  return [
    {
      kind: "box",
      caption: "准入周期箱线图",
      axis: "环节",
      unit: "天",
      labels: rows.map(({ step, count }) => `${names[step] ?? step}（${count}张）`),
      series: [
        series("最短", "least"),
        series("四分之一", "quarter"),
        series("中位数", "median"),
        series("四分之三", "upper"),
        series("90分位", "ninth"),
        series("最长", "most"),
      ],
    },
  ];
}

/** Freezes, eliminations and blacklistings by the month they took effect. */
async function freezeChart(context: Context, chosen: readonly Condition[]): Promise<Chart[]> {
  const screen = screenFor(context, FREEZE, "query");
  if (!screen) return [];
  const months = lastMonths(dayOf(context.now), MONTHS);
  const found = await countsOfList(
    context,
    screen,
    [{ field: "effective_from", byMonth: true }, { field: "freeze_type" }],
    [
      where.oneOf("state", ["effective", "released"]),
      where.atLeast("effective_from", `${months[0]}-01`),
      ...ofChosen(chosen),
    ],
  );
  const kinds = ["freeze", "eliminate", "blacklist"];
  return [
    {
      kind: "line",
      caption: "淘汰与冻结统计",
      axis: "月份",
      unit: "张",
      labels: months,
      series: kinds.map((kind) => ({
        label: valueCell(context, FREEZE, "freeze_type", kind).text,
        values: months.map((month) =>
          String(found.find(({ values }) => values[0] === month && values[1] === kind)?.count ?? 0),
        ),
      })),
    },
  ];
}

/** What can be bought from one supplier alone. */
async function soleTable(context: Context, chosen: readonly Condition[]): Promise<RecordTable[]> {
  const found = await soleMaterials(context, chosen);
  if (!found) return [];
  return [
    tableSection(
      "独家供应物料",
      ["物料", "供应商", "近12个月订单金额（人民币）", "风险等级"],
      found.map(({ id, material, supplierId, supplier, amount, riskLevel }) => [
        id,
        leading(context, MATERIAL, id, material),
        leading(context, SUPPLIER, supplierId, supplier),
        textCell(amount),
        valueCell(context, SUPPLIER, "risk_level", riskLevel),
      ]),
    ),
  ];
}

/** The province of a place as suppliers write it: 浙江省云岫市 → 浙江省. */
function provinceOf(region: string): string {
  return /^.+?(?:省|自治区|特别行政区|市)/.exec(region)?.[0] ?? (region === "" ? "未填写" : region);
}

function bars(caption: string, axis: string, unit: string, rows: readonly (readonly [string, number])[]): Chart {
  return {
    kind: "bar",
    caption,
    axis,
    unit,
    labels: rows.map(([label]) => label),
    series: [{ label: "数量", values: rows.map(([, count]) => String(count)) }],
  };
}

/** All values of a list in their own order, also those of which there are none. */
function inOrder({
  caption,
  axis,
  unit,
  labels,
  counts,
}: {
  caption: string;
  axis: string;
  unit: string;
  labels: Readonly<Record<string, string>>;
  counts: ReadonlyMap<string, number>;
}): Chart {
  const rows = Object.entries(labels).map(([value, label]) => [label, counts.get(value) ?? 0] as const);
  return bars(caption, axis, unit, rows);
}

/** The most frequent names first, the rest together. */
function byFrequency(caption: string, axis: string, unit: string, counts: ReadonlyMap<string, number>): Chart {
  const rows = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const rest = rows.slice(MOST).reduce((sum, [, count]) => sum + count, 0);
  return bars(caption, axis, unit, [...rows.slice(0, MOST), ...(rest > 0 ? [["其他", rest] as const] : [])]);
}
