import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withSolver } from "~/engine/solving/solver.server";
import {
  type AwardPart,
  type AwardProblem,
  breachesOf,
  type Limit,
  type LimitRule,
  measure,
  movesBetween,
  type Study,
  studyOf,
  totalsOf,
} from "~/modules/purchase-management/rfq/best-award.rules";
import { type Outcome, proposeAward, studyAwards } from "~/modules/purchase-management/rfq/best-award-search.rules";
import { breachText, limitText } from "~/modules/purchase-management/rfq/best-award-words.rules";
import type { AskedLine, Bid } from "~/modules/purchase-management/rfq/comparison.rules";
import { decimal, sum } from "~/shared/decimal";
import type { Solve } from "~/shared/linear-model";
import { howMany } from "../../support/length";

const bid = (supplierId: string, line: number, price: string, more: Partial<Bid> = {}): Bid => ({
  ...{ quoteId: `q${supplierId}`, supplierId, line, price, freight: null, taxRate: "13" },
  ...{ round: 1, moq: null, offerQty: null, leadDays: null },
  ...more,
});
const asked = (line: number, qty: string, more: Partial<AskedLine> = {}): AskedLine => ({
  ...{ line, qty, last: null, isBought: true },
  ...more,
});
const problem = (lines: AskedLine[], bids: Bid[], more: Partial<AwardProblem> = {}): AwardProblem => ({
  ...{ lines, bids, basis: { untaxed: false, capitalRate: "4.35", term: null } },
  ...{ quotas: [], incumbents: [], approved: [] },
  ...more,
});
const must = (rule: LimitRule, id: string = rule.kind): Limit => ({ ...rule, id, priority: null });
const wish = (priority: number, rule: LimitRule, id: string = rule.kind): Limit => ({ ...rule, id, priority });
const part = (line: number, supplierId: string, share = "100"): AwardPart => ({ line, supplierId, share });

let solve: Solve;
let release: () => void;
let ended: Promise<void>;

beforeAll(async () => {
  await new Promise<void>((ready) => {
    ended = withSolver({ seconds: 20, secondsInAll: 600, gap: 0 }, (lent) => {
      solve = lent;
      ready();
      return new Promise((resolve) => {
        release = resolve;
      });
    });
  });
});
afterAll(async () => {
  release();
  await ended;
});

function found(outcome: Outcome) {
  if (outcome.kind !== "found") throw new Error(`no award: ${JSON.stringify(outcome)}`);
  return outcome;
}
const written = (parts: readonly AwardPart[]) =>
  parts.map(({ line, supplierId, share }) => `${line} ${supplierId} ${decimal(share).toFixed()}`);
const best = async (study: Study, ...limits: Limit[]) => found(await proposeAward(study, limits, solve));

/** A is the cheapest of the first line but has half of it, B of the second; C is a little dearer on both. */
const TWO = studyOf(
  problem(
    [asked(10, "1000"), asked(20, "100")],
    [
      ...[bid("A", 10, "1.00", { offerQty: "500", leadDays: 30 }), bid("B", 10, "1.40", { leadDays: 5 })],
      ...[bid("C", 10, "1.20", { leadDays: 10 }), bid("A", 20, "12", { leadDays: 30 })],
      ...[bid("B", 20, "10", { leadDays: 5 }), bid("C", 20, "11", { leadDays: 10 })],
    ],
  ),
);

