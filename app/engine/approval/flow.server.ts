import { z } from "zod";
import { insertFlowVersion, selectFlows } from "~/data/approval.server";
import { type Condition, columnsOf, type Scalar, where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import {
  type AnyEntity,
  type AnyRecord,
  type Approval,
  type Complaint,
  type Field,
  type Fields,
  lineField,
  type Work,
} from "../entity";
import { choicesOf } from "../entity/dictionary";
import { fieldValue, linesOf } from "../operations/records.server";
import { factsOf } from "../operations/scope.server";
import { unscopedRows } from "../operations/unscoped.server";

/** One step of a published flow. */
export const stepSchema = z.object({
  /** Steps of one number run side by side. */
  stage: z.number(),
  name: z.string(),
  decider: z.enum(["person", "role", "superior", "group_manager", "outside"]),
  personId: z.string().nullable(),
  roleId: z.string().nullable(),
  /** Name of the system that decides, e.g. OA. */
  system: z.string().nullable(),
  /** Account of whoever decides there; versions published before there was one name none. */
  account: z.string().nullable().default(null),
  rule: z.enum(["any", "all"]),
  onSelf: z.enum(["superior", "skip", "refuse"]),
  /** The step is only asked for from this amount of the document on. */
  minAmount: z.string().nullable(),
  dueHours: z.number().nullable(),
  escalate: z.enum(["none", "superior"]),
});
export type FlowStep = z.infer<typeof stepSchema>;

const flowSchema = z.object({
  /** A condition of ours, checked when it was made. */
  when: z.custom<Condition>((value) => typeof value === "object" && value !== null && "op" in value),
  steps: z.array(stepSchema),
});

/** A version of a flow, ready to be asked. */
export interface PublishedFlow {
  id: string;
  version: number;
  code: string;
  name: string;
  when: Condition;
  steps: FlowStep[];
}

export type FlowDefinition = z.infer<typeof flowSchema>;

/** What was typed for a flow, as the screen of flows holds it. */
const typedFlow = z.object({
  document: z.string(),
  conditions: z.array(z.object({ field: z.string(), comparison: z.string(), value: z.string() })),
  steps: z.array(
    z.object({
      step_no: z.number(),
      name: z.string(),
      decider: stepSchema.shape.decider,
      person_id: z.string().nullable(),
      role_id: z.string().nullable(),
      system_name: z.string().nullable(),
      system_account: z.string().nullable(),
      rule: stepSchema.shape.rule,
      on_self: stepSchema.shape.onSelf,
      min_amount: z.string().nullable(),
      due_hours: z.number().nullable(),
      escalate: stepSchema.shape.escalate,
    }),
  ),
});

/** How a kind of document is approved; undefined for kinds that are not. */
export function approvalOf(entity: AnyEntity): Approval<Fields, string> | undefined {
  return entity.approval;
}

/**
 * What was typed as a flow, in the form in which it is published. Names and codes are looked up here once, so that a flow means the
 * same as long as it runs.
 * @returns the definition, or what is wrong with it beside the fields
 */
export async function compileFlow(
  context: Context,
  record: AnyRecord,
): Promise<{ definition: FlowDefinition; complaints: Complaint[] }> {
  const typed = typedFlow.parse({
    document: record.document,
    conditions: linesOf(record, "conditions"),
    steps: linesOf(record, "steps"),
  });
  const entity = context.services.registry.entity(typed.document);
  const complaints: Complaint[] = [];
  const parts: Condition[] = [];
  for (const [index, one] of typed.conditions.entries()) {
    const said = await compileCondition(context, entity, one);
    if (typeof said === "string")
      complaints.push({ field: lineField("conditions", index + 1, "value"), message: said });
    else parts.push(said);
  }
  if (approvalOf(entity)?.amount === undefined) {
    const index = typed.steps.findIndex(({ min_amount }) => min_amount !== null);
    if (index >= 0)
      complaints.push({
        field: lineField("steps", index + 1, "min_amount"),
        message: `${entity.label}没有金额，请留空`,
      });
  }
  const steps = typed.steps.map((step) => ({
    stage: step.step_no,
    name: step.name,
    decider: step.decider,
    personId: step.person_id,
    roleId: step.role_id,
    system: step.system_name,
    account: step.system_account,
    rule: step.rule,
    onSelf: step.on_self,
    minAmount: step.min_amount,
    dueHours: step.due_hours,
    escalate: step.escalate,
  }));
  return {
    definition: { when: where.all(...parts), steps: steps.sort((a, b) => a.stage - b.stage) },
    complaints,
  };
}

/** Keeps a flow as it stands as its next version; cases that begin from now on go by it. The transition that publishes counts the version. */
export async function publishFlow(context: Context, { record, now }: Work): Promise<void> {
  const { definition } = await compileFlow(context, record);
  await insertFlowVersion(context.services.database.connection(), {
    id: context.services.newId(),
    flowId: record.id,
    version: Number(record.published_version ?? 0) + 1,
    document: String(record.document),
    priority: Number(record.priority),
    definition,
    at: now,
    by: context.actor.id,
  });
}

/** How people name what a flow looks at, e.g. 供应商的供应商分类. */
export function factLabel(context: Context, entity: AnyEntity, path: string): string {
  const [own = ""] = path.split(".");
  const field: Field | undefined = entity.fields[own];
  const label = factField(context, entity, path)?.options.label ?? path;
  return path.includes(".") ? `${field?.options.label ?? own}的${label}` : label;
}

/** What can be typed for a fact that is a choice, in its order; null for facts that are not. */
export function factChoices(context: Context, entity: AnyEntity, path: string): string[] | null {
  const field = factField(context, entity, path);
  if (field?.kind === "yesNo") return ["是", "否"];
  return field?.kind === "choice" ? Object.values(choicesOf(field.options)) : null;
}

/** Whether a condition of a flow holds for a document. */
export async function fits(context: Context, entity: AnyEntity, record: AnyRecord, when: Condition): Promise<boolean> {
  return matches(when, await judged(context, entity, record, when), factsOf(context));
}

/** When a published version counts; null for what is none. */
export function whenOf(definition: unknown): Condition | null {
  return flowSchema.safeParse(definition).data?.when ?? null;
}

/** The field a path names: an own one, or one of what a reference points at. */
export function factField(context: Context, entity: AnyEntity, path: string): Field | undefined {
  const [own = "", through] = path.split(".");
  const field: Field | undefined = entity.fields[own];
  return through ? context.services.registry.entity(field?.options.to ?? "").fields[through] : field;
}

const NUMBERS = ["integer", "quantity", "price", "money", "percent", "number"];
const ORDERED = ["gt", "gte", "lt", "lte"];

/** A typed row as a condition, or what is wrong with it. */
async function compileCondition(
  context: Context,
  entity: AnyEntity,
  { field: path, comparison, value }: { field: string; comparison: string; value: string },
): Promise<Condition | string> {
  if (!approvalOf(entity)?.conditions.includes(path)) return `${entity.label}不能按这一项设条件`;
  const field = factField(context, entity, path);
  if (!field) return `${entity.label}不能按这一项设条件`;
  const { label } = field.options;
  const isNumber = NUMBERS.includes(field.kind);
  const isDay = field.kind === "date";
  if (ORDERED.includes(comparison) && !isNumber && !isDay) return `「${label}」只能用等于、不等于、属于`;
  const texts = (comparison === "in" ? value.split(/[、,，]/) : [value]).map((part) => part.trim()).filter(Boolean);
  if (texts.length === 0) return "请填写值";
  const values: Scalar[] = [];
  for (const text of texts) {
    const found = await scalarOf(context, field, text);
    if (found === null) return isNumber ? `「${label}」请填写数字` : `「${label}」没有「${text}」`;
    values.push(found);
  }
  const [first = ""] = values;
  switch (comparison) {
    case "in":
      return where.oneOf(path, values);
    case "ne":
      // What is empty is not what was named.
      return where.any({ op: "ne", column: path, value: first }, where.empty(path));
    case "eq":
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return { op: comparison, column: path, value: first };
    default:
      return "请选择比较方式";
  }
}

/** What a flow of this kind of document may look at, as a person types it; null for what does not exist. */
export async function typedFact(
  context: Context,
  entity: AnyEntity,
  path: string,
  text: string,
): Promise<Scalar | null> {
  const field = approvalOf(entity)?.conditions.includes(path) ? factField(context, entity, path) : undefined;
  return field ? scalarOf(context, field, text) : null;
}

/** A typed value as the record holds it; null for one that does not exist. */
async function scalarOf(context: Context, field: Field, text: string): Promise<Scalar | null> {
  if (NUMBERS.includes(field.kind)) return /^-?\d+(\.\d+)?$/.test(text) ? text : null;
  if (field.kind === "yesNo")
    return text === "是" || text === "1" ? true : text === "否" || text === "0" ? false : null;
  if (field.kind === "date") return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
  if (field.kind === "choice") {
    const choices = choicesOf(field.options);
    return Object.hasOwn(choices, text) ? text : (Object.keys(choices).find((key) => choices[key] === text) ?? null);
  }
  if (field.kind === "reference" && field.options.to) {
    const target = context.services.registry.entity(field.options.to);
    const column = target.number ? "number" : target.fields.code ? "code" : null;
    if (!column) return null;
    const [row] = await unscopedRows(context, target, ["id"], [where.eq(column, text)]);
    return row ? String(row.id) : null;
  }
  return text;
}

/** The flow that counts for a document: of those in use the first whose condition holds; null where none speaks about it. */
export async function flowFor(context: Context, entity: AnyEntity, record: AnyRecord): Promise<PublishedFlow | null> {
  const rows = await selectFlows(context.services.database.connection(), entity.key);
  for (const row of rows) {
    const { when, steps } = flowSchema.parse(row.definition);
    if (await fits(context, entity, record, when))
      return { id: row.flowId, version: row.version, code: row.code, name: row.name, when, steps };
  }
  return null;
}

/** Steps that a document of this amount goes through. */
export function stepsFor(entity: AnyEntity, record: AnyRecord, steps: readonly FlowStep[]): FlowStep[] {
  const amount = approvalOf(entity)?.amount;
  const value = amount ? fieldValue(record, amount) : null;
  return steps.filter(
    ({ minAmount }) => minAmount === null || (typeof value === "string" && decimal(value).gte(decimal(minAmount))),
  );
}

/** The record with what its references point at, as far as the condition looks at it. */
async function judged(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  when: Condition,
): Promise<Record<string, unknown>> {
  const row: Record<string, unknown> = { ...record };
  for (const path of new Set(columnsOf(when))) {
    const [own = "", through] = path.split(".");
    const id = through ? fieldValue(record, own) : null;
    const target = entity.fields[own]?.options.to;
    if (!through || typeof id !== "string" || !target) continue;
    const [found] = await unscopedRows(
      context,
      context.services.registry.entity(target),
      [through],
      [where.eq("id", id)],
    );
    row[path] = found?.[through] ?? null;
  }
  return row;
}
