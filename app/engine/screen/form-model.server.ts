import { holds } from "../access/holds";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Field, Lines, Value } from "../entity";
import { isLineSection } from "../entity/check";
import { kindOf } from "../entity/kinds";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { labelsOf } from "../operations/labels.server";
import { fieldValue, type Loaded, linesOf } from "../operations/records.server";
import {
  createRecord,
  initialValues,
  isEditable,
  mayEdit,
  readRecord,
  stateLabel,
  updateRecordBy,
} from "../operations/save.server";
import { factsOf, mayRead, requireAction } from "../operations/scope.server";
import type { Saved } from "../operations/transaction.server";
import { titleOf } from "../operations/write.server";
import { listPath, recordPath } from "./address";
import {
  controlOf,
  filledFields,
  type ReferenceLists,
  readableColumns,
  referenceLists,
  type Writable,
  writableOn,
} from "./controls.server";
import {
  editRows,
  type FormText,
  formText,
  inputOf,
  postedOnce,
  postedVersion,
  type RowText,
  withoutBlankRows,
} from "./form-data";
import { NOTHING, showField } from "./show";

const BLANK_ROWS = 3;

/** What a posted form led to: the record it saved, or the form again. */
export type FormOutcome<M> = { saved: Saved } | { model: M; status: 200 | 400 };

interface FormState {
  text: FormText;
  loaded: Loaded | null;
  complaints: readonly Complaint[];
  problem?: string;
  conflict?: { label: string; yours: string; theirs: string }[];
  /** Version the next post is compared with. */
  version?: number;
}

/** The form of a new record. @throws AppError("forbidden") */
export async function newFormModel(context: Context, screen: Screen) {
  requireAction(context, screen.entity, "add", screen);
  const lists = await listsOf(context, screen, null);
  const initial = { ...onlyChoices(screen, lists), ...present(initialValues(context, screen)) };
  const labels = await initialLabels(context, screen, initial);
  const values = Object.fromEntries(
    Object.entries<Field>(screen.entity.fields).map(([name, field]) => [
      name,
      inputText(field, initial[name] ?? null, lists, labels.get(name)),
    ]),
  );
  return drawForm(context, screen, lists, {
    text: { values, lines: blankRows(screen, {}) },
    loaded: null,
    complaints: [],
  });
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
  const labels = new Map<string, string>();
  for (const [name, field] of Object.entries<Field>(screen.entity.fields)) {
    const id = initial[name];
    if (field.kind !== "reference" || !field.options.to || typeof id !== "string") continue;
    const found = await labelsOf(context, context.services.registry.entity(field.options.to), [id]);
    labels.set(name, found.get(id) ?? "");
  }
  return labels;
}

/** The edit form of a record as it is now. @throws AppError("forbidden" | "not_found" | "wrong_state") */
export async function editFormModel(context: Context, screen: Screen, id: string) {
  requireAction(context, screen.entity, "edit", screen);
  const loaded = await readRecord(context, screen, id);
  requireEditable(context, screen, loaded.record);
  const lists = await listsOf(context, screen, loaded.record.state);
  return drawForm(context, screen, lists, {
    text: storedText(screen.entity, loaded, lists),
    loaded,
    complaints: [],
    version: loaded.record.version,
  });
}

function requireEditable(context: Context, screen: Screen, record: AnyRecord): void {
  if (!isEditable(screen.entity, record) || !mayEdit(context, screen, record)) {
    throw new AppError("wrong_state", {
      message: `单据当前为「${stateLabel(screen.entity, record.state)}」，不能修改`,
    });
  }
}

/**
 * Takes a posted form: a button of the line editor changes the rows, anything else saves. A refused form comes back with
 * everything that was typed and the complaints beside the fields.
 */
export async function submitForm(context: Context, screen: Screen, form: FormData, id: string | null) {
  const intent = String(form.get("_intent") ?? "save");
  const text = formText(screen.entity, form);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  if (loaded) requireEditable(context, screen, loaded.record);
  const version = id === null ? 0 : postedVersion(form);
  const state = loaded?.record.state ?? null;
  const draw = async (given: Omit<FormState, "loaded">) =>
    drawForm(context, screen, await listsOf(context, screen, state), { ...given, loaded });
  refuseTooManyRows(screen.entity, text);
  const edited = editRows(text, intent);
  if (edited)
    return {
      model: await draw({ text: edited, complaints: [], ...(id === null ? {} : { version }) }),
      status: 200 as const,
    };
  const meant = withoutBlankRows(text);
  const values = inputOf(meant, writableOn(context, screen, state), screen.entity);
  const requestId = postedOnce(form);
  try {
    const common = { screen, values, ...(requestId ? { requestId } : {}) };
    return {
      saved:
        id === null ? await createRecord(context, common) : await updateRecordBy(context, { ...common, id, version }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "duplicate", "stale_record"].includes(error.error)) throw error;
    const stale = error.error === "stale_record";
    const current = Number(error.facts.version);
    return {
      model: await draw({
        text: { ...meant, lines: { ...meant.lines, ...blankRows(screen, meant.lines) } },
        complaints: error.complaints,
        // Sending once more is a decision taken with both versions in sight.
        ...(stale
          ? {
              problem: "数据已被他人修改：请核对下面的差异，再次保存将以您填写的内容为准",
              conflict: differences(error),
            }
          : {}),
        ...(!stale && error.complaints.length === 0 ? { problem: error.message } : {}),
        ...(id === null ? {} : { version: stale && Number.isInteger(current) ? current : version }),
      }),
      status: 400 as const,
    };
  }
}

