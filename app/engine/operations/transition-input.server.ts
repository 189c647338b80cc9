import { dayOf } from "~/shared/calendar";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Field, Fields, Value } from "../entity";
import { stoppedComplaint } from "../entity/dictionary";
import { isPointer } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { idsIn, isFileKind } from "../entity/kinds/file";
import { isBlank } from "../entity/kinds/kind";
import { type PlacedRow, rowsAt } from "../entity/paths";
import { AppError } from "../errors";
import { type FileRequest, resolveFiles } from "../files/resolve.server";
import { missingFields } from "./input.server";
import { fieldValue } from "./records.server";
import { type ReferenceQuery, resolveReferences } from "./references.server";
import { factsOf } from "./scope.server";
import { requireTransition, type TransitionOption } from "./transitions.server";

const LONGEST_REASON = 500;

/** Everything a transition may ask for: its own input and fields of the record. */
export function inputFields(entity: AnyEntity, transition: TransitionOption): Fields {
  return {
    ...Object.fromEntries((transition.asks ?? []).map((name) => [name, entity.fields[name]])),
    ...transition.input,
  };
}

/** What a transition asks for on this record. */
export function fieldsAsked(
  context: Context,
  entity: AnyEntity,
  transition: TransitionOption,
  record: AnyRecord,
): Fields {
  const all = inputFields(entity, transition);
  const { inputWhen } = transition;
  if (!inputWhen) return all;
  const isAsked = (name: string) => {
    const when = inputWhen[name];
    return when === undefined || matches(when, record, factsOf(context));
  };
  return Object.fromEntries(Object.entries<Field>(all).filter(([name]) => isAsked(name)));
}

/**
 * What was typed once for several documents, as it is meant for one of them: without what this one is not asked for, and with its own
 * value of a field that was left empty. Nobody who fills in one page for twenty documents means to empty what each of them says.
 * A call that means it says `null`.
 */
export function inputOfEach(
  context: Context,
  { entity, transition, record }: { entity: AnyEntity; transition: TransitionOption; record: AnyRecord },
  typed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const all = inputFields(entity, transition);
  const asked = fieldsAsked(context, entity, transition, record);
  // A name that nothing is called stays, to be refused.
  const meant = Object.entries(typed).filter(([name]) => Object.hasOwn(asked, name) || !Object.hasOwn(all, name));
  const kept = (transition.asks ?? []).flatMap((name): [string, Value][] => {
    const field: Field | undefined = asked[name];
    const isLeft = typed[name] === undefined || (typeof typed[name] === "string" && typed[name].trim() === "");
    return field && isLeft && !isFileKind(field.kind) ? [[name, fieldValue(record, name)]] : [];
  });
  return { ...Object.fromEntries(meant), ...Object.fromEntries(kept) };
}

/** What is wrong with the reason of a transition. */
export function reasonComplaints(transition: TransitionOption, reason: string | null): Complaint[] {
  const label = transition.reasonLabel ?? "原因";
  const { reasonLength } = transition;
  if (transition.reason === "required" && !reason)
    return [{ field: "reason", message: reasonLength?.complaint ?? `请填写${label}` }];
  if (reasonLength && reason) {
    const length = [...reason].length;
    if (length < reasonLength.least || length > reasonLength.most)
      return [{ field: "reason", message: reasonLength.complaint }];
  }
  const read = kindOf({ kind: "longText" }).read(reason, { label, maxLength: LONGEST_REASON });
  return "complaint" in read ? [{ field: "reason", message: read.complaint }] : [];
}

export interface ReadValuesInput {
  fields: Fields;
  raw: Readonly<Record<string, unknown>>;
  path: string;
  complaints: Complaint[];
  row: AnyRecord | AnyLine;
}

/** Reads what was typed for fields a transition asks about; what is wrong goes into `complaints`. */
export async function readValues(
  context: Context,
  { fields, raw, path, complaints, row }: ReadValuesInput,
): Promise<Record<string, Value>> {
  const values: Record<string, Value> = {};
  const requests: ReferenceQuery[] = [];
  const files: FileRequest[] = [];
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(fields, name))
      throw new AppError("malformed", { message: `参数格式不正确：不存在字段「${name}」` });
  }
  for (const [name, field] of Object.entries<Field>(fields)) {
    const typed = raw[name];
    if (isPointer(field) && typeof typed === "string" && typed.trim() !== "") {
      requests.push({ field, name, path: path + name, typed, into: values });
      continue;
    }
    const ids = isFileKind(field.kind) ? idsIn(typed) : null;
    if (ids) {
      files.push({ field, name, place: name, path: path + name, ids, into: values, stored: fieldValue(row, name) });
      continue;
    }
    const read = kindOf(field).read(typed, field.options, dayOf(context.now));
    if ("complaint" in read) {
      complaints.push({ field: path + name, message: read.complaint });
      continue;
    }
    const stopped = stoppedComplaint(field, read.value, lineDefault(name, row));
    if (stopped === null) values[name] = read.value;
    else complaints.push({ field: path + name, message: stopped });
  }
  complaints.push(...(await resolveReferences(context, requests)), ...(await resolveFiles(context, files)));
  const faulty = new Set(complaints.map((complaint) => complaint.field));
  complaints.push(
    ...missingFields(fields, { ...row, ...emptied(fields), ...values }, (name) => path + name, factsOf(context)).filter(
      (complaint) => !faulty.has(complaint.field),
    ),
  );
  return values;
}

