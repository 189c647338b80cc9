import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { addDays, daysBetween } from "~/shared/calendar";
import { decimal, decimalOrZero, formatDecimal, roundMoney, roundPercent, roundPrice, sum } from "~/shared/decimal";

/** Where a price approval comes from; further sources come with their documents. */
export const PRICE_SOURCES = { manual: "手工", adjust: "调价申请", rfq: "询价" } as const;

/** What a price is without tax: six decimals, half up. */
export function untaxed(price: string, taxRate: string): string {
  return roundPrice(decimal(price).div(decimal(taxRate).div(100).plus(1)));
}

/** How far a price goes up or down, in percent of the old one; null where there was none. */
export function changeRate({ old_price, new_price }: { old_price: string | null; new_price: string }): string | null {
  if (old_price === null || decimal(old_price).eq(0)) return null;
  const old = decimal(old_price);
  return roundPercent(decimal(new_price).minus(old).div(old).times(100));
}

interface Valued {
  old_price: string | null;
  new_price: string;
  annual_qty: string | null;
}

/** The highest rise of the lines, in percent; nothing where no price rises. */
export function highestRise(items: readonly Pick<Valued, "old_price" | "new_price">[]): string {
  return items.reduce((most, line) => {
    const rate = changeRate(line);
    return rate !== null && decimal(rate).gt(decimal(most)) ? rate : most;
  }, "0.0000");
}

/** What the change costs or saves in a year; of what had no price, the whole of it. */
export function annualImpact(items: readonly Valued[]): string {
  return roundMoney(
    sum(
      items.map(({ old_price, new_price, annual_qty }) =>
        decimal(new_price).minus(decimalOrZero(old_price)).times(decimalOrZero(annual_qty)),
      ),
    ),
  );
}

/** What is bought at the new prices in a year. */
export function annualPurchase(items: readonly Omit<Valued, "old_price">[]): string {
  return roundMoney(sum(items.map(({ new_price, annual_qty }) => decimal(new_price).times(decimalOrZero(annual_qty)))));
}

/** The first day on which one of the prices holds. */
export function firstDay(items: readonly { valid_from: string | null }[]): string | null {
  const days = items.flatMap(({ valid_from }) => valid_from ?? []);
  return days.sort()[0] ?? null;
}

interface Priced {
  material_id: string;
  supplier_id: string;
  factory_id: string | null;
  valid_from: string;
  valid_to: string;
}

/** A price ends after it began. */
export function endsAfterStart({ items }: { items: readonly Pick<Priced, "valid_from" | "valid_to">[] }) {
  const position = items.findIndex(({ valid_from, valid_to }) => valid_to < valid_from);
  return position < 0
    ? ok
    : complain(lineField("items", position + 1, "valid_to"), `第${position + 1}行失效日期不能早于生效日期`);
}

/** Of one supplier, material and factory one price holds on a day, or the document would contradict itself. */
export function linesApart({ items }: { items: readonly Priced[] }): Complaint | null {
  for (const [index, line] of items.entries()) {
    const other = items
      .slice(0, index)
      .findIndex(
        (one) =>
          one.material_id === line.material_id &&
          one.supplier_id === line.supplier_id &&
          one.factory_id === line.factory_id &&
          one.valid_from <= line.valid_to &&
          line.valid_from <= one.valid_to,
      );
    if (other >= 0)
      return complain(
        lineField("items", index + 1, "valid_from"),
        `第${index + 1}行与第${other + 1}行的供应商、物料、工厂相同，价格期间重叠`,
      );
  }
  return ok;
}

/** Each scale begins at a quantity of its own. */
export function scalesApart({ items }: { items: readonly { scales: readonly { from_qty: string }[] }[] }) {
  for (const [index, { scales }] of items.entries()) {
    const starts = scales.map(({ from_qty }) => decimal(from_qty).toFixed());
    if (new Set(starts).size < starts.length)
      return complain(lineField("items", index + 1, "scales"), `第${index + 1}行阶梯价的起订数量重复`);
  }
  return ok;
}

/** What parameters say of price approvals. */
export interface PriceLimits {
  backDays: number;
  riseNote: number;
  manualLimit: number;
  tempDays: number;
}

interface Submitted {
  price_kind: string;
  /** The inquiry whose quotes were compared, whatever the source says that people choose. */
  rfq_id: string | null;
  manual_reason: string | null;
  attachments: readonly unknown[] | null;
  items: readonly (Valued & { note: string | null; valid_from: string; valid_to: string })[];
}

/** What has to be mended before prices are approved, one sentence each; asked at the submission and at the last approval. */
export function priceFaults(price: Submitted, limits: PriceLimits, today: string): string[] {
  const earliest = addDays(today, -limits.backDays);
  const faults = price.items.flatMap((line, index) => {
    const at = `第${index + 1}行`;
    const rate = changeRate(line);
    const isSteep = rate !== null && decimal(rate).gt(0) && decimal(rate).gte(limits.riseNote);
    const isGrounded = (line.note ?? "").trim() !== "" && (price.attachments ?? []).length > 0;
    return [
      ...(line.valid_from < earliest ? [`${at}生效日期${line.valid_from}已过，不允许追溯生效`] : []),
      ...(line.annual_qty === null ? [`${at}请填写年用量`] : []),
      ...(isSteep && !isGrounded ? [`${at}涨幅${formatDecimal(rate)}%，请填写说明并上传依据`] : []),
      ...(price.price_kind === "temp" && daysBetween(line.valid_from, line.valid_to) + 1 > limits.tempDays
        ? [`${at}临时价有效期不能超过${limits.tempDays}天`]
        : []),
    ];
  });
  const isLarge = decimal(annualPurchase(price.items)).gt(limits.manualLimit);
  return price.rfq_id === null && isLarge && (price.manual_reason ?? "").trim() === ""
    ? [...faults, "未经比价，请填写理由"]
    : faults;
}

interface MarketFacts {
  name: string;
  value: string;
  date: string;
}

/** What the reference price of a line is, and how far it went since the old price began. */
export function marketNote(
  { name, value, date }: MarketFacts,
  unit: string,
  former: { day: string; value: string } | null,
): string {
  const rate = former && changeRate({ old_price: former.value, new_price: value });
  const since = former && rate !== null ? `，较原价日期${former.day}${signed(rate)}%` : "";
  return `${name} ${formatDecimal(value)} ${unit}（${date}）${since}`;
}

function signed(rate: string): string {
  return `${decimal(rate).gt(0) ? "+" : ""}${formatDecimal(rate)}`;
}
