import { dayOf } from "~/shared/calendar";
import type { Condition } from "~/shared/condition";
import { dayLimits } from "~/shared/field-rules";
import { acceptedEndings, groupLabels, sizeText } from "~/shared/file-kinds";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields, Value } from "../entity";
import { isPointer } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { idsIn, isFileKind, type StoredRef } from "../entity/kinds/file";
import { isLineSection } from "../entity/layout";
import { type Offered, offeredValues } from "../entity/narrowing";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { filePlaces, groupsOf, mostFiles, refsOf } from "../files/file-fields";
import { ownUploads } from "../files/resolve.server";
import { agreeing } from "../operations/choose.server";
import { optionsFor } from "../operations/references.server";
import { mayRead, mayWrite, mayWriteLines } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { limitFor } from "../parameters.server";
import { listPath, query } from "./address";

const SELECT_UP_TO = 40;

interface Choices {
  /** Short list: a select whose values are ids. Absent for a long one: there one types a code, a name or pinyin. */
  options?: Offered[];
}

/** What the references of a form offer; every list is read once, however many rows use it. */
export interface ReferenceLists {
  of(field: Field): Choices;
  /** What a choice offers that holds this value, or a text that depends on a choice. */
  offered(field: Field, value: string): Offered[];
  /** Where rows for the reference of this control are searched for while one types. */
  searchHref(name: string, field: Field): string;
  /** Where to ask what a chosen row brings along; undefined when it brings nothing. */
  fillsHref(name: string): string | undefined;
  /** The form can wait as a draft while a row is looked for on a page of its own. */
  picks: boolean;
  /** Where files of this field are sent in pieces; the person's own uploads that the form names, and what the record holds. */
  uploads: { href(name: string): string; own: ReadonlyMap<string, StoredRef>; mostMb: number };
  /** The business day, and the time of day that is proposed to a moment of which only the day is chosen. */
  days: { today: string; closing: string };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function listKey(field: Field): string {
  const { to, lines, only, onlyLines, within, open, may } = field.options;
  return `${to} ${JSON.stringify([lines, only, onlyLines, within, open, may].map((one) => one ?? null))}`;
}

/**
 * Reads the choices of all references among the fields.
 * @param given.form for the form of a record: what its head holds, as far as it is known, ids or typed codes; files in rows by their path
 * @param given.head for a transition: the record, which its references must agree with although it is not typed there
 */
export async function referenceLists(
  context: Context,
  screen: Screen,
  fields: readonly Field[],
  { form, head }: { form?: Readonly<Record<string, unknown>>; head?: Readonly<Record<string, unknown>> } = {},
): Promise<ReferenceLists> {
  const optionsPath = `${listPath(screen)}/options`;
  const wanted = new Map(fields.flatMap((field) => (isPointer(field) ? [[listKey(field), field]] : [])));
  const references = [...wanted.values()];
  const offers = await optionsFor(context, references, SELECT_UP_TO);
  const narrow: (readonly Condition[])[] = [];
  for (const field of references) {
    const values = head || form ? { ...head, ...form } : null;
    narrow.push(
      values ? await reading(context, () => agreeing(context, { entity: screen.entity, field, values })) : [],
    );
  }
  // Whether a list is short is judged without what is typed, so that a control stays what it is.
  const isNarrowed = narrow.some((conditions) => conditions.length > 0);
  const fitting = isNarrowed ? await optionsFor(context, references, SELECT_UP_TO, narrow) : offers;
  const files = fields.filter((field) => isFileKind(field.kind));
  const names = filePlaces(screen.entity).flatMap(({ path, field }) => (files.includes(field) ? [path] : []));
  const own =
    names.length === 0
      ? new Map()
      : await ownUploads(
          context,
          names.map((name) => [name, form?.[name]]),
        );
  const mostMb = names.length === 0 ? 0 : await limitFor(context, "files.mostMb");
  const closing = fields.some((field) => field.kind === "dateTime") ? await limitFor(context, "forms.closingHour") : 0;
  const held = ({ options: { of } }: Field) => {
    if (!of) return undefined;
    // A transition that asks for it leaves open what it will be.
    const isAsked = form === undefined && fields.includes(screen.entity.fields[of.field]);
    return form?.[of.field] ?? (isAsked ? undefined : head?.[of.field]);
  };
  const known = new Map<string, Choices>();
  for (const [position, key] of [...wanted.keys()].entries()) {
    const options = fitting[position]?.options ?? [];
    known.set(
      key,
      (offers[position]?.complete ?? true) ? { options: options.map(({ id, label }) => ({ value: id, label })) } : {},
    );
  }
  return {
    of: (field) => known.get(listKey(field)) ?? {},
    offered: (field, value) => offeredValues(field, value, { fields: screen.entity.fields, held: held(field) }),
    searchHref: (name, { options }) =>
      optionsPath +
      query([
        ["field", fieldPath(name)],
        ...Object.values(options.within ?? options.suggested ?? {}).map((own): [string, string] => [
          `v.${own}`,
          textOf(head?.[own]),
        ]),
      ]),
    fillsHref: (name) =>
      Object.keys(fillRules(screen.entity, fieldPath(name)) ?? {}).length > 0
        ? optionsPath + query([["field", fieldPath(name)]])
        : undefined,
    picks: form !== undefined,
    uploads: { href: (name) => `${listPath(screen)}/upload${query([["field", fieldPath(name)]])}`, own, mostMb },
    days: { today: dayOf(context.now), closing: `${String(closing).padStart(2, "0")}:00` },
  };
}

/** How definitions call the field behind a control: `items.0.material_id` is `items.material_id`. */
export function fieldPath(name: string): string {
  return name
    .split(".")
    .filter((part) => !/^(\d+|[0-9a-f-]{36})$/.test(part))
    .join(".");
}

/** What a definition copies when the reference at that path is chosen: own field by source. */
export function fillRules(entity: AnyEntity, path: string): Readonly<Record<string, string>> | undefined {
  const parts = path.split(".");
  const reference = parts.pop() ?? "";
  const rules = parts.length === 0 ? entity.fillFrom : linesAt(entity.lines, parts.join("."))?.options.fillFrom;
  return rules && Object.hasOwn(rules, reference) ? rules[reference] : undefined;
}

type DrawnControl = Exclude<ReturnType<typeof kindOf>["control"], "none"> | "checks";

/** Fields that are filled from a chosen row when they are left empty: nobody has to type them. */
export function filledFields(
  rules: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined,
): Set<string> {
  return new Set(Object.values(rules ?? {}).flatMap((copies) => Object.keys(copies)));
}

export interface ControlOfInput {
  field: Field;
  name: string;
  value: string;
  lists: ReferenceLists;
  error?: string;
  stored?: Value;
}

/** One control of a form. `value` is text as the control holds it. */
export function controlOf({ field, name, value, lists, error, stored }: ControlOfInput) {
  const kind = kindOf(field);
  const { label, help, unit, maxLength, of } = field.options;
  const choices: Choices = isPointer(field)
    ? lists.of(field)
    : field.kind === "choice" || of
      ? { options: lists.offered(field, value) }
      : {};
  return {
    name,
    label,
    kind: of ? ("select" as const) : drawnAs(kind.control),
    value,
    required: field.presence === "required" && field.kind !== "yesNo",
    ...choices,
    ...(isPointer(field) ? looking(field, name, choices, lists) : {}),
    ...(field.options.suggested ? { search: lists.searchHref(name, field) } : {}),
    ...(isFileKind(field.kind)
      ? { files: bringing({ field, name, typed: value, lists, stored: stored ?? null }) }
      : {}),
    ...(help ? { help } : {}),
    ...(unit ? { unit } : {}),
    ...(maxLength && !of ? { maxLength } : {}),
    ...(error ? { error } : {}),
    ...offeredDays(field, lists),
  };
}

/** What a calendar offers: no day that would be refused, and a time of day where it asks for one. */
function offeredDays(field: Field, { days }: ReferenceLists): { days?: { min?: string; max?: string; time?: string } } {
  if (field.kind !== "date" && field.kind !== "dateTime") return {};
  const limits = {
    ...dayLimits(field.options, days.today),
    ...(field.kind === "dateTime" ? { time: days.closing } : {}),
  };
  return Object.keys(limits).length > 0 ? { days: limits } : {};
}

function drawnAs(control: ReturnType<typeof kindOf>["control"]): DrawnControl {
  return control === "none" ? "text" : control;
}

/** What a file control shows and offers: the files the form names, as far as they are the record's own or the person's. */
function bringing({
  field,
  name,
  typed,
  lists,
  stored,
}: {
  field: Field;
  name: string;
  typed: string;
  lists: ReferenceLists;
  stored: Value;
}) {
  const known = new Map([...lists.uploads.own, ...refsOf(stored).map((ref): [string, StoredRef] => [ref.id, ref])]);
  const groups = groupsOf(field);
  const most = mostFiles(field);
  const limit = most > 1 ? `最多${most}个，每个不超过${lists.uploads.mostMb} MB` : `不超过${lists.uploads.mostMb} MB`;
  return {
    shown: (idsIn(typed) ?? []).flatMap((id) => {
      const ref = known.get(id);
      return ref ? [{ id, name: ref.name, size: sizeText(ref.size) }] : [];
    }),
    accept: acceptedEndings(groups),
    most,
    hint: `支持${groupLabels(groups)}，${limit}`,
    uploadHref: lists.uploads.href(name),
  };
}

function looking(field: Field, name: string, { options }: Choices, lists: ReferenceLists) {
  const fills = lists.fillsHref(name);
  return {
    ...(options ? {} : { search: lists.searchHref(name, field) }),
    ...(options || !lists.picks ? {} : { pick: true as const }),
    ...(fills ? { fills } : {}),
  };
}

/** Fields of the head and of each child table that this person may type while the record is in that state. */
export interface Writable {
  fields: string[];
  /** By the path of the table: `items`, and `items.schedules` only where `items` is there as well. */
  lines: Record<string, string[]>;
}

export function writableOn(context: Context, screen: Screen, given: string | null): Writable {
  const { entity } = screen;
  // A new document is written in its first state, and takes nothing that belongs to a later one.
  const state = given ?? Object.keys(entity.states ?? {})[0] ?? null;
  const fields = screen.form.flatMap((part) =>
    isLineSection(part)
      ? []
      : part.fields.filter((name) => mayWrite(context, { entity, path: name, field: entity.fields[name], state })),
  );
  const lines: Record<string, string[]> = {};
  for (const part of screen.form) {
    if (!isLineSection(part) || part.lines.includes(".")) continue;
    Object.assign(lines, writableLines(context, { screen, state, path: part.lines, wanted: part.columns }));
  }
  return { fields, lines };
}

/** Columns one may type in a table of lines and, beneath its rows, in the tables of their own. */
function writableLines(
  context: Context,
  {
    screen,
    state,
    path,
    wanted,
  }: { screen: Screen; state: string | null; path: string; wanted: readonly string[] | undefined },
): Record<string, string[]> {
  const { entity } = screen;
  const definition = linesAt(entity.lines, path);
  if (!definition || !mayWriteLines(context, { entity, path, lines: definition, state })) return {};
  const columns = lineColumns(wanted, definition.fields).filter((name) => {
    const field = definition.fields[name];
    return field !== undefined && mayWrite(context, { entity, path: `${path}.${name}`, field, state });
  });
  if (columns.length === 0) return {};
  const nested = Object.keys(definition.lines).map((name) => {
    const below = `${path}.${name}`;
    const part = screen.form.find((one) => isLineSection(one) && one.lines === below);
    return writableLines(context, {
      screen,
      state,
      path: below,
      wanted: part && isLineSection(part) ? part.columns : undefined,
    });
  });
  return Object.assign({ [path]: columns }, ...nested);
}

export interface ReadableColumnsInput {
  entity: AnyEntity;
  lines: string;
  wanted: readonly string[] | undefined;
  fields: Fields;
}

/** Columns of a table of lines that this person may see. */
export function readableColumns(context: Context, { entity, lines, wanted, fields }: ReadableColumnsInput): string[] {
  return lineColumns(wanted, fields).filter((name) => {
    const field = fields[name];
    return field !== undefined && mayRead(context, entity, `${lines}.${name}`, field);
  });
}

function lineColumns(wanted: readonly string[] | undefined, fields: Fields): readonly string[] {
  return wanted ?? Object.keys(fields);
}
