import { choice, defineEntity, noSupplier, section, text } from "~/engine/entity";
import { stepsInOrder, valueFits } from "./parameter.rules";

const read = ["query", "get", "export"] as const;

/** The rows come from the program, see `PARAMETERS`: nobody adds or removes one. */
export const parameter = defineEntity({
  key: "system-management/parameter",
  label: "参数",
  kind: "settings",
  purpose: "可以调整的限额和文字，改动从下一次请求起生效；每次改动都留在变更记录里。",
  title: ["name"],
  search: ["key", "name"],
  fields: {
    key: text({ label: "参数键", required: true, system: true, maxLength: 60, unique: "参数键已存在" }),
    name: text({ label: "参数名称", required: true, system: true, maxLength: 60 }),
    param_group: choice({
      label: "分组",
      required: true,
      system: true,
      choices: {
        security: "安全",
        ui: "界面",
        warning: "预警",
        export: "导出",
        log: "日志",
        files: "附件",
        notify: "通知",
        deadline: "期限",
        receiving: "收货",
        price: "价格",
      },
    }),
    value_type: choice({
      label: "类型",
      required: true,
      system: true,
      choices: { text: "文本", int: "整数", switch: "开关", days: "提醒日" },
    }),
    value: text({ label: "参数值", maxLength: 2000 }),
    default_value: text({ label: "默认值", system: true, maxLength: 200 }),
    allowed: text({ label: "取值范围", system: true, maxLength: 60 }),
    unit: text({ label: "单位", system: true, maxLength: 10 }),
    remark: text({ label: "说明", system: true, maxLength: 200 }),
  },
  rules: [valueFits, stepsInOrder],
  list: {
    columns: ["name", "key", "param_group", "value", "unit", "default_value", "updated_by", "updated_at"],
    filters: ["param_group", "key", "name"],
    sort: "key",
  },
  form: [
    section("参数", [
      "name",
      "key",
      "param_group",
      "value_type",
      "value",
      "unit",
      "allowed",
      "default_value",
      "remark",
    ]),
  ],
  access: {
    suppliers: noSupplier,
    grants: { system_admin: ["edit", ...read], log_auditor: read },
  },
  views: [{ screen: "system-management/parameter", label: "参数管理" }],
});
