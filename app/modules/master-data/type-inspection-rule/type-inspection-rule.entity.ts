import {
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  number,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { itemsOnce, limitsFit, oneSubject } from "./type-inspection-rule.rules";

const read = ["query", "get", "export"] as const;

/** Ruling 50: which materials need a type inspection, how often and of what; 12 months where nothing else is said. */
export const typeInspectionRule = defineEntity({
  key: "master-data/type-inspection-rule",
  label: "型式检验规则",
  kind: "register",
  purpose: "哪些物料要做型式检验、多久一次、检哪些项目；物料的规则优先于物料类型的规则，二级类型优先于一级。",
  imports: { key: "code" },
  fields: {
    code: text({ label: "规则编码", required: true, maxLength: 30, unique: "规则编码已存在" }),
    name: text({ label: "规则名称", required: true, maxLength: 60 }),
    material_id: reference("master-data/material", { label: "物料" }),
    material_type_id: reference("master-data/material-type", {
      label: "物料类型",
      help: "与物料二选一；一级类型含其下级",
    }),
    cycle_months: integer({ label: "检验周期", required: true, initial: 12, unit: "个月", positive: true, max: "60" }),
    standard_code: text({ label: "执行标准", maxLength: 60 }),
    share_allowed: yesNo({ label: "允许同类覆盖", help: "一份报告可以用于多个配方相同的物料" }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  lines: {
    items: lines({
      label: "检验项目",
      max: 100,
      fields: {
        item: text({ label: "检验项目", required: true, maxLength: 60 }),
        method: text({ label: "检验方法", maxLength: 60 }),
        lower: number({ label: "下限", precision: 18, scale: 4 }),
        upper: number({ label: "上限", precision: 18, scale: 4 }),
        unit: text({ label: "单位", maxLength: 20 }),
      },
    }),
  },
  rules: [oneSubject, limitsFit, itemsOnce],
  list: {
    columns: [
      "code",
      "name",
      "material_id",
      "material_type_id",
      "cycle_months",
      "standard_code",
      "count(items)",
      "enabled",
    ],
    filters: ["code", "name", "material_id", "material_type_id", "enabled"],
    sort: "code",
  },
  form: [
    section("适用范围", ["code", "name", "material_id", "material_type_id", "enabled"]),
    section("要求", ["cycle_months", "standard_code", "share_allowed", "remark"]),
    lineSection("检验项目", "items"),
  ],
  access: {
    suppliers: noSupplier,
    suppliersMayReadTitle: true,
    grants: {
      qa_manager: "all",
      qa: ["add", "edit", ...read],
      master_data: "all",
      system_admin: "all",
      buyer: read,
      purchase_manager: read,
      supplier_auditor: read,
      supervisor: read,
    },
  },
});
