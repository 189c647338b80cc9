import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Share, split } from "~/modules/base-data/source-percentage/allocation.rules";
import {
  guaranteesFit,
  keptShares,
  meeting,
  notOver,
  onePerSupplier,
  periodFits,
  sharesAddUp,
  suppliersOnce,
  widestGap,
} from "~/modules/base-data/source-percentage/source-percentage.rules";
import { decimal, sum } from "~/shared/decimal";
import { STEPS } from "../../support/length";

const share = (supplierId: string, percent: string, more: Partial<Share> = {}): Share => ({
  supplierId,
  percent,
  ...{ allocated: "0", base: null, guaranteed: null, most: null, pack: null, stopped: null },
  ...more,
});

function parts(quantity: string, shares: readonly Share[], minSplit: string | null = null): Record<string, string> {
  const { parts: found } = split({ quantity, minSplit, shares });
  return Object.fromEntries(found.map(({ supplierId, quantity: own }) => [supplierId, decimal(own).toFixed()]));
}

describe("数量按份额分配", () => {
  test("都还没有下单时按比例", () => {
    expect(parts("1000", [share("a", "60"), share("b", "40")])).toEqual({ a: "600", b: "400" });
  });

  test("（已下单＋基础量）÷份额低的先分，直到追平", () => {
    expect(parts("300", [share("a", "60", { allocated: "600" }), share("b", "40", { allocated: "100" })])).toEqual({
      a: "0",
      b: "300",
    });
    expect(parts("1000", [share("a", "60", { allocated: "600" }), share("b", "40", { allocated: "100" })])).toEqual({
      a: "420",
      b: "580",
    });
  });

  test("后加入的供应商有基础量，不必补齐以前的差额", () => {
    const joined = [share("a", "50", { allocated: "900" }), share("b", "50", { base: "900" })];
    expect(parts("100", joined)).toEqual({ a: "50", b: "50" });
  });

  test("保底量优先", () => {
    const shares = [share("a", "90"), share("b", "10", { guaranteed: "300" })];
    expect(parts("400", shares)).toEqual({ a: "100", b: "300" });
    expect(split({ quantity: "400", minSplit: null, shares }).parts[1]?.reasons).toContain("先满足保底量300");
    expect(parts("200", shares)).toEqual({ a: "0", b: "200" });
  });

  test("不足最小拆分量的整批给评级最低的一家", () => {
    const shares = [share("a", "60", { allocated: "600" }), share("b", "40", { allocated: "100" })];
    expect(parts("99", shares, "100")).toEqual({ a: "0", b: "99" });
    expect(split({ quantity: "99", minSplit: "100", shares }).parts[1]?.reasons).toEqual([
      "不足最小拆分量100，不拆分",
      "配额评级最低",
    ]);
  });

  test("冻结的供应商的份额按比例分给其他供应商，并说明原因", () => {
    const shares = [share("a", "50", { stopped: "货源已暂停" }), share("b", "30"), share("c", "20")];
    expect(parts("100", shares)).toEqual({ a: "0", b: "60", c: "40" });
    const [first, second] = split({ quantity: "100", minSplit: null, shares }).parts;
    expect(first?.reasons).toEqual(["货源已暂停，份额按比例分摊"]);
    expect(second).toMatchObject({ percent: "60.0000", reasons: ["份额按比例调整为60%"] });
  });

  test("按包装取整，余数只在一家", () => {
    const packed = { pack: "25" };
    expect(parts("110", [share("a", "50", packed), share("b", "30", packed), share("c", "20", packed)])).toEqual({
      a: "50",
      b: "35",
      c: "25",
    });
  });

  test("超过期间最大量的分给别人，没有人能承担的留下来", () => {
    const shares = [share("a", "50", { most: "100", allocated: "80" }), share("b", "50", { most: "50" })];
    expect(parts("60", shares)).toEqual({ a: "10", b: "50" });
    const { rest } = split({ quantity: "100", minSplit: null, shares });
    expect(rest).toBe("30.000");
    const stopped = [share("a", "100", { stopped: "没有有效货源" })];
    expect(split({ quantity: "5", minSplit: null, shares: stopped }).rest).toBe("5.000");
  });
});