const MOST_ROWS = 1000;

/** Drawing a form costs time per row; nobody types this many. */
function refuseTooManyRows(entity: AnyEntity, text: FormText): void {
  for (const [name, rows] of Object.entries(text.lines)) {
    const lines: Lines | undefined = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined;
    const most = Math.min(lines?.options.max ?? MOST_ROWS, MOST_ROWS);
    if (rows.length > most) throw new AppError("malformed", { message: `${lines?.label ?? "明细"}最多${most}行` });
  }
}

function differences(error: AppError): { label: string; yours: string; theirs: string }[] {
  const rows: unknown = error.facts.differences;
  return Array.isArray(rows)
    ? rows.map((row: unknown) => {
        const { label, yours, theirs } = Object(row);
        return { label: String(label), yours: String(yours) || NOTHING, theirs: String(theirs) || NOTHING };
      })
    : [];
}

/** Rows to type into where a document needs rows and has none. */
function blankRows(screen: Screen, rows: Readonly<Record<string, RowText[]>>): Record<string, RowText[]> {
  return Object.fromEntries(
    Object.entries<Lines>(screen.entity.lines).flatMap(([name, lines]) =>
      !lines.options.system && (lines.options.min ?? 0) > 0 && (rows[name]?.length ?? 0) === 0
        ? [[name, Array.from({ length: BLANK_ROWS }, () => ({ id: "", values: {} }))]]
        : [],
    ),
  );
}

async function listsOf(context: Context, screen: Screen, state: string | null): Promise<ReferenceLists> {
  const { entity } = screen;
  const writable = writableOn(context, screen, state);
  const fields = [
    ...writable.fields.map((name): Field => entity.fields[name]),
    ...Object.entries(writable.lines).flatMap(([name, columns]) =>
      columns.map((column): Field => entity.lines[name].fields[column]),
    ),
  ];
  return referenceLists(context, fields);
}

/** A stored value as its control holds it: references by id in a short list, by label where one types. */
function inputText(field: Field, value: Value, lists: ReferenceLists, label: string | undefined): string {
  if (value === null) return "";
  if (field.kind === "reference" && lists.of(field).list) return label ?? String(value);
  return kindOf(field).toInput(value);
}

function storedText(entity: AnyEntity, { record, labels }: Loaded, lists: ReferenceLists): FormText {
  const values = Object.fromEntries(
    Object.entries<Field>(entity.fields).map(([name, field]) => [
      name,
      inputText(field, fieldValue(record, name), lists, labels.get(name)),
    ]),
  );
  const lines = Object.fromEntries(
    Object.entries<Lines>(entity.lines).map(([name, definition]) => [
      name,
      linesOf(record, name).map((row) => ({
        id: row.id,
        values: Object.fromEntries(
          Object.entries(definition.fields).map(([field, of]) => [
            field,
            inputText(of, fieldValue(row, field), lists, labels.get(`${name}.${row.id}.${field}`)),
          ]),
        ),
      })),
    ]),
  );
  return { values, lines };
}

function drawForm(context: Context, screen: Screen, lists: ReferenceLists, state: FormState) {
  const { entity } = screen;
  const { loaded, complaints } = state;
  const writable = writableOn(context, screen, loaded?.record.state ?? null);
  const faults = new Map(complaints.map((complaint) => [complaint.field, complaint.message]));
  const noun = screen.label.replace(/(列表|维护|管理)$/, "");
  // Conditions of sections speak of stored values; a new record shows everything.
  const shown = loaded
    ? screen.form.filter((part) => !part.when || holds(part.when, loaded.record, factsOf(context)))
    : screen.form;
  const sections = shown.flatMap<Part>((part) =>
    isLineSection(part)
      ? lineSectionModel(context, screen, part, writable, lists, state, faults)
      : fieldSectionModel(context, entity, part, writable, lists, state, faults),
  );
  return {
    title: loaded ? `修改${noun} ${titleOf(entity, loaded.record)}` : `新建${noun}`,
    action: loaded ? `${recordPath(screen, loaded.record.id)}/edit` : `${listPath(screen)}/new`,
    ...(state.version === undefined ? {} : { version: String(state.version) }),
    sections: focusFirst(sections),
    errors: complaints.map(({ field, message }) => ({ name: field, label: labelAt(entity, field), message })),
    ...(state.problem ? { problem: state.problem } : {}),
    ...(state.conflict ? { conflict: state.conflict } : {}),
    datalists: lists.datalists,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    submit: [{ label: "保存", intent: "save", tone: "primary" as const }],
    cancelHref: loaded ? recordPath(screen, loaded.record.id) : listPath(screen),
  };
}

