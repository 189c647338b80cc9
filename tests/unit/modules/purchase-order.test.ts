import { describe, expect, test } from "vitest";
import {
  allConfirmed,
  lineAmount,
  lineUntaxed,
  mayReopen,
  openLines,
  requiredAfterOrder,
  schedulesAddUp,
} from "~/modules/purchase-orders/purchase-order/purchase-order.rules";
import {
  amountAfter,
  changedDeliveries,
  changeText,
  insideApprovedAmount,
  lineOf,
  openMatters,
  pendingChanges,
  proposedChanges,
  proposesDaysToCome,
  proposesSomething,
} from "~/modules/purchase-orders/purchase-order/purchase-order-change.rules";
import { initialLimit } from "../../support/limits";

const A = "0195a000-0000-7000-8000-000000000001";
const B = "0195a000-0000-7000-8000-000000000002";
const A1 = "0195a000-0000-7000-8000-0000000000a1";
const A2 = "0195a000-0000-7000-8000-0000000000a2";
const B1 = "0195a000-0000-7000-8000-0000000000b1";
const open = { line_status: "open", confirm_date: null };
const order = {
  order_date: "2025-03-10",
  items: [
    {
      ...open,
      id: A,
      line_no: 10,
      qty: "100.000",
      price: "8.500000",
      tax_rate: "9.0000",
      required_date: "2025-03-20",
      schedules: [
        { id: A1, plan_date: "2025-03-20", plan_qty: "60.000" },
        { id: A2, plan_date: "2025-03-27", plan_qty: "40.000" },
      ],
    },
    {
      ...open,
      id: B,
      line_no: 20,
      qty: "3.000",
      price: "0.335000",
      tax_rate: "13.0000",
      required_date: "2025-03-10",
      schedules: [{ id: B1, plan_date: "2025-03-10", plan_qty: "3.000" }],
    },
  ],
};
const [first, second] = order.items as [(typeof order.items)[number], (typeof order.items)[number]];

describe("行金额", () => {
  test("含税金额是数量乘含税单价，按行四舍五入", () => {
    expect(lineAmount({ qty: "3", price: "0.335", tax_rate: "13" })).toBe("1.01");
    expect(lineAmount({ qty: "0.001", price: "0.000001", tax_rate: "0" })).toBe("0.00");
    expect(lineAmount({ qty: "999999999999999.999", price: "1", tax_rate: "0" })).toBe("1000000000000000.00");
  });

  test("未税金额由四舍五入后的含税金额除以一加税率", () => {
    expect(lineUntaxed({ qty: "1", price: "113", tax_rate: "13" })).toBe("100.00");
    expect(lineUntaxed({ qty: "100", price: "8.5", tax_rate: "9" })).toBe("779.82");
    expect(lineUntaxed({ qty: "1", price: "100", tax_rate: "0" })).toBe("100.00");
  });
});

describe("需求日期和交货计划", () => {
  test("当天可以要货，早于订单日期不行，指出是哪一行", () => {
    expect(requiredAfterOrder(order)).toBeNull();
    const early = { ...order, items: [second, { ...first, required_date: "2025-03-09" }] };
    expect(requiredAfterOrder(early)).toEqual({
      field: "items.1.required_date",
      message: "第2行需求日期不能早于订单日期2025-03-10",
    });
  });

  test("某一批的交期也不能早于订单日期", () => {
    const [one, two] = first.schedules;
    const early = { ...order, items: [{ ...first, schedules: [one, { ...two, plan_date: "2025-03-09" }] }] };
    expect(requiredAfterOrder(early as typeof order)).toEqual({
      field: "items.0.schedules.1.plan_date",
      message: "第1行第2批要求交期不能早于订单日期2025-03-10",
    });
  });

  test("各批合计等于订单数量，一批都没有也可以", () => {
    expect(schedulesAddUp(order)).toBeNull();
    expect(schedulesAddUp({ ...order, items: [{ ...first, schedules: [] }] })).toBeNull();
    expect(schedulesAddUp({ ...order, items: [second, { ...first, qty: "100.001" }] })).toEqual({
      field: "items.1.qty",
      message: "第2行交货计划合计100与订单数量100.001不一致",
    });
  });
});

describe("行的状态", () => {
  test("关闭的行不用确认，全部待交的行确认了才算确认完", () => {
    const confirmed = { ...first, confirm_date: "2025-03-27" };
    expect(allConfirmed(order)).toBe(false);
    expect(allConfirmed({ items: [confirmed, second] })).toBe(false);
    expect(allConfirmed({ items: [confirmed, { ...second, line_status: "closed" }] })).toBe(true);
    expect(allConfirmed({ items: [{ ...first, line_status: "closed" }] })).toBe(false);
    expect(openLines({ items: [first, { ...second, line_status: "cancelled" }] })).toEqual([first]);
  });

  test("关闭后的天数以内可以重新打开", () => {
    // 2025-03-11 in China.
    const closed = "2025-03-10T17:00:00.000Z";
    expect(mayReopen(closed, "2025-04-10", 30)).toBe(true);
    expect(mayReopen(closed, "2025-04-11", 30)).toBe(false);
    expect(mayReopen(null, "2025-03-10", 30)).toBe(false);
  });

  test("完成的行不再待交", () => {
    expect(
      openLines({
        items: [
          { ...first, line_status: "done" },
          { ...second, line_status: "partial" },
        ],
      }),
    ).toMatchObject([{ id: B }]);
  });
});

