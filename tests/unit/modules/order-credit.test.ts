import { describe, expect, test } from "vitest";
import { agreementOf, creditDeviates, creditFaults } from "~/modules/purchase-orders/purchase-order/order-credit.rules";

const lines = (...days: (number | null)[]) => days.map((one, at) => ({ place: at + 1, days: one }));
const order = (more: object = {}) => ({
  ...{ payment_term: "d30", credit_days: null, credit_reason: null, credit_deviates: false },
  ...more,
});

describe("各行价格约定的付款期", () => {
  test("都没有约定的什么也不定，相同的取它，不同的不猜", () => {
    expect(agreementOf("d30", [])).toEqual({ kind: "none" });
    expect(agreementOf("d30", lines(null, null))).toEqual({ kind: "none" });
    expect(agreementOf("d30", lines(60, 60))).toEqual({ kind: "one", days: 60 });
    expect(agreementOf("d30", lines(0))).toEqual({ kind: "one", days: 0 });
    expect(agreementOf("d30", lines(60, 45))).toEqual({ kind: "apart" });
  });

  test("没有约定的行按付款条件的天数看是否相同；付款条件没有天数的就不同", () => {
    expect(agreementOf("d60", lines(60, null))).toEqual({ kind: "one", days: 60 });
    expect(agreementOf("d30", lines(60, null))).toEqual({ kind: "apart" });
    expect(agreementOf("prepay", lines(null, 60))).toEqual({ kind: "apart" });
    expect(agreementOf("cod", lines(0, null))).toEqual({ kind: "one", days: 0 });
  });

  test("与任何一行价格都不同的才是偏差，没有价格就没有偏差", () => {
    expect(creditDeviates("d30", 45, lines(60, 45))).toBe(false);
    expect(creditDeviates("d30", 30, lines(60, null))).toBe(false);
    expect(creditDeviates("d30", 15, lines(60, null))).toBe(true);
    expect(creditDeviates("d30", 15, [])).toBe(false);
    expect(creditDeviates("d30", null, lines(60))).toBe(false);
  });
});

describe("付款期检查", () => {
  const texts = (of: object, on: ReturnType<typeof lines>, moment: "submit" | "release" | "out" = "submit") =>
    creditFaults(order(of), on, moment).map(({ level, text }) => `${level} ${text}`);

  test("各行不同又没有填写的不能提交", () => {
    expect(texts({}, lines(60, null))).toEqual([
      "block 各行价格约定的付款期不同：第1行60天，第2行按付款条件，请填写或分开下单",
    ]);
    expect(texts({ credit_days: 60 }, lines(60, null))).toEqual([]);
    expect(texts({}, lines(null))).toEqual([]);
  });

  test("偏差须有原因，没有经过审批的不能下达", () => {
    const typed = { credit_days: 15, credit_deviates: true };
    expect(texts(typed, lines(60))).toEqual(["block 付款期15天与价格约定的不一致（第1行60天），请填写付款期偏差原因"]);
    expect(texts({ ...typed, credit_reason: "提前付款" }, lines(60))).toEqual([
      "note 付款期15天与价格约定的不一致（第1行60天），原因：提前付款",
    ]);
    const unjudged = { credit_days: 60, credit_deviates: false };
    expect(texts(unjudged, lines(45), "release")).toEqual([
      "block 价格数据约定的付款期在提交后有变化，请撤回修改后重新提交",
    ]);
    expect(texts({}, lines(45))).toEqual(["block 价格数据约定的付款期在保存后有变化，请重新保存后提交"]);
    expect(texts(typed, lines(60), "out")).toEqual([]);
  });
});
