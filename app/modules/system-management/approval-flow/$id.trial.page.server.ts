import { askedBy, authorsOf, staffByAccount } from "~/engine/approval/deciders.server";
import {
  approvalOf,
  compileFlow,
  type FlowStep,
  factChoices,
  factLabel,
  fits,
  flowFor,
  stepsFor,
  typedFact,
} from "~/engine/approval/flow.server";
import { chosenLabel } from "~/engine/approval/flow-words.server";
import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyRecord } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { blankRecord } from "~/engine/operations/initial-values.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { reading } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { showState } from "~/engine/screen/show";
import { formatDecimal } from "~/shared/decimal";
import { type FlowBox, flowDiagram } from "./flow-diagram.server";

const FLOW = "system-management/approval-flow";
const LONGEST = 60;

/** What a step says about one document. */
interface Tried {
  step: FlowStep;
  who: string;
  why: string;
  mark?: FlowBox["mark"];
}

/**
 * A flow as a picture, and whom it would ask about a document somebody names, or about one of such values. Nothing is changed and
 * nobody is told; the flow counts as it stands on the screen, published or not.
 * @param params `number`: a document; else `by`: account of whoever would submit, and `f-…`: what conditions may look at
 * @throws AppError("forbidden" | "not_found")
 */
export async function flowTrialModel(context: Context, id: string, params: URLSearchParams) {
  const { registry } = context.services;
  const screen = registry.mainScreen(FLOW);
  return reading(context, async () => {
    const { record: flow } = await openRecord(context, { entity: screen.entity, id, screen });
    const entity = registry.entity(String(flow.document));
    const path = recordPath(screen, id);
    const said = (name: string) => (params.get(name) ?? "").trim().slice(0, LONGEST);
    const approval = approvalOf(entity);
    const facts = [...new Set([...(approval?.amount ? [approval.amount] : []), ...(approval?.conditions ?? [])])];
    const { definition, complaints } = await compileFlow(context, flow);
    const wanted = {
      number: said("number"),
      by: said("by"),
      values: facts.map((fact) => [fact, said(`f-${fact}`)] as const),
    };
    const isAsked = wanted.number !== "" || wanted.by !== "" || wanted.values.some(([, text]) => text !== "");
    const found = isAsked ? await documentFor(context, entity, wanted) : null;
    const tried = found && "record" in found ? await tryFlow(context, entity, found, definition.steps) : null;
    const boxes = definition.steps.map((step, index) => ({ step, box: boxOf(context, step, tried?.[index]) }));
    const words = await Promise.all(boxes.map(async ({ step, box }) => ({ step, box: await box })));
    const stages = [...new Set(definition.steps.map(({ stage }) => stage))].map((stage) => ({
      stage,
      boxes: words.filter(({ step }) => step.stage === stage).map(({ box }) => box),
    }));
    const title = `${entity.label}的审批流程「${String(flow.name)}」`;
    const answer =
      found && "record" in found && tried
        ? await answerOf(context, entity, found, { flow, definition, tried })
        : undefined;
    return {
      flow: String(flow.name),
      title: `流程图与试算：${String(flow.name)}`,
      picture: flowDiagram(title, stages),
      state: showState(screen.entity, flow.state),
      document: entity.label,
      faults: complaints.map(({ message }) => message),
      action: `${path}/trial`,
      asked: {
        number: wanted.number,
        by: wanted.by,
        facts: wanted.values.map(([name, text]) => ({
          name: `f-${name}`,
          label: factLabel(context, entity, name),
          text,
          choices: factChoices(context, entity, name),
        })),
      },
      back: { label: "返回流程", href: path },
      ...(found && "problem" in found ? { problem: found.problem } : {}),
      ...(answer ? { answer } : {}),
    };
  });
}

interface Found {
  record: AnyRecord;
  /** Whoever would submit. */
  author: string | null;
  label: string;
  href?: string;
}

/** The document somebody names, as far as the person may read it, or one of the values that were typed. */
async function documentFor(
  context: Context,
  entity: AnyEntity,
  wanted: { number: string; by: string; values: readonly (readonly [string, string])[] },
): Promise<Found | { problem: string }> {
  if (wanted.number !== "") return documentNamed(context, entity, wanted.number);
  const screen = context.services.registry.mainScreen(entity.key);
  const record: AnyRecord = { ...blankRecord(context, screen), created_by: null };
  for (const [path, text] of wanted.values) {
    if (text === "") continue;
    const value = await typedFact(context, entity, path, text);
    if (value === null)
      return { problem: `「${factLabel(context, entity, path)}」没有「${text}」，金额填数字，工厂、分类等填编码` };
    record[path] = value;
  }
  if (wanted.by === "") return { record, author: null, label: "按填写的条件" };
  const author = await staffByAccount(context, wanted.by);
  return author
    ? { record, author: author.id, label: `按填写的条件，由${author.name}提交` }
    : { problem: `没有账号「${wanted.by}」，请填写员工的账号` };
}

