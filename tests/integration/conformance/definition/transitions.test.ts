import { afterAll, describe, expect, test } from "vitest";
import type { AnyRecord } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { readHistory } from "~/engine/operations/audit.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { type Case, entities } from "../../../support/conformance";
import { bringFit } from "../../../support/fit";
import {
  isMoving,
  mover,
  needsMore,
  readyFor,
  targetOf,
  transitionsOf,
  typed,
  wayTo,
  whole,
} from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

describe.each(entities.filter(([, one]) => isMoving(one)))("%s", (_label, one) => {
  const { entity } = one;
  const transitions = transitionsOf(entity).filter(([, { from }]) => from.length > 0);
  /** The record the last transition has left: many a transition goes on from there, instead of from a new one. */
  let left: AnyRecord | null = null;

  test("每个状态都到得了", () => {
    for (const state of Object.keys(entity.states ?? {})) expect(wayTo(entity, state), state).toBeDefined();
  });

  test.each(inTurn(one))("%s 做成一次：状态、版本、历史都对", async (name) => {
    const transition = transitions.find(([key]) => key === name)?.[1];
    if (!transition) throw new Error(name);
    const work = async (record: AnyRecord) => {
      const context = await mover(world, entity, transition, record);
      if (transition.by !== "system")
        expect(availableTransitions(context, entity, record).map(([key]) => key)).toContain(name);
      const saved = await applyTransition(context, await typed(world, entity, name, record));
      return { record, saved, context };
    };
    const goOn = async () => {
      const record = left;
      left = null;
      if (!record || !transition.from.includes(String(record.state)) || needsMore(one.key, name)) return null;
      await bringFit(world, { key: one.key, id: record.id, transition: name, wanted: null });
      const done = await work(await whole(world, entity, record.id)).catch(() => null);
      // What a record has behind it may keep it from the transition, or take it further at once: then a new one has to show it.
      const isAlone = done !== null && (await whole(world, entity, record.id)).version === done.saved.version;
      return isAlone ? done : null;
    };
    const anew = async () => work(await readyFor(world, one, name, nearest(one, transition.from)));
    const done = (await goOn()) ?? (await anew().catch(saying));
    const { record, saved, context } = done;
    const after = await whole(world, entity, record.id);
    left = after;
    const target = targetOf(transition, record, after);
    expect(saved).toMatchObject({ id: record.id, state: target, version: record.version + 1 });
    expect(after).toMatchObject({ state: target, version: record.version + 1, updated_by: context.actor.id });
    const [entry] = await readHistory(world.system(), { entity, recordId: record.id });
    expect(entry).toMatchObject({ action: name, label: transition.label, reason: "测试" });
  });
});

/** A refusal speaks of the page, which nobody sees here: its complaints say why. */
function saying(error: unknown): never {
  if (!(error instanceof AppError) || !error.complaints?.length) throw error;
  throw new Error(error.complaints.map(({ field, message }) => `${field}: ${message}`).join("\n"), { cause: error });
}

/** The state a new record reaches soonest. */
function nearest({ entity }: Case, states: readonly string[]): string {
  const far = (state: string) => wayTo(entity, state)?.length ?? Number.MAX_SAFE_INTEGER;
  return [...states].sort((a, b) => far(a) - far(b))[0] ?? "";
}

/** Names of all transitions, each where possible after one that leads to a state it starts from. */
function inTurn({ entity }: Case): string[] {
  const open = new Map(transitionsOf(entity).filter(([, { from }]) => from.length > 0));
  const turn: string[] = [];
  let state: string | undefined;
  while (open.size > 0) {
    const here = state;
    const next =
      [...open].find(([, { from, to }]) => here !== undefined && from.includes(here) && to !== here) ?? [...open][0];
    if (!next) break;
    const [name, { from, to }] = next;
    turn.push(name);
    open.delete(name);
    state =
      to in (entity.states ?? {})
        ? to
        : to === "same"
          ? here !== undefined && from.includes(here)
            ? here
            : from[0]
          : undefined;
  }
  return turn;
}
