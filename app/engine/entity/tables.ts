import type { ColumnShape, SupplierShape, TableShape } from "~/data/schema/shape";
import type { Condition } from "~/shared/condition";
import type { Action, AnyEntity, Grants } from "./define";
import type { Field, Fields } from "./field";
import { kindOf } from "./kinds";
import type { Lines, LinesMap } from "./record";

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

export function fieldsOf(fields: Fields): [name: string, field: Field][] {
  return Object.entries(fields);
}

const HEAD: ColumnShape[] = [
  { name: "id", type: "uuid primary key", required: false },
  { name: "tenant_id", type: "smallint", required: true, default: "1" },
];
const STAMPS: ColumnShape[] = [
  { name: "version", type: "integer", required: true, default: "1" },
  { name: "created_by", type: "uuid", required: false },
  { name: "created_at", type: "timestamptz", required: true, default: "now()" },
  { name: "updated_by", type: "uuid", required: false },
  { name: "updated_at", type: "timestamptz", required: true, default: "now()" },
];
/** What every supplier transaction writes when it moves a document. */
const MOVED = ["state", "previous_state", "version", "updated_by", "updated_at"];

function fieldColumns(fields: Fields): ColumnShape[] {
  return fieldsOf(fields).map(([name, field]) => ({
    name,
    type: kindOf(field).column(field.options),
    required: field.presence === "required",
    ...(field.kind === "yesNo" ? { default: "false" } : {}),
  }));
}

function fieldReferences(fields: Fields, lookup: EntityLookup): TableShape["references"] {
  return fieldsOf(fields).flatMap(([column, field]) =>
    field.kind === "reference" && field.options.to
      ? [{ column, table: tableOf(lookup(field.options.to)), onDelete: "restrict" as const }]
      : [],
  );
}

