import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection, RecordTable } from "~/engine/entity/server-hooks";
import { labelsOfEach } from "~/engine/operations/labels.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { decimalOrZero, formatDecimal } from "~/shared/decimal";
import {
  type Compared,
  changeOf,
  compareLine,
  offerCosts,
  offersBy,
  roundsOf,
  type SupplierTotal,
  signedPercent,
  supplierTotals,
} from "./comparison.rules";
import { type ComparisonFacts, type MarketNews, readComparison } from "./comparison.server";
import { elementTable, termTable } from "./comparison-elements.server";
import { oddities } from "./comparison-oddities.rules";
import { scaleTable } from "./comparison-scales.server";
import { shouldCostTable } from "./comparison-should-cost.server";
import { lowestScenario, manualScenario, oneSupplierScenario, SCENARIOS, type Scenario } from "./comparison-ways.rules";
import { landed } from "./rfq.rules";

type RfqRecord = RecordFor<"purchase-management/rfq">;

type Cell = RecordTable["table"]["rows"][number]["cells"][number];
/** Offers whose costs are shown one by one; of larger inquiries the best of each line. */
const MOST_OFFERS = 400;
const BEST_RANKS = 3;
const NOTHING = "—";

/** What the page is drawn of: the facts, what rules made of them, and how things are called. */
export interface Drawn extends ComparisonFacts {
  compared: ReadonlyMap<number, readonly Compared[]>;
  totals: readonly SupplierTotal[];
  scenarios: readonly Scenario[];
  today: string;
  supplier(id: string): string;
  /** A line with its material, as people call it. */
  line(lineNo: number): string;
}

const money = (text: string | null) => (text === null ? NOTHING : formatDecimal(text, 2));
const percent = (text: string | null) => (text === null ? NOTHING : signedPercent(text));

/** Opened quotes side by side, the lowest marked, and what each way to award comes to; nothing at all before the opening. */
export async function comparisonSections(context: Context, record: RfqRecord): Promise<OwnSection[]> {
  const facts = await readComparison(context, record);
  if (!facts) return [];
  const drawn = await drawnOf(context, facts);
  return [
    summary(drawn),
    matrix(drawn),
    scenarioTable(drawn),
    ...scaleTable(drawn),
    ...odd(drawn),
    ...shouldCostTable(drawn),
    ...elementTable(drawn),
    ...termTable(drawn),
    ...lastAndMarket(drawn),
    costs(drawn),
    ...rounds(drawn),
    chart(drawn),
  ];
}

async function drawnOf(context: Context, facts: ComparisonFacts): Promise<Drawn> {
  const { rfq, lines, bids, basis, suppliers } = facts;
  const { registry } = context.services;
  const [names, materials] = await labelsOfEach(context, [
    { target: registry.entity("supplier-management/supplier"), ids: suppliers.map(({ id }) => id) },
    { target: registry.entity("master-data/material"), ids: rfq.items.map(({ material_id }) => material_id) },
  ]);
  const materialOf = new Map(rfq.items.map(({ line_no, material_id }) => [line_no, materials?.get(material_id) ?? ""]));
  const offers = offersBy(bids, basis);
  const totals = supplierTotals(lines, offers);
  const scenarios = [
    lowestScenario(lines, offers),
    oneSupplierScenario(totals, lines, offers),
    manualScenario(rfq.awards, lines, offers),
  ];
  return {
    ...facts,
    compared: new Map(lines.map((line) => [line.line, compareLine(line, offers)])),
    totals,
    scenarios: scenarios.filter((one) => one !== null),
    today: dayOf(context.now),
    supplier: (id) => names?.get(id) ?? "供应商",
    line: (lineNo) => `${lineNo} ${materialOf.get(lineNo) ?? ""}`.trim(),
  };
}

/** By what prices are compared, in words. */
const hasDuty = ({ bids }: Drawn) => bids.some(({ dutyRate }) => decimalOrZero(dutyRate ?? null).gt(0));

const basisText = (drawn: Drawn) => {
  const goods = drawn.basis.untaxed ? "各家税率不同，按不含税单价加运费" : "按含税单价加运费";
  return `${goods}${hasDuty(drawn) ? "和另缴的关税" : ""}比较`;
};

const named = ({ supplier }: Drawn, ids: readonly string[]) => ids.map(supplier).join("、");

