import {
  choice,
  defineEntity,
  lineSection,
  longText,
  message,
  noSupplier,
  pointsAt,
  section,
  text,
} from "~/engine/entity";
import { proposalFields, proposalLines } from "./award-proposal.fields";
import { ADOPTABLE, placesFit } from "./award-proposal.rules";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "delete", "edit", ...READ] as const;
const BUYERS = ["buyer", "purchase_manager"] as const;
const ASKER = { people: ["asked_by"], elsePeople: ["created_by"] } as const;
const NAMED = ["number", "title", "rfq_id", "own_outcome", "fail_note", "adopted_way"] as const;
const PARTS = ["way", "item_no", "material", "supplier_id", "share", "qty", "price", "amount"] as const;
type Read = { text(column: (typeof NAMED)[number]): string };
const named = ({ text: shown }: Read) => ({
  number: shown("number"),
  title: shown("title"),
  rfq: shown("rfq_id"),
});

interface Clearing {
  record: Readonly<Record<"limits" | "ways" | "parts", readonly { id: string }[]>>;
  setLine(lines: "limits", id: string, values: Readonly<Record<string, null>>): void;
  drop(lines: string, id: string): void;
  set(values: Readonly<Record<string, null>>): void;
}
/** What was found goes: it was for other limits, or other quotes. */
function clearFound({ record, drop, set, setLine }: Clearing): void {
  for (const { id } of record.ways) drop("ways", id);
  for (const { id } of record.limits) setLine("limits", id, { cost: null });
  for (const { id } of record.parts) drop("parts", id);
  set({
    ...{ solved_at: null, quotes_mark: null, cheapest_total: null, own_total: null, own_outcome: null },
    ...{ uncovered: null, fail_note: null, round_no: null, attempts: null, steps_done: null },
  });
}

