import { type Complaint, complain, lineField, ok, type RuleFacts, type Value } from "~/engine/entity";
import {
  type Decimal,
  decimal,
  decimalOrZero,
  formatDecimal,
  quotient,
  roundMoney,
  roundPercent,
  roundPrice,
  roundQuantity,
  sum,
} from "~/shared/decimal";
import { type FullScale, fullScales, priceAt, type Scale } from "~/shared/price-scales";

export const RFQ_KINDS = {
  spot: "单次询价",
  period: "周期协议价",
  new_item: "新品首次",
  adjust: "调价询价",
  sample: "打样询价",
} as const;
export const QUOTE_SCOPES = { all_lines: "须报全部行", some_lines: "可报部分行" } as const;
export const RANK_SHOWS = { none: "不告知", rank: "仅告知名次", rank_gap: "告知名次与差距%" } as const;
export const SEALINGS = { none: "不密封", sealed: "密封（两人开启）" } as const;
export const INVITE_STATUSES = {
  pending: "未答复",
  joined: "确认参与",
  declined: "已谢绝",
  quoted: "已报价",
  overdue: "逾期未报",
} as const;
export type InviteStatus = keyof typeof INVITE_STATUSES;
/** Why a publication has to be approved first. */
export const APPROVAL_NEEDS = { none: "无须审批", amount: "预计金额达到限额", few: "邀请家数不足" } as const;

export const HOUR_MS = 3_600_000;

/** An instant so many hours away, as it is stored. */
export function hoursFrom(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * HOUR_MS).toISOString();
}

interface Priceable {
  qty: string;
  target_price: string | null;
  last_price: string | null;
}

/** What the inquiry is about in money: by target prices, or what was paid last. */
export function estimateOf(items: readonly Priceable[]): string {
  return roundMoney(
    sum(
      items.map(({ qty, target_price, last_price }) => decimal(qty).times(decimalOrZero(target_price ?? last_price))),
    ),
  );
}

export function validityRuns({
  price_valid_from,
  price_valid_to,
}: {
  price_valid_from: string;
  price_valid_to: string;
}) {
  return price_valid_to < price_valid_from ? complain("price_valid_to", "价格有效期止不能早于起") : ok;
}

/** Questions end before quotes do, or an answer would come too late for everybody. */
export function questionsEndFirst({ ask_until, deadline }: { ask_until: string | null; deadline: string }) {
  return ask_until !== null && ask_until > deadline ? complain("ask_until", "答疑截止不能晚于报价截止") : ok;
}

/** What a line takes of the plan it comes from; nothing once it is not bought. */
export function inquired({ qty, not_bought }: { qty: string; not_bought: boolean }): string {
  return not_bought ? "0" : qty;
}

/** A line comes from one plan, or nobody knows whose quantity it takes. */
export function onePlanALine({
  items,
}: {
  items: readonly { plan_line: string | null; demand_line: string | null; pool_line: string | null }[];
}): Complaint | null {
  const at = items.findIndex(
    ({ plan_line, demand_line, pool_line }) =>
      [plan_line, demand_line, pool_line].filter((id) => id !== null).length > 1,
  );
  return at < 0
    ? ok
    : complain(
        lineField("items", at + 1, "demand_line"),
        `第${at + 1}行只能选择采购计划行、需求计划行或集采需求行中的一个`,
      );
}

/** What was collected of several factories is asked for as a bundle. */
export function poolIsBundled({
  mode,
  items,
}: {
  mode: string;
  items: readonly { pool_line: string | null }[];
}): Complaint | null {
  return mode !== "collective" && items.some(({ pool_line }) => pool_line !== null)
    ? complain("mode", "集采项目的需求只能用于集采询价")
    : ok;
}

interface Invited {
  suppliers: readonly { supplier_id: string }[];
}

/** A draft made of a plan may name nobody yet. */
export function someInvited({ suppliers }: Invited): Complaint | null {
  return suppliers.length === 0 ? complain("suppliers", "请至少邀请一家供应商") : ok;
}

/** Fewer are asked than should be: somebody says why. */
export function fewAreExplained({
  suppliers,
  min_suppliers,
  few_reason,
}: Invited & { min_suppliers: number | null; few_reason: string | null }): Complaint | null {
  const least = min_suppliers ?? 1;
  return suppliers.length < least && (few_reason ?? "").trim() === ""
    ? complain("few_reason", `邀请供应商少于${least}家，请填写不足家数说明`)
    : ok;
}

