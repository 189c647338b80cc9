import { describe, expect, test } from "vitest";
import {
  finishedOf,
  finishedRate,
  finishesLate,
  isInProduction,
  labelConfirmed,
  mergeReports,
  overUse,
  plannedFinish,
  type ReportedStage,
  reportIsWhole,
  stageOf,
  stagesToCome,
  suppliedOnce,
  usageFits,
} from "~/modules/purchase-orders/purchase-order/product-order.rules";

const FACTS = { now: "2025-03-10T01:00:00.000Z", today: "2025-03-10", actorId: null, supplierId: null };

function row(stage: string, more: Partial<ReportedStage> = {}): ReportedStage {
  return {
    item_line: 10,
    stage,
    plan_date: "2025-03-05",
    actual_date: null,
    finished_qty: null,
    batch_no: null,
    ...more,
  };
}

const done = (stage: string, finished_qty: string | null, batch_no: string | null, day = "2025-03-05") =>
  row(stage, { actual_date: day, finished_qty, batch_no });

function order(progress: ReportedStage[], order_type = "outsource") {
  const line = { qty: "100", price: "2", required_date: "2025-03-20", line_status: "open" };
  return {
    order_type,
    items: [
      { ...line, line_no: 10 },
      { ...line, line_no: 20, line_status: "closed" },
    ],
    progress,
  };
}

describe("版面", () => {
  const label = { order_type: "outsource", label_version: "V2", label_confirmed: false };

  test("成品订单的包装版本未确认，不能下达；其他订单不管", () => {
    expect(labelConfirmed(label)?.message).toBe("包装版本【V2】未确认，不能下达");
    expect(labelConfirmed({ ...label, label_confirmed: true })).toBeNull();
    expect(labelConfirmed({ ...label, order_type: "standard" })).toBeNull();
  });
});

describe("生产进度", () => {
  test("同一批号依次包装、检验、待发货，完成数量只算最后一次；没有实际日期的是计划", () => {
    const rows = [done("packed", "40", "A"), done("tested", "38", "A"), done("packed", "20", "B"), row("ready")];
    expect(finishedOf(rows).toFixed()).toBe("58");
  });

  test("完工率不超过100，关闭的行不算，其他订单没有", () => {
    expect(finishedRate(order([done("packed", "58", "A")]))).toBe("58.0000");
    expect(finishedRate(order([done("packed", "130", "A")]))).toBe("100.0000");
    expect(finishedRate(order([], "standard"))).toBeNull();
  });

  test("阶段取落后的行，只算已经做到的", () => {
    expect(stageOf(order([row("scheduled")]))).toBeNull();
    expect(stageOf(order([done("material", null, null), row("scheduled")]))).toBe("material");
  });

  test("预计完工晚于需求日期", () => {
    expect(plannedFinish(order([row("packed", { plan_date: "2025-03-21" })]))).toBe("2025-03-21");
    expect(finishesLate(order([row("packed", { plan_date: "2025-03-21" })]))).toBe(true);
    expect(finishesLate(order([row("packed", { plan_date: "2025-03-20" })]))).toBe(false);
  });

  test("排产以后要填报，全部待发货以后不必再填", () => {
    expect(isInProduction(order([done("material", null, null)]))).toBe(false);
    expect(isInProduction(order([row("scheduled")]))).toBe(true);
    expect(isInProduction(order([done("ready", "60", "A")]))).toBe(true);
    expect(isInProduction(order([done("ready", "100", "A")]))).toBe(false);
  });

  test("后面的阶段已经做到，前面的计划不再催", () => {
    expect(stagesToCome(order([row("scheduled"), row("producing")]))).toHaveLength(2);
    expect(stagesToCome(order([row("scheduled"), done("producing", null, null)]))).toEqual([]);
  });

  test("同一阶段同一批号只留一行；没有批号的计划由第一批接上", () => {
    const plan = { ...row("packed"), id: "p" };
    const first = mergeReports([plan], [done("packed", "40", "A")]);
    expect(first.changed.map(({ id }) => id)).toEqual(["p"]);
    expect(first.added).toEqual([]);
    const known = { ...done("packed", "40", "A"), id: "p" };
    expect(mergeReports([known], [done("packed", "45", "A")]).changed[0]?.values.finished_qty).toBe("45");
    expect(mergeReports([known], [done("packed", "30", "B")]).added).toHaveLength(1);
  });

  test.each([
    [{}, "请至少填写一行的生产进度"],
    [{ plan_date: "2025-03-12" }, "第1行请选择生产阶段"],
    [{ stage: "scheduled" }, "第1行请填写计划日期或实际日期"],
    [{ stage: "producing", actual_date: "2025-03-11" }, "第1行实际日期不能晚于今天"],
    [{ stage: "packed", actual_date: "2025-03-10" }, "第1行请填写完成数量"],
    [{ stage: "packed", actual_date: "2025-03-10", finished_qty: "5" }, "第1行请填写生产批号"],
    [{ stage: "packed", actual_date: "2025-03-10", finished_qty: "5", batch_no: "A" }, undefined],
  ])("填报 %j：%s", (said, complaint) => {
    const items = [{ id: "1", line_no: 10 }];
    expect(reportIsWhole({ items }, {}, new Map([["1", said]]), FACTS)?.message).toBe(complaint);
  });
});

describe("客供包材", () => {
  test("超耗按应耗计算，没有超过的为0", () => {
    expect(overUse({ need_qty: "100", used_qty: "105" }).toFixed()).toBe("5");
    expect(overUse({ need_qty: "100", used_qty: "90" }).toFixed()).toBe("0");
    expect(overUse({ need_qty: "100", used_qty: null }).toFixed()).toBe("0");
  });

  test("实耗不能多于已发，已发也不能改得少于实耗", () => {
    const supplied = [{ id: "1", need_qty: "100", sent_qty: "50", used_qty: "40" }];
    const said = (values: Record<string, string>) => usageFits({ supplied }, {}, new Map([["1", values]]))?.field;
    expect(said({ used_qty: "51" })).toBe("supplied.1.used_qty");
    expect(said({ used_qty: "50" })).toBeUndefined();
    expect(said({ sent_qty: "30" })).toBe("supplied.1.sent_qty");
    expect(said({ used_qty: "-1" })).toBe("supplied.1.used_qty");
  });

  test("同一包材只能有一行", () => {
    const supplied = [{ material_id: "a" }, { material_id: "a" }];
    expect(suppliedOnce({ supplied })?.message).toBe("第2行客供包材重复，请合并为一行");
  });
});
