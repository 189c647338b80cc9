import { sql } from "kysely";
import type { FieldRow } from "~/shared/extension-fields";
import type { Connection } from "./database.server";

/** A row of the register of fields as it is stored. */
export interface StoredField extends Omit<FieldRow, "type"> {
  entity: string;
  type: string;
  /** Somebody has changed the row since the program wrote it. */
  edited: boolean;
}

/** All rows of the register, by entity and place. */
export async function selectFields(connection: Connection): Promise<StoredField[]> {
  const { rows } = await sql<StoredField>`
    select entity, code, label, field_type as type, options_dict as dictionary, required, supplier_visible as "supplierVisible",
      supplier_editable as "supplierEditable", in_list as "inList", searchable, coalesce(seq, 0) as seq, builtin as "builtIn", enabled,
      version > 1 as edited
    from field order by entity, seq, code`.execute(connection);
  return rows;
}

/** Adds rows of the program's own fields, or brings those up to date that nobody has edited. */
export async function upsertBuiltInFields(
  connection: Connection,
  fields: readonly (StoredField & { id: string })[],
): Promise<void> {
  if (fields.length === 0) return;
  await sql`insert into field (id, entity, code, label, field_type, options_dict, required, supplier_visible, supplier_editable, in_list, searchable, seq, builtin, enabled)
    select id, entity, code, label, type, dictionary, required, "supplierVisible", "supplierEditable", "inList", searchable, seq, true, true
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as w(id uuid, entity text, code text, label text, type text, dictionary text,
      required boolean, "supplierVisible" boolean, "supplierEditable" boolean, "inList" boolean, searchable boolean, seq integer)
    on conflict (tenant_id, entity, code) do update set label = excluded.label, field_type = excluded.field_type,
      options_dict = excluded.options_dict, required = excluded.required, supplier_visible = excluded.supplier_visible,
      supplier_editable = excluded.supplier_editable, in_list = excluded.in_list, searchable = excluded.searchable, seq = excluded.seq
    where field.builtin and field.version = 1`.execute(connection);
}

/** A column for an added field: made where it is missing, of another type while no row has a value, read and written by suppliers or not. */
export interface ExtensionColumn {
  table: string;
  column: string;
  type: string;
  suppliersRead: boolean;
  suppliersWrite: boolean;
}

/**
 * Makes the column of an added field as it shall be, in the running transaction. The function of the database refuses other names
 * than those of added fields, and to change the type of a column with values.
 * @throws StorageError("unavailable") when other work keeps the table busy
 */
export async function makeColumn(connection: Connection, of: ExtensionColumn): Promise<void> {
  await sql`select extension_column(${of.table}, ${of.column}, ${of.type}, ${of.suppliersRead}, ${of.suppliersWrite})`.execute(
    connection,
  );
}

/** How many rows there are, and how many have a value in a column; a switch that is off counts as none. */
export async function countValues(
  connection: Connection,
  table: string,
  column: string,
  isSwitch: boolean,
): Promise<{ rows: number; filled: number }> {
  const held = isSwitch ? sql`${sql.ref(column)}` : sql`${sql.ref(column)} is not null`;
  const { rows } = await sql<{ rows: number; filled: number }>`
    select count(*)::int as rows, (count(*) filter (where ${held}))::int as filled from ${sql.table(table)}`.execute(
    connection,
  );
  return rows[0] ?? { rows: 0, filled: 0 };
}
