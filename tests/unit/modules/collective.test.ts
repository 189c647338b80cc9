import { expect, test } from "vitest";
import { factorySaving } from "~/modules/purchase-management/collective-factory/collective-factory.rules";
import { bundledSaving } from "~/modules/purchase-management/rfq/collective.rules";

const items = [
  { line_no: 10, last_price: "1.0500" },
  { line_no: 20, last_price: "1.0500" },
  { line_no: 30, last_price: null },
];
const award = (item_no: number, award_qty: string) => ({ item_no, award_price: "1.0000", award_qty, split_qty: null });

test("集采节约额与各工厂的合计一分不差；没有上次价的行不算，一行都没有时为空", () => {
  const awards = [award(10, "0.100"), award(20, "0.100"), award(30, "5.000")];
  // Half a cent each: rounded at the end alone the inquiry would tell another cent than its factories.
  const whole = bundledSaving({ mode: "collective", items, awards });
  const parts = [10, 20].map((line) =>
    factorySaving({
      results: [
        { qty: "0.100", price: "1.0000", last_price: items.find((one) => one.line_no === line)?.last_price ?? null },
      ],
    }),
  );
  expect(parts).toEqual(["0.01", "0.01"]);
  expect(whole).toBe("0.02");
  // What was split by hand counts as it was split.
  const split = awards.map((one) => ({ ...one, split_qty: one.item_no === 10 ? "1.000" : one.split_qty }));
  expect(bundledSaving({ mode: "collective", items, awards: split })).toBe("0.06");
  expect(bundledSaving({ mode: "collective", items, awards: [award(30, "5.000")] })).toBeNull();
  expect(factorySaving({ results: [] })).toBeNull();
  expect(bundledSaving({ mode: "single", items, awards })).toBeNull();
});
