import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const TEMPLATE = "supplier-management/scoring-template";

const AUDIT_SHEET = {
  name: "原料供应商现场审核表",
  usage: "onsite_audit",
  pass_line: "85",
  conditional_line: "70",
  note: "年度审核和准入审核通用。",
  dims: [
    { code: "A", name: "厂区与卫生", weight: "30" },
    { code: "B", name: "过程控制", weight: "40" },
    { code: "C", name: "追溯与召回", weight: "30" },
  ],
  items: [
    { dim_code: "A", item: "厂区环境与虫害防治", requirement: "记录完整，布点图与现场一致", max_score: "10" },
    { dim_code: "A", item: "人员卫生与更衣", requirement: "一人一柜，洗手消毒设施可用", max_score: "10" },
    {
      dim_code: "B",
      item: "异物控制",
      requirement: "金属检测机每班校验",
      max_score: "20",
      is_veto: "1",
      na_allowed: "0",
    },
    { dim_code: "B", item: "关键工序参数记录", requirement: "按工艺卡记录并复核", max_score: "20" },
    { dim_code: "C", item: "批次追溯演练", requirement: "两小时内完成正反向追溯", max_score: "20", evidence: "1" },
    { dim_code: "C", item: "召回程序", requirement: "一年内至少演练一次", max_score: "10" },
  ],
};

const APPRAISAL_SHEET = {
  name: "食品供应商绩效考评表",
  usage: "appraisal",
  dims: [
    { code: "Q", name: "质量", weight: "40" },
    { code: "D", name: "交付", weight: "25" },
    { code: "P", name: "价格", weight: "20" },
    { code: "S", name: "服务", weight: "15" },
  ],
  items: [
    { dim_code: "Q", item: "来料批次合格率", method: "system", metric_code: "lot_pass_rate", max_score: "25" },
    { dim_code: "Q", item: "整改按时回复率", method: "system", metric_code: "capa_on_time", max_score: "15" },
    { dim_code: "D", item: "准时交货率", method: "system", metric_code: "otd", max_score: "25" },
    { dim_code: "P", item: "与最低报价价差", method: "system", metric_code: "price_gap", max_score: "20" },
    { dim_code: "S", item: "配合程度", method: "manual", scorer_role: "buyer", max_score: "15" },
  ],
  grades: [
    { grade: "A", min_score: "90", max_score: "100", tone: "done" },
    { grade: "B", min_score: "80", max_score: "90", tone: "running" },
    { grade: "C", min_score: "70", max_score: "80", tone: "warning" },
    { grade: "D", min_score: "0", max_score: "70", tone: "refused" },
  ],
};

/** Sheets of audits and of appraisals; those of admissions are told along with them. */
export async function demoScoringTemplates(pen: DemoPen): Promise<void> {
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  await pen.together(at(200), async () => {
    for (const sheet of [AUDIT_SHEET, APPRAISAL_SHEET]) {
      const { id } = await pen.create(at(200), TEMPLATE, sheet);
      await applyTransition(at(199), { entity: pen.screen(TEMPLATE).entity, id, name: "publish" });
    }
  });
}
