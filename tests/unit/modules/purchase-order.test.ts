import { describe, expect, test } from "vitest";
import {
  changeText,
  insideApprovedAmount,
  lineAmount,
  lineUntaxed,
  pendingChanges,
  proposedChanges,
  proposesSomething,
  requiredAfterOrder,
} from "~/modules/purchase-orders/purchase-order/purchase-order.rules";

const A = "0195a000-0000-7000-8000-000000000001";
const B = "0195a000-0000-7000-8000-000000000002";
const order = {
  order_date: "2025-03-10",
  items: [
    { id: A, line_no: 10, qty: "100.000", price: "8.500000", tax_rate: "9.0000", required_date: "2025-03-20" },
    { id: B, line_no: 20, qty: "3.000", price: "0.335000", tax_rate: "13.0000", required_date: "2025-03-10" },
  ],
};

describe("行金额", () => {
  test("含税金额是数量乘含税单价，按行四舍五入", () => {
    expect(lineAmount({ qty: "3", price: "0.335", tax_rate: "13" })).toBe("1.01");
    expect(lineAmount({ qty: "0.001", price: "0.000001", tax_rate: "0" })).toBe("0.00");
    expect(lineAmount({ qty: "999999999999999.999", price: "1", tax_rate: "0" })).toBe("1000000000000000.00");
  });

  test("未税金额由四舍五入后的含税金额除以一加税率", () => {
    expect(lineUntaxed({ qty: "1", price: "113", tax_rate: "13" })).toBe("100.00");
    expect(lineUntaxed({ qty: "100", price: "8.5", tax_rate: "9" })).toBe("779.82");
    expect(lineUntaxed({ qty: "1", price: "100", tax_rate: "0" })).toBe("100.00");
  });
});

describe("需求日期", () => {
  test("当天可以要货，早于订单日期不行，指出是哪一行", () => {
    expect(requiredAfterOrder(order)).toBeNull();
    const early = { ...order, items: [order.items[1], { ...order.items[0], required_date: "2025-03-09" }] };
    expect(requiredAfterOrder(early as typeof order)).toEqual({
      field: "items.1.required_date",
      message: "第2行需求日期不能早于订单日期2025-03-10",
    });
  });
});

describe("变更协商", () => {
  test("只记下真正改了的值", () => {
    const typed = new Map([
      [A, { qty: "80.000", required_date: "2025-03-20" }],
      [B, { qty: "3.000", required_date: "2025-03-12" }],
    ]);
    expect(proposedChanges(order, typed)).toEqual([
      { line: A, lineNo: 10, field: "qty", from: "100.000", to: "80.000" },
      { line: B, lineNo: 20, field: "required_date", from: "2025-03-10", to: "2025-03-12" },
    ]);
    expect(proposesSomething(order, {}, typed)).toBeNull();
  });

  test("什么都没有改，不能提出变更", () => {
    const same = new Map([[A, { qty: "100.000", required_date: "2025-03-20" }]]);
    for (const typed of [same, new Map()]) {
      expect(proposesSomething(order, {}, typed)).toEqual({
        field: "items",
        message: "请至少修改一行的交期或数量，再提出变更",
      });
    }
  });

  const pending = (to: string) => [
    { result: "refused", content: [{ line: A, lineNo: 10, field: "qty", from: "100.000", to: "999.000" }] },
    { result: "pending", content: [{ line: A, lineNo: 10, field: "qty", from: "100.000", to }] },
  ];

  test("待处理的变更只有一份，拒绝过的不算", () => {
    expect(pendingChanges({ changes: pending("80.000") }).map((change) => change.to)).toEqual(["80.000"]);
    expect(pendingChanges({ changes: [] })).toEqual([]);
    expect(pendingChanges({ changes: [{ result: "pending", content: "坏数据" }] })).toEqual([]);
  });

  test("接受后的金额不能超过批准金额，刚好相等可以", () => {
    const total = "851.01";
    expect(insideApprovedAmount({ ...order, approved_amount: total, changes: pending("100.000") })).toBeNull();
    expect(insideApprovedAmount({ ...order, approved_amount: total, changes: pending("100.001") })).toEqual({
      field: "amount",
      message: "变更后金额851.02超出已批准金额851.01，请拒绝变更并另下订单",
    });
    expect(insideApprovedAmount({ ...order, approved_amount: null, changes: pending("1") })?.field).toBe("amount");
  });

  test("变更内容读得懂", () => {
    expect(
      changeText([
        { line: A, lineNo: 10, field: "qty", from: "1000.000", to: "800.000" },
        { line: B, lineNo: 20, field: "required_date", from: "2025-03-10", to: "2025-03-12" },
      ]),
    ).toBe("行10 数量 1,000 → 800；行20 交期 2025-03-10 → 2025-03-12");
    expect(changeText(null)).toBe("");
  });
});
