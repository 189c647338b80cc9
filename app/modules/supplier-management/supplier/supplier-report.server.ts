import type { Context } from "~/engine/context.server";
import type { Field } from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import type { Screen } from "~/engine/entity/registry";
import type { Chart, ListFigures } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { rowFilter } from "~/engine/operations/scope.server";
import { CERTIFICATE_ENDS, supplierCounts } from "~/engine/operations/supplier-report.server";
import { unscopedCountsBy } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { GATE_CHECKS } from "~/shared/supplier-gate";

const CLASS = "master-data/supplier-class";
/** Names on an axis; what is rarer is counted together. */
const MOST = 12;

/** The supplier base in charts, each with its figures in a table: of the suppliers this person sees. */
export async function supplierFigures(context: Context, screen: Screen): Promise<ListFigures> {
  const counts = await supplierCounts(context, screen);
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
  const ends = [...CERTIFICATE_ENDS.map(({ label }) => label), "长期有效"];
  return {
    about: "您能看到的在用供应商",
    charts: [
      inOrder("按生命周期阶段", "阶段", "家", choices("stage"), counts.stage),
      byFrequency("按供应商分类", "分类", "家", await classCounts(context, screen)),
      byFrequency("按所在地区", "地区", "家", regions),
      inOrder("按风险等级", "风险等级", "家", choices("risk_level"), counts.risk),
      inOrder("按冻结状态", "冻结状态", "家", choices("freeze_status"), counts.freeze),
      ...(counts.certificates
        ? [
            bars(
              "资质证照距到期",
              "期限",
              "份",
              ends.map((label, at) => [label, counts.certificates?.[at] ?? 0]),
            ),
          ]
        : []),
      ...(counts.risks ? [inOrder("未了结的风险事件", "风险等级", "件", choices("risk_level"), counts.risks)] : []),
      ...(counts.admissions
        ? [inOrder("准入单按状态", "状态", "张", states("supplier-management/admission"), counts.admissions)]
        : []),
      ...(counts.forecast ? [inOrder("限单预告按检查项", "检查项", "条", GATE_CHECKS, counts.forecast)] : []),
    ],
  };
}

async function classCounts(context: Context, screen: Screen): Promise<Map<string, number>> {
  const seen = [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : [])];
  const own = [...seen, where.eq("state", "active")];
  const [counts = new Map<string, number>()] = await unscopedCountsBy(context, screen.entity.key, "supplier_class_id", [
    own,
  ]);
  const ids = [...counts.keys()].filter((id) => id !== null);
  const labels = await labelsOf(context, context.services.registry.entity(CLASS), ids);
  return new Map([...counts].map(([id, count]) => [labels.get(id) ?? "未分类", count]));
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
function inOrder(
  caption: string,
  axis: string,
  unit: string,
  labels: Readonly<Record<string, string>>,
  counts: ReadonlyMap<string, number>,
): Chart {
  const rows = Object.entries(labels).map(([value, label]) => [label, counts.get(value) ?? 0] as const);
  return bars(caption, axis, unit, rows);
}

/** The most frequent names first, the rest together. */
function byFrequency(caption: string, axis: string, unit: string, counts: ReadonlyMap<string, number>): Chart {
  const rows = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const rest = rows.slice(MOST).reduce((sum, [, count]) => sum + count, 0);
  return bars(caption, axis, unit, [...rows.slice(0, MOST), ...(rest > 0 ? [["其他", rest] as const] : [])]);
}
