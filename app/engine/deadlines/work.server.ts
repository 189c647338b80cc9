import { noteNotified, notePeopleNotified, notifiedAmong } from "~/data/notifications.server";
import { type Row, selectRows } from "~/data/store.server";
import { addDays, dayOf, daysBetween, momentOf, readInstant } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { distanceText, readDaySteps, stepReached } from "~/shared/day-steps";
import type { Context } from "../context.server";
import {
  deadlineParameter,
  deadlinesIn,
  lapseOf,
  type NamedDeadline,
  type Reminder,
  type ReminderFacts,
} from "../entity/deadlines";
import type { AnyEntity } from "../entity/define";
import { filledPath } from "../entity/messages";
import { tableOf, titleColumns } from "../entity/table-names";
import { notify } from "../notify/notify.server";
import { type Reached, reachedBy, rowsToTell, type ToldRow } from "../notify/told-rows.server";
import { factsOf } from "../operations/scope.server";
import { inTransaction } from "../operations/transaction.server";
import { applyTransition } from "../operations/transition.server";
import { unscopedCount } from "../operations/unscoped.server";
import { definedParameter, intParameter } from "../parameters.server";
import { openTask } from "../tasks/tasks.server";
import { sayDigests } from "./digests.server";
import { dueOf, isOver } from "./due";
import { type DeadlineRound, tried } from "./round.server";
import { termOf } from "./term.server";

/** So many rows are read at a time; between them the work may be stopped. */
const SLICE = 200;
/** Under this word it is kept that all reminders of a day were said. */
const ROUND = "deadlines.round";
/** Under this word it is kept which tasks were opened. */
const TASKS = "deadlines.task";

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
  const entities = services.registry.registrations.map(({ entity }) => entity);
  const all = deadlinesIn(entities);
  const round: DeadlineRound = { lapsed: 0, reminded: 0, digested: 0, failed: [] };
  for (const one of all) if (goesOn()) await lapse(context, one, round, goesOn);
  const today = dayOf(context.now);
  const hour = await intParameter(services, "deadline.remindHour");
  const isTime = context.now.toISOString() >= momentOf(today, `${String(hour).padStart(2, "0")}:00`);
  const isRound = async () => (await notifiedAmong(services.database.connection(), ROUND, [today])).size > 0;
  if (!remindNow && (!isTime || (await isRound()))) return round;
  for (const one of all) if (goesOn()) await remind(context, one, round, goesOn);
  if (goesOn()) await sayDigests(context, { entities, round, goesOn, anew: remindNow });
  if (goesOn() && isTime)
    await inTransaction(context, () =>
      noteNotified(services.database.connection(), { scenario: ROUND, about: today, at: context.now.toISOString() }),
    );
  return round;
}

/** Rows in which it runs. */
function running({ deadline }: NamedDeadline): Condition[] {
  const { in: states, where: only } = deadline;
  return [...(states && states.length > 0 ? [where.oneOf("state", states)] : []), ...(only ? [only] : [])];
}

/** Rows whose column is set and lies no later than a day; those of a later day cannot be due yet. */
function reached(column: string, isDay: boolean, latest: string): Condition[] {
  return [where.set(column), where.atMost(column, isDay ? latest : momentOf(addDays(latest, 1)))];
}

const isDayColumn = ({ entity, deadline }: NamedDeadline): boolean =>
  deadline.at === undefined || entity.fields[deadline.at]?.kind === "date";

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

async function lapse(context: Context, one: NamedDeadline, round: DeadlineRound, goesOn: () => boolean): Promise<void> {
  const { entity, deadline } = one;
  const ending = lapseOf(deadline);
  if (!ending) return;
  const { at } = deadline;
  if (at === undefined) return;
  const term = await termOf(context, one);
  const isDay = isDayColumn(one);
  const named = entity.number === undefined ? titleColumns(entity).filter((name) => isText(entity, name)) : ["number"];
  const conditions = [...running(one), ...reached(at, isDay, dayOf(context.now))];
  for await (const rows of slices(context, one, [...new Set(["id", at, ...named])], conditions))
    for (const row of rows) {
      if (!goesOn()) return;
      if (!isOver(dueOf(deadline, String(row[at]), isDay, term), ending.begins, context.now)) continue;
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
          `${entity.label}${named.map((name) => String(row[name] ?? "")).join(" ")}：${deadline.label}已到，没有处理成功`,
          lapses,
        )
      )
        round.lapsed += 1;
    }
}

const isText = (entity: AnyEntity, name: string) => entity.fields[name]?.kind === "text";

/** Something that may be due: its row, and from when it is counted. */
interface Candidate {
  row: Row;
  held: string;
  /** What tells it from others of its row, with a colon behind it; empty where there is one. */
  about: string;
}

