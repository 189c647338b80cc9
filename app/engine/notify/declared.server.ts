import { dayOf } from "~/shared/calendar";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity/define";
import { messagesAfter } from "../entity/messages";
import type { AnyRecord } from "../entity/record";
import { factsOf } from "../operations/scope.server";
import { actorName, notify } from "./notify.server";
import { reachedBy, rowsToTell } from "./told-rows.server";

/** Tells those whom the definition names that a transition was made; in its transaction, so that both are there or neither. */
export async function tellOfTransition(
  context: Context,
  { entity, name, reason, record }: { entity: AnyEntity; name: string; reason: string | null; record: AnyRecord },
): Promise<void> {
  const holds = (when: Parameters<typeof matches>[0]) => matches(when, record, factsOf(context));
  for (const message of messagesAfter(entity, name)) {
    if (message.when && !holds(message.when)) continue;
    const [row] = await rowsToTell(context, entity, message).complete([record]);
    if (!row) continue;
    const { people, suppliers, roles, readers } = reachedBy(message.to, row, holds);
    if (people.length + suppliers.length + roles.length === 0) continue;
    const facts = {
      text: row.text,
      transition: name,
      reason: reason ?? "",
      actor: actorName(context),
      today: dayOf(context.now),
    };
    await notify(context, {
      scenario: message.scenario,
      // Its values are what the scenario asks for: `message` has seen to it.
      values: message.values(facts) as never,
      to: people,
      ...(roles.length > 0 ? { toRoles: roles } : {}),
      toSuppliers: suppliers,
      ...(readers ? { readers } : {}),
      record: { entity: entity.key, id: record.id, number: record.number ?? null },
      ...(message.path === undefined ? {} : { path: message.path }),
    });
  }
}