function summary(drawn: Drawn): OwnSection {
  const { rfq, sent, invited, basis, scenarios } = drawn;
  const lowest = scenarios.find(({ name }) => name === "lowest");
  const single = scenarios.find(({ name }) => name === "one_supplier");
  const rate = lowest?.savingRate ?? null;
  return {
    kind: "facts",
    first: true,
    title: "比价概况",
    facts: [
      { label: "轮次", text: `第${rfq.round_no}轮` },
      { label: "已报/邀请", text: `${sent}/${invited}` },
      { label: "比较口径", text: `${basisText(drawn)}（${rfq.currency}）` },
      { label: "最低组合总额", text: money(lowest?.amount ?? null) },
      { label: "上次价总额", text: money(lowest?.last ?? null) },
      { label: "较上次节约额", text: `${money(lowest?.saving ?? null)}${rate === null ? "" : `（${percent(rate)}）`}` },
      {
        label: "一家全包最低",
        text: single ? `${named(drawn, single.supplierIds)} ${money(single.amount)}` : "没有供应商报全部行",
      },
      { label: "年资金成本率", text: `${formatDecimal(basis.capitalRate)}%` },
    ],
  };
}

function matrix(drawn: Drawn): RecordTable {
  const { rfq, lines, totals, compared, basis, line } = drawn;
  const names = totals.map(({ supplierId }) => drawn.supplier(supplierId));
  const validTo = new Map(drawn.suppliers.map(({ id, validTo: day }) => [id, day]));
  const isExpired = (id: string) => (validTo.get(id) ?? drawn.today) < drawn.today && rfq.state === "opened";
  const totalRow = (id: string, label: string, of: (total: SupplierTotal) => Cell) => ({
    id,
    cells: [{ text: label }, { text: "" }, { text: "" }, ...totals.map(of)],
  });
  return {
    kind: "table",
    first: true,
    title: "价格矩阵",
    table: {
      caption: `第${rfq.round_no}轮各家可比单价和名次，${basisText(drawn)}，最低的已标出`,
      columns: columnsOf(["物料", "预计数量", "上次价", ...names], ["预计数量", "上次价", ...names]),
      rows: [
        ...rfq.items.map((item) => ({
          id: item.id,
          cells: [
            { text: `${line(item.line_no)}${item.not_bought ? "（不采购）" : ""}` },
            { text: `${formatDecimal(item.qty)} ${choiceLabel(UOM, item.uom)}` },
            { text: money(item.last_price) },
            ...totals.map(({ supplierId }) =>
              priceCell(
                compared.get(item.line_no)?.find(({ bid }) => bid.supplierId === supplierId),
                isExpired(supplierId),
              ),
            ),
          ],
        })),
        ...(basis.untaxed || hasDuty(drawn)
          ? [
              totalRow("comparable", `可比总额${basis.untaxed ? "（不含税）" : ""}`, ({ comparable }) => ({
                text: money(comparable),
              })),
            ]
          : []),
        totalRow("amount", "含税总额", ({ amount, isWhole, quoted }) => ({
          text: `${money(amount)}${isWhole ? "" : `（只报${quoted}行）`}`,
        })),
        totalRow("rank", "总额名次", ({ rank }) =>
          rank === null
            ? { text: `未报全部${lines.filter(({ isBought }) => isBought).length}行，不排名`, tone: "draft" }
            : { text: `第${rank}名`, ...(rank === 1 ? { tone: "done" as const } : {}) },
        ),
      ],
    },
  };
}

const UOM = { label: "单位", dictionary: "uom" } as const;

/** One offer among the others: how it is marked says the same as its words. */
function priceCell(one: Compared | undefined, isExpired: boolean): Cell {
  if (!one) return { text: "不报价", tone: "draft" };
  const price = money(one.price);
  const place = one.isLowest ? "（最低）" : ` 第${one.rank}名 ${percent(one.gap)}`;
  if (isExpired) return { text: `${price}${place}，报价已过有效期`, tone: "warning" };
  if (one.isLowest) return { text: `${price}${place}`, tone: "done" };
  return one.isHighest ? { text: `${price}${place}，最高`, tone: "refused" } : { text: `${price}${place}` };
}

const SCENARIO_COLUMNS = [
  "情景",
  "供应商",
  "家数",
  "含税总额",
  "上次价总额",
  "节约额",
  "节约率",
  "起订量多买",
  "账期成本",
  "关税",
];

