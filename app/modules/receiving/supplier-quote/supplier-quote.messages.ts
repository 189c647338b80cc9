import { message } from "~/engine/entity";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
/** Whose inquiry it is. */
const BUYER = { people: ["rfq_id.buyer_id"], elseRoles: ["purchase_manager"] } as const;
const NAMED = ["number", "rfq_no", "title", "supplier_id.name", "deadline"] as const;
type Read = { text(column: (typeof NAMED)[number]): string };

const asked = ({ text }: Read) => ({ number: text("number"), rfq: text("rfq_no"), title: text("title") });
const ours = ({ text }: Read) => ({ ...asked({ text }), supplier: text("supplier_id.name") });

const RESULTS: Readonly<Record<string, string>> = {
  settle_won: "中选",
  settle_part: "部分中选",
  settle_lost: "未中选",
};

export const quoteMessages = [
  message({ on: ["submit"], scenario: "quote.received", to: BUYER, reads: NAMED, values: ours }),
  message({
    on: ["withdraw"],
    scenario: "quote.withdrawn",
    to: BUYER,
    reads: NAMED,
    values: ours,
  }),
  message({
    on: ["decline"],
    scenario: "quote.declined",
    to: BUYER,
    reads: NAMED,
    values: (facts) => ({ ...ours(facts), reason: facts.reason }),
  }),
  message({
    on: ["ask"],
    scenario: "quote.asked",
    to: BUYER,
    reads: NAMED,
    path: "/purchase-management/rfq",
    values: (facts) => ({ ...ours(facts), question: facts.reason }),
  }),
  message({
    on: ["set_deadline"],
    scenario: "quote.extended",
    to: SUPPLIER,
    reads: NAMED,
    values: (facts) => ({ ...asked(facts), deadline: facts.text("deadline"), reason: facts.reason }),
  }),
  message({ on: ["hear_answer"], scenario: "quote.answered", to: SUPPLIER, reads: NAMED, values: asked }),
  message({
    on: ["remind_first", "remind_last"],
    scenario: "quote.due",
    to: SUPPLIER,
    reads: NAMED,
    values: (facts) => ({ ...asked(facts), deadline: facts.text("deadline") }),
  }),
  message({
    on: ["settle_won", "settle_part", "settle_lost"],
    scenario: "quote.result",
    to: SUPPLIER,
    reads: [...NAMED, "rank_text"],
    values: (facts) => ({
      ...asked(facts),
      result: RESULTS[facts.transition] ?? "",
      rank: facts.text("rank_text") || "名次不公布",
    }),
  }),
  message({
    on: ["call_off"],
    scenario: "quote.called-off",
    to: SUPPLIER,
    reads: NAMED,
    values: (facts) => ({ ...asked(facts), reason: facts.reason }),
  }),
  message({
    on: ["void"],
    scenario: "quote.void",
    to: SUPPLIER,
    reads: NAMED,
    values: (facts) => ({ ...asked(facts), reason: facts.reason }),
  }),
];

export const quoteDeadlines = {
  first: { label: "报价首次提醒", at: "remind_first_at", in: ["draft", "withdrawn"], lapse: "remind_first" },
  last: { label: "报价最后提醒", at: "remind_last_at", in: ["draft", "withdrawn"], lapse: "remind_last" },
} as const;
