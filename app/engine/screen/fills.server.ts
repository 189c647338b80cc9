import { selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields, Value } from "../entity";
import { kindOf } from "../entity/kinds";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { labelsBehind, labelsOf } from "../operations/labels.server";
import { lineValues } from "../operations/line-references.server";
import { choosable, findChoice, mayChoose } from "../operations/references.server";
import { factsOf, mayWrite } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { choicesOn, referenceAt } from "./choices.server";
import { fieldPath, fillRules, type ReferenceLists } from "./controls.server";
import type { FormText } from "./form-data";
import { type Holder, holderOf, textAt } from "./form-place";

/** Texts for the fields beside a reference, by their names; empty where the chosen row has nothing to give. */
export type Fills = Readonly<Record<string, string>>;

interface Copy {
  own: string;
  field: Field;
  source: string;
}

/** What a definition copies when the reference at that path is chosen, as far as this person may type it. */
function copiesAt(context: Context, entity: AnyEntity, path: string): Copy[] {
  const table = tableAt(path);
  const fields = fieldsAt(entity, table);
  return Object.entries(fillRules(entity, path) ?? {}).flatMap(([own, source]) => {
    const field = fields[own];
    const ownPath = table === "" ? own : `${table}.${own}`;
    return field && mayWrite(context, { entity, path: ownPath, field, state: null }) ? [{ own, field, source }] : [];
  });
}

/** The table of lines a field stands in; empty for the head. */
function tableAt(path: string): string {
  return path.split(".").slice(0, -1).join(".");
}

function fieldsAt(entity: AnyEntity, table: string): Fields {
  return table === "" ? entity.fields : (linesAt(entity.lines, table)?.fields ?? {});
}

export interface FillsOfInput {
  entity: AnyEntity;
  path: string;
  reference: Field;
  ids: readonly string[];
}

/** What comes with each of these rows when it is chosen for the reference; only rows the person may choose. */
export async function fillsOf(
  context: Context,
  { entity, path, reference, ids }: FillsOfInput,
): Promise<Map<string, Fills>> {
  const copies = copiesAt(context, entity, path);
  if (!reference.options.to || copies.length === 0 || ids.length === 0) return new Map();
  const target = context.services.registry.entity(reference.options.to);
  if (!mayChoose(context, target)) return new Map();
  return reading(context, async () => {
    if (reference.kind === "lineReference") {
      const values = await lineValues(
        context,
        reference,
        ids,
        copies.map(({ source }) => source),
      );
      return textsOf(context, copies, values);
    }
    const rows = await selectRows(context.services.database.connection(), {
      table: tableOf(target),
      columns: ["id", ...new Set(copies.map(({ source }) => source))],
      where: [{ op: "in", column: "id", values: [...new Set(ids)] }, ...choosable(context, target, reference)],
      facts: factsOf(context),
    });
    return textsOf(context, copies, new Map(rows.map((row) => [String(row.id), row])));
  });
}

