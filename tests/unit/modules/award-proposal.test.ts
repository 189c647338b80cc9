import { describe, expect, test } from "vitest";
import {
  type KeptPart,
  limitFaults,
  limitsOf,
  lineOfWay,
  placesFit,
  type TypedLimit,
} from "~/modules/purchase-management/award-proposal/award-proposal.rules";

const limit = (kind: TypedLimit["kind"], more: Partial<TypedLimit> = {}): TypedLimit => ({
  ...{ id: kind, kind, amount: null, supplier_id: null, item_no: null, weight: "must" },
  ...more,
});
const asked = { items: [10, 20], suppliers: ["a", "b"] };
const faults = (...limits: TypedLimit[]) =>
  limitFaults(limits, asked).map(({ field, message }) => `${field} ${message}`);

describe("限制条件", () => {
  test("填得对的没有话说", () => {
    expect(
      faults(
        limit("suppliers", { amount: "3" }),
        limit("share_most", { amount: "60.5" }),
        limit("share_most", { amount: "40", supplier_id: "a" }),
        limit("quota", { amount: "0" }),
        limit("excluded", { supplier_id: "b" }),
        limit("excluded", { supplier_id: "b", item_no: 20 }),
        limit("lot"),
      ),
    ).toEqual([]);
  });

  test.each([
    [limit("suppliers"), "limits.0.amount 「供应商合计家数」请填写数值（家）"],
    [limit("lead", { amount: "2.5" }), "limits.0.amount 「交货周期」的数值须为整数（天）"],
    [limit("share_least", { amount: "101" }), "limits.0.amount 「单家最低金额占比」的数值须在0.0001到100之间（%）"],
    [limit("lot", { amount: "5" }), "limits.0.amount 「不低于最小起订量」不用填写数值"],
    [limit("excluded"), "limits.0.supplier_id 「排除供应商」请选择供应商"],
    [limit("excluded", { supplier_id: "c" }), "limits.0.supplier_id 所选供应商不在这张询价单的邀请之列"],
    [limit("approved", { supplier_id: "a" }), "limits.0.supplier_id 「仅限合格来源」不用选择供应商"],
    [limit("lot", { item_no: 10 }), "limits.0.item_no 「不低于最小起订量」不用填写询价行"],
    [limit("excluded", { supplier_id: "a", item_no: 5 }), "limits.0.item_no 询价行5不存在，请填写10、20等行号"],
  ])("错在哪一格写在哪一格", (one, expected) => {
    expect(faults(one)).toEqual([expected]);
  });

  test("重复的条件指出与哪一行重复", () => {
    expect(faults(limit("lot"), limit("capacity"), limit("lot"))).toEqual(["limits.2.kind 与第1行重复，请合并为一行"]);
  });

  test("预算最多两位小数", () => {
    expect(placesFit({ limits: [limit("budget", { amount: "100.005" })] })?.field).toBe("limits.0.amount");
    expect(placesFit({ limits: [limit("budget", { amount: "100.05" }), limit("lot")] })).toBeNull();
  });

  test("求解时必须的没有优先级，可放宽的按所选", () => {
    const limits = [limit("lead", { amount: "10" }), limit("excluded", { supplier_id: "a", weight: "p4" })];
    expect(limitsOf(limits)).toEqual([
      { id: "lead", kind: "lead", days: 10, priority: null },
      { id: "excluded", kind: "excluded", supplierId: "a", line: null, priority: 4 },
    ]);
  });
});

describe("各行去向", () => {
  const part = (way: string, supplier_id: string, share: string, amount: string): KeptPart => ({
    ...{ way, item_no: 10, supplier_id, share, amount },
  });
  const parts = [
    part("cheapest", "a", "100.0000", "100.00"),
    part("few", "a", "100", "100.00"),
    part("own", "b", "60", "66.00"),
    part("own", "a", "40", "40.00"),
  ];

  test("与成本最低相同的没有变动，不同的写明多付多少", () => {
    expect(lineOfWay(parts, "few", 10)).toMatchObject({ isMoved: false, difference: "0.00" });
    expect(lineOfWay(parts, "own", 10)).toMatchObject({ isMoved: true, difference: "6.00" });
    expect(lineOfWay(parts, "own", 10).parts.map(({ supplier_id }) => supplier_id)).toEqual(["b", "a"]);
  });

  test("没有方案的行不算变动", () => {
    expect(lineOfWay(parts, "quota", 10)).toEqual({ parts: [], isMoved: false, difference: "0.00" });
  });
});
