import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Field, Lines, LinesMap, Value } from "../entity";
import { isPointer } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { fieldDefaults, initialValues } from "../operations/initial-values.server";
import { labelsOfEach } from "../operations/labels.server";
import { fieldValue, type Loaded, linesOf } from "../operations/records.server";
import { filledFields, type ReferenceLists, referenceLists, type Writable, writableOn } from "./controls.server";
import type { FormText, RowStarts, RowText } from "./form-data";

const BLANK_ROWS = 3;

/** What the controls of a new record start with. */
export async function startText(
  context: Context,
  screen: Screen,
  lists: ReferenceLists,
): Promise<Record<string, string>> {
  const initial = { ...onlyChoices(screen, lists), ...present(initialValues(context, screen)) };
  const labels = await initialLabels(context, screen, initial);
  return Object.fromEntries(
    Object.entries<Field>(screen.entity.fields).map(([name, field]) => [
      name,
      inputText(field, initial[name] ?? null, lists, labels.get(name)),
    ]),
  );
}

function present(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** A required reference with a single choice needs no choosing. */
function onlyChoices(screen: Screen, lists: ReferenceLists): Record<string, Value> {
  return Object.fromEntries(
    Object.entries<Field>(screen.entity.fields).flatMap(([name, field]) => {
      const options = field.kind === "reference" && field.presence === "required" ? lists.of(field).options : undefined;
      return options?.length === 1 && options[0] ? [[name, options[0].value]] : [];
    }),
  );
}

/** Labels of the references a new form starts with, e.g. the signed-in person. */
async function initialLabels(
  context: Context,
  screen: Screen,
  initial: Readonly<Record<string, Value>>,
): Promise<Map<string, string>> {
  const pointing = Object.entries<Field>(screen.entity.fields).flatMap(([name, field]) => {
    const id = initial[name];
    return field.kind === "reference" && field.options.to && typeof id === "string"
      ? [{ name, target: context.services.registry.entity(field.options.to), ids: [id] }]
      : [];
  });
  const found = await labelsOfEach(context, pointing);
  return new Map(pointing.map(({ name, ids: [id = ""] }, position) => [name, found[position]?.get(id) ?? ""]));
}

/**
 * What new rows start with, as far as it may be typed here. A column that a chosen row fills stays empty for it, and references
 * start empty: which of them are offered is known only while the form is drawn.
 */
export function rowStarts(context: Context, screen: Screen, writable: Writable): RowStarts {
  return Object.fromEntries(
    Object.entries(writable.lines).map(([path, columns]) => {
      const { options, fields = {} } = linesAt(screen.entity.lines, path) ?? {};
      const filled = filledFields(options?.fillFrom);
      const initial = fieldDefaults(context, fields);
      return [
        path,
        Object.fromEntries(
          columns.flatMap((column) => {
            const field = fields[column];
            const value = initial[column] ?? null;
            if (!field || isPointer(field) || filled.has(column) || value === null || value === false) return [];
            return [[column, kindOf(field).toInput(value)]];
          }),
        ),
      ];
    }),
  );
}

/** Rows to type into where a document needs rows, or usually has them, and has none. */
export function blankRows(screen: Screen, rows: Readonly<Record<string, RowText[]>>): Record<string, RowText[]> {
  return Object.fromEntries(
    Object.entries<Lines>(screen.entity.lines).flatMap(([name, lines]) =>
      !lines.options.system && lines.options.min !== undefined && (rows[name]?.length ?? 0) === 0
        ? [[name, Array.from({ length: BLANK_ROWS }, () => ({ id: "", values: {} }))]]
        : [],
    ),
  );
}

/** What the references of a form offer to this person. */
export async function listsOf(
  context: Context,
  screen: Screen,
  state: string | null,
  values: Readonly<Record<string, unknown>>,
): Promise<ReferenceLists> {
  const { entity } = screen;
  const writable = writableOn(context, screen, state);
  const fields = [
    ...writable.fields.map((name): Field => entity.fields[name]),
    ...Object.entries(writable.lines).flatMap(([path, columns]) =>
      columns.flatMap((column) => linesAt(entity.lines, path)?.fields[column] ?? []),
    ),
  ];
  return referenceLists(context, screen, fields, { form: values });
}

/** A stored value as its control holds it: references by id in a short list, by label where one types. */
export function inputText(field: Field, value: Value, lists: ReferenceLists, label: string | undefined): string {
  if (value === null) return "";
  if (isPointer(field) && !lists.of(field).options) return label ?? String(value);
  return kindOf(field).toInput(value);
}

/** A stored record as the controls of its form hold it. */
export function storedText(entity: AnyEntity, { record, labels }: Loaded, lists: ReferenceLists): FormText {
  const values = Object.fromEntries(
    Object.entries<Field>(entity.fields).map(([name, field]) => [
      name,
      inputText(field, fieldValue(record, name), lists, labels.get(name)),
    ]),
  );
  return { values, lines: storedRows(entity.lines, record, labels, lists) };
}

function storedRows(
  map: LinesMap,
  record: AnyRecord | AnyLine,
  labels: Loaded["labels"],
  lists: ReferenceLists,
): Record<string, RowText[]> {
  return Object.fromEntries(
    Object.entries<Lines>(map).map(([name, definition]) => [
      name,
      linesOf(record, name).map((row) => ({
        id: row.id,
        values: Object.fromEntries(
          Object.entries(definition.fields).map(([field, of]) => [
            field,
            inputText(of, fieldValue(row, field), lists, labels.get(`${name}.${row.id}.${field}`)),
          ]),
        ),
        lines: storedRows(definition.lines, row, labels, lists),
      })),
    ]),
  );
}
