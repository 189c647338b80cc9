import {
  choice,
  defineEntity,
  everySupplierWhen,
  integer,
  longText,
  percent,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { LEVELS, saysSomething, scopeFits } from "./receive-control.rules";

const read = ["query", "get", "export"] as const;
/** Quality keeps shelf life, batches and certificates; quantities and days are agreed with whoever buys. */
const tradeTerms = { writeBy: ["master_data", "system_admin"] } as const;
const YES_NO = { yes: "是", no: "否" } as const;
const inherited = "留空沿用范围更宽的规则";

/** What a delivery has to keep to. The narrowest row in use wins for each field by itself; see `appliedRules`. */
export const receiveControl = defineEntity({
  key: "base-data/receive-control",
  label: "收货控制",
  kind: "register",
  purpose: "送货和收货的限度：可以多送少送几成、早到晚到几天、剩余保质期和批次、是否必须COA；范围最窄的规则逐项优先。",
  title: ["name"],
  search: ["name", "material_id", "supplier_id"],
  imports: { key: "name" },
  fields: {
    name: text({ label: "规则名称", required: true, maxLength: 60, unique: "规则名称已存在" }),
    level: choice({ label: "控制层级", required: true, choices: LEVELS, help: "决定下面填写哪些适用范围" }),
    factory_id: reference("master-data/factory", { label: "工厂" }),
    material_type_id: reference("master-data/material-type", { label: "物料类型", help: "一级类型含其下级" }),
    material_id: reference("master-data/material", {
      label: "物料",
      suppliersChoose: [{ entity: "base-data/source-data", through: "material_id" }],
    }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商" }),
    over_percent: percent({ label: "超收容差", min: "0", max: "100", help: inherited, ...tradeTerms }),
    under_percent: percent({
      label: "欠收关闭容差",
      min: "0",
      max: "100",
      help: `少交在容差以内视为交完；${inherited}`,
      ...tradeTerms,
    }),
    early_days: integer({ label: "允许提前天数", unit: "天", min: "0", max: "365", help: inherited, ...tradeTerms }),
    late_days: integer({ label: "允许延后天数", unit: "天", min: "0", max: "365", help: inherited, ...tradeTerms }),
    shelf_ratio: percent({
      label: "最低剩余保质期比例",
      min: "0",
      max: "100",
      help: `到货时剩余天数占保质期的比例，如66.67；${inherited}`,
    }),
    max_batches: integer({ label: "单次最多批次数", positive: true, max: "200", help: inherited }),
    fifo_batch: choice({ label: "不得早于上次到货批次", choices: YES_NO, help: inherited }),
    coa_required: choice({ label: "必须COA", choices: YES_NO, help: inherited }),
    mode: choice({
      label: "控制方式",
      choices: { warn: "提醒", block: "禁止" },
      tones: { warn: "warning", block: "refused" },
      help: `超出限度时提醒还是禁止；${inherited}`,
    }),
    enabled: yesNo({ label: "启用", initial: true }),
    shipped: yesNo({ label: "系统预置", system: true, hiddenFromSuppliers: true }),
    remark: longText({ label: "说明", maxLength: 500, hiddenFromSuppliers: true }),
  },
  rules: [scopeFits, saysSomething],
  list: {
    columns: [
      "name",
      "level",
      "factory_id",
      "material_type_id",
      "material_id",
      "supplier_id",
      "over_percent",
      "early_days",
      "late_days",
      "shelf_ratio",
      "coa_required",
      "mode",
      "enabled",
    ],
    filters: ["name", "level", "factory_id", "material_type_id", "material_id", "supplier_id", "enabled"],
    sort: "level,name",
    card: ["level", "material_id", "over_percent", "enabled"],
  },
  form: [
    section("适用范围", ["name", "level", "factory_id", "material_type_id", "material_id", "supplier_id", "enabled"]),
    section("数量与日期", ["over_percent", "under_percent", "early_days", "late_days"]),
    section("保质期与批次", ["shelf_ratio", "max_batches", "fifo_batch"]),
    section("单证要求", ["coa_required"]),
    section("控制方式", ["mode", "shipped", "remark"]),
  ],
  access: {
    suppliers: everySupplierWhen(
      where.all(where.eq("enabled", true), where.any(where.empty("supplier_id"), where.own("supplier_id"))),
    ),
    suppliersMayWrite: [],
    grants: {
      master_data: "all",
      system_admin: "all",
      qa: ["add", "edit", ...read],
      qa_manager: ["add", "edit", ...read],
      warehouse: read,
      buyer: read,
      planner: read,
      purchase_manager: read,
      supervisor: read,
      leader: read,
      supplier: read,
    },
  },
});
