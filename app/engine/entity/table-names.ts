import type { AnyEntity } from "./define";

/** Finds a definition by key; throws for an unknown one. */
export type EntityLookup = (key: string) => AnyEntity;

/** Table of an entity: the noun of its key in snake case, unless a hand-written migration named it. */
export function tableOf(entity: AnyEntity): string {
  return entity.table ?? (entity.key.split("/")[1] ?? "").replace(/-/g, "_");
}

/** Table of child rows: the parent's name and the name of the lines. */
export function lineTable(parentTable: string, lines: string): string {
  return `${parentTable}_${lines}`;
}

/** Table of lines by its path: `items.schedules` lies in a table named after both. */
export function linesTable(entity: AnyEntity, path: string): string {
  return path.split(".").reduce(lineTable, tableOf(entity));
}

/** Columns that name a row to people. */
export function titleColumns(entity: Pick<AnyEntity, "title" | "number">): string[] {
  if (entity.title) return [...entity.title];
  return entity.number ? ["number"] : ["code", "name"];
}
