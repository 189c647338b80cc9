import { insertAuditOnce } from "~/data/audit.server";
import { selectSealed } from "~/data/sealed-content.server";
import { selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields } from "../entity";
import { UUID } from "../entity/kinds/reference";
import type { Sealed } from "../entity/sealed";
import { tableOf } from "../entity/table-names";
import { factsOf } from "../operations/scope.server";
import { inTransaction } from "../operations/transaction.server";

/** One row for each person and record within this time: a page that is reloaded is one look. */
const ONE_LOOK_MS = 3_600_000;

/**
 * Writes down that somebody of ours asked for a record that is sealed and not open, in the history of the record it will be opened with.
 * What suppliers and jobs ask for is none; neither is a change, whose transaction is about to be taken back.
 */
export async function noteRefusedLook(context: Context, entity: AnyEntity, id: string): Promise<void> {
  const { actor, services } = context;
  const sealed: Sealed | undefined = entity.sealed;
  const isLook = actor.kind === "user" && !actor.supplierId && !services.database.inTransaction();
  if (!sealed || !isLook || !UUID.test(id.toLowerCase())) return;
  await inTransaction(context, async () => {
    const connection = services.database.connection();
    const [content] = await selectSealed(connection, [id]);
    if (!content || content.openedAt !== null || content.entity !== entity.key) return;
    const columns = ["id", sealed.looksIn, ...(entity.number ? ["number"] : [])];
    const where = [{ op: "eq" as const, column: "id", value: id.toLowerCase() }];
    const [row] = await selectRows(connection, { table: tableOf(entity), columns, where, facts: factsOf(context) });
    if (!row) return;
    const at = placeOf(entity, sealed, row);
    const number = typeof row.number === "string" ? ` ${row.number}` : "";
    const entry = {
      ...{ id: services.newId(), at: context.now.toISOString(), userId: actor.id, userName: actor.name },
      ...{ userSupplierId: null, entity: at.entity, recordId: at.id, recordNumber: null },
      ...{ action: "sealed-look", label: "查看未开启内容被拒绝", changes: [], reason: null, staffChanges: [] },
      ...{ staffReason: `${entity.label}${number}`, requestId: context.requestId, ip: context.ip },
      ...{ channel: context.channel, suppliers: [] },
    };
    await insertAuditOnce(connection, entry, new Date(context.now.getTime() - ONE_LOOK_MS).toISOString());
  });
}

/** The record that tells of it; one that belongs to none tells of itself. */
function placeOf(entity: AnyEntity, { looksIn }: Sealed, row: Readonly<Record<string, unknown>>) {
  const fields: Fields = entity.fields;
  const field: Field | undefined = fields[looksIn];
  const id = row[looksIn];
  return typeof id === "string" && field?.options.to
    ? { entity: field.options.to, id }
    : { entity: entity.key, id: String(row.id) };
}
