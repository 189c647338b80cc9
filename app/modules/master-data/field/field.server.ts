import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord, Complaint } from "~/engine/entity";
import { dictionaryOf } from "~/engine/entity/dictionary";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { extensionUse, saveExtensionColumn } from "~/engine/extensions.server";
import { unscopedCount } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { EXTENSION_TYPES, type ExtensionType, isExtensionType } from "~/shared/extension-fields";
import { fixedComplaints, turnsValues } from "./field.rules";

const KEY = "master-data/field";

const fieldRow = z.object({
  entity: z.string(),
  code: z.string(),
  field_type: z.custom<ExtensionType>(isExtensionType),
  options_dict: z.string().nullable(),
  supplier_visible: z.boolean(),
  supplier_editable: z.boolean(),
  in_list: z.boolean(),
  searchable: z.boolean(),
  builtin: z.boolean(),
  enabled: z.boolean(),
});

function rowOf(record: AnyRecord) {
  const { field_type, supplier_visible, supplier_editable, ...rest } = fieldRow.parse(record);
  return { ...rest, type: field_type, supplierVisible: supplier_visible, supplierEditable: supplier_editable };
}

/**
 * Two fields in use that are called the same could not be told apart in forms, files and filters. Only what is called anew is asked about:
 * the program itself may have two that share a word.
 */
async function labelTaken(context: Context, record: AnyRecord, before: AnyRecord | null): Promise<boolean> {
  const isNew =
    before === null || before.label !== record.label || (before.enabled === false && record.enabled === true);
  if (!isNew || record.enabled !== true) return false;
  const same = [
    where.eq("entity", String(record.entity)),
    where.eq("label", String(record.label)),
    where.eq("enabled", true),
    where.not(where.eq("id", record.id)),
  ];
  return (await unscopedCount(context, KEY, same)) > 0;
}

export const fieldServer: EntityServer<"master-data/field"> = {
  async prepare({ record, set }) {
    // Left over where a field was a choice before; the dictionary says nothing of other kinds.
    if (record.builtin !== true && record.field_type !== "option") set({ options_dict: null });
  },
  async beforeSave({ context, record, before }) {
    const complaints: Complaint[] = [];
    const row = rowOf(record);
    if (row.builtin && !before) complaints.push({ field: "code", message: "内置字段由系统维护" });
    if (!row.builtin && row.options_dict !== null && !dictionaryOf(row.options_dict)?.enabled)
      complaints.push({ field: "options_dict", message: `字典“${row.options_dict}”不存在或已停用` });
    if (await labelTaken(context, record, before))
      complaints.push({ field: "label", message: "显示名称在该对象中已存在" });
    if (!before) return complaints;
    const names = Object.keys(context.services.registry.entity(KEY).fields);
    complaints.push(...fixedComplaints(names, before, record));
    if (complaints.length === 0 && !row.builtin && turnsValues(before, record)) {
      const { filled } = await extensionUse(context, row.entity, rowOf(before));
      if (filled > 0) complaints.push({ field: "field_type", message: "字段已有数据，不能修改类型" });
    }
    return complaints;
  },
  async stored({ context, record }) {
    const row = rowOf(record);
    if (!row.builtin) await saveExtensionColumn(context, row.entity, row);
  },
  async sections(context, record) {
    const row = rowOf(record);
    const { rows, filled } = await extensionUse(context, row.entity, row);
    const entity = context.services.registry.entity(row.entity);
    const suppliers = entity.access.suppliers.kind !== "none" && row.supplierVisible;
    const facts: [place: string, text: string][] = [
      ["业务对象的记录", `${rows}条`],
      [row.type === "bool" ? "开关打开的记录" : "已填写的记录", `${filled}条`],
      ["字段类型", EXTENSION_TYPES[row.type]],
      ["表单、详情、打印、导出、接口、变更历史", row.enabled ? "使用" : "已停用，数据保留"],
      ["列表的列", row.enabled && row.in_list ? "默认显示" : row.enabled ? "可由个人选择" : "不使用"],
      ["列表的查询条件", row.enabled && row.searchable ? "使用" : "不使用"],
      ["供应商页面", row.enabled && suppliers ? (row.supplierEditable ? "可见，可编辑" : "可见") : "不可见"],
    ];
    return [
      {
        kind: "table",
        title: "使用情况",
        table: {
          caption: "使用情况",
          columns: columnsOf(["项目", "情况"]),
          rows: facts.map(([place, text], index) => ({ id: String(index), cells: [{ text: place }, { text }] })),
        },
      },
    ];
  },
};
