import type { Context } from "~/engine/context.server";
import type { DemoPen } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const PREQ = "supplier-onboarding/prequalification";
const APPLICATION = "supplier-onboarding/preq-application";
const QUESTION = "supplier-onboarding/preq-question";
const TEMPLATE = "supplier-management/scoring-template";
const FLOW = "system-management/approval-flow";

const SHEET = {
  name: "资格预审表",
  usage: "prequalification",
  pass_line: "60",
  note: "各类物料通用的资格条件。",
  dims: [
    { code: "A", name: "资格", weight: "50" },
    { code: "B", name: "能力", weight: "50" },
  ],
  items: [
    { dim_code: "A", item: "未被列入严重违法失信名单", method: "yes_no", max_score: "10" },
    { dim_code: "A", item: "近三年无重大食品安全处罚", method: "yes_no", max_score: "10" },
    { dim_code: "B", item: "年产能与设备说明", max_score: "40" },
  ],
};

const CRITERIA = [
  { code: "1", group: "exclusion", title: "未被列入严重违法失信名单", kind: "pass_fail", expected: "是" },
  { code: "2", group: "food", title: "近三年无重大食品安全处罚", kind: "pass_fail", expected: "是" },
  {
    code: "3",
    group: "capacity",
    title: "年产能（吨）",
    kind: "score",
    answer_type: "number",
    expected: "不低于2000吨",
    max_score: "40",
  },
  {
    code: "4",
    group: "record",
    title: "主要客户和近两年供货业绩",
    kind: "score",
    answer_type: "text",
    max_score: "30",
  },
];

/** Two procedures: one that everybody may apply for, with a question; one whose answers are being judged. */
export async function demoPrequalifications(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const manager = await pen.person("manager1");
  const at = (days: number, hour = 10) => pen.context(pen.moment(pen.daysAgo(days), hour));
  const transition = ({
    days,
    key,
    id,
    name,
    more = {},
  }: {
    days: number;
    key: string;
    id: string;
    name: string;
    more?: object;
  }) => applyTransition(at(days), { entity: pen.screen(key).entity, id, name, ...more });
  const [org] = await unscopedRows(at(0), "master-data/purchase-org", ["id"], []);
  const [known, second] = suppliers.filter(({ type }) => type === "Y01");
  const packer = suppliers.find(({ type }) => type === "B01");
  if (!known || !second || !packer) return;
  const judged = await pen.together(at(30), async () => {
    const sheet = await pen.create(at(160), TEMPLATE, SHEET);
    await transition({ days: 160, key: TEMPLATE, id: sheet.id, name: "publish" });
    const flow = await pen.create(at(160), FLOW, {
      code: "PREQ",
      name: "资格预审结果",
      document: PREQ,
      conditions: [],
      steps: [{ step_no: "1", name: "采购经理审批", decider: "role", role_id: "purchase_manager", due_hours: "48" }],
      remark: "预审结果由采购经理批准。",
    });
    await transition({ days: 160, key: FLOW, id: flow.id, name: "publish" });
    const begin = async ({
      days,
      last,
      title,
      type,
      more,
    }: {
      days: number;
      last: number;
      title: string;
      type: string;
      more: object;
    }) => {
      const { id } = await pen.create(at(days), PREQ, {
        title,
        mode: "open",
        purchase_org_id: String(org?.id),
        material_type_id: await pen.idOf("master-data/material-type", type),
        template_id: sheet.id,
        notice: "有意供货的企业请按条件应答并提供佐证。应答内容在申请截止前不开启。",
        question_deadline: `${pen.daysAgo(last + 2)} 17:00`,
        deadline: `${pen.daysAgo(last)} 17:00`,
        valid_to: pen.daysAgo(last - 365),
        contact: manager.id,
        criteria: CRITERIA,
        ...more,
      });
      await transition({ days, key: PREQ, id, name: "publish" });
      return id;
    };
    const open = await begin({
      days: 4,
      last: -12,
      title: "年度包材供应商资格预审",
      type: "B01",
      more: { pass_limit: "6" },
    });
    await pen.create(at(2), QUESTION, {
      prequalification_id: open,
      supplier_id: packer.id,
      question: "年产能按设计能力还是实际产量填写？",
    });
    return begin({
      days: 25,
      last: 6,
      title: "谷物原料备选供应商资格预审",
      type: "Y01",
      more: {
        mode: "invite",
        pass_limit: "2",
        invitees: [{ supplier_id: known.id }, { supplier_id: second.id }],
      },
    });
  });
  const columns = ["id", "supplier_id"] as const;
  const applications = await unscopedRows(at(0), APPLICATION, columns, [where.eq("prequalification_id", judged)]);
  for (const [index, { id }] of applications.entries()) {
    const given = ["是", "是", index === 0 ? "5200" : "2600", "为两家区域烘焙企业供货，近两年准时交货。"];
    const applicant = suppliers.find((one) => one.id === applications[index]?.supplier_id);
    const context = index === 0 && applicant ? pen.context(pen.moment(pen.daysAgo(20), 10), applicant.actor) : at(20);
    await answer(pen, context, id, given);
    await transition({ days: 18, key: APPLICATION, id, name: "submit" });
  }
  await transition({ days: 5, key: PREQ, id: judged, name: "close_apply" });
}

/** Answers every condition; a supplier brings the paper of its capacity in beside that answer, outside what the program writes in one go. */
async function answer(pen: DemoPen, context: Context, id: string, given: readonly string[]): Promise<void> {
  const screen = pen.screen(APPLICATION);
  const { entity } = screen;
  const { record } = await openRecord(context, { entity, id });
  const own = pen.services.registry.screensOf(APPLICATION).find((one) => mayOnScreen(context, one, "edit"));
  const papers = context.actor.supplierId
    ? await pen.picture(context, entity, "answers.files", "产能核定报告.png")
    : undefined;
  const answers = linesOf(record, "answers").map((row, line) => ({
    ...{ id: row.id, value: given[line] },
    ...(papers && row.answer_type === "number" ? { files: papers } : {}),
  }));
  await updateRecordBy(context, { screen: own ?? screen, id, version: record.version, values: { answers } });
}
