import { expect, test } from "vitest";
import {
  builtInStaysWide,
  countingRules,
  endsAfterStart,
  figuresAgainst,
  foremost,
  type GateOrder,
  type GateRule,
  thresholdFits,
} from "~/modules/system-management/order-rule/order-rule.rules";

const base: GateRule = {
  code: "A",
  check_type: "over_amount",
  moment: "release",
  threshold: "1000",
  severity: "block",
  priority: 10,
  company_id: null,
  factory_id: null,
  material_type_id: null,
  supplier_class_id: null,
  effective_from: null,
  effective_to: null,
};
const order: GateOrder = {
  company_id: "c1",
  factory_id: "f1",
  supplier_class_id: "s1",
  order_date: "2025-03-10",
  amount: "1500.00",
  unit: "元",
  items: [
    { position: 1, material: "【M1 玉米】", types: ["grain", "raw"], amount: "900.00", required_date: "2025-03-12" },
    { position: 2, material: "【M2 外箱】", types: ["box", "pack"], amount: "600.00", required_date: "2025-03-20" },
  ],
};
const at = { moment: "release", today: "2025-03-10" } as const;
const codes = (rules: GateRule[]) => countingRules(rules, order, at).map(({ rule }) => rule.code);

test("同一条件取优先级最高的，相同时取范围最窄的", () => {
  const narrow = { ...base, code: "B", factory_id: "f1" };
  const high = { ...base, code: "C", priority: 20 };
  expect(foremost([base, narrow])?.code).toBe("B");
  expect(foremost([base, narrow, high])?.code).toBe("C");
  expect(codes([base, narrow])).toEqual(["B"]);
});

test("不在范围、期间或时点内的规则不算", () => {
  for (const off of [
    { company_id: "c2" },
    { factory_id: "f2" },
    { supplier_class_id: "s2" },
    { material_type_id: "service" },
    { effective_from: "2025-03-11" },
    { effective_to: "2025-03-09" },
    { moment: "create" as const },
  ])
    expect(codes([{ ...base, ...off }])).toEqual([]);
  expect(codes([{ ...base, effective_from: "2025-03-10", effective_to: "2025-03-10" }])).toEqual(["A"]);
});

test("限定物料类型的金额只算这些行，不免除整单的限额", () => {
  const raw = { ...base, code: "B", material_type_id: "raw", threshold: "800" };
  const found = countingRules([base, raw], order, at);
  expect(found.map(({ rule }) => rule.code)).toEqual(["A", "B"]);
  expect(found.flatMap(({ rule, lines }) => figuresAgainst(rule, lines, order))).toEqual([
    "订单金额1,500.00元，超过1,000.00元",
    "物料【M1 玉米】的金额900.00元，超过800.00元",
  ]);
  expect(figuresAgainst({ ...base, threshold: "1500" }, order.items, order)).toEqual([]);
});

test("最短交期逐行取规则：说出第几行、几天", () => {
  const lead = { ...base, check_type: "min_lead_days" as const, threshold: "15.00" };
  const grain = { ...lead, code: "B", material_type_id: "grain", threshold: "2.00" };
  const found = countingRules([lead, grain], order, at);
  expect(found.flatMap(({ rule, lines }) => figuresAgainst(rule, lines, order))).toEqual([
    "第2行【M2 外箱】的需求日期2025-03-20距下单10天，少于最短交期15天",
  ]);
});

test("行数超限", () => {
  const rule = { ...base, check_type: "max_lines" as const, threshold: "1.00" };
  expect(figuresAgainst(rule, order.items, order)).toEqual(["订单明细2行，超过1行"]);
});

test("要比较的检查项必须有阈值，按天按行的是整数，其余不能有", () => {
  const typed = (check_type: string, threshold: string | null) =>
    thresholdFits({ check_type, threshold, effective_from: null, effective_to: null })?.message;
  expect(typed("over_amount", null)).toBe("请填写阈值");
  expect(typed("over_amount", "0.50")).toBeUndefined();
  expect(typed("min_lead_days", "1.50")).toBe("阈值以天计，请填写整数");
  expect(typed("contract_window", "3.00")).toBe("该检查项没有阈值，请留空");
});

test("失效日不能早于生效日；内置规则不能收窄", () => {
  const rule = { ...base, effective_from: "2025-03-10", effective_to: "2025-03-09" };
  expect(endsAfterStart(rule)?.message).toBe("失效日不能早于生效日");
  expect(builtInStaysWide({ ...base, factory_id: "f1", built_in: true })?.field).toBe("factory_id");
  expect(builtInStaysWide({ ...base, factory_id: "f1", built_in: false })).toBeNull();
});

test("数量低于最小订购量、不是包装倍量的整数倍，都指出第几行；货源没有写的不查", () => {
  const [first, second] = order.items as [(typeof order.items)[number], (typeof order.items)[number]];
  const items = [
    { ...first, qty: "1250", moq: "2000", pack_qty: "500" },
    { ...second, qty: "3", moq: null, pack_qty: null },
  ];
  const saying = (check_type: GateRule["check_type"]) =>
    countingRules([{ ...base, check_type, threshold: null }], { ...order, items }, at).flatMap(({ rule, lines }) =>
      figuresAgainst(rule, lines, { ...order, items }),
    );
  expect(saying("min_order_qty")).toEqual(["第1行【M1 玉米】数量1,250，低于最小起订量2,000"]);
  expect(saying("pack_multiple")).toEqual(["第1行【M1 玉米】数量须为包装量500的整数倍，现为1,250"]);
});
