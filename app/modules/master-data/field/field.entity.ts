import { type AnyEntity, choice, defineEntity, integer, noSupplier, section, text, yesNo } from "~/engine/entity";
import { EXTENSION_TYPES } from "~/shared/extension-fields";
import { codeFits, editableIsVisible, filesAreNotSearched, optionsAreNamed } from "./field.rules";

const read = ["query", "get", "export"] as const;

/**
 * Fields of the heads of documents and registers: those of the program, of which label, place and being listed may change, and those
 * that administrators add. See `engine/entity/extension.ts` for what becomes of a row.
 * @param entities all others; those that say `extensible` can be chosen
 */
export function fieldOf(entities: readonly AnyEntity[]) {
  const choices = Object.fromEntries(
    entities.flatMap(({ key, label, extensible }) => (extensible ? [[key, label]] : [])),
  );
  return defineEntity({
    key: "master-data/field",
    label: "字段",
    kind: "register",
    purpose:
      "给业务对象增加扩展字段，或调整内置字段的名称、排序和列表显示，从下一次请求起生效。扩展字段在单据表头，可作审批流程条件和报表的列、分组、统计；不能用于明细行、供应商变更申请和外部系统下发。",
    title: ["code", "label"],
    search: ["code", "label"],
    removable: false,
    copy: false,
    fields: {
      entity: choice({ label: "业务对象", required: true, choices }),
      code: text({
        label: "字段编码",
        required: true,
        maxLength: 60,
        pattern: { expression: /^[a-z][a-z0-9_]*$/, complaint: "编码仅小写字母、数字、下划线，以字母开头" },
        help: "以 x_ 开头的小写字母、数字、下划线，接口和导入也用它；保存后不能修改",
      }),
      label: text({ label: "显示名称", required: true, maxLength: 30 }),
      field_type: choice({ label: "字段类型", required: true, choices: EXTENSION_TYPES, help: "有数据以后不能修改" }),
      options_dict: text({ label: "字典编码", maxLength: 40, help: "下拉字段的选项来自系统管理的数据字典" }),
      required: yesNo({ label: "必填", help: "只约束以后在页面、导入和接口中填写的人，已有记录不受影响" }),
      supplier_visible: yesNo({ label: "供应商可见" }),
      supplier_editable: yesNo({ label: "供应商可编辑", help: "供应商本来就能填写的业务对象才会用到" }),
      in_list: yesNo({ label: "列表显示" }),
      searchable: yesNo({ label: "可查询" }),
      seq: integer({ label: "排序", required: true, min: "0", max: "9999", initial: 100, help: "小的在前" }),
      builtin: yesNo({ label: "内置", system: true }),
      enabled: yesNo({ label: "启用", initial: true }),
    },
    unique: [{ columns: ["entity", "code"], complaint: "字段编码在该对象中已存在" }],
    rules: [codeFits, optionsAreNamed, editableIsVisible, filesAreNotSearched],
    list: {
      columns: ["code", "entity", "label", "field_type", "required", "supplier_visible", "in_list", "enabled"],
      filters: ["entity", "label", "builtin", "enabled"],
      sort: "entity",
      card: ["entity", "label", "field_type", "enabled"],
    },
    form: [
      section("字段信息", [
        "entity",
        "code",
        "label",
        "field_type",
        "options_dict",
        "required",
        "supplier_visible",
        "supplier_editable",
        "in_list",
        "searchable",
        "seq",
        "enabled",
        "builtin",
      ]),
    ],
    access: { suppliers: noSupplier, grants: { system_admin: "all", master_data: read } },
    views: [{ screen: "master-data/field", label: "字段管理" }],
  });
}
