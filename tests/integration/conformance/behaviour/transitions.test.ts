import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { matches } from "~/engine/access/matches";
import type { AnyTransition } from "~/engine/entity";
import { tableOf } from "~/engine/entity/table-names";
import { readHistory } from "~/engine/operations/audit.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { TODAY } from "../../../support/clock";
import { behaving, isSealed } from "../../../support/conformance";
import { isFull } from "../../../support/length";
import { initialLimit } from "../../../support/limits";
import { refusal } from "../../../support/orders";
import { isUnsent } from "../../../support/sight";
import {
  FOLLOWS,
  isMoving,
  mover,
  readyFor,
  recordIn,
  targetOf,
  transitionsOf,
  typed,
  wayTo,
  whole,
} from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;

describe.each(behaving("moves").filter(([, one]) => isMoving(one)))("%s", (_label, one) => {
  const { entity } = one;
  const states = Object.keys(entity.states ?? {});

  test("每个状态都到得了，不认识的流转不存在", async () => {
    for (const state of states) expect(wayTo(entity, state), state).toBeDefined();
    const record = await recordIn(world, one, states[0] ?? "");
    for (const name of ["no_such_move", "constructor", "__proto__", ""]) {
      await refusal(applyTransition(world.system(), { entity, id: record.id, name, version: 1 }), "not_found");
    }
  });

  /** Two of the other states, in turn, so that each is met by some transition; all of them at full length. */
  function othersOf(name: string, transition: AnyTransition): string[] {
    const others = states.filter((state) => !transition.from.includes(state));
    if (isFull) return others;
    const turn = transitionsOf(entity).findIndex(([other]) => other === name);
    return [...others, ...others].slice(turn % Math.max(1, others.length)).slice(0, Math.min(2, others.length));
  }

  describe.each(transitionsOf(entity))("%s", (name, transition) => {
    test.each(transition.from)("从 %s 出发可以做成：状态、版本、历史都对，重复提交只做一次", async (from) => {
      const record = await readyFor(world, one, name, from);
      const context = await mover(world, entity, transition, record);
      if (transition.by !== "system") {
        expect(availableTransitions(context, entity, record).map(([key]) => key)).toContain(name);
      }
      const wanted = { ...(await typed(world, entity, name, record)), requestId: `${name} ${record.id}` };
      const saved = await applyTransition(context, wanted);
      const after = await whole(world, entity, record.id);
      const target = targetOf(transition, record, after);
      expect(saved).toMatchObject({ id: record.id, state: target, version: record.version + 1 });
      if (context.actor.id) expect(await applyTransition(context, wanted)).toEqual({ ...saved, reveals: undefined });
      expect(after).toMatchObject({ state: target, version: record.version + 1, updated_by: context.actor.id });
      const [entry] = await readHistory(world.system(), { entity, recordId: record.id });
      expect(entry).toMatchObject({ action: name, label: transition.label, reason: "测试" });
      if (target !== from) {
        expect(entry?.changes[0]).toMatchObject({
          path: "state",
          from,
          to: target,
          fromText: entity.states?.[from],
          toText: entity.states?.[String(target)],
        });
      }
    });

    test("从别的状态出发被拒绝，用中文说出当前状态", async () => {
      let record = await recordIn(world, one, transition.from[0] ?? "");
      const context = await mover(world, entity, transition, record);
      const facts = {
        supplierId: context.actor.supplierId,
        today: TODAY,
        now: context.now.toISOString(),
        limit: initialLimit,
      };
      for (const state of othersOf(name, transition)) {
        if (FOLLOWS.includes(one.key)) record = await recordIn(world, one, state);
        else
          await sql`update ${sql.table(tableOf(entity))} set state = ${state} where id = ${record.id}`.execute(
            database.connection(),
          );
        const wall = entity.access.suppliers;
        const { personal } = entity.access;
        const isOpen = !isSealed(entity) || !personal || matches(personal.where, { ...record, state }, facts);
        const isSeen = context.actor.supplierId
          ? "when" in wall && matches(wall.when, { ...record, state }, facts)
          : context.actor.kind === "system" || (isOpen && !isUnsent(world, entity, { ...record, state }));
        const again = applyTransition(context, await typed(world, entity, name, record));
        const refused = await refusal(again, isSeen ? "wrong_state" : "not_found");
        if (isSeen)
          expect(refused.message).toBe(
            transition.notFrom?.[state] ?? `单据当前为「${entity.states?.[state]}」，不能${transition.label}`,
          );
        expect((await whole(world, entity, record.id)).version).toBe(record.version);
      }
    });
  });
});