function scenarioTable(drawn: Drawn): RecordTable {
  const { scenarios, basis } = drawn;
  const labels = [...SCENARIO_COLUMNS, basis.untaxed ? "不含税综合总额" : "综合总额", "说明"];
  const row = (one: Scenario) => ({
    id: one.name,
    cells: [
      { text: SCENARIOS[one.name] },
      { text: named(drawn, one.supplierIds) },
      { text: String(one.supplierIds.length) },
      { text: money(one.amount) },
      { text: money(one.last) },
      { text: money(one.saving) },
      { text: percent(one.savingRate) },
      { text: money(one.surplus) },
      { text: money(one.termCost) },
      { text: money(one.duty) },
      { text: money(one.full) },
      { text: one.uncovered.length === 0 ? "" : `行${one.uncovered.join("、")}没有供应商` },
    ],
  });
  const single = { id: "one_supplier", cells: [{ text: SCENARIOS.one_supplier }, { text: "没有供应商报全部行" }] };
  const blanks = labels.slice(2).map(() => ({ text: "" }));
  const hasSingle = scenarios.some(({ name }) => name === "one_supplier");
  return {
    kind: "table",
    first: true,
    title: "情景比较",
    table: {
      caption:
        "含税总额含运费；节约额只计有上次价的行；综合总额另计起订量多买、账期成本和单价以外的关税，账期成本为负的是节省",
      columns: columnsOf(labels, labels.slice(2, -1)),
      rows: [
        ...scenarios.filter(({ name }) => name === "lowest").map(row),
        ...(hasSingle ? [] : [{ ...single, cells: [...single.cells, ...blanks] }]),
        ...scenarios.filter(({ name }) => name !== "lowest").map(row),
      ],
    },
  };
}

function odd(drawn: Drawn): RecordTable[] {
  const found = oddities(drawn.lines, drawn.bids, drawn.limits, drawn.lowGraded);
  if (found.length === 0) return [];
  return [
    {
      kind: "table",
      first: true,
      title: "报价异常",
      table: {
        caption: "定价前请核对的报价和原因",
        columns: columnsOf(["物料", "供应商", "程度", "原因"]),
        rows: found.map(({ line, supplierIds, text, isSevere }, index) => ({
          id: `odd-${index}`,
          cells: [
            { text: line === null ? "各行" : drawn.line(line) },
            { text: named(drawn, supplierIds) },
            isSevere ? { text: "请核查", tone: "refused" } : { text: "请留意", tone: "warning" },
            { text },
          ],
        })),
      },
    },
  ];
}

function marketText({ value: { name, value, currency, uom, date } }: MarketNews): string {
  return `${name} ${formatDecimal(value)} ${currency}/${choiceLabel(UOM, uom)}（${date}）`;
}

/** What was paid until now, and what the market says; nothing where neither is known. */
function lastAndMarket(drawn: Drawn): RecordTable[] {
  const { rfq, compared, last, market } = drawn;
  const items = rfq.items.filter(({ id, last_price }) => last_price !== null || market.has(id));
  if (items.length === 0) return [];
  const labels = ["物料", "上次价", "上次价生效", "本次最低", "较上次价", "行情", "行情变动"];
  return [
    {
      kind: "table",
      first: true,
      title: "上次价与行情",
      table: {
        caption: "上次价和本次最低含税，本次最低含运费；行情取开启当日有效的值，变动从上次价生效起算",
        columns: columnsOf(labels, ["上次价", "本次最低", "较上次价"]),
        rows: items.map(({ id, line_no, last_price }) => {
          const lowest = compared.get(line_no)?.find(({ isLowest }) => isLowest);
          const news = market.get(id);
          return {
            id,
            cells: [
              { text: drawn.line(line_no) },
              { text: money(last_price) },
              { text: last.get(id)?.validFrom ?? NOTHING },
              { text: lowest ? money(landed(lowest.bid)) : NOTHING },
              { text: percent(lowest ? changeOf(landed(lowest.bid), last_price) : null) },
              { text: news ? marketText(news) : NOTHING },
              { text: news?.since ? `自${news.since.day}起${signedPercent(news.since.change)}` : NOTHING },
            ],
          };
        }),
      },
    },
  ];
}

const COST_COLUMNS = [
  "物料",
  "供应商",
  "名次",
  "含税单价",
  "单位运费",
  "税率",
  "付款条件",
  "较上次价",
  "起订量",
  "起订量多买",
  "账期成本",
  "关税",
];

const TERM = { label: "付款条件", dictionary: "payment_term" } as const;

/** When an offer is paid; marked where its supplier wants another term than was asked. */
function termCell({ basis }: Drawn, bid: Compared["bid"]): Cell {
  if (bid.creditDays !== null && bid.creditDays !== undefined)
    return { text: `货到${bid.creditDays}天（供应商所报）`, tone: "warning" };
  return { text: basis.term === null ? NOTHING : choiceLabel(TERM, basis.term) };
}

