import { describe, expect, test } from "vitest";
import { type Bid, compareLine, offersBy } from "~/modules/purchase-management/rfq/comparison.rules";
import { lowestScenario, manualScenario } from "~/modules/purchase-management/rfq/comparison-ways.rules";
import { mergedAwards, priceConflicts, priceFor, termsOf } from "~/modules/purchase-management/rfq/rfq.rules";
import {
  lineAmount,
  neverRises,
  notFalling,
  scalesStand,
} from "~/modules/receiving/supplier-quote/supplier-quote.rules";
import { priceAt, sameScales, scalesText } from "~/shared/price-scales";

const SCALES = [
  { from_qty: "500", price: "9.5" },
  { from_qty: "1000", price: "9" },
];
const quoted = (scales: { from_qty: string | null; price: string | null }[], price: string | null = "10") => ({
  items: [{ price, scales }],
});

describe("阶梯价的填写", () => {
  test("数量从小到大，缺数量、缺单价、没有起始单价都指到那一格；空行不算", () => {
    expect(scalesStand(quoted([...SCALES, { from_qty: null, price: null }]))).toBeNull();
    const swapped = scalesStand(quoted([...SCALES].reverse()));
    expect(swapped).toMatchObject({ field: "items.0.scales.1.from_qty" });
    expect(swapped?.message).toContain("从小到大");
    expect(scalesStand(quoted([{ from_qty: "0", price: "1" }]))?.message).toContain("必须大于0");
    expect(scalesStand(quoted([{ from_qty: null, price: "1" }]))?.field).toBe("items.0.scales.0.from_qty");
    expect(scalesStand(quoted([{ from_qty: "5", price: null }]))?.field).toBe("items.0.scales.0.price");
    expect(scalesStand(quoted([{ from_qty: "5", price: "0" }]))?.message).toContain("单价必须大于0");
    expect(scalesStand(quoted(SCALES, null))?.message).toContain("请先填写该行含税单价");
  });

  test("不便宜的一档提醒，与起始单价相同的也提醒", () => {
    expect(notFalling([{ price: "10", scales: SCALES }])).toEqual([]);
    expect(notFalling([{ price: "9.5", scales: SCALES }])).toEqual(["第1行数量500起的单价9.5与上一档相同，请确认"]);
    expect(notFalling([{ price: "9.2", scales: SCALES }])[0]).toContain("高于上一档9.2");
  });

  test("金额和只降不升都按预计数量适用的一档", () => {
    const line = { price: "10", freight: "1", scales: SCALES };
    expect(lineAmount({ ...line, qty: "499.999" })).toBe("5499.99");
    expect(lineAmount({ ...line, qty: "500" })).toBe("5250.00");
    const later = { ...line, qty: "1000", prev_price: "9.2" };
    expect(neverRises({ only_down: true, items: [later] })).toBeNull();
    expect(neverRises({ only_down: true, items: [{ ...later, qty: "400" }] })?.message).toContain("不能高于上轮9.2");
  });
});

const scaled = (supplierId: string, price: string, more: Partial<Bid> = {}): Bid => ({
  ...{ quoteId: supplierId, supplierId, line: 10, price, freight: null, taxRate: "13" },
  ...{ round: 1, moq: null, offerQty: null, leadDays: null },
  ...more,
});

describe("阶梯价的比较和定价", () => {
  const offer = scaled("A", "9", { scaled: { price: "10", scales: SCALES } });
  const lines = [{ line: 10, qty: "1000", last: "10", isBought: true }];
  const offers = offersBy([offer, scaled("B", "9.2")], { untaxed: false, capitalRate: "0", term: null });

  test("比较用预计数量的一档；份额落到哪一档就按哪一档算", () => {
    expect(compareLine({ line: 10, qty: "1000", last: null, isBought: true }, offers)[0]?.bid.supplierId).toBe("A");
    expect(lowestScenario(lines, offers)).toMatchObject({ amount: "9000.00", saving: "1000.00" });
    const award = (supplier_id: string, share: string) => ({ item_no: 10, supplier_id, share });
    const split = manualScenario([award("A", "60"), award("B", "40")], lines, offers);
    expect(split).toMatchObject({ amount: "9380.00", saving: "620.00" });
    expect(priceFor(offer, "499")).toBe("10");
  });

  test("交给价格数据的是起始单价和各档；同样的合并，不同的说出来", () => {
    expect(termsOf(offer)).toEqual({ price: "10", scales: SCALES });
    const line = { material_id: "m", factory_id: "f", supplier_id: "A", new_price: "10", annual_qty: "1" };
    expect(
      mergedAwards([
        { ...line, scales: SCALES },
        { ...line, scales: SCALES },
      ]),
    ).toHaveLength(1);
    expect(mergedAwards([{ ...line, scales: SCALES }, line])).toHaveLength(2);
    const items = [10, 20].map((line_no) => ({ line_no, material_id: "m", factory_id: "f" }));
    const award = (item_no: number, scales: typeof SCALES) => ({
      ...{ item_no, supplier_id: "A", award_price: "10", scales },
    });
    expect(priceConflicts({ items, awards: [award(10, SCALES), award(20, SCALES)] })).toEqual([]);
    expect(priceConflicts({ items, awards: [award(10, SCALES), award(20, [])] })).toHaveLength(1);
  });

  test("写法不同的数字是同一档", () => {
    expect(sameScales(SCALES, [...SCALES].reverse())).toBe(true);
    expect(
      sameScales(SCALES, [{ from_qty: "500.000", price: "9.500000" }, SCALES[1] ?? { from_qty: "", price: "" }]),
    ).toBe(true);
    expect(sameScales(SCALES, [])).toBe(false);
    expect(priceAt({ price: "10", scales: SCALES }, "1000.000")).toBe("9");
    expect(scalesText(SCALES)).toBe("500起9.50，1,000起9.00");
  });
});
