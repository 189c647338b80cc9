import { describe, expect, test } from "vitest";
import { stopsIn } from "~/modules/supplier-management/risk-event/risk-deliveries.server";
import {
  doneInPast,
  highNotIgnored,
  measuresDone,
  overdueDays,
  riskLevel,
  riskScore,
  supplierRiskLevel,
} from "~/modules/supplier-management/risk-event/risk-event.rules";
import { initialLimit } from "../../support/limits";

const measure = (more: object = {}) => ({ done_date: null, due_date: null, ...more });

describe("企业风险", () => {
  test.each([
    [3, 5, "high"],
    [2, 7, "medium"],
    [2, 4, "medium"],
    [1, 7, "low"],
    [5, 5, "high"],
  ])("可能性%i×影响%i为%s", (probability, impact, level) => {
    expect(riskLevel({ probability, impact }, { limit: initialLimit })).toBe(level);
  });

  test("各等级的系数来自参数", () => {
    const limit = (key: string) => (key === "risk.highFrom" ? 20 : 12);
    const levels = [20, 15, 10].map((impact) => riskLevel({ probability: 1, impact }, { limit }));
    expect(levels).toEqual(["high", "medium", "low"]);
  });

  test("供应商的等级取最高的事件，没有事件为低", () => {
    expect(supplierRiskLevel(["low", "medium"])).toBe("medium");
    expect(supplierRiskLevel(["low", "high", "medium"])).toBe("high");
    expect(supplierRiskLevel([])).toBe("low");
  });

  test("安全分：未关闭的全扣，关闭后每180天减半，不低于0", () => {
    const open = { coefficient: 20, closed_on: null };
    expect(riskScore([open], "2025-06-01", 180)).toBe("80.0");
    expect(riskScore([{ ...open, closed_on: "2024-12-03" }], "2025-06-01", 180)).toBe("90.0");
    expect(riskScore([{ ...open, closed_on: "2025-06-01" }], "2025-06-01", 180)).toBe("80.0");
    expect(
      riskScore(
        Array.from({ length: 6 }, () => open),
        "2025-06-01",
        180,
      ),
    ).toBe("0.0");
  });

  test("高风险不能忽略", () => {
    const ignored = (event: { probability: number; impact: number }) =>
      highNotIgnored(event, {}, new Map(), {
        ...{ now: "", today: "2025-06-02", actorId: null, supplierId: null },
        limit: initialLimit,
      });
    expect(ignored({ probability: 3, impact: 5 })?.message).toBe("高风险事件不可忽略，请研判后处置");
    expect(ignored({ probability: 2, impact: 5 })).toBeNull();
  });

  test("措施都完成才能关闭；完成日期不能在将来", () => {
    expect(measuresDone({ measures: [measure({ done_date: "2025-06-01" }), measure()] })?.message).toContain("1项");
    const facts = { now: "", today: "2025-06-02", actorId: null, supplierId: null, limit: initialLimit };
    expect(doneInPast({ measures: [measure({ done_date: "2025-06-03" })] }, {}, new Map(), facts)?.field).toBe(
      "measures.0.done_date",
    );
  });

  test("逾期天数取最久的一项，完成的不算", () => {
    const measures = [
      measure({ due_date: "2025-05-30" }),
      measure({ due_date: "2025-05-01", done_date: "2025-05-20" }),
      measure({ due_date: "2025-05-31" }),
    ];
    expect(overdueDays({ measures }, "2025-06-02")).toBe(3);
    expect(overdueDays({ measures: [measure()] }, "2025-06-02")).toBeNull();
  });
});

describe("断供识别", () => {
  const late = (supplier: string, order: string, due: string) => ({ supplier, order, due });

  test("逾期正好7天还不算，第8天起算", () => {
    expect(stopsIn([late("a", "CG1", "2025-03-03")], "2025-03-10", 7)).toEqual([]);
    expect(stopsIn([late("a", "CG1", "2025-03-02")], "2025-03-10", 7)).toEqual([
      { supplierId: "a", order: "CG1", since: "2025-03-02", orders: 1 },
    ]);
  });

  test("每家供应商一条，写等得最久的订单和逾期订单张数；同一订单的几行只算一张", () => {
    const found = [
      late("a", "CG2", "2025-02-20"),
      late("a", "CG1", "2025-02-10"),
      late("a", "CG1", "2025-02-12"),
      late("a", "CG3", "2025-03-09"),
      late("b", "CG4", "2025-01-01"),
    ];
    expect(stopsIn(found, "2025-03-10", 7)).toEqual([
      { supplierId: "a", order: "CG1", since: "2025-02-10", orders: 2 },
      { supplierId: "b", order: "CG4", since: "2025-01-01", orders: 1 },
    ]);
  });
});
