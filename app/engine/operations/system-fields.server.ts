import type { Context } from "../context.server";
import type { AnyEntity, Field, Value } from "../entity";
import { audit } from "./audit.server";
import { changesBetween } from "./changes.server";
import { computeRecord } from "./compute";
import { openRecord } from "./records.server";
import { saved } from "./save.server";
import { factsOf } from "./scope.server";
import { inTransaction, type Saved } from "./transaction.server";
import { updateRecord } from "./write.server";

/**
 * Writes fields the program keeps in a record because of what happened elsewhere, such as the risk level of a supplier: fields with
 * `system`, which no form takes. Only the system does that, or a consequence of somebody's change (`consequenceOf`). What was typed is
 * not judged again, so that an old fault of the record stops nothing; values that are there already write nothing.
 * @param kept.label what the history calls it, in Chinese
 * @throws AppError("not_found" | "stale_record")
 */
export async function saveSystemFields(
  context: Context,
  kept: { entity: AnyEntity; id: string; values: Readonly<Record<string, Value>>; label: string; reason?: string },
): Promise<Saved> {
  const { entity, id, values, label } = kept;
  if (context.actor.kind !== "system") throw new Error("only the system keeps fields");
  for (const name of Object.keys(values)) {
    const field: Field | undefined = entity.fields[name];
    if (!field?.options.system) throw new Error(`"${entity.key}" keeps no field "${name}"`);
  }
  return inTransaction(context, async () => {
    const { record: before } = await openRecord(context, { entity, id, wanted: { labels: false } });
    const record = { ...structuredClone(before), ...values };
    computeRecord(entity, record, factsOf(context));
    const changes = await changesBetween(context, entity, before, record);
    if (changes.length === 0) return saved(before, []);
    await updateRecord(context, { entity, before, after: record, filters: [] });
    await audit(context, entity, record, { action: "update", label, changes, reason: kept.reason ?? null });
    return saved({ ...record, version: before.version + 1 }, []);
  });
}
