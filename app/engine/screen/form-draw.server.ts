import { chinaTime } from "~/shared/calendar";
import { columnsOf } from "~/shared/condition";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint, Field, Lines, LinesMap, Value } from "../entity";
import { kindOf } from "../entity/kinds";
import { isLineSection } from "../entity/layout";
import { leadingFields } from "../entity/narrowing";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { rulesOf } from "../entity/rules-of";
import type { Draft } from "../operations/drafts.server";
import { KEPT_BY_INTEGRATION, keptByIntegration } from "../operations/integration-fields.server";
import { fieldValue, type Loaded, linesOf } from "../operations/records.server";
import { factsOf, mayRead, mayTransition } from "../operations/scope.server";
import { availableTransitions, transitionsOf } from "../operations/transitions.server";
import { titleOf } from "../operations/write.server";
import { editPath, listPath, newPath, query, recordPath } from "./address";
import { controlOf, filledFields, type ReferenceLists, type Writable, writableOn } from "./controls.server";
import { type FormText, withoutBlankRows } from "./form-data";
import type { WaitingDrafts } from "./form-drafts.server";
import { rowStarts } from "./form-text.server";
import { lineControls, lineNames, lineRows, lineTable, lineTotals } from "./line-model.server";
import { placeComplaints, problemOf } from "./page-order";
import type { Pastes } from "./paste.server";
import { showField } from "./show";

/** What a form is drawn from. */
export interface FormState {
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
  /** What the text is kept under; a form that was just opened is given an id of its own. */
  draftId?: string;
  /** What was typed earlier and is what the form shows. */
  draft?: Draft;
  /** What else was begun in this form. */
  waiting?: WaitingDrafts;
  /** The text is the person's and stored nowhere. */
  typed?: boolean;
  note?: string;
  /** Control the person goes on from. */
  focus?: string;
  /** The table of lines whose button was pressed. */
  changed?: string;
}

/** The form as data, whatever its text comes from. */
export function drawForm(context: Context, screen: Screen, lists: ReferenceLists, state: FormState) {
  const { entity } = screen;
  const { loaded, complaints } = state;
  const may = writableOn(context, screen, loaded?.record.state ?? null);
  const kept = loaded ? keptByIntegration(entity, loaded.record) : [];
  const writable = { ...may, fields: may.fields.filter((name) => !kept.includes(name)) };
  const faults = new Map(complaints.map((complaint) => [complaint.field, complaint.message]));
  const shown = screen.form.filter((part) => isShown(context, { screen, writable, part, state }));
  const sections = shown.flatMap<Part>((part) =>
    isLineSection(part)
      ? lineSectionModel(context, { screen, part, writable, lists, state, faults })
      : fieldSectionModel(context, { entity, part, writable, lists, state, faults }),
  );
  const { placed, elsewhere } = placeComplaints(complaints, sections.flatMap(namesOf));
  return {
    title: titleOfForm(screen, loaded),
    action: loaded ? editPath(screen, loaded.record.id) : newPath(screen),
    figures: `${listPath(screen)}/compute${loaded ? `?id=${loaded.record.id}` : ""}`,
    draftId: state.draftId ?? state.draft?.id ?? context.services.newId(),
    ...(state.draft ? { draft: { at: chinaTime(state.draft.savedAt).slice(0, 16) } } : {}),
    ...(state.waiting ? { waiting: state.waiting } : {}),
    keepHref: `${listPath(screen)}/draft${query([["form", loaded ? editPath(screen, loaded.record.id) : newPath(screen)]])}`,
    ...(state.typed ? { typed: true } : {}),
    ...(state.note ? { note: state.note } : {}),
    ...(state.version === undefined ? {} : { version: String(state.version) }),
    sections: focusFirst(sections, state.focus),
    errors: placed.map(({ field, message }) => ({
      name: field,
      label: questionAt(sections, field) ?? fieldLabelAt(entity, field),
      message,
    })),
    ...problemOf(state.problem, elsewhere, (field) => fieldLabelAt(entity, field)),
    ...(state.conflict ? { conflict: state.conflict } : {}),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    submit: buttonsOf(context, entity, loaded),
    cancelHref: loaded ? recordPath(screen, loaded.record.id) : listPath(screen),
  };
}

/** Saving, before it the transition that may follow at once, and keeping what is typed for later. */
function buttonsOf(context: Context, entity: AnyEntity, loaded: Loaded | null) {
  const save = { label: "保存", intent: "save" };
  const keep = { label: "暂存", intent: "keep", tone: "plain" as const };
  // What is not stored yet is stored first: the button by it comes second.
  if (!loaded) {
    const first = firstTransition(context, entity);
    return [
      { ...save, tone: "primary" as const },
      ...(first ? [{ label: first, intent: "then", tone: "plain" as const }] : []),
      keep,
    ];
  }
  const next = nextTransition(context, entity, loaded.record);
  return next
    ? [{ label: next.label, intent: "then", tone: "primary" as const }, { ...save, tone: "plain" as const }, keep]
    : [{ ...save, tone: "primary" as const }, keep];
}