describe("最优定价", () => {
  test("没有条件时逐行最低，超出可供数量的给次低", async () => {
    expect(written((await best(TWO)).parts)).toEqual(["10 A 100", "20 B 100"]);
    const within = await best(TWO, must({ kind: "capacity" }));
    expect(written(within.parts)).toEqual(["10 A 50", "10 C 50", "20 B 100"]);
    expect(within.totals).toMatchObject({ full: "2100.00", amount: "2100.00", supplierIds: ["A", "B", "C"] });
  });

  test("最多一家、最多两家", async () => {
    const one = await best(TWO, must({ kind: "capacity" }), must({ kind: "suppliers", most: 1 }));
    expect(written(one.parts)).toEqual(["10 C 100", "20 C 100"]);
    expect(one.totals.full).toBe("2300.00");
    const two = await best(TWO, must({ kind: "capacity" }), must({ kind: "suppliers", most: 2 }));
    // A with C costs the same; of equal awards it is always this one.
    expect(written(two.parts)).toEqual(["10 A 50", "10 B 50", "20 B 100"]);
    expect(two.totals.full).toBe("2200.00");
    const whole = await best(TWO, must({ kind: "capacity" }), must({ kind: "line_suppliers", most: 1 }));
    expect(written(whole.parts)).toEqual(["10 C 100", "20 B 100"]);
  });

  test("交期、排除和合格来源", async () => {
    expect(written((await best(TWO, must({ kind: "lead", days: 7 }))).parts)).toEqual(["10 B 100", "20 B 100"]);
    const noA = must({ kind: "excluded", supplierId: "A", line: 10 });
    expect(written((await best(TWO, noA)).parts)).toEqual(["10 C 100", "20 B 100"]);
    const approved = studyOf({ ...TWO, approved: [part(10, "B"), part(20, "A"), part(20, "C")] });
    expect(written((await best(approved, must({ kind: "approved" }))).parts)).toEqual(["10 B 100", "20 C 100"]);
  });

  test("最小起订量：不限制时多买的计入成本，限制时不能少于它", async () => {
    const lots = studyOf(
      problem([asked(10, "100")], [bid("A", 10, "1", { moq: "300" }), bid("B", 10, "2", { moq: "60" })]),
    );
    const free = await best(lots);
    expect(written(free.parts)).toEqual(["10 B 100"]);
    expect(free.totals.full).toBe("200.00");
    const dear = studyOf(
      problem([asked(10, "100")], [bid("A", 10, "1", { moq: "150" }), bid("B", 10, "2", { moq: "60" })]),
    );
    const surplus = await best(dear);
    expect(written(surplus.parts)).toEqual(["10 A 100"]);
    expect(surplus.totals).toMatchObject({ surplus: "50.00", full: "150.00" });
    expect(written((await best(dear, must({ kind: "lot" }))).parts)).toEqual(["10 B 100"]);
  });

  test("配额、现供应商保留份额、金额占比", async () => {
    const known = studyOf({
      ...TWO,
      quotas: [
        { ...part(10, "B"), percent: "70" },
        { ...part(10, "C"), percent: "30" },
      ],
      incumbents: [part(10, "B")],
    });
    expect(written((await best(known, must({ kind: "quota", points: "0" }))).parts)).toEqual([
      ...["10 B 70", "10 C 30", "20 B 100"],
    ]);
    expect(written((await best(known, must({ kind: "quota", points: "5" }))).parts)).toEqual([
      ...["10 A 5", "10 B 65", "10 C 30", "20 B 100"],
    ]);
    expect(written((await best(known, must({ kind: "incumbents", percent: "40" }))).parts)).toEqual([
      ...["10 A 60", "10 B 40", "20 B 100"],
    ]);
    for (const rule of [
      { kind: "share_most", supplierId: null, percent: "45" },
      { kind: "share_least", supplierId: "C", percent: "33.3333" },
      { kind: "share_least", supplierId: null, percent: "49" },
    ] as const) {
      const award = await best(known, must(rule));
      expect(measure(known, rule, award.parts).excess).toBe("0.0000");
      expect(decimal(award.totals.full).gte(decimal((await best(known)).totals.full))).toBe(true);
    }
  });

  test("付款早的供应商资金成本计入", async () => {
    const prepaid = { untaxed: false, capitalRate: "10", term: "prepay" };
    const bids = [bid("A", 10, "1.00", { leadDays: 365 }), bid("B", 10, "1.05", { leadDays: 0 })];
    const study = studyOf(problem([asked(10, "1000")], bids, { basis: prepaid }));
    const award = await best(study);
    expect(written(award.parts)).toEqual(["10 B 100"]);
    expect(award.totals).toMatchObject({ termCost: "0.00", full: "1050.00" });
  });

  test("填错的天价和起订量不影响其他行的选择", async () => {
    const slipped = [bid("Z", 10, "999999999999.99"), bid("Y", 20, "0.01", { moq: "999999999999" })];
    const study = studyOf({ ...TWO, bids: [...TWO.bids, ...slipped] });
    expect(written((await best(study, must({ kind: "capacity" }))).parts)).toEqual([
      ...["10 A 50", "10 C 50", "20 B 100"],
    ]);
    const only = studyOf({ ...TWO, bids: [...TWO.bids.filter(({ line }) => line === 20), ...slipped] });
    const forced = await best(only, must({ kind: "lot" }));
    expect(written(forced.parts)).toEqual(["10 Z 100", "20 B 100"]);
    expect(forced.totals.amount).toBe("1000000000000990.00");
  });

  test("份额除不尽的，合计仍是100%，不超可供数量，也不少于起订量", async () => {
    const thirds = studyOf(
      problem(
        [asked(10, "3")],
        [bid("A", 10, "1", { offerQty: "1" }), bid("B", 10, "2", { offerQty: "1" }), bid("C", 10, "3", { moq: "1" })],
      ),
    );
    const limits = [must({ kind: "capacity" }), must({ kind: "lot" })];
    const award = await best(thirds, ...limits);
    expect(sum(award.parts.map(({ share }) => share)).toFixed()).toBe("100");
    expect(breachesOf(thirds, limits, award.parts)).toEqual([]);
    expect(award.totals.full).toBe("6.00");
  });

  test("无人报价的行单独列出，不影响其他行", async () => {
    const study = studyOf(
      problem([asked(10, "1"), asked(20, "1"), asked(30, "1", { isBought: false })], [bid("A", 10, "1")]),
    );
    expect(study.uncovered).toEqual([20]);
    const award = await best(study);
    expect([written(award.parts), award.totals.uncovered]).toEqual([["10 A 100"], [20]]);
    const none = studyOf(problem([asked(10, "1")], []));
    expect(
      (await studyAwards(none, { limits: [], fewSuppliers: 1, fewPerLine: 3, quotaPoints: "5" }, solve)).proposals,
    ).toEqual([]);
  });

  test("价格相同的，供应商少的优先；报价的先后不影响结果", async () => {
    const lines = [asked(10, "100"), asked(20, "100"), asked(30, "100")];
    const bids = ["A", "B", "C"].flatMap((id) => [10, 20, 30].map((line) => bid(id, line, "5")));
    const some = bids.filter(({ supplierId, line }) => supplierId !== "A" || line !== 30);
    const one = await best(studyOf(problem(lines, some)));
    expect(one.totals.supplierIds).toEqual(["B"]);
    const other = await best(studyOf(problem([...lines].reverse(), [...some].reverse())));
    expect(other).toEqual(one);
  });
});

