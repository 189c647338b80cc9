import {
  dateTime,
  defineEntity,
  longText,
  noSupplier,
  pointedAtBy,
  pointsAt,
  quantity,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { bundledSaving, factoryCount, oneUnitAMaterial, severalFactories } from "./collective.rules";
import { rfqFields, rfqLines } from "./rfq.fields";
import { rfqBasics, rfqParts, rfqSchedule } from "./rfq.layout";
import { rfqDeadlines, rfqMessages } from "./rfq.messages";
import { rfqPrint } from "./rfq.print";
import {
  awardsNameLines,
  deadlineAhead,
  estimateOf,
  extendsDeadline,
  fewAreExplained,
  newDeadlineAhead,
  onePlanALine,
  poolIsBundled,
  questionsEndFirst,
  roundsLeft,
  someChosen,
  someInvited,
  somethingAnswered,
  validityRuns,
} from "./rfq.rules";
import { rfqViews } from "./rfq-screens.layout";

const BUYERS = ["buyer", "purchase_manager"] as const;
/** Quotes are readable from now on. */
function noteOpened(work: {
  now: string;
  reason: string | null;
  set(values: { opened_at: string; few_reason?: string }): void;
}) {
  work.set({ opened_at: work.now, ...(work.reason === null ? {} : { few_reason: work.reason }) });
}
const newDeadline = { new_deadline: dateTime({ label: "新的报价截止", required: true }) } as const;

/** Asks chosen suppliers for prices, which nobody of ours reads before all of them are opened together (decision 0169). */
export const rfq = defineEntity({
  key: "purchase-management/rfq",
  label: "询价单",
  kind: "document",
  purpose: "向所选供应商询价：发布后各自报价，截止前任何人看不到价格，开启后比价、定价并生成核价单。",
  number: "XJ{YYYYMMDD}-{0001}",
  title: ["number", "title"],
  search: ["number", "title"],
  fields: rfqFields,
  lines: rfqLines,
  compute: {
    estimate: ({ items }) => estimateOf(items),
    factory_count: factoryCount,
    volume_saving: bundledSaving,
  },
  rules: [validityRuns, questionsEndFirst, awardsNameLines, onePlanALine, poolIsBundled, oneUnitAMaterial],
  conversions: {
    from_plan: {
      label: "转询价",
      into: "items",
      by: "plan_line",
      quantity: "qty",
      per: ["company_id"],
      head: { company_id: "company_id" },
      line: { material_id: "material_id", uom: "uom" },
      show: ["month", "qty", "budget_price", "sourcing_qty", "sourced_qty"],
    },
    from_pool: {
      label: "发起询价",
      into: "items",
      by: "pool_line",
      quantity: "qty",
      per: ["company_id"],
      head: { company_id: "company_id", buyer_id: "buyer_id" },
      line: { material_id: "material_id", factory_id: "factory_id", uom: "uom", required_date: "required_date" },
      show: ["factory_id", "qty", "sourcing_qty", "sourced_qty"],
      // A pool begins by 发起寻源 alone, which asks for all of it; this asks anew where that inquiry came to nothing.
      when: where.eq("state", "sourcing"),
    },
    from_demand: {
      label: "转寻源",
      into: "items",
      by: "demand_line",
      quantity: "qty",
      per: [],
      head: {},
      line: { material_id: "material_id", uom: "uom", required_date: "week_start" },
      show: ["week_start", "net_qty", "sourced_qty", "split_note"],
      day: "week_start",
    },
  },
  list: {
    columns: ["number", "title", "rfq_kind", "mode", "+progress", "round_no", "deadline", "buyer_id", "state"],
    filters: [
      "number",
      "title",
      "rfq_kind",
      "mode",
      "buyer_id",
      "items.material_id",
      "suppliers.supplier_id",
      "deadline",
      "purchase_group_id",
      "state",
    ],
    sort: "-created_at",
    toggles: {
      overdue_only: {
        label: "已过截止",
        where: where.all(where.eq("state", "published"), where.past("deadline", "now")),
      },
    },
    batch: ["submit", "remind"],
    rowActions: ["submit", "open", "award"],
    card: ["title", "+progress", "deadline", "buyer_id"],
  },
  form: [
    rfqBasics,
    rfqSchedule,
    section("集采", ["factory_count", "volume_saving", "distributed_at"], where.eq("mode", "collective")),
    ...rfqParts,
  ],
  doors: [
    {
      label: "计算定价方案",
      to: "/purchase-management/award-proposal/new?set=rfq_id&value={id}",
      right: "award-proposal.add",
      in: ["published", "closed", "opened"],
    },
  ],
  related: [
    pointsAt("template_id", { fact: "template_version" }),
    pointsAt("items.plan_line", { fact: "period_from" }),
    pointsAt("items.demand_line", { fact: "base_week" }),
    pointsAt("items.pool_line", { fact: "period_to" }),
    pointedAtBy("receiving/supplier-quote", "rfq_id", { label: "报价单", fact: "round_no" }),
    pointedAtBy("purchase-management/collective-factory", "rfq_id", { label: "集采参与工厂", fact: "saving" }),
    pointedAtBy("purchase-management/award-proposal", "rfq_id", { label: "定价方案", fact: "own_total" }),
    pointedAtBy("price-approval/account-price", "rfq_id", { label: "核价单", fact: "purchase_amount" }),
  ],
  print: rfqPrint,
  copy: {
    leaveOut: [
      "start_at",
      "deadline",
      "ask_until",
      "few_reason",
      "questions",
      "awards",
      "items.plan_line",
      "items.demand_line",
      "items.pool_line",
    ],
  },
  saveThen: "submit",
  states: {
    draft: "草稿",
    in_approval: "审批中",
    published: "报价中",
    closed: "已截止待开启",
    opened: "比价中",
    priced: "待核价",
    done: "已完成",
    failed: "流标",
    cancelled: "已取消",
  },
  tones: {
    draft: "draft",
    in_approval: "waiting",
    published: "running",
    closed: "waiting",
    opened: "warning",
    priced: "waiting",
    done: "done",
    failed: "refused",
    cancelled: "closed",
  },
  editIn: ["draft", "opened"],
  editFirst: { in: ["opened"], label: "填写定价结果" },
  changesApproved: {
    awards: "The award is approved by the price approval that is made of it",
  },
  approval: {
    on: "submit",
    state: "in_approval",
    by: ["purchase_manager", "leader"],
    conditions: ["estimate", "approval_need", "rfq_kind", "company_id", "purchase_group_id"],
    amount: "estimate",
  },
  messages: rfqMessages,
  tellsNobody: { submit: "Suppliers hear by the quotes that are made, and of the approval the approval itself tells" },
  deadlines: rfqDeadlines,
  transitions: {
    submit: {
      label: "发布",
      from: ["draft"],
      to: "published",
      by: BUYERS,
      tone: "primary",
      acknowledge: true,
      reason: "optional",
      reasonLabel: "继续发布的原因",
      guard: [someInvited, fewAreExplained, deadlineAhead, severalFactories],
      confirm: "发布后各供应商收到邀请并开始报价，物料和要求不能再修改；金额达到限额或邀请家数不足的先经审批。",
      done: "已提交发布",
      effect: (work) => work.set({ published_at: work.now }),
    },
    extend: {
      label: "延期",
      from: ["published"],
      to: "same",
      by: BUYERS,
      input: newDeadline,
      content: false,
      reason: "required",
      guard: extendsDeadline,
      confirm: "所有受邀供应商都会收到新的截止时间和原因。",
      done: "已延期",
      effect: (work) => work.set({ deadline: work.input.new_deadline ?? null }),
    },
    add_supplier: {
      label: "增加供应商",
      from: ["published"],
      to: "same",
      by: BUYERS,
      input: {
        supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
        contact: text({ label: "联系人", maxLength: 30 }),
      },
      content: false,
      confirm: "新增的供应商立即收到邀请，截止时间不变。",
      done: "已邀请",
    },
    answer: {
      label: "答复提问",
      from: ["published"],
      to: "same",
      by: BUYERS,
      content: false,
      lineInput: {
        lines: "questions",
        show: ["supplier_id", "question", "asked_at"],
        where: where.empty("answered_at"),
        fields: { answer: longText({ label: "答复", maxLength: 2000 }) },
        write: true,
      },
      guard: somethingAnswered,
      confirm: "问题和答复会告知所有受邀供应商，不写明提问方。",
      done: "已答复",
      effect: ({ record, lineInput, now, setLine }) => {
        for (const { id } of record.questions)
          if (String(lineInput.get(id)?.answer ?? "").trim() !== "") setLine("questions", id, { answered_at: now });
      },
    },
    remind: {
      label: "催报",
      decides: { not: "Reminds; nothing comes into force" },
      from: ["published"],
      to: "same",
      by: BUYERS,
      content: false,
      confirm: "还没有提交报价、也没有谢绝的受邀供应商会收到催报。",
      done: "已催报",
      effect: (work) => work.set({ reminded_at: work.now }),
    },
    /** A factory of a bundle leaves: what it asked for is no longer bought. */
    factory_left: {
      label: "工厂退出",
      from: ["published", "closed", "opened"],
      to: "same",
      by: "system",
      input: { factory_id: reference("master-data/factory", { label: "工厂", required: true }) },
      reason: "optional",
      effect: ({ record, input, setLine, drop }) => {
        const left = record.items.filter(({ factory_id }) => factory_id === input.factory_id);
        for (const { id } of left) setLine("items", id, { withdrawn: true, not_bought: true });
        for (const { id, item_no } of record.awards)
          if (left.some(({ line_no }) => line_no === item_no)) drop("awards", id);
      },
    },
    /** What suppliers did on their quotes is noted here: who answered, who asked. */
    follow: { label: "跟进报价", from: ["published"], to: "same", by: "system" },
    close: {
      label: "截止",
      decides: { not: "Ends the time to quote; nobody wrote anything that is decided on" },
      from: ["published"],
      to: "closed",
      by: BUYERS,
      confirm: "截止后供应商不能再提交、撤回或修改报价。",
      done: "已截止",
      effect: (work) => {
        if (work.now < work.record.deadline) work.set({ deadline: work.now });
      },
    },
    open: {
      label: "开启报价",
      from: ["closed"],
      to: "opened",
      by: BUYERS,
      tone: "primary",
      offered: {
        when: ({ sealing }) => sealing !== "sealed",
        rows: where.eq("sealing", "none"),
        otherwise: "密封的询价由两名开启人在「共同开启」页面开启",
      },
      acknowledge: true,
      reason: "optional",
      reasonLabel: "不足家数说明",
      confirm: "开启后显示各家价格，不能再回到保密状态。",
      done: "已开启",
      effect: noteOpened,
    },
    /** Made in the place of the two who gave their shares. */
    open_sealed: {
      label: "共同开启",
      from: ["closed"],
      to: "opened",
      by: "system",
      offered: {
        when: ({ sealing }) => sealing === "sealed",
        rows: where.eq("sealing", "sealed"),
        otherwise: "不密封的询价直接开启",
      },
      acknowledge: true,
      reason: "optional",
      reasonLabel: "不足家数说明",
      effect: noteOpened,
    },
    change_openers: {
      label: "更换开启人",
      from: ["opened"],
      to: "same",
      by: BUYERS,
      offered: {
        when: ({ sealing }) => sealing === "sealed",
        rows: where.eq("sealing", "sealed"),
        otherwise: "不密封的询价没有开启人",
      },
      asks: ["opener_1", "opener_2", "opener_supervisor"],
      content: false,
      reason: "required",
      confirm: "更换的开启人和监督人从下一轮报价起生效，已开启的不受影响。",
      done: "已更换",
    },
    reopen_short: {
      label: "不足延期",
      from: ["closed"],
      to: "published",
      by: BUYERS,
      input: newDeadline,
      content: false,
      reason: "required",
      guard: newDeadlineAhead,
      confirm: "报价家数不足时延长报价时间：已交的报价保留，可以撤回修改，逾期未报的可以继续报价。",
      done: "已延期，继续报价",
      effect: (work) => work.set({ deadline: work.input.new_deadline ?? null }),
    },
    next_round: {
      label: "发起下一轮",
      from: ["opened"],
      to: "published",
      by: BUYERS,
      input: newDeadline,
      content: false,
      lineInput: {
        lines: "suppliers",
        show: ["supplier_id", "invite_status"],
        where: where.eq("invite_status", "quoted"),
        fields: { asked_again: yesNo({ label: "参加下一轮" }) },
      },
      guard: [roundsLeft, newDeadlineAhead, someChosen],
      confirm: "所选供应商收到新一轮报价单，预先填好上轮报价；上轮报价保留备查。",
      done: "已发起下一轮",
      effect: (work) => {
        const next = work.record.round_no + 1;
        work.set({ round_no: next, deadline: work.input.new_deadline ?? null, ask_until: null, opened_at: null });
        for (const { id } of work.record.suppliers)
          if (work.lineInput.get(id)?.asked_again === true)
            work.setLine("suppliers", id, { last_round: next, invite_status: "pending" });
        for (const { id } of work.record.awards) work.drop("awards", id);
      },
    },
    fill_lowest: {
      label: "按最低价填写",
      from: ["opened"],
      to: "same",
      by: BUYERS,
      content: false,
      confirm: "每行的定价结果改为最低价（含运费，各家税率不同的按不含税）的供应商，份额100%；已填写的会被替换。",
      done: "已按最低价填写",
    },
    award: {
      label: "确定结果",
      from: ["opened"],
      to: "priced",
      by: BUYERS,
      tone: "primary",
      content: false,
      lineInput: {
        lines: "items",
        show: ["material_id", "factory_id", "qty", "uom"],
        where: where.eq("withdrawn", false),
        fields: { not_bought: yesNo({ label: "不采购" }) },
        write: true,
      },
      acknowledge: true,
      reason: "optional",
      reasonLabel: "确认说明",
      confirm: "按定价结果生成核价单草稿；核价批准后供应商收到中选结果。",
      done: "已生成核价单",
    },
    back_award: {
      label: "退回比价",
      from: ["priced"],
      to: "opened",
      by: BUYERS,
      reason: "required",
      confirm: "还没有提交的核价单草稿会被删除，定价结果可以修改。",
      done: "已退回比价",
      effect: (work) => work.set({ price_no: null }),
    },
    finish: { label: "完成", from: ["priced"], to: "done", by: "system" },
    distribute: {
      label: "分配到工厂",
      decides: { not: "Tells factories what an approved price approval brought them; bundled shares stay as approved" },
      from: ["done"],
      to: "same",
      by: BUYERS,
      tone: "primary",
      content: false,
      offered: {
        when: ({ mode, distributed_at }) => mode === "collective" && distributed_at === null,
        rows: where.all(where.eq("mode", "collective"), where.empty("distributed_at")),
        otherwise: "只有集采询价分配到工厂，且只分配一次",
      },
      lineInput: {
        lines: "awards",
        show: ["item_no", "factory_id", "material_id", "supplier_id", "award_qty"],
        fields: { split_qty: quantity({ label: "分到工厂数量", min: "0", help: "留空按各工厂相同的份额" }) },
      },
      confirm:
        "留空的按核定份额分配；手工调整的，各工厂和各供应商的合计须与核定结果一致。按工厂生成分配明细，并通知各厂计划员。",
      done: "已分配到工厂",
      effect: (work) => work.set({ distributed_at: work.now }),
    },
    fail: {
      label: "流标",
      from: ["closed", "opened"],
      to: "failed",
      by: BUYERS,
      tone: "danger",
      reason: "required",
      confirm: "流标后本询价单结束，供应商会收到通知；没有开启的报价不再开启。",
    },
    cancel: {
      label: "取消",
      decides: { not: "Ends the inquiry before anybody reads a price" },
      from: ["draft", "in_approval", "published", "closed"],
      to: "cancelled",
      by: BUYERS,
      needs: { published: { when: where.oneOf("state", ["published", "closed"]), by: ["purchase_manager"] } },
      tone: "danger",
      reason: "required",
      confirm: "取消后本询价单作废；已发布的会通知供应商，收到的报价不再开启。",
    },
  },
  access: {
    // A supplier sees its own quote, which carries what it may know of the inquiry.
    suppliers: noSupplier,
    staff: { purchase_group: "purchase_group_id" },
    grants: {},
  },
  views: rfqViews,
});
