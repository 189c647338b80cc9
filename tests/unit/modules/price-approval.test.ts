import { describe, expect, test } from "vitest";
import { cutBy, restored, revokedOn } from "~/modules/base-data/price-data/price-data.rules";
import {
  annualImpact,
  annualPurchase,
  changeRate,
  endsAfterStart,
  firstDay,
  highestRise,
  linesApart,
  priceFaults,
  scalesApart,
  untaxed,
} from "~/modules/price-approval/account-price/account-price.rules";

describe("未税价和涨跌", () => {
  test("未税价保留六位小数，四舍五入", () => {
    expect(untaxed("113", "13")).toBe("100.000000");
    expect(untaxed("3.27", "9")).toBe("3.000000");
    expect(untaxed("1", "13")).toBe("0.884956");
    expect(untaxed("0.0000017", "13")).toBe("0.000002");
    expect(untaxed("5", "0")).toBe("5.000000");
  });

  test("涨跌按原价的百分比，没有原价的不算", () => {
    expect(changeRate({ old_price: "3", new_price: "3.3" })).toBe("10.0000");
    expect(changeRate({ old_price: "3", new_price: "2" })).toBe("-33.3333");
    expect(changeRate({ old_price: null, new_price: "2" })).toBeNull();
    expect(changeRate({ old_price: "0.000000", new_price: "2" })).toBeNull();
  });

  test("最大涨幅只看涨的；影响金额按年用量，没有原价的按全部", () => {
    const items = [
      { old_price: "10", new_price: "11", annual_qty: "100" },
      { old_price: "10", new_price: "8", annual_qty: "50" },
      { old_price: null, new_price: "2", annual_qty: "30" },
      { old_price: "1", new_price: "5", annual_qty: null },
    ];
    expect(highestRise(items.slice(0, 3))).toBe("10.0000");
    expect(highestRise(items.slice(1, 3))).toBe("0.0000");
    expect(annualImpact(items)).toBe("60.00");
    expect(annualPurchase(items)).toBe("1560.00");
    expect(firstDay([{ valid_from: "2026-05-01" }, { valid_from: "2026-04-01" }, { valid_from: null }])).toBe(
      "2026-04-01",
    );
  });
});

describe("明细的规则", () => {
  const line = {
    material_id: "m",
    supplier_id: "s",
    factory_id: null,
    valid_from: "2026-01-01",
    valid_to: "2026-06-30",
  };

  test("失效日期不能早于生效日期", () => {
    expect(endsAfterStart({ items: [{ valid_from: "2026-02-01", valid_to: "2026-01-31" }] })?.message).toBe(
      "第1行失效日期不能早于生效日期",
    );
    expect(endsAfterStart({ items: [{ valid_from: "2026-02-01", valid_to: "2026-02-01" }] })).toBeNull();
  });

  test("同一供应商、物料、工厂的期间不能重叠；首尾相接、另一个工厂可以", () => {
    expect(linesApart({ items: [line, { ...line, valid_from: "2026-06-30", valid_to: "2026-12-31" }] })?.message).toBe(
      "第2行与第1行的供应商、物料、工厂相同，价格期间重叠",
    );
    expect(linesApart({ items: [line, { ...line, valid_from: "2026-07-01", valid_to: "2026-12-31" }] })).toBeNull();
    expect(linesApart({ items: [line, { ...line, factory_id: "f" }] })).toBeNull();
  });

  test("阶梯的起订数量不能重复", () => {
    expect(scalesApart({ items: [{ scales: [{ from_qty: "10" }, { from_qty: "10.000" }] }] })?.message).toContain(
      "第1行",
    );
    expect(scalesApart({ items: [{ scales: [{ from_qty: "10" }, { from_qty: "20" }] }] })).toBeNull();
  });
});

