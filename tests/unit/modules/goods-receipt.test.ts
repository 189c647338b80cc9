import { describe, expect, test } from "vitest";
import {
  allFree,
  allOrNoneOfNote,
  differenceOf,
  differencePercent,
  everythingCounted,
  expiredIsRejected,
  netWeight,
  netWeightAgrees,
  postDayFits,
  stockedQty,
  verdictAddsUp,
  verdictFits,
} from "~/modules/receiving/goods-receipt/goods-receipt.rules";
import { initialLimit } from "../../support/limits";

const facts = {
  now: "2025-03-10T02:00:00.000Z",
  today: "2025-03-10",
  actorId: null,
  supplierId: null,
  limit: initialLimit,
};

describe("清点", () => {
  test("净重是毛重减皮重减扣水，没有过磅就没有净重", () => {
    expect(netWeight({ gross_weight: "410.5", tare_weight: "8.25", moisture_qty: "2.25" })).toBe("400.000");
    expect(netWeight({ gross_weight: "410", tare_weight: null, moisture_qty: null })).toBe("410.000");
    expect(netWeight({ gross_weight: null, tare_weight: "8", moisture_qty: null })).toBeNull();
  });

  test("净重与清点数量差一克也不一致，皮重大于毛重也不行", () => {
    const line = { gross_weight: "10", tare_weight: "1", moisture_qty: null };
    expect(netWeightAgrees({ items: [{ ...line, count_qty: "9" }] })).toBeNull();
    expect(netWeightAgrees({ items: [{ ...line, count_qty: "9.001" }] })?.field).toBe("items.0.count_qty");
    expect(netWeightAgrees({ items: [{ ...line, tare_weight: "11", count_qty: null }] })).not.toBeNull();
  });

  test("差异按送货数量的百分比，不分多少", () => {
    expect(differenceOf({ notice_qty: "400", count_qty: "398" })).toBe("-2.000");
    expect(differencePercent({ notice_qty: "400", count_qty: "398" }).toFixed()).toBe("0.5");
    expect(differencePercent({ notice_qty: "400", count_qty: "402" }).toFixed()).toBe("0.5");
    expect(differencePercent({ notice_qty: null, count_qty: "402" }).toFixed()).toBe("0");
    expect(differenceOf({ notice_qty: "400", count_qty: null })).toBeNull();
  });

  test("每行须有数量、批号和生产日期，还要有仓库", () => {
    const line = { notice_qty: "1", count_qty: "1", batch_no: "P1", produce_date: "2025-03-01" };
    const asked = (change: object, warehouse_id: string | null = "w") =>
      everythingCounted({ warehouse_id, items: [{ ...line, ...change }] })?.field ?? null;
    expect(asked({})).toBeNull();
    expect(asked({}, null)).toBe("warehouse_id");
    expect(asked({ count_qty: null })).toBe("items.0.count_qty");
    expect(asked({ batch_no: "" })).toBe("items.0.batch_no");
    expect(asked({ produce_date: null })).toBe("items.0.produce_date");
    expect(asked({ count_qty: "0" })).toBe("items");
  });

  test("一张收货单要么全按送货单，要么全不按", () => {
    expect(allOrNoneOfNote({ items: [{ note_line: null }, { note_line: null }] })).toBeNull();
    expect(allOrNoneOfNote({ items: [{ note_line: "a" }, { note_line: null }] })?.field).toBe("items.1.note_line");
  });
});

describe("判定", () => {
  const line = {
    id: "l",
    count_qty: "10",
    batch_no: "P1",
    expire_date: null,
    qa_result: "pass",
    accept_qty: "10",
    concession_qty: null,
    reject_qty: null,
    concession_no: null,
  };
  const none = new Map();
  const judged = (change: object) => ({ items: [{ ...line, ...change }] });

  test("三项之和须等于清点数量，旁边填写的也算在内", () => {
    expect(verdictAddsUp(judged({}), {}, none)).toBeNull();
    expect(verdictAddsUp(judged({ reject_qty: "0.001" }), {}, none)?.field).toBe("items.0.accept_qty");
    const typed = new Map([["l", { accept_qty: "9", reject_qty: "1" }]]);
    expect(verdictAddsUp(judged({}), {}, typed)).toBeNull();
  });

  test("结论与数量相符，让步须有批准单号", () => {
    const asked = (change: object) => verdictFits(judged(change), {}, none)?.field ?? null;
    expect(asked({})).toBeNull();
    expect(asked({ qa_result: null })).toBe("items.0.qa_result");
    expect(asked({ reject_qty: "1" })).toBe("items.0.qa_result");
    expect(asked({ qa_result: "concession", concession_qty: "1" })).toBe("items.0.concession_no");
    expect(asked({ qa_result: "concession", concession_no: "RB-1" })).toBe("items.0.concession_qty");
    expect(asked({ qa_result: "fail" })).toBe("items.0.reject_qty");
  });

  test("过了保质期的只能拒收，当天到期的还可以收", () => {
    const asked = (expire_date: string, change: object = {}) =>
      expiredIsRejected(judged({ expire_date, ...change }), {}, none, facts)?.field ?? null;
    expect(asked("2025-03-09")).toBe("items.0.accept_qty");
    expect(asked("2025-03-10")).toBeNull();
    expect(asked("2025-03-09", { accept_qty: "0", reject_qty: "10" })).toBeNull();
  });

  test("入库的是合格和让步，全部免检就没有要判定的", () => {
    expect(stockedQty({ accept_qty: "7", concession_qty: "0.5" })).toBe("7.5");
    expect(stockedQty({ accept_qty: null, concession_qty: null })).toBe("0");
    expect(allFree({ items: [{ qa_result: "free" }, { qa_result: null }] })).toBe(false);
    expect(allFree({ items: [{ qa_result: "free" }] })).toBe(true);
  });
});

test("过账日期在收货以后、今天以前", () => {
  const receipt = { receive_at: "2025-03-08T17:00:00.000Z" };
  const asked = (post_date: string | null) => postDayFits(receipt, { post_date }, new Map(), facts)?.message ?? null;
  expect(asked(null)).toBeNull();
  expect(asked("2025-03-10")).toBeNull();
  expect(asked("2025-03-09")).toBeNull();
  expect(asked("2025-03-08")).toBe("过账日期不能早于收货日期");
  expect(asked("2025-03-11")).toBe("过账日期不能晚于今天");
});
