import type { ColumnShape, IndexShape, SupplierShape, TableShape } from "~/data/schema/shape";
import { SEARCH_GRAMS } from "~/shared/search";
import type { AnyEntity } from "./define";
import { type Field, type Fields, isPointer, type KindOptions } from "./field";
import { SOURCE_ID } from "./journal";
import { kindOf } from "./kinds";
import type { Lines, LinesMap } from "./record";
import { isSearched, SEARCH_COLUMNS } from "./search-fields";
import { isSupplierFile, lineLock, shownCondition, supplierShape } from "./supplier-lock";
import { type EntityLookup, linesTable, lineTable, tableOf, titleColumns } from "./table-names";

export { titleColumns };

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
/** Of a supplier's own file: the same stamps as far as suppliers read what changed. */
const SHOWN: ColumnShape[] = [
  { name: "shown_version", type: "integer", required: true, default: "1" },
  { name: "shown_by", type: "uuid", required: false },
  { name: "shown_at", type: "timestamptz", required: true, default: "now()" },
];

function fieldColumns(fields: Fields): ColumnShape[] {
  return fieldsOf(fields).map(([name, field]) => ({
    name,
    type: kindOf(field).column(field.options),
    required: field.presence === "required",
    ...(field.kind === "yesNo" ? { default: "false" } : {}),
    // A figure of lines that are there already begins with nothing drawn.
    ...(field.options.drawn === "byStaff" || field.options.drawn === "bySuppliers" ? { default: "0" } : {}),
  }));
}

function fieldReferences(fields: Fields, lookup: EntityLookup): TableShape["references"] {
  return fieldsOf(fields).flatMap(([column, field]) =>
    isPointer(field) && field.options.to
      ? [{ column, table: pointedTable(field.options, lookup(field.options.to)), onDelete: "restrict" as const }]
      : [],
  );
}

function pointedTable({ lines }: KindOptions, target: AnyEntity): string {
  return lines === undefined ? tableOf(target) : linesTable(target, lines);
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
    const lock = lineLock(entity, { path, lines, columns }, root, parent);
    const shape: TableShape = {
      name: table,
      columns,
      uniques: [],
      indexes: [
        { name: `${table}_root_idx`.slice(0, 63), columns: ["root_id"] },
        // What other documents refer to is asked for by the line they refer to, and looked for before it is removed.
        ...fieldsOf(lines.fields).flatMap(([column, { kind }]) =>
          kind === "lineReference" ? [{ name: `${table}_${column}_idx`.slice(0, 63), columns: [column] }] : [],
        ),
      ],
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

const NARROW: ReadonlySet<string> = new Set(["choice", "yesNo", "date"]);

function searchIndex(table: string): IndexShape {
  return { name: `${table}_search_idx`.slice(0, 63), columns: [SEARCH_GRAMS], method: "gin" };
}

/** Indexes for sorting by a field. One that is never empty is read backwards for the other direction. */
function sortIndexes(table: string, name: string, field: Field, covers: string[]): IndexShape[] {
  const upward = { name: `${table}_${name}_sort`.slice(0, 63), columns: [name, "id"], covers };
  if (isFilled(field)) return [upward];
  return [upward, { name: `${table}_${name}_desc`.slice(0, 63), columns: [name, "id"], descending: true, covers }];
}

/**
 * What the indexes of a long list carry along: the state and the narrow fields one filters by. A page deep in the list
 * and the counts beside it are then found in the index, a twentieth of what the rows take.
 */
function coveredColumns(entity: AnyEntity): string[] {
  if (!entity.list.sortedBy) return [];
  const narrow = fieldsOf(entity.fields).flatMap(([name, { kind }]) =>
    NARROW.has(kind) && entity.list.filters.includes(name) ? [name] : [],
  );
  return [...(entity.states ? ["state"] : []), ...narrow];
}

/** True when no row can lack a value of the field. */
export function isFilled(field: Field): boolean {
  return field.presence === "required" && !isPointer(field) && !field.options.extension;
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
    ...(isSupplierFile(entity) ? SHOWN : []),
    ...(isSearched(entity) ? SEARCH_COLUMNS : []),
  ];
  const fields: [string, Field][] = fieldsOf(entity.fields);
  const indexed = [
    ...(entity.states ? ["state"] : []),
    // What a document has posted is looked for when it is corrected.
    ...(entity.journal ? [SOURCE_ID] : []),
    ...fields.flatMap(([field, of]) => (isPointer(of) ? [field] : [])),
  ];
  const sortColumn: string = (entity.list.sort.split(",")[0] ?? "").replace(/^-/, "");
  const covered = coveredColumns(entity);
  const without = (...columns: string[]) => covered.filter((column) => !columns.includes(column));
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
    indexes: [
      ...[...new Set([...indexed, sortColumn])]
        .filter((column) => columns.some((one) => one.name === column))
        .map((column) => ({
          name: `${name}_${column}_idx`.slice(0, 63),
          columns: [column],
          ...(covered.length > 0 && column === sortColumn ? { covers: [...without(column), "id"] } : {}),
          ...(covered.length > 0 && column === "state" ? { covers: without(column) } : {}),
        })),
      ...fields.flatMap(([field, of]) =>
        entity.list.sortedBy?.includes(field) ? sortIndexes(name, field, of, without(field)) : [],
      ),
      ...(isSearched(entity) ? [searchIndex(name)] : []),
    ],
    references: fieldReferences(entity.fields, lookup),
    supplier: supplierShape(entity, columns, lookup),
    title: entity.access.suppliersMayReadTitle ? titleColumns(entity) : null,
    ...(typeof entity.access.suppliersMayReadTitle === "object"
      ? { titleWhere: entity.access.suppliersMayReadTitle }
      : {}),
    ...shownCondition(entity),
    ...(entity.table ? { handWritten: true } : {}),
    ...(entity.journal ? { grows: true } : {}),
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
