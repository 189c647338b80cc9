import { describe, expect, test } from "vitest";
import { lessIsExplained, someLess, toOrder } from "~/modules/purchase-orders/demand-commit/demand-commit.rules";
import {
  balances,
  commitRate,
  type DemandLine,
  frozenChanges,
  frozenInside,
  notOver,
  redCount,
  stillToCome,
  weekOf,
  weekOnce,
  weeksBeginOnMonday,
  weeksInside,
} from "~/modules/purchase-orders/demand-plan/demand-plan.rules";

const line = (id: string, week_start: string, more: Partial<DemandLine> = {}): DemandLine => ({
  ...{ id, material_id: "M1", week_start, gross_qty: "100" },
  ...{ stock_qty: null, safety_qty: null, in_transit_qty: null },
  ...more,
});

describe("结存和净需求", () => {
  test("每周接着上一周的结存；已经算过的净需求不再算一次", () => {
    const found = balances([
      line("2", "2025-03-17", { safety_qty: "50", in_transit_qty: "20" }),
      line("1", "2025-03-10", { stock_qty: "130", safety_qty: "50" }),
    ]);
    expect(found.get("1")).toEqual({ net_qty: "20.000", projected_qty: "30.000", risk: "yellow" });
    // 30 + 20 - 100 is left without new orders; with the 20 of the week before 80 more have to be bought.
    expect(found.get("2")).toEqual({ net_qty: "80.000", projected_qty: "-50.000", risk: "red" });
  });

  test("结存等于安全库存的正常，净需求不小于零", () => {
    const found = balances([line("1", "2025-03-10", { stock_qty: "150", safety_qty: "50" })]);
    expect(found.get("1")).toEqual({ net_qty: "0.000", projected_qty: "50.000", risk: "ok" });
    expect(balances([line("1", "2025-03-10", { stock_qty: "900" })]).get("1")?.net_qty).toBe("0.000");
  });

  test("后一周另填了库存的，从它算起；物料之间互不相干", () => {
    const found = balances([
      line("1", "2025-03-10", { stock_qty: "0" }),
      line("2", "2025-03-17", { stock_qty: "100" }),
      line("3", "2025-03-10", { material_id: "M2", stock_qty: "100" }),
    ]);
    expect(found.get("1")?.risk).toBe("red");
    expect(found.get("2")).toEqual({ net_qty: "0.000", projected_qty: "0.000", risk: "ok" });
    expect(found.get("3")?.net_qty).toBe("0.000");
  });

  test("缺料项数只数红的", () => {
    expect(redCount({ items: [{ risk: "red" }, { risk: "yellow" }, { risk: null }] })).toBe(1);
  });

  test("已收的先抵最早的一批，换货的还要来", () => {
    const batches = [
      { day: "2025-03-20", qty: "50" },
      { day: "2025-03-12", qty: "50" },
    ];
    expect(stillToCome({ accepted_qty: "60", exchanged_qty: "0" }, batches)).toEqual([
      { day: "2025-03-20", qty: "40.000" },
    ]);
    expect(stillToCome({ accepted_qty: "60", exchanged_qty: "20" }, batches)).toEqual([
      { day: "2025-03-12", qty: "10.000" },
      { day: "2025-03-20", qty: "50.000" },
    ]);
    expect(stillToCome({ accepted_qty: "120", exchanged_qty: "0" }, batches)).toEqual([]);
  });
});

