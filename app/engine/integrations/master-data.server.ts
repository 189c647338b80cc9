import { selectRows, updateRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, FromIntegration } from "../entity";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { readInput } from "../operations/input.server";
import { createRecord, updateRecordBy } from "../operations/save.server";
import { factsOf } from "../operations/scope.server";
import { inTransaction } from "../operations/transaction.server";
import type { ArrivalAnswer } from "./arrivals.server";

type Values = Readonly<Record<string, unknown>>;

/** Rows of one register; more come in further calls. */
export interface MasterData {
  kind: string;
  rows: readonly Values[];
}

type RowAnswer =
  | { row: number; key: string; outcome: "added" | "updated" | "unchanged"; id: string }
  | { row: number; key: string; outcome: "failed"; message: string; errors?: Readonly<Record<string, string>> };

/** Registers that another system may fill, by the name it calls them: the noun of their key. */
export function registersFromIntegration(context: Context): ReadonlyMap<string, AnyEntity> {
  const open = context.services.registry.registrations.filter(({ entity }) => entity.fromIntegration !== undefined);
  return new Map(open.map(({ entity }) => [nounOf(entity), entity]));
}

function nounOf({ key }: AnyEntity): string {
  return key.split("/")[1] ?? key;
}

/**
 * Takes rows of a register over: each in a transaction of its own, by the same operations and rules as a person's, found by the field
 * or fields that both sides know it by. References are given as codes. A row that is wrong is refused alone; taking the same rows again changes
 * nothing.
 * @throws AppError("malformed") for a register that is not filled from outside
 */
export async function takeMasterData(context: Context, data: MasterData): Promise<ArrivalAnswer> {
  const entity = registersFromIntegration(context).get(data.kind);
  if (!entity?.fromIntegration) throw new AppError("malformed", { message: `参数格式不正确：不接收「${data.kind}」` });
  const rows: RowAnswer[] = [];
  for (const [position, values] of data.rows.entries())
    rows.push(await takeRow(context, { entity, from: entity.fromIntegration, values, row: position + 1 }));
  const count = (outcome: RowAnswer["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  const result = {
    added: count("added"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    failed: count("failed"),
    rows,
  };
  return { result, about: { businessType: entity.label, businessKey: null, entity: null, id: null } };
}

async function takeRow(
  context: Context,
  { entity, from, values, row }: { entity: AnyEntity; from: FromIntegration; values: Values; row: number },
): Promise<RowAnswer> {
  const names = namesOf(from);
  const field = (name: string): Field => entity.fields[name];
  const typed = names.map((name) => (typeof values[name] === "string" ? values[name].trim() : ""));
  const key = typed.every((one) => one === "") ? "" : typed.join("/");
  try {
    const gap = names.find((_, at) => typed[at] === "");
    if (gap !== undefined) throw new AppError("invalid", { message: `请填写${field(gap).options.label}` });
    return await inTransaction(context, () => save(context, { entity, from, values, row, key }));
  } catch (error) {
    if (!(error instanceof AppError) || error.error === "unavailable") throw error;
    const errors = Object.fromEntries(error.complaints.map(({ field, message }) => [field, message]));
    const message = error.complaints[0]?.message ?? error.message;
    return { row, key, outcome: "failed", message, ...(error.complaints.length > 0 ? { errors } : {}) };
  }
}

function namesOf({ by }: FromIntegration): readonly string[] {
  return typeof by === "string" ? [by] : by;
}

/**
 * Where the row is found. A single field is compared as it was sent; of several some are references, whose codes are looked up.
 * @throws AppError("invalid") for a code that nobody knows
 */
async function placeOf(
  context: Context,
  { entity, from, values, key }: { entity: AnyEntity; from: FromIntegration; values: Values; key: string },
) {
  if (typeof from.by === "string") return [{ op: "eq" as const, column: from.by, value: key }];
  const sent = Object.fromEntries(from.by.map((name) => [name, values[name]]));
  const { values: read, complaints } = await readInput(context, entity, sent, null);
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  return from.by.map((column) => ({ op: "eq" as const, column, value: String(read[column]) }));
}

async function save(
  context: Context,
  {
    entity,
    from,
    values,
    row,
    key,
  }: { entity: AnyEntity; from: FromIntegration; values: Values; row: number; key: string },
): Promise<RowAnswer> {
  const screen = context.services.registry.mainScreen(entity.key);
  const connection = context.services.database.connection();
  const [known] = await selectRows(connection, {
    table: tableOf(entity),
    columns: ["id", "version"],
    where: await placeOf(context, { entity, from, values, key }),
    facts: factsOf(context),
  });
  if (!known && !from.add)
    throw new AppError("not_found", { message: `平台上没有${entity.label}「${key}」，须先在平台建立` });
  if (!known) {
    const { id } = await createRecord(context, { screen, values });
    await stamp(context, entity, from, id);
    return { row, key, outcome: "added", id };
  }
  const id = String(known.id);
  const version = Number(known.version);
  const names = namesOf(from);
  const changes = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
  const saved = await updateRecordBy(context, { screen, id, version, values: changes });
  await stamp(context, entity, from, id);
  return { row, key, outcome: saved.version === version ? "unchanged" : "updated", id };
}

/** When the other side last told us of the row; no change of it. */
async function stamp(context: Context, entity: AnyEntity, { at }: FromIntegration, id: string): Promise<void> {
  if (!at) return;
  const query = { where: [{ op: "eq" as const, column: "id", value: id }], facts: factsOf(context) };
  const connection = context.services.database.connection();
  await updateRows(connection, tableOf(entity), { [at]: context.now.toISOString() }, query);
}
