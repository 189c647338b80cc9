import { describe, expect, test } from "vitest";
import { followDeliveries } from "~/modules/purchase-orders/purchase-order/purchase-order-progress.rules";
import {
  asksWhole,
  broughtForward,
  costOf,
  costsUs,
  endedLines,
  everythingCame,
  firstWanted,
  halfWay,
  hasCome,
  lastOffered,
  linesFitKind,
  repliedCost,
  repliesWhole,
  somethingOffered,
  usualBearer,
  wantedEarlier,
} from "~/modules/purchase-orders/rush-order/rush-order.rules";
import { initialLimit } from "../../support/limits";

const facts = {
  now: "2025-03-10T02:00:00.000Z",
  today: "2025-03-10",
  actorId: "u",
  supplierId: null,
  limit: initialLimit,
};
const none = new Map();
const asked = {
  order_line: "l1",
  material_id: "m",
  old_date: "2025-03-20",
  want_date: "2025-03-15",
  price: null,
};

describe("加急的内容", () => {
  test("期望交期须早于原交期，指出第几行", () => {
    expect(wantedEarlier({ items: [asked] })).toBeNull();
    const late = wantedEarlier({ items: [asked, { ...asked, want_date: "2025-03-20" }] });
    expect(late?.field).toBe("items.1.want_date");
    expect(late?.message).toContain("期望交期须早于原交期");
  });

  test("提前交货选订单行，每行一次；插单不选", () => {
    expect(linesFitKind({ state: "draft", rush_kind: "expedite", items: [asked] })).toBeNull();
    expect(
      linesFitKind({ state: "draft", rush_kind: "expedite", items: [{ ...asked, order_line: null }] })?.message,
    ).toContain("请选择订单行");
    expect(linesFitKind({ state: "draft", rush_kind: "expedite", items: [asked, asked] })?.message).toContain("重复");
    expect(linesFitKind({ state: "draft", rush_kind: "insert", items: [asked] })?.message).toContain("插单不选订单行");
    expect(linesFitKind({ state: "agreed", rush_kind: "insert", items: [asked] })).toBeNull();
  });

  test("发送以前写全原因、说明、时限和交期；插单还要单价", () => {
    const rush = {
      rush_kind: "expedite",
      reason: "sales",
      reason_text: "缺货",
      reply_deadline: "2025-03-11T02:00:00.000Z",
      order_id: "o",
      items: [asked],
    };
    const said = (more: object) => asksWhole({ ...rush, ...more }, {}, none, facts)?.field ?? null;
    expect(said({})).toBeNull();
    expect(said({ reason: null })).toBe("reason");
    expect(said({ reason_text: null })).toBe("reason_text");
    expect(said({ order_id: null })).toBe("order_id");
    expect(said({ reply_deadline: "2025-03-10T02:00:00.000Z" })).toBe("reply_deadline");
    expect(said({ items: [{ ...asked, want_date: null }] })).toBe("items.0.want_date");
    expect(said({ items: [{ ...asked, want_date: "2025-03-09" }] })).toBe("items.0.want_date");
    expect(said({ rush_kind: "insert", items: [{ ...asked, old_date: null }] })).toBe("items.0.price");
  });

  test("供应商延期的费用由供应商承担，其余由采购方", () => {
    expect(usualBearer("late")).toBe("supplier");
    expect(usualBearer("sales")).toBe("buyer");
    expect(costsUs({ extra_cost: "10.00", cost_bearer: "supplier" })).toBe(false);
    expect(costsUs({ extra_cost: "10.00", cost_bearer: "buyer" })).toBe(true);
    expect(costsUs({ extra_cost: "0.00", cost_bearer: "buyer" })).toBe(false);
  });

  test("中途提醒在发送和要求回复时间的正中", () => {
    expect(halfWay("2025-03-10T02:00:00.000Z", "2025-03-12T02:00:00.000Z")).toBe("2025-03-11T02:00:00.000Z");
  });
});