/** What a deadline hangs on, in slices; what is counted from a day after `latest` may be left out. */
async function* candidates(
  context: Context,
  one: NamedDeadline,
  columns: readonly string[],
  latest: string,
): AsyncGenerator<Candidate[]> {
  const { at } = one.deadline;
  if (at !== undefined) {
    const conditions = [...running(one), ...reached(at, isDayColumn(one), latest)];
    for await (const rows of slices(context, one, [...new Set([...columns, at])], conditions))
      yield rows.map((row) => ({ row, held: String(row[at]), about: "" }));
    return;
  }
  const hook = context.services.registry.server(one.entity.key).deadlines?.[one.name];
  const worked = ((await hook?.(context)) ?? []).filter(({ day }) => day <= latest);
  for (let from = 0; from < worked.length; from += SLICE) {
    const some = worked.slice(from, from + SLICE);
    const found = new Map<string, Row>();
    const ids = where.oneOf("id", [...new Set(some.map(({ id }) => id))]);
    for await (const rows of slices(context, one, columns, [...running(one), ids]))
      for (const row of rows) found.set(String(row.id), row);
    yield some.flatMap(({ id, about, day, values }) => {
      const row = found.get(id);
      const beside = Object.fromEntries(Object.entries(values).map(([name, value]) => [`+${name}`, value]));
      return row ? [{ row: { ...row, ...beside }, held: day, about: `${about}:` }] : [];
    });
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
  const steps = readDaySteps(
    await definedParameter(services, deadlineParameter(one, { reminder: name, of: "days" }), ""),
  );
  const [first] = steps ?? [];
  if (steps === null || first === undefined) return;
  const every = reminder.task
    ? 0
    : Number(await definedParameter(services, deadlineParameter(one, { reminder: name, of: "every" }), "0"));
  const term = await termOf(context, one);
  const today = dayOf(now);
  const isDay = isDayColumn(one);
  const reading = rowsToTell(context, entity, needsOf(reminder));
  for await (const some of candidates(context, one, reading.columns, addDays(today, -first))) {
    if (!goesOn()) return;
    const due = some.flatMap(({ row, held, about }) => {
      const { day } = dueOf(deadline, held, isDay, term);
      const late = daysBetween(day, today);
      const step = late > (reminder.until ?? late) ? null : stepReached(steps, every, late);
      // A task is there or not: the steps do not tell one from the other.
      const word = reminder.task ? day : `${day}:${step}`;
      return step === null ? [] : [{ row, day, about: `${one.name}:${name}:${String(row.id)}:${about}${word}` }];
    });
    const said = await notifiedAmong(
      services.database.connection(),
      saidUnder(reminder),
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

const saidUnder = (reminder: Reminder): string => (reminder.task ? TASKS : reminder.scenario);

/** What a reminder has to know of its rows. */
function needsOf(reminder: Reminder): Parameters<typeof rowsToTell>[2] {
  const { reads, task } = reminder;
  if (!task) return reminder;
  return { reads, to: task.supplier === undefined ? {} : { suppliers: [task.supplier] } };
}

const NOBODY: Reached = { people: [], suppliers: [], roles: [], readers: null };

/** What is said to some roles only of some records would need the whole row; reminders say it by states of their own. */
const recipientsOf = (reminder: Reminder, row: ToldRow): Reached =>
  reminder.task ? NOBODY : reachedBy(reminder.to, row, () => false);

function byRecipients(reminder: Reminder, all: readonly DueRow[]): DueRow[][] {
  const groups = new Map<string, DueRow[]>();
  for (const one of all) {
    const group = JSON.stringify(recipientsOf(reminder, one.row));
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups.values()];
}

/** How many rows there are of what a reminder counts, by name. */
async function countsOf(context: Context, { counts = {} }: Reminder, id: string): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const [name, { of, column, where: only }] of Object.entries(counts)) {
    const counted = context.services.registry.entity(of);
    found.set(name, await unscopedCount(context, counted, [where.eq(column, id), only]));
  }
  return found;
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
  const told = ({ row, about }: DueRow) => ({
    scenario: saidUnder(reminder),
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
  const counts = await countsOf(context, reminder, first.row.id);
  const facts = {
    text: first.row.text,
    day: first.day,
    left: distanceText(late),
    late,
    term,
    count: fresh.length,
    counted: (called: string) => counts.get(called) ?? 0,
  };
  const people = await tell(context, one, { reminder, due: first, facts });
  const { reminded } = services.registry.server(entity.key);
  for (const each of fresh) {
    await notePeopleNotified(connection, told(each), people);
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

/** The message, or the task. @returns how many people got a message of it */
async function tell(
  context: Context,
  { entity }: NamedDeadline,
  { reminder, due, facts }: { reminder: Reminder; due: DueRow; facts: ReminderFacts },
): Promise<number> {
  const { row, day } = due;
  const { task } = reminder;
  if (task) {
    const [supplierId] = task.supplier === undefined ? [] : row.held(task.supplier);
    const role = task.role?.(facts);
    await openTask(context, {
      title: task.title(facts),
      entity: entity.key,
      recordId: row.id,
      ...(role === undefined ? {} : { role }),
      ...(supplierId === undefined ? {} : { supplierId }),
      due: readInstant(`${day} 23:59`),
      while: task.while,
    });
    return 0;
  }
  const { people, suppliers, roles, readers } = recipientsOf(reminder, row);
  const { together, path, asks } = reminder;
  return notify(context, {
    scenario: reminder.scenario,
    // Its values are what the scenario asks for: `reminder` has seen to it.
    values: reminder.values(facts) as never,
    to: people,
    ...(roles.length > 0 ? { toRoles: roles } : {}),
    toSuppliers: suppliers,
    ...(readers ? { readers } : {}),
    ...(together === undefined
      ? { record: { entity: entity.key, id: row.id, number: row.number || null } }
      : { path: together }),
    ...(path === undefined ? {} : { path: filledPath(path, row.id) }),
    ...(asks === undefined ? {} : { asks }),
  });
}
