import { chinaTime } from "~/shared/calendar";
import { holds } from "../access/holds";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Field, Fields, Lines, LinesMap, Value } from "../entity";
import { isLineSection } from "../entity/check";
import { kindOf } from "../entity/kinds";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { type Draft, dropDraft, findDraft, keepDraft } from "../operations/drafts.server";
import { labelsOfEach } from "../operations/labels.server";
import { fieldValue, type Loaded, linesOf } from "../operations/records.server";
import {
  createRecord,
  draftRecord,
  initialValues,
  isEditable,
  mayEdit,
  readRecord,
  stateLabel,
  updateRecordBy,
} from "../operations/save.server";
import { factsOf, mayOnScreen, mayRead, requireAction } from "../operations/scope.server";
import { titleOf } from "../operations/write.server";
import { editPath, listPath, newPath, query, recordPath } from "./address";
import {
  controlOf,
  filledFields,
  type ReferenceLists,
  referenceLists,
  type Writable,
  writableOn,
} from "./controls.server";
import { filledText, placeChoice } from "./fills.server";
import {
  changedTable,
  editRows,
  type FormText,
  formText,
  inputOf,
  mostRows,
  postedOnce,
  postedVersion,
  type RowText,
  withoutBlankRows,
  withoutGoneIds,
} from "./form-data";
import { textAt } from "./form-place";
import { figuresOf, lineControls, lineRows, lineTable, lineTotals } from "./line-model.server";
import { cellComplaints, type Pastes, pastedTable, pasteRows, pastesOf } from "./paste.server";
import { NOTHING, showField } from "./show";

const BLANK_ROWS = 3;

/** How a form is opened: as it is, as a copy of a record, or as it was left, with a row that was looked up meanwhile. */
export interface FormWish {
  copyOf?: string;
  draft?: boolean;
  chosen?: { name: string; id: string };
}

interface FormState {
  text: FormText;
  loaded: Loaded | null;
  complaints: readonly Complaint[];
  problem?: string;
  conflict?: { label: string; yours: string; theirs: string }[];
  /** Version the next post is compared with. */
  version?: number;
  /** What stands in the boxes for pasted cells. */
  pastes?: Pastes;
  /** The record as it would be with this text, as far as it can be worked out. */
  worked?: AnyRecord | null;
  /** What was typed earlier: it waits, or it is what the form shows. */
  draft?: { of: Draft; shown: boolean };
  /** The text is the person's and stored nowhere. */
  typed?: boolean;
  note?: string;
  /** Control the person goes on from. */
  focus?: string;
  /** The table of lines whose button was pressed. */
  changed?: string;
}

/** The form of a new record. @throws AppError("forbidden") */
export async function newFormModel(context: Context, screen: Screen, wish: FormWish = {}) {
  requireAction(context, screen.entity, "add", screen);
  const draft = await findDraft(context, newPath(screen));
  const values = (wish.draft && draft?.body.values) || initialValues(context, screen);
  const lists = await listsOf(context, screen, null, values);
  if (wish.copyOf !== undefined) return copyFormModel(context, screen, wish.copyOf, lists);
  if (draft && wish.draft) return drawDraft(context, screen, lists, draft, wish, null);
  return drawForm(context, screen, lists, {
    text: { values: await startText(context, screen, lists), lines: blankRows(screen, {}) },
    loaded: null,
    complaints: [],
    ...waiting(draft),
  });
}

/** A draft the person is told of, while the form shows something else. */
function waiting(draft: Draft | null): Pick<FormState, "draft"> {
  return draft ? { draft: { of: draft, shown: false } } : {};
}

/** What the controls of a new record start with. */
async function startText(context: Context, screen: Screen, lists: ReferenceLists): Promise<Record<string, string>> {
  const initial = { ...onlyChoices(screen, lists), ...present(initialValues(context, screen)) };
  const labels = await initialLabels(context, screen, initial);
  return Object.fromEntries(
    Object.entries<Field>(screen.entity.fields).map(([name, field]) => [
      name,
      inputText(field, initial[name] ?? null, lists, labels.get(name)),
    ]),
  );
}

