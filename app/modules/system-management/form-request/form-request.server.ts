import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { actorName, notify } from "~/engine/notify/notify.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import { optionLines } from "../form/form.rules";

type FormRequestRecord = RecordFor<"system-management/form-request">;

const QUESTIONNAIRE = "system-management/form";
const ANSWER = "system-management/form-answer";

const text = z.string().nullable();
const storedQuestionnaire = z.object({ id: z.string(), audience: z.string(), intro: text });
const question = z.object({
  label: z.string(),
  type: z.string(),
  required: z.boolean(),
  options: text,
  dictionary_id: text,
  score: text,
  help: text,
  key: text,
  line_no: z.number(),
});
const entry = z.object({
  root_id: z.string(),
  item_name: z.string(),
  sort_no: z.number().nullable(),
  line_no: z.number(),
});

async function questionnaireOf(
  context: Context,
  record: FormRequestRecord,
): Promise<z.infer<typeof storedQuestionnaire>> {
  const [row] = await unscopedRows(
    context,
    QUESTIONNAIRE,
    ["id", "audience", "intro"],
    [where.eq("id", String(record.form_id))],
  );
  return storedQuestionnaire.parse(row);
}

/** The questions of a form as an answer keeps them: a dictionary becomes the words it has now. */
async function questionsOf(context: Context, questionnaireId: string): Promise<Record<string, unknown>[]> {
  const own = where.eq("root_id", questionnaireId);
  const rows = await unscopedLines(context, {
    entityKey: QUESTIONNAIRE,
    lines: "items",
    columns: namesOf(question.shape),
    where: [own],
  });
  const questions = rows.map((row) => question.parse(row)).sort((a, b) => a.line_no - b.line_no);
  const words = await wordsOf(
    context,
    questions.flatMap(({ dictionary_id }) => dictionary_id ?? []),
  );
  return questions.map(({ dictionary_id, line_no: _place, options, ...kept }) => ({
    ...kept,
    score: kept.score ?? "",
    help: kept.help ?? "",
    key: kept.key ?? "",
    options: (dictionary_id === null ? optionLines(options) : (words.get(dictionary_id) ?? [])).join("\n"),
  }));
}

async function wordsOf(context: Context, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await unscopedLines(context, {
    entityKey: "system-management/dictionary",
    lines: "items",
    columns: namesOf(entry.shape),
    where: [where.oneOf("root_id", [...new Set(ids)]), where.eq("enabled", true)],
  });
  const place = (one: z.infer<typeof entry>) => one.sort_no ?? Number.MAX_SAFE_INTEGER;
  const entries = rows.map((row) => entry.parse(row)).sort((a, b) => place(a) - place(b) || a.line_no - b.line_no);
  const words = new Map<string, string[]>();
  for (const { root_id, item_name } of entries) words.set(root_id, [...(words.get(root_id) ?? []), item_name]);
  return words;
}

/** One form to fill in for each addressee, in the transaction of the sending. */
async function sendOut(context: Context, record: FormRequestRecord): Promise<void> {
  const screen = context.services.registry.screen(ANSWER);
  if (!screen) throw new Error("the screen of answers is not registered");
  const questionnaire = await questionnaireOf(context, record);
  const items = await questionsOf(context, questionnaire.id);
  const system = consequenceOf(context);
  const common = {
    task_id: record.id,
    form_id: questionnaire.id,
    name: record.name,
    due_date: record.due_date,
    intro: [questionnaire.intro, record.note].filter(Boolean).join("\n"),
    items,
  };
  const addressees = [
    ...linesOf(record, "suppliers").map(({ supplier_id }) => ({ supplier_id })),
    ...linesOf(record, "people").map(({ user_id }) => ({ user_id })),
  ];
  for (const addressee of addressees) {
    const { id, number } = await createRecord(system, { screen, values: { ...common, ...addressee } });
    await notify(context, {
      scenario: "form.asked",
      ...readersOf(addressee),
      values: { form: String(record.name), due: String(record.due_date), asker: actorName(context) },
      record: { entity: ANSWER, id, number },
    });
  }
}

/** Whoever fills in an answer: the people of a supplier, or one of ours. */
function readersOf({ supplier_id, user_id }: Record<string, unknown>): { to?: string[]; toSuppliers?: string[] } {
  return typeof supplier_id === "string" ? { toSuppliers: [supplier_id] } : { to: [String(user_id)] };
}

/** What nobody handed in is closed with the request. */
async function closeOpen(context: Context, record: FormRequestRecord): Promise<void> {
  const entity = context.services.registry.entity(ANSWER);
  const system = consequenceOf(context);
  const open = await unscopedRows(context, ANSWER, ["id"], [where.eq("task_id", record.id), where.eq("state", "open")]);
  for (const { id } of open) await applyTransition(system, { entity, id, name: "close" });
}

export const questionnaireRequestServer: EntityServer<"system-management/form-request"> = {
  async beforeSave({ context, record }): Promise<Complaint[]> {
    const { audience } = await questionnaireOf(context, record);
    if (audience === "supplier" && linesOf(record, "people").length > 0)
      return [complain("people", "这张表单只由供应商填写，不能发给内部人员")];
    if (audience === "staff" && linesOf(record, "suppliers").length > 0)
      return [complain("suppliers", "这张表单只由内部人员填写，不能发给供应商")];
    return [];
  },
  async extra(context, _screen, ids) {
    const own = where.oneOf("task_id", ids);
    const [asked, submitted] = await unscopedCountsBy(context, ANSWER, "task_id", [
      [own],
      [own, where.eq("state", "submitted")],
    ]);
    return new Map(ids.map((id) => [id, { asked: asked?.get(id) ?? 0, answered: submitted?.get(id) ?? 0 }]));
  },
  transitions: {
    send: {
      async check(context, record) {
        const [row] = await unscopedRows(context, QUESTIONNAIRE, ["state"], [where.eq("id", String(record.form_id))]);
        return row?.state === "published"
          ? []
          : [{ check: "form", level: "block", text: "表单已停用，请改选已发布的表单" }];
      },
      effect: (context, work) => sendOut(context, work.record),
    },
    finish: { effect: (context, work) => closeOpen(context, work.record) },
  },
};
