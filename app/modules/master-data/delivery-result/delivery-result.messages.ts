import { message, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";

const PUBLISHED = ["month", "on_time_rate", "dispute_deadline"] as const;
const FOR_PLANNERS = ["number", "month", "supplier_id.name"] as const;
const keeper = { people: ["published_by"], elseRoles: ["planner"] } as const;

const rateOf = (shown: string) => (shown === "" ? "无应交" : shown);

/** Who hears of which step. */
export const resultMessages = [
  message({
    on: ["publish"],
    scenario: "delivery-result.published",
    asks: "accept",
    to: { suppliers: ["supplier_id"] },
    reads: PUBLISHED,
    values: ({ text: shown }) => ({
      month: shown("month"),
      rate: rateOf(shown("on_time_rate")),
      day: shown("dispute_deadline"),
    }),
  }),
  message({
    on: ["recompute"],
    when: where.oneOf("state", ["published", "disputed"]),
    scenario: "delivery-result.recomputed",
    asks: "accept",
    to: { suppliers: ["supplier_id"] },
    reads: PUBLISHED,
    values: ({ text: shown }) => ({
      month: shown("month"),
      rate: rateOf(shown("on_time_rate")),
      day: shown("dispute_deadline"),
    }),
  }),
  message({
    on: ["object"],
    scenario: "delivery-result.objected",
    asks: "decide",
    to: keeper,
    reads: FOR_PLANNERS,
    values: ({ text: shown }) => ({
      number: shown("number"),
      month: shown("month"),
      supplier: shown("supplier_id.name"),
    }),
  }),
  message({
    on: ["decide"],
    scenario: "delivery-result.answered",
    to: { suppliers: ["supplier_id"] },
    reads: PUBLISHED,
    values: ({ text: shown }) => ({ month: shown("month"), rate: rateOf(shown("on_time_rate")) }),
  }),
  message({
    on: ["accept"],
    scenario: "delivery-result.accepted",
    to: keeper,
    reads: FOR_PLANNERS,
    values: ({ text: shown }) => ({
      number: shown("number"),
      month: shown("month"),
      supplier: shown("supplier_id.name"),
    }),
  }),
  message({
    on: ["confirm", "confirm_silent"],
    scenario: "delivery-result.confirmed",
    to: { suppliers: ["supplier_id"] },
    reads: PUBLISHED,
    values: ({ text: shown }) => ({ month: shown("month"), rate: rateOf(shown("on_time_rate")) }),
  }),
  // What nobody does by hand both sides are told of.
  message({
    on: ["confirm_silent"],
    scenario: "delivery-result.lapsed",
    to: keeper,
    reads: FOR_PLANNERS,
    values: ({ text: shown }) => ({
      number: shown("number"),
      month: shown("month"),
      supplier: shown("supplier_id.name"),
    }),
  }),
];

/** Until when a supplier objects; silence confirms. While an objection waits, the time does not run out. */
export const resultDeadlines = {
  objection: {
    label: "异议期限",
    at: "dispute_deadline",
    in: ["published"],
    reminders: {
      supplier: reminder({
        label: "提醒供应商确认交货考核结果",
        days: [-1],
        until: 0,
        scenario: "delivery-result.due",
        asks: "accept",
        to: { suppliers: ["supplier_id"] },
        reads: PUBLISHED,
        values: ({ text: shown, day }) => ({ month: shown("month"), rate: rateOf(shown("on_time_rate")), day }),
      }),
    },
    lapse: "confirm_silent",
  },
} as const;