export function deadlineAhead(
  { deadline }: { deadline: string },
  _input: unknown,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  return deadline <= now ? complain("deadline", "报价截止时间须晚于现在") : ok;
}

type Typed = Readonly<Record<string, Value>>;

/** Later than it was, and while it still runs. */
export function extendsDeadline({ deadline }: { deadline: string }, input: Typed, _lines: unknown, { now }: RuleFacts) {
  if (deadline <= now) return complain("new_deadline", "报价已截止，不能延期");
  return String(input.new_deadline ?? "") <= deadline ? complain("new_deadline", "新的截止时间须晚于原截止时间") : ok;
}

export function newDeadlineAhead(_record: object, input: Typed, _lines: unknown, { now }: RuleFacts) {
  return String(input.new_deadline ?? "") <= now ? complain("new_deadline", "新的截止时间须晚于现在") : ok;
}

export function roundsLeft({ round_no, max_rounds }: { round_no: number; max_rounds: number | null }) {
  const most = max_rounds ?? 1;
  return round_no >= most ? complain("", `最多${most}轮报价，不能再发起下一轮`) : ok;
}

/** Somebody is asked again. */
export function someChosen(_record: object, _input: unknown, lines: ReadonlyMap<string, Typed>) {
  return [...lines.values()].some(({ asked_again }) => asked_again === true)
    ? ok
    : complain("suppliers", "请至少选择一家参加下一轮的供应商");
}

export function somethingAnswered(_record: object, _input: unknown, lines: ReadonlyMap<string, Typed>) {
  return [...lines.values()].some(({ answer }) => typeof answer === "string" && answer.trim() !== "")
    ? ok
    : complain("questions", "请至少填写一条答复");
}

/** A price that depends on the quantity: what counts below the first scale, and the scales. */
export interface ScaledPrice {
  price: string;
  scales: readonly FullScale[];
}

/** What one supplier offered for one line, with everything it costs us per unit. */
export interface Offer {
  quoteId: string;
  supplierId: string;
  /** Number of the line of the inquiry. */
  line: number;
  /** For the quantity that is asked for. */
  price: string;
  freight: string | null;
  taxRate: string | null;
  /** So many days after delivery its supplier wants to be paid; nothing: as the inquiry says. */
  creditDays?: number | null;
  /** Duty that we pay on top, in percent; nothing: the price bears it. */
  dutyRate?: string | null;
  /** Where the goods come from, if that is what the duty follows; null: its supplier said it. */
  dutyOrigin?: string | null;
  /** Only where the price depends on the quantity. */
  scaled?: ScaledPrice;
}

/** What a unit costs when so much is bought, without freight. */
export function priceFor({ price, scaled }: Pick<Offer, "price" | "scaled">, qty: string): string {
  return scaled ? priceAt(scaled, qty) : price;
}

/** What the price book is told: the price below the first scale, and the scales. */
export function termsOf({ price, scaled }: Pick<Offer, "price" | "scaled">): ScaledPrice {
  return scaled ?? { price, scales: [] };
}

/** Price and freight of a unit, with tax: what is paid. */
export function landed({ price, freight }: Pick<Offer, "price" | "freight">): string {
  return paidPrice({ price, freight }).toFixed();
}

/** The same to go on working with. */
export function paidPrice({ price, freight }: Pick<Offer, "price" | "freight">): Decimal {
  return freight === null ? decimal(price) : decimal(price).plus(decimalOrZero(freight));
}

/** Tax is no cost of ours: where the rates of the offers differ, they are compared without it. */
export function isUntaxed(offers: readonly Pick<Offer, "taxRate">[]): boolean {
  const written = new Set(offers.map(({ taxRate }) => taxRate));
  return new Set([...written].map((rate) => decimalOrZero(rate).toFixed())).size > 1;
}

/** Price and freight of a unit, which is taxed as the goods are; six decimals. */
export function goodsPrice(offer: Pick<Offer, "price" | "freight" | "taxRate">, untaxed: boolean): string {
  const taxed = paidPrice(offer);
  return roundPrice(untaxed ? quotient(taxed, decimalOrZero(offer.taxRate).times("0.01").plus(1)) : taxed);
}