async function documentNamed(
  context: Context,
  entity: AnyEntity,
  number: string,
): Promise<Found | { problem: string }> {
  const problem = `找不到${entity.label}「${number}」，请核对单号`;
  const [row] = await unscopedRows(
    context,
    entity,
    ["id"],
    [{ op: "eq", column: "number", value: number.toUpperCase() }],
  );
  const [screen] = context.services.registry.screensOf(entity.key);
  if (!row || !screen) return { problem };
  try {
    const { record } = await openRecord(context, { entity, id: String(row.id), wanted: { labels: false } });
    return {
      record,
      author: record.created_by,
      label: `${entity.label} ${String(record.number)}（${showState(entity, record.state).text}）`,
      href: recordPath(screen, record.id),
    };
  } catch (error) {
    // Not there, and not for this person: nobody learns which.
    if (error instanceof AppError && (error.error === "not_found" || error.error === "forbidden")) return { problem };
    throw error;
  }
}

/** Whom each step would ask. */
async function tryFlow(
  context: Context,
  entity: AnyEntity,
  { record, author }: Found,
  steps: readonly FlowStep[],
): Promise<Tried[]> {
  const counting = new Set(stepsFor(entity, record, steps));
  const tried: Tried[] = [];
  for (const step of steps) {
    const by = await chosenLabel(context, step);
    if (!counting.has(step)) {
      tried.push({
        step,
        who: "—",
        why: `金额未达到${formatDecimal(step.minAmount ?? "0")}元，不需要这一步`,
        mark: "skipped",
      });
      continue;
    }
    try {
      const asked = await askedBy(context, { entity, record, step, authors: await authorsOf(context, record, author) });
      if (asked.kind === "skipped") tried.push({ step, who: "—", why: asked.because, mark: "skipped" });
      else if (asked.kind === "outside") tried.push({ step, who: asked.system, why: by });
      else tried.push({ step, who: asked.people.map(({ name }) => name).join("、"), why: by });
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "invalid") throw error;
      tried.push({ step, who: "无人", why: `${by}。${error.message}`, mark: "faulty" });
    }
  }
  return tried;
}

const RULES = { any: "任一人通过", all: "全部通过" } as const;

async function boxOf(context: Context, step: FlowStep, tried: Tried | undefined): Promise<FlowBox> {
  const by = await chosenLabel(context, step);
  const due =
    step.dueHours === null ? [] : [`${step.dueHours}小时内${step.escalate === "superior" ? "，超时加请上级" : ""}`];
  const from = step.minAmount === null ? [] : [`金额${formatDecimal(step.minAmount)}元起`];
  const rule = step.decider === "outside" ? [] : [RULES[step.rule]];
  return {
    name: step.name,
    lines: [by, ...rule, ...from, ...due, ...(tried ? [`→ ${tried.who}`] : [])],
    ...(tried?.mark ? { mark: tried.mark } : {}),
  };
}

async function answerOf(
  context: Context,
  entity: AnyEntity,
  found: Found,
  {
    flow,
    definition,
    tried,
  }: { flow: AnyRecord; definition: Awaited<ReturnType<typeof compileFlow>>["definition"]; tried: readonly Tried[] },
) {
  const isFit = await fits(context, entity, found.record, definition.when);
  const counting = await flowFor(context, entity, found.record);
  const column = (key: string, label: string) => ({ key, label, align: "start" as const });
  const conditions = linesOf(flow, "conditions").length;
  return {
    label: found.label,
    ...(found.href ? { href: found.href } : {}),
    verdict: {
      fits: isFit,
      text: isFit
        ? conditions > 0
          ? "符合这条流程的适用条件"
          : "这条流程没有适用条件，所有单据都符合"
        : "不符合这条流程的适用条件：实际提交时不会走这条流程，下面是假设走这条流程的结果",
    },
    counting:
      counting === null
        ? "按现在已发布的流程，这张单据提交后不需要审批。"
        : counting.id === flow.id
          ? `按现在已发布的流程，这张单据走这条流程的第${counting.version}版。`
          : `按现在已发布的流程，这张单据走「${counting.name}」第${counting.version}版。`,
    isFaulty: tried.some(({ mark }) => mark === "faulty"),
    table: {
      caption: "每一步会请谁审批",
      columns: [column("stage", "步骤"), column("name", "名称"), column("who", "审批人"), column("why", "为什么")],
      rows: tried.map(({ step, who, why, mark }, index) => ({
        id: String(index),
        cells: [
          { text: String(step.stage) },
          { text: step.name },
          mark === "faulty" ? { text: who, tone: "refused" as const } : { text: who },
          { text: why },
        ],
      })),
    },
  };
}
