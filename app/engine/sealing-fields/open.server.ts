import type { Context } from "../context.server";
import type { AnyEntity, AnyTransition } from "../entity";
import { fillSealedValues, markSealed, type Sealed, sealedValues } from "../entity/sealed";
import { audit } from "../operations/audit.server";
import { changesBetween } from "../operations/changes.server";
import { findRecord } from "../operations/records.server";
import { rowFilter } from "../operations/scope.server";
import { type OpenSealedInput, writeOpened } from "./content.server";

/**
 * Opens what is sealed of records, inside the caller's transaction and before it makes the transition that `opens`: from then on the columns
 * hold the values, and the history names them.
 * @throws Error for a record that is not where it can be opened: the caller has looked
 */
export async function openSealed(context: Context, { entity, ids, privateKey }: OpenSealedInput): Promise<void> {
  const sealed: Sealed | undefined = entity.sealed;
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const opens = transitions[sealed?.opens ?? ""];
  if (!sealed || !opens) throw new Error(`"${entity.key}" opens nothing`);
  const before = new Map<string, Awaited<ReturnType<typeof loaded>>>();
  for (const id of ids) before.set(id, await loaded(context, entity, id));
  for (const record of before.values())
    if (!opens.from.includes(record.state)) throw new Error(`"${entity.key}" ${record.id} is not to be opened now`);
  for (const id of await writeOpened(context, { entity, ids, privateKey })) {
    const closed = before.get(id);
    if (!closed) continue;
    const open = structuredClone(closed);
    fillSealedValues(sealed, open, sealedValues(sealed, await loaded(context, entity, id)));
    markSealed(open, "open");
    await audit(context, entity, open, {
      ...{ action: "open_sealed", label: `${opens.label}密封内容`, reason: null },
      changes: await changesBetween(context, entity, closed, open),
    });
  }
}

async function loaded(context: Context, entity: AnyEntity, id: string) {
  const wanted = { labels: false, hands: false };
  return (await findRecord(context, { entity, id, filters: rowFilter(context, entity), wanted })).record;
}
