import { message, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";
import { isProduct } from "./product-order.fields";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
const BUYER = { people: ["buyer_id"], elsePeople: ["created_by"] } as const;
const BOTH = { ...SUPPLIER, ...BUYER } as const;
const NAMED = ["number", "supplier_id"] as const;

type Read = { text(column: (typeof NAMED)[number]): string };
const named = ({ text }: Read) => ({ number: text("number"), supplier: text("supplier_id") });

/** Who is told of what becomes of goods that are made for us. */
export const productMessages = [
  message({
    on: ["submit"],
    when: where.all(isProduct, where.eq("label_confirmed", false)),
    scenario: "product.label-waits",
    to: { roles: ["qa"] },
    reads: [...NAMED, "label_version"],
    values: (facts) => ({ ...named(facts), label: facts.text("label_version") }),
  }),
  message({
    on: ["confirm_label"],
    scenario: "product.label-confirmed",
    to: BUYER,
    reads: ["number", "label_version"],
    values: ({ text }) => ({ number: text("number"), label: text("label_version") }),
  }),
  message({
    on: ["report_progress"],
    when: where.eq("finish_late", true),
    scenario: "product.finish-late",
    to: BOTH,
    reads: [...NAMED, "planned_finish"],
    values: (facts) => ({ ...named(facts), finish: facts.text("planned_finish") }),
  }),
  message({
    on: ["report_progress"],
    when: where.set("stage_slips"),
    scenario: "product.stage-late",
    to: BUYER,
    reads: [...NAMED, "stage_slips"],
    values: (facts) => ({ ...named(facts), slips: facts.text("stage_slips") }),
  }),
  message({
    on: ["remind_progress"],
    scenario: "product.progress-asked",
    asks: "report_progress",
    to: SUPPLIER,
    reads: ["number"],
    values: ({ text }) => ({ number: text("number") }),
  }),
  message({
    on: ["send_packaging"],
    scenario: "product.packaging-sent",
    to: SUPPLIER,
    reads: ["number"],
    values: ({ text }) => ({ number: text("number") }),
  }),
  message({
    on: ["report_usage"],
    when: where.set("over_use"),
    scenario: "product.over-use",
    to: BUYER,
    reads: [...NAMED, "over_use"],
    values: (facts) => ({ ...named(facts), over: facts.text("over_use") }),
  }),
];

const RUNNING = ["negotiating", "confirmed"] as const;

/** What of goods that are made for us is due when. */
export const productDeadlines = {
  progress: {
    label: "生产进度填报",
    at: "progress_on",
    in: RUNNING,
    reminders: {
      both: reminder({
        label: "多日未更新生产进度",
        days: [3],
        every: 3,
        scenario: "product.progress-due",
        to: BOTH,
        reads: NAMED,
        values: (facts) => ({ ...named(facts), days: String(facts.late) }),
      }),
    },
  },
  /** Planned stages stand in lines; those of one order and day are said together. */
  stage: {
    label: "生产阶段的计划日期",
    rows: { from: "生产阶段的计划日期", columns: { stages: "生产阶段" } },
    in: RUNNING,
    reminders: {
      both: reminder({
        label: "生产阶段到期未完成",
        days: [1],
        every: 7,
        scenario: "product.stage-slipped",
        to: BOTH,
        reads: [...NAMED, "+stages"],
        values: (facts) => ({ ...named(facts), stages: facts.text("+stages"), days: String(facts.late) }),
      }),
    },
  },
} as const;
