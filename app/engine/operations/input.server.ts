import { dayOf } from "~/shared/calendar";
import { type MatchFacts, matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Field, Fields, Lines, LinesMap, Value } from "../entity";
import { stoppedComplaint } from "../entity/dictionary";
import { isPointer } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { idsIn, isFileKind } from "../entity/kinds/file";
import { missingComplaint } from "../entity/rules-of";
import { AppError } from "../errors";
import { type FileRequest, resolveFiles } from "../files/resolve.server";
import { fieldValue, linesOf } from "./records.server";
import { type ReferenceQuery, resolveReferences } from "./references.server";
import { mayWrite, mayWriteLines } from "./scope.server";

/** What a form or a REST body says, before anything is believed. */
export type RawInput = Readonly<Record<string, unknown>>;

/** A child row as it was sent: the id of a stored one, or null for a new one. */
export interface LineInput {
  id: string | null;
  values: Record<string, Value>;
  lines: Record<string, LineInput[]>;
}

export interface ReadInput {
  values: Record<string, Value>;
  /** Child tables that were sent; the others stay as they are. */
  lines: Record<string, LineInput[]>;
  complaints: Complaint[];
}

const MOST_LINES = 1000;

/**
 * Reads the fields of a record and its lines: every kind reads its own values, references are looked up within the
 * person's reach, what may not be written is refused.
 * @throws AppError("malformed") for names the definition does not have or this person may not write
 */
export async function readInput(
  context: Context,
  entity: AnyEntity,
  raw: RawInput,
  before: AnyRecord | null,
): Promise<ReadInput> {
  const state = entity.states ? (before?.state ?? Object.keys(entity.states)[0] ?? null) : null;
  const complaints: Complaint[] = [];
  const requests: ReferenceQuery[] = [];
  const files: FileRequest[] = [];
  const reader = { context, entity, state, complaints, requests, files, stored: before !== null };
  const values: Record<string, Value> = {};
  const lines: Record<string, LineInput[]> = {};
  for (const [name, value] of Object.entries(raw)) {
    const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    if (field) {
      readField(reader, { name, path: name, right: name, field, raw: value, into: values, before });
    } else if (Object.hasOwn(entity.lines, name)) {
      const definition: Lines = entity.lines[name];
      lines[name] = readLines({
        reader,
        definition,
        path: name,
        right: name,
        raw: value,
        stored: before ? linesOf(before, name) : [],
      });
    } else {
      throw new AppError("malformed", { message: `参数格式不正确：不存在字段「${name}」` });
    }
  }
  complaints.push(...(await resolveReferences(context, requests)), ...(await resolveFiles(context, files)));
  return { values, lines, complaints };
}

/** Whether the rows of a table that is stored stay the same rows, whatever a form sends. */
export function hasFixedRows({ options }: Lines): boolean {
  return options.asked !== undefined || options.fixedRows === true;
}

interface Reader {
  context: Context;
  entity: AnyEntity;
  state: string | null;
  complaints: Complaint[];
  requests: ReferenceQuery[];
  /** The record is there already. */
  stored: boolean;
  files: FileRequest[];
}

interface FieldReading {
  name: string;
  /** Where complaints are shown: the name of the control. */
  path: string;
  /** How rights name the field: `items.qty`. */
  right: string;
  field: Field;
  raw: unknown;
  into: Record<string, Value>;
  before: AnyRecord | AnyLine | null;
}

function readField(reader: Reader, one: FieldReading): void {
  const { context, entity, state } = reader;
  if (!mayWrite(context, { entity, path: one.right, field: one.field, state })) {
    const { label, system } = one.field.options;
    throw new AppError("malformed", {
      message: system
        ? `「${label}」：该字段由业务单据自动更新，不可手工修改`
        : `参数格式不正确：字段「${label}」不可修改`,
    });
  }
  if (isFileKind(one.field.kind)) {
    readFiles(reader, one);
    return;
  }
  if (typeof one.raw === "object" && one.raw !== null) {
    throw new AppError("malformed", { message: `参数格式不正确：字段「${one.field.options.label}」` });
  }
  const reading = kindOf(one.field).read(one.raw, one.field.options, dayOf(context.now));
  if (isPointer(one.field) && one.raw !== "" && one.raw !== null && one.raw !== undefined) {
    const known = one.before ? fieldValue(one.before, one.name) : null;
    if ("value" in reading && reading.value === known) one.into[one.name] = reading.value;
    else
      reader.requests.push({
        field: one.field,
        path: one.path,
        typed: String(one.raw),
        into: one.into,
        name: one.name,
      });
  } else if ("complaint" in reading) {
    reader.complaints.push({ field: one.path, message: reading.complaint });
  } else {
    // A value that was switched off stays where it is, and is not taken anywhere else.
    const stopped = stoppedComplaint(one.field, reading.value, one.before ? fieldValue(one.before, one.name) : null);
    if (stopped === null) one.into[one.name] = reading.value;
    else reader.complaints.push({ field: one.path, message: stopped });
  }
}

