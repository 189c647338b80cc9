import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ColumnShape, SupplierShape, TableShape } from "~/data/schema/shape";

/** Tables as the definitions of a module want them, by the key of the module. */
export type Snapshot = ReadonlyMap<string, readonly TableShape[]>;

/** What suppliers may do with a column stands beside it, so that a new column is one new line. */
interface SavedColumn extends ColumnShape {
  suppliers?: Right[];
}

type Right = "read" | "update";

const RIGHTS = [
  ["read", "readColumns"],
  ["update", "updateColumns"],
] as const;

interface SavedTable extends Omit<TableShape, "columns" | "supplier"> {
  columns: SavedColumn[];
  supplier: Omit<SupplierShape, "readColumns" | "updateColumns"> | null;
}

/**
 * Reads the committed snapshot: one file for each module.
 * @param folder that of the files; one that is not there holds no table
 */
export function readSnapshot(folder: string): TableShape[] {
  return filesOf(folder).flatMap((file) => {
    const saved: SavedTable[] = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    return saved.map(toShape);
  });
}

/** Writes the snapshot, tables by name, so that a new order of the menu changes nothing in it; a module without tables has no file. */
export function writeSnapshot(folder: string, snapshot: Snapshot): void {
  mkdirSync(folder, { recursive: true });
  for (const file of filesOf(folder))
    if (!snapshot.has(file.slice(0, -".json".length))) rmSync(path.join(folder, file));
  for (const [module, shapes] of snapshot) writeFileSync(path.join(folder, `${module}.json`), snapshotText(shapes));
}

/** One line per table, column, key, index and reference: branches that touch different ones merge. */
export function snapshotText(shapes: readonly TableShape[]): string {
  const tables = [...shapes].sort((a, b) => (a.name < b.name ? -1 : 1)).map((shape) => tableText(toSaved(shape)));
  return `[\n${tables.join(",\n")}\n]\n`;
}

function tableText(table: SavedTable): string {
  const lines = Object.entries(table).map(([key, value]) =>
    Array.isArray(value) && value.some((one) => typeof one === "object")
      ? `    ${JSON.stringify(key)}: [\n${value.map((one) => `      ${JSON.stringify(one)}`).join(",\n")}\n    ]`
      : `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `  {\n${lines.join(",\n")}\n  }`;
}

function toSaved(shape: TableShape): SavedTable {
  const { columns, supplier } = shape;
  const saved = columns.map((column): SavedColumn => {
    const suppliers = RIGHTS.filter(([, key]) => supplier?.[key].includes(column.name)).map(([right]) => right);
    return suppliers.length === 0 ? column : { ...column, suppliers };
  });
  return {
    ...shape,
    columns: saved,
    supplier: supplier && { read: supplier.read, insert: supplier.insert, remove: supplier.remove },
  };
}

function toShape({ columns, supplier, ...table }: SavedTable): TableShape {
  const having = (right: Right) => columns.flatMap(({ name, suppliers }) => (suppliers?.includes(right) ? [name] : []));
  return {
    ...table,
    columns: columns.map(({ suppliers: _, ...column }) => column),
    supplier: supplier && { ...supplier, readColumns: having("read"), updateColumns: having("update") },
  };
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
