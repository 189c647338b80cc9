import { afterAll, describe, expect, test } from "vitest";
import type { AnyTransition } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { screenFor } from "~/engine/operations/scope.server";
import { refusedTransition } from "~/engine/screen/transition-submit.server";
import { behaving } from "../../../support/conformance";
import { isFull } from "../../../support/length";
import { isMoving, mover, readyFor, transitionsOf } from "../../../support/transitions";
import { openWorld } from "../../../support/world";

const SAID = "这里不填的内容有问题";

const world = await openWorld();
afterAll(() => world.close());

/** One transition for each way its page is drawn: what it asks for, and whether it asks for a reason; all of them at full length. */
function oneOfEachPage(all: [string, AnyTransition][]): [string, AnyTransition][] {
  if (isFull) return all;
  const pageOf = ({ input, lineInput, reason, inputWhen }: AnyTransition) =>
    JSON.stringify([Object.keys(input ?? {}), Object.keys(inputWhen ?? {}), lineInput !== undefined, reason]);
  return [...new Map([...all].reverse().map((one) => [pageOf(one[1]), one])).values()].reverse();
}

describe.each(behaving("moves").filter(([, one]) => isMoving(one)))("%s", (_label, one) => {
  const { entity } = one;
  const asked = oneOfEachPage(transitionsOf(entity).filter(([, { by }]) => by !== "system"));

  test.each(asked)("%s：页面上没有的字段有问题，写在最上面", async (name, transition) => {
    const record = await readyFor(world, one, name, transition.from[0] ?? "");
    const context = await mover(world, entity, transition, record);
    // A view of its own is where some people work.
    const screen = screenFor(context, entity.key, "get") ?? one.screen;
    const line = Object.keys(entity.lines)[0];
    for (const field of ["no_such_control", "number", "amount", ...(line ? [line, `${line}.0.no_such_column`] : [])]) {
      const refused = new AppError("invalid", { complaints: [{ field, message: SAID }] });
      const { model } = await refusedTransition(context, { screen, id: record.id, name, typed: {} }, refused);
      const { problem = "", errors, controls } = model;
      const isOnPage = controls.some((control) => control.name === field);
      const told = isOnPage ? errors.map(({ message }) => message).join() : problem;
      expect(told, `${field} on ${name}`).toContain(SAID);
    }
  });
});
