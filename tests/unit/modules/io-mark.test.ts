import { describe, expect, test } from "vitest";
import {
  allocated,
  isUnsettled,
  lastMonth,
  matchOf,
  movementKey,
  nextMonth,
  openMonth,
  signOfKind,
  totalsOf,
} from "~/modules/receiving/io-mark/io-mark.rules";
import { differencesLeft, monthIsOver } from "~/modules/receiving/month-confirmation/month-confirmation.rules";

describe("对账月份", () => {
  test("按过账日期所在的月份；已确认的月份以后登记的归入下一个没有确认的月份", () => {
    expect(openMonth("2025-02-28", new Set())).toBe("2025-02");
    expect(openMonth("2025-02-28", new Set(["2025-02"]))).toBe("2025-03");
    expect(openMonth("2024-12-31", new Set(["2024-12", "2025-01"]))).toBe("2025-02");
    expect([nextMonth("2024-12"), lastMonth("2025-01")]).toEqual(["2025-01", "2024-12"]);
  });

  test("没有结束的月份不能发出；差异没有处理完不能确认", () => {
    const facts = { today: "2025-03-10" };
    expect(monthIsOver({ month: "2025-02" }, {}, new Map(), facts)).toBeNull();
    expect(monthIsOver({ month: "2025-03" }, {}, new Map(), facts)?.field).toBe("month");
    expect(differencesLeft(0)).toBeNull();
    expect(differencesLeft(2)).toBe("仍有2条差异未处理，不能确认本月");
  });
});

describe("与SAP核对", () => {
  test("同一单据、供应商、物料、批号、移动类型、单位才是同一笔", () => {
    const row = { source_no: "RK1", supplier_id: "s", material_id: "m", batch_no: null, io_type: "in", uom: "kg" };
    expect(movementKey(row)).toBe(movementKey({ ...row, batch_no: "" }));
    expect(movementKey(row)).not.toBe(movementKey({ ...row, io_type: "in_rev" }));
    expect(movementKey(row)).not.toBe(movementKey({ ...row, uom: "t" }));
    expect(movementKey(row)).not.toBe(movementKey({ ...row, supplier_id: "other" }));
  });

  test("SAP的数量按顺序分到各行，差异只落在最后一行", () => {
    expect(allocated(["10", "20"], "30")).toEqual(["10.000", "20.000"]);
    expect(allocated(["10", "20"], "25")).toEqual(["10.000", "15.000"]);
    expect(allocated(["10", "20"], "4")).toEqual(["4.000", "0.000"]);
    expect(allocated(["-10", "-5"], "-18")).toEqual(["-10.000", "-8.000"]);
  });

  test("相等为一致，不等为数量差异，过了天数没有才是仅平台", () => {
    expect(matchOf("10.000", "10", false)).toBe("ok");
    expect(matchOf("10", "9.999", false)).toBe("diff");
    expect(matchOf("10", null, false)).toBeNull();
    expect(matchOf("10", null, true)).toBe("only_srm");
  });

  test("入库为正，退货和冲销为负", () => {
    expect(signOfKind({ io_type: "in", qty: "1" })).toBeNull();
    expect(signOfKind({ io_type: "out", qty: "1" })?.field).toBe("qty");
    expect(signOfKind({ io_type: "out_rev", qty: "1" })).toBeNull();
    expect(signOfKind({ io_type: "consign", qty: "0" })?.message).toBe("数量不能为0");
  });
});

test("一个月的合计分开入库和退货，冲销的退货不算入库，数出没有处理的差异和异议", () => {
  const row = { io_type: "in", state: "open", match: "ok", settled_on: null, amount: "100.50" };
  const totals = totalsOf([
    row,
    { ...row, io_type: "out", amount: "-30.10", state: "disputed" },
    { ...row, io_type: "out_rev", amount: "10.00" },
    { ...row, match: "diff" },
    { ...row, match: "diff", settled_on: "2025-03-01", amount: null },
  ]);
  expect(totals).toEqual({
    row_count: 5,
    in_amount: "201.00",
    out_amount: "-20.10",
    total_amount: "180.90",
    diff_count: 1,
    disputed_count: 1,
  });
  expect(isUnsettled({ match: "only_srm", settled_on: null })).toBe(false);
});
