import { isDeepStrictEqual } from "node:util";
import { permissionVersion } from "~/data/access.server";
import { countValues, makeColumn, selectFields, upsertBuiltInFields } from "~/data/extensions.server";
import type { FieldRow } from "~/shared/extension-fields";
import { isExtensionType } from "~/shared/extension-fields";
import type { Context, EngineServices } from "./context.server";
import { builtInRows, EXTENSION_COLUMNS } from "./entity/extension";
import { tableOf } from "./entity/table-names";

interface Known {
  version: number;
  rows: ReadonlyMap<string, readonly FieldRow[]>;
}

const caches = new WeakMap<EngineServices, Known>();
/** What a registry holds now; the rows are those of some cache. */
const held = new WeakMap<EngineServices["registry"], Known["rows"]>();

/**
 * Puts the added and changed fields in place that apply now. A change raises the version of rights, which every request reads anyway:
 * whoever knows it is served from memory, and the next request of everybody sees the change.
 * @param version version the request found, if known
 */
export async function refreshExtensions(services: EngineServices, version?: number): Promise<void> {
  const now = version ?? (await permissionVersion(services.database.connection()));
  const known = caches.get(services);
  // Somebody else may have read a newer state meanwhile; it is never exchanged for an older one.
  if (known && known.version >= now) return hold(services, known);
  const rows = await readFields(services);
  const meanwhile = caches.get(services);
  if (meanwhile && meanwhile.version > now) return;
  const same = known !== undefined && JSON.stringify([...known.rows]) === JSON.stringify([...rows]);
  const read = { version: now, rows: same ? known.rows : rows };
  caches.set(services, read);
  hold(services, read);
}

function hold({ registry }: EngineServices, { rows }: Known): void {
  if (held.get(registry) === rows) return;
  registry.extend(rows);
  held.set(registry, rows);
}

async function readFields(services: EngineServices): Promise<ReadonlyMap<string, readonly FieldRow[]>> {
  const found = new Map<string, FieldRow[]>();
  for (const { entity, type, edited: _edited, ...row } of await selectFields(services.database.connection())) {
    if (!isExtensionType(type)) continue;
    found.set(entity, [...(found.get(entity) ?? []), { ...row, type }]);
  }
  return found;
}

/**
 * Brings the register up to date with the fields of this version of the program, and the columns of added fields with the register: a
 * migration of a table may have made its rights anew. Runs at start.
 */
export async function seedExtensions(services: EngineServices): Promise<void> {
  const written = services.registry.written.filter(({ entity }) => entity.extensible);
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    const stored = await selectFields(connection);
    const known = new Map(stored.map((row) => [`${row.entity}.${row.code}`, row]));
    // Writing raises the version of rights, so a start that finds all as it should be writes nothing.
    const stale = written.flatMap(({ entity }) =>
      builtInRows(entity)
        .map((row) => ({ ...row, entity: entity.key, edited: false, id: services.newId() }))
        .filter(({ id: _id, ...row }) => {
          const found = known.get(`${row.entity}.${row.code}`);
          return !found || (found.builtIn && !found.edited && !isDeepStrictEqual(found, row));
        }),
    );
    await upsertBuiltInFields(connection, stale);
    for (const row of stored) {
      const entity = written.find((one) => one.entity.key === row.entity)?.entity;
      if (entity && !row.builtIn && isExtensionType(row.type))
        await makeColumn(connection, columnFor(tableOf(entity), { ...row, type: row.type }));
    }
  });
  await refreshExtensions(services);
}

function columnFor(table: string, row: Pick<FieldRow, "code" | "type" | "supplierVisible" | "supplierEditable">) {
  return {
    table,
    column: row.code,
    type: EXTENSION_COLUMNS[row.type],
    suppliersRead: row.supplierVisible,
    suppliersWrite: row.supplierVisible && row.supplierEditable,
  };
}

/**
 * Makes the column of an added field as its row says, in the same transaction as the row.
 * @param entityKey an entity that says `extensible`
 */
export async function saveExtensionColumn(
  context: Context,
  entityKey: string,
  row: Pick<FieldRow, "code" | "type" | "supplierVisible" | "supplierEditable">,
): Promise<void> {
  const { database, registry } = context.services;
  await makeColumn(database.connection(), columnFor(tableOf(registry.entity(entityKey)), row));
}

/**
 * How many records there are and how many carry a value of a field, whoever may see them; the figures say nothing about the records.
 * @param code name of a field of the program, or of one whose row is stored
 */
export async function extensionUse(
  context: Context,
  entityKey: string,
  { code, type }: Pick<FieldRow, "code" | "type">,
): Promise<{ rows: number; filled: number }> {
  const { database, registry } = context.services;
  return countValues(database.connection(), tableOf(registry.entity(entityKey)), code, type === "bool");
}