describe("条件不能同时满足", () => {
  test("指出相互冲突的必须条件，与此无关的不列", async () => {
    const limits = [
      must({ kind: "lot" }),
      must({ kind: "lead", days: 7 }),
      must({ kind: "suppliers", most: 3 }),
      must({ kind: "excluded", supplierId: "B", line: 20 }),
      must({ kind: "budget", amount: "9000" }),
    ];
    const outcome = await proposeAward(TWO, limits, solve);
    expect(outcome).toMatchObject({ kind: "conflict", isSmallest: true });
    expect(outcome.kind === "conflict" && outcome.limits.map(({ kind }) => kind)).toEqual(["lead", "excluded"]);
  });

  test("可放宽的从优先级最低的放起，并说明放宽多少", async () => {
    const limits = [
      wish(1, { kind: "capacity" }),
      wish(3, { kind: "budget", amount: "2000" }),
      wish(2, { kind: "suppliers", most: 1 }),
      must({ kind: "lead", days: 30 }),
    ];
    const award = await best(TWO, ...limits);
    expect(written(award.parts)).toEqual(["10 C 100", "20 C 100"]);
    expect(award.relaxed.map(({ limit, measured }) => [limit.id, measured.reached, measured.excess])).toEqual([
      ["budget", "2300.00", "300.00"],
    ]);
    const budgetFirst = limits.map((limit) => ({ ...limit, priority: limit.kind === "budget" ? 1 : limit.priority }));
    const cheap = await best(TWO, ...budgetFirst);
    expect(cheap.relaxed.map(({ limit, measured }) => [limit.id, measured.excess])).toEqual([
      ["capacity", "50.0000"],
      ["suppliers", "1"],
    ]);
  });

  test("必须条件自身冲突时，可放宽的条件不算在内", async () => {
    const limits = [
      wish(1, { kind: "suppliers", most: 1 }),
      must({ kind: "budget", amount: "1999.99" }),
      must({ kind: "line_suppliers", most: 2 }),
    ];
    const outcome = await proposeAward(TWO, limits, solve);
    expect(outcome.kind === "conflict" && outcome.limits.map(({ id }) => id)).toEqual(["budget"]);
    expect((await best(TWO, must({ kind: "budget", amount: "2000" }))).totals.amount).toBe("2000.00");
  });

  test("时间不够时如实说明，不编结果", async () => {
    const late: Solve = () => Promise.resolve({ status: "unknown" });
    expect(await proposeAward(TWO, [], late)).toEqual({ kind: "unknown" });
  });
});

