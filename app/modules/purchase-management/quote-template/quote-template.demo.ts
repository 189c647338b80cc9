import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const KEY = "purchase-management/quote-template";
const MODEL = "purchase-management/cost-model";
/** What inquiries of the demo ask by. */
export const DEMO_TEMPLATE = "通用成本分解模板";
/** The same where a part of the price follows from others. */
export const WORKED_TEMPLATE = "原料损耗分解模板";

const amount = (code: string, name: string, help?: string) => ({
  ...{ code, name, kind: "amount", required: true },
  ...(help ? { help } : {}),
});
const ELEMENTS = [
  amount("RAW", "原料", "含损耗"),
  amount("LABOR", "人工和能耗"),
  amount("FREIGHT", "运费", "送货到厂"),
  amount("FEE", "管理费、利润和税"),
  { code: "LOSS", name: "损耗率", kind: "figure", unit: "%", required: false },
] as const;
/** Suppliers say what they need and lose; what that costs, and how much of the price is work, follows. */
const WORKED_ELEMENTS = [
  amount("RAW", "原料", "净用量，不含损耗"),
  { code: "LOSS", name: "损耗率", kind: "figure", unit: "%", required: true },
  { code: "WASTE", name: "原料损耗", kind: "amount", required: false, formula: "原料 * 损耗率" },
  amount("LABOR", "人工和能耗"),
  amount("FREIGHT", "运费", "送货到厂"),
  amount("FEE", "管理费、利润和税"),
  {
    ...{ code: "LABOR_RATE", name: "加工占比", kind: "figure", unit: "%", required: false },
    formula: "LABOR / (RAW + WASTE + LABOR)",
  },
] as const;
const TERMS = [
  {
    ...{ code: "ORIGIN", name: "主要原料产地", answer_type: "text", level: "line" },
    ...{ required: false, in_compare: true },
  },
  {
    ...{ code: "CERT", name: "是否随货提供检验报告", answer_type: "select", level: "head", options: "是\n否" },
    ...{ required: true, in_compare: true },
  },
] as const;
const CLAUSES = "单价含税、含包装、送货到厂；质量按双方确认的标准验收，不合格的退换费用由供方承担。";
/** Templates in every state: one in its second version, one that waits, one of a type drawn from its cost model, one with formulas, one out of use. */
export async function demoQuoteTemplates(pen: DemoPen): Promise<void> {
  const { entity } = pen.screen(KEY);
  const at = async (days: number, hour: number) =>
    pen.context(pen.moment(pen.daysAgo(days), hour), await pen.person("manager1"));
  const make = async (days: number, values: Readonly<Record<string, unknown>>) =>
    (await pen.create(await at(days, 9), KEY, values)).id;
  const move = async (days: number, id: string, name: string) =>
    applyTransition(await at(days, 11), { entity, id, name });

  const first = await make(150, { name: DEMO_TEMPLATE, clauses: CLAUSES, elements: ELEMENTS.slice(0, 4) });
  await move(150, first, "enable");
  await move(101, first, "new_version");
  const [second] = await unscopedRows(pen.context(pen.now), KEY, ["id"], [where.eq("previous_id", first)]);
  if (second) {
    await pen.change(await at(100, 10), KEY, second.id, { elements: ELEMENTS, terms: TERMS });
    await move(100, second.id, "enable");
  }
  const worked = await make(60, {
    ...{ name: WORKED_TEMPLATE, clauses: CLAUSES, elements: WORKED_ELEMENTS, terms: TERMS },
    remark: "损耗由原料和损耗率算出，供应商不填",
  });
  await move(60, worked, "enable");
  const old = await make(140, {
    name: "简易报价模板",
    elements: ELEMENTS.slice(0, 2),
    remark: "分解过粗，改用通用模板",
  });
  await move(140, old, "enable");
  await move(95, old, "disable");
  await make(3, {
    ...{
      name: "纸箱报价模板",
      category_id: await pen.idOf("master-data/material-type", "B01"),
      is_default: true,
      only_down: true,
    },
    ...{ clauses: CLAUSES, elements: ELEMENTS, terms: TERMS },
  });
  const [model] = await unscopedRows(
    pen.context(pen.now),
    MODEL,
    ["id", "category_id"],
    [where.eq("state", "active"), where.set("category_id")],
  );
  if (!model) return;
  const drawn = await make(30, {
    ...{ name: "大豆油密封报价模板", category_id: model.category_id, cost_model_id: model.id, must_seal: true },
    clauses: CLAUSES,
  });
  await move(30, drawn, "take_elements");
  await move(30, drawn, "enable");
}