type Part = ReturnType<typeof fieldSectionModel>[number] | ReturnType<typeof lineSectionModel>[number];

/** The first faulty control takes the focus, with and without script. */
function focusFirst(sections: Part[]): Part[] {
  const controls = sections.flatMap((section) =>
    section.kind === "fields" ? section.controls : section.rows.flatMap((row) => row.controls),
  );
  const first = controls.find((control) => control.error);
  if (first) Object.assign(first, { autoFocus: true });
  return sections;
}

function fieldSectionModel(
  context: Context,
  entity: AnyEntity,
  part: { title: string; fields: readonly string[] },
  writable: Writable,
  lists: ReferenceLists,
  state: FormState,
  faults: ReadonlyMap<string, string>,
) {
  const controls = part.fields.flatMap((name) => {
    const field: Field = entity.fields[name];
    if (writable.fields.includes(name)) {
      const control = controlOf(field, name, state.text.values[name] ?? "", lists, faults.get(name));
      return [filledFields(entity.fillFrom).has(name) ? { ...control, required: false } : control];
    }
    if (!state.loaded || !mayRead(context, entity, name, field)) return [];
    const shown = showField(
      field,
      fieldValue(state.loaded.record, name),
      state.loaded.labels.get(name),
      state.loaded.record.currency,
    );
    return [{ ...controlOf(field, name, "", lists), required: false, readOnly: shown.text }];
  });
  const typed = controls.some((control) => !("readOnly" in control));
  return typed ? [{ kind: "fields" as const, title: part.title, controls }] : [];
}

function lineSectionModel(
  context: Context,
  screen: Screen,
  part: { title: string; lines: string; columns?: readonly string[] },
  writable: Writable,
  lists: ReferenceLists,
  state: FormState,
  faults: ReadonlyMap<string, string>,
) {
  const typed = writable.lines[part.lines];
  if (!typed) return [];
  const definition: Lines = screen.entity.lines[part.lines];
  const columns = readableColumns(context, screen.entity, part.lines, part.columns, definition.fields).filter(
    (name) => typed.includes(name) || definition.fields[name]?.presence === "computed",
  );
  const filled = filledFields(definition.options.fillFrom);
  const stored = new Map((state.loaded ? linesOf(state.loaded.record, part.lines) : []).map((row) => [row.id, row]));
  const error = faults.get(part.lines);
  return [
    {
      kind: "lines" as const,
      title: part.title,
      name: part.lines,
      columns: columns.map((name) => {
        const field = definition.fields[name];
        return {
          name,
          label: field?.options.label ?? name,
          required: field?.presence === "required" && !filled.has(name),
          align: field ? kindOf(field).align : ("start" as const),
          ...(field?.options.unit ? { unit: field.options.unit } : {}),
        };
      }),
      rows: (state.text.lines[part.lines] ?? []).map((row, position) => ({
        key: row.id || `new-${position}`,
        id: row.id,
        lineNo: String(position + 1),
        controls: typed.flatMap((name) => {
          const field = definition.fields[name];
          const path = `${part.lines}.${position}.${name}`;
          if (!field) return [];
          const control = controlOf(field, path, row.values[name] ?? "", lists, faults.get(path));
          return [filled.has(name) ? { ...control, required: false } : control];
        }),
        readOnly: columns
          .filter((name) => !typed.includes(name))
          .map((name) => readOnlyCell(definition, stored.get(row.id), name, state.loaded?.record.currency)),
      })),
      ...(error ? { error } : {}),
      canChange: true,
    },
  ];
}

function readOnlyCell(definition: Lines, row: AnyLine | undefined, name: string, currency: unknown): { text: string } {
  const field = definition.fields[name];
  return row && field ? showField(field, fieldValue(row, name), undefined, currency) : { text: NOTHING };
}

/** How the summary on top names a field: `数量（第2行）`. */
function labelAt(entity: AnyEntity, path: string): string {
  const [name = "", position, column = ""] = path.split(".");
  if (position === undefined) return entity.fields[name]?.options.label ?? entity.lines[name]?.label ?? "";
  const field: Field | undefined = entity.lines[name]?.fields[column];
  return `第${Number(position) + 1}行${field?.options.label ?? ""}`;
}
