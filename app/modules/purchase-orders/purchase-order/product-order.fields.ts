import { choice, computed, date, integer, lines, percent, quantity, reference, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { PROD_STAGES } from "./product-order.rules";

/** Goods that are made for us under our label. */
export const isProduct = where.eq("order_type", "outsource");

/** What an order of goods made for us says besides. */
export const productFields = {
  market: text({ label: "销售渠道", maxLength: 60, help: "印在外箱上的区域或电商代码" }),
  label_version: text({ label: "包装版本", maxLength: 60, requiredWhen: isProduct }),
  label_confirmed: yesNo({ label: "版面已确认", system: true }),
  min_shelf_rate: percent({
    label: "到货剩余保质期",
    max: "100",
    requiredWhen: isProduct,
    help: "留空取收货控制规则中最严的一条",
  }),
  standard_no: text({ label: "执行标准", maxLength: 60, requiredWhen: isProduct }),
  prod_stage: computed(choice({ label: "生产阶段", choices: PROD_STAGES, tones: { ready: "done" } })),
  finished_rate: computed(percent({ label: "完工率", help: "完成数量按含税单价折算，占订单数量的比例" })),
  planned_finish: computed(date({ label: "预计完工" })),
  finish_late: computed(yesNo({ label: "预计逾期", help: "预计完工晚于需求日期" })),
  /** Since when no progress was reported, while it is expected. */
  progress_on: date({ label: "最近报进度", system: true }),
  progress_reminded_on: date({ label: "最近催报", system: true, hiddenFromSuppliers: true }),
  over_use: text({ label: "包材超耗", system: true, maxLength: 500 }),
};

/** Packaging of ours that the supplier uses, and how far its production has come. */
export const productLines = {
  supplied: lines({
    label: "客供包材",
    max: 50,
    fillFrom: { material_id: { uom: "uom" } },
    fields: {
      material_id: reference("master-data/material", {
        label: "客供包材",
        required: true,
        only: where.not(where.eq("material_status", "stopped")),
      }),
      need_qty: quantity({ label: "应耗数量", required: true, positive: true, help: "按用量和损耗计算的数量" }),
      uom: choice({ label: "单位", required: true, dictionary: "uom" }),
      sent_qty: quantity({ label: "已发数量", system: true }),
      used_qty: quantity({ label: "实耗数量", system: true }),
      left_qty: quantity({ label: "结余", system: true }),
      over_rate: percent({ label: "超耗", system: true, help: "实耗超过应耗的比例，超过允许损耗时列出" }),
    },
  }),
  progress: lines({
    label: "生产进度",
    system: true,
    max: 1000,
    fields: {
      item_line: integer({ label: "订单行", required: true }),
      stage: choice({ label: "生产阶段", required: true, choices: PROD_STAGES, tones: { ready: "done" } }),
      plan_date: date({ label: "计划日期", required: true }),
      actual_date: date({ label: "实际日期" }),
      finished_qty: quantity({ label: "完成数量" }),
      batch_no: text({ label: "生产批号", maxLength: 60 }),
      reported_on: date({ label: "填报日期", required: true }),
    },
  }),
};