function readFiles(reader: Reader, { field, name, path, right, raw, before, into }: FieldReading): void {
  const ids = idsIn(raw);
  const stored = before ? fieldValue(before, name) : null;
  if (ids) reader.files.push({ field, name, place: right, path, ids, into, stored });
  else throw new AppError("malformed", { message: `参数格式不正确：字段「${field.options.label}」` });
}

function readLines({
  reader,
  definition,
  path,
  right,
  raw,
  stored,
}: {
  reader: Reader;
  definition: Lines;
  path: string;
  right: string;
  raw: unknown;
  stored: readonly AnyLine[];
}): LineInput[] {
  if (
    !mayWriteLines(reader.context, { entity: reader.entity, path: right, lines: definition, state: reader.state }) ||
    !Array.isArray(raw)
  ) {
    throw new AppError("malformed", { message: `参数格式不正确：「${definition.label}」不可修改` });
  }
  const most = definition.options.max ?? MOST_LINES;
  if (raw.length > most) throw new AppError("malformed", { message: `${definition.label}最多${most}行` });
  const byId = new Map(stored.map((line) => [line.id, line]));
  const seen = new Set<string>();
  const read = raw.map((row: unknown, position): LineInput => {
    if (typeof row !== "object" || row === null) throw new AppError("malformed");
    const entries = Object.entries(row);
    const rawId = entries.find(([name]) => name === "id")?.[1];
    const id = typeof rawId === "string" && rawId !== "" ? rawId : null;
    const before = id === null ? null : byId.get(id);
    // An id of another document's line, or the same line twice, is never taken over.
    if (id !== null && (!before || seen.has(id)))
      throw new AppError("malformed", {
        message: `参数格式不正确：「${definition.label}」第${position + 1}行不属于本单据`,
      });
    if (id === null && hasFixedRows(definition) && reader.stored)
      throw new AppError("malformed", { message: `参数格式不正确：「${definition.label}」不能增加行` });
    if (id !== null) seen.add(id);
    const line: LineInput = { id, values: {}, lines: {} };
    const unasked = before ? (definition.options.readOnlyIn?.(before) ?? []) : [];
    for (const [name, value] of entries) {
      const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
      const child = Object.hasOwn(definition.lines, name) ? definition.lines[name] : undefined;
      const here = `${path}.${position}.${name}`;
      if (name === "id" || name === "line_no" || unasked.includes(name)) continue;
      if (field) {
        readField(reader, {
          name,
          path: here,
          right: `${right}.${name}`,
          field,
          raw: value,
          into: line.values,
          before: before ?? null,
        });
      } else if (child) {
        line.lines[name] = readLines({
          reader,
          definition: child,
          path: here,
          right: `${right}.${name}`,
          raw: value,
          stored: before ? linesOf(before, name) : [],
        });
      } else {
        throw new AppError("malformed", { message: `参数格式不正确：不存在字段「${name}」` });
      }
    }
    return line;
  });
  if (definition.options.fixedRows && stored.some(({ id }) => !seen.has(id)))
    reader.complaints.push({ field: path, message: `「${definition.label}」不能减少行` });
  return read;
}

/** What is still missing in a complete set of values. */
export function missingFields(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  path: (name: string) => string,
  facts: MatchFacts,
): Complaint[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const { numbering, requiredWhen } = field.options;
    const empty = values[name] === null || values[name] === undefined;
    const wanted =
      field.presence === "required" || (requiredWhen !== undefined && matches(requiredWhen, values, facts));
    if (!wanted || !empty || numbering || field.options.system) return [];
    return [{ field: path(name), message: missingComplaint(field) }];
  });
}

/** Missing fields and too few rows in the child tables of a record. */
export function missingInLines(
  map: LinesMap,
  record: AnyRecord | AnyLine,
  facts: MatchFacts,
  prefix = "",
): Complaint[] {
  return Object.entries<Lines>(map).flatMap(([name, lines]) => {
    const rows = linesOf(record, name);
    const path = prefix + name;
    const few =
      rows.length < (lines.options.min ?? 0)
        ? [{ field: path, message: `请至少填写${lines.options.min}行${lines.label}` }]
        : [];
    return [
      ...few,
      ...rows.flatMap((row, position) => [
        ...missingFields(lines.fields, row, (field) => `${path}.${position}.${field}`, facts),
        ...missingInLines(lines.lines, row, facts, `${path}.${position}.`),
      ]),
    ];
  });
}