describe("供应商回复", () => {
  const order = { items: [{ id: "r1", line_no: 10, qty: "100", old_date: "2025-03-20" }] };
  const said = (row: Record<string, string>) => repliesWhole(order, {}, new Map([["r1", row]]), facts)?.field ?? null;

  test("数量不超过加急数量，有数量就有交期，交期早于原交期，有费用就有说明", () => {
    expect(said({ reply_qty: "100", reply_date: "2025-03-15" })).toBeNull();
    expect(said({ reply_qty: "0" })).toBeNull();
    expect(said({ reply_qty: "100.001", reply_date: "2025-03-15" })).toBe("items.r1.reply_qty");
    expect(said({ reply_qty: "1" })).toBe("items.r1.reply_date");
    expect(said({ reply_qty: "1", reply_date: "2025-03-09" })).toBe("items.r1.reply_date");
    expect(said({ reply_qty: "1", reply_date: "2025-03-20" })).toBe("items.r1.reply_date");
    expect(said({ reply_qty: "1", reply_date: "2025-03-15", line_cost: "0.01" })).toBe("items.r1.cost_reason");
  });

  test("期望交期取最早的一行，回复交期取可供各行中最晚的；不能供的、已结束的不算", () => {
    expect(firstWanted([{ want_date: "2025-03-15" }, { want_date: null }, { want_date: "2025-03-12" }])).toBe(
      "2025-03-12",
    );
    expect(firstWanted([{ want_date: null }])).toBeNull();
    const day = (reply_date: string | null, reply_qty = "1", ended_on: string | null = null) => ({
      ...{ reply_date, reply_qty, ended_on },
    });
    expect(lastOffered([day("2025-03-14"), day("2025-03-16"), day(null, "0")])).toBe("2025-03-16");
    expect(lastOffered([day("2025-03-14"), day("2025-03-16", "1", "2025-03-11"), day("2025-03-18", "0")])).toBe(
      "2025-03-14",
    );
    expect(lastOffered([{}])).toBeNull();
  });

  test("各行费用合计", () => {
    const typed = new Map([
      ["r1", { line_cost: "100.10" }],
      ["r2", { line_cost: "0.20" }],
    ]);
    expect(repliedCost({ items: [{ id: "r1" }, { id: "r2" }, { id: "r3" }] }, typed)).toBe("100.30");
  });

  test("没有可供的数量，或回复的交期已过，不能接受", () => {
    const offered = (reply_qty: string, reply_date: string | null) =>
      somethingOffered({ items: [{ reply_qty, reply_date, ended_on: null }] }, {}, none, facts)?.message ?? null;
    expect(offered("1", "2025-03-10")).toBeNull();
    expect(offered("0", null)).toContain("没有可供的数量");
    expect(offered("1", "2025-03-09")).toContain("已过");
  });
});

describe("提前的是哪几批", () => {
  const delivery = (id: string, plan_date: string, plan_qty: string) => ({ id, plan_date, plan_qty });
  const line = {
    id: "line",
    noticed_qty: "0",
    accepted_qty: "0",
    exchanged_qty: "0",
    schedules: [delivery("a", "2025-03-20", "60"), delivery("b", "2025-03-27", "40")],
  };

  test("全部提前：整批改期", () => {
    expect(broughtForward(line, { qty: "100", day: "2025-03-15" })).toEqual({
      rows: {
        a: { plan_qty: "60", plan_date: "2025-03-15" },
        b: { plan_qty: "40", plan_date: "2025-03-15" },
      },
      left: "0",
    });
  });

  test("部分提前：从最早的一批拆出", () => {
    expect(broughtForward(line, { qty: "25", day: "2025-03-15" })).toEqual({
      rows: {
        a: { plan_qty: "35.000", plan_date: "2025-03-20" },
        line: { plan_qty: "25.000", plan_date: "2025-03-15" },
      },
      left: "0",
    });
  });

  test("已送的批次和本来更早的批次不动，不够的说出来", () => {
    const sent = { ...line, noticed_qty: "50", accepted_qty: "20" };
    expect(broughtForward(sent, { qty: "30", day: "2025-03-22" })).toEqual({
      rows: {
        b: { plan_qty: "10.000", plan_date: "2025-03-27" },
        line: { plan_qty: "30.000", plan_date: "2025-03-22" },
      },
      left: "0",
    });
    expect(broughtForward(sent, { qty: "31", day: "2025-03-22" }).left).toBe("1");
  });
});

