import { describe, expect, test } from "vitest";
import { nothingReturned, toReturn, toTakeBack } from "~/modules/receiving/goods-receipt/goods-receipt.rules";
import {
  destructionProved,
  exchangedQty,
  exchangeHasCome,
  mayReverse,
  objectionShown,
  outDayFits,
  outQtyFits,
  pickDayFits,
  refundedQty,
  returnAmount,
  saysWhy,
  takenOfRejected,
  takenOfStock,
  totalAmount,
  vehicleKnown,
} from "~/modules/receiving/purchase-return/purchase-return.rules";
import { initialLimit } from "../../support/limits";

const facts = {
  now: "2025-03-10T02:00:00.000Z",
  today: "2025-03-10",
  actorId: null,
  supplierId: null,
  limit: initialLimit,
};
const paper = [{ id: "1", name: "a.pdf", size: 1, type: "application/pdf" }];
const none = new Map();

describe("退货占用什么", () => {
  const line = { qty: "10", out_qty: null };

  test("出厂以前占用退货数量，出厂以后只占用实退数量", () => {
    expect(takenOfStock({ ...line, line_mode: "refund" })).toBe("10");
    expect(takenOfStock({ ...line, out_qty: "7", line_mode: "exchange" })).toBe("7");
  });

  test("拒收带回占用拒收数量，不占用入库数量", () => {
    expect(takenOfStock({ ...line, line_mode: "unposted" })).toBeNull();
    expect(takenOfRejected({ ...line, line_mode: "unposted" })).toBe("10");
    expect(takenOfRejected({ ...line, line_mode: "refund" })).toBeNull();
  });

  test("扣款和销毁减少应付，换货重新送货，拒收带回两者都不是", () => {
    const gone = { qty: "10", out_qty: "7" };
    const of = (line_mode: string) => [refundedQty({ ...gone, line_mode }), exchangedQty({ ...gone, line_mode })];
    expect(of("refund")).toEqual(["7", null]);
    expect(of("destroy")).toEqual(["7", null]);
    expect(of("exchange")).toEqual([null, "7"]);
    expect(of("unposted")).toEqual([null, null]);
  });

  test("可退是合格加让步减已退，没有判定的没有可退", () => {
    const received = { accept_qty: "300", concession_qty: "60", returned_qty: "100" };
    expect(toReturn(received)).toBe("260");
    expect(toReturn({ ...received, accept_qty: null, concession_qty: null })).toBeNull();
    expect(toTakeBack({ reject_qty: "40", taken_back_qty: "15" })).toBe("25");
    expect(toTakeBack({ reject_qty: null, taken_back_qty: "0" })).toBeNull();
  });

  test("退过货的收货不能冲销，拒收带回的也不能", () => {
    const line = { returned_qty: "0.000", taken_back_qty: "0.000" };
    expect(nothingReturned({ items: [line] })).toBeNull();
    expect(nothingReturned({ items: [line, { ...line, returned_qty: "0.001" }] })?.message).toMatch(/^第2行/);
    expect(nothingReturned({ items: [{ ...line, taken_back_qty: "1" }] })).not.toBeNull();
  });
});

describe("退货金额", () => {
  test("按实退数量和入库单价四舍五入到分，拒收带回不计", () => {
    const line = { qty: "3", out_qty: null, price: "33.335" };
    expect(returnAmount(line)).toBe("100.01");
    expect(returnAmount({ ...line, out_qty: "0" })).toBe("0.00");
    expect(returnAmount({ ...line, price: null })).toBeNull();
    expect(totalAmount({ return_mode: "refund", items: [line, line] })).toBe("200.02");
    expect(totalAmount({ return_mode: "unposted", items: [line] })).toBe("0.00");
  });
});