/** Rows of an entity that the signed-in supplier may see; null: none at all. */
export function supplierCondition(entity: AnyEntity, lookup: EntityLookup): Condition | null {
  const wall = entity.access.suppliers;
  switch (wall.kind) {
    case "none":
      return null;
    case "everyone":
      return { op: "always" };
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

function readable(columns: readonly ColumnShape[], fields: Fields): string[] {
  return columns.map((column) => column.name).filter((name) => !fields[name]?.options.hiddenFromSuppliers);
}

/** Actions a supplier role gets on any screen of the entity by default. */
function supplierActions(entity: AnyEntity): Set<Action> {
  const views: readonly { grants?: Grants }[] = entity.views ?? [];
  const all: Grants[] = [entity.access.grants, ...views.flatMap((view) => view.grants ?? [])];
  return new Set(
    all.flatMap((grants) =>
      grants.supplier === "all" ? ["add", "edit", "delete", "query", "get"] : (grants.supplier ?? []),
    ),
  );
}

function supplierShape(entity: AnyEntity, columns: readonly ColumnShape[], lookup: EntityLookup): SupplierShape | null {
  const read = supplierCondition(entity, lookup);
  if (!read) return null;
  const readColumns = readable(columns, entity.fields);
  const granted = supplierActions(entity);
  const may = (action: Action) => granted.has(action);
  const moves = Object.values(entity.transitions ?? {}).some(
    (move) => Array.isArray(Object(move).by) && Object(move).by.includes("supplier"),
  );
  const written: readonly string[] = entity.access.suppliersMayWrite ?? [];
  const updateColumns = may("edit")
    ? readColumns.filter((name) => !["id", "tenant_id", "created_by", "created_at"].includes(name))
    : moves || written.length > 0
      ? readColumns.filter((name) => MOVED.includes(name) || written.includes(name))
      : [];
  return { read, readColumns, updateColumns, insert: may("add"), remove: may("delete") };
}

function lineShapes(
  entity: AnyEntity,
  map: LinesMap,
  parent: { table: string; path: string; nested: boolean; lock: SupplierShape | null },
  root: TableShape,
): TableShape[] {
  return Object.entries(map).flatMap(([name, lines]: [string, Lines]) => {
    const table = lineTable(parent.table, name);
    const path = parent.path ? `${parent.path}.${name}` : name;
    const columns: ColumnShape[] = [
      ...HEAD,
      { name: "root_id", type: "uuid", required: true },
      ...(parent.nested ? [{ name: "parent_id", type: "uuid", required: true }] : []),
      { name: "line_no", type: "integer", required: true },
      ...fieldColumns(lines.fields),
    ];
    const lock = lineLock(entity, { path, lines }, columns, root, parent);
    const shape: TableShape = {
      name: table,
      columns,
      uniques: [],
      indexes: [{ name: `${table}_root_idx`.slice(0, 63), columns: ["root_id"] }],
      references: [
        { column: "root_id", table: root.name, onDelete: "cascade" },
        ...(parent.nested ? [{ column: "parent_id", table: parent.table, onDelete: "cascade" as const }] : []),
      ],
      supplier: lock,
      title: null,
    };
    return [shape, ...lineShapes(entity, lines.lines, { table, path, nested: true, lock }, root)];
  });
}

function lineLock(
  entity: AnyEntity,
  { path, lines }: { path: string; lines: Lines },
  columns: readonly ColumnShape[],
  root: TableShape,
  parent: { table: string; nested: boolean; lock: SupplierShape | null },
): SupplierShape | null {
  const lock = root.supplier;
  if (!lock || !parent.lock || lines.options.suppliers === "none") return null;
  const wall = entity.access.suppliers;
  const own = typeof lines.options.suppliers === "object" ? lines.options.suppliers.own : null;
  // A policy that looked at the parent here would look back at this table: the invitation row is judged by itself,
  // which also hides the other invited suppliers.
  const read: Condition =
    wall.kind === "invited" && wall.lines === path
      ? { op: "own", column: wall.column }
      : {
          op: "all",
          of: [
            // Nested rows follow their parent row, which follows the document.
            parent.nested
              ? { op: "exists", table: parent.table, column: "id", equals: "parent_id", where: parent.lock.read }
              : { op: "exists", table: root.name, column: "id", equals: "root_id", where: lock.read },
            ...(own ? [{ op: "own" as const, column: own }] : []),
          ],
        };
  const readColumns = readable(columns, lines.fields);
  const whole = supplierActions(entity).has("edit");
  const written: readonly string[] = entity.access.suppliersMayWrite ?? [];
  const prefix = `${path}.`;
  return {
    read,
    readColumns,
    updateColumns: whole
      ? readColumns.filter((column) => !["id", "tenant_id", "root_id"].includes(column))
      : written.flatMap((one) => (one.startsWith(prefix) ? [one.slice(prefix.length)] : [])),
    insert: whole || written.includes(path),
    remove: whole,
  };
}

/** The table of an entity and those of its lines, parents before children. */
export function shapesOf(entity: AnyEntity, lookup: EntityLookup): TableShape[] {
  const name = tableOf(entity);
  const columns: ColumnShape[] = [
    ...HEAD,
    ...(entity.number ? [{ name: "number", type: "text", required: true }] : []),
    ...(entity.states
      ? [
          { name: "state", type: "text", required: true },
          { name: "previous_state", type: "text", required: false },
        ]
      : []),
    ...fieldColumns(entity.fields),
    ...STAMPS,
  ];
  const fields: [string, Field][] = fieldsOf(entity.fields);
  const indexed = [
    ...(entity.states ? ["state"] : []),
    ...fields.flatMap(([field, of]) => (of.kind === "reference" ? [field] : [])),
  ];
  const sortColumn: string = entity.list.sort.replace(/^-/, "");
  const shape: TableShape = {
    name,
    columns,
    uniques: [
      ...(entity.number ? [{ name: `${name}_number_key`, columns: ["number"] }] : []),
      ...fields.flatMap(([field, of]) =>
        of.options.unique ? [{ name: `${name}_${field}_key`, columns: [field] }] : [],
      ),
      ...(entity.unique ?? []).map((unique: { columns: readonly string[] }) => ({
        name: `${name}_${unique.columns.join("_")}_key`.slice(0, 63),
        columns: [...unique.columns],
      })),
    ],
    indexes: [...new Set([...indexed, sortColumn])]
      .filter((column) => columns.some((one) => one.name === column))
      .map((column) => ({ name: `${name}_${column}_idx`.slice(0, 63), columns: [column] })),
    references: fieldReferences(entity.fields, lookup),
    supplier: supplierShape(entity, columns, lookup),
    title: entity.access.suppliersMayReadTitle ? titleColumns(entity) : null,
    ...(entity.table ? { handWritten: true } : {}),
  };
  const children = lineShapes(
    entity,
    entity.lines,
    { table: name, path: "", nested: false, lock: shape.supplier },
    shape,
  ).map((child) => ({
    ...child,
    references: [...child.references, ...lineReferences(entity, child.name, lookup)],
  }));
  return [shape, ...children];
}

function lineReferences(entity: AnyEntity, table: string, lookup: EntityLookup): TableShape["references"] {
  const find = (map: LinesMap, parent: string): TableShape["references"] =>
    Object.entries(map).flatMap(([name, lines]: [string, Lines]) => {
      const own = lineTable(parent, name);
      return own === table ? fieldReferences(lines.fields, lookup) : find(lines.lines, own);
    });
  return find(entity.lines, tableOf(entity));
}

/** Columns that name a row to people. */
export function titleColumns(entity: AnyEntity): string[] {
  if (entity.title) return [...entity.title];
  return entity.number ? ["number"] : ["code", "name"];
}
