import { describe, expect, test } from "vitest";
import { keptOpenOf, openOf, quantityOf, wantedDraws } from "~/engine/draws/open";
import type { AnyLine, AnyRecord } from "~/engine/entity";
import type { Draw, OpenFormula } from "~/engine/entity/draws";
import { toDeliver } from "~/modules/purchase-orders/purchase-order/purchase-order-progress.rules";
import { shipment, tally } from "../../support/draws";

const line = (values: Record<string, string | null> = {}): AnyLine => ({
  id: "l1",
  line_no: 10,
  qty: "100",
  line_status: "open",
  noticed_qty: "0",
  accepted_qty: "0",
  exchanged_qty: "0",
  ...values,
});
const formula: OpenFormula = { label: "可送", into: "open_qty", of: (row) => toDeliver(row as never) };

describe("可送数量", () => {
  test("订购减去在途和合格，换货须重新送", () => {
    expect(openOf(line({ noticed_qty: "30", accepted_qty: "50" }), formula)).toEqual({
      open: "20",
      tolerance: "0",
      room: "20",
    });
    expect(openOf(line({ accepted_qty: "100", exchanged_qty: "5" }), formula).room).toBe("5");
  });

  test("容差只按给定的数量，差千分之一也算超出", () => {
    expect(openOf(line({ accepted_qty: "100.002" }), formula).room).toBe("-0.002");
    expect(openOf(line({ accepted_qty: "100.002" }), formula, "0.002").room).toBe("0");
    expect(openOf(line({ accepted_qty: "100.003" }), formula, "0.002").room).toBe("-0.001");
  });

  test("关闭和完成的行不能再送，有容差也不能", () => {
    expect(openOf(line({ line_status: "closed" }), formula, "5")).toEqual({ open: null, tolerance: "5", room: "0" });
    expect(keptOpenOf(line({ line_status: "done" }), formula)).toBeNull();
  });

  test("列表中的可送不小于零", () => {
    expect(keptOpenOf(line({ accepted_qty: "102" }), formula)).toBe("0.000");
    expect(keptOpenOf(line({ accepted_qty: "99.5" }), formula)).toBe("0.500");
  });
});

describe("一张单据占用的数量", () => {
  const record = (state: string, items: AnyLine[]): AnyRecord => ({
    id: "d1",
    number: "TSA1",
    state,
    previous_state: null,
    version: 1,
    created_by: null,
    created_at: "",
    updated_by: null,
    updated_at: "",
    items,
  });
  const shipped = (values: Record<string, string | null>): AnyLine => ({
    id: "s1",
    line_no: 10,
    order_line_id: "o1",
    qty: "8",
    received_qty: "0",
    ...values,
  });

  test("只在声明的状态占用，与之前做过什么无关", () => {
    const asked = (state: string) =>
      wantedDraws(shipment, record(state, [shipped({})])).map(({ on, quantity }) => [on, quantity]);
    expect(asked("draft")).toEqual([]);
    expect(asked("sent")).toEqual([["o1", "8"]]);
    expect(asked("cancelled")).toEqual([]);
  });

  test("没有订单行或数量为零的行不占用", () => {
    expect(wantedDraws(shipment, record("sent", [shipped({ order_line_id: null })]))).toEqual([]);
    expect(wantedDraws(shipment, record("sent", [shipped({ received_qty: "8" })]))).toEqual([]);
  });

  test("一行可以计入几个数量，拒收为空不计", () => {
    const counted = {
      id: "t1",
      line_no: 10,
      order_line_id: "o1",
      shipment_line_id: "s1",
      accept_qty: "7",
      reject_qty: null,
    };
    const wanted = wantedDraws(tally, record("posted", [counted]));
    expect(wanted.map(({ draw, quantity }) => [draw.into, quantity])).toEqual([
      ["accepted_qty", "7"],
      ["received_qty", "7"],
    ]);
  });

  test("负数和比千分之一更细的数量是程序错误", () => {
    const of = (text: string) => ({
      name: "x",
      draw: { on: "a", into: "b", while: [], quantity: () => text } satisfies Draw,
    });
    expect(() => quantityOf(of("-1"), shipped({}), "draft")).toThrow();
    expect(() => quantityOf(of("0.0001"), shipped({}), "draft")).toThrow();
  });
});