describe("到货", () => {
  const ordered = { accepted_qty: "50", exchanged_qty: "0", line_status: "partial", delivery_done: false };

  test("达成以前已送的不算，以后收足才算到货；在容差以内完成的也算", () => {
    expect(hasCome({ reply_qty: "30", base_qty: "20" }, ordered)).toBe(true);
    expect(hasCome({ reply_qty: "30.001", base_qty: "20" }, ordered)).toBe(false);
    expect(hasCome({ reply_qty: "31", base_qty: "20" }, { ...ordered, line_status: "done" })).toBe(true);
    expect(hasCome({ reply_qty: "31", base_qty: "20" }, { ...ordered, line_status: "done", delivery_done: true })).toBe(
      false,
    );
  });

  test("答应的各行都到了才算，没有答应的行不等", () => {
    const came = { reply_qty: "1", arrive_date: "2025-03-10", ended_on: null };
    const waiting = { reply_qty: "2", arrive_date: null, ended_on: null };
    expect(everythingCame({ items: [came, { ...waiting, reply_qty: "0" }] })).toBe(true);
    expect(everythingCame({ items: [came, waiting] })).toBe(false);
    expect(everythingCame({ items: [came, { ...waiting, ended_on: "2025-03-11" }] })).toBe(true);
    expect(everythingCame({ items: [{ ...waiting, reply_qty: "0" }] })).toBe(false);
    expect(everythingCame({ items: [{ ...waiting, ended_on: "2025-03-11" }] })).toBe(false);
  });

  const line = { order_line: "l1", reply_qty: "30", base_qty: "0", arrive_date: null, ended_on: null };
  const closed = { ...ordered, id: "l1", line_status: "closed", accepted_qty: "20" };

  test.each([
    ["还在交货的行不结束", "agreed", line, { ...closed, line_status: "partial" }, 0],
    ["关闭的行结束", "agreed", line, closed, 1],
    ["关闭以前已经收足的不结束", "agreed", line, { ...closed, accepted_qty: "30" }, 0],
    ["回复以前就交完的行结束", "sent", { ...line, reply_qty: null }, { ...closed, line_status: "done" }, 1],
    ["没有可供的行不再提", "replied", { ...line, reply_qty: "0" }, closed, 0],
    ["已经结束的行不再提", "replied", { ...line, ended_on: "2025-03-09" }, closed, 0],
    ["还没有生成订单的插单没有订单行", "sent", { ...line, order_line: null }, closed, 0],
    ["订单行已经删除的结束", "agreed", line, { ...closed, id: "other" }, 1],
  ] as const)("%s", (_name, state, one, of, count) => {
    expect(endedLines({ state, items: [one] }, [of])).toHaveLength(count);
  });

  test("结束的行不再算费用", () => {
    const cost = { line_cost: "100.10", ended_on: null };
    expect(costOf([cost, { line_cost: null, ended_on: null }, { ...cost, ended_on: "2025-03-11" }])).toBe("100.10");
  });
});

describe("按批跟踪交货", () => {
  const line = {
    line_status: "partial",
    noticed_qty: "30",
    accepted_qty: "70",
    exchanged_qty: "0",
    schedules: [
      {
        id: "b",
        plan_date: "2025-03-08",
        plan_qty: "60",
        confirm_date: "2025-03-08",
        first_confirm_date: "2025-03-05",
      },
      {
        id: "a",
        plan_date: "2025-03-01",
        plan_qty: "50",
        confirm_date: "2025-03-01",
        first_confirm_date: "2025-03-01",
      },
    ],
  };

  test("收到的先算最早的一批，在途的接着算；延误按首次确认的交期", () => {
    const arrivals = [
      { day: "2025-03-03", qty: "50" },
      { day: "2025-03-06", qty: "20" },
    ];
    const [first, second] = followDeliveries(line, arrivals, "2025-03-10");
    expect(first).toMatchObject({ id: "a", received: "50", coming: "0", completeOn: "2025-03-03", lateDays: 2 });
    expect(second).toMatchObject({ id: "b", received: "20", coming: "30", completeOn: null, lateDays: 5 });
  });

  test("不再交货的行不再变晚，没有承诺的没有延误", () => {
    const closed = followDeliveries({ ...line, line_status: "closed" }, [], "2025-03-10");
    expect(closed[1]?.lateDays).toBeNull();
    const unpromised = { ...line, schedules: line.schedules.map((one) => ({ ...one, first_confirm_date: null })) };
    expect(followDeliveries(unpromised, [], "2025-03-10").map(({ lateDays }) => lateDays)).toEqual([null, null]);
  });
});
