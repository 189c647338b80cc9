import { message } from "~/engine/entity";
import { where } from "~/shared/condition";

const NAMED = ["number", "supplier_id.name", "material_id.name", "batch_no"] as const;
/** Whoever answers for the drill. */
const LEADER = { people: ["leader_id", "created_by"] } as const;

type Read = { text(column: (typeof NAMED)[number]): string };

const named = ({ text }: Read) => ({
  number: text("number"),
  supplier: text("supplier_id.name"),
  material: text("material_id.name"),
  batch: text("batch_no"),
});

export const drillMessages = [
  message({
    on: ["start"],
    scenario: "recall.started",
    asks: "count",
    to: { people: ["leader_id"], roles: ["qa_manager", "warehouse", "factory_qc"] },
    reads: NAMED,
    values: named,
  }),
  message({
    on: ["time_over"],
    scenario: "recall.overdue",
    to: { people: ["leader_id"], roles: ["qa_manager"] },
    reads: [...NAMED, "started_at"],
    values: (facts) => ({ ...named(facts), started: facts.text("started_at") }),
  }),
  message({
    on: ["report"],
    scenario: "recall.reported",
    to: { roles: ["qa_manager"] },
    reads: [...NAMED, "report_minutes", "diff_qty"],
    values: (facts) => ({
      ...named(facts),
      minutes: facts.text("report_minutes"),
      difference: facts.text("diff_qty"),
    }),
  }),
  message({
    on: ["close"],
    scenario: "recall.closed",
    to: { ...LEADER, roles: ["warehouse", "purchase_manager"] },
    reads: [...NAMED, "conclusion"],
    values: (facts) => ({ ...named(facts), conclusion: facts.text("conclusion") }),
  }),
  message({
    on: ["send_back"],
    scenario: "recall.sent-back",
    to: LEADER,
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
  message({
    on: ["cancel"],
    from: ["running"],
    scenario: "recall.cancelled",
    to: { ...LEADER, roles: ["qa_manager", "warehouse", "factory_qc"] },
    reads: NAMED,
    values: (facts) => ({ ...named(facts), reason: facts.reason }),
  }),
];

export const drillDeadlines = {
  report: {
    label: "召回演练上报期限",
    at: "started_at",
    after: { unit: "hour", initial: 4, label: "召回演练从开始到上报的时限" },
    in: ["running"],
    where: where.eq("is_late", false),
    lapse: "time_over",
  },
} as const;
