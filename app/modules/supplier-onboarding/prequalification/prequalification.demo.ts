import type { Actor, Context } from "~/engine/context.server";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
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

/** What applicants say to the conditions. */
const ANSWERS = [
  ["是", "是", "5200", "为两家区域烘焙企业供货，近两年准时交货。"],
  ["是", "是", "2600", "为两家区域烘焙企业供货，近两年准时交货。"],
  ["是", "否", "900", "主要供应本地粮油批发市场。"],
] as const;

/** Procedures in every state: one that everybody may apply for, with a question; one whose answers are being judged; what is over, and more. */
export async function demoPrequalifications(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const manager = await pen.person("manager1");
  const at = (days: number, hour = 10) => pen.context(pen.moment(pen.daysAgo(days), hour));
  const [org] = await unscopedRows(at(0), "master-data/purchase-org", ["id"], []);
  const grain = suppliers.filter(({ type }) => type === "Y01");
  const [known, second, third, fourth] = grain;
  const [packer, beginner, applicant] = suppliers.filter(({ type }) => type === "B01");
  const films = suppliers.filter(({ type }) => type === "B02");
  if (!known || !second || !third || !fourth || !packer || !beginner || !applicant) return;
  const sheet = await pen.together(at(160), () => sheetAndFlow(pen));
  const written = async ({ days, last, title, type, more }: Procedure) => {
    const { id } = await pen.create(at(days), PREQ, {
      title,
      mode: "open",
      purchase_org_id: String(org?.id),
      material_type_id: await pen.idOf("master-data/material-type", type),
      template_id: sheet,
      notice: "有意供货的企业请按条件应答并提供佐证。应答内容在申请截止前不开启。",
      question_deadline: `${pen.daysAgo(last + 2)} 17:00`,
      deadline: `${pen.daysAgo(last)} 17:00`,
      valid_to: pen.daysAgo(last - 365),
      contact: manager.id,
      criteria: CRITERIA,
      ...more,
    });
    return id;
  };
  const begin = async (procedure: Procedure) => {
    const id = await written(procedure);
    await move(pen, { days: procedure.days, key: PREQ, id, name: "publish" });
    return id;
  };
  const invited = (some: readonly DemoSupplier[]) => ({
    mode: "invite",
    pass_limit: "2",
    invitees: some.map(({ id }) => ({ supplier_id: id })),
  });
  const [open, judged] = await pen.together(at(30), async () => {
    const published = await begin({
      days: 4,
      last: -12,
      title: "年度包材供应商资格预审",
      type: "B01",
      more: { pass_limit: "6" },
    });
    await pen.create(at(2), QUESTION, {
      prequalification_id: published,
      supplier_id: packer.id,
      question: "年产能按设计能力还是实际产量填写？",
    });
    const more = invited([known, second, third, fourth]);
    return [published, await begin({ days: 25, last: 6, title: "谷物原料备选供应商资格预审", type: "Y01", more })];
  });
  await applyFor(pen, open, { beginner, applicant });
  const columns = ["id", "supplier_id"] as const;
  const applications = await unscopedRows(at(0), APPLICATION, columns, [where.eq("prequalification_id", judged)]);
  for (const { id, supplier_id } of applications) {
    const place = grain.findIndex((one) => one.id === supplier_id);
    const present = place === 0 ? grain[place] : undefined;
    const context = present ? pen.context(pen.moment(pen.daysAgo(20), 10), present.actor) : at(20);
    if (place < 3) await answer(pen, context, id, ANSWERS[place] ?? ANSWERS[0]);
    await move(pen, { days: 18, key: APPLICATION, id, name: place < 3 ? "submit" : "withdraw" });
  }
  await move(pen, { days: 5, key: PREQ, id: judged, name: "close_apply" });
  const unclear = applications.find((one) => one.supplier_id === third.id);
  if (unclear) {
    const more = { reason: "请说明年产能900吨是否含代工部分。" };
    await move(pen, { days: 2, key: APPLICATION, id: unclear.id, name: "clarify", more });
  }

  const over = { type: "B02", more: invited(films.slice(0, 3)) };
  const finished = await concluded(
    pen,
    await begin({ ...over, days: 118, last: 96, title: "软包装供应商资格预审" }),
    96,
  );
  await approve(pen, finished, 90);
  await move(pen, { days: 70, key: PREQ, id: finished, name: "finish" });
  const announced = { days: 24, last: 8, title: "复合膜备选供应商资格预审" };
  await approve(pen, await concluded(pen, await begin({ ...over, ...announced }), 8), 0);
  await concluded(pen, await begin({ ...over, days: 20, last: 5, title: "真空袋备选供应商资格预审" }), 5);
  await pen.together(at(15), async () => {
    const ended = await begin({ ...over, days: 34, last: 12, title: "可降解膜供应商资格预审" });
    const more = { reason: "项目延期到明年，届时重新发布。" };
    await move(pen, { days: 15, key: PREQ, id: ended, name: "cancel", more });
    await written({ days: 1, last: -20, title: "玻璃瓶供应商资格预审", type: "B03", more: {} });
  });
}

