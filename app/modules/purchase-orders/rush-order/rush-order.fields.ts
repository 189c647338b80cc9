import {
  choice,
  date,
  dateTime,
  lineReference,
  lines,
  longText,
  money,
  person,
  price,
  quantity,
  reference,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { COST_BEARERS, RUSH_KINDS, RUSH_LEVELS, RUSH_REASONS } from "./rush-order.rules";

const ORDER = "purchase-orders/purchase-order";
const system = true;

/** States of an order of which goods may be brought forward. */
export const RUSHED_ORDERS = ["released", "confirmed"] as const;

/** What stands in the head of a rush. */
export const rushFields = {
  rush_kind: choice({ label: "加急方式", required: true, initial: "expedite", choices: RUSH_KINDS }),
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
  order_id: reference(ORDER, {
    label: "原订单",
    help: "由订单行带出；插单时为参照的订单，新订单的公司、工厂、付款条件按它，留空取该供应商最近的订单",
    only: where.oneOf("state", ["released", "negotiating", "confirmed", "on_hold", "completed", "closed"]),
    within: { supplier_id: "supplier_id" },
  }),
  factory_id: reference("master-data/factory", { label: "工厂", system }),
  buyer_id: person({ label: "采购员", system }),
  level: choice({
    label: "紧急程度",
    required: true,
    initial: "normal",
    choices: RUSH_LEVELS,
    tones: { normal: "waiting", urgent: "warning", stop: "refused" },
  }),
  reason: choice({ label: "加急原因", choices: RUSH_REASONS, help: "发送以前选择；供应商延期的，费用由供应商承担" }),
  reason_text: longText({ label: "情况说明", maxLength: 1000, help: "供应商可以看到" }),
  reply_deadline: dateTime({ label: "要求回复时间", deadlineIn: ["sent"] }),
  cost_bearer: choice({
    label: "费用承担",
    choices: COST_BEARERS,
    help: "留空时供应商延期由供应商承担，其他由采购方承担",
  }),
  stop_loss: money({ label: "停线损失估算", hiddenFromSuppliers: true, min: "0" }),
  currency: choice({ label: "币种", system, dictionary: "currency" }),
  extra_cost: money({ label: "加急费用", system, help: "各行费用合计，货款以外" }),
  material_id: reference("master-data/material", { label: "物料", system, help: "第一行的物料，其他行见明细" }),
  want_date: date({ label: "期望交期", system, help: "各行中最早的期望交期" }),
  reply_date: date({ label: "回复交期", system, help: "供应商可供各行中最晚的回复交期" }),
  sent_at: dateTime({ label: "发送时间", system }),
  half_at: dateTime({ label: "中途提醒时间", system, hiddenFromSuppliers: true }),
  no_reply_at: dateTime({ label: "记为逾期的时间", system, hiddenFromSuppliers: true }),
  reminded_on: date({ label: "最近催办", system, hiddenFromSuppliers: true }),
  replied_at: dateTime({ label: "回复时间", system }),
  agreed_at: dateTime({ label: "达成时间", system }),
  made_order_id: reference(ORDER, { label: "加急订单", system, within: { supplier_id: "supplier_id" } }),
};

/** What is to come earlier, line by line, and what the supplier said of it. */
export const rushLines = {
  items: lines({
    label: "加急明细",
    min: 1,
    max: 50,
    totals: ["line_cost"],
    fillFrom: { order_line: { material_id: "material_id" } },
    fields: {
      order_line: lineReference({
        label: "订单行",
        help: "插单不填",
        to: ORDER,
        lines: "items",
        only: where.oneOf("state", RUSHED_ORDERS),
        onlyLines: where.all(where.oneOf("line_status", ["open", "partial"]), where.set("confirm_date")),
        otherwise: "订单行不存在，或还没有确认、已不再交货",
        within: { supplier_id: "supplier_id" },
        open: "to_deliver",
      }),
      material_id: reference("master-data/material", {
        label: "物料",
        required: true,
        only: where.not(where.eq("material_status", "stopped")),
      }),
      qty: quantity({ label: "加急数量", required: true, positive: true }),
      uom: choice({ label: "单位", dictionary: "uom", system }),
      price: price({ label: "含税单价", positive: true, help: "插单填写，留空取该供应商最近一次的价格" }),
      old_date: date({ label: "原交期", system }),
      want_date: date({ label: "期望交期" }),
      reply_qty: quantity({ label: "可供数量", system, min: "0" }),
      reply_date: date({ label: "回复交期", system }),
      line_cost: money({ label: "加急费用", system, min: "0" }),
      cost_reason: text({ label: "费用说明", system, maxLength: 300 }),
      // What had been noticed or accepted of the order line when the rush was agreed on: it does not count for it.
      base_qty: quantity({ label: "达成时已送", system, hiddenFromSuppliers: true }),
      ended_on: date({ label: "行已结束", system, help: "订单行不再交货的日期，这一行从此不再加急" }),
      arrive_date: date({ label: "实际到货", system, help: "收货过账使这一行收足的日期" }),
    },
  }),
};
