import { expect, test } from "vitest";
import {
  type AskedLine,
  type Basis,
  type Bid,
  basisOf,
  changeOf,
  compareLine,
  creditDays,
  offerCosts,
  offersBy,
  percentOf,
  roundsOf,
  signedPercent,
  supplierTotals,
} from "~/modules/purchase-management/rfq/comparison.rules";
import { oddities, slipOf, tailOf } from "~/modules/purchase-management/rfq/comparison-oddities.rules";
import {
  lowestScenario,
  manualScenario,
  oneSupplierScenario,
} from "~/modules/purchase-management/rfq/comparison-ways.rules";
import { lowGrades, swapOf, swapsOf } from "~/modules/purchase-management/rfq/odd-offers.rules";
import { lowestOf } from "~/modules/purchase-management/rfq/rfq.rules";
import { decimal, quotient, roundPercent } from "~/shared/decimal";

const bid = (supplierId: string, line: number, price: string, more: Partial<Bid> = {}): Bid => ({
  ...{ quoteId: `q${supplierId}`, supplierId, line, price, freight: null, taxRate: "13" },
  ...{ round: 1, moq: null, offerQty: null, leadDays: null },
  ...more,
});
const asked = (line: number, qty: string, more: Partial<AskedLine> = {}): AskedLine => ({
  ...{ line, qty, last: null, isBought: true },
  ...more,
});
const BASIS: Basis = { untaxed: false, capitalRate: "4.35", term: "d30" };
const LIMITS = { warnPercent: 50, slipPercent: 20, tailLines: 3 };

/** Two lines: A is dearer on the first, B far too dear on the second. */
const lines = [asked(10, "1000", { last: "1.6" }), asked(20, "100")];
const bids = [bid("A", 10, "1.5"), bid("B", 10, "1.4", { freight: "0.05" }), bid("A", 20, "2.2"), bid("B", 20, "20")];