/** What the transition after saving is called where a new record comes into the state it begins in, and this person may make it. */
function firstTransition(context: Context, entity: AnyEntity): string | null {
  const [state] = Object.keys(entity.states ?? {});
  const found = transitionsOf(entity).find(([name]) => name === entity.saveThen)?.[1];
  if (!found || state === undefined || !found.from.includes(state)) return null;
  return mayTransition(context, entity, entity.saveThen ?? "") ? found.label : null;
}

/** The transition that the form of this record offers beside saving, if this person may make it now. */
export function nextTransition(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
): { name: string; label: string; done: string } | null {
  const found = availableTransitions(context, entity, record).find(([name]) => name === entity.saveThen);
  return found ? { name: found[0], label: found[1].label, done: found[1].done ?? `已${found[1].label}` } : null;
}

/**
 * Conditions of sections speak of stored values, on a new record of what was typed. One that was just opened shows everything that typing
 * can bring about, and nothing is hidden that was typed into or has faults.
 */
function isShown(
  context: Context,
  {
    screen,
    writable,
    part,
    state,
  }: { screen: Screen; writable: Writable; part: Screen["form"][number]; state: FormState },
): boolean {
  const { entity } = screen;
  const { loaded, text, complaints } = state;
  if (!part.when) return true;
  if (loaded) return matches(part.when, loaded.record, factsOf(context));
  if (!state.typed && !state.draft) {
    const given = [...writable.fields, ...Object.keys(screen.initial ?? {})];
    return columnsOf(part.when).every((name) => given.includes(name));
  }
  const own = isLineSection(part) ? [part.lines] : part.fields;
  const isUsed = isLineSection(part)
    ? (withoutBlankRows(text, rowStarts(context, screen, writable)).lines[part.lines] ?? []).length > 0
    : part.fields.some((name) => (text.values[name] ?? "").trim() !== "");
  const isFaulty = complaints.some(({ field }) => own.includes(field.split(".")[0] ?? ""));
  return isUsed || isFaulty || matches(part.when, typedValues(context, entity, text), factsOf(context));
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

/** `新建采购订单`, `修改采购订单 PO1`. */
export function titleOfForm(screen: Screen, loaded: Loaded | null): string {
  const noun = screen.noun;
  return loaded ? `修改${noun} ${titleOf(screen.entity, loaded.record, loaded.labels)}` : `新建${noun}`;
}

type Part =
  | ReturnType<typeof fieldSectionModel>[number]
  | ReturnType<typeof questionsModel>[number]
  | ReturnType<typeof lineSectionModel>[number];

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
  {
    entity,
    part,
    writable,
    lists,
    state,
    faults,
  }: {
    entity: AnyEntity;
    part: { title: string; fields: readonly string[] };
    writable: Writable;
    lists: ReferenceLists;
    state: FormState;
    faults: ReadonlyMap<string, string>;
  },
) {
  const leading = leadingFields(entity);
  const controls = part.fields.flatMap((name) => {
    const field: Field = entity.fields[name];
    if (writable.fields.includes(name)) {
      const control = controlOf({
        field,
        name,
        value: state.text.values[name] ?? "",
        lists,
        error: faults.get(name),
        stored: state.loaded ? fieldValue(state.loaded.record, name) : null,
      });
      const rules = rulesOf(field);
      const ruled = {
        ...control,
        ...(rules ? { rules } : {}),
        ...(leading.has(name) ? { leads: true as const } : {}),
      };
      return [filledFields(entity.fillFrom).has(name) ? { ...ruled, required: false } : ruled];
    }
    if (!state.loaded || !mayRead(context, entity, name, field)) return [];
    const shown = showField({
      field,
      value: fieldValue(state.loaded.record, name),
      label: state.loaded.labels.get(name),
      currency: state.loaded.record.currency,
    });
    const help = keptByIntegration(entity, state.loaded.record).includes(name) ? { help: KEPT_BY_INTEGRATION } : {};
    return [{ ...controlOf({ field, name, value: "", lists }), required: false, readOnly: shown.text, ...help }];
  });
  const typed = controls.some((control) => !("readOnly" in control));
  return typed ? [{ kind: "fields" as const, title: part.title, controls }] : [];
}

