import { message } from "~/engine/entity";

/** Of what the approval asks, the approval itself tells; suppliers hear by their quotes. */
const NAMED = ["number", "title"] as const;
type Read = { text(column: (typeof NAMED)[number]): string };
const named = ({ text }: Read) => ({ number: text("number"), title: text("title") });

export const rfqMessages = [
  message({
    on: ["back_award"],
    scenario: "rfq.back-to-award",
    to: { people: ["buyer_id"], elseRoles: ["purchase_manager"] },
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
  message({
    on: ["finish"],
    scenario: "rfq.done",
    to: { people: ["buyer_id"], elseRoles: ["purchase_manager"] },
    reads: [...NAMED, "price_no"],
    values: (facts) => ({ ...named(facts), price: facts.text("price_no") }),
  }),
];

export const rfqDeadlines = {
  quotes: { label: "报价截止", at: "deadline", in: ["published"], lapse: "close" },
} as const;
