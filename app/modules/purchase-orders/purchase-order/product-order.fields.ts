import {
  choice,
  computed,
  date,
  integer,
  lines,
  number,
  percent,
  quantity,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { neededOf } from "./product-need.rules";
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
  product_due: computed(date({ label: "最早需求日期", help: "还没有交齐的成品行中最早的" })),
  /** Of the newest report alone, so that nobody is told of the same slip twice. */
  stage_slips: text({ label: "阶段延误", system: true, maxLength: 500, help: "最近一次填报中晚于首次计划的阶段" }),
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
      item_line: integer({
        label: "用于订单行",
        required: true,
        positive: true,
        help: "成品的行号，如10；只有一行成品的留空",
        missing: "有多行成品时，请填写用于哪一订单行",
      }),
      unit_use: number({
        label: "单位用量",
        required: true,
        positive: true,
        precision: 18,
        scale: 6,
        help: "每一单位成品用多少；留空取同一成品和包材最近一张订单",
        missing: "同一成品和包材没有以前的订单，请填写单位用量",
      }),
      loss_rate: percent({
        label: "损耗率",
        required: true,
        max: "100",
        help: "留空取同一成品和包材最近一张订单，没有的取系统参数",
      }),
      uom: choice({ label: "单位", required: true, dictionary: "uom" }),
      made_qty: quantity({ label: "成品数量", system: true, help: "所用订单行的数量，随订单变更" }),
      need_qty: computed(
        quantity({ label: "应耗数量", help: "成品数量 × 单位用量 ×（1 + 损耗率），按个数计的单位进位取整" }),
      ),
      sent_qty: quantity({ label: "已发数量", system: true }),
      used_qty: quantity({ label: "实耗数量", system: true }),
      left_qty: quantity({ label: "结余", system: true }),
      over_rate: percent({ label: "超耗", system: true, help: "实耗超过应耗的比例，超过允许损耗时列出" }),
    },
    compute: { need_qty: neededOf },
  }),
  progress: lines({
    label: "生产进度",
    system: true,
    max: 1000,
    fields: {
      item_line: integer({ label: "订单行", required: true }),
      stage: choice({ label: "生产阶段", required: true, choices: PROD_STAGES, tones: { ready: "done" } }),
      plan_date: date({ label: "计划日期", required: true }),
      first_plan_date: date({ label: "首次计划", help: "第一次填报的计划，以后改期不变，延误按它计算" }),
      actual_date: date({ label: "实际日期" }),
      finished_qty: quantity({ label: "完成数量" }),
      batch_no: text({ label: "生产批号", maxLength: 60 }),
      reported_on: date({ label: "填报日期", required: true }),
    },
  }),
};
