import type { ColumnShape, SupplierShape, TableShape } from "~/data/schema/shape";
import type { Condition } from "~/shared/condition";
import type { AnyEntity, AnyTransition } from "./define";
import type { Fields } from "./field";
import type { Lines } from "./record";
import { isSearched, SEARCH_COLUMNS, searchFields } from "./search-fields";
import { type EntityLookup, lineTable, tableOf } from "./table-names";
import type { Action, Grants } from "./wall";

/*
 * The second lock: what the database itself lets a supplier's transaction read and write, derived from the same words of
 * the definition as the checks of the engine.
 */

/** What every supplier transaction writes when it moves a document. */
const MOVED = ["state", "previous_state", "version", "updated_by", "updated_at"];
/** What suppliers read of their own file in place of its stamps: these move only with what suppliers read (decision 0113). */
export const SHOWN_STAMPS: ReadonlyMap<string, string> = new Map([
  ["version", "shown_version"],
  ["updated_by", "shown_by"],
  ["updated_at", "shown_at"],
]);
/** Columns that nobody changes once a row is there. */
const FIXED = ["id", "tenant_id", "root_id", "created_by", "created_at"];

/** Rows of an entity that the signed-in supplier may see; null: none at all. */
export function supplierCondition(entity: AnyEntity, lookup: EntityLookup): Condition | null {
  const wall = entity.access.suppliers;
  switch (wall.kind) {
    case "none":
      return null;
    case "everyone":
      return wall.when;
    case "own":
      return { op: "all", of: [{ op: "own", column: wall.column }, wall.when] };
    case "via": {
      const to = entity.fields[wall.reference].options.to;
      const target = lookup(to);
      const inner = supplierCondition(target, lookup);
      if (!inner) return null;
      return {
        op: "all",
        of: [{ op: "exists", table: tableOf(target), column: "id", equals: wall.reference, where: inner }, wall.when],
      };
    }
    case "invited":
      return {
        op: "all",
        of: [
          {
            op: "exists",
            table: lineTable(tableOf(entity), wall.lines),
            column: "root_id",
            equals: "id",
            where: { op: "own", column: wall.column },
          },
          wall.when,
        ],
      };
  }
}

/** The one row that a supplier sees of an entity is its own file. */
export function isSupplierFile({ access: { suppliers } }: AnyEntity): boolean {
  return suppliers.kind === "own" && suppliers.column === "id";
}

/** Condition of the view `{table}_shown`, through which invitation rows know whether their document is shown yet. */
export function shownCondition(entity: AnyEntity): { shown?: Condition } {
  const wall = entity.access.suppliers;
  return wall.kind === "invited" && wall.when.op !== "always" ? { shown: wall.when } : {};
}

/** True when a list of paths names this one, or a table above it: `items` covers `items.qty`. */
export function coversPath(listed: readonly string[], path: string): boolean {
  return listed.some((one) => one === path || path.startsWith(`${one}.`));
}

function readable(columns: readonly ColumnShape[], fields: Fields): string[] {
  return columns.map((column) => column.name).filter((name) => !fields[name]?.options.hiddenFromSuppliers);
}

/** Actions a supplier role gets on any screen of the entity by default. */
function supplierActions(entity: AnyEntity): Set<Action> {
  const views: readonly { grants?: Grants }[] = entity.views ?? [];
  const all: Grants[] = [entity.access.grants, ...views.flatMap((view) => view.grants ?? [])];
  return new Set(
    all.flatMap((grants) =>
      [grants.supplier, grants.supplier_admin].flatMap((actions) =>
        actions === "all" ? (["add", "edit", "delete", "query", "get"] as const) : (actions ?? []),
      ),
    ),
  );
}

/** Moves a supplier makes. */
function supplierTransitions(entity: AnyEntity): AnyTransition[] {
  return Object.values<AnyTransition>(entity.transitions ?? {}).filter(
    (transition) =>
      transition.by !== "system" && (transition.by.includes("supplier") || transition.by.includes("supplier_admin")),
  );
}

/** Paths a supplier may write; null: everything that is not fixed, because it may edit and no list narrows it. */
function writablePaths(entity: AnyEntity): string[] | null {
  const listed: readonly string[] | undefined = entity.access.suppliersMayWrite;
  if (!listed && supplierActions(entity).has("edit")) return null;
  const asked = supplierTransitions(entity).flatMap((transition) => [
    ...(transition.asks ?? []),
    ...(transition.lineInput?.write
      ? Object.keys(transition.lineInput.fields).map((name) => `${transition.lineInput?.lines}.${name}`)
      : []),
  ]);
  // Whoever moves a document changes since when it stands where it stands.
  const since = entity.stateSince ? [entity.stateSince] : [];
  return [...(listed ?? []), ...asked, ...since];
}

