import { dayOf } from "~/shared/calendar";
import { holds } from "../access/holds";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Field, Fields, Value } from "../entity";
import { stoppedComplaint } from "../entity/dictionary";
import { kindOf } from "../entity/kinds";
import { idsIn, isFileKind } from "../entity/kinds/file";
import { isBlank } from "../entity/kinds/kind";
import { type PlacedRow, rowsAt } from "../entity/paths";
import { AppError } from "../errors";
import { type FileWish, resolveFiles } from "../files/resolve.server";
import { missingFields } from "./input.server";
import { type Move, requireMove } from "./moves.server";
import { fieldValue } from "./records.server";
import { type ReferenceWish, resolveReferences } from "./references.server";
import { factsOf } from "./scope.server";

const LONGEST_REASON = 500;

/** Everything a move may ask for: its own input and fields of the record. */
export function inputFields(entity: AnyEntity, move: Move): Fields {
  return { ...Object.fromEntries((move.asks ?? []).map((name) => [name, entity.fields[name]])), ...move.input };
}

/** What a move asks for on this record. */
export function fieldsAsked(context: Context, entity: AnyEntity, move: Move, record: AnyRecord): Fields {
  const all = inputFields(entity, move);
  const { inputWhen } = move;
  if (!inputWhen) return all;
  const isAsked = (name: string) => {
    const when = inputWhen[name];
    return when === undefined || holds(when, record, factsOf(context));
  };
  return Object.fromEntries(Object.entries<Field>(all).filter(([name]) => isAsked(name)));
}

/** What is wrong with the reason of a move. */
export function reasonComplaints(move: Move, reason: string | null): Complaint[] {
  const label = move.reasonLabel ?? "原因";
  const { reasonLength } = move;
  if (move.reason === "required" && !reason)
    return [{ field: "reason", message: reasonLength?.complaint ?? `请填写${label}` }];
  if (reasonLength && reason) {
    const length = [...reason].length;
    if (length < reasonLength.least || length > reasonLength.most)
      return [{ field: "reason", message: reasonLength.complaint }];
  }
  const read = kindOf({ kind: "longText" }).read(reason, { label, maxLength: LONGEST_REASON });
  return "complaint" in read ? [{ field: "reason", message: read.complaint }] : [];
}

/** Reads what was typed for fields a move asks about; what is wrong goes into `complaints`. */
export async function readValues(
  context: Context,
  fields: Fields,
  raw: Readonly<Record<string, unknown>>,
  path: string,
  complaints: Complaint[],
  row: AnyRecord | AnyLine,
): Promise<Record<string, Value>> {
  const values: Record<string, Value> = {};
  const wishes: ReferenceWish[] = [];
  const files: FileWish[] = [];
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(fields, name))
      throw new AppError("malformed", { message: `参数格式不正确：不存在字段「${name}」` });
  }
  for (const [name, field] of Object.entries<Field>(fields)) {
    const typed = raw[name];
    if (field.kind === "reference" && typeof typed === "string" && typed.trim() !== "") {
      wishes.push({ field, name, path: path + name, typed, into: values });
      continue;
    }
    const ids = isFileKind(field.kind) ? idsIn(typed) : null;
    if (ids) {
      files.push({ field, name, path: path + name, ids, into: values, stored: fieldValue(row, name) });
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
  complaints.push(...(await resolveReferences(context, wishes)), ...(await resolveFiles(context, files)));
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

/**
 * Reads what was typed beside the lines, by the id of the line.
 * @throws AppError("malformed") for a line the move does not ask about
 */
export async function readLineInput(
  context: Context,
  move: Move,
  record: AnyRecord,
  raw: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  complaints: Complaint[],
): Promise<Map<string, Record<string, Value>>> {
  const values = new Map<string, Record<string, Value>>();
  if (!move.lineInput) {
    if (Object.keys(raw).length > 0) throw new AppError("malformed");
    return values;
  }
  const rows = askedRows(context, move, record);
  const spare = spareRows(move, rows);
  const known = new Set([...rows, ...spare].map(({ id }) => id));
  // A line of another document is refused, not skipped: it can only come from a tampered form.
  if (Object.keys(raw).some((id) => !known.has(id))) throw new AppError("malformed");
  const read = (row: AnyLine, typed: Readonly<Record<string, unknown>>) =>
    readValues(context, move.lineInput?.fields ?? {}, typed, `${move.lineInput?.lines}.${row.id}.`, complaints, row);
  for (const { row } of rows) values.set(row.id, await read(row, raw[row.id] ?? currentTyped(move, row)));
  for (const parent of spare) {
    const typed = raw[parent.id];
    if (typed && Object.values(typed).some((value) => !isBlank(value)))
      values.set(parent.id, await read(parent, typed));
  }
  return values;
}

/** Rows a move asks about: those of its table that its condition names. */
export function askedRows(context: Context, move: Move, record: AnyRecord): (PlacedRow & { id: string })[] {
  const { lineInput } = move;
  if (!lineInput) return [];
  return rowsAt(record, lineInput.lines)
    .filter(({ row, parent }) => !lineInput.where || holds(lineInput.where, { ...parent, ...row }, factsOf(context)))
    .map((placed) => ({ ...placed, id: placed.row.id }));
}

/** Lines that may be split by one more row: those that have a row asked about. */
export function spareRows(move: Move, rows: readonly PlacedRow[]): AnyLine[] {
  if (!move.lineInput?.spare) return [];
  return [...new Set(rows.flatMap(({ parent }) => parent ?? []))];
}

/** A line that was not sent keeps what it has. */
function currentTyped(move: Move, row: AnyLine): Record<string, unknown> {
  return Object.fromEntries(Object.keys(move.lineInput?.fields ?? {}).map((name) => [name, lineDefault(name, row)]));
}

/** What stands beside a line before anybody typed: its own value of that name. */
export function lineDefault(name: string, row: AnyRecord | AnyLine): Value {
  const value: unknown = row[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

/** What is wrong with the reason and the values typed for a move, whatever record it is made on. */
export async function askedComplaints(
  context: Context,
  entity: AnyEntity,
  name: string,
  typed: { reason: string; input: Readonly<Record<string, unknown>> },
): Promise<Complaint[]> {
  const move = requireMove(context, entity, name);
  const complaints = reasonComplaints(move, typed.reason.trim() || null);
  await readValues(context, inputFields(entity, move), typed.input, "", complaints, { id: "", line_no: 0 });
  return complaints;
}
