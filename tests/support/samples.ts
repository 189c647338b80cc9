import type { Sample, Seed } from "~/engine/entity/seed";
import { registry } from "~/modules/registry.server";
import { seedsOf } from "~/modules/seeds";
import { derivedSample } from "./derived-sample";

export { inventedCreditCode as creditCode } from "~/engine/entity/seed";

/** What is known about entities beside their definitions, in the order in which their rows are made. */
export const seeds = await seedsOf(registry.written);

/** The same by key. */
export const seedBy: ReadonlyMap<string, Seed> = new Map(seeds.map((seed) => [seed.entity, seed]));

/** A minimal record of every registered entity that has a screen: that of its seed, else what its definition demands. */
export const samples: Readonly<Record<string, Sample>> = Object.fromEntries(
  registry.registrations
    .filter(({ entity }) => registry.screensOf(entity.key).length > 0)
    .map(({ entity }) => [entity.key, seedBy.get(entity.key)?.least ?? derivedSample(entity)]),
);

/** A material type of the second level, below the given one: what materials are filed under. */
export function secondLevel(parentId: string, serial: number): Record<string, unknown> {
  return { code: `T${serial}`, name: `样例二级类型${serial}`, parent_id: parentId };
}
