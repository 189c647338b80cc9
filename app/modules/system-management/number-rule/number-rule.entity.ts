import { choice, defineEntity, noSupplier, section, text } from "~/engine/entity";

const read = ["query", "get", "export"] as const;

/** The rows come from the program: one for each kind of document that it numbers. */
export const numberRule = defineEntity({
  key: "system-management/number-rule",
  label: "编号规则",
  kind: "settings",
  purpose: "每种单据怎么编号：前缀、日期、流水长度、何时重新从 1 开始。改动从下一张单据起生效，已有编号不变。",
  title: ["name"],
  search: ["name", "doc_type"],
  fields: {
    doc_type: text({ label: "单据键", required: true, system: true, maxLength: 120, unique: "单据键已存在" }),
    name: text({ label: "单据类型", required: true, system: true, maxLength: 60 }),
    default_pattern: text({ label: "默认格式", required: true, system: true, maxLength: 80 }),
    remark: text({ label: "说明", maxLength: 200 }),
    pattern: text({
      label: "编号格式",
      maxLength: 80,
      help: "留空用默认格式。日期写 {YYYYMMDD}、{YYMM} 等，流水写 {0001}，位数即长度；单据上的内容如 {company_id.code}",
    }),
    reset: choice({
      label: "流水重置",
      required: true,
      initial: "auto",
      choices: { auto: "编号前段变化时", day: "每天", month: "每月", year: "每年", never: "不重置" },
      help: "号在保存时取，保存失败不占号；删除草稿留下的空号不再补",
    }),
  },
  list: {
    columns: ["name", "pattern", "default_pattern", "reset", "+next", "updated_by", "updated_at"],
    filters: ["name", "reset"],
    sort: "name",
    card: ["pattern", "default_pattern"],
  },
  form: [section("编号规则", ["name", "doc_type", "default_pattern", "pattern", "reset", "remark"])],
  removable: false,
  access: {
    suppliers: noSupplier,
    grants: { system_admin: ["edit", ...read], purchase_manager: read, log_auditor: read },
  },
  views: [
    {
      screen: "system-management/number-rule",
      label: "编号规则",
      extra: { next: text({ label: "下一个编号", system: true }) },
    },
  ],
});