describe("方案并列", () => {
  const known = studyOf({ ...TWO, quotas: [{ ...part(10, "B"), percent: "100" }] });

  test("四种方案，各条件的代价，哪些行变动", async () => {
    const limits = [
      ...[must({ kind: "capacity" }), must({ kind: "suppliers", most: 2 }), must({ kind: "lead", days: 60 })],
    ];
    const { proposals, costs } = await studyAwards(
      known,
      { limits, fewSuppliers: 1, fewPerLine: 3, quotaPoints: "0" },
      solve,
    );
    expect(proposals.map(({ name, outcome }) => [name, found(outcome).totals.full])).toEqual([
      ["cheapest", "2100.00"],
      ["few", "2300.00"],
      ["quota", "2400.00"],
      ["own", "2200.00"],
    ]);
    expect(costs.map(({ limit, cost }) => [limit.kind, cost])).toEqual([
      ["capacity", "200.00"],
      ["suppliers", "100.00"],
      ["lead", "0.00"],
    ]);
    const [cheapest, few] = proposals.map(({ outcome }) => found(outcome).parts);
    expect(movesBetween(known, cheapest ?? [], few ?? [])).toMatchObject([
      { line: 10, difference: "100.00" },
      { line: 20, difference: "100.00", from: [{ supplierId: "B" }], to: [{ supplierId: "C" }] },
    ]);
  });

  test("手工定价按同样的条件衡量", () => {
    const parts = [part(10, "A", "80"), part(10, "B", "20"), part(20, "A")];
    const limits = [must({ kind: "capacity" }), must({ kind: "lead", days: 20 }), must({ kind: "suppliers", most: 2 })];
    expect(breachesOf(TWO, limits, parts).map(({ limit, measured }) => [limit.kind, measured.excess])).toEqual([
      ["capacity", "30.0000"],
      ["lead", "10"],
    ]);
  });
});

/** Everything from 0 to 4 quarters of a line for each of its suppliers. */
function quarters(line: number, suppliers: readonly string[], left = 4): AwardPart[][] {
  const [first, ...rest] = suppliers;
  if (first === undefined) return left === 0 ? [[]] : [];
  return Array.from({ length: left + 1 }, (_, own) => own).flatMap((own) =>
    quarters(line, rest, left - own).map((others) =>
      own === 0 ? others : [part(line, first, String(own * 25)), ...others],
    ),
  );
}

/** The least of all awards in quarters within limits; null: there is none. */
function leastOf(study: Study, limits: readonly Limit[]): string | null {
  const ways = study.covered.map(({ line }) =>
    quarters(
      line,
      study.places.filter((place) => place.line.line === line).map(({ bid: { supplierId } }) => supplierId),
    ),
  );
  const all = ways.reduce<AwardPart[][]>(
    (sofar, own) => sofar.flatMap((one) => own.map((two) => [...one, ...two])),
    [[]],
  );
  return all.reduce<string | null>((least, parts) => {
    if (breachesOf(study, limits, parts).length > 0) return least;
    const full = totalsOf(study, parts)?.full ?? "0";
    return least === null || decimal(full).lt(decimal(least)) ? full : least;
  }, null);
}