/** Duty of a unit, on price and freight without tax: what we pay to the customs ourselves. */
export function dutyOf(offer: Pick<Offer, "price" | "freight" | "taxRate" | "dutyRate">): Decimal {
  const rate = decimalOrZero(offer.dutyRate ?? null);
  return rate.eq(0) ? rate : decimal(goodsPrice(offer, true)).times(rate).times("0.01");
}

/** 可比单价, by which offers are ranked and the lowest is told: a landed unit, goods and the duty that is not in their price; six decimals. */
export function comparablePrice(
  offer: Pick<Offer, "price" | "freight" | "taxRate" | "dutyRate">,
  untaxed: boolean,
): string {
  return roundPrice(decimal(goodsPrice(offer, untaxed)).plus(dutyOf(offer)));
}

/**
 * The lowest offers of a line; several where they are equal.
 * @param offers those of all lines of the round, which decide whether tax counts
 */
export function lowestOf(offers: readonly Offer[], line: number): readonly Offer[] {
  const untaxed = isUntaxed(offers);
  const own = offers
    .filter((one) => one.line === line && decimal(one.price).gt(0))
    .map((offer) => ({ offer, price: decimal(comparablePrice(offer, untaxed)) }));
  return own.filter(({ price }) => own.every((other) => price.lte(other.price))).map(({ offer }) => offer);
}

interface Ranked {
  id: string;
  total: string;
}

/**
 * Ranks of those who quoted everything, by their total, and how far each is from the lowest in percent; equal totals share a rank. Whoever
 * quoted a part cannot be compared and has none.
 */
export function ranksOf(whole: readonly Ranked[]): Map<string, { rank: number; gap: string }> {
  const least = whole.reduce<string | null>(
    (lowest, { total }) => (lowest === null || decimal(total).lt(decimal(lowest)) ? total : lowest),
    null,
  );
  return new Map(
    whole.map(({ id, total }) => {
      const rank = 1 + whole.filter((other) => decimal(other.total).lt(decimal(total))).length;
      const gap =
        least === null || decimal(least).eq(0)
          ? "0"
          : roundPercent(decimal(total).minus(decimal(least)).div(decimal(least)).times(100));
      return [id, { rank, gap }];
    }),
  );
}

/** What a supplier is told of its rank; null: nothing. */
export function rankText(show: keyof typeof RANK_SHOWS | string, ranked: { rank: number; gap: string } | undefined) {
  if (!ranked || show === "none") return null;
  const gap = decimal(ranked.gap).toFixed(2);
  return show === "rank_gap" && ranked.rank > 1
    ? `第${ranked.rank}名，比最低高${formatDecimal(gap)}%`
    : `第${ranked.rank}名`;
}

export interface Award {
  item_no: number;
  supplier_id: string;
  share: string;
  not_lowest_reason: string | null;
}

interface Awarded {
  items: readonly { id: string; line_no: number; qty: string }[];
  awards: readonly Award[];
}

/** Place of a line among the lines, as people count. */
const placeOf = ({ items }: Pick<Awarded, "items">, lineNo: number) =>
  items.findIndex(({ line_no }) => line_no === lineNo) + 1;

/** Faults of an award, one sentence each: shares, suppliers that did not quote, a higher price without reason. */
export function awardFaults(
  rfq: Awarded,
  { offers, notBought }: { offers: readonly Offer[]; notBought: ReadonlySet<string> },
): string[] {
  const strays = rfq.awards.flatMap(({ item_no }) =>
    placeOf(rfq, item_no) === 0 ? [`定价结果中的询价行${item_no}不存在`] : [],
  );
  const faults = rfq.items.flatMap((item, index) => {
    const place = index + 1;
    const own = rfq.awards.filter(({ item_no }) => item_no === item.line_no);
    if (notBought.has(item.id)) return own.length > 0 ? [`第${place}行已标记不采购，请删除它的定价结果`] : [];
    const share = sum(own.map((award) => award.share));
    const whole = share.eq(100) ? [] : [`第${place}行份额合计须为100%，现为${formatDecimal(share.toFixed())}%`];
    const suppliers = own.map(({ supplier_id }) => supplier_id);
    const twice = new Set(suppliers).size < suppliers.length ? [`第${place}行同一供应商重复`] : [];
    const lowest = lowestOf(offers, item.line_no).map(({ supplierId }) => supplierId);
    return [
      ...whole,
      ...twice,
      ...own.flatMap(({ supplier_id, not_lowest_reason }) => {
        if (!offers.some((one) => one.line === item.line_no && one.supplierId === supplier_id))
          return [`第${place}行所选供应商没有对该行报价`];
        return lowest.includes(supplier_id) || (not_lowest_reason ?? "").trim() !== ""
          ? []
          : [`第${place}行未选择最低价，请填写原因`];
      }),
    ];
  });
  return [...strays, ...faults];
}

