import { countBy } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { movesOf } from "../operations/moves.server";
import { factsOf, mayMove, mayOnScreen, rowFilter } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { listPath, query } from "./address";

/** So many documents stand in one state; `todo` says what this person is to do with them, when it is the one. */
export interface StateCount {
  label: string;
  count: number;
  href: string;
  todo?: string;
}

/** What this person is to do with the documents of some states: a main move it may make, and the rows it can be made on. */
interface Step {
  states: readonly string[];
  todo: string;
  /** Null: every row in these states. */
  rows: Condition | null;
}

function stepsOn(context: Context, screen: Screen): Step[] {
  if (screen.entity.awaits) return [];
  return movesOf(screen.entity).flatMap(([name, move]) => {
    // Whom a case asks stands in the tasks; not everybody who might be asked is.
    if (move.tone !== "primary" || move.asked || !mayMove(context, screen.entity, name)) return [];
    // What follows filling in a form waits for whoever may fill it in.
    if (name === screen.entity.saveThen && !mayOnScreen(context, screen, "edit")) return [];
    // A move that is there only for some rows, of which the database cannot tell, is no count of work.
    if (move.offered && !move.offered.rows) return [];
    return [{ states: move.from, todo: move.todo ?? move.label, rows: move.offered?.rows ?? null }];
  });
}

/** States that lead somewhere: documents in the others are history, and their number tells nobody anything. */
function livingStates(screen: Screen): ReadonlySet<string> {
  if (screen.entity.kind !== "document") return new Set();
  return new Set(movesOf(screen.entity).flatMap(([, { tone, from }]) => (tone === "primary" ? from : [])));
}

/** How many documents this person sees in which state, empty states left out. One statement, however many screens. */
export async function stateCounts(context: Context): Promise<StateCount[]> {
  const { registry, database } = context.services;
  const screens = registry.screens.filter(
    (screen) => screen.menu && screen.entity.states && mayOnScreen(context, screen, "query"),
  );
  const awaiting = screens.flatMap((screen) => (screen.entity.awaits ?? []).map((awaited) => ({ screen, awaited })));
  const counted = (screen: Screen, more: readonly Condition[]) => ({
    table: screen.table,
    where: [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : []), ...more],
    facts: factsOf(context),
  });
  const steps = screens.map((screen) => stepsOn(context, screen));
  const narrowed = screens.flatMap((screen, position) =>
    (steps[position] ?? []).flatMap((step) => (step.rows ? [{ screen, step, rows: step.rows }] : [])),
  );
  const found = await reading(context, () =>
    countBy(database.connection(), "state", [
      ...screens.map((screen) => counted(screen, [])),
      ...awaiting.map(({ screen, awaited: { where, by } }) => ({
        ...counted(screen, [where]),
        ...(by === undefined ? {} : { by }),
      })),
      ...narrowed.map(({ screen, rows }) => counted(screen, [rows])),
    ]),
  );
  const lying = awaiting.flatMap(({ screen, awaited }, position) => {
    const { label, todo, pick, by } = awaited;
    const inKinds = found[screens.length + position] ?? new Map<string, number>();
    const kinds = by === undefined ? [["", total(inKinds)] as const] : [...inKinds];
    return kinds.flatMap(([kind, count]) => {
      const href =
        listPath(screen) + query([...pick, ...(by === undefined || kind === "" ? [] : [[by, kind] as const])]);
      return count === 0 ? [] : [{ label: kind === "" ? label : `${kind} · ${label}`, count, href, todo }];
    });
  });
  const before = screens.length + awaiting.length;
  const some = new Map(narrowed.map(({ step }, position) => [step, found[before + position]]));
  const states = screens.flatMap((screen, position) => {
    if (screen.entity.awaits) return [];
    const living = livingStates(screen);
    const all = found[position] ?? new Map<string, number>();
    return Object.entries<string>(screen.entity.states ?? {}).flatMap(([state, label]) => {
      const of = (steps[position] ?? []).filter((step) => step.states.includes(state));
      const whole = of.find(({ rows }) => rows === null);
      const part = whole ? undefined : of.find((step) => (some.get(step)?.get(state) ?? 0) > 0);
      const step = whole ?? part;
      const count = (part ? some.get(part) : all)?.get(state) ?? 0;
      if (count === 0 || (!step && !living.has(state))) return [];
      return [
        {
          entity: screen.entity.key,
          state,
          label: `${screen.entity.label} · ${label}`,
          count,
          href: listPath(screen) + query([["state", state]]),
          ...(step ? { todo: step.todo } : {}),
        },
      ];
    });
  });
  return [...lying, ...oncePerState(states)];
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

/** Screens that show the same documents count them once: where most of them stand. */
function oncePerState(counts: readonly (StateCount & { entity: string; state: string })[]): StateCount[] {
  const most = new Map<string, StateCount>();
  for (const { entity, state, ...count } of counts) {
    const key = `${entity} ${state}`;
    if ((most.get(key)?.count ?? 0) < count.count) most.set(key, count);
  }
  return [...most.values()];
}
