import {
  choice,
  dateTime,
  integer,
  lines,
  longText,
  money,
  percent,
  person,
  price,
  quantity,
  reference,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { LIMIT_NAMES } from "../rfq/best-award-words.rules";
import { ADOPTABLE, OUTCOMES, WAYS, WEIGHTS } from "./award-proposal.rules";

const system = { system: true } as const;
const SUPPLIER = "supplier-management/supplier";

/** The head: what is wished, and what came of it. */
export const proposalFields = {
  rfq_id: reference("purchase-management/rfq", {
    label: "询价单",
    required: true,
    only: where.oneOf("state", ["draft", "in_approval", "published", "closed", "opened"]),
    help: "条件可以在开启以前填写，开启以后才能计算",
  }),
  title: text({ label: "方案名称", required: true, maxLength: 60, help: "例如：两家供货、保住现有份额" }),
  few_suppliers: integer({ label: "限定家数：合计", min: "1", max: "40", unit: "家", help: "留空按系统参数" }),
  few_per_line: integer({ label: "限定家数：每行", min: "1", max: "40", unit: "家", help: "留空按系统参数" }),
  quota_points: percent({
    label: "保持配额：允许相差",
    min: "0",
    max: "100",
    unit: "个百分点",
    help: "留空按系统参数",
  }),
  purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", ...system }),
  currency: choice({ label: "币种", dictionary: "currency", ...system }),
  asked_by: person({ label: "计算申请人", ...system }),
  asked_at: dateTime({ label: "申请计算时间", ...system }),
  attempts: integer({ label: "已试次数", ...system }),
  steps_done: integer({ label: "已算方案数", ...system }),
  round_no: integer({ label: "报价轮次", ...system }),
  solved_at: dateTime({ label: "算出时间", ...system }),
  /** Which quotes it was worked out from, to tell when they are others. */
  quotes_mark: text({ label: "报价版本", maxLength: 64, ...system }),
  cheapest_total: money({ label: "成本最低含税总额", ...system }),
  own_total: money({ label: "自定条件含税总额", ...system }),
  own_outcome: choice({
    label: "自定条件",
    choices: OUTCOMES,
    tones: { found: "done", conflict: "refused", unknown: "warning" },
    ...system,
  }),
  uncovered: text({ label: "无人报价的行", maxLength: 400, ...system }),
  fail_note: text({ label: "未算出原因", maxLength: 400, ...system }),
  adopted_way: choice({ label: "采用的方案", choices: ADOPTABLE, ...system }),
  adopted_at: dateTime({ label: "采用时间", ...system }),
  adopt_reason: text({ label: "采用原因", maxLength: 300, ...system }),
} as const;

const way = choice({ label: "方案", required: true, choices: WAYS });

/** Limits as they are typed, and ways to award as they were found. */
export const proposalLines = {
  limits: lines({
    label: "限制条件",
    max: 60,
    counter: "条",
    fields: {
      kind: choice({ label: "条件", required: true, choices: LIMIT_NAMES }),
      amount: quantity({
        label: "数值",
        min: "0",
        help: "家数、占比%、百分点、天数或金额；起订量、可供数量、合格来源、排除不填",
      }),
      supplier_id: reference(SUPPLIER, { label: "供应商", help: "占比留空为每家；排除必填" }),
      item_no: integer({ label: "询价行", positive: true, help: "只用于排除：10、20……，留空为所有行" }),
      weight: choice({ label: "要求", required: true, initial: "must", choices: WEIGHTS }),
      cost: money({ label: "代价", help: "没有这一条时自定条件的综合总额可以少这么多", ...system }),
    },
  }),
  ways: lines({
    label: "方案",
    system: true,
    fields: {
      way,
      outcome: choice({ label: "结果", required: true, choices: OUTCOMES }),
      suppliers: integer({ label: "家数" }),
      amount: money({ label: "含税总额" }),
      last: money({ label: "上次价总额" }),
      saving: money({ label: "较上次节约额" }),
      surplus: money({ label: "起订量多买" }),
      term_cost: money({ label: "账期成本" }),
      duty: money({ label: "关税" }),
      full: money({ label: "综合总额" }),
      held_to: longText({ label: "条件", maxLength: 8000 }),
      relaxed: longText({ label: "放宽的条件", maxLength: 8000 }),
      conflict: longText({ label: "相互冲突的条件", maxLength: 8000 }),
      gap: percent({ label: "距最优不超过" }),
    },
  }),
  parts: lines({
    label: "方案明细",
    system: true,
    fields: {
      way,
      item_no: integer({ label: "询价行", required: true }),
      /** As they were called then. */
      material: text({ label: "物料", required: true, maxLength: 300 }),
      supplier_name: text({ label: "供应商名称", required: true, maxLength: 300 }),
      supplier_id: reference(SUPPLIER, { label: "供应商", required: true }),
      share: percent({ label: "份额%", required: true }),
      qty: quantity({ label: "数量", required: true }),
      price: price({ label: "含税单价（含运费）", required: true }),
      amount: money({ label: "含税金额", required: true }),
    },
  }),
} as const;
