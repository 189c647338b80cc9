import { isDeepStrictEqual } from "node:util";
import { policyText } from "../condition-sql.server";
import type { ColumnShape, IndexShape, TableShape } from "./shape";

const quoted = (name: string) => `"${name.replace(/"/g, '""')}"`;
const list = (names: readonly string[]) => names.map(quoted).join(", ");

function columnSql(column: ColumnShape, existing: boolean): string {
  // A column added to a table that has rows starts empty even when the definition requires it: the rows keep opening.
  const required = column.required && (!existing || column.default !== undefined) ? " not null" : "";
  const initial = column.default === undefined ? "" : ` default ${column.default}`;
  return `${quoted(column.name)} ${column.type}${initial}${required}`;
}

function createTable(shape: TableShape): string[] {
  const keys = shape.uniques.map(
    (unique) => `constraint ${quoted(unique.name)} unique (${list(["tenant_id", ...unique.columns])})`,
  );
  const body = [...shape.columns.map((column) => columnSql(column, false)), ...keys];
  return [
    `create table ${quoted(shape.name)} (\n  ${body.join(",\n  ")}\n);`,
    ...shape.indexes.map((index) => createIndex(shape, index)),
    `grant select, insert${shape.grows ? "" : ", update, delete"} on ${quoted(shape.name)} to app_staff;`,
    `alter table ${quoted(shape.name)} enable row level security;`,
    `create policy staff on ${quoted(shape.name)} to app_staff using (true) with check (true);`,
    ...(shape.grows ? growsOnly(shape.name) : []),
  ];
}

/** Grants do not bind the owner, triggers do. The function comes from the migration of journals. */
function growsOnly(table: string): string[] {
  const name = (what: string) => quoted(`${table}_${what}`.slice(0, 63));
  return [
    `create trigger ${name("grows")} before update or delete on ${quoted(table)} for each row execute function refuse_journal_change();`,
    `create trigger ${name("stays")} before truncate on ${quoted(table)} for each statement execute function refuse_journal_change();`,
  ];
}

/** An index that a definition once dropped is still there (nothing is ever dropped here), so it may come back. */
function createIndex(shape: TableShape, index: IndexShape): string {
  // Without its waiting list a search never has to read what nobody has sorted in yet; embedded, nobody else would.
  const [method, storage] = index.method === "gin" ? [" using gin", " with (fastupdate = off)"] : ["", ""];
  const down = (column: string) => `${quoted(column)} desc${column === "id" ? "" : " nulls last"}`;
  const columns = index.descending ? index.columns.map(down).join(", ") : list(index.columns);
  const covers = index.covers ? ` include (${list(index.covers)})` : "";
  return `create index if not exists ${quoted(index.name)} on ${quoted(shape.name)}${method} (${columns})${covers}${storage};`;
}

/** Foreign keys come after all tables of the migration, because registers may point at each other. */
function addReferences(shape: TableShape, known: TableShape | undefined): string[] {
  return shape.references
    .filter((reference) => !known?.references.some((old) => old.column === reference.column))
    .map(
      (reference) =>
        `alter table ${quoted(shape.name)} add constraint ${quoted(`${shape.name}_${reference.column}_fkey`.slice(0, 63))} foreign key (${quoted(reference.column)}) references ${quoted(reference.table)} (id) on delete ${reference.onDelete};`,
    );
}

/** Grants and policies of supplier logins, made anew whenever the definition's wall, columns or rights changed. */
function supplierLock(shape: TableShape, known: TableShape | undefined): string[] {
  if (isDeepStrictEqual(known?.supplier ?? null, shape.supplier)) return [];
  const table = quoted(shape.name);
  const statements: string[] = [];
  if (known?.supplier) {
    statements.push(
      `revoke all on ${table} from app_supplier;`,
      ...["read", "update", "insert", "remove"].map((what) => `drop policy if exists supplier_${what} on ${table};`),
    );
  }
  const lock = shape.supplier;
  if (!lock) return statements;
  const wall = policyText(lock.read, shape.name);
  statements.push(
    `grant select (${list(lock.readColumns)}) on ${table} to app_supplier;`,
    `create policy supplier_read on ${table} for select to app_supplier using (${wall});`,
  );
  if (lock.updateColumns.length > 0) {
    statements.push(
      `grant update (${list(lock.updateColumns)}) on ${table} to app_supplier;`,
      `create policy supplier_update on ${table} for update to app_supplier using (${wall}) with check (${wall});`,
    );
  }
  if (lock.insert) {
    statements.push(
      `grant insert on ${table} to app_supplier;`,
      `create policy supplier_insert on ${table} for insert to app_supplier with check (${wall});`,
    );
  }
  if (lock.remove) {
    statements.push(
      `grant delete on ${table} to app_supplier;`,
      `create policy supplier_remove on ${table} for delete to app_supplier using (${wall});`,
    );
  }
  return statements;
}

/** The narrow view through which a supplier reads the label of what its documents point at. */
function titleView(shape: TableShape, known: TableShape | undefined): string[] {
  const said = (one: TableShape | undefined) => JSON.stringify([one?.title ?? null, one?.titleWhere]);
  if (said(shape) === said(known)) return [];
  const view = quoted(`${shape.name}_title`);
  const dropped = known?.title ? [`drop view ${view};`] : [];
  if (!shape.title) return dropped;
  const rows = shape.titleWhere ? ` where ${policyText(shape.titleWhere, shape.name)}` : "";
  return [
    ...dropped,
    `create view ${view} as select ${list(["id", ...shape.title])} from ${quoted(shape.name)}${rows};`,
    `grant select on ${view} to app_supplier, app_staff;`,
  ];
}

