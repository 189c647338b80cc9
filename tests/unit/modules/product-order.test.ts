import { describe, expect, test } from "vitest";
import {
  neededOf,
  overUse,
  suppliedFits,
  usageFits,
  usedFor,
} from "~/modules/purchase-orders/purchase-order/product-need.rules";
import {
  dueOf,
  finishedOf,
  finishedRate,
  finishesLate,
  isInProduction,
  labelConfirmed,
  mergeReports,
  plannedFinish,
  type ReportedStage,
  reportIsWhole,
  stageOf,
  stagesToCome,
} from "~/modules/purchase-orders/purchase-order/product-order.rules";
import { newSlips, scheduleOf, slipOf } from "~/modules/purchase-orders/purchase-order/product-schedule.rules";
import { initialLimit } from "../../support/limits";

const FACTS = {
  now: "2025-03-10T01:00:00.000Z",
  today: "2025-03-10",
  actorId: null,
  supplierId: null,
  limit: initialLimit,
};

function row(stage: string, more: Partial<ReportedStage> = {}): ReportedStage {
  return {
    item_line: 10,
    stage,
    plan_date: "2025-03-05",
    first_plan_date: null,
    actual_date: null,
    finished_qty: null,
    batch_no: null,
    ...more,
  };
}

const done = (stage: string, finished_qty: string | null, batch_no: string | null, day = "2025-03-05") =>
  row(stage, { actual_date: day, finished_qty, batch_no });

function order(progress: ReportedStage[], order_type = "outsource") {
  const line = { qty: "100", price: "2", required_date: "2025-03-20", line_status: "open", material_id: "corn" };
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

describe("计划与延误", () => {
  const planned = { ...row("packed", { first_plan_date: "2025-03-10", plan_date: "2025-03-10" }), id: "p" };

  test("只报实际日期的，原来的计划留着；改期的，首次计划留着", () => {
    const done = mergeReports([planned], [row("packed", { plan_date: "2025-03-13", actual_date: "2025-03-13" })]);
    expect(done.changed[0]?.values).toMatchObject({ plan_date: "2025-03-10", first_plan_date: "2025-03-10" });
    const later = row("packed", { plan_date: "2025-03-15", first_plan_date: "2025-03-15" });
    expect(mergeReports([planned], [later]).changed[0]?.values).toMatchObject({
      plan_date: "2025-03-15",
      first_plan_date: "2025-03-10",
    });
  });

  test("延误按首次计划；没有计划的不算", () => {
    expect(slipOf({ ...planned, actual_date: "2025-03-13" })).toBe(3);
    expect(slipOf(row("packed", { actual_date: "2025-03-13" }))).toBeNull();
  });

  test("只说这次填报新增的延误", () => {
    const changed = [{ id: "p", values: { ...planned, plan_date: "2025-03-15" } }];
    const said = "行10包装完成原计划2025-03-10，改为2025-03-15，晚5天";
    expect(newSlips([planned], { changed, added: [] })).toBe(said);
    expect(newSlips([{ ...planned, plan_date: "2025-03-15" }], { changed, added: [] })).toBeNull();
  });

  test("每一阶段从前一阶段完成时开始，延误写成文字", () => {
    const progress = [
      row("material", { first_plan_date: "2025-03-04", plan_date: "2025-03-04", actual_date: "2025-03-05" }),
      row("producing", { first_plan_date: "2025-03-08", plan_date: "2025-03-12" }),
      row("packed", { first_plan_date: "2025-03-22", plan_date: "2025-03-22" }),
    ];
    const [line, ...more] = scheduleOf(order(progress), "2025-03-01", "2025-03-14");
    expect(more).toEqual([]);
    expect(line).toMatchObject({ finish: "2025-03-22", late: 2 });
    expect(line?.stages.map(({ planned, actual, outcome }) => [planned, actual, outcome])).toEqual([
      [{ from: "2025-03-01", to: "2025-03-04" }, { from: "2025-03-01", to: "2025-03-05" }, "晚1天"],
      [{ from: "2025-03-04", to: "2025-03-08" }, { from: "2025-03-05", to: "2025-03-14" }, "已过计划2天"],
      [{ from: "2025-03-08", to: "2025-03-22" }, null, "未完成"],
    ]);
  });

  test("最早需求日期只看还没有交齐的行，其他订单没有", () => {
    expect(dueOf(order([]))).toBe("2025-03-20");
    expect(dueOf(order([], "standard"))).toBeNull();
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

  test("同一成品行的同一包材只能有一行，所用的订单行须存在", () => {
    const items = [{ line_no: 10 }, { line_no: 20 }];
    const fits = (...lines: number[]) =>
      suppliedFits({ items, supplied: lines.map((item_line) => ({ material_id: "a", item_line })) })?.message;
    expect(fits(10, 20)).toBeUndefined();
    expect(fits(10, 10)).toBe("第2行客供包材重复，请合并为一行");
    expect(fits(10, 30)).toBe("第2行客供包材所用的订单行30不存在");
  });

  test.each([
    ["1000", "0.1", "1", "pcs", "101.000"],
    ["1000", "0.1001", "0", "box", "101.000"],
    ["1000", "0.000333", "3", "kg", "0.343"],
    ["0.5", "1", "0", "pcs", "1.000"],
  ])("成品%s，单位用量%s，损耗%s%%，单位%s：应耗%s", (made_qty, unit_use, loss_rate, uom, need) => {
    expect(neededOf({ made_qty, unit_use, loss_rate, uom })).toBe(need);
  });

  test("还不知道用于哪一行的没有应耗", () => {
    expect(neededOf({ made_qty: null, unit_use: "1", loss_rate: "1", uom: "pcs" })).toBeNull();
  });

  test("只有一行成品的不必填写；订单行移动时跟着走，所用的行删了须重新填写", () => {
    const row = { id: "box", item_line: 20 };
    const before = {
      items: [
        { id: "a", line_no: 10 },
        { id: "b", line_no: 20 },
        { id: "c", line_no: 30 },
      ],
      supplied: [row],
    };
    expect(usedFor({ id: "new", item_line: null }, [{ id: "a", line_no: 10 }], null)).toBe(10);
    expect(usedFor({ id: "new", item_line: null }, before.items, null)).toBeNull();
    const moved = [
      { id: "b", line_no: 10 },
      { id: "c", line_no: 20 },
    ];
    expect(usedFor(row, moved, before)).toBe(10);
    const gone = [
      { id: "a", line_no: 10 },
      { id: "c", line_no: 20 },
    ];
    expect(usedFor(row, gone, before)).toBeNull();
    expect(usedFor({ ...row, item_line: 30 }, before.items, before)).toBe(30);
  });
});