describe("条件的文字", () => {
  const called = { supplier: (id: string) => `${id}公司`, line: (line: number) => `第${line / 10}行` };

  test("每个条件一句话", () => {
    const text = (rule: LimitRule) => limitText(must(rule), called);
    expect(text({ kind: "suppliers", most: 3 })).toBe("供应商合计不超过3家");
    expect(text({ kind: "share_most", supplierId: null, percent: "40.0000" })).toBe("每家占金额不超过40%");
    expect(text({ kind: "share_least", supplierId: "A", percent: "10" })).toBe("A公司占金额不低于10%");
    expect(text({ kind: "budget", amount: "12000" })).toBe("含税及运费总额不超过12,000.00");
    expect(text({ kind: "excluded", supplierId: "B", line: 20 })).toBe("第2行不选B公司");
    expect(text({ kind: "quota", points: "0" })).toBe("份额与配额一致");
    expect(text({ kind: "capacity" })).toBe("不超过可供数量");
  });

  test("放宽多少、达到多少", () => {
    const parts = [part(10, "A", "80"), part(10, "B", "20"), part(20, "A")];
    const told = (rule: LimitRule) => breachesOf(TWO, [must(rule)], parts).map(breachText);
    expect(told({ kind: "suppliers", most: 1 })).toEqual(["放宽1家，达到2家"]);
    expect(told({ kind: "capacity" })).toEqual(["最多的一行放宽其数量的30%"]);
    expect(told({ kind: "budget", amount: "2000" })).toEqual(["放宽280.00，达到2,280.00"]);
    expect(told({ kind: "share_most", supplierId: "A", percent: "80" })).toEqual(["放宽7.7193个百分点，达到87.7193%"]);
    expect(told({ kind: "excluded", supplierId: "A", line: null })).toEqual(["放宽2处"]);
  });
});

