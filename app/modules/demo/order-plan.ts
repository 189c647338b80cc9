import type { DemoRandom } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** One transition of an order, days after the order date. */
export interface PlannedStep {
  name:
    | "submit"
    | "withdraw"
    | "release"
    | "confirm"
    | "propose"
    | "accept_change"
    | "refuse_change"
    | "confirm_lines"
    | "change"
    | "hold"
    | "resume"
    | "close_lines"
    | "close"
    | "cancel";
  by: "buyer" | "supplier";
  after: number;
  reason?: string;
  /** What a change asks for: days later, and a smaller or larger quantity. */
  change?: { days: number; share: number };
  /** Ticks the first open line. */
  chooses?: boolean;
}

export interface PlannedOrder {
  /** Position among the suppliers that may be ordered from. */
  supplier: number;
  orderDate: string;
  urgent: boolean;
  type: "standard" | "call_off" | "sample";
  steps: readonly PlannedStep[];
  /** The day on which it is wanted, where that is part of its story. */
  wanted?: string;
}

/** How an order ends up, and how many days ago it was placed at least and at most. */
interface Fate {
  count: number;
  least: number;
  most: number;
  /** So many days from today it is wanted at most, at least today. */
  wantedIn?: number;
  steps(random: DemoRandom): PlannedStep[];
}

const submit: PlannedStep = { name: "submit", by: "buyer", after: 0 };
const release: PlannedStep = { name: "release", by: "buyer", after: 1 };
const confirm = (after: number): PlannedStep => ({ name: "confirm", by: "supplier", after });

const REQUESTS = [
  "原料到货延迟，申请顺延交期。",
  "产能排期紧张，申请调整交期和数量。",
  "运输受天气影响，申请顺延。",
  "包装切换，首批数量减少。",
];
const REFUSALS = ["生产计划已排定，交期不能顺延。", "库存不足，请按原数量交货。"];
const CANCELS = ["需求计划调整，取消采购。", "重复下单。", "改由其他工厂统一采购。"];
const HOLDS = ["来料检验不合格，待供应商整改。", "产线检修，暂停收货。", "价格复核中，暂停发货。"];
/** Of lines and orders of which nothing came. */
const CLOSES = ["产品配方调整，不再需要。", "供应商停产该规格，改由其他供应商供货。", "需求取消，双方同意不再交货。"];

function propose(random: DemoRandom, after: number, share: number): PlannedStep {
  const change = { days: random.whole(2, 9), share };
  return { name: "propose", by: "supplier", after, reason: random.pick(REQUESTS), change };
}

/** An answered order: confirmed at once, or after a proposal that was accepted or refused. */
function answered(random: DemoRandom): PlannedStep[] {
  const start = [submit, release];
  if (random.percent(72)) return [...start, confirm(2)];
  if (random.percent(60)) {
    return [...start, propose(random, 2, random.pick([1, 0.8, 0.9])), { name: "accept_change", by: "buyer", after: 3 }];
  }
  const refuse: PlannedStep = { name: "refuse_change", by: "buyer", after: 3, reason: random.pick(REFUSALS) };
  return [...start, propose(random, 2, 1), refuse, confirm(4)];
}

const FATES: readonly Fate[] = [
  { count: 14, least: 0, most: 6, steps: () => [] },
  {
    count: 14,
    least: 0,
    most: 5,
    steps: (random) => (random.percent(20) ? [submit, { name: "withdraw", by: "buyer", after: 0 }, submit] : [submit]),
  },
  { count: 24, least: 1, most: 6, steps: () => [submit, release] },
  {
    count: 6,
    least: 2,
    most: 6,
    steps: () => [submit, release, { name: "confirm_lines", by: "supplier", after: 2, chooses: true }],
  },
  {
    count: 14,
    least: 2,
    most: 7,
    steps: (random) => [submit, release, propose(random, 2, random.pick([1, 1, 0.8, 1.15]))],
  },
  // Of the last weeks: partly here, on their way or still to come.
  { count: 26, least: 4, most: 30, steps: answered },
  // These stand at the gate and in inspection today.
  { count: 6, least: 12, most: 20, wantedIn: 1, steps: () => [submit, release, confirm(2)] },
  // Of the months before: they wait for their goods, which come below (`receipts.server.ts`) and complete them.
  { count: 13, least: 31, most: 100, steps: answered },
  { count: 26, least: 101, most: 545, steps: answered },
  {
    count: 6,
    least: 6,
    most: 16,
    steps: (random) => [
      submit,
      release,
      confirm(2),
      { name: "hold", by: "buyer", after: 4, reason: random.pick(HOLDS) },
    ],
  },
  {
    count: 8,
    least: 6,
    most: 13,
    steps: (random) => [
      submit,
      release,
      confirm(2),
      {
        name: "change",
        by: "buyer",
        after: 4,
        reason: "生产计划调整，交期顺延。",
        change: { days: random.whole(2, 4), share: random.pick([1, 0.9]) },
      },
      confirm(5),
      ...(random.percent(40)
        ? [{ name: "close_lines", by: "buyer", after: 6, reason: random.pick(CLOSES), chooses: true } as const]
        : []),
    ],
  },
  {
    count: 22,
    least: 60,
    most: 545,
    steps: (random) => [
      ...answered(random),
      { name: "close", by: "buyer", after: random.whole(20, 45), reason: random.pick(CLOSES) },
    ],
  },
  {
    count: 18,
    least: 5,
    most: 540,
    steps: (random) => [
      ...(random.percent(30) ? [] : random.percent(40) ? [submit] : [submit, release]),
      { name: "cancel", by: "buyer", after: 2, reason: random.pick(CANCELS) },
    ],
  },
];

/** A share of the orders goes to the two suppliers with known accounts, the rest is spread over all of them. */
function supplierOf(random: DemoRandom, suppliers: number): number {
  const roll = random.whole(1, 100);
  if (roll <= 24) return 0;
  return roll <= 38 ? 1 : random.whole(0, suppliers - 1);
}

/** What the first of each fate are: no kind of order depends on chance. */
const TYPES: readonly PlannedOrder["type"][] = ["standard", "standard", "sample", "call_off"];

/** Some two hundred orders of the last eighteen months in every state, oldest first. */
export function planOrders(suppliers: number, today: string, random: DemoRandom): PlannedOrder[] {
  const orders = FATES.flatMap(({ count, least, most, wantedIn, steps }) =>
    Array.from({ length: count }, (_unused, position): PlannedOrder => {
      // The first two of every state are those of supplier1 and supplier2: none of their lists is empty.
      const supplier = position < 2 ? position : supplierOf(random, suppliers);
      return {
        supplier,
        orderDate: addDays(today, -random.whole(least, most)),
        urgent: random.percent(12),
        type: TYPES[position] ?? (random.percent(88) ? "standard" : "call_off"),
        steps: steps(random),
        ...(wantedIn === undefined ? {} : { wanted: addDays(today, random.whole(0, wantedIn)) }),
      };
    }),
  );
  return orders.sort((a, b) => (a.orderDate < b.orderDate ? -1 : a.orderDate > b.orderDate ? 1 : 0));
}
