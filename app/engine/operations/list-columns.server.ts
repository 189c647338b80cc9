import { deleteColumns, type ListOwner, selectListWork, upsertColumns } from "~/data/list-work.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import type { Screen } from "../entity/registry";
import { titleColumns } from "../entity/tables";
import { AppError } from "../errors";
import { mayRead, requireAction } from "./scope.server";
import { inTransaction, reading } from "./transaction.server";
import { mayTellInRows } from "./unsent.server";

/** Whose list it is; null for callers that are nobody in particular. */
export function listOwner(context: Context, screen: Pick<Screen, "area" | "key">): ListOwner | null {
  const { id } = context.actor;
  return id === null ? null : { userId: id, screen: `${screen.area}/${screen.key}` };
}

/** The supplier column says nothing to the supplier itself, and neither does what stands behind it. */
export function isOwnColumn(context: Context, entity: AnyEntity, name: string): boolean {
  const wall = entity.access.suppliers;
  return context.actor.supplierId !== null && wall.kind === "own" && wall.column === name.split(".")[0];
}

function mayShow(context: Context, screen: Screen, key: string): boolean {
  const { entity } = screen;
  const [own = ""] = key.split(".");
  const field: Field | undefined = entity.fields[own];
  const isTold = !field || (mayRead(context, entity, own, field) && mayTellInRows(context, entity, own));
  return isTold && !isOwnColumn(context, entity, own);
}

/** Columns of the definition that this person may see, the one that leads to the record in front. */
export function standardColumns(context: Context, screen: Screen): string[] {
  const keys: string[] = screen.list.columns.filter((key) => mayShow(context, screen, key));
  const titles = titleColumns(screen.entity);
  const lead = keys.includes("number") ? "number" : (keys.find((key) => titles.includes(key)) ?? keys[0]);
  return lead === undefined ? [] : [lead, ...keys.filter((key) => key !== lead)];
}

/**
 * Everything this person may put into the list: the columns of the definition, then further fields and built-ins.
 * Long texts and structured values only where the definition shows them.
 */
export function availableColumns(context: Context, screen: Screen): string[] {
  const { entity } = screen;
  const fields = Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
    field.kind === "longText" || field.kind === "json" || !mayShow(context, screen, name) ? [] : [name],
  );
  const builtIns = [
    ...(entity.number ? ["number"] : []),
    ...(entity.states ? ["state"] : []),
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
  ];
  return [...new Set([...standardColumns(context, screen), ...fields, ...builtIns])];
}

/** Stored choice as columns of today: what is gone or may not be seen any more is left out. */
export function columnsFrom(context: Context, screen: Screen, stored: readonly string[] | null): string[] {
  const standard = standardColumns(context, screen);
  if (!stored) return standard;
  const known = new Set(availableColumns(context, screen));
  return [...new Set([...standard.slice(0, 1), ...stored.filter((key) => known.has(key))])];
}

/**
 * Columns of a list as this person chose them, else those of the definition; the one that leads to the record first.
 * Keys are own fields, built-ins, and what the definition names (`count(items)`, `supplier_id.name`, `+extra`).
 */
export async function chosenColumns(context: Context, screen: Screen): Promise<string[]> {
  const owner = listOwner(context, screen);
  if (!owner) return standardColumns(context, screen);
  const { columns } = await reading(context, () => selectListWork(context.services.database.connection(), owner));
  return columnsFrom(context, screen, columns);
}

/**
 * Keeps the columns of a list for this person, in this order; null goes back to the standard.
 * @throws AppError("forbidden"), AppError("malformed") for a column that is not offered
 */
export async function saveColumns(context: Context, screen: Screen, columns: readonly string[] | null): Promise<void> {
  requireAction(context, screen.entity, "query", screen);
  const owner = listOwner(context, screen);
  if (!owner) return;
  const known = new Set(availableColumns(context, screen));
  if (columns?.some((key) => !known.has(key)))
    throw new AppError("malformed", { message: "选择的列不存在，请刷新后重新选择" });
  await inTransaction(context, () => {
    const connection = context.services.database.connection();
    return columns ? upsertColumns(connection, owner, [...new Set(columns)]) : deleteColumns(connection, owner);
  });
}