describe("周", () => {
  const plan = (base_week: string, weeks_of: readonly string[], weeks = 2) => ({
    ...{ base_week, weeks, frozen_weeks: 1 },
    items: weeks_of.map((week_start, at) => ({ material_id: `M${at}`, week_start })),
  });

  test("计划和行都从周一开始", () => {
    expect(weeksBeginOnMonday(plan("2025-03-11", []))?.field).toBe("base_week");
    expect(weeksBeginOnMonday(plan("2025-03-10", ["2025-03-10", "2025-03-12"]))).toMatchObject({
      field: "items.1.week_start",
      message: "周起始日须为周一",
    });
    expect(weeksBeginOnMonday(plan("2025-03-10", ["2025-03-17"]))).toBeNull();
  });

  test("行在滚动周数以内；同一物料同一周只有一行", () => {
    expect(weeksInside(plan("2025-03-10", ["2025-03-24"]))?.field).toBe("items.0.week_start");
    expect(weeksInside(plan("2025-03-10", ["2025-03-17"]))).toBeNull();
    const twice = { material_id: "M1", week_start: "2025-03-10" };
    expect(weekOnce({ base_week: "2025-03-10", weeks: 2, items: [twice, twice] })?.field).toBe("items.1.material_id");
  });

  test("一天落在哪一周", () => {
    expect(weekOf("2025-03-10")).toBe("2025-03-10");
    expect(weekOf("2025-03-16")).toBe("2025-03-10");
    expect(weekOf("2025-03-17")).toBe("2025-03-17");
  });

  test("全部各周已过的不能发布；锁定周数不超过滚动周数", () => {
    const past = { base_week: "2025-02-24", weeks: 2 };
    expect(notOver(past, {}, new Map(), { today: "2025-03-10" })?.field).toBe("base_week");
    expect(notOver(past, {}, new Map(), { today: "2025-03-09" })).toBeNull();
    expect(frozenInside({ weeks: 2, frozen_weeks: 3 })?.field).toBe("frozen_weeks");
  });

  test("锁定周内改了、删了、加了的行都算变更，以后的周不算", () => {
    const before = [
      { material_id: "M1", week_start: "2025-03-10", gross_qty: "100" },
      { material_id: "M2", week_start: "2025-03-10", gross_qty: "50" },
      { material_id: "M1", week_start: "2025-03-17", gross_qty: "100" },
      { material_id: "M1", week_start: "2025-03-03", gross_qty: "7" },
    ];
    const items = [
      line("1", "2025-03-10", { gross_qty: "120" }),
      line("2", "2025-03-17", { gross_qty: "500" }),
      line("3", "2025-03-10", { material_id: "M3", gross_qty: "10" }),
    ];
    const changes = frozenChanges(before, { base_week: "2025-03-10", frozen_weeks: 1, items });
    expect(changes.map(({ material_id, from, to }) => [material_id, from, to])).toEqual([
      ["M1", "100", "120"],
      ["M2", "50", "0"],
      ["M3", "0", "10"],
    ]);
    expect(frozenChanges(before, { base_week: "2025-03-10", frozen_weeks: 0, items })).toEqual([]);
  });
});

describe("承诺", () => {
  const asked = { items: [{ id: "1", line_no: 10, share_qty: "60" }] };
  const typed = (commit_qty: string, commit_note?: string) =>
    new Map([["1", { commit_qty, commit_note: commit_note ?? null }]]);

  test("小于预测的要说明差异", () => {
    expect(lessIsExplained(asked, {}, typed("59"))?.message).toContain("承诺数量小于预测，请填写差异说明");
    expect(lessIsExplained(asked, {}, typed("59", "  "))).not.toBeNull();
    expect(lessIsExplained(asked, {}, typed("59", "检修"))).toBeNull();
    expect(lessIsExplained(asked, {}, typed("60"))).toBeNull();
    expect(lessIsExplained(asked, {}, typed("-1", "检修"))?.message).toContain("不能为负数");
    expect([someLess(asked, typed("59")), someLess(asked, typed("61"))]).toEqual([true, false]);
  });

  test("承诺率是各行的平均，多承诺的不补别的行", () => {
    expect(commitRate([])).toBeNull();
    const lines = [
      { share_qty: "100", commit_qty: "150" },
      { share_qty: "10", commit_qty: "5" },
      { share_qty: "10", commit_qty: null },
    ];
    expect(commitRate(lines)?.toFixed(2)).toBe("50.00");
  });

  test("还可以转订单的是份额减已转的", () => {
    expect(toOrder({ share_qty: "60", ordered_qty: "45.5" })).toBe("14.500");
  });
});