describe("与穷举对照", () => {
  const oneBid = fc.record({
    price: fc.integer({ min: 100, max: 300 }).map((cents) => decimal(cents).div(100).toFixed(2)),
    freight: fc.constantFrom(null, "0.15"),
    moq: fc.constantFrom(null, "25", "50", "150"),
    offerQty: fc.constantFrom(null, "0", "25", "50", "75"),
    leadDays: fc.constantFrom(null, 5, 20),
    quotes: fc.constantFrom(true, true, true, false),
  });
  const anyStudy = fc
    .array(oneBid, { minLength: 6, maxLength: 6 })
    .map((offers) =>
      studyOf(
        problem(
          [asked(10, "100"), asked(20, "100")],
          offers.flatMap(({ quotes, ...more }, at) =>
            quotes ? [bid("ABC"[at % 3] ?? "A", at < 3 ? 10 : 20, more.price, more)] : [],
          ),
        ),
      ),
    )
    .filter(({ covered }) => covered.length === 2);
  const crisp: LimitRule[] = [
    ...([
      { kind: "capacity" },
      { kind: "lot" },
      { kind: "suppliers", most: 1 },
      { kind: "suppliers", most: 2 },
    ] as const),
    ...([
      { kind: "line_suppliers", most: 1 },
      { kind: "lead", days: 10 },
    ] as const),
    { kind: "excluded", supplierId: "A", line: null },
  ];
  const mixed: LimitRule[] = [
    ...([
      { kind: "budget", amount: "330" },
      { kind: "share_most", supplierId: null, percent: "60" },
    ] as const),
    ...([{ kind: "share_least", supplierId: null, percent: "30" }, { kind: "capacity" }, { kind: "lot" }] as const),
  ];
  const someOf = (rules: LimitRule[]) => fc.subarray(rules).map((some) => some.map((rule, at) => must(rule, `${at}`)));
  const runs = { numRuns: howMany({ usual: 15, full: 400 }), seed: 22 };

  test("整份条件下与穷举的最低相同，穷举没有的也没有", async () => {
    await fc.assert(
      fc.asyncProperty(anyStudy, someOf(crisp), async (study, limits) => {
        const outcome = await proposeAward(study, limits, solve);
        const least = leastOf(study, limits);
        expect(outcome.kind === "found" ? outcome.totals.full : null).toBe(least);
        if (outcome.kind !== "conflict") return;
        // The rest can be met without any one of them.
        for (const one of outcome.limits)
          expect(
            leastOf(
              study,
              outcome.limits.filter(({ id }) => id !== one.id),
            ),
          ).not.toBeNull();
        expect(leastOf(study, outcome.limits)).toBeNull();
      }),
      runs,
    );
  });

  test("按金额的条件下不比穷举贵，条件分毫不差地满足", async () => {
    await fc.assert(
      fc.asyncProperty(anyStudy, someOf(mixed), async (study, limits) => {
        const outcome = await proposeAward(study, limits, solve);
        const least = leastOf(study, limits);
        expect(outcome.kind).not.toBe("unknown");
        if (outcome.kind === "conflict") expect(least).toBeNull();
        if (outcome.kind !== "found") return;
        expect(breachesOf(study, limits, outcome.parts)).toEqual([]);
        expect(least === null || decimal(outcome.totals.full).lte(decimal(least).plus("0.02"))).toBe(true);
      }),
      runs,
    );
  });

  test("数量除不尽也一样：份额合计100%，条件分毫不差", async () => {
    const odd = fc.record({
      ...{ price: fc.integer({ min: 1_000, max: 99_999 }), moq: fc.option(fc.integer({ min: 1, max: 9_999 })) },
      offerQty: fc.option(fc.integer({ min: 1, max: 9_999 })),
    });
    const amount = (thousandths: number | null) =>
      thousandths === null ? null : decimal(thousandths).div(7).toFixed(3);
    const rules: LimitRule[] = [
      ...([{ kind: "capacity" }, { kind: "lot" }, { kind: "share_most", supplierId: null, percent: "43.21" }] as const),
      ...([
        { kind: "share_least", supplierId: "A", percent: "12.3456" },
        { kind: "incumbents", percent: "33.3333" },
      ] as const),
    ];
    const offers = fc.array(odd, { minLength: 8, maxLength: 8 });
    const quantities = fc.tuple(fc.integer({ min: 701, max: 9_999 }), fc.integer({ min: 701, max: 9_999_999 }));
    await fc.assert(
      fc.asyncProperty(offers, quantities, someOf(rules), async (bids, qty, limits) => {
        const lines = qty.map((one, at) => asked(10 * (at + 1), decimal(one).div(7).toFixed(3)));
        const own = bids.map(({ price, moq, offerQty }, at) =>
          bid("ABCD"[at % 4] ?? "A", at < 4 ? 10 : 20, decimal(price).div(1000).toFixed(6), {
            ...{ moq: amount(moq), offerQty: at < 4 ? amount(offerQty) : null },
          }),
        );
        const study = studyOf(problem(lines, own, { incumbents: [part(10, "B"), part(20, "C")] }));
        const outcome = await proposeAward(study, limits, solve);
        expect(outcome.kind).not.toBe("unknown");
        if (outcome.kind !== "found") return;
        expect(breachesOf(study, limits, outcome.parts)).toEqual([]);
        for (const { line } of lines)
          expect(sum(outcome.parts.filter((one) => one.line === line).map(({ share }) => share)).toFixed()).toBe("100");
      }),
      runs,
    );
  });

  test("可放宽的条件总有结果，优先级高的不因低的而放宽", async () => {
    await fc.assert(
      fc.asyncProperty(anyStudy, someOf(crisp), async (study, some) => {
        const limits = some.map((limit, at) => ({ ...limit, priority: at + 1 }));
        const { relaxed } = found(await proposeAward(study, limits, solve));
        const [first] = limits;
        if (first && leastOf(study, [first]) !== null)
          expect(relaxed.map(({ limit }) => limit.id)).not.toContain(first.id);
        if (leastOf(study, limits) !== null) expect(relaxed).toEqual([]);
      }),
      runs,
    );
  });
});

