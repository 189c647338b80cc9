import {
  choice,
  date,
  defineEntity,
  lineSection,
  lines,
  longText,
  noSupplier,
  number,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { COA_VALUES, COA_WHEN } from "~/shared/coa";
import { where } from "~/shared/condition";
import { ITEM_GROUPS, itemsOnce, lawLimitsFit } from "./coa-template.rules";

const read = ["query", "get", "export"] as const;

/** Sets of test items with the limits of the national standard, from which standards of materials are made. */
export const coaTemplate = defineEntity({
  key: "base-data/coa-template",
  label: "COA模板",
  kind: "register",
  purpose:
    "成套的检测项目和国家标准限值，如坚果：水分、酸价、过氧化值、黄曲霉毒素B1；物料的COA标准按它生成，不能比它宽。",
  title: ["code", "title"],
  search: ["code", "title", "standard_no"],
  imports: { key: "code" },
  fields: {
    code: text({ label: "模板编码", required: true, maxLength: 30, unique: "模板编码已存在" }),
    title: text({ label: "模板名称", required: true, maxLength: 60 }),
    material_type_id: reference("master-data/material-type", {
      label: "适用物料类型",
      required: true,
      help: "一级类型含其下级",
    }),
    standard_no: text({ label: "执行标准号", maxLength: 60, help: "如GB 19300" }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  lines: {
    items: lines({
      label: "检测项目",
      min: 1,
      max: 100,
      counter: "项",
      fields: {
        item_name: text({ label: "检测项目", required: true, maxLength: 60 }),
        item_group: choice({
          label: "类别",
          choices: ITEM_GROUPS,
          help: "按模板生成的标准按类别排列：感官、理化、微生物、污染物",
        }),
        method: text({ label: "检测方法", maxLength: 60 }),
        unit: text({ label: "单位", maxLength: 20 }),
        value_kind: choice({ label: "结果类型", required: true, initial: "number", choices: COA_VALUES }),
        law_low: number({ label: "国标下限", precision: 18, scale: 6 }),
        law_high: number({ label: "国标上限", precision: 18, scale: 6 }),
        key_item: yesNo({ label: "关键项" }),
      },
    }),
  },
  rules: [itemsOnce, lawLimitsFit],
  list: {
    columns: ["code", "title", "material_type_id", "standard_no", "count(items)", "enabled"],
    filters: ["code", "title", "material_type_id", "enabled"],
    sort: "code",
    rowActions: ["generate"],
  },
  form: [
    section("模板信息", ["code", "title", "material_type_id", "standard_no", "enabled", "remark"]),
    lineSection("检测项目", "items"),
  ],
  transitions: {
    generate: {
      label: "按模板批量生成",
      from: [],
      to: "same",
      by: ["qa", "qa_manager"],
      input: {
        required_at: choice({ label: "提交时点", required: true, choices: COA_WHEN }),
        valid_from: date({ label: "生效日期", required: true }),
      },
      offered: { when: ({ enabled }) => enabled, rows: where.eq("enabled", true), otherwise: "模板已停用" },
      confirm: "为适用物料类型下还没有COA标准的物料各建一份草稿，限值取国标限值，逐份修改后提交审核。",
      done: "已生成COA标准草稿",
    },
  },
  related: [pointedAtBy("base-data/coa-standard", "template_id", { fact: "valid_from" })],
  access: {
    suppliers: noSupplier,
    suppliersMayReadTitle: true,
    grants: {
      qa: ["add", "edit", "delete", "import", ...read],
      qa_manager: "all",
      system_admin: "all",
      master_data: read,
      buyer: read,
      supplier_auditor: read,
      supervisor: read,
    },
  },
});
