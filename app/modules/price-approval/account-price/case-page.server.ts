import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import { keptComparison } from "~/engine/embedded/snapshots.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EmbeddedHooks, KeptSection, OwnSection } from "~/engine/entity/server-hooks";
import { labelsOfEach } from "~/engine/operations/labels.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { changeRate } from "./account-price.rules";
import { riskFlags, savingOf, savingOfAll, yearOf } from "./case-page.rules";
import { accountPriceLines, type PricedLine } from "./priced-lines.server";

type AccountPriceRecord = RecordFor<"price-approval/account-price">;

const KEY = "price-approval/account-price";
const BOOK = "base-data/price-data";
const RFQ = "purchase-management/rfq";
const UOM = { label: "单位", dictionary: "uom" } as const;
const NOTHING = "—";
/** Courses of prices that are drawn, and steps of each. */
const MOST_COURSES = 8;
const MOST_STEPS = 24;

const money = (text: string | null) => (text === null ? NOTHING : formatDecimal(text, 2));
const percent = (text: string | null) => (text === null ? NOTHING : `${formatDecimal(text)}%`);

/** What was compared at the award, for whoever may read quotes; nothing where prices came otherwise. */
export async function comparedSections(context: Context, record: AccountPriceRecord): Promise<OwnSection[]> {
  if (!record.rfq_id || !may(context.actor.permissions, "supplier-quote.get")) return [];
  return comparedThen(context, record);
}

/** As it was kept at the award; of a case as of its page nothing stands before what was typed. */
async function comparedThen(context: Context, record: AccountPriceRecord): Promise<KeptSection[]> {
  if (!record.rfq_id) return [];
  return (await keptComparison(context, KEY, record.id)).map(({ first, ...section }) => section);
}

interface Named {
  line: PricedLine;
  material: string;
  supplier: string;
}

async function namedLines(context: Context, record: AccountPriceRecord): Promise<Named[]> {
  const { registry } = context.services;
  const items = accountPriceLines(record);
  const [materials, suppliers] = await labelsOfEach(context, [
    { target: registry.entity("master-data/material"), ids: [...new Set(items.map(({ material_id }) => material_id))] },
    {
      target: registry.entity("supplier-management/supplier"),
      ids: [...new Set(items.map(({ supplier_id }) => supplier_id))],
    },
  ]);
  return items.map((line) => ({
    line,
    material: materials?.get(line.material_id) ?? "",
    supplier: suppliers?.get(line.supplier_id) ?? "",
  }));
}

const LINE_COLUMNS = [
  "物料",
  "中标供应商",
  "原价",
  "新价",
  "涨跌",
  "应有成本",
  "较应有成本",
  "年用量",
  "年度金额",
  "年度节约",
  "付款期",
  "有效期",
];

/** How far a price lies from what the material should cost; marked as the comparison marks it. */
function aboveCost({ should_cost, new_price }: PricedLine, warnPercent: number) {
  const rate = changeRate({ old_price: should_cost, new_price });
  const isDear = rate !== null && decimal(rate).gt(warnPercent);
  return { text: percent(rate), ...(isDear ? { tone: "warning" as const } : {}) };
}

/** What is to be decided: material, winner, price, change, what a year costs and what is saved. */
async function conclusion(context: Context, record: AccountPriceRecord): Promise<KeptSection[]> {
  const named = await namedLines(context, record);
  const warnPercent = await intParameter(context.services, "cost.warnPercent");
  const saving = savingOfAll(named.map(({ line }) => line));
  const currency = String(record.currency);
  const amount = (text: unknown) => `${money(typeof text === "string" ? text : null)} ${currency}`;
  return [
    {
      kind: "facts",
      title: "结论",
      facts: [
        { label: "中标供应商", text: [...new Set(named.map(({ supplier }) => supplier))].join("、") },
        { label: "年度采购金额", text: amount(record.purchase_amount) },
        { label: "最大涨幅", text: percent(typeof record.max_rise === "string" ? record.max_rise : null) },
        { label: "年度节约", text: saving === null ? "没有原价可比" : `${money(saving)} ${currency}` },
      ],
    },
    {
      kind: "table",
      title: "价格明细",
      table: {
        caption: `含税单价（${currency}），年度节约为负的是多付`,
        columns: columnsOf(LINE_COLUMNS, LINE_COLUMNS.slice(2, 11)),
        rows: named.map(({ line, material, supplier }) => ({
          id: line.id,
          cells: [
            { text: material },
            { text: supplier },
            { text: line.old_price === null ? NOTHING : formatDecimal(line.old_price) },
            { text: formatDecimal(line.new_price) },
            { text: percent(changeRate(line)) },
            { text: line.should_cost === null ? NOTHING : formatDecimal(line.should_cost) },
            aboveCost(line, warnPercent),
            {
              text:
                line.annual_qty === null ? NOTHING : `${formatDecimal(line.annual_qty)} ${choiceLabel(UOM, line.uom)}`,
            },
            { text: money(yearOf(line)) },
            { text: money(savingOf(line)) },
            { text: line.credit_days === null ? NOTHING : `${line.credit_days}天` },
            { text: `${line.valid_from}至${line.valid_to}` },
          ],
        })),
      },
    },
  ];
}