describe("提交时的检查", () => {
  const limits = { backDays: 0, riseNote: 5, manualLimit: 50000, tempDays: 30 };
  const line = {
    old_price: "10",
    new_price: "10",
    annual_qty: "100",
    note: null,
    valid_from: "2026-03-10",
    valid_to: "2026-12-31",
  };
  const faults = (more: Partial<typeof line> | object, head: object = {}) =>
    priceFaults(
      {
        price_kind: "rise",
        rfq_id: null,
        manual_reason: null,
        attachments: null,
        items: [{ ...line, ...more }],
        ...head,
      },
      limits,
      "2026-03-10",
    );

  test("不追溯，除非参数允许", () => {
    expect(faults({ valid_from: "2026-03-09" })).toEqual(["第1行生效日期2026-03-09已过，不允许追溯生效"]);
    expect(faults({})).toEqual([]);
  });

  test("涨幅到了界限，说明和依据缺一不可", () => {
    const asked = ["第1行涨幅5%，请填写说明并上传依据"];
    expect(faults({ new_price: "10.5" })).toEqual(asked);
    expect(faults({ new_price: "10.5", note: "原料上涨" })).toEqual(asked);
    expect(faults({ new_price: "10.5", note: "原料上涨" }, { attachments: [{}] })).toEqual([]);
    expect(faults({ new_price: "10.49" })).toEqual([]);
    expect(faults({ new_price: "5" })).toEqual([]);
  });

  test("年度金额超过限额的写明为什么没有比价；临时价有期限", () => {
    expect(faults({ annual_qty: "5001" })).toEqual(["未经比价，请填写理由"]);
    expect(faults({ annual_qty: "5001" }, { manual_reason: "独家" })).toEqual([]);
    expect(faults({ annual_qty: "5000" })).toEqual([]);
    expect(faults({ annual_qty: "5001" }, { rfq_id: "an inquiry" })).toEqual([]);
    expect(faults({ valid_to: "2026-04-09" }, { price_kind: "temp" })).toEqual(["第1行临时价有效期不能超过30天"]);
    expect(faults({ valid_to: "2026-04-08" }, { price_kind: "temp" })).toEqual([]);
  });
});

describe("价格的终止和恢复", () => {
  const old = { valid_from: "2026-01-01", valid_to: "2026-12-31" };

  test("新价格生效的前一天终止；整段被替代的作废；不相遇的不动", () => {
    expect(cutBy(old, { valid_from: "2026-07-01", valid_to: "2027-06-30" })).toEqual({
      closes: false,
      valid_to: "2026-06-30",
    });
    expect(cutBy(old, { valid_from: "2026-12-31", valid_to: "2027-06-30" })).toEqual({
      closes: false,
      valid_to: "2026-12-30",
    });
    expect(cutBy(old, { valid_from: "2025-12-01", valid_to: "2026-01-01" })).toEqual({ closes: true });
    expect(cutBy(old, { valid_from: "2027-01-01", valid_to: "2027-06-30" })).toBeNull();
  });

  test("撤销：执行过的到昨天为止，没有执行过的作废，已经结束的不动", () => {
    expect(revokedOn(old, "2026-03-10")).toEqual({ closes: false, valid_to: "2026-03-09" });
    expect(revokedOn(old, "2026-01-01")).toEqual({ closes: true });
    expect(revokedOn(old, "2025-12-01")).toEqual({ closes: true });
    expect(revokedOn(old, "2027-01-01")).toBeNull();
  });

  test("恢复：还没有中断的延长，中断了的从今天起另记一段，到批准的日期或下一个价格为止", () => {
    const cut = { ...old, valid_to: "2026-06-30", agreed_to: "2026-12-31", closed_on: null };
    expect(restored(cut, [], "2026-03-10")).toEqual({
      valid_from: "2026-01-01",
      valid_to: "2026-12-31",
      extends: true,
    });
    expect(restored(cut, [], "2026-07-01")).toMatchObject({ valid_from: "2026-01-01", extends: true });
    expect(restored(cut, [], "2026-09-10")).toEqual({
      valid_from: "2026-09-10",
      valid_to: "2026-12-31",
      extends: false,
    });
    const later = { valid_from: "2026-10-01", valid_to: "2027-03-31" };
    expect(restored(cut, [later], "2026-09-10")).toMatchObject({ valid_to: "2026-09-30" });
    expect(restored(cut, [], "2027-01-01")).toBeNull();
    expect(restored({ ...old, agreed_to: old.valid_to, closed_on: "2025-12-05" }, [], "2026-02-01")).toEqual({
      valid_from: "2026-02-01",
      valid_to: "2026-12-31",
      extends: true,
    });
  });
});