describe("阶梯价的定价方案", () => {
  const scaled = { price: "10", scales: [{ from_qty: "600", price: "9" }] };
  /** A has 700 of 1000 at most, cheap from 600 on; B costs 9.5 whatever the quantity. */
  const study = studyOf(
    problem([asked(10, "1000")], [bid("A", 10, "9", { scaled, offerQty: "700" }), bid("B", 10, "9.5")]),
  );

  test("份额落到的一档算到分：能拿到便宜的一档就拿", async () => {
    const one = await best(study, must({ kind: "capacity" }));
    expect(written(one.parts)).toEqual(["10 A 70", "10 B 30"]);
    expect(one.totals.amount).toBe("9150.00");
  });

  test("单家上限把份额压到前一档时，不再选它", async () => {
    const one = await best(study, must({ kind: "share_most", supplierId: "A", percent: "50" }));
    expect(written(one.parts)).toEqual(["10 B 100"]);
    expect(one.totals.amount).toBe("9500.00");
  });

  test("恰好到起始数量的份额不因取整掉到前一档；预算按同样的价格量", async () => {
    const both = problem([asked(10, "900")], [bid("A", 10, "9", { scaled }), bid("B", 10, "8")]);
    const whole = studyOf(both);
    const keep = await best(whole, must({ kind: "share_least", supplierId: "A", percent: "50" }));
    const [first] = keep.parts;
    expect(decimal(first?.share ?? "0").gte("50")).toBe(true);
    const amount = totalsOf(whole, keep.parts)?.amount ?? "";
    expect(keep.totals.amount).toBe(amount);
    expect(measure(whole, { kind: "budget", amount: "1" }, keep.parts).reached).toBe(amount);
    // Every whole percent that keeps to the limit costs as much or more.
    for (let percent = 0; percent <= 100; percent += 1) {
      const parts = [part(10, "A", String(percent)), part(10, "B", String(100 - percent))];
      const other = totalsOf(whole, parts);
      const isKept =
        breachesOf(whole, [must({ kind: "share_least", supplierId: "A", percent: "50" })], parts).length === 0;
      if (other && isKept) expect(decimal(other.full).plus("0.05").gte(decimal(keep.totals.full))).toBe(true);
    }
  });
});