function lineSectionModel(
  context: Context,
  {
    screen,
    part,
    writable,
    lists,
    state,
    faults,
  }: {
    screen: Screen;
    part: { title: string; lines: string; columns?: readonly string[] };
    writable: Writable;
    lists: ReferenceLists;
    state: FormState;
    faults: ReadonlyMap<string, string>;
  },
) {
  if (!writable.lines[part.lines] || part.lines.includes(".")) return [];
  const { asked } = linesAt(screen.entity.lines, part.lines)?.options ?? {};
  if (asked) {
    const files = writable.lines[part.lines]?.find((name) => name === asked.files);
    const column = files === undefined ? undefined : linesAt(screen.entity.lines, part.lines)?.fields[files];
    return questionsModel(part, { asked, files: column, lists }, state, faults);
  }
  const record = state.worked ?? state.loaded?.record ?? null;
  const drawing = {
    context,
    screen,
    writable,
    lists,
    starts: rowStarts(context, screen, writable),
    faults,
    record,
    labels: state.loaded?.labels ?? new Map<string, string>(),
    worked: Boolean(state.worked),
    changed: state.changed,
  };
  const table = lineTable(drawing, part.lines, part.columns);
  const totals = lineTotals(drawing, part.lines, part.columns);
  const stored = record ? linesOf(record, part.lines) : [];
  const rows = lineRows(drawing, {
    path: part.lines,
    name: part.lines,
    rows: state.text.lines[part.lines] ?? [],
    stored,
    wanted: part.columns,
  });
  const paste: Pastes[string] = state.pastes?.[part.lines] ?? { text: "" };
  return [{ kind: "lines" as const, title: part.title, ...(totals ? { totals } : {}), ...table, ...rows, paste }];
}

/**
 * Questions stand one below the other, each with a control of its own and one for its files where it takes some; what a row is goes along
 * unseen.
 */
function questionsModel(
  part: { title: string; lines: string },
  { asked, files, lists }: { asked: NonNullable<Lines["options"]["asked"]>; files?: Field; lists: ReferenceLists },
  state: FormState,
  faults: ReadonlyMap<string, string>,
) {
  if (!state.loaded) return [];
  const typed = new Map((state.text.lines[part.lines] ?? []).map(({ id, values }) => [id, values]));
  const rows = linesOf(state.loaded.record, part.lines);
  const controls = rows.flatMap((row, position): ReturnType<typeof controlOf>[] => {
    const { label, control, required, options, help, files: taken } = asked.ask(row);
    const name = `${part.lines}.${position}.${asked.answer}`;
    const error = faults.get(name);
    const answer = {
      name,
      label,
      kind: control,
      value: typed.get(row.id)?.[asked.answer] ?? "",
      required,
      ...(options ? { options: options.map((one) => ({ value: one, label: one })) } : {}),
      ...(help ? { help } : {}),
      ...(error ? { error } : {}),
    };
    if (!files || !taken || asked.files === undefined) return [answer];
    const beneath = `${part.lines}.${position}.${asked.files}`;
    const drawn = controlOf({
      field: files,
      name: beneath,
      value: typed.get(row.id)?.[asked.files] ?? "",
      lists,
      error: faults.get(beneath),
      stored: fieldValue(row, asked.files),
    });
    const { label: called, required: wanted, help: hint } = taken;
    return [answer, { ...drawn, label: called, required: wanted, ...(hint ? { help: hint } : {}) }];
  });
  const hidden = rows.map((row, position): [string, string] => [`${part.lines}.${position}.id`, row.id]);
  return [{ kind: "fields" as const, title: part.title, controls, hidden, single: true as const }];
}

/** Names that complaints can stand at, from top to bottom; a control that is only shown says nothing. */
function namesOf(section: Part): string[] {
  if (section.kind === "fields")
    return section.controls.flatMap((control) =>
      "readOnly" in control && control.readOnly !== undefined ? [] : [control.name],
    );
  const { name, rows } = section;
  return [name, ...tablesBeneath(rows, name), ...lineNames(rows, name)];
}

function tablesBeneath(rows: Extract<Part, { kind: "lines" }>["rows"], above: string): string[] {
  return rows.flatMap(({ nested }, index) =>
    Object.entries(nested).flatMap(([name, below]) => {
      const table = `${above}.${index}.${name}`;
      return [table, ...tablesBeneath(below.rows, table)];
    }),
  );
}

function questionAt(sections: readonly Part[], name: string): string | undefined {
  return sections
    .flatMap((section) => (section.kind === "fields" && "hidden" in section ? section.controls : []))
    .find((control) => control.name === name)?.label;
}

/** How the summary on top names a field: `第2行数量`, `第2行交货计划第1批计划数量`. */
export function fieldLabelAt(entity: AnyEntity, path: string): string {
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
