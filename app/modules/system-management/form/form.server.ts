import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type AnyLine, type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, RecordChart } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

type FormRecord = RecordFor<"system-management/form">;

const QUESTIONNAIRE = "system-management/form";
const ANSWER = "system-management/form-answer";
const SUBMITTED = where.eq("state", "submitted");
/** Charts of one form: beyond this the page says more than anybody reads. */
const MOST_CHARTS = 20;

const revisions = z.array(z.object({ id: z.string(), revision: z.number(), state: z.string() }));

/** All revisions of a form. */
async function revisionsOf(context: Context, code: unknown): Promise<z.infer<typeof revisions>> {
  const rows = await unscopedRows(
    context,
    QUESTIONNAIRE,
    ["id", "revision", "state"],
    [where.eq("code", String(code))],
  );
  return revisions.parse(rows);
}

/** Questions in the order their numbers say; those without come after, as they were typed. */
function inOrder(record: FormRecord): void {
  const place = (row: AnyLine) => (typeof row.sort_no === "number" ? row.sort_no : Number.MAX_SAFE_INTEGER);
  record.items = [...linesOf(record, "items")]
    .sort((a, b) => place(a) - place(b))
    .map((row, index) => Object.assign(row, { line_no: (index + 1) * LINE_STEP }));
}

/** A question without a key gets the first free one. */
function numberKeys(record: FormRecord): void {
  const rows = linesOf(record, "items");
  const taken = new Set(rows.map(({ key }) => key));
  let next = 1;
  for (const row of rows) {
    if (row.key) continue;
    while (taken.has(`q${next}`)) next += 1;
    row.key = `q${next}`;
    taken.add(row.key);
  }
}

const copied = ["code", "name", "usage", "audience", "intro"] as const;
const copiedOfQuestion = [
  ...(["label", "type", "required", "options", "dictionary_id", "score", "help", "sort_no", "key"] as const),
];

/** The next revision as a draft with the same questions. */
async function draftNext(context: Context, record: FormRecord): Promise<void> {
  const screen = context.services.registry.screen(QUESTIONNAIRE);
  if (!screen) throw new Error("the screen of forms is not registered");
  const items = linesOf(record, "items").map((row) =>
    Object.fromEntries(copiedOfQuestion.map((name) => [name, row[name] ?? ""])),
  );
  const values = Object.fromEntries(copied.map((name) => [name, record[name] ?? ""]));
  await createRecord(context, { screen, values: { ...values, items } });
}

/** Whoever used an older revision uses this one from now on. */
async function stopOlder(context: Context, record: FormRecord): Promise<void> {
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(QUESTIONNAIRE);
  for (const { id, state } of await revisionsOf(context, record.code)) {
    if (id !== record.id && state === "published") await applyTransition(system, { entity, id, name: "stop" });
  }
}

const answered = z.array(z.object({ key: z.string(), value: z.string().nullable() }));

/** How often each choice was taken, by key of the question and word. */
async function choicesTaken(context: Context, questionnaireId: string): Promise<Map<string, Map<string, number>>> {
  const answers = where.all(where.eq("form_id", questionnaireId), SUBMITTED);
  const rows = await unscopedLines(context, {
    entityKey: ANSWER,
    lines: "items",
    columns: ["key", "value"],
    where: [
      where.oneOf("type", ["yesno", "select", "multi"]),
      { op: "exists", table: "form_answer", column: "id", equals: "root_id", where: answers },
    ],
  });
  const taken = new Map<string, Map<string, number>>();
  for (const { key, value } of answered.parse(rows)) {
    const words = taken.get(key) ?? new Map<string, number>();
    taken.set(key, words);
    for (const word of (value ?? "").split("\n")) if (word !== "") words.set(word, (words.get(word) ?? 0) + 1);
  }
  return taken;
}

function chartOf(row: AnyLine, place: number, words: ReadonlyMap<string, number>): RecordChart {
  const byCount = [...words].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1));
  const title = `第${place}题 ${String(row.label)}`;
  return {
    kind: "chart",
    title,
    chart: {
      kind: "bar",
      caption: "答案分布",
      axis: "答案",
      unit: "份",
      labels: byCount.map(([word]) => word),
      series: [{ label: "填报数", values: byCount.map(([, count]) => String(count)) }],
    },
  };
}

export const questionnaireServer: EntityServer<"system-management/form"> = {
  async beforeSave({ context, record, before, set }): Promise<Complaint[]> {
    inOrder(record);
    numberKeys(record);
    if (before) return before.code === record.code ? [] : [complain("code", "表单编码保存后不能修改")];
    const known = await revisionsOf(context, record.code);
    if (known.some(({ state }) => state === "draft")) return [complain("code", "该编码已有草稿，请修改草稿或先删除它")];
    set({ revision: 1 + Math.max(0, ...known.map(({ revision }) => revision)) });
    return [];
  },
  async extra(context, _screen, ids) {
    const own = where.oneOf("form_id", ids);
    const [asked, submitted] = await unscopedCountsBy(context, ANSWER, "form_id", [[own], [own, SUBMITTED]]);
    return new Map(ids.map((id) => [id, { asked: asked?.get(id) ?? 0, answered: submitted?.get(id) ?? 0 }]));
  },
  async sections(context, record) {
    if (record.state === "draft") return [];
    const taken = await choicesTaken(context, record.id);
    return linesOf(record, "items")
      .flatMap((row, index) => {
        const words = taken.get(String(row.key));
        return words && words.size > 0 ? [chartOf(row, index + 1, words)] : [];
      })
      .slice(0, MOST_CHARTS);
  },
  transitions: {
    new_version: {
      async check(context, record) {
        const known = await revisionsOf(context, record.code);
        return known.some(({ state }) => state === "draft")
          ? [{ check: "draft", level: "block", text: "这张表单已有下一版的草稿，请先发布或删除它" }]
          : [];
      },
      effect: (context, work) => draftNext(context, work.record),
    },
    publish: { effect: (context, work) => stopOlder(context, work.record) },
  },
};
