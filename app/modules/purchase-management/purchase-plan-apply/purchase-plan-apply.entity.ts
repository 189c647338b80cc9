import { defineEntity, lineSection, noSupplier, percent, pointedAtBy, section, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { planFields, planLines } from "./purchase-plan-apply.fields";
import { planMessages } from "./purchase-plan-apply.messages";
import {
  budgetTotal,
  chosenLines,
  lineStatus,
  monthOnce,
  monthsInside,
  nothingSourcing,
  periodRuns,
  quantitiesAboveZero,
  seasonNamed,
  someChosen,
} from "./purchase-plan-apply.rules";

const READ = ["query", "get", "export"] as const;
const stopped = where.set("stopped_at");

/** What a factory wants bought in a month, a quarter, a year or a harvest, so that sourcing starts in time (decision 0174). */
export const purchasePlanApply = defineEntity({
  key: "purchase-management/purchase-plan-apply",
  label: "采购计划申请",
  kind: "document",
  purpose: "工厂按月、季、年或产季申请采购数量和预算单价，审批通过后由采购员转询价，寻源及早开始。",
  number: "CGJH{YYYYMM}-{0001}",
  title: ["number", "title"],
  search: ["number", "title"],
  imports: true,
  fields: planFields,
  lines: planLines,
  compute: { budget_total: budgetTotal },
  rules: [seasonNamed, periodRuns, quantitiesAboveZero, monthsInside, monthOnce],
  list: {
    columns: [
      "number",
      "title",
      "plan_kind",
      "factory_id",
      "period_from",
      "period_to",
      "budget_total",
      "+ordered_rate",
      "state",
      "created_by",
      "created_at",
    ],
    filters: [
      "number",
      "title",
      "plan_kind",
      "fiscal_year",
      "factory_id",
      "items.material_id",
      "items.line_status",
      "state",
    ],
    sort: "-created_at",
    totals: ["budget_total"],
    batch: ["submit"],
    rowActions: ["submit", "close"],
    card: ["title", "factory_id", "period_from", "budget_total"],
  },
  form: [
    section("基本信息", [
      "title",
      "plan_kind",
      "fiscal_year",
      "season",
      "company_id",
      "factory_id",
      "period_from",
      "period_to",
      "route",
      "reason",
      "budget_total",
      "approved_at",
      "closed_at",
    ]),
    lineSection("计划明细", "items"),
  ],
  related: [
    pointedAtBy("purchase-management/rfq", "items.plan_line", { label: "询价单", fact: "rfq_kind" }),
    pointedAtBy("purchase-management/collective", "demands.plan_line", {
      label: "集采项目",
      fact: "period_to",
    }),
    pointedAtBy("purchase-management/allocation-detail", "purchase_plan_id", { label: "分配明细", fact: "period" }),
  ],
  print: {
    head: { of: "company_id" },
    facts: [
      "title",
      "plan_kind",
      "fiscal_year",
      "season",
      "factory_id",
      "period_from",
      "period_to",
      "route",
      "reason",
      "budget_total",
    ],
    lines: [
      {
        lines: "items",
        columns: [
          "material_id.code",
          "material_id.name",
          "month",
          "qty",
          "uom",
          "budget_price",
          "last_price",
          "budget",
          "note",
          "line_status",
        ],
      },
    ],
    sums: ["budget_total"],
    signatures: ["编制", "批准"],
  },
  saveThen: "submit",
  states: { draft: "草稿", in_approval: "审批中", rejected: "已驳回", approved: "已批准", closed: "已关闭" },
  tones: { draft: "draft", in_approval: "waiting", rejected: "refused", approved: "running", closed: "closed" },
  editIn: ["draft", "rejected"],
  approval: {
    on: "submit",
    state: "in_approval",
    back: "rejected",
    by: ["purchase_manager", "leader"],
    conditions: ["budget_total", "plan_kind", "route", "factory_id", "company_id"],
    amount: "budget_total",
  },
  messages: planMessages,
  transitions: {
    submit: {
      label: "提交",
      from: ["draft", "rejected"],
      to: "approved",
      by: ["planner"],
      tone: "primary",
      acknowledge: true,
      reason: "optional",
      reasonLabel: "继续提交的原因",
      confirm: "提交后计划不能再修改；批准后各行可以转询价。",
      effect: (work) => work.set({ approved_at: work.now }),
      done: "已提交",
    },
    stop_line: {
      label: "终止行",
      decides: { not: "Takes lines out of an approved plan; nothing comes into force" },
      from: ["approved"],
      to: "same",
      by: ["planner", "purchase_manager"],
      tone: "danger",
      reason: "required",
      content: false,
      confirm: "终止的行不能再转询价，剩余数量不再计划；正在询价的行继续，采购员会收到通知。",
      lineInput: {
        lines: "items",
        show: ["material_id", "month", "qty", "uom", "sourcing_qty", "sourced_qty"],
        where: where.not(stopped),
        fields: { chosen: yesNo({ label: "终止" }) },
      },
      guard: someChosen,
      effect: ({ record, lineInput, now, setLine }) => {
        for (const line of chosenLines(record.items, lineInput))
          setLine("items", line.id, { stopped_at: now, line_status: lineStatus({ ...line, stopped_at: now }) });
      },
      done: "已终止所选的行",
    },
    divide: {
      label: "生成分配明细",
      decides: { not: "Begins proposals of who delivers how much; nothing comes into force" },
      from: ["approved"],
      to: "same",
      by: ["planner", "buyer"],
      content: false,
      confirm: "按物料和月份，由生效的货源比例建议各供应商的分配数量，锁定后生成订单。一次最多生成50张。",
      done: "已生成分配明细",
    },
    /** Lines follow what inquiries took of them, or gave back. */
    follow: {
      label: "跟进寻源",
      decides: { not: "Follows inquiries; nothing comes into force" },
      from: ["approved", "closed"],
      to: "same",
      by: "system",
      effect: ({ record, setLine }) => {
        for (const line of record.items) {
          const status = lineStatus(line);
          if (status !== line.line_status) setLine("items", line.id, { line_status: status });
        }
      },
    },
    close: {
      label: "关闭",
      decides: { not: "Ends the plan; nothing comes into force" },
      from: ["approved"],
      to: "closed",
      by: ["purchase_manager"],
      tone: "danger",
      reason: "required",
      guard: nothingSourcing,
      confirm: "关闭后没有寻源的数量不再计划，不能再转询价。",
      effect: ({ record, now, set, setLine }) => {
        set({ closed_at: now });
        for (const line of record.items)
          if (line.stopped_at === null)
            setLine("items", line.id, { stopped_at: now, line_status: lineStatus({ ...line, stopped_at: now }) });
      },
      done: "已关闭",
    },
  },
  access: {
    suppliers: noSupplier,
    staff: { factory: "factory_id" },
    grants: {},
  },
  views: [
    {
      screen: "purchase-management/purchase-plan-apply",
      label: "采购计划申请",
      extra: {
        ordered_rate: percent({
          label: "执行率",
          system: true,
          help: "按工厂、物料和需求月份，已下达订单数量占计划数量的比例，各行平均",
        }),
      },
      grants: {
        planner: ["add", "delete", "edit", "import", ...READ],
        buyer: READ,
        purchase_manager: ["edit", ...READ],
        leader: READ,
        finance: READ,
        supervisor: READ,
        system_admin: READ,
      },
    },
  ],
});