describe("各步要说清的事", () => {
  test("提交以前写明处理方式、原因和情况，质量原因须有证据", () => {
    const said = {
      return_mode: "refund",
      return_reason: "surplus",
      reason_text: "余料",
      evidence: null,
      source_receipt_id: null,
    };
    const asked = (change: object) => saysWhy({ ...said, ...change })?.field ?? null;
    expect(asked({})).toBeNull();
    expect(asked({ return_mode: null })).toBe("return_mode");
    expect(asked({ return_reason: null })).toBe("return_reason");
    expect(asked({ reason_text: null })).toBe("reason_text");
    expect(asked({ return_reason: "quality" })).toBe("evidence");
    expect(asked({ return_reason: "quality", evidence: paper })).toBeNull();
    const rejected = { return_reason: "quality", source_receipt_id: "1" };
    expect(asked({ ...rejected, return_mode: "unposted" })).toBeNull();
    expect(asked(rejected)).toBe("evidence");
  });

  test("提货日期不能早于今天，现场销毁不须提货", () => {
    const asked = (return_mode: string, pick_date?: string) =>
      pickDayFits({ return_mode }, pick_date === undefined ? {} : { pick_date }, none, facts)?.field ?? null;
    expect(asked("refund")).toBe("pick_date");
    expect(asked("refund", "2025-03-09")).toBe("pick_date");
    expect(asked("refund", "2025-03-10")).toBeNull();
    expect(asked("destroy")).toBeNull();
  });

  test("异议须有依据", () => {
    expect(objectionShown({}, {})?.field).toBe("objection_files");
    expect(objectionShown({}, { objection_files: paper })).toBeNull();
  });

  test("实退数量每行都要填，不能多于退货数量，也不能全是零", () => {
    const items = [
      { id: "a", qty: "10" },
      { id: "b", qty: "5" },
    ];
    const out = (a: string | null, b: string | null) =>
      outQtyFits(
        { items },
        {},
        new Map([
          ["a", { out_qty: a }],
          ["b", { out_qty: b }],
        ]),
      )?.message ?? null;
    expect(out("10", "0")).toBeNull();
    expect(out("10", null)).toBe("请填写第2行的实退数量");
    expect(out("10", "5.001")).toBe("第2行实退数量不能大于退货数量");
    expect(out("0", "0")).toMatch(/^没有实退数量/);
  });

  test("出厂日期不能晚于今天，不能早于确认的日期，须有车牌号", () => {
    const on = (out_date: string) =>
      outDayFits({ accepted_at: "2025-03-08T17:00:00.000Z" }, { out_date }, none, facts)?.message ?? null;
    expect(on("2025-03-11")).toMatch(/不能晚于今天/);
    expect(on("2025-03-08")).toMatch(/不能早于/);
    expect(on("2025-03-09")).toBeNull();
    // The clock was set back, and nobody typed a day.
    expect(outDayFits({ accepted_at: "2025-03-12T02:00:00.000Z" }, {}, none, facts)?.message).toMatch(/不能早于/);
    expect(vehicleKnown({}, {})?.field).toBe("vehicle_no");
  });

  test("销毁须有两位不同的见证人和记录", () => {
    const input = { witness1: "王", witness2: "李", destroy_files: paper };
    const asked = (change: object) => destructionProved({}, { ...input, ...change })?.field ?? null;
    expect(asked({})).toBeNull();
    expect(asked({ witness1: null })).toBe("witness1");
    expect(asked({ witness2: " 王 " })).toBe("witness2");
    expect(asked({ destroy_files: null })).toBe("destroy_files");
  });
});

describe("冲销", () => {
  test("销毁的和签收后扣款的不能冲销，出厂的、换货的和拒收带回的可以", () => {
    const may = (state: string, return_mode: string) => mayReverse({ state, return_mode });
    expect(may("completed", "destroy")).toBe(false);
    expect(may("completed", "refund")).toBe(false);
    expect(may("shipped", "refund")).toBe(true);
    expect(may("completed", "exchange")).toBe(true);
    expect(may("completed", "unposted")).toBe(true);
  });

  test("出厂以后来的比没有换货时还缺的多，就是换货来了", () => {
    const line = { qty: "1000", noticed_qty: "0", accepted_qty: "1000", exchanged_qty: "0" };
    const came = (change: object, since: string) => exchangeHasCome({ ...line, ...change }, since);
    expect(came({}, "0")).toBe(false);
    expect(came({ noticed_qty: "30" }, "0")).toBe(true);
    expect(came({ accepted_qty: "1030" }, "30")).toBe(true);
    // More than was ordered had come before, nothing since.
    expect(came({ accepted_qty: "1040" }, "0")).toBe(false);
    // The rest of the order came, and a part of the exchange.
    expect(came({ accepted_qty: "1000" }, "600")).toBe(false);
    expect(came({ accepted_qty: "1000.001" }, "600.001")).toBe(true);
    // It was in exchange for what another return sent back.
    expect(came({ accepted_qty: "1030", exchanged_qty: "30" }, "30")).toBe(false);
  });
});
