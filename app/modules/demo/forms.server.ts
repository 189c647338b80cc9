import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";

const QUESTIONNAIRE = "system-management/form";
const REQUEST = "system-management/form-request";

const QUESTIONS = [
  { label: "厂房面积", type: "int", required: "1", help: "平方米，按在用面积" },
  { label: "主要加工设备", type: "multi", options: "清理线\n粉碎机\n混合机\n包装线\n金属检测机" },
  { label: "成品贮存条件", type: "select", options: "常温\n阴凉\n冷藏\n冷冻", required: "1" },
  { label: "是否有虫害防治记录", type: "yesno", required: "1", score: "20" },
  { label: "是否有召回演练记录", type: "yesno", required: "1", score: "30" },
  { label: "最近一次外部审核日期", type: "date" },
  { label: "需要我方协助的事项", type: "longtext" },
];

/** A questionnaire that waits for the first suppliers, and a checklist that is still a draft. */
export async function loadQuestionnaires(writer: DemoWriter): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(5), 10));
  const survey = await writer.create(context, QUESTIONNAIRE, {
    code: "SITE",
    name: "供应商现场情况自查",
    audience: "supplier",
    intro: "请如实填写，用于安排今年的现场审核。",
    items: QUESTIONS,
  });
  await applyTransition(context, { entity: writer.screen(QUESTIONNAIRE).entity, id: survey.id, name: "publish" });
  await writer.create(context, QUESTIONNAIRE, {
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
  const qualified = where.eq("stage", "qualified");
  const suppliers = await unscopedRows(context, "supplier-management/supplier", ["id"], [qualified]);
  const task = await writer.create(context, REQUEST, {
    form_id: survey.id,
    name: "现场审核前自查",
    due_date: writer.daysAgo(-10),
    note: "有疑问请联系质量部。",
    suppliers: suppliers.map(({ id }) => ({ supplier_id: id })),
  });
  await applyTransition(context, { entity: writer.screen(REQUEST).entity, id: task.id, name: "send" });
}
