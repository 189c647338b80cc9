import { describe, expect, test } from "vitest";
import {
  isComplete,
  keepsWhatWasDrawn,
  nothingDrawn,
  nothingOnItsWay,
  receiptRate,
  receiptStatus,
  somethingLeft,
  statusOf,
  toDeliver,
} from "~/modules/purchase-orders/purchase-order/purchase-order-progress.rules";

const line = {
  id: "0195a000-0000-7000-8000-000000000001",
  line_no: 10,
  line_status: "open",
  confirm_date: null,
  qty: "100",
  price: "2",
  noticed_qty: "0",
  accepted_qty: "0",
  exchanged_qty: "0",
  under_rate: null,
  delivery_done: false,
  schedules: [{ id: "0195a000-0000-7000-8000-0000000000a1", plan_date: "2025-03-20", plan_qty: "100" }],
};
const to = (plan_qty: string) => [
  {
    line: line.id,
    at: "10",
    schedule: line.schedules[0]?.id ?? "",
    field: "plan_qty" as const,
    from: "100",
    to: plan_qty,
  },
];

describe("行随收货变化", () => {
  test.each([
    ["没有收货", {}, "open"],
    ["只有在途", { noticed_qty: "100" }, "open"],
    ["收了一部分", { accepted_qty: "60" }, "partial"],
    ["收足", { accepted_qty: "100" }, "done"],
    ["多收", { accepted_qty: "101" }, "done"],
    ["收足后换货，还要再送", { accepted_qty: "100", exchanged_qty: "10" }, "partial"],
    ["欠收在容差以内", { accepted_qty: "95", under_rate: "5" }, "done"],
    ["欠收超过容差", { accepted_qty: "94.999", under_rate: "5" }, "partial"],
    ["欠收在容差以内，但还有在途", { accepted_qty: "95", under_rate: "5", noticed_qty: "5" }, "partial"],
    ["容差再大，没有收货也不算完成", { under_rate: "100" }, "open"],
    ["人工完成的不再变化", { accepted_qty: "10", delivery_done: true }, "done"],
    ["关闭的不再变化", { accepted_qty: "100", line_status: "closed" }, "closed"],
  ])("%s", (_name, change, status) => {
    expect(statusOf({ ...line, ...change })).toBe(status);
  });

  test("各行完成或关闭，至少一行完成，订单才算完成", () => {
    const of = (...all: string[]) => ({ items: all.map((line_status) => ({ line_status })) });
    expect(isComplete(of("done", "closed"))).toBe(true);
    expect(isComplete(of("done", "partial"))).toBe(false);
    expect(isComplete(of("closed", "cancelled"))).toBe(false);
  });

  test("结束的行不再可送，换货的数量可以再送", () => {
    expect(toDeliver({ ...line, accepted_qty: "60", noticed_qty: "10", exchanged_qty: "5" })).toBe("35");
    expect(toDeliver({ ...line, line_status: "done" })).toBeNull();
  });
});

describe("收货率", () => {
  test("按含税单价折算，多收的不抵别的行", () => {
    expect(receiptRate([line, { ...line, price: "6", accepted_qty: "100" }])).toBe("75.0000");
    expect(receiptRate([line, { ...line, accepted_qty: "200" }])).toBe("50.0000");
    expect(receiptRate([])).toBe("0.0000");
  });

  test("收货状态不看关闭的行", () => {
    expect(receiptStatus([line])).toBe("none");
    expect(receiptStatus([{ ...line, accepted_qty: "1" }])).toBe("partial");
    expect(
      receiptStatus([
        { ...line, accepted_qty: "100" },
        { ...line, line_status: "closed" },
      ]),
    ).toBe("whole");
  });
});

describe("已通知或已收的数量", () => {
  test("换回的不算，改小不能低于它，说出第几行", () => {
    const drawn = { ...line, noticed_qty: "20", accepted_qty: "30", exchanged_qty: "10" };
    expect(keepsWhatWasDrawn({ items: [drawn] }, to("40"))).toBeNull();
    expect(keepsWhatWasDrawn({ items: [drawn] }, to("39.999"))).toEqual({
      field: "items.schedules.0195a000-0000-7000-8000-0000000000a1.plan_qty",
      message: "第1行已通知或已收40，数量不能小于它",
    });
  });

  test("多收的行可以改期，也可以加量", () => {
    const over = { ...line, accepted_qty: "105" };
    expect(keepsWhatWasDrawn({ items: [over] }, to("102"))).toBeNull();
    expect(keepsWhatWasDrawn({ items: [over] }, to("99"))?.message).toContain("105");
  });

  test("在途时不能结束，收过货的不能取消，收足的不能重新打开", () => {
    expect(nothingOnItsWay({ items: [line, { ...line, noticed_qty: "3" }] })?.message).toContain("第2行有送货单在途3");
    expect(nothingDrawn({ items: [{ ...line, accepted_qty: "3" }] })?.message).toContain("不能取消");
    expect(somethingLeft({ items: [{ ...line, accepted_qty: "100", line_status: "done" }] })?.message).toContain(
      "都已收足",
    );
    expect(somethingLeft({ items: [{ ...line, line_status: "closed" }] })).toBeNull();
  });
});