describe("变更协商", () => {
  test("只记下真正改了的值，一行多批时说明是哪一批", () => {
    const typed = new Map([
      [A1, { plan_qty: "60.000", plan_date: "2025-03-20" }],
      [A2, { plan_qty: "20.000", plan_date: "2025-03-27" }],
      [B1, { plan_qty: "3.000", plan_date: "2025-03-12" }],
    ]);
    expect(proposedChanges(order, typed)).toEqual([
      { line: A, at: "10 / 2", schedule: A2, field: "plan_qty", from: "40.000", to: "20.000" },
      { line: B, at: "20", schedule: B1, field: "plan_date", from: "2025-03-10", to: "2025-03-12" },
    ]);
    expect(proposesSomething(order, {}, typed)).toBeNull();
  });

  test("什么都没有改，不能提出变更；一行也不能改成全部为零", () => {
    const same = new Map([[B1, { plan_qty: "3.000", plan_date: "2025-03-10" }]]);
    for (const typed of [same, new Map()]) {
      expect(proposesSomething(order, {}, typed)).toEqual({
        field: "items",
        message: "请至少修改一批的交期或数量，再提出变更",
      });
    }
    expect(proposesSomething(order, {}, new Map([[B1, { plan_qty: "0.000" }]]))?.message).toBe(
      "行20的数量不能全部为0；不再需要的行请关闭",
    );
  });

  test("提出的交期不能早于订单日期，也不能是过去的一天；没有改的交期不管", () => {
    const said = (typed: ReadonlyMap<string, Record<string, string>>, today: string) =>
      proposesDaysToCome(order, {}, typed, {
        today,
        now: `${today}T00:00:00.000Z`,
        actorId: null,
        supplierId: null,
        limit: initialLimit,
      });
    expect(said(new Map([[A2, { plan_date: "2025-03-09" }]]), "2025-03-01")).toEqual({
      field: `items.schedules.${A2}.plan_date`,
      message: "交期不能早于订单日期2025-03-10",
    });
    expect(said(new Map([[A, { plan_qty: "25.000", plan_date: "2025-03-19" }]]), "2025-03-20")).toEqual({
      field: `items.schedules.${A}.plan_date`,
      message: "交期不能早于今天2025-03-20",
    });
    expect(said(new Map([[A2, { plan_date: "2025-04-01" }]]), "2025-04-01")).toBeNull();
    expect(said(new Map([[A1, { plan_date: "2025-03-20", plan_qty: "50.000" }]]), "2025-06-01")).toBeNull();
  });

  test("拆分加出一批，数量为零的一批取消，行的数量和日期随之而变", () => {
    const typed = new Map([
      [A1, { plan_qty: "0.000", plan_date: "2025-03-20" }],
      [A, { plan_qty: "25.000", plan_date: "2025-04-03" }],
    ]);
    const changes = proposedChanges(order, typed);
    const deliveries = changedDeliveries(first, changes);
    expect(deliveries).toEqual([
      { id: A2, plan_date: "2025-03-27", plan_qty: "40.000" },
      { id: null, plan_date: "2025-04-03", plan_qty: "25.000" },
    ]);
    expect(lineOf(deliveries)).toEqual({ qty: "65.000", required_date: "2025-03-27" });
    expect(amountAfter(order, changes)).toBe("553.51");
    expect(changeText(changes)).toBe("行10 / 1 数量 60 → 0；行10 拆分 交期 2025-04-03；行10 拆分 数量 25");
  });

  const request = (to: string) => [{ line: A, at: "10 / 1", schedule: A1, field: "plan_qty", from: "60.000", to }];
  const pending = (to: string) => [
    { result: "refused", raised_by: "supplier", content: request("999.000") },
    { result: "pending", raised_by: "supplier", content: request(to) },
  ];

  test("待处理的变更只有一份，拒绝过的和另一方提出的不算", () => {
    expect(pendingChanges({ changes: pending("80.000") }, "supplier").map((change) => change.to)).toEqual(["80.000"]);
    expect(pendingChanges({ changes: pending("80.000") }, "buyer")).toEqual([]);
    expect(pendingChanges({ changes: [] }, "supplier")).toEqual([]);
    const broken = [{ result: "pending", raised_by: "supplier", content: "坏数据" }];
    expect(pendingChanges({ changes: broken }, "supplier")).toEqual([]);
  });

  test("接受后的金额不能超过批准金额，刚好相等可以", () => {
    const total = "851.01";
    expect(insideApprovedAmount({ ...order, approved_amount: total, changes: pending("60.000") })).toBeNull();
    expect(insideApprovedAmount({ ...order, approved_amount: total, changes: pending("60.001") })).toEqual({
      field: "amount",
      message: "变更后金额851.02超出已批准金额851.01，请拒绝变更并另下订单",
    });
    expect(insideApprovedAmount({ ...order, approved_amount: null, changes: pending("1") })?.field).toBe("amount");
  });

  test("页首说出暂停和等待答复的变更", () => {
    const [, waiting] = pending("80.000");
    const noted = { ...order, changes: [{ ...waiting, reason: "产能不足" }] };
    expect(openMatters({ ...noted, state: "negotiating" } as never)).toEqual([
      "供应商提出变更，等待采购员答复：行10 / 1 数量 60 → 80（原因：产能不足）",
    ]);
    expect(openMatters({ changes: [], state: "on_hold" })).toEqual(["订单已暂停，恢复之前请勿发货。"]);
  });

  test("变更内容读得懂", () => {
    expect(
      changeText([
        { line: A, at: "10", schedule: A1, field: "plan_qty", from: "1000.000", to: "800.000" },
        { line: B, at: "20", schedule: B1, field: "plan_date", from: "2025-03-10", to: "2025-03-12" },
      ]),
    ).toBe("行10 数量 1,000 → 800；行20 交期 2025-03-10 → 2025-03-12");
    expect(changeText(null)).toBe("");
  });
});
