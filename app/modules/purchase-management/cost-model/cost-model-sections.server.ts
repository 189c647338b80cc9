import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { limitFor } from "~/engine/parameters.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { decimal, formatDecimal, roundRate } from "~/shared/decimal";
import { movedBy } from "./cost-model.rules";
import { costOf, moved, namedInFormula } from "./costing.server";
import { approvedPrices, type Move, movesOf, readingsFor, type StoredModel, storedModel } from "./model-facts.server";

type CostModelRecord = RecordFor<"purchase-management/cost-model">;

/** How far an index is moved to show what hangs on it. */
const TRIED = "10";
const NOTHING = "—";
const UOM = { label: "单位", dictionary: "uom" } as const;

/** 「+18.2%」 */
function signed(rate: string): string {
  return `${decimal(rate).gt(0) ? "+" : ""}${roundRate(decimal(rate))}%`;
}

/** How an index went, as the buyer is told: 「葵花籽自2026-01-01起+18.2%」. */
export function moveText({ name, since, change }: Move): string {
  return `${name}自${since}起${signed(change)}`;
}

const unitOf = ({ currency, base_uom }: StoredModel) => `${currency}/${choiceLabel(UOM, base_uom)}`;

async function marketTable(context: Context, own: StoredModel): Promise<OwnSection[]> {
  const today = dayOf(context.now);
  const readings = await readingsFor(context, own, [today]);
  if (readings.length === 0) return [];
  const { shouldCost, problem } = costOf(own, readings);
  const moves = own.state === "active" ? await movesOf(context, own) : [];
  const mean = `近${await limitFor(context, "market.meanDays")}天均价`;
  const headings = ["行情指数", "最新行情", "日期", mean, "上次价格以来", `行情涨${TRIED}%时应有成本`];
  return [
    {
      kind: "table",
      first: true,
      title: "行情联动",
      table: {
        caption: problem === null ? `今天应有成本${formatDecimal(shouldCost ?? "0", 2)} ${unitOf(own)}` : problem,
        columns: columnsOf(headings, ["最新行情", mean, headings[5] ?? ""]),
        rows: readings.map((one) => {
          const { indexId, code, name, value, date, average, uom, currency } = one;
          const move = moves.find((own) => own.indexId === indexId);
          const tried = costOf(own, moved(readings, indexId, TRIED)).shouldCost;
          const change = tried && shouldCost ? movedBy(tried, shouldCost) : null;
          const unit = `${currency}/${choiceLabel(UOM, uom)}`;
          return {
            id: indexId,
            cells: [
              { text: `${code} ${name}` },
              value === null
                ? { text: "没有有效价格", tone: "warning" as const }
                : { text: `${formatDecimal(value)} ${unit}` },
              { text: date ?? NOTHING },
              { text: average === null ? NOTHING : formatDecimal(decimal(average).round(4).toFixed()) },
              move
                ? {
                    text: `自${move.since}起${signed(move.change)}`,
                    ...(move.isBeyond ? { tone: "warning" as const } : {}),
                  }
                : { text: NOTHING },
              {
                text: tried === null || change === null ? NOTHING : `${formatDecimal(tried, 2)}（${signed(change)}）`,
              },
            ],
          };
        }),
      },
    },
  ];
}

function composition(own: StoredModel): OwnSection[] {
  const named = namedInFormula(own);
  const parts = own.elements.filter(({ code, amount }) => amount !== null && named.has(code));
  if (parts.length === 0) return [];
  return [
    {
      kind: "chart",
      title: "成本构成",
      chart: {
        kind: "bar",
        caption: "计算公式所列各要素每计价单位的金额；只作系数的比例不列出",
        axis: "成本要素",
        unit: unitOf(own),
        labels: parts.map(({ name }) => name),
        series: [{ label: "金额", values: parts.map(({ amount }) => amount ?? "0") }],
      },
    },
  ];
}

/** What it should have cost beside what was approved; nothing where a line would have one point. */
async function trend(context: Context, own: StoredModel): Promise<OwnSection[]> {
  if (own.worth.length < 2) return [];
  const prices = await approvedPrices(context, own);
  const paid = own.worth.map(({ day }) => prices.filter(({ valid_from }) => valid_from <= day).at(-1)?.price ?? null);
  return [
    {
      kind: "chart",
      title: "应有成本与成交价走势",
      chart: {
        kind: "line",
        caption: paid.includes(null) ? "应有成本每次变动的记录" : "应有成本每次变动的记录，和当日最近批准的采购价",
        axis: "日期",
        unit: unitOf(own),
        labels: own.worth.map(({ day }) => day),
        series: [
          { label: "应有成本", values: own.worth.map(({ should_cost }) => should_cost) },
          ...(paid.includes(null) ? [] : [{ label: "成交价", values: paid.map((price) => price ?? "0") }]),
        ],
      },
    },
  ];
}

/** What the market makes of a model, what it consists of, and how it went. */
export async function costSections(context: Context, record: CostModelRecord): Promise<OwnSection[]> {
  const own = storedModel(record);
  return [...(await marketTable(context, own)), ...composition(own), ...(await trend(context, own))];
}