test("名次按单价加运费，相同的并列，高出多少以最低为准", () => {
  const offers = [bid("A", 10, "1.6"), bid("B", 10, "1.5"), bid("C", 10, "1.4", { freight: "0.1" })];
  const compared = compareLine(asked(10, "100"), offersBy(offers, BASIS));
  expect(compared.map(({ bid: { supplierId }, rank, gap }) => [supplierId, rank, gap])).toEqual([
    ["B", 1, "0.0000"],
    ["C", 1, "0.0000"],
    ["A", 3, "6.6667"],
  ]);
  expect(compared.map(({ isLowest, isHighest }) => [isLowest, isHighest])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
  const line = asked(10, "100", { last: "1.5" });
  expect(offers.map((offer) => offerCosts(line, offer, BASIS).vsLast)).toEqual(["6.6667", "0.0000", "0.0000"]);
});

test("另缴的关税进可比单价：名次、最低价和各家总额都按它", () => {
  // Without tax 1.13 is 1.00, whose duty is 0.10; the others bear none.
  const offers = [bid("A", 10, "1.13", { dutyRate: "10" }), bid("B", 10, "1.2"), bid("C", 10, "1.23")];
  const line = asked(10, "100");
  const drawn = offersBy(offers, BASIS);
  const compared = compareLine(line, drawn);
  expect(compared.map(({ bid: { supplierId }, price, rank, gap }) => [supplierId, price, rank, gap])).toEqual([
    ["B", "1.200000", 1, "0.0000"],
    ["A", "1.230000", 2, "2.5000"],
    ["C", "1.230000", 2, "2.5000"],
  ]);
  expect(lowestOf(offers, 10).map(({ supplierId }) => supplierId)).toEqual(["B"]);
  expect(lowestScenario([line], drawn).supplierIds).toEqual(["B"]);
  const totals = supplierTotals([line], drawn);
  expect(totals.map(({ supplierId, comparable, rank, gap }) => [supplierId, comparable, rank, gap])).toEqual([
    ["B", "120.00", 1, "0.0000"],
    ["A", "123.00", 2, "2.5000"],
    ["C", "123.00", 2, "2.5000"],
  ]);
  // Counted once: what it costs altogether is goods and duty, less what paying later saves on the goods.
  const [first] = offers;
  const costs = first && offerCosts(line, first, { ...BASIS, capitalRate: "0" });
  expect(costs).toMatchObject({ amount: "113.00", comparable: "123.00", duty: "10.00", full: "123.00" });
  expect(first && offerCosts(line, first, BASIS).termCost).toBe("-0.40");
});

test("各家税率不同的按不含税比较，定价的最低价也一样", () => {
  const offers = [bid("A", 10, "1.13"), bid("B", 10, "1.12", { taxRate: "9" })];
  const basis = basisOf(offers, { capitalRate: "4.35", term: "d30" });
  expect(basis.untaxed).toBe(true);
  expect(compareLine(asked(10, "100"), offersBy(offers, basis)).map(({ price }) => price)).toEqual([
    "1.000000",
    "1.027523",
  ]);
  expect(lowestOf(offers, 10).map(({ supplierId }) => supplierId)).toEqual(["A"]);
  const same = [bid("A", 10, "1.13"), bid("B", 10, "1.12", { taxRate: "13.0000" })];
  expect(basisOf(same, { capitalRate: "0", term: null }).untaxed).toBe(false);
  expect(lowestOf(same, 10).map(({ supplierId }) => supplierId)).toEqual(["B"]);
});

test("起订量超出的要多买，付款越晚越省；认不出天数的付款条件不计", () => {
  const offer = bid("A", 10, "2", { moq: "150", leadDays: 20 });
  const costs = (term: string | null) => offerCosts(asked(10, "100"), offer, { ...BASIS, term });
  expect(costs("d30")).toMatchObject({ amount: "200.00", surplus: "100.00", termCost: "-0.72", full: "299.28" });
  expect(costs("d30").fullPrice).toBe("2.992800");
  expect(costs("prepay").termCost).toBe("0.48");
  expect(costs("cod")).toMatchObject({ termCost: "0.00", full: "300.00" });
  expect(costs("acceptance")).toMatchObject({ termCost: null, full: "300.00" });
  expect(creditDays("d90", null)).toBe(90);
  expect(creditDays("prepay", 15)).toBe(-15);
  expect(creditDays(null, 15)).toBeNull();
  expect(percentOf(435)).toBe("4.35");
});

test("逐行最低与一家全包最低的总额和较上次价的节约", () => {
  const alone = (all: readonly Bid[]) => {
    const offers = offersBy(all, BASIS);
    return oneSupplierScenario(supplierTotals(lines, offers), lines, offers);
  };
  expect(lowestScenario(lines, offersBy(bids, BASIS))).toMatchObject({
    ...{ supplierIds: ["A", "B"], amount: "1670.00", last: "1600.00", saving: "150.00", savingRate: "9.3750" },
    uncovered: [],
  });
  expect(alone(bids)).toMatchObject({
    ...{ supplierIds: ["A"], amount: "1720.00", saving: "100.00", savingRate: "6.2500" },
  });
  const parted = [bid("A", 10, "1.5"), bid("B", 20, "2")];
  expect(alone(parted)).toBeNull();
  expect(supplierTotals(lines, offersBy(parted, BASIS)).map(({ rank, quoted }) => [rank, quoted])).toEqual([
    [null, 1],
    [null, 1],
  ]);
  expect(supplierTotals(lines, offersBy(bids, BASIS)).map(({ supplierId, rank }) => [supplierId, rank])).toEqual([
    ["A", 1],
    ["B", 2],
  ]);
});

test("并列最低的归中得最多的一家，少用一家供应商", () => {
  const tied = [bid("A", 10, "1"), bid("B", 10, "1"), bid("A", 20, "2"), bid("B", 20, "1.9")];
  expect(lowestScenario(lines, offersBy(tied, BASIS)).supplierIds).toEqual(["B"]);
});

test("不采购的行不计；没有报价的行说明出来；都没有上次价的不算节约", () => {
  const some = [asked(10, "1000", { isBought: false, last: "9" }), asked(20, "100"), asked(30, "1")];
  expect(lowestScenario(some, offersBy(bids, BASIS))).toMatchObject({
    ...{ amount: "220.00", last: null, saving: null, savingRate: null, uncovered: [30] },
  });
});

test("已填写的定价结果按份额计，比上次价贵的节约额为负", () => {
  const award = (supplier_id: string, share: string) => ({ item_no: 10, supplier_id, share });
  expect(manualScenario([award("A", "60"), award("B", "40")], lines, offersBy(bids, BASIS))).toMatchObject({
    ...{ amount: "1480.00", last: "1600.00", saving: "120.00", uncovered: [20] },
  });
  expect(manualScenario([], lines, offersBy(bids, BASIS))).toBeNull();
  const dear = [asked(10, "1000", { last: "1.2" })];
  expect(manualScenario([award("A", "100")], dear, offersBy(bids, BASIS))?.saving).toBe("-300.00");
});

test("是上次价的百倍、十倍、十分之一的指出可能的原因", () => {
  const slip = (price: string, last = "1.5") => slipOf(price, { by: decimal(last), called: "上次价" }, LIMITS);
  expect(slip("150")).toEqual({ text: "是上次价的100倍，可能填错单位", isSevere: true });
  expect(slip("15")).toEqual({ text: "是上次价的10倍，可能小数点错位", isSevere: true });
  expect(slip("0.15")).toEqual({ text: "只有上次价的10%，可能小数点错位", isSevere: true });
  expect(slip("0.015")?.text).toBe("只有上次价的1%，可能填错单位");
  expect(slip("2.4")).toEqual({ text: "较上次价高60%", isSevere: false });
  expect(slip("45")).toEqual({ text: "较上次价高2,900%", isSevere: true });
  expect(slip("1.6")).toBeNull();
  expect(slip("1.6", "0")).toBeNull();
});

test("与物料另一单位的换算率相符的，写明疑似按哪个单位报价", () => {
  const called = (uom: string) => ({ kg: "千克", t: "吨", box: "箱", pcs: "个" })[uom] ?? uom;
  const hint = (price: string, uom: string, traded?: Parameters<typeof swapsOf>[1]) =>
    swapOf(price, { by: decimal("2"), called: "上次价" }, swapsOf(uom, traded, called), LIMITS)?.text ?? null;
  expect(hint("2100", "kg")).toBe("是上次价的1,050倍，疑似按吨报价");
  expect(hint("0.002", "t")).toBe("只有上次价的0.1%，疑似按千克报价");
  const boxed = { uom: "pcs", purchase_uom: "box", uom_rate: "24" };
  expect(hint("50", "pcs", boxed)).toBe("是上次价的25倍，疑似按箱报价");
  expect(hint("0.08", "box", boxed)).toBe("只有上次价的4%，疑似按个报价");
  // Not far from the usual, or by no known rate.
  expect(hint("2.4", "pcs", { ...boxed, uom_rate: "1.2" })).toBeNull();
  expect([hint("20", "kg"), hint("50", "roll", boxed), hint("50", "pcs", { ...boxed, uom_rate: null })]).toEqual([
    null,
    null,
    null,
  ]);
  const line = asked(10, "100", { last: "2", swaps: swapsOf("kg", undefined, called) });
  expect(oddities([line], [bid("A", 10, "2000"), bid("B", 10, "2")], LIMITS).map(({ text }) => text)).toEqual([
    "是上次价的1,000倍，疑似按吨报价",
  ]);
});

test("绩效等级低的供应商提示，未评级的不提示，填0都不提示", () => {
  const suppliers = ["A", "C", "D", "N"].map((grade) => ({ id: `s${grade}`, grade }));
  const ids = (from: number) => lowGrades([...suppliers, { id: "s", grade: null }], from).map(({ id }) => id);
  expect([ids(4), ids(3), ids(0)]).toEqual([["sD"], ["sC", "sD"], []]);
  expect(oddities([], [], LIMITS, lowGrades(suppliers, 4))).toEqual([
    { line: null, supplierIds: ["sD"], text: "绩效等级为D级，请谨慎选择", isSevere: true },
  ]);
});

test("没有上次价的与各家中间价比；单价0、只有一家、可供量不足都列出", () => {
  const texts = (line: AskedLine, offers: readonly Bid[]) =>
    oddities([line], offers, LIMITS).map(({ supplierIds, text }) => `${supplierIds.join()}：${text}`);
  const line = asked(10, "100");
  expect(texts(line, [bid("A", 10, "0.02"), bid("B", 10, "2"), bid("C", 10, "2.1")])).toEqual([
    "A：只有各家中间价的1%，可能填错单位",
  ]);
  expect(texts(line, [bid("A", 10, "0"), bid("B", 10, "2", { offerQty: "60" })])).toEqual([
    "A：单价为0，不参加比较",
    "B：可供数量60少于预计数量100",
    "B：仅有一家有效报价，请说明",
  ]);
  expect(texts(line, [])).toEqual(["：没有有效报价"]);
  expect(texts({ ...line, isBought: false }, [])).toEqual([]);
});

test("两家各行尾数都相同的提示核查，整数尾数不计", () => {
  expect(["1.235", "1.5", "1.500000", "2"].map(tailOf)).toEqual(["35", "50", "50", "00"]);
  const prices = { A: ["1.23", "4.56", "7.89", "3"], B: ["1.33", "4.96", "7.99", "4"] };
  const offers = (own: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(own).flatMap(([supplier, all]) => all.map((price, at) => bid(supplier, (at + 1) * 10, price)));
  const hints = (own: Readonly<Record<string, readonly string[]>>, tailLines = 3) =>
    oddities([], offers(own), { ...LIMITS, tailLines }).map(({ supplierIds, text }) => [supplierIds, text]);
  expect(hints(prices)).toEqual([]);
  const alike = { ...prices, B: ["2.23", "5.56", "8.89", "4"] };
  expect(hints(alike)).toEqual([[["A", "B"], "两家共同报价的4行尾数都相同，报价存在异常一致性，请核查"]]);
  expect(hints(alike, 4)).toEqual([]);
});

test("每家各轮的价格和首轮到最后一轮的变动", () => {
  const all = [bid("A", 10, "1.5"), bid("A", 10, "1.4", { round: 2, freight: "0.04" }), bid("B", 10, "1.6")];
  expect(roundsOf(all)).toEqual([
    {
      ...{ line: 10, supplierId: "A", change: "-4.0000" },
      prices: [
        { round: 1, price: "1.5" },
        { round: 2, price: "1.44" },
      ],
    },
  ]);
});

test("截断的商再四舍五入，与精确相除再四舍五入一样", () => {
  for (const [value, by] of [
    ["1", "3"],
    ["-2", "3"],
    ["0.00005", "1"],
    ["-0.71505", "365"],
    ["1.5", "1.13"],
  ] as const)
    expect(roundPercent(quotient(decimal(value), decimal(by)))).toBe(roundPercent(decimal(value).div(decimal(by))));
});

test("变动写成带符号的百分数", () => {
  expect(changeOf("1.55", "1.5")).toBe("3.3333");
  expect(changeOf("1.55", "0")).toBeNull();
  expect(["3.3333", "-4.0000", "0.0000"].map(signedPercent)).toEqual(["+3.33%", "-4%", "0%"]);
});
