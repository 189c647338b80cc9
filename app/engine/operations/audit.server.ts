import { type AuditEntry, type Change, insertAudit, selectAudit } from "~/data/audit.server";
import { holds } from "../access/holds";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Field, Lines, LinesMap } from "../entity";
import { fieldValue, linesOf } from "./records.server";
import { factsOf, mayRead } from "./scope.server";
import { reading } from "./transaction.server";

/** Suppliers that see a record as it is now; they may read what happens to it. */
function suppliersOf(context: Context, entity: AnyEntity, record: AnyRecord): string[] {
  const wall = entity.access.suppliers;
  if (wall.kind === "none" || wall.kind === "everyone" || wall.kind === "via") return [];
  if (!holds(wall.when, record, factsOf(context))) return [];
  const owners =
    wall.kind === "own"
      ? [fieldValue(record, wall.column)]
      : linesOf(record, wall.lines).map((row) => fieldValue(row, wall.column));
  return owners.filter((owner): owner is string => typeof owner === "string");
}

/** Writes what happened to a record into the audit trail, inside the transaction of the change. */
export async function audit(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  entry: { action: string; label: string; changes: Change[]; reason: string | null; internal?: boolean },
): Promise<void> {
  const { actor, services } = context;
  const { action, label, changes, reason, internal } = entry;
  const hidden = (change: Change) => isHidden(entity, change.path.split("."));
  await insertAudit(services.database.connection(), {
    id: services.newId(),
    at: context.now.toISOString(),
    userId: actor.id,
    userName: actor.supplierName ? `${actor.supplierName} · ${actor.name}` : actor.name,
    userSupplierId: actor.supplierId,
    entity: entity.key,
    recordId: record.id,
    recordNumber: record.number,
    action,
    label,
    changes: changes.filter((change) => !hidden(change)),
    staffChanges: changes.filter(hidden),
    reason: internal ? null : reason,
    staffReason: internal ? reason : null,
    requestId: context.requestId,
    ip: context.ip,
    channel: context.channel,
    suppliers: suppliersOf(context, entity, record),
  });
}

/** History of a record the person has already been allowed to open, newest first, without fields hidden from it. */
export async function readHistory(
  context: Context,
  entity: AnyEntity,
  recordId: string,
  limit = 100,
): Promise<AuditEntry[]> {
  const entries = await reading(context, () =>
    selectAudit(context.services.database.connection(), {
      entity: entity.key,
      recordId,
      supplierId: context.actor.supplierId,
      limit,
    }),
  );
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.filter((change) => pathReadable(context, entity, change.path.split("."))),
  }));
}

/** The field a change path such as `items.10.qty` names, and the path its rights go by: `items.qty`. */
function fieldAt(entity: AnyEntity, path: readonly string[]): { right: string; field: Field } | null {
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

function isHidden(entity: AnyEntity, path: readonly string[]): boolean {
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

function pathReadable(context: Context, entity: AnyEntity, path: readonly string[]): boolean {
  if (path[0] === "state") return true;
  const found = fieldAt(entity, path);
  return found !== null && mayRead(context, entity, found.right, found.field);
}
