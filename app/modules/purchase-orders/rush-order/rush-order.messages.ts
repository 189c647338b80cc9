import { message } from "~/engine/entity";
import { where } from "~/shared/condition";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
/** Who asked for it and who answers for the order. */
const OURS = { people: ["buyer_id", "created_by"], elseRoles: ["buyer"] } as const;
const NAMED = ["number", "supplier_id.name", "order_id.number", "rush_kind", "level", "reply_deadline"] as const;
const STOP = where.eq("level", "stop");
const AGREED = where.eq("state", "agreed");

type Read = { text(column: (typeof NAMED)[number]): string };

/** As suppliers hear of a rush they have to answer. */
const toAnswer = ({ text }: Read) => ({
  number: text("number"),
  kind: text("rush_kind"),
  level: text("level"),
  deadline: text("reply_deadline"),
});
/** As we speak of it among ourselves. */
const ofSupplier = ({ text }: Read) => ({ number: text("number"), supplier: text("supplier_id.name") });

const because = (reason: string) => (reason === "" ? "" : `原因：${reason}`);

/** What becomes of a rush or its lines without goods, by transition. */
const ENDS = {
  refuse: { state: "未达成", note: "原订单按原交期执行。" },
  cancel: { state: "已取消", note: "不必再答复。" },
  end_with_order: { state: "已取消", note: "订单或订单行已结束，不必再答复，也不再提前交货。" },
  end_lines: { state: "有行已结束", note: "结束的行不再加急，其余的行照常。" },
} as const;

export const rushMessages = [
  message({
    on: ["send"],
    when: where.not(STOP),
    scenario: "rush.asked",
    asks: "reply",
    to: SUPPLIER,
    reads: NAMED,
    values: toAnswer,
  }),
  // A line that stands still is told apart from the rest, to the manager as well.
  message({
    on: ["send"],
    when: STOP,
    scenario: "rush.asked-stop",
    asks: "reply",
    to: SUPPLIER,
    reads: NAMED,
    values: toAnswer,
  }),
  message({
    on: ["send"],
    when: STOP,
    scenario: "rush.stop-risk",
    to: { roles: ["purchase_manager"] },
    reads: NAMED,
    values: (facts) => ({ ...ofSupplier(facts), deadline: facts.text("reply_deadline") }),
  }),
  message({
    on: ["remind", "remind_half"],
    scenario: "rush.reply-due",
    asks: "reply",
    to: SUPPLIER,
    reads: NAMED,
    values: toAnswer,
  }),
  message({
    on: ["miss_reply"],
    scenario: "rush.no-reply",
    to: { ...OURS, rolesWhen: [{ when: STOP, roles: ["purchase_manager"] }] },
    reads: NAMED,
    values: (facts) => ({ ...ofSupplier(facts), deadline: facts.text("reply_deadline"), level: facts.text("level") }),
  }),
  message({
    on: ["reply"],
    scenario: "rush.replied",
    to: OURS,
    reads: [...NAMED, "extra_cost", "currency"],
    values: (facts) => ({
      ...ofSupplier(facts),
      cost: facts.text("extra_cost") === "" ? "" : `加急费用${facts.text("extra_cost")} ${facts.text("currency")}。`,
    }),
  }),
  message({
    on: ["agree", "ask_cost", "approve"],
    when: AGREED,
    scenario: "rush.agreed",
    to: { ...SUPPLIER, people: ["buyer_id", "created_by"] },
    reads: [...NAMED, "made_order_id.number"],
    values: (facts) => ({
      ...ofSupplier(facts),
      note:
        facts.text("made_order_id.number") === ""
          ? `订单${facts.text("order_id.number")}已按回复的交期变更。`
          : "加急的采购订单随后下达。",
    }),
  }),
  message({
    on: ["ask_cost", "approve"],
    when: AGREED,
    scenario: "rush.cost",
    to: { roles: ["finance"] },
    reads: [...NAMED, "extra_cost", "currency"],
    values: (facts) => ({
      ...ofSupplier(facts),
      cost: `${facts.text("extra_cost")} ${facts.text("currency")}`.trim(),
    }),
  }),
  message({
    on: ["refuse", "cancel", "end_with_order", "end_lines"],
    from: ["sent", "replied", "in_approval", "agreed"],
    scenario: "rush.ended",
    to: { ...SUPPLIER, people: ["buyer_id", "created_by"] },
    reads: NAMED,
    values: ({ text, transition, reason }) => ({
      number: text("number"),
      ...ENDS[transition],
      reason: because(reason),
    }),
  }),
  message({
    on: ["finish"],
    when: where.eq("state", "done"),
    scenario: "rush.arrived",
    to: { ...OURS, ...SUPPLIER },
    reads: NAMED,
    values: ofSupplier,
  }),
];

/** What of a rush is due when. */
export const rushDeadlines = {
  half: {
    label: "加急订单中途提醒",
    at: "half_at",
    in: ["sent"],
    lapse: "remind_half",
  },
  reply: {
    label: "加急订单要求回复时间",
    at: "reply_deadline",
    in: ["sent"],
    where: where.empty("no_reply_at"),
    lapse: "miss_reply",
  },
} as const;
