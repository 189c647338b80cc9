import type { Complaint } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { gateHits } from "~/engine/operations/gate-hits.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { gateWeights, orderFindings, tryRule } from "./order-gate.server";

const HIT_DAYS = 30;

/** What a rule is narrowed to: reference, entity, word. */
const SCOPES = [
  ["company_id", "master-data/company", "公司"],
  ["factory_id", "master-data/factory", "工厂"],
  ["material_type_id", "master-data/material-type", "物料类型"],
  ["supplier_class_id", "master-data/supplier-class", "供应商分类"],
] as const;

export const orderRuleServer: EntityServer = {
  async beforeSave({ record, before }) {
    const complaints: Complaint[] = [];
    if (before?.built_in !== true) return complaints;
    for (const [name, label] of [
      ["code", "编码"],
      ["check_type", "检查项"],
      ["moment", "触发时点"],
    ] as const) {
      if (record[name] !== before[name]) complaints.push({ field: name, message: `系统内置规则不能修改${label}` });
    }
    return complaints;
  },
  async beforeRemove(_context, record) {
    return record.built_in === true ? "系统内置规则不能删除" : null;
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(
      context,
      "system-management/order-rule",
      ["id", "code", ...SCOPES.map(([name]) => name)],
      [where.oneOf("id", ids)],
    );
    const names = new Map<string, string>();
    for (const [column, entity] of SCOPES) {
      const wanted = [...new Set(rows.flatMap((row) => (row[column] === null ? [] : [String(row[column])])))];
      if (wanted.length === 0) continue;
      for (const row of await unscopedRows(context, entity, ["id", "name"], [where.oneOf("id", wanted)]))
        names.set(String(row.id), String(row.name));
    }
    const hits = await gateHits(context, HIT_DAYS);
    return new Map(
      rows.map((row) => {
        const scope = SCOPES.flatMap(([column, , word]) =>
          row[column] === null ? [] : [`${word}：${names.get(String(row[column])) ?? ""}`],
        );
        return [String(row.id), { scope: scope.join("；") || "所有订单", hits: hits.get(String(row.code)) ?? 0 }];
      }),
    );
  },
  async pages() {
    return [{ label: "试算", path: "try", tone: "primary" }];
  },
  transitions: {
    disable: {
      async check(_context, record) {
        if (record.built_in !== true) return [];
        return [{ check: "built_in", level: "block", text: "系统内置规则不能停用，可以修改处理方式" }];
      },
    },
  },
  publishes: { findings: orderFindings, try: tryRule, weights: gateWeights },
};
