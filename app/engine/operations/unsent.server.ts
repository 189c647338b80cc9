import { selectRows } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Lines } from "../entity";
import { mayBeUnsent, suppliersText, unsentPaths, WITHHELD } from "../entity/drafts";
import { isFileKind } from "../entity/kinds/file";
import { coversPath } from "../entity/supplier-lock";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { factsOf } from "./scope.server";

/** Whether the person is one of ours, to whom nothing is shown that a supplier has not sent. */
function isOurs({ actor }: Context): boolean {
  return actor.kind === "user" && actor.supplierId === null;
}

/** States of those among some records on which a supplier has written what it has not sent, by id. */
export async function unsentStates(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const text = suppliersText(entity);
  if (!text || !isOurs(context) || ids.length === 0) return new Map();
  const rows = await selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns: ["id", "state"],
    where: [{ op: "in", column: "id", values: [...new Set(ids)] }, text],
    facts: factsOf(context),
  });
  return new Map(rows.map(({ id, state }) => [String(id), String(state)]));
}

/** Takes out of records of ours what suppliers have written on them and not sent (decision 0134), and notes that it did. */
export async function withholdUnsent(
  context: Context,
  entity: AnyEntity,
  records: readonly AnyRecord[],
): Promise<void> {
  const filled = records.filter(({ state }) => unsentPaths(entity, state).length > 0);
  const unsent = await unsentStates(
    context,
    entity,
    filled.map(({ id }) => id),
  );
  for (const record of filled) if (unsent.has(record.id)) withhold(entity, record);
}

function withhold(entity: AnyEntity, record: AnyRecord): void {
  for (const path of unsentPaths(entity, record.state)) {
    const [own = "", column] = path.split(".");
    const lines: Lines | undefined = entity.lines[own];
    if (lines && column === undefined) record[own] = [];
    else if (lines) for (const row of rowsOf(record, own)) row[column ?? ""] = null;
    else record[own] = isFileKind(entity.fields[own].kind) ? [] : null;
  }
  record[WITHHELD] = true;
}

function rowsOf(record: AnyRecord, name: string): AnyLine[] {
  const rows: unknown = record[name];
  return Array.isArray(rows) ? rows : [];
}

/** Nobody writes over what they do not see. @throws AppError("wrong_state") */
export function refuseOverUnsent(entity: AnyEntity, record: AnyRecord, changes: readonly { path: string }[]): void {
  if (record[WITHHELD] !== true) return;
  if (changes.some(({ path }) => isWithheld(entity, record.state, path)))
    throw new AppError("wrong_state", { message: UNSENT_NOTE });
}

/** What people of ours read where something is withheld. */
export const UNSENT_NOTE = "供应商正在填写，提交以后才能看到和修改其填写的内容。";

/** Whether a change of a record in this state, e.g. of `items.10.value`, is of what a supplier has not sent. */
export function isWithheld(entity: AnyEntity, state: string, path: string): boolean {
  const right = path
    .split(".")
    .filter((_part, position) => position % 2 === 0)
    .join(".");
  return coversPath(unsentPaths(entity, state), right);
}

/** Rows of a table of lines that are sent as far as suppliers fill them in; null where every row may be told. */
export function sentRows(context: Context, entity: AnyEntity, lines: string): Condition | null {
  const text = suppliersText(entity);
  const columns: string[] = Object.keys(entity.lines[lines]?.fields ?? {});
  if (!text || columns.every((column) => mayTellInRows(context, entity, `${lines}.${column}`))) return null;
  return where.not(where.someRow({ table: tableOf(entity), column: "id", equals: "root_id", inner: text }));
}

/** Whether a list, a file or a report may tell of a column, where rows in which it is not sent stand beside others. */
export function mayTellInRows(context: Context, entity: AnyEntity, path: string): boolean {
  return !isOurs(context) || !mayBeUnsent(entity, path);
}
