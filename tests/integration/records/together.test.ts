import { afterAll, expect, test } from "vitest";
import { readHistory } from "~/engine/operations/audit.server";
import { applyTogether } from "~/engine/operations/transition.server";
import { ORDER, order, refusal, stored, submitted } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const entity = world.entity(ORDER);
const statesOf = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await stored(world, id)).state));
const actionsOf = async (id: string) =>
  (await readHistory(world.system(), { entity, recordId: id })).map(({ action }) => action);

test("几张单据一起办：每张都到了新状态，各有一条历史，各自的版本加一", async () => {
  const buyer = await world.as("buyerA");
  const ids = [(await order(world, buyer)).id, (await order(world, buyer)).id, (await order(world, buyer)).id];
  const saved = await applyTogether(buyer, { entity, name: "submit", items: ids.map((id) => ({ id, version: 1 })) });
  expect(saved.map(({ id, version }) => [id, version])).toEqual(ids.map((id) => [id, 2]));
  expect(await statesOf(ids)).toEqual(ids.map(() => saved[0]?.state));
  for (const id of ids) expect(await actionsOf(id)).toEqual(["submit", "create"]);
});

test("其中一张办不了，一张也不办", async () => {
  const buyer = await world.as("buyerA");
  const draft = await order(world, buyer);
  const sent = await submitted(world);
  const before = await statesOf([draft.id, sent.id]);
  const submit = (items: readonly { id: string; version?: number }[]) =>
    applyTogether(buyer, { entity, name: "submit", items });
  await refusal(submit([{ id: draft.id }, { id: sent.id }]), "wrong_state");
  await refusal(submit([{ id: draft.id, version: 7 }]), "stale_record");
  await refusal(submit([{ id: draft.id }, { id: world.engine.newId() }]), "not_found");
  expect(await statesOf([draft.id, sent.id])).toEqual(before);
  expect(await actionsOf(draft.id)).toEqual(["create"]);
});
