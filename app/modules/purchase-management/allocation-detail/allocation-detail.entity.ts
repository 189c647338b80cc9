import {
  defineEntity,
  invitedSuppliers,
  lineSection,
  message,
  pointedAtBy,
  pointsAt,
  quantity,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { allocationFields, allocationFigures, allocationLines } from "./allocation-detail.fields";
import {
  addsUp,
  correctionsExplained,
  nothingOrdered,
  someOrdered,
  sourceNamed,
  suppliersOnce,
} from "./allocation-detail.rules";

const READ = ["query", "get", "export"] as const;
const BUYERS = ["buyer"] as const;
const NAMED = ["number", "material_id", "factory_id.name", "period"] as const;

type Read = { text(column: (typeof NAMED)[number]): string };

const named = ({ text: shown }: Read) => ({
  number: shown("number"),
  material: shown("material_id"),
  factory: shown("factory_id.name"),
  period: shown("period"),
});

/** How a demand is divided over suppliers, beside what was agreed on; orders are made of its shares (decision 0180). */
export const allocationDetail = defineEntity({
  key: "purchase-management/allocation-detail",
  label: "分配明细",
  kind: "document",
  purpose: "一笔需求按货源比例分给各家供应商：建议、手工调整并说明、锁定后生成订单，对照约定配额与实际占比。",
  number: "FPMX{YYYYMM}-{0001}",
  search: ["number", "material_id"],
  fields: allocationFields,
  lines: allocationLines,
  compute: allocationFigures,
  rules: [sourceNamed, suppliersOnce, correctionsExplained],
  copy: false,
  list: {
    columns: [
      "number",
      "material_id",
      "factory_id",
      "period",
      "demand_qty",
      "demand_uom",
      "+split",
      "+ordered_qty",
      "+received_qty",
      "split_deviation",
      "max_deviation",
      "state",
    ],
    filters: [
      "number",
      "source_type",
      "source_no",
      "period",
      "factory_id",
      "material_id",
      "material_id.material_type_id",
      "shares.supplier_id",
      "state",
    ],
    sort: "-period",
    toggles: { deviation_only: { label: "偏差过大", where: where.eq("deviates", true) } },
    batch: ["recalculate", "lock"],
    rowActions: ["recalculate", "lock"],
    card: ["material_id", "factory_id", "period", "demand_qty"],
  },
  form: [
    section("需求信息", [
      "source_type",
      "demand_plan_id",
      "purchase_plan_id",
      "source_no",
      "material_id",
      "factory_id",
      "company_id",
      "period",
      "demand_qty",
      "demand_uom",
      "wanted_on",
      "remark",
    ]),
    lineSection("供应商分配", "shares"),
    section("偏差", ["split_deviation", "max_deviation", "deviates", "locked_at"]),
  ],
  related: [
    pointsAt("demand_plan_id", { fact: "base_week" }),
    pointsAt("purchase_plan_id", { fact: "period_from" }),
    pointedAtBy("purchase-orders/purchase-order", "items.share_line", { label: "采购订单", fact: "order_date" }),
  ],
  states: { proposed: "建议", locked: "已锁定", used: "已下单", void: "已作废" },
  tones: { proposed: "draft", locked: "running", used: "done", void: "closed" },
  saveThen: "lock",
  editLabel: "手工调整",
  removableWhen: {
    where: where.all(where.eq("state", "proposed"), where.empty("locked_at")),
    otherwise: "锁定过的分配不能删除，请作废",
  },
  messages: [
    message({
      on: ["lock"],
      when: where.eq("deviates", true),
      scenario: "allocation.deviates",
      to: { roles: ["purchase_manager"] },
      reads: [...NAMED, "split_deviation", "max_deviation"],
      values: ({ text: shown }) => ({
        ...named({ text: shown }),
        split: shown("split_deviation"),
        year: shown("max_deviation"),
      }),
    }),
    message({
      on: ["unlock"],
      scenario: "allocation.unlocked",
      to: { people: ["created_by"], elseRoles: ["buyer"] },
      reads: NAMED,
      values: (facts) => ({ ...named(facts), reason: facts.reason }),
    }),
    message({
      on: ["void_with_plan"],
      scenario: "allocation.plan-ended",
      to: { people: ["created_by"], elseRoles: ["buyer"] },
      reads: NAMED,
      values: named,
    }),
  ],
  transitions: {
    recalculate: {
      label: "重新计算",
      decides: { not: "Works the proposal out anew; nothing comes into force" },
      from: ["proposed"],
      to: "same",
      by: BUYERS,
      confirm: "按现在生效的货源比例和供应商状态重新建议，手工调整的数量和原因会被替换。",
      done: "已重新计算",
    },
    lock: {
      label: "锁定",
      decides: {
        not: "The split follows agreed shares; orders made of it are approved on their own, deviations are told",
      },
      from: ["proposed"],
      to: "locked",
      by: ["buyer", "purchase_manager"],
      tone: "primary",
      acknowledge: true,
      reason: "optional",
      reasonLabel: "继续锁定的原因",
      guard: [addsUp, correctionsExplained],
      confirm: "锁定后可以由它生成订单，供应商可以看到自己的份额；偏差过大的会告知采购经理。",
      effect: (work) => work.set({ locked_at: work.now }),
      done: "已锁定",
    },
    unlock: {
      label: "解锁",
      decides: { not: "Takes the split back to a proposal" },
      from: ["locked"],
      to: "proposed",
      by: ["purchase_manager"],
      reason: "required",
      guard: nothingOrdered,
      confirm: "解锁后回到建议，可以重新计算和调整；供应商看到自己的份额正在调整。",
    },
    /** Where it stands follows from the orders that draw on it. */
    follow: {
      label: "跟进订单",
      decides: { not: "Follows orders; nothing comes into force" },
      from: ["locked", "used"],
      to: "same",
      settles: [
        { to: "used", when: (allocation) => allocation.state === "locked" && someOrdered(allocation) },
        { to: "locked", when: (allocation) => allocation.state === "used" && !someOrdered(allocation) },
      ],
      by: "system",
    },
    void: {
      label: "作废",
      decides: { not: "Ends the split; the demand is free again" },
      from: ["proposed", "locked"],
      to: "void",
      by: ["buyer", "purchase_manager"],
      tone: "danger",
      reason: "required",
      guard: nothingOrdered,
      confirm: "作废后这笔需求可以重新分配。",
    },
    void_with_plan: {
      label: "随计划作废",
      from: ["proposed", "locked"],
      to: "void",
      by: "system",
      reason: "required",
    },
  },
  access: {
    suppliers: invitedSuppliers("shares", "supplier_id", where.set("locked_at")),
    // Who has seen its share sees what becomes of it.
    supplierStates: ["proposed", "locked", "used", "void"],
    staff: { factory: "factory_id" },
    suppliersMayWrite: [],
    grants: {},
  },
  views: [
    {
      screen: "purchase-management/allocation-detail",
      label: "分配明细",
      extra: {
        split: text({ label: "分配", system: true, help: "各供应商的分配数量" }),
        ordered_qty: quantity({ label: "已下单数量", system: true }),
        received_qty: quantity({ label: "已收货数量", system: true, help: "由它生成的订单收货减退货扣款的数量" }),
      },
      grants: {
        buyer: ["add", "delete", "edit", ...READ],
        purchase_manager: ["edit", ...READ],
        planner: READ,
        leader: READ,
        supervisor: READ,
        system_admin: READ,
        supplier: READ,
      },
    },
  ],
});
