import { dayOf } from "~/shared/calendar";
import { matches } from "../access/matches";
import type { AnyEntity } from "../entity/define";
import { filledPath, type Message, messagesAfter, workedName } from "../entity/messages";
import type { TransitionWork } from "../entity/server-hooks";
import { factsOf } from "../operations/scope.server";
import { withKnownParameters } from "../parameters.server";
import { actorName, notify } from "./notify.server";
import { reachedBy, rowsToTell } from "./told-rows.server";

/** Tells those whom the definition names that a transition was made; in its transaction, so that both are there or neither. */
export async function tellOfTransition(entity: AnyEntity, work: TransitionWork): Promise<void> {
  const { context, transition, reason, before, record } = work;
  const holds = (when: Parameters<typeof matches>[0]) => matches(when, record, factsOf(context));
  for (const message of messagesAfter(entity, transition, before.state)) {
    if (message.when && !holds(message.when)) continue;
    const worked = await audiencesOf(entity, message, work);
    const [row, was] = await rowsToTell(context, entity, message).complete([
      { ...record, ...worked },
      { ...before, ...worked },
    ]);
    if (!row || !was) continue;
    const { people, suppliers, roles, readers } = reachedBy(message.to, row, holds);
    if (people.length + suppliers.length + roles.length === 0) continue;
    const { path, asks } = message;
    const facts = {
      text: row.text,
      value: row.value,
      was: was.text,
      transition,
      reason: reason ?? "",
      actor: actorName(context),
      today: dayOf(context.now),
      filled: (sentence: string) => withKnownParameters(context.services, sentence),
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
      ...(path === undefined ? {} : { path: filledPath(path, record.id) }),
      ...(asks === undefined ? {} : { asks }),
    });
  }
}

/** Whom server code works out for a message, by the names it has in the definition. */
async function audiencesOf(
  entity: AnyEntity,
  { to }: Message,
  work: TransitionWork,
): Promise<Record<string, readonly string[]>> {
  const { audiences } = work.context.services.registry.server(entity.key);
  const found: Record<string, readonly string[]> = {};
  for (const column of to.people ?? []) {
    const name = workedName(column);
    if (name !== null) found[column] = (await audiences?.[name]?.(work)) ?? [];
  }
  return found;
}
