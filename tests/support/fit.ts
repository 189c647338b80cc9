import type { Seed, SeedWorld } from "~/engine/entity/seed";
import { createRecord } from "~/engine/operations/save.server";
import { personWith } from "./conformance";
import { ORDER, orderValues } from "./order-values";
import { seedBy } from "./samples";
import type { World } from "./world";

/** Brings a stored record to where the guards of a transition hold, as the seed of its entity says. */
export async function bringFit(
  world: World,
  { key, id, transition, wanted }: { key: string; id: string; transition: string; wanted: string | null },
): Promise<void> {
  const seed: Seed | undefined = seedBy.get(key);
  await seed?.fit?.(seedWorld(world), id, transition, wanted);
}

function seedWorld(world: World): SeedWorld {
  const connection = () => world.engine.database.connection();
  return {
    engine: world.engine,
    clock: world.clock,
    ids: world.ids,
    accounts: world.accounts,
    run: async (query) => {
      await query.execute(connection());
    },
    finds: async (query) => (await query.execute(connection())).rows.length > 0,
    personWith: async (role) => (await personWith(world, role)).actor,
    order: async () => {
      const order = { screen: world.screen(ORDER), values: orderValues(world) };
      return (await createRecord(await world.as("buyerA"), order)).id;
    },
  };
}