async function textsOf(
  context: Context,
  copies: readonly Copy[],
  rows: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Promise<Map<string, Fills>> {
  const filled = new Map<string, Fills>();
  for (const [id, row] of rows) {
    const texts: Record<string, string> = {};
    for (const { own, field, source } of copies) texts[own] = await textOf(context, field, plain(row[source]));
    filled.set(id, texts);
  }
  return filled;
}

async function textOf(context: Context, field: Field, value: Value): Promise<string> {
  if (value === null) return "";
  if (field.kind !== "reference" || !field.options.to) return kindOf(field).toInput(value);
  const id = String(value);
  return (await labelsOf(context, context.services.registry.entity(field.options.to), [id])).get(id) ?? "";
}

function plain(raw: unknown): Value {
  return typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? raw : null;
}

/** Id of the one row the person may mean by what stands in the control. */
async function chosenId(context: Context, reference: Field, typed: string): Promise<string | null> {
  if (typed.trim() === "" || !reference.options.to) return null;
  if (!mayChoose(context, context.services.registry.entity(reference.options.to))) return null;
  return reading(context, () => findChoice(context, reference, typed));
}

/**
 * What `/web/{area}/{screen}/options` answers: the rows of `choicesOn`, each with what it brings along, or with `chosen` what the row
 * brings that was typed or selected.
 * @throws AppError("forbidden" | "not_found") when the person may type the reference in no form here
 */
export async function optionsOn(context: Context, screenPath: string, params: URLSearchParams) {
  const path = params.get("field") ?? "";
  const screen = context.services.registry.screen(screenPath);
  if (!screen) throw new AppError("not_found");
  const reference = referenceAt(context, screen, path);
  const typed = params.get("chosen");
  if (typed !== null) {
    const id = await chosenId(context, reference, typed.slice(0, 200));
    return (id && (await fillsOf(context, { entity: screen.entity, path, reference, ids: [id] })).get(id)) || {};
  }
  const choices = await choicesOn(context, screenPath, params);
  const ids = choices.rows.map(({ id }) => id);
  const fills = await fillsOf(context, { entity: screen.entity, path, reference, ids });
  return { ...choices, rows: choices.rows.map((row) => ({ ...row, fills: fills.get(row.id) })) };
}

export interface PlaceChoiceInput {
  screen: Screen;
  lists: ReferenceLists;
  text: FormText;
  given: { name: string; id: string };
}

/** Puts a row that was looked up into its control, and what comes with it where nothing else was typed. */
export async function placeChoice(
  context: Context,
  { screen, lists, text, given: { name, id } }: PlaceChoiceInput,
): Promise<void> {
  const path = fieldPath(name);
  const reference = referenceAt(context, screen, path);
  const holder = holderOf(text, name);
  // A text is what was offered for it.
  if (reference.options.suggested && holder) {
    holder.values[path] = id.slice(0, reference.options.maxLength);
    return;
  }
  const found = await chosenId(context, reference, id);
  if (!holder || !found || !reference.options.to) return;
  const [labels] = await reading(context, () => labelsBehind(context, [{ field: reference, ids: [found] }]));
  const before = await chosenId(context, reference, textAt(text, name));
  const fills = await fillsOf(context, {
    entity: screen.entity,
    path,
    reference,
    ids: before ? [found, before] : [found],
  });
  const old: Fills = (before && fills.get(before)) || {};
  holder.values[name.slice(name.lastIndexOf(".") + 1)] = lists.of(reference).options
    ? found
    : (labels?.get(found) ?? "");
  for (const [own, fill] of Object.entries(fills.get(found) ?? {})) {
    const now = holder.values[own] ?? "";
    if (now.trim() === "" || now === old[own]) holder.values[own] = inControl({ screen, lists, path, own, fill });
  }
}

/** A reference that is filled holds an id in a short list and a label where one types. */
function inControl({
  screen,
  lists,
  path,
  own,
  fill,
}: {
  screen: Screen;
  lists: ReferenceLists;
  path: string;
  own: string;
  fill: string;
}): string {
  const field = fieldsAt(screen.entity, tableAt(path))[own];
  if (field?.kind !== "reference") return fill;
  return lists.of(field).options?.find(({ label }) => label === fill)?.value ?? fill;
}

/** Heads and rows that hold a reference which fills others, by the path of the reference. */
function collectFilled(
  entity: AnyEntity,
  holder: Holder,
  table: string,
  into: Map<string, Record<string, string>[]>,
): void {
  const rules = table === "" ? entity.fillFrom : linesAt(entity.lines, table)?.options.fillFrom;
  const prefix = table === "" ? "" : `${table}.`;
  for (const reference of Object.keys(rules ?? {})) {
    const holders = into.get(prefix + reference) ?? [];
    into.set(prefix + reference, holders);
    holders.push(holder.values);
  }
  for (const [name, rows] of Object.entries(holder.lines ?? {}))
    for (const row of rows) collectFilled(entity, row, prefix + name, into);
}

/** Rows whose references are looked up in one answer; a form is never asked for more by hand. */
const MOST_LOOKED_UP = 50;

/** The text with what comes with chosen rows in the fields that were left empty, as saving would fill them. */
export async function filledText(
  context: Context,
  screen: Screen,
  lists: ReferenceLists,
  given: FormText,
): Promise<FormText> {
  const text = structuredClone(given);
  const { entity } = screen;
  const places = new Map<string, Record<string, string>[]>();
  collectFilled(entity, text, "", places);
  for (const [path, holders] of places) {
    const own = copiesAt(context, entity, path).map((copy) => copy.own);
    const name = path.slice(path.lastIndexOf(".") + 1);
    const needy = holders.filter(
      (values) => (values[name] ?? "").trim() !== "" && own.some((one) => (values[one] ?? "").trim() === ""),
    );
    if (needy.length === 0) continue;
    const reference = referenceAt(context, screen, path);
    const ids = new Map<string, string>();
    for (const typed of new Set(needy.slice(0, MOST_LOOKED_UP).map((values) => values[name] ?? ""))) {
      const id = await chosenId(context, reference, typed);
      if (id) ids.set(typed, id);
    }
    const fills = await fillsOf(context, { entity, path, reference, ids: [...ids.values()] });
    for (const values of needy) {
      const fill = fills.get(ids.get(values[name] ?? "") ?? "") ?? {};
      for (const [one, filled] of Object.entries(fill)) {
        if ((values[one] ?? "").trim() === "") values[one] = inControl({ screen, lists, path, own: one, fill: filled });
      }
    }
  }
  return text;
}
