import {
  choice,
  computed,
  date,
  dateTime,
  drawn,
  files,
  integer,
  json,
  keptOpen,
  lineReference,
  lines,
  longText,
  money,
  percent,
  person,
  price,
  quantity,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { BUYERS } from "~/shared/jobs-of-people";
import { PRICE_SOURCES } from "./order-price.rules";
import { productFields, productLines } from "./product-order.fields";
import { lineAmount, lineUntaxed } from "./purchase-order.rules";
import { changeText } from "./purchase-order-change.rules";
import { calledOff, toDeliver } from "./purchase-order-progress.rules";

/** Findings of the last check as one sentence each; kept as texts before they carried a level. */
function gateText(value: unknown): string {
  const texts = (Array.isArray(value) ? value : []).map((finding: unknown) => {
    const text: unknown = Object(finding).text;
    return typeof text === "string" ? text : String(finding);
  });
  return texts.length > 0 ? texts.join("；") : "无提醒";
}

/** States in which an order takes something of agreed stock or planned demand; of a closed one what was accepted. */
const CALLING = [
  "draft",
  "in_approval",
  "approved",
  "released",
  "negotiating",
  "confirmed",
  "on_hold",
  "completed",
  "closed",
] as const;

/** What stands in the head of an order. */
export const orderFields = {
  order_type: choice({ label: "订单类型", required: true, dictionary: "order_type" }),
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
  company_id: reference("master-data/company", { label: "公司", required: true }),
  factory_id: reference("master-data/factory", { label: "收货工厂", required: true }),
  purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", required: true }),
  purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", required: true }),
  buyer_id: person({ label: "采购员", may: BUYERS, required: true, initial: "me" }),
  order_date: date({ label: "订单日期", required: true, initial: "today" }),
  contract_id: reference("contract-management/contract", {
    label: "合同",
    help: "留空时自动选择订单日期内有效的合同",
    only: where.oneOf("state", ["signed", "effective", "expired"]),
    within: { supplier_id: "supplier_id", company_id: "company_id" },
  }),
  currency: choice({ label: "币种", required: true, dictionary: "currency" }),
  payment_term: choice({ label: "付款条件", required: true, dictionary: "payment_term" }),
  credit_days: integer({
    label: "付款期",
    unit: "天",
    min: "0",
    max: "365",
    help: "货到后多少天付款，有天数的先于付款条件；留空取各行价格约定的付款期，没有约定的按付款条件",
  }),
  credit_agreed: integer({
    label: "价格约定付款期",
    unit: "天",
    help: "各行价格约定相同的付款期",
    system: true,
    hiddenFromSuppliers: true,
  }),
  credit_deviates: yesNo({
    label: "付款期偏差",
    help: "付款期与各行价格约定的都不同",
    system: true,
    hiddenFromSuppliers: true,
  }),
  credit_reason: text({
    label: "付款期偏差原因",
    maxLength: 200,
    help: "付款期与价格约定的不一致时填写",
    hiddenFromSuppliers: true,
  }),
  address: text({ label: "送货地址", required: true, help: "留空时取收货工厂的地址" }),
  source_type: choice({
    label: "来源",
    system: true,
    initial: "manual",
    choices: { demand_plan: "需求计划", allocation: "分配明细", award: "寻源结果", sap: "SAP下发", manual: "手工" },
  }),
  source_no: text({ label: "来源单号", system: true }),
  amount: computed(money({ label: "含税金额" })),
  untaxed_amount: computed(money({ label: "未税金额" })),
  tax_amount: computed(money({ label: "税额" })),
  approved_amount: money({ label: "批准金额", system: true, hiddenFromSuppliers: true }),
  max_price_deviation: percent({
    label: "最大价格偏差",
    help: "各行单价与价格数据相差最大的，不分高低；没有超出允许偏差的为空",
    system: true,
    hiddenFromSuppliers: true,
  }),
  urgent: yesNo({ label: "加急" }),
  order_version: integer({ label: "版本", system: true, initial: 1 }),
  gate_light: choice({
    label: "放行灯",
    system: true,
    hiddenFromSuppliers: true,
    choices: { pass: "通过", warn: "有提醒", block: "有阻止" },
    tones: { pass: "done", warn: "warning", block: "refused" },
  }),
  gate_result: json({ label: "放行检查", hiddenFromSuppliers: true, display: gateText }),
  exempted: yesNo({ label: "临时放行", system: true, hiddenFromSuppliers: true }),
  sap_no: text({ label: "SAP订单号", system: true, maxLength: 200 }),
  released_at: dateTime({ label: "下达时间", system: true }),
  confirm_deadline: dateTime({ label: "确认时限", system: true, deadlineIn: ["released", "negotiating"] }),
  confirmed_at: dateTime({ label: "供应商确认时间", system: true }),
  confirmed_on_behalf: yesNo({ label: "代供应商确认", system: true }),
  confirm_proof: files({
    label: "确认凭证",
    help: "供应商以邮件、传真等方式确认的凭证",
    accept: ["pdf", "picture"],
    most: 10,
    writeIn: [],
  }),
  reminded_on: date({ label: "最近催办", system: true, hiddenFromSuppliers: true }),
  closed_at: dateTime({ label: "关闭时间", system: true }),
  completed_at: dateTime({ label: "完成时间", system: true }),
  receipt_rate: computed(percent({ label: "收货率", help: "已收数量按含税单价折算，占订单数量的比例" })),
  receipt_status: computed(
    choice({
      label: "收货状态",
      choices: { none: "未收货", partial: "部分收货", whole: "全部收货" },
      tones: { none: "waiting", partial: "running", whole: "done" },
    }),
  ),
  /** A change beyond the approved amount that waits for the manager; of the supplier's proposals the state tells. */
  change_waits: yesNo({ label: "变更待批准", system: true, hiddenFromSuppliers: true }),
  held_by_freeze_id: reference("supplier-performance/supplier-freeze", {
    label: "暂停依据",
    system: true,
    hiddenFromSuppliers: true,
  }),
  ...productFields,
  remark: longText({ label: "备注", maxLength: 1000 }),
  attachments: files({ label: "订单附件", help: "供应商可以看到和下载" }),
  internal_files: files({ label: "内部资料", help: "仅公司内部可见", hiddenFromSuppliers: true }),
};

/** Its lines with their deliveries, and what was changed of it. */
export const orderLines = {
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
      uom: choice({ label: "单位", required: true, dictionary: "uom" }),
      price: price({
        label: "含税单价",
        required: true,
        positive: true,
        help: "留空取价格数据中订单日期有效的价格",
        missing: "没有有效的价格数据时，请填写含税单价",
      }),
      book_price: price({ label: "价格数据价", system: true, hiddenFromSuppliers: true }),
      price_source: choice({
        label: "价格来源",
        system: true,
        hiddenFromSuppliers: true,
        choices: PRICE_SOURCES,
        tones: { book: "done", typed: "warning", none: "draft" },
      }),
      price_basis: text({
        label: "价格依据",
        help: "价格数据中这个价格的核价单号",
        maxLength: 40,
        system: true,
        hiddenFromSuppliers: true,
      }),
      price_deviation: percent({
        label: "价格偏差",
        help: "比价格数据高为正，低为负",
        system: true,
        hiddenFromSuppliers: true,
      }),
      book_credit_days: integer({
        label: "价格约定付款期",
        unit: "天",
        system: true,
        hiddenFromSuppliers: true,
      }),
      deviation_reason: text({
        label: "偏差原因",
        maxLength: 200,
        help: "单价与价格数据不一致时填写",
        hiddenFromSuppliers: true,
      }),
      tax_rate: percent({ label: "税率", required: true, max: "100" }),
      amount: computed(money({ label: "含税金额" })),
      untaxed_amount: computed(money({ label: "未税金额" })),
      required_date: date({ label: "需求日期", required: true, help: "留空按采购交货周期推算" }),
      confirm_qty: quantity({ label: "确认数量", system: true }),
      confirm_date: date({ label: "确认交期", system: true }),
      first_confirm_date: date({
        label: "首次确认交期",
        help: "第一次确认的交期，以后改期不变，延误按它计算",
        system: true,
      }),
      over_rate: percent({ label: "超收容差", help: "下达时按收货控制规则确定，可以多收的比例", system: true }),
      under_rate: percent({
        label: "欠收容差",
        help: "下达时确定，欠收不超过它即为交货完成",
        system: true,
        hiddenFromSuppliers: true,
      }),
      line_status: choice({
        label: "行状态",
        system: true,
        initial: "open",
        choices: { open: "待交", partial: "部分收货", done: "已完成", closed: "已关闭", cancelled: "已取消" },
        tones: { open: "waiting", partial: "running", done: "done", closed: "closed", cancelled: "closed" },
      }),
      noticed_qty: drawn(quantity({ label: "已通知", help: "送货单已通知、还没有收货的数量" }), "bySuppliers"),
      accepted_qty: drawn(quantity({ label: "已收", help: "收货合格和让步接收的数量" })),
      rejected_qty: drawn(quantity({ label: "拒收" })),
      refunded_qty: drawn(quantity({ label: "退货扣款" })),
      exchanged_qty: drawn(quantity({ label: "退货换货", help: "退货后须重新送货的数量" })),
      delivery_done: yesNo({ label: "交货完成", help: "采购员确定不再交货，余量不再需要", system: true }),
      open_qty: keptOpen(quantity({ label: "可送", help: "还可以送货的数量，不含超收容差" })),
      stock_line: lineReference({
        label: "备货协议行",
        to: "purchase-orders/supplier-stock",
        lines: "items",
        // What is protected may be called off until its last day, and not before the agreement begins.
        only: where.all(where.eq("state", "active"), where.pastBy("valid_from", -1), where.coming("protected_until")),
        otherwise: "备货协议行不存在，或协议不在执行中",
        within: { supplier_id: "supplier_id", factory_id: "factory_id" },
        open: "to_call",
      }),
      demand_line: lineReference({
        label: "需求承诺行",
        to: "purchase-orders/demand-commit",
        lines: "items",
        only: where.oneOf("state", ["asked", "committed"]),
        otherwise: "需求承诺行不存在，或需求计划已不在发布状态",
        within: { supplier_id: "supplier_id", factory_id: "factory_id" },
        open: "to_order",
      }),
      share_line: lineReference({
        label: "分配明细行",
        to: "purchase-management/allocation-detail",
        lines: "shares",
        only: where.oneOf("state", ["locked", "used"]),
        otherwise: "分配明细行不存在，或分配没有锁定",
        within: { factory_id: "factory_id" },
        open: "to_order",
      }),
    },
    lines: {
      schedules: lines({
        label: "交货计划",
        max: 20,
        counter: "批",
        selfFilled: true,
        fields: {
          plan_date: date({ label: "要求交期", required: true }),
          plan_qty: quantity({ label: "计划数量", required: true, positive: true }),
          confirm_date: date({ label: "确认交期", system: true }),
          first_confirm_date: date({ label: "首次确认交期", system: true }),
          confirm_qty: quantity({ label: "确认数量", system: true }),
        },
      }),
    },
    compute: { amount: lineAmount, untaxed_amount: lineUntaxed },
    draws: {
      called: {
        on: "stock_line",
        into: "called_qty",
        // From the draft on: two orders are not written for the same goods.
        while: CALLING,
        quantity: calledOff,
        agree: { material_id: "material_id", factory_id: "factory_id" },
        within: "to_call",
        refusal: "第{n}行最多还可要货{open}{uom}",
        beside: "qty",
      },
      planned: {
        on: "demand_line",
        into: "ordered_qty",
        while: CALLING,
        quantity: calledOff,
        agree: { material_id: "material_id", factory_id: "factory_id", uom: "uom" },
        within: "to_order",
        refusal: "第{n}行超出需求份额，最多还可转{open}{uom}",
        beside: "qty",
      },
      shared: {
        on: "share_line",
        into: "ordered_qty",
        while: CALLING,
        quantity: calledOff,
        agree: { supplier_id: "supplier_id", material_id: "material_id", factory_id: "factory_id", uom: "uom" },
        within: "to_order",
        refusal: "第{n}行超出分配数量，最多还可下单{open}{uom}",
        beside: "qty",
      },
    },
    open: { to_deliver: { label: "可送", of: toDeliver, into: "open_qty", unit: "uom" } },
  }),
  ...productLines,
  changes: lines({
    label: "订单变更",
    system: true,
    // What the buyer side still discusses among itself is not the supplier's to read.
    suppliers: { where: where.any(where.eq("raised_by", "supplier"), where.not(where.eq("result", "pending"))) },
    fields: {
      version: integer({ label: "版本", required: true }),
      raised_by: choice({ label: "发起方", required: true, choices: { buyer: "采购方", supplier: "供应商" } }),
      content: json({ label: "变更内容", display: changeText }),
      reason: text({ label: "变更原因", required: true, maxLength: 500 }),
      result: choice({
        label: "处理结果",
        required: true,
        choices: { pending: "待处理", accepted: "已接受", refused: "已拒绝", withdrawn: "已撤回" },
        tones: { pending: "waiting", accepted: "done", refused: "refused", withdrawn: "closed" },
      }),
      reply: text({ label: "答复", maxLength: 500 }),
    },
  }),
};
