import {
  choice,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  money,
  noSupplier,
  number,
  percent,
  pointedAtBy,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { bandsCover, classesOnce, finedAfterGrace, MONTH } from "./delivery-assessment.rules";

const read = ["query", "get", "export"] as const;
const keep = ["add", "edit", "delete", ...read] as const;

/** How delivery is judged; the results of each month are documents of their own (decision 0158). */
export const deliveryAssessment = defineEntity({
  key: "master-data/delivery-assessment",
  label: "交货考核",
  kind: "register",
  purpose:
    "按供应商分类或物料类型约定怎样算准时、宽限几天、各准时率得几分、延期从第几天起按哪条条款扣款；保存后在规则页上用在手订单试算，每月按收货生成各供应商的考核结果。",
  title: ["title"],
  search: ["title"],
  fields: {
    title: text({ label: "规则名称", required: true, maxLength: 60, unique: "规则名称已存在" }),
    material_type_id: reference("master-data/material-type", {
      label: "物料类型",
      help: "空着表示所有物料；一级类型含其下级",
    }),
    due_source: choice({
      label: "应交日期取值",
      required: true,
      initial: "order",
      choices: { order: "订单交期", promise: "供应商承诺交期", cycle: "下单日加交货周期" },
      help: "承诺按首次确认的交期，以后改期不变；没有承诺的按订单交期；没有维护交货周期的物料不参加考核",
    }),
    grace_days: integer({ label: "宽限天数", required: true, unit: "天", min: "0", max: "60", initial: 0 }),
    early_counts: yesNo({ label: "提前到货计为不准时" }),
    qty_tolerance: percent({
      label: "数量容差",
      required: true,
      min: "0",
      max: "50",
      initial: "0",
      help: "少交在容差以内计为足量",
    }),
    clause_id: reference("base-data/standard-clause", {
      label: "扣款条款",
      only: where.all(where.eq("state", "active"), where.eq("for_fines", true)),
      help: "日费率和上限以条款为准；不扣款的留空",
    }),
    fine_start_days: integer({
      label: "起罚延期天数",
      unit: "天",
      positive: true,
      max: "365",
      requiredWhen: where.set("clause_id"),
    }),
    min_fine: money({ label: "起罚金额", min: "0", help: "一家供应商合计低于它的不扣款" }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  lines: {
    classes: lines({
      label: "供应商分类",
      max: 50,
      fields: { supplier_class_id: reference("master-data/supplier-class", { label: "供应商分类", required: true }) },
    }),
    bands: lines({
      label: "评分区间",
      min: 1,
      max: 20,
      fields: {
        from_rate: percent({ label: "准时率从", required: true, min: "0", max: "100" }),
        to_rate: percent({ label: "准时率至", required: true, min: "0", max: "100" }),
        score: number({ label: "得分", required: true, precision: 6, scale: 2, min: "0" }),
      },
    }),
    exemptions: lines({
      label: "免责原因",
      max: 20,
      fields: { reason: text({ label: "免责原因", required: true, maxLength: 100 }) },
    }),
  },
  rules: [bandsCover, finedAfterGrace, classesOnce],
  list: {
    columns: [
      "title",
      "count(classes)",
      "material_type_id",
      "due_source",
      "grace_days",
      "fine_start_days",
      "clause_id",
      "enabled",
    ],
    filters: ["title", "classes.supplier_class_id", "material_type_id", "due_source", "enabled"],
    sort: "title",
    toggles: { fines_only: { label: "有扣款条款", where: where.set("clause_id") } },
    batch: ["generate"],
    rowActions: ["generate"],
    card: ["material_type_id", "due_source", "grace_days", "enabled"],
  },
  form: [
    section("规则", ["title", "material_type_id", "enabled", "remark"]),
    lineSection("供应商分类（留空为全部）", "classes"),
    section("准时与足量", ["due_source", "grace_days", "early_counts", "qty_tolerance"]),
    lineSection("评分区间", "bands"),
    section("扣款", ["clause_id", "fine_start_days", "min_fine"]),
    lineSection("免责原因", "exemptions"),
  ],
  related: [
    pointsAt("clause_id"),
    pointedAtBy("master-data/delivery-result", "rule_id", { label: "月度结果", fact: "on_time_rate" }),
  ],
  transitions: {
    generate: {
      label: "生成月度结果",
      from: [],
      to: "same",
      by: ["planner", "purchase_manager"],
      offered: {
        when: ({ enabled }) => enabled,
        rows: where.eq("enabled", true),
        otherwise: "规则已停用，不能生成考核结果；请先启用",
      },
      input: {
        month: text({ label: "月份", required: true, maxLength: 7, pattern: MONTH, help: "已结束的月份，如2026-10" }),
      },
      confirm:
        "按规则和收货计算各供应商该月的考核结果：没有的生成草稿，待发布的更新，已发布和已确认的不变。生成后逐份或批量发布。",
      done: "的月度结果已生成",
    },
  },
  access: {
    suppliers: noSupplier,
    grants: {
      planner: keep,
      purchase_manager: keep,
      system_admin: "all",
      buyer: read,
      leader: read,
      finance_lead: read,
      supervisor: read,
    },
  },
  views: [{ screen: "master-data/delivery-assessment", label: "交货考核" }],
});
