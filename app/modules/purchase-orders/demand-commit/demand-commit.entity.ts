import {
  choice,
  date,
  dateTime,
  defineEntity,
  drawn,
  keptOpen,
  lineSection,
  lines,
  message,
  ownSupplier,
  pointedAtBy,
  pointsAt,
  quantity,
  reference,
  reminder,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { lessIsExplained, someLess, toOrder } from "./demand-commit.rules";

const READ = ["query", "get", "export"] as const;
const SUPPLIER = { suppliers: ["supplier_id"] } as const;
const OURS = { people: ["plan_id.created_by"], elseRoles: ["planner"] } as const;
const NAMED = ["number", "supplier_id.name", "factory_id.name", "base_week"] as const;

/** What one supplier is asked to deliver of a plan of demand, and what it commits to: a supplier sees its own alone (decision 0167). */
export const demandCommit = defineEntity({
  key: "purchase-orders/demand-commit",
  label: "需求承诺",
  kind: "document",
  purpose: "需求计划发布时按货源比例分给每家供应商的预测；供应商逐行承诺数量，到期的需求由此转采购订单。",
  number: "XC{YYYYMMDD}-{0001}",
  search: ["number", "supplier_id"],
  removable: false,
  copy: false,
  editIn: [],
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    plan_id: reference("purchase-orders/demand-plan", { label: "需求计划", required: true, hiddenFromSuppliers: true }),
    factory_id: reference("master-data/factory", { label: "工厂", required: true }),
    company_id: reference("master-data/company", { label: "公司", required: true }),
    base_week: date({ label: "起始周", required: true }),
    asked_at: dateTime({ label: "发送时间", system: true }),
    committed_at: dateTime({ label: "承诺时间", system: true }),
    below_share: yesNo({ label: "低于预测", system: true }),
  },
  lines: {
    items: lines({
      label: "预测与承诺",
      min: 1,
      max: 1000,
      fields: {
        material_id: reference("master-data/material", { label: "物料", required: true }),
        week_start: date({ label: "周", required: true }),
        share_qty: quantity({ label: "预测份额", required: true, positive: true }),
        uom: choice({ label: "单位", required: true, dictionary: "uom" }),
        commit_qty: quantity({ label: "承诺数量", min: "0" }),
        commit_note: text({ label: "差异说明", maxLength: 200 }),
        // An order a supplier proposed to change goes back to a state that counts.
        ordered_qty: drawn(quantity({ label: "已转订单", help: "已经转为采购订单的数量" }), "bySuppliers"),
        open_qty: keptOpen(quantity({ label: "可转订单" })),
      },
      open: { to_order: { label: "可转订单", of: toOrder, into: "open_qty", unit: "uom" } },
    }),
  },
  list: {
    columns: ["number", "supplier_id", "factory_id", "base_week", "asked_at", "committed_at", "below_share", "state"],
    filters: [
      "number",
      "supplier_id",
      "factory_id",
      "plan_id",
      "items.material_id",
      "base_week",
      "below_share",
      "state",
    ],
    sort: "-base_week",
    toggles: { below_only: { label: "低于预测", where: where.eq("below_share", true) } },
    rowActions: ["commit"],
    card: ["supplier_id", "factory_id", "base_week", "committed_at"],
  },
  form: [
    section("需求承诺", [
      "supplier_id",
      "plan_id",
      "factory_id",
      "company_id",
      "base_week",
      "asked_at",
      "committed_at",
      "below_share",
    ]),
    lineSection("预测与承诺", "items"),
  ],
  related: [
    pointsAt("plan_id", { fact: "base_week" }),
    pointedAtBy("purchase-orders/purchase-order", "items.demand_line", { label: "采购订单", fact: "order_date" }),
  ],
  print: {
    title: "需求预测与承诺",
    parties: [
      { title: "需方", of: "company_id", own: ["factory_id"] },
      { title: "供方", of: "supplier_id", show: ["code"] },
    ],
    facts: ["base_week", "asked_at", "committed_at"],
    lines: [
      {
        lines: "items",
        columns: [
          "material_id.code",
          "material_id.name",
          "week_start",
          "share_qty",
          "uom",
          "commit_qty",
          "commit_note",
        ],
      },
    ],
    clauses: ["预测仅供安排产能和备料，以采购订单为准。"],
  },
  states: { asked: "待供应商承诺", committed: "已承诺", replaced: "已被新版替代", ended: "已结束" },
  tones: { asked: "waiting", committed: "running", replaced: "closed", ended: "closed" },
  messages: [
    message({
      on: ["commit"],
      when: where.eq("below_share", true),
      scenario: "demand.below-share",
      to: OURS,
      reads: NAMED,
      values: ({ text: shown }) => ({
        number: shown("number"),
        supplier: shown("supplier_id.name"),
        factory: shown("factory_id.name"),
        week: shown("base_week"),
      }),
    }),
    message({
      on: ["end"],
      scenario: "demand.ended",
      to: SUPPLIER,
      reads: NAMED,
      values: ({ text: shown }) => ({
        number: shown("number"),
        factory: shown("factory_id.name"),
        week: shown("base_week"),
      }),
    }),
  ],
  deadlines: {
    commit: {
      label: "需求承诺期限",
      at: "asked_at",
      after: { unit: "day", initial: 2, label: "供应商承诺需求的时限" },
      in: ["asked"],
      reminders: {
        supplier: reminder({
          label: "提醒供应商承诺需求",
          days: [0],
          every: 2,
          scenario: "demand.commit-due",
          asks: "commit",
          to: SUPPLIER,
          reads: NAMED,
          values: ({ text: shown }) => ({
            number: shown("number"),
            factory: shown("factory_id.name"),
            week: shown("base_week"),
          }),
        }),
      },
    },
  },
  transitions: {
    commit: {
      label: "承诺数量",
      decides: { not: "The answer of the supplier, which is the other side" },
      from: ["asked", "committed"],
      to: "committed",
      by: ["supplier"],
      tone: "primary",
      confirm: "请逐行填写您能按周交付的数量；小于预测的请说明差异。新的需求计划发布以前可以修改。",
      lineInput: {
        lines: "items",
        show: ["material_id", "week_start", "share_qty", "uom", "ordered_qty"],
        fields: {
          commit_qty: quantity({ label: "承诺数量", required: true, min: "0" }),
          commit_note: text({ label: "差异说明", maxLength: 200 }),
        },
        write: true,
      },
      guard: lessIsExplained,
      effect: (work) => work.set({ committed_at: work.now, below_share: someLess(work.record, work.lineInput) }),
      done: "已承诺",
    },
    replace: { label: "被新版替代", from: ["asked", "committed"], to: "replaced", by: "system" },
    end: { label: "结束", from: ["asked", "committed"], to: "ended", by: "system" },
  },
  access: {
    suppliers: ownSupplier("supplier_id"),
    staff: { factory: "factory_id" },
    suppliersMayWrite: ["committed_at", "below_share", "items.commit_qty", "items.commit_note"],
    grants: {
      planner: READ,
      buyer: READ,
      purchase_manager: READ,
      leader: READ,
      supervisor: READ,
      system_admin: READ,
      supplier: READ,
    },
  },
});
