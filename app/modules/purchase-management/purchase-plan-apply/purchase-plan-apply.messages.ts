import { message } from "~/engine/entity";
import { where } from "~/shared/condition";

/** What the approval decided its submitter hears by the approval itself. */
const NAMED = ["number", "title", "factory_id.name"] as const;
type Read = { text(column: (typeof NAMED)[number]): string };
const named = ({ text }: Read) => ({
  number: text("number"),
  title: text("title"),
  factory: text("factory_id.name"),
});

export const planMessages = [
  message({
    on: ["submit", "approve"],
    when: where.eq("state", "approved"),
    scenario: "purchase-plan.open",
    to: { people: ["+buyers"], elseRoles: ["buyer"] },
    reads: NAMED,
    values: named,
  }),
  message({
    on: ["stop_line"],
    scenario: "purchase-plan.line-stopped",
    to: { people: ["created_by", "+inquirers"] },
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
  message({
    on: ["close"],
    scenario: "purchase-plan.closed",
    to: { people: ["created_by"], elseRoles: ["planner"] },
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
];
