import { message, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
/** Who raised the agreement, and who buys by it. */
const OURS = { people: ["created_by", "supplier_id.buyer_id"], elseRoles: ["planner"] } as const;
const BOTH = { ...OURS, ...SUPPLIER, readers: "supplier_id" } as const;
const NAMED = ["number", "supplier_id.name", "factory_id.name"] as const;

type Read = { text(column: (typeof NAMED)[number]): string };

const named = ({ text }: Read) => ({
  number: text("number"),
  supplier: text("supplier_id.name"),
  factory: text("factory_id.name"),
});
/** As suppliers hear of it. */
const ofFactory = ({ text }: Read) => ({ number: text("number"), factory: text("factory_id.name") });

export const stockMessages = [
  // Of what the approval asks, the approval itself tells.
  message({
    on: ["submit", "approve"],
    when: where.eq("state", "to_accept"),
    scenario: "stock.to-accept",
    to: SUPPLIER,
    reads: [...NAMED, "valid_from", "valid_to"],
    values: (facts) => ({ ...ofFactory(facts), from: facts.text("valid_from"), to: facts.text("valid_to") }),
  }),
  message({ on: ["accept"], scenario: "stock.accepted", to: OURS, reads: NAMED, values: named }),
  message({
    on: ["decline"],
    scenario: "stock.declined",
    to: OURS,
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
  message({
    on: ["cancel"],
    from: ["to_accept", "declined"],
    scenario: "stock.called-off",
    to: SUPPLIER,
    reads: NAMED,
    values: (facts) => ({ ...ofFactory(facts), reason: facts.reason }),
  }),
  message({ on: ["end", "end_in_time"], scenario: "stock.ended", to: BOTH, reads: NAMED, values: named }),
];

export const stockDeadlines = {
  accept: {
    label: "备货协议确认期限",
    at: "asked_at",
    after: { unit: "day", initial: 5, label: "供应商确认备货协议的时限" },
    in: ["to_accept"],
    reminders: {
      supplier: reminder({
        label: "提醒供应商确认备货协议",
        days: [0],
        every: 3,
        scenario: "stock.accept-due",
        to: SUPPLIER,
        reads: NAMED,
        values: ofFactory,
      }),
    },
  },
  ending: {
    label: "备货结束日期",
    at: "valid_to",
    in: ["active"],
    reminders: {
      both: reminder({
        label: "提醒双方备货即将结束",
        days: [-15],
        until: 0,
        scenario: "stock.ending",
        to: BOTH,
        reads: NAMED,
        values: (facts) => ({ ...named(facts), day: facts.day, left: facts.left }),
      }),
    },
  },
  over: {
    label: "备货保障截止",
    at: "protected_until",
    in: ["active"],
    lapse: "end_in_time",
  },
  /** Of each material by itself: since which day it lies under its minimum is worked out of the reports. */
  shortage: {
    label: "低于备货下限",
    rows: {
      from: "库存低于下限的第一天",
      columns: { material: "物料", stock: "现有库存", least: "最低库存" },
    },
    in: ["active"],
    reminders: {
      both: reminder({
        label: "通知双方库存连续低于下限",
        // The third day in a row.
        days: [2],
        every: 7,
        scenario: "stock.below-min",
        to: BOTH,
        reads: ["number", "supplier_id.name", "+material", "+stock", "+least"],
        values: ({ text, late }) => ({
          number: text("number"),
          supplier: text("supplier_id.name"),
          material: text("+material"),
          stock: text("+stock"),
          least: text("+least"),
          days: String(late + 1),
        }),
      }),
    },
  },
} as const;
