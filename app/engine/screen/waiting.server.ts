import { countBy } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import { awaitsMe } from "../approval/awaiting";
import { approvalOf } from "../approval/flow.server";
import type { Context } from "../context.server";
import { APPROVAL_MOVES } from "../entity/approval-moves";
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

/** States in which this person is the one to act: there is a main move it may make. */
function mineIn(context: Context, screen: Screen): Map<string, string> {
  const states = new Map<string, string>();
  for (const [name, move] of movesOf(screen.entity)) {
    // Whom a case asks stands in the tasks; not everybody who might be asked is.
    if (move.tone !== "primary" || move.asked || !mayMove(context, screen.entity, name)) continue;
    // What follows filling in a form waits for whoever may fill it in.
    if (name === screen.entity.saveThen && !mayOnScreen(context, screen, "edit")) continue;
    for (const state of move.from) if (!states.has(state)) states.set(state, move.todo ?? move.label);
  }
  return states;
}

/** How many documents this person sees in which state, empty states left out. One statement, however many screens. */
export async function stateCounts(context: Context): Promise<StateCount[]> {
  const { registry, database } = context.services;
  const screens = registry.screens.filter(
    (screen) => screen.menu && screen.entity.states && mayOnScreen(context, screen, "query"),
  );
  // Whom a case asks is counted apart: not everybody who may approve is asked.
  const approving = screens.filter(
    ({ entity }) => entity.approval && !context.actor.supplierId && mayMove(context, entity, APPROVAL_MOVES.approve),
  );
  const awaiting = screens.filter(({ entity }) => entity.awaits);
  const counted = (screen: Screen, more: readonly Condition[]) => ({
    table: screen.table,
    where: [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : []), ...more],
    facts: factsOf(context),
  });
  const found = await reading(context, () =>
    countBy(database.connection(), "state", [
      ...screens.map((screen) => counted(screen, [])),
      ...approving.map((screen) => counted(screen, [awaitsMe(screen.entity.key)])),
      ...awaiting.map((screen) => counted(screen, [screen.entity.awaits?.where ?? { op: "never" }])),
    ]),
  );
  const asked = approving.flatMap((screen, position) => {
    const state = approvalOf(screen.entity)?.state ?? "";
    const count = found[screens.length + position]?.get(state) ?? 0;
    const href = listPath(screen) + query([["state", state]]);
    return count === 0 ? [] : [{ label: `${screen.entity.label} · 待我审批`, count, href, todo: "审批" }];
  });
  const lying = awaiting.flatMap((screen, position) => {
    const { todo, pick } = screen.entity.awaits ?? { todo: "", pick: [] };
    const inStates = found[screens.length + approving.length + position] ?? new Map<string, number>();
    const count = [...inStates.values()].reduce((sum, one) => sum + one, 0);
    const href = listPath(screen) + query(pick.map(([name, value]) => [name, value]));
    return count === 0 ? [] : [{ label: `我的${screen.entity.label}`, count, href, todo }];
  });
  const states = screens.flatMap((screen, position) => {
    if (screen.entity.awaits) return [];
    const mine = mineIn(context, screen);
    const states: Record<string, string> = screen.entity.states ?? {};
    return Object.entries(states).flatMap(([state, label]) => {
      const count = found[position]?.get(state) ?? 0;
      const todo = mine.get(state);
      if (count === 0) return [];
      return [
        {
          label: `${screen.entity.label} · ${label}`,
          count,
          href: listPath(screen) + query([["state", state]]),
          ...(todo ? { todo } : {}),
        },
      ];
    });
  });
  return [...asked, ...lying, ...states];
}
