import {
  choice,
  date,
  defineEntity,
  integer,
  longText,
  noSupplier,
  number,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { builtInStaysWide, CHECKS, endsAfterStart, MOMENTS, momentFits, thresholdFits } from "./order-rule.rules";

const read = ["query", "get", "export"] as const;

/** Built-in rules come with the migration. What a check finds is worked out in `order-rule.server`. */
export const orderRule = defineEntity({
  key: "system-management/order-rule",
  label: "订单规则",
  kind: "register",
  purpose: "订单提交和下达时要过的检查：查什么、对哪些订单、超过多少、只是提醒还是禁止。改动从下一次检查起生效。",
  search: ["code", "name"],
  fields: {
    code: text({
      label: "规则编码",
      required: true,
      maxLength: 30,
      pattern: { expression: /^[A-Z][A-Z0-9_-]*$/, complaint: "编码仅大写字母、数字、下划线、短横线，以字母开头" },
      unique: "规则编码已存在",
    }),
    name: text({ label: "规则名称", required: true, maxLength: 60 }),
    check_type: choice({
      label: "检查项",
      required: true,
      choices: Object.fromEntries(Object.entries(CHECKS).map(([key, { label }]) => [key, label])) as {
        [K in keyof typeof CHECKS]: string;
      },
    }),
    moment: choice({
      label: "触发时点",
      required: true,
      initial: "release",
      choices: MOMENTS,
    }),
    severity: choice({
      label: "处理方式",
      required: true,
      initial: "reason",
      choices: { warn: "提醒", reason: "填写理由后放行", block: "禁止" },
      tones: { warn: "waiting", reason: "warning", block: "refused" },
    }),
    threshold: number({
      label: "阈值",
      precision: 12,
      scale: 2,
      positive: true,
      help: "最短交期、资质将到期按天，超金额按订单币种的含税金额，明细行数按行；其余检查项留空",
    }),
    priority: integer({
      label: "优先级",
      required: true,
      initial: 10,
      max: "999",
      help: "同一检查项有几条规则时，数字大的优先；相同时范围最窄的优先",
    }),
    company_id: reference("master-data/company", { label: "公司", help: "留空为所有公司" }),
    factory_id: reference("master-data/factory", { label: "工厂", help: "留空为所有工厂" }),
    material_type_id: reference("master-data/material-type", { label: "物料类型", help: "留空为所有物料；含下级类型" }),
    supplier_class_id: reference("master-data/supplier-class", { label: "供应商分类", help: "留空为所有供应商" }),
    effective_from: date({ label: "生效日", help: "留空为立即生效" }),
    effective_to: date({ label: "失效日", help: "留空为长期有效；当天仍有效" }),
    built_in: yesNo({ label: "系统内置", system: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  rules: [thresholdFits, momentFits, endsAfterStart, builtInStaysWide],
  list: {
    columns: ["code", "name", "check_type", "moment", "+scope", "threshold", "severity", "+hits", "state"],
    filters: ["name", "check_type", "moment", "severity", "state"],
    sort: "code",
    batch: ["enable", "disable"],
    rowActions: ["enable", "disable"],
    card: ["name", "moment", "threshold", "severity"],
  },
  form: [
    section("规则", ["code", "name", "check_type", "moment", "severity", "threshold", "priority"]),
    section("适用范围", [
      "company_id",
      "factory_id",
      "material_type_id",
      "supplier_class_id",
      "effective_from",
      "effective_to",
    ]),
    section("说明", ["built_in", "remark"]),
  ],
  states: { stopped: "未启用", active: "启用" },
  tones: { stopped: "draft", active: "done" },
  editIn: ["stopped", "active"],
  copy: false,
  transitions: {
    enable: {
      label: "启用",
      from: ["stopped"],
      to: "active",
      by: ["system_admin"],
      right: "order-rule.enable",
      tone: "primary",
      confirm: "启用后，下一次提交或下达订单时就按这条规则检查。",
    },
    disable: {
      label: "停用",
      from: ["active"],
      to: "stopped",
      by: ["system_admin"],
      right: "order-rule.disable",
      reason: "optional",
      confirm: "停用后订单不再按这条规则检查。",
    },
  },
  access: {
    suppliers: noSupplier,
    grants: { system_admin: "all", purchase_manager: read, supervisor: read, log_auditor: read },
  },
  views: [
    {
      screen: "system-management/order-rule",
      label: "订单规则",
      extra: {
        scope: text({ label: "适用范围", system: true }),
        hits: integer({ label: "近30天命中", system: true }),
      },
    },
  ],
});
