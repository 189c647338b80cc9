import type { Context } from "~/engine/context.server";
import type { Complaint } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { gateHits, hitOrders } from "~/engine/operations/gate-hits.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { gateWeights, gateWeightsOften, orderFindings, rulesOfMoment, tryRule } from "./order-gate.server";

type OrderRuleRecord = RecordFor<"system-management/order-rule">;

const HIT_DAYS = 30;
const HITS_SHOWN = 20;
const ORDER = "purchase-orders/purchase-order";

/** What makes two rules equal: then only the order of their codes decides which of them counts. */
const SAME = [
  "check_type",
  "moment",
  "priority",
  "company_id",
  "factory_id",
  "material_type_id",
  "supplier_class_id",
] as const;

/** What a rule is narrowed to: reference, entity, word. */
const SCOPES = [
  ["company_id", "master-data/company", "公司"],
  ["factory_id", "master-data/factory", "工厂"],
  ["material_type_id", "master-data/material-type", "物料类型"],
  ["supplier_class_id", "master-data/supplier-class", "供应商分类"],
] as const;

/** True unless both days are given and the first lies behind the second. */
function notAfter(from: unknown, to: unknown): boolean {
  return typeof from !== "string" || typeof to !== "string" || from <= to;
}

/** A note when another rule in use decides the same orders with the same weight: what counts then is not what anybody chose. */
async function equalRules(context: Context, record: OrderRuleRecord): Promise<Finding[]> {
  const same = SAME.map((name) => {
    const value = record[name];
    return value === null || value === undefined ? where.empty(name) : where.eq(name, value as string | number);
  });
  const rivals = await unscopedRows(
    context,
    "system-management/order-rule",
    ["code", "effective_from", "effective_to"],
    [where.eq("state", "active"), where.not(where.eq("id", record.id)), ...same],
  );
  const meets = rivals.filter(
    (rival) =>
      notAfter(rival.effective_from, record.effective_to) && notAfter(record.effective_from, rival.effective_to),
  );
  if (meets.length === 0) return [];
  const codes = meets.map(({ code }) => code).sort();
  const first = [...codes, String(record.code)].sort()[0];
  return [
    {
      check: "equal_rule",
      level: "note",
      text: `与规则${codes.map((code) => `【${code}】`).join("")}的检查项、时点、范围和优先级都相同，同时启用时以编码在前的【${first}】为准；请调整优先级或适用范围`,
    },
  ];
}

export const orderRuleServer: EntityServer<"system-management/order-rule"> = {
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
      const wanted = [...new Set(rows.flatMap((row) => (row[column] === null ? [] : [row[column]])))];
      if (wanted.length === 0) continue;
      for (const row of await unscopedRows(context, entity, ["id", "name"], [where.oneOf("id", wanted)]))
        names.set(row.id, row.name);
    }
    const hits = await gateHits(context, HIT_DAYS);
    return new Map(
      rows.map((row) => {
        const scope = SCOPES.flatMap(([column, , word]) =>
          row[column] === null ? [] : [`${word}：${names.get(row[column]) ?? ""}`],
        );
        return [row.id, { scope: scope.join("；") || "所有订单", hits: hits.get(row.code) ?? 0 }];
      }),
    );
  },
  afterSave: equalRules,
  async sections(context, record): Promise<(RecordTable | RecordChart)[]> {
    const counts = [...(await gateHits(context, HIT_DAYS))].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const hits = await hitOrders(context, { rule: String(record.code), days: HIT_DAYS, limit: HITS_SHOWN });
    const { states, tones } = context.services.registry.entity(ORDER);
    const sections: (RecordTable | RecordChart)[] = [];
    if (hits.length > 0) {
      sections.push({
        kind: "table",
        title: `近${HIT_DAYS}天命中的订单`,
        table: {
          caption: `近${HIT_DAYS}天命中的订单，最近${HITS_SHOWN}张`,
          columns: columnsOf(["采购订单号", "状态", "命中内容"]),
          rows: hits.map(({ id, number, state, text }) => ({
            id,
            cells: [
              { text: number, href: `/${ORDER}/${id}` },
              { text: states?.[state] ?? state, ...(tones?.[state] ? { tone: tones[state] } : {}) },
              { text },
            ],
          })),
        },
      });
    }
    if (counts.length > 0) {
      sections.push({
        kind: "chart",
        title: `各规则近${HIT_DAYS}天命中的订单数`,
        chart: {
          kind: "bar",
          caption: `各规则近${HIT_DAYS}天命中的订单数`,
          axis: "规则",
          unit: "张",
          labels: counts.map(([code]) => code),
          series: [{ label: "订单数", values: counts.map(([, count]) => String(count)) }],
        },
      });
    }
    return sections;
  },
  async pages() {
    return [{ label: "试算", path: "try", tone: "primary" }];
  },
  transitions: {
    enable: { check: equalRules },
    disable: {
      async check(_context, record) {
        if (record.built_in !== true) return [];
        return [{ check: "built_in", level: "block", text: "系统内置规则不能停用，可以修改处理方式" }];
      },
    },
  },
  publishes: {
    findings: orderFindings,
    try: tryRule,
    weights: gateWeights,
    weightsOften: gateWeightsOften,
    rules: rulesOfMoment,
  },
};