/** While applications are open one supplier is at its answers, another has handed them in, and its question is answered for all. */
async function applyFor(
  pen: DemoPen,
  procedure: string,
  { beginner, applicant }: Readonly<Record<"beginner" | "applicant", DemoSupplier>>,
): Promise<void> {
  const at = (days: number, hour: number, { actor }: { actor: Actor }) =>
    pen.context(pen.moment(pen.daysAgo(days), hour), actor);
  const begun = async (context: Context) => {
    const own = pen.services.registry.screensOf(APPLICATION).find((one) => mayOnScreen(context, one, "add"));
    const values = { prequalification_id: procedure };
    return (await createRecord(context, { screen: own ?? pen.screen(APPLICATION), values })).id;
  };
  await begun(at(1, 16, beginner));
  const asked = await pen.create(at(3, 9, applicant), QUESTION, {
    prequalification_id: procedure,
    question: "供货业绩是否可以包含关联公司的业绩？",
  });
  await applyTransition(at(2, 15, { actor: await pen.person("manager1") }), {
    ...{ entity: pen.screen(QUESTION).entity, id: asked.id, name: "reply" },
    input: { answer: "只计申请企业自己的业绩，关联公司的业绩可在说明中列出供参考。", is_public: "1" },
  });
  const context = at(1, 10, applicant);
  const id = await begun(context);
  await answer(pen, context, id, ANSWERS[1]);
  await applyTransition(context, { entity: pen.screen(APPLICATION).entity, id, name: "submit" });
}

interface Procedure {
  days: number;
  /** So many days ago applications end; negative for days to come. */
  last: number;
  title: string;
  type: string;
  more: object;
}

function move(
  pen: DemoPen,
  { days, key, id, name, more = {} }: { days: number; key: string; id: string; name: string; more?: object },
) {
  const at = pen.context(pen.moment(pen.daysAgo(days), 10));
  return applyTransition(at, { entity: pen.screen(key).entity, id, name, ...more });
}

/** The sheet that conditions are taken from, and who approves what comes of them. */
async function sheetAndFlow(pen: DemoPen): Promise<string> {
  const at = pen.context(pen.moment(pen.daysAgo(160), 10));
  const sheet = await pen.create(at, TEMPLATE, SHEET);
  await move(pen, { days: 160, key: TEMPLATE, id: sheet.id, name: "publish" });
  const flow = await pen.create(at, FLOW, {
    code: "PREQ",
    name: "资格预审结果",
    document: PREQ,
    conditions: [],
    steps: [{ step_no: "1", name: "采购经理审批", decider: "role", role_id: "purchase_manager", due_hours: "48" }],
    remark: "预审结果由采购经理批准。",
  });
  await move(pen, { days: 160, key: FLOW, id: flow.id, name: "publish" });
  return sheet.id;
}

/** Applications are handed in, all but the last, judged, and the result is submitted: one passes, one does not. */
async function concluded(pen: DemoPen, procedure: string, last: number): Promise<string> {
  const at = pen.context(pen.moment(pen.daysAgo(last + 3), 10));
  const { entity } = pen.screen(APPLICATION);
  await pen.together(at, async () => {
    const own = [where.eq("prequalification_id", procedure)];
    const rows = (await unscopedRows(at, APPLICATION, ["id"], own)).slice(0, 2);
    for (const [index, { id }] of rows.entries()) {
      await answer(pen, at, id, ANSWERS[index === 0 ? 0 : 2]);
      await move(pen, { days: last + 2, key: APPLICATION, id, name: "submit" });
    }
    await move(pen, { days: last - 1, key: PREQ, id: procedure, name: "close_apply" });
    for (const [index, { id }] of rows.entries()) {
      const passes = index === 0;
      const { record } = await openRecord(at, { entity, id, wanted: { labels: false } });
      const lineInput = Object.fromEntries(
        linesOf(record, "answers").map(({ id: line, kind, value }) => [
          line,
          kind === "score" ? { points: passes ? "28" : "12" } : { result: value === "否" ? "fail" : "pass" },
        ]),
      );
      await move(pen, { days: last - 2, key: APPLICATION, id, name: "evaluate", more: { lineInput } });
      const reason = passes ? "条件全部满足，产能充足。" : "近三年有食品安全处罚，不符合条件。";
      const more = { reason, input: { verdict: passes ? "pass" : "fail" } };
      await move(pen, { days: last - 3, key: APPLICATION, id, name: "judge", more });
    }
    const more = { reason: "评审完成，请审批。" };
    await move(pen, { days: last - 4, key: PREQ, id: procedure, name: "submit_result", more });
  });
  return procedure;
}

/** The manager approves the result, which is announced. */
async function approve(pen: DemoPen, id: string, days: number): Promise<void> {
  const at = pen.context(pen.moment(pen.daysAgo(days), 11), await pen.person("manager1"));
  await applyTransition(at, {
    entity: pen.services.registry.entity(PREQ),
    id,
    name: "approve",
    reason: "同意评审结论。",
  });
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
