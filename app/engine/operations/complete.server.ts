import { selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint, Field, Fields, Lines, Value } from "../entity";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { computeRecord, ruleComplaints } from "./compute";
import { fillFrom, fillLines } from "./fill-from.server";
import { SCOPES } from "./initial-values.server";
import { missingFields, missingInLines } from "./input.server";
import { fieldValue, linesOf } from "./records.server";
import { factsOf, mayWrite, ruleFacts, scopesIn } from "./scope.server";

/**
 * Fills, prepares and works out a record that is about to be stored, and asks everything that may refuse it.
 * @throws AppError("invalid")
 */
export async function completeAndCheck(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  before: AnyRecord | null,
  complaints: readonly Complaint[],
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
  const first = [...complaints, ...missing, ...outOfScope(context, entity, record, before)];
  // Rules and computations may trust that what is required is there; with gaps they would speak nonsense.
  if (first.length > 0) throw new AppError("invalid", { complaints: first });
  computeRecord(entity, record);
  const broken = [
    // What is required may depend on what was just worked out.
    ...missingFields(fields, record, (name) => name, facts),
    ...missingInLines(entity.lines, record, facts),
    ...ruleComplaints(entity, record, facts),
    ...(await disagreements(context, entity, record)),
  ];
  if (broken.length > 0) throw new AppError("invalid", { complaints: broken });
  const refused = beforeSave ? await beforeSave(work) : [];
  if (refused.length > 0) throw new AppError("invalid", { complaints: refused });
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
        !field.options.extension || (actor.kind === "user" && mayWrite(context, entity, name, field, state)),
    ),
  );
}

/** References that must agree with the record: the contract with its supplier, the account with its owner. */
async function disagreements(context: Context, entity: AnyEntity, record: AnyRecord): Promise<Complaint[]> {
  const inLines = Object.entries<Lines>(entity.lines).flatMap(([name, lines]) =>
    linesOf(record, name).map((row, position) => ({ fields: lines.fields, row, path: `${name}.${position}.` })),
  );
  const complaints: Complaint[] = [];
  for (const { fields, row, path } of [{ fields: entity.fields, row: record, path: "" }, ...inLines]) {
    for (const [name, field] of Object.entries<Field>(fields)) {
      const off = await disagreeing(context, field, fieldValue(row, name), record);
      const labels = off.map((own) => entity.fields[own].options.label).join("、");
      if (off.length > 0)
        complaints.push({ field: path + name, message: `${field.options.label}与所选${labels}不一致，请重新选择` });
    }
  }
  return complaints;
}

/** Own fields of the head with which the chosen row does not agree. */
async function disagreeing(context: Context, field: Field, id: Value, record: AnyRecord): Promise<string[]> {
  const { within, to } = field.options;
  if (!within || !to || typeof id !== "string") return [];
  const [row] = await selectRows(context.services.database.connection(), {
    table: tableOf(context.services.registry.entity(to)),
    columns: Object.keys(within),
    where: [{ op: "eq", column: "id", value: id }],
    facts: factsOf(context),
  });
  return Object.entries(within).flatMap(([column, own]) => (row?.[column] === fieldValue(record, own) ? [] : [own]));
}

/** Nobody writes a row that would then lie outside the own reach. */
function outOfScope(context: Context, entity: AnyEntity, record: AnyRecord, before: AnyRecord | null): Complaint[] {
  const { actor } = context;
  if (actor.kind === "system" || actor.supplierId) return [];
  const scopes = scopesIn(context, entity);
  return SCOPES.flatMap((kind) => {
    const column = entity.access.staff?.[kind];
    const rows = scopes[kind];
    if (!column || column === "id" || rows === "all") return [];
    const value = fieldValue(record, column);
    if (before && fieldValue(before, column) === value) return [];
    return typeof value === "string" && !rows.includes(value)
      ? [{ field: column, message: `${entity.fields[column].options.label}不在您的数据范围内，请重新选择` }]
      : [];
  });
}
