import type { AnyEntity } from "./define";
import type { Field } from "./field";
import type { Lines, LinesMap } from "./record";

/** The field a change path such as `items.10.qty` names, and the path its rights go by: `items.qty`. */
export function fieldAt(entity: AnyEntity, path: readonly string[]): { right: string; field: Field } | null {
  let fields: Readonly<Record<string, Field>> = entity.fields;
  let map: LinesMap = entity.lines;
  let rest = path;
  while (rest.length > 1) {
    const lines: Lines | undefined = map[rest[0] ?? ""];
    if (!lines) return null;
    fields = lines.fields;
    map = lines.lines;
    rest = rest.slice(2);
  }
  const name = rest[0] ?? "";
  const field = fields[name];
  return field ? { right: path.filter((_part, position) => position % 2 === 0).join("."), field } : null;
}

/** True for a path of which suppliers that see the record are not told. */
export function isHidden(entity: AnyEntity, path: readonly string[]): boolean {
  let map: LinesMap = entity.lines;
  for (const name of path.filter((_part, position) => position % 2 === 0)) {
    const lines: Lines | undefined = map[name];
    // Rows that not every supplier of the document sees stay out of what every supplier of it may read.
    const { suppliers } = lines?.options ?? {};
    if (suppliers === "none" || typeof suppliers === "object") return true;
    map = lines?.lines ?? {};
  }
  const wall = entity.access.suppliers;
  if (wall.kind === "invited" && path[0] === wall.lines) return true;
  if (wall.kind === "own" && path[0] === wall.column) return true;
  return fieldAt(entity, path)?.field.options.hiddenFromSuppliers ?? false;
}
