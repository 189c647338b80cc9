import { describe, expect, test } from "vitest";
import {
  type ComparedLine,
  largestDeviation,
  missingLevel,
  priceDeviation,
  priceFaults,
  priceSource,
} from "~/modules/purchase-orders/purchase-order/order-price.rules";

const line = (more: Partial<ComparedLine> = {}): ComparedLine => ({
  ...{ place: 1, price: "10", uom: "kg", book_price: "10", deviation_reason: null, found: { price: "10", uom: "kg" } },
  ...more,
});
const terms = { missing: "warn", tolerance: 0 } as const;
const texts = (lines: readonly ComparedLine[], moment: Parameters<typeof priceFaults>[1], own = terms) =>
  priceFaults(lines, moment, own).map(({ level, text }) => `${level} ${text}`);

describe("价格偏差", () => {
  test("按价格数据的百分比，高为正、低为负；没有价格就没有偏差", () => {
    expect(priceDeviation("10.5", "10")).toBe("5.0000");
    expect(priceDeviation("9", "10.000000")).toBe("-10.0000");
    expect(priceDeviation("10", "10.000000")).toBe("0.0000");
    expect(priceDeviation("10", null)).toBeNull();
    expect(priceDeviation("10", "0")).toBeNull();
    // A slipped point or another unit: as much as the field holds.
    expect(priceDeviation("999999", "0.000001")).toBe("99999.9999");
  });

  test("来源：与价格数据相同、不同、没有价格", () => {
    expect(priceSource("10", "10.000000")).toBe("book");
    expect(priceSource("10.01", "10")).toBe("typed");
    expect(priceSource("10", null)).toBe("none");
  });

  test("订单的最大偏差不分高低，允许范围以内的不算", () => {
    const items = ["3.0000", "-8.0000", null, "0.0000"].map((price_deviation) => ({ price_deviation }));
    expect(largestDeviation(items, 0)).toBe("8.0000");
    expect(largestDeviation(items, 8)).toBeNull();
    expect(largestDeviation([], 0)).toBeNull();
  });

  test("参数：0不检查，1提醒，2阻止", () => {
    expect([0, 1, 2].map(missingLevel)).toEqual([null, "warn", "block"]);
  });
});

describe("价格检查", () => {
  test("与价格数据相同的什么也不说", () => {
    expect(texts([line(), line({ price: "10.000000" })], "submit")).toEqual([]);
  });

  test("没有有效价格，按参数提醒、阻止或不说", () => {
    const lines = [line(), line({ place: 2, found: null, book_price: null })];
    expect(texts(lines, "submit")).toEqual(["warn 第2行价格数据中没有有效价格"]);
    expect(priceFaults(lines, "release", { missing: "block", tolerance: 0 })).toMatchObject([{ level: "block" }]);
    expect(priceFaults(lines, "out", { missing: "block", tolerance: 0 })).toMatchObject([{ level: "warn" }]);
    expect(priceFaults(lines, "out", { missing: null, tolerance: 0 })).toEqual([]);
  });

  test("另一单位的价格不能比较", () => {
    expect(texts([line({ price: "99", found: { price: "10", uom: "t" } })], "submit")).toEqual([
      "warn 第1行价格数据的价格按另一单位，没有可以比较的有效价格",
    ]);
  });

  test("提交：偏差没有原因的不能提交，有原因的交给审批", () => {
    expect(texts([line({ price: "10.5" })], "submit")).toEqual([
      "block 第1行单价与价格数据10不一致（5%），请填写偏差原因",
    ]);
    expect(texts([line({ price: "9.5", deviation_reason: " " })], "submit")).toEqual([
      "block 第1行单价与价格数据10不一致（-5%），请填写偏差原因",
    ]);
    expect(texts([line({ price: "10.5", deviation_reason: "急单" })], "submit")).toEqual([
      "note 第1行单价与价格数据10不一致（5%），原因：急单",
    ]);
    expect(priceFaults([line({ price: "10.5" })], "submit", { missing: "warn", tolerance: 5 })).toEqual([]);
  });

  test("保存以后价格数据变了：没有人审过的偏差，提交和下达都不放行", () => {
    const changed = line({ price: "10", book_price: "10", found: { price: "8", uom: "kg" }, deviation_reason: "急单" });
    expect(texts([changed], "submit")).toEqual([
      "block 第1行单价与价格数据8不一致（25%），价格数据在保存后有变化，请重新保存后提交",
    ]);
    expect(texts([changed], "release")).toEqual([
      "block 第1行单价与价格数据8不一致（25%），价格数据在提交后有变化，请撤回修改后重新提交",
    ]);
    const equal = line({ price: "8", book_price: "10", found: { price: "8", uom: "kg" } });
    expect(texts([equal], "release")).toEqual([]);
  });

  test("下达：审过的偏差只说明；已下达的订单变更时提醒", () => {
    const agreed = line({ price: "10.5", deviation_reason: "急单" });
    expect(texts([agreed], "release")).toEqual(["note 第1行单价与价格数据10不一致（5%），原因：急单"]);
    expect(texts([agreed], "out")).toEqual(["warn 第1行单价与价格数据10不一致（5%）"]);
  });
});