/** What is asked for counts as typed, also when it was left empty. */
function emptied(fields: Fields): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}

export interface ReadLineInputInput {
  transition: TransitionOption;
  record: AnyRecord;
  raw: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  complaints: Complaint[];
}

/**
 * Reads what was typed beside the lines, by the id of the line.
 * @throws AppError("malformed") for a line of another document
 */
export async function readLineInput(
  context: Context,
  { transition, record, raw, complaints }: ReadLineInputInput,
): Promise<Map<string, Record<string, Value>>> {
  const values = new Map<string, Record<string, Value>>();
  if (!transition.lineInput) {
    if (Object.keys(raw).length > 0) throw new AppError("malformed");
    return values;
  }
  const rows = askedRows(context, transition, record);
  const spare = spareRows(transition, rows);
  const known = new Set([...rows, ...spare].map(({ id }) => id));
  complaints.push(
    ...noLongerAsked(
      transition,
      record,
      Object.keys(raw).filter((id) => !known.has(id)),
    ),
  );
  const read = (row: AnyLine, typed: Readonly<Record<string, unknown>>) =>
    readValues(context, {
      fields: transition.lineInput?.fields ?? {},
      raw: typed,
      path: `${transition.lineInput?.lines}.${row.id}.`,
      complaints,
      row,
    });
  for (const { row } of rows) values.set(row.id, await read(row, raw[row.id] ?? currentTyped(transition, row)));
  for (const parent of spare) {
    const typed = raw[parent.id];
    if (typed && Object.values(typed).some((value) => !isBlank(value)))
      values.set(parent.id, await read(parent, typed));
  }
  return values;
}

/**
 * What is said of lines the transition does not ask about (any more): of the document's own lines a sentence tells which, since they may have
 * been answered meanwhile. A line of another document is refused, not skipped: it can only come from a tampered form.
 */
function noLongerAsked(transition: TransitionOption, record: AnyRecord, ids: readonly string[]): Complaint[] {
  const path = transition.lineInput?.lines ?? "";
  const [name = ""] = Object.keys(transition.lineInput?.fields ?? {});
  const own = rowsAt(record, path).map(({ row }) => row.id);
  return ids.map((id) => {
    const at = own.indexOf(id);
    if (at < 0) throw new AppError("malformed");
    return { field: `${path}.${id}.${name}`, message: `第${at + 1}行现在不能「${transition.label}」，请刷新后重试` };
  });
}

/** Rows a transition asks about: those of its table that its condition names. */
export function askedRows(
  context: Context,
  transition: TransitionOption,
  record: AnyRecord,
): (PlacedRow & { id: string })[] {
  const { lineInput } = transition;
  if (!lineInput) return [];
  return rowsAt(record, lineInput.lines)
    .filter(({ row, parent }) => !lineInput.where || matches(lineInput.where, { ...parent, ...row }, factsOf(context)))
    .map((placed) => ({ ...placed, id: placed.row.id }));
}

/** Lines that may be split by one more row: those that have a row asked about. */
export function spareRows(transition: TransitionOption, rows: readonly PlacedRow[]): AnyLine[] {
  if (!transition.lineInput?.spare) return [];
  return [...new Set(rows.flatMap(({ parent }) => parent ?? []))];
}

/** A line that was not sent keeps what it has. */
function currentTyped(transition: TransitionOption, row: AnyLine): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(transition.lineInput?.fields ?? {}).map((name) => [name, lineDefault(name, row)]),
  );
}

/** What stands beside a line before anybody typed: its own value of that name. */
export function lineDefault(name: string, row: AnyRecord | AnyLine): Value {
  const value: unknown = row[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

/** What is wrong with the reason and the values typed for a transition, whatever record it is made on. */
export async function askedComplaints(
  context: Context,
  entity: AnyEntity,
  name: string,
  typed: { reason: string; input: Readonly<Record<string, unknown>> },
): Promise<Complaint[]> {
  const transition = requireTransition(context, entity, name);
  const complaints = reasonComplaints(transition, typed.reason.trim() || null);
  await readValues(context, {
    fields: inputFields(entity, transition),
    raw: typed.input,
    path: "",
    complaints,
    row: { id: "", line_no: 0 },
  });
  return complaints;
}
