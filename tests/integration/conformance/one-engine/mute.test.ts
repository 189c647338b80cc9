import { afterAll, describe, expect, test, vi } from "vitest";
import { screenFor } from "~/engine/operations/scope.server";
import { submitTransition, transitionModel } from "~/engine/screen/transition-model.server";
import { behaving } from "../../../support/conformance";
import { isMoving, mover, readyFor, transitionsOf } from "../../../support/transitions";
import { openWorld } from "../../../support/world";

/** What the rules of a document would say of something that no page of a transition asks about. */
const refusing = vi.hoisted(() => ({ on: false, said: "这里不填的内容有问题", field: "no_such_control" }));

vi.mock("~/engine/operations/transition.server", async (original) => {
  const real = await original<typeof import("~/engine/operations/transition.server")>();
  const { AppError } = await import("~/engine/errors");
  return {
    ...real,
    applyTransition: (...asked: Parameters<typeof real.applyTransition>) =>
      refusing.on
        ? Promise.reject(new AppError("invalid", { complaints: [{ field: refusing.field, message: refusing.said }] }))
        : real.applyTransition(...asked),
  };
});

const world = await openWorld();
afterAll(() => world.close());

describe.each(behaving.filter(([, one]) => isMoving(one)))("%s", (_label, one) => {
  const { entity } = one;
  const asked = transitionsOf(entity).filter(([, { by }]) => by !== "system");

  test.each(asked)("%s：页面上没有的字段有问题，写在最上面", async (name, transition) => {
    const record = await readyFor(world, one, name, transition.from[0] ?? "");
    const context = await mover(world, entity, transition, record);
    // A view of its own is where some people work.
    const screen = screenFor(context, entity.key, "get") ?? one.screen;
    const segment = name.replaceAll("_", "-");
    const { version, secrets } = await transitionModel(context, screen, record.id, segment);
    const form = new FormData();
    form.set("_version", version);
    form.set("_once", secrets.once);
    const line = Object.keys(entity.lines)[0];
    const fields = [refusing.field, "number", "amount", ...(line ? [line, `${line}.0.no_such_column`] : [])];
    for (const field of fields) {
      Object.assign(refusing, { on: true, field });
      const outcome = await submitTransition(context, { screen, id: record.id, segment, form });
      refusing.on = false;
      if (outcome.model === undefined) throw new Error("the complaint was lost");
      const { problem = "", errors, controls } = outcome.model;
      const isOnPage = controls.some((control) => control.name === field);
      const told = isOnPage ? errors.map(({ message }) => message).join() : problem;
      expect(told, `${field} on ${name}`).toContain(refusing.said);
    }
  });
});