const ORIGIN = { label: "原产地", dictionary: "origin" } as const;

/** Duty on top of the price, and whose word its rate is. */
function dutyCell({ dutyRate, dutyOrigin }: Compared["bid"], duty: string): Cell {
  if (!dutyRate) return { text: NOTHING };
  const rate = `${formatDecimal(dutyRate)}%`;
  return dutyOrigin
    ? { text: `${money(duty)}（原产地${choiceLabel(ORIGIN, dutyOrigin)}，${rate}）`, tone: "warning" }
    : { text: `${money(duty)}（${rate}，供应商所报）` };
}

function costs(drawn: Drawn): RecordTable {
  const all = drawn.lines.flatMap((asked) => (drawn.compared.get(asked.line) ?? []).map((one) => ({ asked, ...one })));
  const shown = all.length > MOST_OFFERS ? all.filter(({ rank }) => rank <= BEST_RANKS) : all;
  const price = drawn.basis.untaxed ? "不含税综合单价" : "综合单价";
  const labels = [...COST_COLUMNS, price, "交货周期"];
  return {
    kind: "table",
    first: true,
    title: "成本明细",
    table: {
      caption: `综合单价为可比单价加起订量多买（连同其关税）和账期成本的分摊；关税按不含税单价加运费计，已含在单价里的不计${all.length > shown.length ? `；只列各行前${BEST_RANKS}名` : ""}`,
      columns: columnsOf(labels, labels.slice(2)),
      rows: shown.map(({ asked, bid, rank }) => {
        const { vsLast, surplus, termCost, duty, fullPrice } = offerCosts(asked, bid, drawn.basis);
        return {
          id: `${bid.line}-${bid.supplierId}`,
          cells: [
            { text: drawn.line(bid.line) },
            { text: drawn.supplier(bid.supplierId) },
            { text: String(rank), ...(rank === 1 ? { tone: "done" as const } : {}) },
            { text: money(bid.price) },
            { text: money(bid.freight) },
            { text: bid.taxRate === null ? NOTHING : `${formatDecimal(bid.taxRate)}%` },
            termCell(drawn, bid),
            { text: percent(vsLast) },
            { text: bid.moq === null ? NOTHING : formatDecimal(bid.moq) },
            { text: money(surplus) },
            { text: money(termCost) },
            dutyCell(bid, duty),
            { text: money(fullPrice) },
            { text: bid.leadDays === null ? NOTHING : `${bid.leadDays}天` },
          ],
        };
      }),
    },
  };
}

/** How prices went from round to round: one row a line, one column a supplier. */
function rounds(drawn: Drawn): RecordTable[] {
  const found = roundsOf(drawn.allBids);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ supplierId }) => supplierId))];
  const names = ids.map(drawn.supplier);
  const lineNos = [...new Set(found.map(({ line }) => line))].sort((a, b) => a - b);
  const byPlace = new Map(found.map((one) => [`${one.line} ${one.supplierId}`, one]));
  return [
    {
      kind: "table",
      first: true,
      title: "各轮报价",
      table: {
        caption: "每家各轮的含税单价（含运费）和首轮到最后一轮的变动",
        columns: columnsOf(["物料", ...names], names),
        rows: lineNos.map((lineNo) => ({
          id: `rounds-${lineNo}`,
          cells: [
            { text: drawn.line(lineNo) },
            ...ids.map((id) => {
              const own = byPlace.get(`${lineNo} ${id}`);
              if (!own) return { text: NOTHING };
              const steps = own.prices.map(({ round, price }) => `第${round}轮${money(price)}`).join(" → ");
              return { text: own.change === null ? steps : `${steps}（${signedPercent(own.change)}）` };
            }),
          ],
        })),
      },
    },
  ];
}

function chart(drawn: Drawn): OwnSection {
  const { totals, basis, rfq } = drawn;
  return {
    kind: "chart",
    first: true,
    title: "各供应商总价",
    chart: {
      kind: "bar",
      caption: `第${rfq.round_no}轮各家总价${totals.some(({ isWhole }) => !isWhole) ? "，没有报全部行的已注明" : ""}`,
      axis: "供应商",
      unit: rfq.currency,
      labels: totals.map(({ supplierId, isWhole, quoted }) =>
        isWhole ? drawn.supplier(supplierId) : `${drawn.supplier(supplierId)}（只报${quoted}行）`,
      ),
      series: [
        { label: "含税总额", values: totals.map(({ amount }) => amount) },
        { label: basis.untaxed ? "不含税综合总额" : "综合总额", values: totals.map(({ full }) => full) },
      ],
    },
  };
}