/** Ids of the documents that suppliers are shown at all; owned by the owner, so that it looks past the lock. */
function shownView(shape: TableShape, known: TableShape | undefined): string[] {
  if (JSON.stringify(shape.shown) === JSON.stringify(known?.shown)) return [];
  const view = quoted(`${shape.name}_shown`);
  if (!shape.shown) return known?.shown ? [`drop view ${view} cascade;`] : [];
  return [
    `create or replace view ${view} as select id from ${quoted(shape.name)} where ${policyText(shape.shown, shape.name)};`,
    `grant select on ${view} to app_supplier, app_staff;`,
  ];
}

function extendTable(shape: TableShape, known: TableShape): string[] {
  return [
    ...shape.columns
      .filter((column) => !known.columns.some((old) => old.name === column.name))
      .map((column) => `alter table ${quoted(shape.name)} add column ${columnSql(column, true)};`),
    ...shape.uniques
      .filter((unique) => !known.uniques.some((old) => old.name === unique.name))
      .map(
        (unique) =>
          `alter table ${quoted(shape.name)} add constraint ${quoted(unique.name)} unique (${list(["tenant_id", ...unique.columns])});`,
      ),
    ...shape.indexes.flatMap((index) => {
      const old = known.indexes.find(({ name }) => name === index.name);
      if (old && JSON.stringify(old) === JSON.stringify(index)) return [];
      return [...(old ? [`drop index if exists ${quoted(index.name)};`] : []), createIndex(shape, index)];
    }),
  ];
}

/** What differs between the definitions and the snapshot and is more than an addition: a person must decide. */
export function handWork(before: readonly TableShape[], after: readonly TableShape[]): string[] {
  return before.flatMap((known) => {
    const shape = after.find((table) => table.name === known.name);
    if (!shape) return [`table ${known.name} is no longer defined: write its drop or rename by hand`];
    const turned =
      known.grows !== shape.grows
        ? [`table ${known.name} becomes a journal or ceases to be one: write it by hand`]
        : [];
    const own = shape.handWritten ? ownWork(known, shape) : [];
    return [...turned, ...columnWork(known, shape), ...keyWork(known, shape), ...own];
  });
}

function columnWork(known: TableShape, shape: TableShape): string[] {
  return known.columns.flatMap((old) => {
    const called = `column ${known.name}.${old.name}`;
    const column = shape.columns.find((one) => one.name === old.name);
    if (!column) return [`${called} is no longer defined: write its drop or rename by hand`];
    const type = `changes from ${old.type} to ${column.type}`;
    const required = column.required ? "is now required" : "is no longer required";
    const initial = `has the default ${column.default ?? "null"} instead of ${old.default ?? "null"}`;
    return [
      ...(column.type === old.type ? [] : [type]),
      ...(column.required === old.required ? [] : [required]),
      ...(column.default === old.default ? [] : [initial]),
    ].map((what) => `${called} ${what}: write the change by hand`);
  });
}

function keyWork(known: TableShape, shape: TableShape): string[] {
  const uniques = known.uniques.filter(
    (old) => !shape.uniques.some((one) => one.name === old.name && one.columns.join() === old.columns.join()),
  );
  const references = known.references.filter(
    (old) =>
      // A reference whose column is gone is named with the column already.
      shape.columns.some((column) => column.name === old.column) &&
      !shape.references.some(
        (one) => one.column === old.column && one.table === old.table && one.onDelete === old.onDelete,
      ),
  );
  return [
    ...uniques.map((old) => `unique key ${old.name} changes or is no longer defined: write its change by hand`),
    ...references.map(
      (old) => `reference ${known.name}.${old.column} changes or is no longer defined: write it by hand`,
    ),
  ];
}

/** A table of a hand-written migration is never extended by the generator. */
function ownWork(known: TableShape, shape: TableShape): string[] {
  return shape.columns
    .filter((column) => !known.columns.some((old) => old.name === column.name))
    .map((column) => `column ${shape.name}.${column.name} is new in a table made by hand: write its addition by hand`);
}

/**
 * The SQL that leads from one set of tables to the next. It only adds (ruling 26); grants and policies of supplier
 * logins are replaced when they changed.
 */
export function migrationSql(before: readonly TableShape[], after: readonly TableShape[]): string {
  const known = new Map(before.map((shape) => [shape.name, shape]));
  const own = after.filter((shape) => !shape.handWritten);
  const statements = [
    ...own.flatMap((shape) => {
      const old = known.get(shape.name);
      return old ? extendTable(shape, old) : createTable(shape);
    }),
    ...own.flatMap((shape) => addReferences(shape, known.get(shape.name))),
    ...own.flatMap((shape) => titleView(shape, known.get(shape.name))),
    ...own.flatMap((shape) => shownView(shape, known.get(shape.name))),
    ...own.flatMap((shape) => supplierLock(shape, known.get(shape.name))),
  ];
  return statements.join("\n");
}
