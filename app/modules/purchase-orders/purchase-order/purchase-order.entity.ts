import {
  choice,
  computed,
  date,
  dateTime,
  defineEntity,
  integer,
  json,
  lineSection,
  lines,
  longText,
  money,
  ownSupplier,
  percent,
  person,
  price,
  quantity,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { CURRENCIES, PAYMENT_TERMS, UNITS } from "~/shared/choices";
import { where } from "~/shared/condition";
import { roundMoney, sum } from "~/shared/decimal";
import {
  changeText,
  insideApprovedAmount,
  lineAmount,
  lineUntaxed,
  openProposal,
  pendingChanges,
  proposedChanges,
  proposesSomething,
  requiredAfterOrder,
} from "./purchase-order.rules";

/** Hours a supplier has to answer a released order (catalogue: po_confirm_hours). */
const CONFIRM_HOURS = 48;

function hoursAfter(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * 3_600_000).toISOString();
}

export const purchaseOrder = defineEntity({
  key: "purchase-orders/purchase-order",
  label: "采购订单",
  kind: "document",
  purpose: "向供应商下达的正式订单：先提交、再下达，由供应商逐行确认交期，或提出变更后由采购员决定。",
  number: "CG{YYYYMMDD}-{0001}",
  fields: {
    order_type: choice({
      label: "订单类型",
      required: true,
      initial: "standard",
      choices: {
        standard: "标准订单",
        call_off: "协议要货",
        outsource: "委外加工",
        sample: "样品订单",
        consign: "寄售领用",
      },
    }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    company_id: reference("master-data/company", { label: "公司", required: true }),
    factory_id: reference("master-data/factory", { label: "收货工厂", required: true }),
    purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", required: true }),
    purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", required: true }),
    buyer_id: person({ label: "采购员", required: true, initial: "me" }),
    order_date: date({ label: "订单日期", required: true, initial: "today" }),
    contract_id: reference("contract-management/contract", {
      label: "合同",
      help: "留空时自动选择订单日期内有效的合同",
      only: where.oneOf("state", ["signed", "effective", "expired"]),
      within: { supplier_id: "supplier_id", company_id: "company_id" },
    }),
    currency: choice({ label: "币种", required: true, initial: "CNY", choices: CURRENCIES }),
    payment_term: choice({ label: "付款条件", required: true, initial: "d30", choices: PAYMENT_TERMS }),
    address: text({ label: "送货地址", required: true, help: "留空时取收货工厂的地址" }),
    source_type: choice({
      label: "来源",
      system: true,
      initial: "manual",
      choices: { demand_plan: "需求计划", award: "寻源结果", sap: "SAP下发", manual: "手工" },
    }),
    source_no: text({ label: "来源单号", system: true }),
    amount: computed(money({ label: "含税金额" })),
    untaxed_amount: computed(money({ label: "未税金额" })),
    tax_amount: computed(money({ label: "税额" })),
    approved_amount: money({ label: "批准金额", system: true, hiddenFromSuppliers: true }),
    urgent: yesNo({ label: "加急" }),
    order_version: integer({ label: "版本", system: true, initial: 1 }),
    gate_result: json({
      label: "放行检查",
      hiddenFromSuppliers: true,
      display: (value) => (Array.isArray(value) && value.length > 0 ? value.join("；") : "无提醒"),
    }),
    released_at: dateTime({ label: "下达时间", system: true }),
    confirm_deadline: dateTime({ label: "确认时限", system: true }),
    confirmed_at: dateTime({ label: "供应商确认时间", system: true }),
    remark: longText({ label: "备注", maxLength: 1000 }),
  },
  lines: {
    items: lines({
      label: "订单明细",
      min: 1,
      max: 200,
      totals: ["amount", "untaxed_amount"],
      fillFrom: { material_id: { spec: "spec", uom: "uom", tax_rate: "tax_rate" } },
      fields: {
        material_id: reference("master-data/material", {
          label: "物料",
          required: true,
          only: where.not(where.eq("material_status", "stopped")),
        }),
        spec: text({ label: "规格" }),
        qty: quantity({ label: "数量", required: true, positive: true }),
        uom: choice({ label: "单位", required: true, choices: UNITS }),
        price: price({ label: "含税单价", required: true, positive: true }),
        tax_rate: percent({ label: "税率", required: true, max: "100" }),
        amount: computed(money({ label: "含税金额" })),
        untaxed_amount: computed(money({ label: "未税金额" })),
        required_date: date({ label: "需求日期", required: true }),
        confirm_qty: quantity({ label: "确认数量", system: true }),
        confirm_date: date({ label: "确认交期", system: true }),
      },
      compute: { amount: lineAmount, untaxed_amount: lineUntaxed },
    }),
    changes: lines({
      label: "变更协商",
      system: true,
      fields: {
        version: integer({ label: "版本", required: true }),
        raised_by: choice({ label: "发起方", required: true, choices: { buyer: "采购方", supplier: "供应商" } }),
        content: json({ label: "变更内容", display: changeText }),
        reason: text({ label: "变更原因", required: true, maxLength: 500 }),
        result: choice({
          label: "处理结果",
          required: true,
          choices: { pending: "待处理", accepted: "已接受", refused: "已拒绝" },
          tones: { pending: "waiting", accepted: "done", refused: "refused" },
        }),
        reply: text({ label: "答复", maxLength: 500 }),
      },
    }),
  },
  fillFrom: { factory_id: { address: "address" } },
  compute: {
    amount: (order) => roundMoney(sum(order.items.map(lineAmount))),
    untaxed_amount: (order) => roundMoney(sum(order.items.map(lineUntaxed))),
    tax_amount: (order) => roundMoney(sum(order.items.map(lineAmount)).minus(sum(order.items.map(lineUntaxed)))),
  },
  rules: [requiredAfterOrder],
  notes: openProposal,
  list: {
    columns: [
      "number",
      "order_type",
      "supplier_id",
      "factory_id",
      "order_date",
      "amount",
      "confirm_deadline",
      "buyer_id",
      "state",
    ],
    filters: [
      "number",
      "supplier_id",
      "order_date",
      "factory_id",
      "items.material_id",
      "order_type",
      "purchase_group_id",
      "buyer_id",
      "amount",
      "urgent",
      "state",
    ],
    sort: "-order_date",
    toggles: {
      unconfirmed_only: {
        label: "超时未确认",
        where: where.all(where.eq("state", "released"), where.past("confirm_deadline", "now")),
      },
      urgent_only: { label: "加急", where: where.eq("urgent", true) },
    },
  },
  form: [
    section("基本信息", [
      "order_type",
      "supplier_id",
      "company_id",
      "factory_id",
      "purchase_org_id",
      "purchase_group_id",
      "buyer_id",
      "order_date",
      "contract_id",
      "currency",
      "payment_term",
      "address",
      "urgent",
      "remark",
    ]),
    lineSection("订单明细", "items"),
    section("下达与确认", [
      "amount",
      "untaxed_amount",
      "tax_amount",
      "source_type",
      "source_no",
      "order_version",
      "released_at",
      "confirm_deadline",
      "confirmed_at",
      "gate_result",
    ]),
    lineSection("变更协商", "changes"),
  ],
  states: {
    draft: "草稿",
    approved: "待下达",
    released: "待供应商确认",
    negotiating: "变更协商中",
    confirmed: "执行中",
    closed: "已关闭",
    cancelled: "已取消",
  },
  tones: {
    draft: "draft",
    approved: "waiting",
    released: "waiting",
    negotiating: "warning",
    confirmed: "running",
    closed: "closed",
    cancelled: "closed",
  },
  transitions: {
    submit: {
      label: "提交",
      from: ["draft"],
      to: "approved",
      by: ["buyer"],
      tone: "primary",
      confirm: "提交后订单不能再修改，等待下达。",
    },
    withdraw: {
      label: "撤回修改",
      from: ["approved"],
      to: "draft",
      by: ["buyer"],
      confirm: "撤回后订单回到草稿，可以修改后再次提交。",
    },
    release: {
      label: "下达",
      from: ["approved"],
      to: "released",
      by: ["buyer"],
      tone: "primary",
      acknowledge: true,
      reason: "optional",
      reasonLabel: "继续下达的原因",
      confirm: "下达后供应商立即可以看到这张订单，并需在48小时内确认。",
      done: "已下达给供应商",
      effect: (work) => {
        work.set({
          released_at: work.now,
          confirm_deadline: hoursAfter(work.now, CONFIRM_HOURS),
          approved_amount: work.record.amount,
        });
      },
    },
    confirm: {
      label: "确认订单",
      from: ["released"],
      to: "confirmed",
      by: ["supplier"],
      tone: "primary",
      confirm: "确认后，所有明细的数量和交期即为贵司的承诺。",
      effect: (work) => {
        work.set({ confirmed_at: work.now });
        for (const line of work.record.items) {
          work.setLine("items", line.id, { confirm_qty: line.qty, confirm_date: line.required_date });
        }
      },
    },
    propose: {
      label: "提出变更",
      from: ["released", "confirmed"],
      to: "negotiating",
      by: ["supplier"],
      confirm: "只能变更交期和数量，价格不能变更。采购员答复之前，未涉及的明细仍可继续执行。",
      reason: "required",
      reasonLabel: "变更原因",
      lineInput: {
        lines: "items",
        show: ["material_id", "spec", "uom"],
        fields: {
          qty: quantity({ label: "数量", required: true, positive: true }),
          required_date: date({ label: "交期", required: true }),
        },
      },
      guard: proposesSomething,
      effect: (work) => {
        work.append("changes", {
          version: work.record.order_version,
          raised_by: "supplier",
          content: proposedChanges(work.record, work.lineInput),
          reason: work.reason,
          result: "pending",
          reply: null,
        });
      },
    },
    accept_change: {
      label: "接受变更",
      todo: "答复变更",
      from: ["negotiating"],
      to: "confirmed",
      by: ["buyer"],
      tone: "primary",
      shows: { lines: "changes", columns: ["content", "reason"], where: where.eq("result", "pending") },
      confirm: "接受后订单按供应商提出的内容生效，并视为供应商已确认。",
      guard: insideApprovedAmount,
      effect: (work) => {
        const changes = pendingChanges(work.record);
        for (const line of work.record.items) {
          const own = changes.filter((change) => change.line === line.id);
          const qty = own.find((change) => change.field === "qty")?.to ?? line.qty;
          const day = own.find((change) => change.field === "required_date")?.to ?? line.required_date;
          work.setLine("items", line.id, { qty, required_date: day, confirm_qty: qty, confirm_date: day });
        }
        for (const change of work.record.changes) {
          if (change.result === "pending") work.setLine("changes", change.id, { result: "accepted" });
        }
        work.set({
          order_version: (work.record.order_version ?? 1) + 1,
          confirmed_at: work.now,
        });
      },
    },
    refuse_change: {
      label: "拒绝变更",
      from: ["negotiating"],
      to: "previous",
      by: ["buyer"],
      shows: { lines: "changes", columns: ["content", "reason"], where: where.eq("result", "pending") },
      confirm: "拒绝后订单按原内容继续；供应商尚未确认的，仍须确认。",
      reason: "required",
      reasonLabel: "拒绝原因",
      effect: (work) => {
        for (const change of work.record.changes) {
          if (change.result === "pending")
            work.setLine("changes", change.id, { result: "refused", reply: work.reason });
        }
      },
    },
    close: {
      label: "关闭",
      from: ["released", "negotiating", "confirmed"],
      to: "closed",
      by: ["buyer"],
      tone: "danger",
      reason: "required",
      confirm: "关闭后未交的数量不再交货，供应商会看到订单已关闭。",
    },
    cancel: {
      label: "取消订单",
      from: ["draft", "approved", "released"],
      to: "cancelled",
      by: ["buyer"],
      tone: "danger",
      reason: "required",
      confirm: "取消后订单作废，不能恢复。",
    },
  },
  access: {
    // A supplier sees an order from its release on, also when it is closed or cancelled later, and never before.
    suppliers: ownSupplier("supplier_id", where.set("released_at")),
    staff: { factory: "factory_id", purchase_group: "purchase_group_id" },
    suppliersMayWrite: ["confirmed_at", "items.confirm_qty", "items.confirm_date", "changes"],
    grants: {
      buyer: ["add", "delete", "edit", "query", "get", "export"],
      purchase_manager: ["query", "get", "export"],
      leader: ["query", "get", "export"],
      planner: ["query", "get", "export"],
      qa: ["query", "get"],
      warehouse: ["query", "get"],
      finance: ["query", "get", "export"],
      supervisor: ["query", "get", "export"],
      system_admin: ["query", "get", "export"],
      supplier: ["query", "get", "export"],
    },
  },
});
