import { describe, expect, test } from "vitest";
import {
  ageCounts,
  availableQty,
  batchKey,
  belowSince,
  changeDays,
  coverDays,
  daysFit,
  expiryOf,
  notAskedToday,
  quantityNotNegative,
  type Report,
  remainRate,
  reportedByToday,
  spreadLocked,
  staleFor,
  stockOn,
  updateFits,
} from "~/modules/purchase-orders/supplier-inventory/supplier-inventory.rules";

const today = "2026-03-20";
const facts = { today };

function report(over: Partial<Report>): Report {
  return {
    ...{ id: "1", stock_kind: "finished", batch_no: null, location: null, qty: "100", report_date: "2026-03-01" },
    ...{ created_at: "2026-03-01T01:00:00Z", expire_date: null },
    ...over,
  };
}

describe("上报", () => {
  test("数量不能为负，可以为零", () => {
    expect(quantityNotNegative({ qty: "-0.001" })?.message).toBe("库存数量不能为负数");
    expect(quantityNotNegative({ qty: "0" })).toBeNull();
  });

  test("上报日期不能晚于今天，生产不能晚于上报，到期晚于生产", () => {
    expect(reportedByToday({ report_date: "2026-03-21" }, {}, null, facts)?.message).toBe("上报日期不能晚于今天");
    expect(reportedByToday({ report_date: today }, {}, null, facts)).toBeNull();
    const days = { qty: "1", report_date: today, produce_date: "2026-03-21", expire_date: null };
    expect(daysFit(days)?.field).toBe("produce_date");
    expect(daysFit({ ...days, produce_date: today, expire_date: today })?.field).toBe("expire_date");
    expect(daysFit({ ...days, produce_date: "2026-01-01", expire_date: today })).toBeNull();
  });

  test("更新不能早于上次上报", () => {
    const row = { report_date: "2026-03-10" };
    expect(updateFits(row, { qty: "1", report_date: "2026-03-09" })?.message).toContain("2026-03-10");
    expect(updateFits(row, { qty: "-1", report_date: today })?.field).toBe("qty");
    expect(updateFits(row, { qty: "0", report_date: "2026-03-10" })).toBeNull();
  });

  test("一天只请求一次更新", () => {
    expect(notAskedToday({ asked_on: today }, {}, null, facts)).not.toBeNull();
    expect(notAskedToday({ asked_on: "2026-03-19" }, {}, null, facts)).toBeNull();
  });
});

describe("保质期与过期", () => {
  test("到期日按保质期推算，不知道的为空", () => {
    expect(expiryOf("2026-01-01", 180)).toBe("2026-06-30");
    expect(expiryOf(null, 180)).toBeNull();
    expect(expiryOf("2026-01-01", null)).toBeNull();
  });

  test("正好到期限的上报还有效，多一天就过期", () => {
    expect(staleFor("2026-03-13", today, 7)).toBeNull();
    expect(staleFor("2026-03-12", today, 7)).toBe(8);
  });

  test("剩余保质期的比例不低于零", () => {
    expect(remainRate({ produce_date: "2026-03-10", expire_date: "2026-03-30" }, today)).toBe("50.0000");
    expect(remainRate({ produce_date: "2026-01-01", expire_date: "2026-02-01" }, today)).toBe("0.0000");
    expect(remainRate({ produce_date: null, expire_date: "2026-02-01" }, today)).toBeNull();
  });
});

