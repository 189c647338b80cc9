import { describe, expect, test } from "vitest";
import { calledOff } from "~/modules/purchase-orders/purchase-order/purchase-order-progress.rules";
import {
  boundsFit,
  coveredQty,
  daysShort,
  fillRate,
  lineLiability,
  materialsOnce,
  notOver,
  orderTypeOf,
  periodFits,
  protectedUntil,
  termsKnown,
  toCall,
  wholeLiability,
  wholeRate,
} from "~/modules/purchase-orders/supplier-stock/supplier-stock.rules";

const line = { material_id: "m1", min_qty: "100", max_qty: "500" };

describe("备货协议的填写", () => {
  test("最高库存不能小于最低库存，指出第几行", () => {
    const items = [line, { ...line, material_id: "m2", max_qty: "99.999" }];
    expect(boundsFit({ items })).toEqual({ field: "items.1.max_qty", message: "最高库存不能小于最低库存" });
    expect(boundsFit({ items: [{ ...line, max_qty: "100" }] })).toBeNull();
  });

  test("同一物料只能有一行，期间不能倒过来，过了的不能提交", () => {
    expect(materialsOnce({ items: [line, line] })?.field).toBe("items.1.material_id");
    expect(periodFits({ valid_from: "2026-03-02", valid_to: "2026-03-01" })?.field).toBe("valid_to");
    expect(periodFits({ valid_from: "2026-03-01", valid_to: "2026-03-01" })).toBeNull();
    const facts = { today: "2026-03-02" };
    expect(notOver({ valid_to: "2026-03-01" }, {}, new Map(), facts)).not.toBeNull();
    expect(notOver({ valid_to: "2026-03-02" }, {}, new Map(), facts)).toBeNull();
  });

  test("要货条件和价格齐全才能提交", () => {
    const terms = { currency: "CNY", payment_term: "d30", purchase_org_id: "o", purchase_group_id: "g" };
    const priced = { price: "2.5", tax_rate: "13" };
    expect(termsKnown({ ...terms, items: [priced] })).toBeNull();
    expect(termsKnown({ ...terms, purchase_group_id: null, items: [priced] })?.field).toBe("purchase_group_id");
    expect(termsKnown({ ...terms, items: [priced, { ...priced, price: null }] })?.message).toContain("第2行");
  });
});

describe("责任与达成", () => {
  test("责任金额是最高库存乘以单价，没有价格的行不计", () => {
    expect(lineLiability({ max_qty: "500", price: "1.255" })).toBe("627.50");
    expect(lineLiability({ max_qty: "500", price: null })).toBeNull();
    expect(
      wholeLiability({
        items: [
          { max_qty: "500", price: "1.255" },
          { max_qty: "9", price: null },
        ],
      }),
    ).toBe("627.50");
    expect(protectedUntil({ valid_to: "2026-03-31", liability_days: 30 })).toBe("2026-04-30");
  });

  test("达成率最高100%，最低库存为零的总是达成", () => {
    expect(fillRate("50", "100")).toBe("50.0000");
    expect(fillRate("250", "100")).toBe("100.0000");
    expect(fillRate("0", "0")).toBe("100.0000");
    expect(wholeRate(["50", "100"])).toBe("75.0000");
    expect(wholeRate([])).toBeNull();
  });

  test("保障的数量不超过最高库存减去已要货", () => {
    expect(coveredQty("800", { max_qty: "500", called_qty: "0" })).toBe("500.000");
    expect(coveredQty("800", { max_qty: "500", called_qty: "450" })).toBe("50.000");
    expect(coveredQty("30", { max_qty: "500", called_qty: "450" })).toBe("30.000");
    expect(toCall({ max_qty: "500", called_qty: "450" })).toBe("50.000");
  });

  test("寄售的要货是寄售领用，其余是协议要货", () => {
    expect(orderTypeOf({ stock_mode: "consign" })).toBe("consign");
    expect(orderTypeOf({ stock_mode: "safety" })).toBe("call_off");
  });

  test("连续天数包括第一天", () => {
    expect(daysShort("2026-03-18", "2026-03-20")).toBe(3);
  });

  test("关闭和取消的订单行只占用已收的数量", () => {
    const ordered = { qty: "100", accepted_qty: "40", line_status: "open", delivery_done: false };
    expect(calledOff(ordered, "confirmed")).toBe("100");
    expect(calledOff({ ...ordered, line_status: "closed" }, "confirmed")).toBe("40");
    expect(calledOff({ ...ordered, line_status: "done", delivery_done: true }, "completed")).toBe("40");
    // The order was closed as a whole, its lines stand as they were.
    expect(calledOff(ordered, "closed")).toBe("40");
    expect(calledOff({ ...ordered, accepted_qty: "105" }, "closed")).toBe("100");
  });
});
