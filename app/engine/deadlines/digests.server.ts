import { noteNotified, notePeopleNotified, notifiedAmong } from "~/data/notifications.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity/define";
import { digestParameter, digestsIn, type NamedDigest } from "../entity/digests";
import { notify } from "../notify/notify.server";
import { type Reached, reachedBy, rowsToTell, type ToldRow } from "../notify/told-rows.server";
import { inTransaction } from "../operations/transaction.server";
import { unscopedRows } from "../operations/unscoped.server";
import { definedParameter } from "../parameters.server";
import { digestPeriod } from "./due";
import { type DeadlineRound, tried } from "./round.server";

/** Under this word it is kept that a digest of a week or a month was told to all it concerns. */
const ROUND = "digests.round";

interface DigestWork {
  entities: readonly AnyEntity[];
  round: DeadlineRound;
  goesOn(): boolean;
  /** Whoever has got rows of his own since the digest was told is told now. */
  anew: boolean;
}

/**
 * Tells the digests of definitions that are due, each owner once a week or a month; what was missed on its day is made up later in the
 * week or month. Runs in the
 * round of the reminders, and is as harmless when run again.
 */
export async function sayDigests(context: Context, { entities, round, goesOn, anew }: DigestWork): Promise<void> {
  const { services, now } = context;
  for (const one of digestsIn(entities)) {
    const { entity, name, digest } = one;
    const day = Number(await definedParameter(services, digestParameter(one), String(digest.day)));
    const begun = day > 0 ? digestPeriod(digest.every, day, dayOf(now)) : null;
    if (begun === null) continue;
    const period = `${entity.key}:${name}:${begun}`;
    if (!anew && (await notifiedAmong(services.database.connection(), ROUND, [period])).size > 0) continue;
    for (const { reached, rows } of await byOwner(context, one)) {
      if (!goesOn()) return;
      await tried(context, round, `${entity.label}：${digest.label}没有成功`, async () => {
        if (await say(context, one, { reached, rows, period })) round.digested += 1;
      });
    }
    await inTransaction(context, () =>
      noteNotified(services.database.connection(), { scenario: ROUND, about: period, at: now.toISOString() }),
    );
  }
}

interface Owned {
  reached: Reached;
  rows: ToldRow[];
}

/** The rows of a digest by whom they concern; those that concern nobody are left out. */
async function byOwner(context: Context, { entity, digest }: NamedDigest): Promise<Owned[]> {
  const { chosen } = context.services.registry.server(entity.key);
  const ids = digest.chosen === undefined ? null : ((await chosen?.(context, digest.chosen, digest.where)) ?? []);
  if (ids?.length === 0) return [];
  const reading = rowsToTell(context, entity, digest);
  const found = await unscopedRows(context, entity, reading.columns, [
    digest.where,
    ...(ids === null ? [] : [where.oneOf("id", ids)]),
  ]);
  const groups = new Map<string, Owned>();
  for (const row of await reading.complete(found)) {
    const reached = reachedBy(digest.to, row, () => false);
    if (reached.people.length + reached.suppliers.length + reached.roles.length === 0) continue;
    const key = ownerKey(reached);
    groups.set(key, { reached, rows: [...(groups.get(key)?.rows ?? []), row] });
  }
  return [...groups.values()];
}

const ownerKey = ({ people, suppliers, roles }: Reached): string => [...people, ...suppliers, ...roles].sort().join();

/** Tells one owner, unless it was told before. */
async function say(
  context: Context,
  { digest }: NamedDigest,
  { reached, rows, period }: Owned & { period: string },
): Promise<boolean> {
  const connection = context.services.database.connection();
  const told = {
    scenario: digest.scenario,
    about: `${period}:${ownerKey(reached)}`,
    at: context.now.toISOString(),
  };
  if (!(await noteNotified(connection, told))) return false;
  const people = await notify(context, {
    scenario: digest.scenario,
    // Its values are what the scenario asks for: `digest` has seen to it.
    values: digest.values(rows) as never,
    to: reached.people,
    ...(reached.roles.length > 0 ? { toRoles: reached.roles } : {}),
    toSuppliers: reached.suppliers,
    ...(reached.readers ? { readers: reached.readers } : {}),
    path: digest.path,
  });
  await notePeopleNotified(connection, told, people);
  return true;
}
