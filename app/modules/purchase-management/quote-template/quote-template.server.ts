import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, lineField, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, SaveWork, TransitionWork } from "~/engine/entity/server-hooks";
import { formulaFault } from "~/engine/formulas/asked-elements.server";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { holdTemplates } from "./quote-template.query.server";
import { type Taken, takenElements } from "./taken-elements.server";
import { KEY, storedTemplate, type Template } from "./template-facts.server";

type QuoteTemplateRecord = RecordFor<"purchase-management/quote-template">;

const MODEL = "purchase-management/cost-model";
const block = (check: string, text: string): Finding => ({ check, level: "block", text });

/** One default for each type; the version it takes the place of does not count. */
async function defaultFindings(context: Context, own: Template): Promise<Finding[]> {
  if (!own.is_default) return [];
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "number"],
    [
      where.eq("state", "active"),
      where.eq("is_default", true),
      own.category_id === null ? where.empty("category_id") : where.eq("category_id", own.category_id),
    ],
  );
  const other = rows.find(({ id }) => id !== own.id && id !== own.previous_id);
  return other ? [block("default", `该品类已有默认模板${other.number ?? ""}`)] : [];
}

async function previousOf(context: Context, { previous_id }: Template) {
  if (previous_id === null) return null;
  const [row] = await unscopedRows(
    context,
    KEY,
    ["id", "number", "state", "replaced_by"],
    [where.eq("id", previous_id)],
  );
  return row ?? null;
}

async function enableFindings(context: Context, record: QuoteTemplateRecord): Promise<Finding[]> {
  const own = storedTemplate(record);
  const previous = await previousOf(context, own);
  return [
    ...(own.replaced_by === null ? [] : [block("replaced", `已被新版本${own.replaced_by}替代，不能再启用`)]),
    ...(await defaultFindings(context, own)),
    ...(previous?.state === "active"
      ? [{ check: "version", level: "note" as const, text: `启用后，原版本${previous.number ?? ""}停用` }]
      : []),
  ];
}

/** The older version makes room in the same transaction. Of two defaults that come at the same moment the second waits here and then finds the first. */
async function makeRoom({ context, transition, record }: TransitionWork<QuoteTemplateRecord>): Promise<void> {
  if (transition !== "enable") return;
  const own = storedTemplate(record);
  await holdTemplates(context.services.database.connection(), own.category_id);
  refuseBlocks(await defaultFindings(context, own));
  const previous = await previousOf(context, own);
  if (previous?.state !== "active") return;
  const entity = context.services.registry.entity(KEY);
  const input = { replaced_by: own.number ?? "" };
  await applyTransition(consequenceOf(context), { entity, id: previous.id, name: "replace", input });
}

/** Nobody copies a template twice for the same change. */
async function versionFindings(context: Context, { id }: QuoteTemplateRecord): Promise<Finding[]> {
  const [draft] = await unscopedRows(
    context,
    KEY,
    ["number"],
    [where.eq("previous_id", id), where.eq("state", "draft")],
  );
  return draft ? [block("draft", `已有草稿${draft.number ?? ""}，请修改它`)] : [];
}

async function newVersion(context: Context, { record }: Work<QuoteTemplateRecord>): Promise<void> {
  const { id, template_version, elements, terms, ...own } = storedTemplate(record);
  const { name, category_id, is_default, must_seal, only_down, clauses, remark } = own;
  const main = context.services.registry.mainScreen(KEY);
  // A model that has run out meanwhile is not chosen anew.
  const [model] = await unscopedRows(
    context,
    MODEL,
    ["id"],
    [where.eq("id", own.cost_model_id ?? id), where.eq("state", "active")],
  );
  await createRecord(context, {
    screen: { ...main, initial: { ...main.initial, previous_id: id, template_version: template_version + 1 } },
    values: {
      ...{ name, category_id, is_default, must_seal, only_down, clauses, remark, elements, terms },
      cost_model_id: model?.id ?? null,
    },
  });
}

/** What the model wants suppliers to say, as far as the template does not ask for it yet. */
async function missingElements(context: Context, record: QuoteTemplateRecord): Promise<Taken> {
  const { cost_model_id, elements } = storedTemplate(record);
  const [model] =
    cost_model_id === null
      ? []
      : await unscopedRows(context, MODEL, ["id", "formula", "currency", "base_uom"], [where.eq("id", cost_model_id)]);
  if (!model) return { elements: [], plain: [] };
  const rows = await unscopedLines(context, {
    entityKey: MODEL,
    lines: "elements",
    columns: ["code", "name", "kind", "index_id", "value", "base", "formula", "show_to_supplier", "line_no"],
    where: [where.eq("root_id", model.id)],
  });
  return takenElements({ ...model, elements: rows.sort((a, b) => a.line_no - b.line_no) }, elements);
}

async function takeFindings(context: Context, record: QuoteTemplateRecord): Promise<Finding[]> {
  const { elements, plain } = await missingElements(context, record);
  if (elements.length === 0) return [block("none", "成本模型没有其他要求供应商填报的要素")];
  return plain.map((text) => ({ check: "plain", level: "note", text }));
}

async function takeElements(context: Context, work: Work<QuoteTemplateRecord>): Promise<void> {
  const { elements } = await missingElements(context, work.record);
  for (const one of elements) work.append("elements", { ...one });
}

const typedElements = z.array(
  z.object({
    ...{ code: z.string(), name: z.string(), required: z.boolean() },
    ...{ unit: z.string().nullable(), formula: z.string().nullable() },
  }),
);

/** A formula can be worked out from what suppliers say, before anybody is asked by it. */
async function formulaComplaints({ record }: SaveWork<QuoteTemplateRecord>): Promise<Complaint[]> {
  const fault = formulaFault(typedElements.parse(linesOf(record, "elements")));
  if (!fault) return [];
  const position = fault.element + 1;
  return [complain(lineField("elements", position, "formula"), `第${position}行${fault.problem}`)];
}

export const quoteTemplateServer: EntityServer<"purchase-management/quote-template"> = {
  beforeSave: formulaComplaints,
  afterTransition: makeRoom,
  transitions: {
    take_elements: { check: takeFindings, effect: takeElements },
    enable: { check: enableFindings },
    new_version: { check: versionFindings, effect: newVersion },
  },
};
