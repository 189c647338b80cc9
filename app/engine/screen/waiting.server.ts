import { countBy } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { decidable } from "../operations/duties.server";
import { factsOf, mayOnScreen, mayTransition, rowFilter } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { transitionsOf } from "../operations/transitions.server";
import { listPath, query } from "./address";

/** So many documents stand in one state; `todo` says what this person is to do with them, when it is the one. */
export interface StateCount {
  label: string;
  count: number;
  href: string;
  todo?: string;
}

/** What this person is to do with the documents of some states: a main transition it may make, and the rows it can be made on. */
interface Step {
  states: readonly string[];
  todo: string;
  /** Null: every row in these states. */
  rows: Condition | null;
}

function stepsOn(context: Context, screen: Screen): Step[] {
  return transitionsOf(screen.entity).flatMap(([name, transition]) => {
    // Whom a case asks stands in the tasks; not everybody who might be asked is.
    if (transition.tone !== "primary" || transition.asked || !mayTransition(context, screen.entity, name)) return [];
    // What follows filling in a form waits for whoever may fill it in.
    if (name === screen.entity.saveThen && !mayOnScreen(context, screen, "edit")) return [];
    // A transition that is there only for some rows, of which the database cannot tell, is no count of work.
    if (transition.offered && !transition.offered.rows) return [];
    const rows = [transition.offered?.rows, decidable(context, transition)].filter((one): one is Condition =>
      Boolean(one),
    );
    return [
      {
        states: transition.from,
        todo: transition.todo ?? transition.label,
        rows: rows.length > 0 ? where.all(...rows) : null,
      },
    ];
  });
}

/** States that lead somewhere: documents in the others are history, and their number tells nobody anything. */
function livingStates(screen: Screen): ReadonlySet<string> {
  if (screen.entity.kind !== "document") return new Set();
  return new Set(transitionsOf(screen.entity).flatMap(([, { tone, from }]) => (tone === "primary" ? from : [])));
}

/**
 * How many documents this person sees in which state, empty states left out; before them what waits by what its rows say. One
 * statement, however many screens.
 */
export async function stateCounts(context: Context): Promise<StateCount[]> {
  const screens = context.services.registry.screens.filter(
    (screen) => screen.menu && screen.entity.states && mayOnScreen(context, screen, "query"),
  );
  const tally = new Tally();
  const awaited = screens.map((screen) => awaitedOn(context, screen, tally));
  const states = screens.filter(({ entity }) => !entity.awaits).map((screen) => statesOn(context, screen, tally));
  await tally.take(context);
  return [...awaited.flatMap((read) => read()), ...oncePerState(states.flatMap((read) => read()))];
}

type CountQuery = Parameters<typeof countBy>[2][number];

/** Gathers what is to be counted before anything is asked: all of it is one statement. */
class Tally {
  readonly #queries: CountQuery[] = [];
  #found: readonly ReadonlyMap<string, number>[] = [];

  /** @returns how to read the counts, by state or by the column the query names, once they are taken */
  of(query: CountQuery): () => ReadonlyMap<string, number> {
    const position = this.#queries.push(query) - 1;
    return () => this.#found[position] ?? new Map();
  }

  async take(context: Context): Promise<void> {
    const { database } = context.services;
    this.#found = await reading(context, () => countBy(database.connection(), "state", this.#queries));
  }
}

/** The rows of a screen that this person sees. */
function seen(context: Context, screen: Screen, more: readonly Condition[] = []): CountQuery {
  const where = [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : []), ...more];
  return { table: screen.table, where, facts: factsOf(context) };
}

/** Rows that wait by what they say, whatever their state: one entry, or one for each kind of them. */
function awaitedOn(context: Context, screen: Screen, tally: Tally): () => StateCount[] {
  const parts = (screen.entity.awaits ?? []).map(({ label, todo, where, pick, by }) => {
    const rows = seen(context, screen, [where]);
    if (by === undefined) {
      const counts = tally.of(rows);
      return () => [{ label, count: total(counts()), href: listPath(screen) + query(pick), todo }];
    }
    const counts = tally.of({ ...rows, by });
    return () =>
      [...counts()].map(([kind, count]) => ({
        label: kind === "" ? label : `${kind} · ${label}`,
        count,
        href: listPath(screen) + query([...pick, ...(kind === "" ? [] : [[by, kind] as const])]),
        todo,
      }));
  });
  return () => parts.flatMap((read) => read()).filter(({ count }) => count > 0);
}

interface InState extends StateCount {
  entity: string;
  state: string;
}

/** Documents in the states of a screen: those this person has a step to make with, and those that go on without it. */
function statesOn(context: Context, screen: Screen, tally: Tally): () => InState[] {
  const { entity } = screen;
  const everyRow = tally.of(seen(context, screen));
  const steps = stepsOn(context, screen).map(({ rows, ...step }) => ({
    ...step,
    isWhole: rows === null,
    counts: rows === null ? everyRow : tally.of(seen(context, screen, [rows])),
  }));
  const living = livingStates(screen);
  return () =>
    Object.entries<string>(entity.states ?? {}).flatMap(([state, label]) => {
      const here = steps.filter(({ states }) => states.includes(state));
      // A step on every row of the state goes before one on some of them, and that before none.
      const step = here.find(({ isWhole }) => isWhole) ?? here.find(({ counts }) => (counts().get(state) ?? 0) > 0);
      const count = (step?.counts ?? everyRow)().get(state) ?? 0;
      if (count === 0 || (!step && !living.has(state))) return [];
      return [
        {
          entity: entity.key,
          state,
          label: `${entity.label} · ${label}`,
          count,
          href: listPath(screen) + query([["state", state]]),
          ...(step ? { todo: step.todo } : {}),
        },
      ];
    });
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

/** Screens that show the same documents count them once: where most of them stand. */
function oncePerState(counts: readonly InState[]): StateCount[] {
  const most = new Map<string, StateCount>();
  for (const { entity, state, ...count } of counts) {
    const key = `${entity} ${state}`;
    if ((most.get(key)?.count ?? 0) < count.count) most.set(key, count);
  }
  return [...most.values()];
}
