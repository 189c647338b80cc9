import { message } from "~/engine/entity";
import { where } from "~/shared/condition";

const NAMED = ["number", "price_kind", "reason"] as const;
/** The buyer, where somebody else submitted it: whoever submitted hears of the decision by the approval itself. */
const BUYER = { people: ["+buyer"] } as const;
const DECIDED = where.oneOf("state", ["approved", "effective"]);

type Read = { text(column: (typeof NAMED)[number]): string };
const named = ({ text }: Read) => ({ number: text("number"), kind: text("price_kind") });

export const accountPriceMessages = [
  message({
    on: ["submit", "approve"],
    when: DECIDED,
    scenario: "price-approval.decided",
    to: BUYER,
    reads: NAMED,
    values: (facts) => ({ ...named(facts), result: "已批准", note: "价格已写入价格数据。" }),
  }),
  message({
    on: ["reject", "send_back"],
    when: where.eq("state", "rejected"),
    scenario: "price-approval.decided",
    to: BUYER,
    reads: NAMED,
    values: (facts) => ({ ...named(facts), result: "已退回", note: `原因：${facts.reason}` }),
  }),
  message({
    on: ["take_effect"],
    scenario: "price-approval.in-force",
    to: { people: ["buyer_id"], elseRoles: ["purchase_manager"] },
    reads: NAMED,
    values: named,
  }),
  message({
    on: ["revoke"],
    scenario: "price-approval.revoked",
    to: { people: ["buyer_id", "created_by"], elseRoles: ["buyer"] },
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
];