describe("付款期的限制", () => {
  /** A is paid as the inquiry says, B and C ask for less and want more, or the other way round. */
  const lines = [asked(10, "1000")];
  const bids = [
    bid("A", 10, "1.00"),
    bid("B", 10, "1.10", { creditDays: 60 }),
    bid("C", 10, "1.20", { creditDays: 90 }),
  ];
  const basis = { untaxed: false, capitalRate: "0", term: "d30" };
  const study = studyOf(problem(lines, bids, { basis }));
  const least = (days: number): LimitRule => ({ kind: "term_least", days });

  test("至少、至多的天数按供应商所报，没有报的按询价", async () => {
    expect(written((await best(study)).parts)).toEqual(["10 A 100"]);
    const later = await best(study, must(least(60)));
    expect(written(later.parts)).toEqual(["10 B 100"]);
    expect(later.totals.full).toBe("1100.00");
    const both = await best(study, must(least(31)), must({ kind: "term_most", days: 60 }));
    expect(written(both.parts)).toEqual(["10 B 100"]);
    const none = studyOf(problem(lines, bids, { basis: { ...basis, term: null } }));
    expect(written((await best(none, must({ kind: "term_most", days: 365 }))).parts)).toEqual(["10 B 100"]);
  });

  test("与预算冲突时指出两条，有优先级的让出天数并写明达到多少", async () => {
    const budget: LimitRule = { kind: "budget", amount: "1050" };
    const outcome = await proposeAward(study, [must(least(60)), must(budget), must({ kind: "lot" })], solve);
    expect(outcome).toMatchObject({ kind: "conflict", isSmallest: true });
    if (outcome.kind === "conflict") expect(outcome.limits.map(({ kind }) => kind)).toEqual(["term_least", "budget"]);
    const soft = await best(study, wish(1, { kind: "budget", amount: "1100" }), wish(2, least(90)));
    expect(written(soft.parts)).toEqual(["10 B 100"]);
    const [breach] = soft.relaxed;
    expect(soft.relaxed.map(({ limit }) => limit.kind)).toEqual(["term_least"]);
    expect(breach && breachText(breach)).toBe("放宽30天，达到60天");
    expect(measure(study, least(60), [part(10, "A", "50"), part(10, "C", "50")])).toMatchObject({
      ...{ asked: "60", reached: "30", excess: "30" },
    });
  });

  test("代价是没有这一条时可以少的，预付和没有天数的写明", async () => {
    const { costs } = await studyAwards(
      study,
      { limits: [must(least(60)), must({ kind: "lot" })], fewSuppliers: 2, fewPerLine: 2, quotaPoints: "5" },
      solve,
    );
    expect(costs.map(({ limit: { kind }, cost }) => [kind, cost])).toEqual([
      ["term_least", "100.00"],
      ["lot", "0.00"],
    ]);
    const prepaid = studyOf(
      problem(lines, [bid("A", 10, "1", { leadDays: 10 })], { basis: { ...basis, term: "prepay" } }),
    );
    const limit = must(least(30));
    const said = (of: Study) => breachesOf(of, [limit], [part(10, "A")]).map(breachText);
    expect(said(prepaid)).toEqual(["放宽40天，有供应商要求预付"]);
    const unsaid = studyOf(problem(lines, bids, { basis: { ...basis, term: "other" } }));
    expect(said(unsaid)).toEqual(["有供应商的付款条件没有写明天数"]);
    expect(limitText(limit, { supplier: String, line: String })).toBe("付款期不少于30天");
  });

  test("付款期压到阶梯价的前一档时，按前一档算到分", async () => {
    const scaled = { price: "10", scales: [{ from_qty: "600", price: "9" }] };
    const tiers = studyOf(
      problem(
        [asked(10, "1000")],
        [bid("A", 10, "9", { scaled, offerQty: "700", creditDays: 15 }), bid("B", 10, "9.5", { creditDays: 60 })],
        { basis },
      ),
    );
    // 700 × 9 + 300 × 9.5, paid early; all from B, or the least of A, whose price is then the first.
    expect((await best(tiers, must({ kind: "capacity" }))).totals.amount).toBe("9150.00");
    expect((await best(tiers, must({ kind: "capacity" }), must(least(30)))).totals.amount).toBe("9500.00");
  });
});

describe("关税", () => {
  const lines = [asked(10, "1000")];
  const dear = bid("A", 10, "1.00", { taxRate: "0", dutyRate: "10" });

  test("计入综合总额，不计入付给供应商的金额，决定选谁", async () => {
    const study = studyOf(problem(lines, [dear, bid("B", 10, "1.05", { taxRate: "0" })]));
    expect(written((await best(study)).parts)).toEqual(["10 B 100"]);
    const alone = studyOf(problem(lines, [dear, bid("B", 10, "1.20", { taxRate: "0" })]));
    expect((await best(alone)).totals).toMatchObject({ amount: "1000.00", duty: "100.00", full: "1100.00" });
  });

  test("起订量多买的也缴，阶梯价按所在的一档缴", async () => {
    const lot = bid("A", 10, "1", { taxRate: "0", dutyRate: "10", moq: "1500" });
    const study = studyOf(problem(lines, [lot, bid("B", 10, "1.64", { taxRate: "0" })]));
    // 1000 + 500 beyond, and a tenth of both: 1650 against 1640.
    expect(written((await best(study)).parts)).toEqual(["10 B 100"]);
    expect(totalsOf(study, [part(10, "A")])).toMatchObject({ surplus: "500.00", duty: "150.00", full: "1650.00" });
    const scaled = { price: "10", scales: [{ from_qty: "600", price: "9" }] };
    const tiers = bid("A", 10, "9", { taxRate: "13", dutyRate: "11.3", scaled, offerQty: "700" });
    const split = studyOf(problem(lines, [tiers, bid("B", 10, "10.5")]));
    const one = await best(split, must({ kind: "capacity" }));
    expect(written(one.parts)).toEqual(["10 A 70", "10 B 30"]);
    // Nine without tax at 13 % is 7.964602, of which 11.3 % are 0.90000003 a piece.
    expect(one.totals).toMatchObject({ amount: "9450.00", duty: "630.00", full: "10080.00" });
  });
});
