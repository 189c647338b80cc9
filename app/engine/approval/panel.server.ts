import {
  type AskedRow,
  type CaseRow,
  type CourseRow,
  type StepRow,
  selectAsked,
  selectCases,
  selectSteps,
} from "~/data/approval.server";
import { chinaTime } from "~/shared/calendar";
import type { Tone } from "~/shared/tone";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import type { RecordTable } from "../entity/server-hooks";
import { approvalOf, stepSchema } from "./flow.server";
import { whyAsked } from "./flow-words.server";

const ENDS: Readonly<Record<CaseRow["state"], string>> = {
  open: "审批中",
  approved: "已通过",
  rejected: "已驳回",
  sent_back: "已退回发起人",
  withdrawn: "已撤回",
};

const ANSWERS: Readonly<Record<AskedRow["state"], { text: string; tone: Tone }>> = {
  open: { text: "待审批", tone: "waiting" },
  approved: { text: "通过", tone: "done" },
  rejected: { text: "驳回", tone: "refused" },
  sent_back: { text: "退回", tone: "warning" },
  handed_over: { text: "已转交", tone: "closed" },
  dropped: { text: "无需处理", tone: "closed" },
};

const COLUMNS = [
  ["step", "步骤"],
  ["who", "审批人"],
  ["result", "结果"],
  ["at", "时间"],
  ["note", "意见"],
] as const;

const minute = (at: string | null) => (at === null ? "" : chinaTime(at).slice(0, 16));

/**
 * What became of a document in its approval, newest case first: steps, who was asked, who said what, who is waited for. For
 * staff; suppliers see nothing of it.
 */
export async function approvalSections(context: Context, entity: AnyEntity, record: AnyRecord): Promise<RecordTable[]> {
  if (!approvalOf(entity) || context.actor.supplierId) return [];
  const connection = context.services.database.connection();
  const cases = await selectCases(connection, entity.key, record.id);
  if (cases.length === 0) return [];
  const ids = cases.map(({ id }) => id);
  const steps = await selectSteps(connection, ids);
  const asked = await selectAsked(connection, ids);
  const reasons = await Promise.all(cases.map((one) => whyAsked(context, entity, one.definition)));
  return cases.map((one, index) => ({
    kind: "table",
    title: titleOf(one),
    table: {
      caption: "审批过程",
      columns: COLUMNS.map(([key, label]) => ({ key, label, align: "start" as const })),
      rows: [
        startRow(one),
        whyRow(one, reasons[index] ?? ""),
        ...steps.filter(({ caseId }) => caseId === one.id).flatMap((step) => stepRows(context, step, asked)),
      ],
    },
  }));
}

function titleOf({ flowName, flowVersion, state, endedAt }: CaseRow): string {
  const end = endedAt ? ` ${minute(endedAt)}` : "";
  return `审批：${flowName}（第${flowVersion}版）${ENDS[state]}${end}`;
}

function startRow({ id, startedByName, startedAt, made }: CaseRow) {
  const reason: unknown = Object(made).reason;
  return {
    id,
    cells: [
      { text: "提交" },
      { text: startedByName },
      { text: "发起", tone: "running" as const },
      { text: minute(startedAt) },
      { text: typeof reason === "string" ? reason : "" },
    ],
  };
}

/** Which conditions of the flow led here. */
function whyRow({ id }: CourseRow, reason: string) {
  return { id: `${id} why`, cells: [{ text: "审批原因" }, { text: "" }, { text: "" }, { text: "" }, { text: reason }] };
}

function stepRows(context: Context, step: StepRow, asked: readonly AskedRow[]) {
  const { stage, name, rule } = stepSchema.parse(step.definition);
  const label = `${stage}. ${name}`;
  const of = asked.filter(({ stepId }) => stepId === step.id);
  if (of.length === 0) {
    const text = step.state === "skipped" ? "已跳过" : step.state === "waiting" ? "未到" : "未进行";
    const note = step.state === "skipped" ? "审批人即发起人" : "";
    return [
      {
        id: step.id,
        cells: [{ text: label }, { text: "" }, { text, tone: "closed" as const }, { text: "" }, { text: note }],
      },
    ];
  }
  const both = of.length > 1 ? (rule === "all" ? "（须全部通过）" : "（任一人通过）") : "";
  return of.map((one) => {
    const late = one.state === "open" && step.dueAt !== null && step.dueAt < context.now.toISOString();
    const until =
      one.state === "open" && step.dueAt !== null ? `${late ? "已超时，时限" : "时限"} ${minute(step.dueAt)}` : "";
    return {
      id: one.id,
      cells: [
        { text: label + both },
        { text: whoOf(one) },
        { ...ANSWERS[one.state], ...(late ? { tone: "warning" as const } : {}) },
        { text: one.actedAt === null ? until : minute(one.actedAt) },
        { text: one.note ?? "" },
      ],
    };
  });
}

function whoOf({ name, actedName, cameBy, fromName }: AskedRow): string {
  const came = cameBy === "hand_over" ? `（${fromName}转交）` : cameBy === "escalation" ? "（超时升级）" : "";
  return (actedName !== null && actedName !== name ? actedName : name) + came;
}
