import { noteNotified, notePeopleNotified, notifiedAmong } from "~/data/notifications.server";
import { type Row, selectRows } from "~/data/store.server";
import { addDays, dayOf, daysBetween, momentOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { distanceText, readDaySteps, stepReached } from "~/shared/day-steps";
import type { Context } from "../context.server";
import { deadlineParameter, deadlinesIn, lapseOf, type NamedDeadline, type Reminder } from "../entity/deadlines";
import { tableOf } from "../entity/table-names";
import { notify } from "../notify/notify.server";
import { type Reached, reachedBy, rowsToTell, type ToldRow } from "../notify/told-rows.server";
import { factsOf } from "../operations/scope.server";
import { inTransaction } from "../operations/transaction.server";
import { applyTransition } from "../operations/transition.server";
import { definedParameter, intParameter } from "../parameters.server";
import { isStorageAway } from "../storage-away.server";
import { dueOf, isOver } from "./due";

/** So many rows are read at a time; between them the work may be stopped. */
const SLICE = 200;
/** Under this word it is kept that all reminders of a day were said. */
const ROUND = "deadlines.round";

export interface DeadlineRound {
  /** Documents that lapsed. */
  lapsed: number;
  /** Reminders that were said. */
  reminded: number;
  /** What could not be done, one Chinese sentence each; the others went on. */
  failed: string[];
}

interface RoundOptions {
  /** Asked between rows. */
  goesOn?(): boolean;
  /** Remind now, whatever the hour and whether this day's round is over. */
  remindNow?: boolean;
}

/**
 * Makes the transitions of what is over and reminds of what is due, for every deadline of every definition. Reminders are said in one round
 * a day, from the hour of the parameter `deadline.remindHour` on; each is said once per record, due day and step, however often and in
 * however many processes this runs, and is noted in the transaction that says it. A round that was interrupted goes on where it stopped.
 * @param context of the system
 */
export async function workDeadlines(context: Context, options: RoundOptions = {}): Promise<DeadlineRound> {
  const { goesOn = () => true, remindNow = false } = options;
  const { services } = context;
  const all = deadlinesIn(services.registry.registrations.map(({ entity }) => entity));
  const round: DeadlineRound = { lapsed: 0, reminded: 0, failed: [] };
  for (const one of all) if (goesOn()) await lapse(context, one, round, goesOn);
  const today = dayOf(context.now);
  const hour = await intParameter(services, "deadline.remindHour");
  const isTime = context.now.toISOString() >= momentOf(today, `${String(hour).padStart(2, "0")}:00`);
  const { database } = services;
  if (!remindNow && (!isTime || (await notifiedAmong(database.connection(), ROUND, [today])).size > 0)) return round;
  for (const one of all) if (goesOn()) await remind(context, one, round, goesOn);
  if (goesOn() && isTime)
    await inTransaction(context, () =>
      noteNotified(database.connection(), { scenario: ROUND, about: today, at: context.now.toISOString() }),
    );
  return round;
}

/** Rows that run, whose column is set and lies no later than a day; those of a later day cannot be due yet. */
function running({ entity, deadline }: NamedDeadline, latest: string): Condition[] {
  const { at, in: states, where: only } = deadline;
  const isDay = entity.fields[at]?.kind === "date";
  return [
    where.set(at),
    where.atMost(at, isDay ? latest : momentOf(addDays(latest, 1))),
    ...(states && states.length > 0 ? [where.oneOf("state", states)] : []),
    ...(only ? [only] : []),
  ];
}

/** The rows of a condition in slices, by id: what changes meanwhile is met once or not at all. */
async function* slices(
  context: Context,
  one: NamedDeadline,
  columns: readonly string[],
  conditions: readonly Condition[],
) {
  let last: string | null = null;
  for (;;) {
    const rows: Row[] = await selectRows(context.services.database.connection(), {
      table: tableOf(one.entity),
      columns,
      where: [...conditions, ...(last === null ? [] : [{ op: "gt", column: "id", value: last } satisfies Condition])],
      facts: factsOf(context),
      sort: [{ by: "id", descending: false, filled: true }],
      limit: SLICE,
    });
    if (rows.length > 0) yield rows;
    if (rows.length < SLICE) return;
    last = String(rows.at(-1)?.id);
  }
}

async function termOf(context: Context, one: NamedDeadline): Promise<number> {
  const { after } = one.deadline;
  if (!after) return 0;
  return Number(await definedParameter(context.services, deadlineParameter(one, "term"), String(after.initial)));
}

async function lapse(context: Context, one: NamedDeadline, round: DeadlineRound, goesOn: () => boolean): Promise<void> {
  const { entity, deadline } = one;
  const ending = lapseOf(deadline);
  if (!ending) return;
  const term = await termOf(context, one);
  const isDay = entity.fields[deadline.at]?.kind === "date";
  const named = entity.number === undefined ? [] : ["number"];
  for await (const rows of slices(context, one, ["id", deadline.at, ...named], running(one, dayOf(context.now))))
    for (const row of rows) {
      if (!goesOn()) return;
      if (!isOver(dueOf(deadline, String(row[deadline.at]), isDay, term), ending.begins, context.now)) continue;
      const lapses = () =>
        applyTransition(context, {
          entity,
          id: String(row.id),
          name: ending.transition,
          ...(ending.reason === null ? {} : { reason: ending.reason }),
        });
      if (
        await tried(
          context,
          round,
          `${entity.label}${String(row.number ?? "")}：${deadline.label}已到，没有处理成功`,
          lapses,
        )
      )
        round.lapsed += 1;
    }
}

/** Does one piece of work; a failure is written down and keeps none of the others back. */
async function tried(
  context: Context,
  round: DeadlineRound,
  complaint: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await inTransaction(context, work);
    return true;
  } catch (error) {
    if (isStorageAway(error)) throw error;
    context.services.log.error({ err: error, complaint }, "a deadline could not be worked");
    round.failed.push(complaint);
    return false;
  }
}