describe("可用", () => {
  const row = { supplier_id: "s", material_id: "m", batch_no: "B1", stock_kind: "finished" };

  test("在途的数量依次占用同一批号的各处存放，不超过存放的数量", () => {
    const rows = [
      { ...row, id: "1", qty: "100" },
      { ...row, id: "2", qty: "50", stock_kind: "blocked" },
      { ...row, id: "3", qty: "30" },
    ];
    const found = spreadLocked(rows, new Map([[batchKey(row), "140"]]));
    expect([...found.values()]).toEqual(["100.000", "0.000", "30.000"]);
  });

  test("只有没过期的成品可用", () => {
    const goods = { stock_kind: "finished", qty: "100", expire_date: today };
    expect(availableQty(goods, "40", today)).toBe("60.000");
    expect(availableQty({ ...goods, expire_date: "2026-03-19" }, "40", today)).toBe("0");
    expect(availableQty({ ...goods, stock_kind: "wip" }, "0", today)).toBeNull();
  });

  test("可供天数按日均订单计算，没有订单的为空", () => {
    expect(coverDays("100", "300", 30)).toBe(10);
    expect(coverDays("99", "300", 30)).toBe(9);
    expect(coverDays("100", "0", 30)).toBeNull();
  });
});

test("库龄按生产日期分段，边界算在前一段，不详的另列", () => {
  const rows = [
    { produced: "2026-02-18", count: 2 },
    { produced: "2026-02-17", count: 1 },
    { produced: "2025-01-01", count: 4 },
    { produced: null, count: 3 },
  ];
  expect(ageCounts(rows, today, [30, 90, 180]).map(({ count }) => count)).toEqual([2, 1, 0, 4, 3]);
  expect(ageCounts(rows, today, [60, 60, 365])).toEqual([
    { label: "60天以内", count: 3 },
    { label: "61～365天", count: 0 },
    { label: "365天以上", count: 4 },
    { label: "生产日期不详", count: 3 },
  ]);
});

describe("某日的库存", () => {
  test("每个批号和存放地取最新的上报，过期的和不是成品的不计", () => {
    const reports = [
      report({ id: "1", report_date: "2026-03-15", qty: "100" }),
      report({ id: "2", report_date: "2026-03-18", qty: "70" }),
      report({ id: "3", report_date: "2026-03-18", qty: "30", location: "二库" }),
      report({ id: "4", report_date: "2026-03-18", qty: "500", location: "三库", stock_kind: "blocked" }),
      report({ id: "5", report_date: "2026-03-01", qty: "900", batch_no: "旧" }),
      report({ id: "6", report_date: "2026-03-18", qty: "40", batch_no: "到期", expire_date: "2026-03-19" }),
    ];
    expect(stockOn(reports, today, 7)).toBe("100.000");
    expect(stockOn(reports, "2026-03-16", 30)).toBe("1000.000");
  });

  test("同一天后登记的为准", () => {
    const reports = [
      report({ id: "1", report_date: today, qty: "5", created_at: "2026-03-20T08:00:00Z" }),
      report({ id: "2", report_date: today, qty: "9", created_at: "2026-03-20T02:00:00Z" }),
    ];
    expect(stockOn(reports, today, 7)).toBe("5.000");
  });

  test("连续低于下限从哪天起：补足后重新算，不再上报的也算", () => {
    const period = { from: "2026-03-01", to: today, reportDays: 30 };
    const low = report({ id: "1", report_date: "2026-03-05", qty: "40" });
    const enough = report({ id: "2", report_date: "2026-03-10", qty: "60" });
    const lowAgain = report({ id: "3", report_date: "2026-03-18", qty: "49.999" });
    expect(belowSince([low], { min: "50", ...period })).toBe("2026-03-01");
    expect(belowSince([low, enough], { min: "50", ...period })).toBeNull();
    expect(belowSince([low, enough, lowAgain], { min: "50", ...period })).toBe("2026-03-18");
    expect(belowSince([enough], { min: "50", ...period, reportDays: 7 })).toBe("2026-03-18");
    expect(belowSince([], { min: "0", ...period })).toBeNull();
  });

  test("变化的日子只在期间以内，按先后", () => {
    const days = changeDays([report({ report_date: "2026-03-10" }), report({ report_date: "2026-02-01" })], {
      from: "2026-03-05",
      to: today,
      reportDays: 7,
    });
    expect(days).toEqual(["2026-03-05", "2026-03-10", "2026-03-18"]);
  });
});
