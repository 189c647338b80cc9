import {
  choice,
  computed,
  date,
  dateTime,
  integer,
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
import { BUYERS, OPENERS } from "~/shared/jobs-of-people";
import { DIVIDING } from "../allocation-detail/allocation-detail.rules";
import { RFQ_MODES } from "./collective.rules";
import { APPROVAL_NEEDS, INVITE_STATUSES, inquired, QUOTE_SCOPES, RANK_SHOWS, RFQ_KINDS, SEALINGS } from "./rfq.rules";

/** What is asked is fixed once suppliers have been asked. */
const asked = { writeIn: ["draft"] } as const;
const system = { system: true } as const;
/** From the draft on until prices count: two inquiries are not made for the same quantity. */
const RUNNING = ["draft", "in_approval", "published", "closed", "opened", "priced"] as const;
const SAME_GOODS = { material_id: "material_id", factory_id: "factory_id", uom: "uom" } as const;
/** Demand whose month an allocation divides over suppliers is bought of them: nobody is asked for it. */
const divided = where.someRow({
  table: "allocation_detail",
  column: "demand_plan_id",
  equals: "root_id",
  also: { material_id: "material_id", period: "month" },
  inner: where.oneOf("state", DIVIDING),
});

export const rfqFields = {
  title: text({ label: "询价标题", required: true, maxLength: 100, ...asked }),
  rfq_kind: choice({ label: "询价类型", required: true, initial: "period", choices: RFQ_KINDS, ...asked }),
  mode: choice({
    label: "组织方式",
    required: true,
    initial: "single",
    choices: RFQ_MODES,
    help: "集采把几个工厂的需求合在一起询价，各工厂的供应商和份额相同",
    ...asked,
  }),
  quote_scope: choice({ label: "报价要求", required: true, initial: "all_lines", choices: QUOTE_SCOPES, ...asked }),
  template_id: reference("purchase-management/quote-template", {
    label: "报价模板",
    only: where.eq("state", "active"),
    otherwise: "报价模板不存在或没有启用，请另选",
    help: "供应商须按它分解成本、答复条件；留空不要求",
    ...asked,
  }),
  company_id: reference("master-data/company", { label: "公司", required: true, ...asked }),
  purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", required: true, ...asked }),
  buyer_id: person({ label: "采购员", may: BUYERS, required: true, initial: "me", ...asked }),
  currency: choice({ label: "币种", required: true, initial: "CNY", dictionary: "currency", ...asked }),
  price_valid_from: date({ label: "价格有效期起", required: true, ...asked }),
  price_valid_to: date({ label: "价格有效期止", required: true, ...asked }),
  start_at: dateTime({ label: "报价开始", required: true, ...asked }),
  deadline: dateTime({ label: "报价截止", required: true, deadlineIn: ["published"], ...asked }),
  ask_until: dateTime({ label: "答疑截止", help: "留空为报价截止", ...asked }),
  min_suppliers: integer({ label: "最少报价家数", min: "1", max: "20", help: "留空按系统参数", ...asked }),
  round_no: integer({ label: "当前轮次", required: true, initial: 1, ...system }),
  max_rounds: integer({ label: "最多轮次", required: true, initial: 3, min: "1", max: "3", ...asked }),
  show_rank: choice({
    label: "告知排名",
    required: true,
    initial: "none",
    choices: RANK_SHOWS,
    help: "开启报价以后，供应商在报价单上看到的名次",
    ...asked,
  }),
  sealing: choice({
    label: "密封",
    required: true,
    initial: "none",
    choices: SEALINGS,
    help: "密封的报价提交后任何人读不到，截止后由两名开启人共同开启；须在发布前指定开启人和监督人",
    ...asked,
  }),
  opener_1: person({ label: "开启人一", may: OPENERS, help: "密封时必填，须已设置开启口令", ...asked }),
  opener_2: person({ label: "开启人二", may: OPENERS, help: "密封时必填，须已设置开启口令", ...asked }),
  opener_supervisor: person({
    label: "监督人",
    inRole: "supervisor",
    otherwise: "监督人须具有监察角色",
    help: "密封时必填，须具有监察角色；开启人不能开启时，经两名管理员申请并确认后代为交出份额",
    ...asked,
  }),
  /** The seal of the present round. */
  seal_id: text({ label: "密封编号", maxLength: 40, ...system }),
  payment_term: choice({ label: "付款条件", required: true, dictionary: "payment_term", ...asked }),
  trade_term: text({ label: "交货方式", maxLength: 100, ...asked }),
  few_reason: longText({ label: "不足家数说明", maxLength: 500, ...asked }),
  estimate: computed(money({ label: "预计金额", help: "数量乘以目标价，没有目标价的乘以上次价" })),
  factory_count: computed(integer({ label: "参与工厂数" })),
  volume_saving: computed(
    money({ label: "集采节约额", help: "定价与各工厂自己的上次价相比，只计有上次价的行，负数为增加" }),
  ),
  approval_need: choice({ label: "发布审批", required: true, initial: "none", choices: APPROVAL_NEEDS, ...system }),
  published_at: dateTime({ label: "发布时间", ...system }),
  opened_at: dateTime({ label: "开启时间", ...system }),
  price_no: text({ label: "核价单", maxLength: 40, ...system }),
  distributed_at: dateTime({ label: "分配到工厂时间", ...system }),
  reminded_at: dateTime({ label: "最近催报", ...system }),
} as const;

export const rfqLines = {
  items: lines({
    label: "询价物料",
    min: 1,
    max: 100,
    writeIn: ["draft"],
    fillFrom: {
      plan_line: {
        material_id: "material_id",
        factory_id: "root.factory_id",
        uom: "uom",
        target_price: "budget_price",
      },
      demand_line: {
        material_id: "material_id",
        factory_id: "root.factory_id",
        uom: "uom",
        required_date: "week_start",
      },
      pool_line: {
        material_id: "material_id",
        factory_id: "factory_id",
        uom: "uom",
        required_date: "required_date",
      },
      material_id: { uom: "uom", spec: "spec" },
    },
    draws: {
      sourcing: {
        on: "plan_line",
        into: "sourcing_qty",
        while: RUNNING,
        quantity: inquired,
        agree: SAME_GOODS,
        within: "to_source",
        refusal: "第{n}行寻源数量超出计划剩余数量{open}{uom}",
        beside: "qty",
      },
      // What was priced stays priced, also of a line that was stopped meanwhile.
      sourced: { on: "plan_line", into: "sourced_qty", while: ["done"], quantity: inquired, agree: SAME_GOODS },
      // A pool draws on the plans itself: what is asked for of it is not drawn twice (decision 0190).
      pooling: {
        on: "pool_line",
        into: "sourcing_qty",
        while: RUNNING,
        quantity: inquired,
        agree: SAME_GOODS,
        within: "to_inquire",
        refusal: "第{n}行数量超出集采需求，最多还可转{open}{uom}",
        beside: "qty",
      },
      pooled: { on: "pool_line", into: "sourced_qty", while: ["done"], quantity: inquired, agree: SAME_GOODS },
      demanded: {
        on: "demand_line",
        into: "sourced_qty",
        while: [...RUNNING, "done"],
        quantity: inquired,
        agree: SAME_GOODS,
        within: "to_source",
        refusal: "第{n}行寻源数量超出净需求，最多还可转{open}{uom}",
        beside: "qty",
      },
    },
    fields: {
      material_id: reference("master-data/material", {
        label: "物料",
        required: true,
        only: where.not(where.eq("material_status", "stopped")),
      }),
      spec: text({ label: "规格要求", maxLength: 200 }),
      factory_id: reference("master-data/factory", {
        label: "收货工厂",
        required: true,
        within: { company_id: "company_id" },
      }),
      qty: quantity({ label: "预计数量", required: true, positive: true }),
      uom: choice({ label: "单位", required: true, dictionary: "uom" }),
      required_date: date({ label: "需求日期" }),
      target_price: price({ label: "目标价", positive: true, help: "含税，不告知供应商" }),
      last_price: price({ label: "上次价", system: true, help: "含税，保存时取所邀供应商最近的价格数据" }),
      not_bought: yesNo({ label: "不采购", system: true }),
      withdrawn: yesNo({ label: "工厂已退出", system: true }),
      plan_line: lineReference({
        label: "采购计划行",
        to: "purchase-management/purchase-plan-apply",
        lines: "items",
        only: where.eq("state", "approved"),
        onlyLines: where.empty("stopped_at"),
        otherwise: "采购计划行不存在、已终止，或采购计划不在已批准状态",
        within: { company_id: "company_id" },
        open: "to_source",
      }),
      demand_line: lineReference({
        label: "需求计划行",
        to: "purchase-orders/demand-plan",
        lines: "items",
        only: where.eq("state", "released"),
        onlyLines: where.not(divided),
        otherwise: "需求计划行不存在，需求计划已不在发布状态，或该月的需求已由分配明细分配",
        open: "to_source",
      }),
      pool_line: lineReference({
        label: "集采需求行",
        to: "purchase-management/collective",
        lines: "demands",
        only: where.oneOf("state", ["frozen", "sourcing"]),
        otherwise: "集采需求行不存在，或集采项目没有锁定、已经结束",
        within: { company_id: "company_id" },
        open: "to_inquire",
      }),
    },
  }),
  suppliers: lines({
    label: "邀请供应商",
    min: 0,
    max: 40,
    writeIn: ["draft"],
    fields: {
      supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
      contact: text({ label: "联系人", maxLength: 30, help: "留空取供应商的主联系人" }),
      invite_status: choice({ label: "响应状态", choices: INVITE_STATUSES, system: true }),
      decline_reason: text({ label: "谢绝原因", maxLength: 500, system: true }),
      last_round: integer({ label: "参加到第几轮", system: true }),
    },
  }),
  questions: lines({
    label: "答疑",
    system: true,
    fields: {
      supplier_id: reference("supplier-management/supplier", { label: "提问方", help: "不告知其他供应商" }),
      question: longText({ label: "问题", required: true, maxLength: 1000 }),
      asked_at: dateTime({ label: "提问时间" }),
      answer: longText({ label: "答复", maxLength: 2000 }),
      answered_at: dateTime({ label: "答复时间" }),
      /** The line of the quote it was asked on, so that none is taken twice. */
      source_line: text({ label: "来源", maxLength: 40 }),
    },
  }),
  awards: lines({
    label: "定价结果",
    max: 400,
    writeIn: ["opened"],
    fields: {
      item_no: integer({ label: "询价行", required: true, positive: true, help: "询价物料的行号：10、20……" }),
      supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
      material_id: reference("master-data/material", { label: "物料", system: true }),
      factory_id: reference("master-data/factory", { label: "工厂", system: true }),
      share: percent({ label: "份额%", required: true, positive: true, max: "100" }),
      award_qty: quantity({ label: "份额数量", system: true }),
      award_price: price({ label: "定价", system: true, help: "含税，保存时取该供应商的报价" }),
      split_qty: quantity({ label: "分到工厂数量", system: true, help: "集采分配到工厂时确定" }),
      not_lowest_reason: text({ label: "非最低价原因", maxLength: 300 }),
    },
  }),
} as const;
