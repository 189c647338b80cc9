import { message, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
/** Who answers for the return among ourselves. */
const BUYER = { people: ["supplier_id.buyer_id", "created_by"], elseRoles: ["buyer"] } as const;
const NAMED = ["number", "supplier_id.name", "factory_id.name"] as const;

type Read = { text(column: (typeof NAMED)[number]): string };

const named = ({ text }: Read) => ({
  number: text("number"),
  supplier: text("supplier_id.name"),
  factory: text("factory_id.name"),
});
/** As suppliers hear of it. */
const ofFactory = ({ text }: Read) => ({ number: text("number"), factory: text("factory_id.name") });

/** What becomes of a return the supplier was asked about. */
const ENDED: Readonly<Record<string, string>> = { revise: "已撤回修改", cancel: "已取消" };

export const returnMessages = [
  // Of what the approval asks, the approval itself tells.
  message({
    on: ["submit", "approve"],
    when: where.eq("state", "to_confirm"),
    scenario: "return.to-confirm",
    asks: "accept",
    to: SUPPLIER,
    reads: [...NAMED, "return_mode", "return_reason", "confirm_deadline"],
    values: (facts) => ({
      ...ofFactory(facts),
      mode: facts.text("return_mode"),
      cause: facts.text("return_reason"),
      deadline: facts.text("confirm_deadline"),
    }),
  }),
  message({
    on: ["take_back"],
    scenario: "return.taken-back",
    to: SUPPLIER,
    reads: NAMED,
    values: ofFactory,
  }),
  message({
    on: ["accept", "accept_silently"],
    scenario: "return.accepted",
    to: { ...BUYER, roles: ["warehouse"] },
    reads: [...NAMED, "pick_date"],
    values: (facts) => ({
      ...named(facts),
      how: facts.transition === "accept" ? "已确认" : "逾期未答复，视为确认",
      pickup: facts.text("pick_date") === "" ? "" : `提货日期${facts.text("pick_date")}。`,
    }),
  }),
  message({
    on: ["accept_silently"],
    scenario: "return.accepted-silently",
    to: SUPPLIER,
    reads: NAMED,
    values: ofFactory,
  }),
  message({
    on: ["dispute"],
    scenario: "return.disputed",
    to: { ...BUYER, roles: ["qa"] },
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
  message({
    on: ["revise", "cancel"],
    from: ["to_confirm", "disputed"],
    scenario: "return.called-off",
    to: SUPPLIER,
    reads: NAMED,
    values: (facts) => ({ ...ofFactory(facts), what: ENDED[facts.transition] ?? "", reason: facts.reason }),
  }),
  message({
    on: ["ship"],
    scenario: "return.shipped",
    to: SUPPLIER,
    reads: [...NAMED, "vehicle_no", "out_date"],
    values: (facts) => ({
      ...ofFactory(facts),
      vehicle: facts.text("vehicle_no"),
      day: facts.text("out_date"),
    }),
  }),
  message({
    on: ["destroy"],
    scenario: "return.destroyed",
    to: SUPPLIER,
    reads: [...NAMED, "out_date"],
    values: (facts) => ({ ...ofFactory(facts), day: facts.text("out_date") }),
  }),
  message({
    on: ["complete_silently"],
    scenario: "return.completed-silently",
    to: SUPPLIER,
    reads: NAMED,
    values: ofFactory,
  }),
  message({
    on: ["complete", "complete_silently", "destroy"],
    scenario: "return.completed",
    to: { roles: ["finance"] },
    reads: [...NAMED, "return_mode", "amount"],
    values: (facts) => ({ ...named(facts), mode: facts.text("return_mode"), amount: facts.text("amount") }),
  }),
  message({
    on: ["reverse"],
    scenario: "return.reversed",
    to: { ...BUYER, ...SUPPLIER, readers: "supplier_id" },
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
  // Finance was told of what was completed, and of nothing before.
  message({
    on: ["reverse"],
    from: ["completed"],
    scenario: "return.uncompleted",
    to: { roles: ["finance"] },
    reads: [...NAMED, "return_mode"],
    values: (facts) => ({ ...named(facts), mode: facts.text("return_mode"), reason: facts.reason }),
  }),
];

export const returnTellsNobody = {
  void: "Whoever reverses a receipt is told by the receipt",
} as const;

export const returnDeadlines = {
  confirm: {
    label: "退货确认期限",
    at: "confirm_deadline",
    in: ["to_confirm"],
    reminders: {
      supplier: reminder({
        label: "提醒供应商确认退货",
        days: [-1],
        until: 0,
        scenario: "return.confirm-due",
        asks: "accept",
        to: SUPPLIER,
        reads: [...NAMED, "confirm_deadline"],
        values: (facts) => ({ ...ofFactory(facts), deadline: facts.text("confirm_deadline") }),
      }),
    },
    lapse: "accept_silently",
  },
  pick_up: {
    label: "退货提货期限",
    at: "accepted_at",
    after: { unit: "day", initial: 15, label: "供应商提走退货的时限" },
    in: ["accepted"],
    where: where.not(where.eq("return_mode", "destroy")),
    reminders: {
      supplier: reminder({
        label: "退货逾期未提，通知供应商和采购员",
        days: [1],
        every: 7,
        scenario: "return.pick-overdue",
        to: { ...BUYER, ...SUPPLIER, readers: "supplier_id" },
        reads: NAMED,
        values: (facts) => ({ ...named(facts), late: String(facts.late) }),
      }),
    },
  },
  sign: {
    label: "退货签收期限",
    at: "shipped_at",
    after: { unit: "day", initial: 7, label: "供应商签收退货的时限" },
    in: ["shipped"],
    lapse: "complete_silently",
  },
} as const;