/** Lock of the head table; null: suppliers see nothing of the entity. */
export function supplierShape(
  entity: AnyEntity,
  columns: readonly ColumnShape[],
  lookup: EntityLookup,
): SupplierShape | null {
  const read = supplierCondition(entity, lookup);
  if (!read) return null;
  const isFile = isSupplierFile(entity);
  const readColumns = readable(columns, entity.fields).filter((name) => !(isFile && SHOWN_STAMPS.has(name)));
  const may = supplierActions(entity);
  const paths = writablePaths(entity);
  const writes = may.has("edit") || supplierTransitions(entity).length > 0 || (paths !== null && paths.length > 0);
  const own = readColumns.filter(
    (name) => writes && (MOVED.includes(name) || (paths === null ? !FIXED.includes(name) : paths.includes(name))),
  );
  // Whoever changes what a row is found by changes how it is found.
  const searched = isSearched(entity) && searchFields(entity).own.some((name) => own.includes(name));
  const updateColumns = [...new Set([...own, ...(searched ? SEARCH_COLUMNS.map(({ name }) => name) : [])])];
  // Batches are not added by hand, but by whoever imports.
  const insert = may.has("add") || may.has("import");
  return { read, readColumns, updateColumns, insert, remove: may.has("delete") };
}

/** Lock of a table of lines. */
export function lineLock(
  entity: AnyEntity,
  { path, lines, columns }: { path: string; lines: Lines; columns: readonly ColumnShape[] },
  root: TableShape,
  parent: { table: string; nested: boolean; lock: SupplierShape | null },
): SupplierShape | null {
  if (!root.supplier || !parent.lock || lines.options.suppliers === "none") return null;
  const readColumns = readable(columns, lines.fields);
  const paths = writablePaths(entity);
  const whole = paths === null || coversPath(paths, path);
  // Rows the program appends on behalf of a supplier (a proposal) are not the supplier's to change afterwards.
  const open = whole && !lines.options.system;
  return {
    read: lineCondition({
      entity,
      path,
      lines,
      root,
      rootLock: root.supplier,
      parent: { ...parent, lock: parent.lock },
    }),
    readColumns,
    updateColumns: readColumns.filter((name) => {
      // What suppliers' documents draw is written in their transactions; figures of ours never are.
      const drawn = lines.fields[name]?.options.drawn;
      if (drawn !== undefined) return drawn !== "byStaff";
      return !FIXED.includes(name) && (open || paths?.includes(`${path}.${name}`));
    }),
    insert: whole,
    remove: open,
  };
}

function lineCondition({
  entity,
  path,
  lines,
  root,
  rootLock,
  parent,
}: {
  entity: AnyEntity;
  path: string;
  lines: Lines;
  root: TableShape;
  rootLock: SupplierShape;
  parent: { table: string; nested: boolean; lock: SupplierShape };
}): Condition {
  const wall = entity.access.suppliers;
  if (wall.kind === "invited" && wall.lines === path) {
    // A policy that looked at the parent here would look back at this table. The row is judged by itself, which also
    // hides the other invited suppliers, and by a view that says whether the document is shown at all.
    const own: Condition = { op: "own", column: wall.column };
    if (!root.shown) return own;
    const shown: Condition = {
      op: "exists",
      table: `${root.name}_shown`,
      column: "id",
      equals: "root_id",
      where: { op: "always" },
    };
    return { op: "all", of: [own, shown] };
  }
  const rows = linesFilter(lines);
  return {
    op: "all",
    of: [
      { op: "exists", table: root.name, column: "id", equals: "root_id", where: rootLock.read },
      // Nested rows follow their parent row as well.
      ...(parent.nested
        ? [{ op: "exists" as const, table: parent.table, column: "id", equals: "parent_id", where: parent.lock.read }]
        : []),
      ...(rows ? [rows] : []),
    ],
  };
}

/** Which rows of a table a supplier sees of a document it sees; null: all of them. */
export function linesFilter(lines: Lines): Condition | null {
  const { suppliers } = lines.options;
  if (suppliers === "none") return { op: "never" };
  if (typeof suppliers !== "object") return null;
  return "own" in suppliers ? { op: "own", column: suppliers.own } : suppliers.where;
}