/** The form of a new record that starts as another one; what must be thought about anew is left empty. */
async function copyFormModel(context: Context, screen: Screen, id: string, lists: ReferenceLists) {
  const { entity } = screen;
  if (!mayCopy(context, screen)) throw new AppError("wrong_state", { message: `${entity.label}不能复制` });
  const source = await readRecord(context, screen, id);
  const writable = writableOn(context, screen, null);
  const fresh = await startText(context, screen, lists);
  const { values, lines } = storedText(entity, source, lists);
  const leftOut = entity.copy ? entity.copy.leaveOut : [];
  const today = factsOf(context).today;
  const kept = (fields: Fields, names: readonly string[], row: Readonly<Record<string, string>>, prefix: string) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const field = fields[name];
        const text = row[name] ?? "";
        const isPast = field?.kind === "date" && text < today;
        return leftOut.includes(prefix + name) || isPast ? [] : [[name, text]];
      }),
    );
  const rows = (map: LinesMap, tables: FormText["lines"], above: string): FormText["lines"] =>
    Object.fromEntries(
      Object.entries(map).flatMap(([name, definition]) => {
        const path = `${above}${name}`;
        const columns = writable.lines[path];
        const found = tables[name] ?? [];
        // The only row that a hook makes is made anew, so that it follows its line.
        if (!columns || (definition.options.selfFilled && found.length < 2)) return [];
        const copies = found.map((row) => ({
          id: "",
          values: kept(definition.fields, columns, row.values, `${path}.`),
          lines: rows(definition.lines, row.lines ?? {}, `${path}.`),
        }));
        return [[name, copies]];
      }),
    );
  const text: FormText = {
    values: { ...fresh, ...kept(entity.fields, takenOver(entity.fields, writable.fields), values, "") },
    lines: rows(entity.lines, lines, ""),
  };
  return drawForm(context, screen, lists, {
    text,
    loaded: null,
    complaints: [],
    ...waiting(await findDraft(context, newPath(screen))),
    note: `内容复制自${entity.label} ${titleOf(entity, source.record)}，已过去的日期没有带入；请核对后保存`,
  });
}

/** Whether this person may start a new record as a copy of one it sees. */
export function mayCopy(context: Context, screen: Screen): boolean {
  return screen.entity.copy !== false && screen.entity.kind === "document" && mayOnScreen(context, screen, "add");
}

