import { describe, expect, test } from "vitest";
import {
  allReceived,
  arrivesAfterShipping,
  batchesAgree,
  coaStatusOf,
  daysLate,
  nothingReceived,
  platePattern,
  saysWhatComes,
  toReceive,
} from "~/modules/receiving/delivery-note/delivery-note.rules";
import { shelfLeft } from "~/modules/receiving/delivery-note/delivery-note.server";

const line = {
  material_id: "m1",
  batch_no: "P1",
  produce_date: "2026-03-01",
  expire_date: "2026-09-01",
};
const whole = {
  ship_date: "2026-03-04",
  eta: "2026-03-05T01:30:00.000Z",
  vehicle_no: "皖A12345",
  driver: "王师傅",
  driver_phone: "13800000000",
  items: [line],
};

describe("送货单的规则", () => {
  test("确认发货前说清楚：日期、车、司机、每行的批号和生产日期；指到缺的那一格", () => {
    expect(saysWhatComes(whole)).toBeNull();
    const missing = (change: Partial<typeof whole> | object) => saysWhatComes({ ...whole, ...change })?.field;
    expect(missing({ ship_date: null })).toBe("ship_date");
    expect(missing({ eta: null })).toBe("eta");
    expect(missing({ vehicle_no: null })).toBe("vehicle_no");
    expect(missing({ driver: null })).toBe("driver");
    expect(missing({ driver_phone: null })).toBe("driver_phone");
    expect(missing({ items: [line, { ...line, batch_no: null }] })).toBe("items.1.batch_no");
    expect(missing({ items: [line, { ...line, produce_date: null }] })).toBe("items.1.produce_date");
  });

  test("同一物料同一批号只有一个生产日期和到期日，不同物料可以同号", () => {
    expect(batchesAgree({ items: [line, line] })).toBeNull();
    expect(batchesAgree({ items: [line, { ...line, material_id: "m2", produce_date: "2026-03-02" }] })).toBeNull();
    expect(batchesAgree({ items: [line, { ...line, produce_date: "2026-03-02" }] })).toMatchObject({
      field: "items.1.produce_date",
      message: "批号【P1】生产日期或到期日不一致，同一批号须相同",
    });
    expect(batchesAgree({ items: [{ ...line, expire_date: "2026-03-01" }] })?.field).toBe("items.0.expire_date");
  });

  test("不会在发货以前到达；按中国的日子算", () => {
    expect(arrivesAfterShipping({ ship_date: "2026-03-05", eta: "2026-03-04T16:00:00.000Z" })).toBeNull();
    expect(arrivesAfterShipping({ ship_date: "2026-03-05", eta: "2026-03-04T15:59:59.000Z" })?.field).toBe("eta");
  });

  test.each([
    ["皖A12345", true],
    ["皖AD12345", true],
    ["粤BF12345", true],
    ["皖A1234挂", true],
    ["皖A1234", false],
    ["A12345", false],
    ["皖I12345", false],
    ["皖A12O45", false],
  ])("车牌 %s：%s", (plate, fits) => {
    expect(platePattern.test(plate)).toBe(fits);
  });

  test("待收是送货减去实收，多收不成负数；全部收到才算完", () => {
    expect(toReceive({ qty: "100", received_qty: "40.5" })).toBe("59.5");
    expect(toReceive({ qty: "100", received_qty: "105" })).toBe("0");
    const items = [
      { qty: "100", received_qty: "100" },
      { qty: "5", received_qty: "0" },
    ];
    expect([nothingReceived({ items }), allReceived({ items })]).toEqual([false, false]);
    expect(allReceived({ items: items.slice(0, 1) })).toBe(true);
    expect(nothingReceived({ items: items.slice(1) })).toBe(true);
  });

  test("剩余保质期按到货那天占整个保质期的比例，没有到期日说不出", () => {
    expect(shelfLeft({ produce_date: "2026-01-01", expire_date: "2026-04-11" }, "2026-01-01")).toBe("100.0000");
    expect(shelfLeft({ produce_date: "2026-01-01", expire_date: "2026-04-11" }, "2026-02-04")).toBe("66.0000");
    expect(shelfLeft({ produce_date: "2026-01-01", expire_date: "2026-04-11" }, "2026-04-12")).toBe("-1.0000");
    expect(shelfLeft({ produce_date: "2026-01-01", expire_date: null }, "2026-02-04")).toBeNull();
  });

  test("COA状态：没有要求的为空，让步算合格，草稿不算提交", () => {
    const coa = (state: string, auto_result = "pass") => ({ state, auto_result });
    expect(coaStatusOf([])).toBeNull();
    expect(coaStatusOf([null, coa("draft")])).toBe("none");
    expect(coaStatusOf([null, coa("submitted")])).toBe("some");
    expect(coaStatusOf([coa("approved", "fail"), coa("submitted")])).toBe("whole");
    expect(coaStatusOf([coa("submitted", "fail"), null])).toBe("bad");
  });

  test("延误按最早的确认交期和到达那天（中国的日子）算，不为负", () => {
    expect(daysLate("2026-03-05T16:30:00.000Z", ["2026-03-09", "2026-03-04", null])).toBe(2);
    expect(daysLate("2026-03-01T02:00:00.000Z", ["2026-03-04"])).toBe(0);
    expect(daysLate(null, ["2026-03-04"])).toBeNull();
    expect(daysLate("2026-03-01T02:00:00.000Z", [null])).toBeNull();
  });
});