/** Ways to award an inquiry, found by a solver within limits of the buyer, side by side (decision 0173). */
export const awardProposal = defineEntity({
  key: "purchase-management/award-proposal",
  label: "定价方案",
  kind: "document",
  purpose: "按采购员的限制条件为已开启的询价单计算各种定价方案，并列总额、代价和变动，采用的写入定价结果。",
  number: "FA{YYYYMMDD}-{0001}",
  title: ["number", "title"],
  search: ["number", "title", "rfq_id"],
  fields: proposalFields,
  lines: proposalLines,
  rules: [placesFit],
  list: {
    columns: [
      "number",
      "title",
      "rfq_id",
      "round_no",
      "cheapest_total",
      "own_total",
      "own_outcome",
      "solved_at",
      "adopted_way",
      "state",
    ],
    filters: ["number", "title", "rfq_id", "own_outcome", "adopted_way", "solved_at", "purchase_group_id", "state"],
    sort: "-created_at",
    batch: ["propose"],
    rowActions: ["adopt", "propose"],
    card: ["title", "rfq_id", "own_total", "own_outcome"],
  },
  form: [
    section("基本信息", [
      "rfq_id",
      "title",
      "few_suppliers",
      "few_per_line",
      "quota_points",
      "purchase_group_id",
      "currency",
    ]),
    lineSection("限制条件", "limits"),
    section("计算", [
      "asked_by",
      "asked_at",
      "round_no",
      "solved_at",
      "cheapest_total",
      "own_total",
      "own_outcome",
      "uncovered",
      "fail_note",
    ]),
    section("采用", ["adopted_way", "adopted_at", "adopt_reason"]),
    lineSection("方案明细", "parts", PARTS),
  ],
  related: [pointsAt("rfq_id", { fact: "rfq_kind" })],
  print: {
    facts: ["title", "rfq_id", "few_suppliers", "few_per_line", "quota_points", "currency", "solved_at", "adopted_way"],
    lines: [
      { lines: "limits", columns: ["kind", "amount", "supplier_id", "item_no", "weight", "cost"] },
      { lines: "parts", columns: PARTS },
    ],
    sections: true,
    signatures: ["编制", "批准"],
  },
  saveThen: "propose",
  states: {
    draft: "草稿",
    queued: "计算中",
    ready: "已有方案",
    failed: "未算出",
    adopted: "已采用",
    dropped: "已作废",
  },
  tones: {
    draft: "draft",
    queued: "running",
    ready: "waiting",
    failed: "refused",
    adopted: "done",
    dropped: "closed",
  },
  messages: [
    message({
      on: ["finish"],
      scenario: "award-proposal.ready",
      to: ASKER,
      reads: NAMED,
      values: (facts) => ({ ...named(facts), outcome: facts.text("own_outcome") }),
    }),
    message({
      on: ["give_up"],
      scenario: "award-proposal.failed",
      to: ASKER,
      reads: NAMED,
      values: (facts) => ({ ...named(facts), reason: facts.text("fail_note") }),
    }),
    message({
      on: ["adopt"],
      scenario: "award-proposal.adopted",
      to: { people: ["rfq_id.buyer_id"] },
      reads: NAMED,
      values: (facts) => ({ ...named(facts), way: facts.text("adopted_way") }),
    }),
  ],
  transitions: {
    /** First: what somebody comes for once a way is known. */
    adopt: {
      label: "采用此方案",
      from: ["ready"],
      to: "adopted",
      by: BUYERS,
      tone: "primary",
      input: {
        way: choice({ label: "采用的方案", required: true, choices: ADOPTABLE }),
        why: text({ label: "非最低价原因", maxLength: 300, help: "有行没有选择最低价的须填写" }),
      },
      confirm: "所选方案写入询价单的定价结果，替换已填写的；仍可在询价单上修改，再确定结果。",
      done: "已写入定价结果",
      effect: (work) =>
        work.set({
          adopted_way: String(work.input.way),
          adopted_at: work.now,
          adopt_reason: work.input.why === null ? null : String(work.input.why ?? "") || null,
        }),
    },
    propose: {
      label: "计算方案",
      decides: { not: "Has it worked out; what comes of it is decided on by who adopts it" },
      from: ["draft", "ready", "failed"],
      to: "queued",
      by: BUYERS,
      tone: "primary",
      confirm: "在后台按询价单当前一轮的报价计算，算完通知您；已有的方案会被替换。",
      done: "已开始计算",
      effect: (work) => {
        clearFound(work);
        work.set({ asked_by: work.actor.id, asked_at: work.now, attempts: 0, steps_done: 0 });
      },
    },
    /** The work begins, anew each time it was interrupted. */
    begin: {
      label: "开始计算",
      from: ["queued"],
      to: "same",
      by: "system",
      effect: (work) => work.set({ attempts: (work.record.attempts ?? 0) + 1, steps_done: 0 }),
    },
    /** One way more is known. */
    go_on: {
      label: "算出一种方案",
      from: ["queued"],
      to: "same",
      by: "system",
      effect: (work) => work.set({ steps_done: (work.record.steps_done ?? 0) + 1 }),
    },
    finish: {
      label: "算出",
      from: ["queued"],
      to: "ready",
      by: "system",
      input: { found: longText({ label: "结果", required: true, maxLength: 4_000_000 }) },
      effect: (work) => work.set({ solved_at: work.now }),
    },
    give_up: {
      label: "未算出",
      from: ["queued"],
      to: "failed",
      by: "system",
      input: { why: text({ label: "原因", required: true, maxLength: 400 }) },
      effect: (work) => work.set({ fail_note: String(work.input.why) }),
    },
    stop: {
      label: "停止计算",
      from: ["queued"],
      to: "draft",
      by: BUYERS,
      confirm: "停止后可以修改条件再计算。",
      done: "已停止计算",
    },
    revise: {
      label: "修改条件",
      from: ["ready", "failed"],
      to: "draft",
      by: BUYERS,
      confirm: "已算出的方案会被清除；要保留它们请先复制一份再改。",
      done: "可以修改条件",
      effect: clearFound,
    },
    /** Another way was adopted for the same inquiry. */
    give_way: {
      label: "改用其他方案",
      from: ["adopted"],
      to: "ready",
      by: "system",
      effect: (work) => work.set({ adopted_way: null, adopted_at: null, adopt_reason: null }),
    },
    drop: {
      label: "作废",
      from: ["ready", "failed"],
      to: "dropped",
      by: BUYERS,
      tone: "danger",
      reason: "required",
      confirm: "作废后不能再采用，方案留作记录。",
      done: "已作废",
    },
  },
  access: {
    suppliers: noSupplier,
    staff: { purchase_group: "purchase_group_id" },
    grants: {
      buyer: WRITE,
      purchase_manager: WRITE,
      leader: READ,
      supervisor: READ,
      system_admin: READ,
    },
  },
});