/** Why these prices, and what should be looked at twice. */
async function risks(context: Context, record: AccountPriceRecord): Promise<KeptSection[]> {
  const items = accountPriceLines(record);
  const riseNote = await intParameter(context.services, "price.riseNotePercent");
  const flags = riskFlags(items, { riseNote, isCompared: record.rfq_id !== null });
  const reasons = [
    { label: "核价说明", text: record.reason ?? "" },
    ...(record.manual_reason ? [{ label: "未经比价的理由", text: record.manual_reason }] : []),
    ...items.flatMap(({ note }, index) => (note ? [{ label: `第${index + 1}行说明`, text: note }] : [])),
  ];
  return [
    { kind: "facts", title: "理由", facts: reasons },
    {
      kind: "facts",
      title: "风险提示",
      facts:
        flags.length === 0
          ? [{ label: "提示", text: "没有发现需要提示的风险" }]
          : flags.map((text, index) => ({ label: `提示${index + 1}`, text, tone: "warning" as const })),
    },
  ];
}

/** How each price came about, with the one that is asked for as its last step. */
async function courses(context: Context, record: AccountPriceRecord): Promise<KeptSection[]> {
  const named = (await namedLines(context, record)).slice(0, MOST_COURSES);
  const { company_id: companyId, currency } = record;
  const rows = await unscopedRows(
    context,
    BOOK,
    ["supplier_id", "material_id", "factory_id", "price", "valid_from"],
    [
      where.oneOf("material_id", [...new Set(named.map(({ line }) => line.material_id))]),
      where.eq("company_id", String(companyId)),
      where.eq("currency", String(currency)),
      where.empty("closed_on"),
    ],
  );
  return named.flatMap(({ line, material, supplier }, index): KeptSection[] => {
    const steps = rows
      .filter(
        (row) =>
          row.material_id === line.material_id &&
          row.supplier_id === line.supplier_id &&
          row.factory_id === line.factory_id &&
          row.valid_from < line.valid_from,
      )
      .sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
      .slice(-MOST_STEPS);
    if (steps.length === 0) return [];
    return [
      {
        kind: "chart",
        title: `${index + 1} ${material} ${supplier}`,
        chart: {
          kind: "line",
          caption: "含税单价，最后一点是本次新价",
          axis: "生效日期",
          unit: String(currency),
          labels: [...steps.map(({ valid_from }) => valid_from), line.valid_from],
          series: [{ label: "含税单价", values: [...steps.map(({ price }) => price), line.new_price] }],
        },
      },
    ];
  });
}

/** What is under seal is not shown to anybody; prices of an inquiry exist only after its opening. */
async function withheld(context: Context, record: AccountPriceRecord): Promise<string | null> {
  if (typeof record.rfq_id !== "string") return null;
  const [rfq] = await unscopedRows(context, RFQ, ["opened_at"], [where.eq("id", record.rfq_id)]);
  return rfq?.opened_at ? null : "该询价尚未开启，暂不可查看";
}

/** The page of a price case for whoever decides on it in another system. */
export const casePage: EmbeddedHooks<AccountPriceRecord> = {
  parts: { conclusion, risks, comparison: comparedThen, history: courses },
  withheld,
};
