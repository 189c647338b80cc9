import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, AnyTransition } from "../entity";
import { fillSealedValues, markSealed, type Sealed, sealedValues } from "../entity/sealed";
import { auditEach, type Happened } from "../operations/audit.server";
import { changesBetween } from "../operations/changes.server";
import { findRecords } from "../operations/records.server";
import { rowFilter } from "../operations/scope.server";
import { type OpenSealedInput, writeOpened } from "./content.server";

/**
 * Opens what is sealed of records, inside the caller's transaction and before it makes the transition that `opens`: from then on the columns
 * hold the values, and the history names them. In few statements, however many they are.
 * @throws Error for a record that is not where it can be opened: the caller has looked
 */
export async function openSealed(context: Context, { entity, ids, privateKey }: OpenSealedInput): Promise<void> {
  const sealed: Sealed | undefined = entity.sealed;
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const opens = transitions[sealed?.opens ?? ""];
  if (!sealed || !opens) throw new Error(`"${entity.key}" opens nothing`);
  const before = await loaded(context, entity, ids);
  for (const record of before)
    if (!opens.from.includes(record.state)) throw new Error(`"${entity.key}" ${record.id} is not to be opened now`);
  const closedOf = new Map(before.map((record) => [record.id, record]));
  const happened: { record: AnyRecord; entry: Happened }[] = [];
  for (const written of await loaded(context, entity, await writeOpened(context, { entity, ids, privateKey }))) {
    const closed = closedOf.get(written.id);
    if (!closed) continue;
    const open = structuredClone(closed);
    fillSealedValues(sealed, open, sealedValues(sealed, written));
    markSealed(open, "open");
    const changes = await changesBetween(context, entity, closed, open);
    const entry = { action: "open_sealed", label: `${opens.label}密封内容`, reason: null, changes };
    happened.push({ record: open, entry });
  }
  await auditEach(context, entity, happened);
}

async function loaded(context: Context, entity: AnyEntity, ids: readonly string[]): Promise<AnyRecord[]> {
  const wanted = { labels: false, hands: false };
  const found = await findRecords(context, { entity, ids, filters: rowFilter(context, entity), wanted });
  return found.map(({ record }) => record);
}
