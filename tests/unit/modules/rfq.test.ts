import { expect, test } from "vitest";
import {
  awardFaults,
  estimateOf,
  lowestOf,
  type Offer,
  outcomeOf,
  priceKind,
  ranksOf,
  rankText,
} from "~/modules/purchase-management/rfq/rfq.rules";
import {
  farFromLast,
  lineAmount,
  pricesStand,
  quoteWhole,
} from "~/modules/receiving/supplier-quote/supplier-quote.rules";

const offer = (supplierId: string, line: number, price: string, freight: string | null = null): Offer => ({
  ...{ quoteId: `q${supplierId}`, supplierId, line, price, freight, taxRate: "13" },
});

test("预计金额按目标价，没有目标价的按上次价，都没有的不计", () => {
  expect(
    estimateOf([
      { qty: "10", target_price: "2", last_price: "9" },
      { qty: "10", target_price: null, last_price: "3.333" },
      { qty: "10", target_price: null, last_price: null },
    ]),
  ).toBe("53.33");
});

test("最低按单价加运费比较，并列的都是最低", () => {
  const offers = [offer("甲", 10, "1.5"), offer("乙", 10, "1.4", "0.1"), offer("丙", 10, "1.45", "0.2")];
  expect(lowestOf(offers, 10).map(({ supplierId }) => supplierId)).toEqual(["甲", "乙"]);
  expect(lowestOf(offers, 20)).toEqual([]);
});

test("名次按总额，相同的并列；告知内容按设置", () => {
  const ranks = ranksOf([
    { id: "a", total: "110" },
    { id: "b", total: "100" },
    { id: "c", total: "100" },
  ]);
  expect(ranks.get("a")).toEqual({ rank: 3, gap: "10.0000" });
  expect(ranks.get("c")?.rank).toBe(1);
  expect(rankText("none", ranks.get("a"))).toBeNull();
  expect(rankText("rank", ranks.get("a"))).toBe("第3名");
  expect(rankText("rank_gap", ranks.get("a"))).toBe("第3名，比最低高10%");
  expect(ranksOf([{ id: "a", total: "0" }]).get("a")).toEqual({ rank: 1, gap: "0" });
});

const rfq = (
  awards: readonly { item_no: number; supplier_id: string; share: string; not_lowest_reason: string | null }[],
) => ({
  items: [{ id: "1", line_no: 10, qty: "100" }],
  awards,
});
const to = (supplier_id: string, share: string, not_lowest_reason: string | null = null) => ({
  ...{ item_no: 10, supplier_id, share, not_lowest_reason },
});

test("每行份额合计100%或不采购；高于最低价的写明原因", () => {
  const offers = [offer("甲", 10, "1.5"), offer("乙", 10, "1.4")];
  const faults = (awards: Parameters<typeof rfq>[0], notBought: readonly string[] = []) =>
    awardFaults(rfq(awards), { offers, notBought: new Set(notBought) });
  expect(faults([])).toEqual(["第1行份额合计须为100%，现为0%"]);
  expect(faults([], ["1"])).toEqual([]);
  expect(faults([to("乙", "100")], ["1"])).toEqual(["第1行已标记不采购，请删除它的定价结果"]);
  expect(faults([to("甲", "100")])).toEqual(["第1行未选择最低价，请填写原因"]);
  expect(faults([to("甲", "40", "分散风险"), to("乙", "60")])).toEqual([]);
  expect(faults([to("乙", "60"), to("乙", "40")])).toEqual(["第1行同一供应商重复"]);
  expect(faults([to("丁", "100")])).toEqual(["第1行所选供应商没有对该行报价"]);
});

test("报的每行都整行中选才是中选，分到一部分是部分中选", () => {
  const quote = { supplierId: "甲", lines: [10, 20] };
  expect(outcomeOf(quote, [])).toBe("settle_lost");
  expect(outcomeOf(quote, [to("甲", "100")])).toBe("settle_part");
  expect(outcomeOf(quote, [to("甲", "100"), { ...to("甲", "100"), item_no: 20 }])).toBe("settle_won");
  expect(outcomeOf({ supplierId: "甲", lines: [10] }, [to("甲", "60")])).toBe("settle_part");
});

test("报价行金额含运费；单价须大于零，不报价的行不填单价", () => {
  expect(lineAmount({ price: "1.5", freight: "0.1", qty: "3", scales: [] })).toBe("4.80");
  expect(lineAmount({ price: null, freight: "0.1", qty: "3", scales: [] })).toBeNull();
  expect(pricesStand({ items: [{ no_quote: false, price: "0" }] })?.message).toBe("第1行单价必须大于0");
  expect(pricesStand({ items: [{ no_quote: true, price: "1" }] })?.message).toContain("请清空单价");
});

test("须报全部行的缺一行不能提交，可报部分行的逐行说明", () => {
  const quote = {
    ...{ quote_scope: "all_lines", tax_rate: "13", valid_to: "2025-12-31", contact_phone: "1" },
    price_valid_from: "2025-04-01",
    items: [
      { no_quote: false, price: "1" },
      { no_quote: true, price: null },
    ],
  };
  expect(quoteWhole(quote)?.message).toBe("第2行未报价，本询价单要求全部报价");
  expect(quoteWhole({ ...quote, quote_scope: "some_lines" })).toBeNull();
  expect(quoteWhole({ ...quote, valid_to: "2025-03-01" })?.message).toBe("报价有效期不足");
  expect(
    quoteWhole({ ...quote, quote_scope: "some_lines", items: [{ no_quote: true, price: null }] })?.message,
  ).toContain("请至少对一行报价");
});

test("比上次高低过多的请供应商确认：滑了一位小数就能发现", () => {
  const line = (price: string, own: string) => ({ price, prev_price: null, own_price: own, qty: "1", scales: [] });
  expect(farFromLast([line("150", "1.5")], 50)).toEqual(["第1行较上次报价变动9,900%，请确认"]);
  expect(farFromLast([line("1.6", "1.5")], 50)).toEqual([]);
});

test("核价类型看与上次价的高低：有涨即涨价，没有上次价的为新增定价", () => {
  expect(priceKind([{ price: "2", last: null }])).toBe("new");
  expect(
    priceKind([
      { price: "2", last: "1" },
      { price: "1", last: "2" },
    ]),
  ).toBe("rise");
  expect(priceKind([{ price: "1", last: "2" }])).toBe("fall");
  expect(priceKind([{ price: "2.00", last: "2" }])).toBe("renew");
});