async function remind(
  context: Context,
  one: NamedDeadline,
  round: DeadlineRound,
  goesOn: () => boolean,
): Promise<void> {
  for (const [name, reminder] of Object.entries(one.deadline.reminders ?? {}))
    await remindOf(context, { one, name, reminder, round, goesOn });
}

interface ReminderWork {
  one: NamedDeadline;
  name: string;
  reminder: Reminder;
  round: DeadlineRound;
  goesOn(): boolean;
}

async function remindOf(context: Context, { one, name, reminder, round, goesOn }: ReminderWork): Promise<void> {
  const { services, now } = context;
  const { entity, deadline } = one;
  const connection = services.database.connection();
  const steps = readDaySteps(
    await definedParameter(services, deadlineParameter(one, { reminder: name, of: "days" }), ""),
  );
  const [first] = steps ?? [];
  if (steps === null || first === undefined) return;
  const every = Number(await definedParameter(services, deadlineParameter(one, { reminder: name, of: "every" }), "0"));
  const term = await termOf(context, one);
  const today = dayOf(now);
  const isDay = entity.fields[deadline.at]?.kind === "date";
  const reading = rowsToTell(context, entity, reminder);
  for await (const rows of slices(
    context,
    one,
    [...new Set([...reading.columns, deadline.at])],
    running(one, addDays(today, -first)),
  )) {
    if (!goesOn()) return;
    const due = rows.flatMap((row) => {
      const { day } = dueOf(deadline, String(row[deadline.at]), isDay, term);
      const step = stepReached(steps, every, daysBetween(day, today));
      return step === null ? [] : [{ row, day, about: `${one.name}:${name}:${String(row.id)}:${day}:${step}` }];
    });
    const said = await notifiedAmong(
      connection,
      reminder.scenario,
      due.map(({ about }) => about),
    );
    const fresh = due.filter(({ about }) => !said.has(about));
    const read = await reading.complete(fresh.map(({ row }) => row));
    const all = fresh.flatMap(({ day, about }, at) => (read[at] ? [{ row: read[at], day, about }] : []));
    for (const some of reminder.together === undefined ? all.map((one) => [one]) : byRecipients(reminder, all)) {
      if (!goesOn()) return;
      const complaint = `${entity.label}${some.map(({ row }) => row.number).join("、")}：${reminder.label}没有成功`;
      await tried(context, round, complaint, async () => {
        round.reminded += await say(context, { one, name, reminder, due: some, term });
      });
    }
  }
}

/** A row that is due, and under which words it is kept that it was said. */
interface DueRow {
  row: ToldRow;
  day: string;
  about: string;
}

/** What is said to some roles only of some records would need the whole row; reminders say it by states of their own. */
const recipientsOf = ({ to }: Reminder, row: ToldRow): Reached => reachedBy(to, row, () => false);

function byRecipients(reminder: Reminder, all: readonly DueRow[]): DueRow[][] {
  const groups = new Map<string, DueRow[]>();
  for (const one of all) {
    const group = JSON.stringify(recipientsOf(reminder, one.row));
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups.values()];
}

interface Saying {
  one: NamedDeadline;
  name: string;
  reminder: Reminder;
  due: readonly DueRow[];
  term: number;
}

/**
 * Says one reminder of one row, or of several to those who have them, unless another process has: the notes and the messages stand in the
 * same transaction.
 * @returns of how many rows it was said
 */
async function say(context: Context, { one, name, reminder, due, term }: Saying): Promise<number> {
  const { services, now } = context;
  const connection = services.database.connection();
  const { entity } = one;
  const { scenario, together } = reminder;
  const told = ({ row, about }: DueRow) => ({
    scenario,
    about,
    at: now.toISOString(),
    entity: entity.key,
    record: row.id,
  });
  const fresh: DueRow[] = [];
  for (const each of due) if (await noteNotified(connection, told(each))) fresh.push(each);
  const [first] = [...fresh].sort((a, b) => (a.day < b.day ? -1 : 1));
  if (!first) return 0;
  const late = daysBetween(first.day, dayOf(now));
  const { people, suppliers, roles, readers } = recipientsOf(reminder, first.row);
  const facts = { text: first.row.text, day: first.day, left: distanceText(late), late, term, count: fresh.length };
  const reached = await notify(context, {
    scenario,
    // Its values are what the scenario asks for: `reminder` has seen to it.
    values: reminder.values(facts) as never,
    to: people,
    ...(roles.length > 0 ? { toRoles: roles } : {}),
    toSuppliers: suppliers,
    ...(readers ? { readers } : {}),
    ...(together === undefined
      ? { record: { entity: entity.key, id: first.row.id, number: first.row.number || null } }
      : { path: together }),
  });
  const { reminded } = services.registry.server(entity.key);
  for (const each of fresh) {
    await notePeopleNotified(connection, told(each), reached);
    const { row, day } = each;
    await reminded?.({
      context,
      deadline: one.name,
      reminder: name,
      recordId: row.id,
      day,
      late: daysBetween(day, dayOf(now)),
    });
  }
  return fresh.length;
}