const quantity = fc.integer({ min: 1, max: 5_000_000 }).map((thousandths) => decimal(thousandths).div(1000).toFixed());
const whole = fc.integer({ min: 0, max: 3000 }).map(String);
const someShares = fc
  .array(
    fc.record({
      percent: fc.integer({ min: 1, max: 100 }).map(String),
      allocated: whole,
      base: fc.option(whole),
      guaranteed: fc.option(whole),
      pack: fc.option(fc.constantFrom("1", "25", "12.5", "1000")),
      stopped: fc.option(fc.constant("冻结"), { freq: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) => rows.map((row, at): Share => ({ ...row, supplierId: `s${at}`, most: null })));
const options = { seed: 7, numRuns: STEPS };

describe("任何数量、任何份额", () => {
  test("合计正好是要分的数量，冻结的不分", () => {
    fc.assert(
      fc.property(quantity, someShares, fc.option(whole), (asked, shares, minSplit) => {
        const { parts: found, rest } = split({ quantity: asked, minSplit, shares });
        expect(sum([...found.map(({ quantity: own }) => own), rest]).eq(asked)).toBe(true);
        for (const [at, part] of found.entries()) {
          expect(decimal(part.quantity).gte(0)).toBe(true);
          if (shares[at]?.stopped) expect(decimal(part.quantity).eq(0)).toBe(true);
        }
        if (shares.some(({ stopped }) => stopped === null)) expect(decimal(rest).eq(0)).toBe(true);
      }),
      options,
    );
  });

  test("数量够的时候没有人低于保底量", () => {
    fc.assert(
      fc.property(quantity, someShares, (asked, shares) => {
        const owed = shares.map(({ guaranteed, allocated, pack, stopped }) => {
          const lacks = decimal(guaranteed ?? "0").minus(allocated);
          if (stopped !== null || lacks.lte(0)) return decimal(0);
          const unit = decimal(pack ?? "0.001");
          return lacks.div(unit).round(0, 3).times(unit);
        });
        fc.pre(sum(owed).lte(asked));
        const { parts: found } = split({ quantity: asked, minSplit: null, shares });
        for (const [at, { quantity: own }] of found.entries())
          expect(decimal(own).gte(owed[at] ?? decimal(0))).toBe(true);
      }),
      options,
    );
  });

  test("除了承担余数的一家，都是包装的整倍数", () => {
    fc.assert(
      fc.property(quantity, someShares, (asked, shares) => {
        const free = shares.map((one) => ({ ...one, guaranteed: null }));
        const odd = split({ quantity: asked, minSplit: null, shares: free }).parts.filter(
          ({ quantity: own }, at) =>
            !decimal(own)
              .mod(free[at]?.pack ?? "0.001")
              .eq(0),
        );
        expect(odd.length).toBeLessThanOrEqual(1);
      }),
      options,
    );
  });

  test("从不超过期间最大量；供应商的先后不影响结果", () => {
    fc.assert(
      fc.property(
        quantity,
        someShares,
        fc.array(fc.option(whole), { minLength: 6, maxLength: 6 }),
        (asked, rows, most) => {
          const shares = rows.map((one, at) => ({ ...one, most: most[at] ?? null }));
          const found = parts(asked, shares);
          for (const { supplierId, allocated, most: limit } of shares) {
            const own = decimal(found[supplierId] ?? "0");
            if (limit !== null && own.gt(0)) expect(own.plus(allocated).lte(limit)).toBe(true);
          }
          expect(parts(asked, [...shares].reverse())).toEqual(found);
        },
      ),
      options,
    );
  });
});

describe("货源比例的规则", () => {
  const line = (supplier_id: string, percent: string, more: object = {}) => ({
    ...{ supplier_id, percent, max_qty: null, guaranteed_qty: null },
    ...more,
  });

  test("合计100%，供应商各一行，保底量不大于最大量", () => {
    expect(sharesAddUp({ shares: [line("a", "60"), line("b", "40.0000")] })).toBeNull();
    expect(sharesAddUp({ shares: [line("a", "60"), line("b", "39.99")] })?.message).toBe("配额比例合计必须等于100%");
    expect(suppliersOnce({ shares: [line("a", "60"), line("a", "40")] })?.field).toBe("shares.1.supplier_id");
    const over = line("a", "100", { max_qty: "10", guaranteed_qty: "11" });
    expect(guaranteesFit({ shares: [over] })?.message).toContain("保底量不能大于期间最大量");
  });

  test("合并供应商以后同一供应商的两行按一行算", () => {
    const agreed = (supplier_id: string, percent: string, max_qty: string | null) => ({
      ...{ supplier_id, percent, max_qty },
      ...{ base_qty: "10", guaranteed_qty: null },
    });
    expect(onePerSupplier([agreed("a", "50", "100"), agreed("b", "30", null), agreed("a", "20", null)])).toEqual([
      { supplier_id: "a", percent: "70", base_qty: "20", guaranteed_qty: null, max_qty: null },
      { supplier_id: "b", percent: "30", base_qty: "10", guaranteed_qty: null, max_qty: null },
    ]);
  });

  test("有效期不能倒置，过期的不能提交", () => {
    const dates = { valid_from: "2026-03-01", valid_to: "2026-03-01" };
    expect(periodFits(dates)).toBeNull();
    expect(periodFits({ ...dates, valid_to: "2026-02-28" })?.field).toBe("valid_to");
    expect(notOver(dates, {}, {}, { today: "2026-03-01" })).toBeNull();
    expect(notOver(dates, {}, {}, { today: "2026-03-02" })?.message).toContain("有效期已过");
  });

  test("新的生效时旧的在前一天结束；同一天开始的被替代；更晚开始的挡住", () => {
    const older = { id: "1", number: "PE1", valid_from: "2026-01-01", valid_to: "2026-12-31" };
    const newer = { valid_from: "2026-06-01", valid_to: "2027-05-31" };
    expect(meeting(older, newer)).toEqual({ kind: "ends", on: "2026-05-31" });
    expect(meeting(older, { ...newer, valid_from: "2026-01-01" })).toEqual({ kind: "replaced" });
    expect(meeting(older, { ...newer, valid_from: "2025-06-01" })).toEqual({ kind: "clash" });
    expect(meeting(older, { ...newer, valid_from: "2027-01-01" })).toBeNull();
  });

  test("偏差按实际下单的比例，配额以外的供应商也占比例", () => {
    const shares = [line("a", "60"), line("b", "40")];
    const kept = keptShares(
      shares,
      new Map([
        ["a", "300"],
        ["c", "100"],
      ]),
    );
    expect(kept.map(({ actualPercent, gap }) => [actualPercent, gap])).toEqual([
      ["75.0000", "15.0000"],
      ["0.0000", "-40.0000"],
    ]);
    expect(widestGap(kept)).toBe("40.0000");
    expect(widestGap(keptShares(shares, new Map()))).toBeNull();
  });
});