interface PricedAward {
  material_id: string;
  factory_id: string;
  supplier_id: string;
  new_price: string;
  annual_qty: string;
  credit_days?: number | null;
  scales?: readonly Scale[];
}

const writtenScales = (scales: readonly Scale[] = []) =>
  fullScales(scales).map(({ from_qty, price }) => `${decimal(from_qty).toFixed()}=${decimal(price).toFixed()}`);

/**
 * Months of a plan are lines of their own, and the price book has one price for a supplier, material and factory at a time: awards of the
 * same goods to the same supplier become one price.
 */
export function mergedAwards<A extends PricedAward>(awards: readonly A[]): A[] {
  const found = new Map<string, A>();
  for (const award of awards) {
    const key = `${award.material_id} ${award.factory_id} ${award.supplier_id} ${decimal(award.new_price).toFixed()} ${award.credit_days ?? ""} ${writtenScales(award.scales).join()}`;
    const known = found.get(key);
    found.set(key, known ? { ...known, annual_qty: roundQuantity(sum([known.annual_qty, award.annual_qty])) } : award);
  }
  return [...found.values()];
}

interface SameGoods {
  items: readonly { line_no: number; material_id: string; factory_id: string }[];
  awards: readonly { item_no: number; supplier_id: string; award_price: string | null; scales?: readonly Scale[] }[];
}

/** Lines of the same goods that go to one supplier at different prices, one sentence each. */
export function priceConflicts({ items, awards }: SameGoods): string[] {
  const placed = awards.flatMap(({ item_no, supplier_id, award_price, scales }) => {
    const at = items.findIndex(({ line_no }) => line_no === item_no);
    const item = items[at];
    if (!item || award_price === null) return [];
    return [
      {
        ...{ place: at + 1, key: `${item.material_id} ${item.factory_id} ${supplier_id}` },
        price: [decimal(award_price).toFixed(), ...writtenScales(scales)].join(),
      },
    ];
  });
  return placed.flatMap((one, index) => {
    const other = placed.slice(0, index).find(({ key, price }) => key === one.key && price !== one.price);
    return other
      ? [`第${one.place}行与第${other.place}行是同一供应商、物料和工厂，定价须相同，请在下一轮请供应商统一报价`]
      : [];
  });
}

/** How much of a line goes to a share. */
export function shareOf(qty: string, share: string): string {
  return roundQuantity(decimal(qty).times(decimal(share)).div(100));
}

/** The line an award speaks of is one of the inquiry. */
export function awardsNameLines({ items, awards }: Awarded): Complaint | null {
  const at = awards.findIndex(({ item_no }) => !items.some(({ line_no }) => line_no === item_no));
  return at < 0
    ? ok
    : complain(lineField("awards", at + 1, "item_no"), `第${at + 1}行的询价行不存在，请填写10、20等行号`);
}

/** How a quote ends: everything it offered went to it, a part, or nothing. */
export function outcomeOf(
  quote: { supplierId: string; lines: readonly number[] },
  awards: readonly Award[],
): "settle_won" | "settle_part" | "settle_lost" {
  const own = awards.filter(({ supplier_id, share }) => supplier_id === quote.supplierId && decimal(share).gt(0));
  if (own.length === 0) return "settle_lost";
  const isWhole = quote.lines.every((line) =>
    own.some(({ item_no, share }) => item_no === line && decimal(share).gte(100)),
  );
  return isWhole ? "settle_won" : "settle_part";
}

/** What a price approval of these prices is called: by what was last paid, whatever the inquiry was called. */
export function priceKind(lines: readonly { price: string; last: string | null }[]): "new" | "rise" | "fall" | "renew" {
  const known = lines.flatMap(({ price, last }) => (last === null ? [] : [decimal(price).cmp(decimal(last))]));
  if (known.length < lines.length || lines.length === 0) return "new";
  if (known.includes(1)) return "rise";
  return known.includes(-1) ? "fall" : "renew";
}
