import { decimal } from "~/shared/decimal";
import type {
  AnyEntity,
  AnyLine,
  AnyRecord,
  Complaint,
  Field,
  Fields,
  Limits,
  Lines,
  LinesMap,
  Rule,
  RuleFacts,
  Value,
} from "../entity";
import { kindOf } from "../entity/kinds";
import { withoutWithheld } from "../entity/sealed";

/** Child rows of a record by name; empty for a name it does not carry. */
function rowsOf(record: AnyRecord | AnyLine, name: string): AnyLine[] {
  const value: unknown = record[name];
  return Array.isArray(value) ? value : [];
}

function computeLines(map: LinesMap, record: AnyRecord | AnyLine, limits: Limits): void {
  for (const [name, lines] of Object.entries<Lines>(map)) {
    for (const row of rowsOf(record, name)) {
      computeLines(lines.lines, row, limits);
      for (const [field, compute] of Object.entries(lines.compute)) {
        if (compute) row[field] = compute(row, limits);
      }
    }
  }
}

/** Works out all computed values in place, deepest rows first, so that sums see what they add up. */
export function computeRecord(entity: AnyEntity, record: AnyRecord, limits: Limits): void {
  computeLines(entity.lines, record, limits);
  for (const [field, compute] of Object.entries<unknown>(entity.compute ?? {})) {
    if (typeof compute === "function") record[field] = compute(record, limits);
  }
  withoutWithheld(entity, record);
}

/**
 * Works out what can be worked out while somebody is still typing: a row that lacks something has no computed values, and sums
 * above it do without it.
 */
export function computeDraft(entity: AnyEntity, record: AnyRecord, limits: Limits): void {
  const lines = Object.fromEntries(
    Object.entries<Lines>(entity.lines).map(([name, definition]) => [
      name,
      completeRows(definition, rowsOf(record, name), limits),
    ]),
  );
  for (const [field, compute] of Object.entries<unknown>(entity.compute ?? {})) {
    if (typeof compute === "function") record[field] = attempt(() => compute({ ...record, ...lines }, limits));
  }
  withoutWithheld(entity, record);
}

function completeRows(definition: Lines, rows: readonly AnyLine[], limits: Limits): AnyLine[] {
  return rows.filter((row) => {
    const below = Object.fromEntries(
      Object.entries<Lines>(definition.lines).map(([name, lines]) => [
        name,
        completeRows(lines, rowsOf(row, name), limits),
      ]),
    );
    const computed = Object.entries(definition.compute).flatMap(([field, compute]) =>
      compute ? [{ field, compute }] : [],
    );
    const gap = Object.entries<Field>(definition.fields).some(
      ([field, { presence }]) => presence === "required" && (row[field] ?? "") === "",
    );
    let failed = false;
    for (const { field, compute } of computed)
      row[field] = attempt(
        () => compute({ ...row, ...below }, limits),
        () => {
          failed = true;
        },
      );
    // A figure that is empty on purpose, as the change of a price that is the first, is no lack.
    return !failed && !(gap && computed.some(({ field }) => row[field] === null));
  });
}

/** Null for what cannot be worked out: the functions of a definition may trust that required values are there. */
function attempt(compute: () => Value, onFailure?: () => void): Value {
  try {
    return compute();
  } catch {
    onFailure?.();
    return null;
  }
}

/**
 * Complaints of numbers that were worked out and are larger than their column, each at its place: what people type is measured when it
 * is read, the product of two such numbers is not.
 */
export function overflowComplaints(entity: AnyEntity, record: AnyRecord): Complaint[] {
  return [...tooLarge(entity.fields, record, ""), ...tooLargeInLines(entity.lines, record, "")];
}

function tooLargeInLines(map: LinesMap, owner: AnyRecord | AnyLine, above: string): Complaint[] {
  return Object.entries<Lines>(map).flatMap(([name, lines]) =>
    rowsOf(owner, name).flatMap((row, position) => {
      const at = `${above}${name}.${position}.`;
      return [...tooLarge(lines.fields, row, at), ...tooLargeInLines(lines.lines, row, at)];
    }),
  );
}

function tooLarge(fields: Fields, row: AnyRecord | AnyLine, at: string): Complaint[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const most = wholeDigits(field);
    const value: unknown = row[name];
    if (most === null || (typeof value !== "string" && typeof value !== "number")) return [];
    if (isShort(value, most.digits)) return [];
    const whole = decimal(value).abs().round(most.scale).toFixed(0, 0);
    if (whole.length <= most.digits) return [];
    return [{ field: at + name, message: `${field.options.label}过大，最多${most.digits}位整数，请核对` }];
  });
}

/** Whether a number has fewer digits before its point than there may be, so that rounding it cannot make it too long. */
function isShort(value: string | number, digits: number): boolean {
  const [, whole] = /^-?(\d+)(?:\.\d+)?$/.exec(String(value)) ?? [];
  return whole !== undefined && whole.length < digits;
}

type Digits = { digits: number; scale: number } | null;
/** By field: every number of every row is asked about. */
const digitsOf = new WeakMap<Field, Digits>();

/** How many digits the column of a number has before its point, and behind it; null for a column of anything else. */
function wholeDigits(field: Field): Digits {
  const known = digitsOf.get(field);
  if (known !== undefined) return known;
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(kindOf(field).column(field.options)) ?? [];
  const found = precision === undefined ? null : { digits: Number(precision) - Number(scale), scale: Number(scale) };
  digitsOf.set(field, found);
  return found;
}

/** Complaints of the definition's pure rules; all of them, so that a form is corrected once. */
export function ruleComplaints(entity: AnyEntity, record: AnyRecord, facts: RuleFacts): Complaint[] {
  const rules: readonly Rule<AnyRecord>[] = entity.rules ?? [];
  return rules.flatMap((rule) => rule(record, {}, new Map(), facts) ?? []);
}
