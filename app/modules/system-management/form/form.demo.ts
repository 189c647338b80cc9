import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const QUESTIONNAIRE = "system-management/form";

const QUESTIONS = [
  { label: "厂房面积", type: "int", required: "1", help: "平方米，按在用面积" },
  { label: "主要加工设备", type: "multi", options: "清理线\n粉碎机\n混合机\n包装线\n金属检测机" },
  { label: "成品贮存条件", type: "select", options: "常温\n阴凉\n冷藏\n冷冻", required: "1" },
  { label: "是否有虫害防治记录", type: "yesno", required: "1", score: "20" },
  { label: "是否有召回演练记录", type: "yesno", required: "1", score: "30" },
  { label: "最近一次外部审核日期", type: "date" },
  { label: "需要我方协助的事项", type: "longtext" },
];

/** A questionnaire for suppliers, and a checklist that is still a draft. */
export async function demoForms(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(90), 10));
  const survey = await pen.create(context, QUESTIONNAIRE, {
    code: "SITE",
    name: "供应商现场情况自查",
    audience: "supplier",
    intro: "请如实填写，用于安排今年的现场审核。",
    items: QUESTIONS,
  });
  await applyTransition(context, { entity: pen.screen(QUESTIONNAIRE).entity, id: survey.id, name: "publish" });
  await pen.create(context, QUESTIONNAIRE, {
    code: "WAREHOUSE",
    name: "仓库月度检查表",
    usage: "checklist",
    audience: "staff",
    items: [
      { label: "温湿度记录完整", type: "yesno", required: "1", score: "10" },
      { label: "先进先出执行到位", type: "yesno", required: "1", score: "10" },
      { label: "发现的问题", type: "longtext" },
    ],
  });
}
