import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { decimal, decimalOrZero, formatDecimal, roundMoney, sum } from "~/shared/decimal";
import { fullScales, priceAt, type Scale } from "~/shared/price-scales";

interface Quoted {
  price: string | null;
  freight: string | null;
  qty: string;
  scales: readonly Scale[];
}

/** The price that counts for what is asked for: of the scales the one its quantity falls into. */
export function askedPrice({ price, qty, scales }: Omit<Quoted, "freight">): string | null {
  return price === null ? null : priceAt({ price, scales }, qty);
}

/** What a line comes to: the price for the quantity that is asked for, and freight, times that quantity. */
export function lineAmount(line: Quoted): string | null {
  const price = askedPrice(line);
  return price === null ? null : roundMoney(decimal(price).plus(decimalOrZero(line.freight)).times(decimal(line.qty)));
}

export function quoteTotal(items: readonly Quoted[]): string {
  return roundMoney(sum(items.map(lineAmount)));
}

interface Line {
  no_quote: boolean;
  price: string | null;
}

/** A price is above zero, and a line that is not quoted has none. */
export function pricesStand({ items }: { items: readonly Line[] }): Complaint | null {
  for (const [index, { no_quote, price }] of items.entries()) {
    const at = lineField("items", index + 1, "price");
    if (price === null) continue;
    if (decimal(price).lte(0)) return complain(at, `第${index + 1}行单价必须大于0`);
    if (no_quote) return complain(at, `第${index + 1}行已选不报价，请清空单价`);
  }
  return ok;
}

interface Scaled {
  price: string | null;
  scales: readonly Scale[];
}

/** Scales begin above nothing, each at a larger quantity than the one before; rows that are left blank say nothing. */
export function scalesStand({ items }: { items: readonly Scaled[] }): Complaint | null {
  for (const [index, { price, scales }] of items.entries()) {
    let before = decimal(0);
    for (const [row, scale] of scales.entries()) {
      if (scale.from_qty === null && scale.price === null) continue;
      const at = (field: string) => lineField("items", index + 1, `scales.${row}.${field}`);
      const place = `第${index + 1}行阶梯价第${row + 1}档`;
      if (price === null) return complain(at("price"), `${place}：请先填写该行含税单价，或清空阶梯价`);
      if (scale.from_qty === null) return complain(at("from_qty"), `${place}请填写起始数量`);
      if (scale.price === null) return complain(at("price"), `${place}请填写含税单价`);
      if (decimal(scale.price).lte(0)) return complain(at("price"), `${place}单价必须大于0`);
      const from = decimal(scale.from_qty);
      if (from.lte(before))
        return complain(at("from_qty"), `${place}起始数量必须大于${before.eq(0) ? "0" : "上一档"}，各档从小到大填写`);
      before = from;
    }
  }
  return ok;
}

/** Scales that do not get cheaper with the quantity: allowed, and mostly a slip. */
export function notFalling(items: readonly Scaled[]): string[] {
  return items.flatMap(({ price, scales }, index) => {
    let before = price;
    return fullScales(scales).flatMap((scale) => {
      const last = before;
      before = scale.price;
      if (last === null || decimal(scale.price).lt(decimal(last))) return [];
      const much = decimal(scale.price).eq(decimal(last)) ? "与上一档相同" : `高于上一档${formatDecimal(last)}`;
      return [
        `第${index + 1}行数量${formatDecimal(scale.from_qty)}起的单价${formatDecimal(scale.price)}${much}，请确认`,
      ];
    });
  });
}

interface Later {
  only_down: boolean;
  items: readonly { price: string | null; prev_price: string | null; qty: string; scales: readonly Scale[] }[];
}

/** Where the template says so, a later round brings no higher price for what is asked for. */
export function neverRises({ only_down, items }: Later): Complaint | null {
  if (!only_down) return ok;
  for (const [index, { prev_price, ...line }] of items.entries()) {
    const price = askedPrice(line);
    if (price !== null && prev_price !== null && decimal(price).gt(decimal(prev_price)))
      return complain(
        lineField("items", index + 1, "price"),
        `第${index + 1}行本轮报价不能高于上轮${formatDecimal(prev_price)}`,
      );
  }
  return ok;
}

interface Whole {
  quote_scope: string;
  tax_rate: string | null;
  valid_to: string | null;
  contact_phone: string | null;
  price_valid_from: string;
  items: readonly Line[];
}

/** Everything that is asked for is there. */
export function quoteWhole(quote: Whole): Complaint | null {
  if (quote.tax_rate === null) return complain("tax_rate", "请填写税率");
  if (quote.valid_to === null) return complain("valid_to", "请填写报价有效期");
  if (quote.contact_phone === null) return complain("contact_phone", "请填写联系电话");
  if (quote.valid_to < quote.price_valid_from) return complain("valid_to", "报价有效期不足");
  const open = quote.items.findIndex(({ price }) => price === null);
  if (quote.quote_scope === "all_lines" && open >= 0)
    return complain("items", `第${open + 1}行未报价，本询价单要求全部报价`);
  if (quote.items.every(({ price }) => price === null)) return complain("items", "请至少对一行报价，或谢绝报价");
  const silent = quote.items.findIndex(({ price, no_quote }) => price === null && !no_quote);
  return silent < 0 ? ok : complain("items", `第${silent + 1}行请填写单价，或选择不报价`);
}

/** Quotes are taken from the hour that was announced. */
export function hasStarted(
  { start_at }: { start_at: string },
  _input: unknown,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  return now < start_at ? complain("", "报价尚未开始，请在报价开始时间以后提交") : ok;
}

/** Whether questions are still taken. */
export function mayAsk(
  { ask_until, deadline }: { ask_until: string | null; deadline: string },
  _input: unknown,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  return now > (ask_until ?? deadline) ? complain("", "答疑已截止，不能再提问") : ok;
}

interface Compared extends Scaled {
  qty: string;
  prev_price: string | null;
  own_price: string | null;
}

/** Lines whose price is far from the supplier's last one, so that a slipped digit is seen before it is sent. */
export function farFromLast(items: readonly Compared[], percent: number): string[] {
  return items.flatMap(({ prev_price, own_price, ...line }, index) => {
    const price = askedPrice(line);
    const last = prev_price ?? own_price;
    if (price === null || last === null || decimal(last).eq(0)) return [];
    const change = decimal(price).minus(decimal(last)).div(decimal(last)).times(100);
    return change.abs().gt(percent)
      ? [`第${index + 1}行较上次报价变动${formatDecimal(change.round(1).toFixed())}%，请确认`]
      : [];
  });
}
