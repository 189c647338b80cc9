import { afterAll, expect, test } from "vitest";
import { readRecord } from "~/engine/operations/save.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { submitForm } from "~/engine/screen/form-submit.server";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen("system-management/form");
const admin = () => world.as("admin");

type Model = Awaited<ReturnType<typeof newFormModel>>;

function questions(model: Model) {
  const section = model.sections.find((one) => one.kind === "lines");
  if (section?.kind !== "lines") throw new Error("the form has no lines");
  return section;
}

function typesIn(model: Model): (string | undefined)[] {
  return questions(model).rows.map(({ controls }) => controls.find(({ name }) => name.endsWith(".type"))?.value);
}

/** What a browser posts: every control as it was offered, boxes only where they are ticked, and what was typed. */
function postOf(model: Model, typed: Readonly<Record<string, string>>, intent = "save"): FormData {
  const fields = new Map<string, string>([["_intent", intent]]);
  for (const section of model.sections) {
    if (section.kind === "lines") fields.set(`_lines.${section.name}`, "1");
    const controls = section.kind === "lines" ? section.rows.flatMap((row) => row.controls) : section.controls;
    for (const control of controls)
      if (control.kind !== "checkbox" || control.value === "1") fields.set(control.name, control.value);
  }
  for (const [name, value] of Object.entries(typed)) fields.set(name, value);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

async function answered(form: FormData): Promise<Model> {
  const outcome = await submitForm(await admin(), { screen, form, id: null });
  if (!outcome.model) throw new Error("the form was saved");
  return outcome.model;
}

test("空行带着明细字段的初值，没有动过的仍是空行", async () => {
  const blank = await newFormModel(await admin(), screen);
  expect(typesIn(blank).length).toBeGreaterThan(1);
  expect(new Set(typesIn(blank))).toEqual(new Set(["text"]));
  const table = questions(blank).name;
  const head = { code: "BLANK", name: "空行的问卷" };
  const missing = await answered(postOf(blank, head));
  expect(missing.errors.map(({ name }) => name)).toEqual([table]);

  // Added, copied and pasted rows start alike.
  const added = await answered(postOf(blank, head, `${table}.add`));
  expect(typesIn(added)).toHaveLength(typesIn(blank).length + 1);
  expect(typesIn(added).at(-1)).toBe("text");
  const pasted = await answered(
    postOf(added, { ...head, [`_paste.${table}`]: "题目\n第一题\n第二题" }, `${table}.paste`),
  );
  expect(typesIn(pasted)).toEqual(["text", "text"]);

  const more = await answered(postOf(pasted, {}, `${table}.add`));
  const outcome = await submitForm(await admin(), { screen, form: postOf(more, {}), id: null });
  if (!outcome.saved) throw new Error(JSON.stringify(outcome.model?.errors));
  const stored = (await readRecord(await admin(), screen, outcome.saved.id)).record;
  expect(stored).toMatchObject({
    [table]: [
      { label: "第一题", type: "text" },
      { label: "第二题", type: "text" },
    ],
  });
});
