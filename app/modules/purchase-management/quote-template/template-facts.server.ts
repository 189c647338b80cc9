import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { openRecord } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { selectTypes } from "./quote-template.query.server";

export const KEY = "purchase-management/quote-template";

const element = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  unit: z.string().nullable(),
  formula: z.string().nullable(),
  required: z.boolean(),
  help: z.string().nullable(),
});
const term = z.object({
  code: z.string(),
  name: z.string(),
  answer_type: z.string(),
  level: z.string(),
  required: z.boolean(),
  in_compare: z.boolean(),
  options: z.string().nullable(),
});

const stored = z.object({
  id: z.string(),
  number: z.string().nullable(),
  name: z.string(),
  state: z.string(),
  category_id: z.string().nullable(),
  cost_model_id: z.string().nullable(),
  template_version: z.number(),
  is_default: z.boolean(),
  must_seal: z.boolean(),
  only_down: z.boolean(),
  clauses: z.string().nullable(),
  remark: z.string().nullable(),
  previous_id: z.string().nullable(),
  replaced_by: z.string().nullable(),
  elements: z.array(element),
  terms: z.array(term),
});
export type Template = z.infer<typeof stored>;

/** A template as it is stored. */
export const storedTemplate = (record: unknown): Template => stored.parse(record);

/** The template of an inquiry, whatever became of it since; null where none was chosen. */
export async function templateOf(context: Context, id: string | null): Promise<Template | null> {
  if (id === null) return null;
  const entity = context.services.registry.entity(KEY);
  const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
  return storedTemplate(record);
}

/** The types of materials, the nearest first; one statement. */
export async function typesOf(context: Context, materialIds: readonly string[]): Promise<Map<string, string[]>> {
  if (materialIds.length === 0) return new Map();
  const rows = await selectTypes(context.services.database.connection(), materialIds);
  return new Map(rows.map(({ id, types }) => [id, types]));
}

/** The template that inquiries of these materials start with: of the nearest type that all of them are of, before one for everything. */
export async function defaultTemplate(context: Context, materialIds: readonly string[]): Promise<string | null> {
  if (materialIds.length === 0) return null;
  const found = await unscopedRows(
    context,
    KEY,
    ["id", "category_id"],
    [where.eq("state", "active"), where.eq("is_default", true)],
  );
  if (found.length === 0) return null;
  const types = await typesOf(context, materialIds);
  const [nearest = [], ...others] = materialIds.map((id) => types.get(id) ?? []);
  const common = nearest.filter((id) => others.every((own) => own.includes(id)));
  const byType = common.flatMap((type) => found.find(({ category_id }) => category_id === type) ?? []);
  return (byType[0] ?? found.find(({ category_id }) => category_id === null))?.id ?? null;
}
