import type { Context } from "../context.server";
import type {
  AnyEntity,
  AnyLine,
  AnyRecord,
  Complaint,
  Field,
  Fields,
  Lines,
  LinesMap,
  Rule,
  RuleFacts,
  StaffScope,
  Value,
} from "../entity";
import { lineField } from "../entity";
import { strangers } from "../entity/narrowing";
import { AppError } from "../errors";
import { disagreements, type Typed } from "./agreement.server";
import { overflowComplaints } from "./compute";
import { fillFrom, fillLines } from "./fill-from.server";
import { type Gaps, workAround } from "./gaps";
import { missingFields, missingInLines } from "./input.server";
import { fieldValue, linesOf } from "./records.server";
import { lineFilter, mayWrite, ruleFacts, SCOPES, scopesIn } from "./scope.server";

export interface CompleteAndCheckInput {
  entity: AnyEntity;
  record: AnyRecord;
  before: AnyRecord | null;
  complaints: readonly Complaint[];
}

/**
 * Fills, prepares and works out a record that is about to be stored, and asks everything that may refuse it.
 * @throws AppError("invalid")
 */
export async function completeAndCheck(
  context: Context,
  { entity, record, before, complaints }: CompleteAndCheckInput,
): Promise<void> {
  await fillFrom(context, entity.fields, entity.fillFrom ?? {}, [record]);
  await fillLines(context, entity.lines, record);
  const { prepare, beforeSave } = context.services.registry.server(entity.key);
  const work = {
    context,
    record,
    before,
    set: (values: Readonly<Record<string, Value>>) => Object.assign(record, values),
  };
  await prepare?.(work);
  const faulty = new Set(complaints.map((complaint) => complaint.field));
  const facts = ruleFacts(context);
  const fields = askedFields(context, entity, record, before);
  const missing = [
    ...missingFields(fields, record, (name) => name, facts),
    ...missingInLines(entity.lines, record, facts),
  ].filter((complaint) => !faulty.has(complaint.field));
  const strange = everyRow(entity, record)
    .flatMap((one) => strangers(entity, record, one))
    .filter((complaint) => !faulty.has(complaint.field));
  const first = [...complaints, ...missing, ...strange, ...outOfScope(context, entity, record, before)];
  // Everything at once; but rules and computations may trust that what is required is there, and with gaps would speak nonsense.
  const gaps = workAround(
    entity,
    record,
    first.map((complaint) => complaint.field),
    facts,
  );
  const broken = [
    // What is required may depend on what was just worked out.
    ...gaps.without([
      ...missingFields(fields, record, (name) => name, facts),
      ...missingInLines(entity.lines, record, facts),
      ...overflowComplaints(entity, record),
    ]),
    ...(await rulesHeard(entity, gaps, facts)),
    // What looks into the database waits for values that it can read: a statement that fails there ends the whole transaction.
    ...(gaps.isWhole ? await disagreements(context, entity, record, everyRow(entity, record)) : []),
  ];
  const said = [...first, ...broken];
  if (said.length > 0) throw new AppError("invalid", { complaints: said });
  const refused = beforeSave ? await beforeSave(work) : [];
  if (refused.length > 0) throw new AppError("invalid", { complaints: refused });
}

async function rulesHeard(entity: AnyEntity, gaps: Gaps, facts: RuleFacts): Promise<Complaint[]> {
  const rules: readonly Rule<AnyRecord>[] = entity.rules ?? [];
  const said: Complaint[] = [];
  for (const rule of rules) said.push(...(await gaps.heard((seen) => [rule(seen, {}, new Map(), facts) ?? []].flat())));
  return said;
}

/**
 * Fields that may be found missing. One that an administrator added is asked of people who may fill it in: what the program makes,
 * and what another system or a supplier sends who never hears of the field, goes on as before.
 */
function askedFields(context: Context, entity: AnyEntity, record: AnyRecord, before: AnyRecord | null): Fields {
  const { actor } = context;
  const state = entity.states ? (before ?? record).state : null;
  return Object.fromEntries(
    Object.entries<Field>(entity.fields).filter(
      ([name, field]) =>
        !field.options.extension || (actor.kind === "user" && mayWrite(context, { entity, path: name, field, state })),
    ),
  );
}

/** The head and every row of its tables, those within rows too, each with its place. */
function everyRow(entity: AnyEntity, record: AnyRecord): Typed[] {
  const rowsOf = (map: LinesMap, owner: AnyRecord | AnyLine, path: string): Typed[] =>
    Object.entries<Lines>(map).flatMap(([name, lines]) =>
      linesOf(owner, name).flatMap((row, position) => {
        const at = `${path}${name}.${position}.`;
        return [{ fields: lines.fields, row, path: at }, ...rowsOf(lines.lines, row, at)];
      }),
    );
  return [{ fields: entity.fields, row: record, path: "" }, ...rowsOf(entity.lines, record, "")];
}

/** Nobody writes a row that would then lie outside the own reach. */
function outOfScope(context: Context, entity: AnyEntity, record: AnyRecord, before: AnyRecord | null): Complaint[] {
  const { actor } = context;
  if (actor.kind === "system" || actor.supplierId) return [];
  const scopes = scopesIn(context, entity);
  const strange = (scope: StaffScope, fields: Fields, now: AnyRecord | AnyLine, then: AnyRecord | AnyLine | null) =>
    SCOPES.flatMap((kind) => {
      const column = scope[kind];
      const rows = scopes[kind];
      if (!column || column === "id" || rows === "all") return [];
      const value = fieldValue(now, column);
      if (then && fieldValue(then, column) === value) return [];
      return typeof value === "string" && !rows.includes(value)
        ? [{ field: column, message: `${fields[column]?.options.label}不在您的数据范围内，请重新选择` }]
        : [];
    });
  const inLines = Object.entries<Lines>(entity.lines).flatMap(([name, { fields, options }]) => {
    // Who sees all rows writes all.
    if (!options.staff || lineFilter(context, entity, name).length === 0) return [];
    const { staff } = options;
    const old = new Map((before ? linesOf(before, name) : []).map((row) => [row.id, row]));
    return linesOf(record, name).flatMap((row, at) =>
      strange(staff, fields, row, old.get(row.id) ?? null).map(({ field, message }) => ({
        field: lineField(name, at + 1, field),
        message,
      })),
    );
  });
  return [...strange(entity.access.staff ?? {}, entity.fields, record, before), ...inLines];
}