/** Fields that start anew on every record (the day, the person) are not taken over; nor is what must be unique. */
function takenOver(fields: Fields, names: readonly string[]): string[] {
  return names.filter((name) => {
    const { initial, unique } = fields[name]?.options ?? {};
    return initial !== "today" && initial !== "me" && !unique;
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
  const pointing = Object.entries<Field>(screen.entity.fields).flatMap(([name, field]) => {
    const id = initial[name];
    return field.kind === "reference" && field.options.to && typeof id === "string"
      ? [{ name, target: context.services.registry.entity(field.options.to), ids: [id] }]
      : [];
  });
  const found = await labelsOfEach(context, pointing);
  return new Map(pointing.map(({ name, ids: [id = ""] }, position) => [name, found[position]?.get(id) ?? ""]));
}

/** The edit form of a record as it is now. @throws AppError("forbidden" | "not_found" | "wrong_state") */
export async function editFormModel(context: Context, screen: Screen, id: string, wish: FormWish = {}) {
  requireAction(context, screen.entity, "edit", screen);
  const loaded = await readRecord(context, screen, id);
  requireEditable(context, screen, loaded.record);
  const draft = await findDraft(context, editPath(screen, loaded.record.id));
  const lists = await listsOf(
    context,
    screen,
    loaded.record.state,
    (wish.draft && draft?.body.values) || loaded.record,
  );
  if (draft && wish.draft) return drawDraft(context, screen, lists, draft, wish, loaded);
  return drawForm(context, screen, lists, {
    text: storedText(screen.entity, loaded, lists),
    loaded,
    complaints: [],
    version: loaded.record.version,
    ...waiting(draft),
  });
}

/** The form as it was left; an edited record keeps the version it was read at, so that saving tells of later changes. */
async function drawDraft(
  context: Context,
  screen: Screen,
  lists: ReferenceLists,
  draft: Draft,
  wish: FormWish,
  loaded: Loaded | null,
) {
  const { values, lines, version } = draft.body;
  const text: FormText = { values: { ...values }, lines: structuredClone(lines) };
  if (wish.chosen) await placeChoice(context, screen, lists, text, wish.chosen);
  return drawForm(context, screen, lists, {
    text,
    loaded,
    complaints: [],
    draft: { of: draft, shown: true },
    ...(wish.chosen ? { focus: wish.chosen.name } : {}),
    ...(wish.chosen ? { typed: true } : {}),
    ...(loaded ? { version: version ?? loaded.record.version } : {}),
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
  const isRowButton = editRows(screen.entity, text, intent) !== null;
  const draw = async (given: Omit<FormState, "loaded" | "worked">) => {
    const lists = await listsOf(context, screen, state, text.values);
    // Rows that are only moved about keep what stands in them: a copied line is often given another material.
    const filled = isRowButton ? given.text : await filledText(context, screen, lists, given.text);
    return drawForm(context, screen, lists, {
      pastes: pastesOf(form),
      ...waits,
      ...given,
      text: filled,
      loaded,
      typed: true,
      worked: await workedOut(context, screen, filled, loaded),
    });
  };
  refuseTooManyRows(screen.entity, text);
  const address = id === null ? newPath(screen) : editPath(screen, loaded?.record.id ?? id);
  const waits = form.has("_waiting") ? waiting(await findDraft(context, address)) : {};
  const looked = /^pick\.([\w.]{1,200})$/.exec(intent)?.[1];
  if (intent === "keep" || looked) {
    await keepForm(context, screen, form, id);
    if (!looked) return { to: `${address}?draft=1`, notice: "已暂存，可以稍后继续填写" };
    return {
      to:
        listPath(screen) +
        "/choose" +
        query([
          ["field", looked],
          ["form", address],
          ["q", textAt(text, looked)],
        ]),
    };
  }
  if (intent === "discard") {
    await dropDraft(context, address);
    // What was typed beside the draft that waited stays.
    if (form.has("_waiting")) {
      const model = await draw({
        text,
        complaints: [],
        draft: undefined,
        note: "之前暂存的内容已放弃",
        ...(id === null ? {} : { version }),
      });
      return { model, status: 200 as const };
    }
    return { to: address, notice: "暂存的内容已放弃" };
  }
  const seen = id === null ? {} : { version };
  const table = pastedTable(intent);
  if (table !== null)
    return {
      model: await draw({ ...(await pasted(context, screen, form, loaded, table)), ...seen }),
      status: 200 as const,
    };
  const edited = intent === "compute" ? text : editRows(screen.entity, text, intent);
  if (edited)
    return {
      model: await draw({ text: edited, complaints: [], changed: changedTable(intent), ...seen }),
      status: 200 as const,
    };
  const meant = withoutBlankRows(text);
  const values = inputOf(meant, writableOn(context, screen, state), screen.entity);
  const requestId = postedOnce(form);
  try {
    const common = { screen, values, ...(requestId ? { requestId } : {}) };
    const saved =
      id === null ? await createRecord(context, common) : await updateRecordBy(context, { ...common, id, version });
    await dropDraft(context, address);
    return { saved };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "duplicate", "stale_record"].includes(error.error)) throw error;
    const stale = error.error === "stale_record";
    const current = Number(error.facts.version);
    const left = stale && loaded ? withoutGoneIds(meant, loaded.record) : meant;
    return {
      model: await draw({
        text: { ...left, lines: { ...left.lines, ...blankRows(screen, left.lines) } },
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

/**
 * Keeps what a form holds as this person's draft, unjudged.
 * @returns address of the form and the time of day
 * @throws AppError when the person may not open the form
 */
export async function keepForm(context: Context, screen: Screen, form: FormData, id: string | null) {
  requireAction(context, screen.entity, id === null ? "add" : "edit", screen);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  if (loaded) requireEditable(context, screen, loaded.record);
  const text = formText(screen.entity, form);
  refuseTooManyRows(screen.entity, text);
  const address = loaded ? editPath(screen, loaded.record.id) : newPath(screen);
  const body = { ...text, ...(loaded ? { version: postedVersion(form) } : {}) };
  await keepDraft(context, { address, title: titleOfForm(screen, loaded), body });
  return { address, at: chinaTime(context.now).slice(11, 16) };
}

/** The form as it was posted, with a message; nothing is judged, the text is kept as a draft. */
export async function redrawForm(context: Context, screen: Screen, form: FormData, id: string | null, problem: string) {
  await keepForm(context, screen, form, id);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  const text = formText(screen.entity, form);
  return drawForm(context, screen, await listsOf(context, screen, loaded?.record.state ?? null, text.values), {
    text,
    loaded,
    complaints: [],
    problem,
    typed: true,
    ...(loaded ? { version: postedVersion(form) } : {}),
  });
}

function refuseTooManyRows(entity: AnyEntity, text: FormText): void {
  const refuse = (map: LinesMap, tables: Record<string, RowText[]>): void => {
    for (const [name, rows] of Object.entries(tables)) {
      const lines: Lines | undefined = Object.hasOwn(map, name) ? map[name] : undefined;
      const most = mostRows(lines);
      if (rows.length > most) throw new AppError("malformed", { message: `${lines?.label ?? "明细"}最多${most}行` });
      for (const row of rows) refuse(lines?.lines ?? {}, row.lines ?? {});
    }
  };
  refuse(entity.lines, text.lines);
}

/** The record that a text would make; null while the form as a whole would be refused, e.g. for a row that is gone. */
async function workedOut(
  context: Context,
  screen: Screen,
  text: FormText,
  loaded: Loaded | null,
): Promise<AnyRecord | null> {
  const offered = writableOn(context, screen, loaded?.record.state ?? null);
  try {
    return await draftRecord(context, screen, inputOf(text, offered, screen.entity), loaded?.record ?? null);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** For drawing that only asks what is worked out. */
const NO_LISTS: ReferenceLists = { of: () => ({}), searchHref: () => "", fillsHref: () => undefined, picks: false };

/**
 * What is worked out from a form while somebody types: texts by the name of their cell. Nothing is stored.
 * @param id of the record, null for a new one
 * @throws AppError("forbidden" | "not_found" | "wrong_state" | "malformed")
 */
export async function formFigures(
  context: Context,
  screen: Screen,
  form: FormData,
  id: string | null,
): Promise<Record<string, string>> {
  requireAction(context, screen.entity, id === null ? "add" : "edit", screen);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  if (loaded) requireEditable(context, screen, loaded.record);
  const text = formText(screen.entity, form);
  refuseTooManyRows(screen.entity, text);
  const worked = await workedOut(context, screen, text, loaded);
  const { sections } = drawForm(context, screen, NO_LISTS, { text, loaded, worked, complaints: [] });
  return Object.fromEntries(
    sections.flatMap((section) => (section.kind === "lines" ? figuresOf(section, section.rows, section.name) : [])),
  );
}

/** The form with the lines that were pasted into the box of a table, and what is wrong with them. */
async function pasted(context: Context, screen: Screen, form: FormData, loaded: Loaded | null, name: string) {
  const text = formText(screen.entity, form);
  const pastes = pastesOf(form);
  const state = loaded?.record.state ?? null;
  const writable = writableOn(context, screen, state);
  if (!writable.lines[name]) return { text, complaints: [], pastes };
  const lists = await listsOf(context, screen, state, text.values);
  const drawing = { context, screen, writable, lists, faults: new Map<string, string>(), record: null, worked: false };
  const taken = pasteRows(lineTable(drawing, name), text, pastes[name]?.text ?? "");
  const complaints = await cellComplaints(context, screen, taken.text, writable, loaded?.record ?? null, name);
  return { text: taken.text, complaints, pastes: { ...pastes, [name]: taken.paste } };
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

async function listsOf(
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
  return referenceLists(context, screen, fields, values);
}

/** A stored value as its control holds it: references by id in a short list, by label where one types. */
function inputText(field: Field, value: Value, lists: ReferenceLists, label: string | undefined): string {
  if (value === null) return "";
  if (field.kind === "reference" && !lists.of(field).options) return label ?? String(value);
  return kindOf(field).toInput(value);
}

function storedText(entity: AnyEntity, { record, labels }: Loaded, lists: ReferenceLists): FormText {
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

function drawForm(context: Context, screen: Screen, lists: ReferenceLists, state: FormState) {
  const { entity } = screen;
  const { loaded, complaints } = state;
  const writable = writableOn(context, screen, loaded?.record.state ?? null);
  const faults = new Map(complaints.map((complaint) => [complaint.field, complaint.message]));
  const shown = screen.form.filter((part) => isShown(context, entity, part, state));
  const sections = shown.flatMap<Part>((part) =>
    isLineSection(part)
      ? lineSectionModel(context, screen, part, writable, lists, state, faults)
      : fieldSectionModel(context, entity, part, writable, lists, state, faults),
  );
  return {
    title: titleOfForm(screen, loaded),
    action: loaded ? editPath(screen, loaded.record.id) : newPath(screen),
    figures: `${listPath(screen)}/compute${loaded ? `?id=${loaded.record.id}` : ""}`,
    ...(state.draft
      ? {
          draft: {
            at: chinaTime(state.draft.of.savedAt).slice(0, 16),
            ...(state.draft.shown ? {} : { href: `${state.draft.of.address}?draft=1` }),
          },
        }
      : {}),
    keepHref: `${listPath(screen)}/draft${query([["form", loaded ? editPath(screen, loaded.record.id) : newPath(screen)]])}`,
    ...(state.typed ? { typed: true } : {}),
    ...(state.note ? { note: state.note } : {}),
    ...(state.version === undefined ? {} : { version: String(state.version) }),
    sections: focusFirst(sections, state.focus),
    errors: complaints.map(({ field, message }) => ({ name: field, label: labelAt(entity, field), message })),
    ...(state.problem ? { problem: state.problem } : {}),
    ...(state.conflict ? { conflict: state.conflict } : {}),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    submit: [
      { label: "保存", intent: "save", tone: "primary" as const },
      { label: "暂存", intent: "keep", tone: "plain" as const },
    ],
    cancelHref: loaded ? recordPath(screen, loaded.record.id) : listPath(screen),
  };
}

/**
 * Conditions of sections speak of stored values, on a new record of what was typed. One that was just opened shows everything, and
 * nothing is hidden that was typed into or has faults.
 */
function isShown(context: Context, entity: AnyEntity, part: Screen["form"][number], state: FormState): boolean {
  const { loaded, text, complaints } = state;
  if (!part.when) return true;
  if (loaded) return holds(part.when, loaded.record, factsOf(context));
  if (!state.typed && !state.draft?.shown) return true;
  const own = isLineSection(part) ? [part.lines] : part.fields;
  const isUsed = isLineSection(part)
    ? (text.lines[part.lines] ?? []).some(({ values }) => Object.values(values).some((value) => value.trim() !== ""))
    : part.fields.some((name) => (text.values[name] ?? "").trim() !== "");
  const isFaulty = complaints.some(({ field }) => own.includes(field.split(".")[0] ?? ""));
  return isUsed || isFaulty || holds(part.when, typedValues(context, entity, text), factsOf(context));
}

/** The head as it would be stored, as far as what was typed can be read. */
function typedValues(context: Context, entity: AnyEntity, text: FormText): Record<string, Value> {
  const { today } = factsOf(context);
  return {
    state: entity.states ? (Object.keys(entity.states)[0] ?? null) : null,
    ...Object.fromEntries(
      Object.entries<Field>(entity.fields).map(([name, field]) => {
        const reading = kindOf(field).read(text.values[name] ?? "", field.options, today);
        return [name, "value" in reading ? reading.value : null];
      }),
    ),
  };
}

function titleOfForm(screen: Screen, loaded: Loaded | null): string {
  const noun = screen.label.replace(/(列表|维护|管理)$/, "");
  return loaded ? `修改${noun} ${titleOf(screen.entity, loaded.record)}` : `新建${noun}`;
}

type Part = ReturnType<typeof fieldSectionModel>[number] | ReturnType<typeof lineSectionModel>[number];

/** The first faulty control takes the focus, with and without script, or the one that was just looked up. */
function focusFirst(sections: Part[], wanted: string | undefined): Part[] {
  const controls = sections.flatMap((section) =>
    section.kind === "fields" ? section.controls : lineControls(section.rows),
  );
  const first = controls.find((control) => control.error) ?? controls.find(({ name }) => name === wanted);
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
  if (!writable.lines[part.lines] || part.lines.includes(".")) return [];
  const record = state.worked ?? state.loaded?.record ?? null;
  const drawing = {
    context,
    screen,
    writable,
    lists,
    faults,
    record,
    worked: Boolean(state.worked),
    changed: state.changed,
  };
  const table = lineTable(drawing, part.lines, part.columns);
  const totals = lineTotals(drawing, part.lines, part.columns);
  const stored = record ? linesOf(record, part.lines) : [];
  const rows = lineRows(drawing, part.lines, part.lines, state.text.lines[part.lines] ?? [], stored, part.columns);
  const paste = state.pastes?.[part.lines] ?? { text: "" };
  return [{ kind: "lines" as const, title: part.title, paste, ...(totals ? { totals } : {}), ...table, ...rows }];
}

/** How the summary on top names a field: `第2行数量`, `第2行交货计划第1批计划数量`. */
function labelAt(entity: AnyEntity, path: string): string {
  return entity.fields[path]?.options.label ?? lineLabelAt(entity.lines, path, "");
}

function lineLabelAt(map: LinesMap, path: string, above: string): string {
  const [name = "", position, ...rest] = path.split(".");
  const lines: Lines | undefined = Object.hasOwn(map, name) ? map[name] : undefined;
  if (!lines) return "";
  const table = above === "" ? "" : above + lines.label;
  if (position === undefined) return above + lines.label;
  const row = `${table}第${Number(position) + 1}${lines.options.counter ?? "行"}`;
  const column = rest.join(".");
  return column in lines.fields ? row + lines.fields[column]?.options.label : lineLabelAt(lines.lines, column, row);
}
